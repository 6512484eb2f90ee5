"""Sentences about the rules of a preset, in the words of the package where it has them."""

from __future__ import annotations

from collections.abc import Iterator

from page_text import points, words_of

import cpoker_fast as cp
from cpoker_fast.rulebook import (
    DeadRows,
    EqualRows,
    Fantasyland,
    NaturalMode,
    NaturalTies,
    OpenFace,
    OverallPoint,
    Pairings,
    RowTies,
    Wheel,
)

_TIES = {
    RowTies.PUSH: "A tied row pays nothing.",
    RowTies.HOUSE: "The house wins tied rows.",
    RowTies.BUTTON: "The player with the button wins tied rows.",
}
_NET = {OverallPoint.ROWS: "by the rows", OverallPoint.EXTRAS: "by rows and extras"}


def _inside(text: str) -> str:
    """Return a description with a small first letter, to follow other words."""
    return text[:1].lower() + text[1:]


def rows(rules: cp.Rules) -> Iterator[str]:
    """Yield sentences about who plays against whom, and the points for rows, scoops and home runs."""
    if rules.has_pool:
        yield f"Each hand puts {points(rules.pool_stake)} into the pool. The best front, middle and back win a third each."
        yield f"A row that several players tie is {_inside(words_of(rules.pool_ties))}"
    else:
        yield words_of(rules.pairings) or "Each player plays against every other player."
        yield f"A won row pays {points(rules.row_points)}. {_TIES[rules.row_ties]}"
    if rules.match_points is not None:
        yield f"Winning two rows or more pays {points(rules.match_points)}, in place of the points for rows."
    if rules.scoop_bonus:
        yield f"A scoop, all three rows, pays {points(rules.scoop_bonus)} more" + " from each player" * rules.has_pool + "."
    if rules.scoop_times > 1:
        yield f"A scoop, all three rows, multiplies all points of the pairing by {rules.scoop_times}."
    if rules.has_home_run:
        yield f"A {{term}}`home run` is a scoop of every opponent, at a table of {rules.home_run_players} hands or more."
    if rules.home_run_bonus:
        yield f"A home run pays {points(rules.home_run_bonus)} more from each opponent."
    if rules.home_run_times > 1:
        instead = f", not by {rules.scoop_times}" if rules.scoop_times > 1 else ""
        yield f"A home run multiplies all points of each pairing by {rules.home_run_times}{instead}."
    if rules.overall_points:
        yield f"The net winner of a pairing, {_NET[rules.overall]}, gets {points(rules.overall_points)} more."


def royalties(rules: cp.Rules) -> Iterator[str]:
    """Yield sentences about royalties."""
    yield f"A {{term}}`royalty`, points for a strong row, is paid {_inside(words_of(rules.royalties.on))}"
    kinds = [dict(getattr(rules.royalties, row)) for row in ("middle", "back")]
    if any("straight flush" in row and "royal flush" not in row for row in kinds):
        yield "A royal flush is paid as a straight flush."
    if any(kind.startswith("high card") for row in kinds for kind in row):
        yield "In the 2-7 row, `high card 9` is a nine-low. The most specific kind counts."
    if rules.deuce_of_spades:
        yield "The deuce of spades doubles the royalty of its row."


def naturals(rules: cp.Rules) -> Iterator[str]:
    """Yield sentences about the payment of naturals."""
    yield f"A natural pays {_inside(words_of(rules.natural_mode))}"
    if rules.natural_mode is NaturalMode.FULL:
        if rules.natural_ties is NaturalTies.COMPARE:
            yield f"Two naturals of one pattern are compared. {words_of(NaturalTies.COMPARE)}"
        else:
            yield "Two naturals of one pattern push: neither is paid."
    if any(natural.level is not None for natural in rules.naturals):
        yield "The natural of the higher level wins. Different naturals of the same level push."
    elif rules.natural_mode is NaturalMode.FULL and len(rules.naturals) > 1:
        yield "Of two naturals, the one further down in the table is the higher one."
    if rules.naturals_by_rows:
        yield "Three straights and three flushes must be in the rows as set."
    else:
        yield "The 13 cards decide; the rows need not show the natural."


