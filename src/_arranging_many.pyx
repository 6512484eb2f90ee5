"""Arrangements of many hands of 13 to 17 cards: the best boards, counts, undominated boards, and splits by number."""

cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from cpf cimport (
    CPF_HAND, CPF_MOST_CARDS, CPF_MOST_CLASSES, CPF_NO_MEMORY, CPF_ROWS, CPF_SPLITS_OF_13, CPF_TIE_SUITS,
    CPF_TOO_MANY_KINDS, cpf_arranging_batch, cpf_arranging_build, cpf_arranging_tables, cpf_best_many, cpf_count_many,
    cpf_cpu_level, cpf_hand_cards, cpf_highest_many, cpf_mark_legal_many, cpf_rules, cpf_split_by_number,
    cpf_staying_many, cpf_stays, cpf_undominated_many,
)
from cpoker_fast._cards cimport count_cards
from cpoker_fast._core cimport Steps, steps_through, threads_for
from cpoker_fast._objectives cimport Objective
from cpoker_fast._rules cimport rules_of, settling_tables
from cpoker_fast._settling cimport set_seating

from cpoker_fast._arrays import cards_in, describe_bad_mask, describe_bad_row, result_out
from cpoker_fast._core import share_globals
from cpoker_fast.board_arrays import describe_bad_opponents
from cpoker_fast.errors import ArrayError, RulesError


cdef cpf_arranging_tables shared_tables
cdef const cpf_arranging_tables *tables = &shared_tables
shared_tables.settling = settling_tables()
cpf_arranging_build(&shared_tables)


# ---- for the compiled modules of this package (see _arranging_many.pxd) ----

cdef const cpf_arranging_tables *arranging_tables() noexcept nogil:
    return tables


cdef object too_many_kinds():
    return RulesError(f"these rules distinguish too many kinds of rows: expected at most {CPF_MOST_CLASSES} for a row")


cdef int check_discards(const cpf_rules *rules, int n) except -1:
    """Raise RulesError if the points of a hand of n cards depend on its discards, and not only on its rows."""
    if n > CPF_HAND and (rules.patterns.patterns or rules.side_payments or rules.horse_times):
        raise RulesError(f"the hand: expected 13 cards, got {n}: naturals, side payments and the horse card depend on the "
                         "discards")
    return 0


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
        if rules.row_ties == CPF_TIE_SUITS:
            raise RulesError("expected rows that suits do not decide: use best_response under these rules", path="row_ties")
        if rules.patterns.patterns and rules.naturals_by_rows:
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


# ---- splits by number, for learners (see src/cpf_split_numbers.h) ----

def splits_of_13():
    """Return the places, in a hand of ascending cards, of front, middle and back of each split: uint8[n, 13]."""
    import numpy as np

    cdef uint8_t[:, ::1] indices
    cdef int number
    table = np.empty((CPF_SPLITS_OF_13, CPF_HAND), np.uint8)
    indices = table
    for number in range(CPF_SPLITS_OF_13):
        cpf_split_by_number(tables, number, &indices[number, 0])
    return table


cdef Batch hands_of_13(hands, compiled, threads):
    """Return a batch of hands; raise ArrayError unless they are rows of 13 cards."""
    cdef Batch batch = Batch(hands, compiled, None, threads)
    if batch.batch.hands.width != CPF_HAND:
        raise ArrayError(f"bad shape {batch.array.shape} of hands: expected (n, {CPF_HAND})")
    return batch


def mark_legal_splits(hands, compiled, int8_t[:, ::1] legal not None, threads):
    """Write whether each split of each hand is legal. Columns after the splits stay unchanged."""
    cdef Batch batch = hands_of_13(hands, compiled, threads)
    cdef int64_t bad
    if legal.shape[0] != batch.n or legal.shape[1] < CPF_SPLITS_OF_13:
        raise ArrayError("bad shape of an array")
    while batch.next():
        with nogil:
            bad = cpf_mark_legal_many(&batch.batch, batch.begin, batch.end, &legal[0, 0], legal.shape[1])
        batch.check(bad)


def highest_splits(hands, compiled, const float[:, :, ::1] scores not None, int64_t[::1] numbers not None, threads):
    """Write the legal split with the highest sum of scores of each hand; -1 if there is none.

    `scores`: of each card, in ascending order, in each row, shape (n, 13, 3).
    """
    cdef Batch batch = hands_of_13(hands, compiled, threads)
    cdef int64_t bad
    if (not numbers.shape[0] == scores.shape[0] == batch.n or scores.shape[1] != CPF_HAND
            or scores.shape[2] != CPF_ROWS):
        raise ArrayError("bad shape of an array")
    while batch.next():
        with nogil:
            bad = cpf_highest_many(&batch.batch, batch.begin, batch.end, &scores[0, 0, 0], &numbers[0])
        batch.check(bad)


share_globals(globals())
