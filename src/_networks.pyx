"""Value networks of open-face games: features, values of placements, and exact final draws, in batches.

Boards are masks, uint64[n, 3]: front, middle and back. `seen`: for each board, the mask of all cards that the player has
seen. Values are points, float64. Other threads must not write to the arrays during a call.
"""

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from cpf cimport (
    CPF_FEATURES, CPF_FIRST_SCALE, CPF_HAND, CPF_MASK_GAPS, CPF_MOST_COMPARED, CPF_MOST_FEATURES, CPF_MOST_PAYOFF,
    CPF_MOST_RESTS, CPF_PAYOFF_POINT, CPF_ROWS, CPF_SECOND_SCALE, CPF_SECOND_SHIFT, CPF_SECOND_UNITS, CPF_STRENGTHS,
    CPF_THIRD_SCALE, CPF_TRIPLES, CPF_UNITS, CPF_VALUE_SCALE, cpf_add_row_payoffs, cpf_bits, cpf_board_features,
    cpf_board_of, cpf_cards_needed_to_finish, cpf_cards_needed_to_value, cpf_check_boards, cpf_check_room,
    cpf_check_runouts, cpf_check_street, cpf_choose_ways, cpf_deal_unseen, cpf_evaluator, cpf_final_draws,
    cpf_finish_boards, cpf_has_final_draw, cpf_head, cpf_head_is_safe, cpf_pair_weights, cpf_partial, cpf_payoffs,
    cpf_place_ways, cpf_plan, cpf_positions, cpf_rollouts, cpf_round_payoffs, cpf_row_terms, cpf_sampled_row,
    cpf_set_payoffs, cpf_sort_field, cpf_street, cpf_value_runouts, cpf_values, cpf_weights, cpf_windows, cpf_windows_build,
)
from cpoker_fast._core cimport Steps, steps_through, threads_for
from cpoker_fast._dealing cimport bits_of
from cpoker_fast._openface cimport Plan

from cpoker_fast._core import share_globals
from cpoker_fast.errors import BoardError, CardError, NetworkError


FEATURES = CPF_FEATURES
MOST_FEATURES = CPF_MOST_FEATURES
UNITS = CPF_UNITS
SECOND_UNITS = CPF_SECOND_UNITS
FIRST_SCALE = CPF_FIRST_SCALE
SECOND_SCALE = CPF_SECOND_SCALE
SECOND_SHIFT = CPF_SECOND_SHIFT
THIRD_SCALE = CPF_THIRD_SCALE
VALUE_SCALE = CPF_VALUE_SCALE
PAYOFF_POINT = CPF_PAYOFF_POINT
MOST_PAYOFF = CPF_MOST_PAYOFF
MOST_COMPARED = CPF_MOST_COMPARED

cdef uint64_t ALL_CARDS = ~CPF_MASK_GAPS

cdef enum:
    FIRST_STEP = 64  # boards for each thread in the first step

cdef cpf_windows windows
cpf_windows_build(&windows)


# ---- networks ----

