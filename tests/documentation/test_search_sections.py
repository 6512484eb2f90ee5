"""The sections of pages that the search of the site finds."""

import json
import re

import pytest
from documentation.test_checks import build

PAGE = """\
# A page

The first text, with a formula {math}`x^2` and a [link](other.md).

## Rules of {math}`x`

- one
- two

```{glossary}
foul
dead board
  A board out of order.

  It pays all opponents.
```

```{eval-rst}
.. py:function:: settle(boards)

   Return the points.
```
"""


@pytest.fixture(scope="module")
def sections(tmp_path_factory):
    """Sections of the pages of a small site."""
    folder = tmp_path_factory.mktemp("site")
    function = "```{eval-rst}\n.. py:function:: first()\n\n   Begin without a heading.\n```\n"
    build(folder, {"page.md": PAGE, "other.md": "# Another page\n", "bare.md": function}, "myst_parser,search_sections")
    script = (folder / "site" / "_static" / "sections.js").read_text("utf-8")
    return json.loads(re.search(r"const SECTIONS = (.*);", script)[1])


def test_a_page_has_its_own_text_and_its_sections(sections):
    assert sections["page"][:2] == [
        ["section", "", "A page", "The first text, with a formula and a link."],
        ["section", "rules-of-x", "Rules of", "one two"],
    ]
    assert sections["other"] == [["section", "", "Another page", ""]]


def test_terms_are_sections_and_synonyms_name_the_first_term(sections):
    definition = "A board out of order. It pays all opponents."
    assert sections["page"][2:4] == [
        ["term", "term-foul", "foul", definition],
        ["term", "term-dead-board", "dead board", f"See foul: {definition}"],
    ]


def test_functions_are_sections_also_on_pages_without_a_heading(sections):
    assert sections["page"][4] == ["object", "settle", "settle", "settle(boards) Return the points."]
    assert ["object", "first", "first", "first() Begin without a heading."] in sections["bare"]
