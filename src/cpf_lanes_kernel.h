/* The kernels of cpf_lanes.h. Each instruction set includes this file once, after it defines
 *
 *   KERNEL(name)            name with the instruction set appended
 *   TARGET                  function attributes
 *   LANES, VECTOR           number of bytes in a vector, and its type
 *   load, store, zero, ones  zero(): all bytes 0; ones(): all bytes 1
 *   add(a, b)               bytes: the sum, without carry
 *   higher(a, b)            bytes: the higher of a and b
 *   higher_where(v, w, a, b, c, d)  bytes: the higher of v and w where a <= b and c <= d, else v
 *   equal(a, b)             a bit for each byte, set where a == b
 *   count_legal(n, front, x, y)     16-bit: n, plus 1 (2 if x == y) where front <= x and front <= y
 *   count_lowball(n, front, back, level)  16-bit: n, plus 1 where front <= back and level is 0
 *   pair(x)                 16-bit: x in all lanes
 *   add_pairs, higher_pairs, higher_pairs_where  16-bit: like add, higher and higher_where, for numbers below 2^15
 *   not_below(a, b)         16-bit: a bit for each number, set where a >= b */
#include <string.h>

#if defined(_MSC_VER) && !defined(restrict)
#define restrict __restrict
#endif

/* The distance from a row to the next row, in bytes. */
#define FIVE (CPF_BYTES_OF_FIVE * LANES)
#define THREE (CPF_BYTES_OF_THREE * LANES)

/* Look up the entry of cpf_rank_parts.three and the strength of each set of three cards. */
TARGET static void KERNEL(rank_threes)(cpf_lanes *x) {
    const cpf_keys *keys = &x->tables->settling->ranking->keys;
    const cpf_scale *scale = &x->tables->settling->ranking->scales[x->rules->wheel];
    const cpf_rank_parts *parts = &x->tables->parts;
    const cpf_objective *o = x->in_bytes ? x->objective : NULL;
    uint32_t key[CPF_HAND][LANES], sum[LANES];
    int n = 0;
    for (int c = 0; c < CPF_HAND; c++)
        for (int l = 0; l < LANES; l++) key[c][l] = (uint32_t)(keys->card[x->card[c][l]] >> CPF_THREE_SHIFT);
    for (int c = 2; c < CPF_HAND; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++, n++) {
                uint16_t *restrict part = x->part + n * LANES, *restrict three = x->three + n * LANES;
                for (int l = 0; l < LANES; l++) sum[l] = key[a][l] + key[b][l] + key[c][l];
                CPF_UNROLL_8
                for (int l = 0; l < LANES; l++) {
                    part[l] = parts->three[sum[l]];
                    three[l] = scale->three[sum[l]];
                }
                if (!o) continue;
                uint8_t *restrict level = x->three_level + n * THREE, *restrict bound = x->front_bound + n * THREE;
                CPF_UNROLL_8
                for (int l = 0; l < LANES; l++) bound[l] = (uint8_t)(o->front_bound[three[l]] + 1);
                for (int l = 0; l < LANES; l++) level[l] = (uint8_t)cpf_level(three[l]);
            }
}

