"""`cpoker analyze`: compare the boards of a hand."""

from __future__ import annotations

from collections.abc import Iterable

import click

from cpoker_fast.cards import CardSet
from cpoker_fast.commands.inputs import (
    BadInput,
    Line,
    equilibrium,
    errors_at,
    file_option,
    json_option,
    lines_of,
    quoted_value,
    read_field,
    rules_option,
)
from cpoker_fast.commands.output import check_chart, json_line, save_chart, table_lines
from cpoker_fast.commands.work import Work
from cpoker_fast.errors import CpokerError
from cpoker_fast.rulebook import Rules
from cpoker_fast.studies import Analysis, analyze

__all__ = ["analyze_hands"]


def _cards(option: str, text: str) -> CardSet:
    try:
        return CardSet(text)
    except CpokerError as error:
        raise BadInput(f"{option} {quoted_value(text)}: {error}") from None


@click.command("analyze", short_help="Compare the boards of hands of 13 cards.")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@file_option
@rules_option
@click.option("--opponents", default=3, show_default=True, help="Number of opponents, 1 to 3.")
@click.option("--deals", default=1000, show_default=True, help="Number of random deals of the other cards.")
@click.option("--seed", type=int, help="Seed; the same seed gives the same deals.")
@click.option("--against", metavar="FILE", help="File of opponent boards from Field.save, instead of the equilibrium.")
@click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="BOARD",
    help="An additional board to compare, which may be a foul; repeatable.",
)
@click.option("--dead", default="", metavar="CARDS", help="Cards that no opponent can hold.")
@click.option("--known", multiple=True, metavar="CARDS", help="Known cards of the first opponent; repeat for the next ones.")
@click.option("--has-button", is_flag=True, help="The player has the button.")
@click.option("--all", "everything", is_flag=True, help="Compare all candidates over all deals, without dropping any early.")
@click.option("--threads", default=1, show_default=True, help="Number of threads; 0 for one per CPU.")
@click.option("--plot", "chart", metavar="FILE", help="Also draw a chart of a single hand: .png, .svg or .pdf.")
@json_option
def analyze_hands(
    hands: tuple[str, ...],
    path: str | None,
    rules: Rules,
    opponents: int,
    deals: int,
    seed: int | None,
    against: str | None,
    boards: tuple[str, ...],
    dead: str,
    known: tuple[str, ...],
    has_button: bool,
    everything: bool,
    threads: int,
    chart: str | None,
    as_json: bool,
) -> None:
    """Compare the boards of a hand of 13 cards, against opponents who are dealt the other cards and play the equilibrium.

    +- 95% is the margin of error of the column before it; --json also has standard errors. Boards with a star were dropped
    early, after fewer deals. `cpoker set` is faster, but ignores that opponents cannot hold your cards.

    \b
    cpoker analyze As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h
    cpoker analyze --opponents 1 --dead "Ac Ad" --file hands.txt --json
    """  # noqa: D301
    check_chart(chart)
    if len(known) > opponents > 0:
        raise click.UsageError(f"--known: expected at most {opponents}, one for each opponent, got {len(known)}")
    known_cards, dead_cards = [_cards("--known", text) for text in known], _cards("--dead", dead)
    field = equilibrium(rules.closed()) if against is None else read_field(against)

    def analysis_of(text: str) -> Analysis:
        return analyze(
            text,
            rules,
            opponents,
            deals=deals,
            seed=seed,
            field=field,
            boards=boards,
            dead=dead_cards,
            known=known_cards,
            has_button=has_button,
            all=everything,
            threads=threads,
        )

    lines: Iterable[Line] = lines_of(hands, path)
    if chart is not None:
        lines = list(lines)
        if len(lines) != 1:
            raise BadInput(f"--plot: expected one hand, got {len(lines)}")
    with Work("hand") as work:
        for line in lines:
            with errors_at(line):
                analysis = analysis_of(line.text)
            if chart is not None:
                save_chart(analysis, chart)
            if as_json:
                text = json_line(analysis.to_dict())
            else:
                parts = [analysis.title, *table_lines(*analysis.table(), last="behind"), analysis.note]
                text = "\n" * bool(work.number) + "\n".join(filter(None, parts))
            work.write(text, line)
