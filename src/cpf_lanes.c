/* Search of hands side by side: the portable kernels, and the code that all kernels share. */
#include "cpf_lanes.h"

#include <string.h>

#include "cpf_cpu.h"
#include "cpf_incumbent.h"
#include "cpf_subset_max.h"

/* ---- the portable kernels ---- */

#define TARGET
#define KERNEL(name) name##_portable
#define LANES 16

#define VECTOR cpf_v128

static inline cpf_v128 higher_where(cpf_v128 v, cpf_v128 w, cpf_v128 a, cpf_v128 b, cpf_v128 c, cpf_v128 d) {
    return cpf_u8x16_max(v, cpf_v128_and(w, cpf_v128_and(cpf_u8x16_le(a, b), cpf_u8x16_le(c, d))));
}

static inline cpf_v128 count_legal(cpf_v128 n, cpf_v128 front, cpf_v128 x, cpf_v128 y) {
    cpf_v128 illegal = cpf_i16x8_gt(front, cpf_i16x8_min(x, y));
    cpf_v128 negative_count = cpf_i16x8_add(cpf_i16x8_eq(x, y), cpf_i16x8_splat(-1));
    return cpf_i16x8_sub(n, cpf_v128_andnot(negative_count, illegal));
}

static inline cpf_v128 count_lowball(cpf_v128 n, cpf_v128 front, cpf_v128 back, cpf_v128 level) {
    cpf_v128 illegal = cpf_v128_or(cpf_i16x8_gt(front, back), level);
    return cpf_i16x8_sub(n, cpf_i16x8_eq(illegal, cpf_v128_zero()));
}

static inline cpf_v128 higher_pairs_where(cpf_v128 v, cpf_v128 w, cpf_v128 a, cpf_v128 b, cpf_v128 c, cpf_v128 d) {
    return cpf_i16x8_max(v, cpf_v128_andnot(w, cpf_v128_or(cpf_i16x8_gt(a, b), cpf_i16x8_gt(c, d))));
}

static inline uint64_t not_below(cpf_v128 a, cpf_v128 b) { return ~cpf_i16x8_bitmask(cpf_i16x8_gt(b, a)) & 0xff; }

#define load cpf_v128_load
#define store cpf_v128_store
#define zero cpf_v128_zero
#define ones() cpf_u8x16_splat(1)
#define add cpf_u8x16_add
#define higher cpf_u8x16_max
#define equal(a, b) (uint64_t)cpf_u8x16_bitmask(cpf_u8x16_eq(a, b))
#define pair cpf_i16x8_splat
#define add_pairs cpf_i16x8_add
#define higher_pairs cpf_i16x8_max

#include "cpf_lanes_kernel.h"

const cpf_lanes_kernels *cpf_lanes_of(int level) {
    switch (level) {
#if defined(CPF_X86_64)
    case CPF_CPU_AVX512: return &cpf_lanes_avx512;
    case CPF_CPU_AVX2: return &cpf_lanes_avx2;
#elif defined(CPF_AARCH64)
    case CPF_CPU_NEON: return &cpf_lanes_neon;
#endif
    default: return &cpf_lanes_portable;
    }
}

/* ---- memory and ranking ---- */

int cpf_lanes_fit(const cpf_rules *rules, const cpf_objective *objective) {
    return (objective->in_bytes || objective->is_refined) && !rules->deuce_of_spades;
}

size_t cpf_lanes_bytes(int lanes) {
    size_t fives = (size_t)CPF_FIVES * (size_t)lanes, threes = (size_t)CPF_THREES * (size_t)lanes;
    return threes * 3 * sizeof(uint16_t) + fives * (7 * sizeof(uint16_t) + sizeof(uint32_t));
}

/* Return the next `size` bytes of the memory, and advance it. Sizes are multiples of 16, so all arrays are aligned. */
static void *next(char **memory, size_t size) {
    void *array = *memory;
    *memory += size;
    return array;
}