TARGET static void KERNEL(rank_fives)(cpf_lanes *x) {
    const cpf_rank_parts *parts = &x->tables->parts;
    const uint16_t *restrict strengths = parts->five[x->rules->wheel];
    const uint16_t *restrict lowball = x->rules->lowball_middle ? parts->five[CPF_LOWBALL] : NULL;
    const cpf_objective *o = x->in_bytes ? x->objective : NULL;
    const uint32_t *restrict bounds = o ? o->packed : NULL;
    CPF_IN_REGISTER(strengths);
    CPF_IN_REGISTER(bounds);
    int n = 0;
    for (int e = 4; e < CPF_HAND; e++)
        for (int d = 3; d < e; d++) {
            uint16_t two[LANES], index[LANES];
            uint32_t packed[LANES];
            for (int l = 0; l < LANES; l++) two[l] = parts->two[x->card[d][l] >> 2][x->card[e][l] >> 2];
            /* The sets of three of the cards below d come first in the list. */
            for (int i = 0; i < cpf_choose3(d); i++, n++) {
                const uint16_t *restrict part = x->part + i * LANES;
                uint16_t *restrict five = x->five + n * LANES, *restrict middle = x->middle + n * LANES;
                for (int l = 0; l < LANES; l++) index[l] = (uint16_t)(two[l] + part[l]);
                if (lowball) {
                    CPF_UNROLL_8
                    for (int l = 0; l < LANES; l++) middle[l] = lowball[index[l]];
                }
                if (!o) {
                    CPF_UNROLL_8
                    for (int l = 0; l < LANES; l++) five[l] = strengths[index[l]];
                    continue;
                }
                uint8_t *restrict level = x->five_level + n * FIVE, *restrict back_bound = x->back_bound + n * FIVE;
                uint8_t *restrict middle_bound = x->middle_bound + n * FIVE;
                CPF_UNROLL_8
                for (int l = 0; l < LANES; l++) packed[l] = bounds[strengths[index[l]]];
                for (int l = 0; l < LANES; l++) five[l] = (uint16_t)packed[l];
                for (int l = 0; l < LANES; l++) level[l] = (uint8_t)cpf_level(packed[l] & 0xffff);
                for (int l = 0; l < LANES; l++) back_bound[l] = (uint8_t)(packed[l] >> 16);
                if (lowball) {
                    CPF_UNROLL_8
                    for (int l = 0; l < LANES; l++) packed[l] = bounds[middle[l]];
                }
                for (int l = 0; l < LANES; l++) middle_bound[l] = (uint8_t)(packed[l] >> 24);
            }
        }
}

TARGET static void KERNEL(rank)(cpf_lanes *x) {
    KERNEL(rank_threes)(x);
    KERNEL(rank_fives)(x);
}

/* Fill `best`, without the bounds of backs. Each pair of sets of five is loaded once; either set may be the back. */
TARGET static void KERNEL(sweep_pairs)(cpf_lanes *x) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const uint8_t *levels = x->five_level, *front_levels = x->three_level;
    const uint8_t *middle_bound = x->middle_bound, *front_bound = x->front_bound;
    uint8_t *const best = x->best;
    for (int five = 0; five < CPF_FIVES; five++) {
        const uint16_t *others = splits->middle[five], *fronts = splits->front[five];
        const int below = splits->below[five];
        const VECTOR five_level = load(levels + five * FIVE), bound = load(middle_bound + five * FIVE);
        VECTOR best_of_five = zero();
        for (int i = 0; i < below; i++) {
            const int other = others[i] * FIVE, front = fronts[i] * THREE;
            const VECTOR other_level = load(levels + other), front_level = load(front_levels + front);
            const VECTOR worth = load(front_bound + front), best_of_other = load(best + other);
            best_of_five = higher_where(best_of_five, add(load(middle_bound + other), worth), other_level, five_level,
                                        front_level, other_level);
            store(best + other,
                  higher_where(best_of_other, add(bound, worth), five_level, other_level, front_level, five_level));
        }
        store(best + five * FIVE, best_of_five);
    }
}

/* Like sweep_pairs, for lowball middles. */
TARGET static void KERNEL(sweep_lowball)(cpf_lanes *x) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    for (int back = 0; back < CPF_FIVES; back++) {
        const uint16_t *middles = splits->middle[back], *fronts = splits->front[back];
        const VECTOR back_level = load(x->five_level + back * FIVE);
        VECTOR best = zero();
        for (int i = 0; i < CPF_MIDDLES; i++) {
            const int middle = middles[i] * FIVE, front = fronts[i] * THREE;
            const VECTOR worth = add(load(x->middle_bound + middle), load(x->front_bound + front));
            const VECTOR middle_level = load(x->middle_level + middles[i] * LANES);
            best = higher_where(best, worth, middle_level, back_level, load(x->three_level + front), back_level);
        }
        store(x->best + back * FIVE, best);
    }
}

TARGET static void KERNEL(sweep)(cpf_lanes *x) {
    VECTOR highest = zero();
    if (x->rules->lowball_middle)
        KERNEL(sweep_lowball)(x);
    else
        KERNEL(sweep_pairs)(x);
    for (int back = 0; back < CPF_FIVES; back++) {
        const VECTOR best = load(x->best + back * FIVE), all = add(best, load(x->back_bound + back * FIVE));
        const VECTOR bound = higher_where(zero(), all, ones(), best, zero(), zero());
        store(x->best + back * FIVE, bound);
        highest = higher(highest, bound);
    }
    store(x->highest, highest);
}

