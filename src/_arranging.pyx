"""Arrangements of hands of 13 to 17 cards: all boards, the best boards, and batches of hands."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from cpf cimport (
    CPF_DECLARE_NOTHING, CPF_HAND, CPF_MOST_CARDS, CPF_MOST_CLASSES, CPF_MOST_PLAYERS, CPF_NO_MEMORY, CPF_PATTERNS,
    CPF_ROWS, CPF_SHOWN_BY_ROWS, CPF_SHOWN_PATTERNS, CPF_TOO_MANY_KINDS, cpf_arranging_batch,
    cpf_arranging_tables, cpf_best_many, cpf_best_of_hand, cpf_board, cpf_count_all, cpf_count_legal, cpf_count_many,
    cpf_cpu_level, cpf_hand_cards, cpf_hand_read, cpf_hands, cpf_key_sum, cpf_lowest_bit, cpf_objective, cpf_outcome,
    cpf_patterns, cpf_read_hand, cpf_read_seat, cpf_response_terms, cpf_royalties_of_board, cpf_rules, cpf_search_best,
    cpf_seating, cpf_settle, cpf_show_naturals, cpf_split, cpf_split_cards, cpf_splits, cpf_splits_next,
    cpf_splits_start, cpf_staying_many, cpf_stays, cpf_subset_max_of, cpf_undominated, cpf_undominated_list,
    cpf_undominated_many, cpf_workspace, cpf_workspace_for, cpf_workspace_free,
)
from cpoker_fast._boards cimport Board, board_of_masks
from cpoker_fast._cards cimport bit_of, count_cards, mask_of
from cpoker_fast._core cimport Steps, steps_through, threads_for
from cpoker_fast._hand_tables cimport arranging_tables
from cpoker_fast._objectives cimport Objective
from cpoker_fast._rules cimport rules_of
from cpoker_fast._settling cimport seats_in, set_seating

from cpoker_fast._arrays import cards_in, describe_bad_mask, describe_bad_row, result_out
from cpoker_fast._core import share_globals
from cpoker_fast.board_arrays import describe_bad_opponents
from cpoker_fast.errors import ArrayError, BoardError, CardError, RulesError


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

cdef object too_many_kinds():
    return RulesError(f"these rules distinguish too many kinds of rows: expected at most {CPF_MOST_CLASSES} for a row")


cdef int check_discards(const cpf_rules *rules, int n) except -1:
    """Raise RulesError if the points of a hand of n cards depend on its discards, and not only on its rows."""
    if n > CPF_HAND and (rules.naturals or rules.side_payments):
        raise RulesError(f"the hand: expected 13 cards, got {n}: naturals and side payments depend on the discards")
    return 0


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

    cdef int search_patterns(self) except -1:
        """Try no natural, and each pattern of the 13 cards; if rows must show a pattern, try a board that shows it."""
        cdef const uint8_t *cards = self.hand.workspace.hand.card
        cdef const cpf_rules *rules = self.hand.rules
        cdef uint8_t shown[CPF_SHOWN_PATTERNS][CPF_HAND]
        cdef uint32_t patterns
        cdef int i, k, pattern
        cpf_read_hand(tables.settling, cards, &self.seat_boards[self.me])
        patterns = cpf_patterns(&tables.settling.patterns, cpf_key_sum(&tables.settling.patterns, cards), cards,
                                rules.naturals)
        if rules.naturals_by_rows:
            patterns &= ~<uint32_t> CPF_SHOWN_BY_ROWS
        for pattern in range(-1, CPF_PATTERNS):
            if pattern < 0 or patterns >> pattern & 1:
                self.search(pattern)
        for i in range(cpf_show_naturals(tables.settling, rules, cards, shown)):
            for pattern in range(CPF_PATTERNS):
                if CPF_SHOWN_BY_ROWS >> pattern & 1:
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


# ---- batches ----

@cython.final
cdef class Batch:
    """Hands of an array and their rules, processed in steps; signals are checked between steps."""

    cdef cpf_arranging_batch batch
    cdef readonly object array, shape
    cdef object compiled, objective
    cdef Steps steps
    cdef int64_t n, begin, end
    cdef const uint8_t[:, ::1] cards
    cdef const uint64_t[::1] masks

    def __cinit__(self, hands, compiled, Objective objective, threads):
        self.compiled, self.objective = compiled, objective
        memset(&self.batch, 0, sizeof(self.batch))
        self.batch.tables = tables
        self.batch.rules = rules_of(compiled)
        if objective is not None:
            self.batch.objective = objective.objective
        self.batch.level = cpf_cpu_level()
        self.batch.threads = threads_for(threads)
        self.array = array = cards_in(hands, range(CPF_HAND, CPF_MOST_CARDS + 1))
        is_mask = array.dtype.itemsize == 8
        self.shape = array.shape if is_mask else array.shape[:array.ndim - 1]
        self.batch.hands.width = 0 if is_mask else array.shape[array.ndim - 1]
        self.n = array.size if is_mask else array.size // array.shape[array.ndim - 1]
        if self.n and is_mask:
            self.masks = array.reshape(-1)
            self.batch.hands.masks = &self.masks[0]
        elif self.n:
            self.cards = array.reshape(-1, self.batch.hands.width)
            self.batch.hands.cards = &self.cards[0, 0]
        self.steps = steps_through(self.n, self.batch.threads, 512 if self.sizes() == [CPF_HAND] else 1)

    cdef bint next(self) except -1:
        """Begin the next step, hands `begin` to `end`; return whether there is one."""
        cdef bint goes_on = self.steps.next()
        self.begin, self.end = self.steps.begin, self.steps.end
        return goes_on

    def sizes(self):
        """Return the different numbers of cards of the hands, from 13 to 17, ascending."""
        cdef int64_t i
        cdef uint32_t sizes = 0
        if self.n and self.batch.hands.masks is NULL:
            sizes = <uint32_t> 1 << self.batch.hands.width
        elif self.n:
            with nogil:
                for i in range(self.n):
                    sizes |= <uint32_t> 1 << (count_cards(self.masks[i]) & 31)
        return [size for size in range(CPF_HAND, CPF_MOST_CARDS + 1) if sizes >> size & 1]

    cdef int check(self, int64_t bad) except -1:
        """Raise the error that `bad`, the result of a C function for a step, reports, if any."""
        if bad == CPF_NO_MEMORY:
            raise MemoryError
        if bad == CPF_TOO_MANY_KINDS:
            raise too_many_kinds()
        if bad < self.end and self.batch.hands.masks is not NULL:
            raise describe_bad_mask(self.masks[bad], bad, "hand", "13 to 17")
        if bad < self.end:
            raise describe_bad_row(self.cards[bad], bad, "hand")
        return 0


@cython.final
cdef class Stays:
    """Objectives of Fantasyland hands, by number of cards, and the boards that the hands play against."""

    cdef cpf_stays stays
    cdef const uint8_t[:, ::1] others
    cdef readonly object objectives, boards

    def __cinit__(self, dict objectives not None, boards, int me, button):
        cdef Objective objective
        memset(&self.stays, 0, sizeof(self.stays))
        self.objectives, self.boards = objectives, boards
        for size, objective in objectives.items():
            if not CPF_HAND <= size <= CPF_MOST_CARDS or objective.terms is NULL:
                raise RulesError("expected objectives with a bonus for staying, by the number of cards")
            self.stays.objective[size - CPF_HAND] = objective.objective
        if boards is not None and boards.size:
            self.others = boards.reshape(-1, CPF_HAND)
            self.stays.others = &self.others[0, 0]
            self.stays.me = me
            set_seating(&self.stays.seating, <int> boards.shape[boards.ndim - 2] + 1, button)


def staying_of_batch(Batch batch not None, Stays stays not None, out):
    """Return, for each Fantasyland hand: best board, royalties, size of the next Fantasyland (0: none), and value."""
    cdef uint8_t[:, ::1] boards
    cdef int32_t[::1] royalties
    cdef uint8_t[::1] next_deals
    cdef double[::1] values
    cdef uint8_t ascending[CPF_MOST_CARDS]
    cdef const cpf_rules *rules = batch.batch.rules
    cdef int64_t bad
    import numpy as np

    if stays.boards is not None:
        for size in stays.objectives:
            check_discards(rules, size)
        if rules.naturals and rules.naturals_by_rows:
            raise RulesError("expected False: naturals that rows must show are not compared with staying; "
                             "use best_response under these rules", path="naturals_by_rows")
    result = result_out(out, (*batch.shape, CPF_HAND), batch.array, "uint8")
    if stays.boards is not None:
        result_out(result, result.shape, stays.boards, "uint8")
    results = result, np.empty(batch.shape, np.int32), np.empty(batch.shape, np.uint8), np.empty(batch.shape)
    if batch.n:
        boards = result.reshape(-1, CPF_HAND)
        royalties, next_deals, values = [array.reshape(-1) for array in results[1:]]
        while batch.next():
            with nogil:
                bad = cpf_staying_many(&batch.batch, &stays.stays, batch.begin, batch.end, &boards[0, 0], &values[0],
                                       &royalties[0], &next_deals[0])
            if 0 <= bad < batch.end and cpf_hand_cards(&batch.batch.hands, bad, ascending):
                hand = [ascending[i] for i in range(cpf_hand_cards(&batch.batch.hands, bad, ascending))]
                table = stays.boards.reshape(-1, stays.stays.seating.seats - 1, CPF_HAND)[bad]
                raise describe_bad_opponents(hand, table, bad, may_surrender=rules.surrender >= 0)
            batch.check(bad)
    return results


def best_of_array(hands, Objective objective not None, out, threads, bint want_values):
    """Return the best board of each hand and, if `want_values`, its value (else None)."""
    cdef Batch batch = Batch(hands, objective.compiled, objective, threads)
    cdef uint8_t[:, ::1] boards
    cdef double[::1] values
    cdef double *first_value = NULL
    cdef int64_t bad
    result = result_out(out, (*batch.shape, CPF_HAND), batch.array, "uint8")
    board_values = result_out(None, batch.shape, batch.array, "float64") if want_values else None
    if batch.n:
        boards = result.reshape(-1, CPF_HAND)
        if want_values:
            values = board_values.reshape(-1)
            first_value = &values[0]
        while batch.next():
            with nogil:
                bad = cpf_best_many(&batch.batch, batch.begin, batch.end, &boards[0, 0], first_value)
            batch.check(bad)
    return result, board_values


def count_of_array(hands, compiled, out, threads):
    """Return the number of legal arrangements of each hand."""
    cdef Batch batch = Batch(hands, compiled, None, threads)
    cdef int64_t[::1] counts
    cdef int64_t bad
    result = result_out(out, batch.shape, batch.array, "int64")
    if batch.n:
        counts = result.reshape(-1)
        while batch.next():
            with nogil:
                bad = cpf_count_many(&batch.batch, batch.begin, batch.end, &counts[0])
            batch.check(bad)
    return result


@cython.final
cdef class Lists:
    """The undominated boards of the hands of one step, before they are copied to the result."""

    cdef uint8_t **of_hand
    cdef int64_t n

    def __dealloc__(self):
        self.clear()

    cdef int allocate(self, int64_t n) except -1:
        self.clear()
        self.of_hand = <uint8_t **> calloc(n, sizeof(uint8_t *))
        if self.of_hand is NULL:
            raise MemoryError
        self.n = n
        return 0

    cdef void clear(self) noexcept:
        cdef int64_t i
        for i in range(self.n):
            free(self.of_hand[i])
        free(self.of_hand)
        self.of_hand, self.n = NULL, 0


def undominated_of_array(hands, compiled, threads):
    """Return the undominated boards of all hands in sequence, uint8[total, 13], and the n + 1 offsets of the hands."""
    import numpy as np

    cdef Batch batch = Batch(hands, compiled, None, threads)
    cdef Lists lists = Lists()
    cdef int64_t bad, i, total = 0
    cdef int64_t[::1] starts, counts
    cdef uint8_t[:, ::1] boards
    if len(batch.shape) != 1:
        raise ArrayError(f"bad shape {batch.array.shape} of cards: expected a list of hands, (n, 13 to 17) or (n,)")
    offsets = np.zeros(batch.n + 1, np.int64)
    lengths = np.zeros(batch.n, np.int64)
    result = np.empty((0, CPF_HAND), np.uint8)
    starts, counts = offsets, lengths
    while batch.next():
        lists.allocate(batch.end - batch.begin)
        with nogil:
            bad = cpf_undominated_many(&batch.batch, batch.begin, batch.end, lists.of_hand, &counts[0])
        batch.check(bad)
        for i in range(batch.begin, batch.end):
            total += counts[i]
            starts[i + 1] = total
        if total > len(result):
            boards = None  # release the old memory before resizing
            result.resize((total + total // 4, CPF_HAND), refcheck=False)
        boards = result
        for i in range(batch.begin, batch.end):
            if counts[i]:
                memcpy(&boards[starts[i], 0], lists.of_hand[i - batch.begin], <size_t> (CPF_HAND * counts[i]))
    boards = None
    result.resize((total, CPF_HAND), refcheck=False)
    return result, offsets


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
