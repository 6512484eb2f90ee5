/* Ranking: strengths of three- and five-card rows. See cpf_sevens.h for hands of more cards.
 *
 * A card is 4 * rank + suit. Each card has a 64-bit key. The sum of the keys of a row is a perfect hash of its ranks: the
 * index of its strength in a table. The fields of a key are wide enough that sums do not carry from one into the next:
 *
 *   bits  0..19  five-card rank key: sums differ for each of the 6,175 multisets of five ranks
 *   bits 20..39  four suit counters of five bits; they count in twos from 6, so that five cards of a suit set bit 4
 *   bits 40..45  number of cards
 *   bits 48..63  three-card rank key: sums differ for each of the 455 multisets of three ranks
 */
#ifndef CPF_RANKING_H
#define CPF_RANKING_H

#include <stddef.h>
#include <stdint.h>

#include "cpf_assert.h"
#include "cpf_simd.h"

#if defined(__GNUC__)
#define CPF_LIKELY(x) __builtin_expect(!!(x), 1)
#define CPF_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define CPF_ALWAYS_INLINE static inline __attribute__((always_inline))
#define CPF_NEVER_INLINE static __attribute__((noinline))
#else
#include <intrin.h>
#define CPF_ALWAYS_INLINE static __forceinline
#define CPF_NEVER_INLINE static __declspec(noinline)
#define CPF_LIKELY(x) (x)
#define CPF_UNLIKELY(x) (x)
#endif

/* Unroll loops of table look-ups, whose cost is their number of instructions. */
#if defined(__clang__)
#define CPF_UNROLL_8 _Pragma("clang loop unroll_count(8)")
#elif defined(__GNUC__)
#define CPF_UNROLL_8 _Pragma("GCC unroll 8")
#else
#define CPF_UNROLL_8
#endif

/* Keep the address of a table in a register; compilers would recompute the address at each look-up. */
#if defined(__GNUC__)
#define CPF_IN_REGISTER(address) __asm__("" : "+r"(address))
#else
#define CPF_IN_REGISTER(address) (void)(address)
#endif

enum {
    CPF_CARDS = 52,
    CPF_RANKS = 13,
    CPF_STRENGTHS = 7917,          /* strengths of rows of five and of three, on one scale */
    CPF_LOWBALL_STRENGTHS = 7462,  /* strengths of 2-7 rows of five */
    CPF_FIVE_SPAN = 5 * 79415 + 1, /* above the largest sum of the keys of any bytes */
    CPF_THREE_SPAN = 3 * 1556 + 1
};

/* Scales (orders of rows): A-2-3-4-5 is the lowest straight; A-2-3-4-5 is the second-highest straight; 2-7 lowball. */
enum { CPF_WHEEL_LOWEST, CPF_WHEEL_SECOND, CPF_LOWBALL, CPF_SCALES };

#define CPF_SUIT_COUNTERS (UINT64_C(0x318c6) << 20)
#define CPF_FLUSH_BITS (UINT64_C(0x84210) << 20)
#define CPF_SUIT_FIELDS (UINT64_C(0xfffff) << 20)
#define CPF_SUIT_FLUSH (UINT64_C(0x10) << 20) /* one of the flush bits */
#define CPF_FIVE_FIELD UINT64_C(0xfffff)
#define CPF_COUNT_SHIFT 40
#define CPF_THREE_SHIFT 48
#define CPF_MASK_GAPS UINT64_C(0xe000e000e000e000) /* the bits of a mask that stand for no card */

/* Keys, the same for all scales. Every byte has a key, so that unchecked input stays within the tables. */
typedef struct cpf_keys {
    uint64_t card[256];
    uint64_t pair[65536]; /* by two bytes: sum of both keys plus half of CPF_SUIT_COUNTERS; 0 for bytes that are no cards */
    uint64_t suit[8192];  /* by rank mask of one suit: key sum without suit counters, plus CPF_SUIT_FLUSH from 5 cards */
} cpf_keys;

/* A scale: strengths by sums of keys. */
typedef struct cpf_scale {
    uint16_t five[CPF_FIVE_SPAN];
    uint16_t three[CPF_THREE_SPAN];
    uint16_t flush[8192];            /* by rank mask; only masks of five ranks are set */
    uint32_t meaning[CPF_STRENGTHS]; /* category << 24 | up to five ranks of four bits each, main rank first; 15: none */
} cpf_scale;

