"""Value networks of open-face games: what they see, what they make of placements, and exact endings; many at a time.

Boards are masks, uint64[n, 3]: front, middle and back. `seen` are the masks of all cards that the player has seen. Points
are float64. No other thread may write to arrays that are passed here meanwhile.
"""

cimport cython
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from cpf cimport (
    CPF_AIM_POINT, CPF_FEATURES, CPF_FIRST_SCALE, CPF_HAND, CPF_MASK_GAPS, CPF_MOST_AIM, CPF_MOST_COMPARED,
    CPF_MOST_FEATURES, CPF_MOST_RESTS, CPF_ROWS, CPF_SECOND_SCALE, CPF_SECOND_SHIFT, CPF_SECOND_UNITS, CPF_STRENGTHS,
    CPF_THIRD_SCALE, CPF_TRIPLES, CPF_UNITS, CPF_VALUE_SCALE, cpf_aim, cpf_bits, cpf_board_features, cpf_board_of,
    cpf_cards_to_finish, cpf_cards_to_value, cpf_choose_ways, cpf_choosing, cpf_ending, cpf_finish_boards,
    cpf_has_ending, cpf_head, cpf_head_is_safe, cpf_network_kernels_of, cpf_partial, cpf_place, cpf_playouts,
    cpf_room_in_all, cpf_row_size, cpf_street, cpf_thinking, cpf_thinking_bytes, cpf_threads, cpf_value_futures,
    cpf_value_of_board, cpf_weights, cpf_windows, cpf_windows_build,
)
from cpoker_fast._cards cimport bit_of, count_cards
from cpoker_fast._core cimport cpu_level, threads_for
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
AIM_POINT = CPF_AIM_POINT
MOST_AIM = CPF_MOST_AIM
MOST_COMPARED = CPF_MOST_COMPARED

cdef uint64_t ALL_CARDS = ~CPF_MASK_GAPS

cdef cpf_windows windows
cpf_windows_build(&windows)


# ---- networks ----

@cython.final
cdef class Networks:
    """The networks of a rule set and what complete boards are worth, in whole numbers; see `src/cpf_network.h`.

    `heads` are those of each street, by the number of cards that are placed after it: (placed, first_bias, second,
    second_bias, third, third_bias).
    """

    cdef cpf_thinking thinking
    cdef cpf_weights *first
    cdef cpf_head *heads
    cdef tuple placed

    def __cinit__(self, const int8_t[:, ::1] first not None, list heads not None, const int16_t[:, ::1] aim not None,
                  int foul):
        cdef int i, placed
        cdef list own = [tuple(head) for head in heads]  # of our own: nobody can add to it
        if first.shape[0] != CPF_FEATURES or first.shape[1] != CPF_UNITS:
            raise NetworkError(f"bad first layer: expected shape {(CPF_FEATURES, CPF_UNITS)}, "
                               f"got {(first.shape[0], first.shape[1])}")
        self.first = <cpf_weights *> malloc(sizeof(cpf_weights) * CPF_FEATURES)
        self.heads = <cpf_head *> calloc(max(1, len(own)), sizeof(cpf_head))
        if self.first is NULL or self.heads is NULL:
            raise MemoryError
        memcpy(self.first, &first[0, 0], sizeof(cpf_weights) * CPF_FEATURES)
        take_aim(&self.thinking.aim, aim, foul)
        self.thinking.network.first = self.first
        for i, (placed, *numbers) in enumerate(own):
            if not 1 <= placed < CPF_HAND:
                raise NetworkError(f"bad head: expected 1 to {CPF_HAND - 1} cards placed, got {placed}")
            take_head(&self.heads[i], numbers)
            self.thinking.network.head[placed] = &self.heads[i]
        self.placed = tuple([placed for placed, *_ in own])
        self.thinking.windows = &windows
        self.thinking.kernels = cpf_network_kernels_of(cpu_level())

    def __dealloc__(self):
        free(self.first)
        free(self.heads)

    def __reduce__(self):
        raise TypeError("Networks cannot be pickled: pickle the Rules they belong to")


