"""Reinforcement-learning environments of closed games; they require the extra ``rl`` (Gymnasium).

`ClosedEnv` is a Gymnasium environment: a hand of 13 cards, which one action sets, against bots. `ClosedVectorEnv` plays many
hands at once. `ClosedActions` describes observations and actions, and `ClosedPolicyBot` plays a trained policy; both are
also in `cpoker_fast.players`, which does not require Gymnasium. Environments of open-face games are in
`cpoker_fast.openface.learning`.
"""

from cpoker_fast.players import ClosedActions, ClosedPolicyBot
from cpoker_fast.system.extras import install_command

try:
    from cpoker_fast.learning.closed_env import ClosedEnv
    from cpoker_fast.learning.closed_vector_env import ClosedVectorEnv
    from cpoker_fast.system.gymnasium_support import register_environments
except ModuleNotFoundError as _error:
    raise ImportError(f"environments require more libraries ({_error}): run `{install_command('rl')}`") from _error

__all__ = ["ClosedActions", "ClosedEnv", "ClosedPolicyBot", "ClosedVectorEnv"]

register_environments()
