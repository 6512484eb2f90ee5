"""Deals with given boards, and random placements, for several test modules."""

import cpoker_fast as cp
from cpoker_fast import Deal

# Three flushes, which pay 3 as a natural of `face-up` and 4 + 8 as royalties; and a board that wins only the front.
FLUSHES = "2s 5s 9s / Kh 9h 5h 4h 2h / Ad Kd 8d 4d 3d"
PLAIN = "Th 7d 6h / 6s 6d 8c Tc 9d / Jc Js Qc 7c 3s"


def played(rules, boards, **options):
    """Return a finished deal with these boards: each player is dealt the cards of theirs, street by street."""
    rules = cp.rules(rules) if isinstance(rules, str) else rules
    boards = [cp.Board.parse(board) for board in boards]
    used = cp.CardSet([card for board in boards for card in board.hand])
    spare = list(cp.CardSet(range(52)) - used)
    stacks, places = [], []
    lands = options.get("fantasyland") or (0,) * len(boards)
    for board, land in zip(boards, lands, strict=True):
        placed = [(row, card) for row, cards in enumerate(board.rows) for card in cards]
        streets = [(land, 13)] if land else rules.streets
        stack, placements = [], []
        for dealt, to_place in streets:
            here, placed = placed[:to_place], placed[to_place:]
            away = [spare.pop() for _ in range(dealt - to_place)]
            stack += [card for _, card in here] + away
            placements.append([[card for row, card in here if row == number] for number in range(3)])
        stacks.append(stack)
        places.append(placements)
    deal = Deal(rules, len(boards), stacks=stacks, **options)
    while (seat := deal.turn) is not None:
        deal.place(places[seat].pop(0))
    return deal


def placed_at_random(deal, rng):
    """Place the next cards of a deal at random."""
    position = deal.position()
    if position.in_fantasyland:
        cards = rng.sample(sorted(position.hand), 13)
        return deal.place([cards[:3], cards[3:8], cards[8:]])
    hand = rng.sample(sorted(position.hand), position.to_place)
    places = [row for row, room in enumerate(position.own.room) for _ in range(room)]
    rows = [[], [], []]
    for card, row in zip(hand, rng.sample(places, len(hand)), strict=True):
        rows[row].append(card)
    return deal.place(rows)
