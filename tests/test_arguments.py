"""Whatever is given for an argument: an error of this package, or a result."""

import numpy as np
import pytest
from known_boards import HIGH, LOW

import cpoker_fast as cp
from cpoker_fast import _arrays, board_arrays

BOARDS = np.array([[cp.Board.parse(board).cards() for board in (HIGH, LOW)]], dtype=np.uint8)

ANYTHING = [
    None, True, -1, 5, 2**70, 1.5, float("nan"), "", "x", b"x", object(), ..., len, [], [None], [[1]], [2**70] * 2,
    ["a", "b"], (1, 2), (1, 2, 3), {}, {"A": 1}, {1, 2}, np.arange(2), np.arange(3.0), [[True], [True, False]],
]  # fmt: skip


def table():
    two = cp.cardroom.Table(cp.rules("face-up").closed())
    two.sit("A", 50)
    two.sit("B", 50)
    return two


def with_two_hands(boards):
    two = table()
    two.deal(2)
    two.settle({"A": [HIGH, LOW], "B": boards})


HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
HANDS = np.arange(26, dtype=np.uint8).reshape(2, 13)
FIELD = cp.Field("pagat", [HIGH, LOW])
THEIRS = "Ac Kc Jd / Ad Kd Qc Qd Jc / Ah Kh Qh Jh Td"

