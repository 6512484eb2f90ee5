"""Measure how the equilibrium sets 13 cards, and what rules of thumb lose against it.

    \b
    python benchmarks/strategy/strategy_setting.py
    python benchmarks/strategy/strategy_setting.py --check

Random hands are set as best responses to the equilibria of several presets. strategy_setting.json has the counts, the losses
and the examples, and the page docs/strategy/setting.md shows them. This takes about six minutes on one core. With --check,
the record is measured again and compared with the file, and nothing is written.
"""  # noqa: D301

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np
from records import read_record
from setting_costs import HABITS, Choices, habit_choices, most_rows, recipe_choices, row_chances
from setting_counts import PlayedHands, are_surrenders, measure_counts, played_hands, surrender_kinds

import cpoker_fast as cp
from cpoker_fast.estimates import Estimate
from cpoker_fast.system.files import write_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

RECORD = Path(__file__).with_name("strategy_setting.json")
SEED = 1
OPPONENTS = 3
MEASURED = ("pagat", "simple")  # the rules of all counts and losses
BASE = "simple"  # the rules with which others are compared
DIGITS = 5  # of rounded numbers


class Sizes(NamedTuple):
    """Numbers of hands and deals."""

    hands: int
    enumerated: int
    """Hands whose legal boards are all valued."""
    naturals: int
    samples: int
    """Hands of opponents that compare the boards of examples, and check the losses of recipes."""


FULL = Sizes(hands=200_000, enumerated=4_000, naturals=200_000, samples=1 << 17)
SMALL = Sizes(hands=400, enumerated=20, naturals=2_000, samples=1 << 12)  # measured again by a test


class Seat(NamedTuple):
    """Rules, and whether the player has the button, which makes them the banker."""

    preset: str
    is_banker: bool = False

    def play(self, hands: NDArray[np.uint8]) -> PlayedHands:
        return played_hands(hands, cp.rules(self.preset), OPPONENTS, has_button=self.is_banker)


# No board that is legal under BASE is a foul under these rules.
CHANGES = {
    "royalties": Seat("pagat"),
    "royalties, win or lose": Seat("pagat-always"),
    "scoops": Seat("one-six"),
    "royalties, scoops double": Seat("vietnamese"),
    "royalties for pairs in front": Seat("closed"),
    "banker": Seat("house", is_banker=True),
    "player against a banker": Seat("house"),
}
CHECKED_RECIPES = ("strongest back, then strongest middle", "most rows won on average")
NATURALS = ("pagat", "one-six", "vietnamese", "malayan", "hawaiian-gardens", "thirteen-water")
SURRENDER_LIMITS = {"two-four": 0.85, "one-four": 0.7, "hawaiian-gardens": 0.7}
"""Sums of the chances of the three rows to win: by a rule of thumb, hands with less surrender. Of steps of 0.05, these gain
most."""


def deal_hands(n: int, seed: int) -> NDArray[np.uint8]:
    """Deal hands, each from a deck of its own, with ascending cards."""
    return np.sort(cp.deal_many(n, 1, 13, seed=seed)[:, 0], axis=1)


def mean_of(values: NDArray[Any]) -> list[float]:
    """Return the mean of values, one for each hand, and its standard error; both 0 without two values."""
    if len(values) < 2:
        return [0.0, 0.0]
    return [round(float(value), DIGITS) for value in (values.mean(), values.std(ddof=1) / len(values) ** 0.5)]


# ---- examples ----


def example(seat: Seat, best: NDArray[np.uint8], other: NDArray[np.uint8], samples: int) -> dict[str, Any]:
    """Return two boards of a hand, and their losses against hands that are dealt to the opponents, with standard errors."""
    hands = np.sort([best, other], axis=1)
    losses = losses_by_deals(seat, hands, np.stack([best, other]), samples)
    return {
        "preset": seat.preset,
        "banker": seat.is_banker,
        "best": str(cp.Board.of_cards(best.tolist())),
        "other": str(cp.Board.of_cards(other.tolist())),
        "losses": [[round(loss.mean, DIGITS), round(loss.standard_error, DIGITS)] for loss in losses],
    }


