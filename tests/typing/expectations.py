"""Types that mypy must infer for the installed package; checked in .ci/run, never executed."""

from collections.abc import Iterator
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import cpoker_fast as cp

hand = cp.CardSet("As Kd")
assert_type(hand | cp.CardSet([3]), cp.CardSet)
assert_type(list(hand), list[int])
assert_type(hand.mask, int)
assert_type(cp.strength(hand), int)
assert_type(cp.strength([1, 2, 3], wheel="second"), int)
assert_type(cp.strength(1, 2, 3, 4, 5), int)
assert_type(cp.lowball_strength("7s 5h 4c 3d 2s"), int)
assert_type(cp.strengths(np.zeros((1, 5), np.uint8), threads=2), NDArray[np.uint16])
assert_type(cp.category(5), cp.ranking.Category)
assert_type(cp.describe(5), str)
assert_type(cp.ranking.cpu_features().active, str)

board = cp.Board("As Kd Qc", [1, 2, 3, 4, 5], cp.CardSet())
assert_type(board.strengths, tuple[int, int, int])
assert_type(board.is_foul, bool)
assert_type(cp.best_royalties("", cp.rules("pagat")), cp.Board)
assert_type(cp.arrangements(hand), Iterator[cp.Board])
assert_type(cp.count_arrangements(hand, legal=False), int)
assert_type(cp.Rules(foul=3, wheel=cp.rulebook.Wheel.SECOND), cp.Rules)

settlement = cp.settle([board, None, "text"], "pagat", button=1)
assert_type(settlement.points, tuple[int, ...])
assert_type(settlement.pairs[0].decided_by, cp.settling.DecidedBy)
assert_type(settlement.explain(["a", "b"]), str)
assert_type(settlement.pool, tuple[cp.settling.PoolRow, ...])
assert_type(settlement.payments, tuple[cp.settling.Payment, ...])
assert_type(settlement.chips, tuple[int, ...] | None)
cp.settle([board, board], "pagat", declare=[False, cp.rulebook.Pattern.DRAGON], stacks=[1, 2], owners=[0, 1])
assert_type(cp.naturals(hand), tuple[str, ...])
assert_type(cp.settling.naturals_many(np.zeros((1, 13), np.uint8)), NDArray[np.uint32])
assert_type(cp.settling.natural_board(hand, "three flushes"), cp.Board | None)
assert_type(cp.Rules.from_toml("x"), cp.Rules)
assert_type(cp.Rules.from_json("x"), cp.Rules)
assert_type(cp.rules("pagat").to_toml(explained=True), str)
assert_type(cp.Rules(royalties=cp.rulebook.Royalties(front={"pair": 1})).to_toml(base="pagat"), str)
assert_type(cp.rules("american").fantasyland, cp.rulebook.Fantasyland | None)
table = cp.app.table.Table(cp.rules("pagat"), unit=5)
assert_type(table.deal().players, tuple[str, ...])
assert_type(table.settle({"A": board, "B": None}), cp.settling.Settlement)
assert_type(table.stacks, dict[str, int])
assert_type(table.change("pagat", unit=5), bool)
assert_type(table.fantasyland, dict[str, tuple[int, ...]])
assert_type(cp.settle_many(np.zeros((1, 2, 13), np.uint8), cp.rules("simple")), NDArray[np.int32])
assert_type(cp.settling.board_strengths([board]), NDArray[np.uint16])
assert_type(cp.settling.royalties_many([board, None], "simple"), NDArray[np.int32])
assert_type(cp.settling.fouls_many([board], "simple"), NDArray[np.bool_])

cp.strength(1, 2)  # type: ignore[call-overload]
cp.strength(5)  # type: ignore[call-overload]
cp.settle([5], "pagat")  # type: ignore[list-item]
cp.Rules("pagat")  # type: ignore[call-arg]
cp.rulebook.Natural(points=1)  # type: ignore[call-arg]

assert_type(cp.deal(2, seed=1), tuple[cp.CardSet, ...])
assert_type(cp.deal_many(5, rng=np.random.default_rng(1)), NDArray[np.uint8])
field = cp.fields.Field("pagat", [board, "text", None], declare=False, weights=[1, 2, 3])
assert_type(field.points([board]), NDArray[np.float64])
assert_type(cp.fields.Field.equilibrium("pagat", seed=None).exploitability, float | None)
assert_type(cp.arrange(hand, "pagat").board, cp.Board | None)
assert_type(cp.arrange_many(np.zeros((1, 13), np.uint8), "pagat", field).declare, NDArray[np.bool_])
analysis = cp.analyze(hand, "pagat", 2, known=[None, "As"], seed=np.random.SeedSequence(1))
assert_type(analysis.best.points, cp.studies.Estimate)
assert_type(analysis.best.points.interval(), tuple[float, float])


