/* The kernels of cpf_lanes.h; included once for each instruction set, which defines
 *
 *   KERNEL(name)            the name with the instruction set appended
 *   TARGET                  function attributes
 *   LANES, VECTOR           the bytes of a vector, and its type
 *   load, store, zero, ones
 *   add(a, b)               bytes, without carry
 *   higher(a, b)            bytes, the maximum
 *   higher_where(v, w, a, b, c, d)  where a <= b and c <= d the higher of v and w, else v
 *   equal(a, b)             a bit for each byte, set where they are equal
 *   count_legal(n, front, x, y)     16-bit: n, plus 1 where front <= x and front <= y, plus 2 if also x == y
 *   count_lowball(n, front, back, level)  16-bit: n, plus 1 where front <= back and level is 0
 *   pair(x), add_pairs, higher_pairs, higher_pairs_where  16-bit, numbers below 2^15: x in all lanes, and as above
 *   not_below(a, b)         16-bit: a bit for each pair, set where a >= b */
#include <string.h>

#if defined(_MSC_VER) && !defined(restrict)
#define restrict __restrict
#endif

/* From the bytes of a row to those of the next. */
#define FIVE (CPF_BYTES_OF_FIVE * LANES)
#define THREE (CPF_BYTES_OF_THREE * LANES)

/* The parts of the sums of sets of three cards, and their strengths as fronts. */
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
    const uint32_t *restrict worth = o ? o->packed : NULL;
    CPF_IN_REGISTER(strengths);
    CPF_IN_REGISTER(worth);
    int n = 0;
    for (int e = 4; e < CPF_HAND; e++)
        for (int d = 3; d < e; d++) {
            uint16_t two[LANES], at[LANES];
            uint32_t packed[LANES];
            for (int l = 0; l < LANES; l++) two[l] = parts->two[x->card[d][l] >> 2][x->card[e][l] >> 2];
            /* The sets of three of the cards below d come first in the list. */
            for (int i = 0; i < cpf_choose3(d); i++, n++) {
                const uint16_t *restrict part = x->part + i * LANES;
                uint16_t *restrict five = x->five + n * LANES, *restrict middle = x->middle + n * LANES;
                for (int l = 0; l < LANES; l++) at[l] = (uint16_t)(two[l] + part[l]);
                if (lowball) {
                    CPF_UNROLL_8
                    for (int l = 0; l < LANES; l++) middle[l] = lowball[at[l]];
                }
                if (!o) {
                    CPF_UNROLL_8
                    for (int l = 0; l < LANES; l++) five[l] = strengths[at[l]];
                    continue;
                }
                uint8_t *restrict level = x->five_level + n * FIVE, *restrict back_bound = x->back_bound + n * FIVE;
                uint8_t *restrict middle_bound = x->middle_bound + n * FIVE;
                CPF_UNROLL_8
                for (int l = 0; l < LANES; l++) packed[l] = worth[strengths[at[l]]];
                for (int l = 0; l < LANES; l++) five[l] = (uint16_t)packed[l];
                for (int l = 0; l < LANES; l++) level[l] = (uint8_t)cpf_level(packed[l] & 0xffff);
                for (int l = 0; l < LANES; l++) back_bound[l] = (uint8_t)(packed[l] >> 16);
                if (lowball) {
                    CPF_UNROLL_8
                    for (int l = 0; l < LANES; l++) packed[l] = worth[middle[l]];
                }
                for (int l = 0; l < LANES; l++) middle_bound[l] = (uint8_t)(packed[l] >> 24);
            }
        }
}

TARGET static void KERNEL(rank)(cpf_lanes *x) {
    KERNEL(rank_threes)(x);
    KERNEL(rank_fives)(x);
}

/* Fills `best`, as yet without the bounds of backs. Of two sets of five either may be the back; each two come once, so that
 * they are loaded once. */
TARGET static void KERNEL(sweep_pairs)(cpf_lanes *x) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const uint8_t *level = x->five_level, *front_level = x->three_level;
    const uint8_t *middle_bound = x->middle_bound, *front_bound = x->front_bound;
    uint8_t *const best = x->best;
    for (int five = 0; five < CPF_FIVES; five++) {
        const uint16_t *others = splits->middle[five], *fronts = splits->front[five];
        const int below = splits->below[five];
        const VECTOR own = load(level + five * FIVE), bound = load(middle_bound + five * FIVE);
        VECTOR most = zero();
        for (int i = 0; i < below; i++) {
            const int other = others[i] * FIVE, front = fronts[i] * THREE;
            const VECTOR beside = load(level + other), last = load(front_level + front);
            const VECTOR worth = load(front_bound + front), most_of_other = load(best + other);
            most = higher_where(most, add(load(middle_bound + other), worth), beside, own, last, beside);
            store(best + other, higher_where(most_of_other, add(bound, worth), own, beside, last, own));
        }
        store(best + five * FIVE, most);
    }
}

/* The same for lowball middles. */
TARGET static void KERNEL(sweep_lowball)(cpf_lanes *x) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    for (int back = 0; back < CPF_FIVES; back++) {
        const uint16_t *middles = splits->middle[back], *fronts = splits->front[back];
        const VECTOR own = load(x->five_level + back * FIVE);
        VECTOR best = zero();
        for (int i = 0; i < CPF_MIDDLES; i++) {
            const int middle = middles[i] * FIVE, front = fronts[i] * THREE;
            const VECTOR worth = add(load(x->middle_bound + middle), load(x->front_bound + front));
            const VECTOR level = load(x->middle_level + middles[i] * LANES);
            best = higher_where(best, worth, level, own, load(x->three_level + front), own);
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
        const VECTOR found = higher_where(zero(), all, ones(), best, zero(), zero());
        store(x->best + back * FIVE, found);
        highest = higher(highest, found);
    }
    store(x->highest, highest);
}

