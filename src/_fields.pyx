"""Fields: average points of boards against opponents whose boards are drawn from a sample."""

cimport cython
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t
from libc.stdlib cimport free, malloc

from cpf cimport (
    CPF_HAND, CPF_MOST_FIELD, CPF_ROWS, CPF_STRENGTHS, cpf_board, cpf_cpu_level, cpf_field, cpf_field_decide, cpf_field_free,
    cpf_field_new, cpf_field_points_many, cpf_field_tables, cpf_field_tables_of, cpf_read_with_order, cpf_rules,
)
from cpf_removal cimport (
    CPF_REMOVAL_FEATURES, CPF_REMOVAL_KNOTS, CPF_REMOVAL_STEPS, CPF_REMOVAL_VARIABLES, cpf_field_find_places,
    cpf_field_find_slopes, cpf_field_slopes,
)
from cpoker_fast._core cimport Steps, steps_through, threads_for
from cpoker_fast._rules cimport rules_of, settling_tables

from cpoker_fast._core import share_globals
from cpoker_fast.errors import FieldError


REMOVAL_SHAPE = (CPF_ROWS, CPF_REMOVAL_FEATURES, CPF_REMOVAL_KNOTS)
REMOVAL_STEPS = CPF_REMOVAL_STEPS  # between two knots

cdef enum:
    FIRST_STEP = 1 << 12  # boards for each thread in the first step


cdef cpf_board *boards_read(const cpf_rules *rules, const uint8_t[:, ::1] boards, const int8_t[::1] declared,
                            int opponents) except NULL:
    """Return the boards of a field, which the caller frees; raise FieldError if an array has a wrong shape."""
    cdef int64_t n = boards.shape[0], i
    cdef cpf_board *parsed
    if not 1 <= n <= CPF_MOST_FIELD or boards.shape[1] != CPF_HAND:
        raise FieldError(f"expected 1 to {CPF_MOST_FIELD} boards of {CPF_HAND} cards, got shape ({n}, {boards.shape[1]})")
    if declared.shape[0] != n:
        raise FieldError(f"declared: expected {n} declarations, got {declared.shape[0]}")
    if not 1 <= opponents <= 3:
        raise FieldError(f"opponents: expected an int from 1 to 3, got {opponents}")
    parsed = <cpf_board *> malloc(n * sizeof(cpf_board))
    if parsed is NULL:
        raise MemoryError
    with nogil:
        for i in range(n):
            cpf_read_with_order(settling_tables(), rules, &boards[i, 0], declared[i], &parsed[i])
    return parsed


@cython.final
cdef class FieldCore:
    """A sample of boards from which opponents draw theirs, under rules; `cpoker_fast.fields.Field` creates it.

    `boards`: uint8[n, 13], 13 different cards each, or 13 times 255 for a surrender. `declared`: the code of the
    declaration of each board.
    """

    cdef cpf_field *field
    cdef readonly object compiled
    cdef const cpf_rules *rules

    def __cinit__(self, compiled, const uint8_t[:, ::1] boards not None, const int8_t[::1] declared not None, int opponents,
                  bint has_button):
        cdef int64_t n = boards.shape[0]
        cdef int level = cpf_cpu_level()
        cdef cpf_board *parsed
        self.compiled = compiled
        self.rules = rules_of(compiled)
        parsed = boards_read(self.rules, boards, declared, opponents)
        with nogil:
            self.field = cpf_field_new(settling_tables(), self.rules, parsed, n, opponents, has_button, level)
            free(parsed)
        if self.field is NULL:
            raise MemoryError

    def __dealloc__(self):
        cpf_field_free(self.field)

    def __reduce__(self):
        raise TypeError("a FieldCore cannot be pickled: pickle the Field it comes from")


cdef const cpf_field *field_of(object core) except NULL:
    return (<FieldCore?> core).field


cdef const cpf_field_tables *field_tables_of(object core) except NULL:
    return cpf_field_tables_of((<FieldCore?> core).field)


