"""Settlement of one table or many by compiled rules."""

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport INT32_MAX, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from cpf cimport (
    CPF_BY_SURRENDER, CPF_DECLARE_BEST, CPF_DECLARE_IF_BETTER, CPF_DECLARE_NOTHING, CPF_HAND,
    CPF_MOST_PLAYERS, CPF_MOST_PATTERNS, CPF_POOL, CPF_ROWS, CPF_ROW_SHAPES, CPF_STRENGTHS, CPF_TALLY_COUNTER_COUNT,
    cpf_board, cpf_board_values, cpf_buttons, cpf_card_of_bit, cpf_compare_many, cpf_decisions, cpf_earned,
    cpf_find_natural_order, cpf_is_foul, cpf_kill_hand, cpf_lowest_bit, cpf_many_boards, cpf_may_stay,
    cpf_naturals_many, cpf_naturals_of_masks, cpf_outcome, cpf_pairing, cpf_read_board,
    cpf_read_boards, cpf_read_decision, cpf_row_earns, cpf_rules, cpf_seated, cpf_seating, cpf_settle_choosing,
    cpf_settle_many, cpf_settling_tables, cpf_show_natural, cpf_show_naturals, cpf_surrender, cpf_tally,
    cpf_tally_counters, cpf_tally_many,
)
from cpoker_fast._boards cimport Board
from cpoker_fast._buffers cimport (
    are_aligned_masks, are_bytes, count_rows, row_at, shape_of, view_array, view_cards, view_result, view_tables,
)
from cpoker_fast._cards cimport cardset, count_cards, mask_of
from cpoker_fast._core cimport scale_of_wheel, threads_for
from cpoker_fast._rules cimport CompiledRules, PatternSet, settling_tables

from cpoker_fast._arguments import check_seat
from cpoker_fast._arrays import buttons_in, check_apart, describe_bad_mask, describe_bad_row
from cpoker_fast._core import share_globals
from cpoker_fast.board_arrays import describe_bad_board, describe_bad_table, many_boards_in
from cpoker_fast.boards import FOUL
from cpoker_fast.errors import BoardError, CardError, RulesError


cdef const cpf_settling_tables *tables = settling_tables()

MOST_PLAYERS, MOST_PATTERNS = CPF_MOST_PLAYERS, CPF_MOST_PATTERNS
# Codes of declarations, all negative; other codes are numbers of patterns.
DECLARE_IF_BETTER, DECLARE_BEST, DECLARE_NOTHING = CPF_DECLARE_IF_BETTER, CPF_DECLARE_BEST, CPF_DECLARE_NOTHING


# ---- boards and seats ----

cdef uint8_t *write_row(uint64_t remaining, int size, uint8_t *cards) except NULL:
    if count_cards(remaining) != size:
        raise BoardError(f"bad board: expected a row of {size} cards, got {count_cards(remaining)}")
    while remaining:
        cards[0] = cpf_card_of_bit(cpf_lowest_bit(remaining))
        cards += 1
        remaining &= remaining - 1
    return cards


cdef int write_board(object board, uint8_t *cards) except -1:
    """Write the cards of a Board, or of 13 ints, to `cards`."""
    cdef tuple numbers
    cdef int i
    if isinstance(board, Board):
        cards = write_row((<Board> board).row[0], 3, cards)
        cards = write_row((<Board> board).row[1], 5, cards)
        write_row((<Board> board).row[2], 5, cards)
        return 0
    numbers = tuple(board)  # a copy, which other threads cannot shorten
    if len(numbers) != CPF_HAND:
        raise BoardError(f"bad board: expected {CPF_HAND} cards, got {len(numbers)}")
    for i in range(CPF_HAND):
        cards[i] = numbers[i]
    return 0


cdef int read_cards(CompiledRules compiled, object board, int declare, cpf_board *parsed) except -1:
    cdef uint8_t cards[CPF_HAND]
    if declare >= CPF_MOST_PATTERNS:
        raise RulesError(f"bad pattern {declare}: expected 0 to {CPF_MOST_PATTERNS - 1}")
    write_board(board, cards)
    cpf_read_board(tables, &compiled.rules, cards, declare, parsed)
    return 0


