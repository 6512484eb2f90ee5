"""The report of the conformance check of an engine, as text or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from cpoker_fast.commands.engine_check import CheckResult, EngineCheck
from cpoker_fast.commands.output import print_json, width
from cpoker_fast.display.columns import wrap_line
from cpoker_fast.display.quoting import shorten
from cpoker_fast.display.wording import counted
from cpoker_fast.rulebook import Rules

__all__ = ["report"]

_STATES = {True: "ok", False: "FAILED", None: "-"}
_INDENT = " " * 8
_LONGEST = 210  # characters of a message that is shown


def report(command: str, rules: Sequence[Rules], only: str, *, as_json: bool) -> bool:
    """Check an engine, print what is right and wrong, and return whether all checks have passed."""
    check = EngineCheck(command, rules, only)
    results = []
    for result in check:
        results.append(result)
        if not as_json:
            for line in _lines(result):
                click.echo(line)
    failures = sum(result.has_passed is False for result in results)
    if as_json:
        print_json([_plain(command, check, results)])
        return not failures
    click.echo()
    for speed in check.speeds:
        click.echo(f"{speed.title}: {speed.per_second:,.0f} per second")
    passed = sum(result.has_passed is True for result in results)
    not_run = len(results) - passed - failures
    words = [f"{passed} passed", *([f"{failures} failed"] if failures else []), *([f"{not_run} not run"] if not_run else [])]
    click.echo(f"{counted(len(results), 'check')}: {', '.join(words)}")
    return not failures


def _lines(result: CheckResult) -> Iterator[str]:
    """Yield the lines of a result, of at most the width of the terminal."""
    yield from _wrapped(_STATES[result.has_passed].ljust(8) + result.title)
    for text in (result.note, result.problem):
        if text:
            yield from _wrapped(_INDENT + text)
    for label, text in (("sent", result.sent), ("received", result.received), ("stderr", result.stderr)):
        if text:
            yield from _wrapped(f"{_INDENT}{label:8}  {shorten(text, _LONGEST)}")


def _wrapped(line: str) -> Iterator[str]:
    """Yield the lines of a text; words that are longer than a line, such as messages, are broken, too."""
    most = width()
    for part in wrap_line(line, most):
        indent = part[: len(part) - len(part.lstrip())] if part.startswith(" ") else _INDENT
        rest = part
        while len(rest) > most:
            yield rest[:most]
            rest = indent + rest[most:]
        yield rest


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
