"""Markdown pages: their blocks, and running their examples."""

import doctest
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
_BLOCK = re.compile(r"(?ms)^( *)(`{3,}|:{3,})([^\n`]*)\n(.*?)^\1\2 *$")


def blocks(text):
    """Return the kind and the content of each fenced block, such as ``('python', '>>> ...')``."""
    return [(kind.strip(), content) for _, _, kind, content in _BLOCK.findall(text)]


def run_examples(path):
    """Run the examples in the Python blocks of a page as one session; return how many ran."""
    text = path.read_text(encoding="utf-8")
    lines = [""] * (text.count("\n") + 1)  # what is outside the blocks is blank, so that failures name lines of the page
    for match in _BLOCK.finditer(text):
        if match[3].strip() == "python":
            first = text.count("\n", 0, match.start(4))
            content = match[4].splitlines()
            lines[first : first + len(content)] = content
    test = doctest.DocTestParser().get_doctest("\n".join(lines), {}, path.name, str(path), 0)
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
