"""Strengths of rows: single rows, batches, and meanings of strengths."""

cimport cython
from cpython.buffer cimport PyBuffer_Release
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.object cimport PyObject
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from cpf cimport (
    CPF_INVALID, CPF_LOWBALL, CPF_LOWBALL_STRENGTHS, CPF_NO_MEMORY, CPF_STRENGTHS, CPF_WHEEL_LOWEST,
    CPF_WHEEL_SECOND, cpf_best_five_masks, cpf_best_fives, cpf_card_bit, cpf_cpu_level, cpf_has_strength,
    cpf_mask_strengths, cpf_ranking, cpf_strength5, cpf_strength_mask, cpf_strength_of_any, cpf_strengths,
)
from cpoker_fast._buffers cimport count_rows, row_at, shape_of, view_cards, view_result
from cpoker_fast._cards cimport CardSet, count_cards, mask_of, mask_of_items
from cpoker_fast._core cimport ranking_tables, scale_of_wheel, threads_for

from cpoker_fast._arrays import any_of, describe_bad_mask, describe_bad_row
from cpoker_fast._core import share_globals
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CardError, StrengthError


STRENGTHS, LOWBALL_STRENGTHS = CPF_STRENGTHS, CPF_LOWBALL_STRENGTHS

cdef const cpf_ranking *tables = ranking_tables()


# ---- single rows ----

cdef str LOWEST = "lowest"


cdef inline int scale_of(object wheel) except -1:
    """Return the scale of a wheel; the default wheel takes the fast path."""
    return CPF_WHEEL_LOWEST if wheel is LOWEST else scale_of_wheel(wheel)


ROW_SIZES, LOWBALL_SIZES = (3, 5, 6, 7), (5,)


cdef tuple sizes_on(int scale):
    """Return the numbers of cards that a scale ranks (see cpf_is_row_size)."""
    return LOWBALL_SIZES if scale == CPF_LOWBALL else ROW_SIZES


cdef int64_t strength_of_any(uint64_t mask, int scale) except -1:
    cdef uint32_t value = cpf_strength_of_any(tables, scale, mask)
    if value != <uint32_t> CPF_INVALID:
        return value
    if cpf_has_strength(scale, mask):
        raise MemoryError
    raise CardError(f"bad row: expected {any_of(sizes_on(scale))} cards, got {count_cards(mask)}")


cdef inline int64_t strength_of_mask(uint64_t mask, int scale) except -1:
    cdef uint32_t value = cpf_strength_mask(&tables.keys, &tables.scales[scale], mask)
    return strength_of_any(mask, scale) if value == <uint32_t> CPF_INVALID else value


cdef int64_t strength_of_many(tuple cards, int scale) except -1:
    """Rank cards that are separate arguments; None at the end stands for no card."""
    cdef int n = <int> len(cards)
    while n > 2 and cards[n - 1] is None:
        n -= 1
    return strength_of_mask(mask_of_items(cards[:n]), scale)


cdef inline int64_t strength_of_five(object a, object b, object c, object d, object e, int scale) except -1:
    """Rank five ints on the fast path; other arguments, also invalid ones, take the general path."""
    cdef unsigned long i, j, k, m, n
    cdef uint64_t bit = 1
    cdef int overflow  # an int that overflows becomes -1, which is no card
    if (PyLong_CheckExact(a) and PyLong_CheckExact(b) and PyLong_CheckExact(c) and PyLong_CheckExact(d)
            and PyLong_CheckExact(e)):
        i = <unsigned long> PyLong_AsLongAndOverflow(a, &overflow)
        j = <unsigned long> PyLong_AsLongAndOverflow(b, &overflow)
        k = <unsigned long> PyLong_AsLongAndOverflow(c, &overflow)
        m = <unsigned long> PyLong_AsLongAndOverflow(d, &overflow)
        n = <unsigned long> PyLong_AsLongAndOverflow(e, &overflow)
        # Powers of two add up to their union only if they are different.
        if (i < 52 and j < 52 and k < 52 and m < 52 and n < 52
                and (bit << i) + (bit << j) + (bit << k) + (bit << m) + (bit << n)
                == (bit << i | bit << j | bit << k | bit << m | bit << n)):
            return cpf_strength5(&tables.keys, &tables.scales[scale], <uint32_t> i, <uint32_t> j, <uint32_t> k,
                                 <uint32_t> m, <uint32_t> n)
    return strength_of_many((a, b, c, d, e), scale)


cdef inline int64_t strength_of_set(object cards, int scale) except -1:
    return strength_of_mask((<CardSet> cards).mask if isinstance(cards, CardSet) else mask_of(cards), scale)


