"""Environments for reinforcement learning: many open-face deals at once, each played card by card."""

cimport cython
from libc.stdint cimport int8_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from cpf cimport (
    CPF_HAND, CPF_MOST_DEALT, CPF_MOST_PLAYERS, CPF_MOST_STACK, CPF_PLACES, CPF_SET_SIZES, CPF_STREAM_SIZE, cpf_bits,
    cpf_env, cpf_env_act, cpf_env_arrays, cpf_env_begin, cpf_env_observe, cpf_env_prepare, cpf_env_reset, cpf_env_sample,
    cpf_env_sample_from, cpf_env_size, cpf_env_step, cpf_envs,
)
from cpoker_fast._cards cimport count_cards, mask_of
from cpoker_fast._core cimport threads_for
from cpoker_fast._dealing cimport bits_of
from cpoker_fast._openface cimport Plan

import threading

from cpoker_fast._core import share_globals
from cpoker_fast.errors import BoardError, CardError


STREAM_SIZE = CPF_STREAM_SIZE  # number of environments that share streams of random bits


def observation_size(Plan plan not None, int seats):
    """Return the number of bits of an observation."""
    return cpf_env_size(&plan.plan, seats)


@cython.final
cdef class Environments:
    """Deals played card by card, all at once; see src/cpf_environments.h. Concurrent calls wait for each other.

    `set_below`: for each Fantasyland size from 13 to 17, 2**32 times the chance of this size or a smaller one. `worth`: the
    reward for earning a Fantasyland, by its cards, 0 to 17. `arrays`: the members of cpf_env_arrays, in order; for a reset
    the first three.
    """

    cdef cpf_envs envs
    cdef Plan plan
    cdef object lock
    cdef list sources  # the bit generators, kept alive

    def __cinit__(self, Plan plan not None, int64_t n, int seats, int button, tuple set_below not None,
                  tuple worth not None, int autoreset, bint are_floats):
        cdef int i
        self.plan, self.lock, self.sources = plan, threading.Lock(), []
        if (not 1 <= n <= 1 << 24 or not 2 <= seats <= plan.plan.rules.openface.players or not -1 <= button < seats
                or len(set_below) != CPF_SET_SIZES or len(worth) != CPF_MOST_DEALT + 1):
            raise BoardError("bad environments: expected 1 to 2**24, valid seats, a valid button, 5 chances and 18 worths")
        self.envs.n = n
        self.envs.terms.plan, self.envs.terms.seats, self.envs.terms.button = &plan.plan, seats, button
        self.envs.terms.autoreset, self.envs.terms.are_floats = autoreset, are_floats
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
        if (self.envs.env is NULL or self.envs.legal is NULL or self.envs.action is NULL or self.envs.deals is NULL
                or self.envs.random is NULL):
            raise MemoryError
        for i in range(n):
            self.envs.env[i].seat = -1

    def __dealloc__(self):
        free(self.envs.env)
        free(self.envs.legal)
        free(self.envs.action)
        free(self.envs.deals)
        free(self.envs.random)

    def __reduce__(self):
        raise TypeError("environments cannot be pickled")

    def seed(self, list deals not None, list random not None):
        """Set the generators for deals, and those for random actions: one each for every STREAM_SIZE environments."""
        cdef int64_t i, streams = (self.envs.n + CPF_STREAM_SIZE - 1) // CPF_STREAM_SIZE
        cdef list generators = [generator.bit_generator for generator in deals + random]
        if len(generators) != 2 * streams or len(deals) != streams:
            raise BoardError(f"expected {streams} generators of each kind")
        with self.lock:
            for i in range(streams):
                self.envs.deals[i] = bits_of(generators[i])
                self.envs.random[i] = bits_of(generators[streams + i])
            self.sources = generators

    cdef int set_arrays(self, tuple arrays, bint of_step, cpf_env_arrays *target) except -1:
        cdef uint8_t[:, ::1] observations = arrays[0]
        cdef int8_t[:, ::1] masks = arrays[1]
        cdef int8_t[::1] to_act = arrays[2]
        cdef float[:, ::1] rewards
        cdef uint8_t[::1] over
        cdef uint8_t[:, :, ::1] boards
        cdef uint8_t[:, ::1] earned
        cdef int64_t n = self.envs.n
        cdef int seats = self.envs.terms.seats
        if not self.sources:
            raise BoardError("expected generators before the first deal")
        if (observations.shape[0] != n or observations.shape[1] != self.envs.terms.size << 2 * self.envs.terms.are_floats
                or masks.shape[0] != n or masks.shape[1] != CPF_PLACES or to_act.shape[0] != n):
            raise BoardError("bad shape of an array")
        target.observations, target.masks, target.to_act = &observations[0, 0], &masks[0, 0], &to_act[0]
        if of_step:
            rewards, over, boards, earned = arrays[3:]
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
        cdef int workers = threads_for(threads)
        self.set_arrays(arrays, False, &core_arrays)
        if where is not None and where.shape[0] != self.envs.n:
            raise BoardError("bad shape of an array")
        if where is not None:
            first = &where[0]
        with self.lock, nogil:
            cpf_env_reset(&self.envs, first, &core_arrays, workers)

    def step(self, const int64_t[::1] actions not None, tuple arrays not None, threads):
        """Play one action in each environment, and return -1; if some are illegal, play none and return the first index."""
        cdef cpf_env_arrays core_arrays
        cdef int64_t bad
        cdef int workers = threads_for(threads)
        self.set_arrays(arrays, True, &core_arrays)
        if actions.shape[0] != self.envs.n:
            raise BoardError("bad shape of an array")
        with self.lock, nogil:
            bad = cpf_env_step(&self.envs, &actions[0], &core_arrays, workers)
        return bad if bad < self.envs.n else -1

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

    def begin(self, int64_t index, list stacks not None, tuple fantasyland not None, int button):
        """Begin a deal. By seat: `stacks`, the cards in the order dealt; `fantasyland`, the size of a Fantasyland or 0."""
        cdef uint8_t laid[CPF_MOST_PLAYERS][CPF_MOST_STACK]
        cdef uint8_t sizes[CPF_MOST_PLAYERS]
        cdef int seat, i, needed, dealt = 0
        cdef tuple stack
        self.at(index)
        for i in range(self.plan.plan.streets):
            dealt += self.plan.plan.street[i].dealt
        memset(laid, 0, sizeof(laid))
        memset(sizes, 0, sizeof(sizes))
        if len(stacks) != self.envs.terms.seats or len(fantasyland) != len(stacks) or not 0 <= button < len(stacks):
            raise BoardError("expected a stack and a Fantasyland size for each seat, and a seat with the button")
        for seat in range(self.envs.terms.seats):
            stack, sizes[seat] = tuple(stacks[seat]), fantasyland[seat]
            needed = sizes[seat] or dealt
            if sizes[seat] > CPF_MOST_DEALT or not needed <= count_cards(mask_of(stack)) == len(stack) <= CPF_MOST_STACK:
                raise BoardError(f"bad stack: expected {needed} to {CPF_MOST_STACK} different cards")
            for i in range(<int> len(stack)):
                laid[seat][i] = stack[i]
        with self.lock:
            cpf_env_begin(&self.envs, index, &laid[0][0], sizes, button)

    def turn(self, int64_t index):
        """Return the seat to act; None if the deal is over."""
        cdef int seat = self.at(index).seat
        return seat if seat >= 0 else None

    def legal(self, int64_t index):
        """Return the legal actions of an environment as bits."""
        self.at(index)
        return self.envs.legal[index]

    def act(self, int64_t index, int action):
        """Play a legal action, without starting a new deal; return the rewards by seat if the deal is over, else None."""
        cdef float rewards[CPF_MOST_PLAYERS]
        cdef uint8_t boards[CPF_MOST_PLAYERS * CPF_HAND]
        cdef uint8_t earned[CPF_MOST_PLAYERS]
        cdef int i
        self.at(index)
        with self.lock:
            if not 0 <= action < CPF_PLACES or not self.envs.legal[index] >> action & 1:
                raise BoardError(f"bad action {action}")
            if not cpf_env_act(&self.envs, index, action, rewards, boards, earned):
                return None
        return [rewards[i] for i in range(self.envs.terms.seats)]

    def observe(self, int64_t index, int viewer, uint8_t[::1] observation not None):
        """Write the observation of a seat as bytes."""
        self.at(index)
        if (observation.shape[0] != self.envs.terms.size << 2 * self.envs.terms.are_floats
                or not 0 <= viewer < self.envs.terms.seats):
            raise BoardError("bad shape of an array, or bad seat")
        with self.lock:
            cpf_env_observe(&self.envs, index, viewer, &observation[0])

    def look(self, int64_t index):
        """Return the whole state of an environment. Bit i of a set of cards is card i.

        In order: the button; by seat, the size of a Fantasyland, the cards in the order dealt, and the cards in front,
        middle, back and discards; the seat to act (-1: none), its hand, and how many of its cards to place and to discard.
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
            )


share_globals(globals())
