from collections.abc import Iterable
from typing import final

from cpoker_fast._cards import CardSet
from cpoker_fast._settling import CompiledRules

_Rows = tuple[CardSet, CardSet, CardSet]
_Cards = CardSet | str | Iterable[int | str]

def count(cards: _Cards, compiled: CompiledRules, legal: bool) -> int: ...
def best_rows(cards: _Cards, compiled: CompiledRules) -> _Rows: ...

@final
class Splits:
    def __new__(cls, cards: _Cards, compiled: CompiledRules, legal: bool) -> Splits: ...
    def __iter__(self) -> Splits: ...
    def __next__(self) -> _Rows: ...
