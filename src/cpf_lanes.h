/* Hands of 13 cards side by side, a lane for each: all splits of all of them, without looking for short cuts.
 *
 * Values that are exact in bytes are compared as such, with levels of strengths (cpf_subset_max.h): so many hands fit in a vector.
 * Others have fine bounds, in pairs of bytes, and strengths. What may be best by that is then looked at exactly. */
#ifndef CPF_LANES_H
#define CPF_LANES_H

#include "cpf_search.h"
#include "cpf_simd.h"

enum { CPF_MOST_LANES = 64 };

/* Arrays have an entry for each lane, of each row by its number (cpf_splits_of_13). */
typedef struct cpf_lanes {
    const cpf_arranging_tables *tables;
    const cpf_rules *rules;
    const cpf_objective *objective;         /* NULL: splits are only counted */
    int lanes, in_bytes;
    uint8_t card[CPF_HAND][CPF_MOST_LANES]; /* ascending in each lane */
    uint32_t *three_key;                    /* sums of five-card rank keys */
    uint16_t *five, *middle, *three;        /* strengths; middles are ranked as backs unless they are lowball rows */
    uint8_t *five_level, *three_level;
    uint8_t *middle_level;                  /* as five_level; of lowball rows 0 if they qualify, else 255 */
    uint8_t *back_bound, *middle_bound;
    uint8_t *front_bound;                   /* and one more */
    uint8_t *best;                          /* takes the place of back_bound: of all splits with a back that may be legal,
                                             * the bound and one; 0: none is */
    uint8_t highest[CPF_MOST_LANES];        /* of all backs */
    uint8_t highest_level[CPF_MOST_LANES];  /* of the backs that have it */
    /* where values are not in bytes: */
    uint16_t *fine_middle, *fine_front;     /* the latter: and one more */
    uint16_t *fine_best;                    /* of the back, and then as `best`: of legal splits only */
    uint16_t fine_highest[CPF_MOST_LANES];
    uint16_t *most_front, *most_middle;     /* where terms have bounds: the strongest rows of all legal splits with a back */
    uint32_t *to_try;                       /* a list of backs for each lane */
} cpf_lanes;

typedef struct cpf_lanes_kernels {
    int lanes;
    void (*rank)(cpf_lanes *x);                         /* by ranks alone: strengths and, in bytes, levels and bounds */
    void (*sweep)(cpf_lanes *x);                        /* best, highest and highest_level */
    uint64_t (*at_highest)(const cpf_lanes *x, int back); /* the lanes in which a back has both of them */
    void (*count)(const cpf_lanes *x, uint32_t *counts);  /* legal splits of each lane */
    void (*sweep_finely)(cpf_lanes *x);                 /* fine bounds, fine_best and fine_highest */
    uint64_t (*reaching)(const cpf_lanes *x, int back, const uint16_t *bounds); /* the lanes in which fine_best reaches them */
} cpf_lanes_kernels;

extern const cpf_lanes_kernels cpf_lanes_portable;
#if defined(CPF_X86_64)
extern const cpf_lanes_kernels cpf_lanes_avx2, cpf_lanes_avx512;
#elif defined(CPF_AARCH64)
extern const cpf_lanes_kernels cpf_lanes_neon;
#endif

/* The kernels of an instruction set (cpf_cpu.h). */
const cpf_lanes_kernels *cpf_lanes_of(int level);

/* Whether the best boards by an objective can be found so. */
int cpf_lanes_fit(const cpf_rules *rules, const cpf_objective *objective);

void cpf_lanes_cards(const cpf_lanes *x, int lane, uint8_t cards[CPF_HAND]);

/* The memory for so many lanes, and its use; it is aligned to 64 bytes. `objective` may be NULL. */
size_t cpf_lanes_bytes(int lanes);
void cpf_lanes_start(cpf_lanes *x, const cpf_lanes_kernels *kernels, const cpf_arranging_tables *tables,
                     const cpf_rules *rules, const cpf_objective *objective, void *memory);

/* With the cards of all lanes in place: the best splits of the first n, as cpf_search_best; `known` tells in which lanes that is
 * certain. Elsewhere, seldom, what looked best by levels in bytes is not legal. */
void cpf_lanes_best(cpf_lanes *x, const cpf_lanes_kernels *kernels, int n, cpf_split *splits, double *values, uint64_t *known);

/* A part of it, with all rows ranked: values that are not in bytes. Nothing is left unknown. */
void cpf_lanes_best_finely(cpf_lanes *x, const cpf_lanes_kernels *kernels, int n, cpf_split *splits, double *values);

/* How many splits of each lane are legal. */
void cpf_lanes_count(cpf_lanes *x, const cpf_lanes_kernels *kernels, uint32_t *counts);

#endif
