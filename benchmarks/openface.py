"""The strength of open-face players.

    \b
    python benchmarks/openface.py play --rules pineapple --rollouts 1000
    python benchmarks/openface.py losses --rules pineapple --seats 3
    python benchmarks/openface.py discards --rules pineapple --minutes 10
    python benchmarks/openface.py gaps --rules pineapple
    python benchmarks/openface.py report

openface.json has the sums of all deals so far, and later runs add to them. Run only one of these commands at a time. If
`swift` or a worth changes, the record of the rules begins anew. The report is OPENFACE.md, with a chart of losses by
rollouts.
"""  # noqa: D301

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations, pairwise, product
from pathlib import Path

import click
import numpy as np
from openface_discards import gains
from openface_record import RECORD, Duel, Pairing, Played, Record, Street, Sums
from openface_report import INTRODUCTION, chart, tables

from cpoker_fast import Deal, analyze, rules as rules_of
from cpoker_fast.game.placement import index_in_list
from cpoker_fast.game.plan import read_complete
from cpoker_fast.players import Bot, bot
from cpoker_fast.studies import worth
from cpoker_fast.thinking.network_archive import NETWORKS

REPORT, CHART = Path(__file__).with_name("OPENFACE.md"), Path(__file__).with_name("openface.png")
SURE = 5.0
LANDS = 1000  # Fantasylands in which stays are counted
CHUNK = 20  # deals of an expert between two checks of the time limit
ROLLOUTS = 10_000  # of each analysis that measures losses
GAP_ROLLOUTS = 1200  # of each analysis that measures gaps
GAPS = (0.0, 0.25, 0.5, 1.0, 1.5, 3.0)  # ranges of gaps between first estimates
DEFAULT_ROLLOUTS = 200  # of the bot `expert`
WRITE_EVERY = 60.0  # seconds between writes of the record

# ---- playing ----


def names_of(rollouts: tuple[int, ...]) -> list[str]:
    """Return the names of all players, the weakest first."""
    return ["careful", "swift", *(f"expert {number}" for number in sorted(rollouts))]


def player_of(name: str) -> Bot:
    """Return the bot of a name: 'swift', or 'expert 1000' with 1,000 rollouts for each placement."""
    kind, _, rollouts = name.partition(" ")
    return bot(kind, rollouts=int(rollouts)) if rollouts else bot(kind)


def finish(deal: Deal, players: list[Bot], rng: np.random.Generator) -> Deal:
    """Play a deal to its end, and return it."""
    while deal.turn is not None:
        deal.place(players[deal.turn].place(deal.position(), rng))
    return deal


def play_deal(rules: str, pairing: Pairing, seed: int) -> Played:
    """Play a duplicate deal of the stronger player against weaker ones."""
    seats, strong, weak = pairing.seats, player_of(pairing.stronger), player_of(pairing.weaker)
    worths = worth(rules, seats).points
    points, boards = 0.0, []
    for seat in range(seats):
        players = [strong if number == seat else weak for number in range(seats)]
        deal = finish(Deal(rules, seats, seed=seed), players, np.random.default_rng((seed, seat)))
        gains = [worths[cards] if cards else 0.0 for cards in deal.next_fantasyland]
        gain = gains.pop(seat)
        points += deal.settlement().points[seat] + gain - sum(gains) / (seats - 1)
        boards.append(deal.boards[seat].board().cards())
    fouls, royalties, earned = read_complete(rules_of(rules), np.array(boards, np.uint8))
    return Played(points / seats, seats, int(royalties.sum()), int(fouls.sum()), int((earned > 0).sum()))


def stays_in(rules: str, name: str, seed: int) -> float:
    """Play a deal against `swift` from the smallest Fantasyland of the rules; return 1.0 for a stay, otherwise 0.0."""
    deal = Deal(rules, 2, seed=seed, fantasyland=(min(worth(rules).points), 0))
    finish(deal, [player_of(name), bot("swift")], np.random.default_rng(seed))
    return float(deal.next_fantasyland[0] > 0)


