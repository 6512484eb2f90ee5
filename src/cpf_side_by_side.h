/* Pairings of eight tables, settled side by side without branches, since winners are hard to predict. Not for naturals,
 * surrenders, a deuce that doubles, or payments by cards. */
#ifndef CPF_SIDE_BY_SIDE_H
#define CPF_SIDE_BY_SIDE_H

#include "cpf_settling.h"
#include "cpf_simd.h"

enum { CPF_SIDE_BY_SIDE = 8 };

/* The boards of one seat at each of eight tables. A foul loses all rows and has no royalties. */
typedef struct cpf_seats {
    int16_t strength[CPF_ROWS][CPF_SIDE_BY_SIDE], royalty[CPF_ROWS][CPF_SIDE_BY_SIDE];
    int16_t foul[CPF_SIDE_BY_SIDE]; /* all bits, or none */
    int16_t points[CPF_SIDE_BY_SIDE];
} cpf_seats;

/* By triple of row results. `paid`: for rows, scoop and overall point together; `times`: factor of all payments. */
typedef struct cpf_prices {
    int16_t paid[CPF_TRIPLES], times[CPF_TRIPLES];
    int multiplies; /* whether there are factors other than 1, or home runs */
} cpf_prices;

static inline int64_t cpf_magnitude(int64_t x) { return x < 0 ? -x : x; }

static inline int64_t cpf_higher(int64_t a, int64_t b) { return a > b ? a : b; }

/* Fill the prices, and return whether all sums, up to the points of a seat, fit in 16 bits. The bound includes every number
 * that cpf_settle_lanes and home runs take from the rules. */
static inline int cpf_fill_prices(const cpf_rules *rules, int has_home_runs, cpf_prices *prices) {
    int64_t bound = 0, times = has_home_runs ? rules->home_run_times : 1;
    CPF_ASSERT(rules->most_royalties == cpf_most_royalties(rules));
    prices->multiplies = has_home_runs;
    for (int i = 0; i < CPF_TRIPLES; i++) {
        const cpf_price *price = &rules->prices[i];
        bound = cpf_higher(bound, cpf_magnitude(price->row_points) + cpf_magnitude(price->scoop_points) +
                                      cpf_magnitude(price->overall));
        times = cpf_higher(times, cpf_magnitude(price->times));
        prices->paid[i] = (int16_t)(price->row_points + price->scoop_points + price->overall);
        prices->times[i] = (int16_t)price->times;
        prices->multiplies |= price->times != 1;
    }
    bound += cpf_magnitude(rules->net_winner) + (has_home_runs ? cpf_magnitude(rules->home_run_bonus) : 0);
    bound = (bound + rules->most_royalties + cpf_magnitude(rules->foul)) * times;
    return (CPF_MOST_PLAYERS - 1) * bound <= INT16_MAX;
}

static inline void cpf_put_board(const cpf_board *board, cpf_seats *s, int table) {
    const int foul = -board->foul; /* all bits, or none: without branches */
    s->foul[table] = (int16_t)foul;
    for (int row = 0; row < CPF_ROWS; row++) {
        s->strength[row][table] = (int16_t)((int32_t)board->strengths[row] | foul);
        s->royalty[row][table] = (int16_t)(board->royalties[row] & ~foul);
    }
}

static inline cpf_v128 cpf_i16x8_sign(cpf_v128 x) {
    return cpf_i16x8_sub(cpf_i16x8_gt(cpf_v128_zero(), x), cpf_i16x8_gt(x, cpf_v128_zero()));
}

/* Return `a` where a mask has all bits, `b` where it has none. */
static inline cpf_v128 cpf_v128_blend(cpf_v128 mask, cpf_v128 a, cpf_v128 b) {
    return cpf_v128_or(cpf_v128_and(a, mask), cpf_v128_andnot(b, mask));
}

static inline cpf_v128 cpf_i16x8_times(cpf_v128 x, int32_t factor) {
    return cpf_i16x8_mul(x, cpf_i16x8_splat((int16_t)factor));
}