@cython.final
cdef class Networks:
    """The networks of rules, and the payoffs of complete boards, as integers; see `src/cpf_network.h`.

    `heads`: for each street, (placed, first_bias, second, second_bias, third, third_bias), where `placed` is the number of
    cards on the board after the street.
    """

    cdef cpf_evaluator evaluator
    cdef cpf_weights *first
    cdef cpf_head *heads
    cdef tuple placed

    def __cinit__(self, const int8_t[:, ::1] first not None, list heads not None, const int16_t[:, ::1] payoffs not None,
                  int foul):
        cdef int i, placed
        cdef list copies = [tuple(head) for head in heads]  # a copy, which other threads cannot change
        if first.shape[0] != CPF_FEATURES or first.shape[1] != CPF_UNITS:
            raise NetworkError(f"bad first layer: expected shape {(CPF_FEATURES, CPF_UNITS)}, "
                               f"got {(first.shape[0], first.shape[1])}")
        self.first = <cpf_weights *> malloc(sizeof(cpf_weights) * CPF_FEATURES)
        self.heads = <cpf_head *> calloc(max(1, len(copies)), sizeof(cpf_head))
        if self.first is NULL or self.heads is NULL:
            raise MemoryError
        memcpy(self.first, &first[0, 0], sizeof(cpf_weights) * CPF_FEATURES)
        set_payoffs(&self.evaluator.payoffs, payoffs, foul)
        cpf_sort_field(&self.evaluator.payoffs)
        self.evaluator.network.first = self.first
        for i, (placed, *numbers) in enumerate(copies):
            if not 1 <= placed < CPF_HAND:
                raise NetworkError(f"bad head: expected 1 to {CPF_HAND - 1} cards placed, got {placed}")
            set_head(&self.heads[i], numbers)
            self.evaluator.network.head[placed] = &self.heads[i]
        self.placed = tuple([placed for placed, *_ in copies])
        self.evaluator.windows = &windows

    def __dealloc__(self):
        free(self.first)
        free(self.heads)

    def __reduce__(self):
        raise TypeError("Networks cannot be pickled: pickle the Rules they belong to")


cdef int set_payoffs(cpf_payoffs *payoffs, const int16_t[:, ::1] rows, int foul) except -1:
    if rows.shape[0] != CPF_ROWS or rows.shape[1] != CPF_STRENGTHS:
        raise NetworkError(f"bad payoffs: expected {CPF_ROWS} rows of {CPF_STRENGTHS} strengths")
    cdef int64_t most = abs(<int64_t> foul)
    if most <= CPF_MOST_PAYOFF:
        most = cpf_set_payoffs(payoffs, &rows[0, 0], <int16_t> foul)
    if most > CPF_MOST_PAYOFF:
        raise NetworkError(f"bad payoffs: expected at most {CPF_MOST_PAYOFF} for a row or a foul, got {most}")
    return 0


cdef int set_head(cpf_head *head, list numbers) except -1:
    cdef const int16_t[::1] first_bias, third
    cdef const int16_t[:, ::1] second
    cdef const int32_t[::1] second_bias
    cdef int64_t third_bias
    first_bias, second, second_bias, third, third_bias = numbers
    if (first_bias.shape[0] != CPF_UNITS or second.shape[0] != CPF_SECOND_UNITS or second.shape[1] != CPF_UNITS
            or second_bias.shape[0] != CPF_SECOND_UNITS or third.shape[0] != CPF_SECOND_UNITS
            or not -(1 << 31) < third_bias < 1 << 31):
        raise NetworkError(f"bad head: expected layers of {CPF_UNITS} and {CPF_SECOND_UNITS} units, third bias in 32 bits")
    memcpy(head.first_bias, &first_bias[0], sizeof(head.first_bias))
    memcpy(head.second, &second[0, 0], sizeof(head.second))
    memcpy(head.second_bias, &second_bias[0], sizeof(head.second_bias))
    memcpy(head.third, &third[0], sizeof(head.third))
    head.third_bias = <int32_t> third_bias
    cpf_pair_weights(head)
    if not cpf_head_is_safe(head):
        raise NetworkError("bad head: its weights are so large that sums may overflow")
    return 0


def attach(Plan plan not None, Networks networks not None):
    """Attach networks to a plan, so that the player `swift` can play.

    Earlier networks are kept in memory: other threads may be using them.
    """
    cdef int i, placed = 0
    for i in range(plan.plan.streets):
        placed += plan.plan.street[i].placed
        if placed < CPF_HAND and networks.evaluator.network.head[placed] is NULL:
            raise NetworkError(f"expected a network for boards of {placed} cards, got networks for "
                               f"{', '.join(map(str, networks.placed)) or 'no'} cards")
    plan.former.append(plan.networks)
    plan.networks = networks
    plan.plan.evaluator = &networks.evaluator


