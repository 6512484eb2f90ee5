"""Fields: expected points compared with all draws of opponents, files, and refused arguments."""

import dataclasses
import itertools
import pickle
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

import brute_force
import numpy as np
import pytest
from field_rules import RULES, boards_of
from known_boards import DRAGON, FOUL, FOUR_MORE, HIGH, LOW, PAGAT_WITH_SURRENDER, REST

import cpoker_fast as cp
from cpoker_fast import _settling, errors
from cpoker_fast.fields.package_equilibria import SHIPPED, read_shipped, shipped_name, write_shipped
from cpoker_fast.fields.sample import pairings_of
from cpoker_fast.rulebook import Pairings
from cpoker_fast.rulebook.compiling import compiled


def settled(rules, mine, theirs, declare, button):
    """Return the points of seat 0. Unlike at a table, boards may share cards."""
    boards = [None if board[0] > 51 else list(board) for board in (mine, *theirs)]
    codes = [-2 if declares else -1 for declares in declare]
    seats, causes = list(range(len(boards))), tuple(range(5))
    return _settling.settle_table(compiled(rules), boards, button, codes, seats, [0, 0, 0], causes)[0][0]


def average(rules, sample, declared, mine, declares, opponents, button):
    """Return the mean points over all draws of opponents; in a pool, whose button gets odd points, also over all buttons."""
    buttons = range(opponents + 1) if rules.pairings == "pool" else [0] if button else [1]
    draws, total = list(itertools.product(range(len(sample)), repeat=opponents)), 0
    for draw in draws:
        declare, theirs = [declares, *(bool(declared[i]) for i in draw)], [sample[i] for i in draw]
        total += sum(settled(rules, mine, theirs, declare, place) for place in buttons) / len(buttons)
    return total / len(draws)


@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_points_are_the_average_over_all_draws(rules, opponents):
    sample = boards_of(rules, 7, seed=[1, opponents]).tolist()
    declared = np.array([True, True, True, False, True, True, True])
    field = cp.fields.Field(rules, np.array(sample, np.uint8), declare=declared)
    boards = np.concatenate([boards_of(rules, 8, seed=2)[:6], np.array(sample[5:6], np.uint8)])
    declares = np.array([True, True, True, True, False, True, True])
    for button in (False, True):
        points = field.points(boards, declare=declares, opponents=opponents, has_button=button)
        for board, says, mean_points in zip(boards.tolist(), declares.tolist(), points.tolist(), strict=True):
            if is_unsettled(rules, button, opponents):
                continue
            expected = average(rules, sample, declared.tolist(), board, says, opponents, button)
            assert mean_points == pytest.approx(expected, abs=1e-6)


def is_unsettled(rules, button, opponents):
    """Return whether a bonus against all opponents depends on ties among them, which the button wins."""
    event = rules.home_run_bonus or rules.home_run_times > 1 or rules.pairings == "single winner"
    return event and rules.row_ties == "button" and opponents > 1


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_arrange_finds_the_best_of_all_boards(rules, kernels):
    field = cp.fields.Field(rules, boards_of(rules, 80, seed=3))
    hands = np.sort(cp.deal_many(1, seed=[4, 1]).reshape(-1, 13)[:2])
    for hand, button in zip(hands.tolist(), (False, True), strict=True):
        boards = brute_force.of_rules(hand, rules).boards()
        if not len(boards):
            boards = np.array([hand], np.uint8)  # a foul
        choices = [field.points(boards, declare=says, opponents=2, has_button=button) for says in (True, False)]
        if rules.surrender is not None:
            choices.append(field.points([None], opponents=2, has_button=button))
        for kernel in kernels():
            decision = cp.arrange(hand, rules, field, opponents=2, has_button=button)
            assert decision.points == pytest.approx(max(points.max() for points in choices), abs=1e-9), kernel
            assert decision.board is None or decision.board.hand == cp.CardSet(hand)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_many_hands_side_by_side_are_set_as_one_by_one(rules, kernels):
    """Also with shifts by own cards, which a table of random numbers stands for."""
    hands = np.sort(cp.deal_many(10, seed=[4, 2]).reshape(-1, 13), axis=1)
    removal = np.random.default_rng(5).uniform(-0.05, 0.05, (3, 27, 32)).astype(np.float16)
    for button, tables, threads in ((False, None, 1), (True, None, 1), (False, removal, 2)):
        field = cp.fields.Field(rules, boards_of(rules, 80, seed=3), removal=tables)
        options = {"opponents": 2, "has_button": button}
        singles = [cp.arrange(hand, rules, field, **options) for hand in hands]
        boards = [[255] * 13 if single.board is None else single.board.cards() for single in singles]
        for kernel in kernels():
            assert [cp.arrange(hand, rules, field, **options) for hand in hands[:5]] == singles[:5]
            many = cp.arrange_many(hands, rules, field, **options, threads=threads)
            assert (many.points.dtype, many.declare.dtype) == (np.float64, bool)
            assert many.points.tolist() == [single.points for single in singles], kernel
            assert many.declare.tolist() == [bool(single.declare) for single in singles], kernel
            assert many.boards.tolist() == boards, kernel


