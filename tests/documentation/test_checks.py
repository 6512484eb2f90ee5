"""Hidden checks of pages: the directive `check`, and the pages that have one."""

import os
import re
import subprocess
import sys

import pytest
from documentation.pages import blocks
from documentation.test_pages import DOCS, PAGES

for library in ("sphinx", "myst_parser", "click", "textual"):
    pytest.importorskip(library)
if sys.platform == "win32" or not (DOCS / "_extensions").exists():
    pytest.skip("no POSIX terminal, or no sources of the documentation", allow_module_level=True)

EXTENSIONS = "myst_parser,diagrams,pictures,shown_commands"
CHECKED = [name for name, text in PAGES.items() if any(kind == "{check}" for kind, _ in blocks(text))]


def build(folder, pages, extensions=EXTENSIONS):
    """Build pages, given as texts by name, without the rest of the site; return the finished process."""
    source = folder / "source"
    source.mkdir()
    for name, text in pages.items():
        path = source / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (source / "root.md").write_text("# root\n", encoding="utf-8")
    run = [sys.executable, "-P", "-m", "sphinx", "-q", "-C", "-b", "html"]
    settings = [f"-Dextensions={extensions}", "-Droot_doc=root", "-Dmyst_enable_extensions=colon_fence,dollarmath"]
    return subprocess.run(
        [*run, *settings, source, folder / "site"],
        env={**os.environ, "PYTHONPATH": str(DOCS / "_extensions")},
        capture_output=True,
        text=True,
        check=True,
    )


PAGE = """\
# A page

```{terminal}
cpoker rank Ts Th Tc 4d 4s
cpoker rank 9s 9h 4c
```

```{screenshot} cpoker rank As Ks Qs Js 9s
A flush.
```

```{check}
full_house, pair = outputs
assert "full house" in full_house and "pair, nines" in pair
(words,) = alternatives
assert "flush, ace king" in screens[0] and "flush" in words
assert "<svg" in pictures[0] and "http" not in pictures[0].replace("http://www.w3.org/2000/svg", "")
%s
```
"""


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        ("assert 'straight' not in pair", ""),
        ("assert 'straight' in pair", "a check fails: assert 'straight' in pair: AssertionError"),
        ("def claim():\n    assert 'straight' in pair\nclaim()", "a check fails: claim()"),
        ("assert claims", "a check fails: assert claims: NameError: name 'claims' is not defined"),
        ("assert", "a check fails: : SyntaxError"),
    ],
)
def test_a_check_that_fails_fails_the_build(tmp_path, claim, problem):
    errors = [line for line in build(tmp_path, {"page.md": PAGE % claim}).stderr.splitlines() if "ERROR" in line]
    assert len(errors) == bool(problem)
    assert all(problem in line and "page.md:" in line for line in errors)
    shown = (tmp_path / "site" / "page.html").read_text(encoding="utf-8")
    assert "full house, tens over fours" in shown
    assert "outputs" not in shown


def test_pages_of_first_steps_and_pages_with_pictures_of_terminals_have_checks():
    needed = {
        name
        for name, text in PAGES.items()
        for kind, _ in blocks(text)
        if kind.startswith(("{play}", "{screenshot}")) or (kind.startswith("{terminal}") and name.startswith("start/"))
    }
    assert len(needed) >= 6
    assert needed <= set(CHECKED)


def test_pages_with_charts_have_checks():
    """The alternative text of a chart is above its cell; a cell that is not shown has the assertions."""
    for name, text in PAGES.items():
        if re.search(r"(?m)^    alt: ", text):
            hidden = [content for _, content in blocks(text) if "tags: [remove-cell]" in content]
            assert any("\nassert " in content for content in hidden), name
