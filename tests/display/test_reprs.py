"""Reprs of all public types: at most three lines of about 120 characters, also for large values."""

import dataclasses
import enum
import importlib

import numpy as np
import pytest
from house_options import OPTIONS
from known_boards import FOUR_MORE, HIGH, LOW, A, B
from public_face import namespaces

import cpoker_fast as cp
from cpoker_fast import Position, app, notation, players

HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
HANDS = cp.deal_many(500, 4, seed=1).reshape(-1, 13)
LONG = Position.parse(
    "rules standard; seat 3; button 1; street 6; board As Kd Qh / 9d 9h 3c 4d / 7c 7d; board Ks Qd 2c / Th 8h 6h 4h"
    " / Ac Ad Jc; board 6s 6d / 8c 8d / Kc Kh Qs Qc 5d; board 2s 3s / 4s 9c Tc Td / Jh Js 9s; hand 5h"
)
LONG_ENDING = Position.parse(
    "rules pineapple; seat 1; button 1; street 5; board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h;"
    " board Qh 4c Qc / 8c 3d 8s 8h Ac / Th Td 6s 6c 6h; discards 2s 3s 4s; hand 7h Jc 5d"
)
WIDEST, MOST_LINES = 120, 3


def finished():
    """Return an open-face deal of three players at its showdown, placed by the rules."""
    deal = cp.Deal("pineapple", 3, seed=1)
    while not deal.is_over:
        deal.time_out()
    return deal


def table():
    """Return a table in a deal."""
    new = app.table.Table("hawaiian-gardens")
    for name in ("Alexandra", "Bartholomew", "Christopher", "Dominique"):
        new.sit(name, 100)
    return new


def rules_and_parts():
    changed = [dataclasses.replace(cp.rules("simple"), **options) for options in OPTIONS]
    rules = [*map(cp.rules, cp.presets()), *changed, *(cp.Rules(**options) for options in OPTIONS)]
    yield from rules
    for each in rules:
        parts = [each.royalties, each.table, each.table.rake, each.table.rake.jackpot, each.table.fees, *each.naturals]
        yield from filter(None, parts + ([] if each.fantasyland is None else [each.fantasyland, each.fantasyland.entry]))
    yield cp.rulebook.Jackpot(front="three of a kind", middle="four of a kind 8", back="straight flush 7", table=5)
    yield cp.rulebook.Freezeout(chips=10**9, entry=10**9, levels=[(10**6 - n, 10**6) for n in range(99, -1, -1)])


def settled():
    yield (settlement := cp.settle({"Ann": A, "Bob": B}, "pagat", stacks=[500, 500]))
    yield cp.settle([HIGH, LOW, FOUR_MORE], "pool", stacks=[10**9] * 3, unit=10**6)
    yield from settlement.seats + settlement.pairs + settlement.payments
    yield from cp.settle([A, B], "pool").pool


def arranged():
    yield cp.arrange(HAND, "pagat")
    yield cp.Placement(*cp.Board.parse(A).rows, declare="three straight flushes", points=-2 / 3)
    yield cp.arrange_many(HANDS, "pagat")
    yield cp.arranging.undominated_many(HANDS, "pagat")
    yield cp.arranging.best_values(HAND, front=np.ones(7917))
    yield cp.arranging.best_values_many(HANDS, front=np.ones(7917))
    yield cp.arranging.best_fantasyland(f"{HAND} As Ks"[:38] + " 2d 2h 2s Ah", "progressive")
    yield cp.arranging.best_fantasyland_many(HANDS, "pineapple")
    yield cp.fields.Field("pagat", [HIGH, LOW])


def studied():
    yield (analysis := cp.analyze(HAND, "pagat", deals=20, seed=1, also=[" / ".join((HAND[:8], HAND[9:23], HAND[24:]))]))
    yield from analysis.candidates
    yield from (analysis.best.points, analysis.best.chances)
    yield cp.simulate("thirteen-water", ["expert", "balanced", "royalties", "random"], 5, seed=1)
    yield cp.tournament("thirteen-water", ["expert", "balanced", "royalties", "random"] * 4, 1, seed=1)
    yield cp.analyze_many([HAND], "pagat", samples=1 << 12)
    yield (worst := cp.studies.DealFilter(worst=2))
    yield cp.simulate("pagat", ["royalties", "random"], 5, seed=1, deals_to=worst).kept_deals


def open_face():
    deal = finished()
    yield from (deal, deal.position(0), cp.Deal("turbo", 2, seed=1))
    yield from deal.moves
    yield from deal.boards
    yield cp.Placement(front="As Ad Ac", middle="Ks Kd Kc Qs Qd", back="Js Jd Jc Jh 2c", discards="3c 4c 5c 6c")
    yield notation.Record.of_deal(deal, ["Alexandra", "Bartholomew", "Christopher"])
    yield LONG
    yield (analysis := cp.analyze(cp.Deal("pineapple", 2, seed=1).position(), rollouts=4, seed=1))
    yield from analysis.candidates
    yield (review := cp.review(deal, rollouts=4, seed=1, players=[0]))
    yield from review.moves + review.players
    yield (statistics := cp.studies.statistics(deal))
    yield from statistics.players
    yield cp.studies.worth("progressive", 3)
    yield cp.game.outs(cp.Deal("pineapple", 2, seed=1).position(), "middle")
    yield (exact := cp.game.last_street(LONG_ENDING))
    yield from exact.placements
    yield cp.bot("swift")
    observation = cp.players.Observation("pineapple", 2)
    position = cp.Deal("pineapple", 2, seed=1).position()
    yield from (
        observation, observation.read(observation.write(position)), cp.game.Positions.of([position]),
        players.PolicyBot(lambda *_: 0, name="x" * 300), players.BoardActions("pagat"),
    )  # fmt: skip


