"""Progress bars: below the cell of a notebook without widgets, on standard error elsewhere, also without rich."""

import io
import re
import sys
from itertools import pairwise

import pytest

import cpoker_fast as cp

PLAYERS = ["expert", "balanced"]


def play(progress, deals=3000):
    return cp.simulate("pagat", PLAYERS, deals, seed=1, progress=progress)


class Terminal(io.StringIO):
    """Standard error that is a terminal."""

    def isatty(self):
        return True


def screen(text):
    """Return the last line of a terminal after a text with carriage returns."""
    line = ""
    for part in text.split("\r"):
        line = part + line[len(part) :]
    return line


@pytest.fixture
def without_rich(monkeypatch):
    for name in ("rich", "rich.console", "rich.progress"):
        monkeypatch.setitem(sys.modules, name, None)


def test_a_terminal_without_rich_shows_text(without_rich, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("cpoker_fast.display.progress._INTERVAL", 0.0)
    assert play(True) == play(False)
    shown = terminal.getvalue()
    assert re.search(r"\rdeals: \d+%, \d+\.\d s left", shown)
    assert re.search(r"\rdeals: 3,000 in \d+\.\d s", shown)
    assert screen(shown).strip() == ""  # the text is removed at the end


def test_a_line_that_becomes_shorter_is_overwritten(without_rich, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("cpoker_fast.display.progress._INTERVAL", 0.0)
    play(True)
    texts = terminal.getvalue().split("\r")[1:]
    assert all(len(later) >= len(earlier.rstrip()) for earlier, later in pairwise(texts[:-1]))


@pytest.mark.parametrize("stream", [io.StringIO, lambda: None])
def test_a_file_or_nothing_in_place_of_standard_error_gets_no_bar(without_rich, monkeypatch, stream):
    file = stream()
    monkeypatch.setattr("sys.stderr", file)
    assert play(True) == play(False)
    assert file is None or file.getvalue() == ""


def test_a_file_in_place_of_standard_error_gets_no_bar_of_rich(monkeypatch):
    pytest.importorskip("rich")
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    file = io.StringIO()
    monkeypatch.setattr("sys.stderr", file)
    assert play(True) == play(False)
    assert file.getvalue() == ""


def test_few_updates_are_shown(without_rich, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("cpoker_fast.display.progress._INTERVAL", 1000.0)
    play(True)
    assert len(re.findall(r"deals: ", terminal.getvalue())) == 2  # the first and the last


NOTEBOOK = [
    """
    import sys
    for name in ("rich", "ipywidgets", "tqdm"):
        sys.modules[name] = None  # as if they were not installed
    import dataclasses
    import cpoker_fast as cp
    result = cp.simulate("pagat", ["expert", "balanced"], 3000, seed=1, progress=True)
    """,
    """
    rules = dataclasses.replace(cp.rules("simple"), name="<b>ours</b>", scoop_bonus=7)
    field = cp.fields.Field.equilibrium(rules, size=64, rounds=3, cache=False, progress=True)
    """,
    """
    bars = []
    def show(done, total):
        bars.append((done, total))
    cp.simulate("pagat", ["expert", "balanced"], 100, seed=1, progress=show)
    bars[-1]
    """,
    """
    worth = cp.studies.measure_worth("pineapple", 2, standard_error=3, seed=1, progress=True)
    """,
]


def executed(cells):
    """Run a notebook, and return the outputs of each cell."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    from textwrap import dedent

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(dedent(cell)) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return [cell.outputs for cell in notebook.cells]


@pytest.mark.filterwarnings("default")  # of the libraries that run notebooks
def test_a_notebook_shows_a_bar_that_needs_no_other_library():
    simulated, computed, called, measured = executed(NOTEBOOK)
    (output,) = simulated
    assert output.output_type == "display_data"  # one output, which was updated: no text on standard error
    assert re.fullmatch(r"deals: 3,000 in \d+\.\d s", output.data["text/plain"])
    html = output.data["text/html"]
    assert re.search(r'<progress aria-label="deals" value="3000" max="3000" style="[^"]*"></progress> deals: 3,000 in', html)
    assert "<script" not in html
    (output,) = computed
    assert "<b>" not in output.data["text/html"]
    assert "equilibrium of &lt;b&gt;ours&lt;/b&gt;: 3 in" in output.data["text/html"]
    (output,) = called
    assert output.data["text/plain"] == "(100, 100)"
    (output,) = measured
    assert re.fullmatch(r"measuring: 3 in \d+\.\d s", output.data["text/plain"])
    assert "<progress" in output.data["text/html"]
