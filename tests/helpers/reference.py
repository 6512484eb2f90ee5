"""Slow, obvious Chinese poker in plain Python, written from the rules of the game and independent of the package.

Cards are ints, 4 * rank + suit. Rows are compared by keys: tuples (category, ranks...) that Python orders as the joint scale
does, since a tuple is greater than its own beginning.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
ACE = 12


def card(text):
    return 4 * "23456789TJQKA".index(text[0]) + "cdhs".index(text[1])


def cards(text):
    return [card(word) for word in text.split()]


def straight_place(ranks, wheel):
    """Return the highest rank of five that form a straight, or None; `wheel` says how high A-2-3-4-5 is."""
    ranks = sorted(ranks)
    if ranks == [0, 1, 2, 3, ACE] and wheel is not None:
        return {"lowest": 3, "second": 11.5}[wheel]
    return ranks[4] if ranks == list(range(ranks[0], ranks[0] + 5)) else None


def key(row, wheel="lowest"):
    """Return the key of three or five cards; wheel=None: A-2-3-4-5 is no straight."""
    return _key(tuple(row), wheel)


@lru_cache(1 << 16)
def _key(row, wheel):
    ranks = [c // 4 for c in row]
    by_count = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    order = tuple(rank for rank, _ in by_count)
    shape = tuple(count for _, count in by_count)
    if len(row) == 3:
        return ({(1, 1, 1): HIGH_CARD, (2, 1): PAIR, (3,): TRIPS}[shape], *order)
    kinds = {(2, 1, 1, 1): PAIR, (2, 2, 1): TWO_PAIR, (3, 1, 1): TRIPS, (3, 2): FULL_HOUSE, (4, 1): QUADS}
    if shape in kinds:
        return (kinds[shape], *order)
    place, flush = straight_place(ranks, wheel), is_suited(row)
    if place is not None:
        return (STRAIGHT_FLUSH if flush else STRAIGHT, place)
    return (FLUSH if flush else HIGH_CARD, *order)


def lowball_key(row):
    """Return the key of a 2-7 low: the weakest poker hand is best, aces are high."""
    category, *ranks = key(row, wheel=None)
    return tuple(-x for x in (category, *ranks))


def sign(x):
    return (x > 0) - (x < 0)


def compare(a, b):
    return (a > b) - (a < b)


# ---- naturals ----


def counts(hand):
    return Counter(Counter(c // 4 for c in hand).values())


STRAIGHTS = {tuple(range(low, low + n)) for n in (3, 5) for low in range(14 - n)} | {(0, 1, ACE), (0, 1, 2, 3, ACE)}


def is_straight(row):
    return tuple(sorted(c // 4 for c in row)) in STRAIGHTS


def is_suited(row):
    return len({c % 4 for c in row}) == 1


def splits(hand):
    """Return all arrangements, including fouls, as (front, middle, back)."""
    for back in combinations(hand, 5):
        rest = [c for c in hand if c not in back]
        for middle in combinations(rest, 5):
            yield tuple(c for c in rest if c not in middle), middle, back


def three_rows(hand, straight, flush):
    """Yield the boards that show three straights, three flushes or both."""

    def fits(row):
        return (not flush or is_suited(row)) and (not straight or is_straight(row))

    backs = {back: set(back) for back in combinations(hand, 5) if fits(back)}
    for back, taken in backs.items():
        for middle, middle_cards in backs.items():
            if taken.isdisjoint(middle_cards):
                front = tuple(c for c in hand if c not in taken and c not in middle_cards)
                if fits(front):
                    yield front, middle, back


def can_hold(hand, straight, flush):
    return _can_hold(tuple(sorted(hand)), straight, flush)


@lru_cache(1 << 12)
def _can_hold(hand, straight, flush):
    return any(True for _ in three_rows(hand, straight, flush))


def within(hand, low, high):
    return all("23456789TJQKA".index(low) <= c // 4 <= "23456789TJQKA".index(high) for c in hand)


def reds(hand):
    return sum(c % 4 in (1, 2) for c in hand)


PATTERNS = {
    "six pairs": lambda hand: counts(hand) == {2: 6, 1: 1},
    "six pairs, loose": lambda hand: sum(n // 2 for n in Counter(c // 4 for c in hand).values()) == 6,
    "three straights": lambda hand: can_hold(hand, straight=True, flush=False),
    "three flushes": lambda hand: can_hold(hand, straight=False, flush=True),
    "five pairs and trips": lambda hand: counts(hand) == {2: 5, 3: 1},
    "four trips": lambda hand: counts(hand) == {3: 4, 1: 1}, "three quads": lambda hand: counts(hand) == {4: 3, 1: 1},
    "small, two to eight": lambda hand: within(hand, "2", "8"), "small, two to nine": lambda hand: within(hand, "2", "9"),
    "small, two to ten": lambda hand: within(hand, "2", "T"), "big, eight to ace": lambda hand: within(hand, "8", "A"),
    "no pictures": lambda hand: not any(9 <= c // 4 <= 11 for c in hand), "one colour": lambda hand: reds(hand) in (0, 13),
    "twelve of one colour": lambda hand: reds(hand) in (1, 12),
    "twelve pictures": lambda hand: sum(9 <= c // 4 <= 11 for c in hand) == 12,
    "jacks to aces": lambda hand: within(hand, "J", "A"),
    "three straight flushes": lambda hand: can_hold(hand, straight=True, flush=True),
    "dragon": lambda hand: counts(hand) == {1: 13}, "one suit": is_suited,
}  # fmt: skip


SHAPES = {
    "straights": {"straight": True, "flush": False}, "flushes": {"straight": False, "flush": True},
    "straight flushes": {"straight": True, "flush": True},
}  # fmt: skip


def meets(conditions, hand):
    """Whether a hand meets conditions."""
    names = "23456789TJQKA"
    first, last = (names.index(rank) for rank in conditions.ranks.split("-"))
    ranks = {*range(first, last + 1)} if first <= last else {12, *range(last + 1)}
    text = {f"{names[card // 4]}{'cdhs'[card % 4]}" for card in hand}
    left_out = conditions.left_out.split()
    considered = [card for card in hand if f"{names[card // 4]}{'cdhs'[card % 4]}" not in left_out]
    by_rank, by_suit = (Counter(key(card) for card in hand) for key in (lambda c: c // 4, lambda c: c % 4))
    return (
        (not conditions.counts or sorted(by_rank.values()) in map(sorted, conditions.counts))
        and (not conditions.suits or sorted(by_suit.values()) in [sorted(n for n in s if n) for s in conditions.suits])
        and sum(card // 4 not in ranks for card in considered) in conditions.others
        and (not conditions.red or sum(card % 4 in (1, 2) for card in considered) in conditions.red)
        and {*conditions.required.split()} <= text
        and not {*conditions.excluded.split()} & text
        and (conditions.rows is None or can_hold(hand, **SHAPES[conditions.rows]))
    )


def makes(natural, hand):
    """Whether a hand makes a natural of rules."""
    return PATTERNS[natural.name](hand) if natural.name in PATTERNS else meets(natural, hand)


def shape_of(natural):
    """Return what the rows of a natural must be, or None if they do not show it."""
    shape = natural.rows or str(natural.name).removeprefix("three ")
    return SHAPES.get(shape)


def natural_order(natural, board, rules):
    """Return the order of two boards with a natural; `board` matters only if the rules compare rows as set."""
    hand, wheel = [c for row in board for c in row], str(rules.wheel)
    if natural.compared_by == "ranks":
        numbers = Counter(c // 4 for c in hand)
        items = sorted(((n, rank) for rank, n in numbers.items()), reverse=True)
        return [n for n, _ in items], [rank for _, rank in items]
    if natural.name.startswith("six pairs") or natural.compared_by == "pairs":
        pairs = [rank for rank, n in Counter(c // 4 for c in hand).items() for _ in range(n // 2)]
        return sorted(pairs, reverse=True)
    if shape_of(natural) is None:
        return ()
    straight, flush = shape_of(natural).values()

    @cache
    def of_row(row):
        ranks = sorted(c // 4 for c in row)
        if not straight:
            return key(row, wheel)
        if len(row) == 5:
            return (straight_place(ranks, wheel),)
        return (ranks[2] if ranks != [0, 1, ACE] else 11.5 if wheel == "second" else 1,)

    boards = [board] if rules.naturals_by_rows else three_rows(hand, straight, flush)
    orders = [tuple(of_row(tuple(row)) for row in reversed(rows)) for rows in boards]
    return max(order for order in orders if rules.naturals_by_rows or order[0] >= order[1])


def is_shown(natural, board):
    """Return whether the rows as set make a natural that rows show."""
    hand = [c for row in board for c in row]
    return tuple(map(tuple, board)) in three_rows(hand, *shape_of(natural).values())


# ---- settling ----


def settle(boards, rules, button=0, declare=None, owners=None, carried=(0, 0, 0)):
    """Return the points by seat; `rules` is read as data.

    A board is (front, middle, back) of card lists, "foul" for a dead hand, or None for a surrender.
    """
    return settle_pairs(boards, rules, button, declare, owners, carried)[0]


def declared_if_better(boards, rules, button=0, owners=None, carried=(0, 0, 0)):
    """Return by seat whether the player declares, if all choose in the order of play and expect best choices after them."""
    n = len(boards)
    owners = owners or range(n)

    def outcome(choices):
        """Return the choices of all players and the points, after the first players have made `choices`."""
        if len(choices) == n:
            declare = [choices[(seat - button - 1) % n] for seat in range(n)]
            return declare, settle(boards, rules, button, declare, owners, carried)
        me = owners[(button + 1 + len(choices)) % n]

        def worth(choice):
            points = outcome([*choices, choice])[1]
            return sum(won for owner, won in zip(owners, points, strict=True) if owner == me)

        return outcome([*choices, worth(True) >= worth(False)])

    return outcome([])[0]


def settle_pairs(boards, rules, button=0, declare=None, owners=None, carried=(0, 0, 0)):
    """Return points by seat, points for naturals and other points by pairing (lower seat first), and a pool's rest."""
    n = len(boards)
    owners = owners or range(n)
    declare = declare or [True] * n
    seats = [None if board is None else read(board, rules, says) for board, says in zip(boards, declare, strict=True)]
    has_banker, banker = rules.pairings == "banker", owners[button]
    pairs = [(i, j) for i in range(n) for j in range(n) if owners[i] != owners[j]]
    playing = [(i, j) for i, j in pairs if not has_banker or banker in (owners[i], owners[j])]
    if rules.pairings == "pool":
        results, pooled, pool_rest = pool(seats, rules, button, carried)
    else:
        results = all_pairings(seats, rules, playing, owners, button)
        pooled, pool_rest = [0] * n, [0, 0, 0]
    for i, j in playing:
        if seats[i] and seats[j]:
            results[i, j]["points"] += side_payments(seats[i], seats[j], rules)
    points = [pooled[i] + sum(results[i, j]["points"] for j in range(n) if (i, j) in playing) for i in range(n)]
    for_naturals = {pair: results[pair].get("natural", 0) for pair in playing if pair[0] < pair[1]}
    return points, {pair: (n, results[pair]["points"] - n) for pair, n in for_naturals.items()}, pool_rest


