"""Fields that the opponents of the page play best responses to."""

from __future__ import annotations

from cpoker_fast.fields import Field
from cpoker_fast.fields.package_equilibria import shipped_name
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_for_process

__all__ = ["field_for_page"]

_SIZE, _ROUNDS = 1040, 3  # takes about three seconds; the best boards against it lose at most 0.001 points in the full one


def field_for_page(rules: Rules) -> Field:
    """Return the equilibrium of the package; for other rules, a rough one, since the page waits for it."""

    def make() -> Field:
        if shipped_name(rules) is not None:
            return Field.equilibrium(rules)
        return Field.equilibrium(rules, size=_SIZE, rounds=_ROUNDS, cache=False)

    return cached_for_process("field for the page", rules, make)