def room():
    played = table()
    yield played
    yield played.deal()
    yield from (played.players[0], played.trace("Alexandra")[0], played.standings()[0])
    played.cancel()
    played.settle({"Alexandra": A, "Bartholomew": cp.FOUL, "Christopher": cp.FOUL, "Dominique": cp.FOUL})
    yield from (played.cross_table(), *played.transfers())
    terms = {"chips": 1, "entry": 10**9, "levels_in": "minutes"}
    evening = app.table.Table(cp.Rules.from_dict({"table": {"freezeout": terms}}))
    evening.sit("Alexandra"), evening.sit("Bartholomew")
    evening.settle({"Alexandra": HIGH, "Bartholomew": LOW})
    yield from (evening.level, *evening.places)
    yield app.play.UserBot("mine:bot", "balanced")
    yield app.play.Game("pagat", ["random"], name="A" * 300, seed=1)
    drill = app.play.Drill("pagat", seed=1)
    yield drill.judge(cp.best_royalties(drill.position.hand, "pagat"))


def values():
    """Yield values of all public types."""
    for group in (rules_and_parts, settled, arranged, studied, open_face, room):
        yield from group()
    yield from (*(cp.rulebook.Natural(name=pattern).conditions for pattern in cp.rulebook.Pattern), cp.rulebook.Conditions())
    yield from (cp.CardSet(HAND), cp.Board.parse(A), cp.game.Deck(seed=1), cp.ranking.cpu_features())


# Types for other modules of the package, and practice, whose repr is that of any object.
NO_RESULTS = {
    "engines.Engine", "engines.PlacementsReply", "players.EngineBot",  # they require a program
    "app.play.Drill", "app.play.Tray",
    "players.Referee",
}  # fmt: skip


def public_types():
    """Return the public types without errors, enums and protocols, by name."""
    names = {}
    for namespace in ["", *namespaces()]:
        module = importlib.import_module(f"cpoker_fast.{namespace}".rstrip("."))
        for name in module.__all__:
            kind = getattr(module, name)
            is_class = isinstance(kind, type) and not issubclass(kind, BaseException | enum.Enum)
            if is_class and not getattr(kind, "_is_protocol", False):
                names.setdefault(kind, f"{namespace}.{name}".lstrip("."))
    return names


@pytest.fixture(scope="module")
def everything():
    return list(values())


def test_every_public_type_is_tested(everything):
    kinds = {type(value) for value in everything}
    assert {name for kind, name in public_types().items() if kind not in kinds} == NO_RESULTS


def test_reprs_name_what_matters():
    assert (repr(LONG).count("\n"), eval(repr(LONG))) == (2, LONG)
    analysis = cp.analyze(LONG_ENDING, seed=1)
    best = analysis.best
    assert " ".join(repr(analysis).split()) == f"<Analysis of {analysis.title}: 6 candidates, best {best.placement}>"
    for value, text in (
        (best, f"<Candidate {best.placement}: {best.points} points, 0.00 +- 0.00 behind the best>"),
        (cp.arrange_many(HANDS[:3], "pagat"), "<Placements of 3 hands>"),
        (cp.rulebook.Natural(name="twelve pictures").conditions, "Conditions(ranks='J-K', others=(1,))"),
        (cp.rulebook.TableTerms(seats=3), "TableTerms(seats=3)"), (cp.rulebook.Royalties(), "Royalties()"),
        (cp.rulebook.Natural(name="dragon"), "Natural(name=<Pattern.DRAGON: 'dragon'>)"),
    ):  # fmt: skip
        assert repr(value) == text
    text = repr(cp.rules("pineapple").royalties)
    assert text.startswith("Royalties(front=(('pair 6', 1), ")
    assert text.count("...") >= 3
    assert text.endswith("on=<PaidOn.ALWAYS: 'always'>)")


def check_short(text):
    lines = text.splitlines()
    assert len(lines) <= MOST_LINES, text
    assert max(map(len, lines)) <= WIDEST, text


def test_reprs_are_short_and_ascii(everything):
    long = {type(value).__name__: text for value in everything if len(text := repr(value)) > WIDEST}
    for text in long.values():
        check_short(text)
    assert {"Position", "Royalties", "Rules", "Seat", "Worth"} <= set(long)
    name = "x" * 1000
    for value in (cp.settle({name: HIGH, "Bo": LOW}, "pagat"), dataclasses.replace(cp.rules("pagat"), name=name)):
        check_short(repr(value))
    for value in everything:  # terminals without UTF-8 print them
        assert (repr(value) + str(value)).isascii(), type(value)
