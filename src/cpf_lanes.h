/* Search of several hands of 13 cards side by side, one in each vector lane: the kernels visit all splits, without pruning.
 *
 * There is a lane for each byte of a vector. If values of boards are exact in bytes, splits are compared by values and by
 * levels of strengths (cpf_subset_max.h), a byte each. Otherwise they are compared by finer bounds and by strengths, 16 bits
 * each, for half of the lanes at a time. Finally, the splits that may be best are compared exactly, lane by lane. */
#ifndef CPF_LANES_H
#define CPF_LANES_H

#include "cpf_search.h"
#include "cpf_simd.h"

enum { CPF_MOST_LANES = 64 };
enum { CPF_BYTES_OF_FIVE = 4, CPF_BYTES_OF_THREE = 2 }; /* bytes for the levels and bounds of a row in a lane */

/* Arrays are [row][lane]. The index of a row is its number in cpf_splits_of_13. */
typedef struct cpf_lanes {
    const cpf_arranging_tables *tables;
    const cpf_rules *rules;
    const cpf_objective *objective;         /* NULL: splits are only counted */
    int lanes, in_bytes;                    /* in_bytes: whether values are exact in bytes */
    uint8_t card[CPF_HAND][CPF_MOST_LANES]; /* by index in the hand; ascending in each lane */
    uint16_t *part;                         /* entries of cpf_rank_parts.three, for sets of three */
    uint16_t *five, *middle, *three;        /* strengths; `middle` is `five` unless middles are lowball rows */
    /* Only if values are exact in bytes. These arrays are [row][byte][lane], so that all bytes of a row are on one page. */
    uint8_t *five_level, *middle_bound, *back_bound;
    uint8_t *best; /* for each back: highest bound of its splits that may be legal, plus 1; 0: none may be legal */
    uint8_t *three_level, *front_bound; /* front_bound: the bound plus 1 */
    uint8_t *middle_level;              /* 0 for lowball middles that qualify, else 255 */
    uint8_t highest[CPF_MOST_LANES];    /* the target, a bound plus 1: initially the highest of `best` */
    uint8_t level[CPF_MOST_LANES];      /* highest level, up to `ceiling`, of backs that reach the target; 0: none */
    uint8_t ceiling[CPF_MOST_LANES];    /* highest level that has not been tried; initially 255 */
    /* Only if values are not exact in bytes. */
    uint16_t *fine_back, *fine_middle, *fine_front; /* bounds; fine_front: the bound plus 1 */
    uint16_t *fine_best;                            /* like `best`, for splits that are legal if equal rows are legal */
    uint16_t fine_highest[CPF_MOST_LANES];          /* the highest of fine_best */
    uint16_t *paired; /* rows of half of the lanes, while pairs of sets are swept; in the memory of strongest_* */
    uint16_t *strongest_front, *strongest_middle; /* for each back: strongest row of the splits that fine_best covers */
    uint32_t *to_try;                             /* a list of backs for each lane, see try_all */
} cpf_lanes;

/* A back, and the lanes, as bits, in which its level is the highest that reaches the target. */
typedef struct cpf_lanes_back {
    int back;
    uint64_t lanes;
} cpf_lanes_back;

typedef struct cpf_lanes_kernels {
    int lanes;
    void (*rank)(cpf_lanes *x);  /* sets strengths, ignoring flushes; with in_bytes, also levels and bounds */
    void (*sweep)(cpf_lanes *x); /* sets `best` and `highest` */
    int (*strongest)(cpf_lanes *x, uint64_t lanes, cpf_lanes_back list[CPF_FIVES]); /* sets `level` and lists its backs */
    void (*count)(const cpf_lanes *x, uint32_t *counts); /* writes the number of legal splits of each lane */
    void (*sweep_finely)(cpf_lanes *x);                  /* sets fine bounds, fine_best and fine_highest */
    uint64_t (*reaching)(const cpf_lanes *x, int back,
                         const uint16_t *bounds);                 /* returns the lanes where fine_best >= bounds */
    void (*find_strongest)(cpf_lanes *x, const uint16_t *bounds); /* sets strongest_* where fine_best >= bounds */
} cpf_lanes_kernels;

extern const cpf_lanes_kernels cpf_lanes_portable;
#if defined(CPF_X86_64)
extern const cpf_lanes_kernels cpf_lanes_avx2, cpf_lanes_avx512;
#elif defined(CPF_AARCH64)
extern const cpf_lanes_kernels cpf_lanes_neon;
#endif

/* Return the kernels of an instruction set (cpf_cpu.h). */
const cpf_lanes_kernels *cpf_lanes_of(int level);

/* Whether the kernels support an objective: it is exact in bytes or refined, and the deuce of spades does not double. */
int cpf_lanes_fit(const cpf_rules *rules, const cpf_objective *objective);

static inline void cpf_lanes_cards(const cpf_lanes *x, int lane, uint8_t cards[CPF_HAND]) {
    for (int i = 0; i < CPF_HAND; i++) cards[i] = x->card[i][lane];
}

size_t cpf_lanes_bytes(int lanes); /* size of the memory for the arrays */
/* Set up x, except for the cards. Its arrays are parts of `memory`, which is aligned to 64 bytes. */
void cpf_lanes_start(cpf_lanes *x, const cpf_lanes_kernels *kernels, const cpf_arranging_tables *tables,
                     const cpf_rules *rules, const cpf_objective *objective, void *memory);

/* Find the best split of each of the first n lanes, like cpf_search_best. The cards of all lanes must be set. */
void cpf_lanes_best(cpf_lanes *x, const cpf_lanes_kernels *kernels, int n, cpf_split *splits, double *values);

/* Like cpf_lanes_best, for values that are not exact in bytes. All rows must be ranked. */
void cpf_lanes_best_finely(cpf_lanes *x, const cpf_lanes_kernels *kernels, int n, cpf_split *splits, double *values);

/* Count the legal splits of each lane. */
void cpf_lanes_count(cpf_lanes *x, const cpf_lanes_kernels *kernels, uint32_t *counts);

#endif