TARGET static int KERNEL(strongest)(cpf_lanes *x, uint64_t lanes, cpf_lanes_back *list) {
    const VECTOR highest = load(x->highest), ceiling = load(x->ceiling);
    VECTOR level = zero();
    int n = 0, listed = 0;
    for (int back = 0; back < CPF_FIVES; back++) {
        const VECTOR own = load(x->five_level + back * FIVE), best = load(x->best + back * FIVE);
        level = higher_where(level, own, highest, best, own, ceiling);
        list[n].back = back;
        list[n].lanes = equal(level, own) & equal(higher(best, highest), best) & lanes;
        n += list[n].lanes != 0;
    }
    store(x->level, level);
    for (int i = 0; i < n; i++) { /* those that no later back was above */
        const uint64_t at = list[i].lanes & equal(load(x->five_level + list[i].back * FIVE), level);
        list[listed].back = list[i].back;
        list[listed].lanes = at;
        listed += at != 0;
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
                for (int i = splits->below[back]; i < CPF_MIDDLES; i++)
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

/* As sweep_pairs, by strengths and fine bounds, for the lanes from `half`. */
TARGET static void KERNEL(sweep_pairs_finely)(cpf_lanes *x, int half) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const uint16_t *strength = x->five + half, *front_strength = x->three + half;
    const uint16_t *middle_bound = x->fine_middle + half, *front_bound = x->fine_front + half;
    uint16_t *const best = x->fine_best + half;
    for (int five = 0; five < CPF_FIVES; five++) {
        const uint16_t *others = splits->middle[five], *fronts = splits->front[five];
        const int below = splits->below[five];
        const VECTOR own = load(strength + five * LANES), bound = load(middle_bound + five * LANES);
        VECTOR most = zero();
        for (int i = 0; i < below; i++) {
            const int other = others[i] * LANES, front = fronts[i] * LANES;
            const VECTOR beside = load(strength + other), last = load(front_strength + front);
            const VECTOR worth = load(front_bound + front), most_of_other = load(best + other);
            most = higher_pairs_where(most, add_pairs(load(middle_bound + other), worth), beside, own, last, beside);
            store(best + other, higher_pairs_where(most_of_other, add_pairs(bound, worth), own, beside, last, own));
        }
        store(best + five * LANES, most);
    }
}

/* The same for lowball middles. */
TARGET static void KERNEL(sweep_lowball_finely)(cpf_lanes *x, int half) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const VECTOR least = pair((short)x->rules->lowest_middle);
    for (int back = 0; back < CPF_FIVES; back++) {
        const uint16_t *middles = splits->middle[back], *fronts = splits->front[back];
        const VECTOR own = load(x->five + back * LANES + half);
        VECTOR best = zero();
        for (int i = 0; i < CPF_MIDDLES; i++) {
            const int middle = middles[i] * LANES + half, front = fronts[i] * LANES + half;
            const VECTOR worth = add_pairs(load(x->fine_middle + middle), load(x->fine_front + front));
            best = higher_pairs_where(best, worth, least, load(x->middle + middle), load(x->three + front), own);
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
        for (int at = half; at < CPF_FIVES * LANES; at += LANES) {
            const VECTOR best = load(x->fine_best + at), all = add_pairs(best, load(x->fine_back + at));
            const VECTOR found = higher_pairs_where(zero(), all, pair(1), best, zero(), zero());
            store(x->fine_best + at, found);
            highest = higher_pairs(highest, found);
        }
        store(x->fine_highest + half, highest);
    }
}

TARGET static uint64_t KERNEL(reaching)(const cpf_lanes *x, int back, const uint16_t *bounds) {
    const uint16_t *best = x->fine_best + back * LANES;
    return not_below(load(best), load(bounds)) | not_below(load(best + HALF), load(bounds + HALF)) << HALF;
}

TARGET static void KERNEL(find_most)(cpf_lanes *x, const uint16_t *bounds) {
    const cpf_splits_of_13 *splits = &x->tables->splits;
    const int lowball = x->rules->lowball_middle;
    const VECTOR least = pair((short)x->rules->lowest_middle);
    for (int half = 0; half < LANES; half += HALF) {
        const uint16_t *middle = x->middle + half, *front = x->three + half;
        for (int back = 0; back < CPF_FIVES; back++) {
            if (!not_below(load(x->fine_best + back * LANES + half), load(bounds + half))) continue;
            const uint16_t *middles = splits->middle[back], *fronts = splits->front[back];
            const VECTOR own = load(x->five + back * LANES + half);
            VECTOR most_front = zero(), most_middle = zero();
            for (int i = 0; i < CPF_MIDDLES; i++) {
                const VECTOR between = load(middle + middles[i] * LANES), last = load(front + fronts[i] * LANES);
                const VECTOR a = lowball ? least : between, b = lowball ? between : own, c = lowball ? own : between;
                most_front = higher_pairs_where(most_front, last, a, b, last, c);
                most_middle = higher_pairs_where(most_middle, between, a, b, last, c);
            }
            store(x->most_front + back * LANES + half, most_front);
            store(x->most_middle + back * LANES + half, most_middle);
        }
    }
}

#undef HALF
#undef FIVE
#undef THREE

const cpf_lanes_kernels KERNEL(cpf_lanes) = {LANES,         KERNEL(rank),         KERNEL(sweep),    KERNEL(strongest),
                                             KERNEL(count), KERNEL(sweep_finely), KERNEL(reaching), KERNEL(find_most)};
