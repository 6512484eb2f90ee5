"""Checksums of results that stay the same: what is dealt, settled, set, played, analyzed and learned, under each preset.

    \b
    python benchmarks/signatures.py
    python benchmarks/signatures.py pagat pineapple

Results do not depend on the machine. Names the checksums that differ from those of signatures.json, and fails; so a change
that must not alter results shows that it does not. Another preset, natural or bot alters none. After a change that alters
results on purpose, write them again with --record, and say why in the message of the commit.
"""  # noqa: D301

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import click
import numpy as np

import cpoker_fast as cp
from cpoker_fast import notation
from cpoker_fast._openface import perft
from cpoker_fast.app.bench.measuring import random_decks, random_hands
from cpoker_fast.game.plan import plan_of
from cpoker_fast.studies.counts import COUNTERS, counter_of
from cpoker_fast.thinking.network_archive import NETWORKS

RECORD = Path(__file__).with_name("signatures.json")
PATTERNS = list(cp.rulebook.Pattern)[:19]  # naturals that are signed
CLOSED_BOTS = ("random", "royalties", "balanced", "expert")
DECKS = random_decks(2000, seed=1)
HANDS = np.ascontiguousarray(DECKS[:, :13])
DEALS = 1100  # of simulations, which are two chunks
DECLARATIONS = {"rows": False, "naturals": True, "better": "if better"}

Signed = Iterator[tuple[str, Any]]
"""Names of results, and the results: arrays, numbers, texts, and lists of them."""


def checksum(result: Any) -> int:
    """Return the checksum of a result, which does not depend on the byte order."""
    if isinstance(result, np.ndarray):
        return zlib.crc32(result.astype(result.dtype.newbyteorder("<")).tobytes())
    return zlib.crc32(repr(result).encode())


def counts_of(simulation: cp.studies.Simulation) -> bytes:
    """Return the counts of a simulation; those of naturals in the order of `Pattern`, regardless of other naturals."""
    plain = simulation.counts.to_dict()
    places = [PATTERNS.index(natural.name) for natural in simulation.rules.naturals]
    plain["tallies"] = []
    for tally in simulation.counts.tallies:
        counts = {name: counter_of(tally, name).ravel().tolist() for name in COUNTERS}
        by_place = dict(zip(places, counts["naturals"], strict=False))
        counts["naturals"] = [by_place.get(place, 0) for place in range(len(PATTERNS))]
        plain["tallies"].append(list(chain.from_iterable(counts.values())))
    return repr(plain).encode()


def played(name: str, bots: tuple[str, ...]) -> list[str]:
    """Return the points of each bot of a tournament."""
    result = cp.tournament(name, bots, 60, seed=1)
    return [f"{bot} {in_digits(result.points(index))}" for index, bot in enumerate(bots)]


def in_digits(value: Any) -> str:
    """Return an estimate as text, with six digits, which are the same on all machines."""
    return f"{value.mean:.6g} {value.standard_error:.6g}"


def of_cards() -> Signed:
    """Sign what does not depend on rules: strengths, naturals, deals and numbers of boards."""
    yield "strengths of five cards", cp.strengths(np.array(random_hands(100_000, seed=1), np.uint8))
    yield "strengths of three cards", cp.strengths(np.ascontiguousarray(DECKS[:, :3]))
    yield "lowball strengths", cp.ranking.lowball_strengths(np.ascontiguousarray(DECKS[:, :5]))
    yield "naturals", cp.settling.naturals_many(HANDS) & (2 ** len(PATTERNS) - 1)
    yield "deals", cp.deal_many(1000, seed=1)
    yield "legal boards", cp.arranging.count_arrangements_many(HANDS[:500])
    yield "undominated boards", cp.arranging.undominated_many(HANDS[:500]).boards


def of_every_game(name: str) -> Signed:
    """Sign what every game has: settlements, explained too, and the boards of best royalties."""
    rules = cp.rules(name)
    tables = DECKS.reshape(-1, 4, 13)
    for players in (2, 3, 4):
        boards = np.ascontiguousarray(tables[:, :players])
        for words, declare in DECLARATIONS.items():
            yield f"points of {players} players, {words}", cp.settle_many(boards, rules, declare=declare)
    yield "explained settlements", [cp.settle(table.tolist(), rules).explain() for table in tables[:40]]
    yield "boards of best royalties", cp.best_royalties_many(HANDS, rules)


def of_one_street(name: str) -> Signed:
    """Sign settings, simulations, analyses and environments of a closed game."""
    from cpoker_fast.learning import VectorEnv

    hands = HANDS[:200].copy()
    for opponents in (1, 3):
        placements = cp.arrange_many(hands, name, opponents=opponents)
        points = [f"{value:.6g}" for value in placements.points]
        yield f"settings against {opponents}", [placements.boards.tolist(), placements.declare.tolist(), points]
    yield "simulation", counts_of(cp.simulate(name, CLOSED_BOTS, DEALS, seed=1))
    yield (
        "analyses",
        [
            f"{candidate.board} {in_digits(candidate.points)} {in_digits(candidate.behind)}"
            for hand in HANDS[:3].tolist()
            for candidate in cp.analyze(hand, name, deals=200, seed=1).candidates
        ],
    )
    yield "tournament", played(name, CLOSED_BOTS)
    environments = VectorEnv(16, name, 2, actions="boards", opponent="balanced")
    environments.reset(seed=1)
    steps = [environments.step(environments.sample_actions()) for _ in range(10)]
    yield "observations of whole hands", np.stack([step[0] for step in steps])
    yield "rewards of whole hands", np.stack([step[1] for step in steps])