cdef tuple triple(const int32_t *values):
    return values[0], values[1], values[2]


cdef tuple seat_of(const cpf_board *board):
    return (triple(<const int32_t *> board.strengths), triple(board.royalties), bool(cpf_is_foul(board)), board.natural,
            board.patterns)


def read_board(CompiledRules compiled not None, board not None, int declare):
    """Return strengths (-1: dead row), royalties, whether the board is a foul, the declared natural or -1, and pattern bits.

    `board`: a Board, or 13 cards. `declare`: the number of a pattern, DECLARE_NOTHING or DECLARE_BEST; DECLARE_IF_BETTER
    counts as DECLARE_BEST.
    """
    cdef cpf_board parsed
    read_cards(compiled, board, declare, &parsed)
    return seat_of(&parsed)


cdef int button_in(object button, int seats) except -1:
    if type(button) is not int or not 0 <= button < seats:
        check_seat("button", button, seats)
    return button


cdef int set_seating(cpf_seating *seating, int seats, object button) except -1:
    seating[0] = cpf_seated(seats, button_in(button, seats))
    return 0


cdef cpf_buttons buttons_of(const int8_t[::1] buttons, int64_t n, int seats) except *:
    """Check the buttons of n tables, and return a view of them. The array must not change while C uses the view."""
    cdef cpf_buttons view
    cdef int64_t i
    view.seat, view.step = NULL, 1
    if buttons.shape[0] != n:
        raise BoardError(f"expected a button for each of {n} tables, got {buttons.shape[0]}")
    for i in range(n):
        if not 0 <= buttons[i] < seats:
            raise BoardError(f"bad button {buttons[i]} at table index {i}: expected 0 to {seats - 1}")
    if n:
        view.seat = &buttons[0]
    return view


cdef int seats_in(object compiled, list boards, list declare, cpf_board *seat_boards) except -1:
    cdef CompiledRules rules = <CompiledRules?> compiled
    cdef tuple entries = tuple(boards), declared = tuple(declare)
    cdef int i, seats = <int> len(entries)
    if not 2 <= seats <= CPF_MOST_PLAYERS or len(declared) != seats:
        raise BoardError(f"expected 2 to 4 boards, and a declaration for each, got {seats} and {len(declared)}")
    for i in range(seats):
        if entries[i] is None:
            cpf_surrender(&seat_boards[i])
        elif entries[i] is FOUL:
            cpf_kill_hand(&rules.rules, &seat_boards[i])
        else:
            read_cards(rules, entries[i], declared[i], &seat_boards[i])
    return seats


# ---- Fantasyland ----

def earned_by(CompiledRules compiled not None, board not None, int fantasyland_size, stays):
    """Return the size of the next Fantasyland that a board earns; 0 for none. `board`: a Board or 13 different cards.

    `fantasyland_size`: the size of the Fantasyland that the player is in, or 0. `stays`: number of consecutive stays.
    """
    cdef cpf_board parsed
    read_cards(compiled, board, CPF_DECLARE_NOTHING, &parsed)
    return cpf_earned(&compiled.rules, &parsed, fantasyland_size, min(stays, INT32_MAX))


def earned_by_rows(CompiledRules compiled not None, int fantasyland_size, stays):
    """Return the Fantasyland size that a row without the deuce of spades earns, by row and strength: uint8[3, STRENGTHS]."""
    import numpy as np

    cdef const cpf_rules *rules = &compiled.rules
    cdef int row, s
    cdef uint8_t[:, ::1] earned
    sizes = np.zeros((CPF_ROWS, CPF_STRENGTHS), np.uint8)
    if fantasyland_size and not cpf_may_stay(&rules.fantasyland, min(stays, INT32_MAX)):
        return sizes
    earned = sizes
    for row in range(CPF_ROWS):
        for s in range(CPF_STRENGTHS):
            earned[row, s] = cpf_row_earns(&rules.fantasyland, row, s, rules.royalties[row][s], fantasyland_size)
    return sizes


# ---- tables ----