CALLS = {
    "count_arrangements": cp.count_arrangements,
    "count_arrangements rules": lambda x: cp.count_arrangements(HAND, x),
    "count_arrangements_many": cp.count_arrangements_many,
    "count_arrangements_many out": lambda x: cp.count_arrangements_many(HANDS, out=x),
    "count_arrangements_many threads": lambda x: cp.count_arrangements_many(HANDS, threads=x),
    "arrangements": cp.arrangements,
    "arrangements order": lambda x: cp.arrangements(HAND, "pagat", order=x),
    "undominated": cp.undominated,
    "undominated rules": lambda x: cp.undominated(HAND, x),
    "undominated_many": cp.undominated_many,
    "undominated_many threads": lambda x: cp.undominated_many(HANDS, threads=x),
    "best_royalties": lambda x: cp.best_royalties(x, "pagat"),
    "best_royalties rules": lambda x: cp.best_royalties(HAND, x),
    "best_royalties_many": lambda x: cp.best_royalties_many(x, "pagat"),
    "best_royalties_many rules": lambda x: cp.best_royalties_many(HANDS, x),
    "best_royalties_many out": lambda x: cp.best_royalties_many(HANDS, "pagat", out=x),
    "best_royalties_many threads": lambda x: cp.best_royalties_many(HANDS, "pagat", threads=x),
    "best_values": cp.best_values,
    "best_values front": lambda x: cp.best_values(HAND, front=x),
    "best_values middle": lambda x: cp.best_values(HAND, middle=x),
    "best_values back": lambda x: cp.best_values(HAND, back=x),
    "best_values rules": lambda x: cp.best_values(HAND, rules=x),
    "best_values_many": cp.best_values_many,
    "best_values_many back": lambda x: cp.best_values_many(HANDS, back=x),
    "best_values_many out": lambda x: cp.best_values_many(HANDS, out=x),
    "best_response": lambda x: cp.best_response(x, "simple", [THEIRS]),
    "best_response rules": lambda x: cp.best_response(HAND, x, [THEIRS]),
    "best_response boards": lambda x: cp.best_response(HAND, "simple", x),
    "best_response board": lambda x: cp.best_response(HAND, "simple", [x]),
    "best_response seat": lambda x: cp.best_response(HAND, "simple", [THEIRS], seat=x),
    "best_response button": lambda x: cp.best_response(HAND, "simple", [THEIRS], button=x),
    "best_response declare": lambda x: cp.best_response(HAND, "pagat", [THEIRS], declare=x),
    "best_response declare one": lambda x: cp.best_response(HAND, "pagat", [THEIRS], declare=[x]),
    "best_response carried": lambda x: cp.best_response(HAND, "pool", [THEIRS], carried=x),
    "openface_fantasyland": lambda x: cp.openface_fantasyland(x, "pineapple"),
    "openface_fantasyland rules": lambda x: cp.openface_fantasyland(HAND, x),
    "openface_fantasyland bonus": lambda x: cp.openface_fantasyland(HAND, "pineapple", x),
    "openface_fantasyland bonuses": lambda x: cp.openface_fantasyland(HAND, "pineapple", {14: x}),
    "deal players": cp.deal,
    "deal cards": lambda x: cp.deal(2, x),
    "deal rng": lambda x: cp.deal(rng=x),
    "deal seed": lambda x: cp.deal(seed=x),
    "deal dead": lambda x: cp.deal(2, dead=x),
    "deal known": lambda x: cp.deal(2, known=x),
    "deal known one": lambda x: cp.deal(2, known=[x]),
    "deal_many": cp.deal_many,
    "deal_many out": lambda x: cp.deal_many(5, out=x),
    "Field rules": lambda x: cp.Field(x, [HIGH, LOW]),
    "Field boards": lambda x: cp.Field("pagat", x),
    "Field board": lambda x: cp.Field("pagat", [x]),
    "Field declare": lambda x: cp.Field("pagat", [HIGH, LOW], declare=x),
    "Field weights": lambda x: cp.Field("pagat", [HIGH, LOW], weights=x),
    "Field.points": lambda x: FIELD.points(x),
    "Field.points declare": lambda x: FIELD.points([HIGH], declare=x),
    "Field.points opponents": lambda x: FIELD.points([HIGH], opponents=x),
    "Field.points has_button": lambda x: FIELD.points([HIGH], has_button=x),
    "Field.equilibrium": lambda x: cp.Field.equilibrium(x, size=8, rounds=1, cache=False),
    "Field.equilibrium size": lambda x: cp.Field.equilibrium("simple", size=x, rounds=1, cache=False),
    "Field.equilibrium rounds": lambda x: cp.Field.equilibrium("simple", size=8, rounds=x, cache=False),
    "Field.equilibrium seed": lambda x: cp.Field.equilibrium("simple", size=8, rounds=1, seed=x, cache=False),
    "Field.equilibrium opponents": lambda x: cp.Field.equilibrium("simple", size=8, rounds=1, opponents=x, cache=False),
    "Field.equilibrium threads": lambda x: cp.Field.equilibrium("simple", size=8, rounds=1, threads=x, cache=False),
    "arrange": lambda x: cp.arrange(x, "pagat"),
    "arrange rules": lambda x: cp.arrange(HAND, x, FIELD),
    "arrange field": lambda x: cp.arrange(HAND, "pagat", x),
    "arrange opponents": lambda x: cp.arrange(HAND, "pagat", FIELD, opponents=x),
    "arrange has_button": lambda x: cp.arrange(HAND, "pagat", FIELD, has_button=x),
    "arrange_many": lambda x: cp.arrange_many(x, "pagat"),
    "arrange_many out": lambda x: cp.arrange_many(HANDS, "pagat", FIELD, out=x),
    "arrange_many threads": lambda x: cp.arrange_many(HANDS, "pagat", FIELD, threads=x),
    "bot": cp.bot,
    "bot field": lambda x: cp.bot("expert", x),
    "simulate rules": lambda x: cp.simulate(x, ["random"] * 2, 5),
    "simulate players": lambda x: cp.simulate("simple", x, 5),
    "simulate player": lambda x: cp.simulate("simple", [x, "random"], 5),
    "simulate deals": lambda x: cp.simulate("simple", ["random"] * 2, x),
    "simulate seed": lambda x: cp.simulate("simple", ["random"] * 2, 5, seed=x),
    "simulate duplicate": lambda x: cp.simulate("simple", ["random"] * 2, 5, duplicate=x),
    "simulate workers": lambda x: cp.simulate("simple", ["random"] * 2, 5, workers=x),
    "simulate executor": lambda x: cp.simulate("simple", ["random"] * 2, 5, executor=x),
    "simulate progress": lambda x: cp.simulate("simple", ["random"] * 2, 5, progress=None if x is len else x),
    "simulate on_fault": lambda x: cp.simulate("simple", ["random"] * 2, 5, on_fault=x),
    "simulate time_limit": lambda x: cp.simulate("simple", ["random"] * 2, 5, time_limit=x),
    "analyze": lambda x: cp.analyze(x, "pagat", deals=5),
    "analyze rules": lambda x: cp.analyze(HAND, x, deals=5, field=FIELD),
    "analyze opponents": lambda x: cp.analyze(HAND, "pagat", x, deals=5),
    "analyze deals": lambda x: cp.analyze(HAND, "pagat", deals=x),
    "analyze seed": lambda x: cp.analyze(HAND, "pagat", deals=5, seed=x),
    "analyze field": lambda x: cp.analyze(HAND, "pagat", deals=5, field=x),
    "analyze boards": lambda x: cp.analyze(HAND, "pagat", deals=5, boards=x),
    "analyze board": lambda x: cp.analyze(HAND, "pagat", deals=5, boards=[x]),
    "analyze dead": lambda x: cp.analyze(HAND, "pagat", 1, deals=5, dead=x),
    "analyze known": lambda x: cp.analyze(HAND, "pagat", deals=5, known=x),
    "analyze known one": lambda x: cp.analyze(HAND, "pagat", deals=5, known=[x]),
    "analyze threads": lambda x: cp.analyze(HAND, "pagat", deals=5, threads=x),
    "settle": lambda x: cp.settle(x, "pagat"),
    "settle board": lambda x: cp.settle([HIGH, x], "pagat"),
    "settle rules": lambda x: cp.settle([HIGH, LOW], x),
    "settle button": lambda x: cp.settle([HIGH, LOW], "pagat", button=x),
    "settle declare": lambda x: cp.settle([HIGH, LOW], "pagat", declare=x),
    "settle declare one": lambda x: cp.settle([HIGH, LOW], "pagat", declare=[x, True]),
    "settle stacks": lambda x: cp.settle([HIGH, LOW], "pagat", stacks=x),
    "settle unit": lambda x: cp.settle([HIGH, LOW], "pagat", stacks=[5, 5], unit=x),
    "settle owners": lambda x: cp.settle([HIGH, LOW], "pagat", owners=x),
    "settle carried": lambda x: cp.settle([HIGH, LOW], "pool", carried=x),
    "explain": lambda x: cp.settle([HIGH, LOW], "pagat").explain(x),
    "explain_rich": lambda x: cp.settle([HIGH, LOW], "pagat").explain_rich(x),
    "settle_many declare": lambda x: cp.settle_many(BOARDS, "pagat", declare=x),
    "naturals": cp.naturals,
    "naturals patterns": lambda x: cp.naturals(range(13), x),
    "naturals_many": cp.naturals_many,
    "naturals_many patterns": lambda x: cp.naturals_many(BOARDS, x),
    "natural_board": lambda x: cp.natural_board(range(13), x),
    "natural_board wheel": lambda x: cp.natural_board(range(13), "three flushes", wheel=x),
    "strength wheel": lambda x: cp.strength("As Kd Qc", wheel=x),
    "from_dict": cp.Rules.from_dict,
    "to_dict": lambda x: cp.rules("pagat").to_dict(base=x),
    "Table": cp.cardroom.Table,
    "Table unit": lambda x: cp.cardroom.Table("pagat", unit=x),
    "Table button": lambda x: cp.cardroom.Table("pagat", button=x),
    "sit": lambda x: table().sit(x, 50),
    "sit chips": lambda x: table().sit("C", x),
    "sit seat": lambda x: table().sit("C", 50, x),
    "buy": lambda x: table().buy(x, 5),
    "buy chips": lambda x: table().buy("A", x),
    "leave": lambda x: table().leave(x),
    "charge": lambda x: table().charge(x),
    "charge minute": lambda x: table().charge("A", x),
    "deal": lambda x: table().deal(x),
    "table settle": lambda x: table().settle(x),
    "table settle board": lambda x: table().settle({"A": HIGH, "B": x}),
    "table settle boards": with_two_hands,
    "table settle declare": lambda x: table().settle({"A": HIGH, "B": LOW}, declare=x),
    "table settle declare one": lambda x: table().settle({"A": HIGH, "B": LOW}, declare={"A": x}),
    "trace": lambda x: table().trace(x),
    "player": lambda x: table().player(x),
    "fee": lambda x: cp.rulebook.Fees(by_limit=((1, 2),)).fee(x),
}
for kind in (
    cp.Rules,
    cp.Royalties,
    cp.rulebook.RowTables,
    cp.rulebook.Fantasyland,
    cp.rulebook.OpenFace,
    cp.rulebook.TableTerms,
    cp.rulebook.Fees,
    cp.rulebook.Natural,
):
    given = {"pattern": "dragon"} if kind is cp.rulebook.Natural else {}
    for key in kind.kinds():
        CALLS[f"{kind.__name__} {key}"] = lambda x, kind=kind, key=key, given=given: kind(**{**given, key: x})
        CALLS[f"{kind.__name__} {key} from a file"] = lambda x, kind=kind, key=key: kind.from_plain({key: x})


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_anything_is_taken_or_refused(call):
    refused = 0
    for anything in ANYTHING:
        try:
            call(anything)
        except cp.CpokerError as error:
            assert str(error)
            refused += 1
    assert refused > 3


