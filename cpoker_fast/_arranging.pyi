from collections.abc import Iterable
from typing import final

from cpoker_fast._cards import CardSet
from cpoker_fast._objectives import Objective
from cpoker_fast._rules import CompiledRules
from cpoker_fast.boards import Board

_Cards = CardSet | str | Iterable[int | str]

@final
class Hand:
    def __new__(cls, cards: _Cards, compiled: CompiledRules) -> Hand: ...

def count(cards: _Cards, compiled: CompiledRules, legal: bool) -> int: ...
def best_board(cards: _Cards, objective: Objective) -> tuple[Board, float]: ...
def best_staying_board(cards: _Cards, objective: Objective) -> tuple[Board, float, int, int]: ...
def undominated_boards(cards: _Cards, compiled: CompiledRules) -> list[Board]: ...

@final
class Splits:
    def __new__(cls, cards: _Cards, compiled: CompiledRules, legal: bool, objective: Objective | None) -> Splits: ...
    def __iter__(self) -> Splits: ...
    def __next__(self) -> Board: ...

@final
class Response: ...

def respond(
    cards: _Cards,
    compiled: CompiledRules,
    boards: list[list[int] | None],
    me: int,
    button: int,
    declare: list[int],
    carried: list[int],
) -> tuple[int, Board | None, int]: ...
