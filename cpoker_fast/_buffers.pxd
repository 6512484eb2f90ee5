# cython: language_level=3
"""Memory of arrays from callers, for the compiled modules of this package.

The caller of a function that fills a view releases the view, unless all its bytes are zero.
"""

# View a contiguous NumPy array, which is not of a derived class; return False for anything else.
cdef bint view_array(object array, Py_buffer *view) except -1

# Whether a view has bytes, and whether it has 64-bit masks at aligned addresses.
cdef bint are_bytes(const Py_buffer *view) noexcept
cdef bint are_aligned_masks(const Py_buffer *view) noexcept

# View an array of cards: bytes with a last axis whose length is in `widths`, or 64-bit masks. Return whether it has masks.
cdef bint view_cards(object cards, tuple widths, Py_buffer *view) except -1

# View tables of boards, uint8[n, 2 to 4 seats, 13].
cdef int view_tables(object boards, Py_buffer *view) except -1

# View and return the array of results: `out`, which must not overlap with `cards`, or a new array if `out` is None.
cdef object view_result(object out, const Py_buffer *cards, tuple shape, str dtype, Py_buffer *view)

# Return the shape of a view without its last axis, and the number of rows along that axis. Masks have no such axis.
cdef tuple shape_of(const Py_buffer *cards, bint are_masks)
cdef Py_ssize_t count_rows(const Py_buffer *cards, bint are_masks) noexcept

# Return a row of cards as a list, for messages.
cdef list row_at(const Py_buffer *cards, Py_ssize_t index)
