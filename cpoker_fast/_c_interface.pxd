# cython: language_level=3
"""The functions of the C interface for other Cython code: `from cpoker_fast._c_interface cimport strengths`.

`cpoker_fast/include/cpoker_fast.h` documents them and the constants. Cython writes their addresses and signatures for
`cpoker_fast.c_interface`.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef uint16_t strength(uint64_t row, int32_t scale) noexcept nogil
cdef uint16_t strength_of_cards(const uint8_t *cards, int32_t n, int32_t scale) noexcept nogil
cdef int64_t strengths(const uint8_t *cards, int32_t width, int64_t n, int32_t scale, uint16_t *out,
                       int32_t threads) noexcept nogil
cdef int64_t strengths_of_masks(const uint64_t *rows, int64_t n, int32_t scale, uint16_t *out,
                                int32_t threads) noexcept nogil
cdef int32_t category(uint16_t strength, int32_t scale) noexcept nogil
cdef uint64_t mask_of_cards(const uint8_t *cards, int32_t n) noexcept nogil
cdef int32_t cards_of_mask(uint64_t mask, uint8_t *cards) noexcept nogil
cdef int32_t count_arrangements(uint64_t hand) noexcept nogil
cdef int64_t read_boards(int32_t rules, const uint8_t *boards, int64_t n, uint16_t *strengths, int32_t *royalties,
                         uint8_t *fouls, int32_t threads) noexcept nogil
cdef int64_t settle(int32_t rules, const uint8_t *boards, int32_t players, int64_t n, int32_t button, int32_t *points,
                    int32_t threads) noexcept nogil