/* A pairing of each table: payments before multiplication, factors, and scoops. */
typedef struct cpf_lanes_paid {
    cpf_v128 paid, times, scoops, scooped; /* scoops: by the first seat, scooped: by the second; all bits, or none */
} cpf_lanes_paid;

/* Settle a pairing of each table, by rows or as a foul, without home runs. Factors are only computed with `multiply`. */
CPF_ALWAYS_INLINE cpf_lanes_paid cpf_settle_lanes(const cpf_rules *rules, const cpf_prices *prices, int multiply, int tie,
                                                  const cpf_seats *first, const cpf_seats *second) {
    const cpf_v128 zero = cpf_v128_zero(), unit = cpf_i16x8_splat(1), of_tie = cpf_i16x8_splat((int16_t)tie);
    cpf_v128 royalties = zero, triple = cpf_i16x8_splat(CPF_TRIPLES / 2);
    for (int row = 0; row < CPF_ROWS; row++) {
        const cpf_v128 strength = cpf_v128_load(first->strength[row]), other = cpf_v128_load(second->strength[row]);
        cpf_v128 side = cpf_i16x8_sub(cpf_i16x8_gt(other, strength), cpf_i16x8_gt(strength, other));
        side = cpf_i16x8_add(side, cpf_v128_and(cpf_i16x8_eq(strength, other), of_tie));
        triple = cpf_i16x8_add(triple, cpf_i16x8_times(side, row == CPF_FRONT ? 9 : row == CPF_MIDDLE ? 3 : 1));
        const cpf_v128 gets = cpf_v128_load(first->royalty[row]), pays = cpf_v128_load(second->royalty[row]);
        if (rules->royalties_always)
            royalties = cpf_i16x8_add(royalties, cpf_i16x8_sub(gets, pays));
        else {
            const cpf_v128 won = cpf_v128_and(gets, cpf_i16x8_gt(side, zero)), lost = cpf_i16x8_gt(zero, side);
            royalties = cpf_i16x8_add(royalties, cpf_i16x8_sub(won, cpf_v128_and(pays, lost)));
        }
    }
    int16_t places[CPF_SIDE_BY_SIDE];
    cpf_v128_store(places, triple);
    cpf_lanes_paid p;
    p.scoops = cpf_i16x8_eq(triple, cpf_i16x8_splat(CPF_ALL_WON));
    p.scooped = cpf_i16x8_eq(triple, cpf_i16x8_splat(CPF_ALL_LOST));
    p.paid = cpf_i16x8_add(royalties, cpf_i16x8_look_up(prices->paid, places));
    p.times = multiply ? cpf_i16x8_look_up(prices->times, places) : unit;
    if (rules->net_winner) p.paid = cpf_i16x8_add(p.paid, cpf_i16x8_times(cpf_i16x8_sign(p.paid), rules->net_winner));
    const cpf_v128 foul = cpf_v128_load(first->foul), other_foul = cpf_v128_load(second->foul);
    if (rules->foul != CPF_FOUL_AS_SCOOP) {
        const cpf_v128 side = cpf_i16x8_sub(foul, other_foul), is_foul = cpf_v128_or(foul, other_foul);
        const cpf_v128 price = cpf_i16x8_times(side, rules->foul), for_rows = rules->foul_pays_royalties ? royalties : zero;
        p.paid = cpf_v128_blend(is_foul, cpf_i16x8_add(price, for_rows), p.paid);
        p.times = cpf_v128_blend(is_foul, unit, p.times);
        p.scoops = cpf_v128_blend(is_foul, other_foul, p.scoops); /* a fixed price counts as a scoop, too */
        p.scooped = cpf_v128_blend(is_foul, foul, p.scooped);
    }
    const cpf_v128 both_foul = cpf_v128_and(foul, other_foul); /* two fouls pay each other nothing */
    p.paid = cpf_v128_andnot(p.paid, both_foul);
    p.scoops = cpf_v128_andnot(p.scoops, both_foul);
    p.scooped = cpf_v128_andnot(p.scooped, both_foul);
    return p;
}

#endif
