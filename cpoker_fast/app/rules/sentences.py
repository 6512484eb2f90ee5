"""Sentences about rules, by subject: who plays whom, what is paid, fouls, naturals, streets, Fantasyland, freezeouts."""

from __future__ import annotations

from collections.abc import Iterator

from cpoker_fast.boards import ROWS
from cpoker_fast.display.wording import counted
from cpoker_fast.rulebook.choices import (
    DeadRows,
    EqualRows,
    NaturalMode,
    NaturalTies,
    OverallPoint,
    RowTies,
    Wheel,
)
from cpoker_fast.rulebook.option_index import options_in
from cpoker_fast.rulebook.option_words import description_of, first_clause, value_in_words
from cpoker_fast.rulebook.options import ABSENT
from cpoker_fast.rulebook.rules import Rules
from cpoker_fast.rulebook.streets import Fantasyland
from cpoker_fast.rulebook.table_terms import Freezeout

__all__ = [
    "against_whom", "fantasyland", "fouls", "freezeout", "has_levels", "horse_card_and_limits", "legal_boards", "naturals",
    "others", "pairings", "ranking", "rows", "royalties", "scoops", "side_payments", "streets", "surrender",
]  # fmt: skip

_NATURALS = {
    NaturalMode.FULL: "Each opponent pays the points of a natural. Of two naturals, only the higher one is paid, in full.",
    NaturalMode.DIFFERENCE: "Each opponent pays the points of a natural. For two naturals, the difference is paid.",
    NaturalMode.SCOOP: "Each opponent pays as much as for a scoop. Two naturals push: neither is paid.",
}
_RANKS = {"7": "seven", "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def _points(number: int) -> str:
    return counted(number, "point")


def _inside(text: str) -> str:
    """Return a description with a small first letter, to follow other words."""
    return text[:1].lower() + text[1:]


def pairings(rules: Rules) -> Iterator[str]:
    """Yield sentences about who plays against whom."""
    if rules.has_pool:
        yield f"Each hand puts {_points(rules.pool_stake)} into the pool. The best front, middle and back win a third each."
        yield f"A row that several players tie is {_inside(description_of(rules.pool_ties))}"
    else:
        yield description_of(rules.pairings)


def rows(rules: Rules) -> Iterator[str]:
    """Yield sentences about the points for rows."""
    if rules.has_pool:
        return
    ties = description_of(rules.row_ties)
    if rules.row_ties is RowTies.SUITS:
        ties = f"{ties} The order of suits, the lowest first: {rules.suit_order}."
    if rules.match_points is None:
        yield f"A won row pays {_points(rules.row_points)}. {ties}"
    else:
        ties = "A tied row counts for neither player." if rules.row_ties is RowTies.PUSH else ties
        yield f"Winning two rows or more pays {_points(rules.match_points)}. A single row pays nothing. {ties}"


def scoops(rules: Rules) -> Iterator[str]:
    """Yield sentences about scoops, home runs and the net winner."""
    if rules.scoop_bonus:
        together = "" if rules.match_points is None else f": {rules.match_points + rules.scoop_bonus} in all"
        payers = " from each player" if rules.has_pool else ""
        yield f"A scoop pays {_points(rules.scoop_bonus)} more{payers}{together}."
    if rules.scoop_times > 1:
        yield f"A scoop multiplies all points of the pairing by {rules.scoop_times}."
    if rules.has_home_run:
        yield f"A home run is a scoop of every opponent, at a table of {rules.home_run_players} hands or more."
    if rules.home_run_bonus:
        yield f"A home run pays {_points(rules.home_run_bonus)} more from each opponent."
    if rules.home_run_times > 1:
        instead = f", not by {rules.scoop_times}" if rules.scoop_times > 1 else ""
        yield f"A home run multiplies all points of each pairing by {rules.home_run_times}{instead}."
    if rules.overall_points:
        winner = description_of(rules.overall).rstrip(".")
        comma = "," if rules.overall is OverallPoint.EXTRAS else ""
        yield f"{winner}{comma} gets {_points(rules.overall_points)} more."
    if not (rules.scoop_bonus or rules.scoop_times > 1 or rules.has_home_run or rules.overall_points):
        yield "A scoop pays no more than its three rows."


def horse_card_and_limits(rules: Rules) -> Iterator[str]:
    """Yield sentences about the horse card and the limits of pairings."""
    if rules.horse_card is not None:
        yield f"The holder of {rules.horse_card} wins and loses {rules.horse_times} times as much."
    if rules.most_points is not None:
        home_run = "" if rules.most_home_run_points is None else f", {rules.most_home_run_points} by a home run"
        yield f"No player wins more than {_points(rules.most_points)} from another one{home_run}."


def royalties(rules: Rules) -> Iterator[str]:
    """Yield sentences about royalties."""
    if not any(getattr(rules.royalties, row) for row in ROWS):
        yield "No row earns a royalty."
        return
    yield f"Royalties are points for strong rows. They are paid {_inside(description_of(rules.royalties.on))}"
    kinds = [dict(getattr(rules.royalties, row)) for row in ("middle", "back")]
    if any("straight flush" in row and "royal flush" not in row for row in kinds):
        yield "A royal flush is paid as a straight flush."
    if any(kind.startswith("high card") for row in kinds for kind in row):
        yield "In the 2-7 row, `high card 9` is a nine-low: its highest card is a nine."
        yield "Of several kinds that fit a row, the most specific one counts."
    if rules.deuce_of_spades:
        yield "The deuce of spades doubles the royalty of its row."


def has_levels(rules: Rules) -> bool:
    """Whether levels decide which of two naturals is paid."""
    return rules.natural_mode is NaturalMode.FULL and any(natural.level is not None for natural in rules.naturals)


def naturals(rules: Rules) -> Iterator[str]:
    """Yield sentences about the payment of naturals."""
    if not rules.naturals:
        yield "No natural is paid."
        return
    yield _NATURALS[rules.natural_mode]
    if rules.natural_mode is NaturalMode.FULL:
        if has_levels(rules):
            tie = "" if rules.natural_ties is NaturalTies.FIRST else " Different naturals of one level push."
            yield f"The natural of the higher level is the higher one.{tie}"
        elif len(rules.naturals) > 1:
            yield "The natural further down in the table is the higher one."
        if rules.natural_ties is NaturalTies.COMPARE:
            yield f"Two naturals of the same name are compared. {description_of(NaturalTies.COMPARE)}"
        elif rules.natural_ties is NaturalTies.FIRST:
            yield description_of(NaturalTies.FIRST)
        else:
            yield "Two naturals of the same name push: neither is paid."
    if rules.naturals_by_rows:
        yield "Three straights and three flushes must be in the rows of the board."
    else:
        yield "The 13 cards decide: the rows need not show the natural."


def ranking(rules: Rules) -> Iterator[str]:
    """Yield sentences about the ranking of rows."""
    place = "second highest" if rules.wheel is Wheel.SECOND else "lowest"
    if rules.lowball_middle:
        yield "The middle is a 2-7 lowball row: the lowest row wins."
        yield f"In the back, A-2-3-4-5 is the {place} straight. In the middle, it is an ace-high row, and not a straight."
    else:
        yield f"A-2-3-4-5 is the {place} straight."


def legal_boards(rules: Rules) -> Iterator[str]:
    """Yield sentences about the order of rows."""
    if rules.lowball_middle:
        yield "A legal board has back >= front: the middle has no order."
    elif rules.equal_rows is EqualRows.FOUL:
        yield "A legal board has back > middle >= front: a middle and a back of equal strength are a foul."
    else:
        yield "A legal board has back >= middle >= front."
    if rules.lowball_qualifier is not None:
        highest = _RANKS[rules.lowball_qualifier]
        yield (
            f"The middle must be a {highest}-low or better: no higher card, no pair, no straight and no flush."
            " Otherwise the board is a foul."
        )


def fouls(rules: Rules) -> Iterator[str]:
    """Yield sentences about the price of a foul."""
    if rules.has_pool:
        yield "A foul wins no row of the pool."
        return
    if rules.dead_rows is DeadRows.OUT_OF_ORDER:
        dead = _inside(description_of(DeadRows.OUT_OF_ORDER))
        yield f"Only rows out of order are dead: {dead} The foul itself costs nothing."
    elif rules.has_single_winner and rules.foul is None:
        yield "A foul loses all three rows to every player who does not foul."
    elif rules.foul is None:
        yield (
            "A foul costs as much as losing all three rows to the opponent's board, with its royalties."
            " It is paid to each opponent who does not foul."
        )
    else:
        extra = ", and the opponent's royalties" if rules.foul_pays_royalties else ""
        yield f"A foul pays {_points(rules.foul)}{extra}, to each opponent who does not foul."
    if rules.dead_rows is DeadRows.ALL and any(getattr(rules.royalties, row) for row in ROWS):
        yield "A fouled board earns no royalties."
    yield "Two players who foul pay each other nothing."
    if rules.naturals:
        yield f"A fouled board {'may' if rules.foul_keeps_natural else 'may not'} declare the natural that its cards make."
        added = "its price in addition to the natural" if rules.foul_pays_naturals else "only the natural"
        yield f"Against a natural, a foul pays {added}."


def surrender(rules: Rules) -> Iterator[str]:
    """Yield a sentence about giving up a hand."""
    if rules.surrender is None:
        yield "A player may not surrender."
    else:
        yield f"A player may surrender, and then pays {_points(rules.surrender)} to each opponent."


def side_payments(rules: Rules) -> Iterator[str]:
    """Yield sentences about payments that do not depend on the rows."""
    if rules.aces:
        values = ", ".join(map(str, rules.aces))
        yield f"One to four aces are worth {values} points; the player with the lower value pays the difference."
    if rules.dealer_compensation:
        yield f"Each player pays {_points(rules.dealer_compensation)} to the holder of the ace of spades, who deals next."
    if not rules.aces and not rules.dealer_compensation:
        yield "There are no side payments."


def streets(rules: Rules) -> Iterator[str]:
    """Yield sentences about the dealing of streets."""
    yield f"At most {rules.players} players play."
    if not rules.is_closed:
        yield "The player to the left of the button acts first, and play goes clockwise."
    if rules.first_street_open:
        yield "The cards of the first street are dealt to all players face up before anyone places a card."
    yield f"If a player runs out of time, the rules place the cards: {_inside(description_of(rules.timeout))}"


def fantasyland(land: Fantasyland) -> Iterator[str]:
    """Yield sentences about entering and staying in Fantasyland."""
    if land.entry_by_more is not None:
        yield f"If two rows or more earn entry, the next deal has {land.entry_by_more} cards."
    if land.stay_keeps_cards:
        yield "A stay has as many cards as the Fantasyland before it."
    if land.stay_royalty_over is not None:
        yield f"A row with a royalty above {_points(land.stay_royalty_over)} also earns a stay."
    if land.most_stays is not None:
        often = {0: "not stay", 1: "stay once"}.get(land.most_stays, f"stay {land.most_stays} times in a row")
        yield f"A player may {often}."
    moves = "also moves" if land.button_moves else "does not move"
    yield f"The button {moves} while a player is in Fantasyland."


def freezeout(terms: Freezeout) -> Iterator[str]:
    """Yield sentences about the chips, the levels and the prizes of a freezeout."""
    yield f"All players begin with {counted(terms.chips, 'chip')}, and nobody buys more. A player without chips is out."
    shares = ", ".join(f"{percent} percent for place {place}" for place, percent in enumerate(terms.prizes, 1))
    if terms.entry:
        yield f"Each player pays an entry of {terms.entry:,}. Prizes: {shares}."
    unit = "minutes" if terms.is_timed else "deals"
    yield f"Levels raise the value of a point; their lengths are in {unit}, and the last one lasts to the end:"


_COVERED = (
    "pairings pool_ties row_points match_points row_ties suit_order wheel lowball_middle lowball_qualifier scoop_bonus"
    " scoop_times home_run_bonus home_run_times home_run_players overall_points overall royalties.on deuce_of_spades"
    " horse_card horse_times most_points most_home_run_points"
    " equal_rows dead_rows foul foul_pays_royalties foul_pays_naturals foul_keeps_natural naturals natural_mode natural_ties"
    " naturals_by_rows surrender aces dealer_compensation players streets first_street_open timeout fantasyland"
    " fantasyland.entry_by_more fantasyland.stay_keeps_cards fantasyland.stay_royalty_over fantasyland.most_stays"
    " fantasyland.button_moves table.freezeout.chips table.freezeout.levels table.freezeout.levels_in"
    " table.freezeout.entry table.freezeout.prizes"
)
_IN_SENTENCES = frozenset(_COVERED.split())
"""Options that the sentences of this module are about."""


def others(rules: Rules, *groups: str) -> Iterator[str]:
    """Yield a sentence for each option of some groups that is not its default, and that no other sentence is about."""
    for option in options_in(*groups):
        value = option.plain_in(rules)
        is_hidden = value is ABSENT or option.path in _IN_SENTENCES or isinstance(value, dict)
        if not is_hidden and not option.is_default(value):
            yield f"{first_clause(option.description)}: {value_in_words(option, value)}."


def against_whom(rules: Rules) -> str:
    """Return the opponent of the examples of points, if that matters, to follow other words."""
    if rules.has_pool:
        return ", at a table of two unless stated otherwise"
    if rules.has_banker:
        return ", against the banker"
    return ", against the player with the button" if rules.button_matters else ""
