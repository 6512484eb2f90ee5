"""Open-face placements once more, in plain Python from the rules, without a line of the package."""

import itertools

SIZES = (3, 5, 5)


def suits_that_count(row, cards):
    """What of a row's cards can still matter: the ranks, and the cards themselves if it may be a flush."""
    ranks = tuple(sorted(card // 4 for card in cards))
    may_be_flush = row > 0 and len({card % 4 for card in cards}) == 1
    return (ranks, tuple(sorted(cards)) if may_be_flush else None)


def placements(rows, cards, placed):
    """The different placements of some of the cards: rows after it and discards, the first of each kind."""
    found = {}
    for places in itertools.product(range(4), repeat=len(cards)):
        after, away = [list(row) for row in rows], []
        for card, place in zip(sorted(cards), places, strict=True):
            (after + [away])[place].append(card)
        if len(away) != len(cards) - placed or any(len(row) > size for row, size in zip(after, SIZES, strict=True)):
            continue
        kind = tuple(suits_that_count(i, row) for i, row in enumerate(after)), tuple(sorted(away))
        found.setdefault(kind, ([tuple(sorted(row)) for row in after], tuple(sorted(away))))
    return list(found.values())


def perft(streets, cards, depth, rows=((), (), ())):
    """The number of different sequences of placements of the first streets."""
    if depth == 0:
        return 1
    (dealt, placed), rest = streets[0], streets[1:]
    following = placements(rows, cards[:dealt], placed)
    if depth == 1:
        return len(following)
    return sum(perft(rest, cards[dealt:], depth - 1, after) for after, _ in following)
