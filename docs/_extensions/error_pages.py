"""The page of all errors, with the functions that raise them and their messages."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from api_names import documented_names, value_of
from page_text import page, run_session

import cpoker_fast as cp
from cpoker_fast import errors

PATH = "reference/errors.md"
_MOST_SHOWN = 10  # functions that raise an error; a longer list is folded

_EXAMPLES = {
    "CardError": 'cp.parse_card("1s")',
    "CardIndexError": 'cp.CardSet("As Kd")[5]',
    "BoardError": 'cp.Board.parse("As Kd / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")',
    "PlacementError": 'cp.Deal("pineapple", 2, seed=1).place("As / Kd / Qs")',
    "NotationError": "cp.notation.parse_deal('[Rules pineapple]')",
    "BotError": 'cp.bot("genius")',
    "EngineError": 'cp.engines.Engine("no-such-program --fast")',
    "StrengthError": "cp.describe(8000)",
    "RulesError": 'cp.Rules.from_dict({"base": "pagat", "royalties": {"front": {"flush": 1}}})',
    "SeedError": "cp.deal(4, seed=-1)",
    "SimulationError": 'cp.simulate("pagat", ["expert", "balanced"], deals=0)',
    "TableError": 'cp.app.table.Table("pagat").sit("Ann", 0)',
    "LedgerError": 'cp.app.table.Table.from_ledger("README.md")',
    "SessionError": 'cp.app.play.load_session("README.md")',
    "AnalysisError": 'cp.analyze("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "pagat", opponents=4)',
    "FieldError": 'cp.fields.Field("pagat", [])',
    "FileError": 'cp.Rules.from_toml("examples")',
    "MissingFileError": 'cp.Rules.from_toml("missing.toml")',
    "ArrayError": "cp.strengths([[1, 2]])",
}
"""A call that raises each error; the current folder is that of the repository."""

_BEFORE = """\
(errors)=
# Errors

Every error of this package is a {py:obj}`~cpoker_fast.errors.CpokerError`, which is a `ValueError`, so `except CpokerError`
catches them all. The message says what was wrong, where, and what was expected. Some classes also have attributes for this:
"""
_CATCHING = """\
import cpoker_fast as cp
try:
    cp.strength("Ts Th Tc 4d 4x")
except cp.errors.CardError as error:
    print(error)
    print(error.token, error.position)"""
_TREE = """\
## The tree

The classes below a class are its subclasses, so `except` with a class also catches those below it.
"""
_AFTER = """\
{{py:obj}}`~cpoker_fast.errors.LedgerWarning` is a warning. All names are in `cpoker_fast.errors`. {names} are also in
`cpoker_fast`.
"""


def errors_page(source: Path) -> str:
    """Return the page of all errors; `source` is the folder of the documentation."""
    raised = _raised_by(documented_names(source))
    classes = [getattr(errors, name) for name in errors.__all__]
    *names, last = [f"`{name}`" for name in errors.__all__ if name in cp.__all__]
    return page(
        _BEFORE,
        run_session(_CATCHING),
        _TREE,
        _tree(errors.CpokerError, ""),
        _AFTER.format(names=f"{', '.join(names)} and {last}"),
        *(part for error in classes for part in _section(error, raised[error.__name__])),
    )


def _tree(error: type, indent: str) -> Iterator[str]:
    """Yield the lines of a list of a class and its subclasses."""
    first = (inspect.getdoc(error) or "").split("\n")[0]
    yield f"{indent}- {{py:obj}}`~cpoker_fast.errors.{error.__name__}`: {first}"
    for name in errors.__all__:
        subclass = getattr(errors, name)
        if error in subclass.__bases__:
            yield from _tree(subclass, f"{indent}  ")


def _section(error: type, raised: list[str]) -> Iterator[list[str]]:
    """Yield the section of a class."""
    name = error.__name__
    yield [f"(error-{name.lower()})=", f"## {name}"]
    yield ["```{eval-rst}", f".. autoexception:: cpoker_fast.errors.{name}()", "   :show-inheritance:", "```"]
    if name in _EXAMPLES:
        yield run_session(_EXAMPLES[name], {"cp": cp})
    verb = "Issued" if issubclass(error, Warning) else "Raised"
    links = [f"{{py:obj}}`{full.removeprefix('cpoker_fast.')} <{full}>`" for full in sorted(raised, key=str.lower)]
    if len(links) > _MOST_SHOWN:
        yield [f":::{{dropdown}} {verb} by {len(links)} functions and methods"]
        yield [f"{', '.join(links)}."]
        yield [":::"]
    elif links:
        yield [f"{verb} by {', '.join(links)}."]


# ---- functions that raise an error ----


def _raised_by(documented: Iterable[str]) -> dict[str, list[str]]:
    """Return the functions, classes and methods whose docstring says that they raise each error."""
    raised: dict[str, list[str]] = {name: [] for name in errors.__all__}
    for name in documented:
        if name.startswith("cpoker_fast.errors."):
            continue
        value = value_of(name)
        members = {name: value}
        if isinstance(value, type):
            methods = [key for key, member in vars(value).items() if not key.startswith("_") and _is_function(member)]
            members |= {f"{name}.{key}": getattr(value, key) for key in methods}
        for full, member in members.items():
            for error in set(re.findall(r"\b\w+(?:Error|Warning)\b", inspect.getdoc(member) or "")) & raised.keys():
                raised[error].append(full)
    return raised


def _is_function(member: object) -> bool:
    return callable(member) or isinstance(member, classmethod | staticmethod)
