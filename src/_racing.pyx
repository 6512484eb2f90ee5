"""Races between the placements of many hands, against sampled opponents."""

cimport cython
from libc.stdint cimport int8_t, int64_t, uint8_t
from libc.string cimport memset

from cpf cimport (
    CPF_HAND, CPF_MOST_PLAYERS, CPF_OPPONENT_KINDS, CPF_PERMUTATIONS, CPF_SUITS, cpf_cpu_level, cpf_find_permutations,
    cpf_kind_boards, cpf_race_batch, cpf_race_many, cpf_rules, cpf_sample, cpf_sample_free, cpf_sample_new,
)
from cpoker_fast._arranging_many cimport arranging_tables
from cpoker_fast._core cimport Steps, steps_through, threads_for
from cpoker_fast._rules cimport rules_of, settling_tables

from cpoker_fast._core import share_globals
from cpoker_fast.errors import AnalysisError


cdef enum:
    FIRST_STEP = 4  # hands for each thread in the first step


@cython.final
cdef class OpponentSample:
    """Hands of opponents, and their boards; `cpoker_fast.studies.many_hands` creates it.

    `hands`: uint8[n, 13]. The kinds of opponents, one or two, differ in the button. `counts`: number of opponents of each
    kind; `buttons`: who has the button, the player (0), these opponents (1) or another one (2). `boards`: uint8[kinds, n,
    13], 255 for a surrender; `declared`: int8[kinds, n].
    """

    cdef cpf_sample *sample
    cdef readonly object compiled
    cdef readonly int players

    def __cinit__(self, compiled, int players, const uint8_t[:, ::1] hands not None, tuple counts not None,
                  tuple buttons not None, const uint8_t[:, :, ::1] boards not None, const int8_t[:, ::1] declared not None):
        cdef cpf_kind_boards kinds[CPF_OPPONENT_KINDS]
        cdef const cpf_rules *rules = rules_of(compiled)
        cdef int64_t n = hands.shape[0]
        cdef int k, number = <int> len(counts)
        if (not 1 <= number <= CPF_OPPONENT_KINDS or len(buttons) != number or not 2 <= players <= CPF_MOST_PLAYERS
                or not n or hands.shape[1] != CPF_HAND or boards.shape[0] != number or boards.shape[1] != n
                or boards.shape[2] != CPF_HAND or declared.shape[0] != number or declared.shape[1] != n):
            raise AnalysisError(f"expected hands of {CPF_HAND} cards, and boards of each kind of opponents, with codes")
        for k in range(number):
            kinds[k].count, kinds[k].button = counts[k], buttons[k]
            if not 0 <= kinds[k].button <= 2 or not 1 <= kinds[k].count < players:
                raise AnalysisError(f"kind {k}: expected 1 to {players - 1} opponents and a button from 0 to 2")
            kinds[k].boards, kinds[k].declared = &boards[k, 0, 0], &declared[k, 0]
        self.compiled, self.players = compiled, players
        with nogil:
            self.sample = cpf_sample_new(settling_tables(), rules, players, n, &hands[0, 0], number, kinds)
        if self.sample is NULL:
            raise MemoryError

    def __dealloc__(self):
        cpf_sample_free(self.sample)

    def __reduce__(self):
        raise TypeError("an OpponentSample cannot be pickled")


def suit_permutations(compiled):
    """Return the number of permutations of suits under which rules stay the same."""
    cdef uint8_t permutations[CPF_PERMUTATIONS][CPF_SUITS]
    return cpf_find_permutations(rules_of(compiled), permutations)


def race_hands(compiled, int opponents, int button, OpponentSample sample, const uint8_t[:, ::1] hands not None,
               tuple given not None, tuple dealer not None, threads):
    """Race the placements of hands (uint8[n, 13], ascending cards).

    `given`: boards of the user, uint8[n, 13], and codes of their declarations, or twice None. `dealer`: boards of the
    opponents at tables of each hand, uint8[n, tables, opponents, 13], and such codes, or twice None if the sample is enough.
    Return the best boards, their patterns or -1, and float64[4, n]: their points and standard errors, and the losses of the
    user's boards with theirs.
    """
    import numpy as np

    cdef const uint8_t[:, ::1] boards = given[0]
    cdef const int8_t[::1] declared = given[1]
    cdef const uint8_t[:, :, :, ::1] dealt = dealer[0]
    cdef const int8_t[:, :, ::1] dealt_declared = dealer[1]
    cdef cpf_race_batch batch
    cdef int64_t n = hands.shape[0]
    cdef int workers = threads_for(threads), succeeded = 1
    cdef Steps steps = steps_through(n, workers, FIRST_STEP)
    cdef uint8_t[:, ::1] best_boards
    cdef int8_t[::1] best_patterns
    cdef double[:, ::1] values
    memset(&batch, 0, sizeof(batch))
    batch.tables, batch.rules, batch.level = arranging_tables(), rules_of(compiled), cpf_cpu_level()
    batch.opponents, batch.button = opponents, button
    if hands.shape[1] != CPF_HAND or not 0 <= button <= opponents < CPF_MOST_PLAYERS or not opponents:
        raise AnalysisError(f"expected hands of {CPF_HAND} cards, 1 to 3 opponents, and the seat of the button")
    if sample is not None:
        if sample.compiled is not compiled or sample.players != opponents + 1:
            raise AnalysisError("expected a sample for these rules and opponents")
        batch.sample = sample.sample
    if boards is not None:
        if boards.shape[0] != n or boards.shape[1] != CPF_HAND or declared is None or declared.shape[0] != n:
            raise AnalysisError(f"expected {n} boards of {CPF_HAND} cards, with declarations")
    if dealt is not None:
        if (dealt.shape[0] != n or dealt.shape[1] < 2 or dealt.shape[2] != opponents or dealt.shape[3] != CPF_HAND
                or dealt_declared is None or dealt_declared.shape[0] != n or dealt_declared.shape[1] != dealt.shape[1]
                or dealt_declared.shape[2] != opponents):
            raise AnalysisError(f"expected tables of {opponents} boards for each of {n} hands, two or more, with codes")
    elif sample is None:
        raise AnalysisError("expected a sample or tables")
    best, patterns, results = np.empty((n, CPF_HAND), np.uint8), np.empty(n, np.int8), np.full((4, n), np.nan)
    if n:
        best_boards, best_patterns, values = best, patterns, results
        batch.hands, batch.best, batch.best_declared = &hands[0, 0], &best_boards[0, 0], &best_patterns[0]
        batch.points, batch.error = &values[0, 0], &values[1, 0]
        batch.loss, batch.loss_error = &values[2, 0], &values[3, 0]
        if boards is not None:
            batch.boards, batch.declared = &boards[0, 0], &declared[0]
        if dealt is not None:
            batch.dealt.tables, batch.dealt.boards = dealt.shape[1], &dealt[0, 0, 0, 0]
            batch.dealt.declared = &dealt_declared[0, 0, 0]
    while steps.next():
        with nogil:
            succeeded = cpf_race_many(&batch, steps.begin, steps.end, workers)
        if not succeeded:
            raise MemoryError
    return best, patterns, results


share_globals(globals())
