/* Ranking: strengths of three- and five-card rows.
 *
 * A card is 4 * rank + suit. Every card has a 64-bit key; the keys of a row are added up, and the sum selects a table
 * entry. The fields of a key (and of a sum) are laid out so that no field can carry into the next:
 *
 *   bits  0..19  five-card rank key: sums differ for each of the 6,175 multisets of five ranks
 *   bits 20..39  four suit counters of five bits; they count in twos from 6, so five cards of a suit, and no fewer, set bit 4
 *   bits 40..45  number of cards
 *   bits 48..63  three-card rank key: sums differ for each of the 455 multisets of three ranks
 */
#ifndef CPF_RANKING_H
#define CPF_RANKING_H

#include <stddef.h>
#include <stdint.h>

#include "cpf_simd.h"

#if defined(__GNUC__)
#define CPF_LIKELY(x) __builtin_expect(!!(x), 1)
#define CPF_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define CPF_ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#include <intrin.h>
#define CPF_ALWAYS_INLINE static __forceinline
#define CPF_LIKELY(x) (x)
#define CPF_UNLIKELY(x) (x)
#endif

/* For loops of look-ups, which are short of nothing but instructions. */
#if defined(__clang__)
#define CPF_UNROLL_8 _Pragma("clang loop unroll_count(8)")
#elif defined(__GNUC__)
#define CPF_UNROLL_8 _Pragma("GCC unroll 8")
#else
#define CPF_UNROLL_8
#endif

enum {
    CPF_CARDS = 52,
    CPF_STRENGTHS = 7917,         /* values of the joint scale */
    CPF_LOWBALL_STRENGTHS = 7462, /* values of the 2-7 scale */
    CPF_FIVE_SPAN = 5 * 79415 + 1, /* the largest sum that any bytes have, and one */
    CPF_THREE_SPAN = 3 * 1556 + 1
};

/* The three orders of rows. */
enum { CPF_WHEEL_LOWEST, CPF_WHEEL_SECOND, CPF_LOWBALL, CPF_SCALES };

#define CPF_SUIT_COUNTERS (UINT64_C(0x318c6) << 20)
#define CPF_FLUSH_BITS (UINT64_C(0x84210) << 20)
#define CPF_SUIT_FIELDS (UINT64_C(0xfffff) << 20)
#define CPF_SUIT_FLUSH (UINT64_C(0x10) << 20) /* one of the flush bits */
#define CPF_FIVE_FIELD UINT64_C(0xfffff)
#define CPF_COUNT_SHIFT 40
#define CPF_THREE_SHIFT 48
#define CPF_MASK_GAPS UINT64_C(0xe000e000e000e000) /* bits of a mask that no card uses */

/* Keys: the same for every scale. Any byte may index them: unchecked input cannot read beyond it. */
typedef struct cpf_keys {
    uint64_t card[256];
    uint64_t pair[65536]; /* by two adjacent bytes: sum of both keys and half of the counters' start; 0 for bad cards */
    uint64_t suit[8192];  /* by the rank mask of one suit: sum of the keys; CPF_SUIT_FLUSH for five cards or more */
} cpf_keys;

/* One scale: strengths by key sum. */
typedef struct cpf_scale {
    uint16_t five[CPF_FIVE_SPAN];
    uint16_t three[CPF_THREE_SPAN];
    uint16_t flush[8192];             /* by rank mask; only masks of five ranks are set */
    uint32_t meaning[CPF_STRENGTHS];  /* category << 24 | up to five ranks, four bits each, most telling first; 15: none */
} cpf_scale;

enum {
    CPF_HIGH_CARD, CPF_PAIR, CPF_TWO_PAIR, CPF_THREE_OF_A_KIND, CPF_STRAIGHT, CPF_FLUSH, CPF_FULL_HOUSE,
    CPF_FOUR_OF_A_KIND, CPF_STRAIGHT_FLUSH
};

