"""Games of streets, also of one: the ways to place a street, outs of partial boards, and whole deals of package bots."""

cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from cpf cimport (
    CPF_ALL_ROOM, CPF_AWAY, CPF_BOARD_COMPLETE, CPF_BOARD_LACKS_STREET, CPF_BOARD_UNKNOWN, CPF_CATEGORIES, CPF_DECK,
    CPF_HAND, CPF_MOST_DEALT, CPF_MOST_DRAWS, CPF_MOST_PLAYERS, CPF_MOST_STREETS, CPF_MOST_WAYS, CPF_PLAYERS, CPF_ROOMS,
    CPF_ROWS, cpf_board_results, cpf_can_be_legal, cpf_careful_new, cpf_count_ways, cpf_distinct_ways, cpf_drawing,
    cpf_complete_boards, cpf_every_suit_counts, cpf_last_street, cpf_last_street_points, cpf_lay, cpf_lay_rows,
    cpf_list_ways, cpf_low_outs, cpf_lowest_bit, cpf_next_outs, cpf_outs, cpf_partial, cpf_perft,
    cpf_place, cpf_play_deals, cpf_players, cpf_read_results, cpf_room_digit, cpf_room_in_all, cpf_row_size, cpf_rules,
    cpf_scratch_new, cpf_street, cpf_table, cpf_view, cpf_way,
)
from cpoker_fast._boards cimport PartialBoard, Placement, placement_of_masks
from cpoker_fast._cards cimport bit_of, cards_ascending, cardset, count_cards, mask_of
from cpoker_fast._core cimport Steps, steps_through, threads_for
from cpoker_fast._dealing cimport bits_of
from cpoker_fast._rules cimport rules_of, settling_tables
from cpoker_fast._settling cimport buttons_of

from cpoker_fast._core import share_globals
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import BoardError, CardError, NetworkError, RulesError


# The players of the C core by name, the weakest first.
PLAYERS = {
    cpf_players[i].name.decode(): {
        "is_random": bool(cpf_players[i].is_random), "needs_networks": bool(cpf_players[i].needs_networks),
    } for i in range(CPF_PLAYERS)
}


cdef enum:
    FIRST_STEP = 1 << 14  # boards for each thread in the first step


# ---- plans ----

@cython.final
cdef class Plan:
    """Rules with the ways to place its streets; `cpoker_fast.game.plan` creates it."""

    def __cinit__(self, compiled):
        cdef const cpf_rules *rules = rules_of(compiled)
        cdef int64_t total = 0
        cdef int i, placed = 0, dealt = 0
        self.compiled, self.former = compiled, []
        self.plan.tables, self.plan.rules = settling_tables(), rules
        self.plan.streets = rules.streets
        if not 1 <= rules.streets <= CPF_MOST_STREETS or not 2 <= rules.players <= CPF_MOST_PLAYERS:
            raise RulesError("bad plan: expected 1 to 13 streets and 2 to 4 players")
        for i in range(rules.streets):
            self.plan.street[i].dealt, self.plan.street[i].placed = rules.dealt[i], rules.placed[i]
            dealt += rules.dealt[i]
            placed += rules.placed[i]
        if placed != CPF_HAND or dealt > rules.stack or rules.players * rules.stack > CPF_DECK:
            raise RulesError("bad plan: expected streets that place 13 cards, and a stack that fits into a deck")
        for i in range(self.plan.streets):
            total += self.count_ways_of(i)
        self.ways = <cpf_way *> malloc(total * sizeof(cpf_way))
        if self.ways is NULL:
            raise MemoryError
        self.list_all_ways()
        self.plan.careful = cpf_careful_new(&self.plan)
        if self.plan.careful is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.ways)
        free(self.plan.careful)

    def __reduce__(self):
        raise TypeError("a Plan cannot be pickled: pickle the Rules it comes from")

    cdef int64_t count_ways_of(self, int number) except -1:
        """Count the ways of a street for each room; return their total."""
        cdef cpf_street *street = &self.plan.street[number]
        cdef int64_t total = 0, count
        cdef int room, left = CPF_HAND, i
        for i in range(number):
            left -= self.plan.street[i].placed
        for room in range(CPF_ROOMS):
            if cpf_room_in_all(room) != left:
                continue
            count = cpf_count_ways(street.dealt, street.placed, room)
            if count > CPF_MOST_WAYS or street.dealt > CPF_HAND:
                raise RulesError(f"{street.placed} cards of {street.dealt} can be placed in {count:,} ways: "
                                 f"expected at most {CPF_MOST_WAYS:,} ways, and {CPF_HAND} dealt cards",
                                 path=f"streets[{number}]")
            street.count[room] = <int32_t> count
            self.most = max(self.most, count)
            total += count
        return total

    cdef void list_all_ways(self) noexcept:
        cdef cpf_way *next_way = self.ways
        cdef cpf_street *street
        cdef int i, room
        for i in range(self.plan.streets):
            street = &self.plan.street[i]
            for room in range(CPF_ROOMS):
                if street.count[room]:
                    cpf_list_ways(street.dealt, street.placed, room, next_way)
                    street.ways[room] = next_way
                    next_way += street.count[room]


