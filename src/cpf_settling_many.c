/* Settling many tables. Boards are read one by one; the pairings of eight tables are then settled side by side, without
 * branches, since who wins is hard to predict. A table with a natural, a surrender or a deuce that doubles is settled alone.
 */
#include <string.h>

#include "cpf_settling.h"
#include "cpf_simd.h"

/* Returns 0 if the cards are not a table of different cards, dead hands and allowed surrenders. */
static int read_table(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int seats,
                      const uint8_t *declare, cpf_board *boards) {
    uint64_t seen = 0;
    int expected = 0; /* cards */
    for (int i = 0; i < seats; i++, cards += CPF_HAND) {
        if (CPF_UNLIKELY(cards[0] >= CPF_DEAD_HAND)) {
            for (int j = 1; j < CPF_HAND; j++)
                if (cards[j] != cards[0]) return 0;
            if (cards[0] == CPF_SURRENDERED && rules->surrender < 0) return 0;
            cpf_read_no_board(rules, cards, &boards[i]);
            continue;
        }
        const uint64_t mask = cpf_mask_of_hand(&tables->patterns, cards);
        seen |= mask;
        expected += CPF_HAND;
        const int declares = !declare || declare[i] ? CPF_DECLARE_BEST : CPF_DECLARE_NOTHING;
        const int is_legal = cpf_read_rows(tables, rules, cards, &boards[i]); /* safe for any bytes */
        if (rules->naturals) cpf_read_naturals(tables, rules, cards, mask, is_legal, declares, &boards[i]);
    }
    return cpf_count_bits(seen) == expected;
}

enum { SIDE_BY_SIDE = 8 };

/* A seat of each table. A foul loses all rows, and has no royalties. */
typedef struct seat {
    int16_t strength[CPF_ROWS][SIDE_BY_SIDE], royalty[CPF_ROWS][SIDE_BY_SIDE];
    int16_t foul[SIDE_BY_SIDE]; /* all bits, or none */
    int16_t points[SIDE_BY_SIDE];
} seat;

typedef struct batch {
    const cpf_settling_tables *tables;
    const cpf_rules *rules;
    const uint8_t *cards, *declare;
    uint32_t choosing;
    const cpf_seating *seating;
    int32_t *points;
    int64_t first_bad;
    int pairings; /* the number of those that are settled side by side; or 0 */
    cpf_played played[CPF_MOST_PAIRINGS];
} batch;

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

/* Whether the points of a seat fit in 16 bits, as do all sums on the way: every number that settle_pairing takes from the
 * rules is in this sum. */
static int fit(const cpf_rules *rules) {
    int64_t most = magnitude(rules->match_points) + magnitude(rules->scoop_bonus) + magnitude(rules->overall_points);
    for (int row = 0; row < CPF_ROWS; row++) {
        cpf_v128 least = cpf_v128_zero(), highest = cpf_v128_zero();
        const int16_t *of = rules->royalties[row], *const last = of + CPF_STRENGTHS - 8; /* overlaps with those before it */
        for (; of < last; of += 8) {
            least = cpf_i16x8_min(least, cpf_v128_load(of));
            highest = cpf_i16x8_max(highest, cpf_v128_load(of));
        }
        least = cpf_i16x8_min(least, cpf_v128_load(last));
        highest = cpf_i16x8_max(highest, cpf_v128_load(last));
        int16_t low[8], high[8];
        int64_t lowest = 0, top = 0;
        cpf_v128_store(low, least);
        cpf_v128_store(high, highest);
        for (int i = 0; i < 8; i++) {
            lowest = low[i] < lowest ? low[i] : lowest;
            top = high[i] > top ? high[i] : top;
        }
        most += magnitude(cpf_row_price(rules, row));
        most += 2 * (top - lowest); /* the deuce of spades may double them; both may be paid */
    }
    most = most * (1 + magnitude(rules->scoop_times)) + magnitude(rules->foul);
    return (CPF_MOST_PLAYERS - 1) * most <= INT16_MAX;
}

