"""The record of open-face players in openface.json: sums over duels, stays and losses."""

from __future__ import annotations

import json
import math
import zlib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cpoker_fast import rules as rules_of, simulate
from cpoker_fast.arranging.fantasyland_worths import shipped_worth
from cpoker_fast.estimates import Estimate
from cpoker_fast.system.files import write_file

RECORD = Path(__file__).with_name("openface.json")
LEAST_VALUES = 60  # with fewer values, `Sums.error` is infinite
WORTH_OF_ENTRY, PRICE_OF_FOUL = 9.6, 9.0


class Pairing(NamedTuple):
    """Players of a table: a stronger one, and weaker ones of one kind in all other seats."""

    seats: int
    stronger: str
    weaker: str

    def __str__(self) -> str:
        return f"{self.seats}; {self.stronger}; {self.weaker}"

    @classmethod
    def of(cls, key: str) -> Pairing:
        """Parse a key of the record."""
        seats, stronger, weaker = key.split("; ")
        return cls(int(seats), stronger, weaker)


class Street(NamedTuple):
    """Players at the table, one of them, and a street: the key of losses and gains in a record."""

    seats: int
    player: str
    number: int
    """Index of the street, from 0."""

    def __str__(self) -> str:
        return f"{self.seats}; {self.player}; {self.number}"

    @classmethod
    def of(cls, key: str) -> Street:
        """Parse a key of the record."""
        seats, player, number = key.split("; ")
        return cls(int(seats), player, int(number))


@dataclass(frozen=True)
class Played:
    """A duplicate deal: the mean points of the stronger player over the seats, and sums over the boards of that player."""

    points: float
    boards: int
    royalties: int
    fouls: int
    entries: int

    @property
    def index(self) -> float:
        """Mean index of the boards, as defined in openface.py."""
        return (self.royalties + WORTH_OF_ENTRY * self.entries - PRICE_OF_FOUL * self.fouls) / self.boards


@dataclass
class Sums:
    """Sums of values, for their mean and its standard error."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Add a value."""
        self.n, self.total, self.squares = self.n + 1, self.total + value, self.squares + value * value

    @property
    def mean(self) -> float:
        """The mean of the values; 0 without any."""
        return self.total / max(1, self.n)

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for fewer than `LEAST_VALUES` values."""
        return math.sqrt(max(0.0, self.squares / self.n - self.mean**2) / self.n) if self.n >= LEAST_VALUES else math.inf

    @property
    def margin(self) -> float:
        """The 95 % margin of error of the mean."""
        return Estimate(self.mean, self.error).margin

    def __str__(self) -> str:
        return f"{self.mean:z.2f} ± {self.margin:.2f}"


@dataclass
class Duel:
    """Sums over duplicate deals of a player against weaker ones of one kind."""

    points: Sums = field(default_factory=Sums)
    index: Sums = field(default_factory=Sums)
    royalties: int = 0
    fouls: int = 0
    entries: int = 0
    boards: int = 0

    def add(self, deal: Played) -> None:
        """Add a deal."""
        self.points.add(deal.points)
        self.index.add(deal.index)
        self.royalties += deal.royalties
        self.fouls += deal.fouls
        self.entries += deal.entries
        self.boards += deal.boards


@dataclass
class Record:
    """Sums over all deals under some rules."""

    made_for: int
    """Checksum of the worths, and of deals that `swift` plays."""
    duels: dict[Pairing, Duel] = field(default_factory=dict)
    stays: dict[str, Sums] = field(default_factory=dict)
    """Stays of each player: 1 or 0 for each Fantasyland."""
    losses: dict[Street, Sums] = field(default_factory=dict)
    """Points that placements lose, by number of players, player and street."""
    gains: dict[Street, Sums] = field(default_factory=dict)
    """Points that an expert gains from discards that are 'known' or 'guessed', by number of players, these, and street."""

    @classmethod
    def of(cls, rules: str) -> Record:
        """Read the record of some rules; return a new one if `swift` or the worths have changed."""
        plain, checksum = _read_all().get(rules, {}), _made_for(rules)
        if plain.get("made_for") != checksum:
            return cls(checksum)
        duels = {Pairing.of(key): _duel_of(sums) for key, sums in plain["duels"].items()}
        stays = {name: Sums(**sums) for name, sums in plain["stays"].items()}
        losses, gains = ({Street.of(key): Sums(**sums) for key, sums in plain[name].items()} for name in ("losses", "gains"))
        return cls(checksum, duels, stays, losses, gains)

    def write(self, rules: str) -> None:
        """Write the record to the file, beside those of other rules."""
        plain = {
            "made_for": self.made_for,
            "duels": {str(pairing): asdict(duel) for pairing, duel in self.duels.items()},
            "stays": {name: asdict(sums) for name, sums in self.stays.items()},
            "losses": {str(street): asdict(sums) for street, sums in self.losses.items()},
            "gains": {str(street): asdict(sums) for street, sums in self.gains.items()},
        }
        text = json.dumps(_read_all() | {rules: plain}, indent=1, sort_keys=True) + "\n"
        write_file(RECORD, lambda stream: stream.write(text.encode()))


def _duel_of(plain: dict[str, Any]) -> Duel:
    return Duel(**plain | {"points": Sums(**plain["points"]), "index": Sums(**plain["index"])})


def _read_all() -> dict[str, Any]:
    records: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return records


def _made_for(name: str) -> int:
    rules = rules_of(name)
    worths = [shipped_worth(rules, players) for players in range(2, rules.players + 1)]
    points = simulate(rules, ["swift", "careful"], 256, seed=1).points(0)
    return zlib.crc32(repr((worths, points.mean, points.standard_error)).encode())
