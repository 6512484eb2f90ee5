"""Compiled rules, and settling one table or many by them."""

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from cpoker_fast._cards cimport cardset, count_cards, mask_of
from cpoker_fast._ranking cimport describe_bad_mask, describe_bad_row, ranking_tables, scale_of_wheel

from cpoker_fast._arrays import available_threads, boards_in, cards_in, declare_in, result_out
from cpoker_fast.errors import BoardError, CardError, RulesError


cdef extern from "cpf_ranking.h" nogil:
    int CPF_STRENGTHS, CPF_LOWBALL_STRENGTHS, CPF_WHEEL_LOWEST, CPF_WHEEL_SECOND, CPF_LOWBALL
    ctypedef struct cpf_scale:
        uint32_t meaning[7917]
    ctypedef struct cpf_ranking:
        cpf_scale scales[3]


cdef extern from "cpf_naturals.h" nogil:
    int CPF_PATTERNS
    ctypedef struct cpf_pattern_tables:
        uint64_t key[256]
    int cpf_naturals_build(cpf_pattern_tables *tables)
    int64_t cpf_naturals_many(const cpf_pattern_tables *tables, const uint8_t *cards, int64_t n, uint32_t wanted,
                              uint32_t *out, int threads)
    int64_t cpf_naturals_of_masks(const cpf_pattern_tables *tables, const uint64_t *masks, int64_t n, uint32_t wanted,
                                  uint32_t *out, int threads)
    uint64_t cpf_natural_rows(const cpf_ranking *ranking, int kind, int pattern, uint64_t cards, uint64_t *rows)


cdef extern from "cpf_settling.h" nogil:
    int CPF_ROWS, CPF_MIDDLE, CPF_HAND, CPF_SURRENDERED, CPF_DECLARE_NOTHING
    ctypedef struct cpf_rules:
        int32_t wheel, lowball_middle, lowest_middle, pairings, ties, pool_carries, row_points, match_points
        int32_t scoop_bonus, scoop_times, home_run_bonus, home_run_times, home_run_players
        int32_t overall_points, overall_with_extras, royalties_always, deuce_of_spades
        int32_t foul, foul_pays_royalties, foul_pays_naturals, surrender, natural_mode, natural_compare
        int32_t side_payments
        int32_t aces[5]
        int32_t dealer_compensation
        uint32_t naturals
        int32_t natural_points[19]
        int32_t natural_level[19]
        int32_t natural_choice[19]
        int16_t royalties[3][7917]
    ctypedef struct cpf_board:
        uint32_t strengths[3]
        int32_t royalties[3]
        int32_t foul, surrendered, natural
        uint32_t patterns
    ctypedef struct cpf_seating:
        int32_t seats, button
        int32_t owner[4]
        int32_t carried[3]
    ctypedef struct cpf_pairing:
        int32_t by
        int32_t rows[3]
        int32_t royalties[3]
        int32_t scoop, home_run, row_points, scoop_points, overall, fixed, natural, times, aces, dealer, points
    ctypedef struct cpf_pool:
        int32_t pot[3]
        int32_t carried[3]
        int32_t collected[3][4]
    ctypedef struct cpf_outcome:
        cpf_pairing pairings[6]
        int32_t points[4]
        cpf_pool pool
    ctypedef struct cpf_settling_tables:
        const cpf_ranking *ranking
        cpf_pattern_tables patterns
    void cpf_read_board(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int declare,
                        cpf_board *board)
    void cpf_read_seat(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int declare,
                       cpf_board *board)
    void cpf_find_natural_order(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_board *board)
    void cpf_surrender(cpf_board *board)
    void cpf_settle(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards,
                    const cpf_seating *seating, cpf_outcome *outcome)
    int64_t cpf_settle_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int64_t n,
                            const cpf_seating *seating, const uint8_t *declare, int32_t *points, int threads)


