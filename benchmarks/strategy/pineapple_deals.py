"""Deals of pineapple that a bot plays against itself, and counts of what became of its boards, street by street."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pineapple_book import FRONTS, QUEEN, contents_of_fronts, has_one_pair

import cpoker_fast as cp
from cpoker_fast._networks import choose_ways, placed
from cpoker_fast.game.plan import plan_of, read_complete
from cpoker_fast.game.positions import boards_of_masks, masks_of_cards
from cpoker_fast.thinking.networks import attach_networks

PRESET, PLAYERS = "pineapple", 2
STREETS = len(cp.rules(PRESET).streets)
TABLES = 500
"""Tables in a batch, for results by seat."""
_BITS = np.arange(13, dtype=np.uint64)
_SUITS = 16 * np.arange(4, dtype=np.uint64)
_SIZES = np.array([3, 5, 5])


class Boards(NamedTuple):
    """Boards of all players, without Fantasylands."""

    rows: NDArray[np.uint64]
    """Masks of the rows after each street: uint64[n, streets, 3]."""
    hands: NDArray[np.uint64]
    """Masks of the cards in hand on each street: uint64[n, streets]."""
    seen: NDArray[np.uint64]
    """Masks of the cards that the player had seen, the hand included: uint64[n, streets]."""
    can_be_legal: NDArray[np.bool_]
    """Whether the board could still become legal after each street: bool[n, streets]."""
    is_foul: NDArray[np.bool_]
    is_entry: NDArray[np.bool_]
    """Whether the board earns a Fantasyland."""

    @classmethod
    def played(cls, bot: cp.players.Bot, deals: range) -> Boards:
        """Play deals by their seeds; the button moves."""
        n = len(deals) * PLAYERS
        rows = np.zeros((n, STREETS, 3), np.uint64)
        hands, seen, can_be_legal = (np.zeros((n, STREETS), dtype) for dtype in (np.uint64, np.uint64, bool))
        complete = []
        for number, seed in enumerate(deals):
            deal, rng = cp.Deal(PRESET, PLAYERS, seed=seed, button=seed % PLAYERS), np.random.default_rng(seed)
            while deal.turn is not None:
                position = deal.position()
                placement = position.placement(bot.place(position, rng))
                place = number * PLAYERS + position.seat, position.street
                after = position.after(placement)
                rows[place] = [row.mask for row in after.own.rows]
                hands[place], seen[place], can_be_legal[place] = position.hand.mask, position.seen.mask, after.can_be_legal
                deal.place(placement)
            complete += [board.board().cards() for board in deal.boards]
        fouls, _, earned = read_complete(cp.rules(PRESET), np.array(complete, np.uint8))
        return cls(rows, hands, seen, can_be_legal, fouls, earned > 0)


def rank_numbers(masks: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return the number of cards of each rank in masks, uint64[...]: int[..., 13]."""
    cards = masks[..., None, None] >> (_SUITS[:, None] + _BITS) & np.uint64(1)
    return cards.sum(axis=-2).astype(np.intp)


