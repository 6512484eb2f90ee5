"""Files of the measurements of this folder: JSON, which the pages of strategy read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cpoker_fast.system.files import write_file


def read_record(path: Path) -> dict[str, Any]:
    """Return a record."""
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record


def write_record(path: Path, record: Mapping[str, Mapping[str, Any]]) -> None:
    """Write a record, with a line for each result of a part."""
    parts = []
    for name, results in record.items():
        lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(result)}" for key, result in results.items())
        parts.append(f" {json.dumps(name)}: {{\n{lines}\n }}")
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    write_file(path, lambda stream: stream.write(text.encode()))
