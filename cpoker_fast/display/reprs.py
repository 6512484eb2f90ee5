"""Reprs of results: at most three lines, since the prompt of Python and lists show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from cpoker_fast.display.quoting import quote

__all__ = ["fields_repr", "fitted", "fitted_fields", "quoted_lines"]

_WIDTH = 120  # characters of a line
_LINES = 3
_INDENT = "    "
_LITERAL = 100  # characters of a literal, which leave room for the name of a function
_LONGEST = (100, 60, 40, 25, 15, 8)  # characters of a value, tried in this order if the whole values do not fit


def fitted(text: str) -> str:
    """Return a repr in lines of at most 120 characters, without its end if there would be more than three lines."""
    if len(text) <= _WIDTH:
        return text
    from textwrap import wrap  # imported here: it takes longer than most modules of this package

    options: dict[str, Any] = {"subsequent_indent": _INDENT, "max_lines": _LINES, "placeholder": " ...>"}
    return "\n".join(wrap(text, _WIDTH, break_on_hyphens=False, **options))


def quoted_lines(text: str) -> str:
    """Return the repr of a text, for an argument: a long text in adjacent literals, which Python joins."""
    if len(text) <= _LITERAL:
        return repr(text)
    from textwrap import wrap

    return f"\n{_INDENT}".join(map(repr, wrap(text, _LITERAL, drop_whitespace=False, break_on_hyphens=False)))


def fields_repr(value: Any) -> str:
    """Return ``Name(field=value, ...)`` for a named tuple or a dataclass, as `fitted_fields` does."""
    names = getattr(value, "_fields", None) or [item.name for item in fields(value) if item.repr]
    return fitted_fields(f"{type(value).__name__}(", {name: getattr(value, name) for name in names}, ")")


def fitted_fields(begin: str, values: Mapping[str, Any], end: str) -> str:
    """Return the text of a repr with named values, broken between them; long values lose their middle if necessary."""
    whole = [f"{name}={' '.join(map(str.strip, repr(value).splitlines()))}" for name, value in values.items()]
    lines = _lines(begin, whole, end)
    for longest in _LONGEST:
        if len(lines) <= _LINES and max(map(len, lines)) <= _WIDTH:
            break
        lines = _lines(begin, [f"{name}={quote(value, longest)}" for name, value in values.items()], end)
    return "\n".join(lines)


def _lines(begin: str, parts: list[str], end: str) -> list[str]:
    """Return parts in as few lines as possible."""
    lines = [begin]
    for number, part in enumerate(parts, 1):
        text = part + (end if number == len(parts) else ",")
        if number == 1:
            lines[-1] += text
        elif len(lines[-1]) + 1 + len(text) <= _WIDTH:
            lines[-1] += f" {text}"
        else:
            lines.append(_INDENT + text)
    return lines if parts else [begin + end]