def play_duel(rules: str, pairing: Pairing, seconds: float, pool: ProcessPoolExecutor) -> Duel:
    """Play for some seconds, add the deals to the record, and return the duel."""
    record = Record.of(rules)
    duel = record.duels.setdefault(pairing, Duel())
    play_seed, chunk = partial(play_deal, rules, pairing), CHUNK if "expert" in pairing.stronger else 20 * CHUNK
    until, written = time.monotonic() + seconds, time.monotonic()
    while (now := time.monotonic()) < until:
        if now > written + WRITE_EVERY:
            record.write(rules)
            written = now
        for deal in pool.map(play_seed, range(duel.points.n, duel.points.n + chunk), chunksize=chunk // CHUNK):
            duel.add(deal)
    record.write(rules)
    return duel


def count_stays(rules: str, name: str, pool: ProcessPoolExecutor) -> None:
    """Count stays of a player, and add them to the record, until it has all 1,000 Fantasylands."""
    record = Record.of(rules)
    stays = record.stays.setdefault(name, Sums())
    for stay in pool.map(partial(stays_in, rules, name), range(stays.n, LANDS), chunksize=50):
        stays.add(stay)
    record.write(rules)


def turns_of(rules: str, seats: int, seed: int) -> Iterator[tuple[Deal, np.random.Generator]]:
    """Yield a deal between `swift` bots at each turn of one player, on every street but the last."""
    deal, rng, swift = Deal(rules, seats, seed=seed), np.random.default_rng(seed), bot("swift")
    last = len(deal.rules.streets) - 1
    while deal.turn is not None:
        position = deal.position()
        if position.seat == seed % seats and position.street < last:
            yield deal, rng
        deal.place(swift.place(position, rng))


def losses_of(rules: str, seats: int, players: tuple[str, ...], seed: int) -> list[tuple[Street, float]]:
    """Return the points that placements of players lose in a deal between `swift` bots, by player and street.

    One analysis finds the best placement, and another one, with a seed of its own, judges it and those of the players.
    """
    bots, lost_points = {name: player_of(name) for name in players}, []
    for deal, rng in turns_of(rules, seats, seed):
        position = deal.position()
        best = analyze(position, rollouts=ROLLOUTS, seed=(seed, position.street)).best.placement
        placed = {name: position.placement(player.place(position, rng)) for name, player in bots.items()}
        among = [best, *placed.values()]
        judged = analyze(position, among=among, tolerance=0, rollouts=ROLLOUTS, seed=(seed, position.street, 1)).candidates
        placements, points = [value.placement for value in judged], [value.points.mean for value in judged]
        best_points, *others = (points[index_in_list(placement, placements, position.own)] for placement in among)
        lost_points += [
            (Street(seats, name, position.street), best_points - mean) for name, mean in zip(placed, others, strict=True)
        ]
    return lost_points


def gains_of(rules: str, seats: int, seed: int) -> list[tuple[Street, float]]:
    """Return the points that an expert gains from opponents' discards in a deal between `swift` bots, by street."""
    gained = []
    for deal, _ in turns_of(rules, seats, seed):
        position = deal.position()
        if position.street == 0:
            continue  # nobody has discards
        points = gains(position, deal.moves, (seed, position.street))
        gained += [(Street(seats, name, position.street), gain) for name, gain in points.items()]
    return gained


def first_gaps_of(rules: str, seed: int) -> list[tuple[int, float, float]]:
    """Return the street, the gap between first estimates, and the gap by rollouts, of placements in a deal."""
    gaps = []
    for deal, _ in turns_of(rules, 2, seed):
        position = deal.position()
        values = analyze(position, rollouts=GAP_ROLLOUTS, tolerance=0, seed=(seed, position.street)).candidates
        first = min(values, key=lambda value: value.estimate)
        gaps += [
            (position.street, value.estimate, first.points.mean - value.points.mean)
            for value in values
            if value.samples and value is not first
        ]
    return gaps


def add_deals(
    record: Record,
    rules: str,
    sums_of: dict[Street, Sums],
    values_in_deal: Callable[[int], list[tuple[Street, float]]],
    first: int,
    seconds: float,
    pool: ProcessPoolExecutor,
) -> None:
    """Add the values of deals to sums of a record, for some seconds; `first` is the seed of the first deal."""
    until, seed = time.monotonic() + seconds, first
    while time.monotonic() < until:
        for values in pool.map(values_in_deal, range(seed, seed + CHUNK)):
            for street, value in values:
                sums_of.setdefault(street, Sums()).add(value)
        seed += CHUNK
        record.write(rules)


# ---- commands ----


def that_seat(names: tuple[str, ...], seats: int) -> list[str]:
    """Return the presets that allow so many players; UsageError if there is none."""
    allowing = [rules for rules in names if 2 <= seats <= rules_of(rules).players]
    if not allowing:
        raise click.UsageError(f"--seats {seats}: not allowed by {', '.join(names)}")
    return allowing


_rules = click.option(
    "--rules", "names", multiple=True, default=NETWORKS, type=click.Choice(NETWORKS), help="Presets; by default all."
)
_rollouts = click.option(
    "--rollouts",
    multiple=True,
    type=click.IntRange(min=1),
    default=(DEFAULT_ROLLOUTS,),
    show_default=True,
    help="Rollouts of an expert per placement; may be repeated.",
)
_seats = click.option("--seats", default=2, show_default=True, help="Players at a table.")
_minutes = click.option("--minutes", default=1.0, show_default=True, help="Time for each duel (play) or preset (losses).")
_workers = click.option("--workers", default=2, show_default=True, help="Number of processes.")


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command()
@_rules
@_rollouts
@_seats
@click.option("--against", multiple=True, type=click.Choice(["careful", "swift"]), help="Weaker players; by default all.")
@_minutes
@_workers
def play(
    names: tuple[str, ...],
    rollouts: tuple[int, ...],
    seats: int,
    against: tuple[str, ...],
    minutes: float,
    workers: int,
) -> None:
    """Play duels between careful, swift, and an expert for each --rollouts, and add them to the record."""
    players = names_of(rollouts)
    with ProcessPoolExecutor(workers) as pool:
        for rules in that_seat(names, seats):
            for weaker, stronger in combinations(players, 2):
                if not against or weaker in against:
                    duel = play_duel(rules, Pairing(seats, stronger, weaker), 60.0 * minutes, pool)
                    click.echo(f"{rules}, {seats} players: {stronger} over {weaker}: {duel.points}, index {duel.index}")
            for name in dict.fromkeys(player.split()[0] for player in players):
                count_stays(rules, name, pool)


@main.command()
@_rules
@click.option("--deals", default=100, show_default=True, help="Deals of each preset.")
@_workers
def gaps(names: tuple[str, ...], deals: int, workers: int) -> None:
    """Print how much rollouts change the gaps between first estimates, by street and by the size of the gap."""
    with ProcessPoolExecutor(workers) as pool:
        for rules in names:
            all_gaps = np.array([gap for gaps in pool.map(partial(first_gaps_of, rules), range(deals)) for gap in gaps])
            for street in np.unique(all_gaps[:, 0]):
                _, first, later = all_gaps[all_gaps[:, 0] == street].T
                for low, high in pairwise(GAPS):
                    change = (later - first)[(low <= first) & (first < high)]
                    if len(change) > 1:
                        spread = f"mean change {change.mean():+.2f}, root mean square {np.sqrt((change**2).mean()):.2f}"
                        click.echo(
                            f"{rules}, street {int(street) + 1}, gaps from {low:g} to {high:g}: {spread} ({len(change)})"
                        )


@main.command()
@_rules
@_rollouts
@_seats
@_minutes
@_workers
def losses(names: tuple[str, ...], rollouts: tuple[int, ...], seats: int, minutes: float, workers: int) -> None:
    """Measure losses of placements of careful, swift, and an expert for each --rollouts, and add them to the record."""
    with ProcessPoolExecutor(workers) as pool:
        for rules in that_seat(names, seats):
            record, players = Record.of(rules), tuple(names_of(rollouts))
            measured = (sums.n for street, sums in record.losses.items() if street[:2] in product([seats], players))
            losses_in_deal, first = partial(losses_of, rules, seats, players), max(measured, default=0)
            add_deals(record, rules, record.losses, losses_in_deal, first, 60.0 * minutes, pool)
            texts = [f"{street}: {sums}" for street, sums in record.losses.items() if street.seats == seats]
            click.echo(f"{rules}: {', '.join(texts)}")


@main.command()
@_rules
@_seats
@_minutes
@_workers
def discards(names: tuple[str, ...], seats: int, minutes: float, workers: int) -> None:
    """Measure what an expert gains from opponents' discards, known or guessed, and add it to the record."""
    names = tuple(name for name in names if all(dealt - placed == 1 for dealt, placed in rules_of(name).streets[1:]))
    if not names:
        raise click.UsageError("expected rules with one discard on each street but the first")
    with ProcessPoolExecutor(workers) as pool:
        for rules in that_seat(names, seats):
            record = Record.of(rules)
            first = max((sums.n for street, sums in record.gains.items() if street.seats == seats), default=0)
            add_deals(record, rules, record.gains, partial(gains_of, rules, seats), first, 60.0 * minutes, pool)
            texts = [f"{street}: {sums}" for street, sums in record.gains.items() if street.seats == seats]
            click.echo(f"{rules}: {', '.join(texts)}")


def recorded() -> dict[str, Record]:
    """Return the records of the present `swift` and worths, by preset."""
    return {rules: record for rules in NETWORKS if (record := Record.of(rules)).duels}


def report_text(records: dict[str, Record]) -> str:
    """Return the report as Markdown."""
    picture = f"![points that placements lose, by time]({CHART.name})"
    lines = ["# The strength of open-face players", "", *INTRODUCTION.splitlines(), "", picture, *tables(records)]
    return "\n".join(lines) + "\n"


@main.command()
@click.option("--check", is_flag=True, help=f"Fail unless each player is ahead of weaker ones by {SURE:g} standard errors.")
def report(check: bool) -> None:
    """Write the report and its chart."""
    records = recorded()
    if not records:
        raise click.ClickException(f"{RECORD} has no duels of the present swift and worths: run the command `play` first")
    REPORT.write_text(report_text(records), encoding="utf-8")
    chart(records).savefig(CHART, dpi=110)
    unsure = [
        f"{rules}: {pairing}"
        for rules, record in records.items()
        for pairing, duel in record.duels.items()
        if duel.points.mean <= SURE * duel.points.error
    ]
    if check and unsure:
        raise click.ClickException(f"not ahead by {SURE:g} standard errors: {', '.join(unsure)}")


if __name__ == "__main__":
    main()
