"""Hidden checks of pages: the directive `check`, and the pages that have one."""

import importlib
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

EXTENSIONS = "myst_parser,board_pictures,checks,scratch,screenshots,terminal"
CHECKED = [name for name, text in PAGES.items() if any(kind == "{check}" for kind, _ in blocks(text))]


def build(folder, pages):
    """Build pages, given as texts by name, without the rest of the site; return the finished process."""
    source = folder / "source"
    for name, text in {"root.md": "# root\n", **pages}.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    run = [sys.executable, "-P", "-m", "sphinx", "-q", "-C", "-b", "html"]
    settings = [f"-Dextensions={EXTENSIONS}", "-Droot_doc=root", "-Dmyst_enable_extensions=colon_fence,dollarmath"]
    return subprocess.run(
        [*run, *settings, source, folder / "site"], env={**os.environ, "PYTHONPATH": str(DOCS / "_extensions")},
        capture_output=True, text=True, check=True,
    )  # fmt: skip


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
assert "<svg" in pictures[0]
%s
```
"""


@pytest.mark.parametrize(
    ("claim", "problem"),
    [("assert 'straight' not in pair", ""),
     ("assert 'straight' in pair", "a check fails: assert 'straight' in pair: AssertionError"),
     ("def claim():\n    assert 'straight' in pair\nclaim()", "a check fails: claim()"),
     ("assert claims", "a check fails: assert claims: NameError: name 'claims' is not defined"),
     ("assert", "a check fails: : SyntaxError")],
)  # fmt: skip
def test_a_check_that_fails_fails_the_build(tmp_path, claim, problem):
    errors = [line for line in build(tmp_path, {"page.md": PAGE % claim}).stderr.splitlines() if "ERROR" in line]
    assert len(errors) == bool(problem)
    assert all(problem in line and "page.md:" in line for line in errors)
    shown = (tmp_path / "site" / "page.html").read_text(encoding="utf-8")
    assert "full house, tens over fours" in shown
    assert "outputs" not in shown


def test_pictures_as_text():
    pytest.importorskip("rich")
    sys.path.insert(0, str(DOCS / "_extensions"))
    checks, screenshots = map(importlib.import_module, ("checks", "screenshots"))
    text = "┌──┐ a <b>\n│K♥│\n└──┘   c & d"
    lines = checks.text_of_picture(screenshots.draw_output(text, 80, "title", None)).splitlines()
    assert [line.split() for line in lines] == [["a", "<b>"], ["K♥"], ["c", "&", "d"]]
    assert lines[2].index("c") == 7


def test_pages_of_first_steps_and_pages_with_pictures_of_terminals_or_charts_have_checks():
    needed = {
        name
        for name, text in PAGES.items()
        for kind, _ in blocks(text)
        if kind.startswith(("{play}", "{screenshot}")) or (kind.startswith("{terminal}") and name.startswith("start/"))
    }
    assert len(needed) >= 6
    assert needed <= set(CHECKED)
    # The alternative text of a chart is above its cell; a cell that is not shown has the assertions.
    for name, text in PAGES.items():
        if re.search(r"(?m)^    alt: ", text):
            hidden = [content for _, content in blocks(text) if "tags: [remove-cell]" in content]
            assert any("\nassert " in content for content in hidden), name


def test_sentences_of_pages_agree_with_results(tmp_path):
    process = build(tmp_path, {name: PAGES[name] for name in CHECKED})
    assert [line for line in process.stderr.splitlines() if "a check fails" in line or "exit status" in line] == []