static void put_board(const cpf_board *board, seat *s, int table) {
    const int foul = -board->foul; /* all bits, or none: without branches */
    s->foul[table] = (int16_t)foul;
    for (int row = 0; row < CPF_ROWS; row++) {
        s->strength[row][table] = (int16_t)((int32_t)board->strengths[row] | foul);
        s->royalty[row][table] = (int16_t)(board->royalties[row] & ~foul);
    }
}

static inline cpf_v128 sign(cpf_v128 x) {
    return cpf_i16x8_sub(cpf_i16x8_gt(cpf_v128_zero(), x), cpf_i16x8_gt(x, cpf_v128_zero()));
}

static inline cpf_v128 times(cpf_v128 x, int32_t factor) { return cpf_i16x8_mul(x, cpf_i16x8_splat((int16_t)factor)); }

/* Settles a pairing of each table, by its rows or as fouls. */
static void settle_pairing(const cpf_rules *rules, int tie, seat *a, seat *b) {
    const cpf_v128 zero = cpf_v128_zero(), one = cpf_i16x8_splat(1);
    const cpf_v128 of_tie = cpf_i16x8_splat((int16_t)tie), always = cpf_i16x8_splat(rules->royalties_always ? -1 : 0);
    cpf_v128 row_points = zero, royalties = zero, wins = zero, losses = zero;
    for (int row = 0; row < CPF_ROWS; row++) {
        const cpf_v128 own = cpf_v128_load(a->strength[row]), other = cpf_v128_load(b->strength[row]);
        cpf_v128 side = cpf_i16x8_sub(cpf_i16x8_gt(other, own), cpf_i16x8_gt(own, other));
        side = cpf_i16x8_add(side, cpf_v128_and(cpf_i16x8_eq(own, other), of_tie));
        const cpf_v128 is_won = cpf_i16x8_gt(side, zero), is_lost = cpf_i16x8_gt(zero, side);
        const cpf_v128 gets = cpf_v128_and(cpf_v128_load(a->royalty[row]), cpf_v128_or(is_won, always));
        const cpf_v128 pays = cpf_v128_and(cpf_v128_load(b->royalty[row]), cpf_v128_or(is_lost, always));
        row_points = cpf_i16x8_add(row_points, times(side, cpf_row_price(rules, row)));
        royalties = cpf_i16x8_add(royalties, cpf_i16x8_sub(gets, pays));
        wins = cpf_i16x8_sub(wins, is_won);
        losses = cpf_i16x8_sub(losses, is_lost);
    }
    const cpf_v128 scoops = cpf_i16x8_eq(wins, cpf_i16x8_splat(3)), scooped = cpf_i16x8_eq(losses, cpf_i16x8_splat(3));
    const cpf_v128 match = cpf_i16x8_sub(cpf_i16x8_gt(losses, one), cpf_i16x8_gt(wins, one));
    if (rules->match_points > 0) row_points = times(match, rules->match_points);
    const cpf_v128 extras = cpf_i16x8_add(royalties, times(cpf_i16x8_sub(scooped, scoops), rules->scoop_bonus));
    cpf_v128 paid = cpf_i16x8_add(row_points, extras);
    if (rules->overall_points) {
        const cpf_v128 net = rules->overall == CPF_OVERALL_EXTRAS ? paid : row_points;
        paid = cpf_i16x8_add(paid, times(sign(net), rules->overall_points));
    }
    const cpf_v128 for_scoop = times(paid, rules->scoop_times - 1);
    paid = cpf_i16x8_add(paid, cpf_v128_and(for_scoop, cpf_v128_or(scoops, scooped)));
    const cpf_v128 foul = cpf_v128_load(a->foul), other_foul = cpf_v128_load(b->foul);
    if (rules->foul != CPF_FOUL_AS_SCOOP) {
        const cpf_v128 side = cpf_i16x8_sub(foul, other_foul), is_foul = cpf_v128_or(foul, other_foul);
        const cpf_v128 price = times(side, rules->foul), for_rows = rules->foul_pays_royalties ? royalties : zero;
        paid = cpf_v128_or(cpf_v128_andnot(paid, is_foul), cpf_v128_and(cpf_i16x8_add(price, for_rows), is_foul));
    }
    paid = cpf_v128_andnot(paid, cpf_v128_and(foul, other_foul)); /* two fouls pay each other nothing */
    cpf_v128_store(a->points, cpf_i16x8_add(cpf_v128_load(a->points), paid));
    cpf_v128_store(b->points, cpf_i16x8_sub(cpf_v128_load(b->points), paid));
}

