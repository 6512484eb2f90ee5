"""Environments for reinforcement learning; they require the extra ``rl`` (Gymnasium and PettingZoo).

Card by card, under any rules: `env` and `raw_env` are PettingZoo environments of one deal, in which players act one at a
time. `VectorEnv` is a Gymnasium vector environment: thousands of deals, which are played in parallel in C, by the caller
alone or against bots. `OpenFaceEnv` is a Gymnasium environment: one deal against bots. One action places one card: the
highest card of the hand goes to the front (0), the middle (1) or the back (2), or is discarded (3). So all rules, and
Fantasylands of 13 to 17 cards, have the same four actions. `Observation` describes the bits of an observation, and
`players.PolicyBot` plays a trained policy.

All 13 cards in one action, under closed rules: `ClosedEnv` is a Gymnasium environment of one hand against bots, and
`ClosedVectorEnv` one of many hands. `ClosedActions` describes observations and actions, and `ClosedPolicyBot` plays a
trained policy; both are also in `cpoker_fast.players`, which does not require Gymnasium.
"""

from cpoker_fast.players import ClosedActions, ClosedPolicyBot
from cpoker_fast.system.extras import install_command
from cpoker_fast.thinking.observation import Observation, Seen

try:
    from cpoker_fast.learning.aec_env import env, raw_env
    from cpoker_fast.learning.closed_env import ClosedEnv
    from cpoker_fast.learning.closed_vector_env import ClosedVectorEnv
    from cpoker_fast.learning.single_env import OpenFaceEnv
    from cpoker_fast.learning.vector_env import VectorEnv
    from cpoker_fast.system.gymnasium_support import register_environments
except ModuleNotFoundError as _error:
    raise ImportError(f"environments require more libraries ({_error}): run `{install_command('rl')}`") from _error

__all__ = [
    "ClosedActions",
    "ClosedEnv",
    "ClosedPolicyBot",
    "ClosedVectorEnv",
    "Observation",
    "OpenFaceEnv",
    "Seen",
    "VectorEnv",
    "env",
    "raw_env",
]

register_environments()