# ---- the ways of a street ----

cdef int partial_of(PartialBoard board, cpf_partial *partial) except -1:
    """Fill a partial board for the core; raise BoardError if its cards are not valid."""
    cdef int row, n
    cdef uint64_t seen = 0
    partial.room = CPF_ALL_ROOM
    for row in range(CPF_ROWS):
        n = count_cards(board.row[row])
        if n > cpf_row_size[row] or board.row[row] & seen:  # `Placement.of_cards` does not check its cards
            raise BoardError(f"bad board {board}: expected different cards, at most three, five and five")
        seen |= board.row[row]
        partial.row[row] = board.row[row]
        partial.room -= n * cpf_room_digit[row]
    return 0


cdef const cpf_street *street_of(Plan plan, int number, const cpf_partial *board, uint64_t cards) except NULL:
    """Return a street; raise an error unless the board is at it, and `cards` are as many as it deals, none on the board."""
    if not 0 <= number < plan.plan.streets:
        raise BoardError(f"bad street index {number}: expected 0 to {plan.plan.streets - 1}")
    if count_cards(cards) != plan.plan.street[number].dealt:
        raise CardError(f"bad street: expected {plan.plan.street[number].dealt} cards, got {count_cards(cards)}")
    if cards & (board.row[0] | board.row[1] | board.row[2]):
        raise BoardError("bad street: some of its cards are on the board")
    if not plan.plan.street[number].count[board.room]:
        raise BoardError(f"bad rows: a board with {CPF_HAND - cpf_room_in_all(board.room)} cards is at another street")
    return &plan.plan.street[number]


cdef int read_street(uint64_t cards, uint8_t *ascending, uint64_t *masks) except -1:
    cdef int i, card
    for i, card in enumerate(cards_ascending(cards)):
        ascending[i], masks[i] = card, bit_of(card)
    return 0


cdef uint64_t cards_to(const cpf_way *way, int place, const uint64_t *masks) noexcept nogil:
    cdef uint32_t left = way.to[place]
    cdef uint64_t cards = 0
    while left:
        cards |= masks[cpf_lowest_bit(left)]
        left &= left - 1
    return cards


cdef Placement placement_of(const cpf_way *way, const uint64_t *masks):
    return placement_of_masks(cards_to(way, 0, masks), cards_to(way, 1, masks), cards_to(way, 2, masks),
                              cards_to(way, CPF_AWAY, masks))


@cython.final
cdef class DistinctWays:
    """The distinct ways to place the cards of a street on a board."""

    cdef cpf_partial board
    cdef uint8_t ascending[CPF_HAND]
    cdef uint64_t masks[CPF_HAND]  # masks of the cards in `ascending`
    cdef const cpf_way *ways
    cdef int32_t *numbers
    cdef int32_t count

    def __cinit__(self, Plan plan not None, int street, PartialBoard partial not None, cards):
        cdef const cpf_street *placing
        cdef uint64_t hand = mask_of(cards)
        partial_of(partial, &self.board)
        placing = street_of(plan, street, &self.board, hand)
        read_street(hand, self.ascending, self.masks)
        self.ways = placing.ways[self.board.room]
        self.numbers = <int32_t *> malloc(plan.most * sizeof(int32_t))
        if self.numbers is NULL:
            raise MemoryError
        with nogil:
            self.count = cpf_distinct_ways(placing, &self.board, self.ascending, cpf_every_suit_counts(plan.plan.rules),
                                           self.numbers)

    def __dealloc__(self):
        free(self.numbers)

    cdef const cpf_way *at(self, int32_t index) noexcept nogil:
        return &self.ways[self.numbers[index]]


