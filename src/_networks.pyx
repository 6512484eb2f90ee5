"""Value networks of open-face games: features, values of placements, and exact final draws, in batches.

Boards are masks, uint64[n, 3]: front, middle and back. `seen` are the masks of all cards that the player has seen. Points
are float64. No other thread may write to arrays that are passed here meanwhile.
"""

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from cpf cimport (
    CPF_PAYOFF_POINT, CPF_FEATURES, CPF_FIRST_SCALE, CPF_HAND, CPF_MASK_GAPS, CPF_MOST_PAYOFF, CPF_MOST_COMPARED,
    CPF_MOST_FEATURES, CPF_MOST_RESTS, CPF_ROWS, CPF_SECOND_SCALE, CPF_SECOND_SHIFT, CPF_SECOND_UNITS, CPF_STRENGTHS,
    CPF_THIRD_SCALE, CPF_TRIPLES, CPF_UNITS, CPF_VALUE_SCALE, cpf_payoffs, cpf_bits, cpf_board_features, cpf_board_of,
    cpf_cards_needed_to_finish, cpf_cards_needed_to_value, cpf_check_boards, cpf_check_runouts, cpf_check_room,
    cpf_check_street, cpf_choose_ways, cpf_deal_unseen, cpf_final_draws, cpf_finish_boards, cpf_has_final_draw,
    cpf_head, cpf_head_is_safe, cpf_partial, cpf_place_ways, cpf_plan, cpf_rollouts, cpf_positions, cpf_street,
    cpf_evaluator, cpf_value_runouts, cpf_values, cpf_weights, cpf_windows, cpf_windows_build,
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
    FIRST_STEP = 64  # boards a thread

cdef cpf_windows windows
cpf_windows_build(&windows)


# ---- networks ----

@cython.final
cdef class Networks:
    """The networks of rules and the values of complete boards, in whole numbers; see `src/cpf_network.h`.

    `heads` are those of each street, by the number of cards that are placed after it: (placed, first_bias, second,
    second_bias, third, third_bias).
    """

    cdef cpf_evaluator evaluator
    cdef cpf_weights *first
    cdef cpf_head *heads
    cdef tuple placed

    def __cinit__(self, const int8_t[:, ::1] first not None, list heads not None, const int16_t[:, ::1] payoffs not None,
                  int foul):
        cdef int i, placed
        cdef list checked = [tuple(head) for head in heads]  # a copy, which no other code can change
        if first.shape[0] != CPF_FEATURES or first.shape[1] != CPF_UNITS:
            raise NetworkError(f"bad first layer: expected shape {(CPF_FEATURES, CPF_UNITS)}, "
                               f"got {(first.shape[0], first.shape[1])}")
        self.first = <cpf_weights *> malloc(sizeof(cpf_weights) * CPF_FEATURES)
        self.heads = <cpf_head *> calloc(max(1, len(checked)), sizeof(cpf_head))
        if self.first is NULL or self.heads is NULL:
            raise MemoryError
        memcpy(self.first, &first[0, 0], sizeof(cpf_weights) * CPF_FEATURES)
        take_payoffs(&self.evaluator.payoffs, payoffs, foul)
        self.evaluator.network.first = self.first
        for i, (placed, *numbers) in enumerate(checked):
            if not 1 <= placed < CPF_HAND:
                raise NetworkError(f"bad head: expected 1 to {CPF_HAND - 1} cards placed, got {placed}")
            take_head(&self.heads[i], numbers)
            self.evaluator.network.head[placed] = &self.heads[i]
        self.placed = tuple([placed for placed, *_ in checked])
        self.evaluator.windows = &windows

    def __dealloc__(self):
        free(self.first)
        free(self.heads)

    def __reduce__(self):
        raise TypeError("Networks cannot be pickled: pickle the Rules they belong to")


cdef int take_payoffs(cpf_payoffs *payoffs, const int16_t[:, ::1] rows, int foul) except -1:
    cdef int row, s
    cdef int64_t most = abs(<int64_t> foul)
    if rows.shape[0] != CPF_ROWS or rows.shape[1] != CPF_STRENGTHS:
        raise NetworkError(f"bad payoffs: expected {CPF_ROWS} rows of {CPF_STRENGTHS} strengths")
    for row in range(CPF_ROWS):
        for s in range(CPF_STRENGTHS):
            payoffs.worth[row][s] = rows[row, s]
            most = max(most, abs(<int> rows[row, s]))
    if most > CPF_MOST_PAYOFF:
        raise NetworkError(f"bad payoffs: expected at most {CPF_MOST_PAYOFF} for a row or a foul, got {most}")
    payoffs.foul = <int16_t> foul
    return 0


cdef int take_head(cpf_head *head, list numbers) except -1:
    cdef const int16_t[::1] first_bias, third
    cdef const int16_t[:, ::1] second
    cdef const int32_t[::1] second_bias
    cdef int64_t third_bias
    first_bias, second, second_bias, third, third_bias = numbers
    if (first_bias.shape[0] != CPF_UNITS or second.shape[0] != CPF_SECOND_UNITS or second.shape[1] != CPF_UNITS
            or second_bias.shape[0] != CPF_SECOND_UNITS or third.shape[0] != CPF_SECOND_UNITS
            or not -(1 << 31) < third_bias < 1 << 31):
        raise NetworkError(f"bad head: expected layers of {CPF_UNITS} and {CPF_SECOND_UNITS} units")
    memcpy(head.first_bias, &first_bias[0], sizeof(head.first_bias))
    memcpy(head.second, &second[0, 0], sizeof(head.second))
    memcpy(head.second_bias, &second_bias[0], sizeof(head.second_bias))
    memcpy(head.third, &third[0], sizeof(head.third))
    head.third_bias = <int32_t> third_bias
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
            raise NetworkError(f"the networks value boards of {', '.join(map(str, networks.placed)) or 'no'} cards, "
                               f"and these streets end at {placed}")
    plan.former.append(plan.networks)
    plan.networks = networks
    plan.plan.evaluator = &networks.evaluator


cdef const cpf_evaluator *evaluator_of(Plan plan) except NULL:
    if plan.plan.evaluator is NULL:
        raise NetworkError("the plan has no networks")
    return plan.plan.evaluator


# ---- boards ----

cdef cpf_positions positions_of(Plan plan, const uint64_t[:, ::1] rows, const uint64_t[::1] seen) except *:
    """Return boards for the core, after checks that their cards are different, fit the rows, and are seen."""
    cdef cpf_positions at
    cdef int64_t bad, n = rows.shape[0]
    if rows.shape[1] != CPF_ROWS or n != seen.shape[0]:
        raise BoardError(f"expected the masks of {CPF_ROWS} rows, and of what is seen, for each board")
    at.plan, at.evaluator, at.rows, at.seen = &plan.plan, NULL, NULL, NULL
    if n:
        at.rows, at.seen = <const uint64_t (*)[CPF_ROWS]> &rows[0, 0], &seen[0]
    with nogil:
        bad = cpf_check_boards(&at, n)
    if bad < n:
        raise BoardError(f"bad board {bad}: expected different cards in its rows, as many as they take, all of them seen")
    return at


cdef cpf_positions step_of(cpf_positions at, Steps steps) noexcept:
    """The positions of a step."""
    at.rows += steps.begin
    at.seen += steps.begin
    return at


cdef int check_street(const cpf_positions *at, int64_t n, int street, const uint8_t[:, ::1] cards) except -1:
    """Check that all boards are at a street, and that its cards fit them."""
    cdef int64_t bad
    check_number(at.plan, street)
    if cards.shape[0] != n or cards.shape[1] != at.plan.street[street].dealt:
        raise CardError(f"bad cards: expected {at.plan.street[street].dealt} for each board")
    if n:
        with nogil:
            bad = cpf_check_street(at, n, street, &cards[0, 0])
        if bad < n:
            raise BoardError(f"bad board {bad}: expected one at street index {street}, and its cards, ascending and seen")
    return 0


cdef int check_number(const cpf_plan *plan, int street) except -1:
    if not 0 <= street < plan.streets:
        raise BoardError(f"bad street index {street}: expected 0 to {plan.streets - 1}")
    return 0


def features(Plan plan not None, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None):
    """Return the features of boards for networks: their indices, uint16[n, MOST_FEATURES], padded with FEATURES."""
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
    """Return the value of each board, float64[n]; raise BoardError with `expected` for a board that has no value."""
    import numpy as np

    cdef cpf_positions some
    cdef int64_t bad
    cdef double[::1] points
    cdef int workers = threads_for(threads)
    cdef Steps steps = steps_through(n, workers, FIRST_STEP)
    worth = np.empty(n)
    points = worth
    while steps.next():
        some = step_of(at, steps)
        with nogil:
            bad = value(&some, steps.end - steps.begin, &points[steps.begin], workers)
        if bad < steps.end - steps.begin:
            raise BoardError(f"bad board {steps.begin + bad}: expected {expected}")
    return worth


def values(Plan plan not None, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None, threads=1):
    """Return the expected values of boards between two streets, by networks."""
    cdef cpf_positions at = positions_of(plan, rows, seen)
    at.evaluator = evaluator_of(plan)
    return values_by(cpf_values, at, rows.shape[0], threads, "one between two streets")


def choose_ways(Plan plan not None, int street, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None,
                const uint8_t[:, ::1] cards not None, threads=1):
    """Return the best way to place the cards of a street on each board, int32[n], and its value by networks.

    `cards` are uint8[n, dealt], ascending. On the last street, values are those of the payoffs.
    """
    import numpy as np

    cdef int64_t n = rows.shape[0]
    cdef int32_t[::1] chosen
    cdef double[::1] points
    cdef int succeeded, workers = threads_for(threads)
    cdef Steps steps = steps_through(n, workers, FIRST_STEP)
    cdef cpf_positions at = positions_of(plan, rows, seen), some
    check_street(&at, n, street, cards)
    at.evaluator = evaluator_of(plan)
    ways, worth = np.empty(n, np.int32), np.empty(n)
    chosen, points = ways, worth
    while steps.next():
        some = step_of(at, steps)
        with nogil:
            succeeded = cpf_choose_ways(&some, steps.end - steps.begin, street, &cards[steps.begin, 0], &chosen[steps.begin],
                                        &points[steps.begin], workers)
        if not succeeded:
            raise MemoryError
    return ways, worth


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
    """Return the boards after placing a street in these ways: uint64[n, 3]."""
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
    """Return the values of boards before the last street: the exact means over all draws, placed best by the payoffs."""
    cdef cpf_positions at = positions_of(plan, rows, seen)
    cdef const cpf_street *last = &plan.plan.street[plan.plan.streets - 1]
    at.evaluator = evaluator_of(plan)
    if not cpf_has_final_draw(last):
        raise BoardError(f"expected a last street of one card, or of two of three: these rules place {last.placed} of "
                         f"{last.dealt}")
    return values_by(cpf_final_draws, at, rows.shape[0], threads,
                     f"one that lacks {last.placed} cards, and {last.dealt} unseen ones")


def deal_unseen(const uint64_t[::1] seen not None, int cards, generator not None):
    """Deal unseen cards, ascending: uint8[n, cards]. The lock of the generator is held meanwhile."""
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


# ---- rollouts ----

cdef int take_rests(cpf_payoffs *payoffs, list rests, const uint16_t[:, ::1] field) except -1:
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
    return 0


cdef cpf_evaluator *evaluator_with(Plan plan, object payoffs, bint by_networks) except NULL:
    """Return an evaluator, to be freed, with these payoffs and, on request, the networks of the plan.

    `payoffs`: the first four items of a `WholePayoffs`.
    """
    cdef const cpf_evaluator *networks = evaluator_of(plan) if by_networks else NULL
    cdef cpf_evaluator *evaluator
    cdef const int16_t[:, ::1] rows
    cdef int foul
    rows, foul, rests, field, *_ = payoffs
    evaluator = <cpf_evaluator *> calloc(1, sizeof(cpf_evaluator))
    if evaluator is NULL:
        raise MemoryError
    if by_networks:
        evaluator[0] = networks[0]
    try:
        take_payoffs(&evaluator.payoffs, rows, foul)
        take_rests(&evaluator.payoffs, rests, field)
    except BaseException:  # anything may be passed
        free(evaluator)
        raise
    return evaluator


cdef int check_futures(const cpf_positions *at, int64_t n, int street, const uint8_t[:, ::1] cards, int needed, int more,
                       bint is_shared) except -1:
    """Check that boards are before a street, and that runouts have the cards of all further streets and `more` cards."""
    cdef int64_t bad, runouts = cards.shape[0]
    if cards.shape[1] != needed or not is_shared and runouts != n:
        raise CardError(f"bad runouts: expected {needed} cards for each")
    with nogil:
        bad = cpf_check_room(at, n, street, needed + more)
    if bad < n:
        raise BoardError(f"bad board {bad}: expected one at street index {street}, with {needed + more} cards unseen")
    if not needed or not runouts:
        return 0
    with nogil:
        bad = cpf_check_runouts(at, n, is_shared, street, &cards[0, 0], runouts, needed)
    if bad < runouts:
        raise BoardError(f"bad runout {bad}: expected unseen cards of the streets from index {street} on, each ascending")
    return 0


def cards_to_play(Plan plan not None, int street, bint finish):
    """Return the number of cards of a runout from a street on: to complete boards, or to value them."""
    if not 0 <= street < plan.plan.streets:
        raise BoardError(f"bad street index {street}: expected 0 to {plan.plan.streets - 1}")
    return cpf_cards_needed_to_finish(&plan.plan, street) if finish else cpf_cards_needed_to_value(&plan.plan, street)


cdef cpf_rollouts rollouts_of(cpf_positions at, const cpf_evaluator *evaluator, int street, int64_t boards,
                              const uint8_t[:, ::1] cards, Steps steps):
    """Boards and the runouts of a step for the core."""
    cdef cpf_rollouts p
    p.at, p.evaluator, p.street, p.boards = at, evaluator, street, boards
    p.runouts, p.cards_a_runout = steps.end - steps.begin, <int> cards.shape[1]
    p.cards = &cards[steps.begin, 0] if cards.shape[1] else NULL
    return p


def rollout_values(Plan plan not None, bint by_networks, payoffs, int street,
                   const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None,
                   const uint8_t[:, ::1] cards not None, threads):
    """Return the values of boards rolled out over each runout, by networks or the heuristic: float64[runouts, boards].

    A last street that has an final_draw counts on average over all its draws; any other is placed best by the payoffs.
    """
    import numpy as np

    cdef cpf_rollouts p
    cdef double[:, ::1] points
    cdef int wanted = cards_to_play(plan, street, False), done
    cdef int workers = threads_for(threads)
    cdef cpf_evaluator *evaluator
    cdef cpf_positions at = positions_of(plan, rows, seen)
    cdef Steps steps = steps_through(cards.shape[0], workers, FIRST_STEP)
    check_futures(&at, rows.shape[0], street, cards, wanted, cards_to_play(plan, street, True) - wanted, True)
    found = np.empty((cards.shape[0], rows.shape[0]))
    if not found.size:
        return found
    points = found
    evaluator = evaluator_with(plan, payoffs, by_networks)
    try:
        while steps.next():
            p = rollouts_of(at, evaluator, street, rows.shape[0], cards, steps)
            with nogil:
                done = cpf_value_runouts(&p, &points[steps.begin, 0], workers)
            if not done:
                raise MemoryError
    finally:
        free(evaluator)
    return found


def finish_boards(Plan plan not None, bint by_networks, payoffs, int street,
                  const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None,
                  const uint8_t[:, ::1] cards not None, threads):
    """Return the rows of boards rolled out to the end, each over its own runout; uint64[n, 3]."""
    import numpy as np

    cdef cpf_rollouts p
    cdef uint64_t[:, ::1] final_boards
    cdef int wanted = cards_to_play(plan, street, True), done
    cdef int workers = threads_for(threads)
    cdef cpf_evaluator *evaluator
    cdef cpf_positions at = positions_of(plan, rows, seen)
    cdef Steps steps = steps_through(rows.shape[0], workers, FIRST_STEP)
    check_futures(&at, rows.shape[0], street, cards, wanted, 0, False)
    found = np.empty((rows.shape[0], CPF_ROWS), np.uint64)
    if not found.size:
        return found
    final_boards = found
    evaluator = evaluator_with(plan, payoffs, by_networks)
    try:
        while steps.next():
            p = rollouts_of(step_of(at, steps), evaluator, street, steps.end - steps.begin, cards, steps)
            with nogil:
                done = cpf_finish_boards(&p, <uint64_t (*)[CPF_ROWS]> &final_boards[steps.begin, 0], workers)
            if not done:
                raise MemoryError
    finally:
        free(evaluator)
    return found


share_globals(globals())
