"""Environments for reinforcement learning, and tables of bots: many deals at once, played by cards or by boards."""

cimport cython
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from cpf cimport (
    CPF_AWAY, CPF_BY_CALLER, CPF_DEAD_HAND, CPF_DECK, CPF_DECLARE_IF_BETTER, CPF_EVERY_SEAT, CPF_HAND, CPF_MOST_DEALT,
    CPF_MOST_PLAYERS, CPF_MOST_STACK, CPF_PLACES, CPF_ROWS, CPF_SEAT_ALTERNATES, CPF_SEAT_FIXED, CPF_SEAT_RANDOM,
    CPF_SET_SIZES, CPF_STREAM_SIZE, cpf_bits, cpf_cards_of_mask, cpf_env, cpf_env_arrays, cpf_env_begin, cpf_env_board,
    cpf_env_dealt, cpf_env_end_turn, cpf_env_give_up, cpf_env_go_on, cpf_env_lay, cpf_env_legal, cpf_env_let_place,
    cpf_env_mask, cpf_env_next_turn, cpf_env_observe, cpf_env_open_hand, cpf_env_prepare, cpf_env_put, cpf_env_replace,
    cpf_env_reset, cpf_env_sample, cpf_env_sample_from, cpf_env_step, cpf_env_take_back, cpf_envs, cpf_is_closed,
    cpf_lowest_bit, cpf_mask_of_cards, cpf_row_begin, cpf_row_size, cpf_scratch, cpf_scratch_new,
)
from cpoker_fast._boards cimport Placement
from cpoker_fast._cards cimport count_cards
from cpoker_fast._core cimport threads_for
from cpoker_fast._dealing cimport bits_of
from cpoker_fast._openface cimport Plan, player_index

import threading

from cpoker_fast._core import share_globals
from cpoker_fast.errors import BoardError, CardError


STREAM_SIZE = CPF_STREAM_SIZE  # number of environments that share streams of random bits

# Seats that the caller plays; see src/cpf_environments.h.
EVERY_SEAT, SEAT_FIXED, SEAT_ALTERNATES, SEAT_RANDOM = (
    CPF_EVERY_SEAT, CPF_SEAT_FIXED, CPF_SEAT_ALTERNATES, CPF_SEAT_RANDOM
)


