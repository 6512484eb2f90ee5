from collections.abc import Iterable, Mapping, Sequence

from cpoker_fast._cards import CardSet
from cpoker_fast.patterns import Pattern

_Cards = CardSet | str | Iterable[int | str]
_Declaration = bool | Pattern | str

ROWS: tuple[str, str, str]
ROW_SIZES: tuple[int, int, int]
IF_BETTER: str
NOTHING_DECLARED: str
BEST_DECLARED: str

def parts_of_text(text: str) -> list[str]: ...
def read_cards(where: str, cards: _Cards, /) -> CardSet: ...
def order_in_words(
    rows: Mapping[str, CardSet | Sequence[int]],
    *,
    wheel: str = "lowest",
    lowball_middle: bool = False,
    equal_rows: str = "legal",
) -> str: ...
def declaration(declare: object) -> _Declaration: ...
