"""Questions of the scorer: boards in any spelling, and the settlement of a table."""

from __future__ import annotations

from typing import Any, NamedTuple

from cpoker_fast.app.web.asked import board_in_words, read_rows, read_rules, read_text, rows_as_texts
from cpoker_fast.boards import FOUL, HAND_SIZE, ROWS, Board, Foul
from cpoker_fast.cards import format_card, parse_cards
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import BoardError, CardError, CpokerError
from cpoker_fast.game.placement import PartialBoard
from cpoker_fast.game.plan import earned_cards
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling import DecidedBy, Settlement, read_seat, settle
from cpoker_fast.settling.boards_in_words import remark_on, rows_in_words
from cpoker_fast.settling.readout import pairing_lines, pool_lines, shown_pairs
from cpoker_fast.system.json_values import JsonObject

__all__ = ["boards_in_text", "settled_table"]

_SHOWS = ("board", "dead hand", "surrender")
_WORDS = {"foul": "dead hand", "dead hand": "dead hand", "surrender": "surrender"}
_MOST_PLAYERS = 4
_MOST_CHIPS = 1_000_000  # of a point


# ---- boards as text ----


def boards_in_text(asked: dict[str, Any]) -> dict[str, Any]:
    """Read one board, or several on lines of their own, each perhaps after a name and a colon; boards may be incomplete."""
    text = read_text(JsonObject(asked, ("text",)), "text").strip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) <= 1 or _is_board(text):
        return {"players": [_player_in(text)]}
    if len(lines) > _MOST_PLAYERS:
        raise BoardError(f"expected at most {_MOST_PLAYERS} boards, got {len(lines)} lines")
    players = []
    for number, line in enumerate(lines, 1):
        try:
            players.append(_player_in(line))
        except CpokerError as error:
            raise BoardError(f"line {number}: {error}") from None
    return {"players": players}


def _is_board(text: str) -> bool:
    """Whether several lines are the rows of one board."""
    try:
        Board.parse(text.rpartition(":")[2])
    except CpokerError:
        return False
    return ":" not in text.partition("\n")[2]


def _player_in(text: str) -> dict[str, Any]:
    name, _, board = (part.strip() for part in text.rpartition(":"))
    shows = _WORDS.get(board.lower(), "board")
    rows = _rows_in(board) if shows == "board" else PartialBoard()
    return {"name": name, "shows": shows, "rows": rows_as_texts(rows.rows)}


def _rows_in(text: str) -> PartialBoard | Board:
    """Return the rows in a text: "front / middle / back", 13 cards in that order, or rows that are incomplete."""
    if not text:
        return PartialBoard()
    try:
        return Board.parse(text)
    except BoardError as error:
        problem = error
    try:
        if len(cards := parse_cards(text)) == HAND_SIZE:
            return Board.of_cards(cards)
    except CardError:
        pass  # a text with separators
    try:
        return PartialBoard.parse(text)
    except CpokerError as error:
        raise error if problem.row else problem from None


# ---- the table ----


class _Player(NamedTuple):
    name: str
    shows: str
    rows: PartialBoard
    plays_rows: bool
    fantasyland: int

    @property
    def missing(self) -> int:
        return sum(self.rows.room) if self.shows == "board" else 0

    @property
    def board(self) -> Board | Foul | None:
        """The board to settle, which is complete."""
        return self.rows.board() if self.shows == "board" else FOUL if self.shows == "dead hand" else None


def settled_table(asked: dict[str, Any]) -> dict[str, Any]:
    """Describe the boards of a table and, if all are complete, who pays whom and why.

    Each player has a ``name``, ``rows`` of cards, ``shows`` (what they show: a board, a dead hand or a surrender),
    ``plays_rows`` (whether they declare no natural) and ``fantasyland`` (their number of Fantasyland cards, or 0).
    """
    table = JsonObject(asked, ("rules", "players", "button", "chips"))
    rules = read_rules(table)
    players = _players_in(table)
    button = table.whole("button", 0, len(players) - 1)
    chips = table.whole("chips", 1, _MOST_CHIPS)
    problems = _problems(players, rules)
    described = [_described(*words, rules) for words in zip(players, problems, strict=True)]
    waiting = [f"{player.name} needs {counted(player.missing, 'more card')}" for player in players if player.missing]
    if waiting or any(problems):
        return {"players": described, "waiting": "; ".join(waiting), "settled": None}
    settlement = settle(
        {player.name: player.board for player in players},
        rules,
        button=button,
        declare=[False if player.plays_rows else None for player in players],
    )
    for words, seat in zip(described, settlement.seats, strict=True):
        words["natural"] = str(seat.natural or "")
    settled = _settled_in_words(settlement, chips, [player.fantasyland for player in players])
    return {"players": described, "waiting": "", "settled": settled}


