/* Ranking of the best five of six or seven cards, without a look at the rows of five that they contain.
 *
 * The sums of the rank keys of seven cards differ for all 49,205 multisets of seven ranks, modulo 2^23, and so do the sums
 * of six keys. The upper 12 bits of a sum are its row, the lower 11 its column. The rows share one array of strengths: each
 * is moved so that no two sums meet, and `first` has the place of its column 0. Five cards of a suit leave no room for a
 * full house or four of a kind, so the ranks of the suit decide the strength of a flush. */
#ifndef CPF_SEVENS_H
#define CPF_SEVENS_H

#include "cpf_ranking.h"
#include "cpf_threads.h"

enum {
    CPF_SEVENS_SCALES = 2, /* CPF_WHEEL_LOWEST and CPF_WHEEL_SECOND */
    CPF_SEVENS_SUM = (1 << 23) - 1,
    CPF_SEVENS_COLUMN = 11, /* bits of a column */
    CPF_SEVENS_ROWS = 1 << 12,
    CPF_SEVENS_SLOTS = 82000
};

#define CPF_SEVENS_COUNTERS UINT64_C(0x3333)   /* four suit counters of four bits: they count from 3, */
#define CPF_SEVENS_FLUSH_BITS UINT64_C(0x8888) /* so that five cards of a suit set bit 3 */

#define CPF_SEVENS_IS_FLUSH (UINT32_C(1) << 31)

/* The tables of one scale. Every byte has a key, so that unchecked input stays within the tables. */
typedef struct cpf_sevens {
    uint64_t card[256];   /* rank key << 32 | 1 << 4 * suit */
    uint64_t bit[256];    /* the mask of a card */
    uint32_t suit[8192];  /* by rank mask of one suit: sum of the rank keys, plus CPF_SEVENS_IS_FLUSH from 5 cards */
    uint16_t flush[8192]; /* by rank mask of one suit: strength of the best five cards; 0 for fewer */
    /* For six and for seven cards, by row: the place of its column 0, minus its first sum. */
    uint32_t first[2][CPF_SEVENS_ROWS];
    uint16_t strength[CPF_SEVENS_SLOTS];
} cpf_sevens;

extern void *cpf_made_sevens[CPF_SEVENS_SCALES]; /* the tables that have been made, else NULL */

/* Make the tables of a scale; return them, or those that another thread has made before. NULL if there is no memory. */
const cpf_sevens *cpf_make_sevens(const cpf_ranking *tables, int kind);

/* Return the tables of a scale, which the first call makes in a few milliseconds; NULL if there is no memory. */
static inline const cpf_sevens *cpf_sevens_of(const cpf_ranking *tables, int kind) {
    CPF_ASSERT(kind >= 0 && kind < CPF_SEVENS_SCALES);
    const cpf_sevens *made = (const cpf_sevens *)cpf_atomic_load(&cpf_made_sevens[kind]);
    return made ? made : cpf_make_sevens(tables, kind);
}

/* Return the place of a strength, by the sum of the rank keys of six or seven cards (`first` of their number). */
static inline uint32_t cpf_seven_place(const uint32_t *first, uint32_t sum) {
    sum &= CPF_SEVENS_SUM;
    return first[sum >> CPF_SEVENS_COLUMN] + sum;
}

/* Return the strength of a flush of six or seven cards; 0 if they have none. */
static inline uint32_t cpf_seven_flush(const cpf_sevens *sevens, uint64_t mask) {
    return (uint32_t)(sevens->flush[mask & 8191] | sevens->flush[mask >> 16 & 8191] | sevens->flush[mask >> 32 & 8191] |
                      sevens->flush[mask >> 48 & 8191]);
}

/* Return the strength of the best five cards of a mask of six or seven. */
static inline uint32_t cpf_seven_strength(const cpf_sevens *sevens, uint64_t mask, int n) {
    CPF_ASSERT((n == 6 || n == 7) && n == cpf_count_bits(mask) && !(mask & CPF_MASK_GAPS));
    uint32_t sum = sevens->suit[mask & 8191] + sevens->suit[mask >> 16 & 8191] + sevens->suit[mask >> 32 & 8191] +
                   sevens->suit[mask >> 48 & 8191];
    if (CPF_UNLIKELY(sum & CPF_SEVENS_IS_FLUSH)) return cpf_seven_flush(sevens, mask);
    return sevens->strength[cpf_seven_place(sevens->first[n - 6], sum)];
}

/* Whether a scale ranks n cards: three, five, six or seven (lowball: five). */
static inline int cpf_is_row_size(int kind, int n) {
    return n == 5 || (kind != CPF_LOWBALL && (n == 3 || n == 6 || n == 7));
}

static inline int cpf_has_strength(int kind, uint64_t mask) {
    return !(mask & CPF_MASK_GAPS) && cpf_is_row_size(kind, cpf_count_bits(mask));
}

/* Return the strength of a mask of three, five, six or seven cards (lowball: five); CPF_INVALID for other masks, and for six
 * or seven cards if there is no memory for the tables. */
static inline uint32_t cpf_strength_of_any(const cpf_ranking *tables, int kind, uint64_t mask) {
    const int n = cpf_count_bits(mask);
    if (n < 6) return cpf_strength_mask(&tables->keys, &tables->scales[kind], mask);
    if (n > 7 || kind == CPF_LOWBALL || mask & CPF_MASK_GAPS) return CPF_INVALID;
    const cpf_sevens *sevens = cpf_sevens_of(tables, kind);
    return sevens ? cpf_seven_strength(sevens, mask, n) : CPF_INVALID;
}

/* A kernel that writes the strengths of the best five cards of n hands of six or seven; else like cpf_rows_kernel. */
typedef int (*cpf_seven_kernel)(const cpf_sevens *sevens, const uint8_t *cards, int64_t n, uint16_t *out);

typedef struct cpf_seven_kernels {
    cpf_seven_kernel six, seven;
} cpf_seven_kernels;

extern const cpf_seven_kernels cpf_sevens_portable;
#if defined(CPF_X86_64)
extern const cpf_seven_kernels cpf_sevens_avx2, cpf_sevens_avx512;
#elif defined(CPF_AARCH64)
extern const cpf_seven_kernels cpf_sevens_neon;
#endif

/* Return the kernels of an instruction set (cpf_cpu.h). */
const cpf_seven_kernels *cpf_seven_kernels_of(int level);

#endif
