"""Public functions with any value for each argument: they return a result or raise an error of this package."""

import dataclasses
import datetime
import decimal
import enum
import fractions
import inspect
import pickle
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from known_boards import HIGH, LOW
from public_face import BOARDS, EXTRAS, HANDS, call, face, parameters_of, write_files

import cpoker_fast as cp
from cpoker_fast import _arrays, board_arrays, errors, notation
from cpoker_fast.errors import CardError, RulesError, TableError


# More than thirty kinds of junk; some of it fits some arguments.
def junk():
    """Return new values for each call, since iterators are used up and lists may be changed."""
    return [
        None, True, -1, 5, 2**70, 1.5, float("nan"), 1j, "", "x", "\0", "\ud800", "As" * 3, b"x", bytearray(13),
        memoryview(b"xy"), object(), ..., len, int, cp, lambda *_: None, [], [None], [[1]], [2**70] * 2, ["a", "b"], (1, 2),
        (1, 2, 3), {}, {"A": 1}, {1: "A"}, {1, 2}, range(3), iter([1, 2]), slice(3), np.arange(2), np.arange(3.0),
        np.array(None), np.array(["x", None]), np.array("x"), np.str_("As"), np.int64(3), np.float64("inf"), np.bool_(True),
        np.datetime64("2026-01-01"), np.zeros((2, 0)), np.zeros((0, 13), np.uint8), np.full((2, 13), 300), np.ma.masked,
        [[True], [True, False]], decimal.Decimal("NaN"), fractions.Fraction(1, 3), datetime.date(2026, 1, 1), NotImplemented,
        SimpleNamespace(mask=5), cp.CardSet(), cp.Board.parse(HIGH), cp.rules("simple"), cp.rulebook.Pattern.DRAGON,
        cp.ranking.Category.PAIR, cp.Placement.surrender(), ValueError("x"), FileNotFoundError,
    ]  # fmt: skip


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """Return the public functions; files are written to a folder of their own, which is also the current one."""
    folder = tmp_path_factory.mktemp("face")
    write_files(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield face(folder)


PLACES = [(name, parameter) for name, (_, arguments) in face(Path()).items() for parameter in arguments]


# Enums, protocols, results, whose fields are not checked, and methods that parts of the package have for each other. Cards
# of packages that may be missing are in test_converters.
NOT_HERE = {
    "Analysis", "BatchBot", "BatchBot.place_many", "Bot", "Bot.place", "Board.of_rows", "TableDeal", "game.Placements",
    "Entry", "Level", "Place", "Player", "Settlement", "Simulation", "Tournament", "UserBot", "Verdict",
    "from_eval7", "from_pokerkit", "to_eval7", "to_pokerkit",
    "game.LastStreet", "game.Move", "game.Outs",
    "Placement.of_cards", "Position.of_parts", "notation.Record", "notation.Record.unknown_discards",
    "studies.Deals", "studies.DealFilter.check_player", "studies.DealFilter.in_order", "studies.Worth",
    "CrossTable", "Standing", "Transfer", "players.Seen", "game.Positions", "game.Positions.count", "game.Positions.index",
    "game.Positions.with_hands", "game.Positions.kinds",
}  # fmt: skip


def begin(result):
    """Start a generator, since generators raise errors when they begin."""
    if hasattr(result, "__next__"):
        next(result, None)


def public_functions():
    """Yield functions, classes and methods for users that take arguments, by name."""
    plain = [(space, "", space.__all__) for space in (cp, cp.app.play, cp.app.table, cp.converters, cp.rulebook)]
    others = [
        (cp.studies, "", ["Analysis", "Simulation", "Tournament"]), (cp.fields, "", ["Field"]), (cp.game, "", ["Deck"]),
        (cp.settling, "", ["Settlement", "board_strengths", "is_foul_under", "natural_board", "naturals_many", "read_seat",
                           "row_royalties", "royalties_many", "total_royalties_many"]),
        (cp.arranging, "", ["best_response", "best_values", "best_values_many", "count_arrangements_many",
                            "best_fantasyland", "best_fantasyland_many", "undominated_many"]),
        (cp.ranking, "", sorted({*cp.ranking.__all__} - {*cp.__all__, "CpuFeatures"})),
        (cp.players, "", ["BatchBot", "Bot"]), (cp.players, "players.", ["Observation", "Seen"]),
        (cp.studies, "studies.", ["DealFilter", "Deals", "Worth", "measure_worth", "worth"]),
        (notation, "notation.", notation.__all__),
        (cp.game, "game.", sorted({*cp.game.__all__} - {*cp.__all__, "Deck"})),
    ]  # fmt: skip
    for space, prefix, names in [*plain, *others]:
        for short_name in names:
            name, value = prefix + short_name, getattr(space, short_name)
            if inspect.isclass(value) and not issubclass(value, BaseException | enum.Enum):
                yield name, value
                members = inspect.getmembers(value, callable)
                is_tuple = issubclass(value, tuple)
                yield from ((f"{name}.{key}", function) for key, function in members if key[0] != "_" and not is_tuple)
            elif inspect.isroutine(value):
                yield name, value


def test_no_public_function_is_missing():
    tested = {name: {*arguments} for name, (_, arguments) in face(Path()).items()}
    for name, function in public_functions():
        arguments = {*parameters_of(function)} - {"self"} - ({"path", "base"} if name.endswith("_plain") else set())
        if arguments and name not in NOT_HERE:
            assert arguments == tested.get(name), name
    assert {name for name, _ in public_functions()} >= NOT_HERE


@pytest.mark.parametrize("name", dict(PLACES))
def test_arguments_that_fit_are_taken(functions, name):
    pytest.importorskip(EXTRAS.get(name, "numpy"))
    begin(call(*functions[name]))


def refusals(functions, name, parameter, values):
    """Return the errors of a function with each of the values for one of its arguments."""
    function, arguments = functions[name]
    refused = []
    for anything in values:
        if parameter == "progress" and callable(anything):
            continue  # its errors come through
        try:
            begin(call(function, {**arguments, parameter: anything}))
        except cp.CpokerError as error:
            refused.append(error)
    assert len(refused) > 3
    return refused


@pytest.mark.parametrize(("name", "parameter"), PLACES)
def test_any_value_is_accepted_or_refused(functions, name, parameter):
    for error in refusals(functions, name, parameter, junk()):
        assert str(error)
        assert not error.argument or str(error).startswith((f"{error.argument}: ", "board "))


@pytest.mark.parametrize(
    ("refused", "kind", "argument"),
    [(lambda: cp.analyze(HIGH.replace("/", ""), "pagat", threads=-1), errors.ArrayError, "threads"),
     (lambda: cp.deal(2, seed=-1), errors.SeedError, "seed"),
     (lambda: cp.deal(2, known=["As", "As"]), CardError, "known[1]"),
     (lambda: cp.simulate("pagat", ["random", 5], 1), errors.BotError, "bot"),
     (lambda: cp.analyze(HIGH.replace("/", ""), "pagat", also=[HIGH, "As"]), errors.PlacementError, "also[1]"),
     (lambda: cp.settle([HIGH, LOW], "pagat", stacks={"1": 5, "2": -1}), cp.CpokerError, "stacks"),
     (lambda: cp.settle([HIGH, LOW], "pagat", declare=[True, 5]), RulesError, "declare[1]"),
     (lambda: cp.Rules.from_dict({"royalties": {"back": {"flush": -1}}}), RulesError, "royalties.back.flush"),
     (lambda: cp.rules("nonsense"), RulesError, ""), (lambda: cp.strength("As Kx Qs"), CardError, "")],
)  # fmt: skip
def test_errors_have_their_argument(refused, kind, argument):
    with pytest.raises(kind) as caught:
        refused()
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert error.argument == argument


class Boastful:
    def __repr__(self):
        return "x\n" * 5_000


class Silent:
    def __repr__(self):
        raise ZeroDivisionError


@cache
def huge():
    """Return values that are too long for messages; some cannot even be written."""
    many = 5_000
    return [
        "A" * many, "As " * many, "As / Kd / " * many, "\n" * many, "x=1; " * many, b"x" * many, 10**4000, -(10**5000),
        10.0**300, [0] * many, ["As"] * many, ["x" * many] * 3, [None] * many, [[1] * 1000] * 100, tuple(range(many)),
        {f"{number}": number for number in range(many)}, {"x" * many: 1}, {1: "x" * many}, set(range(many)), range(many),
        np.zeros(many), np.full((7000, 13), 99), np.array(["x" * many]), np.arange(900).reshape(30, 30), Boastful(),
        Silent(), [Boastful()] * 3, {Silent(): Silent()}, ["x" * many, Boastful()], (HIGH + " " * many, "x" * many),
        cp.CardSet.from_mask(0x1FFF_1FFF_1FFF_1FFF), dataclasses.replace(cp.rules("simple"), name="x" * many),
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "parameter"), PLACES)
def test_messages_are_short(functions, name, parameter):
    """Messages shorten all values; lists of valid names may make them longer."""
    for error in refusals(functions, name, parameter, huge()):
        problem, _, names = str(error).partition("expected one of")
        assert len(problem) <= (200 if names else 300)
        assert len(names) <= 600
        assert "\n" not in str(error)


