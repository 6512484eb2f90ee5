"""`cpoker set`: set hands, dealt or in Fantasyland."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from itertools import pairwise
from math import nan
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np

from cpoker_fast._texts import PlacementWriter, Words
from cpoker_fast.app.console.arguments import equilibrium_with_progress
from cpoker_fast.app.console.bad_input import BadInput, errors_at
from cpoker_fast.app.console.common_options import (
    PointsByCards,
    file_option,
    is_typed,
    json_option,
    keep_going_option,
    parse_points_by_cards,
    refuse_options,
    rules_by_cards_option,
    rules_of_cards,
)
from cpoker_fast.app.console.input_lines import SetsOfCards, cards_in_batches
from cpoker_fast.app.console.output import board_in_lines, board_plain, coloured, json_line, next_deal_in_words, wrapped
from cpoker_fast.app.console.work import Work, pieces
from cpoker_fast.arranging import FantasylandBoard, best_fantasyland_many, best_royalties, best_royalties_many
from cpoker_fast.board_arrays import Placements, board_of_cards, has_no_board
from cpoker_fast.boards import HAND_SIZE, ROWS, Board
from cpoker_fast.cards import CardSet
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError, CpokerError
from cpoker_fast.fields import Field, arrange_many
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling.results import describe_row

if TYPE_CHECKING:
    from array import array

__all__ = ["set_hands"]

_FOR_DEALT_HANDS = ("by", "opponents", "has_button")
_FOR_FANTASYLAND = ("bonus", "against")


class _DealtHands:
    """Sets hands of 13 cards that are dealt under rules of one street, and writes their boards."""

    def __init__(self, rules: Rules, by: str, opponents: int, has_button: bool, threads: int) -> None:
        self.rules, self._by, self._threads = rules, by, threads
        self._opponents, self._has_button = opponents, has_button
        describe = partial(describe_row, wheel=rules.wheel, lowball_middle=rules.lowball_middle)
        front, middle, back = (Words(partial(describe, row)) for row in ROWS)
        naturals, rows = tuple(natural.name for natural in rules.naturals), (front, middle, back)
        self._writer = PlacementWriter(compiled(rules), rules.name, naturals, rows, counted(opponents, "opponent"))

    @cached_property
    def _field(self) -> Field:
        """Equilibrium that the opponents play."""
        return equilibrium_with_progress(self.rules)

    def _best(self, masks: array[int]) -> Placements:
        """Return the best placements: by points, or by royalties, without points."""
        if self._by == "points":
            return arrange_many(
                masks,
                self.rules,
                self._field,
                opponents=self._opponents,
                has_button=self._has_button,
                threads=self._threads,
            )
        boards = best_royalties_many(masks, self.rules, threads=self._threads)
        return Placements(boards, np.zeros(len(masks), bool), np.full(len(masks), nan))

    def write(self, hands: SetsOfCards, as_json: bool, work: Work) -> None:
        """Write the boards of hands; report those that are set by royalties and have no legal board."""
        best = self._best(hands.masks)
        without_board = np.flatnonzero(has_no_board(best.boards) & np.isnan(best.points)).tolist()
        for begin, end in pairwise([-1, *without_board, len(hands.masks)]):
            for piece in pieces(begin + 1, end):
                columns = best.boards[piece], best.declare[piece].view("u1"), best.points[piece]
                text = self._writer.write(hands.masks[piece], *columns, as_json, not work.number)
                work.write(text, hands.line(piece.stop - 1), piece.stop - piece.start)
            if end < len(hands.masks):
                with work.reporting(), errors_at(hands.line(end)):
                    best_royalties(CardSet.from_mask(hands.masks[end]), self.rules)  # raises the error


def _check(text: str, rules: Rules | None, sizes: range, against: tuple[Board, ...]) -> None:
    """Raise CardError for a hand that cannot be read, has a wrong size, or shares a card with a known board."""
    hand = CardSet(text)
    number = len(hand)
    if number not in sizes:
        played, hint = rules_of_cards(rules, number), ""
        if number in FANTASYLAND_SIZES:
            hint = f": the rules {quote(played.name)} have no Fantasyland"
        elif number == played.streets[0][0]:
            hint = ": `cpoker analyze` compares placements"
        expected = HAND_SIZE if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        raise CardError(f"bad hand: expected {expected} cards, got {number}{hint}")
    for board in against:
        if shared := hand & board.hand:
            raise CardError(f"bad hand: {shared} is also in the board {board}")


def _runs(hands: SetsOfCards) -> Iterator[SetsOfCards]:
    """Yield the hands of 13 cards that follow each other, and those of more cards."""
    changes = np.flatnonzero(np.diff(np.frombuffer(hands.sizes, np.uint8) == HAND_SIZE)) + 1
    for begin, end in pairwise([0, *changes.tolist(), len(hands.sizes)]):
        yield hands.slice(begin, end)


class FantasylandOptions(NamedTuple):
    """Options of `cpoker set` for hands of Fantasyland."""

    rules: Rules
    bonus: PointsByCards | None
    """Worth of staying; None for the measured one."""
    against: tuple[Board, ...]
    """Known boards of opponents."""
    threads: int

    @property
    def has_bonus(self) -> bool:
        """Whether staying adds to the value of a board."""
        return any(self.bonus.values()) if isinstance(self.bonus, dict) else self.bonus != 0


def _bests(hands: SetsOfCards, options: FantasylandOptions, bonus: PointsByCards | None) -> list[FantasylandBoard | None]:
    masks, boards = np.frombuffer(hands.masks, np.uint64), None
    if options.against:
        boards = np.tile(np.array([board.cards() for board in options.against], np.uint8), (len(masks), 1, 1))
    arrays = best_fantasyland_many(masks, options.rules, bonus, boards=boards, threads=options.threads)
    bests: list[FantasylandBoard | None] = []
    columns = (array.tolist() for array in (masks, arrays.royalties, arrays.stays, arrays.values))
    for cards, mask, royalties, stays, value in zip(arrays.boards, *columns, strict=True):
        board = board_of_cards(cards)
        if board is None:
            bests.append(None)
        else:
            discarded = CardSet.from_mask(mask) - board.hand
            bests.append(FantasylandBoard(board, discarded, royalties, stays or None, value))
    return bests


def _plain(best: FantasylandBoard | None, rules: Rules) -> dict[str, Any]:
    if best is None:
        return {"board": None}
    return {"board": str(best.board), **board_plain(best, rules), "value": best.value}


def _in_words(best: FantasylandBoard, options: FantasylandOptions) -> str:
    """Return royalties, the next deal and the value of a board, in one line."""
    worth = best.value - best.royalties if best.stays and not options.against else 0
    words = next_deal_in_words(best) + (f", worth {round(worth, 2):g}" if worth else "")
    value = f"value {round(best.value, 2):+g}" + (" against the known boards" if options.against else "")
    return f"{counted(best.royalties, 'royalty point')}; {words}; {value}"


def _text(best: FantasylandBoard | None, without_bonus: FantasylandBoard | None, options: FantasylandOptions) -> str:
    if best is None:
        return "every board of this hand is a foul"
    lines = [*board_in_lines(best, options.rules), wrapped(_in_words(best, options))]
    if without_bonus is not None:
        lines.append(f"Without the bonus: {without_bonus.board}")
        lines.append(wrapped(f"  {_in_words(without_bonus, options)}"))
    return "\n".join(lines)


def write_fantasylands(hands: SetsOfCards, options: FantasylandOptions, as_json: bool, work: Work) -> None:
    """Write the best board of each hand of Fantasyland, in words or as JSON.

    If the best board without the worth of staying is another one, it is also written.
    """
    rules = options.rules
    try:
        bests = _bests(hands, options, options.bonus)
        unweighted = _bests(hands, options, 0.0) if options.has_bonus else bests
    except CpokerError as error:  # about an option: hands and boards were checked before
        raise BadInput(error) from None
    for index, (best, other) in enumerate(zip(bests, unweighted, strict=True)):
        without_bonus = other if best and other and other.board != best.board else None
        if as_json:
            plain = None if without_bonus is None else _plain(without_bonus, rules)
            text = json_line({"rules": rules.name, **_plain(best, rules), "without_bonus": plain})
        else:
            text = ("\n" if work.number else "") + coloured(_text(best, without_bonus, options))
        work.write(text, hands.line(index))


def parse_boards(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[Board, ...]:
    """Parse the boards of an option; raise BadInput if two of them share a card."""
    boards: list[Board] = []
    for text in texts:
        try:
            board = Board.parse(text)
        except CpokerError as error:
            raise BadInput(f"--against: {error}") from None
        for earlier in boards:
            if shared := board.hand & earlier.hand:
                raise BadInput(f"--against: {shared} is in {earlier} and in {board}")
        boards.append(board)
    return tuple(boards)


def _cards_under(number: int, rules: Rules) -> str:
    """Return a number of cards and the rules of their hand, in words."""
    return f"{counted(number, 'card')} under the rules {quote(rules.name)}"


_HELP = """Set hands into their best boards: hands that are dealt, and hands of Fantasyland.

