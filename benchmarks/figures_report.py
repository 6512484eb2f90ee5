"""The table of figures on the page of speed, made from the record of figures.py."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

RECORD = Path(__file__).with_name("figures.json")
PAGE = Path(__file__).parents[1] / "docs" / "background" / "speed.md"
_BEGIN, _END = "<!-- from benchmarks/figures.json -->\n", "<!-- end -->\n"


class Record:
    """Measured values by the beginning of their names, rounded for tables."""

    def __init__(self, values: dict[str, float]) -> None:
        self.values = values

    def name(self, beginning: str, end: str = "") -> str:
        """Return the only name that begins and ends so; KeyError if there are several or none."""
        names = [name for name in self.values if name.startswith(beginning) and name.endswith(end)]
        if len(names) != 1:
            raise KeyError(f"expected one figure '{beginning}...{end}', got {names}")
        return names[0]

    def value(self, beginning: str, end: str = "") -> float:
        """Return a value."""
        return self.values[self.name(beginning, end)]

    def preset(self, beginning: str, end: str = "") -> str:
        """Return the preset in parentheses in the name of a figure."""
        match = re.search(r"\(([\w-]+)\)", self.name(beginning, end))
        assert match
        return match[1]

    def __call__(self, beginning: str, end: str = "", *, times: float = 1) -> str:
        """Return a value as text, `rounded`."""
        return rounded(self.value(beginning, end) * times)


def rounded(value: float) -> str:
    """Return a number with two significant digits: '9.5' for 9.53, '170,000' for 166,400."""
    digits = f"{value:.1e}"
    number = float(digits)
    return f"{number:,.0f}" if number >= 10 else f"{number:.{max(0, 1 - int(digits.partition('e')[2]))}f}"


def _cases(unit: str, values: dict[str, str]) -> str:
    """Return values with their cases in parentheses, and the unit of all of them after the first."""
    first, *others = values
    return ", ".join([f"{values[first]} {unit} ({first})", *(f"{values[case]} ({case})" for case in others)])


_KERNELS = {"AVX-512": "avx512", "AVX2": "avx2", "portable": "portable"}


def _by_kernel(record: Record, figure: str) -> str:
    return _cases("hands/s", {case: record(f"{figure}, {kernel}", times=1000) for case, kernel in _KERNELS.items()})


def _slowest_by_kernel(record: Record) -> str:
    values = {}
    for case, kernel in _KERNELS.items():
        which = "arrange_many, slowest preset (", f"), {kernel}"
        values[f"{case}: `{record.preset(*which)}`"] = record(*which, times=1000)
    return _cases("hands/s", values)


def _against_avx512(record: Record, kernel: str) -> str:
    figure = "strengths, uint8[1000000, 5]"
    return rounded(record.value(f"{figure}, {kernel}") / record.value(f"{figure}, avx512"))


def _range(record: Record, kind: str) -> str:
    slowest, quickest = (record(f"the {which} preset (", f"), {kind}") for which in ("slowest", "quickest"))
    return f"{slowest} to {quickest}"


_ROWS: list[tuple[str, Callable[[Record], str]]] = [
    (
        "`strengths(uint8[n, 5])`, batches of 1,000,000 hands, compared with AVX-512",
        lambda r: _cases("times as fast", {"AVX2": _against_avx512(r, "avx2"), "portable": _against_avx512(r, "portable")}),
    ),
    ("`strengths`, 2 threads compared with 1", lambda r: f"{r('strengths, threads=2 against 1')} times as fast"),
    (
        "`settle_many`, 4 players, `pagat`, with naturals and royalties",
        lambda r: _cases(
            "million tables/s",
            {
                "random boards": r("settle_many, four players, pagat, at random, with fouls"),
                "well set boards": r("settle_many, four players, pagat, set well"),
            },
        ),
    ),
    (
        "`settle_many`, 4 players, from the slowest to the fastest preset",
        lambda r: _cases(
            "million tables/s",
            {"random boards": _range(r, "at random, with fouls"), "well set boards": _range(r, "set well")},
        ),
    ),
    ("`settle`, 4 players, one table", lambda r: f"{r('settle, four players')} microseconds"),
    ("`naturals_many`, all patterns", lambda r: f"{r('naturals_many')} million hands/s"),
    ("`Rules` with a changed option, created and compiled", lambda r: f"{r('rules changed and compiled')} ms at most"),
    ("`best_royalties_many`, 13 cards, `russian`, exact", lambda r: _by_kernel(r, "best_royalties_many, russian")),
    (
        "`best_royalties_many`, 2 threads compared with 1",
        lambda r: f"{r('best_royalties_many, threads=2 against 1')} times as fast",
    ),
    ("`count_arrangements_many`, 13 cards", lambda r: _by_kernel(r, "count_arrangements_many")),
    (
        "`best_royalties`, one hand of 13 cards, median, the slowest preset",
        lambda r: f"{r('best_royalties, median, slowest preset')} microseconds",
    ),
    ("`undominated`, one hand, median", lambda r: f"{r('undominated, median')} microseconds"),
    (
        "`best_fantasyland`, one hand, median",
        lambda r: _cases(
            "microseconds",
            {f"{size} cards": r(f"best_fantasyland, {size} cards, median") for size in (14, 15, 16, 17)},
        ),
    ),
    (
        "`best_fantasyland_many`, `pineapple`, exact",
        lambda r: _cases(
            "hands/s",
            {f"{size} cards": r(f"best_fantasyland_many, {size} cards", times=1000) for size in range(13, 18)},
        ),
    ),
    (
        "`best_fantasyland_many`, `pineapple`, against the board of an opponent",
        lambda r: _cases(
            "hands/s", {f"{size} cards": r(f"the same against a board, {size} cards", times=1000) for size in (14, 17)}
        ),
    ),
    ("`deal_many`, 4 hands of 13 cards", lambda r: f"{r('deal_many')} million tables/s"),
    ("`arrange_many`, `pagat`", lambda r: _by_kernel(r, "arrange_many, pagat")),
    ("`arrange_many`, the slowest preset", _slowest_by_kernel),
    (
        "`arrange`, one hand, median",
        lambda r: _cases(
            "microseconds", {"`pagat`": r("arrange, pagat, median"), "the slowest preset": r("arrange, slowest preset (")}
        ),
    ),
    (
        "`Field.equilibrium`, 4,096 boards",
        lambda r: _cases(
            "s",
            {
                "`pagat`, with card removal": r("Field.equilibrium, pagat"),
                "`single-winner`": r("Field.equilibrium, single-winner"),
            },
        ),
    ),
    ("`analyze`, 1,000 deals, `pagat`, median", lambda r: f"{r('analyze, pagat, median')} ms"),
    (
        "`simulate`, `pagat`",
        lambda r: _cases(
            "deals/s", {f"four `{bot}`": r(f"simulate, pagat, four {bot}", times=1000) for bot in ("expert", "royalties")}
        ),
    ),
    (
        "`simulate`, 2 workers compared with 1",
        lambda r: _cases(
            "times as fast",
            {f"four `{bot}`": r(f"simulate, four {bot}, workers=2 against 1") for bot in ("expert", "royalties")},
        ),
    ),
    (
        "`simulate` with an engine in C that does not sort its cards, on one core with its host",
        lambda r: f"{r('simulate, pagat, hands of an engine')} hands/s",
    ),
    ("single placements of the same engine", lambda r: f"{r('placements of an engine')} placements/s"),
    ("`import cpoker_fast` and its ranking, without NumPy", lambda r: f"{r('import cpoker_fast')} ms"),
    (
        "open-face deals of two players, `pineapple`",
        lambda r: _cases(
            "deals/s",
            {
                "`random`": r("deals of two `random`", times=1000),
                "`careful`": r("deals of two `careful`", times=1000),
                "`careful` by `simulate`": r("simulate, pineapple, two careful", times=1000),
                "`swift` by `simulate`": r("simulate, pineapple, two swift", times=1000),
            },
        ),
    ),
    ("listing the placements of a street", lambda r: f"{r('placements of a street')} million placements/s"),
    (
        "`VectorEnv` of 4,096 deals, random actions, observations as bytes",
        lambda r: f"{r('VectorEnv.step, pineapple, 2 players, uint8')} million steps/s",
    ),
    ("`raw_env`, one step", lambda r: f"{r('raw_env')} microseconds"),
    (
        "`best_royalties_many`, compared with NumPy code for all 72,072 arrangements",
        lambda r: f"{r('best_royalties_many against plain NumPy')} times as fast",
    ),
    (
        "`count_arrangements_many`, compared with NumPy code for all 72,072 arrangements",
        lambda r: f"{r('count_arrangements_many against plain NumPy')} times as fast",
    ),
    (
        "`best_royalties`, compared with plain Python for all 72,072 arrangements",
        lambda r: f"{r('best_royalties against plain Python')} times as fast",
    ),
    ("installed package, with the fields and networks of all presets", lambda r: f"{r('installed package')} MB"),
]
"""For each row, the call, and a function that returns the measured values as text."""


def read_record() -> tuple[Record, str]:
    """Return the record, and where it was measured, as a sentence."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    return Record(record["values"]), f"{record['machine']}; {record['compiler']}; {record['package']}"


def table(record: Record) -> str:
    """Return the table of the page."""
    rows = [f"| {call} | {measured(record)} |" for call, measured in _ROWS]
    return "\n".join(["| call | measured |", "|---|---:|", *rows]) + "\n"


def page_text(text: str) -> str:
    """Return the text of the page with the values of the record."""
    record, where = read_record()
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\nMeasured on: {where}.\n\n{table(record)}\n{_END}{after}"


def write_page() -> None:
    """Write the values of the record into the page."""
    PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