def settle_table(CompiledRules compiled not None, list boards not None, button, list declare not None,
                 list owners not None, list carried not None, tuple causes not None):
    """Settle one table. A board is a Board, 13 cards, None (a surrender) or FOUL; duplicate cards are not detected.

    Return four lists. Points: by seat. Boards: the values of `read_board`. Pairings: both seats, the cause, the members
    of `cpf_pairing` after `by`. Pool rows: pot, points carried over, and points collected by seat; empty without a pool.
    """
    cdef cpf_board seat_boards[CPF_MOST_PLAYERS]
    cdef cpf_outcome outcome
    cdef cpf_seating seating
    cdef cpf_pairing *p
    cdef tuple players = tuple(owners), pots = tuple(carried), declared = tuple(declare)
    cdef list pairings = [], pool = []
    cdef uint32_t choosing = 0
    cdef int i, j, row, seats = seats_in(compiled, boards, declare, seat_boards)
    if not len(players) == len(declared) == seats or len(pots) != CPF_ROWS:
        raise BoardError(f"expected an owner for each of {seats} boards, and carried points of three rows, "
                         f"got {len(players)} and {len(pots)}")
    if len(causes) <= CPF_BY_SURRENDER:
        raise BoardError(f"expected {CPF_BY_SURRENDER + 1} causes, got {len(causes)}")
    memset(&outcome, 0, sizeof(cpf_outcome))
    set_seating(&seating, seats, button)
    for row in range(CPF_ROWS):
        seating.carried[row] = pots[row]
    for i in range(seats):
        seating.owner[i] = players[i]
        choosing |= <uint32_t> (declared[i] == CPF_DECLARE_IF_BETTER) << i
    cpf_settle_choosing(tables, &compiled.rules, seat_boards, &seating, choosing, &outcome)
    p = outcome.pairings
    for i in range(seats):
        for j in range(i + 1, seats):
            pairings.append((i, j, causes[p.by], triple(p.rows), triple(p.royalties), p.scoop, p.home_run, p.row_points,
                             p.scoop_points, p.overall, p.fixed, p.natural, p.times, p.aces, p.dealer, p.points))
            p += 1
    if compiled.rules.pairings == CPF_POOL:
        for row in range(CPF_ROWS):
            paid = [outcome.pool.collected[row][i] for i in range(seats)]
            pool.append((outcome.pool.pot[row], outcome.pool.carried[row], paid))
    return [outcome.points[i] for i in range(seats)], [seat_of(&seat_boards[i]) for i in range(seats)], pairings, pool


def settle_array(CompiledRules compiled not None, boards, button, declare, out, threads):
    """Settle many tables. `declare`: codes, int8[n, seats]; None: all players declare if that pays more than the rows."""
    cdef Py_buffer cards, result
    cdef const int8_t[::1] seats_of_buttons
    cdef const int8_t[:, ::1] declared
    cdef const int8_t *codes = NULL
    cdef int8_t shared_button = 0
    cdef cpf_buttons buttons
    cdef int64_t n, bad
    cdef int seats
    cdef int workers = threads_for(threads)
    view_tables(boards, &cards)
    memset(&result, 0, sizeof(result))
    try:
        n = bad = cards.shape[0]
        seats = <int> cards.shape[1]
        if type(button) is int:
            shared_button = button_in(button, seats)
            buttons.seat, buttons.step = &shared_button, 0
        else:
            button = buttons_in(button, n, seats)
        values = view_result(out, &cards, shape_of(&cards, False), "int32", &result)
        if n:
            if type(button) is not int:
                check_apart(values, button, "button")
                seats_of_buttons = button
                buttons.seat, buttons.step = &seats_of_buttons[0], 1
            if declare is not None:
                declared = declare
                if declared.shape[0] != n or declared.shape[1] != seats:
                    raise BoardError(f"expected {n * seats} declarations")
                codes = &declared[0, 0]
            with nogil:
                bad = cpf_settle_many(tables, &compiled.rules, <const uint8_t *> cards.buf, n, seats, buttons, codes,
                                      <int32_t *> result.buf, workers)
        if bad == n:
            return values
        if buttons.step:
            check_seat(f"button[{bad}]", seats_of_buttons[bad], seats)
        raise describe_bad_table((<object> cards.obj)[bad], bad, may_surrender=compiled.rules.surrender >= 0)
    finally:
        PyBuffer_Release(&result)
        PyBuffer_Release(&cards)


