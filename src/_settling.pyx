"""Compiled rules, and settling one table or many by them."""

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from cpoker_fast._ranking cimport ranking_tables

from cpoker_fast._arrays import available_threads, boards_in, result_out
from cpoker_fast.errors import BoardError, RulesError


cdef extern from "cpf_naturals.h" nogil:
    int CPF_PATTERNS
    ctypedef struct cpf_pattern_tables:
        uint64_t key[256]
    int cpf_naturals_build(cpf_pattern_tables *tables)


cdef extern from "cpf_ranking.h" nogil:
    int CPF_STRENGTHS, CPF_LOWBALL_STRENGTHS, CPF_WHEEL_LOWEST, CPF_WHEEL_SECOND, CPF_LOWBALL
    ctypedef struct cpf_scale:
        uint32_t meaning[7917]
    ctypedef struct cpf_ranking:
        cpf_scale scales[3]


cdef extern from "cpf_settling.h" nogil:
    int CPF_ROWS, CPF_MIDDLE, CPF_SURRENDERED
    ctypedef struct cpf_rules:
        int32_t wheel, lowball_middle, banker, ties, row_points, match_points, scoop_bonus, scoop_times
        int32_t home_run_bonus, home_run_times, home_run_players, overall_points, overall_with_extras
        int32_t royalties_always, foul, foul_pays_royalties, surrender, natural_mode, natural_compare
        uint32_t naturals
        int32_t natural_points[19]
        int32_t natural_level[19]
        int16_t royalties[3][7917]
    ctypedef struct cpf_board:
        uint32_t strengths[3]
        int32_t royalties[3]
        int32_t foul, surrendered, natural
    ctypedef struct cpf_pairing:
        int32_t by
        int32_t rows[3]
        int32_t royalties[3]
        int32_t scoop, home_run, row_points, scoop_points, overall, fixed, times, points
    ctypedef struct cpf_settling_tables:
        const cpf_ranking *ranking
        cpf_pattern_tables patterns
    void cpf_read_board(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, cpf_board *board)
    void cpf_surrender(cpf_board *board)
    void cpf_settle(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int players,
                    int button, cpf_pairing *pairings, int32_t *points)
    int64_t cpf_settle_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int64_t n,
                            int players, int button, int32_t *points, int threads)


cdef enum:
    GRID = 130  # categories, the royal flush among them, times ranks


cdef cpf_settling_tables tables
tables.ranking = <const cpf_ranking *> ranking_tables()
if cpf_naturals_build(&tables.patterns) == 0:
    raise SystemError("the table of three straights is wrong (cpf_naturals.c)")


@cython.final
cdef class CompiledRules:
    """Rules as the numbers and tables of `cpf_rules`; made by `cpoker_fast.rulebook.compiled`."""

    cdef cpf_rules rules

    def __cinit__(self, dict numbers, list naturals, list grids):
        cdef int row, s, category, rank, kind, n, pattern
        cdef uint32_t packed
        cdef cpf_rules *r = &self.rules
        cdef int32_t units[GRID]
        memset(r, 0, sizeof(cpf_rules))
        r.wheel = CPF_WHEEL_SECOND if numbers["wheel"] else CPF_WHEEL_LOWEST
        r.lowball_middle = numbers["lowball_middle"]
        r.banker, r.ties = numbers["banker"], numbers["row_ties"]
        r.row_points, r.match_points = numbers["row_points"], numbers["match_points"]
        r.scoop_bonus, r.scoop_times = numbers["scoop_bonus"], numbers["scoop_times"]
        r.home_run_bonus, r.home_run_times = numbers["home_run_bonus"], numbers["home_run_times"]
        r.home_run_players = numbers["home_run_players"]
        r.overall_points, r.overall_with_extras = numbers["overall_points"], numbers["overall_with_extras"]
        r.royalties_always = numbers["royalties_always"]
        r.foul, r.foul_pays_royalties = numbers["foul"], numbers["foul_pays_royalties"]
        r.surrender = numbers["surrender"]
        r.natural_mode, r.natural_compare = numbers["natural_mode"], numbers["natural_compare"]
        for natural, points, level in naturals:
            pattern = natural
            if not 0 <= pattern < CPF_PATTERNS:
                raise RulesError(f"bad pattern {natural!r}: expected 0 to {CPF_PATTERNS - 1}")
            r.naturals |= <uint32_t> 1 << pattern
            r.natural_points[pattern] = points
            r.natural_level[pattern] = level
        front, middle, back = grids
        for row, grid in enumerate((front, middle, back)):
            if len(grid) != GRID:
                raise RulesError(f"bad grid of royalties: expected {GRID} numbers, got {len(grid)}")
            for s, value in enumerate(grid):
                units[s] = value
            kind = CPF_LOWBALL if row == CPF_MIDDLE and r.lowball_middle else r.wheel
            n = CPF_LOWBALL_STRENGTHS if kind == CPF_LOWBALL else CPF_STRENGTHS
            for s in range(n):
                packed = tables.ranking.scales[kind].meaning[s]
                category, rank = packed >> 24, packed >> 16 & 15
                r.royalties[row][s] = <int16_t> units[13 * (9 if category == 8 and rank == 12 else category) + rank]

    def __reduce__(self):
        raise TypeError("compiled rules cannot be pickled: pickle the Rules they come from")


