"""Fields: what boards are paid on average by opponents whose boards are drawn from a sample."""

cimport cython
from libc.math cimport isnan
from libc.stdint cimport int8_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from cpf cimport (
    CPF_DECLARE_BEST, CPF_DECLARE_NOTHING, CPF_HAND, CPF_MOST_FIELD, CPF_SHOWN_PATTERNS, CPF_SURRENDERED, cpf_board,
    cpf_field, cpf_field_free, cpf_field_new, cpf_field_points, cpf_field_side_payments, cpf_field_tables,
    cpf_field_tables_of, cpf_read_to_keep, cpf_rules, cpf_show_naturals,
)
from cpoker_fast._core cimport cpu_level
from cpoker_fast._settling cimport rules_of, settling_tables

from cpoker_fast._core import share_globals
from cpoker_fast.errors import FieldError


@cython.final
cdef class FieldCore:
    """A sample of boards, by rules, against a number of opponents; `cpoker_fast.fields.Field` makes it.

    `boards` is uint8[n, 13], 13 different cards each, or 13 times 255 for a surrender; `declared` has the codes of
    their declarations.
    """

    cdef cpf_field *field
    cdef readonly object compiled
    cdef const cpf_rules *rules

    def __cinit__(self, compiled, const uint8_t[:, ::1] boards not None, const int8_t[::1] declared not None, int opponents,
                  bint has_button):
        cdef int64_t n = boards.shape[0], i
        cdef int level = cpu_level()
        cdef cpf_board *read
        self.compiled = compiled
        self.rules = rules_of(compiled)
        if not 1 <= n <= CPF_MOST_FIELD or boards.shape[1] != CPF_HAND or declared.shape[0] != n:
            raise FieldError(f"expected 1 to {CPF_MOST_FIELD} boards of {CPF_HAND} cards, got shape "
                             f"({n}, {boards.shape[1]})")
        if not 1 <= opponents <= 3:
            raise FieldError(f"opponents: expected an int from 1 to 3, got {opponents}")
        read = <cpf_board *> malloc(n * sizeof(cpf_board))
        if read is NULL:
            raise MemoryError
        with nogil:
            for i in range(n):
                cpf_read_to_keep(settling_tables(), self.rules, &boards[i, 0], declared[i], &read[i])
            self.field = cpf_field_new(settling_tables(), self.rules, read, n, opponents, has_button, level)
            free(read)
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


def points_of_boards(FieldCore core not None, const uint8_t[:, ::1] boards not None, const int8_t[::1] declared not None):
    """What each of some boards (uint8[n, 13]; they may be fouls, or 255) is paid on average; float64[n]."""
    import numpy as np

    cdef int64_t n = boards.shape[0], i
    cdef double[::1] points
    cdef cpf_board board
    found = np.empty(n)
    points = found
    if boards.shape[1] != CPF_HAND or declared.shape[0] != n:
        raise FieldError(f"expected boards of {CPF_HAND} cards, and a declaration for each")
    with nogil:
        for i in range(n):
            cpf_read_to_keep(settling_tables(), core.rules, &boards[i, 0], declared[i], &board)
            points[i] = cpf_field_points(core.field, &board)
    return found


def choose(FieldCore core not None, uint8_t[:, ::1] boards not None, double[::1] points not None):
    """Declares or surrenders where that pays more than the rows: int8[n], the patterns that are declared, or -1.

    `boards` are those whose rows pay the most, and `points` what they pay without side payments, or nan for a foul; both are
    changed in place: a surrender becomes 255, a board that shows a natural takes the place of one that does not, and the
    points become the total.
    """
    import numpy as np

    cdef int64_t n = boards.shape[0], i
    cdef int k
    cdef uint8_t shown[CPF_SHOWN_PATTERNS][CPF_HAND]
    cdef int8_t[::1] declared
    cdef cpf_board board
    cdef uint8_t nothing[CPF_HAND]
    cdef double surrendered = 0, worth
    found = np.full(n, -1, np.int8)
    declared = found
    if boards.shape[1] != CPF_HAND or points.shape[0] != n:
        raise FieldError(f"expected boards of {CPF_HAND} cards, and their points")
    memset(nothing, CPF_SURRENDERED, sizeof(nothing))
    with nogil:
        if core.rules.surrender >= 0:
            cpf_read_to_keep(settling_tables(), core.rules, nothing, CPF_DECLARE_NOTHING, &board)
            surrendered = cpf_field_points(core.field, &board)
        for i in range(n):
            cpf_read_to_keep(settling_tables(), core.rules, &boards[i, 0], CPF_DECLARE_NOTHING, &board)
            if isnan(points[i]):
                points[i] = cpf_field_points(core.field, &board)
            else:
                points[i] += cpf_field_side_payments(core.field, &board)
            if board.patterns:
                cpf_read_to_keep(settling_tables(), core.rules, &boards[i, 0], CPF_DECLARE_BEST, &board)
                worth = cpf_field_points(core.field, &board)
                if worth > points[i]:
                    points[i], declared[i] = worth, board.natural
            for k in range(cpf_show_naturals(settling_tables(), core.rules, &boards[i, 0], shown)):
                cpf_read_to_keep(settling_tables(), core.rules, shown[k], CPF_DECLARE_BEST, &board)
                worth = cpf_field_points(core.field, &board)
                if worth > points[i] and board.natural >= 0:
                    points[i], declared[i] = worth, board.natural
                    memcpy(&boards[i, 0], shown[k], CPF_HAND)
            if core.rules.surrender >= 0 and surrendered > points[i]:
                points[i], declared[i] = surrendered, -1
                boards[i, :] = CPF_SURRENDERED
    return found


share_globals(globals())
