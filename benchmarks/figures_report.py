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


def _kernels(record: Record, figure: str, unit: str = "hands/s", times: float = 1000) -> str:
    return ", ".join(record(f"{figure}, {kernel}", times=times) for kernel in ("avx512", "avx2", "portable")) + f" {unit}"


def _slowest_by_kernel(record: Record) -> str:
    cells = []
    for kernel in ("avx512", "avx2", "portable"):
        which = "arrange_many, slowest preset (", f"), {kernel}"
        cells.append(f"{record(*which, times=1000)} (`{record.preset(*which)}`)")
    return ", ".join(cells) + " hands/s"


def _range(record: Record, kind: str) -> str:
    slowest, quickest = (record(f"the {which} preset (", f"), {kind}") for which in ("slowest", "quickest"))
    return f"{slowest} to {quickest}"


_ROWS: list[tuple[str, Callable[[Record], str]]] = [
    (
        "`strengths(uint8[n, 5])`, batches of 1,000,000 hands: AVX2, portable, compared with AVX-512",
        lambda r: (
            ", ".join(
                rounded(r.value(f"strengths, uint8[1000000, 5], {kernel}") / r.value("strengths, uint8[1000000, 5], avx512"))
                for kernel in ("avx2", "portable")
            )
            + " times as fast"
        ),
    ),
    ("the same with 2 threads, compared with 1", lambda r: f"{r('strengths, threads=2 against 1')} times as fast"),
    (
        "`settle_many`, 4 players, `pagat`, with naturals and royalties: random boards, well set boards",
        lambda r: (
            ", ".join(r(f"settle_many, four players, pagat, {kind}") for kind in ("at random, with fouls", "set well"))
            + " million tables/s"
        ),
    ),
    (
        "the same, from the slowest to the fastest preset",
        lambda r: f"{_range(r, 'at random, with fouls')}, {_range(r, 'set well')} million tables/s",
    ),
    ("`settle`, 4 players, one table", lambda r: f"{r('settle, four players')} microseconds"),
    ("`naturals_many`, all patterns", lambda r: f"{r('naturals_many')} million hands/s"),
    ("`Rules` with a changed option, created and compiled", lambda r: f"{r('rules changed and compiled')} ms at most"),
    (
        "`best_royalties_many`, 13 cards, `russian`, exact: AVX-512, AVX2, portable",
        lambda r: _kernels(r, "best_royalties_many, russian"),
    ),
    (
        "the same with 2 threads, compared with 1",
        lambda r: f"{r('best_royalties_many, threads=2 against 1')} times as fast",
    ),
    (
        "`count_arrangements_many`, 13 cards: AVX-512, AVX2, portable",
        lambda r: _kernels(r, "count_arrangements_many"),
    ),
    (
        "`best_royalties`, one hand of 13 cards, median, the slowest preset",
        lambda r: f"{r('best_royalties, median, slowest preset')} microseconds",
    ),
    ("`undominated`, median", lambda r: f"{r('undominated, median')} microseconds"),
    (
        "`best_fantasyland`, median: 14, 15, 16, 17 cards",
        lambda r: ", ".join(r(f"best_fantasyland, {size} cards, median") for size in (14, 15, 16, 17)) + " microseconds",
    ),
    (
        "`best_fantasyland_many`, `pineapple`, exact: 13, 14, 15, 16, 17 cards",
        lambda r: ", ".join(r(f"best_fantasyland_many, {size} cards", times=1000) for size in range(13, 18)) + " hands/s",
    ),
    (
        "the same against the board of an opponent: 14, 17 cards",
        lambda r: ", ".join(r(f"the same against a board, {size} cards", times=1000) for size in (14, 17)) + " hands/s",
    ),
    ("`deal_many`, 4 x 13 cards", lambda r: f"{r('deal_many')} million tables/s"),
    ("`arrange_many`, `pagat`: AVX-512, AVX2, portable", lambda r: _kernels(r, "arrange_many, pagat")),
    ("the same, the slowest preset", _slowest_by_kernel),
    (
        "`arrange`, one hand, median: `pagat`; the slowest preset",
        lambda r: f"{r('arrange, pagat, median')}; {r('arrange, slowest preset (')} microseconds",
    ),
    (
        "`Field.equilibrium`, 4,096 boards: `pagat`, with card removal; `single-winner`",
        lambda r: f"{r('Field.equilibrium, pagat')}; {r('Field.equilibrium, single-winner')} s",
    ),
    ("`analyze`, 1,000 deals, median: `pagat`", lambda r: f"{r('analyze, pagat, median')} ms"),
    (
        "`simulate`, `pagat`: four `expert`, four `royalties`",
        lambda r: ", ".join(r(f"simulate, pagat, four {bot}", times=1000) for bot in ("expert", "royalties")) + " deals/s",
    ),
    (
        "the same with 2 workers, compared with 1",
        lambda r: (
            ", ".join(r(f"simulate, four {bot}, workers=2 against 1") for bot in ("expert", "royalties")) + " times as fast"
        ),
    ),
    (
        "an engine in C that does not sort its cards, with its host on one core: hands in `simulate`, single placements",
        lambda r: f"{r('simulate, pagat, hands of an engine')} hands/s, {r('placements of an engine')} placements/s",
    ),
    ("`import cpoker_fast` and its ranking, without NumPy", lambda r: f"{r('import cpoker_fast')} ms"),
    (
        "open-face, `pineapple`, deals of two players: `random`, `careful`; `careful` by `simulate`",
        lambda r: (
            ", ".join(r(f"deals of two `{bot}`", times=1000) for bot in ("random", "careful"))
            + f"; {r('simulate, pineapple, two careful', times=1000)} deals/s"
        ),
    ),
    ("listing the placements of a street", lambda r: f"{r('placements of a street')} million placements/s"),
    (
        "`VectorEnv` of 4,096 deals, random actions, observations as bytes; `raw_env`, one step",
        lambda r: f"{r('VectorEnv.step, pineapple, 2 players, uint8')} million steps/s; {r('raw_env')} microseconds",
    ),
    (
        "`best_royalties_many`, `count_arrangements_many`, compared with NumPy code for all 72,072 arrangements",
        lambda r: (
            ", ".join(r(f"{name} against plain NumPy") for name in ("best_royalties_many", "count_arrangements_many"))
            + " times as fast"
        ),
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
