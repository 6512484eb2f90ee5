"""Examples of the documentation that readers run: what they show, and who may run them."""

import json

import pytest

from cpoker_fast.app.web import answering, examples
from cpoker_fast.errors import CpokerError


@pytest.fixture(autouse=True)
def _no_names(monkeypatch):
    monkeypatch.setattr(examples, "_names", {"__name__": "__main__"})


def run(code, *, all_values=False):
    reply = examples.run_code({"code": code, "all_values": all_values})
    return reply["shown"], reply["failure"]


def test_only_a_browser_runs_code():
    assert (
        "expected one of"
        in json.loads(answering.answer(json.dumps({"what": "run_code", "code": "1", "all_values": False})))["error"]
    )


@pytest.mark.parametrize(
    ("code", "all_values", "shown"),
    [
        ("print(1)\n2 + 3\n4", False, [{"text": "1\n4\n"}]),
        ("2 + 3\nprint(1)\n'x'", True, [{"text": "5\n1\n'x'\n"}]),
        ("x = 3\nNone", True, []),
        ("", False, []),
        (
            "class Page:\n  def _repr_html_(self): return '<b>x</b>'\nprint(1)\nPage()",
            False,
            [{"text": "1\n"}, {"html": "<b>x</b>"}],
        ),
        ("class Page:\n  def _repr_html_(self): return '<b>x</b>'\nPage.__name__", False, [{"text": "'Page'\n"}]),
        ("class Picture:\n  def _repr_svg_(self): return '<svg/>'\nPicture()", False, [{"html": "<svg/>"}]),
    ],
)
def test_what_is_printed_and_the_values_are_shown_in_order(code, all_values, shown):
    assert run(code, all_values=all_values) == (shown, "")


def test_boards_are_shown_as_pictures():
    (part,), _ = run("import cpoker_fast as cp\ncp.Board.parse('As Kd 2c / 9s 9h 4d 4c 3s / Ts Th Tc 5s 5d')")
    assert "<svg" in part["html"]


def test_names_last_until_the_next_example():
    run("def double(x):\n    return 2 * x")
    assert run("double(4)") == ([{"text": "8\n"}], "")


@pytest.mark.parametrize(
    ("code", "failure"),
    [
        ("print(1)\n1 / 0", "line 2: ZeroDivisionError: division by zero"),
        ("print(1)\ndef f():\n    return y\nf()", "line 3: NameError: name 'y' is not defined"),
        ("raise SystemExit(3)", "line 1: SystemExit: 3"),
        ("import cpoker_fast as cp\ncp.rules('x')", "line 2: cpoker_fast.errors.RulesError: "),
    ],
)
def test_failures_name_the_line(code, failure):
    shown, told = run(code)
    assert told.startswith(failure)
    assert shown == ([{"text": "1\n"}] if code.startswith("print") else [])


def test_a_syntax_error_runs_nothing():
    assert run("print(1)\nx = (") == ([], "line 2: '(' was never closed")


def test_long_output_is_cut():
    shown, _ = run("print('x' * 10**6)")
    assert len(shown[0]["text"]) == 100_000


@pytest.mark.parametrize("asked", [{}, {"code": 1, "all_values": True}, {"code": "1", "all_values": 1}, {"code": "1"}])
def test_bad_fields_are_errors(asked):
    with pytest.raises(CpokerError):
        examples.run_code(asked)
