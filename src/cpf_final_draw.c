/* The mean of the last street. Of three cards, each pair has a value, and the best of the three pairs is placed. */
#include "cpf_final_draw.h"

#include "cpf_simd.h"

enum { LANES = 8, STRIDE = 56 }; /* of pairs; at least as many as cards, and a whole number of vectors */

/* By two live cards, the first before the second: the most that placing both brings. */
typedef struct pairs {
    int16_t best[CPF_CARDS][STRIDE];
} pairs;

typedef struct final_draw {
    const cpf_ranking *ranking;
    const cpf_rules *rules;
    const cpf_payoffs *payoffs;
    const cpf_partial *board;
    uint64_t live[CPF_CARDS];
    int cards;                   /* that are live */
    int open[CPF_ROWS], rows;    /* rows that lack cards */
    uint32_t strength[CPF_ROWS]; /* of the others */
} final_draw;

static inline uint32_t strength_with(const final_draw *e, int row, uint64_t more) {
    return cpf_strength_of_row(e->ranking, e->rules, row, e->board->row[row] | more);
}

/* What the board is worth if a row has this strength, and the others are complete. */
static inline int payoff_with(const final_draw *e, int row, uint32_t strength) {
    uint32_t all[CPF_ROWS] = {e->strength[0], e->strength[1], e->strength[2]};
    all[row] = strength;
    return cpf_payoff_of(e->payoffs, e->rules, all[CPF_FRONT], all[CPF_MIDDLE], all[CPF_BACK]);
}

/* Both cards into one row. */
static void fill_one(const final_draw *e, pairs *p) {
    const int row = e->open[0], other = row == CPF_FRONT ? CPF_MIDDLE : CPF_FRONT, third = CPF_ROWS - row - other;
    const int worth = e->payoffs->worth[other][e->strength[other]] + e->payoffs->worth[third][e->strength[third]];
    cpf_compared of_row, of_other, of_third;
    cpf_compare_row(e->payoffs, other, e->strength[other], &of_other);
    cpf_compare_row(e->payoffs, third, e->strength[third], &of_third);
    uint32_t all[CPF_ROWS] = {e->strength[0], e->strength[1], e->strength[2]};
    for (int a = 0; a < e->cards; a++)
        for (int b = a + 1; b < e->cards; b++) {
            int found = e->payoffs->foul;
            all[row] = strength_with(e, row, e->live[a] | e->live[b]);
            if (cpf_is_legal(e->rules, all[CPF_FRONT], all[CPF_MIDDLE], all[CPF_BACK])) {
                found = worth + e->payoffs->worth[row][all[row]];
                if (e->payoffs->boards) {
                    cpf_compare_row(e->payoffs, row, all[row], &of_row);
                    found += cpf_rests(e->payoffs, &of_row, &of_other, &of_third);
                }
            }
            p->best[a][b] = (int16_t)found;
        }
}

/* A row with each live card: what it is worth, and a number that tells whether it is in order with the other open row: the
 * weaker one's is at most that of the stronger one. */
typedef struct row_with {
    int16_t worth[STRIDE], place[STRIDE];
} row_with;

enum { NEVER_WEAKER = INT16_MAX, NEVER_STRONGER = -1 };

/* Whether a row is in order with the full one, whatever the third one will be. */
static int is_in_order(const final_draw *e, int row, uint32_t strength, int full, int third) {
    uint32_t all[CPF_ROWS];
    all[row] = strength;
    all[full] = e->strength[full];
    all[third] = third == CPF_FRONT ? 0 : third == CPF_BACK || e->rules->lowball_middle ? CPF_STRENGTHS - 1 : all[CPF_FRONT];
    return cpf_is_legal(e->rules, all[CPF_FRONT], all[CPF_MIDDLE], all[CPF_BACK]);
}

static void look_at_rows(const final_draw *e, row_with *weaker, row_with *stronger) {
    const int w = e->open[0], s = e->open[1], full = CPF_FRONT + CPF_MIDDLE + CPF_BACK - w - s;
    const int any_order = e->rules->lowball_middle && (w != CPF_FRONT || s != CPF_BACK);
    const int worth_of_full = e->payoffs->worth[full][e->strength[full]];
    for (int a = 0; a < e->cards; a++) {
        const uint32_t of_w = strength_with(e, w, e->live[a]), of_s = strength_with(e, s, e->live[a]);
        const uint32_t most = w == CPF_MIDDLE ? cpf_strongest_middle(e->rules, of_s) : of_s;
        weaker->worth[a] = (int16_t)(e->payoffs->worth[w][of_w] + worth_of_full);
        stronger->worth[a] = e->payoffs->worth[s][of_s];
        weaker->place[a] = is_in_order(e, w, of_w, full, s) ? (int16_t)(any_order ? 0 : of_w) : NEVER_WEAKER;
        stronger->place[a] = is_in_order(e, s, of_s, full, w) ? (int16_t)(any_order ? 0 : most) : NEVER_STRONGER;
    }
}

