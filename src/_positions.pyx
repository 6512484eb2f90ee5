"""Many positions as arrays: the cards of masks, boards after placements, and observations."""

cimport cython
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from cpf cimport (
    CPF_AWAY, CPF_DECK, CPF_HAND, CPF_LEAST_SET, CPF_MOST_DEALT, CPF_PLACES, CPF_ROWS, cpf_cards_of_mask, cpf_env,
    cpf_env_legal, cpf_env_mask, cpf_env_observe, cpf_env_prepare, cpf_env_put, cpf_env_size, cpf_env_terms,
    cpf_lowest_bit, cpf_row_begin, cpf_row_size,
)
from cpoker_fast._boards cimport PartialBoard
from cpoker_fast._cards cimport CardSet, bit_of, count_cards
from cpoker_fast._openface cimport Plan

from cpoker_fast._core import share_globals
from cpoker_fast.errors import ArrayError, BoardError, CardError


cdef enum:
    DISCARD = CPF_ROWS  # the place of a card that is not put into a row


cdef uint8_t EMPTY = 255  # a place of a board without a card


cdef void write_board(const uint64_t *rows, uint8_t *board) noexcept nogil:
    """Write the cards of three rows, ascending in each row, then EMPTY for each place without a card."""
    cdef int row, place
    cdef uint64_t rest
    for row in range(CPF_ROWS):
        rest = cpf_cards_of_mask(rows[row])
        for place in range(cpf_row_begin[row], cpf_row_begin[row] + cpf_row_size[row]):
            board[place] = cpf_lowest_bit(rest) if rest else EMPTY
            rest &= rest - 1


def boards_of_rows(const uint64_t[:, ::1] rows not None, uint8_t[:, ::1] boards not None):
    """Write boards of masks, uint64[n, 3], as cards, uint8[n, 13]."""
    cdef int64_t i
    if rows.shape[1] != CPF_ROWS or boards.shape[1] != CPF_HAND or boards.shape[0] != rows.shape[0]:
        raise ArrayError("bad shape of an array")
    with nogil:
        for i in range(rows.shape[0]):
            write_board(&rows[i, 0], &boards[i, 0])


def cards_in_masks(const uint64_t[::1] masks not None, uint8_t[:, ::1] flags not None):
    """Write a 1 for each card of the masks, uint64[n], and a 0 for others: uint8[n, 52]."""
    cdef int64_t i
    cdef int card
    if flags.shape[1] != CPF_DECK or flags.shape[0] != masks.shape[0]:
        raise ArrayError("bad shape of an array")
    with nogil:
        for i in range(masks.shape[0]):
            for card in range(CPF_DECK):
                flags[i, card] = masks[i] >> (16 * (card & 3) + (card >> 2)) & 1


def masks_of_hands(const uint8_t[:, ::1] hands not None, uint64_t[::1] masks not None):
    """Write the masks of hands, uint8[n, k]; bytes that are no cards are ignored."""
    cdef int64_t i, j
    if masks.shape[0] != hands.shape[0]:
        raise ArrayError("bad shape of an array")
    with nogil:
        for i in range(hands.shape[0]):
            masks[i] = 0
            for j in range(hands.shape[1]):
                if hands[i, j] < CPF_DECK:
                    masks[i] |= bit_of(hands[i, j])


def partial_boards(const uint64_t[:, ::1] rows not None):
    """Return boards of masks, uint64[n, 3], which are not checked."""
    cdef PartialBoard board
    cdef int64_t i
    cdef int row
    boards = []
    if rows.shape[1] != CPF_ROWS:
        raise ArrayError("bad shape of an array")
    for i in range(rows.shape[0]):
        board = PartialBoard.__new__(PartialBoard)
        for row in range(CPF_ROWS):
            board.row[row] = rows[i, row]
        boards.append(board)
    return tuple(boards)


def boards_after_places(const uint64_t[:, ::1] rows not None, const uint8_t[:, ::1] hands not None,
                        const uint8_t[:, ::1] places not None, int to_place, uint8_t[:, ::1] boards not None,
                        uint8_t[::1] are_legal not None):
    """Write the boards after each card of each hand is put to a place: 0 to 2 for a row, 3 for a discard.

    `rows`: masks of the rows before the placement, uint64[n, 3]. `to_place`: number of cards that go to rows. `are_legal`:
    1 where this is a placement; other boards are not written.
    """
    cdef int64_t i, j, n = hands.shape[0]
    cdef uint64_t after[CPF_ROWS]
    cdef int row, placed, place
    cdef bint is_legal
    if (rows.shape[1] != CPF_ROWS or places.shape[1] != hands.shape[1] or boards.shape[1] != CPF_HAND
            or not n == rows.shape[0] == places.shape[0] == boards.shape[0] == are_legal.shape[0]):
        raise ArrayError("bad shape of an array")
    with nogil:
        for i in range(n):
            placed, is_legal = 0, True
            for row in range(CPF_ROWS):
                after[row] = rows[i, row]
            for j in range(hands.shape[1]):
                place = places[i, j]
                if place > DISCARD or hands[i, j] >= CPF_DECK:
                    is_legal = False
                elif place < DISCARD:
                    after[place] |= bit_of(hands[i, j])
                    placed += 1
            for row in range(CPF_ROWS):
                is_legal = is_legal and count_cards(after[row]) <= cpf_row_size[row]
            are_legal[i] = is_legal and placed == to_place
            if are_legal[i]:
                write_board(after, &boards[i, 0])


