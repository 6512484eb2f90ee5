/* The kernels of cpf_lanes.h; included once for each instruction set, which defines
 *
 *   KERNEL(name)            the name with the instruction set appended
 *   TARGET                  function attributes
 *   LANES, VECTOR           the bytes of a vector, and its type
 *   load, store, zero, ones
 *   add(a, b)               bytes, without carry
 *   higher(a, b)            bytes, the maximum
 *   where_not_above(v, a, b, c, d)  v where a <= b and c <= d, else 0
 *   where_equal(v, a, b)    v where a == b, else 0
 *   equal(a, b)             a bit for each byte, set where they are equal
 *   count_legal(n, front, x, y)     16-bit: n, plus 1 where front <= x and front <= y, plus 2 if also x == y
 *   count_lowball(n, front, back, level)  16-bit: n, plus 1 where front <= back and level is 0
 *   pair(x), add_pairs, higher_pairs, where_not_above_pairs  16-bit, numbers below 2^15: x in all lanes, and as above
 *   not_below(a, b)         16-bit: a bit for each pair, set where a >= b */
#include <string.h>

#if defined(_MSC_VER) && !defined(restrict)
#define restrict __restrict
#endif

TARGET static void KERNEL(rank)(cpf_lanes *x) {
    const cpf_keys *keys = &x->tables->ranking->keys;
    const cpf_scale *scale = &x->tables->ranking->scales[x->rules->wheel];
    const cpf_scale *lowball = x->rules->lowball_middle ? &x->tables->ranking->scales[CPF_LOWBALL] : NULL;
    const cpf_objective *o = x->in_bytes ? x->objective : NULL;
    uint32_t key[CPF_HAND][LANES], front_key[CPF_HAND][LANES], sum[LANES];
    int n = 0;
    for (int c = 0; c < CPF_HAND; c++)
        for (int l = 0; l < LANES; l++) {
            uint64_t both = keys->card[x->card[c][l]];
            key[c][l] = (uint32_t)(both & CPF_FIVE_FIELD);
            front_key[c][l] = (uint32_t)(both >> CPF_THREE_SHIFT);
        }
    for (int c = 2; c < CPF_HAND; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++, n++) {
                uint32_t *restrict three_key = x->three_key + n * LANES;
                uint16_t *restrict three = x->three + n * LANES;
                for (int l = 0; l < LANES; l++) three_key[l] = key[a][l] + key[b][l] + key[c][l];
                for (int l = 0; l < LANES; l++) sum[l] = front_key[a][l] + front_key[b][l] + front_key[c][l];
                if (!o) {
                    CPF_UNROLL_8
                    for (int l = 0; l < LANES; l++) three[l] = scale->three[sum[l]];
                    continue;
                }
                uint8_t *restrict level = x->three_level + n * LANES, *restrict bound = x->front_bound + n * LANES;
                CPF_UNROLL_8
                for (int l = 0; l < LANES; l++) {
                    uint16_t strength = scale->three[sum[l]];
                    three[l] = strength;
                    bound[l] = (uint8_t)(o->front_bound[strength] + 1);
                }
                for (int l = 0; l < LANES; l++) level[l] = (uint8_t)cpf_level(three[l]);
            }
    n = 0;
    for (int e = 4; e < CPF_HAND; e++)
        for (int d = 3; d < e; d++) /* the sets of three of the cards below d come first in the list */
            for (int i = 0; i < d * (d - 1) * (d - 2) / 6; i++, n++) {
                const uint32_t *restrict three_key = x->three_key + i * LANES;
                uint16_t *restrict five = x->five + n * LANES, *restrict middle = x->middle + n * LANES;
                for (int l = 0; l < LANES; l++) sum[l] = key[d][l] + key[e][l] + three_key[l];
                if (lowball) {
                    CPF_UNROLL_8
                    for (int l = 0; l < LANES; l++) middle[l] = lowball->five[sum[l]];
                }
                if (!o) {
                    CPF_UNROLL_8
                    for (int l = 0; l < LANES; l++) five[l] = scale->five[sum[l]];
                    continue;
                }
                uint8_t *restrict level = x->five_level + n * LANES, *restrict back_bound = x->back_bound + n * LANES;
                uint8_t *restrict middle_bound = x->middle_bound + n * LANES;
                uint16_t packed[LANES];
                CPF_UNROLL_8
                for (int l = 0; l < LANES; l++) {
                    uint16_t strength = scale->five[sum[l]];
                    five[l] = strength;
                    packed[l] = o->packed[strength];
                }
                for (int l = 0; l < LANES; l++) back_bound[l] = (uint8_t)(packed[l] >> 8);
                for (int l = 0; l < LANES; l++) level[l] = (uint8_t)cpf_level(five[l]);
                if (lowball)
                    for (int l = 0; l < LANES; l++) packed[l] = o->packed[middle[l]];
                for (int l = 0; l < LANES; l++) middle_bound[l] = (uint8_t)packed[l];
            }
}

