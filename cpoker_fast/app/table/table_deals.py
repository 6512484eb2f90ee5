"""Deals at a table: their players and cards, the boards and declarations of each hand, and reserved hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from cpoker_fast._arguments import items_of
from cpoker_fast.app.table.ledger import Event
from cpoker_fast.boards import FOUL, HAND_SIZE, Board
from cpoker_fast.cards import CardSet, cards_at, format_card, parse_cards
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.reprs import fitted_fields
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import TableError
from cpoker_fast.settling import Declaration, Settlement
from cpoker_fast.settling.declarations import BoardInput, parts_of_answer

__all__ = [
    "TableDeal", "board_from_event", "check_cards_of_deal", "check_cards_of_hands", "check_hand", "check_player",
    "check_players", "check_reserves", "declaration_to_event", "event_of_deal", "hands_dealt", "hands_of",
    "read_reserved", "reserve_for_next_deal", "stacks_in",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDeal:
    """A deal at a table: the players who are dealt in, wait or sit out.

    Attributes
    ----------
    number : int
        Number of the deal, from 1.
    players : tuple of str
        Players who are dealt in, clockwise. The player to the left of the button is first, and the player with the button is
        last.
    waiting : tuple of str
        Players with enough chips who are not dealt in, because `TableTerms.dealt_in` or `Rules.players` limits the
        players of a deal.
    sitting_out : tuple of str
        Players with enough chips who asked not to be dealt in.
    hands : int
        Hands per player: 1 or 2.
    reserved : dict of str to CardSet
        Reserved hands that are played in this deal (`Table.reserved`). The dict is empty if new cards are dealt.
    reserves : bool
        Whether each player reserves a second hand for the next deal.
    stacks : dict of str to tuple of tuple of int
        Cards that the table has dealt (`Table.deal` with ``cards=True``), by name. For each hand, these are all its cards in
        the order dealt, street by street. If the players reserve hands, the second hand of each is for the next deal. The
        dict is empty if the players deal real cards.

    Examples
    --------
    >>> table = Table("pagat")
    >>> seats = [table.sit(name, 100) for name in ("Ann", "Bob", "Cy")]
    >>> deal = table.deal(sitting_out=["Bob"])
    >>> deal.players, deal.button, deal.sitting_out, deal.hands
    (('Cy', 'Ann'), 'Ann', ('Bob',), 1)
    >>> table.cancel()
    """

    number: int
    players: tuple[str, ...]
    waiting: tuple[str, ...]
    sitting_out: tuple[str, ...]
    hands: int
    reserved: Mapping[str, CardSet] = field(hash=False)
    reserves: bool = False
    stacks: Mapping[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        values = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "stacks"}
        return fitted_fields("TableDeal(", values | {"cards": self.cards}, ")")

    @property
    def button(self) -> str:
        """The player with the button."""
        return self.players[-1]

    @property
    def cards(self) -> dict[str, tuple[CardSet, ...]]:
        """The cards in `stacks` as sets."""
        return {name: tuple(map(CardSet, stacks)) for name, stacks in self.stacks.items()}

    @property
    def may_be_played(self) -> bool:
        """Whether the table has dealt one hand to each player for this deal, so that `Table.place` places its cards."""
        return bool(self.stacks) and hands_dealt(self) == 1


def check_players(deal: TableDeal, **by_player: object) -> None:
    """Raise TableError unless each argument is a mapping whose keys are names of players who are dealt in."""
    for argument, mapping in by_player.items():
        if not isinstance(mapping, Mapping):
            raise TableError.about(argument, f"expected a mapping from players, got {quote(mapping)}")
        for name in mapping:
            check_player(deal, name)


def check_player(deal: TableDeal, name: object) -> None:
    """Raise TableError unless `name` is the name of a player who is dealt in."""
    if not isinstance(name, str) or name not in deal.players:
        raise TableError(f"{quote(name)} is not dealt in: expected one of {', '.join(deal.players)}")


def hands_of(
    deal: TableDeal, boards: Mapping[str, Any], declare: Mapping[str, Any]
) -> tuple[list[str], list[BoardInput], list[Declaration]]:
    """Return the player, the board and the declaration of each hand: first hands of all players, then second hands."""
    names: list[str] = []
    hand_boards: list[BoardInput] = []
    declared: list[Declaration] = []
    for hand in range(deal.hands):
        for name in deal.players:
            if name not in boards:
                raise TableError(f"expected a board for {quote(name)}")
            board, declaration = boards[name], declare.get(name)
            if deal.hands == 2:
                board = _item_of_two(name, board, hand)
                if not isinstance(declaration, bool | str | None):
                    declaration = _item_of_two(name, declaration, hand)
            elif len(items_of(board) or ()) == 2:
                raise TableError(f"{quote(name)} plays one hand: expected one board, got {quote(board)}")
            board, default = parts_of_answer(board)
            names.append(name)
            hand_boards.append(board)
            declared.append(default if declaration is None else declaration)
    return names, hand_boards, declared


def _item_of_two(name: str, value: object, hand: int) -> Any:
    """Return a player's item for hand 0 or 1; raise TableError unless there are two items, one for each hand."""
    items = items_of(value)
    if items is None or len(items) != 2:
        raise TableError(f"{quote(name)}: expected two items, one for each hand, got {quote(value)}")
    return items[hand]