def losses_by_deals(
    seat: Seat, hands: NDArray[np.uint8], boards: NDArray[np.uint8], samples: int, *, declare: bool = False
) -> list[Estimate]:
    """Return the points that boards lose against hands that are dealt to the opponents."""
    analyses = cp.analyze_many(
        hands,
        seat.preset,
        boards,
        declare=declare,
        opponents=OPPONENTS,
        has_button=seat.is_banker,
        samples=samples,
        seed=SEED,
    )
    return [analyses.loss(index) for index in range(len(hands))]


def index_of_quantile(losses: NDArray[np.float64], share: float) -> int:
    """Return the index of a loss that a share of the losses above 0 does not exceed."""
    paying = np.flatnonzero(losses > 0)
    return int(paying[np.argsort(losses[paying], kind="stable")[int(share * (len(paying) - 1))]])


# ---- rules of thumb ----


def measure_choices(choices: dict[str, Choices], rules: cp.Rules, samples: int) -> dict[str, Any]:
    """Return for each rule of thumb its mean loss, the numbers of hands that it concerns and costs points, and an example.

    The example loses more than four fifths of the hands that it costs points.
    """
    measured = {}
    for name, choice in choices.items():
        costs = choice.losses > 1e-6
        measured[name] = {
            "loss": mean_of(choice.losses),
            "hands": len(choice.losses),
            "applies": int(choice.applies.sum()),
            "loss where it applies": mean_of(choice.losses[choice.applies]),
            "costs": int(costs.sum()),
        }
        if costs.any():
            boards = choice.boards[:, index_of_quantile(choice.losses, 0.8)]
            measured[name]["example"] = example(Seat(rules.name), *boards, samples)
    return measured


def check_recipes(played: PlayedHands, samples: int) -> dict[str, Any]:
    """Return the mean losses of recipes for some hands by the field, and by hands that are dealt to the opponents."""
    choices, checked = recipe_choices(played, OPPONENTS), {}
    for name in CHECKED_RECIPES:
        dealt = losses_by_deals(Seat(played.rules.name), played.hands, choices[name].boards[1], samples)
        checked[name] = {
            "hands": len(dealt),
            "field": mean_of(choices[name].losses),
            "deals": mean_of(np.array([loss.mean for loss in dealt])),
        }
    return checked


# ---- other rules ----


def measure_change(seat: Seat, base: cp.fields.Field, hands: NDArray[np.uint8], samples: int) -> dict[str, Any]:
    """Compare the boards under some rules with those under the base rules, for hands that play a board under both."""
    played = seat.play(hands)
    before = cp.arrange_many(played.hands, base.rules, base, opponents=OPPONENTS).boards
    field = cp.fields.Field.equilibrium(played.rules)
    points = field.points(before, declare=False, opponents=OPPONENTS, has_button=seat.is_banker)
    losses = played.points - points
    strengths = [cp.settling.board_strengths(boards) for boards in (before, played.boards)]
    differs = (strengths[0] != strengths[1]).any(axis=1)
    stronger = np.sign(strengths[1].astype(int) - strengths[0].astype(int))[differs]
    is_common = (played.categories <= cp.ranking.Category.FULL_HOUSE).all(axis=1)
    largest = int(np.where(is_common, losses, -np.inf).argmax())
    return {
        "preset": seat.preset,
        "banker": seat.is_banker,
        "hands": len(losses),
        "differ": int(differs.sum()),
        "clear": int((losses > 0.25).sum()),
        "loss": mean_of(losses),
        "stronger": (stronger > 0).sum(axis=0).tolist(),  # front, middle, back
        "weaker": (stronger < 0).sum(axis=0).tolist(),
        "example": example(seat, played.boards[largest], before[largest], samples),
    }