TARGET static int KERNEL(strongest)(cpf_lanes *x, uint64_t lanes, cpf_lanes_back *list) {
    const VECTOR highest = load(x->highest), ceiling = load(x->ceiling);
    VECTOR level = zero();
    int n = 0, listed = 0;
    for (int back = 0; back < CPF_FIVES; back++) {
        const VECTOR back_level = load(x->five_level + back * FIVE), best = load(x->best + back * FIVE);
        level = higher_where(level, back_level, highest, best, back_level, ceiling);
        list[n].back = back;
        list[n].lanes = equal(level, back_level) & equal(higher(best, highest), best) & lanes;
        n += list[n].lanes != 0;
    }
    store(x->level, level);
    for (int i = 0; i < n; i++) { /* keep the backs of the highest level of a lane */
        const uint64_t matching = list[i].lanes & equal(load(x->five_level + list[i].back * FIVE), level);
        list[listed].back = list[i].back;
        list[listed].lanes = matching;
        listed += matching != 0;
    }
    return listed;
}

#define HALF (LANES / 2) /* lanes of 16 bits in a vector */

TARGET static void KERNEL(count)(const cpf_lanes *x, uint32_t *counts) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const int lowball = x->rules->lowball_middle;
    enum { FEW = 512 }; /* backs whose splits can be counted in 16 bits */
    memset(counts, 0, LANES * sizeof *counts);
    for (int half = 0; half < LANES; half += HALF)
        for (int first = 0; first < CPF_FIVES; first += FEW) {
            uint16_t counts_of_half[HALF];
            VECTOR n = zero();
            for (int back = first; back < first + FEW && back < CPF_FIVES; back++) {
                const uint16_t *middles = splits->middle[back], *fronts = splits->front[back];
                const VECTOR back_strength = load(x->five + back * LANES + half);
                if (lowball) {
                    for (int i = 0; i < CPF_MIDDLES; i++)
                        n = count_lowball(n, load(x->three + fronts[i] * LANES + half), back_strength,
                                          load(x->middle + middles[i] * LANES + half));
                    continue;
                }
                /* The stronger of two sets of five is the back. If they are equally strong, both splits count. */
                for (int i = splits->below[back]; i < CPF_MIDDLES; i++)
                    n = count_legal(n, load(x->three + fronts[i] * LANES + half), back_strength,
                                    load(x->five + middles[i] * LANES + half));
            }
            store(counts_of_half, n);
            for (int l = 0; l < HALF; l++) counts[half + l] += counts_of_half[l];
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
        uint16_t *restrict back_bound = x->fine_back + n * LANES, *restrict middle_bound = x->fine_middle + n * LANES;
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

#define PAIRED_FIVE (3 * HALF)  /* of a set of five in x->paired: strengths, bounds as middles, and best */
#define PAIRED_THREE (2 * HALF) /* of a set of three: strengths and bounds */

/* Like sweep_pairs, by strengths and fine bounds, for the half of the lanes that begins at `half`. All that a pair needs of
 * a set is copied to one place, so that the sweep uses few pages and few cache lines. */
TARGET static void KERNEL(sweep_pairs_finely)(cpf_lanes *x, int half) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    uint16_t *const fives = x->paired, *const threes = fives + CPF_FIVES * PAIRED_FIVE;
    for (int n = 0; n < CPF_FIVES; n++) {
        store(fives + n * PAIRED_FIVE, load(x->five + n * LANES + half));
        store(fives + n * PAIRED_FIVE + HALF, load(x->fine_middle + n * LANES + half));
    }
    for (int n = 0; n < CPF_THREES; n++) {
        store(threes + n * PAIRED_THREE, load(x->three + n * LANES + half));
        store(threes + n * PAIRED_THREE + HALF, load(x->fine_front + n * LANES + half));
    }
    for (int n = 0; n < CPF_FIVES; n++) {
        const uint16_t *others = splits->middle[n], *fronts = splits->front[n];
        const int below = splits->below[n];
        uint16_t *const five = fives + n * PAIRED_FIVE;
        const VECTOR five_strength = load(five), bound = load(five + HALF);
        VECTOR best_of_five = zero();
        for (int i = 0; i < below; i++) {
            uint16_t *const other = fives + others[i] * PAIRED_FIVE;
            const uint16_t *const front = threes + fronts[i] * PAIRED_THREE;
            const VECTOR other_strength = load(other), front_strength = load(front), worth = load(front + HALF);
            best_of_five = higher_pairs_where(best_of_five, add_pairs(load(other + HALF), worth), other_strength,
                                              five_strength, front_strength, other_strength);
            store(other + 2 * HALF, higher_pairs_where(load(other + 2 * HALF), add_pairs(bound, worth), five_strength,
                                                       other_strength, front_strength, five_strength));
        }
        store(five + 2 * HALF, best_of_five);
    }
    for (int n = 0; n < CPF_FIVES; n++) store(x->fine_best + n * LANES + half, load(fives + n * PAIRED_FIVE + 2 * HALF));
}

