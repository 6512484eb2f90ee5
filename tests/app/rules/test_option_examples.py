"""Examples of options are valid, and change the option."""

import tomllib

import pytest

import cpoker_fast as cp
from cpoker_fast.app.rules.options_explained import example_of
from cpoker_fast.rulebook.declaring import Choice, Flag, Int
from cpoker_fast.rulebook.option_index import all_options
from cpoker_fast.rulebook.options import ABSENT, Option


def without(plain, path):
    """Return plain values without the one at a path."""
    head, _, rest = path.partition(".")
    if not rest:
        return {key: value for key, value in plain.items() if key != head}
    return {key: without(value, rest) if key == head else value for key, value in plain.items()}


@pytest.mark.parametrize("path", all_options())
def test_the_example_of_an_option_sets_it(path):
    option, plain = all_options()[path], tomllib.loads(example_of(all_options()[path]))
    rules = cp.Rules.from_dict({"base": "pineapple" if path.startswith("fantasyland") else "simple", **plain})
    value = option.plain_in(rules)
    if option.is_in_list:
        assert path.partition(".")[2] in plain["naturals"][0]
    elif value is not ABSENT:
        assert value != option.default
        assert len(example_of(option).splitlines()) < 10
    else:
        assert path == "base"


def test_options_without_an_example():
    """A new option gets a value that is not its default."""
    for kind, default, line in (
        (Flag(), False, "new = true"), (Int(0, 100), 0, "new = 1"), (Int(5, 100, unset=False), False, "new = 5"),
        (Choice(cp.rulebook.Wheel), "lowest", 'new = "second"'),
    ):  # fmt: skip
        assert example_of(Option("new", kind, "New.", ("new",), default)) == line