cdef const cpf_evaluator *evaluator_of(Plan plan) except NULL:
    if plan.plan.evaluator is NULL:
        raise NetworkError("the plan has no networks")
    return plan.plan.evaluator


# ---- boards ----

cdef cpf_positions positions_of(Plan plan, const uint64_t[:, ::1] rows, const uint64_t[::1] seen) except *:
    """Return boards for the core; raise BoardError unless their cards are different, fit the rows, and are seen."""
    cdef cpf_positions at
    cdef int64_t bad, n = rows.shape[0]
    if rows.shape[1] != CPF_ROWS or n != seen.shape[0]:
        raise BoardError(f"expected masks of {CPF_ROWS} rows, and of seen cards, for each board")
    at.plan, at.evaluator, at.rows, at.seen = &plan.plan, NULL, NULL, NULL
    if n:
        at.rows, at.seen = <const uint64_t (*)[CPF_ROWS]> &rows[0, 0], &seen[0]
    with nogil:
        bad = cpf_check_boards(&at, n)
    if bad < n:
        raise BoardError(f"bad board {bad}: expected different cards in its rows, at most three, five and five, all seen")
    return at


cdef cpf_positions step_of(cpf_positions at, Steps steps) noexcept:
    """Return the positions of a step."""
    at.rows += steps.begin
    at.seen += steps.begin
    return at


cdef int check_street(const cpf_positions *at, int64_t n, int street, const uint8_t[:, ::1] cards) except -1:
    """Raise an error unless all boards are at a street, and `cards` has seen cards for it, ascending for each board."""
    cdef int64_t bad
    check_number(at.plan, street)
    if cards.shape[0] != n or cards.shape[1] != at.plan.street[street].dealt:
        raise CardError(f"bad cards: expected {at.plan.street[street].dealt} for each board")
    if n:
        with nogil:
            bad = cpf_check_street(at, n, street, &cards[0, 0])
        if bad < n:
            raise BoardError(f"bad board {bad}: expected a board at street index {street}, and seen cards, ascending")
    return 0


cdef int check_number(const cpf_plan *plan, int street) except -1:
    if not 0 <= street < plan.streets:
        raise BoardError(f"bad street index {street}: expected 0 to {plan.streets - 1}")
    return 0


def features(Plan plan not None, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None):
    """Return the indices of the features of boards, uint16[n, MOST_FEATURES], padded with FEATURES."""
    import numpy as np

    cdef int64_t i, n = rows.shape[0]
    cdef uint16_t[:, ::1] lists
    cdef cpf_partial board
    cdef cpf_positions at = positions_of(plan, rows, seen)
    result = np.full((n, CPF_MOST_FEATURES), CPF_FEATURES, np.uint16)
    lists = result
    with nogil:
        for i in range(n):
            board = cpf_board_of(at.rows[i])
            cpf_board_features(&windows, plan.plan.rules, &board, at.seen[i], &lists[i, 0])
    return result


# cpf_values or cpf_final_draws
ctypedef int64_t (*valuation)(const cpf_positions *positions, int64_t n, double *values, int threads) noexcept nogil


cdef object values_by(valuation value, cpf_positions at, int64_t n, object threads, str expected):
    """Return the value of each board as float64[n]; raise BoardError with the text `expected` if a board has no value."""
    import numpy as np

    cdef cpf_positions part
    cdef int64_t bad
    cdef double[::1] points
    cdef int workers = threads_for(threads)
    cdef Steps steps = steps_through(n, workers, FIRST_STEP)
    result = np.empty(n)
    points = result
    while steps.next():
        part = step_of(at, steps)
        with nogil:
            bad = value(&part, steps.end - steps.begin, &points[steps.begin], workers)
        if bad < steps.end - steps.begin:
            raise BoardError(f"bad board {steps.begin + bad}: expected {expected}")
    return result


