"""Memory of arrays from callers. Contiguous arrays are used directly; `cpoker_fast._arrays` checks and copies others."""

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_STRIDES, PyBUF_WRITABLE, PyBuffer_IsContiguous
from cpython.buffer cimport PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport uint8_t

from cpf cimport CPF_HAND, CPF_MOST_PLAYERS

from cpoker_fast._arrays import boards_in, cards_in, result_out
from cpoker_fast._core import share_globals


# Objects of NumPy, set by import_numpy() on first use.
cdef object array_type = None
cdef object empty = None
cdef dict dtypes = {}


cdef int import_numpy() except -1:
    global array_type, empty
    import numpy as np

    for name in ("bool", "uint8", "uint16", "uint32", "uint64", "int32"):
        dtypes[name] = np.dtype(name)
    empty, array_type = np.empty, np.ndarray
    return 0


cdef bint are_bytes(const Py_buffer *view) noexcept:
    return view.itemsize == 1 and view.format != NULL and view.format[0] == b"B"


cdef bint are_aligned_masks(const Py_buffer *view) noexcept:
    cdef const char *format = view.format
    return (view.itemsize == 8 and format != NULL and (format[0] == b"L" or format[0] == b"Q") and format[1] == 0
            and <size_t> view.buf % 8 == 0)


cdef bint view_array(object array, Py_buffer *view) except -1:
    """Fill `view` and return True if `array` is a contiguous NumPy array, and not of a derived class."""
    if array_type is None:
        import_numpy()
    if type(array) is not array_type:
        return False
    try:
        PyObject_GetBuffer(array, view, PyBUF_STRIDES | PyBUF_FORMAT)
    except (BufferError, ValueError):  # such as an array of dates
        return False
    if view.ndim and PyBuffer_IsContiguous(view, b"C"):
        return True
    PyBuffer_Release(view)
    return False


cdef bint view_cards(object cards, tuple widths, Py_buffer *view) except -1:
    if view_array(cards, view):
        if are_aligned_masks(view):
            return True
        if are_bytes(view) and view.shape[view.ndim - 1] in widths:
            return False
        PyBuffer_Release(view)
    array = cards_in(cards, widths)
    PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
    return array.dtype.itemsize == 8


cdef int view_tables(object boards, Py_buffer *view) except -1:
    if view_array(boards, view):
        if are_bytes(view) and view.ndim == 3 and 2 <= view.shape[1] <= CPF_MOST_PLAYERS and view.shape[2] == CPF_HAND:
            return 0
        PyBuffer_Release(view)
    PyObject_GetBuffer(boards_in(boards), view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
    return 0


cdef tuple shape_of(const Py_buffer *cards, bint are_masks):
    cdef int i
    return tuple([cards.shape[i] for i in range(cards.ndim - (not are_masks))])


cdef object view_result(object out, const Py_buffer *cards, tuple shape, str dtype, Py_buffer *view):
    if out is None:
        values = empty(shape, dtypes[dtype])
    else:
        values = result_out(out, shape, <object> cards.obj, dtype)
    PyObject_GetBuffer(values, view, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)
    return values


cdef Py_ssize_t count_rows(const Py_buffer *cards, bint are_masks) noexcept:
    cdef Py_ssize_t n = 1
    cdef int i
    for i in range(cards.ndim - (not are_masks)):
        n *= cards.shape[i]
    return n


cdef list row_at(const Py_buffer *cards, Py_ssize_t index):
    cdef Py_ssize_t width = cards.shape[cards.ndim - 1], i
    return [(<const uint8_t *> cards.buf)[index * width + i] for i in range(width)]


share_globals(globals())
