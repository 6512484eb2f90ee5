"""The strength of open-face players.

    python benchmarks/openface.py play --rules pineapple --seconds 0.05 --minutes 10
    python benchmarks/openface.py losses --rules pineapple --seconds 0.05 --minutes 10
    python benchmarks/openface.py report

A player meets weaker ones in duplicate deals: each deal is played once with him in each seat, and the others in the rest, so
that all have had the same cards. A Fantasyland that is earned counts as much as it is worth (`openface.worth`), and the next
deal begins outside of it. Points are those of a deal. The index is royalties + 9.6 x entries - 9 x fouls, a board, with the
same prices under all rules, as players have been compared by it elsewhere; these players aim at points, not at the index.
Stays are counted in the same 1,000 Fantasylands for all players, the smallest ones of the rules, against `swift`.

What placements lose against the best ones is told by analyses of 10,000 rollouts, in deals between two `swift`, on every
street but the last. This is about what better placements on that street would win, with `swift` playing the later streets.
The errors are much smaller than those of deals: where duels hardly tell `expert` from `swift`, losses do. They also tell how
little is left to win: no search over these networks can be ahead of `swift` by much more than `swift` loses. The error of a
sum over streets takes them as independent.

What was played is added up in openface.json, so that more can be played at any time, by one process at a time; other
networks, or other worths, begin a new record of those rules. The report is OPENFACE.md, with a chart of strength over time.
"""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations

import click
import numpy as np
from openface_record import RECORD, Duel, Pairing, Played, Record, Street, Sums
from openface_report import write_report

from cpoker_fast import rules as rules_of
from cpoker_fast.openface import Bot, Deal, analyze, bot, worth
from cpoker_fast.openface.game.placement import listed_as
from cpoker_fast.openface.game.plan import openface_of, read_complete
from cpoker_fast.openface.thinking.networks import NETWORKS

SURE = 5.0
LANDS = 1000  # Fantasylands that are counted
CHUNK = 20  # deals that are waited for at once, of an expert
ROLLOUTS = 10_000  # of an analysis that tells what placements lose
KEPT = 60.0  # seconds after which the record is written

# ---- playing ----


def names_of(seconds: tuple[float, ...]) -> list[str]:
    """Players, weakest first."""
    return ["careful", "swift", *(f"expert {one:g}" for one in sorted(seconds))]


def player_of(name: str) -> Bot:
    """Return the bot of a name such as 'swift', or 'expert 0.05' with a time limit in seconds."""
    kind, _, seconds = name.partition(" ")
    return bot(kind, seconds=float(seconds)) if seconds else bot(kind)


def finish(deal: Deal, players: list[Bot], rng: np.random.Generator) -> Deal:
    """Play a deal to its end."""
    while deal.turn is not None:
        deal.place(players[deal.turn].place(deal.position(), rng))
    return deal


def play_deal(rules: str, pairing: Pairing, seed: int) -> Played:
    """Play a duplicate deal of the stronger player against weaker ones."""
    seats, strong, weak = pairing.seats, player_of(pairing.stronger), player_of(pairing.weaker)
    worths = worth(rules, seats).points
    points, own = 0.0, []
    for seat in range(seats):
        players = [strong if number == seat else weak for number in range(seats)]
        deal = finish(Deal(rules, seats, seed=seed), players, np.random.default_rng((seed, seat)))
        gains = [worths[cards] if cards else 0.0 for cards in deal.next_fantasyland]
        gain = gains.pop(seat)
        points += deal.settlement().points[seat] + gain - sum(gains) / (seats - 1)
        own.append(deal.boards[seat].board().cards())
    fouls, royalties, earned = read_complete(rules_of(rules), np.array(own, np.uint8))
    return Played(points / seats, seats, int(royalties.sum()), int(fouls.sum()), int((earned > 0).sum()))


def stays_in(rules: str, name: str, seed: int) -> float:
    """Whether a player stays who begins in the smallest Fantasyland of the rules, against `swift`."""
    deal = Deal(rules, 2, seed=seed, fantasyland=(min(worth(rules).points), 0))
    finish(deal, [player_of(name), bot("swift")], np.random.default_rng(seed))
    return float(deal.next_fantasyland[0] > 0)