@pytest.mark.parametrize("pairings", Pairings)
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_players_settle_with_as_many_opponents_as_at_a_table(pairings, opponents):
    """The best board wins three points from each opponent of its player; a pool has three from each hand."""
    rules = cp.Rules(pairings=pairings)
    points = cp.settle([LOW, HIGH, FOUR_MORE, REST][: opponents + 1], rules, button=0).points
    assert points[1] == 3 * pairings_of(rules, opponents)


@pytest.mark.parametrize("name", ["pagat", "one-six", "two-four"])
def test_arrange_chooses_an_undominated_board(name):
    field = cp.fields.Field(name, boards_of(cp.rules(name), 40, seed=5))  # so few that many boards have equal points
    for hand in cp.deal_many(8, seed=6).reshape(-1, 13)[:30].tolist():
        decision = cp.arrange(hand, name, field)
        assert decision.board is None or decision.board in cp.undominated(hand, name)


def test_weights_are_repetitions():
    boards = boards_of(cp.rules("pagat"), 5, seed=7)
    twice = cp.fields.Field("pagat", boards, weights=[1, 2, 0, 3, 1])
    same = cp.fields.Field("pagat", boards[[0, 1, 1, 3, 3, 3, 4]])
    assert (twice.boards == same.boards).all()
    assert (len(twice), twice.points([HIGH, LOW]).tolist()) == (7, same.points([HIGH, LOW]).tolist())


def test_boards_as_text_and_values():
    field = cp.fields.Field(PAGAT_WITH_SURRENDER, [HIGH, cp.Board.parse(LOW), None])
    assert field.boards.tolist() == [cp.Board.parse(HIGH).cards(), cp.Board.parse(LOW).cards(), [255] * 13]
    assert repr(field) == "<Field of 3 boards, rules 'pagat, changed'>"
    assert field.points([HIGH], opponents=1).tolist() == [(0 + 3 + 1) / 3]
    assert field.points([FOUL, None], opponents=1).tolist() == [(-3 - 3 + 1) / 3, (-1 - 1 + 0) / 3]
    with pytest.raises(ValueError, match="read-only"):
        field.boards[0, 0] = 1
    assert cp.fields.Field("pagat", [HIGH, OTHER_DRAGON]).declare.tolist() == [False, True]  # only naturals are declared


def test_boards_and_hands_of_any_dtype_and_of_text():
    boards = [HIGH, LOW, FOUL]
    field = cp.fields.Field("pagat", boards)
    for value in (field.boards.astype(np.int64), np.array(boards), np.array(boards, object), field.boards.tolist()):
        assert cp.fields.Field("pagat", value) == field
        assert field.points(value).tolist() == field.points(boards).tolist()
    hands = cp.deal_many(3, 1, seed=1)[:, 0]
    decisions, sets = cp.arrange_many(hands, "pagat", field), list(map(cp.CardSet, hands.tolist()))
    texts, masks = list(map(str, sets)), np.array([hand.mask for hand in sets], np.uint64)
    arrays = (hands.astype(np.int32), hands.astype(np.uint64), masks, masks.astype(">u8"), np.repeat(masks, 2)[::2])
    for value in (*arrays, memoryview(masks), hands.tolist(), texts, np.array(texts, object), sets):
        assert cp.arrange_many(value, "pagat", field).boards.tolist() == decisions.boards.tolist()
    for nothing in ([], masks[:0], hands[:0]):
        assert len(cp.arrange_many(nothing, "pagat", field).boards) == 0
    out = np.empty((3, 13), np.uint8)
    assert cp.arrange_many(masks, "pagat", field, out=out).boards is out