def legal_boards(rules: cp.Rules) -> Iterator[str]:
    """Yield sentences about the order of rows."""
    if rules.lowball_middle:
        yield "The middle is a {term}`2-7` lowball row: the lowest row wins. The only order required is back >= front."
    elif rules.equal_rows is EqualRows.FOUL:
        yield "A legal board has back > middle >= front: a middle and a back of equal strength are a foul."
    else:
        yield "A legal board has back >= middle >= front."
    if rules.lowball_qualifier is not None:
        yield (
            f"The middle must be {rules.lowball_qualifier}-low or better, without a pair, a straight or a flush;"
            " otherwise the board is a foul."
        )
    place = "second highest" if rules.wheel is Wheel.SECOND else "lowest"
    yield f"A-2-3-4-5 is the {place} straight."


def fouls(rules: cp.Rules) -> Iterator[str]:
    """Yield sentences about the price of a foul."""
    if rules.has_pool:
        yield "A {term}`foul` wins no row of the pool."
        return
    if rules.dead_rows is DeadRows.OUT_OF_ORDER:
        yield f"Only rows out of order are dead. {words_of(DeadRows.OUT_OF_ORDER)} The foul itself costs nothing."
    elif rules.foul is None:
        yield "A {term}`foul` pays each opponent as much as losing all three rows to their board, with its royalties."
    else:
        extra = ", and the opponent's royalties" if rules.foul_pays_royalties else ""
        yield f"A {{term}}`foul` pays {points(rules.foul)}{extra}, to each opponent who does not foul."
    yield "Two players who foul pay each other nothing."
    if rules.naturals:
        yield f"A fouled board {'may' if rules.foul_keeps_natural else 'may not'} declare the natural that its cards make."
        added = "its price in addition to the natural" if rules.foul_pays_naturals else "only the natural"
        yield f"Against a natural, a foul pays {added}."


def side_payments(rules: cp.Rules) -> Iterator[str]:
    """Yield sentences about surrenders and side payments."""
    if rules.surrender is None:
        yield "A player may not {term}`surrender`."
    else:
        yield f"A player may {{term}}`surrender`, and pays {points(rules.surrender)} to each opponent."
    if rules.aces:
        values = ", ".join(map(str, rules.aces))
        yield f"One to four aces are worth {values} points; the player with the lower value pays the difference."
    if rules.dealer_compensation:
        yield f"Each player pays {points(rules.dealer_compensation)} to the holder of the ace of spades, who deals next."
    if not rules.aces and not rules.dealer_compensation:
        yield "There are no side payments for aces."


def streets(openface: OpenFace) -> Iterator[str]:
    """Yield sentences about the dealing of an open-face game."""
    yield f"Up to {openface.players} players play, clockwise from the player to the left of the button."
    if openface.first_street_open:
        yield "The cards of the first street are dealt to all players face up before the first placement."
    yield f"The cards of a player who runs out of time are placed for them: {_inside(words_of(openface.timeout))}"


def fantasyland(land: Fantasyland) -> Iterator[str]:
    """Yield sentences about entering and staying in Fantasyland."""
    if land.entry_by_more is not None:
        yield f"A player with two entering rows or more gets {land.entry_by_more} cards."
    if land.stay_keeps_cards:
        yield "A stay has as many cards as the Fantasyland before it."
    if land.stay_royalty_over is not None:
        yield f"A row with a royalty above {points(land.stay_royalty_over)} also earns a stay."
    if land.most_stays is not None:
        yield f"A player may stay {land.most_stays} times in a row."
    moves = "also moves" if land.button_moves else "does not move"
    yield f"The button {moves} while a player is in Fantasyland."


def who_plays(rules: cp.Rules) -> str:
    """Return the pairings in a few words."""
    return "all against all" if rules.pairings is Pairings.ALL else str(rules.pairings)