# ---- many boards ----

STRENGTH_VALUES, ROYALTY_VALUES, TOTAL_VALUES, FOUL_VALUES = range(4)
cdef tuple DTYPES = ("uint16", "int32", "int32", "bool")


cdef int view_boards(object boards, Py_buffer *view) except -1:
    """View boards: bytes whose last axis has 13 cards, or masks whose last axis has three rows."""
    if view_array(boards, view):
        if (are_bytes(view) and view.shape[view.ndim - 1] == CPF_HAND
                or are_aligned_masks(view) and view.shape[view.ndim - 1] == CPF_ROWS):
            return 0
        PyBuffer_Release(view)
    PyObject_GetBuffer(many_boards_in(boards), view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
    return 0


def values_of_boards(CompiledRules compiled not None, boards, int kind, out, threads):
    """Return values (one of the constants above) of many boards; see `settling/many_boards.py`."""
    cdef Py_buffer cards, result
    cdef cpf_many_boards view
    cdef cpf_board_values values
    cdef int64_t n, bad
    cdef int workers = threads_for(threads)
    view_boards(boards, &cards)
    memset(&result, 0, sizeof(result))
    memset(&view, 0, sizeof(view))
    memset(&values, 0, sizeof(values))
    try:
        shape = shape_of(&cards, False)
        if kind == STRENGTH_VALUES or kind == ROYALTY_VALUES:
            shape = (*shape, CPF_ROWS)
        results = view_result(out, &cards, shape, DTYPES[kind], &result)
        n = count_rows(&cards, False)
        if cards.itemsize == 8:
            view.masks = <const uint64_t *> cards.buf
        else:
            view.cards = <const uint8_t *> cards.buf
        if kind == STRENGTH_VALUES:
            values.strengths = <uint16_t *> result.buf
        elif kind == ROYALTY_VALUES:
            values.royalties = <int32_t *> result.buf
        elif kind == TOTAL_VALUES:
            values.totals = <int32_t *> result.buf
        else:
            values.fouls = <uint8_t *> result.buf
        with nogil:
            bad = cpf_read_boards(tables, &compiled.rules, view, n, values, workers) if n else 0
        if bad < n:
            raise describe_bad_board((<object> cards.obj).reshape(n, -1)[bad], bad)
        return results
    finally:
        PyBuffer_Release(&result)
        PyBuffer_Release(&cards)


# ---- for bots ----

def royalties_of_row(CompiledRules compiled not None, int row):
    """Return the royalties of a row by strength, int16[7917]."""
    import numpy as np

    cdef int16_t[::1] royalties
    if not 0 <= row < CPF_ROWS:
        raise RulesError(f"bad row {row}: expected 0 to 2")
    result = np.empty(CPF_STRENGTHS, np.int16)
    royalties = result
    for i in range(CPF_STRENGTHS):
        royalties[i] = compiled.rules.royalties[row][i]
    return result


def fouls_and_naturals(CompiledRules compiled not None, const uint8_t[:, ::1] boards not None):
    """Return two masks, bool[n]: the fouls, and the boards that may declare a natural. `boards`: uint8[n, 13]."""
    import numpy as np

    cdef int64_t i, n = boards.shape[0]
    cdef cpf_board board
    cdef uint8_t[::1] fouls, naturals
    if boards.shape[1] != CPF_HAND:
        raise BoardError(f"expected boards of {CPF_HAND} cards, got {boards.shape[1]}")
    masks = np.empty((2, n), np.bool_)
    fouls, naturals = masks.view(np.uint8)
    with nogil:
        for i in range(n):
            cpf_read_board(tables, &compiled.rules, &boards[i, 0], CPF_DECLARE_NOTHING, &board)
            fouls[i], naturals[i] = cpf_is_foul(&board), board.patterns != 0
    return masks[0], masks[1]


cdef int32_t priority_of(const cpf_rules *rules, const uint8_t *cards) noexcept nogil:
    """Return the priority (`natural_choice`) of the natural that a board would declare; 0 if it may declare none."""
    cdef cpf_board board
    cpf_read_board(tables, rules, cards, CPF_DECLARE_BEST, &board)
    return rules.natural_choice[board.natural] if board.natural >= 0 else 0


def show_naturals(CompiledRules compiled not None, uint8_t[:, ::1] boards not None):
    """Replace each board (uint8[n, 13]) by the board of its hand that shows the best natural, if that natural is better."""
    cdef int64_t i
    cdef int k, n
    cdef int32_t priority, best
    cdef uint8_t shown[CPF_ROW_SHAPES][CPF_HAND]
    if boards.shape[1] != CPF_HAND:
        raise BoardError(f"expected boards of {CPF_HAND} cards, got {boards.shape[1]}")
    with nogil:
        for i in range(boards.shape[0]):
            n = cpf_show_naturals(tables, &compiled.rules, &boards[i, 0], shown)
            best = priority_of(&compiled.rules, &boards[i, 0]) if n else 0
            for k in range(n):
                priority = priority_of(&compiled.rules, shown[k])
                if priority > best:
                    best = priority
                    memcpy(&boards[i, 0], shown[k], CPF_HAND)


# ---- tallies ----

def tally_counters():
    """Return the names of the counters of a tally, in order, with the number of int64 values of each counter."""
    return {cpf_tally_counters[i].name.decode(): cpf_tally_counters[i].size for i in range(CPF_TALLY_COUNTER_COUNT)}


def tally_array(CompiledRules compiled not None, const uint8_t[:, :, ::1] boards not None,
                const int8_t[:, ::1] declared not None, const uint8_t[:, ::1] fouls not None,
                const int8_t[::1] button not None, int32_t[:, ::1] points not None,
                int64_t[:, ::1] tallies not None):
    """Settle tables. The cards of a table must be different, which only the debug build checks; 255 marks a surrender.

    `declared`: codes of declarations. A board whose entry in `fouls` is not 0 is a foul without a declaration, regardless of
    its cards. Fill `points`, and add to `tallies`: a row for each seat, with counters in the order of `cpf_tally`.
    """
    cdef int64_t n = boards.shape[0]
    cdef int seats = <int> boards.shape[1]
    cdef cpf_buttons buttons
    cdef cpf_decisions decisions
    if not 2 <= boards.shape[1] <= 4 or boards.shape[2] != CPF_HAND:
        raise BoardError(f"expected boards of 2 to 4 seats with {CPF_HAND} cards each, got shape "
                         f"({n}, {boards.shape[1]}, {boards.shape[2]})")
    if (declared.shape[0] != n or fouls.shape[0] != n or points.shape[0] != n
            or not declared.shape[1] == fouls.shape[1] == points.shape[1] == tallies.shape[0] == boards.shape[1]
            or tallies.shape[1] * sizeof(int64_t) != sizeof(cpf_tally)):
        raise BoardError("declared, fouls, points and tallies: expected shapes that match boards")
    buttons = buttons_of(button, n, seats)
    if n:
        decisions.cards, decisions.declared, decisions.fouls = &boards[0, 0, 0], &declared[0, 0], &fouls[0, 0]
        with nogil:
            cpf_tally_many(tables, &compiled.rules, decisions, n, seats, buttons, &points[0, 0],
                           <cpf_tally *> &tallies[0, 0])


def compare_array(CompiledRules compiled not None, const uint8_t[:, ::1] boards not None,
                  const int8_t[::1] declared not None, const uint8_t[:, :, ::1] others not None,
                  const int8_t[:, ::1] others_declared not None, button, int32_t[:, ::1] points not None,
                  int64_t[:, ::1] tallies not None):
    """Settle each table once for each board of seat 0; fill points[table, board], and add to the tally of each board."""
    cdef int64_t n = others.shape[0], count = boards.shape[0], i
    cdef cpf_seating seating
    cdef cpf_board *parsed
    cdef cpf_decisions decisions, opponent_decisions
    if not 1 <= others.shape[1] <= 3 or others.shape[2] != CPF_HAND or boards.shape[1] != CPF_HAND:
        raise BoardError(f"expected boards of {CPF_HAND} cards, against 1 to 3 opponents, got shapes "
                         f"({count}, {boards.shape[1]}) and ({n}, {others.shape[1]}, {others.shape[2]})")
    if (declared.shape[0] != count or others_declared.shape[0] != n or others_declared.shape[1] != others.shape[1]
            or points.shape[0] != n or points.shape[1] != count or tallies.shape[0] != count
            or tallies.shape[1] * sizeof(int64_t) != sizeof(cpf_tally)):
        raise BoardError("declared, points and tallies: expected shapes that match boards and others")
    set_seating(&seating, <int> others.shape[1] + 1, button)
    if not n or not count:
        return
    decisions.cards, decisions.declared, decisions.fouls = &boards[0, 0], &declared[0], NULL
    opponent_decisions.cards, opponent_decisions.declared = &others[0, 0, 0], &others_declared[0, 0]
    opponent_decisions.fouls = NULL
    parsed = <cpf_board *> calloc(count, sizeof(cpf_board))  # NULL if the product overflows
    if parsed is NULL:
        raise MemoryError
    with nogil:
        for i in range(count):
            cpf_read_decision(tables, &compiled.rules, &decisions, i, &parsed[i])
            cpf_find_natural_order(tables, &compiled.rules, &parsed[i])
        cpf_compare_many(tables, &compiled.rules, parsed, count, opponent_decisions, n, &seating, &points[0, 0],
                         <cpf_tally *> &tallies[0, 0])
        free(parsed)


# ---- naturals ----

cdef int single_thread = threads_for(1)


cdef uint64_t hand_of(object cards) except? 0:
    cdef uint64_t mask = mask_of(cards)
    if count_cards(mask) != CPF_HAND:
        raise CardError(f"bad hand: expected {CPF_HAND} cards, got {count_cards(mask)}")
    return mask


def patterns_of(PatternSet patterns not None, cards):
    """Return the patterns of a set that a hand has, as bits."""
    cdef uint64_t mask = hand_of(cards)
    cdef uint32_t made = 0
    cpf_naturals_of_masks(&tables.patterns, &patterns.set, &mask, 1, patterns.set.patterns, &made, single_thread)
    return made


def rows_of_natural(PatternSet patterns not None, cards, wheel):
    """Return the rows that show the first pattern of a set, with the strongest back; None if no rows show it."""
    cdef uint64_t rows[CPF_ROWS]
    cdef uint64_t mask = hand_of(cards)
    cdef cpf_rules plain
    if not patterns.set.shown & 1:
        raise RulesError("bad pattern: expected one that rows show")
    memset(&plain, 0, sizeof(plain))
    plain.wheel = scale_of_wheel(wheel)
    if not cpf_show_natural(tables, &plain, patterns.set.pattern[0].rows, mask, rows):
        return None
    return cardset(rows[0]), cardset(rows[1]), cardset(rows[2])


cdef tuple WIDTHS = (CPF_HAND,)


def patterns_of_array(PatternSet patterns not None, hands, out, threads):
    """Return the patterns of a set that each hand has, as bits. Arguments and errors: see `naturals_many`."""
    cdef uint32_t selected = patterns.set.patterns
    cdef Py_buffer cards, result
    cdef int64_t n, bad
    cdef int workers = threads_for(threads)
    cdef bint are_masks = view_cards(hands, WIDTHS, &cards)
    memset(&result, 0, sizeof(result))
    try:
        values = view_result(out, &cards, shape_of(&cards, are_masks), "uint32", &result)
        n = bad = count_rows(&cards, are_masks)
        with nogil:
            if not n:
                pass
            elif are_masks:
                bad = cpf_naturals_of_masks(&tables.patterns, &patterns.set, <const uint64_t *> cards.buf, n, selected,
                                            <uint32_t *> result.buf, workers)
            else:
                bad = cpf_naturals_many(&tables.patterns, &patterns.set, <const uint8_t *> cards.buf, n, selected,
                                        <uint32_t *> result.buf, workers)
        if bad == n:
            return values
        if are_masks:
            raise describe_bad_mask((<const uint64_t *> cards.buf)[bad], bad, "hand", "13")
        raise describe_bad_row(row_at(&cards, bad), bad, "hand")
    finally:
        PyBuffer_Release(&result)
        PyBuffer_Release(&cards)


share_globals(globals())