def are_boards_after(const uint64_t[:, ::1] rows not None, const uint64_t[::1] hands not None, int to_place,
                     const uint8_t[:, ::1] boards not None, uint8_t[::1] are_legal not None):
    """Write 1 where a board, uint8[n, 13], has the cards of `rows` in the same rows, and `to_place` cards of the hand.

    `rows`: masks of the rows before the placement, uint64[n, 3]; `hands`: masks of the hands. Places without a card are 255.
    """
    cdef int64_t i, n = hands.shape[0]
    cdef uint64_t after, added
    cdef int row, place, card, cards
    cdef bint is_legal
    if (rows.shape[1] != CPF_ROWS or boards.shape[1] != CPF_HAND
            or not n == rows.shape[0] == boards.shape[0] == are_legal.shape[0]):
        raise ArrayError("bad shape of an array")
    with nogil:
        for i in range(n):
            added, is_legal = 0, True
            for row in range(CPF_ROWS):
                after, cards = 0, 0
                for place in range(cpf_row_begin[row], cpf_row_begin[row] + cpf_row_size[row]):
                    card = boards[i, place]
                    if card < CPF_DECK:
                        after |= bit_of(card)
                        cards += 1
                    elif card != EMPTY:
                        is_legal = False
                is_legal = is_legal and count_cards(after) == cards and not rows[i, row] & ~after
                is_legal = is_legal and not added & after & ~rows[i, row]
                added |= after & ~rows[i, row]
            are_legal[i] = is_legal and not added & ~hands[i] and count_cards(added) == to_place


# ---- observations ----

def observation_size(Plan plan not None, int seats):
    """Return the number of bits of an observation."""
    return cpf_env_size(&plan.plan, seats)


@cython.final
cdef class Encoder:
    """Writes observations of positions at the turn of a player."""

    cdef cpf_env_terms terms
    cdef Plan plan

    def __cinit__(self, Plan plan not None, int seats, bint are_floats):
        self.plan = plan
        if not 2 <= seats <= plan.plan.rules.players:
            raise BoardError("bad number of seats")
        self.terms.plan, self.terms.seats, self.terms.are_floats = &plan.plan, seats, are_floats
        if not cpf_env_prepare(&self.terms):
            raise CardError("the deck has too few cards")

    def __reduce__(self):
        raise TypeError("an Encoder cannot be pickled")

    cdef int read(self, position, cpf_env *env) except -1:
        """Fill an environment with what the player to act sees."""
        cdef int seat, row, size
        cdef PartialBoard board
        cdef tuple boards = position.boards, open_hands = position.open_hands, sizes = position.fantasyland
        memset(env, 0, sizeof(cpf_env))
        if not len(boards) == len(open_hands) == len(sizes) == self.terms.seats:
            raise BoardError("bad position: expected another number of seats")
        env.seat, env.button, env.learner = position.seat, position.button, -1
        env.hand = cpf_cards_of_mask((<CardSet?> position.hand).mask)
        env.street = position.street
        if not 0 <= env.seat < self.terms.seats or not 0 <= env.button < self.terms.seats or not env.hand:
            raise BoardError("bad position: expected valid seats, and cards in hand")
        for seat in range(self.terms.seats):
            board, size = boards[seat], sizes[seat]
            if size and not CPF_LEAST_SET <= size <= CPF_MOST_DEALT:
                raise BoardError(f"bad position: expected Fantasylands of 13 to 17 cards, got {size}")
            env.set[seat] = size
            env.open[seat] = cpf_cards_of_mask((<CardSet?> open_hands[seat]).mask)
            for row in range(CPF_ROWS):
                env.plane[seat][row] = cpf_cards_of_mask(board.row[row])
                env.room[seat][row] = cpf_row_size[row] - count_cards(board.row[row])
        env.plane[env.seat][CPF_AWAY] = cpf_cards_of_mask((<CardSet?> position.discards).mask)
        env.to_place = position.to_place
        env.to_discard = count_cards((<CardSet?> position.hand).mask) - env.to_place
        if env.set[env.seat]:
            env.street = -1
        elif not 0 <= env.street < self.plan.plan.streets:
            raise BoardError("bad position: expected a street")
        return 0

    def write(self, positions, actions, uint8_t[:, ::1] observations not None, int8_t[:, ::1] masks not None):
        """Write observations, as bytes, and action masks, for positions after some legal `actions` of their players."""
        cdef cpf_env env
        cdef int64_t k
        cdef int action
        if (observations.shape[1] != self.terms.size << 2 * self.terms.are_floats or masks.shape[1] != CPF_PLACES
                or not observations.shape[0] == masks.shape[0] == len(positions) == len(actions)):
            raise BoardError("bad shape of an array")
        for k in range(observations.shape[0]):
            self.read(positions[k], &env)
            for action in actions[k]:
                if not 0 <= action < CPF_PLACES or not env.hand or not cpf_env_legal(&env) >> action & 1:
                    raise BoardError(f"bad action {action}")
                cpf_env_put(&env, action)
            if not env.hand:
                raise BoardError("expected fewer actions than cards in hand")
            cpf_env_observe(&self.terms, &env, env.seat, &observations[k, 0])
            cpf_env_mask(&env, &masks[k, 0])


share_globals(globals())