cdef extern from "cpf_tally.h" nogil:
    ctypedef struct cpf_tally:
        pass
    ctypedef struct cpf_decisions:
        const uint8_t *cards
        const int8_t *declared
        const uint8_t *fouls
    void cpf_tally_many(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_decisions decisions, int64_t n,
                        const cpf_seating *seating, int32_t *points, cpf_tally *tallies)
    void cpf_compare_many(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t count,
                          cpf_decisions decisions, int64_t n, const cpf_seating *seating, int32_t *points, cpf_tally *tallies)
    void cpf_read_decision(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_decisions *decisions, int64_t i,
                           cpf_board *board)


cdef enum:
    GRID = 130  # categories, the royal flush among them, times ranks


cdef cpf_settling_tables tables
tables.ranking = <const cpf_ranking *> ranking_tables()
if cpf_naturals_build(&tables.patterns) == 0:
    raise SystemError("the table of three straights is wrong (cpf_naturals.c)")


cdef int units_by_strength(const void *rules, int row, list grid, dict exact, int16_t *by_strength) except -1:
    """Units by strength, from units by category and rank, and those of exact ranks."""
    cdef const cpf_rules *r = <const cpf_rules *> rules
    cdef int s, category, rank, n, kind = CPF_LOWBALL if row == CPF_MIDDLE and r.lowball_middle else r.wheel
    cdef uint32_t packed
    cdef int32_t units[GRID]
    cdef tuple numbers = tuple(grid)  # of our own: nobody can lengthen it
    if len(numbers) != GRID:
        raise RulesError(f"bad grid of a row: expected {GRID} numbers, got {len(numbers)}")
    for s in range(GRID):
        units[s] = numbers[s]
    n = CPF_LOWBALL_STRENGTHS if kind == CPF_LOWBALL else CPF_STRENGTHS
    for s in range(n):
        packed = tables.ranking.scales[kind].meaning[s]
        category, rank = packed >> 24, packed >> 16 & 15
        by_strength[s] = <int16_t> units[13 * (9 if category == 8 and rank == 12 else category) + rank]
        if exact and packed in exact:
            by_strength[s] = <int16_t> <int32_t> exact[packed]
    return 0


@cython.final
cdef class CompiledRules:
    """Rules as the numbers and tables of `cpf_rules`; made by `cpoker_fast.rulebook.compiled`."""

    cdef cpf_rules rules

    def __cinit__(self, dict numbers, list aces, list naturals, list tables_of_rows):
        cdef int i, pattern
        cdef cpf_rules *r = &self.rules
        memset(r, 0, sizeof(cpf_rules))
        r.wheel = CPF_WHEEL_SECOND if numbers["wheel"] else CPF_WHEEL_LOWEST
        r.lowball_middle, r.lowest_middle = numbers["lowball_middle"], numbers["lowest_middle"]
        r.pairings, r.ties, r.pool_carries = numbers["pairings"], numbers["row_ties"], numbers["pool_carries"]
        r.row_points, r.match_points = numbers["row_points"], numbers["match_points"]
        r.scoop_bonus, r.scoop_times = numbers["scoop_bonus"], numbers["scoop_times"]
        r.home_run_bonus, r.home_run_times = numbers["home_run_bonus"], numbers["home_run_times"]
        r.home_run_players = numbers["home_run_players"]
        r.overall_points, r.overall_with_extras = numbers["overall_points"], numbers["overall_with_extras"]
        r.royalties_always, r.deuce_of_spades = numbers["royalties_always"], numbers["deuce_of_spades"]
        r.foul, r.foul_pays_royalties = numbers["foul"], numbers["foul_pays_royalties"]
        r.foul_pays_naturals = numbers["foul_pays_naturals"]
        r.surrender = numbers["surrender"]
        r.natural_mode, r.natural_compare = numbers["natural_mode"], numbers["natural_compare"]
        r.dealer_compensation = numbers["dealer_compensation"]
        one, two, three, four = aces
        for i, value in enumerate((0, one, two, three, four)):
            r.aces[i] = value
        r.side_payments = any(aces) or r.dealer_compensation != 0
        for natural, points, level, choice in naturals:
            pattern = natural
            if not 0 <= pattern < CPF_PATTERNS:
                raise RulesError(f"bad pattern {natural!r}: expected 0 to {CPF_PATTERNS - 1}")
            r.naturals |= <uint32_t> 1 << pattern
            r.natural_points[pattern] = points
            r.natural_level[pattern] = level
            r.natural_choice[pattern] = choice
        front, middle, back = tables_of_rows
        for i, (grid, exact) in enumerate((front, middle, back)):
            units_by_strength(r, i, grid, exact, r.royalties[i])

    def __reduce__(self):
        raise TypeError("compiled rules cannot be pickled: pickle the Rules they come from")


