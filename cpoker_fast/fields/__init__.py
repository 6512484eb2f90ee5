"""Fields: samples of opponents' boards, and best responses to them.

A `Field` contains your own boards, or the equilibrium of rules, which is found by fictitious play. The package has the
equilibria of its presets. `arrange` and `arrange_many` set hands as best responses to a field.
"""

from cpoker_fast._core import share_globals
from cpoker_fast.fields.best_boards import arrange, arrange_many
from cpoker_fast.fields.field import Field

__all__ = ["Field", "arrange", "arrange_many"]


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
