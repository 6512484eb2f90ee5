/* Settlement of many tables. Boards are read one by one; the pairings of eight tables with the same button are settled side
 * by side. A table with a natural, a surrender or a deuce that doubles is settled alone. */
#include <string.h>

#include "cpf_side_by_side.h"
#include "cpf_threads.h"

typedef struct batch {
    const cpf_settling_tables *tables;
    const cpf_rules *rules;
    const uint8_t *cards;
    const int8_t *declared;
    int seats;
    cpf_buttons buttons;
    int32_t *points;
    int64_t first_bad;
    int pairings;                                           /* number of pairings that are settled side by side; or 0 */
    cpf_played played[CPF_MOST_PLAYERS][CPF_MOST_PAIRINGS]; /* index: seat of the button */
    cpf_prices prices;
    int has_home_runs;
} batch;

int32_t cpf_most_royalties(const cpf_rules *rules) {
    int32_t sum = 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        int32_t lowest = 0, highest = 0;
        for (int s = 0; s < CPF_STRENGTHS; s++) {
            const int32_t royalty = rules->royalties[row][s];
            lowest = royalty < lowest ? royalty : lowest;
            highest = royalty > highest ? royalty : highest;
        }
        sum += 2 * (highest - lowest); /* the deuce of spades may double them; royalties of both players may be paid */
    }
    return sum;
}

/* List the pairings that are settled side by side. Their number does not depend on the button. */
static void list_pairings(batch *b) {
    for (int button = 0; button < b->seats; button++) {
        const cpf_seating seating = cpf_seated(b->seats, button);
        b->pairings = cpf_list_pairings(b->rules, &seating, b->played[button]);
    }
}

/* Add home runs: each opponent pays more to a seat that scoops all its opponents. */
static void add_home_runs(const batch *b, const cpf_played *played, cpf_lanes_paid pairings[CPF_MOST_PAIRINGS]) {
    cpf_v128 all[CPF_MOST_PLAYERS];
    for (int i = 0; i < CPF_MOST_PLAYERS; i++) all[i] = cpf_i16x8_splat(-1);
    for (int k = 0; k < b->pairings; k++) {
        all[played[k].first] = cpf_v128_and(all[played[k].first], pairings[k].scoops);
        all[played[k].second] = cpf_v128_and(all[played[k].second], pairings[k].scooped);
    }
    for (int k = 0; k < b->pairings; k++) {
        cpf_lanes_paid *p = &pairings[k];
        const cpf_v128 first = all[played[k].first], second = all[played[k].second];
        p->paid = cpf_i16x8_add(p->paid, cpf_i16x8_times(cpf_i16x8_sub(second, first), b->rules->home_run_bonus));
        if (b->rules->home_run_times > 1)
            p->times =
                cpf_v128_blend(cpf_v128_or(first, second), cpf_i16x8_splat((int16_t)b->rules->home_run_times), p->times);
    }
}

static inline void add_points(const cpf_v128 *points, cpf_seats *first, cpf_seats *second) {
    cpf_v128_store(first->points, cpf_i16x8_add(cpf_v128_load(first->points), *points));
    cpf_v128_store(second->points, cpf_i16x8_sub(cpf_v128_load(second->points), *points));
}

/* Settle the pairings of each table, and sum the points of the seats. */
static void settle_pairings(const batch *b, const cpf_played *played, cpf_seats seats[CPF_MOST_PLAYERS]) {
    cpf_lanes_paid pairings[CPF_MOST_PAIRINGS];
    for (int k = 0; k < b->pairings; k++) {
        const cpf_played *p = &played[k];
        cpf_seats *first = &seats[p->first], *second = &seats[p->second];
        if (b->prices.multiplies)
            pairings[k] = cpf_settle_lanes(b->rules, &b->prices, 1, p->tie, first, second);
        else {
            const cpf_lanes_paid pairing = cpf_settle_lanes(b->rules, &b->prices, 0, p->tie, first, second);
            add_points(&pairing.paid, first, second);
        }
    }
    if (!b->prices.multiplies) return;
    if (b->has_home_runs) add_home_runs(b, played, pairings);
    for (int k = 0; k < b->pairings; k++) {
        const cpf_v128 points = cpf_i16x8_mul(pairings[k].paid, pairings[k].times);
        add_points(&points, &seats[played[k].first], &seats[played[k].second]);
    }
}

/* Tables with the same button whose boards have been read. */
typedef struct group {
    int n;
    int32_t *points[CPF_SIDE_BY_SIDE];   /* output, by table */
    unsigned alone;                      /* tables that are settled alone, as bits */
    uint32_t naturals[CPF_SIDE_BY_SIDE]; /* seats with a natural, as bits */
    uint32_t choosing[CPF_SIDE_BY_SIDE]; /* those of them that choose, see cpf_settle_choosing */
    cpf_board boards[CPF_SIDE_BY_SIDE][CPF_MOST_PLAYERS];
} group;