def all_pairings(seats, rules, playing, owners, button):
    dealer = owners[button]
    ties = {(i, j): (owners[i] == dealer) - (owners[j] == dealer) for i, j in playing}
    push = rules.row_ties in ("nobody", "suits")
    n = len(seats)
    turn = [(i - button - 1) % n for i in range(n)]
    results = {
        (i, j): pairing(seats[i], seats[j], rules, 0 if push else ties[i, j], sign(turn[j] - turn[i])) for i, j in playing
    }

    def scoops_all(i):
        return all(results[i, j]["scoop"] == 1 for j in range(n) if (i, j) in results)

    has_home_runs = rules.home_run_bonus or rules.home_run_times > 1
    for (i, j), result in results.items():
        total, times = result["sum"], result["times"]
        side = scoops_all(i) - scoops_all(j)
        if side and has_home_runs and n >= rules.home_run_players:
            total += side * rules.home_run_bonus
            times = rules.home_run_times if rules.home_run_times > 1 else times
        has_horse = any(x and rules.horse_card and card(rules.horse_card) in x["hand"] for x in (seats[i], seats[j]))
        if has_horse and seats[i] and seats[j]:
            times *= rules.horse_times
        most = rules.most_points
        if side and has_home_runs and n >= rules.home_run_players and rules.most_home_run_points:
            most = rules.most_home_run_points
        paid = abs(total * times) if most is None else min(most, abs(total * times))
        result["points"] = sign(total) * paid
        result["natural"] = result.get("natural", 0) * times
        if most is not None:
            result["natural"] = max(-paid, min(paid, result["natural"]))
    if rules.pairings == "single winner":
        winners = {i for i in range(n) if all(results[i, j]["beats"] == 1 for j in range(n) if (i, j) in results)}
        for (i, j), result in results.items():
            if i not in winners and j not in winners:
                result |= {"points": 0, "natural": 0}
    return results