cdef const void *rules_of(object compiled) except NULL:
    """The `cpf_rules` of a CompiledRules, for the compiled modules of this package."""
    return &(<CompiledRules?> compiled).rules


cdef int read_cards(CompiledRules compiled, object cards_of_board, cpf_board *read) except -1:
    cdef tuple board = tuple(cards_of_board)  # of our own: nobody can shorten it
    cdef uint8_t cards[13]
    cdef int i
    if len(board) != 13:
        raise BoardError(f"bad board: expected 13 cards, got {len(board)}")
    for i in range(13):
        cards[i] = board[i]
    cpf_read_board(&tables, &compiled.rules, cards, read)
    return 0


cdef tuple seat_of(const cpf_board *board):
    return ((board.strengths[0], board.strengths[1], board.strengths[2]),
            (board.royalties[0], board.royalties[1], board.royalties[2]), bool(board.foul), board.natural)


def read_board(CompiledRules compiled not None, list cards not None):
    """Strengths, royalties, foul and the number of the natural (or -1) of 13 different cards."""
    cdef cpf_board board
    read_cards(compiled, cards, &board)
    return seat_of(&board)


cdef int seat_with_button(object button, int players) except -1:
    if not isinstance(button, int) or not 0 <= button < players:
        raise RulesError(f"button: expected a seat from 0 to {players - 1}, got {button!r}")
    return button


def settle_table(CompiledRules compiled not None, list boards not None, button):
    """Settles one table of lists of 13 different cards (None: a surrender); that they are different is not checked.

    Returns the points, what `read_board` tells of each board, and a tuple for each pairing in the order of `cpf_pairing`.
    """
    cdef cpf_board read[4]
    cdef cpf_pairing pairings[6]
    cdef int32_t points[4]
    cdef tuple own = tuple(boards)
    cdef int i, seat, players = <int> len(own)
    if not 2 <= players <= 4:
        raise BoardError(f"expected 2 to 4 boards, got {players}")
    seat = seat_with_button(button, players)
    for i in range(players):
        if own[i] is None:
            cpf_surrender(&read[i])
        else:
            read_cards(compiled, own[i], &read[i])
    cpf_settle(&tables, &compiled.rules, read, players, seat, pairings, points)
    return (
        [points[i] for i in range(players)],
        [seat_of(&read[i]) for i in range(players)],
        [(pairings[i].by, (pairings[i].rows[0], pairings[i].rows[1], pairings[i].rows[2]),
          (pairings[i].royalties[0], pairings[i].royalties[1], pairings[i].royalties[2]), pairings[i].scoop,
          pairings[i].home_run, pairings[i].row_points, pairings[i].scoop_points, pairings[i].overall, pairings[i].fixed,
          pairings[i].times, pairings[i].points)
         for i in range(players * (players - 1) // 2)],
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


def settle_array(CompiledRules compiled not None, boards, button, out, threads):
    """`settle_many` after its rules were compiled."""
    cdef const uint8_t[:, :, ::1] cards
    cdef int32_t[:, ::1] points
    cdef int64_t n, bad
    cdef int seat, players, workers = available_threads(threads)
    array = boards_in(boards)
    seat = seat_with_button(button, array.shape[1])
    values = result_out(out, (array.shape[0], array.shape[1]), array, "int32")
    cards, points = array, values
    n, players = cards.shape[0], <int> cards.shape[1]
    if n:
        with nogil:
            bad = cpf_settle_many(&tables, &compiled.rules, &cards[0, 0, 0], n, players, seat, &points[0, 0], workers)
        if bad < n:
            raise describe_bad_table(array[bad], bad, compiled.rules.surrender >= 0)
    return values
