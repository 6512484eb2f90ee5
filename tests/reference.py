"""A slow, obvious Chinese poker: plain Python written from RULES.md, without a line of the package.

Cards are ints, 4 * rank + suit. Rows are compared by keys: tuples (category, ranks...) that Python orders as the joint scale
does, since a tuple is greater than its own beginning.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
ACE = 12


def card(text):
    return 4 * "23456789TJQKA".index(text[0]) + "cdhs".index(text[1])


def cards(text):
    return [card(word) for word in text.split()]


def straight_place(ranks, wheel):
    """The highest rank of five that form a straight, or None; A-2-3-4-5 goes where `wheel` says."""
    ranks = sorted(ranks)
    if ranks == [0, 1, 2, 3, ACE] and wheel is not None:
        return {"lowest": 3, "second": 11.5}[wheel]
    return ranks[4] if ranks == list(range(ranks[0], ranks[0] + 5)) else None


def key(row, wheel="lowest"):
    """The key of three or five cards; wheel=None: A-2-3-4-5 is no straight."""
    ranks = [c // 4 for c in row]
    by_count = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    order = tuple(rank for rank, _ in by_count)
    shape = tuple(count for _, count in by_count)
    if len(row) == 3:
        return ({(1, 1, 1): HIGH_CARD, (2, 1): PAIR, (3,): TRIPS}[shape], *order)
    kinds = {(2, 1, 1, 1): PAIR, (2, 2, 1): TWO_PAIR, (3, 1, 1): TRIPS, (3, 2): FULL_HOUSE, (4, 1): QUADS}
    if shape in kinds:
        return (kinds[shape], *order)
    place = straight_place(ranks, wheel)
    flush = len({c % 4 for c in row}) == 1
    if place is not None:
        return (STRAIGHT_FLUSH if flush else STRAIGHT, place)
    return (FLUSH if flush else HIGH_CARD, *order)


def lowball_key(row):
    """2-7: what is weakest in poker is best, aces are high."""
    category, *ranks = key(row, wheel=None)
    return tuple(-x for x in (category, *ranks))


def sign(x):
    return (x > 0) - (x < 0)


def compare(a, b):
    return (a > b) - (a < b)


# ---- naturals ----


def counts(hand):
    return Counter(Counter(c // 4 for c in hand).values())


def is_straight_front(row):
    ranks = sorted(c // 4 for c in row)
    return ranks == list(range(ranks[0], ranks[0] + 3)) or ranks == [0, 1, ACE]


def is_suited(row):
    return len({c % 4 for c in row}) == 1


def splits(hand):
    """All arrangements, fouls too, as (front, middle, back)."""
    for back in combinations(hand, 5):
        rest = [c for c in hand if c not in back]
        for middle in combinations(rest, 5):
            yield tuple(c for c in rest if c not in middle), middle, back


def three_rows(hand, straight, flush):
    """The boards that show three straights, three flushes or both."""

    def fits(row):
        is_straight = (
            is_straight_front(row) if len(row) == 3 else straight_place([c // 4 for c in row], "lowest") is not None
        )
        return (not straight or is_straight) and (not flush or is_suited(row))

    backs = [back for back in combinations(hand, 5) if fits(back)]
    for back in backs:
        for middle in backs:
            if not set(back) & set(middle):
                front = tuple(c for c in hand if c not in back and c not in middle)
                if fits(front):
                    yield front, middle, back


def can_hold(hand, straight, flush):
    return any(True for _ in three_rows(hand, straight, flush))


def within(hand, low, high):
    return all("23456789TJQKA".index(low) <= c // 4 <= "23456789TJQKA".index(high) for c in hand)


def reds(hand):
    return sum(c % 4 in (1, 2) for c in hand)


PATTERNS = {
    "six pairs": lambda hand: counts(hand) == {2: 6, 1: 1},
    "six pairs, quads counting as two": lambda hand: counts(hand)[1] == 1 and not counts(hand)[3],
    "three straights": lambda hand: can_hold(hand, straight=True, flush=False),
    "three flushes": lambda hand: can_hold(hand, straight=False, flush=True),
    "five pairs and trips": lambda hand: counts(hand) == {2: 5, 3: 1},
    "four trips": lambda hand: counts(hand) == {3: 4, 1: 1},
    "three quads": lambda hand: counts(hand) == {4: 3, 1: 1},
    "small, two to eight": lambda hand: within(hand, "2", "8"),
    "small, two to nine": lambda hand: within(hand, "2", "9"),
    "small, two to ten": lambda hand: within(hand, "2", "T"),
    "big, eight to ace": lambda hand: within(hand, "8", "A"),
    "no pictures": lambda hand: not any(9 <= c // 4 <= 11 for c in hand),
    "one colour": lambda hand: reds(hand) in (0, 13),
    "twelve of one colour": lambda hand: reds(hand) in (1, 12),
    "twelve pictures": lambda hand: sum(9 <= c // 4 <= 11 for c in hand) == 12,
    "jacks to aces": lambda hand: within(hand, "J", "A"),
    "three straight flushes": lambda hand: can_hold(hand, straight=True, flush=True),
    "dragon": lambda hand: counts(hand) == {1: 13},
    "one suit": is_suited,
}


def natural_order(pattern, hand, wheel):
    """What decides between two naturals of one pattern."""
    if pattern.startswith("six pairs"):
        pairs = [rank for rank, n in Counter(c // 4 for c in hand).items() for _ in range(n // 2)]
        return sorted(pairs, reverse=True)
    if pattern.startswith("three straight") or pattern == "three flushes":
        straight, flush = "straight" in pattern, "flush" in pattern

        def rows(board):
            front, middle, back = board
            ranks = sorted(c // 4 for c in front)
            if straight:
                top = ranks[2] if ranks != [0, 1, ACE] else (11.5 if wheel == "second" else 1)
            return key(back, wheel), key(middle, wheel), (top,) if straight else key(front)

        boards = map(rows, three_rows(hand, straight, flush))
        return max(board for board in boards if board[0] >= board[1])
    return ()


# ---- settling ----


def settle(boards, rules, button=0):
    """Points by seat. A board is (front, middle, back) of card lists, or None for a surrender; `rules` is read as data."""
    n = len(boards)
    seats = [None if board is None else read(board, rules) for board in boards]
    pairings = {(i, j): pairing(seats[i], seats[j], rules, tie(i, j, rules, button)) for i in range(n) for j in range(i)}
    if rules.pairings == "banker":
        pairings = {pair: result for pair, result in pairings.items() if button in pair}
    for i, j in list(pairings):
        pairings[j, i] = {k: -v if k != "times" else v for k, v in pairings[i, j].items()}
    points = [0] * n
    for (i, j), result in pairings.items():
        scoops = [pairings.get((i, other), {"scoop": 0})["scoop"] == 1 for other in range(n) if other != i]
        lost = [pairings.get((j, other), {"scoop": 0})["scoop"] == 1 for other in range(n) if other != j]
        side = 1 if all(scoops) else -1 if all(lost) else 0
        pays = rules.home_run_bonus or rules.home_run_times > 1
        if side and pays and n >= rules.home_run_players and rules.pairings != "banker":
            times = rules.home_run_times if rules.home_run_times > 1 else result["times"]
            points[i] += (result["sum"] + side * rules.home_run_bonus) * times
        else:
            points[i] += result["sum"] * result["times"]
    return points


def tie(i, j, rules, button):
    return 0 if rules.row_ties == "nobody" else (i == button) - (j == button)


def read(board, rules):
    front, middle, back = board
    wheel = str(rules.wheel)
    keys = [key(front, wheel), lowball_key(middle) if rules.lowball_middle else key(middle, wheel), key(back, wheel)]
    hand = [*front, *middle, *back]
    made = [n for n in rules.naturals if PATTERNS[n.pattern](hand)]
    levels = {n.pattern: place if n.level is None else n.level for place, n in enumerate(rules.naturals)}
    return {
        "hand": hand,
        "keys": keys,
        "foul": keys[0] > keys[2] if rules.lowball_middle else not keys[0] <= keys[1] <= keys[2],
        "royalties": [
            royalty(getattr(rules.royalties, row), row_key, lowball=rules.lowball_middle and row == "middle")
            for row, row_key in zip(("front", "middle", "back"), keys, strict=True)
        ],
        "natural": max(made, key=lambda n: levels[n.pattern]) if made else None,
        "levels": levels,
    }


NAMES = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
         "straight flush"]  # fmt: skip


def royalty(table, row_key, *, lowball):
    table = dict(table)
    if lowball:
        row_key = tuple(-x for x in row_key)
    name, rank = NAMES[row_key[0]], row_key[1]
    names = [name, *(["royal flush"] if name == "straight flush" and rank == ACE else [])]
    letter = "23456789TJQKA"[3 if rank == 11.5 else rank]
    found = 0
    for one in names:
        found = table.get(f"{one} {letter}", table.get(one, found))
    return found


def scoop_price(rules):
    return (rules.match_points or 3 * rules.row_points) + rules.scoop_bonus


def pairing(a, b, rules, tied):
    if a is None or b is None:
        return {"sum": ((b is None) - (a is None)) * (rules.surrender or 0), "times": 1, "scoop": 0}
    if a["natural"] or b["natural"]:
        return naturals(a, b, rules)
    if a["foul"] and b["foul"]:
        return {"sum": 0, "times": 1, "scoop": 0}
    if a["foul"] or b["foul"]:
        side, winner = (-1, b) if a["foul"] else (1, a)
        price = scoop_price(rules) if rules.foul is None else rules.foul
        price += sum(winner["royalties"]) if rules.foul_pays_royalties else 0
        return {"sum": side * price, "times": rules.scoop_times if rules.foul is None else 1, "scoop": side}
    won = [compare(x, y) or tied for x, y in zip(a["keys"], b["keys"], strict=True)]
    if rules.match_points:
        rows = rules.match_points * ((won.count(1) >= 2) - (won.count(-1) >= 2))
    else:
        rows = rules.row_points * sum(won)
    scoop = 1 if won == [1, 1, 1] else -1 if won == [-1, -1, -1] else 0
    always = rules.royalties.on == "always"
    extra = sum(
        ra - rb if always else {1: ra, -1: -rb, 0: 0}[side]
        for side, ra, rb in zip(won, a["royalties"], b["royalties"], strict=True)
    )
    bonus = scoop * rules.scoop_bonus
    net = rows + (bonus + extra if rules.overall == "rows and extras" else 0)
    total = rows + bonus + extra + sign(net) * rules.overall_points
    return {"sum": total, "times": rules.scoop_times if scoop else 1, "scoop": scoop}


def naturals(a, b, rules):
    level_a, level_b = (-1 if x["natural"] is None else x["levels"][x["natural"].pattern] for x in (a, b))
    better = sign(level_a - level_b)
    same = a["natural"] and b["natural"] and a["natural"].pattern == b["natural"].pattern
    if same and rules.natural_ties == "compare":
        orders = [natural_order(x["natural"].pattern, x["hand"], str(rules.wheel)) for x in (a, b)]
        better = compare(*orders)
    points_a, points_b = (0 if x["natural"] is None else x["natural"].points for x in (a, b))
    if rules.natural_mode == "difference":
        return {"sum": points_a - points_b, "times": 1, "scoop": 0}
    if rules.natural_mode == "winner takes full":
        return {"sum": {1: points_a, -1: -points_b, 0: 0}[better], "times": 1, "scoop": 0}
    if a["natural"] and b["natural"]:
        return {"sum": 0, "times": 1, "scoop": 0}
    return {"sum": better * scoop_price(rules), "times": rules.scoop_times, "scoop": better}


# ---- arranging ----


def legal_splits(hand, wheel="lowest"):
    for front, middle, back in splits(hand):
        if key(front, wheel) <= key(middle, wheel) <= key(back, wheel):
            yield front, middle, back