def placements_of(Plan plan not None, int street, PartialBoard partial not None, cards):
    """Return the distinct placements of the cards of a street."""
    cdef DistinctWays ways = DistinctWays(plan, street, partial, cards)
    cdef int32_t i
    return [placement_of(ways.at(i), ways.masks) for i in range(ways.count)]


def rows_after(Plan plan not None, int street, PartialBoard partial not None, cards):
    """Return the masks of the rows after each distinct placement: uint64[n, 3]."""
    import numpy as np

    cdef DistinctWays ways = DistinctWays(plan, street, partial, cards)
    cdef cpf_partial after
    cdef uint64_t[:, ::1] rows
    cdef int32_t i
    cdef int row
    boards = np.empty((ways.count, CPF_ROWS), np.uint64)
    rows = boards
    with nogil:
        for i in range(ways.count):
            after = cpf_place(&ways.board, ways.at(i), ways.masks)
            for row in range(CPF_ROWS):
                rows[i, row] = after.row[row]
    return boards


def perft(Plan plan not None, cards, int depth):
    """Return the number of different sequences of placements of the first streets, for cards in the order dealt."""
    cdef cpf_partial board
    cdef uint8_t stack[CPF_DECK]
    cdef uint64_t masks[CPF_HAND]
    cdef int64_t count
    cdef int32_t *lists
    cdef int i, end, begin = 0
    cdef tuple dealt = tuple(cards)
    if not 0 <= depth <= plan.plan.streets:
        raise BoardError(f"bad depth {depth}: expected 0 to {plan.plan.streets}")
    for i in range(depth):
        begin += plan.plan.street[i].dealt
    if len(dealt) != begin or count_cards(mask_of(dealt)) != begin:
        raise CardError(f"bad cards: expected {begin} different cards for {depth} streets, got {len(dealt)}")
    begin = 0
    for i in range(depth):
        end = begin + plan.plan.street[i].dealt
        read_street(mask_of(dealt[begin:end]), stack + begin, masks)
        begin = end
    partial_of(PartialBoard(), &board)
    lists = <int32_t *> malloc(max(1, depth) * plan.most * sizeof(int32_t))
    if lists is NULL:
        raise MemoryError
    with nogil:
        count = cpf_perft(plan.plan.street, depth, &board, stack, cpf_every_suit_counts(plan.plan.rules), lists, plan.most)
    free(lists)
    return count


def can_be_legal(Plan plan not None, PartialBoard partial not None, live):
    """Return whether live cards can complete the board legally; raise BoardError if a live card is on the board."""
    cdef cpf_partial board
    cdef uint64_t mask = mask_of(live)
    cdef bint legal
    partial_of(partial, &board)
    if mask & (board.row[0] | board.row[1] | board.row[2]):
        raise BoardError(f"bad live cards {quote(live)}: some are on the board")
    with nogil:
        legal = cpf_can_be_legal(plan.plan.tables.ranking, plan.plan.rules, &board, mask)
    return legal


# ---- complete boards ----

def read_boards(compiled, const uint8_t[:, ::1] boards not None, const uint8_t[::1] faults not None,
                const uint8_t[::1] cards not None, const int32_t[::1] stays not None, threads=1):
    """Return, for boards of 13 different cards: fouls, royalties of each row, and sizes of the next Fantasyland (0: none).

    `faults`: not 0 for a board that is a foul regardless of its rows. `cards`: size of its player's Fantasyland, or 0.
    `stays`: number of consecutive stays.
    """
    import numpy as np

    cdef const cpf_rules *rules = rules_of(compiled)
    cdef cpf_complete_boards input
    cdef cpf_board_results results
    cdef int64_t n = boards.shape[0]
    cdef uint8_t[::1] fouls, earned
    cdef int32_t[:, ::1] royalties
    cdef int workers = threads_for(threads)
    cdef Steps steps = steps_through(n, workers, FIRST_STEP)
    if boards.shape[1] != CPF_HAND or not n == faults.shape[0] == cards.shape[0] == stays.shape[0]:
        raise BoardError("expected boards of 13 cards, with a fault, a size and stays for each")
    is_foul, royalties_of_rows, next_sizes = np.empty(n, np.bool_), np.empty((n, CPF_ROWS), np.int32), np.empty(n, np.uint8)
    fouls, royalties, earned = is_foul.view(np.uint8), royalties_of_rows, next_sizes
    while steps.next():
        input.boards, input.faults = &boards[steps.begin, 0], &faults[steps.begin]
        input.cards, input.stays = &cards[steps.begin], &stays[steps.begin]
        results.fouls, results.earned = &fouls[steps.begin], &earned[steps.begin]
        results.royalties = <int32_t (*)[CPF_ROWS]> &royalties[steps.begin, 0]
        with nogil:
            cpf_read_results(settling_tables(), rules, &input, steps.end - steps.begin, &results, workers)
    return is_foul, royalties_of_rows, next_sizes


