/* Hands of 13 cards side by side, as a struct of arrays with a lane for each hand: all splits of all hands, without pruning.
 *
 * Where values of boards are exact in bytes, splits are compared by them and by levels of strengths (cpf_subset_max.h), also
 * bytes, so that a vector has as many lanes as bytes. Otherwise they are compared by finer bounds and by strengths, of 16
 * bits each. The splits that may be best are then compared exactly, lane by lane. */
#ifndef CPF_LANES_H
#define CPF_LANES_H

#include "cpf_search.h"
#include "cpf_simd.h"

enum { CPF_MOST_LANES = 64 };
enum { CPF_BYTES_OF_FIVE = 4, CPF_BYTES_OF_THREE = 2 }; /* of a row in a lane */

/* Arrays are [row][lane], rows by their numbers in cpf_splits_of_13. */
typedef struct cpf_lanes {
    const cpf_arranging_tables *tables;
    const cpf_rules *rules;
    const cpf_objective *objective; /* NULL: splits are only counted */
    int lanes, in_bytes;
    uint8_t card[CPF_HAND][CPF_MOST_LANES]; /* ascending in each lane */
    uint16_t *part;                         /* the numbers of the ranks of three cards (cpf_rank_parts) */
    uint16_t *five, *middle, *three;        /* strengths; `middle` is `five` unless middles are lowball rows */
    /* in bytes; those of a row lie side by side, so that they are on one page: [row][byte][lane] */
    uint8_t *five_level, *middle_bound, *back_bound;
    uint8_t *best; /* by back: the highest bound of its splits that may be legal, plus 1; 0: no split may be legal */
    uint8_t *three_level, *front_bound; /* the bound plus 1 */
    uint8_t *middle_level;              /* of lowball rows: 0 if they qualify, else 255 */
    uint8_t highest[CPF_MOST_LANES];    /* the highest of `best`; then what is sought */
    uint8_t level[CPF_MOST_LANES];      /* of the backs that reach it, the highest level up to `ceiling`; 0: there is none */
    uint8_t ceiling[CPF_MOST_LANES];    /* 255 at first */
    /* where values are not exact in bytes: */
    uint16_t *fine_back, *fine_middle, *fine_front; /* bounds; fronts plus 1 */
    uint16_t *fine_best;                            /* as `best`, but of splits that are legal but for equal rows */
    uint16_t fine_highest[CPF_MOST_LANES];
    uint16_t *most_front, *most_middle; /* by back: the strongest rows of the same splits, if they were found */
    uint32_t *to_try;                   /* lists of backs, one for each lane */
} cpf_lanes;

/* A back, and the lanes in which it is one of the strongest. */
typedef struct cpf_lanes_back {
    int back;
    uint64_t lanes;
} cpf_lanes_back;

typedef struct cpf_lanes_kernels {
    int lanes;
    void (*rank)(cpf_lanes *x);  /* strengths of rows, not yet of flushes; in bytes, also levels and bounds */
    void (*sweep)(cpf_lanes *x); /* finds `best` and `highest` */
    int (*strongest)(cpf_lanes *x, uint64_t lanes, cpf_lanes_back list[CPF_FIVES]); /* finds `level`; lists its backs */
    void (*count)(const cpf_lanes *x, uint32_t *counts); /* the number of legal splits of each lane */
    void (*sweep_finely)(cpf_lanes *x);                  /* finds fine bounds, fine_best and fine_highest */
    uint64_t (*reaching)(const cpf_lanes *x, int back, const uint16_t *bounds); /* lanes: fine_best >= bounds */
    void (*find_most)(cpf_lanes *x, const uint16_t *bounds); /* finds most_front and most_middle, where bounds are reached */
} cpf_lanes_kernels;

extern const cpf_lanes_kernels cpf_lanes_portable;
#if defined(CPF_X86_64)
extern const cpf_lanes_kernels cpf_lanes_avx2, cpf_lanes_avx512;
#elif defined(CPF_AARCH64)
extern const cpf_lanes_kernels cpf_lanes_neon;
#endif

/* The kernels for an instruction set (cpf_cpu.h). */
const cpf_lanes_kernels *cpf_lanes_of(int level);

/* Whether an objective fits: its values are exact in bytes, or it is refined; and no deuce doubles. */
int cpf_lanes_fit(const cpf_rules *rules, const cpf_objective *objective);

static inline void cpf_lanes_cards(const cpf_lanes *x, int lane, uint8_t cards[CPF_HAND]) {
    for (int i = 0; i < CPF_HAND; i++) cards[i] = x->card[i][lane];
}

/* Divides memory of cpf_lanes_bytes, aligned to 64 bytes, into the arrays of x. `objective` may be NULL. */
size_t cpf_lanes_bytes(int lanes);
void cpf_lanes_start(cpf_lanes *x, const cpf_lanes_kernels *kernels, const cpf_arranging_tables *tables,
                     const cpf_rules *rules, const cpf_objective *objective, void *memory);

/* The best splits of the first n lanes, as cpf_search_best finds them; the cards of all lanes must be in place. */
void cpf_lanes_best(cpf_lanes *x, const cpf_lanes_kernels *kernels, int n, cpf_split *splits, double *values);

/* The same for values that are not exact in bytes, after all rows were ranked. */
void cpf_lanes_best_finely(cpf_lanes *x, const cpf_lanes_kernels *kernels, int n, cpf_split *splits, double *values);

/* The number of legal splits of each lane. */
void cpf_lanes_count(cpf_lanes *x, const cpf_lanes_kernels *kernels, uint32_t *counts);

#endif