def test_errors_about_arrays_that_are_changed_meanwhile():
    of_table = board_arrays.describe_bad_table(BOARDS[0], 7, may_surrender=True)
    for error in (_arrays.describe_bad_row(HANDS[0], 7, "hand"), of_table):
        assert "7: it was changed while it was read" in str(error)
        assert error.index == 7


class Liar(int):
    """Number for which all order comparisons are true."""

    def __lt__(self, other):
        return True

    __le__ = __gt__ = __ge__ = __lt__


def test_numbers_that_lie_about_themselves_are_refused():
    """Such numbers would pass any comparison and then name a missing seat or row."""
    tables, table, field = cp.deal_many(3, 2, seed=1), cp.app.table.Table("pagat"), cp.fields.Field("pagat", [HIGH])
    for number in (Liar(10**8), Liar(77)):
        for refused, error, message in (
            (lambda number=number: cp.settle_many(tables, "face-up", button=number), TableError,
             f"button: expected a seat from 0 to 1, got {number}"),
            (lambda number=number: cp.settle([HIGH, LOW], "pagat", button=number), TableError,
             "button: expected a seat from 0 to 1"),
            (lambda number=number: table.sit("Ann", 50, seat=number), TableError,
             r"seat: expected a free seat \(0, 1, 2, 3\), got"),
            (lambda number=number: field.points(tables[0], opponents=number), errors.FieldError,
             "opponents: expected an int from 1 to 3"),
        ):  # fmt: skip
            with pytest.raises(error, match=message):
                refused()
        assert len(table.events) == 1