def measure_naturals(preset: str, hands: NDArray[np.uint8], samples: int) -> dict[str, Any]:
    """Return how often hands have a natural, how often they declare it, and what that wins."""
    rules = cp.rules(preset)
    has_natural = cp.settling.naturals_many(hands, rules.naturals) > 0
    some = hands[has_natural]
    best = cp.arrange_many(some, rules, opponents=OPPONENTS)
    field = cp.fields.Field.equilibrium(rules)
    _, played = best_compared(some, field, OPPONENTS)
    gains = best.points - played
    measured: dict[str, Any] = {
        "hands": len(hands),
        "naturals": len(some),
        "declared": int(best.declare.sum()),
        "gain": mean_of(gains[best.declare]),
    }
    if not best.declare.all():
        lost = np.where(best.declare, -np.inf, played - field.points(best.boards, declare=True, opponents=OPPONENTS))
        measured["kept"] = kept_natural(best.boards[lost.argmax()], rules, samples)
    return measured


def best_compared(
    hands: NDArray[np.uint8], field: cp.fields.Field, opponents: int
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return the best boards of hands that neither declare a natural nor surrender, and their expected points."""
    candidates = cp.arranging.undominated_many(hands, field.rules)
    points = field.points(candidates.boards, declare=False, opponents=opponents)
    highest = np.maximum.reduceat(points, candidates.offsets[:-1])
    best = np.flatnonzero(points == np.repeat(highest, np.diff(candidates.offsets)))
    return candidates.boards[best[np.searchsorted(best, candidates.offsets[:-1])]], highest


def kept_natural(board: NDArray[np.uint8], rules: cp.Rules, samples: int) -> dict[str, Any]:
    """Return a board with a natural, and what declaring it loses against hands that are dealt to the opponents."""
    (loss,) = losses_by_deals(Seat(rules.name), np.sort(board)[None], board[None], samples, declare=True)
    hand = cp.Board.of_cards(board.tolist())
    return {
        "board": str(hand),
        "natural": cp.naturals(hand.hand, rules.naturals)[0].value,
        "loss": [round(loss.mean, DIGITS), round(loss.standard_error, DIGITS)],
    }


def measure_surrenders(
    preset: str, hands: NDArray[np.uint8], chances: dict[str, NDArray[np.float64]], sizes: Sizes
) -> dict[str, Any]:
    """Return how often hands surrender, what that wins, what a limit for the sums of chances wins, and an example.

    `chances` has those of each row. Of the hands that surrender, half win less by it than the example, with `OPPONENTS`.
    """
    field, limit = cp.fields.Field.equilibrium(cp.rules(preset)), SURRENDER_LIMITS[preset]
    sums, kinds = most_rows(hands, chances).values, surrender_kinds(hands)
    measured: dict[str, Any] = {"limit": limit, "opponents": {}, "by deals": surrenders_by_deals(preset, hands, sizes)}
    for opponents in (1, OPPONENTS):
        best = cp.arrange_many(hands, preset, opponents=opponents)
        surrenders = are_surrenders(best.boards)
        boards, played = best.boards.copy(), best.points.copy()
        boards[surrenders], played[surrenders] = best_compared(hands[surrenders], field, opponents)
        gains = field.points([None], opponents=opponents) - played
        by_limit = ~best.declare & (sums < limit)
        measured["opponents"][str(opponents)] = {
            "hands": len(hands),
            "surrendered": int(surrenders.sum()),
            "gain": mean_of(np.where(surrenders, gains, 0)),
            "gain by limit": mean_of(np.where(by_limit, gains, 0)),
            "kinds": {name: [int(surrenders[chosen].sum()), int(chosen.sum())] for name, chosen in kinds.items()},
        }
        if opponents == OPPONENTS:
            board = boards[index_of_quantile(np.where(surrenders, gains, 0), 0.5)]
            measured["example"] = surrendered_board(board, preset, chances, sizes.samples)
    return measured


def surrendered_board(
    board: NDArray[np.uint8], preset: str, chances: dict[str, NDArray[np.float64]], samples: int
) -> dict[str, Any]:
    """Return a board, the chances of its rows, and what playing it loses against hands that are dealt to the opponents."""
    (loss,) = losses_by_deals(Seat(preset), np.sort(board)[None], board[None], samples)
    strengths = cp.settling.board_strengths(board[None])[0]
    return {
        "board": str(cp.Board.of_cards(board.tolist())),
        "chances": [
            round(float(of_row[strength]), DIGITS) for of_row, strength in zip(chances.values(), strengths, strict=True)
        ],
        "loss": [round(loss.mean, DIGITS), round(loss.standard_error, DIGITS)],
    }


def surrenders_by_deals(preset: str, hands: NDArray[np.uint8], sizes: Sizes) -> dict[str, int]:
    """Return how many hands surrender against the field, and against hands that are dealt to one opponent."""
    few = hands[: sizes.enumerated]
    by_field = cp.arrange_many(few, preset, opponents=1)
    by_deals = cp.analyze_many(few, preset, opponents=1, samples=sizes.samples, seed=SEED).best
    return {
        "hands": len(few),
        "field": int(are_surrenders(by_field.boards).sum()),
        "deals": int(are_surrenders(by_deals.boards).sum()),
    }


# ---- the record ----


def measure(sizes: Sizes) -> dict[str, Any]:
    """Measure everything."""
    hands = deal_hands(sizes.hands, SEED)
    record: dict[str, Any] = {"sizes": sizes._asdict(), "opponents": OPPONENTS, "base": BASE}
    record |= {"counts": {}, "recipes": {}, "habits": {}, "recipes by deals": {}}
    for preset in MEASURED:
        played = Seat(preset).play(hands)
        record["counts"][preset] = measure_counts(played)
        record["recipes"][preset] = measure_choices(recipe_choices(played, OPPONENTS), played.rules, sizes.samples)
        few = Seat(preset).play(hands[: sizes.enumerated])
        habits = habit_choices(few.hands, few.rules, OPPONENTS)
        record["habits"][preset] = measure_choices(habits, few.rules, sizes.samples)
        record["recipes by deals"][preset] = check_recipes(few, sizes.samples)
    base = cp.fields.Field.equilibrium(BASE)
    record["changes"] = {name: measure_change(seat, base, hands, sizes.samples) for name, seat in CHANGES.items()}
    many = deal_hands(sizes.naturals, SEED + 1)
    record["naturals"] = {preset: measure_naturals(preset, many, sizes.samples) for preset in NATURALS}
    chances = row_chances(Seat(MEASURED[0]).play(hands))
    record["surrenders"] = {preset: measure_surrenders(preset, hands, chances, sizes) for preset in SURRENDER_LIMITS}
    return record


def recorded() -> dict[str, Any]:
    """Return the record, with a measurement of few hands under the key 'small'."""
    return read_record(RECORD)


def text_of(record: dict[str, Any]) -> str:
    """Return a record as JSON, with each list of values in a line."""
    text = json.dumps(record, indent=1)
    return re.sub(r"\[\n[^\[\]{}]*\]", lambda lines: re.sub(r"\n *", "", lines[0].replace(",\n", ", \n")), text) + "\n"


def differences(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Yield where two records differ: in a number by more than its last digits, or in anything else."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in filter(new.__contains__, old):
            yield from differences(old[key], new[key], f"{path}.{key}".lstrip("."))
        for key in sorted(old.keys() ^ new.keys()):
            yield f"{path}.{key}: only {'in the record' if key in old else 'measured now'}".lstrip(".")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, pair in enumerate(zip(old, new, strict=True)):
            yield from differences(*pair, f"{path}[{index}]")
    elif isinstance(old, float) and isinstance(new, float):
        if abs(old - new) > 3 * 10**-DIGITS:
            yield f"{path}: {old} in the record, now {new}"
    elif old != new:
        yield f"{path}: {old} in the record, now {new}"


@click.command(help=__doc__)
@click.option("--check", is_flag=True, help="Compare a new measurement with the record; exit status 1 if they differ.")
def main(check: bool) -> None:
    """Measure, and write the record or compare it."""
    record = measure(FULL) | {"small": measure(SMALL)}
    if check:
        problems = [*differences(recorded(), json.loads(json.dumps(record)))]
        if problems:
            raise click.ClickException("\n".join(problems))
        click.echo("the record is as measured")
        return
    write_file(RECORD, lambda stream: stream.write(text_of(record).encode()))
    click.echo(f"{RECORD.name} written: {len(HABITS)} habits, {len(CHANGES)} changes of the rules")


if __name__ == "__main__":
    main()
