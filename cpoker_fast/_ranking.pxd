# cython: language_level=3
"""Ranking for other Cython code, without Python calls and without headers: `from cpoker_fast._ranking cimport ...`.

A mask has 16 bits a suit: bit 16 * suit + rank (`cpoker_fast._cards.bit_of`). Other masks have strength 65535.
"""

from libc.stdint cimport uint16_t, uint64_t

# Return the strength of a row of three or five cards, or of the best five of six or seven, 0 to 7916.
cdef uint16_t strength_of_cards(uint64_t mask) noexcept nogil
cdef uint16_t strength_of_cards_wheel_second(uint64_t mask) noexcept nogil

# Return the 2-7 lowball strength of five cards, 0 to 7461.
cdef uint16_t lowball_strength_of_cards(uint64_t mask) noexcept nogil