# ---- players of the package ----

cdef int player_index(Plan plan, object name) except -1:
    cdef int player
    if not isinstance(name, str) or name not in PLAYERS:
        raise BoardError(f"bad player {quote(name)}: expected one of {', '.join(PLAYERS)}")
    player = list(PLAYERS).index(name)
    if cpf_players[player].needs_networks and plan.plan.evaluator is NULL:
        raise NetworkError("the plan has no networks")
    return player


def choose_placement(Plan plan not None, name, int street, PartialBoard partial not None, cards, seen, generator):
    """Return the placement that a player of the package chooses."""
    cdef cpf_partial board
    cdef cpf_view view
    cdef uint8_t ascending[CPF_HAND]
    cdef uint64_t masks[CPF_HAND]
    cdef const cpf_street *placing
    cdef const cpf_way *way
    cdef int player = player_index(plan, name)
    cdef uint64_t hand = mask_of(cards)
    source = generator.bit_generator
    partial_of(partial, &board)
    placing = street_of(plan, street, &board, hand)
    read_street(hand, ascending, masks)
    view.plan, view.street, view.board, view.cards = &plan.plan, street, &board, ascending
    view.seen, view.bits = mask_of(seen), bits_of(source)
    view.scratch = cpf_scratch_new(&plan.plan)
    if view.scratch is NULL:
        raise MemoryError
    try:
        with source.lock, nogil:
            way = &placing.ways[board.room][cpf_players[player].choose(&view)]
    finally:
        free(view.scratch)
    return placement_of(way, masks)


def play_deals(Plan plan not None, list players not None, list generators not None,
               const int8_t[::1] button not None, const uint8_t[:, :, ::1] stacks not None,
               const uint8_t[:, ::1] is_set not None, uint8_t[:, :, ::1] boards not None):
    """Play deals with players of the package, and fill the boards of all seats whose `is_set` is 0.

    `stacks`: the cards of each seat in the order dealt, all different at a table. Other threads must not use the generators
    during the call.
    """
    cdef cpf_table table
    cdef int i, seats = <int> len(players)
    cdef int64_t n = stacks.shape[0]
    cdef list sources = [generator.bit_generator for generator in generators]
    if (not 2 <= seats <= plan.plan.rules.players or len(sources) != seats
            or stacks.shape[1] != seats or stacks.shape[2] != plan.plan.rules.stack
            or not n == is_set.shape[0] == boards.shape[0] or is_set.shape[1] != seats
            or boards.shape[1] != seats or boards.shape[2] != CPF_HAND):
        raise BoardError("expected a player, a generator, a stack and a board for each seat")
    memset(&table, 0, sizeof(table))
    table.plan, table.seats, table.buttons = &plan.plan, seats, buttons_of(button, n, seats)
    for i in range(seats):
        table.player[i], table.bits[i] = player_index(plan, players[i]), bits_of(sources[i])
    table.scratch = cpf_scratch_new(&plan.plan)
    if table.scratch is NULL:
        raise MemoryError
    if n:
        with nogil:
            cpf_play_deals(&table, &stacks[0, 0, 0], &is_set[0, 0], n, &boards[0, 0, 0])
    free(table.scratch)


# ---- outs ----