enum {
    CPF_HIGH_CARD,
    CPF_PAIR,
    CPF_TWO_PAIR,
    CPF_THREE_OF_A_KIND,
    CPF_STRAIGHT,
    CPF_FLUSH,
    CPF_FULL_HOUSE,
    CPF_FOUR_OF_A_KIND,
    CPF_STRAIGHT_FLUSH,
    CPF_ROYAL_FLUSH,
    CPF_CATEGORIES
};

/* Return the main rank of a meaning, and its category; the royal flush is a category of its own. */
static inline int cpf_meaning_rank(uint32_t meaning) { return (int)(meaning >> 16 & 15); }
static inline int cpf_meaning_category(uint32_t meaning) {
    int category = (int)(meaning >> 24);
    return category == CPF_STRAIGHT_FLUSH && cpf_meaning_rank(meaning) == 12 ? CPF_ROYAL_FLUSH : category;
}

typedef struct cpf_ranking {
    cpf_keys keys;
    cpf_scale scales[CPF_SCALES];
} cpf_ranking;

/* Fill the tables, which must be zero. Return 0, or the line of cpf_tables.c at which a count is wrong. */
int cpf_ranking_build(cpf_ranking *tables);

/* Return the ranks of a mask of cards, regardless of suit. */
static inline uint32_t cpf_rank_mask(uint64_t cards) {
    cards |= cards >> 32;
    return (uint32_t)((cards | cards >> 16) & 0x1fff);
}

/* The ranks that cards have at least once, at least twice, at least three times, and four times. */
typedef struct cpf_rank_counts {
    uint32_t once, twice, thrice, all;
} cpf_rank_counts;

static inline cpf_rank_counts cpf_count_ranks(uint64_t cards) {
    const uint32_t clubs = (uint32_t)(cards & 0x1fff), diamonds = (uint32_t)(cards >> 16 & 0x1fff);
    const uint32_t hearts = (uint32_t)(cards >> 32 & 0x1fff), spades = (uint32_t)(cards >> 48 & 0x1fff);
    const uint32_t minor = clubs | diamonds, major = hearts | spades, minors = clubs & diamonds, majors = hearts & spades;
    return (cpf_rank_counts){minor | major, minors | majors | (minor & major), (minors & major) | (majors & minor),
                             minors & majors};
}

static inline uint32_t cpf_flush5(const cpf_scale *scale, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    return scale->flush[(1u << (a >> 2 & 15) | 1u << (b >> 2 & 15) | 1u << (c >> 2 & 15) | 1u << (d >> 2 & 15) |
                         1u << (e >> 2 & 15)) &
                        8191];
}

/* Return the strength of five different cards. Any other bytes are safe, but the result is meaningless. */
static inline uint32_t cpf_strength5(const cpf_keys *keys, const cpf_scale *scale, uint32_t a, uint32_t b, uint32_t c,
                                     uint32_t d, uint32_t e) {
    uint64_t sum = keys->card[a & 255] + keys->card[b & 255] + keys->card[c & 255] + keys->card[d & 255] +
                   keys->card[e & 255] + CPF_SUIT_COUNTERS;
    if (CPF_UNLIKELY(sum & CPF_FLUSH_BITS)) return cpf_flush5(scale, a, b, c, d, e);
    return scale->five[sum & CPF_FIVE_FIELD];
}

/* Return the strength of three different cards. */
static inline uint32_t cpf_strength3(const cpf_keys *keys, const cpf_scale *scale, uint32_t a, uint32_t b, uint32_t c) {
    return scale->three[(keys->card[a & 255] + keys->card[b & 255] + keys->card[c & 255]) >> CPF_THREE_SHIFT];
}

/* Return a card as a mask; any byte is safe. */
static inline uint64_t cpf_card_bit(unsigned card) { return UINT64_C(1) << (16 * (card & 3) + (card >> 2 & 15)); }
static inline uint8_t cpf_card_of_bit(int bit) { return (uint8_t)(4 * (bit & 15) + (bit >> 4)); }