@cython.binding(False)  # a plain built-in function is quicker to call
@cython.embedsignature(True)
@cython.embedsignature.format("clinic")
def strength(first, second=None, third=None, fourth=None, fifth=None, sixth=None, seventh=None, /, *, wheel="lowest"):
    """Return the strength of a row of three or five cards, or of the best five of six or seven cards.

    Strengths are from 0 to 7916, and a higher strength is better.

    The first call with six or seven cards makes tables. They take a few milliseconds and 250 kB for each `wheel`.

    Parameters
    ----------
    first : CardSet, str or iterable of int
        All cards, or the first card if each card is a separate argument.
    second, third, fourth, fifth, sixth, seventh : int or str, optional
        The other cards, if each card is a separate argument.
    wheel : {'lowest', 'second'}
        Rank of A-2-3-4-5 among the straights, and among the straight flushes. By default, it is the lowest. With
        ``'second'``, it is the second highest.

    Returns
    -------
    int

    Raises
    ------
    CardError
        If a card cannot be read or appears twice, or the number of cards is not three, five, six or seven.
    CpokerError
        If `wheel` is neither 'lowest' nor 'second'.

    Notes
    -----
    Rows of three and of five cards share one scale. A front and a middle are compared card by card. If the middle begins
    with the three ranks of the front, the middle is stronger.

    Examples
    --------
    >>> strength("Ts Th Tc 4d 4s") > strength("As Ks Qs Js 9s") > strength("Ah Ad Ac")
    True
    >>> strength("9s 9h 4c") < strength("9s 9h 4c 3d 2s")
    True
    >>> strength("Ts Th Tc 4d 4s 3d 2c") == strength("Ts Th Tc 4d 4s")
    True
    """
    if second is None and third is None and fourth is None and fifth is None and sixth is None and seventh is None:
        return strength_of_set(first, scale_of(wheel))
    if fifth is not None and sixth is None and seventh is None:
        return strength_of_five(first, second, third, fourth, fifth, scale_of(wheel))
    return strength_of_many((first, second, third, fourth, fifth, sixth, seventh), scale_of(wheel))


def lowball_strength(first, second=None, third=None, fourth=None, fifth=None, /):
    """Return the 2-7 lowball strength of five cards.

    Strengths are from 0 to 7461, and a higher strength is better.

    Aces are high. Straights and flushes count against the row, as pairs do. The best row is 7-5-4-3-2 of mixed suits.

    Raises
    ------
    CardError
        If a card cannot be read or appears twice, or the number of cards is not five.

    Examples
    --------
    >>> lowball_strength("7s 5h 4c 3d 2s")
    7461
    """
    if second is None and third is None and fourth is None and fifth is None:
        return strength_of_set(first, CPF_LOWBALL)
    if fifth is not None:
        return strength_of_five(first, second, third, fourth, fifth, CPF_LOWBALL)
    return strength_of_many((first, second, third, fourth, fifth), CPF_LOWBALL)


# ---- a fast entry to `strength` ----
# Parsing eight arguments, most of them omitted, takes longer than ranking. So the C entry of the function is replaced by one
# that checks for the usual calls first. Name, signature and documentation stay the same.

cdef extern from "Python.h":
    ctypedef object (*PyCFunction)(object, object)
    const int METH_FASTCALL, METH_KEYWORDS
    ctypedef struct PyMethodDef:
        PyCFunction ml_meth
        int ml_flags
    ctypedef struct PyCFunctionObject:
        PyMethodDef *m_ml
        PyObject *m_self
        PyObject *m_module
    object PyCFunction_NewEx(PyMethodDef *definition, PyObject *self, PyObject *module)
    object PyObject_Vectorcall(object function, PyObject *const *arguments, size_t n, PyObject *keywords)


cdef inline uint64_t mask_of_seven(PyObject *const *cards) noexcept:
    """Return the mask of seven different ints; 0 for other objects."""
    cdef uint64_t mask = 0
    cdef unsigned long card
    cdef int i, overflow  # an int that overflows becomes -1, which is no card
    for i in range(7):
        if not PyLong_CheckExact(<object> cards[i]):
            return 0
        card = <unsigned long> PyLong_AsLongAndOverflow(<object> cards[i], &overflow)
        if card >= 52 or mask & cpf_card_bit(<unsigned> card):
            return 0
        mask |= cpf_card_bit(<unsigned> card)
    return mask