void cpf_lanes_start(cpf_lanes *x, const cpf_lanes_kernels *kernels, const cpf_arranging_tables *tables,
                     const cpf_rules *rules, const cpf_objective *objective, void *memory) {
    CPF_ASSERT((uintptr_t)memory % 64 == 0);
    char *rest = memory;
    size_t fives = (size_t)CPF_FIVES * (size_t)kernels->lanes, threes = (size_t)CPF_THREES * (size_t)kernels->lanes;
    x->tables = tables;
    x->rules = rules;
    x->objective = objective;
    x->lanes = kernels->lanes;
    x->part = next(&rest, threes * sizeof *x->part);
    x->five = next(&rest, fives * sizeof *x->five);
    x->middle = rules->lowball_middle ? next(&rest, fives * sizeof *x->middle) : x->five;
    x->three = next(&rest, threes * sizeof *x->three);
    x->in_bytes = objective && objective->in_bytes;
    if (!objective) return;
    if (!x->in_bytes) {
        x->fine_best = next(&rest, fives * sizeof *x->fine_best);
        x->fine_back = next(&rest, fives * sizeof *x->fine_back);
        x->fine_middle = next(&rest, fives * sizeof *x->fine_middle);
        x->fine_front = next(&rest, threes * sizeof *x->fine_front);
        x->strongest_front = next(&rest, fives * sizeof *x->strongest_front);
        x->strongest_middle = next(&rest, fives * sizeof *x->strongest_middle);
        x->paired =
            x->strongest_front; /* these are set after the sweep, and have the bytes of two sets of five in all lanes */
        x->to_try = next(&rest, fives * sizeof *x->to_try);
        return;
    }
    x->five_level = next(&rest, CPF_BYTES_OF_FIVE * fives);
    x->middle_bound = x->five_level + x->lanes;
    x->back_bound = x->middle_bound + x->lanes;
    x->best = x->back_bound + x->lanes;
    x->three_level = next(&rest, CPF_BYTES_OF_THREE * threes);
    x->front_bound = x->three_level + x->lanes;
    x->middle_level = rules->lowball_middle ? next(&rest, fives) : NULL;
}

/* Overwrite the strengths, levels and bounds of the flushes of a lane, since the kernels ignore flushes. */
static void put_flushes(cpf_lanes *x, int lane) {
    const cpf_scale *scales = x->tables->settling->ranking->scales;
    const cpf_objective *o = x->in_bytes ? x->objective : NULL;
    uint8_t cards[CPF_HAND];
    cpf_flush flushes[CPF_FIVES];
    cpf_lanes_cards(x, lane, cards);
    CPF_ASSERT(cpf_cards_ascend(cards, CPF_HAND));
    const cpf_suits suits = cpf_suits_of(cards, CPF_HAND);
    for (int suit = 0; suit < suits.n; suit++) {
        int n = cpf_list_flushes(cards, suits.cards[suit], flushes);
        for (int i = 0; i < n; i++) {
            const int number = x->tables->splits.number[flushes[i].set], index = number * x->lanes + lane;
            uint32_t ranks = flushes[i].ranks;
            x->five[index] = scales[x->rules->wheel].flush[ranks];
            if (x->rules->lowball_middle) x->middle[index] = scales[CPF_LOWBALL].flush[ranks];
            if (!o) continue;
            const int byte = number * CPF_BYTES_OF_FIVE * x->lanes + lane;
            x->five_level[byte] = (uint8_t)cpf_level(x->five[index]);
            x->back_bound[byte] = (uint8_t)(o->packed[x->five[index]] >> 16);
            x->middle_bound[byte] = (uint8_t)(o->packed[x->middle[index]] >> 24);
        }
    }
}

static void rank_all(cpf_lanes *x, const cpf_lanes_kernels *kernels) {
    kernels->rank(x);
    for (int lane = 0; lane < x->lanes; lane++) put_flushes(x, lane);
}

/* ---- counting ---- */

void cpf_lanes_count(cpf_lanes *x, const cpf_lanes_kernels *kernels, uint32_t *counts) {
    CPF_ASSERT(x->lanes == kernels->lanes && x->rules->equal_rows == CPF_EQUAL_ROWS_LEGAL);
    rank_all(x, kernels);
    if (x->rules->lowball_middle) /* the kernel expects 0 for middles that qualify */
        for (int i = 0; i < CPF_FIVES * x->lanes; i++) x->middle[i] = x->middle[i] < x->rules->lowest_middle ? 0xffff : 0;
    kernels->count(x, counts);
}

/* ---- best boards ---- */

/* Return the bound of the i-th split of a back, plus 1, like `best`. */
static inline int bound_of(const cpf_lanes *x, int lane, int back, int i) {
    const int five = back * CPF_BYTES_OF_FIVE, middle = x->tables->splits.middle[back][i] * CPF_BYTES_OF_FIVE;
    const int front = x->tables->splits.front[back][i] * CPF_BYTES_OF_THREE;
    return x->back_bound[five * x->lanes + lane] + x->middle_bound[middle * x->lanes + lane] +
           x->front_bound[front * x->lanes + lane];
}

static inline int is_legal(const cpf_lanes *x, int lane, int back, int i) {
    const int middle = x->tables->splits.middle[back][i], front = x->tables->splits.front[back][i];
    return cpf_is_legal(x->rules, x->three[front * x->lanes + lane], x->middle[middle * x->lanes + lane],
                        x->five[back * x->lanes + lane]);
}