/* All splits; `lowball` is a constant for the compiler. */
TARGET static inline void KERNEL(sweep_splits)(cpf_lanes *x, int lowball) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    VECTOR highest = zero(), level = zero();
    for (int back = 0; back < CPF_FIVES; back++) {
        const uint16_t *middles = splits->middle[back], *fronts = splits->front[back];
        VECTOR own = load(x->five_level + back * LANES), best = zero();
        for (int i = 0; i < CPF_MIDDLES; i++) {
            const int middle = middles[i] * LANES, front = fronts[i] * LANES;
            VECTOR between = load(x->middle_level + middle);
            VECTOR value = add(load(x->middle_bound + middle), load(x->front_bound + front));
            best = higher(best, where_not_above(value, between, own, load(x->three_level + front), lowball ? own : between));
        }
        best = where_not_above(add(best, load(x->back_bound + back * LANES)), zero(), zero(), ones(), best);
        store(x->best + back * LANES, best);
        highest = higher(highest, best);
    }
    for (int back = 0; back < CPF_FIVES; back++)
        level = higher(level, where_equal(load(x->five_level + back * LANES), load(x->best + back * LANES), highest));
    store(x->highest, highest);
    store(x->highest_level, level);
}

TARGET static void KERNEL(sweep)(cpf_lanes *x) {
    if (x->rules->lowball_middle)
        KERNEL(sweep_splits)(x, 1);
    else
        KERNEL(sweep_splits)(x, 0);
}

TARGET static uint64_t KERNEL(at_highest)(const cpf_lanes *x, int back) {
    return equal(load(x->best + back * LANES), load(x->highest)) &
           equal(load(x->five_level + back * LANES), load(x->highest_level));
}

#define HALF (LANES / 2) /* lanes of 16 bits in a vector */

TARGET static void KERNEL(count)(const cpf_lanes *x, uint32_t *counts) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const int lowball = x->rules->lowball_middle;
    enum { FEW = 512 }; /* backs whose splits can be counted in 16 bits */
    memset(counts, 0, LANES * sizeof *counts);
    for (int half = 0; half < LANES; half += HALF)
        for (int first = 0; first < CPF_FIVES; first += FEW) {
            uint16_t few[HALF];
            VECTOR n = zero();
            for (int back = first; back < first + FEW && back < CPF_FIVES; back++) {
                const uint16_t *middles = splits->middle[back], *fronts = splits->front[back];
                const VECTOR own = load(x->five + back * LANES + half);
                if (lowball) {
                    for (int i = 0; i < CPF_MIDDLES; i++)
                        n = count_lowball(n, load(x->three + fronts[i] * LANES + half), own,
                                          load(x->middle + middles[i] * LANES + half));
                    continue;
                }
                /* Of two sets of five the stronger is the back; either, if they are equal. */
                for (int i = splits->above[back]; i < CPF_MIDDLES; i++)
                    n = count_legal(n, load(x->three + fronts[i] * LANES + half), own,
                                    load(x->five + middles[i] * LANES + half));
            }
            store(few, n);
            for (int l = 0; l < HALF; l++) counts[half + l] += few[l];
        }
}

/* ---- values that are not exact in bytes ---- */