cdef object quick_strength(PyObject *self, PyObject *const *arguments, Py_ssize_t n, PyObject *keywords):
    cdef uint64_t mask
    if keywords is NULL:
        if n == 1 and type(<object> arguments[0]) is CardSet:
            return strength_of_mask((<CardSet> arguments[0]).mask, CPF_WHEEL_LOWEST)
        if n == 5 and arguments[4] is not <PyObject *> None:
            return strength_of_five(<object> arguments[0], <object> arguments[1], <object> arguments[2],
                                    <object> arguments[3], <object> arguments[4], CPF_WHEEL_LOWEST)
        if n == 7 and (mask := mask_of_seven(arguments)):
            return strength_of_any(mask, CPF_WHEEL_LOWEST)
    return PyObject_Vectorcall(any_strength, arguments, n, keywords)


cdef object any_strength = strength
cdef PyCFunctionObject *replaced = <PyCFunctionObject *> any_strength
cdef PyMethodDef entry = replaced.m_ml[0]
entry.ml_meth = <PyCFunction> <void *> quick_strength
entry.ml_flags = METH_FASTCALL | METH_KEYWORDS
strength = PyCFunction_NewEx(&entry, replaced.m_self, replaced.m_module)


# ---- batches ----

cdef object batch(object cards, object out, object threads, int scale):
    cdef Py_buffer rows, result
    cdef int64_t n, bad
    cdef int width = 0, level = cpf_cpu_level()
    cdef int workers = threads_for(threads)
    cdef bint are_masks = view_cards(cards, sizes_on(scale), &rows)
    memset(&result, 0, sizeof(result))
    try:
        values = view_result(out, &rows, shape_of(&rows, are_masks), "uint16", &result)
        n = bad = count_rows(&rows, are_masks)
        if not are_masks:
            width = <int> rows.shape[rows.ndim - 1]
        with nogil:
            if not n:
                pass
            elif are_masks:
                bad = cpf_mask_strengths(tables, scale, level, <const uint64_t *> rows.buf, n, <uint16_t *> result.buf,
                                         workers)
            else:
                bad = cpf_strengths(tables, scale, level, <const uint8_t *> rows.buf, width, n, <uint16_t *> result.buf,
                                    workers)
        if bad == n:
            return values
        if bad == CPF_NO_MEMORY:
            raise MemoryError
        if are_masks:
            raise describe_bad_mask((<const uint64_t *> rows.buf)[bad], bad, "row", any_of(sizes_on(scale)))
        raise describe_bad_row(row_at(&rows, bad), bad, "row")
    finally:
        PyBuffer_Release(&result)
        PyBuffer_Release(&rows)


def strengths(cards, /, *, wheel=LOWEST, out=None, threads=1):
    """Return the strengths of many rows of three or five cards, or of the best five of many hands of six or seven.

    Parameters
    ----------
    cards : array of uint8, shape (..., 3), (..., 5), (..., 6) or (..., 7), or of uint64, any shape
        Rows or hands, as ints along the last axis or as masks (see `CardSet.mask`). Masks may differ in their numbers of
        cards. Any buffer works, and C-contiguous buffers are read in place. Strided arrays, other integer dtypes, and lists
        (also of text or `CardSet`) are copied.
    wheel : {'lowest', 'second'}
        As for `strength`.
    out : array of uint16, optional
        C-contiguous array for the result, in its shape. It must not overlap with `cards`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    array of uint16
        Strengths, in `out` or in a new array. After an error, the contents of `out` are undefined.

    Raises
    ------
    CardError
        If a row has a card over 51 or a duplicate card, or a mask has a wrong number of cards. The attribute `index` of the
        error is the index of the first such row.
    ArrayError
        If dtype, shape, `out` or `threads` are invalid.

    Examples
    --------
    >>> import numpy as np
    >>> strengths(np.array([[0, 4, 8, 12, 17], [51, 50, 49, 48, 0]], dtype=np.uint8)).tolist()
    [6309, 7895]
    >>> strengths(["Ts Th Tc 4d 4s", "9s 9h 4c"]).tolist()
    [7693, 3189]
    >>> strengths([[0, 4, 8, 12, 17, 16, 20]]).tolist()  # the straight flush of clubs, seven high
    [7909]
    """
    return batch(cards, out, threads, scale_of(wheel))


def lowball_strengths(cards, /, *, out=None, threads=1):
    """Return the 2-7 lowball strengths of many rows of five cards; for arguments and errors see `strengths`.

    Examples
    --------
    >>> import numpy as np
    >>> lowball_strengths(np.array([[0, 5, 10, 15, 21], [0, 5, 10, 15, 24]], np.uint8)).tolist()
    [7461, 7457]
    """
    return batch(cards, out, threads, CPF_LOWBALL)


