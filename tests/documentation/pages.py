"""Markdown pages: their blocks, and running their examples."""

import doctest
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
_FENCE = re.compile(r" *(`{3,}|:{3,})(.*)")


class Block(NamedTuple):
    """A fenced block of a page."""

    kind: str
    first: int
    """Index of its first line in the page."""
    lines: list[str]


def blocks_of(lines, first=0):
    """Yield the blocks of a page, those within other blocks after these; fail if one is not closed."""
    index = 0
    while index < len(lines):
        match = _FENCE.fullmatch(lines[index])
        index += 1
        if match:
            end = next((end for end in range(index, len(lines)) if lines[end].strip() == match[1]), None)
            assert end is not None, f"line {first + index}: a block that is not closed"
            yield Block(match[2].strip(), first + index, lines[index:end])
            if match[1].startswith(":"):
                yield from blocks_of(lines[index:end], first + index)
            index = end + 1


def blocks(text):
    """Return the kind and the content of each block, such as ``('python', '>>> ...')``."""
    return [(block.kind, "\n".join(block.lines) + "\n") for block in blocks_of(text.splitlines())]


def run_examples(path, folder=None):
    """Run the examples in the Python blocks of a page, with temporary files in a folder; return their number."""
    lines = path.read_text(encoding="utf-8").splitlines()
    shown = [""] * (len(lines) + 1)  # what is outside the blocks is blank, so that failures name lines of the page
    for block in blocks_of(lines):
        if block.kind == "python":
            shown[block.first : block.first + len(block.lines)] = block.lines
    test = doctest.DocTestParser().get_doctest("\n".join(shown), {}, path.name, str(path), 0)
    with patch.object(tempfile, "tempdir", folder and str(folder)):
        result = doctest.DocTestRunner(optionflags=OPTIONS).run(test)
    assert result.failed == 0
    return result.attempted


def run_command(line, folder):
    """Run a command `cpoker ...` in a folder with a copy of the examples, and check that it succeeds and prints a result."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    run = f"{shlex.quote(sys.executable)} -P -m cpoker_fast"
    process = subprocess.run(
        line.replace("cpoker ", f"{run} ", 1), shell=True, cwd=folder, capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout
