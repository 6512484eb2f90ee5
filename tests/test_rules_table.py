"""tests/rules_and_tests.md: each line names a test that exists; every option, preset and natural has a line."""

import ast
import re
from pathlib import Path

import pytest

import cpoker_fast as cp

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "tests" / "rules_and_tests.md"
NOT_RULES = {"name", "note"}

pytestmark = pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="tests/rules_and_tests.md is not installed")


def lines():
    """Return the rule, the options and the test of each line."""
    rows = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in rows if not row.startswith("| rule ")]


def names_of_tests(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_every_rule_has_a_test_that_exists():
    assert len(lines()) > 60
    for rule, _, test in lines():
        assert rule
        file, _, name = test.partition("::")
        assert (ROOT / file).is_file(), f"{rule}: no file {file!r}"
        assert name in names_of_tests(ROOT / file), f"{rule}: no test {name!r} in {file}"


def options_of(model):
    """Yield the keys of a TOML file with their path from the top."""
    for key, kind in model.kinds().items():
        part = getattr(kind, "model", None)
        yield from [key] if part is None else [f"{key}.{inner}" for inner in options_of(part)]


def test_every_option_has_a_line():
    named = {option for _, options, _ in lines() for option in re.findall(r"`([\w.]+)`", options)}
    options = set(options_of(cp.Rules)) - NOT_RULES
    assert {"foul", "royalties.on", "naturals.level", "fantasyland.stay.back", "table.rake.jackpot.table"} < options
    assert named - options == set()
    assert options - named == set()


def test_every_preset_and_every_natural_has_a_line():
    named = {name for rule, _, _ in lines() for name in re.findall(r"`([^`]+)`", rule)}
    assert set(cp.presets()) - named == set()
    assert set(map(str, cp.rulebook.Pattern)) - named == set()