def suit_numbers(masks: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return the number of cards of each suit in masks, uint64[...]: int[..., 4]."""
    cards = masks[..., None, None] >> (_SUITS[:, None] + _BITS) & np.uint64(1)
    return cards.sum(axis=-1).astype(np.intp)


def made_hands(masks: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return a number that orders incomplete rows by their pairs, threes and fours of a kind, and ignores single cards."""
    numbers = rank_numbers(masks)
    pairs = ((numbers == 2) * 2 ** np.arange(13)).sum(axis=-1)  # of two pairs, the higher one decides first
    most = numbers.max(axis=-1)
    larger = np.where(most >= 3, numbers.argmax(axis=-1) + 1, 0)  # rank of three or four of a kind
    of_pairs, of_trips = 1 + ((numbers == 2).sum(axis=-1) > 1), np.where(pairs > 0, 4, 3)
    category = np.select([most == 4, most == 3, most == 2], [5, of_trips, of_pairs])
    made: NDArray[np.intp] = (category * 14 + larger) * 2**13 + pairs
    return made


def are_in_order(rows: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether the pairs and better of front, middle and back, uint64[..., 3], are in order."""
    front, middle, back = np.moveaxis(made_hands(rows), -1, 0)
    return (front <= middle) & (middle <= back)


# ---- counts ----


def counts(boards: Boards) -> dict[str, Any]:
    """Return all counts; streets are indices from 0."""
    return {
        "boards": len(boards.rows),
        "fouls": int(boards.is_foul.sum()),
        "Fantasylands": int(boards.is_entry.sum()),
        "fronts": [_results_by_front(boards, street) for street in range(STREETS)],
        "high pairs": [_results_of_high_pairs(boards, street) for street in range(STREETS)],
        "orders": [_results_by_order(boards, street) for street in range(STREETS)],
        "certain fouls": (~boards.can_be_legal).sum(axis=0).tolist(),
        "pairs made": [_pairs_made(boards, street) for street in range(1, STREETS)],
        "flushes": [_flushes(boards, street) for street in range(STREETS - 1)],
        "misses": [_misses(boards, street) for street in range(1, STREETS)],
    }


def _results(boards: Boards, which: NDArray[np.bool_]) -> list[int]:
    """Return the numbers of boards, of fouls and of Fantasylands."""
    return [int(which.sum()), int((which & boards.is_foul).sum()), int((which & boards.is_entry).sum())]


def _results_by_front(boards: Boards, street: int) -> dict[str, list[int]]:
    """Return results by the content of the front; one that lacks room for a pair with its single high card is 'full'."""
    numbers = rank_numbers(boards.rows[:, street, 0])
    content = contents_of_fronts(numbers)
    is_full = (numbers.sum(axis=1) == _SIZES[0]) & (content != FRONTS.index("high pair"))
    return {
        **{name: _results(boards, (content == index) & ~is_full) for index, name in enumerate(FRONTS)},
        "full, without a high pair": _results(boards, is_full),
    }


def _results_of_high_pairs(boards: Boards, street: int) -> dict[str, list[int]]:
    """Return results of boards with queens or better in front, by whether the middle already has as much."""
    is_high = rank_numbers(boards.rows[:, street, 0])[:, QUEEN:].max(axis=1) >= 2
    made = made_hands(boards.rows[:, street])
    is_covered = made[:, 1] >= made[:, 0]
    return {
        "middle has as much": _results(boards, is_high & is_covered),
        "middle has less": _results(boards, is_high & ~is_covered),
    }


def _results_by_order(boards: Boards, street: int) -> dict[str, list[int]]:
    is_ordered = are_in_order(boards.rows[:, street])
    return {"in order": _results(boards, is_ordered), "out of order": _results(boards, ~is_ordered)}


def _pairs_made(boards: Boards, street: int) -> dict[str, list[int]]:
    """Return chances to pair a single queen, king or ace in front with a card in hand, and how many were taken, by rank."""
    before, after = (rank_numbers(boards.rows[:, at, 0]) for at in (street - 1, street))
    in_hand, has_room = rank_numbers(boards.hands[:, street]) > 0, before.sum(axis=1) < _SIZES[0]
    made = {}
    for rank, name in enumerate("QKA", QUEEN):
        is_chance = (before[:, rank] == 1) & in_hand[:, rank] & has_room & (before.max(axis=1) == 1)
        made[name] = [int(is_chance.sum()), int((is_chance & (after[:, rank] >= 2)).sum())]
    return made


def _backs_of_one_suit(boards: Boards, street: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]:
    """Return the suit of each back, its number of cards, and whether it has two to four cards, all of this suit."""
    numbers = suit_numbers(boards.rows[:, street, 2])
    total = numbers.sum(axis=1)
    return numbers.argmax(axis=1), total, (numbers.max(axis=1) == total) & (total >= 2) & (total < _SIZES[2])


def _flushes(boards: Boards, street: int) -> dict[str, list[int]]:
    """Return boards with backs of one suit after a street, and how many became flushes, by cards and outs ('3, 8')."""
    suits, total, is_draw = _backs_of_one_suit(boards, street)
    everyone = np.arange(len(suits))
    outs = 13 - suit_numbers(boards.seen[:, street])[everyone, suits]
    becomes = suit_numbers(boards.rows[:, -1, 2]).max(axis=1) == _SIZES[2]
    keys = total * 100 + outs
    return {
        f"{key // 100}, {key % 100}": [int((which := is_draw & (keys == key)).sum()), int((which & becomes).sum())]
        for key in np.unique(keys[is_draw]).tolist()
    }


def _misses(boards: Boards, street: int) -> dict[str, list[int]]:
    """Return boards with backs of one suit that get no card of it, and how many give the flush up, by cards and outs."""
    suits, total, is_draw = _backs_of_one_suit(boards, street - 1)
    everyone = np.arange(len(suits))
    is_miss = is_draw & (suit_numbers(boards.hands[:, street])[everyone, suits] == 0)
    outs = 13 - suit_numbers(boards.seen[:, street])[everyone, suits]
    gives_up = suit_numbers(boards.rows[:, street, 2]).sum(axis=1) > total
    keys = total * 100 + outs
    return {
        f"{key // 100}, {key % 100}": [int((which := is_miss & (keys == key)).sum()), int((which & gives_up).sum())]
        for key in np.unique(keys[is_miss]).tolist()
    }


# ---- seats ----


class SeatBoards(NamedTuple):
    """Boards of `swift` at many tables, without Fantasylands. The first seat acts first, and the last one has the button."""

    rows: NDArray[np.uint64]
    """Masks of the rows after each street: uint64[streets, seats, n, 3]."""
    changes: NDArray[np.intp]
    """Numbers of placements that `swift` would change if the other boards were hidden: int[streets, seats]."""

    @classmethod
    def played(cls, stacks: NDArray[np.uint8], blind: int | None = None) -> SeatBoards:
        """Play stacks of cards, uint8[n, seats, cards]; the seat `blind` does not look at the other boards."""
        attach_networks(cp.rules(PRESET))
        n, seats = stacks.shape[:2]
        rows, changes = np.zeros((STREETS, seats, n, 3), np.uint64), np.zeros((STREETS, seats), np.intp)
        now, own, end = np.zeros((seats, n, 3), np.uint64), np.zeros((seats, n), np.uint64), 0
        for street, (dealt, _) in enumerate(cp.rules(PRESET).streets):
            begin, end = end, end + dealt
            for seat in range(seats):
                cards = np.ascontiguousarray(np.sort(stacks[:, seat, begin:end], axis=1))
                own[seat] |= masks_of_cards(cards)  # with discards
                hidden = _placed(street, now[seat], own[seat], cards)
                seeing = _placed(street, now[seat], own[seat] | np.bitwise_or.reduce(now, axis=(0, 2)), cards)
                changes[street, seat] = (hidden != seeing).any(axis=1).sum()
                now[seat] = hidden if seat == blind else seeing
            rows[street] = now
        return cls(rows, changes)

    def results(self, worth: float) -> SeatResults:
        """Return the results of the boards; an earned Fantasyland wins its worth from the opponents, from each the same."""
        boards = np.stack([boards_of_masks(rows) for rows in self.rows[-1]], axis=1)
        n, seats = boards.shape[:2]
        is_foul, _, earned = read_complete(cp.rules(PRESET), boards.reshape(-1, 13))
        is_entry = (earned > 0).reshape(n, seats)
        won = worth * is_entry
        lost = (won.sum(axis=1, keepdims=True) - won) / (seats - 1)
        return SeatResults(cp.settle_many(boards, PRESET) + won - lost, is_foul.reshape(n, seats), is_entry)


class SeatResults(NamedTuple):
    """Results of boards, each an array [n, seats]."""

    points: NDArray[np.float64]
    """Points, with the worth of earned Fantasylands."""
    is_foul: NDArray[np.bool_]
    is_entry: NDArray[np.bool_]


def _placed(street: int, rows: NDArray[np.uint64], seen: NDArray[np.uint64], cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return boards, uint64[n, 3], after `swift` placed the cards of a street by the cards that it has seen."""
    plan = plan_of(cp.rules(PRESET))
    after: NDArray[np.uint64] = placed(plan, street, rows, seen, cards, choose_ways(plan, street, rows, seen, cards)[0])
    return after


def results_by_seat(seats: int, batches: range, worth: float) -> dict[str, Any]:
    """Return results by seat, the first to act first, and the first placements of the button; see `SeatBoards`.

    The hands of each table are played in all seats, and once more with each seat that does not look at other boards.
    """
    points, lost = [], []
    fouls, entries, changes = (np.zeros(shape, np.intp) for shape in (seats, seats, (STREETS, seats)))
    choices: dict[str, NDArray[np.intp]] = {}
    for batch in batches:
        stacks = cp.deal_many(TABLES, seats, cp.rules(PRESET).most_cards(), seed=(seats, batch))
        for turn in range(seats):
            hands = np.roll(stacks, turn, axis=1)
            played = SeatBoards.played(hands)
            results = played.results(worth)
            blind = [SeatBoards.played(hands, seat).results(worth).points[:, seat] for seat in range(seats)]
            points.append(results.points)
            lost.append(results.points - np.stack(blind, axis=1))
            fouls += results.is_foul.sum(axis=0)
            entries += results.is_entry.sum(axis=0)
            changes += played.changes
            for name, counted in _choices_of_button(played.rows[0]).items():
                choices[name] = choices.get(name, 0) + counted
    return {
        "deals": len(batches) * TABLES * seats,
        "points": _means_by_seat(points, seats),
        "lost blind": _means_by_seat(lost, seats),
        "fouls": fouls.tolist(),
        "Fantasylands": entries.tolist(),
        "changes": changes.T.tolist(),
        "choices": {name: _by_visible(counted) for name, counted in choices.items()},
    }


def _means_by_seat(turns: list[NDArray[np.float64]], seats: int) -> list[list[float]]:
    """Return the mean points of each seat with their standard errors, from arrays [tables, seats] of successive turns."""
    of_tables = np.reshape(turns, (-1, seats, TABLES, seats)).mean(axis=1).reshape(-1, seats)  # turns depend on each other
    errors = of_tables.std(axis=0, ddof=1) / len(of_tables) ** 0.5
    means: list[list[float]] = np.stack([of_tables.mean(axis=0), errors], axis=1).tolist()
    return means


def _choices_of_button(rows: NDArray[np.uint64]) -> dict[str, NDArray[np.intp]]:
    """Return numbers of hands, and of those that the button places in a row, by kind of hand: int[visible cards, 2].

    `rows` has the rows of all seats after the first street, uint64[seats, n, 3]. A visible card is on another board. It has
    the rank of the hand's only pair, or the suit of its three suited cards. Hands with three suited cards have no pair.
    """
    others, hand = np.bitwise_or.reduce(rows[:-1], axis=(0, 2)), np.bitwise_or.reduce(rows[-1], axis=1)
    ranks, suits, everyone = rank_numbers(hand), suit_numbers(hand), np.arange(len(hand))
    has_pair = has_one_pair(ranks)
    is_suited = (ranks.max(axis=1) == 1) & (suits.max(axis=1) == 3)
    pair, suit = (ranks == 2).argmax(axis=1), suits.argmax(axis=1)
    of_pair, of_suit = rank_numbers(others)[everyone, pair], suit_numbers(others)[everyone, suit]
    pair_in_row = rank_numbers(rows[-1])[everyone, :, pair] == 2
    suited_in_back = suit_numbers(rows[-1][:, 2])[everyone, suit] == 3
    kinds = {
        "low pair in back": (has_pair & (pair < QUEEN), of_pair, pair_in_row[:, 2]),
        "queens in front": (has_pair & (pair == QUEEN), of_pair, pair_in_row[:, 0]),
        "three suited in back": (is_suited, of_suit, suited_in_back),
    }
    return {
        name: np.stack([np.bincount(visible[which], minlength=14) for which in (is_kind, is_kind & is_placed)], axis=1)
        for name, (is_kind, visible, is_placed) in kinds.items()
    }


def _by_visible(counted: NDArray[np.intp]) -> dict[str, list[int]]:
    """Return counts, int[visible cards, 2], by the number of visible cards, without those of no hand."""
    return {str(visible): counts for visible, counts in enumerate(counted.tolist()) if counts[0]}
