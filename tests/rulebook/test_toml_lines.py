"""Plain values as TOML in one line."""

import tomllib

import pytest

from cpoker_fast.rulebook.toml_lines import toml_line, toml_value


@pytest.mark.parametrize("value", [True, 5, 'a "quoted" word', [1, [2]], {"pair A": 1, "flush": 2, "á": "ß"}, []])
def test_toml_in_one_line(value):
    assert "\n" not in toml_value(value)
    assert tomllib.loads(toml_line("key", value)) == {"key": value}