def test_fields_of_the_same_boards_are_equal():
    field, dragon = cp.fields.Field("pagat", [HIGH, LOW]), cp.fields.Field("pagat", [DRAGON, LOW])
    same = cp.fields.Field("pagat", [HIGH, LOW], exploitability=0.5, made_by="hand")
    assert field == same  # its origin does not count
    assert hash(field) == hash(same)
    undeclared = cp.fields.Field("pagat", [DRAGON, LOW], declare=False)
    others = [("pagat", [LOW, HIGH]), ("one-six", [HIGH, LOW]), ("pagat", [HIGH])]
    other_fields = [cp.fields.Field(*arguments) for arguments in others]
    assert all(field != other for other in (*other_fields, dragon, undeclared, "pagat", None))
    assert dragon != undeclared
    assert cp.fields.Field("pagat", dragon.boards, declare=dragon.declare) == dragon


OTHER_DRAGON = "2s 3h 4s / 5c 6h 7s 8h 9c / Td Jh Qh Kc Ac"


def test_a_field_without_legal_rows(kernel):
    """The field has fouls, surrenders and naturals only, so no rows are compared."""
    rules = cp.Rules.from_dict({"base": "hawaiian-gardens", "naturals": [{"name": "dragon", "points": 13}]})
    field = cp.fields.Field(rules, [FOUL, None, FOUL, OTHER_DRAGON])
    theirs = [board.tolist() for board in field.boards]
    for text in (HIGH, LOW, FOUL, None):
        board = [255] * 13 if text is None else cp.Board.parse(text).cards()
        expected = average(rules, theirs, field.declare.tolist(), board, True, 3, False)
        assert field.points([text])[0] == pytest.approx(expected)
    assert cp.arrange(cp.Board.parse(HIGH).hand, rules, field).points == field.points([HIGH])[0]


