"""Open-face placements in plain Python, written from the rules and independent of the package."""

import itertools

import reference

SIZES = (3, 5, 5)


def suits_that_count(row, cards):
    """Return the parts of a row's cards that matter: the ranks, and the cards themselves if it may be a flush."""
    ranks = tuple(sorted(card // 4 for card in cards))
    may_be_flush = row > 0 and len({card % 4 for card in cards}) == 1
    return (ranks, tuple(sorted(cards)) if may_be_flush else None)


def placements(rows, cards, placed):
    """Return the different placements of `placed` cards, as resulting rows and discards: the first of each kind."""
    results = {}
    for places in itertools.product(range(4), repeat=len(cards)):
        after, away = [list(row) for row in rows], []
        for card, place in zip(sorted(cards), places, strict=True):
            (after + [away])[place].append(card)
        if len(away) != len(cards) - placed or any(len(row) > size for row, size in zip(after, SIZES, strict=True)):
            continue
        kind = tuple(suits_that_count(i, row) for i, row in enumerate(after)), tuple(sorted(away))
        results.setdefault(kind, ([tuple(sorted(row)) for row in after], tuple(sorted(away))))
    return list(results.values())


def perft(streets, cards, depth, rows=((), (), ())):
    """Return the number of different sequences of placements of the first streets."""
    if depth == 0:
        return 1
    (dealt, placed), rest = streets[0], streets[1:]
    following = placements(rows, cards[:dealt], placed)
    if depth == 1:
        return len(following)
    return sum(perft(rest, cards[dealt:], depth - 1, after) for after, _ in following)


def earned(board, rules, cards, stays):
    """Return the cards of the Fantasyland that rows earn; `cards`: those of the Fantasyland in progress, or 0."""
    land, seat = rules.fantasyland, reference.read(board, rules, declares=False)
    has_stayed = cards and land.most_stays is not None and stays >= land.most_stays
    if seat["foul"] or () in seat["keys"] or has_stayed:
        return 0
    sizes = []
    for row, (name, key) in enumerate(zip(("front", "middle", "back"), seat["keys"], strict=True)):
        table = getattr(land.stay if cards else land.entry, name)
        sizes.append(reference.royalty(table, key, lowball=rules.lowball_middle and name == "middle"))
        paid = seat["royalties"][row] * (2 if seat["deuce"] == row else 1)
        if cards and land.stay_royalty_over is not None and paid > land.stay_royalty_over:
            all_sizes = [size for row_table in (land.stay.front, land.stay.middle, land.stay.back) for _, size in row_table]
            sizes[-1] = max(all_sizes, default=cards)
    if cards:
        return cards if land.stay_keeps_cards and any(sizes) else max(sizes)
    return land.entry_by_more if land.entry_by_more and len([size for size in sizes if size]) > 1 else max(sizes)
