"""Reinforcement-learning environments of open-face games; they require the extra ``rl`` (Gymnasium and PettingZoo).

`env` and `raw_env` are PettingZoo environments: one deal, in which players act one at a time. `VectorEnv` is a Gymnasium
vector environment: thousands of deals, which are played in parallel in C, by the caller alone or against bots. `OpenFaceEnv`
is a Gymnasium environment: one deal against bots. In all environments, one action places one card: the highest card of the
hand goes to the front (0), the middle (1) or the back (2), or is discarded (3). So all variants, and Fantasylands of 13 to
17 cards, have the same four actions. `Observation` describes the bits of an observation, and `players.PolicyBot` plays a
trained policy.
"""

from cpoker_fast.system.extras import install_command
from cpoker_fast.thinking.observation import Observation, Seen

try:
    from cpoker_fast.openface.learning.aec_env import env, raw_env
    from cpoker_fast.openface.learning.single_env import OpenFaceEnv
    from cpoker_fast.openface.learning.vector_env import VectorEnv
    from cpoker_fast.system.gymnasium_support import register_environments
except ModuleNotFoundError as _error:
    raise ImportError(f"environments require more libraries ({_error}): run `{install_command('rl')}`") from _error

__all__ = ["Observation", "OpenFaceEnv", "Seen", "VectorEnv", "env", "raw_env"]

register_environments()
