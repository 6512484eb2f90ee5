"""Arrangements of a hand of 13 to 17 cards: all boards, and the best ones."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from cpf cimport (
    CPF_DECLARE_NOTHING, CPF_HAND, CPF_MOST_CARDS, CPF_MOST_PATTERNS, CPF_MOST_PLAYERS, CPF_ROW_SHAPES, CPF_ROWS,
    CPF_TIE_SUITS, cpf_arranging_batch, cpf_arranging_tables, cpf_best_of_hand, cpf_board, cpf_count_all, cpf_count_legal,
    cpf_cpu_level, cpf_hand_cards, cpf_hand_read, cpf_hands, cpf_key_sum, cpf_lowest_bit, cpf_mask_of_hand,
    cpf_objective, cpf_outcome, cpf_patterns, cpf_read_hand, cpf_read_seat, cpf_response_terms,
    cpf_royalties_of_board, cpf_rules, cpf_search_best, cpf_seating, cpf_settle, cpf_show_naturals, cpf_split,
    cpf_split_cards, cpf_splits, cpf_splits_next, cpf_splits_start, cpf_subset_max_of, cpf_undominated,
    cpf_undominated_list, cpf_workspace, cpf_workspace_for, cpf_workspace_free,
)
from cpoker_fast._arranging_many cimport arranging_tables, check_discards, too_many_kinds
from cpoker_fast._boards cimport Board, board_of_masks
from cpoker_fast._cards cimport bit_of, count_cards, mask_of
from cpoker_fast._objectives cimport Objective
from cpoker_fast._rules cimport rules_of
from cpoker_fast._settling cimport seats_in, set_seating

from cpoker_fast._core import share_globals
from cpoker_fast.errors import BoardError, CardError, RulesError


cdef const cpf_arranging_tables *tables = arranging_tables()


cdef cpf_rules plain  # all zero: equal rows are legal, and nothing is paid


# ---- one hand ----

cdef uint64_t hand_in(object cards) except? 0:
    """Return the mask of a hand; raise CardError unless it has 13 to 17 cards."""
    cdef uint64_t mask = mask_of(cards)
    if not CPF_HAND <= count_cards(mask) <= CPF_MOST_CARDS:
        raise CardError(f"bad hand: expected {CPF_HAND} to {CPF_MOST_CARDS} cards, got {count_cards(mask)}")
    return mask


@cython.final
cdef class Hand:
    """A hand and the rules by which it is set."""

    cdef cpf_workspace workspace
    cdef object compiled  # keeps the rules alive
    cdef const cpf_rules *rules

    def __cinit__(self, cards, compiled):
        cdef cpf_hands hands
        cdef uint64_t mask = hand_in(cards)
        self.compiled = compiled
        self.rules = rules_of(compiled)
        memset(&hands, 0, sizeof(hands))
        hands.masks = &mask
        self.workspace.hand.n = cpf_hand_cards(&hands, 0, self.workspace.hand.card)

    cdef int rank(self) except -1:
        """Rank all rows of the hand; only `best` works without this."""
        if not cpf_workspace_for(&self.workspace, self.workspace.hand.n):
            raise MemoryError
        with nogil:
            cpf_hand_read(tables, self.rules, self.workspace.hand.card, self.workspace.hand.n, self.workspace.ranks,
                          &self.workspace.hand)
        return 0

    def __dealloc__(self):
        cpf_workspace_free(&self.workspace)

    cdef Board board_of(self, cpf_split split):
        return board_of_masks(self.cards_of(split.front), self.cards_of(split.middle), self.cards_of(split.back))

    cdef uint64_t cards_of(self, uint32_t subset) noexcept:
        cdef uint64_t mask = 0
        while subset:
            mask |= bit_of(self.workspace.hand.card[cpf_lowest_bit(subset)])
            subset &= subset - 1
        return mask

    cdef cpf_split best(self, const cpf_objective *objective, double *value) except *:
        """Return the best board, and write its value; rows need not be ranked."""
        cdef cpf_arranging_batch batch
        cdef cpf_split best
        cdef int succeeded
        memset(&batch, 0, sizeof(batch))
        batch.tables, batch.rules, batch.level = tables, self.rules, cpf_cpu_level()
        with nogil:
            succeeded = cpf_best_of_hand(&batch, objective, self.workspace.hand.card, self.workspace.hand.n, &self.workspace,
                                         &best, value)
        if not succeeded:
            raise MemoryError
        return legal_split(best)

    cdef cpf_split best_ranked(self, const cpf_objective *objective, double *value) except *:
        """Return the best board, and write its value; rows must be ranked."""
        cdef cpf_split best
        with nogil:
            best = cpf_search_best(&self.workspace.hand, objective, cpf_subset_max_of(cpf_cpu_level()),
                                   &self.workspace.search, value)
        return legal_split(best)


cdef cpf_split legal_split(cpf_split best) except *:
    """Return `best`; raise BoardError if it is empty, that is, if no board of the hand is legal."""
    if not best.back:
        raise BoardError("no board of this hand is legal under these rules: it can only be a foul")
    return best


def count(cards, compiled, bint legal):
    """Return the number of arrangements of a hand; with `legal`, count only legal ones."""
    cdef int64_t number
    cdef Hand hand
    if not legal:
        return cpf_count_all(count_cards(hand_in(cards)))
    hand = Hand(cards, compiled)
    hand.rank()
    with nogil:
        number = cpf_count_legal(&hand.workspace.hand, cpf_subset_max_of(cpf_cpu_level()),
                                 hand.workspace.search.cube)
    return number


def best_board(cards, Objective objective not None):
    """Return the legal board of the highest value, and that value."""
    cdef double value = 0
    cdef Hand hand = Hand(cards, objective.compiled)
    cdef cpf_split best = hand.best(objective.objective, &value)
    return hand.board_of(best), value


def best_staying_board(cards, Objective objective not None):
    """Return the best board, its value, its royalties, and the size of the next Fantasyland (0: none)."""
    cdef double value = 0
    cdef uint8_t next_deal = 0
    cdef uint8_t cards_of_board[CPF_HAND]
    cdef Hand hand = Hand(cards, objective.compiled)
    cdef cpf_split best
    if objective.terms is NULL:
        raise RulesError("expected an objective with a bonus for staying")
    best = hand.best(objective.objective, &value)
    cpf_split_cards(hand.workspace.hand.card, best, cards_of_board)
    royalties = cpf_royalties_of_board(tables, hand.rules, objective.terms, cards_of_board, &next_deal)
    return hand.board_of(best), value, royalties, next_deal


def undominated_boards(cards, compiled):
    """Return the undominated boards of a hand."""
    cdef Hand hand = Hand(cards, compiled)
    cdef cpf_undominated boards
    cdef int succeeded, i
    hand.rank()
    memset(&boards, 0, sizeof(boards))
    with nogil:
        succeeded = cpf_undominated_list(&hand.workspace.hand, cpf_subset_max_of(cpf_cpu_level()),
                                         hand.workspace.search.cube, &boards)
    try:
        if not succeeded:
            raise MemoryError
        return [hand.board_of(boards.splits[i]) for i in range(boards.n)]
    finally:
        free(boards.splits)


@cython.final
cdef class Splits:
    """Iterator over the arrangements of a hand."""

    cdef Hand hand
    cdef Objective objective
    cdef cpf_splits *splits

    def __cinit__(self, cards, compiled, bint legal, Objective objective):
        cdef const cpf_objective *payoffs = NULL
        if objective is not None:
            payoffs, compiled = objective.objective, objective.compiled
        self.hand = Hand(cards, compiled)
        self.hand.rank()
        self.objective = objective
        self.splits = <cpf_splits *> calloc(1, sizeof(cpf_splits))
        if self.splits is NULL:
            raise MemoryError
        with nogil:
            cpf_splits_start(self.splits, &self.hand.workspace.hand, legal, payoffs, cpf_subset_max_of(cpf_cpu_level()),
                             &self.hand.workspace.search)

    def __dealloc__(self):
        free(self.splits)

    def __iter__(self):
        return self

    def __next__(self):
        # The lock keeps threads that share an iterator from running past the end of the splits.
        with cython.critical_section(self):
            return self.step()

    cdef object step(self):
        cdef cpf_split split
        cdef int status
        while True:
            status = cpf_splits_next(self.splits, &split)
            if status > 0:
                return self.hand.board_of(split)
            if status == 0:
                raise StopIteration
            PyErr_CheckSignals()


# ---- against known boards ----

@cython.final
cdef class Response:
    """A search for the best response of a seat to known boards."""

    cdef Hand hand
    cdef Objective objective
    cdef cpf_board seat_boards[CPF_MOST_PLAYERS]
    cdef cpf_seating seating
    cdef int me
    cdef tuple best  # best decision so far: points, board or None, pattern or -1

    cdef int update(self, int32_t points, object board, int pattern) except -1:
        if self.best is None or points > self.best[0]:
            self.best = points, board, pattern
        return 0

    cdef int update_by_settling(self, object board, int pattern) except -1:
        """Settle `seat_boards`, and update `best`."""
        cdef cpf_outcome outcome
        cpf_settle(tables.settling, self.hand.rules, self.seat_boards, &self.seating, &outcome)
        return self.update(outcome.points[self.me], board, pattern)

    cdef int search(self, int pattern) except -1:
        """Find the best board that declares `pattern` (-1: no natural), and update `best`."""
        cdef int too_many = 0
        cdef double value = 0
        cdef cpf_split split
        if pattern < 0 and self.hand.rules.row_ties == CPF_TIE_SUITS:
            return self.settle_all_boards()
        self.seat_boards[self.me].natural = pattern
        free(self.objective.terms)
        with nogil:
            self.objective.terms = cpf_response_terms(&self.hand.workspace.hand, tables.settling, self.hand.rules,
                                                      self.seat_boards, self.me, &self.seating, 0, NULL, &too_many)
        if too_many:
            raise too_many_kinds()
        if self.objective.terms is NULL:
            raise MemoryError
        self.objective.prepare(refined=False)
        split = self.hand.best_ranked(self.objective.objective, &value)
        return self.update(<int32_t> value, self.hand.board_of(split), pattern)

    cdef int settle_all_boards(self) except -1:
        """Settle all legal boards, since suits may decide between rows of one strength, and update `best`."""
        cdef cpf_board unset = self.seat_boards[self.me]
        cdef cpf_outcome outcome
        cdef cpf_split split, best
        cdef cpf_splits *splits = <cpf_splits *> calloc(1, sizeof(cpf_splits))
        cdef uint8_t cards[CPF_HAND]
        cdef int status = -1
        cdef int32_t points = 0
        if splits is NULL:
            raise MemoryError
        memset(&best, 0, sizeof(best))
        try:
            cpf_splits_start(splits, &self.hand.workspace.hand, True, NULL, cpf_subset_max_of(cpf_cpu_level()),
                             &self.hand.workspace.search)
            while status:
                PyErr_CheckSignals()
                with nogil:
                    for _ in range(65536):
                        status = cpf_splits_next(splits, &split)
                        if status <= 0:
                            break
                        cpf_split_cards(self.hand.workspace.hand.card, split, cards)
                        cpf_read_seat(tables.settling, self.hand.rules, cards, CPF_DECLARE_NOTHING,
                                      &self.seat_boards[self.me])
                        cpf_settle(tables.settling, self.hand.rules, self.seat_boards, &self.seating, &outcome)
                        if not best.back or outcome.points[self.me] > points:
                            points, best = outcome.points[self.me], split
        finally:
            free(splits)
        self.seat_boards[self.me] = unset
        return self.update(points, self.hand.board_of(legal_split(best)), -1)

    cdef int search_patterns(self) except -1:
        """Try no natural, and each pattern of the 13 cards; if rows must show a pattern, try a board that shows it."""
        cdef const uint8_t *cards = self.hand.workspace.hand.card
        cdef const cpf_rules *rules = self.hand.rules
        cdef uint8_t shown[CPF_ROW_SHAPES][CPF_HAND]
        cdef uint32_t patterns
        cdef int i, k, pattern
        cpf_read_hand(tables.settling, cards, &self.seat_boards[self.me])
        patterns = cpf_patterns(&tables.settling.patterns, &rules.patterns,
                                cpf_mask_of_hand(&tables.settling.patterns, cards),
                                cpf_key_sum(&tables.settling.patterns, cards), ~<uint32_t> 0)
        if rules.naturals_by_rows:
            patterns &= ~rules.patterns.shown
        for pattern in range(-1, CPF_MOST_PATTERNS):
            if pattern < 0 or patterns >> pattern & 1:
                self.search(pattern)
        for i in range(cpf_show_naturals(tables.settling, rules, cards, shown)):
            for pattern in range(CPF_MOST_PATTERNS):
                if rules.patterns.shown >> pattern & 1:
                    cpf_read_seat(tables.settling, rules, shown[i], pattern, &self.seat_boards[self.me])
                    if self.seat_boards[self.me].natural >= 0:
                        self.update_by_settling(Board.of_cards([shown[i][k] for k in range(CPF_HAND)]), pattern)
        return 0


def respond(cards, compiled, list boards not None, int me, int button, list declare not None, list carried not None):
    """Return the best response of seat `me`: points, the board (None: a surrender), and the declared pattern or -1.

    `boards`: for each seat a list of 13 different cards, or None for a surrender; the entry of `me` is ignored.
    """
    cdef Response response = Response()
    cdef Hand hand = Hand(cards, compiled)
    cdef tuple pots = tuple(carried)
    cdef int i
    if not 0 <= me < len(boards) <= CPF_MOST_PLAYERS or len(pots) != CPF_ROWS or not 0 <= button < len(boards):
        raise BoardError("expected seats of the table for the player and the button, and carried points of three rows")
    check_discards(hand.rules, hand.workspace.hand.n)
    hand.rank()
    response.hand, response.objective, response.me = hand, Objective(compiled), me
    table, declared = list(boards), list(declare)
    table[me] = [hand.workspace.hand.card[i] for i in range(CPF_HAND)]
    declared[me] = CPF_DECLARE_NOTHING
    seats_in(compiled, table, declared, response.seat_boards)
    set_seating(&response.seating, <int> len(table), button)
    for i in range(CPF_ROWS):
        response.seating.carried[i] = pots[i]
    if hand.workspace.hand.n == CPF_HAND:
        response.search_patterns()
    else:
        response.search(-1)
    if hand.rules.surrender >= 0:
        table[me] = None
        seats_in(compiled, table, declared, response.seat_boards)
        response.update_by_settling(None, -1)
    return response.best


# ---- for other Cython code (see _arranging.pxd) ----

cdef int count_legal_arrangements(uint64_t hand) noexcept nogil:
    cdef cpf_workspace workspace
    cdef cpf_hands hands
    cdef uint8_t ascending[CPF_MOST_CARDS]
    cdef int64_t number = -1
    memset(&workspace, 0, sizeof(workspace))
    memset(&hands, 0, sizeof(hands))
    hands.masks = &hand
    if cpf_hand_cards(&hands, 0, ascending) == CPF_HAND and cpf_workspace_for(&workspace, CPF_HAND):
        cpf_hand_read(tables, &plain, ascending, CPF_HAND, workspace.ranks, &workspace.hand)
        number = cpf_count_legal(&workspace.hand, cpf_subset_max_of(cpf_cpu_level()), workspace.search.cube)
    cpf_workspace_free(&workspace)
    return <int> number


share_globals(globals())