def side_payments(a, b, rules):
    def aces(x):
        held = sum(c // 4 == ACE for c in x["hand"])
        return rules.aces[held - 1] if held and rules.aces else 0

    return aces(a) - aces(b) + rules.dealer_compensation * ((card("As") in a["hand"]) - (card("As") in b["hand"]))


def pool(seats, rules, button, carried):
    """Settle a pool: each player pays three, each row pays its best board, and a winner of all rows gets the bonus."""
    n = len(seats)
    points, pool_rest, takers_of = [-3 * rules.row_points] * n, [0, 0, 0], []
    fair = [i for i in range(n) if not seats[i]["foul"]]
    for row in range(3):
        pot = carried[row] + n * rules.row_points
        if not fair:
            pool_rest[row], pot, takers = carried[row], n * rules.row_points, list(range(n))
        else:
            best = max(seats[i]["keys"][row] for i in fair)
            takers = [i for i in fair if seats[i]["keys"][row] == best]
        takers_of.append(takers)
        if fair and len(takers) > 1 and rules.pool_ties == "carry over":
            pool_rest[row] = pot
            continue
        clockwise = sorted(takers, key=lambda i: (i - button - 1) % n)
        for place, i in enumerate(clockwise):
            points[i] += pot // len(takers) + (place < pot % len(takers))
    takes_all = takers_of[0][0] if all(takers == takers_of[0] and len(takers) == 1 for takers in takers_of) else None
    sides = {(i, j): (takes_all == i) - (takes_all == j) for i in range(n) for j in range(n)}
    return {pair: {"points": side * rules.scoop_bonus} for pair, side in sides.items()}, points, pool_rest


def pay_stakes(pairs, stacks, button, seats):
    """Return chips by seat: naturals first, then other points; the dealer first; cut to the chips that both players have.

    `pairs` gives (chips for naturals, other chips) by (first seat, second seat).
    """
    chips_left, won = list(stacks), [0] * seats
    clockwise = [(button + k) % seats for k in range(seats)]
    turns = [(a, b) for place, a in enumerate(clockwise) for b in clockwise[place + 1 :]]
    for naturals_now in (True, False):
        for a, b in turns:
            for_naturals, other = pairs.get((min(a, b), max(a, b)), (0, 0))
            chips = for_naturals if naturals_now else other
            winner, loser = (min(a, b), max(a, b)) if chips > 0 else (max(a, b), min(a, b))
            paid = min(abs(chips), chips_left[winner], chips_left[loser])
            for seat, side in ((winner, 1), (loser, -1)):
                chips_left[seat] -= paid
                won[seat] += side * paid
    return won


def read(board, rules, declares):
    if board == "foul":  # a dead hand: all rows are dead, and its cards do not count
        all_dead = rules.dead_rows == "all"
        return {"board": board, "hand": [], "keys": [()] * 3, "foul": all_dead, "royalties": [0] * 3, "deuce": None,
                "natural": None, "levels": {}}  # fmt: skip
    front, middle, back = board
    wheel = str(rules.wheel)
    keys = [key(front, wheel), lowball_key(middle) if rules.lowball_middle else key(middle, wheel), key(back, wheel)]
    hand = [*front, *middle, *back]
    foul = is_foul(keys, rules)
    dead = [False] * 3
    if foul and rules.dead_rows == "out of order":
        foul, dead = False, out_of_order(keys, rules)
    naturals_made = [n for n in rules.naturals if makes(n, hand)]
    if rules.naturals_by_rows:
        naturals_made = [n for n in naturals_made if shape_of(n) is None or is_shown(n, board)]
    if (foul or any(dead)) and not rules.foul_keeps_natural:
        naturals_made = []
    levels = {n.name: place if n.level is None else n.level for place, n in enumerate(rules.naturals)}
    if declares is False:
        naturals_made = []
    elif declares is not True:
        naturals_made = [n for n in naturals_made if n.name == declares]
    royalties = [
        0 if gone else royalty(getattr(rules.royalties, row), row_key, lowball=rules.lowball_middle and row == "middle")
        for row, row_key, gone in zip(("front", "middle", "back"), keys, dead, strict=True)
    ]
    return {
        "board": board, "hand": hand, "foul": foul, "royalties": royalties, "levels": levels,
        "keys": [() if gone else row_key for row_key, gone in zip(keys, dead, strict=True)],  # () is below any key
        "deuce": next((row for row, cards in enumerate(board) if card("2s") in cards and rules.deuce_of_spades), None),
        "natural": best_natural(naturals_made, levels, rules),
    }  # fmt: skip


def best_natural(naturals_made, levels, rules):
    """Return the natural that pays most: by level, or by points where the difference is paid."""
    by_points = rules.natural_mode == "difference"
    return max(naturals_made, key=lambda n: (n.points if by_points else levels[n.name], n.points), default=None)


def out_of_order(keys, rules):
    """Return for each row whether it is out of order with a neighbour, or a lowball middle that does not qualify."""
    front, middle, back = keys
    if rules.lowball_middle:
        return [front > back, not qualifies(middle, rules), front > back]
    low, high = front > middle, middle > back or (rules.equal_rows == "foul" and middle == back)
    return [low, low or high, high]


def qualifies(middle, rules):
    category, highest, *_ = (-x for x in middle)
    limit = rules.lowball_qualifier
    return limit is None or (category == HIGH_CARD and highest <= "23456789TJQKA".index(limit))


def is_foul(keys, rules):
    return any(out_of_order(keys, rules))


NAMES = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
         "straight flush"]  # fmt: skip