/* One card into each of two rows, in the better way. */
static void fill_two(const final_draw *e, pairs *p) {
    const int n = e->cards;
    const int16_t foul = e->payoffs->foul;
    row_with w, s;
    look_at_rows(e, &w, &s);
    for (int a = 0; a < n; a++) {
        int16_t *best = p->best[a];
        for (int b = a + 1; b < n; b++) {
            const int16_t one = (int16_t)(w.worth[a] + s.worth[b]), two = (int16_t)(w.worth[b] + s.worth[a]);
            const int16_t first = w.place[a] <= s.place[b] ? one : foul, second = w.place[b] <= s.place[a] ? two : foul;
            best[b] = first > second ? first : second;
        }
    }
}

/* The same against a field, beside the rows. */
static void fill_two_against_field(const final_draw *e, pairs *p) {
    const cpf_payoffs *payoffs = e->payoffs;
    const int n = e->cards, foul = payoffs->foul;
    const int open_w = e->open[0], open_s = e->open[1], full = CPF_FRONT + CPF_MIDDLE + CPF_BACK - open_w - open_s;
    cpf_compared of_full, of_w[CPF_CARDS], of_s[CPF_CARDS];
    row_with w, s;
    look_at_rows(e, &w, &s);
    cpf_compare_row(payoffs, full, e->strength[full], &of_full);
    for (int a = 0; a < n; a++) {
        cpf_compare_row(payoffs, open_w, strength_with(e, open_w, e->live[a]), &of_w[a]);
        cpf_compare_row(payoffs, open_s, strength_with(e, open_s, e->live[a]), &of_s[a]);
    }
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            int first = foul, second = foul;
            if (w.place[a] <= s.place[b]) first = w.worth[a] + s.worth[b] + cpf_rests(payoffs, &of_w[a], &of_s[b], &of_full);
            if (w.place[b] <= s.place[a])
                second = w.worth[b] + s.worth[a] + cpf_rests(payoffs, &of_w[b], &of_s[a], &of_full);
            p->best[a][b] = (int16_t)(first > second ? first : second);
        }
}

/* The sum over all threes of cards of their best pair; overwrites the pairs. */
static int64_t sum_of_threes(pairs *p, int n) {
    const int end = (n + LANES - 1) / LANES * LANES;
    int64_t sum = 0;
    for (int a = 0; a < n; a++) {
        for (int b = a / LANES * LANES; b <= a; b++) p->best[a][b] = INT16_MIN; /* no pair */
        for (int b = n; b < end; b++) p->best[a][b] = INT16_MIN;
    }
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            /* The third card comes after both. The vectors may begin before it and end after the last card; what is no pair
             * there counts as `both`, and so is taken off. */
            const int first = (b + 1) / LANES * LANES;
            const int16_t both = p->best[a][b];
            const cpf_v128 least = cpf_i16x8_splat(both);
            cpf_v128 sums = cpf_v128_zero();
            p->best[a][b] = INT16_MIN;
            for (int c = first; c < end; c += LANES) {
                const cpf_v128 most = cpf_i16x8_max(cpf_v128_load(&p->best[a][c]), cpf_v128_load(&p->best[b][c]));
                sums = cpf_i32x4_add_pairs(sums, cpf_i16x8_max(most, least));
            }
            sum += cpf_i32x4_sum(sums) - both * (b + 1 - first + end - n);
        }
    return sum;
}

static int64_t sum_of_ones(const final_draw *e) {
    int64_t sum = 0;
    for (int a = 0; a < e->cards; a++) sum += payoff_with(e, e->open[0], strength_with(e, e->open[0], e->live[a]));
    return sum;
}

double cpf_final_draw(const cpf_ranking *ranking, const cpf_rules *rules, const cpf_payoffs *payoffs, const cpf_street *last,
                      const cpf_partial *board, uint64_t live) {
    final_draw e = {ranking, rules, payoffs, board, {0}, 0, {0}, 0, {0}};
    for (uint64_t left = live; left; left &= left - 1) e.live[e.cards++] = left & (~left + 1);
    for (int row = 0; row < CPF_ROWS; row++)
        if (cpf_room_of(board->room, row))
            e.open[e.rows++] = row;
        else
            e.strength[row] = strength_with(&e, row, 0);
    if (last->dealt == 1) return (double)sum_of_ones(&e) / (double)(CPF_PAYOFF_POINT * e.cards);
    pairs p;
    if (e.rows == 1)
        fill_one(&e, &p);
    else if (payoffs->boards)
        fill_two_against_field(&e, &p);
    else
        fill_two(&e, &p);
    return (double)sum_of_threes(&p, e.cards) / (double)(CPF_PAYOFF_POINT * (e.cards * (e.cards - 1) * (e.cards - 2) / 6));
}