def values(Plan plan not None, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None, threads=1):
    """Return the expected values of boards between two streets, by networks: float64[n]."""
    cdef cpf_positions at = positions_of(plan, rows, seen)
    at.evaluator = evaluator_of(plan)
    return values_by(cpf_values, at, rows.shape[0], threads, "a board between two streets")


def choose_ways(Plan plan not None, int street, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None,
                const uint8_t[:, ::1] cards not None, threads=1):
    """Return the best way to place the cards of a street on each board, int32[n], and its value by networks.

    `cards` are uint8[n, dealt], ascending. On the last street, the payoffs give the values. On the street before it, the
    values are exact means if `has_final_draw` and enough cards are unseen.
    """
    import numpy as np

    cdef int64_t n = rows.shape[0]
    cdef int32_t[::1] chosen
    cdef double[::1] points
    cdef int succeeded, workers = threads_for(threads)
    cdef Steps steps = steps_through(n, workers, FIRST_STEP)
    cdef cpf_positions at = positions_of(plan, rows, seen), part
    check_street(&at, n, street, cards)
    at.evaluator = evaluator_of(plan)
    ways, best_values = np.empty(n, np.int32), np.empty(n)
    chosen, points = ways, best_values
    while steps.next():
        part = step_of(at, steps)
        with nogil:
            succeeded = cpf_choose_ways(&part, steps.end - steps.begin, street, &cards[steps.begin, 0], &chosen[steps.begin],
                                        &points[steps.begin], workers)
        if not succeeded:
            raise MemoryError
    return ways, best_values


def count_ways(Plan plan not None, int street, const uint64_t[:, ::1] rows not None):
    """Return the number of ways to place a street on each board; int32[n], 0 for a board at another street."""
    import numpy as np

    cdef int64_t i
    cdef int32_t[::1] counts
    cdef const uint64_t[::1] seen = np.full(rows.shape[0], ALL_CARDS, np.uint64)
    cdef cpf_positions at = positions_of(plan, rows, seen)
    result = np.empty(rows.shape[0], np.int32)
    check_number(&plan.plan, street)
    counts = result
    for i in range(rows.shape[0]):
        counts[i] = plan.plan.street[street].count[cpf_board_of(at.rows[i]).room]
    return result


def placed(Plan plan not None, int street, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None,
           const uint8_t[:, ::1] cards not None, const int32_t[::1] ways not None):
    """Return the boards after placing the cards of a street by their `ways`: uint64[n, 3]."""
    import numpy as np

    cdef int64_t n = rows.shape[0], bad
    cdef uint64_t[:, ::1] after
    cdef cpf_positions at = positions_of(plan, rows, seen)
    check_street(&at, n, street, cards)
    if ways.shape[0] != n:
        raise BoardError("expected a way for each board")
    boards = np.empty((n, CPF_ROWS), np.uint64)
    after = boards
    if n:
        with nogil:
            bad = cpf_place_ways(&at, n, street, &cards[0, 0], &ways[0], <uint64_t (*)[CPF_ROWS]> &after[0, 0])
        if bad < n:
            raise BoardError(f"bad way {ways[bad]} of board {bad}: no such way")
    return boards


def has_final_draw(Plan plan not None):
    """Return whether `final_draws` supports the last street of these rules."""
    return bool(cpf_has_final_draw(&plan.plan.street[plan.plan.streets - 1]))


def final_draws(Plan plan not None, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None, threads=1):
    """Return the values of boards before the last street: the exact mean payoffs over all draws, each placed best."""
    cdef cpf_positions at = positions_of(plan, rows, seen)
    cdef const cpf_street *last = &plan.plan.street[plan.plan.streets - 1]
    at.evaluator = evaluator_of(plan)
    if not cpf_has_final_draw(last):
        raise BoardError(f"expected a last street that places 1 of 1 card or 2 of 3 cards, got {last.placed} of "
                         f"{last.dealt}")
    return values_by(cpf_final_draws, at, rows.shape[0], threads,
                     f"a board that lacks {last.placed} cards, and {last.dealt} unseen cards")


