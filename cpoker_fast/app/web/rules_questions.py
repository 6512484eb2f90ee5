"""Questions about rules and cards, which all uses of the page ask."""

from __future__ import annotations

from typing import Any

from cpoker_fast.app.rules.sentences import pairings
from cpoker_fast.app.web.asked import read_rules, read_text, texts_of
from cpoker_fast.cards import CardSet
from cpoker_fast.game.plan import fantasyland_sizes
from cpoker_fast.players import bots
from cpoker_fast.rulebook import Rules
from cpoker_fast.system.json_values import JsonObject

__all__ = ["cards", "in_short", "rules"]


def in_short(rules: Rules) -> dict[str, Any]:
    """Return what the page shows of rules in its list: name, note, and whether all cards are placed at once, hidden."""
    return {"name": rules.name, "note": rules.note, "closed": rules.is_closed}


def rules(asked: dict[str, Any]) -> dict[str, Any]:
    """Describe rules: how many may play, with which bots, what is dealt on each street, and what may be declared."""
    described = read_rules(JsonObject(asked, ("rules",)))
    return {
        **in_short(described),
        "players": described.players,
        "bots": list(bots(described)),
        "streets": [list(street) for street in described.streets],
        "naturals": [natural.name for natural in described.naturals],
        "fantasylands": list(fantasyland_sizes(described)),
        "surrender": described.surrender is not None,
        "banker": described.has_banker,
        "button": described.button_matters,
        "against": " ".join(pairings(described)),
    }


def cards(asked: dict[str, Any]) -> dict[str, Any]:
    """Read cards in any spelling."""
    return {"cards": texts_of(CardSet(read_text(JsonObject(asked, ("text",)), "text")))}
