"""The report of the conformance check of an engine, as text or JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from textwrap import wrap
from typing import Any

import click

from cpoker_fast.app.console.inputs import BadInput, is_watched, quoted_value
from cpoker_fast.app.console.output import print_json, width
from cpoker_fast.app.engine.check import CheckResult, EngineCheck
from cpoker_fast.display.wording import counted
from cpoker_fast.engines.messages import printable
from cpoker_fast.rulebook import Rules

__all__ = ["report"]

_STATES = {True: "ok", False: "FAILED", None: "-"}
_INDENT, _LABEL = 8, 10  # columns of states, and of labels of messages
_LEAST_WIDTH = 40
_LONGEST = 210  # characters of a message that is shown


def report(command: str, rules: Sequence[Rules], only: str, *, as_json: bool) -> bool:
    """Check an engine, print what is right and wrong, and return whether all checks have passed."""
    running = _RunningCheck()
    check = EngineCheck(command, rules, only, running.show)
    if not check.titles:
        raise BadInput(f"--only {quoted_value(only)}: no check has this text in its title")
    results: list[CheckResult] = []
    with closing(running):
        for result in check:
            running.close()
            is_known = result.has_passed is False and any(_kind(result) == _kind(other) for other in results)
            results.append(result)
            if not as_json:
                for line in _lines(result, is_known=is_known):
                    click.echo(line)
    failures = sum(result.has_passed is False for result in results)
    if as_json:
        print_json([_plain(command, check, results)])
        return not failures
    click.echo()
    for speed in check.speeds:
        click.echo(f"{speed.title}: {_rounded(speed.per_second)} per second")
    passed = sum(result.has_passed is True for result in results)
    not_run = len(results) - passed - failures
    words = [f"{passed} passed", *([f"{failures} failed"] if failures else []), *([f"{not_run} not run"] if not_run else [])]
    click.echo(f"{counted(len(results), 'check')}: {', '.join(words)}")
    return not failures


class _RunningCheck:
    """The title of the running check, in the last line of a terminal."""

    def __init__(self) -> None:
        self._shown = ""

    def show(self, title: str) -> None:
        """Show a title, if a person watches standard error."""
        if is_watched():
            self._shown = f"...     {title}"[: width() - 1]
            click.echo(self._shown, err=True, nl=False)

    def close(self) -> None:
        """Remove the title."""
        if self._shown:
            click.echo(f"\r{' ' * len(self._shown)}\r", err=True, nl=False)
            self._shown = ""


def _rounded(speed: float) -> str:
    """Return a speed as text, with one significant digit if it is below 1."""
    return f"{speed:,.0f}" if speed >= 1 else f"{speed:.1g}"


def _kind(result: CheckResult) -> str:
    """Return the problem of a result without its numbers and cards, which differ when the same problem occurs again."""
    return re.sub(r"[2-9TJQKA][cdhs]|\d+", "", result.problem)


def _lines(result: CheckResult, *, is_known: bool) -> Iterator[str]:
    """Yield the lines of a result, of at most the width of the terminal; a known problem is not shown again."""
    if is_known:
        yield from _wrapped(_STATES[result.has_passed], f"{result.title} (the same problem)", _INDENT)
        return
    yield from _wrapped(_STATES[result.has_passed], result.title, _INDENT)
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


def _plain(command: str, check: EngineCheck, results: Sequence[CheckResult]) -> dict[str, Any]:
    return {
        "command": command,
        "passed": all(result.has_passed is not False for result in results),
        "checks": [
            {
                "check": result.title,
                "passed": result.has_passed,
                **{key: text for key, text in result._asdict().items() if key not in ("title", "has_passed")},
            }
            for result in results
        ],
        "speeds": {speed.title: speed.per_second for speed in check.speeds},
    }
