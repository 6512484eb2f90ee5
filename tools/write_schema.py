"""Write the JSON Schema of rules. Run this tool after every change of `Rules`."""

from __future__ import annotations

import json
from pathlib import Path

import click

import cpoker_fast.rulebook
from cpoker_fast.rulebook import Rules


@click.command(help=__doc__)
def main() -> None:
    path = Path(cpoker_fast.rulebook.__file__).with_name("rules.schema.json")
    path.write_text(json.dumps(Rules.json_schema(), indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