cdef int take_aim(cpf_aim *aim, const int16_t[:, ::1] rows, int foul) except -1:
    cdef int row, s
    cdef int64_t most = abs(<int64_t> foul)
    if rows.shape[0] != CPF_ROWS or rows.shape[1] != CPF_STRENGTHS:
        raise NetworkError(f"bad aim: expected {CPF_ROWS} rows of {CPF_STRENGTHS} strengths")
    for row in range(CPF_ROWS):
        for s in range(CPF_STRENGTHS):
            aim.worth[row][s] = rows[row, s]
            most = max(most, abs(<int> rows[row, s]))
    if most > CPF_MOST_AIM:
        raise NetworkError(f"bad aim: expected at most {CPF_MOST_AIM} for a row or a foul, got {most}")
    aim.foul = <int16_t> foul
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
    """Gives a plan its networks, so that the player `swift` can play.

    Those that it had are kept: others may be playing by them.
    """
    cdef int i, placed = 0
    for i in range(plan.plan.streets):
        placed += plan.plan.street[i].placed
        if placed < CPF_HAND and networks.thinking.network.head[placed] is NULL:
            raise NetworkError(f"the networks value boards of {', '.join(map(str, networks.placed)) or 'no'} cards, "
                               f"and these streets end at {placed}")
    plan.former.append(plan.networks)
    plan.networks = networks
    plan.plan.thinking = &networks.thinking


cdef const cpf_thinking *thinking_of(Plan plan) except NULL:
    if plan.plan.thinking is NULL:
        raise NetworkError("the plan has no networks")
    return plan.plan.thinking


# ---- boards ----

cdef int check_boards(const uint64_t[:, ::1] rows, const uint64_t[::1] seen) except -1:
    """That rows have at most as many cards as they take, all different and seen."""
    cdef int64_t i, bad = -1
    cdef int row
    cdef uint64_t found
    if rows.shape[1] != CPF_ROWS or rows.shape[0] != seen.shape[0]:
        raise BoardError(f"expected the masks of {CPF_ROWS} rows, and of what is seen, for each board")
    with nogil:
        for i in range(rows.shape[0]):
            found = 0
            for row in range(CPF_ROWS):
                if rows[i, row] & found or count_cards(rows[i, row]) > cpf_row_size[row]:
                    bad = i
                found |= rows[i, row]
            if found & ~seen[i] or seen[i] & ~ALL_CARDS:
                bad = i
    if bad >= 0:
        raise BoardError(f"bad board {bad}: expected different cards in its rows, as many as they take, all of them seen")
    return 0


cdef const cpf_street *check_street(Plan plan, int number, const uint64_t[:, ::1] rows, const uint64_t[::1] seen,
                                    const uint8_t[:, ::1] cards) except NULL:
    """A street, after checking that all boards are at it, and that its cards fit to them."""
    cdef const cpf_street *street
    cdef int64_t i, bad = -1
    cdef int k, last
    cdef uint64_t hand
    cdef cpf_partial board
    check_boards(rows, seen)
    if not 0 <= number < plan.plan.streets:
        raise BoardError(f"bad street index {number}: expected 0 to {plan.plan.streets - 1}")
    street = &plan.plan.street[number]
    if cards.shape[0] != rows.shape[0] or cards.shape[1] != street.dealt:
        raise CardError(f"bad cards: expected {street.dealt} for each board")
    with nogil:
        for i in range(rows.shape[0]):
            board = cpf_board_of(&rows[i, 0])
            hand, last = 0, -1
            for k in range(street.dealt):
                if cards[i, k] <= last or cards[i, k] > 51:
                    bad = i
                    break
                last = cards[i, k]
                hand |= bit_of(cards[i, k])
            if hand & (rows[i, 0] | rows[i, 1] | rows[i, 2]) or hand & ~seen[i] or not street.count[board.room]:
                bad = i
    if bad >= 0:
        raise BoardError(f"bad board {bad}: expected one at street index {number}, and its cards, ascending and seen")
    return street


def features(Plan plan not None, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None):
    """What networks see of boards: the numbers of their features, uint16[n, MOST_FEATURES], filled up by FEATURES."""
    import numpy as np

    cdef int64_t i, n = rows.shape[0]
    cdef uint16_t[:, ::1] lists
    cdef cpf_partial board
    check_boards(rows, seen)
    found = np.full((n, CPF_MOST_FEATURES), CPF_FEATURES, np.uint16)
    lists = found
    with nogil:
        for i in range(n):
            board = cpf_board_of(&rows[i, 0])
            cpf_board_features(&windows, plan.plan.rules, &board, seen[i], &lists[i, 0])
    return found


def values(Plan plan not None, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None):
    """What boards between two streets are expected to be worth, by networks."""
    import numpy as np

    cdef int64_t i, n = rows.shape[0], bad = -1
    cdef double[::1] points
    cdef cpf_partial board
    cdef const cpf_thinking *thinking = thinking_of(plan)
    check_boards(rows, seen)
    found = np.empty(n)
    points = found
    with nogil:
        for i in range(n):
            board = cpf_board_of(&rows[i, 0])
            if thinking.network.head[CPF_HAND - cpf_room_in_all(board.room)] is NULL:
                bad = i
                break
            points[i] = cpf_value_of_board(thinking, plan.plan.rules, &board, seen[i])
    if bad >= 0:
        raise BoardError(f"bad board {bad}: expected one between two streets")
    return found