TARGET static void KERNEL(bound_finely)(cpf_lanes *x) {
    const cpf_objective *o = x->objective;
    const int lowball = x->rules->lowball_middle;
    for (int n = 0; n < CPF_THREES; n++) {
        const uint16_t *restrict three = x->three + n * LANES;
        uint16_t *restrict front = x->fine_front + n * LANES;
        CPF_UNROLL_8
        for (int l = 0; l < LANES; l++) front[l] = (uint16_t)(o->fine_front[three[l]] + 1);
    }
    for (int n = 0; n < CPF_FIVES; n++) {
        const uint16_t *restrict five = x->five + n * LANES, *restrict middle = x->middle + n * LANES;
        uint16_t *restrict back_bound = x->fine_best + n * LANES, *restrict middle_bound = x->fine_middle + n * LANES;
        uint32_t packed[LANES];
        CPF_UNROLL_8
        for (int l = 0; l < LANES; l++) packed[l] = o->fine_packed[five[l]];
        for (int l = 0; l < LANES; l++) back_bound[l] = (uint16_t)(packed[l] >> 16);
        if (lowball) {
            CPF_UNROLL_8
            for (int l = 0; l < LANES; l++) packed[l] = o->fine_packed[middle[l]];
        }
        for (int l = 0; l < LANES; l++) middle_bound[l] = (uint16_t)packed[l];
    }
}

/* As sweep_splits, by strengths and fine bounds. `most`: finds most_front and most_middle, too. */
TARGET static inline void KERNEL(sweep_splits_finely)(cpf_lanes *x, int lowball, int most) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const VECTOR least = pair((short)x->rules->lowest_middle);
    for (int half = 0; half < LANES; half += HALF) {
        VECTOR highest = zero();
        for (int back = 0; back < CPF_FIVES; back++) {
            const uint16_t *middles = splits->middle[back], *fronts = splits->front[back];
            const int at = back * LANES + half;
            VECTOR own = load(x->five + at), best = zero(), most_front = zero(), most_middle = zero();
            for (int i = 0; i < CPF_MIDDLES; i++) {
                const int middle = middles[i] * LANES + half, front = fronts[i] * LANES + half;
                const VECTOR between = load(x->middle + middle), last = load(x->three + front);
                const VECTOR value = add_pairs(load(x->fine_middle + middle), load(x->fine_front + front));
                const VECTOR a = lowball ? least : between, b = lowball ? between : own, c = lowball ? own : between;
                best = higher_pairs(best, where_not_above_pairs(value, a, b, last, c));
                if (!most) continue;
                most_front = higher_pairs(most_front, where_not_above_pairs(last, a, b, last, c));
                most_middle = higher_pairs(most_middle, where_not_above_pairs(between, a, b, last, c));
            }
            best = where_not_above_pairs(add_pairs(best, load(x->fine_best + at)), pair(1), best, zero(), zero());
            store(x->fine_best + at, best);
            highest = higher_pairs(highest, best);
            if (!most) continue;
            store(x->most_front + at, most_front);
            store(x->most_middle + at, most_middle);
        }
        store(x->fine_highest + half, highest);
    }
}

TARGET static void KERNEL(sweep_finely)(cpf_lanes *x) {
    const int lowball = x->rules->lowball_middle, most = x->most_front != NULL;
    KERNEL(bound_finely)(x);
    if (lowball)
        KERNEL(sweep_splits_finely)(x, 1, most);
    else if (most)
        KERNEL(sweep_splits_finely)(x, 0, 1);
    else
        KERNEL(sweep_splits_finely)(x, 0, 0);
}

TARGET static uint64_t KERNEL(reaching)(const cpf_lanes *x, int back, const uint16_t *bounds) {
    const uint16_t *best = x->fine_best + back * LANES;
    return not_below(load(best), load(bounds)) | not_below(load(best + HALF), load(bounds + HALF)) << HALF;
}

#undef HALF

const cpf_lanes_kernels KERNEL(cpf_lanes) = {LANES,         KERNEL(rank),         KERNEL(sweep),   KERNEL(at_highest),
                                             KERNEL(count), KERNEL(sweep_finely), KERNEL(reaching)};