static void settle_alone(const batch *b, cpf_board *boards, int32_t *points) {
    cpf_outcome outcome;
    cpf_settle_choosing(b->tables, b->rules, boards, b->seating, b->choosing, &outcome);
    memcpy(points, outcome.points, sizeof *points * (size_t)b->seating->seats);
}

static void settle_side_by_side(const batch *b, cpf_board *boards, int n, int32_t *points) {
    const int seats = b->seating->seats;
    seat seat_of[CPF_MOST_PLAYERS];
    unsigned alone = 0; /* tables that are settled alone, as bits */
    memset(seat_of, 0, (size_t)seats * sizeof *seat_of);
    for (int t = 0; t < n; t++)
        for (int i = 0; i < seats; i++) {
            const cpf_board *board = boards + t * seats + i;
            put_board(board, &seat_of[i], t);
            alone |= (unsigned)((board->natural >= 0) | board->surrendered | (board->doubles >= 0)) << t;
        }
    for (int k = 0; k < b->pairings && alone != (1u << n) - 1; k++) {
        const cpf_played *p = &b->played[k];
        settle_pairing(b->rules, p->tie, &seat_of[p->first], &seat_of[p->second]);
    }
    for (int t = 0; t < n; t++)
        if (alone >> t & 1)
            settle_alone(b, boards + t * seats, points + t * seats);
        else
            for (int i = 0; i < seats; i++) points[t * seats + i] = seat_of[i].points[t];
}

static void settle_range(void *context, int64_t begin, int64_t end) {
    batch *b = context;
    const int seats = b->seating->seats, together = b->pairings ? SIDE_BY_SIDE : 1;
    cpf_board boards[SIDE_BY_SIDE * CPF_MOST_PLAYERS];
    for (int64_t first = begin; first < end; first += together) {
        const int size = end - first < together ? (int)(end - first) : together;
        int32_t *points = b->points + first * seats;
        int n = 0;
        for (; n < size; n++) {
            const int64_t at = (first + n) * seats;
            const uint8_t *declare = b->declare ? b->declare + at : NULL;
            if (!read_table(b->tables, b->rules, b->cards + at * CPF_HAND, seats, declare, boards + n * seats)) break;
        }
        if (b->pairings)
            settle_side_by_side(b, boards, n, points);
        else if (n)
            settle_alone(b, boards, points);
        if (n == size) continue;
        cpf_atomic_min(&b->first_bad, first + n);
        return;
    }
}

enum { GRAIN = 1 << 10 };

int64_t cpf_settle_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int64_t n,
                        const cpf_seating *seating, const uint8_t *declare, uint32_t choosing, int32_t *points,
                        cpf_threads threads) {
    batch b =
        {.tables = tables, .rules = rules, .cards = cards, .declare = declare, .choosing = choosing, .seating = seating};
    b.points = points;
    b.first_bad = n;
    b.pairings = n >= SIDE_BY_SIDE && fit(rules) ? cpf_list_pairings(rules, seating, b.played) : 0;
    cpf_parallel(threads, settle_range, &b, n, GRAIN);
    return b.first_bad;
}
