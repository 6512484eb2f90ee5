"""Words about a game, which the terminal and the page "Play and analyze" show."""

from __future__ import annotations

from collections.abc import Sequence

from cpoker_fast._settling import royalties_of_row
from cpoker_fast.app.play.game import Game, adviser_of
from cpoker_fast.boards import ROW_SIZES, ROWS, Board
from cpoker_fast.display.wording import counted
from cpoker_fast.game.placement import PartialBoard, Placement
from cpoker_fast.game.position import Position
from cpoker_fast.ranking import lowball_strength, strength
from cpoker_fast.rulebook import Natural, NaturalMode, Rules
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.settling import read_seat

__all__ = [
    "answers_in_words", "fantasyland_news", "natural_in_words", "royalty_of", "status_words", "suggestion_in_words",
]  # fmt: skip


def royalty_of(row: str, cards: Sequence[int], rules: Rules) -> int:
    """Return the royalty of a row in a legal board; 0 while the row is incomplete."""
    index = ROWS.index(row)
    if len(cards) < ROW_SIZES[index]:
        return 0
    is_low = row == "middle" and rules.lowball_middle
    rank = lowball_strength(cards) if is_low else strength(cards, wheel=rules.wheel)
    return int(royalties_of_row(compiled(rules), index)[rank])


def status_words(game: Game, names: Sequence[str]) -> list[str]:
    """Return the deal, the button, the street or Fantasyland of the person, and the level of a freezeout."""
    words = [f"deal {game.deals + (not game.is_settled)}", f"button: {names[game.button]}"]
    streets = len(game.rules.streets)
    if not game.is_settled and game.position.in_fantasyland:
        words.append("Fantasyland")
    elif not game.is_settled and streets > 1:
        words.append(f"street {game.position.street + 1} of {streets}")
    if (level := game.table.level) is not None:
        words.append(f"level {level.number}: {counted(level.unit, 'chip')} per point")
    return words


def answers_in_words(game: Game) -> list[str]:
    """Return a sentence for each visible move of a bot since the person's last turn, and for cards dealt face up."""
    sentences = []
    for move in game.answers:
        name = game.names[move.seat]
        if game.deal.fantasyland[move.seat]:
            sentences.append(f"{name} has set the Fantasyland cards, face down.")
        elif not game.deal.hides_board(move.seat):
            sentences.append(f"{name} places {PartialBoard(*move.placement.rows)}.")
    hands = zip(game.names, game.position.open_hands, strict=True)
    return [*sentences, *(f"{name} was dealt {hand}, face up." for name, hand in hands if hand)]


def natural_in_words(natural: Natural, rules: Rules) -> str:
    """Return the name of a natural, and what it pays."""
    is_scoop = rules.natural_mode is NaturalMode.SCOOP
    return f"natural: {natural.name}, {'pays as a scoop' if is_scoop else counted(natural.points, 'point')}"


def suggestion_in_words(placement: Placement, position: Position) -> str:
    """Return what the adviser suggests at a position, and in Fantasyland the royalties of the board."""
    adviser = adviser_of(position.rules)
    words = f"{adviser} would surrender." if placement.is_surrender else f"{adviser} would place {placement}."
    if position.in_fantasyland:
        seat = read_seat(Board(*placement.rows), position.rules)
        words += f" This board has {counted(sum(seat.royalties or ()), 'royalty point')}."
    return words


def fantasyland_news(names: Sequence[str], sizes: Sequence[int], next_sizes: Sequence[int]) -> list[str]:
    """Return a line about the players who enter, stay in or leave Fantasyland after a deal; no line if none does."""
    news = []
    for name, size, next_size in zip(names, sizes, next_sizes, strict=True):
        if next_size:
            news.append(f"{name} {'stays' if size else 'enters'} with {next_size} cards")
        elif size:
            news.append(f"{name} leaves")
    return [f"Fantasyland: {', '.join(news)}."] if news else []