def deal_unseen(const uint64_t[::1] seen not None, int cards, generator not None):
    """Return random unseen cards, ascending: uint8[n, cards]. The call holds the lock of the generator."""
    import numpy as np

    cdef int64_t bad, n = seen.shape[0]
    cdef uint8_t[:, ::1] hands
    cdef Steps steps = steps_through(n, 1, FIRST_STEP)
    source = generator.bit_generator
    cdef const cpf_bits *bits = bits_of(source)
    if not 0 <= cards <= 52:
        raise CardError(f"bad number of cards: expected 0 to 52, got {cards}")
    dealt = np.empty((n, cards), np.uint8)
    hands = dealt
    with source.lock:
        while cards and steps.next():
            with nogil:
                bad = cpf_deal_unseen(bits, &seen[steps.begin], steps.end - steps.begin, cards, &hands[steps.begin, 0])
            if bad < steps.end - steps.begin:
                raise CardError(f"bad seen {steps.begin + bad}: fewer than {cards} cards are left")
    return dealt


# ---- payoffs ----

def add_row_payoffs(double[:, ::1] rows not None, const Py_ssize_t[:, ::1] strengths not None,
                    const int32_t[:, ::1] earned not None, const double[:, ::1] royalties, list prices not None,
                    double share, int tie):
    """Add the average points of rows against sampled boards to float64[3, STRENGTHS]; see `cpf_row_payoffs.h`.

    `strengths` and `earned` have the strengths and the royalties of the sampled rows, shape (n, 3), n > 0. `royalties`,
    float64[3, STRENGTHS]: None if a royalty is paid whether or not its row wins. `prices`: by row.
    """
    cdef int64_t i, n = strengths.shape[0]
    cdef int row
    cdef cpf_row_terms terms
    cdef cpf_sampled_row *sampled
    if rows.shape[0] != CPF_ROWS or rows.shape[1] != CPF_STRENGTHS or len(prices) != CPF_ROWS:
        raise NetworkError(f"bad payoffs: expected {CPF_ROWS} rows of {CPF_STRENGTHS} strengths")
    if royalties is not None and (royalties.shape[0] != CPF_ROWS or royalties.shape[1] != CPF_STRENGTHS):
        raise NetworkError(f"bad royalties: expected {CPF_ROWS} rows of {CPF_STRENGTHS} strengths")
    if n < 1 or strengths.shape[1] != CPF_ROWS or earned.shape[0] != n or earned.shape[1] != CPF_ROWS:
        raise NetworkError(f"bad boards: expected {CPF_ROWS} strengths and royalties for each of one or more")
    sampled = <cpf_sampled_row *> calloc(n, sizeof(cpf_sampled_row))  # NULL if the product overflows
    if sampled is NULL:
        raise MemoryError
    try:
        for row in range(CPF_ROWS):
            for i in range(n):
                if not 0 <= strengths[i, row] < CPF_STRENGTHS:
                    raise NetworkError(f"bad strength {strengths[i, row]} of board {i}")
                sampled[i] = cpf_sampled_row(<uint32_t> strengths[i, row], earned[i, row])
            terms.share, terms.price, terms.tie = share, prices[row], tie
            terms.royalties = NULL
            if royalties is not None:
                terms.royalties = &royalties[row, 0]
            cpf_add_row_payoffs(&terms, sampled, n, &rows[row, 0])
    finally:
        free(sampled)


def round_payoffs(const double[:, ::1] rows not None, double scale):
    """Return payoffs * scale as int16[3, STRENGTHS]."""
    import numpy as np

    cdef int row
    cdef int16_t[:, ::1] whole
    if rows.shape[0] != CPF_ROWS or rows.shape[1] != CPF_STRENGTHS:
        raise NetworkError(f"bad payoffs: expected {CPF_ROWS} rows of {CPF_STRENGTHS} strengths")
    rounded = np.empty((CPF_ROWS, CPF_STRENGTHS), np.int16)
    whole = rounded
    for row in range(CPF_ROWS):
        cpf_round_payoffs(&rows[row, 0], scale, &whole[row, 0])
    return rounded


