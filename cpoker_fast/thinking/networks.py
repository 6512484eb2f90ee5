"""The value networks of rules: reading those of the package, and attaching them to the plan of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cpoker_fast._networks import Networks, attach
from cpoker_fast._openface import PLAYERS, Plan
from cpoker_fast.game.plan import plan_of
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.thinking.network_archive import SHIPPED, archive_error, networks_name, read_networks

__all__ = ["attach_networks", "has_networks", "player_of"]


def has_networks(rules: Rules) -> bool:
    """Whether the package or the plan of the rules has networks; NetworkError if the archive cannot be read."""
    return plan_of(rules).networks is not None or _shipped_for(rules) is not None


def attach_networks(rules: Rules) -> bool:
    """Attach the networks of the package to the plan of the rules; return whether the plan then has networks."""
    plan = plan_of(rules)
    if plan.networks is not None:
        return True
    networks = _shipped_for(rules)
    return networks is not None and cached_with(rules, "attached networks", None, lambda: _attach(plan, networks, rules))


def _attach(plan: Plan, networks: Networks, rules: Rules) -> bool:
    with _reporting_damage(rules):
        attach(plan, networks)
    return True


def _shipped_for(rules: Rules) -> Networks | None:
    """Return the networks of the package for rules, or None; the result is cached."""

    def read() -> Networks | None:
        parts = read_networks(rules)
        with _reporting_damage(rules):
            return None if parts is None else Networks(*parts)

    return cached_with(rules, "networks", None, read, takes_long=True)


@contextmanager
def _reporting_damage(rules: Rules) -> Iterator[None]:
    """Replace errors from invalid arrays of the archive by a NetworkError with the path of the archive."""
    try:
        yield
    except (ValueError, OverflowError, TypeError) as error:
        raise archive_error(str(networks_name(rules)), SHIPPED, error) from error


def player_of(rules: Rules) -> str:
    """Return the name of the bot that plays rollouts: the strongest compiled bot that supports the rules."""
    return next(name for name in reversed(PLAYERS) if not PLAYERS[name]["needs_networks"] or has_networks(rules))
