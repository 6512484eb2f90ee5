from typing import final

_Rows = list[tuple[list[int], dict[int, int]]]

RULE_NUMBERS: tuple[str, ...]

@final
class PatternSet:
    def __new__(cls, patterns: dict[int, bytes]) -> PatternSet: ...

@final
class CompiledRules:
    def __new__(
        cls,
        numbers: dict[str, int],
        *,
        aces: list[int],
        naturals: list[tuple[int, bytes, int, int, int]],
        prices: list[tuple[int, int, int, int, int]],
        royalties: _Rows,
        streets: tuple[tuple[int, int], ...],
        entry: _Rows,
        stay: _Rows,
    ) -> CompiledRules: ...

def stay_sizes(compiled: CompiledRules, cards: int) -> tuple[int, ...]: ...