def choose_ways(Plan plan not None, int street, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None,
                const uint8_t[:, ::1] cards not None):
    """The best way to place the cards of a street for each board, int32[n], and what it is worth by networks.

    `cards` are uint8[n, dealt], ascending. On the last street, values are those of the aim.
    """
    import numpy as np

    cdef int64_t n = rows.shape[0]
    cdef cpf_choosing c
    cdef int32_t[::1] chosen
    cdef double[::1] points
    cdef const cpf_street *found = check_street(plan, street, rows, seen, cards)
    cdef void *memory
    thinking_of(plan)
    ways, worth = np.empty(n, np.int32), np.empty(n)
    if not n:
        return ways, worth
    chosen, points = ways, worth
    c.plan, c.street = &plan.plan, street
    c.rows, c.seen, c.cards = <const uint64_t (*)[CPF_ROWS]> &rows[0, 0], &seen[0], &cards[0, 0]
    c.ways, c.values = &chosen[0], &points[0]
    memory = malloc(cpf_thinking_bytes(found))
    if memory is NULL:
        raise MemoryError
    with nogil:
        cpf_choose_ways(&c, n, memory)
    free(memory)
    return ways, worth


def count_ways(Plan plan not None, int street, const uint64_t[:, ::1] rows not None):
    """The number of ways to place a street, for each board; int32[n], 0 for one that is at another street."""
    import numpy as np

    cdef int64_t i
    cdef int32_t[::1] counts
    found = np.empty(rows.shape[0], np.int32)
    check_boards(rows, np.full(len(found), ALL_CARDS, np.uint64))
    if not 0 <= street < plan.plan.streets:
        raise BoardError(f"bad street index {street}: expected 0 to {plan.plan.streets - 1}")
    counts = found
    for i in range(rows.shape[0]):
        counts[i] = plan.plan.street[street].count[cpf_board_of(&rows[i, 0]).room]
    return found


def placed(Plan plan not None, int street, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None,
           const uint8_t[:, ::1] cards not None, const int32_t[::1] ways not None):
    """The boards after placing a street in these ways: uint64[n, 3]."""
    import numpy as np

    cdef int64_t i, n = rows.shape[0], bad = -1
    cdef int k, row
    cdef uint64_t masks[CPF_HAND]
    cdef uint64_t[:, ::1] after
    cdef cpf_partial board
    cdef const cpf_street *found = check_street(plan, street, rows, seen, cards)
    if ways.shape[0] != n:
        raise BoardError("expected a way for each board")
    boards = np.empty((n, CPF_ROWS), np.uint64)
    after = boards
    with nogil:
        for i in range(n):
            board = cpf_board_of(&rows[i, 0])
            if not 0 <= ways[i] < found.count[board.room]:
                bad = i
                break
            for k in range(found.dealt):
                masks[k] = bit_of(cards[i, k])
            board = cpf_place(&board, &found.ways[board.room][ways[i]], masks)
            for row in range(CPF_ROWS):
                after[i, row] = board.row[row]
    if bad >= 0:
        raise BoardError(f"bad way {ways[bad]} of board {bad}: there is none of that number")
    return boards


def has_ending(Plan plan not None):
    """Whether `endings` knows the last street of these rules."""
    return bool(cpf_has_ending(&plan.plan.street[plan.plan.streets - 1]))


def endings(Plan plan not None, const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None):
    """What boards that lack the last street will be worth: the exact mean over all draws, placed best by the aim."""
    import numpy as np

    cdef int64_t i, n = rows.shape[0], bad = -1
    cdef double[::1] points
    cdef cpf_partial board
    cdef const cpf_thinking *thinking = thinking_of(plan)
    cdef const cpf_street *last = &plan.plan.street[plan.plan.streets - 1]
    check_boards(rows, seen)
    if not cpf_has_ending(last):
        raise BoardError(f"expected a last street of one card, or of two of three: these rules place {last.placed} of "
                         f"{last.dealt}")
    found = np.empty(n)
    points = found
    with nogil:
        for i in range(n):
            board = cpf_board_of(&rows[i, 0])
            if cpf_room_in_all(board.room) != last.placed or count_cards(ALL_CARDS & ~seen[i]) < last.dealt:
                bad = i
                break
            points[i] = cpf_ending(plan.plan.tables.ranking, plan.plan.rules, &thinking.aim, last, &board,
                                   ALL_CARDS & ~seen[i])
    if bad >= 0:
        raise BoardError(f"bad board {bad}: expected one that lacks {last.placed} cards, and {last.dealt} unseen ones")
    return found


