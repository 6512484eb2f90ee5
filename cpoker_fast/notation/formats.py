"""Deals in the formats of other programs, which functions of installed packages read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from cpoker_fast.display.quoting import quote, shorten
from cpoker_fast.display.wording import counted, did_you_mean
from cpoker_fast.errors import CpokerError, NotationError
from cpoker_fast.notation.files import OnDamage, Results, check_on_damage, undamaged
from cpoker_fast.notation.record import Record

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["DealFormat", "deal_formats", "import_deals", "read_format"]

DealFormat: TypeAlias = Callable[[str], Iterable[Record | NotationError]]
"""A function that reads the deals in a text of some format.

It yields a NotationError for a damaged deal, and raises one for a text that it cannot read further.
"""

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


def import_deals(text: str, form: str | DealFormat, *, on_damage: OnDamage | None = None) -> Iterator[Record]:
    r"""Yield the deals in a text of another program.

    Parameters
    ----------
    text : str
    form : str or function
        Name of a format (see `deal_formats`), or a function. The function receives the text, and returns or yields a
        `Record` for each deal, or a NotationError for a damaged deal. `Record.of_boards`, `Record.of_deal` and `parse_deal`
        make records.
    on_damage : callable, optional
        Function that is called with the error of each damaged deal. The deal is then skipped. By default, the first error is
        raised.

    Raises
    ------
    NotationError
        If there is no such format, or its package cannot be imported. Also if the function fails or returns a value of
        another type. Later deals are then not read. A NotationError of the function is raised unchanged, with its line.

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
    check_on_damage(on_damage)
    return undamaged(read_format(text, form), on_damage)


def read_format(text: str, form: str | DealFormat) -> Results:
    """Yield the record or the error of each deal; for arguments and errors see `import_deals`."""
    if not isinstance(text, str):
        raise NotationError.about("text", f"expected text, got {quote(text)}")
    name, read = (form, _function_of(form)) if isinstance(form, str) else (getattr(form, "__name__", "function"), form)
    if not callable(read):
        raise NotationError.about("form", f"expected the name of a format or a function, got {quote(form)}")
    return _results_of(text, name, read)


def _function_of(name: str) -> Any:
    """Return the function of a format; raise NotationError if it cannot be loaded."""
    installed = _installed()
    if name not in installed:
        expected = did_you_mean(name, sorted(installed)) if installed else "no installed package reads a format"
        raise NotationError(f"unknown format {quote(name)}: {expected}")
    try:
        return installed[name].load()
    except (Exception, SystemExit) as error:
        raise NotationError(f"the format {quote(name)} cannot be loaded: {_described(error)}") from error


def _results_of(text: str, name: str, read: DealFormat) -> Results:
    number = 0
    try:
        for number, result in enumerate(read(text), 1):
            if not isinstance(result, Record | NotationError):
                expected = "expected a Record, or a NotationError for a damaged deal"
                raise NotationError(f"the format {quote(name)} returned {quote(result)} for deal {number}: {expected}")
            yield result
    except CpokerError:
        raise
    except (Exception, SystemExit) as error:
        problem = f"the format {quote(name)} failed after {counted(number, 'deal')}: {_described(error)}"
        raise NotationError(problem) from error


def _described(error: BaseException) -> str:
    return f"{type(error).__name__}: {shorten(error)}"
