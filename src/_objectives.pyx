"""Objectives of searches for the best board of a hand: row values by strength, and terms of whole boards."""

cimport cython
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int8_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc

from cpf cimport (
    CPF_HAND, CPF_LOWBALL_STRENGTHS, CPF_MIDDLE, CPF_MOST_CARDS, CPF_ROWS, CPF_STAY_CLASSES, CPF_STRENGTHS,
    cpf_cards_of_stay, cpf_objective, cpf_objective_prepare, cpf_objective_refine, cpf_response_to_field,
    cpf_staying_terms,
)
from cpf_removal cimport cpf_add_shifts, cpf_field_set_removal, cpf_objective_shift, cpf_removal
from cpoker_fast._fields cimport field_of, field_tables_of
from cpoker_fast._rules cimport rules_of, settling_tables

from cpoker_fast._arrays import values_in
from cpoker_fast._core import share_globals
from cpoker_fast._fields import REMOVAL_SHAPE
from cpoker_fast.errors import FieldError, RulesError


@cython.final
cdef class Objective:
    """Values of rows and terms of whole boards, prepared for a search; the functions of this module create it."""

    def __cinit__(self, compiled):
        self.compiled = compiled
        self.rules = rules_of(compiled)
        self.objective = <cpf_objective *> calloc(1, sizeof(cpf_objective))
        if self.objective is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.objective)
        free(self.terms)
        free(self.removal)

    def __reduce__(self):
        raise TypeError("an Objective cannot be pickled: pickle the Rules it comes from")

    cdef int set_royalties(self) except -1:
        """Set row values to royalties, doubled in the row with the deuce of spades if the rules double them."""
        cdef int row, s, times = 2 if self.rules.deuce_of_spades else 1
        for row in range(CPF_ROWS):
            for s in range(CPF_STRENGTHS):
                self.objective.value[row][s] = self.rules.royalties[row][s]
                self.objective.value[row][s + CPF_STRENGTHS] = times * self.rules.royalties[row][s]
        return 0

    cdef int prepare(self, bint refined=True) except -1:
        """Compute the bounds and, if `refined`, finer bounds, which pay off only for many hands."""
        self.objective.terms = self.terms
        with nogil:
            cpf_objective_prepare(self.objective, self.rules)
            if refined:
                cpf_objective_refine(self.objective, self.rules)
        return 0


def objective_of_royalties(compiled):
    """Return the objective that maximizes royalties."""
    cdef Objective objective = Objective(compiled)
    objective.set_royalties()
    objective.prepare()
    return objective


def objective_of_values(compiled, front, middle, back, bint many):
    """Return the objective that maximizes row values by strength (None: all 0). `many`: whether it is for many hands."""
    cdef Objective objective = Objective(compiled)
    cdef Py_buffer values
    cdef int row, s, n
    for row, (name, by_strength) in enumerate((("front", front), ("middle", middle), ("back", back))):
        if by_strength is None:
            continue
        n = CPF_LOWBALL_STRENGTHS if row == CPF_MIDDLE and objective.rules.lowball_middle else CPF_STRENGTHS
        PyObject_GetBuffer(values_in(by_strength, name, n), &values, PyBUF_SIMPLE)  # n contiguous float64
        for s in range(n):
            objective.objective.value[row][s] = (<double *> values.buf)[s]
            objective.objective.value[row][s + CPF_STRENGTHS] = objective.objective.value[row][s]
        PyBuffer_Release(&values)
    objective.prepare(refined=many)
    return objective


def objective_of_staying(compiled, int cards, dict bonus not None):
    """Return the objective that maximizes royalties plus a bonus for staying in Fantasyland, for a hand of `cards` cards.

    `bonus`: points by the size of the next Fantasyland, the largest that a row earns.
    """
    cdef Objective objective = Objective(compiled)
    cdef double by_class[CPF_STAY_CLASSES]
    cdef int i
    if not CPF_HAND <= cards <= CPF_MOST_CARDS:
        raise RulesError(f"bad Fantasyland: expected {CPF_HAND} to {CPF_MOST_CARDS} cards, got {cards}")
    for i in range(CPF_STAY_CLASSES):
        by_class[i] = bonus.get(cpf_cards_of_stay(i), 0.0)
    objective.set_royalties()
    objective.terms = cpf_staying_terms(objective.objective, objective.rules, cards, by_class)
    if objective.terms is NULL:
        raise MemoryError
    objective.prepare()
    return objective


def objective_of_field(core, const float[:, :, ::1] shifts):
    """Return the objective that maximizes points, without side payments, against a field (a `FieldCore`).

    `shifts`: coefficients of card removal for one opponent (float32[3, features, knots]), or None: then a hand does not
    affect the boards of opponents.
    """
    cdef Objective objective = Objective(core.compiled)
    objective.core = core
    if not cpf_response_to_field(objective.objective, field_tables_of(core), field_of(core)):
        raise MemoryError
    objective.terms = objective.objective.terms
    if shifts is not None:
        if (shifts.shape[0], shifts.shape[1], shifts.shape[2]) != REMOVAL_SHAPE:
            raise FieldError("bad shape of the coefficients of card removal")
        objective.removal = <cpf_removal *> malloc(sizeof(cpf_removal))
        if objective.removal is NULL:
            raise MemoryError
        cpf_field_set_removal(field_of(core), &shifts[0, 0, 0], objective.removal)
        cpf_objective_shift(objective.objective, objective.removal)
    objective.prepare()
    return objective


def add_shifts(Objective objective not None, const uint8_t[:, ::1] boards not None, const int8_t[::1] declared not None,
               double[::1] points not None):
    """Add to the points of each board how the cards of its hand change them; nothing for fouls, surrenders and naturals."""
    cdef int64_t n = boards.shape[0]
    if objective.removal is NULL or boards.shape[1] != CPF_HAND or not n == declared.shape[0] == points.shape[0]:
        raise FieldError("expected card removal, and boards with a declaration and points for each")
    if n:
        with nogil:
            cpf_add_shifts(settling_tables(), objective.rules, objective.removal, n, &boards[0, 0], &declared[0], &points[0])


share_globals(globals())