def board_or_surrender(position: cp.Position, rng: np.random.Generator) -> cp.Board | cp.Placement:
    return cp.best_royalties(position.hand, position.rules) if rng.random() < 0.5 else cp.Placement.surrender()


def nothing(position: cp.Position, rng: np.random.Generator) -> cp.Board | None:
    return None


class Deciding:
    def place(self, dealt: cp.Position, generator: np.random.Generator) -> cp.Placement:
        return cp.Placement(*cp.best_royalties(dealt.hand, dealt.rules).rows, declare=True)


class Wrong:
    def place(self, hand: cp.CardSet) -> cp.Board:
        return cp.best_royalties(hand, "pagat")


class Placing:
    def place(self, position: cp.Position, rng: np.random.Generator) -> cp.Placement:
        return position.placements()[0]


class Number:
    def place(self, position: cp.Position, rng: np.random.Generator) -> int:
        return 5


class Many:
    def place_many(self, positions: cp.game.Positions, rng: np.random.Generator) -> NDArray[np.int64]:
        assert_type(positions[0], cp.Position)
        assert_type(positions[1:], cp.game.Positions)
        assert_type(positions.room, NDArray[np.uint8])
        return rng.permuted(positions.hands.astype(np.int64) % 3, axis=1)


def text(position: cp.Position, rng: np.random.Generator) -> str:
    return "As / - / -"


result = cp.simulate("pagat", ["expert", board_or_surrender, Deciding(), cp.bot("random")], 10, progress=print)
assert_type(result.points(0).mean, float)
assert_type(result.players, tuple[str, ...])
assert_type(
    cp.tournament("pagat", ["expert", board_or_surrender, Deciding()], 10, until_settled=True).points(0), cp.studies.Estimate
)
assert_type(cp.tournament("pineapple", ["swift", Placing(), text], players=3), cp.studies.Tournament)
assert_type(cp.app.play.Game("pagat", [Deciding()]).settled, cp.settling.Settlement | None)
assert_type(cp.simulate("pineapple", ["swift", Placing(), text]), cp.studies.Simulation)
worst = cp.studies.DealFilter(where=lambda deals: deals.points[:, 0] < 0, worst=3)
assert_type(cp.simulate("pagat", ["expert", "random"], 10, deals_to=worst).kept_deals, cp.studies.Deals | None)
assert_type(cp.studies.Deals.from_parquet("deals", worst), cp.studies.Deals)
assert_type(cp.app.play.Game("pineapple", [Placing(), text]).totals, list[int])
cp.simulate("pagat", ["expert", lambda position, rng: cp.best_royalties(position.hand, position.rules)])
cp.simulate("pineapple", ["swift", lambda position, rng: position.placements()[0]])

# Bots with wrong parameters or results.
cp.simulate("pagat", ["expert", lambda a: 1])  # type: ignore[list-item, misc]
cp.simulate("pagat", ["expert", lambda position, rng: 1])  # type: ignore[list-item, return-value]
cp.simulate("pagat", ["expert", nothing])  # type: ignore[list-item]
cp.simulate("pagat", ["expert", Wrong()])  # type: ignore[list-item]
cp.simulate("pagat", ["expert", Deciding])  # type: ignore[list-item]
cp.simulate("pagat", ["expert", 5])  # type: ignore[list-item]
cp.tournament("pagat", ["expert", Wrong()])  # type: ignore[list-item]
cp.simulate("pineapple", ["swift", lambda position, rng: 1])  # type: ignore[list-item, return-value]
cp.simulate("pineapple", ["swift", Number()])  # type: ignore[list-item]
cp.app.play.Game("pagat", [nothing])  # type: ignore[list-item]
bot: cp.players.Bot = Deciding()
bot = Placing()
bot = Wrong()  # type: ignore[assignment]
bot = Number()  # type: ignore[assignment]
batch_bot: cp.players.BatchBot = Many()
batch_bot = Placing()  # type: ignore[assignment]