/* Add a table to a group. Return 0 if it has duplicate or invalid cards, or a surrender that the rules forbid. */
CPF_ALWAYS_INLINE int read_table(const batch *b, int seats, int64_t table, group *g) {
    const cpf_settling_tables *tables = b->tables;
    const cpf_rules *rules = b->rules;
    const int64_t first_seat = table * seats;
    const uint8_t *cards = b->cards + first_seat * CPF_HAND;
    const int8_t *declared = b->declared ? b->declared + first_seat : NULL;
    const int n = g->n;
    cpf_board *board = g->boards[n];
    uint64_t seen = 0;
    int expected = 0; /* number of different cards */
    uint32_t naturals = 0, choosing = 0;
    unsigned alone = 0;
    for (int i = 0; i < seats; i++, cards += CPF_HAND, board++) {
        if (CPF_UNLIKELY(cards[0] >= CPF_DEAD_HAND)) {
            for (int j = 1; j < CPF_HAND; j++)
                if (cards[j] != cards[0]) return 0;
            if (cards[0] == CPF_SURRENDERED && rules->surrender < 0) return 0;
            cpf_read_no_board(rules, cards, board);
            alone |= cards[0] == CPF_SURRENDERED;
            continue;
        }
        const uint64_t mask = cpf_mask_of_hand(&tables->patterns, cards);
        seen |= mask;
        expected += CPF_HAND;
        const int is_legal = cpf_read_rows(tables, rules, cards, board); /* safe for any bytes */
        alone |= board->doubles >= 0;
        if (!rules->patterns.patterns) continue;
        const int declare = declared ? declared[i] : CPF_DECLARE_IF_BETTER;
        cpf_read_naturals(tables, rules, cards, mask, is_legal, declare, board);
        if (CPF_UNLIKELY(board->natural >= 0)) {
            naturals |= 1u << i;
            choosing |= (uint32_t)(declare == CPF_DECLARE_IF_BETTER) << i;
        }
    }
    if (cpf_count_bits(seen) != expected) return 0;
    /* The rows of a seat that chooses alone are compared side by side. */
    const int has_one_choice = !(naturals & (naturals - 1)) && naturals == choosing;
    g->alone |= (alone | !has_one_choice) << n;
    g->naturals[n] = naturals;
    g->choosing[n] = choosing;
    g->points[n] = b->points + first_seat;
    g->n = n + 1;
    return 1;
}

static void settle_alone(const batch *b, int button, group *g, int t) {
    const cpf_seating seating = cpf_seated(b->seats, button);
    cpf_outcome outcome;
    cpf_settle_choosing(b->tables, b->rules, g->boards[t], &seating, g->choosing[t], &outcome);
    memcpy(g->points[t], outcome.points, sizeof *g->points[t] * (size_t)b->seats);
}

/* Settle a table with its natural declared; return whether the points of the rows are more for its seat. */
static int gains_by_rows(const batch *b, int button, group *g, int t, int seat_of_natural, int16_t by_rows) {
    const cpf_seating seating = cpf_seated(b->seats, button);
    cpf_outcome outcome;
    cpf_settle(b->tables, b->rules, g->boards[t], &seating, &outcome);
    memcpy(g->points[t], outcome.points, sizeof *g->points[t] * (size_t)b->seats);
    return by_rows > outcome.points[seat_of_natural];
}

static void settle_side_by_side(const batch *b, int button, group *g) {
    const int seats = b->seats;
    cpf_seats seat_of[CPF_MOST_PLAYERS];
    memset(seat_of, 0, (size_t)seats * sizeof *seat_of);
    for (int t = 0; t < g->n; t++)
        for (int i = 0; i < seats; i++) cpf_put_board(&g->boards[t][i], &seat_of[i], t);
    if (g->alone != (1u << g->n) - 1) settle_pairings(b, b->played[button], seat_of);
    for (int t = 0; t < g->n; t++) {
        if (g->alone >> t & 1) {
            settle_alone(b, button, g, t);
            continue;
        }
        if (g->naturals[t]) {
            const int i = cpf_lowest_bit(g->naturals[t]);
            if (!gains_by_rows(b, button, g, t, i, seat_of[i].points[t])) continue;
        }
        for (int i = 0; i < seats; i++) g->points[t][i] = seat_of[i].points[t];
    }
}

/* Settle a group of tables, and empty it. */
static void settle_group(const batch *b, int button, group *g) {
    if (!g->n) return;
    if (b->pairings)
        settle_side_by_side(b, button, g);
    else
        settle_alone(b, button, g, 0);
    g->n = 0;
    g->alone = 0;
}

CPF_ALWAYS_INLINE void settle_tables(batch *b, int seats, int64_t begin, int64_t end) {
    const int together = b->pairings ? CPF_SIDE_BY_SIDE : 1;
    group groups[CPF_MOST_PLAYERS]; /* index: seat of the button */
    for (int button = 0; button < seats; button++) groups[button].n = 0, groups[button].alone = 0;
    for (int64_t table = begin; table < end; table++) {
        const int button = cpf_button_of(b->buttons, table); /* read once: another thread may change it */
        if ((unsigned)button >= (unsigned)seats || !read_table(b, seats, table, &groups[button])) {
            cpf_atomic_min(&b->first_bad, table);
            break;
        }
        if (groups[button].n == together) settle_group(b, button, &groups[button]);
    }
    for (int button = 0; button < seats; button++) settle_group(b, button, &groups[button]);
}

static void settle_range(void *context, int64_t begin, int64_t end) {
    batch *b = context;
    switch (b->seats) { /* constant numbers of seats, for the compiler */
    case 2: settle_tables(b, 2, begin, end); break;
    case 3: settle_tables(b, 3, begin, end); break;
    default: settle_tables(b, 4, begin, end);
    }
}

enum { GRAIN = 1 << 10 };

int64_t cpf_settle_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int64_t n,
                        int seats, cpf_buttons buttons, const int8_t *declared, int32_t *points, int threads) {
    batch b = {.tables = tables, .rules = rules, .cards = cards, .declared = declared, .seats = seats};
    CPF_ASSERT(seats > 1 && seats <= CPF_MOST_PLAYERS);
    b.buttons = buttons;
    b.points = points;
    b.first_bad = n;
    b.has_home_runs = cpf_has_home_runs(rules, seats);
    if (n >= CPF_SIDE_BY_SIDE && cpf_fill_prices(rules, b.has_home_runs, &b.prices)) list_pairings(&b);
    cpf_parallel(threads, settle_range, &b, n, GRAIN);
    return b.first_bad;
}
