"""Eight threads that call everything public at once; `pytest tests/test_hammer.py --hammer MINUTES` goes on for so long."""

import re
import subprocess
import sys
from pathlib import Path

HAMMERING = Path(__file__).with_name("hammering.py")


def test_everything_public_at_once(tmp_path, pytestconfig):
    """Each thread with tables, games and files of its own, and then all with the same rules, fields and results."""
    seconds = 60 * pytestconfig.getoption("--hammer")
    done = subprocess.run(
        [sys.executable, HAMMERING, tmp_path, str(seconds)],
        capture_output=True, text=True, check=False, timeout=580 + 2 * seconds,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    own, shared, differing = re.fullmatch(r"(\d+) (\d+) (\[.*\])\n", done.stdout).groups()
    assert differing == "[]"
    assert int(own) > 150
    assert int(shared) > 130