def deal_unseen(const uint64_t[::1] seen not None, int cards, generator not None):
    """Deals so many cards that are not seen, ascending: uint8[n, cards]. The lock of the generator is held meanwhile."""
    import numpy as np

    cdef int64_t i, n = seen.shape[0], bad = -1
    cdef int k
    cdef uint64_t left, drawn
    cdef uint8_t[:, ::1] hands
    cdef uint32_t card
    source = generator.bit_generator
    cdef const cpf_bits *bits = <const cpf_bits *> PyCapsule_GetPointer(source.capsule, "BitGenerator")
    if not 0 <= cards <= 52:
        raise CardError(f"bad number of cards: expected 0 to 52, got {cards}")
    dealt = np.empty((n, cards), np.uint8)
    hands = dealt
    with source.lock, nogil:
        for i in range(n):
            left = ALL_CARDS & ~seen[i]
            if count_cards(left) < cards:
                bad = i
                break
            drawn = 0
            k = 0
            while k < cards:
                card = <uint32_t> ((<uint64_t> bits.next_uint32(bits.state) * 52) >> 32)
                if bit_of(card) & left:
                    left ^= bit_of(card)
                    drawn |= bit_of(card)
                    k += 1
            k = 0
            for card in range(52):
                if bit_of(card) & drawn:
                    hands[i, k] = <uint8_t> card
                    k += 1
    if bad >= 0:
        raise CardError(f"bad seen {bad}: fewer than {cards} cards are left")
    return dealt


# ---- play-outs ----

