"""Analyses of many hands of 13 cards, which share the sampled opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cpoker_fast._arguments import available_threads, check_flag, check_whole
from cpoker_fast._arrays import ascending_hands_in
from cpoker_fast._core import kernels_in_use
from cpoker_fast._racing import OpponentSample, race_hands
from cpoker_fast.board_arrays import DEAD_HAND, Placements, board_or_foul, board_rows_in, has_no_board
from cpoker_fast.boards import HAND_SIZE
from cpoker_fast.dealing import Seed, deal_many, sequence_of, stream_of
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import AnalysisError, BoardError, RulesError, TableError
from cpoker_fast.fields import Field
from cpoker_fast.fields.best_boards import field_of
from cpoker_fast.fields.responses import best_responses
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.caching import cached_with
from cpoker_fast.rulebook.compiling import compiled
from cpoker_fast.rulebook.presets import as_rules
from cpoker_fast.settling.declarations import declaration_codes, declarations_in
from cpoker_fast.settling.settlement import check_natural
from cpoker_fast.studies.analysis import on_one_street
from cpoker_fast.studies.many_hands_result import Analyses

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["analyze_many", "needs_tables"]

_LEAST_SAMPLES, _MOST_SAMPLES = 1 << 12, 1 << 22
_LEAST_TABLES, _MOST_TABLES = 100, 1 << 16  # tables for each hand; with fewer, rare home runs make margins too small
_HANDS_AT_ONCE = 1 << 18  # of opponents, for tables
_CACHED_SAMPLES = 2  # of a field; 300,000 hands take some 10 MB
_OWN, _OPPONENTS, _OTHERS = range(3)  # whose button it is, for a kind of opponents


def analyze_many(
    hands: object,
    rules: Rules | str,
    boards: object = None,
    *,
    declare: object = True,
    opponents: int = 3,
    has_button: bool = False,
    field: Field | None = None,
    samples: int = 1 << 18,
    tables: int = 1000,
    seed: Seed = 0,
    threads: int = 1,
) -> Analyses:
    """Analyze many hands of 13 cards, placed at once: find the best placements, and the points that given boards lose.

    This function estimates the same points as `analyze`, but all hands share the opponents. The opponents are a sample
    of hands, which are set as best responses to the field. Each hand plays against the sampled hands, and against copies of
    them with permuted suits. It does not play against hands that share a card with it; see :doc:`/background/fields`. The
    sample takes some seconds, and is cached with the field. Each hand then takes some milliseconds.

    The candidates are the undominated boards, the natural, and the given board. A surrender is a candidate if the rules
    allow it. A candidate that falls six standard errors behind the best one is dropped, unless it is the given board. A hand
    without a legal board has a foul as its best placement.

    The sample is enough if pairings do not depend on each other. Some rules pay for a win over all opponents: home runs, a
    single winner, or the rows of a pool. Under such rules, with two or three opponents, tables are dealt for each hand. At a
    table, all opponents have hands from the other cards. The tables take most of the time. With home runs, the tables
    estimate only what home runs add to the pairings.

    Parameters
    ----------
    hands : array of uint8, shape (n, 13), or of uint64, shape (n,)
        Hands of 13 different cards, or a mask for each hand. Any buffer or a list of texts is accepted (see `strengths`).
    rules : Rules or str
        Rules, or the name of a preset. Under rules of several streets, the 13 cards are placed at once.
    boards : array of uint8, shape (n, 13), or list of Board, str, None or FOUL, optional
        Boards of the hands: the cards of front (3), middle (5) and back (5). A surrender is 13 times 255, or None. A dead
        hand is 13 times 254, or FOUL. Boards may be fouls.
    declare : bool, str, Pattern or an array of them
        Whether the given boards declare their best natural, or the name of the natural that they declare. It is one value
        for all boards, or a value for each board.
    opponents : int
        Number of opponents, 1 to 3.
    has_button : bool
        Whether the player has the button. Otherwise, the first opponent has it.
    field : Field, optional
        Field to which the opponents play best responses. The default is the equilibrium of the rules.
    samples : int
        Number of sampled hands, 4,096 to 4,194,304. About 48,000 of 262,144 hands share no card with a given hand, most of
        them only with permuted suits. Four times as many samples halve the margins of error.
    tables : int
        Number of tables for each hand, 100 to 65,536, if the rules pay for a win over all opponents.
    seed : int, sequence of int or numpy.random.SeedSequence, optional
        Seed of the sample and of the tables. With the same seed, a hand has the same result on any number of threads, alone
        or with other hands. None gives a new sample in each call.
    threads : int
        Number of threads; 0 for as many as this process has CPUs. The GIL is released.

    Returns
    -------
    Analyses
        Arrays with a value for each hand: the best placements with their points, and the losses of the given boards.

    Raises
    ------
    CardError
        If a hand has a card above 51 or a duplicate card, or a mask does not have 13 cards. The attribute `index` of the
        error is the index of the first such hand.
    BoardError
        If a board is invalid, or does not have the cards of its hand.
    AnalysisError, ArrayError, FieldError, RulesError, SeedError, TableError
        If another argument is invalid; the message names it.

    Examples
    --------
    >>> hands = ["As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "Ah Kd Qc Js Tc 9h 8s 7c 6s 5d 4h 3c 2d"]
    >>> boards = ["Kh Qs 6h / As Jd Td 9c 8c / 7s 7h 7d 5h 5c", "Qc Js Tc / Ah Kd 9h 8s 7c / 6s 5d 4h 3c 2d"]
    >>> analyses = analyze_many(hands, "pagat", boards, declare=False, samples=1 << 14)
    >>> str(analyses.best[0].board), analyses.best.declare.tolist()
    ('As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c', [False, True])
    >>> print(analyses.loss(0))
    6.27 +- 0.12
    """
    rules = on_one_street(as_rules(rules))
    cards = ascending_hands_in(hands)
    check_whole("opponents", opponents, 1, min(3, rules.players - 1), AnalysisError)
    check_flag("has_button", has_button, TableError)
    check_whole("samples", samples, _LEAST_SAMPLES, _MOST_SAMPLES, AnalysisError)
    check_whole("tables", tables, _LEAST_TABLES, _MOST_TABLES, AnalysisError)
    workers, sequence = available_threads(threads), sequence_of(seed)
    field = field_of(rules, field)
    given = None if boards is None else _boards_in(boards, cards, rules)
    codes = None if given is None else _codes_in(declare, given, rules)
    dealer = _Opponents(field, rules, opponents, has_button, workers)
    sample = dealer.sample(samples, sequence, is_cached=seed is not None) if dealer.has_sample else None
    core = compiled(rules) if sample is None else sample.compiled
    n = len(cards)
    step = max(1, _HANDS_AT_ONCE // (tables * opponents)) if dealer.has_tables else max(1, n)
    parts = []
    for begin in range(0, max(1, n), step):
        part = slice(begin, begin + step)
        dealt, declared = dealer.deal(cards[part], tables, sequence) if dealer.has_tables else (None, None)
        own = (None, None) if given is None or codes is None else (given[part], codes[part])
        parts.append(race_hands(core, opponents, dealer.button, sample, cards[part], own, (dealt, declared), workers))
    best, patterns = np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
    points, errors, losses, loss_errors = np.concatenate([part[2] for part in parts], axis=1)
    return Analyses(
        rules=rules,
        opponents=opponents,
        has_button=has_button,
        field=field,
        samples=samples if dealer.has_sample else 0,
        tables=tables if dealer.has_tables else 0,
        hands=cards,
        best=Placements(best, patterns >= 0, points),
        standard_errors=errors,
        boards=given,
        losses=None if given is None else losses,
        loss_standard_errors=None if given is None else loss_errors,
    )


# ---- arguments ----


def _boards_in(boards: object, hands: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
    """Return the boards of the hands, whose cards are in ascending order, as uint8[n, 13]."""
    rows = np.array(board_rows_in(boards, may_be_dead=True), order="C")  # a copy, which no other thread changes
    if len(rows) != len(hands):
        raise BoardError(f"expected a board for each of {len(hands)} hands, got {len(rows)}")
    surrendered, dead = has_no_board(rows), (rows == DEAD_HAND).all(axis=1)
    if surrendered.any() and not rules.has_surrender:
        name = quote(rules.name)
        raise RulesError(f"board index {surrendered.argmax()}: a surrender, which the rules {name} do not allow")
    wrong = (np.sort(rows, axis=1) != hands).any(axis=1) & ~surrendered & ~dead
    if wrong.any():
        index = int(wrong.argmax())
        raise BoardError(f"board index {index}: expected the cards of its hand, got {quote(_text_of(rows[index]))}")
    return rows


def _text_of(row: NDArray[np.uint8]) -> str:
    cards: list[int] = row.tolist()
    return str(board_or_foul(row)) if max(cards) < 52 and len({*cards}) == HAND_SIZE else str(cards)


def _codes_in(declare: object, boards: NDArray[np.uint8], rules: Rules) -> NDArray[np.int8]:
    """Return the codes of the declarations of boards; RulesError if a board may not declare a natural."""
    codes = declarations_in(declare, (len(boards),), rules)
    known = (codes >= 0) | np.isin(codes, declaration_codes(np.array([False, True])))
    if not known.all():
        raise AnalysisError.about("declare", f"expected True, False or names of naturals, got {quote(declare)}")
    for index in np.flatnonzero(codes >= 0).tolist():  # names, which are rare
        check_natural(rules.naturals[int(codes[index])].name, board_or_foul(boards[index]), rules, f"declare[{index}]")
    return np.ascontiguousarray(codes)


# ---- opponents ----


def needs_tables(rules: Rules, opponents: int) -> bool:
    """Whether the rules pay for a win over all opponents, of whom there are several; tables are then dealt for each hand."""
    return opponents > 1 and (rules.has_single_winner or rules.has_pool or _has_home_runs(rules, opponents))


def _has_home_runs(rules: Rules, opponents: int) -> bool:
    return rules.has_home_run and opponents + 1 >= rules.home_run_players


class _Opponents:
    """Deals hands to the opponents, who set them as best responses to a field."""

    def __init__(self, field: Field, rules: Rules, opponents: int, has_button: bool, threads: int) -> None:
        self.field, self.rules, self.opponents, self.threads = field, rules, opponents, threads
        self.has_tables = needs_tables(rules, opponents)
        self.has_sample = not self.has_tables or _has_home_runs(rules, opponents)
        self.button = 0 if has_button else 1
        if has_button:
            kinds = [(opponents, _OWN)]
        elif not rules.button_matters:
            kinds = [(opponents, _OTHERS)]
        elif rules.has_banker or opponents == 1:  # only the banker is settled with the player
            kinds = [(1, _OPPONENTS)]
        else:
            kinds = [(1, _OPPONENTS), (opponents - 1, _OTHERS)]
        self.counts, self.buttons = (tuple(values) for values in zip(*kinds, strict=True))

    def _set(self, hands: NDArray[np.uint8], *, has_button: bool) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        best = best_responses(hands, self.field, self.opponents, has_button=has_button, threads=self.threads)
        return best.boards, declaration_codes(best.declare)

    def sample(self, n: int, sequence: np.random.SeedSequence, *, is_cached: bool) -> OpponentSample:
        """Return n hands with their boards. They are cached with the field."""

        def make() -> OpponentSample:
            hands = deal_many(n, 1, HAND_SIZE, np.random.default_rng(stream_of(sequence, 0)))[:, 0]
            played = [self._set(hands, has_button=button == _OPPONENTS) for button in self.buttons]
            boards, declared = np.stack([part[0] for part in played]), np.stack([part[1] for part in played])
            core = compiled(self.rules)
            return OpponentSample(core, self.opponents + 1, hands, self.counts, self.buttons, boards, declared)

        if not is_cached:
            return make()
        key = n, tuple(sequence.generate_state(8).tolist()), self.opponents, self.counts, self.buttons, kernels_in_use()
        return cached_with(self.field, "sampled opponents", key, make, takes_long=True, most=_CACHED_SAMPLES)

    def deal(
        self, hands: NDArray[np.uint8], tables: int, sequence: np.random.SeedSequence
    ) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Return boards of the opponents at tables that are dealt beside each hand, with their declarations.

        Each hand has a stream of its own, so that its tables do not depend on the other hands.
        """
        shape = len(hands), tables, self.opponents
        dealt = np.empty((*shape, HAND_SIZE), np.uint8)
        for index, cards in enumerate(hands.tolist()):
            stream = np.random.SeedSequence(sequence.entropy, spawn_key=(*sequence.spawn_key, 1, *cards))
            dealt[index] = deal_many(tables, self.opponents, HAND_SIZE, np.random.default_rng(stream), dead=cards)
        boards, declared = self._set(dealt.reshape(-1, HAND_SIZE), has_button=False)
        boards, declared = boards.reshape(*shape, HAND_SIZE), declared.reshape(shape)
        if self.rules.button_matters and self.button == 1:
            with_button = self._set(np.ascontiguousarray(dealt[:, :, 0]).reshape(-1, HAND_SIZE), has_button=True)
            boards[:, :, 0] = with_button[0].reshape(*shape[:2], HAND_SIZE)
            declared[:, :, 0] = with_button[1].reshape(shape[:2])
        return boards, declared