Under rules of one street, such as pagat, 13 cards are dealt. With --by points, the opponents play the equilibrium, and
points are from all --opponents together. How your cards change the boards of opponents is only estimated; `cpoker
analyze` deals them the other 39 cards. Under pagat, the points of the two commands usually differ by less than a
quarter of a point, and the board that is set is nearly always among the best of `cpoker analyze`. For dead cards, or
known cards of opponents, use `cpoker analyze`.

Hands of more cards are hands of Fantasyland, and so are hands of 13 under rules of several streets, such as pineapple.
The board with the most royalties plus the worth of staying is found exactly. If the worth of staying changes the board,
the best board without it is also shown.

The options --by, --opponents and --has-button are for hands that are dealt; --stay-bonus and --against for Fantasyland.
With --stay-bonus or --against, 13 cards are a hand of Fantasyland under all rules that have one, such as closed.

\b
cpoker set As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c
cpoker set --rules one-six --by royalties --file hands.txt
cpoker set Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c --stay-bonus 8
cpoker set --rules progressive --stay-bonus 14=8 --file hands.txt
cpoker set "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c" \\
    --against "Kh Kd 2c / As Ah 9s 9h 4c / Ts Th Td 8c 8d"
"""


@click.command("set", help=_HELP)
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@file_option
@rules_by_cards_option
@click.option(
    "--by", type=click.Choice(["points", "royalties"]), default="points", show_default=True,
    help="Objective: the most expected points, or the most royalties, with ties to the stronger back, middle and front.",
)  # fmt: skip
@click.option("--opponents", type=click.IntRange(1, 3), default=3, show_default=True, help="Number of opponents.")
@click.option("--has-button", is_flag=True, help="The player has the button.")
@click.option(
    "--stay-bonus", "bonus", metavar="POINTS", callback=parse_points_by_cards,
    help="Worth of staying in Fantasyland in points: one number, or one for each number of cards of the next deal, such as "
    "14=8,15=11; 0 to ignore staying. Default: the measured worth against the opponents of --against (one opponent without "
    "it), or a heuristic if it was not measured.",
)  # fmt: skip
@click.option(
    "--against", multiple=True, metavar="BOARD", callback=parse_boards,
    help="Known board of an opponent; repeatable. With --against, points against these boards replace royalties.",
)  # fmt: skip
@click.option(
    "--threads", type=click.IntRange(0, 256), default=1, show_default=True, help="Number of threads; 0 for one per CPU."
)
@keep_going_option
@json_option
def set_hands(
    hands: tuple[str, ...],
    path: str | None,
    rules: Rules | None,
    by: str,
    opponents: int,
    has_button: bool,
    bonus: PointsByCards | None,
    against: tuple[Board, ...],
    threads: int,
    keep_going: bool,
    as_json: bool,
) -> None:
    """Run ``cpoker set``."""
    dealt = _DealtHands(rules_of_cards(rules, HAND_SIZE), by, opponents, has_button, threads)
    fantasylands = FantasylandOptions(rules_of_cards(rules, FANTASYLAND_SIZES[-1]), bonus, against, threads)
    all_in_fantasyland, sizes = False, FANTASYLAND_SIZES
    if rules is not None:
        all_in_fantasyland = len(rules.streets) > 1 or (rules.has_fantasyland and any(map(is_typed, _FOR_FANTASYLAND)))
        sizes = sizes if all_in_fantasyland or rules.has_fantasyland else sizes[:1]
    check = partial(_check, rules=rules, sizes=sizes, against=against)
    unavailable = sum(board.hand.mask for board in against)
    with Work("hand", keep_going=keep_going) as work:
        for batch in cards_in_batches(hands, path, sizes, check, unavailable, work.report):
            for run in _runs(batch):
                cards, line = run.sizes[0], run.line(0)
                if all_in_fantasyland or cards > HAND_SIZE:
                    subject = f"a hand of Fantasyland: {_cards_under(cards, fantasylands.rules)}"
                    refuse_options(_FOR_DEALT_HANDS, line, "hands that are dealt", subject)
                    write_fantasylands(run, fantasylands, as_json, work)
                else:
                    refuse_options(_FOR_FANTASYLAND, line, "hands of Fantasyland", _cards_under(cards, dealt.rules))
                    dealt.write(run, as_json, work)