# ---- the best five cards ----

cdef tuple HAND_SIZES = tuple(range(5, 14))


def best_five(cards, /, *, wheel=LOWEST, threads=1):
    """Return the best five cards of each of many hands of 5 to 13 cards.

    Parameters
    ----------
    cards : array of uint8, shape (..., 5) to (..., 13), or of uint64, any shape; CardSet or str
        Hands, as for `strengths`. A text or a `CardSet` is one hand.
    wheel : {'lowest', 'second'}
        As for `strength`.
    threads : int
        Number of threads, or 0 for one thread for each CPU of this process. The GIL is released.

    Returns
    -------
    array of uint8, shape (..., 5), or of uint64; CardSet
        Best five cards of each hand, in the order of the hand. The result has masks if `cards` has masks or is a list of
        text or `CardSet`. It is a `CardSet` for one text or `CardSet`. Of equally strong choices, the cards with the lowest
        numbers are returned.

    Raises
    ------
    CardError, ArrayError
        As for `strengths`.

    Examples
    --------
    >>> best_five([[51, 47, 0, 43, 39, 35, 50]]).tolist()
    [[51, 47, 43, 39, 35]]
    >>> print(best_five("As Ah Ac Kd Kh Kc Qs 5d 4d 2c"))
    As Ah Ac Kd Kc
    """
    if isinstance(cards, (CardSet, str)):
        return CardSet.from_mask(int(best_five([cards], wheel=wheel, threads=threads)[0]))
    cdef Py_buffer hands, result
    cdef int64_t n, bad
    cdef int width = 0, scale = scale_of(wheel), workers = threads_for(threads)
    cdef bint are_masks = view_cards(cards, HAND_SIZES, &hands)
    memset(&result, 0, sizeof(result))
    try:
        shape = shape_of(&hands, are_masks)
        values = view_result(None, &hands, shape if are_masks else (*shape, 5), "uint64" if are_masks else "uint8", &result)
        n = bad = count_rows(&hands, are_masks)
        if not are_masks:
            width = <int> hands.shape[hands.ndim - 1]
        with nogil:
            if are_masks:
                bad = cpf_best_five_masks(tables, scale, <const uint64_t *> hands.buf, n, <uint64_t *> result.buf, workers)
            else:
                bad = cpf_best_fives(tables, scale, <const uint8_t *> hands.buf, width, n, <uint8_t *> result.buf, workers)
        if bad == n:
            return values
        if are_masks:
            raise describe_bad_mask((<const uint64_t *> hands.buf)[bad], bad, "hand", any_of(HAND_SIZES))
        raise describe_bad_row(row_at(&hands, bad), bad, "hand")
    finally:
        PyBuffer_Release(&result)
        PyBuffer_Release(&hands)


# ---- meanings of strengths ----

cdef tuple meaning_on(int scale, object strength):
    cdef int64_t last = (CPF_LOWBALL_STRENGTHS if scale == CPF_LOWBALL else CPF_STRENGTHS) - 1
    cdef uint32_t packed
    try:
        value = strength.__index__()
    except (AttributeError, TypeError):
        value = -1
    if not 0 <= value <= last:
        raise StrengthError(f"bad strength {quote(strength)}: expected an int from 0 to {last}")
    packed = tables.scales[scale].meaning[<int> value]
    ranks = [packed >> shift & 15 for shift in (16, 12, 8, 4, 0)]
    return int(packed >> 24), tuple([rank for rank in ranks if rank != 15])


def meaning(strength, wheel):
    """Return the category of a strength, as a number, and the ranks that distinguish the strength within the category."""
    return meaning_on(scale_of(wheel), strength)


def lowball_meaning(strength):
    """Return the category and the ranks of a 2-7 strength, as `meaning` does."""
    return meaning_on(CPF_LOWBALL, strength)


# ---- for other Cython code (see _ranking.pxd) ----

cdef uint16_t strength_of_cards(uint64_t mask) noexcept nogil:
    return <uint16_t> cpf_strength_of_any(tables, CPF_WHEEL_LOWEST, mask)


cdef uint16_t strength_of_cards_wheel_second(uint64_t mask) noexcept nogil:
    return <uint16_t> cpf_strength_of_any(tables, CPF_WHEEL_SECOND, mask)


cdef uint16_t lowball_strength_of_cards(uint64_t mask) noexcept nogil:
    return <uint16_t> cpf_strength_mask(&tables.keys, &tables.scales[CPF_LOWBALL], mask)


share_globals(globals())
