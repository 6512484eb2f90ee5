"""Eight threads that call all public functions at once."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HAMMERING = Path(__file__).parent / "helpers" / "hammering.py"


@pytest.mark.slow
def test_everything_public_at_once(tmp_path):
    """Threads first use separate tables, games and files, then the same rules, fields and results."""
    process = subprocess.run([sys.executable, HAMMERING, tmp_path], capture_output=True, text=True, check=False, timeout=580)
    assert process.returncode == 0, process.stderr
    separate, shared, differing = re.fullmatch(r"(\d+) (\d+) (\[.*\])\n", process.stdout).groups()
    assert differing == "[]"
    assert int(separate) > 150
    assert int(shared) > 130