typedef struct cpf_ranking {
    cpf_keys keys;
    cpf_scale scales[CPF_SCALES];
} cpf_ranking;

/* Fills all tables, which must be zero. Returns 0, or the line of cpf_tables.c whose count came out wrong. */
int cpf_ranking_build(cpf_ranking *tables);

/* The ranks of some cards, of whatever suit. */
static inline uint32_t cpf_rank_mask(uint64_t cards) {
    cards |= cards >> 32;
    return (uint32_t)((cards | cards >> 16) & 0x1fff);
}

static inline uint32_t cpf_flush5(const cpf_scale *scale, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    return scale->flush[(1u << (a >> 2 & 15) | 1u << (b >> 2 & 15) | 1u << (c >> 2 & 15) | 1u << (d >> 2 & 15) |
                         1u << (e >> 2 & 15)) & 8191];
}

/* Strength of five cards. Trusts that they are different cards; any bytes are safe. */
static inline uint32_t cpf_strength5(const cpf_keys *keys, const cpf_scale *scale, uint32_t a, uint32_t b, uint32_t c,
                                     uint32_t d, uint32_t e) {
    uint64_t sum = keys->card[a & 255] + keys->card[b & 255] + keys->card[c & 255] + keys->card[d & 255] +
                   keys->card[e & 255] + CPF_SUIT_COUNTERS;
    if (CPF_UNLIKELY(sum & CPF_FLUSH_BITS)) return cpf_flush5(scale, a, b, c, d, e);
    return scale->five[sum & CPF_FIVE_FIELD];
}

/* Strength of three cards. */
static inline uint32_t cpf_strength3(const cpf_keys *keys, const cpf_scale *scale, uint32_t a, uint32_t b, uint32_t c) {
    return scale->three[(keys->card[a & 255] + keys->card[b & 255] + keys->card[c & 255]) >> CPF_THREE_SHIFT];
}

/* A card as a mask; any byte is safe. */
static inline uint64_t cpf_card_bit(unsigned card) { return UINT64_C(1) << (16 * (card & 3) + (card >> 2 & 15)); }

static inline int cpf_lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    unsigned long i;
    _BitScanForward64(&i, bits);
    return (int)i;
#endif
}

/* The next larger number with as many bits set. */
static inline uint32_t cpf_next_subset(uint32_t bits) {
    uint32_t low = bits & (~bits + 1), high = bits + low;
    return high | ((bits ^ high) / low >> 2);
}

enum { CPF_INVALID = 0xffff };

/* Strength of a mask of three or five cards (of five in lowball); CPF_INVALID for any other mask. */
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

/* Kernels: n rows of cards (three or five bytes each, no gaps) to strengths. Return 0, or not 0 if any row holds a card
 * over 51 or a repeated card; the output is then without meaning. */
typedef int (*cpf_rows_kernel)(const cpf_ranking *tables, int kind, const uint8_t *cards, int64_t n, uint16_t *out);

typedef struct cpf_row_kernels {
    cpf_rows_kernel five, three;
} cpf_row_kernels;

extern const cpf_row_kernels cpf_rows_portable;
#if defined(CPF_X86_64)
extern const cpf_row_kernels cpf_rows_avx2, cpf_rows_avx512;
#elif defined(CPF_AARCH64)
extern const cpf_row_kernels cpf_rows_neon;
#endif

/* The kernels of the instruction set that cpf_cpu.h chose. */
const cpf_row_kernels *cpf_rows(void);

/* Batches: n rows of `width` cards, or n masks of three or five cards, to strengths, on up to `threads` threads. Return
 * the index of the first bad row, or n if all are good; with a bad row the output is without meaning. */
int64_t cpf_strengths(const cpf_ranking *tables, int kind, const uint8_t *cards, int width, int64_t n, uint16_t *out,
                      int threads);
int64_t cpf_mask_strengths(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n, uint16_t *out,
                           int threads);

#endif