def points_of_boards(FieldCore core not None, const uint8_t[:, ::1] boards not None, const int8_t[::1] declared not None,
                     threads=1):
    """Return the average points of boards as float64[n]. `boards`: uint8[n, 13]; fouls and surrenders (255) are allowed."""
    import numpy as np

    cdef double[::1] values
    cdef int workers = threads_for(threads)
    cdef Steps steps = steps_through(boards.shape[0], workers, FIRST_STEP)
    if boards.shape[1] != CPF_HAND or declared.shape[0] != boards.shape[0]:
        raise FieldError(f"expected boards of {CPF_HAND} cards, and a declaration for each, got shapes "
                         f"({boards.shape[0]}, {boards.shape[1]}) and ({declared.shape[0]},)")
    points = np.empty(boards.shape[0])
    values = points
    while steps.next():
        with nogil:
            cpf_field_points_many(core.field, &boards[steps.begin, 0], &declared[steps.begin], steps.end - steps.begin,
                                  &values[steps.begin], workers)
    return points


def choose_decisions(FieldCore core not None, uint8_t[:, ::1] boards not None, double[::1] points not None, threads=1):
    """Declare or surrender where this pays more than the rows; return the declared patterns, int8[n] (-1: none).

    `boards` and `points` are changed in place; see cpf_field_decide.
    """
    import numpy as np

    cdef int8_t[::1] patterns
    cdef int workers = threads_for(threads)
    cdef Steps steps = steps_through(boards.shape[0], workers, FIRST_STEP)
    if boards.shape[1] != CPF_HAND or points.shape[0] != boards.shape[0]:
        raise FieldError(f"expected boards of {CPF_HAND} cards, and their points, got shapes "
                         f"({boards.shape[0]}, {boards.shape[1]}) and ({points.shape[0]},)")
    declared = np.empty(boards.shape[0], np.int8)
    patterns = declared
    while steps.next():
        with nogil:
            cpf_field_decide(core.field, steps.end - steps.begin, &boards[steps.begin, 0], &points[steps.begin],
                             &patterns[steps.begin], workers)
    return declared


def places_of(FieldCore core not None):
    """Return the places of the strengths of each row among the knots of card removal, uint16[3, strengths]."""
    import numpy as np

    cdef uint16_t[:, ::1] places
    array = np.empty((CPF_ROWS, CPF_STRENGTHS), np.uint16)
    places = array
    cpf_field_find_places(core.field, <uint16_t (*)[CPF_STRENGTHS]> &places[0, 0])
    return array


def slopes_of_boards(compiled, const uint8_t[:, ::1] boards not None, const int8_t[::1] declared not None,
                     const double[:, ::1] features not None, int opponents, int own, threads=1):
    """Return how expected points against boards change with the weights of these boards (see cpf_field_slopes).

    `features`: float64[n, features], with means of 0. `own`: number of boards whose joint points are examined, at most.
    Returns the slopes of the values of rows (float64[3, strengths, features]), the strengths of the rows of the examined
    boards (int16[n, 3]) and the slopes of their joint points (float64[n, features]).
    """
    import numpy as np

    cdef const cpf_rules *rules = rules_of(compiled)
    cdef cpf_board *parsed
    cdef cpf_field_slopes slopes
    cdef int16_t[:, ::1] strengths
    cdef double[:, ::1] joint
    cdef double[:, :, ::1] row
    cdef int succeeded, workers = threads_for(threads)
    if features.shape[0] != boards.shape[0] or features.shape[1] != CPF_REMOVAL_VARIABLES or own < 1:
        raise FieldError(f"expected {CPF_REMOVAL_VARIABLES} features for each board, got shape "
                         f"({features.shape[0]}, {features.shape[1]})")
    rows = np.empty((CPF_ROWS, CPF_STRENGTHS, CPF_REMOVAL_VARIABLES))
    of_boards, changes = np.empty((own, CPF_ROWS), np.int16), np.empty((own, CPF_REMOVAL_VARIABLES))
    row, strengths, joint = rows, of_boards, changes
    slopes.row, slopes.own, slopes.strengths, slopes.joint = &row[0, 0, 0], own, &strengths[0, 0], &joint[0, 0]
    parsed = boards_read(rules, boards, declared, opponents)
    with nogil:
        succeeded = cpf_field_find_slopes(settling_tables(), rules, parsed, boards.shape[0], opponents, &features[0, 0],
                                          &slopes, workers)
        free(parsed)
    if not succeeded:
        raise MemoryError
    return rows, of_boards[:slopes.own], changes[:slopes.own]


share_globals(globals())
