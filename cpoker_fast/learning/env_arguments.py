"""Arguments of environments: checks, and conversion to the form of the compiled core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cpoker_fast._arguments import check_seat, check_whole, is_number
from cpoker_fast._environments import STREAM_SIZE, Environments
from cpoker_fast.arranging.fantasyland_worths import bonuses_of, read_bonus
from cpoker_fast.board_arrays import DEAD_HAND, NO_BOARD, array_of_boards
from cpoker_fast.boards import FOUL, HAND_SIZE
from cpoker_fast.cards import DECK_SIZE, CardSet
from cpoker_fast.dealing import Seed, sequence_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import TableError
from cpoker_fast.game.deal import Deal
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.plan import entry_sizes, fantasyland_sizes, plan_of
from cpoker_fast.learning.opponents import OpposingBots
from cpoker_fast.notation import Record
from cpoker_fast.players import BoardActions
from cpoker_fast.players.board_actions import BOARDS, kind_of_actions
from cpoker_fast.players.card_actions import ACTIONS
from cpoker_fast.players.observation import Observation
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling.declarations import IF_BETTER, code_of_all, declaration_code, declaration_of

__all__ = ["BySize", "EnvTerms", "begin_deal", "deal_in", "record_of", "seed_environments"]

BySize = float | Mapping[int, float]
"""One number for all sizes of Fantasyland, or a number for each size in cards."""


@dataclass(frozen=True, slots=True)
class EnvTerms:
    """Checked arguments of `VectorEnv` and `raw_env` that decide how deals are played."""

    rules: Rules
    players: int
    button: int | None
    chances: Mapping[int, float]
    worth: Mapping[int, float]
    declare: int
    """Code of the declarations of the learner or, without opponents, of all players."""
    boards: BoardActions | None
    """The actions, if they are whole boards."""
    on_illegal: str

    @classmethod
    def of(
        cls,
        rules: Rules | str,
        players: int,
        *,
        actions: str,
        button: int | None,
        declare: bool | str,
        fantasyland: BySize,
        fantasyland_worth: BySize,
        on_illegal: str,
    ) -> EnvTerms:
        """Check arguments and return the terms; raise RulesError or TableError if an argument is invalid."""
        rules = as_rules(rules)
        plan_of(rules)  # raises RulesError if a street has too many placements
        boards = BoardActions(rules) if kind_of_actions(actions, TableError) == BOARDS else None
        check_whole("players", players, 2, rules.players, TableError)
        if button is not None:
            check_seat("button", button, players)
        chances = _chances(fantasyland, entry_sizes(rules))
        bonus = read_bonus(fantasyland_worth, "fantasyland_worth")
        sizes = tuple(FANTASYLAND_SIZES) if isinstance(bonus, float) else fantasyland_sizes(rules)
        worth = bonuses_of(bonus, sizes, "fantasyland_worth")
        if any(chances.values()) and not rules.has_fantasyland:
            raise TableError.about("fantasyland", f"rules {quote(rules.name)} have no Fantasyland")
        if sum(chances.values()) > 1 + 1e-9:
            raise TableError.about("fantasyland", f"expected chances with a sum of at most 1, got {dict(chances)}")
        most = max(cards for cards, chance in [(HAND_SIZE, 1.0), *chances.items()] if chance)
        if boards and most > HAND_SIZE:
            raise TableError.about(
                "fantasyland", f"expected hands of {HAND_SIZE} cards for actions='boards', got {most} cards"
            )
        if players * most > DECK_SIZE:
            raise TableError.about(
                "fantasyland", f"expected at most {DECK_SIZE} cards, got {players} players with {most} cards each"
            )
        values = ("replace", "error") if boards is None else ("replace", "error", "foul")
        if not isinstance(on_illegal, str) or on_illegal not in values:
            for_boards = "" if boards else "; 'foul' is for actions='boards'"
            expected = " or ".join(map(repr, values)) + for_boards
            raise TableError(f"bad on_illegal {quote(on_illegal)}: expected {expected}")
        return cls(rules, players, button, chances, worth, code_of_all(declare, TableError), boards, on_illegal)

    @property
    def size(self) -> int:
        """Number of actions."""
        return self.boards.size if self.boards else len(ACTIONS)

    def environments(
        self, n: int, *, autoreset: int, are_floats: bool, opponents: OpposingBots | None = None
    ) -> Environments:
        """Return `n` compiled environments; `autoreset` is 0 for the same step, 1 for the next step, 2 for never."""
        limits, cumulative = [], 0.0
        for cards in FANTASYLAND_SIZES:
            cumulative += self.chances.get(cards, 0.0)
            limits.append(min(round(cumulative * 2**32), 2**32))
        worth = tuple(self.worth.get(cards, 0.0) for cards in range(18))
        button = -1 if self.button is None else self.button
        arguments = (plan_of(self.rules), n, self.players, button, tuple(limits), worth, autoreset, are_floats)
        if opponents is None:
            return Environments(*arguments, declare=self.declare)
        return Environments(*arguments, opponents.learner, opponents.seat, opponents.of_core, self.declare)

    def observation(self) -> Observation:
        """Return the layout of the observations."""
        return Observation(self.rules, self.players)


def _chances(value: object, sizes: tuple[int, ...]) -> Mapping[int, float]:
    """Return the chance of each size of Fantasyland: from a mapping, or an equal share of one number."""
    if not isinstance(value, Mapping):
        number = _chance("fantasyland", value, ", or numbers by cards")
        return dict.fromkeys(sizes, number / max(1, len(sizes))) or {FANTASYLAND_SIZES[0]: number}
    for cards, number in value.items():
        check_whole("fantasyland: cards", cards, FANTASYLAND_SIZES[0], FANTASYLAND_SIZES[-1], TableError)
        _chance(f"fantasyland[{cards}]", number)
    return {cards: float(number) for cards, number in value.items()}


def _chance(name: str, value: object, alternative: str = "") -> float:
    if not is_number(value) or not 0 <= value <= 1:
        raise TableError.about(name, f"expected a number from 0 to 1{alternative}, got {quote(value)}")
    return float(value)


def seed_environments(
    table: Environments, n: int, seed: Seed, *, have_opponents: bool = False
) -> list[np.random.SeedSequence]:
    """Seed the random streams of environments: for deals, sampled actions of cards, and opponents of the core.

    Returns the seeds of other opponents and of sampled boards. Raises SeedError for an invalid seed.
    """
    streams, sequence = -(-n // STREAM_SIZE), sequence_of(seed)
    of_core = (3 if have_opponents else 2) * streams
    children = sequence.spawn(of_core + 2)
    generators = [np.random.Generator(np.random.PCG64(child)) for child in children[:of_core]]
    table.seed(generators[:streams], generators[streams : 2 * streams], generators[2 * streams :])
    return children[of_core:]


# ---- single environments ----


def _cards(mask: int) -> CardSet:
    return CardSet([card for card in range(DECK_SIZE) if mask >> card & 1])


def deal_in(table: Environments, index: int, rules: Rules) -> Deal:
    """Return the deal of an environment up to its last complete street."""
    button, sizes, stacks, planes, _, _, _, _, declared, no_boards = table.look(index)
    cards_of_streets = sum(dealt for dealt, _ in rules.streets)
    dealt = [stack[: size or cards_of_streets] for stack, size in zip(stacks, sizes, strict=True)]
    deal = Deal(rules, len(dealt), stacks=dealt, button=button, fantasyland=sizes)
    while (seat := deal.turn) is not None:
        position = deal.position(seat)
        front, middle, back, discards = (position.hand & _cards(plane) for plane in planes[seat])
        if no_boards[seat] == NO_BOARD:
            deal.place(Placement.surrender())
        elif no_boards[seat] == DEAD_HAND:
            deal.place(FOUL)
        elif front | middle | back | discards != position.hand:
            break
        else:
            is_last = sum(position.own.room) == position.to_place
            declare = declaration_of(declared[seat], rules) if is_last else IF_BETTER
            deal.place(Placement.of_cards(front, middle, back, discards, declare))
    return deal


def record_of(deal: Deal, names: Sequence[str]) -> Record:
    """Return the record of a deal. It has the order of the cards if a player gave up their cards."""
    return Record.of_deal(deal, names, dealt=bool(deal.surrendered))


def begin_deal(table: Environments, deal: Deal) -> None:
    """Set the only environment of a table to the current position of a deal."""
    stacks = np.zeros((1, deal.players, max(map(len, deal.stacks))), np.uint8)
    for seat, cards in enumerate(deal.stacks):
        stacks[0, seat, : len(cards)] = cards
    table.begin(stacks, np.array([deal.fantasyland], np.uint8), np.array([deal.button], np.int8))
    index = np.zeros(1, np.intp)
    for move in deal.moves:
        if move.placement.is_surrender:
            table.lay_boards(index, array_of_boards([None]))
        else:
            table.lay(0, move.placement)
            if move.placement.declare != IF_BETTER:
                table.declare(index, np.array([declaration_code(move.placement.declare, deal.rules)], np.int8))
        table.next_turns(index)