def check_cards_of_hands(deal: TableDeal, settled: Settlement) -> None:
    """Raise TableError if the cards of a board are not those that its player was dealt or had reserved for this deal."""
    for index, seat in enumerate(settled.seats):
        if isinstance(seat.board, Board):
            hand, player = divmod(index, len(deal.players))
            check_hand(deal, deal.players[player], hand, seat.board)


def check_hand(deal: TableDeal, name: str, hand: int, board: Board) -> None:
    """Raise TableError if the cards of a player's board number `hand`, from 0, are not those of this deal."""
    if name in deal.reserved and board.hand != deal.reserved[name]:
        raise TableError(f"{quote(name)} plays a reserved hand: expected {deal.reserved[name]}, got {board.hand}")
    if name in deal.stacks and board.hand - (cards := deal.cards[name][hand]):
        raise TableError(f"{quote(name)} was dealt other cards: expected {cards}, got {board.hand}")


def hands_dealt(deal: TableDeal) -> int:
    """Return the number of hands that each player is dealt: 2 also if the second one is reserved for the next deal."""
    return 2 if deal.reserves else deal.hands


def check_cards_of_deal(deal: TableDeal) -> None:
    """Raise TableError unless a deal has cards for all hands or for none; those of two hands are 13 different cards each."""
    if not deal.stacks:
        return
    count = hands_dealt(deal)
    if set(deal.stacks) != set(deal.players) or any(len(hands) != count for hands in deal.stacks.values()):
        raise TableError.about("cards", f"expected {counted(count, 'hand')} for each of {', '.join(deal.players)}")
    hands = [hand for dealt in deal.stacks.values() for hand in dealt]
    if count > 1 and any(len(hand) != HAND_SIZE for hand in hands):
        raise TableError.about("cards", f"expected hands of {HAND_SIZE} cards")
    if len({card for hand in hands for card in hand}) != sum(map(len, hands)):
        raise TableError.about("cards", "expected each card at most once")


def reserve_for_next_deal(deal: TableDeal, reserved: Mapping[str, Any], settled: Settlement) -> dict[str, CardSet]:
    """Return the hands that are reserved for the next deal, by name; raise TableError if they are missing or invalid."""
    check_reserves(deal, reserved)
    if not deal.reserves:
        return {}
    reserved = {**{name: hands[1] for name, hands in deal.cards.items()}, **reserved}
    hands: dict[str, CardSet] = {}
    used_cards = CardSet(card for seat in settled.seats if isinstance(seat.board, Board) for card in seat.board.cards())
    for name in deal.players:
        if name not in reserved:
            raise TableError.about("reserved", f"expected the hand of {quote(name)}")
        hands[name] = read_reserved(deal, name, reserved[name], used_cards)
        used_cards |= hands[name]
    return hands


def check_reserves(deal: TableDeal, reserved: object) -> None:
    """Raise TableError if there are cards to reserve, but no hands can be reserved in a deal."""
    if reserved and not deal.reserves:
        raise TableError.about("reserved", "expected none, because hands cannot be reserved in this deal")


def read_reserved(deal: TableDeal, name: str, cards: Any, used_cards: CardSet) -> CardSet:
    """Return the cards that a player reserves for the next deal; raise TableError if another hand has one of them."""
    hand = cards_at(f"reserved[{quote(name)}]", cards)
    if len(hand) != HAND_SIZE:
        raise TableError.about(f"reserved[{quote(name)}]", f"expected {HAND_SIZE} cards, got {len(hand)}")
    if name in deal.stacks and hand != deal.cards[name][1]:
        raise TableError.about(f"reserved[{quote(name)}]", f"expected the dealt cards {deal.cards[name][1]}, got {hand}")
    if hand & used_cards:
        raise TableError.about(f"reserved[{quote(name)}]", f"another hand of this deal has {hand & used_cards}")
    return hand


# ---- values of events ----


def event_of_deal(deal: TableDeal) -> Event:
    """Return the event for the beginning of a deal."""
    return {
        "event": "begin",
        "number": deal.number,
        "players": list(deal.players),
        "waiting": list(deal.waiting),
        "sitting_out": list(deal.sitting_out),
        "hands": deal.hands,
        "cards": {name: [" ".join(map(format_card, hand)) for hand in hands] for name, hands in deal.stacks.items()},
    }


def stacks_in(event: Event) -> Mapping[str, tuple[tuple[int, ...], ...]]:
    """Return the cards that the table dealt at the beginning of a deal, by player."""
    return {name: tuple(tuple(parse_cards(hand)) for hand in hands) for name, hands in event["cards"].items()}


def board_from_event(board: object) -> Any:
    """Return the argument of `settle` for a board in an event: text, None for a surrender, or FOUL."""
    return FOUL if board == str(FOUL) else board


def declaration_to_event(declaration: Any) -> Any:
    """Return a declaration as a plain value."""
    if getattr(declaration, "ndim", None) == 0:  # a bool of NumPy
        return declaration.item()
    return str(declaration) if isinstance(declaration, str) else declaration
