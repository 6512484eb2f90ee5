"""Pages that are made from the data of the package: `docs/_templates/pages` has their templates.

They are written before the other pages are read, into files that Git ignores. A file is written only if its content
changed, so that Sphinx does not build it again.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from pathlib import Path
from pydoc import locate
from typing import TYPE_CHECKING, Any

import page_parts
import preset_facts
from api import documented_names
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.app.rules import sentences
from cpoker_fast.rulebook.declaring import Choice, path_of
from cpoker_fast.rulebook.option_groups import GROUPS
from cpoker_fast.rulebook.option_index import options_in, presets_by_value
from cpoker_fast.rulebook.option_words import choices_in_words, default_in_words, unset_value, valid_values, value_in_words
from cpoker_fast.rulebook.options import Option, PresetName
from cpoker_fast.rulebook.toml_lines import toml_value

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_DOCS = Path(__file__).parents[1]
_TEMPLATES = Environment(
    loader=FileSystemLoader(_DOCS / "_templates" / "pages"), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)
_TEMPLATES.filters["run_session"] = page_parts.run_session


def _page(template: str, **values: Any) -> str:
    """Return the text of a page, with at most one empty line between its parts."""
    parts = {name: value for module in (page_parts, preset_facts) for name, value in vars(module).items()}
    text = _TEMPLATES.get_template(f"{template}.md.jinja").render(**{**parts, "sentences": sentences, **values})
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


# ---- presets ----

PRESETS = "rules/presets"


def preset_page(rules: cp.Rules) -> str:
    """Return the page of a preset; for other rules, only the sections about their options."""
    return _page("preset", rules=rules, is_preset=rules.name in cp.presets())


# ---- keys ----


def _described_choices(option: Option) -> dict[str, str]:
    """Return the values of a key with a choice, each with its description; empty if none has a description."""
    return choices_in_words(option) if isinstance(option.kind, Choice) else {}


def _preset_links(names: Iterable[str]) -> str:
    return ", ".join(page_parts.preset_link(name, "../rules/presets/") for name in names)


def _values(option: Option) -> str:
    """Return the valid values of a key in words."""
    if isinstance(option.kind, PresetName):
        return _preset_links(option.kind.names)
    return "one of" if _described_choices(option) else valid_values(option)


def _presets_of(option: Option) -> str:
    """Return the presets in which a key does not have its default, by value."""
    if option.model is not None:
        return ""
    lines = [
        f"{value_in_words(option, value) if isinstance(value, dict) else f'`{toml_value(value)}`'} in {_preset_links(names)}"
        for value, names in presets_by_value(option)
    ]
    return "\n  - ".join(["- Presets:", *lines]) if len(lines) > 1 else "".join(f"- Presets: {line}" for line in lines)


def keys_page() -> str:
    """Return the page of the keys of a rules file."""
    return _page(
        "keys", groups=GROUPS, options_in=options_in, path_of=path_of, values=_values, unset_value=unset_value,
        described_choices=_described_choices, default_in_words=default_in_words, presets_of=_presets_of,
    )  # fmt: skip


# ---- errors ----

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


def _raised_by(documented: Iterable[str]) -> dict[str, list[str]]:
    """Return links to the functions, classes and methods whose docstring says that they raise each error."""
    raised: dict[str, list[str]] = {name: [] for name in errors.__all__}
    for name in documented:
        if name.startswith("cpoker_fast.errors."):
            continue
        value = locate(name)
        methods = [f"{name}.{key}" for key in vars(value) if not key.startswith("_")] if isinstance(value, type) else []
        for full in (name, *(method for method in methods if callable(locate(method)))):
            for error in set(re.findall(r"\b\w+(?:Error|Warning)\b", inspect.getdoc(locate(full)) or "")) & raised.keys():
                raised[error].append(full)
    return {
        error: [f"{{py:obj}}`{full.removeprefix('cpoker_fast.')} <{full}>`" for full in sorted(fulls, key=str.lower)]
        for error, fulls in raised.items()
    }


def errors_page() -> str:
    """Return the page of all errors, with the functions that raise them and their messages."""
    classes = [getattr(errors, name) for name in errors.__all__]
    return _page(
        "errors",
        root=errors.CpokerError,
        classes=classes,
        subclasses=lambda error: [subclass for subclass in classes if error in subclass.__bases__],
        first_line=lambda error: (inspect.getdoc(error) or "").split("\n")[0],
        exported=[name for name in errors.__all__ if name in cp.__all__],
        examples=_EXAMPLES,
        raised=_raised_by(documented_names()),
    )


# ---- all pages ----


def generated_pages() -> dict[str, str]:
    """Return the text of every page, by its path in the folder of the documentation."""
    presets = sorted((cp.rules(name) for name in cp.presets()), key=lambda rules: not rules.is_closed)
    return {
        f"{PRESETS}/index.md": _page("presets", presets=presets),
        f"{PRESETS}/which_one.md": _page("which_preset", presets=presets),
        f"{PRESETS}/open_face.md": _page("open_face", presets=[rules for rules in presets if not rules.is_closed]),
        **{f"{PRESETS}/{rules.name}.md": preset_page(rules) for rules in presets},
        "reference/rules_keys.md": keys_page(),
        "reference/errors.md": errors_page(),
    }


def write_pages(source: Path) -> list[str]:
    """Write the files whose content changed, remove pages of presets that no longer exist, and return the written paths."""
    pages, written = generated_pages(), []
    for name, text in pages.items():
        path = source / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(name)
    for path in (source / PRESETS).glob("*.md"):
        if path.relative_to(source).as_posix() not in pages:
            path.unlink()
    return written


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the pages when the build begins."""
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir)))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
