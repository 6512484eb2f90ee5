"""The report of the conformance check of an engine, as text or JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

import click

from cpoker_fast.app.console.bad_input import BadInput, quoted_value
from cpoker_fast.app.console.error_output import is_watched
from cpoker_fast.app.console.output import print_json, width
from cpoker_fast.app.engine.check import CheckResult, EngineCheck
from cpoker_fast.display.wording import counted
from cpoker_fast.engines.messages import printable
from cpoker_fast.rulebook import Rules

__all__ = ["report"]

_STATES = {True: "ok", False: "FAILED", None: "-"}
_COUNTED = {True: "passed", False: "failed", None: "not run"}
_INDENT, _LABEL = 8, 10  # columns of states, and of labels of messages
_LONGEST_TITLE = 60  # columns of the running check
_LEAST_WIDTH = 40
_LONGEST = 210  # characters of a message that is shown


def report(command: str, rules: Sequence[Rules], only: str, *, as_json: bool) -> bool:
    """Check an engine, print what is right and wrong, and return whether all checks have passed."""
    check = EngineCheck(command, rules, only, lambda title: _show_running(f"...     {title}"))
    if not check.titles:
        raise BadInput(f"--only {quoted_value(only)}: no check has this text in its title")
    results: list[CheckResult] = []
    try:
        for result in check:
            _show_running("")
            is_known = result.passed is False and any(_kind(result) == _kind(other) for other in results)
            results.append(result)
            for line in () if as_json else _lines(result, is_known=is_known):
                click.echo(line)
    finally:
        _show_running("")
    numbers = Counter(result.passed for result in results)
    if as_json:
        plain = {"command": command, "passed": not numbers[False], "checks": [result._asdict() for result in results]}
        print_json([{**plain, "speeds": dict(check.speeds)}])
    else:
        click.echo()
        for title, speed in check.speeds:
            click.echo(f"{title}: {_rounded(speed)} per second")
        counts = [f"{numbers[state]} {word}" for state, word in _COUNTED.items() if numbers[state] or state]
        click.echo(f"{counted(len(results), 'check')}: {', '.join(counts)}")
    return not numbers[False]


def _show_running(text: str) -> None:
    """Show a text in the last line of a terminal, if a person watches standard error; an empty one removes it."""
    if is_watched():
        columns = min(_LONGEST_TITLE, width() - 1)
        click.echo(f"{text:{columns}.{columns}}\r", err=True, nl=False)


def _rounded(speed: float) -> str:
    """Return a speed as text, with one significant digit if it is below 1."""
    return f"{speed:,.0f}" if speed >= 1 else f"{speed:.1g}"


def _kind(result: CheckResult) -> str:
    """Return the problem of a result without its numbers and cards, which differ when the same problem occurs again."""
    return re.sub(r"[2-9TJQKA][cdhs]|\d+", "", result.problem)


def _lines(result: CheckResult, *, is_known: bool) -> Iterator[str]:
    """Yield the lines of a result, of at most the width of the terminal; a known problem is not shown again."""
    if is_known:
        yield from _wrapped(_STATES[result.passed], f"{result.check} (the same problem)", _INDENT)
        return
    yield from _wrapped(_STATES[result.passed], result.check, _INDENT)
    for text in (result.note, result.problem):
        yield from _wrapped("", printable(text, len(text)), _INDENT)
    for label, text in (("sent", result.sent), ("received", result.received), ("stderr", result.stderr)):
        yield from _wrapped(" " * _INDENT + label, printable(text, _LONGEST), _INDENT + _LABEL)


def _wrapped(label: str, text: str, indent: int) -> list[str]:
    """Return the lines of a text behind a label; none for an empty text. Long words, such as messages, are broken."""
    return wrap(
        text, max(width(), _LEAST_WIDTH), initial_indent=label.ljust(indent), subsequent_indent=" " * indent,
        break_on_hyphens=False,
    )  # fmt: skip
