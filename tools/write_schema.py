"""Write the JSON Schema of rules: python tools/write_schema.py. Run it after every change of `Rules`."""

from __future__ import annotations

import json
from pathlib import Path

import cpoker_fast.rulebook
from cpoker_fast.rulebook import Rules


def schema_text() -> str:
    """Return the schema as JSON text."""
    return json.dumps(Rules.json_schema(), indent=0) + "\n"


if __name__ == "__main__":
    Path(cpoker_fast.rulebook.__file__).with_name("rules.schema.json").write_text(schema_text(), encoding="utf-8")
