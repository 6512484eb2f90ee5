"""A small engine, which plays all games without a 2-7 middle for a host, and writes its points to standard error.

cpoker engine --check "python examples/engines/engine.py"
"""

import json
import sys
from functools import lru_cache
from itertools import combinations, product

MATCH = {}  # the rules, and the points so far
RANKS, SUITS, SIZES = "23456789TJQKA", "cdhs", (3, 5, 5)
CATEGORIES = {(2, 1): 1, (2, 2): 2, (3,): 3, (3, 1): 3, (3, 2): 6, (4, 1): 7}  # by the two largest numbers of equal ranks


def cards_in(text):
    """Return the cards in a text such as 'AsKd' or 'As Kd': 0 to 51, by rank and then by suit."""
    letters = text.replace(" ", "").replace("-", "")
    return tuple(4 * RANKS.index(rank) + SUITS.index(suit) for rank, suit in zip(letters[::2], letters[1::2], strict=True))


def text_of(cards):
    """Return cards as text, such as 'As Kd'; '-' for no cards."""
    return " ".join(RANKS[card // 4] + SUITS[card % 4] for card in cards) or "-"


@lru_cache(1 << 16)
def strength(row):
    """Return the strength of a row, complete or not: its category, then its ranks by importance. Higher is better."""
    ranks = [card // 4 for card in row]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    category = CATEGORIES.get(tuple(count for count, _ in groups[:2]), 1 if groups and groups[0][0] == 2 else 0)
    order = [rank for _, rank in groups]
    if len(order) == 5:
        is_wheel = order == [12, 3, 2, 1, 0]
        is_straight, is_flush = is_wheel or order[0] - order[4] == 4, len({card % 4 for card in row}) == 1
        category = 8 if is_straight and is_flush else 5 if is_flush else 4 if is_straight else 0
        order = [3] if is_wheel and MATCH["rules"]["wheel"] == "lowest" else order
    return category, *order


def strong_fives(hand):
    """Return sets of cards to begin with: none, the highest five cards of a suit, and straights."""
    fives = [()]
    for suit in range(4):
        same = [card for card in hand if card % 4 == suit]
        fives += [tuple(same[:5])] if len(same) >= 5 else []
    by_rank = {card // 4: card for card in reversed(hand)}
    for high in range(12, 3, -1):
        straight = range(high, high - 5, -1)
        fives += [tuple(by_rank[rank] for rank in straight)] if all(rank in by_rank for rank in straight) else []
    return fives


def best_board(hand):
    """Return the best of a few splits of a hand of 13 to 17 cards, as (front, middle, back); the other cards are left."""
    numbers = [sum(card // 4 == rank for card in hand) for rank in range(13)]
    hand = sorted(hand, key=lambda card: (numbers[card // 4], card), reverse=True)  # quads, trips, pairs, single cards
    best, most = None, -1
    for five in strong_fives(hand):
        rest = [card for card in hand if card not in five]
        equal = [tuple(card for card in rest if card // 4 == rank) for rank in range(13)]
        for front in [(), *(cards for cards in equal if len(cards) in (2, 3))]:
            order = [*five, *(card for card in rest if card not in front)]
            middle, back = sorted((tuple(order[:5]), tuple(order[5:10])), key=strength)
            rows = (*front, *order[10 : 13 - len(front)]), middle, back
            strengths = [strength(row) for row in rows]
            score = sum(weight * (13 * row[0] + row[1]) for weight, row in zip((20, 12, 10), strengths, strict=True))
            if strengths[0] <= strengths[1] and score > most:
                best, most = rows, score
    return best


def promise(rows):
    """Return how promising unfinished rows are: high and equal cards, most in the back, in the right order."""
    strengths = [strength(row) for row in rows]
    score = -500 * ((strengths[0] > strengths[1]) + (strengths[1] > strengths[2]))
    for weight, row in enumerate(rows, start=1):
        is_suited = weight > 1 and len({card % 4 for card in row}) == 1
        score += weight * (40 * strengths[weight - 1][0] + sum(card // 4 for card in row) + is_suited * 2 * len(row) ** 2)
    return score


def best_placement(position, streets):
    """Return the best placement in a position, a text such as 'seat 1; button 2; ...; hand As Kd 7c'."""
    parts = [part.strip().partition(" ")[::2] for part in position.split(";")]
    fields, boards = dict(parts), [text for key, text in parts if key == "board"]
    hand = cards_in(fields["hand"])
    if len(hand) >= 13:  # all cards are placed at once
        return written(best_board(hand), hand)
    rows = [cards_in(row) for row in boards[int(fields["seat"]) - 1].split("/")]
    best, most = None, float("-inf")
    for placed in combinations(hand, streets[int(fields["street"]) - 1][1]):
        for places in product(range(3), repeat=len(placed)):
            added = [tuple(card for card, place in zip(placed, places, strict=True) if place == row) for row in range(3)]
            after = [row + cards for row, cards in zip(rows, added, strict=True)]
            if all(len(row) <= size for row, size in zip(after, SIZES, strict=True)) and (value := promise(after)) > most:
                best, most = added, value
    return written(best, hand)


def written(rows, hand):
    """Return a placement as text: the cards for each row, and the discards."""
    discards = [card for card in hand if not any(card in row for row in rows)]
    return " / ".join(map(text_of, rows)) + (f" discards {text_of(discards)}" if discards else "")


def reply_to(message):
    """Return the reply to a message, None for no reply."""
    kind = message["type"]
    if kind == "hello":
        return {"type": "hello", "protocol": 1, "name": "engine.py", "settlements": True}
    if kind == "match":
        MATCH.update(rules=message["rules"], points=0)
        strength.cache_clear()
        if message["rules"]["lowball_middle"]:
            raise ValueError("this engine plays no 2-7 middles")
        return {"type": "ready"}
    if kind == "place":
        positions = [message["shared"] + text for text in message["positions"]]
        placements = [best_placement(position, MATCH["rules"]["streets"]) for position in positions]
        return {"type": "placements", "id": message["id"], "placements": placements}
    if kind == "ping":
        return {"type": "pong", "id": message["id"]}
    if kind == "settled":
        MATCH["points"] += sum(deal["points"][deal["seat"]] for deal in message["deals"])
        print(f"{MATCH['points']:+d} points in this match", file=sys.stderr)
        return None
    raise ValueError(f"unknown type {kind}")


def main():
    """Answer the messages of the host, line by line, until it writes quit or closes the pipe."""
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "quit":
            break
        try:
            reply = reply_to(message)
        except (LookupError, ValueError) as error:
            reply = {"type": "error", "id": message.get("id", 0), "message": str(error)}
        if reply is not None:
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
