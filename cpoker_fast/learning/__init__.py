"""Environments for reinforcement learning, under any rules; they require the extra ``rl`` (Gymnasium and PettingZoo).

`VectorEnv` is a Gymnasium vector environment, which plays thousands of deals in parallel in C. The caller plays alone or
against bots. `Env` is a Gymnasium environment: one deal against bots. `env` and `raw_env` are PettingZoo environments of one
deal, in which players act one at a time. All environments have the same arguments and the same observations, which
`players.Observation` describes.

One action places the highest card of the hand in the front (0), the middle (1) or the back (2), or discards it (3). So all
rules, and Fantasylands of 13 to 17 cards, have the same four actions. Under rules of one street, on which 13 cards are
placed, one action may also place all cards (``actions="boards"``). `players.BoardActions` numbers the 72,072 boards.
`players.PolicyBot` plays a trained policy.
"""

from cpoker_fast.system.extras import install_command

try:
    from cpoker_fast.learning.aec_env import env, raw_env
    from cpoker_fast.learning.gymnasium_support import register_environment
    from cpoker_fast.learning.single_env import Env
    from cpoker_fast.learning.vector_env import VectorEnv
except ModuleNotFoundError as _error:
    raise ImportError(f"environments require more libraries ({_error}): run `{install_command('rl')}`") from _error

__all__ = ["Env", "VectorEnv", "env", "raw_env"]

register_environment()
