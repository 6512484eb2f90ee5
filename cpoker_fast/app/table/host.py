"""The commands of a host, which `cpoker table` reads: each changes or shows a table."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from cpoker_fast.app.console.arguments import rules_named
from cpoker_fast.app.console.output import coloured, fantasyland_line, json_line, lines_of_parts, rules_plain, width
from cpoker_fast.app.console.prompt import name_among
from cpoker_fast.app.table.accounts import house_in_words
from cpoker_fast.app.table.freezeout_words import level_in_words, places_in_columns, result_in_words
from cpoker_fast.app.table.host_words import (
    COMMANDS,
    NOTES,
    command_named,
    declaration_in_words,
    event_in_words,
    read_entry,
    usages,
    with_quotes,
)
from cpoker_fast.app.table.settling_up import WON_IN_CROSS_TABLE, columns_of
from cpoker_fast.boards import FOUL, Board
from cpoker_fast.display.columns import align_columns, fold_columns, wrap_line
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted, did_you_mean, signed
from cpoker_fast.errors import TableError
from cpoker_fast.settling import foul_in_words
from cpoker_fast.system.files import path_exists

if TYPE_CHECKING:
    from cpoker_fast.app.table import Standing, Table, TableDeal

__all__ = ["Host"]

_LONGEST_NUMBER = 100  # characters; Python reads no more than 4,300
_TIME_OUT = ("time out", "time-out", "timeout")


class Host:
    """Runs commands on a table, and prints their results. The command ``sit`` is the method `do_sit`, and so on."""

    def __init__(self, table: Table, *, as_json: bool) -> None:
        self.table = table
        self._as_json = as_json

    def run(self, command: str | Sequence[str]) -> None:
        """Run a command, given as a line or as its words; raise CpokerError if it is invalid or impossible."""
        line = command if isinstance(command, str) else " ".join(command)
        first = line.split(maxsplit=1)[0] if line.strip() else ""
        if ":" in line and first.lower() not in COMMANDS:
            self.do_board(line)
            return
        try:
            words = shlex.split(command) if isinstance(command, str) else [*command]
        except ValueError as error:
            hint = '; a name with an apostrophe needs quotes, as in `leave "O\'Neil"`' if "'" in line else ""
            raise TableError(f"{quote(line)}: {str(error).lower()}{hint}") from None
        key = command_named(first)
        if key not in COMMANDS:
            if any(name.lower() == key for name in self.table.stacks):
                raise TableError(f"expected a colon after the name: `{first}: {line[len(first) :].strip() or 'BOARD'}`")
            commands = [usage.partition(" ")[0] for usage in usages(is_freezeout=self._is_freezeout)]
            known = [name for name in commands if name in COMMANDS]
            raise TableError(f"unknown command {quote(key)}: {did_you_mean(key, known)}; a board is 'NAME: BOARD'")
        if key == "board":
            self.do_board(line.strip()[len(first) :])
            return
        try:
            getattr(self, f"do_{key}")(words[1:])
        except TableError:
            if quoted := with_quotes(words, self._unquoted(key, words[1:])):
                raise TableError(f"{key}: names with spaces need quotes: `{quoted}`") from None
            raise

    def _unquoted(self, command: str, words: Sequence[str]) -> Iterator[str]:
        """Yield names that the words of a command may have without quotes."""
        if command == "sit":
            name = [*takewhile(lambda word: not word.isdecimal(), words)]
            yield from [" ".join(name)] if len(name) < len(words) else []
        elif command == "rules":
            yield from [path] if path_exists(Path(path := " ".join(words))) else []
        else:
            yield from (standing.name for standing in self.table.standings())

    # ---- output ----

    def _print(self, lines: Sequence[str], **plain: Any) -> None:
        """Print lines of text, wrapped at the width of the terminal, or plain values as JSON."""
        if self._as_json:
            click.echo(json_line(plain))
        else:
            for line in lines:
                for part in wrap_line(line, width(), before="| "):
                    click.echo(coloured(part))

    def _print_chips(self, words: str, **plain: Any) -> None:
        """Print what a command did, and the chips of all players at the table."""
        stacks = self.table.stacks
        chips = ", ".join(f"{name} {stack}" for name, stack in stacks.items()) or "nobody sits at the table"
        self._print([words, f"{'Chips' if self.table.stakes else 'Points'}: {chips}."], **plain, stacks=stacks)

    def print_progress(self) -> None:
        """Print whose turn it is, or which boards of the deal in progress are missing."""
        deal = self.table.current
        if deal is not None and self.table.is_played_in_turn and not self._as_json:
            self._print([self._turn_in_words()])
        elif deal is not None and not self._as_json:
            missing = self._missing(deal)
            line = f"Missing: the boards of {', '.join(missing)}." if missing else "All boards are in: type `settle`."
            self._print([line])

    def _turn_in_words(self) -> str:
        """Return whose turn it is, and what they have to place."""
        playing, name = self.table.playing, self.table.turn
        if playing is None or name is None:
            return "All cards are placed: type `settle`."
        position = playing.position()
        discards = len(position.hand) - position.to_place
        rest = f", discard {discards}" if discards else ""
        return f"{name} has {position.hand}: place {position.to_place}{rest}."

    def _players_by_seat(self, deal: TableDeal) -> list[str]:
        return [player.name for player in self.table.players if player.name in deal.players]

    def _missing(self, deal: TableDeal) -> list[str]:
        """Return the players of a deal whose boards were not entered."""
        entered = self.table.entered
        return [name for name in deal.players if name not in entered]

    # ---- arguments ----

    def _name(self, text: str, names: Sequence[str]) -> str:
        """Return the name among `names` that equals a text except for capitals; raise TableError if there is none."""
        return name_among(names, text, "nobody sits at the table")

    def _seated(self, text: str) -> str:
        return self._name(text, [*self.table.stacks])

    def _in_deal(self, text: str) -> str:
        """Return the name of a player who is dealt in, or of anyone at the table if there is no deal."""
        name, deal = self._seated(text), self.table.current
        if deal is not None and name not in deal.players:
            raise TableError(f"{quote(name)} is not dealt in: expected one of {', '.join(deal.players)}")
        return name

    def _refuse(self, command: str) -> NoReturn:
        raise TableError(f"{command}: expected `{COMMANDS[command][0]}`")

    def _words(self, command: str, words: list[str], least: int, most: int) -> list[str]:
        if not least <= len(words) <= most:
            self._refuse(command)
        return words

    def _number(self, command: str, text: str) -> int:
        if not text.removeprefix("-").isdecimal() or not text.isascii() or len(text) > _LONGEST_NUMBER:
            raise TableError(f"{command}: expected `{COMMANDS[command][0]}`, got {quote(text)} in place of a number")
        return int(text)

    # ---- between deals ----

    def do_sit(self, words: list[str]) -> None:
        """Seat a player."""
        is_freezeout, seats = self._is_freezeout, self.table.rules.table.seats
        has_chips = self.table.stakes and not is_freezeout
        reason = "all in the freezeout begin with the same" if is_freezeout else "this table is played for points"
        without = "" if has_chips else f"`sit NAME [SEAT]`, without chips: {reason}"
        if without and len(words) == 3:
            raise TableError(f"sit: expected {without}")
        name, *numbers = self._words("sit", words, 1 + has_chips, 2 + has_chips)
        chips = self._number("sit", numbers[0]) if has_chips else None
        seat = numbers[has_chips:]
        place = self._number("sit", seat[0]) - 1 if seat else None
        if place is not None and not 0 <= place < seats:
            hint = f" ({without})" if without else ""
            raise TableError(f"sit: expected a seat from 1 to {seats}, got {seat[0]}{hint}")
        has_begun = is_freezeout and (self.table.deals > 0 or self.table.current is not None)
        if place is None and len(self.table.players) == seats and not has_begun:
            raise TableError(f"sit: all {seats} seats are taken: `{COMMANDS['seats'][0]}` changes the number, between deals")
        if place is not None and (player := next((p for p in self.table.players if p.seat == place), None)):
            raise TableError(f"sit: seat {seat[0]} is taken by {quote(player.name)}")
        self._check_new(name)
        taken = self.table.sit(name, chips, place) + 1
        self._print_chips(f"{name} sits in seat {taken}.", event="sit", player=name, seat=taken)

    def _check_new(self, name: str) -> None:
        """Raise TableError for a name that the commands cannot distinguish from a board, or from another name."""
        if ":" in name:
            raise TableError(f"sit: expected a name without a colon, got {quote(name)}")
        for other in (standing.name for standing in self.table.standings()):
            if other != name and other.lower() == name.lower():
                state = "sits here already" if other in self.table.stacks else "sat here before"
                raise TableError(f"sit: {quote(other)} {state}; names must differ in more than capitals")

    def do_buy(self, words: list[str]) -> None:
        """Add chips to a stack."""
        text, number = self._words("buy", words, 2, 2)
        name, chips = self._seated(text), self._number("buy", number)
        self.table.buy(name, chips)
        self._print_chips(f"{name} buys {counted(chips, 'chip')}.", event="buy", player=name, chips=chips)

    def do_leave(self, words: list[str]) -> None:
        """Let a player stand up."""
        name = self._seated(self._words("leave", words, 1, 1)[0])
        chips = self.table.leave(name)
        left_with = counted(chips, "chip" if self.table.stakes else "point")
        self._print_chips(f"{name} leaves with {left_with}.", event="leave", player=name, chips=chips)

    def do_fee(self, words: list[str]) -> None:
        """Charge a fee."""
        text, *minute = self._words("fee", words, 1, 2)
        name = self._seated(text)
        chips = self.table.charge(name, self._number("fee", minute[0]) if minute else 0)
        self._print_chips(f"{name} pays a fee of {counted(chips, 'chip')}.", event="fee", player=name, chips=chips)

    def do_undo(self, words: list[str]) -> None:
        """Undo the last entry."""
        self._words("undo", words, 0, 0)
        event = self.table.undo()
        undone = f"Undone: {event_in_words(event)}."
        if event["event"] == "change":
            undone += f" From deal {self.table.deals + 1} on: {self.terms_in_words()}."
        self._print_chips(undone, event="undo", undone=event)
        if event["event"] == "board" and event["player"] in self.table.entered and not self._as_json:
            self._print(self._board_lines(event["player"]))
        self.print_progress()

    # ---- the rules ----

    def do_rules(self, words: list[str]) -> None:
        """Show the rules, or change them."""
        if self._words("rules", words, 0, 1):
            rules, least = rules_named(words[0]), max((player.seat + 1 for player in self.table.players), default=0)
            if rules.table.freezeout is None and self._is_freezeout:  # a freezeout goes on, also under other rules
                rules = replace(rules, table=replace(rules.table, freezeout=self.table.rules.table.freezeout))
            if rules.table.seats < least:  # a table with more seats than these rules have keeps those that are taken
                rules = replace(rules, table=replace(rules.table, seats=least))
            self._change(rules=rules)
            return
        if not self._as_json:
            from cpoker_fast.app.rules.shown import rules_in_words  # imported here, since few commands need it

            for line in lines_of_parts(rules_in_words(self.table.rules)):
                click.echo(line)
            click.echo()
        self._print([f"{self.terms_in_words()}."], **self._plain_terms())

    def do_seats(self, words: list[str]) -> None:
        """Change the number of seats."""
        seats = self._number("seats", self._words("seats", words, 1, 1)[0])
        rules = self.table.rules
        self._change(rules=replace(rules, table=replace(rules.table, seats=seats)))

    def do_unit(self, words: list[str]) -> None:
        """Change the chips per point."""
        self._change(unit=self._number("unit", self._words("unit", words, 1, 1)[0]))

    def do_reserve(self, words: list[str]) -> None:
        """Begin or end reserving second hands."""
        if words not in (["on"], ["off"]):
            self._refuse("reserve")
        self._change(reserve_hands=words == ["on"])

    def _change(self, **terms: Any) -> None:
        """Change terms of the table, and print all of them."""
        before = self.table.fantasyland
        is_changed = self.table.change(**terms)
        begin = f"From deal {self.table.deals + 1} on" if is_changed else "Nothing changes"
        lines = [f"{begin}: {self.terms_in_words()}."]
        if before and not self.table.fantasyland:
            lines.append(f"There is no Fantasyland, so those of {', '.join(before)} lapse.")
        self._print(lines, event="change", **self._plain_terms())

    def terms_in_words(self) -> str:
        """Return the rules, the seats, the stakes, and whether hands are reserved."""
        table = self.table
        unit = f"{counted(table.unit, 'chip')} per point" if table.stakes else "for points, without chips"
        unit = f"freezeout, {unit}" if self._is_freezeout else unit
        parts = [f"rules {table.rules.name}", f"{table.rules.table.seats} seats", unit]
        if table.reserve_hands:
            parts.append("two players reserve hands")
        return "; ".join(parts)

    def _plain_terms(self) -> dict[str, Any]:
        table = self.table
        return {"rules": rules_plain(table.rules), "unit": table.unit, "reserve_hands": table.reserve_hands}

    # ---- a deal ----

    def do_deal(self, words: list[str]) -> None:
        """Begin a deal."""
        place = words.index("without") if "without" in words else len(words)
        options, absent = words[:place], [self._seated(name.strip(",")) for name in words[place + 1 :]]
        if not set(options) <= {"cards", "two"} or (place < len(words) and not absent):
            self._refuse("deal")
        table = self.table
        deal = table.deal(2 if "two" in options else 1, sitting_out=absent, cards="cards" in options)
        lines = [f"Deal {deal.number}: {', '.join(deal.players)}; {deal.button} has the button.", *self._level_lines()]
        if out := [*deal.waiting, *deal.sitting_out]:
            lines.append(f"Not dealt in: {', '.join(out)}.")
        if deal.stacks:
            lines.append("The cards are dealt. `hand NAME` shows those of a player.")
        lines += [f"{name} plays the reserved hand {hand}." for name, hand in deal.reserved.items()]
        for name in deal.players:
            sizes = table.fantasyland.get(name, ())[: deal.hands]
            lines += [f"{name} plays Fantasyland with {size} cards." for size in sizes if size]
        plain = {"number": deal.number, "players": list(deal.players), "not_dealt_in": out}
        self._print(lines, event="deal", **plain, **self._plain_freezeout())
        if self.table.is_played_in_turn:
            self.print_progress()

    def do_hand(self, words: list[str]) -> None:
        """Show the cards of a player."""
        deal = self.table.current
        if deal is None or not (deal.stacks or deal.reserved):
            raise TableError("hand: the table has dealt no cards; `deal cards` deals")
        name = self._in_deal(self._words("hand", words, 1, 1)[0])
        if (playing := self.table.playing) is not None and self.table.is_played_in_turn:
            hand = playing.position(self._players_by_seat(deal).index(name)).hand
            self._print([f"{name}: {hand or 'no cards to place now'}"], player=name, hands=[str(hand)])
            return
        hands = deal.cards.get(name) or (deal.reserved[name],)
        notes = ["", "" if deal.hands == 2 else " (reserved for the next deal)"]
        lines = [f"{name}: {hand}{note}" for hand, note in zip(hands, notes, strict=False)]
        self._print(lines, player=name, hands=[str(hand) for hand in hands])

    def do_board(self, line: str) -> None:
        """Enter the boards of a player."""
        text, colon, entry = line.partition(":")
        if not colon:
            self._refuse("board")
        table, deal = self.table, self.table.current
        name = self._in_deal(text.strip().strip("'\""))
        if self.table.is_played_in_turn:
            self._place(name, entry.strip())
            return
        if entry.strip().lower() in _TIME_OUT:
            raise TableError(f"{quote(name)} cannot run out of time: the table has dealt no cards street by street")
        boards, declare, reserved = read_entry(entry, self.table.rules)
        if len(boards) > 1 and (deal is None or deal.hands == 1):
            raise TableError(f"{quote(name)} plays one hand; `deal two` begins a deal of two hands each")
        table.enter(name, boards if len(boards) > 1 else boards[0], declare=declare, reserved=reserved)
        plain = {"boards": self._plain_boards(name), "declare": table.events[-1]["declare"]}
        lines = [*self._level_lines(), *self._board_lines(name)] if deal is None else self._board_lines(name)
        self._print(lines, event="board", player=name, **plain)
        self.print_progress()

    def _place(self, name: str, entry: str) -> None:
        """Place cards of the player whose turn it is; for ``time out`` and ``foul``, the rules place them."""
        table = self.table
        if table.turn != name:
            expected = "all cards are placed: `settle`" if table.turn is None else f"it is the turn of {quote(table.turn)}"
            raise TableError(f"{quote(name)} cannot place cards: {expected}")
        if entry.lower() in _TIME_OUT:
            placed = str(table.time_out())
        else:
            table.place(FOUL if entry.lower() == str(FOUL) else entry)
            placed = table.events[-1]["placement"]
        self._print([f"{name}: {placed}"], event="turn", player=name, placement=placed)
        self.print_progress()

    def _plain_boards(self, name: str) -> list[str | None]:
        return [None if board is None else str(board) for board in self.table.entered[name]]

    def _board_lines(self, name: str) -> list[str]:
        """Return the entered boards of a player with their declarations, and why one of them is a foul."""
        boards, rules = self.table.entered[name], self.table.rules
        texts = ["surrender" if board is None else str(board) for board in boards]
        declared = map(declaration_in_words, self.table.declared[name])
        lines = [f"{name}: {' | '.join('; '.join(filter(None, words)) for words in zip(texts, declared, strict=True))}"]
        fouls = [foul_in_words(board, rules) for board in boards if isinstance(board, Board)]
        return lines + [f"  a foul: {words}" for words in fouls if words]

    def do_boards(self, words: list[str]) -> None:
        """Show the boards that were entered."""
        self._words("boards", words, 0, 0)
        table = self.table
        if table.current is None:
            raise TableError("boards: there is no deal in progress")
        if (playing := table.playing) is not None and self.table.is_played_in_turn:
            boards = dict(zip(self._players_by_seat(table.current), map(str, playing.boards), strict=True))
            self._print([f"{name}: {board}" for name, board in boards.items()], boards=boards)
            self.print_progress()
            return
        lines = [line for name in table.entered for line in self._board_lines(name)]
        self._print(lines, boards={name: self._plain_boards(name) for name in table.entered})
        self.print_progress()

    def do_settle(self, words: list[str]) -> None:
        """Settle the deal."""
        if words not in ([], ["button", "stays"]):
            self._refuse("settle")
        table = self.table
        if table.current is None:
            raise TableError("settle: there is no deal in progress; enter boards as 'NAME: BOARD'")
        if self.table.is_played_in_turn and table.turn is not None:
            raise TableError(f"settle: expected a placement of {quote(table.turn)}")
        if not self.table.is_played_in_turn and (missing := self._missing(table.current)):
            raise TableError(f"settle: expected the boards of {', '.join(missing)}")
        settled = table.settle(button_stays=True if words else None)
        event = table.events[-1]
        takings = [event["rake"], event["rake_of_winnings"]]
        rake = {name: chips for name in event["players"] if (chips := sum(part.get(name, 0) for part in takings))}
        lines = [f"Deal {event['number']}", *settled.summary(width=width()).splitlines()]
        if rake:
            lines.append(f"Rake: {', '.join(f'{name} {chips}' for name, chips in rake.items())}.")
        if paid := event["jackpot"]:
            words = [f"{name} {chips}" for name, chips in paid.items()]
            lines.append(f"Jackpot: {', '.join(words)}; {counted(table.jackpot, 'chip')} left.")
        if table.is_over and not self._is_freezeout:
            late = " and ".join(table.timed_out)
            lines.append(f"The game is over, because {late} ran out of time. `deal` begins a new game.")
        lines += [result_in_words(place) for place in reversed(table.places) if place.deal == event["number"]]
        plain = {"settlement": settled.to_dict(), "rake": rake, "jackpot": paid, "stacks": table.stacks}
        self._print(lines, event="settle", **plain, **self._next_fantasyland(), **self._plain_freezeout())
        if not self._as_json:
            click.echo()
        self.print_chips()

    def do_cancel(self, words: list[str]) -> None:
        """Cancel the deal."""
        self._words("cancel", words, 0, 0)
        if self.table.current is None:
            raise TableError("cancel: there is no deal in progress")
        self.table.cancel()
        self._print(["The deal is cancelled."], event="cancel")

    def do_quit(self, words: list[str]) -> None:
        """Do nothing: whoever reads the commands ends."""
        self._words("quit", words, 0, 0)

    # ---- questions ----

    def do_standings(self, words: list[str]) -> None:
        """Show the chips of all players and of the house, who pays whom, and what players have won from each other."""
        self._words("standings", words, 0, 0)
        table = self.table
        standings, transfers, cross_table = table.standings(), table.transfers(), table.cross_table()
        lines = self._standings_lines(standings)
        if table.places:
            lines += ["", *places_in_columns(table)]
        if transfers:
            rows = [[line.payer, "pays", line.payee or "the house", str(line.chips)] for line in transfers]
            title = "Prizes less entries:" if self._is_freezeout else "To settle up:"
            lines += ["", title, *align_columns(rows, right=(3,))]
        if any(map(any, cross_table.chips)):
            columns, *rows = columns_of(cross_table)
            title = f"{'Chips' if table.stakes else 'Points'} {WON_IN_CROSS_TABLE}:"
            lines += ["", title, *fold_columns(columns, rows, width())]
        plain = [
            asdict(standing) | {"seat": None if standing.seat is None else standing.seat + 1, "won": standing.won}
            for standing in standings
        ]
        self._print(
            lines,
            standings=plain,
            transfers=[asdict(transfer) for transfer in transfers],
            cross_table=cross_table.to_dict(),
            **self._house(),
            **self._next_fantasyland(),
            **self._plain_freezeout(),
        )

    def print_chips(self) -> None:
        """Print the chips of all players and of the house, as text."""
        if not self._as_json:
            self._print(self._standings_lines(self.table.standings()))

    def _house(self) -> dict[str, int]:
        table = self.table
        pool = sum(table.carried) * table.unit
        return {"fees": table.fees, "rake": table.rake, "jackpot": table.jackpot, "pool": pool}

    def _standings_lines(self, standings: Sequence[Standing]) -> list[str]:
        """Return the chips of all players and of the house, and who plays Fantasyland, as lines."""
        table = self.table
        sit = "sit NAME CHIPS" if table.stakes and not self._is_freezeout else "sit NAME"
        lines = self._in_columns(standings) if standings else [f"Nobody has sat down yet: `{sit}`."]
        lines += filter(None, [house_in_words(self._house())])
        lands = [(name, size) for name, sizes in table.fantasyland.items() for size in sizes]
        line = fantasyland_line(table.rules, [name for name, _ in lands], [size for _, size in lands])
        if line and table.deals:
            lines.append(f"{line}.")
        return lines + self._level_lines()

    def _next_fantasyland(self) -> dict[str, Any]:
        """Return the cards of the Fantasylands that follow, by player, as plain values; empty under rules without them."""
        table = self.table
        fantasyland = {name: list(sizes) for name, sizes in table.fantasyland.items()}
        return {"next_fantasyland": fantasyland} if table.rules.has_fantasyland else {}

    def _in_columns(self, standings: Sequence[Standing]) -> list[str]:
        has_chips = self.table.stakes
        rows = [["seat", "player", *(["chips", "bought", "left with"] if has_chips else []), "deals", "won"]]
        for standing in standings:
            has_button = standing.seat is not None and standing.seat == self.table.button
            chips = (standing.stack, standing.bought, standing.left_with) if has_chips else ()
            rows.append(
                [
                    "-" if standing.seat is None else str(standing.seat + 1),
                    f"{standing.name} (button)" if has_button else standing.name,
                    *map(str, (*chips, standing.deals)),
                    signed(standing.won),
                ]
            )
        return align_columns(rows, right=(0, *range(2, len(rows[0]))))

    def do_account(self, words: list[str]) -> None:
        """Show the payments of a player."""
        names = [standing.name for standing in self.table.standings()]
        name = self._name(self._words("account", words, 1, 1)[0], names)
        entries = self.table.trace(name)
        rows = [[str(line.deal), line.event, line.other or "", f"{line.chips:+d}", str(line.stack)] for line in entries]
        lines = align_columns([["deal", "entry", "with", "chips", "stack"], *rows], right=(0, 3, 4))
        self._print(lines, player=name, entries=[asdict(line) for line in entries])

    # ---- a freezeout ----

    @property
    def _is_freezeout(self) -> bool:
        return self.table.rules.table.freezeout is not None

    def _level_lines(self) -> list[str]:
        """Return the level of a freezeout in words; an empty list for other tables, and after the end."""
        level = self.table.level
        return [] if level is None or self.table.is_over else [level_in_words(level, self.table.deals)]

    def _plain_freezeout(self) -> dict[str, Any]:
        """Return the level and the places of a freezeout as plain values; empty for other tables."""
        level = self.table.level
        return {} if level is None else {"level": asdict(level), "places": [*map(asdict, self.table.places)]}

    def _check_freezeout(self, command: str, words: list[str]) -> None:
        """Raise TableError for further words, or at a table without a freezeout."""
        self._words(command, words, 0, 0)
        if not self._is_freezeout:
            raise TableError(f"{command}: the rules {quote(self.table.rules.name)} have no freezeout (table.freezeout)")

    def do_level(self, words: list[str]) -> None:
        """Show the level of a freezeout."""
        self._check_freezeout("level", words)
        self._print(self._level_lines() or ["The freezeout is over."], **self._plain_freezeout())

    def do_places(self, words: list[str]) -> None:
        """Show the places and the prizes of a freezeout."""
        self._check_freezeout("places", words)
        self._print([*places_in_columns(self.table), *self._level_lines()], **self._plain_freezeout())

    def do_pause(self, words: list[str]) -> None:
        """Stop the clock of a freezeout."""
        self._check_freezeout("pause", words)
        self.table.pause()
        self._print(self._level_lines(), event="pause", **self._plain_freezeout())

    def do_check(self, words: list[str]) -> None:
        """Settle all deals of the ledger again."""
        self._words("check", words, 0, 0)
        deals = self.table.check()
        self._print([f"Settled again: {counted(deals, 'deal')}, with the results of the ledger."], checked=deals)

    def do_help(self, words: list[str]) -> None:
        """Show all commands."""
        self._words("help", words, 0, 0)
        commands = usages(is_freezeout=self._is_freezeout)
        self._print([*align_columns([*commands.items()]), *NOTES.splitlines()], commands=commands)