def play_duel(rules: str, pairing: Pairing, seconds: float, pool: ProcessPoolExecutor) -> Duel:
    """Play for some time, and add it to the record."""
    record = Record.of(rules)
    found = record.duels.setdefault(pairing, Duel())
    one, chunk = partial(play_deal, rules, pairing), CHUNK if "expert" in pairing.stronger else 20 * CHUNK
    until, kept = time.monotonic() + seconds, time.monotonic()
    while (now := time.monotonic()) < until:
        if now > kept + KEPT:
            record.write(rules)
            kept = now
        for deal in pool.map(one, range(found.points.n, found.points.n + chunk), chunksize=chunk // CHUNK):
            found.add(deal)
    record.write(rules)
    return found


def count_stays(rules: str, name: str, pool: ProcessPoolExecutor) -> None:
    """Count the stays of a player that the record does not have yet."""
    record = Record.of(rules)
    found = record.stays.setdefault(name, Sums())
    for stay in pool.map(partial(stays_in, rules, name), range(found.n, LANDS), chunksize=50):
        found.add(stay)
    record.write(rules)


def losses_of(rules: str, players: tuple[str, ...], seed: int) -> list[tuple[Street, float]]:
    """Return the losses of players' placements in a deal between two `swift`, by player and street."""
    deal, rng, swift = Deal(rules, 2, seed=seed), np.random.default_rng(seed), bot("swift")
    bots, last, found = {name: player_of(name) for name in players}, len(openface_of(deal.rules).streets) - 1, []
    while deal.turn is not None:
        position = deal.position()
        if position.seat == seed % 2 and position.street < last:
            best = analyze(position, rollouts=ROLLOUTS, seed=(seed, position.street))
            placements = [one.placement for one in best.placements]
            for name, player in bots.items():
                placed = listed_as(position.placement(player.place(position, rng)), placements, position.own)
                found.append((Street(name, position.street), best.placements[placed].behind.mean))
        deal.place(swift.place(position, rng))
    return found


def add_losses(rules: str, players: tuple[str, ...], seconds: float, pool: ProcessPoolExecutor) -> Record:
    """Analyse deals for some time, and add what players lose to the record."""
    record, until = Record.of(rules), time.monotonic() + seconds
    one = partial(losses_of, rules, players)
    while time.monotonic() < until:
        seed = max((sums.n for street, sums in record.losses.items() if street.player in players), default=0)
        for found in pool.map(one, range(seed, seed + CHUNK)):
            for street, lost in found:
                record.losses.setdefault(street, Sums()).add(lost)
        record.write(rules)
    return record


# ---- commands ----


_rules = click.option(
    "--rules", "names", multiple=True, default=NETWORKS, type=click.Choice(NETWORKS), help="Presets; by default all."
)
_seconds = click.option("--seconds", multiple=True, type=float, help="What an expert thinks about a placement.")
_minutes = click.option("--minutes", default=1.0, show_default=True, help="Of each duel, or each preset.")
_workers = click.option("--workers", default=2, show_default=True, help="Processes.")


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command()
@_rules
@_seconds
@click.option("--seats", default=2, show_default=True, help="Players at a table.")
@click.option("--against", multiple=True, type=click.Choice(["careful", "swift"]), help="Only against these.")
@_minutes
@_workers
def play(
    names: tuple[str, ...],
    seconds: tuple[float, ...],
    seats: int,
    against: tuple[str, ...],
    minutes: float,
    workers: int,
) -> None:
    """Play duels of all pairs of careful, swift, and an expert for each --seconds, and add them to the record."""
    players = names_of(seconds)
    with ProcessPoolExecutor(workers) as pool:
        for rules in names:
            if seats > openface_of(rules_of(rules)).players:
                continue
            for weaker, stronger in combinations(players, 2):
                if not against or weaker in against:
                    found = play_duel(rules, Pairing(seats, stronger, weaker), 60.0 * minutes, pool)
                    click.echo(f"{rules}, {seats} players: {stronger} over {weaker}: {found.points}, index {found.index}")
            for name in dict.fromkeys(player.split()[0] for player in players):
                count_stays(rules, name, pool)


@main.command()
@_rules
@_seconds
@_minutes
@_workers
def losses(names: tuple[str, ...], seconds: tuple[float, ...], minutes: float, workers: int) -> None:
    """Find out what the placements of careful, swift, and an expert for each --seconds lose, and add it to the record."""
    with ProcessPoolExecutor(workers) as pool:
        for rules in names:
            found = add_losses(rules, tuple(names_of(seconds)), 60.0 * minutes, pool).losses
            told = ", ".join(f"{street}: {sums}" for street, sums in found.items())
            click.echo(f"{rules}: {told}")


@main.command()
@click.option("--check", is_flag=True, help=f"Fail unless each player is ahead of weaker ones by {SURE:g} standard errors.")
def report(check: bool) -> None:
    """Write the report and its chart."""
    records = {rules: record for rules in NETWORKS if (record := Record.of(rules)).duels}
    if not records:
        raise click.ClickException(f"{RECORD} has no duels of the shipped networks: play some first")
    write_report("\n\n".join(__doc__.split("\n\n")[2:4]), records)
    unsure = [
        f"{rules}: {pairing}"
        for rules, record in records.items()
        for pairing, one in record.duels.items()
        if one.points.mean <= SURE * one.points.error
    ]
    if check and unsure:
        raise click.ClickException(f"not ahead by {SURE:g} standard errors: {', '.join(unsure)}")


if __name__ == "__main__":
    main()