cdef const void *rules_of(object compiled) except NULL:
    """The `cpf_rules` of a CompiledRules, for the compiled modules of this package."""
    return &(<CompiledRules?> compiled).rules


cdef int read_cards(CompiledRules compiled, object cards_of_board, int declare, cpf_board *read) except -1:
    cdef tuple board = tuple(cards_of_board)  # of our own: nobody can shorten it
    cdef uint8_t cards[13]
    cdef int i
    if len(board) != CPF_HAND:
        raise BoardError(f"bad board: expected {CPF_HAND} cards, got {len(board)}")
    if declare >= CPF_PATTERNS:
        raise RulesError(f"bad pattern {declare}: expected 0 to {CPF_PATTERNS - 1}")
    for i in range(13):
        cards[i] = board[i]
    cpf_read_board(&tables, &compiled.rules, cards, declare, read)
    return 0


cdef tuple triple(const int32_t *values):
    return values[0], values[1], values[2]


cdef tuple seat_of(const cpf_board *board):
    return ((board.strengths[0], board.strengths[1], board.strengths[2]), triple(board.royalties), bool(board.foul),
            board.natural, board.patterns)


def read_board(CompiledRules compiled not None, list cards not None, int declare):
    """Of 13 different cards: strengths, royalties, foul, the number of the declared natural or -1, the patterns as bits.

    `declare` is the number of a pattern, -1 for none, -2 for the best.
    """
    cdef cpf_board board
    read_cards(compiled, cards, declare, &board)
    return seat_of(&board)


cdef int seat_with_button(object button, int seats) except -1:
    if not isinstance(button, int) or isinstance(button, bool) or not 0 <= button < seats:
        raise RulesError(f"button: expected a seat from 0 to {seats - 1}, got {button!r}")
    return button


cdef int take_seats(cpf_seating *seating, int seats, object button) except -1:
    """One player a seat, and nothing carried over."""
    cdef int i
    seating.seats = seats
    seating.button = seat_with_button(button, seats)
    for i in range(4):
        seating.owner[i] = i
    for i in range(CPF_ROWS):
        seating.carried[i] = 0
    return 0


# ---- for the compiled modules of this package (see _settling.pxd) ----

cdef int seats_in(object compiled, list boards, list declare, void *read) except -1:
    cdef CompiledRules rules = <CompiledRules?> compiled
    cdef cpf_board *seats = <cpf_board *> read
    cdef tuple own = tuple(boards), declared = tuple(declare)
    cdef int i
    if not 2 <= len(own) <= 4 or len(declared) != len(own):
        raise BoardError(f"expected 2 to 4 boards, and a declaration for each, got {len(own)} and {len(declared)}")
    for i in range(<int> len(own)):
        if own[i] is None:
            cpf_surrender(&seats[i])
        else:
            read_cards(rules, own[i], declared[i], &seats[i])
    return 0


cdef void read_seat(const void *rules, const uint8_t *cards, int declare, void *board) noexcept nogil:
    cpf_read_seat(&tables, <const cpf_rules *> rules, cards, declare, <cpf_board *> board)
    cpf_find_natural_order(&tables, <const cpf_rules *> rules, <cpf_board *> board)