def outs(row, int size, hand, unseen, int draws, bint is_low):
    """Return the counts of cpf_outs (or cpf_low_outs), and the next cards that improve the row, as card sets.

    The sets are by the category that the row then shows or, with `is_low`, by the low that the card completes.
    """
    cdef cpf_drawing d
    cdef uint64_t counts[CPF_CATEGORIES]
    cdef uint64_t better[CPF_CATEGORIES]
    cdef bint succeeded = True
    cdef int i
    d.row, d.hand, d.unseen, d.size, d.draws = mask_of(row), mask_of(hand), mask_of(unseen), size, draws
    if d.row & d.hand or (d.row | d.hand) & d.unseen or size not in (3, 5) or is_low and size != 5:
        raise BoardError("expected three sets of different cards, and a row of three or five")
    if not 0 <= draws <= min(CPF_MOST_DRAWS, count_cards(d.unseen)):
        raise CardError(f"expected 0 to {CPF_MOST_DRAWS} cards to be drawn of {count_cards(d.unseen)}, got {draws}")
    if not 0 <= size - count_cards(d.row) <= count_cards(d.hand) + draws:
        raise CardError(f"{count_cards(d.hand) + draws} cards cannot complete {row} to a row of {size}")
    with nogil:
        if is_low:
            cpf_low_outs(&d, counts)
        else:
            succeeded = cpf_outs(&d, counts)
    if not succeeded:
        raise MemoryError
    cpf_next_outs(&d, is_low, better)
    return tuple([counts[i] for i in range(CPF_CATEGORIES)]), tuple([cardset(better[i]) for i in range(CPF_CATEGORIES)])


# ---- the last street ----

cdef int set_boards(cpf_last_street *s, tuple boards) except -1:
    """Read the boards of a table. A board may be partial, or None if no card of it is known."""
    cdef int seat, lacks = s.plan.street[s.plan.streets - 1].placed
    if not 2 <= len(boards) <= CPF_MOST_PLAYERS or not 0 <= s.me < len(boards) or not 0 <= s.button < len(boards):
        raise BoardError("expected boards of two to four seats, the player's and the button among them")
    s.seats = <int32_t> len(boards)
    for seat, board in enumerate(boards):
        s.known[seat] = CPF_BOARD_UNKNOWN
        if board is None:
            continue
        partial_of(<PartialBoard?> board, &s.boards[seat])
        s.known[seat] = CPF_BOARD_LACKS_STREET if s.boards[seat].room else CPF_BOARD_COMPLETE
        if s.boards[seat].room and cpf_room_in_all(s.boards[seat].room) != lacks:
            raise BoardError(f"bad board of seat {seat}: expected a board that is complete or lacks {lacks} cards")
    return 0


def last_street_points(Plan plan not None, tuple boards not None, int me, int button, cards, unseen, dict worths not None,
                       bint settle_together):
    """Return the average points of each distinct way to place the last street, in the order of `placements_of`.

    `boards`: by seat; None for a board of which no card is known. `worths`: points for earning a Fantasyland, by its cards.
    `settle_together`: see src/cpf_last_street.h.
    """
    cdef cpf_last_street s
    cdef DistinctWays ways
    cdef uint64_t hand = mask_of(cards)
    cdef uint8_t *laid
    cdef double *points
    cdef int64_t i
    cdef bint succeeded = False
    cdef Py_ssize_t lacking = 0, needed
    memset(&s, 0, sizeof(s))
    s.plan, s.me, s.button, s.unseen = &plan.plan, me, button, mask_of(unseen)
    s.settle_together = settle_together
    for size, worth in worths.items():
        if not 0 < size <= CPF_MOST_DEALT:
            raise RulesError(f"bad Fantasyland: expected 1 to {CPF_MOST_DEALT} cards, got {size}")
        s.worth[<int> size] = worth
    set_boards(&s, boards)
    ways = DistinctWays(plan, plan.plan.streets - 1, boards[me], cards)
    for i in range(s.seats):
        lacking += i != me and s.known[i] == CPF_BOARD_LACKS_STREET
    needed = count_cards(hand) * (lacking if settle_together else lacking > 0)
    if hand & s.unseen or count_cards(s.unseen) < needed:
        raise CardError("expected enough unseen cards for the last street, none of them in the hand")
    laid = <uint8_t *> malloc(ways.count * CPF_HAND)
    points = <double *> malloc(ways.count * sizeof(double))
    try:
        if laid is not NULL and points is not NULL:
            with nogil:
                for i in range(ways.count):
                    cpf_lay_rows(&ways.board, laid + i * CPF_HAND)
                    cpf_lay(laid + i * CPF_HAND, ways.board.room, ways.at(i), ways.ascending)
                succeeded = cpf_last_street_points(&s, laid, ways.count, points)
        if not succeeded:
            raise MemoryError
        return [points[i] for i in range(ways.count)]
    finally:
        free(laid)
        free(points)


share_globals(globals())
