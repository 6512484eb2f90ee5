"""Progress bars: on standard error of a terminal, below the cell of a notebook, and as a user's function."""

import io
import os
import re
import subprocess
import sys
import threading

import pytest

import cpoker_fast as cp

pytest.importorskip("tqdm")


def play(progress, deals=3000):
    return cp.simulate("pagat", ["expert", "balanced"], deals, seed=1, progress=progress)


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


def test_a_terminal_shows_a_bar_that_is_removed_at_the_end(monkeypatch):
    terminal, threads = Terminal(), threading.active_count()
    monkeypatch.setattr("sys.stderr", terminal)
    assert play(True) == play(False)
    assert re.search(r"\rdeals: 100%\|.*\| 3000/3000 \[", terminal.getvalue())
    assert screen(terminal.getvalue()).strip() == ""
    assert threading.active_count() == threads  # no thread moves the bar


@pytest.mark.parametrize("stream", [io.StringIO, lambda: None])
def test_a_file_or_nothing_in_place_of_standard_error_gets_no_bar(monkeypatch, stream):
    file = stream()
    monkeypatch.setattr("sys.stderr", file)
    assert play(True) == play(False)
    assert file is None or file.getvalue() == ""


def test_the_library_of_bars_may_be_missing(monkeypatch):
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(cp.CpokerError, match=r"a progress bar needs the library tqdm: run `pip install"):
        play(True)


NOTEBOOK = [
    "import cpoker_fast as cp; result = cp.simulate('pagat', ['expert', 'balanced'], 3000, seed=1, progress=True)",
    "bars = []\ncp.simulate('pagat', ['expert', 'balanced'], 100, seed=1, progress=lambda *at: bars.append(at))\nbars[-1]",
]


@pytest.mark.filterwarnings("default")  # of the libraries that run notebooks
def test_a_notebook_shows_a_bar_that_stays():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, NOTEBOOK)))
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    simulated, called = (cell.outputs for cell in notebook.cells)
    text = "".join(str(output.get("text", output.get("data", {}).get("text/plain"))) for output in simulated)
    assert re.search(r"deals: 100%\|.*\| 3000/3000 \[", text)
    assert "Warning" not in text  # about widgets
    (output,) = called
    assert output.data["text/plain"] == "(100, 100)"


# ---- progress of work that nobody asked for ----

SESSION = """
import dataclasses, io, re, sys
import cpoker_fast as cp
from cpoker_fast.display import progress

class Terminal(io.StringIO):
    def isatty(self):
        return True

sys.stderr = Terminal()
progress._PATIENCE = 0.0
{first}
cp.arrange("As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", dataclasses.replace(cp.rules("simple"), name="ours", foul=5))
print(re.findall(r"equilibrium of ours, which is then cached: +\\d+%", sys.stderr.getvalue()) != [])
"""


@pytest.mark.parametrize(("first", "shows"), [
    ("sys.ps1 = '>>> '", True),
    ("", False),
    ("sys.ps1, progress._PATIENCE = '>>> ', 1e9", False),
    ("sys.ps1, sys.modules['tqdm.auto'] = '>>> ', None", False),
], ids=["interactive", "script", "quick", "without tqdm"])  # fmt: skip
def test_interactive_sessions_show_the_progress_of_a_first_equilibrium(tmp_path, first, shows):
    environment = {**os.environ, "CPOKER_FAST_CACHE": str(tmp_path)}
    code = [sys.executable, "-P", "-c", SESSION.format(first=first)]
    output = subprocess.run(code, env=environment, capture_output=True, text=True, check=True).stdout
    assert output == f"{shows}\n"
    assert len(list(tmp_path.iterdir())) == 1
