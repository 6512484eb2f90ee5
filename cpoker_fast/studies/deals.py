"""Single deals of a simulation as arrays, and filters that select some of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cpoker_fast._arguments import check_whole, items_in_order
from cpoker_fast._settling import MOST_PLAYERS
from cpoker_fast.display.columns import align_columns
from cpoker_fast.display.markup import FittedTable, cards_html, table_html
from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.reprs import fitted
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import SimulationError
from cpoker_fast.notation import Record
from cpoker_fast.players.faults import raised
from cpoker_fast.rulebook import Rules
from cpoker_fast.settling.declarations import declaration_of
from cpoker_fast.studies.deal_files import DealFile, files_of, write_deals
from cpoker_fast.studies.deal_records import records_of
from cpoker_fast.system.exports import Tabular
from cpoker_fast.system.files import checked_path

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from rich.console import Group

__all__ = ["DealFilter", "Deals", "Selected"]

_SHOWN = 20  # deals in a printed table
_CASES = 4096  # deals that a filter collects before it drops all but the worst


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Deals(Tabular):
    """Single deals of a simulation as arrays, with an entry for each time that a deal was played.

    `simulate` collects the deals in memory or in Parquet files if it has the argument ``deals_to``. Files and data frames
    have a row for each deal, and columns for each player: ``board.1`` is the board of the player with index 1, as text.
    Parquet files have card numbers in place of text.

    Attributes
    ----------
    rules : Rules
    players : tuple of str
        Names of the players, by seat.
    deal : array of int64, shape (n,)
        Number of the deal in the simulation, from 0.
    rotation : array of int8, shape (n,)
        Number of seats by which the hands of a duplicate deal are moved; 0 if it is played once.
    continuation : array of int16, shape (n,)
        Place in the sequence of deals: 0 for the deal itself; 1, 2, ... for the deals that follow it until nobody is in
        Fantasyland.
    button : array of int8, shape (n,)
        Seat with the button.
    points : array of int32, shape (n, players)
    boards : array of uint8, shape (n, players, 13)
        Boards as `settle_many` reads them. A surrender is 13 times 255, and a dead hand 13 times 254.
    hands : array of uint8, shape (n, players, cards)
        Cards that the player was dealt, in the order of the streets. The places behind the last card are 255.
    fantasyland : array of uint8, shape (n, players)
        Number of cards of the player's Fantasyland; 0 outside it.
    stays : array of int32, shape (n, players)
        Number of consecutive stays in Fantasyland before this deal.
    declared : array of int8, shape (n, players)
        Codes of declarations; see `declarations`.
    faults : array of uint8, shape (n, players)
        Number of the street on which the bot failed (see `simulate`), from 1; 0 if it did not. After a fault, the board is
        settled as a foul, whatever its rows.

    Examples
    --------
    >>> deals = simulate("pagat", ["balanced", "random"], 300, seed=1, deals_to=DealFilter(worst=2)).kept_deals
    >>> print(deals)
    pagat, balanced against random, 2 deals
    deal  rotation    player  points  board
      29         1  balanced      -3  Ah 6s 6d / Kd Jc 7s 7c 5s / Ts Td 9h 4d 2s
      29         1    random      +3  Qd 8c 5h / Ad Ac Qh 8s 3s / Ks Kh Js Jd 3d
      47         1  balanced      -3  Jc Ts Th / Qh Qd 5h 3d 2s / 9h 9c 7d 7c 4s
      47         1    random      +3  Tc 5d 3s / Qc 6d 5c 4d 3h / Ks Kh Td 6h 4c
    >>> settle_many(deals.boards, "pagat", button=deals.button, declare=deals.declarations).tolist()
    [[-3, 3], [-3, 3]]
    >>> deals.board_texts(0)[0], deals.hand_texts(0)[0] == deals.to_dict()["deals"][0]["players"][0]["hand"]
    ('Ah 6s 6d / Kd Jc 7s 7c 5s / Ts Td 9h 4d 2s', True)
    >>> len(Deals.join([deals, deals])), deals.arrays()["points"].shape, deals.table(limit=1)[0][:3]
    (4, (2, 2), ['deal', 'rotation', 'player'])
    """

    rules: Rules
    players: tuple[str, ...]
    deal: NDArray[np.int64]
    rotation: NDArray[np.int8]
    continuation: NDArray[np.int16]
    button: NDArray[np.int8]
    points: NDArray[np.int32]
    boards: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    fantasyland: NDArray[np.uint8]
    stays: NDArray[np.int32]
    declared: NDArray[np.int8]
    faults: NDArray[np.uint8]

    @classmethod
    def join(cls, parts: Iterable[Deals]) -> Deals:
        """Return the deals of all parts, one after the other; SimulationError without a part, or if parts are not alike."""
        listed = items_in_order(parts)
        if not listed or not all(isinstance(part, cls) for part in listed):
            raise SimulationError.about("parts", f"expected one or more Deals, got {quote(parts)}")
        if any((part.rules, part.players) != (listed[0].rules, listed[0].players) for part in listed):
            raise SimulationError.about("parts", "expected deals of the same rules and players")
        first: Deals = listed[0]
        if len(listed) == 1:
            return first
        joined: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in listed]) for name in first.arrays()}
        return replace(first, **joined)

    @classmethod
    def from_parquet(cls, path: str | os.PathLike[str], keep: DealFilter | None = None) -> Deals:
        """Read the deals of `simulate` from Parquet files; needs the extra ``parquet``.

        Parameters
        ----------
        path : path
            Folder that `simulate` wrote, a file from such a folder, or a file that `to_parquet` wrote. The folder of an
            incomplete simulation has the deals so far.
        keep : DealFilter, optional
            Filter of the deals to return. By default, all deals are returned. Files are read one at a time, so a filter
            needs little memory.

        Raises
        ------
        SimulationError
            If a file has no deals of simulations, or is damaged.
        FileError
            If a file cannot be read, perhaps because it is damaged.
        CpokerError
            If PyArrow is missing.
        """
        if not isinstance(keep, DealFilter | None):
            raise SimulationError.about("keep", f"expected a DealFilter or None, got {quote(keep)}")
        selected = Selected(DealFilter() if keep is None else keep)
        for file in files_of(checked_path(path, "path", SimulationError)):
            rules, players, arrays = DealFile.read(file)
            selected.add(selected.keep.select(cls(rules, players, **arrays)))
        return selected.deals

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the deals to a Parquet file, which `from_parquet` reads; needs the extra ``parquet``.

        Raises
        ------
        FileError
            If the file cannot be written.
        CpokerError
            If PyArrow is missing.
        """
        write_deals(path, self.rules, self.players, self.arrays())

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name."""
        return {item.name: getattr(self, item.name) for item in fields(self)[2:]}

    def select(self, index: Any) -> Deals:
        """Return some of the deals, by a slice, or an array or list of bools or indices; SimulationError for anything else.

        Examples
        --------
        >>> deals = simulate("pagat", ["balanced", "random"], 300, seed=1, deals_to=DealFilter()).kept_deals
        >>> len(deals), len(deals.select(deals.points[:, 0] < 0)), len(deals.select(slice(5)))
        (600, 18, 5)
        """
        try:
            places = np.atleast_1d(np.arange(len(self))[index])
        except (IndexError, OverflowError, TypeError, ValueError) as error:
            raise SimulationError(f"bad index of {counted(len(self), 'deal')}: {shorten(error)}") from None
        if places.ndim != 1:
            raise SimulationError(f"bad index of {counted(len(self), 'deal')}: expected one axis, got {places.ndim}")
        selected: dict[str, Any] = {name: array[places] for name, array in self.arrays().items()}
        return replace(self, **selected)

    @property
    def declarations(self) -> NDArray[np.object_]:
        """Declarations of the boards, as `settle_many` reads them, shape (n, players)."""
        codes, indices = np.unique(self.declared, return_inverse=True)
        values = np.array([None, *(declaration_of(code, self.rules) for code in codes.tolist())], object)[1:]
        declarations: NDArray[np.object_] = values[indices.reshape(self.declared.shape)]
        return declarations

    def __len__(self) -> int:
        return len(self.deal)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deals):
            return NotImplemented
        is_same_table = (self.rules, self.players) == (other.rules, other.players)
        theirs = other.arrays()
        return is_same_table and all(np.array_equal(array, theirs[name]) for name, array in self.arrays().items())

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # arrays are mutable

    # ---- text ----

    def records(self) -> Iterator[Record]:
        """Yield the record of each deal, for `review`, `notation.write_deals` and ``cpoker replay``.

        Players have the names of the bots. The tags ``Number``, ``Rotation`` and ``Continuation`` have the values of `deal`,
        `rotation` and `continuation`, which count from 0. The last two tags are omitted if their value is 0. A fault becomes
        a dead hand. The cards that a player gave up are in `Record.stacks`.

        Raises
        ------
        NotationError
            If the name of a bot cannot be written in a record, such as a name with two lines.

        Examples
        --------
        >>> deals = simulate("pineapple", ["careful", "random"], 20, seed=1, deals_to=DealFilter(worst=1)).kept_deals
        >>> (record,) = deals.records()
        >>> record.names, record.tags, record.settlement().points == tuple(deals.points[0].tolist())
        (('careful', 'random'), {'Number': 3}, True)
        """
        return records_of(self.rules, self.players, self.arrays())

    def board_texts(self, player: int) -> list[str]:
        """Return the boards of a player as text, such as ``Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s``.

        Boards without cards are ``surrender`` or ``foul``.
        """
        from cpoker_fast.engines.card_texts import texts_of_rows

        self._check_player(player)
        return texts_of_rows(self.boards[:, player])

    def hand_texts(self, player: int) -> list[str]:
        """Return the cards that a player was dealt as text, in the order of the streets."""
        from cpoker_fast.engines.card_texts import texts_of_cards

        self._check_player(player)
        return texts_of_cards(self.hands[:, player])

    def _check_player(self, player: object) -> None:
        check_whole("player", player, 0, len(self.players) - 1, SimulationError)

    def _columns(self) -> dict[str, list[Any]]:
        columns: dict[str, list[Any]] = {
            name: getattr(self, name).tolist() for name in ("deal", "rotation", "continuation", "button")
        }
        declarations = self.declarations
        for player in range(len(self.players)):
            columns |= {
                f"points.{player}": self.points[:, player].tolist(),
                f"board.{player}": self.board_texts(player),
                f"hand.{player}": self.hand_texts(player),
                f"fantasyland.{player}": self.fantasyland[:, player].tolist(),
                f"stays.{player}": self.stays[:, player].tolist(),
                f"declared.{player}": [str(declaration) for declaration in declarations[:, player]],
                f"fault.{player}": self.faults[:, player].tolist(),
            }
        return columns

    def to_dict(self) -> dict[str, Any]:
        """Return the deals as plain values for JSON: the rules, and a dictionary for each deal with one for each player."""
        columns = self._columns()
        names = [name for name in columns if "." not in name]
        parts = list(dict.fromkeys(name.partition(".")[0] for name in columns if "." in name))
        deals = [
            {name: columns[name][row] for name in names}
            | {
                "players": [
                    {"name": name, **{part: columns[f"{part}.{player}"][row] for part in parts}}
                    for player, name in enumerate(self.players)
                ]
            }
            for row in range(len(self))
        ]
        return {"rules": self.rules.name, "deals": deals}

    @property
    def title(self) -> str:
        """Rules, players and number of deals, in a line."""
        return f"{self.rules.name}, {' against '.join(self.players)}, {counted(len(self), 'deal')}"

    def table(self, limit: int | None = _SHOWN) -> tuple[list[str], list[list[str]]]:
        """Return the names of the columns, and a row of text for each player in each of the first deals.

        Parameters
        ----------
        limit : int, optional
            Number of deals; None for all.

        Raises
        ------
        SimulationError
            If the limit is not an int of at least 1.
        """
        if limit is not None:
            check_whole("limit", limit, 1, 2**40, SimulationError)
        shown = self.select(slice(limit))
        names = ["deal", "rotation", "continuation"][: 3 if self.rules.has_fantasyland else 2]
        places = {name: getattr(shown, name).tolist() for name in names}
        players = range(len(self.players))
        rest = [
            zip(
                [self.players[player]] * len(shown), shown.points[:, player].tolist(), shown.board_texts(player), strict=True
            )
            for player in players
        ]
        rows = []
        for row, by_player in enumerate(zip(*rest, strict=True)):
            place = [str(values[row]) for values in places.values()]
            rows += [[*place, name, f"{points:+d}", text] for name, points, text in by_player]
        return [*places, "player", "points", "board"], rows

    def _note(self) -> str:
        """Return a note about the deals that are not printed; empty if there are none."""
        return f"The first {_SHOWN} deals are shown." if len(self) > _SHOWN else ""

    def __repr__(self) -> str:
        return fitted(f"<Deals: {self.title}>")

    def __str__(self) -> str:
        columns, rows = self.table()
        lines = align_columns([columns, *rows], right=range(len(columns) - 1))
        return "\n".join(filter(None, [self.title, *lines, self._note()]))

    def __rich__(self) -> Group:
        from rich.console import Group
        from rich.text import Text

        return Group(Text(self.title), FittedTable(*self.table(), last="board"), *map(Text, filter(None, [self._note()])))

    def _repr_html_(self) -> str:
        from html import escape

        columns, rows = self.table()
        cells = [[*map(escape, row[:-1]), cards_html(row[-1])] for row in rows]
        return table_html(cells, head=columns, title=escape(self.title), note=self._note())


@dataclass(frozen=True, slots=True)
class DealFilter:
    """A selection of single deals: all, those that fulfil a condition, or the worst ones of a player.

    Parameters
    ----------
    where : function, optional
        Function that receives `Deals`, and returns an array of bool, shape (n,), with True for each deal to keep. The
        function is called with some deals at a time, in the process that plays them. So it must judge each deal without the
        others.
    worst : int, optional
        Number of deals to keep. The deals in which `player` has the fewest points are kept, worst first. Deals with equal
        points are in the order of play. With None, all deals are kept, in the order of play.
    player : int
        Seat of the player, from 0.

    Raises
    ------
    SimulationError
        If an argument is invalid.

    Examples
    --------
    >>> deals = simulate("pagat", ["balanced", "random"], 300, seed=1, deals_to=DealFilter()).kept_deals
    >>> DealFilter(worst=3).select(deals).deal.tolist()
    [29, 47, 154]
    >>> sample = DealFilter(where=lambda deals: deals.deal % 100 == 3)
    >>> sample.select(deals).deal.tolist()
    [3, 3, 103, 103, 203, 203]
    """

    where: Callable[[Deals], Any] | None = None
    worst: int | None = None
    player: int = 0

    def __post_init__(self) -> None:
        if self.where is not None and not callable(self.where):
            raise SimulationError.about("where", f"expected a function or None, got {quote(self.where)}")
        if self.worst is not None:
            check_whole("worst", self.worst, 1, 2**40, SimulationError)
        check_whole("player", self.player, 0, MOST_PLAYERS - 1, SimulationError)

    def check_player(self, players: int) -> None:
        """Raise SimulationError if a table of `players` players has no seat `player`."""
        check_whole("player", self.player, 0, players - 1, SimulationError)

    def select(self, deals: Deals) -> Deals:
        """Return the deals to keep, in the order of the filter; SimulationError if `where` fails, or there is no such seat.

        You may select from parts of the deals, join the results, and select again. The result is the same as from all deals
        at once.
        """
        if not isinstance(deals, Deals):
            raise SimulationError.about("deals", f"expected Deals, got {quote(deals)}")
        self.check_player(len(deals.players))
        return self.in_order(deals if self.where is None else deals.select(self._kept(deals)))

    def _kept(self, deals: Deals) -> NDArray[np.bool_]:
        assert self.where is not None
        try:
            kept = np.asarray(self.where(deals))
        except Exception as error:
            raise SimulationError(f"where: {raised(error)}") from error
        if kept.shape != deals.deal.shape or kept.dtype != np.bool_:
            got = f"{kept.dtype} array of shape {kept.shape}"
            raise SimulationError(f"where: expected an array of bool of shape {deals.deal.shape}, got {got}")
        return kept

    def in_order(self, deals: Deals) -> Deals:
        """Return the worst deals, or all, in the order of the filter; `where` is not applied."""
        keys: list[NDArray[Any]] = [deals.continuation, deals.rotation, deals.deal]
        if self.worst is not None:
            keys.append(deals.points[:, self.player])
        return deals.select(np.lexsort(keys)[: self.worst])


class Selected:
    """Deals that a filter has selected so far. Memory is bounded by `worst`, if the filter has it.

    Parameters
    ----------
    keep : DealFilter
    """

    def __init__(self, keep: DealFilter) -> None:
        self.keep = keep
        self._parts: list[Deals] = []
        self._collected = 0

    def add(self, deals: Deals) -> None:
        """Add deals that the filter has selected, in any order."""
        self._parts.append(deals)
        self._collected += len(deals)
        if self.keep.worst is not None and self._collected > 2 * self.keep.worst + _CASES:
            self._parts = [self.deals]
            self._collected = len(self._parts[0])

    @property
    def deals(self) -> Deals:
        """The deals to keep."""
        return self.keep.in_order(Deals.join(self._parts))