def _players_in(table: JsonObject) -> list[_Player]:
    items = table.items("players")
    if not 2 <= len(items) <= _MOST_PLAYERS:
        raise CpokerError.about("players", f"expected 2 to {_MOST_PLAYERS}, got {len(items)}")
    return [
        _player_of(JsonObject(item, _Player._fields, f"players[{index}]"), f"Player {index + 1}")
        for index, item in enumerate(items)
    ]


def _player_of(plain: JsonObject, default_name: str) -> _Player:
    name = read_text(plain, "name").strip() or default_name
    shows = str(plain.one_of("shows", _SHOWS))
    try:
        board = PartialBoard(*read_rows(plain, "rows")) if shows == "board" else PartialBoard()
    except CpokerError as error:
        raise BoardError(f"{name}: {error}") from None
    fantasyland = plain.whole("fantasyland", 0, max(FANTASYLAND_SIZES))
    if fantasyland not in (0, *FANTASYLAND_SIZES):
        raise CpokerError(f"{name}: expected 0, or 13 to 17 cards of Fantasyland, got {fantasyland}")
    return _Player(name, shows, board, bool(plain.one_of("plays_rows", (True, False))), fantasyland)


def _problems(players: list[_Player], rules: Rules) -> list[str]:
    """Return why each player's board cannot be settled, or empty text."""
    problems: list[list[str]] = [[] for _ in players]
    for index, player in enumerate(players):
        if index >= rules.players:
            problems[index].append(f"the rules {rules.name} are for at most {rules.players} players")
        if player.shows == "surrender" and not rules.has_surrender:
            problems[index].append(f"the rules {rules.name} do not allow a surrender")
        for other_index, other in enumerate(players[:index]):
            if other.name == player.name:
                problems[index].append(f"another player has the name {quote(player.name)}")
            if shared := other.rows.cards & player.rows.cards:
                card = next(iter(shared))
                text = f"{format_card(card)} is both in {_row_of(card, other)} and in {_row_of(card, player)}"
                problems[other_index].append(text)
                problems[index].append(text)
    return ["; ".join(texts) for texts in problems]


def _row_of(card: int, player: _Player) -> str:
    row = next(row for row, cards in zip(ROWS, player.rows.rows, strict=True) if card in cards)
    return f"the {row} of {player.name}"


def _described(player: _Player, problem: str, rules: Rules) -> dict[str, Any]:
    """Return the rows in words, a remark such as why the board is a foul, and the naturals that it may declare."""
    words: list[str] = []
    naturals: list[str] = []
    remark = ""
    if player.missing:
        shown = board_in_words(player.rows, rules)
        words, remark = shown["words"], shown["foul"] and f"foul: {shown['foul']}"
    elif player.shows == "board":
        seat = read_seat(player.rows.board(), rules)
        words, remark = rows_in_words(seat), remark_on(seat._replace(natural=None), rules)
        naturals = [str(natural) for natural in seat.naturals]
    return {"words": words, "remark": remark, "naturals": naturals, "natural": "", "problem": problem}


def _settled_in_words(settlement: Settlement, chips: int, fantasyland: list[int]) -> dict[str, Any]:
    """Return points and chips by seat, the pairings with their reasons, the pool, and who earned Fantasyland."""
    rules, names = settlement.rules, settlement.names
    pairings = [
        {"seats": [pair.first, pair.second], "points": pair.points, "why": pairing_lines(settlement, pair, payments, names)}
        for pair, payments in shown_pairs(settlement)
        if pair.points or pair.decided_by is not DecidedBy.NOTHING
    ]
    boards = [seat.board for seat in settlement.seats]
    shown = [f"{name}: {'surrender' if board is None else board}" for name, board in zip(names, boards, strict=True)]
    sizes = earned_cards(rules, boards, fantasyland, [0] * len(boards)) if rules.has_fantasyland else ()
    earned = [f"{name}: {size} cards" for name, size in zip(names, sizes, strict=False) if size]
    ends = [f"Fantasyland next: {', '.join(earned) or 'nobody'}"] if rules.has_fantasyland else []
    if chips > 1:
        won = [f"{name}: {points * chips:+d}" for name, points in zip(names, settlement.points, strict=True)]
        ends.append(f"Chips, {chips} for each point: {'; '.join(won)}")
    return {
        "points": list(settlement.points),
        "chips": [points * chips for points in settlement.points],
        "pairings": pairings,
        "pool": pool_lines(settlement, names) if settlement.pool else [],
        "ends": ends,
        "text": "\n\n".join([f"Rules {rules.name}", "\n".join(shown), settlement.explain(), *ends]),
    }
