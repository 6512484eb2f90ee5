"""What open-face players have won so far: sums by duel, kept in openface.json."""

from __future__ import annotations

import json
import math
import zlib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cpoker_fast import rules as rules_of
from cpoker_fast.arranging import shipped_worth
from cpoker_fast.estimates import Estimate
from cpoker_fast.openface.game.plan import openface_of
from cpoker_fast.openface.thinking.networks import read_networks
from cpoker_fast.system.files import write_file

RECORD = Path(__file__).with_name("openface.json")
FEW = 60  # deals that make an error, at least
WORTH_OF_ENTRY, PRICE_OF_FOUL = 9.6, 9.0


class Pairing(NamedTuple):
    """A table: a stronger player, and weaker ones of one kind in all other seats."""

    seats: int
    stronger: str
    weaker: str

    def __str__(self) -> str:
        return f"{self.seats}; {self.stronger}; {self.weaker}"

    @classmethod
    def of(cls, key: str) -> Pairing:
        """Read an entry from its text in the record."""
        seats, stronger, weaker = key.split("; ")
        return cls(int(seats), stronger, weaker)


class Street(NamedTuple):
    """The placements of a player on a street."""

    player: str
    number: int
    """From 0."""

    def __str__(self) -> str:
        return f"{self.player}; {self.number}"

    @classmethod
    def of(cls, key: str) -> Street:
        """Read an entry from its text in the record."""
        player, number = key.split("; ")
        return cls(player, int(number))


@dataclass(frozen=True)
class Played:
    """A duplicate deal of a player: his points, on average over the seats, and the sums of his boards."""

    points: float
    boards: int
    royalties: int
    fouls: int
    entries: int

    @property
    def index(self) -> float:
        """Of a board, on average."""
        return (self.royalties + WORTH_OF_ENTRY * self.entries - PRICE_OF_FOUL * self.fouls) / self.boards


@dataclass
class Sums:
    """A mean and its standard error, by sums."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """One more value."""
        self.n, self.total, self.squares = self.n + 1, self.total + value, self.squares + value * value

    @property
    def mean(self) -> float:
        """That of the values; 0 without any."""
        return self.total / max(1, self.n)

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for few values."""
        return math.sqrt(max(0.0, self.squares / self.n - self.mean**2) / self.n) if self.n >= FEW else math.inf

    @property
    def margin(self) -> float:
        """The 95 % margin of error of the mean, which stands after ±."""
        return Estimate(self.mean, self.error).margin

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.margin:.2f}"


@dataclass
class Duel:
    """Duplicate deals of a player against weaker ones of one kind, and how he played."""

    points: Sums = field(default_factory=Sums)
    index: Sums = field(default_factory=Sums)
    royalties: int = 0
    fouls: int = 0
    entries: int = 0
    boards: int = 0

    def add(self, deal: Played) -> None:
        """One more deal."""
        self.points.add(deal.points)
        self.index.add(deal.index)
        self.royalties += deal.royalties
        self.fouls += deal.fouls
        self.entries += deal.entries
        self.boards += deal.boards


@dataclass
class Record:
    """What was played under some rules."""

    made_for: int
    """The networks and worths, as one number."""
    duels: dict[Pairing, Duel] = field(default_factory=dict)
    stays: dict[str, Sums] = field(default_factory=dict)
    """By player."""
    losses: dict[Street, Sums] = field(default_factory=dict)
    """Points that a placement loses."""

    @classmethod
    def of(cls, rules: str) -> Record:
        """Read the record in a file; return a new record if the file has other networks or worths."""
        plain, now = _read_all().get(rules, {}), _made_for(rules)
        if plain.get("made_for") != now:
            return cls(now)
        duels = {Pairing.of(key): _duel_of(one) for key, one in plain["duels"].items()}
        stays = {name: Sums(**one) for name, one in plain["stays"].items()}
        losses = {Street.of(key): Sums(**one) for key, one in plain["losses"].items()}
        return cls(now, duels, stays, losses)

    def write(self, rules: str) -> None:
        """Keep it in the file, beside those of other rules."""
        plain = {
            "made_for": self.made_for,
            "duels": {str(pairing): asdict(duel) for pairing, duel in self.duels.items()},
            "stays": {name: asdict(sums) for name, sums in self.stays.items()},
            "losses": {str(street): asdict(sums) for street, sums in self.losses.items()},
        }
        text = json.dumps(_read_all() | {rules: plain}, indent=1, sort_keys=True) + "\n"
        write_file(RECORD, lambda stream: stream.write(text.encode()))


def _duel_of(plain: dict[str, Any]) -> Duel:
    return Duel(**plain | {"points": Sums(**plain["points"]), "index": Sums(**plain["index"])})


def _read_all() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return found


def _made_for(name: str) -> int:
    rules = rules_of(name)
    networks = read_networks(rules)
    assert networks is not None
    arrays = [networks.first, networks.payoffs, *(part for head in networks.heads for part in head)]
    worths = [shipped_worth(rules, players) for players in range(2, openface_of(rules).players + 1)]
    found = zlib.crc32(repr(worths).encode())
    for array in arrays:
        found = zlib.crc32(np.asarray(array).tobytes(), found)
    return found
