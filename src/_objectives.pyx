"""Objectives of searches for the best board of a hand: row values by strength, and terms of whole boards."""

cimport cython
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdlib cimport calloc, free

from cpf cimport (
    CPF_HAND, CPF_LOWBALL_STRENGTHS, CPF_MIDDLE, CPF_MOST_CARDS, CPF_ROWS, CPF_STAY_CLASSES, CPF_STRENGTHS,
    cpf_cards_of_stay, cpf_objective, cpf_objective_prepare, cpf_objective_refine, cpf_response_to_field,
    cpf_staying_terms,
)
from cpoker_fast._fields cimport field_of, field_tables_of
from cpoker_fast._rules cimport rules_of

from cpoker_fast._arrays import values_in
from cpoker_fast._core import share_globals
from cpoker_fast.errors import RulesError


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


def objective_of_field(core):
    """Return the objective that maximizes points, without side payments, against a field (a `FieldCore`)."""
    cdef Objective objective = Objective(core.compiled)
    objective.core = core
    if not cpf_response_to_field(objective.objective, field_tables_of(core), field_of(core)):
        raise MemoryError
    objective.terms = objective.objective.terms
    objective.prepare()
    return objective


share_globals(globals())