/* Try the splits of a back whose bound is the target of the lane. Bounds in bytes are exact, so the bound is the value. */
static void try_back(const cpf_lanes *x, int lane, int back, cpf_incumbent *best) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const cpf_subsets *subsets = &x->tables->subsets;
    const int highest = x->highest[lane];
    const double value = x->objective->least + (highest - 1) / x->objective->scale;
    uint64_t middles = 0; /* middles whose splits reach the target, as bits */
    for (int i = 0; i < CPF_MIDDLES; i++) middles |= (uint64_t)(bound_of(x, lane, back, i) == highest) << i;
    for (; middles; middles &= middles - 1) {
        const int i = cpf_lowest_bit(middles);
        if (!is_legal(x, lane, back, i)) continue;
        const int middle = splits->middle[back][i], front = splits->front[back][i];
        const uint32_t strength[CPF_ROWS] = {x->three[front * x->lanes + lane], x->middle[middle * x->lanes + lane],
                                             x->five[back * x->lanes + lane]};
        const cpf_split split = {subsets->three[front], subsets->five[middle], subsets->five[back]};
        if (cpf_incumbent_is_beaten(best, value, strength, &split)) cpf_incumbent_replace(best, value, strength, &split);
    }
}

/* Try listed backs, the strongest backs of each lane first: they win ties, and a level stands for up to 32 strengths. */
static void try_listed(const cpf_lanes *x, const cpf_lanes_back *list, int listed, cpf_incumbent *best) {
    uint16_t strongest[CPF_MOST_LANES] = {0};
    for (int i = 0; i < listed; i++)
        for (uint64_t rest = list[i].lanes; rest; rest &= rest - 1) {
            const int lane = cpf_lowest_bit(rest);
            const uint16_t strength = x->five[list[i].back * x->lanes + lane];
            if (strength > strongest[lane]) strongest[lane] = strength;
        }
    for (int weaker = 0; weaker < 2; weaker++)
        for (int i = 0; i < listed; i++)
            for (uint64_t rest = list[i].lanes; rest; rest &= rest - 1) {
                const int lane = cpf_lowest_bit(rest);
                const uint16_t strength = x->five[list[i].back * x->lanes + lane];
                if (strength < strongest[lane] ? weaker && strength >= best[lane].strength[CPF_BACK] : !weaker)
                    try_back(x, lane, list[i].back, &best[lane]);
            }
}

/* Return the highest bound of the legal splits of a lane, plus 1, like `best`; 0 if no split is legal. */
static int highest_legal(const cpf_lanes *x, int lane) {
    int highest = 0;
    for (int back = 0; back < CPF_FIVES; back++) {
        if (x->best[back * CPF_BYTES_OF_FIVE * x->lanes + lane] <= highest) continue;
        for (int i = 0; i < CPF_MIDDLES; i++) {
            const int bound = bound_of(x, lane, back, i);
            if (bound > highest && is_legal(x, lane, back, i)) highest = bound;
        }
    }
    return highest;
}

/* Continue a lane whose tried splits were all illegal (levels are coarser than strengths). The next lower level of backs is
 * tried or, after the last level, the target becomes the highest bound of a legal split. Return 0 if no split is legal. */
static int continue_lane(cpf_lanes *x, int lane) {
    if (x->level[lane]) {
        x->ceiling[lane] = (uint8_t)(x->level[lane] - 1);
        return 1;
    }
    const int highest = highest_legal(x, lane);
    CPF_ASSERT(highest < x->highest[lane]); /* so the loop ends */
    x->ceiling[lane] = 255;
    x->highest[lane] = (uint8_t)highest;
    return highest != 0;
}

void cpf_lanes_best(cpf_lanes *x, const cpf_lanes_kernels *kernels, int n, cpf_split *splits, double *values) {
    CPF_ASSERT(n > 0 && n <= x->lanes && x->lanes == kernels->lanes);
    CPF_ASSERT(cpf_lanes_fit(x->rules, x->objective));
    rank_all(x, kernels);
    if (!x->in_bytes) {
        cpf_lanes_best_finely(x, kernels, n, splits, values);
        return;
    }
    cpf_incumbent best[CPF_MOST_LANES];
    cpf_lanes_back list[CPF_FIVES];
    uint64_t open = 0; /* lanes without an incumbent in which a split may be legal */
    if (x->rules->lowball_middle)
        for (int i = 0; i < CPF_FIVES * x->lanes; i++) x->middle_level[i] = x->middle[i] < x->rules->lowest_middle ? 255 : 0;
    kernels->sweep(x);
    memset(best, 0, sizeof best);
    memset(x->ceiling, 255, sizeof x->ceiling);
    for (int lane = 0; lane < n; lane++) open |= (uint64_t)(x->highest[lane] != 0) << lane;
    while (open) {
        int listed = kernels->strongest(x, open, list);
        try_listed(x, list, listed, best);
        for (uint64_t rest = open; rest; rest &= rest - 1) {
            int lane = cpf_lowest_bit(rest);
            if (best[lane].exists || !continue_lane(x, lane)) open ^= UINT64_C(1) << lane;
        }
    }
    for (int lane = 0; lane < n; lane++) {
        splits[lane] = best[lane].split;
        values[lane] = best[lane].value;
    }
}