FIELD, HAND = cp.fields.Field("pagat", [HIGH, LOW]), cp.Board.parse(HIGH).hand
MASKS = np.array([HAND.mask, HAND.mask & (HAND.mask - 1), 1 << 15], np.uint64)
SUM = "expected numbers of at least 0 with a sum of 1 to 65536"
OF_FIELDS = [
    ({"rules": "pagott"}, errors.RulesError, "pagott"),
    ({"boards": []}, errors.FieldError, "expected 1 to 65536 boards, got 0"),
    ({"boards": 5}, errors.ArrayError, "bad boards: expected an array"),
    ({"boards": [HIGH, 5]}, errors.BoardError, "board index 1: expected a Board, text, three rows, 13 cards or None, got 5"),
    ({"boards": ["As"]}, errors.BoardError, "board index 0: bad board 'As'"),
    ({"boards": np.zeros((2, 13), np.uint8)}, errors.CardError, "hand index 0: card 0 appears twice"),
    ({"boards": np.arange(13, dtype=np.uint8)}, errors.ArrayError, "bad shape"),
    ({"boards": np.full((1, 13), 255, np.uint8), "rules": "one-six"}, errors.RulesError, "board index 0: a surrender"),
    ({"declare": 1}, errors.ArrayError, "declare"), ({"weights": [1, 2, 3]}, errors.FieldError, "expected 2 whole numbers"),
    ({"weights": [1.0, 2.0]}, errors.FieldError, "expected 2 whole numbers"),
    *(({"weights": weights}, errors.FieldError, SUM) for weights in ([-1, 2], [0, 0], [2**40, 2**40])),
    ({"rules": cp.Rules(pairings="single winner", home_run_bonus=3)}, errors.RulesError, "home_run_bonus"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "message"), [
    *((lambda arguments=arguments: cp.fields.Field(**{"rules": "pagat", "boards": [HIGH, LOW]} | arguments), error, message)
      for arguments, error, message in OF_FIELDS),
    (lambda: FIELD.points([HIGH], opponents=4), errors.FieldError, "opponents"),
    (lambda: FIELD.points([HIGH], opponents=True), errors.FieldError, "opponents"),
    (lambda: FIELD.points([HIGH], has_button=1), errors.TableError, "has_button"),
    (lambda: cp.arrange(HAND, "simple", FIELD), errors.FieldError,
     "the field is for other rules: expected 'simple', got 'pagat'"),
    (lambda: cp.arrange(HAND, "pagat", 5), errors.FieldError, "bad field: expected a Field, got int"),
    (lambda: cp.arrange(list(HAND)[1:], "pagat", FIELD), errors.CardError, "expected 13 cards, got 12"),
    (lambda: cp.arrange_many(np.array([range(13), [3] * 13], np.uint8), "pagat", FIELD), errors.CardError,
     "hand index 1: card 3 appears twice"),
    (lambda: cp.arrange_many(MASKS, "pagat", FIELD), errors.CardError,
     r"hand index 1: mask 0x\w+ \(.*\) has 12 cards, expected 13"),
    (lambda: cp.arrange_many(MASKS[2:], "pagat", FIELD), errors.CardError,
     "hand index 0: mask 0x8000 has bits that stand for no card"),
    (lambda: cp.arrange_many(["2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "As Ks"], "pagat", FIELD), errors.CardError,
     r"hands\[1\]: expected 13 cards, got 2"),
    (lambda: cp.arrange_many(MASKS.astype(np.int64), "pagat", FIELD), errors.ArrayError,
     "bad dtype int64 of hands: expected uint64 for masks"),
    *((lambda options=options: cp.fields.Field.equilibrium("pagat", **options), errors.FieldError, next(iter(options)))
      for options in ({"progress": 1, "cache": False}, {"size": 0}, {"size": 6}, {"size": 65540}, {"rounds": 0},
                        {"rounds": 2.5}, {"opponents": 0}, {"cache": 1})),
])  # fmt: skip
def test_bad_calls(call, error, message):
    with pytest.raises(error, match=message) as caught:
        call()
    assert not message.startswith(("hand index 1: mask", r"hands\[")) or caught.value.index == 1


def test_saved_and_read_again(tmp_path):
    field = cp.fields.Field(PAGAT_WITH_SURRENDER, [HIGH, LOW, None], declare=False, weights=[3, 1, 1])
    field.save(tmp_path / "field.npz")
    for again in (cp.fields.Field.load(tmp_path / "field.npz"), pickle.loads(pickle.dumps(field))):
        assert (again, again.points([HIGH]).tolist()) == (field, field.points([HIGH]).tolist())
    assert [path.name for path in tmp_path.iterdir()] == ["field.npz"]


def test_damaged_and_foreign_files_are_refused(tmp_path):
    complete = tmp_path / "field.npz"
    cp.fields.Field("pagat", boards_of(cp.rules("pagat"), 400, seed=1)).save(complete)
    good, path, refused = complete.read_bytes(), tmp_path / "damaged.npz", 0
    for place in range(0, len(good), 7):
        damaged = bytearray(good)
        damaged[place] ^= 0x55
        path.write_bytes(damaged)
        try:
            field = cp.fields.Field.load(path)
        except errors.FieldError:
            refused += 1
        else:  # some bytes of the archive have no meaning
            assert (field.boards == cp.fields.Field.load(complete).boards).all()
    assert refused > len(good) // 7 * 0.9
    for content in (b"", b"PK", good[:-30], good[: len(good) // 2], b"\x93NUMPY"):
        path.write_bytes(content)
        with pytest.raises(errors.FieldError, match=r"damaged\.npz: not a field, or a damaged one"):
            cp.fields.Field.load(path)
    with pytest.raises(FileNotFoundError):
        cp.fields.Field.load(tmp_path / "missing.npz")
    foreign = tmp_path / "foreign.npz"
    arrays = ({"boards": np.arange(3)}, None), ({"about": np.array('{"format": "another 7"}')}, "bad format 'another 7'")
    for content, message in arrays:
        np.savez(foreign, **content)
        with pytest.raises(errors.FieldError, match=message):
            cp.fields.Field.load(foreign)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_leaves_the_old_file(tmp_path, request):
    path, field = tmp_path / "field.npz", cp.fields.Field("pagat", [HIGH, LOW])
    field.save(path)
    before = path.read_bytes()
    request.getfixturevalue("full_disk")
    with pytest.raises(errors.FileError, match=r"field.npz: No space left"):
        cp.fields.Field("pagat", [HIGH]).save(path)
    assert (path.read_bytes(), [file.name for file in tmp_path.iterdir()]) == (before, ["field.npz"])


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CPOKER_FAST_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


SMALL = {"size": 64, "rounds": 3, "opponents": 2}


def test_equilibria_come_from_the_cache(cache, monkeypatch):
    field = cp.fields.Field.equilibrium("pagat", **SMALL)
    assert field.made_by == "Field.equilibrium('pagat', size=64, rounds=3, seed=0, opponents=2)"
    assert len(list(cache.iterdir())) == 1
    monkeypatch.setattr("cpoker_fast.fields.equilibrium._compute", None)  # it cannot be computed again
    again = cp.fields.Field.equilibrium("pagat", **SMALL)
    assert (again.boards == field.boards).all()
    assert (again.exploitability, again.error) == (field.exploitability, field.error)
    with pytest.raises(TypeError):
        cp.fields.Field.equilibrium("pagat", **SMALL, seed=1)


@pytest.mark.parametrize("arguments", [SMALL, {}], ids=["cached", "of the package"])
def test_equilibria_have_the_rules_that_were_asked_for(cache, arguments):
    """Rules that pay alike share a field in the cache and in the package, but the field has the name of neither."""
    pagat = cp.rules("pagat")
    ours, theirs = (dataclasses.replace(pagat, name=name, note=name) for name in ("Friday's", "Monday's"))
    first = cp.fields.Field.equilibrium(ours, **arguments)
    second, third = cp.fields.Field.equilibrium(theirs, **arguments), cp.fields.Field.equilibrium(pagat, **arguments)
    for field, rules in ((first, ours), (second, theirs), (third, pagat)):
        assert field.rules.to_dict() == rules.to_dict()
        assert repr(rules.name) in repr(field)
        assert field.made_by.startswith(f"Field.equilibrium({rules.name!r}, size=")
        assert (field.boards == first.boards).all()
        assert (field.declare == first.declare).all()
        assert (field.exploitability, field.error) == (first.exploitability, first.error)
        assert cp.fields.Field.equilibrium(rules, **arguments) == field
    assert cp.arrange(cp.Board.parse(HIGH).hand, theirs, first) == cp.arrange(cp.Board.parse(HIGH).hand, ours, second)
    assert len(list(cache.iterdir()) if cache.exists() else []) == (1 if arguments else 0)


@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_damaged_and_foreign_files_of_the_cache_are_replaced(cache, content):
    field = cp.fields.Field.equilibrium("pagat", **SMALL)
    (path,) = cache.iterdir()
    good = path.read_bytes()
    if content is None:
        cp.fields.Field("simple", [HIGH, LOW]).save(path)
    else:
        path.write_bytes(content)
    again = cp.fields.Field.equilibrium("pagat", **SMALL)
    assert (again.boards == field.boards).all()
    assert path.read_bytes() == good


def test_without_a_cache_that_can_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CPOKER_FAST_CACHE", str(tmp_path / "file" / "cache"))
    assert len(cp.fields.Field.equilibrium("pagat", **SMALL)) == 64


def test_two_processes_that_race_for_the_cache(cache):
    code = f"import cpoker_fast as cp; print(cp.fields.Field.equilibrium('simple', **{SMALL}).boards.sum())"
    runs = [subprocess.Popen([sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert len({run.communicate(timeout=600)[0] for run in runs}) == 1
    assert ([run.returncode for run in runs], len(list(cache.iterdir()))) == ([0] * 4, 1)


def test_the_progress_of_an_equilibrium_is_reported(cache):
    calls = []
    cp.fields.Field.equilibrium("simple", **SMALL, progress=lambda *call: calls.append(call))
    assert calls == [(finished, 19) for finished in range(20)]  # of fictitious play and of card removal
    cp.fields.Field.equilibrium("simple", **SMALL, progress=lambda *call: calls.append(call))
    assert len(calls) == 20  # the second one is read from the cache


def test_seeds_and_threads(cache, kernel):
    field = cp.fields.Field.equilibrium("one-six", **SMALL, cache=False)
    threaded = cp.fields.Field.equilibrium("one-six", **SMALL, cache=False, threads=2)
    other = cp.fields.Field.equilibrium("one-six", **SMALL, cache=False, seed=[1, 2])
    assert field == threaded
    assert (field.exploitability, field.error) == (threaded.exploitability, threaded.error)
    assert (field.boards != other.boards).any()
    assert not cache.exists()


@pytest.mark.parametrize("name", cp.presets())
def test_shipped_equilibria(name, cache):
    field = cp.fields.Field.equilibrium(name)
    assert len(field) == 4096
    assert field.exploitability + 3 * field.error < 0.01
    assert not cache.exists()


@pytest.mark.slow
def test_the_command_makes_the_shipped_equilibria(kernel, cache):
    field = cp.fields.Field.equilibrium("vietnamese")
    again = cp.fields.Field.equilibrium("vietnamese", cache=False)
    assert (again.boards == field.boards).all()
    assert (again.exploitability, again.made_by) == (field.exploitability, field.made_by)


def test_the_shipped_archive():
    sizes = Counter()
    with ZipFile(SHIPPED) as archive:
        for array in archive.infolist():
            sizes[array.filename.removesuffix(".npy").partition(" ")[0]] += array.compress_size
    assert sizes.pop("hands") < 32_000
    assert sizes.keys() == {shipped_name(cp.rules(name)) for name in cp.presets()}
    assert max(sizes.values()) < 16_000


def test_archives_of_equilibria(tmp_path):
    """Fields are read back, including surrenders; fields of other rules and damaged archives are not read."""
    path = tmp_path / "equilibria.npz"
    fields = {name: cp.fields.Field.equilibrium(name) for name in ("simple", "two-four", "house-rules")}
    assert (fields["two-four"].boards == 255).any()
    write_shipped(fields, path)
    for name, field in fields.items():
        again = read_shipped(cp.fields.Field, cp.rules(name), path)
        for attribute in ("boards", "declare", "exploitability", "error", "made_by"):
            assert np.array_equal(getattr(again, attribute), getattr(field, attribute)), attribute
    assert read_shipped(cp.fields.Field, cp.rules("pagat"), path) is None
    write_shipped(fields | {"two-four": fields["simple"]}, path)
    assert read_shipped(cp.fields.Field, cp.rules("two-four"), path) is None
    path.write_bytes(path.read_bytes()[:-100])
    assert read_shipped(cp.fields.Field, cp.rules("simple"), path) is None
    with pytest.raises(errors.FieldError, match="expected boards of the same hands"):
        write_shipped(fields | {"pagat": cp.fields.Field("pagat", [HIGH] * 4096)}, path)


@pytest.mark.slow
def test_an_equilibrium_is_hard_to_beat():
    """Best responses to another equilibrium of the rules win next to nothing from it."""
    field, other = cp.fields.Field.equilibrium("two-four"), cp.fields.Field.equilibrium("two-four", seed=1, cache=False)
    hands = cp.deal_many(2000, seed=9).reshape(-1, 13)
    best = cp.arrange_many(hands, "two-four", field, opponents=1)
    theirs = cp.arrange_many(hands, "two-four", other, opponents=1)
    lost = best.points - field.points(theirs.boards, declare=theirs.declare, opponents=1)
    assert (lost >= -1e-9).all()
    assert lost.mean() < 0.01


def test_notebooks_show_the_size_and_the_origin_of_a_field():
    equilibrium = cp.fields.Field.equilibrium("pagat")
    shown = equilibrium._repr_html_()
    assert ">4,096</td>" in shown
    assert "Field.equilibrium(&#x27;pagat&#x27;, size=4096" in shown
    assert re.search(r">-?\d\.\d+ ± \d\.\d+ points per pairing</td>", shown)
    board = "7h 5h 5c / 8h 8d 3h 3d 2c / As Ks Qs Js 9s"
    plain = cp.fields.Field(dataclasses.replace(cp.rules("pagat"), name="<b>"), [board])._repr_html_()
    assert "&lt;b&gt;" in plain
    for text in ("<b>", "made by", "exploitability"):
        assert text not in plain
    assert equilibrium.is_equilibrium
    assert not cp.fields.Field("pagat", equilibrium.boards).is_equilibrium