def royalty(table, row_key, *, lowball):
    table = dict(table)
    if lowball:
        row_key = tuple(-x for x in row_key)
    name, rank = NAMES[row_key[0]], row_key[1]
    names = [name, "royal flush"] if name == "straight flush" and rank == ACE else [name]
    if name == "high card":
        exact = "-".join("23456789TJQKA"[rank] for rank in row_key[1:])
        if exact in table:
            return table[exact]
    letter = "23456789TJQKA"[3 if rank == 11.5 else rank]
    points = 0
    for category in names:
        points = table.get(f"{category} {letter}", table.get(category, points))
    return points


def scoop_price(rules):
    return (rules.match_points or 3 * rules.row_points) + rules.scoop_bonus


def owed(a, b, row):
    """Return the points that b owes for a's royalty in a row; the deuce of spades doubles it on either side."""
    units = a["royalties"][row]
    has_own = b["royalties"][row] and not b["foul"]
    return units * (2 if a["deuce"] == row else 1) * (2 if b["deuce"] == row and not has_own else 1)


def by_suits(a, b, row, rules):
    """Return the winner of a tied row by suits, or 0 if the row is dead."""
    order = {"d": "dchs", "c": "cdhs"}[rules.suit_order[0]]
    decisive = []
    for x in (a, b):
        if not x["keys"][row]:
            return 0
        ranks = Counter(c // 4 for c in x["board"][row])
        is_wheel = sorted(ranks) == [0, 1, 2, 3, ACE] and rules.wheel == "lowest" and not (row == 1 and rules.lowball_middle)
        rank = max(ranks, key=lambda r: (ranks[r], -1 if is_wheel and r == ACE else r))
        decisive.append(max(order.index("cdhs"[c % 4]) for c in x["board"][row] if c // 4 == rank))
    return sign(decisive[0] - decisive[1])


def pairing(a, b, rules, tied, first):
    if a is None or b is None:
        side = (b is None) - (a is None)
        return {"sum": side * (rules.surrender or 0), "times": 1, "scoop": 0, "beats": side}
    if a["natural"] or b["natural"]:
        return naturals(a, b, rules, first)
    if a["foul"] and b["foul"]:
        return {"sum": 0, "times": 1, "scoop": 0, "beats": 0}
    if a["foul"] or b["foul"]:
        side, winner, loser = (-1, b, a) if a["foul"] else (1, a, b)
        price, times = foul_price(rules, [owed(winner, loser, row) for row in range(3)])
        return {"sum": side * price, "times": times, "scoop": side, "beats": side}
    won = [compare(x, y) or tied for x, y in zip(a["keys"], b["keys"], strict=True)]
    if rules.row_ties == "suits":
        won = [side or by_suits(a, b, row, rules) for row, side in enumerate(won)]
    always = rules.royalties.on == "always"
    extras = [
        owed(a, b, row) - owed(b, a, row) if always else {1: owed(a, b, row), -1: -owed(b, a, row), 0: 0}[side]
        for row, side in enumerate(won)
    ]
    return compared(rules, won, extras)


def compared(rules, won, extras):
    """Return the points for rows that are won (1), tied (0) and lost (-1), and for extras."""
    beats = (won.count(1) >= 2) - (won.count(-1) >= 2)
    rows = rules.match_points * beats if rules.match_points else rules.row_points * sum(won)
    scoop = 1 if won == [1, 1, 1] else -1 if won == [-1, -1, -1] else 0
    bonus = scoop * rules.scoop_bonus
    net = rows + (bonus + sum(extras) if rules.overall == "rows and extras" else 0)
    total = rows + bonus + sum(extras) + sign(net) * rules.overall_points
    return {"sum": total, "times": rules.scoop_times if scoop else 1, "scoop": scoop, "beats": beats}


def foul_price(rules, royalties):
    """Return the points and the factor that a foul pays to a board with these royalties; by default, of three lost rows."""
    if rules.foul is None:
        lost = compared(rules, [1, 1, 1], royalties)
        return lost["sum"], lost["times"]
    return rules.foul + (sum(royalties) if rules.foul_pays_royalties else 0), 1


def naturals(a, b, rules, first):
    points_a, points_b = (0 if x["natural"] is None else x["natural"].points for x in (a, b))
    for x, y, side in ((a, b, 1), (b, a, -1)):
        if rules.foul_pays_naturals and not y["natural"] and y["foul"]:
            price, times = foul_price(rules, [0, 0, 0])
            natural = x["natural"].points
            if rules.natural_mode == "automatic scoop":  # a scoop multiplies all points of the pairing
                natural, times = scoop_price(rules), rules.scoop_times
            return {"sum": side * (price + natural), "times": times, "scoop": side, "beats": side, "natural": side * natural}
    level_a, level_b = (-1 if x["natural"] is None else x["levels"][x["natural"].name] for x in (a, b))
    better = sign(level_a - level_b)
    same = a["natural"] and b["natural"] and a["natural"].name == b["natural"].name
    if same and rules.natural_ties == "compare":
        better = compare(*(natural_order(x["natural"], x["board"], rules) for x in (a, b)))
    if a["natural"] and b["natural"] and level_a == level_b and rules.natural_ties == "first to act":
        better = first
    points, times, scoop = 0, 1, 0
    if rules.natural_mode == "difference":
        points = points_a - points_b
    elif rules.natural_mode == "winner takes full":
        points = {1: points_a, -1: -points_b, 0: 0}[better]
    elif not (a["natural"] and b["natural"]):
        points, times, scoop = better * scoop_price(rules), rules.scoop_times, better
    return {"sum": points, "times": times, "scoop": scoop, "beats": sign(points), "natural": points}


# ---- arranging ----


def legal_splits(hand, wheel="lowest"):
    for front, middle, back in splits(hand):
        if key(front, wheel) <= key(middle, wheel) <= key(back, wheel):
            yield front, middle, back