#undef PAIRED_FIVE
#undef PAIRED_THREE

/* Like sweep_pairs_finely, for lowball middles. */
TARGET static void KERNEL(sweep_lowball_finely)(cpf_lanes *x, int half) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const VECTOR lowest = pair((short)x->rules->lowest_middle);
    for (int back = 0; back < CPF_FIVES; back++) {
        const uint16_t *middles = splits->middle[back], *fronts = splits->front[back];
        const VECTOR back_strength = load(x->five + back * LANES + half);
        VECTOR best = zero();
        for (int i = 0; i < CPF_MIDDLES; i++) {
            const int middle = middles[i] * LANES + half, front = fronts[i] * LANES + half;
            const VECTOR worth = add_pairs(load(x->fine_middle + middle), load(x->fine_front + front));
            best = higher_pairs_where(best, worth, lowest, load(x->middle + middle), load(x->three + front), back_strength);
        }
        store(x->fine_best + back * LANES + half, best);
    }
}

TARGET static void KERNEL(sweep_finely)(cpf_lanes *x) {
    KERNEL(bound_finely)(x);
    for (int half = 0; half < LANES; half += HALF) {
        VECTOR highest = zero();
        if (x->rules->lowball_middle)
            KERNEL(sweep_lowball_finely)(x, half);
        else
            KERNEL(sweep_pairs_finely)(x, half);
        for (int index = half; index < CPF_FIVES * LANES; index += LANES) {
            const VECTOR best = load(x->fine_best + index), all = add_pairs(best, load(x->fine_back + index));
            const VECTOR bound = higher_pairs_where(zero(), all, pair(1), best, zero(), zero());
            store(x->fine_best + index, bound);
            highest = higher_pairs(highest, bound);
        }
        store(x->fine_highest + half, highest);
    }
}

TARGET static uint64_t KERNEL(reaching)(const cpf_lanes *x, int back, const uint16_t *bounds) {
    const uint16_t *best = x->fine_best + back * LANES;
    return not_below(load(best), load(bounds)) | not_below(load(best + HALF), load(bounds + HALF)) << HALF;
}

TARGET static void KERNEL(find_strongest)(cpf_lanes *x, const uint16_t *bounds) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const int lowball = x->rules->lowball_middle;
    const VECTOR lowest = pair((short)x->rules->lowest_middle);
    for (int half = 0; half < LANES; half += HALF) {
        const uint16_t *middle = x->middle + half, *front = x->three + half;
        for (int back = 0; back < CPF_FIVES; back++) {
            if (!not_below(load(x->fine_best + back * LANES + half), load(bounds + half))) continue;
            const uint16_t *middles = splits->middle[back], *fronts = splits->front[back];
            const VECTOR back_strength = load(x->five + back * LANES + half);
            VECTOR strongest_front = zero(), strongest_middle = zero();
            for (int i = 0; i < CPF_MIDDLES; i++) {
                const VECTOR middle_strength = load(middle + middles[i] * LANES),
                             front_strength = load(front + fronts[i] * LANES);
                const VECTOR a = lowball ? lowest : middle_strength, b = lowball ? middle_strength : back_strength,
                             c = lowball ? back_strength : middle_strength;
                strongest_front = higher_pairs_where(strongest_front, front_strength, a, b, front_strength, c);
                strongest_middle = higher_pairs_where(strongest_middle, middle_strength, a, b, front_strength, c);
            }
            store(x->strongest_front + back * LANES + half, strongest_front);
            store(x->strongest_middle + back * LANES + half, strongest_middle);
        }
    }
}

#undef HALF
#undef FIVE
#undef THREE

const cpf_lanes_kernels KERNEL(cpf_lanes) = {LANES,         KERNEL(rank),         KERNEL(sweep),    KERNEL(strongest),
                                             KERNEL(count), KERNEL(sweep_finely), KERNEL(reaching), KERNEL(find_strongest)};
