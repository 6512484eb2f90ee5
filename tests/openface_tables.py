"""Tables of open-face games: variants and numbers of players."""

import cpoker_fast as cp

VARIANTS = [name for name in cp.presets() if cp.rules(name).openface]
TABLES = [(name, players) for name in VARIANTS for players in range(2, cp.rules(name).openface.players + 1)]


def sizes_that_fit(rules, players):
    """Return the sizes of Fantasylands for which the deck has enough cards, with a chance for each."""
    if cp.rules(rules).openface.fantasyland is None:
        return {}
    return {cards: 0.1 for cards in range(13, 18) if players * cards <= 52}
