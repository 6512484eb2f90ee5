"""`cpoker fantasyland`: set the hands of Fantasyland."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from cpoker_fast.arranging import FantasylandBoard, openface_fantasyland_many
from cpoker_fast.board_arrays import board_of_cards
from cpoker_fast.boards import Board
from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import (
    BadInput,
    PointsByCards,
    file_option,
    hands_in_batches,
    json_option,
    lines_of,
    parse_points_by_cards,
    rules_option_of,
)
from cpoker_fast.commands.output import coloured, json_line, rows_in_lines, rows_plain, wrapped
from cpoker_fast.commands.work import Work
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError, CpokerError
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling import read_seat

__all__ = ["set_fantasylands"]

_LEAST, _MOST = 13, 17


class _Options(NamedTuple):
    rules: Rules
    bonus: PointsByCards | None
    against: tuple[Board, ...]

    @property
    def has_bonus(self) -> bool:
        """Whether staying is worth something."""
        return any(self.bonus.values()) if isinstance(self.bonus, dict) else self.bonus != 0

    def read(self, text: str) -> CardSet:
        """A hand; CardError unless it is one of Fantasyland, against these boards."""
        hand = CardSet(text)
        if not _LEAST <= len(hand) <= _MOST:
            raise CardError(f"bad hand: expected {_LEAST} to {_MOST} cards, got {len(hand)}")
        for board in self.against:
            if both := hand & board.hand:
                raise CardError(f"bad hand: {both} is in the board {board}, too")
        return hand


class _Found(NamedTuple):
    best: FantasylandBoard | None
    """None if every board of the hand is a foul."""
    without: FantasylandBoard | None
    """The best one if staying were worth nothing; None if that is the same."""


def _bests(hands: list[CardSet], options: _Options, bonus: PointsByCards | None) -> list[FantasylandBoard | None]:
    import numpy as np

    boards = None
    if options.against:
        boards = np.tile(np.array([board.cards() for board in options.against], np.uint8), (len(hands), 1, 1))
    masks = np.array([hand.mask for hand in hands], np.uint64)
    found = openface_fantasyland_many(masks, options.rules, bonus, boards=boards)
    bests: list[FantasylandBoard | None] = []
    for hand, cards, royalties, stays, value in zip(
        hands, found.boards, found.royalties.tolist(), found.stays.tolist(), found.values.tolist(), strict=True
    ):
        board = board_of_cards(cards)
        one = None if board is None else FantasylandBoard(board, hand - board.hand, royalties, stays or None, value)
        bests.append(one)
    return bests


def _found(hands: list[CardSet], options: _Options) -> Iterator[_Found]:
    if not hands:
        return
    try:
        bests = _bests(hands, options, options.bonus)
        without = _bests(hands, options, 0.0) if options.has_bonus else bests
    except CpokerError as error:  # hands and boards are checked already
        raise BadInput(error) from None
    for best, other in zip(bests, without, strict=True):
        yield _Found(best, other if other and best and other.board != best.board else None)


def _plain_board(found: FantasylandBoard, rules: Rules) -> dict[str, Any]:
    return {
        "board": str(found.board),
        "rows": rows_plain(found.board, read_seat(found.board, rules)),
        "royalties": found.royalties,
        "discarded": str(found.discarded),
        "stays": found.stays,
        "value": found.value,
    }


def _plain(found: _Found, rules: Rules) -> dict[str, Any]:
    best = {"board": None} if found.best is None else _plain_board(found.best, rules)
    return {
        "rules": rules.name,
        **best,
        "without_bonus": None if found.without is None else _plain_board(found.without, rules),
    }


def _in_words(found: FantasylandBoard, options: _Options) -> str:
    """What a board is worth, and whether it stays, in one line."""
    next_deal = f"stays in Fantasyland, with {found.stays} cards" if found.stays else "leaves Fantasyland"
    if found.stays and not options.against and found.value != found.royalties:
        next_deal += f", for {round(found.value - found.royalties, 2):g}"
    value = f"value {round(found.value, 2):+g}" + (" against the known boards" if options.against else "")
    return f"{counted(found.royalties, 'royalty point')}; {next_deal}; {value}"


def _text(found: _Found, options: _Options) -> str:
    if found.best is None:
        return "every board of this hand is a foul"
    lines = rows_in_lines(found.best.board, read_seat(found.best.board, options.rules))
    if found.best.discarded:
        lines.append(f"Discarded: {found.best.discarded}.")
    lines.append(wrapped(_in_words(found.best, options)))
    if found.without is not None:
        lines.append(f"Without the bonus: {found.without.board}")
        lines.append(wrapped(f"  {_in_words(found.without, options)}"))
    return "\n".join(lines)


def _parse_boards(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[Board, ...]:
    boards: list[Board] = []
    for text in texts:
        try:
            board = Board.parse(text)
        except CpokerError as error:
            raise BadInput(f"--against: {error}") from None
        for other in boards:
            if both := board.hand & other.hand:
                raise BadInput(f"--against: {both} is in {other} and in {board}")
        boards.append(board)
    return tuple(boards)


@click.command("fantasyland", short_help="Set hands of Fantasyland.")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@file_option
@rules_option_of("pineapple")
@click.option(
    "--stay-bonus", "bonus", metavar="POINTS", callback=parse_points_by_cards,
    help="What staying in Fantasyland is worth, or a value for each size of the next deal: 14=8,15=11; by default what was"
    " measured against one opponent, or all of --against, or a rule of thumb. 0 for the most royalties.",
)  # fmt: skip
@click.option(
    "--against", multiple=True, metavar="BOARD", callback=_parse_boards,
    help="The known board of an opponent; repeatable. Then points against these boards count, instead of royalties.",
)  # fmt: skip
@json_option
def set_fantasylands(
    hands: tuple[str, ...],
    path: str | None,
    rules: Rules,
    bonus: PointsByCards | None,
    against: tuple[Board, ...],
    as_json: bool,
) -> None:
    """Set hands of 13 to 17 cards of Fantasyland: the board whose royalties plus the worth of staying are highest; exact.

    If that worth changes the board, the best one without it is shown, too.

    \b
    cpoker fantasyland Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c --stay-bonus 8
    cpoker fantasyland --rules progressive --stay-bonus 14=8 --file hands.txt
    cpoker fantasyland "Ks Qh ... 3c" --against "Kh Kd 2c / As Ah 9s 9h 4c / Ts Th Td 8c 8d"
    """  # noqa: D301
    options = _Options(rules, bonus, against)
    with Work("hand") as work:
        for batch in hands_in_batches(lines_of(hands, path), options.read):
            for (line, _), found in zip(batch, _found([hand for _, hand in batch], options), strict=True):
                text = _text(found, options)
                work.write(json_line(_plain(found, rules)) if as_json else "\n" * bool(work.number) + coloured(text), line)