/* Whether n cards are different cards in ascending order. */
static inline int cpf_cards_ascend(const uint8_t *cards, int n) {
    for (int i = 1; i < n; i++)
        if (cards[i - 1] >= cards[i]) return 0;
    return n == 0 || cards[n - 1] < CPF_CARDS;
}

/* Return the index of the lowest bit set; undefined for 0. */
static inline int cpf_lowest_bit(uint64_t bits) {
    CPF_ASSERT(bits != 0);
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    unsigned long i;
    _BitScanForward64(&i, bits);
    return (int)i;
#endif
}

/* Return the index of the highest bit set; undefined for 0. */
static inline int cpf_highest_bit(uint64_t bits) {
    CPF_ASSERT(bits != 0);
#if defined(__GNUC__)
    return 63 - __builtin_clzll(bits);
#else
    unsigned long i;
    _BitScanReverse64(&i, bits);
    return (int)i;
#endif
}

static inline int cpf_count_bits(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return (int)(((bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56);
}

/* Return the next larger number with the same number of bits set (Gosper's hack); undefined for 0. */
static inline uint32_t cpf_next_subset(uint32_t bits) {
    CPF_ASSERT(bits != 0);
    uint32_t low = bits & (~bits + 1), high = bits + low;
    return high | ((bits ^ high) / low >> 2);
}

enum { CPF_INVALID = 0xffff };

/* Return the strength of a mask of three or five cards (lowball: five); CPF_INVALID for any other mask. */
static inline uint32_t cpf_strength_mask(const cpf_keys *keys, const cpf_scale *scale, uint64_t cards) {
    uint64_t sum = keys->suit[cards & 8191] + keys->suit[cards >> 16 & 8191] + keys->suit[cards >> 32 & 8191] +
                   keys->suit[cards >> 48 & 8191];
    uint32_t count = (uint32_t)(sum >> CPF_COUNT_SHIFT) & 63;
    if (CPF_UNLIKELY(cards & CPF_MASK_GAPS)) return CPF_INVALID;
    if (count == 5) {
        if (CPF_UNLIKELY(sum & CPF_FLUSH_BITS)) return scale->flush[cpf_rank_mask(cards)];
        return scale->five[sum & CPF_FIVE_FIELD];
    }
    return count == 3 ? scale->three[sum >> CPF_THREE_SHIFT] : CPF_INVALID;
}

/* A kernel that writes the strengths of n rows of three or five cards, a byte for each card. It returns 0, or nonzero if a
 * row has a byte over 51 or a duplicate card; the output is then meaningless. */
typedef int (*cpf_rows_kernel)(const cpf_ranking *tables, int kind, const uint8_t *cards, int64_t n, uint16_t *out);

/* Like cpf_rows_kernel, for n masks of three or five cards (lowball: five). */
typedef int (*cpf_masks_kernel)(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n, uint16_t *out);

typedef struct cpf_row_kernels {
    cpf_rows_kernel five, three;
    cpf_masks_kernel masks;
} cpf_row_kernels;

int cpf_rank_masks_portable(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n, uint16_t *out);
#if defined(CPF_X86_64)
int cpf_rank_masks_avx2(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n, uint16_t *out);
int cpf_rank_masks_avx512(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n, uint16_t *out);
#endif

extern const cpf_row_kernels cpf_rows_portable;
#if defined(CPF_X86_64)
extern const cpf_row_kernels cpf_rows_avx2, cpf_rows_avx512;
#elif defined(CPF_AARCH64)
extern const cpf_row_kernels cpf_rows_neon;
#endif

/* Return the kernels of an instruction set (cpf_cpu.h). */
const cpf_row_kernels *cpf_rows(int level);

enum { CPF_NO_MEMORY = -1 }; /* an error of functions that return an index or a number */

/* Write the strengths of n rows of `width` cards, or of n masks, by the kernels of an instruction set (`level`). Rows have
 * three, five, six or seven cards (lowball: five); of six and seven, the best five count. Return n, or the index of the
 * first invalid row, or CPF_NO_MEMORY; the output is then meaningless. */
int64_t cpf_strengths(const cpf_ranking *tables, int kind, int level, const uint8_t *cards, int width, int64_t n,
                      uint16_t *out, int threads);
int64_t cpf_mask_strengths(const cpf_ranking *tables, int kind, int level, const uint64_t *masks, int64_t n, uint16_t *out,
                           int threads);

#endif