def deal_of(name: str, players: int) -> tuple[cp.Deal, list[cp.Position]]:
    """Return a deal that `careful` has played, and the positions in which it placed cards."""
    deal, positions = cp.Deal(name, players, seed=players), []
    careful, rng = cp.bot("careful"), np.random.default_rng(1)
    while not deal.is_over:
        positions.append(deal.position())
        deal.place(careful.place(positions[-1], rng))
    return deal, positions


def of_deals(name: str) -> Signed:
    """Sign deals, their positions and records, and environments that place card by card."""
    from cpoker_fast.learning import VectorEnv

    for players in (2, 3):
        deal, positions = deal_of(name, players)
        yield f"positions of {players} players", [*map(str, positions)]
        yield f"record of {players} players", notation.format_deal(deal)
        yield f"settlement of {players} players", [deal.settlement().points, deal.next_fantasyland]
    environments = VectorEnv(16, name, 2)
    seen, rewards = [environments.reset(seed=1)[0]], []
    for _ in range(60):
        observations, reward, *_ = environments.step(environments.sample_actions())
        seen.append(observations)
        rewards.append(reward)
    yield "observations", np.stack(seen)
    yield "rewards", np.stack(rewards)


def of_streets(name: str) -> Signed:
    """Sign placements, simulations, analyses and reviews of an open-face game."""
    rules = cp.rules(name)
    first_two = sum(dealt for dealt, _ in rules.streets[:2])
    yield "placements of two streets", [perft(plan_of(rules), deck, 2) for deck in DECKS[:100, :first_two].tolist()]
    yield "simulation", counts_of(cp.simulate(name, ("careful", "random"), DEALS, seed=1))
    if name in NETWORKS:
        yield "simulation with networks", counts_of(cp.simulate(name, ("swift", "careful"), DEALS, seed=1))
    yield "tournament", played(name, ("careful", "random"))
    for players in (2, 3):
        deal, positions = deal_of(name, players)
        analyses = [cp.analyze(position, rollouts=96, worths=8.0, seed=1) for position in positions]
        values = [value for analysis in analyses for value in analysis.candidates]
        yield (
            f"analyses of {players} players",
            [f"{value.placement} {in_digits(value.points)} {in_digits(value.behind)}" for value in values],
        )
    moves = cp.review(deal, rollouts=96, seed=1).moves
    yield "review", [f"{move.seat} {move.street} {in_digits(move.lost)}" for move in moves]


def of_fantasylands(name: str) -> Signed:
    """Sign the best boards of hands in Fantasyland."""
    for cards in (13, 14, 16, 17):
        yield f"Fantasylands of {cards} cards", [fantasyland_of(hand, name) for hand in DECKS[:50, :cards].tolist()]


def fantasyland_of(hand: list[int], name: str) -> list[str]:
    """Return the best board of a hand as texts; [] if all are fouls."""
    try:
        return [str(value) for value in cp.arranging.best_fantasyland(hand, name, 7.5)]
    except cp.errors.BoardError:
        return []


def parts_of(name: str) -> Signed:
    """Sign the results of a preset."""
    rules = cp.rules(name)
    yield from of_every_game(name)
    yield from of_deals(name)
    yield from of_one_street(name) if rules.is_closed else of_streets(name)
    if rules.has_fantasyland:
        yield from of_fantasylands(name)


@click.command(help=__doc__)
@click.argument("names", metavar="[PRESET]...", nargs=-1, type=click.Choice(cp.presets()))
@click.option("--record", is_flag=True, help="Write signatures.json in place of comparing.")
def main(names: tuple[str, ...], record: bool) -> None:
    """Compare the signatures of the presets, by default of all that are recorded."""
    recorded: dict[str, dict[str, str]] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    names = names or (cp.presets() if record else tuple(name for name in recorded if name in cp.presets()))
    wrong = 0
    for name in ("", *names):
        signed = {part: f"{checksum(result):08x}" for part, result in (parts_of(name) if name else of_cards())}
        if record:
            recorded[name] = signed
        for part in signed.keys() | recorded.get(name, {}).keys():
            got, expected = signed.get(part), recorded.get(name, {}).get(part)
            if got != expected:
                wrong += 1
                click.echo(f"{name or 'all games'}: {part}: {got}, expected {expected}")
        click.echo(f"{name or 'all games'}: {len(signed)} signatures")
    if record:
        RECORD.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")
    if wrong:
        raise click.ClickException(f"{wrong} results differ from those of {RECORD.name}")


if __name__ == "__main__":
    main()
