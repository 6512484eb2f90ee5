# cython: language_level=3
"""Arrays of callers as memory, for the compiled modules of this package.

Whoever is given a view releases it; one that is all zero need not be.
"""

# Rows of cards as bytes, whose last axis has a length in `widths`, or as masks of 64 bits; returns whether they are masks.
cdef bint view_cards(object cards, tuple widths, Py_buffer *view) except -1

# Tables of boards: uint8[n, 2 to 4 seats, 13].
cdef int view_tables(object boards, Py_buffer *view) except -1

# A result of one number for each row of `cards`: `out`, or a new array if that is None.
cdef object view_result(object out, const Py_buffer *cards, bint are_masks, str dtype, Py_buffer *view)

# How many rows a view of cards has.
cdef Py_ssize_t count_rows(const Py_buffer *cards, bint are_masks) noexcept

# A row of cards as a list, for messages.
cdef list row_at(const Py_buffer *cards, Py_ssize_t index)
