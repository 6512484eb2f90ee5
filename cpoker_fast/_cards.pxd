# cython: language_level=3
"""Cards and card sets for other Cython code. A mask has 16 bits a suit: bit 16 * suit + rank."""

from libc.stdint cimport uint64_t


cdef class CardSet:
    cdef readonly uint64_t mask

cdef CardSet cardset(uint64_t mask)

# Return the mask of a value that CardSet accepts; raise CardError for other values.
cdef uint64_t mask_of(object cards) except? 0

# Return the mask of items that are each an int or the text of one card; raise CardError for other items.
cdef uint64_t mask_of_items(tuple cards) except? 0

# Return the card of an int or a text; raise CardError for other values, with `position` unless that is negative.
cdef int card_of(object value, Py_ssize_t position) except -1

cdef list cards_ascending(uint64_t mask)


cdef inline uint64_t bit_of(int card) noexcept nogil:
    return <uint64_t> 1 << (16 * (card & 3) + (card >> 2))


cdef inline int count_cards(uint64_t mask) noexcept nogil:
    mask -= mask >> 1 & <uint64_t> 0x5555555555555555
    mask = (mask & <uint64_t> 0x3333333333333333) + (mask >> 2 & <uint64_t> 0x3333333333333333)
    return <int> (((mask + (mask >> 4) & <uint64_t> 0x0F0F0F0F0F0F0F0F) * <uint64_t> 0x0101010101010101) >> 56)