def test_what_is_wrong_with_arrays_that_are_changed_meanwhile():
    for found in (
        _arrays.describe_bad_row(HANDS[0], 7, "hand"),
        board_arrays.describe_bad_table(BOARDS[0], 7, may_surrender=True),
    ):
        assert "7: it was changed while it was read" in str(found)
        assert found.index == 7


class Liar(int):
    """A number that says of itself what one likes to hear."""

    def __lt__(self, other):
        return True

    __le__ = __gt__ = __ge__ = __lt__


def test_numbers_that_lie_about_themselves_are_refused():
    """They would pass any comparison, and then name a seat or a row that is not there."""
    tables = cp.deal_many(3, 2, seed=1)
    for number in (10**8, 77):
        with pytest.raises(cp.TableError, match=f"button: expected a seat from 0 to 1, got {number}"):
            cp.settle_many(tables, "face-up", button=Liar(number))
        with pytest.raises(cp.TableError, match="button: expected a seat from 0 to 1"):
            cp.settle([HIGH, LOW], "pagat", button=Liar(number))
        table = cp.cardroom.Table("pagat")
        with pytest.raises(cp.TableError, match=r"seat: expected a free seat \(0, 1, 2, 3\), got"):
            table.sit("Ann", 50, seat=Liar(number))
        assert len(table.events) == 1
        with pytest.raises(cp.FieldError, match="opponents: expected an int from 1 to 3"):
            cp.Field("pagat", [HIGH]).points(tables[0], opponents=Liar(number))