# ---- rollouts ----

cdef int set_rests(cpf_payoffs *payoffs, list rests, const uint16_t[:, ::1] field) except -1:
    cdef int row, triple
    cdef int64_t i, worth, boards = field.shape[0]
    if boards > CPF_MOST_COMPARED or field.shape[1] != CPF_ROWS:
        raise NetworkError(f"bad field: expected at most {CPF_MOST_COMPARED} boards of {CPF_ROWS} rows")
    if len(rests) > CPF_MOST_RESTS:
        raise NetworkError(f"bad payoffs: expected at most {CPF_MOST_RESTS} triples, got {len(rests)}")
    for i, (triple, worth) in enumerate(rests):
        if not CPF_MOST_RESTS < triple < CPF_TRIPLES:
            raise NetworkError(f"bad payoffs: expected triples from {CPF_MOST_RESTS + 1} to {CPF_TRIPLES - 1}, got {triple}")
        if abs(worth) * max(1, boards) > CPF_MOST_PAYOFF:
            raise NetworkError(f"bad payoffs: expected at most {CPF_MOST_PAYOFF} for all boards of the field together")
        payoffs.rest[i].worth = <int16_t> worth
        for row in range(CPF_ROWS):
            payoffs.rest[i].result[row] = <uint8_t> (triple // (9, 3, 1)[row] % 3)
    payoffs.rests, payoffs.boards = <int32_t> len(rests), <int32_t> boards
    for i in range(boards):
        for row in range(CPF_ROWS):
            payoffs.field[row][i] = field[i, row]
    cpf_sort_field(payoffs)
    return 0


cdef cpf_evaluator *evaluator_with(Plan plan, object payoffs, bint by_networks) except NULL:
    """Return an evaluator with payoffs and, if `by_networks`, the networks of the plan; the caller frees it.

    `payoffs`: an `IntegerPayoffs`; only its first four items are used.
    """
    cdef const cpf_evaluator *networks = evaluator_of(plan) if by_networks else NULL
    cdef cpf_evaluator *evaluator
    cdef const int16_t[:, ::1] rows
    cdef int foul
    rows, foul, rests, field, _ = payoffs
    evaluator = <cpf_evaluator *> calloc(1, sizeof(cpf_evaluator))
    if evaluator is NULL:
        raise MemoryError
    if by_networks:
        evaluator[0] = networks[0]
    try:
        set_payoffs(&evaluator.payoffs, rows, foul)
        set_rests(&evaluator.payoffs, rests, field)
    except BaseException:  # `payoffs` may have wrong types
        free(evaluator)
        raise
    return evaluator


cdef int check_runouts(const cpf_positions *at, int64_t n, int street, const uint8_t[:, ::1] cards, int needed, int more,
                       bint is_shared) except -1:
    """Check that boards are at a street, `needed + more` cards are unseen, and runouts have `needed` valid cards."""
    cdef int64_t bad, runouts = cards.shape[0]
    if cards.shape[1] != needed or not is_shared and runouts != n:
        raise CardError(f"bad runouts: expected {needed} cards for each")
    with nogil:
        bad = cpf_check_room(at, n, street, needed + more)
    if bad < n:
        raise BoardError(f"bad board {bad}: expected a board at street index {street}, with {needed + more} cards unseen")
    if not needed or not runouts:
        return 0
    with nogil:
        bad = cpf_check_runouts(at, n, is_shared, street, &cards[0, 0], runouts, needed)
    if bad < runouts:
        raise BoardError(f"bad runout {bad}: expected unseen cards for streets from index {street}, ascending within each")
    return 0


def cards_to_play(Plan plan not None, int street, bint finish):
    """Return the number of cards that a runout from a street on needs to complete boards (`finish`), or to value them."""
    if not 0 <= street < plan.plan.streets:
        raise BoardError(f"bad street index {street}: expected 0 to {plan.plan.streets - 1}")
    return cpf_cards_needed_to_finish(&plan.plan, street) if finish else cpf_cards_needed_to_value(&plan.plan, street)


cdef cpf_rollouts rollouts_of(cpf_positions at, const cpf_evaluator *evaluator, int street, int64_t boards,
                              const uint8_t[:, ::1] cards, Steps steps):
    """Return boards, and the runouts of a step, for the core."""
    cdef cpf_rollouts rollouts
    rollouts.at, rollouts.evaluator, rollouts.street, rollouts.boards = at, evaluator, street, boards
    rollouts.runouts, rollouts.cards_a_runout = steps.end - steps.begin, <int> cards.shape[1]
    rollouts.cards = &cards[steps.begin, 0] if cards.shape[1] else NULL
    return rollouts


def rollout_values(Plan plan not None, bint by_networks, payoffs, int street,
                   const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None,
                   const uint8_t[:, ::1] cards not None, threads):
    """Return the values of boards rolled out over each runout, by networks or the heuristic: float64[runouts, boards].

    If `has_final_draw`, the last street counts as the mean over all draws; else its cards are placed best by the payoffs.
    """
    import numpy as np

    cdef cpf_rollouts rollouts
    cdef double[:, ::1] points
    cdef int needed = cards_to_play(plan, street, False), succeeded
    cdef int workers = threads_for(threads)
    cdef cpf_evaluator *evaluator
    cdef cpf_positions at = positions_of(plan, rows, seen)
    cdef Steps steps = steps_through(cards.shape[0], workers, FIRST_STEP)
    check_runouts(&at, rows.shape[0], street, cards, needed, cards_to_play(plan, street, True) - needed, True)
    result = np.empty((cards.shape[0], rows.shape[0]))
    if not result.size:
        return result
    points = result
    evaluator = evaluator_with(plan, payoffs, by_networks)
    try:
        while steps.next():
            rollouts = rollouts_of(at, evaluator, street, rows.shape[0], cards, steps)
            with nogil:
                succeeded = cpf_value_runouts(&rollouts, &points[steps.begin, 0], workers)
            if not succeeded:
                raise MemoryError
    finally:
        free(evaluator)
    return result


def finish_boards(Plan plan not None, payoffs, int street, const uint64_t[:, ::1] rows not None,
                  const uint64_t[::1] seen not None, const uint8_t[:, ::1] cards not None, threads):
    """Return the rows of boards rolled out to the end, each over its own runout: uint64[n, 3].

    The player is `swift` if `payoffs` is None. Otherwise it is `careful`, and `payoffs` decide on the last street.
    """
    import numpy as np

    cdef cpf_rollouts rollouts
    cdef uint64_t[:, ::1] final_boards
    cdef int needed = cards_to_play(plan, street, True), succeeded
    cdef int workers = threads_for(threads)
    cdef cpf_evaluator *by_payoffs = NULL
    cdef const cpf_evaluator *evaluator
    cdef cpf_positions at = positions_of(plan, rows, seen)
    cdef Steps steps = steps_through(rows.shape[0], workers, FIRST_STEP)
    check_runouts(&at, rows.shape[0], street, cards, needed, 0, False)
    result = np.empty((rows.shape[0], CPF_ROWS), np.uint64)
    if not result.size:
        return result
    final_boards = result
    if payoffs is None:
        evaluator = evaluator_of(plan)
    else:
        evaluator = by_payoffs = evaluator_with(plan, payoffs, False)
    try:
        while steps.next():
            rollouts = rollouts_of(step_of(at, steps), evaluator, street, steps.end - steps.begin, cards, steps)
            with nogil:
                succeeded = cpf_finish_boards(&rollouts, <uint64_t (*)[CPF_ROWS]> &final_boards[steps.begin, 0], workers)
            if not succeeded:
                raise MemoryError
    finally:
        free(by_payoffs)
    return result


share_globals(globals())