cdef int take_rests(cpf_aim *aim, list rests, const uint16_t[:, ::1] field) except -1:
    cdef int row, triple
    cdef int64_t i, worth, boards = field.shape[0]
    if boards > CPF_MOST_COMPARED or field.shape[1] != CPF_ROWS:
        raise NetworkError(f"bad field: expected at most {CPF_MOST_COMPARED} boards of {CPF_ROWS} rows")
    if len(rests) > CPF_MOST_RESTS:
        raise NetworkError(f"bad aim: expected at most {CPF_MOST_RESTS} triples, got {len(rests)}")
    for i, (triple, worth) in enumerate(rests):
        if not CPF_MOST_RESTS < triple < CPF_TRIPLES:
            raise NetworkError(f"bad aim: expected triples from {CPF_MOST_RESTS + 1} to {CPF_TRIPLES - 1}, got {triple}")
        if abs(worth) * max(1, boards) > CPF_MOST_AIM:
            raise NetworkError(f"bad aim: expected at most {CPF_MOST_AIM} for all boards of the field together")
        aim.rest[i].worth = <int16_t> worth
        for row in range(CPF_ROWS):
            aim.rest[i].result[row] = <uint8_t> (triple // (9, 3, 1)[row] % 3)
    aim.rests, aim.boards = <int32_t> len(rests), <int32_t> boards
    for i in range(boards):
        for row in range(CPF_ROWS):
            aim.field[row][i] = field[i, row]
    return 0


cdef cpf_thinking *aimed(Plan plan, object aim, bint by_networks) except NULL:
    """The plan's networks, if they are asked for, with another aim; to be freed. `aim`: the first four of a `WholeAim`."""
    cdef cpf_thinking *thinking
    cdef const int16_t[:, ::1] rows
    cdef int foul
    rows, foul, rests, field, *_ = aim
    if by_networks:
        thinking_of(plan)
    thinking = <cpf_thinking *> calloc(1, sizeof(cpf_thinking))
    if thinking is NULL:
        raise MemoryError
    if by_networks:
        thinking[0] = plan.plan.thinking[0]
    try:
        take_aim(&thinking.aim, rows, foul)
        take_rests(&thinking.aim, rests, field)
    except BaseException:  # anything may be passed
        free(thinking)
        raise
    return thinking


cdef int check_futures(Plan plan, int street, const uint64_t[:, ::1] rows, const uint64_t[::1] seen,
                       const uint8_t[:, ::1] cards, int wanted, int more, bint one_each) except -1:
    """That boards are before a street, that futures have the cards of the streets to come, and that `more` are left."""
    cdef int64_t i, board, bad = -1
    cdef int k, end, last, number
    cdef uint64_t hand, all_seen = 0
    cdef cpf_partial partial
    check_boards(rows, seen)
    if cards.shape[1] != wanted or (one_each and cards.shape[0] != rows.shape[0]):
        raise CardError(f"bad futures: expected {wanted} cards for each")
    with nogil:
        for board in range(rows.shape[0]):
            partial = cpf_board_of(&rows[board, 0])
            if not plan.plan.street[street].count[partial.room] or 52 - count_cards(seen[board]) < wanted + more:
                bad = board
            all_seen |= seen[board]
        for i in range(cards.shape[0]):
            hand, k, number = 0, 0, street
            while k < wanted:
                end, last = k + plan.plan.street[number].dealt, -1
                while k < end:
                    if cards[i, k] <= last or cards[i, k] > 51 or bit_of(cards[i, k]) & hand:
                        bad = i
                        break
                    last = cards[i, k]
                    hand |= bit_of(cards[i, k])
                    k += 1
                if bad >= 0:
                    break
                number += 1
            if hand & (seen[i] if one_each else all_seen):
                bad = i
            if bad >= 0:
                break
    if bad >= 0:
        raise BoardError(f"bad board or future {bad}: expected boards at street index {street}, and unseen cards of streets "
                         f"to come, each street ascending")
    return 0


def cards_to_play(Plan plan not None, int street, bint finish):
    """How many cards a future needs from a street on: to finish boards, or to value them."""
    if not 0 <= street < plan.plan.streets:
        raise BoardError(f"bad street index {street}: expected 0 to {plan.plan.streets - 1}")
    return cpf_cards_to_finish(&plan.plan, street) if finish else cpf_cards_to_value(&plan.plan, street)


cdef cpf_playouts playouts_of(Plan plan, const cpf_thinking *thinking, int street, const uint64_t[:, ::1] rows,
                              const uint64_t[::1] seen, const uint8_t[:, ::1] cards):
    """Boards, of which there are some, and their futures, as the core takes them."""
    cdef cpf_playouts p
    p.plan, p.thinking, p.street = &plan.plan, thinking, street
    p.boards, p.futures, p.cards_a_future = rows.shape[0], cards.shape[0], <int> cards.shape[1]
    p.rows, p.seen = <const uint64_t (*)[CPF_ROWS]> &rows[0, 0], &seen[0]
    p.cards = &cards[0, 0] if cards.shape[1] else NULL
    return p


def value_futures(Plan plan not None, bint by_networks, aim, int street,
                  const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None,
                  const uint8_t[:, ::1] cards not None, threads):
    """What boards are worth if each is played on over each future, by networks or by thumb: float64[futures, boards].

    A last street that has an ending counts on average over all its draws; any other is placed best by the aim.
    """
    import numpy as np

    cdef cpf_playouts p
    cdef double[:, ::1] points
    cdef int wanted = cards_to_play(plan, street, False), done
    cdef cpf_threads workers = threads_for(threads)
    cdef cpf_thinking *thinking
    check_futures(plan, street, rows, seen, cards, wanted, cards_to_play(plan, street, True) - wanted, False)
    found = np.empty((cards.shape[0], rows.shape[0]))
    if not found.size:
        return found
    points = found
    thinking = aimed(plan, aim, by_networks)
    p = playouts_of(plan, thinking, street, rows, seen, cards)
    with nogil:
        done = cpf_value_futures(&p, &points[0, 0], workers)
    free(thinking)
    if not done:
        raise MemoryError
    return found


def finish_boards(Plan plan not None, bint by_networks, aim, int street,
                  const uint64_t[:, ::1] rows not None, const uint64_t[::1] seen not None,
                  const uint8_t[:, ::1] cards not None, threads):
    """The rows of boards that are played on to the end, each over a future of its own; uint64[n, 3]."""
    import numpy as np

    cdef cpf_playouts p
    cdef uint64_t[:, ::1] finals
    cdef int wanted = cards_to_play(plan, street, True), done
    cdef cpf_threads workers = threads_for(threads)
    cdef cpf_thinking *thinking
    check_futures(plan, street, rows, seen, cards, wanted, 0, True)
    found = np.empty((rows.shape[0], CPF_ROWS), np.uint64)
    if not found.size:
        return found
    finals = found
    thinking = aimed(plan, aim, by_networks)
    p = playouts_of(plan, thinking, street, rows, seen, cards)
    with nogil:
        done = cpf_finish_boards(&p, <uint64_t (*)[CPF_ROWS]> &finals[0, 0], workers)
    free(thinking)
    if not done:
        raise MemoryError
    return found


share_globals(globals())