@cython.final
cdef class Environments:
    """Deals that are played at once; see src/cpf_environments.h. Concurrent calls wait for each other.

    `set_below`: for each Fantasyland size from 13 to 17, 2**32 times the chance of this size or a smaller one. `worth`: the
    reward for earning a Fantasyland, by its cards, 0 to 17. `arrays`: the members of cpf_env_arrays, in order; for a reset
    the first four. `learner`: EVERY_SEAT, or another of these constants. With another constant, `opponents` are listed
    clockwise from the learner: players of the package by name, and None for those that the caller plays. `declare`: code of
    the declaration of the learner or, without opponents, of all players.
    """

    cdef cpf_envs envs
    cdef Plan plan
    cdef object lock
    cdef list sources  # the bit generators, kept alive

    def __cinit__(self, Plan plan not None, int64_t n, int seats, int button, tuple set_below not None,
                  tuple worth not None, int autoreset, bint are_floats, int learner=CPF_EVERY_SEAT, int learner_seat=0,
                  tuple opponents=(), int declare=CPF_DECLARE_IF_BETTER):
        cdef int i
        self.plan, self.lock, self.sources = plan, threading.Lock(), []
        if (not 1 <= n <= 1 << 24 or not 2 <= seats <= plan.plan.rules.players or not -1 <= button < seats
                or len(set_below) != CPF_SET_SIZES or len(worth) != CPF_MOST_DEALT + 1):
            raise BoardError("bad environments: expected 1 to 2**24, valid seats, a valid button, 5 chances and 18 worths")
        if len(opponents) != (0 if learner == CPF_EVERY_SEAT else seats - 1) or not 0 <= learner_seat < seats:
            raise BoardError("bad environments: expected an opponent at every seat but the learner's, and a valid seat")
        self.envs.n = n
        self.envs.terms.plan, self.envs.terms.seats, self.envs.terms.button = &plan.plan, seats, button
        self.envs.terms.autoreset, self.envs.terms.are_floats = autoreset, are_floats
        self.envs.terms.learner, self.envs.terms.learner_seat = learner, learner_seat
        self.envs.terms.declare = declare
        for i in range(<int> len(opponents)):
            self.envs.terms.opponent[i + 1] = CPF_BY_CALLER
            if opponents[i] is not None:
                self.envs.terms.opponent[i + 1] = player_index(plan, opponents[i])
        for i in range(CPF_SET_SIZES):
            self.envs.terms.set_below[i] = set_below[i]
        for i in range(CPF_MOST_DEALT + 1):
            self.envs.terms.worth[i] = worth[i]
        if not cpf_env_prepare(&self.envs.terms):
            raise CardError("bad environments: the deck has too few cards for Fantasylands of these sizes")
        streams = (n + CPF_STREAM_SIZE - 1) // CPF_STREAM_SIZE
        self.envs.env = <cpf_env *> calloc(n, sizeof(cpf_env))
        self.envs.legal = <uint8_t *> calloc(n, 1)
        self.envs.action = <uint8_t *> calloc(n, 1)
        self.envs.deals = <const cpf_bits **> calloc(streams, sizeof(cpf_bits *))
        self.envs.random = <const cpf_bits **> calloc(streams, sizeof(cpf_bits *))
        self.envs.others = <const cpf_bits **> calloc(streams, sizeof(cpf_bits *))
        if (self.envs.env is NULL or self.envs.legal is NULL or self.envs.action is NULL or self.envs.deals is NULL
                or self.envs.random is NULL or self.envs.others is NULL):
            raise MemoryError
        for i in range(n):
            self.envs.env[i].seat = self.envs.env[i].learner = -1

    def __dealloc__(self):
        free(self.envs.env)
        free(self.envs.legal)
        free(self.envs.action)
        free(self.envs.deals)
        free(self.envs.random)
        free(self.envs.others)

    def __reduce__(self):
        raise TypeError("environments cannot be pickled")

    def seed(self, list deals not None, list random not None, list others not None):
        """Set generators, one each for every STREAM_SIZE environments: for deals, random actions, and opponents if any.

        The learner's seats alternate from the beginning again: from seat 0 in the first environment, 1 in the second one.
        """
        cdef int64_t i, streams = (self.envs.n + CPF_STREAM_SIZE - 1) // CPF_STREAM_SIZE
        cdef list generators = [generator.bit_generator for generator in deals + random + others]
        cdef int64_t of_others = 0 if self.envs.terms.learner == CPF_EVERY_SEAT else streams
        if not len(deals) == len(random) == streams or len(others) != of_others:
            raise BoardError(f"expected {streams} generators of each kind, and {of_others} for opponents")
        with self.lock:
            for i in range(streams):
                self.envs.deals[i] = bits_of(generators[i])
                self.envs.random[i] = bits_of(generators[streams + i])
            for i in range(of_others):
                self.envs.others[i] = bits_of(generators[2 * streams + i])
            for i in range(self.envs.n):
                self.envs.env[i].learner = (i + self.envs.terms.seats - 1) % self.envs.terms.seats
            self.sources = generators

    cdef int set_arrays(self, tuple arrays, bint of_step, cpf_env_arrays *target) except -1:
        cdef uint8_t[:, ::1] observations = arrays[0]
        cdef int8_t[:, ::1] masks = arrays[1]
        cdef int8_t[::1] to_act = arrays[2]
        cdef int8_t[::1] learners = arrays[3]
        cdef float[:, ::1] rewards
        cdef uint8_t[::1] over
        cdef uint8_t[:, :, ::1] boards
        cdef uint8_t[:, ::1] earned
        cdef int64_t n = self.envs.n
        cdef int seats = self.envs.terms.seats
        if not self.sources:
            raise BoardError("expected generators before the first deal")
        if (observations.shape[0] != n or observations.shape[1] != self.envs.terms.size << 2 * self.envs.terms.are_floats
                or masks.shape[0] != n or masks.shape[1] != CPF_PLACES or to_act.shape[0] != n
                or (learners is None) != (self.envs.terms.learner == CPF_EVERY_SEAT)
                or learners is not None and learners.shape[0] != n):
            raise BoardError("bad shape of an array")
        target.learners = NULL
        if learners is not None:
            target.learners = &learners[0]
        target.observations, target.masks, target.to_act = &observations[0, 0], &masks[0, 0], &to_act[0]
        if of_step:
            rewards, over, boards, earned = arrays[4:]
            if (rewards.shape[0] != n or rewards.shape[1] != seats or over.shape[0] != n or boards.shape[0] != n
                    or boards.shape[1] != seats or boards.shape[2] != CPF_HAND or earned.shape[0] != n
                    or earned.shape[1] != seats):
                raise BoardError("bad shape of an array")
            target.rewards, target.over = &rewards[0, 0], &over[0]
            target.boards, target.earned = &boards[0, 0, 0], &earned[0, 0]
        return 0

    def reset(self, selected, tuple arrays not None, threads):
        """Begin new deals where `selected` is not 0 (uint8[n]; None: in all environments)."""
        cdef cpf_env_arrays core_arrays
        cdef const uint8_t[::1] where = selected
        cdef const uint8_t *first = NULL
        cdef int succeeded, workers = threads_for(threads)
        self.set_arrays(arrays, False, &core_arrays)
        if where is not None and where.shape[0] != self.envs.n:
            raise BoardError("bad shape of an array")
        if where is not None:
            first = &where[0]
        with self.lock, nogil:
            succeeded = cpf_env_reset(&self.envs, first, &core_arrays, workers)
        if not succeeded:
            raise MemoryError

    def replace(self, int64_t[::1] actions not None):
        """Replace each illegal action of 0 to 3 by the next legal one."""
        if actions.shape[0] != self.envs.n:
            raise BoardError("bad shape of an array")
        with self.lock:
            cpf_env_replace(&self.envs, &actions[0])

    def step(self, actions, tuple arrays not None, threads):
        """Play one action in each environment, and return -1; if some are illegal, play none and return the first index.

        `actions`: int64[n]; or None after the caller has placed the hands of all players to act.
        """
        cdef cpf_env_arrays core_arrays
        cdef const int64_t[::1] chosen = actions
        cdef const int64_t *first = NULL
        cdef int64_t i, bad = -1
        cdef int workers = threads_for(threads)
        self.set_arrays(arrays, True, &core_arrays)
        if chosen is not None:
            if chosen.shape[0] != self.envs.n:
                raise BoardError("bad shape of an array")
            first = &chosen[0]
        with self.lock:
            if first is NULL:
                for i in range(self.envs.n):
                    if self.envs.env[i].seat >= 0 and self.envs.env[i].hand:
                        raise BoardError(f"environment {i}: expected a hand that is placed")
            with nogil:
                bad = cpf_env_step(&self.envs, first, &core_arrays, workers)
        if bad < 0:
            raise MemoryError
        return bad if bad < self.envs.n else -1

    def go_on(self, const uint8_t[::1] selected not None, tuple arrays not None, threads):
        """Go on where `selected` is not 0, after the caller has placed the cards of an opponent."""
        cdef cpf_env_arrays core_arrays
        cdef int succeeded = False, workers = threads_for(threads)
        cdef int64_t i
        self.set_arrays(arrays, True, &core_arrays)
        if selected.shape[0] != self.envs.n:
            raise BoardError("bad shape of an array")
        with self.lock:
            for i in range(self.envs.n):
                if selected[i] and (self.envs.env[i].seat < 0 or self.envs.env[i].hand):
                    raise BoardError(f"environment {i}: expected an opponent whose cards are placed")
            with nogil:
                succeeded = cpf_env_go_on(&self.envs, &selected[0], &core_arrays, workers)
        if not succeeded:
            raise MemoryError

    def masks(self, int8_t[:, ::1] masks not None):
        """Write the action masks of the players to act; only zeros where the deal is over."""
        cdef int64_t i
        if masks.shape[0] != self.envs.n or masks.shape[1] != CPF_PLACES:
            raise BoardError("bad shape of an array")
        with self.lock:
            for i in range(self.envs.n):
                cpf_env_mask(&self.envs.env[i], &masks[i, 0])

    def sample(self, generator, int64_t[::1] actions not None, threads):
        """Sample legal actions with the streams of `seed` or, if not None, with `generator`, whose lock the call holds."""
        cdef int workers = threads_for(threads)
        cdef const cpf_bits *bits
        if actions.shape[0] != self.envs.n or not self.sources:
            raise BoardError("bad shape of an array, or no generators yet")
        if generator is None:
            with self.lock, nogil:
                cpf_env_sample(&self.envs, &actions[0], workers)
        else:
            source = generator.bit_generator
            bits = bits_of(source)
            with self.lock, source.lock, nogil:
                cpf_env_sample_from(&self.envs, bits, &actions[0])

    # ---- single environments ----

    cdef cpf_env *at(self, int64_t index) except NULL:
        if not 0 <= index < self.envs.n:
            raise BoardError(f"bad environment {index}: expected 0 to {self.envs.n - 1}")
        return &self.envs.env[index]

    def begin(self, const uint8_t[:, :, ::1] stacks not None, const uint8_t[:, ::1] fantasylands not None,
              const int8_t[::1] buttons not None):
        """Begin a deal in each environment.

        `stacks`: cards by environment and seat, in the order dealt; cards after those that are needed are ignored.
        `fantasylands`: numbers of cards of Fantasylands, by environment and seat; 0 for none.
        """
        cdef uint8_t laid[CPF_MOST_PLAYERS][CPF_MOST_STACK]
        cdef uint8_t sizes[CPF_MOST_PLAYERS]  # copies, since another thread may change the arrays after a check
        cdef int64_t n = self.envs.n, index
        cdef uint64_t seen
        cdef int seat, button, i, needed, dealt = 0, seats = self.envs.terms.seats, width = <int> stacks.shape[2]
        for i in range(self.plan.plan.streets):
            dealt += self.plan.plan.street[i].dealt
        if (not n == stacks.shape[0] == fantasylands.shape[0] == buttons.shape[0] or width > CPF_MOST_STACK
                or not seats == stacks.shape[1] == fantasylands.shape[1]):
            raise BoardError("bad shape of an array")
        with self.lock:
            for index in range(n):
                memset(laid, 0, sizeof(laid))
                memset(sizes, 0, sizeof(sizes))
                button = buttons[index]
                for seat in range(seats):
                    sizes[seat] = fantasylands[index, seat]
                    needed, seen = sizes[seat] or dealt, 0
                    if needed > width or sizes[seat] > CPF_MOST_DEALT:
                        raise BoardError(f"bad stack: expected {needed} cards, got {width}")
                    for i in range(needed):
                        laid[seat][i] = stacks[index, seat, i]
                        seen |= <uint64_t> (laid[seat][i] < CPF_DECK) << (laid[seat][i] & 63)
                    if count_cards(seen) != needed:
                        raise BoardError("bad stack: expected different cards")
                if not 0 <= button < seats:
                    raise BoardError("bad button")
                cpf_env_begin(&self.envs, index, &laid[0][0], sizes, button)

    def turn(self, int64_t index):
        """Return the seat to act; None if the deal is over."""
        cdef int seat = self.at(index).seat
        return seat if seat >= 0 else None

    def legal(self, int64_t index):
        """Return the legal actions of an environment as bits."""
        return cpf_env_legal(self.at(index))

    def act(self, int64_t index, int action):
        """Play a legal action, and end the turn with the last card of the hand; return what `end_turn` returns."""
        cdef cpf_env *env = self.in_turn(index)
        with self.lock:
            if not 0 <= action < CPF_PLACES or not cpf_env_legal(env) >> action & 1:
                raise BoardError(f"bad action {action}")
            cpf_env_put(env, action)
        return None if env.hand else self.end_turn(index)

    def end_turn(self, int64_t index):
        """End the turn of a player whose cards are placed; return the rewards by seat if the deal is over, else None.

        No other deal begins.
        """
        cdef float rewards[CPF_MOST_PLAYERS]
        cdef uint8_t boards[CPF_MOST_PLAYERS * CPF_HAND]
        cdef uint8_t earned[CPF_MOST_PLAYERS]
        cdef int i
        cdef cpf_env *env = self.at(index)
        with self.lock:
            if env.seat < 0 or env.hand:
                raise BoardError(f"bad environment {index}: expected a player whose cards are placed")
            if not cpf_env_end_turn(&self.envs.terms, env, rewards, boards, earned):
                return None
        return [rewards[i] for i in range(self.envs.terms.seats)]

    def observe(self, int64_t index, int viewer, uint8_t[::1] observation not None):
        """Write the observation of a seat as bytes."""
        self.at(index)
        if (observation.shape[0] != self.envs.terms.size << 2 * self.envs.terms.are_floats
                or not 0 <= viewer < self.envs.terms.seats):
            raise BoardError("bad shape of an array, or bad seat")
        with self.lock:
            cpf_env_observe(&self.envs.terms, self.at(index), viewer, &observation[0])

    def look(self, int64_t index):
        """Return the whole state of an environment. Bit i of a set of cards is card i.

        The items are, in this order: the button, then three lists by seat (the size of a Fantasyland, the cards in the order
        dealt, and the cards in front, middle, back and discards), then the seat to act (-1: none), its hand, and how many of
        its cards to place and to discard, then two lists by seat (the code of the declaration, and the byte that replaces
        the board of a hand that was given up, otherwise 0).
        """
        cdef cpf_env *env = self.at(index)
        cdef int seat, place, i, seats = self.envs.terms.seats
        with self.lock:
            return (
                env.button,
                tuple([env.set[seat] for seat in range(seats)]),
                [[env.stack[seat][i] for i in range(CPF_MOST_STACK)] for seat in range(seats)],
                [[env.plane[seat][place] for place in range(CPF_PLACES)] for seat in range(seats)],
                env.seat,
                env.hand,
                env.to_place,
                env.to_discard,
                [env.declared[seat] for seat in range(seats)],
                [env.no_board[seat] for seat in range(seats)],
            )

    # ---- environments at the turns of some players ----

    cdef cpf_env *in_turn(self, int64_t index) except NULL:
        cdef cpf_env *env = self.at(index)
        if env.seat < 0 or not env.hand:
            raise BoardError(f"bad environment {index}: expected a player with cards in hand")
        return env

    def turns(self, int8_t[::1] seats not None):
        """Write the seats to act; -1 where the deal is over."""
        cdef int64_t i
        if seats.shape[0] != self.envs.n:
            raise BoardError("bad shape of an array")
        for i in range(self.envs.n):
            seats[i] = self.envs.env[i].seat

    def sizes(self, const Py_ssize_t[::1] indices not None, uint8_t[:, ::1] sizes not None):
        """Write, for the players to act, uint8[n, 3]: cards in hand, cards to place, and Fantasyland cards (0: none)."""
        cdef int64_t k
        cdef cpf_env *env
        if sizes.shape[0] != indices.shape[0] or sizes.shape[1] != 3:
            raise BoardError("bad shape of an array")
        for k in range(indices.shape[0]):
            env = self.in_turn(indices[k])
            sizes[k, 0], sizes[k, 1], sizes[k, 2] = env.to_place + env.to_discard, env.to_place, env.set[env.seat]

    def observe_turns(self, const Py_ssize_t[::1] indices not None, uint8_t[:, ::1] observations not None,
                      int8_t[:, ::1] masks not None):
        """Write the observations, as bytes, and the action masks of the players to act."""
        cdef int64_t k
        cdef cpf_env *env
        if (observations.shape[1] != self.envs.terms.size << 2 * self.envs.terms.are_floats or masks.shape[1] != CPF_PLACES
                or not observations.shape[0] == masks.shape[0] == indices.shape[0]):
            raise BoardError("bad shape of an array")
        with self.lock:
            for k in range(indices.shape[0]):
                env = self.in_turn(indices[k])
                cpf_env_observe(&self.envs.terms, env, env.seat, &observations[k, 0])
                cpf_env_mask(env, &masks[k, 0])

    def put(self, const Py_ssize_t[::1] indices not None, const int64_t[::1] actions not None):
        """Place the next card of each player to act. Their turns do not end with the last card."""
        cdef int64_t k
        cdef cpf_env *env
        if actions.shape[0] != indices.shape[0]:
            raise BoardError("bad shape of an array")
        with self.lock:
            for k in range(indices.shape[0]):
                env = self.in_turn(indices[k])
                if not 0 <= actions[k] < CPF_PLACES or not cpf_env_legal(env) >> actions[k] & 1:
                    raise BoardError(f"bad action {actions[k]}")
                cpf_env_put(env, <int> actions[k])

    def lay(self, int64_t index, Placement placement not None):
        """Place the hand of the player to act. The turn does not end."""
        cdef uint64_t places[CPF_PLACES]
        cdef int row
        for row in range(CPF_ROWS):
            places[row] = cpf_cards_of_mask(placement.row[row])
        places[CPF_AWAY] = cpf_cards_of_mask(placement.away)
        with self.lock:
            if not cpf_env_lay(self.in_turn(index), places):
                raise BoardError(f"{placement} is not a placement of the hand")

    def lay_boards(self, const Py_ssize_t[::1] indices not None, const uint8_t[:, ::1] boards not None):
        """Place the hands of players to act, so that they have these boards; bytes that are no cards are empty places.

        The other cards of their hands are discarded; their turns do not end. If boards are hidden until the showdown, 13
        times 255 is a surrender, and 13 times 254 a dead hand.
        """
        cdef uint64_t places[CPF_PLACES]
        cdef uint64_t rest
        cdef int64_t k
        cdef int row, i
        cdef cpf_env *env
        if boards.shape[0] != indices.shape[0] or boards.shape[1] != CPF_HAND:
            raise BoardError("bad shape of an array")
        with self.lock:
            for k in range(indices.shape[0]):
                env = self.in_turn(indices[k])
                rest = env.hand
                if boards[k, 0] >= CPF_DEAD_HAND and cpf_is_closed(&self.plan.plan):
                    if rest != cpf_env_dealt(&self.envs.terms, env):
                        raise BoardError(f"bad board {k}: expected a hand of which no card is placed")
                    cpf_env_give_up(env, boards[k, 0])
                    continue
                for row in range(CPF_ROWS):
                    places[row] = 0
                    for i in range(cpf_row_begin[row], cpf_row_begin[row] + cpf_row_size[row]):
                        if boards[k, i] < CPF_DECK:
                            places[row] |= <uint64_t> 1 << boards[k, i] & env.hand
                    rest &= ~places[row]
                places[CPF_AWAY] = rest
                if not cpf_env_lay(env, places):
                    raise BoardError(f"bad board {k}: expected a placement of the hand")

    def declare(self, const Py_ssize_t[::1] indices not None, const int8_t[::1] codes not None):
        """Set the declarations of players to act, as codes."""
        cdef int64_t k
        cdef cpf_env *env
        if codes.shape[0] != indices.shape[0]:
            raise BoardError("bad shape of an array")
        with self.lock:
            for k in range(indices.shape[0]):
                env = self.at(indices[k])
                if env.seat < 0:
                    raise BoardError(f"bad environment {indices[k]}: expected a player to act")
                env.declared[env.seat] = codes[k]

    def let_place(self, const Py_ssize_t[::1] indices not None, player, generator):
        """Let a player of the package place at the turns of players who are not in Fantasyland. The turns do not end."""
        cdef int64_t k
        cdef int number = player_index(self.plan, player)
        cdef cpf_scratch *scratch
        cdef cpf_env *env
        source = generator.bit_generator
        cdef const cpf_bits *bits = bits_of(source)
        scratch = cpf_scratch_new(&self.plan.plan)
        if scratch is NULL:
            raise MemoryError
        try:
            with self.lock, source.lock:
                for k in range(indices.shape[0]):
                    env = self.in_turn(indices[k])
                    if env.street < 0 or env.hand != cpf_env_dealt(&self.envs.terms, env):
                        raise BoardError(f"bad environment {indices[k]}: expected a whole hand outside Fantasyland")
                with nogil:
                    for k in range(indices.shape[0]):
                        env = &self.envs.env[indices[k]]
                        if env.hand:  # an index that appears again has no cards left
                            cpf_env_let_place(&self.envs.terms, env, number, bits, scratch)
        finally:
            free(scratch)

    def take_back(self, int64_t index):
        """Take the cards that the player to act has placed in this turn back into the hand."""
        with self.lock:
            if self.at(index).seat < 0:
                raise BoardError(f"bad environment {index}: expected a player to act")
            cpf_env_take_back(&self.envs.terms, self.at(index))

    def next_turns(self, const Py_ssize_t[::1] indices not None):
        """End the turns of players whose cards are all placed."""
        cdef int64_t k
        with self.lock:
            for k in range(indices.shape[0]):
                if self.at(indices[k]).hand or self.envs.env[indices[k]].seat < 0:
                    raise BoardError(f"bad environment {indices[k]}: expected a player whose cards are placed")
                cpf_env_next_turn(&self.envs.terms, &self.envs.env[indices[k]])

    def dealt(self, int64_t index):
        """Return the cards that the player to act was dealt for this turn, in the order dealt."""
        cdef cpf_env *env = self.at(index)
        cdef int i, first = 0, end
        if env.seat < 0:
            raise BoardError(f"bad environment {index}: expected a player to act")
        if env.street < 0:
            end = env.set[env.seat]
        else:
            first = self.envs.terms.first[env.street]
            end = first + self.envs.terms.dealt[env.street]
        return [env.stack[env.seat][i] for i in range(first, end)]

    def positions(self, const Py_ssize_t[::1] indices not None, uint8_t[:, ::1] hands not None,
                  int8_t[:, ::1] places not None, uint64_t[:, :, ::1] rows not None, uint64_t[::1] discards not None,
                  uint8_t[:, ::1] fantasylands not None, uint64_t[:, ::1] open_hands not None):
        """Write what the players to act see at the beginning of their turns, who are all dealt as many cards.

        `hands`: uint8[n, k], ascending. `places`: int8[n, 3], the seat, the button and the index of the street. By seat:
        `rows`, the masks of the rows, uint64[n, seats, 3], `fantasylands`, uint8[n, seats], and `open_hands`, masks,
        uint64[n, seats]. `discards`: masks, uint64[n].
        """
        cdef int64_t k, n = indices.shape[0]
        cdef int seat, row, i, seats = self.envs.terms.seats
        cdef uint64_t dealt, rest
        cdef cpf_env *env
        cdef bint hides = cpf_is_closed(&self.plan.plan)
        if (not n == hands.shape[0] == places.shape[0] == rows.shape[0] == discards.shape[0] == fantasylands.shape[0]
                or n != open_hands.shape[0] or places.shape[1] != 3 or rows.shape[2] != CPF_ROWS
                or not seats == rows.shape[1] == fantasylands.shape[1] == open_hands.shape[1]):
            raise BoardError("bad shape of an array")
        with self.lock:
            for k in range(n):
                env = self.at(indices[k])
                if env.seat < 0:
                    raise BoardError(f"bad environment {indices[k]}: expected a player to act")
                dealt = rest = cpf_env_dealt(&self.envs.terms, env)
                if count_cards(dealt) != hands.shape[1]:
                    raise BoardError(f"bad environment {indices[k]}: expected {hands.shape[1]} dealt cards")
                for i in range(<int> hands.shape[1]):
                    hands[k, i] = cpf_lowest_bit(rest)
                    rest &= rest - 1
                places[k, 0], places[k, 1], places[k, 2] = env.seat, env.button, max(env.street, 0)
                discards[k] = cpf_mask_of_cards(env.plane[env.seat][CPF_AWAY] & ~dealt)
                for seat in range(seats):
                    fantasylands[k, seat] = env.set[seat]
                    open_hands[k, seat] = 0
                    if seat != env.seat:
                        open_hands[k, seat] = cpf_mask_of_cards(cpf_env_open_hand(env, seat))
                    for row in range(CPF_ROWS):
                        rows[k, seat, row] = 0
                        if seat == env.seat or not (env.set[seat] or hides):
                            rows[k, seat, row] = cpf_mask_of_cards(env.plane[seat][row] & ~dealt)

    def boards(self, uint8_t[:, :, ::1] boards not None):
        """Write the boards of all seats, which must be complete; 13 equal bytes for a hand that was given up."""
        cdef int64_t i
        cdef int seat
        cdef cpf_env *env
        if boards.shape[0] != self.envs.n or boards.shape[1] != self.envs.terms.seats or boards.shape[2] != CPF_HAND:
            raise BoardError("bad shape of an array")
        with self.lock:
            for i in range(self.envs.n):
                env = &self.envs.env[i]
                for seat in range(self.envs.terms.seats):
                    if not env.no_board[seat] and env.room[seat][0] + env.room[seat][1] + env.room[seat][2]:
                        raise BoardError(f"bad environment {i}: expected complete boards")
                    cpf_env_board(env, seat, &boards[i, seat, 0])


share_globals(globals())
