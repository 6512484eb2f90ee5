"""Deals in the formats of other programs, which functions of installed packages read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.wording import counted, did_you_mean
from cpoker_fast.errors import CpokerError, NotationError
from cpoker_fast.notation.record import Record

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["DealFormat", "deal_formats", "import_deals"]

DealFormat: TypeAlias = Callable[[str], Iterable[Record]]
"""A function that reads the deals in a text of some format. It raises NotationError for a text that it cannot read."""

_GROUP = "cpoker_fast.deal_formats"


def _installed() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # imported here: it takes longer than reading a deal

    return {point.name: point for point in entry_points(group=_GROUP)}


def deal_formats() -> list[str]:
    """Return the names of the formats that installed packages read, sorted.

    A package lists its functions as entry points of the group ``cpoker_fast.deal_formats``.

    Examples
    --------
    >>> all(isinstance(name, str) for name in deal_formats())
    True
    """
    return sorted(_installed())


def import_deals(text: str, form: str | DealFormat) -> Iterator[Record]:
    r"""Yield the deals in a text of another program.

    Parameters
    ----------
    text : str
    form : str or function
        Name of a format (see `deal_formats`), or a function that receives the text and returns or yields a `Record` for each
        deal. `Record.of_boards`, `Record.of_deal` and `parse_deal` make records.

    Raises
    ------
    NotationError
        If there is no such format, its package cannot be imported, or it fails or returns something else. A NotationError of
        the function is raised as it is, with its line.

    Examples
    --------
    >>> def read_tables(text):
    ...     for table in text.split("\n\n"):
    ...         yield Record.of_boards(table.splitlines(), "pagat")
    >>> text = "Ah Kd 2c | 9s 9h 4c 4d 3s | Ts Th Tc 5d 5s\nQc Jd 2d | 8s 8h 6c 6d 3h | Ad As 7h 7c 4h"
    >>> [record.settlement().points for record in import_deals(text, read_tables)]
    [(3, -3)]
    >>> next(import_deals(text, "no such format"))
    Traceback (most recent call last):
        ...
    cpoker_fast.errors.NotationError: unknown format 'no such format': ...
    """
    if not isinstance(text, str):
        raise NotationError.about("text", f"expected text, got {quote(text)}")
    name, read = (form, _function_of(form)) if isinstance(form, str) else (getattr(form, "__name__", "function"), form)
    if not callable(read):
        raise NotationError.about("form", f"expected the name of a format or a function, got {quote(form)}")
    return _records_of(text, name, read)


def _function_of(name: str) -> Any:
    """Return the function of a format; raise NotationError if it cannot be loaded."""
    installed = _installed()
    if name not in installed:
        expected = did_you_mean(name, sorted(installed)) if installed else "no installed package reads a format"
        raise NotationError(f"unknown format {quote(name)}: {expected}")
    try:
        return installed[name].load()
    except Exception as error:
        raise NotationError(f"the format {quote(name)} cannot be loaded: {_described(error)}") from error


def _records_of(text: str, name: str, read: DealFormat) -> Iterator[Record]:
    number = 0
    try:
        for number, record in enumerate(read(text), 1):
            if not isinstance(record, Record):
                raise NotationError(
                    f"the format {quote(name)} returned {quote(record)} for deal {number}: expected a Record"
                )
            yield record
    except CpokerError:
        raise
    except Exception as error:
        problem = f"the format {quote(name)} failed after {counted(number, 'deal')}: {_described(error)}"
        raise NotationError(problem) from error


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {shorten(error)}"