cdef void settle_seats(const void *rules, const void *boards, const void *seating, void *outcome) noexcept nogil:
    cpf_settle(&tables, <const cpf_rules *> rules, <const cpf_board *> boards, <const cpf_seating *> seating,
               <cpf_outcome *> outcome)


# ---- tables ----

def settle_table(CompiledRules compiled not None, list boards not None, button, list declare not None,
                 list owners not None, list carried not None):
    """Settles one table of lists of 13 different cards (None: a surrender); that they are different is not checked.

    Returns the points, what `read_board` tells of each board, a tuple for each pairing in the order of `cpf_pairing`, and
    for a pool what each row held, leaves over, and paid to each seat.
    """
    cdef cpf_board read[4]
    cdef cpf_outcome outcome
    cdef cpf_seating seating
    cdef cpf_pairing *p
    cdef tuple own = tuple(boards), declared = tuple(declare), players = tuple(owners), pots = tuple(carried)
    cdef list pairings = []
    cdef int i, row, seats = <int> len(own)
    if not 2 <= seats <= 4:
        raise BoardError(f"expected 2 to 4 boards, got {seats}")
    if len(declared) != seats or len(players) != seats or len(pots) != CPF_ROWS:
        raise BoardError("expected as many declarations and owners as boards, and three rows carried over")
    memset(&outcome, 0, sizeof(cpf_outcome))
    take_seats(&seating, seats, button)
    for row in range(3):
        seating.carried[row] = pots[row]
    for i in range(seats):
        seating.owner[i] = players[i]
        if own[i] is None:
            cpf_surrender(&read[i])
        else:
            read_cards(compiled, own[i], declared[i], &read[i])
    cpf_settle(&tables, &compiled.rules, read, &seating, &outcome)
    for i in range(seats * (seats - 1) // 2):
        p = &outcome.pairings[i]
        pairings.append((p.by, triple(p.rows), triple(p.royalties), p.scoop, p.home_run, p.row_points, p.scoop_points,
                         p.overall, p.fixed, p.natural, p.times, p.aces, p.dealer, p.points))
    return (
        [outcome.points[i] for i in range(seats)],
        [seat_of(&read[i]) for i in range(seats)],
        pairings,
        [(outcome.pool.pot[row], outcome.pool.carried[row], [outcome.pool.collected[row][i] for i in range(seats)])
         for row in range(3)],
    )


cdef object describe_bad_table(object table, Py_ssize_t index, bint may_surrender):
    seen = {}
    for player, board in enumerate(table.tolist()):
        if board[0] == CPF_SURRENDERED:
            if board.count(CPF_SURRENDERED) < len(board):
                return BoardError(f"table {index}: board {player} is a surrender (255) only in part", index=index)
            if not may_surrender:
                return RulesError(f"table {index}: board {player} is a surrender (255), which these rules do not have")
            continue
        for place, card in enumerate(board):
            if card > 51:
                return BoardError(f"table {index}: board {player}: bad card {card} at position {place}: expected 0 to 51",
                                  index=index)
            if card in seen:
                return BoardError(f"table {index}: card {card} stands in board {seen[card]} and again in board {player}, "
                                  f"position {place}", index=index)
            seen[card] = player


def settle_array(CompiledRules compiled not None, boards, button, declare, out, threads):
    """`settle_many` after its rules were compiled."""
    cdef const uint8_t[:, :, ::1] cards
    cdef const uint8_t[:, ::1] declared
    cdef const uint8_t *declares = NULL
    cdef int32_t[:, ::1] points
    cdef int64_t n, bad
    cdef cpf_seating seating
    cdef int workers = available_threads(threads)
    array = boards_in(boards)
    take_seats(&seating, array.shape[1], button)
    values = result_out(out, (array.shape[0], array.shape[1]), array, "int32")
    cards, points = array, values
    n = cards.shape[0]
    if n:
        if declare is not None:
            declared = declare_in(declare, (array.shape[0], array.shape[1]), values)
            declares = &declared[0, 0]
        with nogil:
            bad = cpf_settle_many(&tables, &compiled.rules, &cards[0, 0, 0], n, &seating, declares, &points[0, 0], workers)
        if bad < n:
            raise describe_bad_table(array[bad], bad, compiled.rules.surrender >= 0)
    return values


# ---- for bots ----

def royalties_of_row(CompiledRules compiled not None, int row):
    """The royalties of a row by strength, int16[7917]."""
    import numpy as np

    cdef int16_t[::1] royalties
    if not 0 <= row < CPF_ROWS:
        raise RulesError(f"bad row {row}: expected 0 to 2")
    found = np.empty(CPF_STRENGTHS, np.int16)
    royalties = found
    for i in range(CPF_STRENGTHS):
        royalties[i] = compiled.rules.royalties[row][i]
    return found


def fouls_of_boards(CompiledRules compiled not None, const uint8_t[:, ::1] boards not None):
    """Which of some boards, uint8[n, 13] of different cards, are fouls; bool[n]."""
    import numpy as np

    cdef int64_t i, n = boards.shape[0]
    cdef cpf_board board
    cdef uint8_t[::1] fouls
    if boards.shape[1] != CPF_HAND:
        raise BoardError(f"expected boards of {CPF_HAND} cards")
    found = np.empty(n, np.bool_)
    fouls = found.view(np.uint8)
    with nogil:
        for i in range(n):
            cpf_read_board(&tables, &compiled.rules, &boards[i, 0], CPF_DECLARE_NOTHING, &board)
            fouls[i] = board.foul
    return found


# ---- tallies ----

def tally_array(CompiledRules compiled not None, const uint8_t[:, :, ::1] boards not None,
                const int8_t[:, ::1] declared not None, const uint8_t[:, ::1] fouls not None, button,
                int32_t[:, ::1] points not None, int64_t[:, ::1] tallies not None):
    """Settles tables of different cards a board (255: a surrender); that they are is not checked, but any bytes are safe.

    `declared` has the codes of declarations, and `fouls` is not 0 for a board that is a foul whatever its rows are. Fills
    `points` and adds to the tallies, a row of counters a seat, as `cpf_tally` has them.
    """
    cdef int64_t n = boards.shape[0]
    cdef cpf_seating seating
    cdef cpf_decisions decisions
    if not 2 <= boards.shape[1] <= 4 or boards.shape[2] != CPF_HAND:
        raise BoardError(f"expected boards of 2 to 4 seats with {CPF_HAND} cards each")
    if (declared.shape[0] != n or fouls.shape[0] != n or points.shape[0] != n
            or not declared.shape[1] == fouls.shape[1] == points.shape[1] == tallies.shape[0] == boards.shape[1]
            or tallies.shape[1] * sizeof(int64_t) != sizeof(cpf_tally)):
        raise BoardError("expected points and a declaration for each seat, and a tally of all counters for each")
    take_seats(&seating, <int> boards.shape[1], button)
    if n:
        decisions.cards, decisions.declared, decisions.fouls = &boards[0, 0, 0], &declared[0, 0], &fouls[0, 0]
        with nogil:
            cpf_tally_many(&tables, &compiled.rules, decisions, n, &seating, &points[0, 0], <cpf_tally *> &tallies[0, 0])


def compare_array(CompiledRules compiled not None, const uint8_t[:, ::1] boards not None,
                  const int8_t[::1] declared not None, const uint8_t[:, :, ::1] others not None,
                  const int8_t[:, ::1] others_declared not None, button, int32_t[:, ::1] points not None,
                  int64_t[:, ::1] tallies not None):
    """As `tally_array`, for seat 0, which sets each of several boards in turn: points[table, board], and a tally a board."""
    cdef int64_t n = others.shape[0], count = boards.shape[0], i
    cdef cpf_seating seating
    cdef cpf_board *read
    cdef cpf_decisions own, theirs
    if not 1 <= others.shape[1] <= 3 or others.shape[2] != CPF_HAND or boards.shape[1] != CPF_HAND:
        raise BoardError(f"expected boards of {CPF_HAND} cards, against 1 to 3 others")
    if (declared.shape[0] != count or others_declared.shape[0] != n or others_declared.shape[1] != others.shape[1]
            or points.shape[0] != n or points.shape[1] != count or tallies.shape[0] != count
            or tallies.shape[1] * sizeof(int64_t) != sizeof(cpf_tally)):
        raise BoardError("expected points and a declaration for each board, and a tally of all counters for each")
    take_seats(&seating, <int> others.shape[1] + 1, button)
    if not n or not count:
        return
    own.cards, own.declared, own.fouls = &boards[0, 0], &declared[0], NULL
    theirs.cards, theirs.declared, theirs.fouls = &others[0, 0, 0], &others_declared[0, 0], NULL
    read = <cpf_board *> malloc(count * sizeof(cpf_board))
    if read is NULL:
        raise MemoryError
    with nogil:
        for i in range(count):
            cpf_read_decision(&tables, &compiled.rules, &own, i, &read[i])
            cpf_find_natural_order(&tables, &compiled.rules, &read[i])
        cpf_compare_many(&tables, &compiled.rules, read, count, theirs, n, &seating, &points[0, 0],
                         <cpf_tally *> &tallies[0, 0])
        free(read)


# ---- naturals ----

cdef uint64_t hand_of(object cards) except? 0:
    cdef uint64_t mask = mask_of(cards)
    if count_cards(mask) != CPF_HAND:
        raise CardError(f"bad hand: expected {CPF_HAND} cards, got {count_cards(mask)}")
    return mask


def patterns_of(cards, uint32_t wanted):
    """The patterns of a hand as bits."""
    cdef uint64_t mask = hand_of(cards)
    cdef uint32_t found = 0
    cpf_naturals_of_masks(&tables.patterns, &mask, 1, wanted, &found, 1)
    return found


def rows_of_natural(cards, int pattern, wheel):
    """Front, middle and back that show a pattern of straights or flushes best; None if the hand does not make it."""
    cdef uint64_t rows[3]
    cdef uint64_t mask = hand_of(cards)
    if not 0 <= pattern < CPF_PATTERNS:
        raise RulesError(f"bad pattern {pattern}: expected 0 to {CPF_PATTERNS - 1}")
    if not cpf_natural_rows(tables.ranking, scale_of_wheel(wheel), pattern, mask, rows):
        return None
    return cardset(rows[0]), cardset(rows[1]), cardset(rows[2])


def patterns_of_array(hands, uint32_t wanted, out, threads):
    """`naturals_many` with the patterns that are looked for as bits."""
    cdef const uint8_t[:, ::1] cards
    cdef const uint64_t[::1] masks
    cdef uint32_t[::1] bits
    cdef int64_t n, bad
    cdef int workers = available_threads(threads)
    array = cards_in(hands, (CPF_HAND,))
    is_mask = array.dtype.itemsize == 8
    values = result_out(out, array.shape if is_mask else array.shape[:array.ndim - 1], array, "uint32")
    n = values.size
    if n:
        bits = values.reshape(-1)
        if is_mask:
            masks = array.reshape(-1)
            with nogil:
                bad = cpf_naturals_of_masks(&tables.patterns, &masks[0], n, wanted, &bits[0], workers)
        else:
            cards = array.reshape(-1, CPF_HAND)
            with nogil:
                bad = cpf_naturals_many(&tables.patterns, &cards[0, 0], n, wanted, &bits[0], workers)
        if bad < n and is_mask:
            raise describe_bad_mask(masks[bad], bad, "hand", "13")
        if bad < n:
            raise describe_bad_row(cards[bad], bad, "hand")
    return values
