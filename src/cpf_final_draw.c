/* The exact mean payoff of a board over the draws of the last street. The best two of three cards are placed. */
#include "cpf_final_draw.h"

#include "cpf_simd.h"

enum { LANES = 8, STRIDE = 56 }; /* row length of pair values: at least CPF_CARDS, and a whole number of vectors */

/* of[a][b]: value of the best placement of the live cards a < b. */
typedef struct pair_values {
    int16_t of[CPF_CARDS][STRIDE];
} pair_values;

typedef struct final_draw {
    const cpf_ranking *ranking;
    const cpf_rules *rules;
    const cpf_payoffs *payoffs;
    const cpf_partial *board;
    uint64_t live[CPF_CARDS];    /* mask of each live card */
    int cards;                   /* number of live cards */
    int open[CPF_ROWS];          /* rows that lack cards */
    int rows;                    /* number of rows that lack cards */
    uint32_t strength[CPF_ROWS]; /* strengths of the complete rows */
} final_draw;

static inline uint32_t strength_of(const final_draw *d, int row, uint64_t added) {
    return cpf_strength_of_row(d->ranking, d->rules, row, d->board->row[row] | added);
}

/* Return the payoff of the board if a row gets this strength; the other rows are complete. */
static inline int payoff_with(const final_draw *d, int row, uint32_t strength) {
    uint32_t all[CPF_ROWS] = {d->strength[0], d->strength[1], d->strength[2]};
    all[row] = strength;
    return cpf_payoff_of(d->payoffs, d->rules, all[CPF_FRONT], all[CPF_MIDDLE], all[CPF_BACK]);
}

/* Value each pair of cards in the only open row. */
static void fill_one_row(const final_draw *d, pair_values *p) {
    const int row = d->open[0], other = row == CPF_FRONT ? CPF_MIDDLE : CPF_FRONT, third = CPF_ROWS - row - other;
    const int worth = d->payoffs->worth[other][d->strength[other]] + d->payoffs->worth[third][d->strength[third]];
    cpf_compared of_row, of_other, of_third;
    cpf_compare_row(d->payoffs, other, d->strength[other], &of_other);
    cpf_compare_row(d->payoffs, third, d->strength[third], &of_third);
    uint32_t all[CPF_ROWS] = {d->strength[0], d->strength[1], d->strength[2]};
    for (int a = 0; a < d->cards; a++)
        for (int b = a + 1; b < d->cards; b++) {
            int value = d->payoffs->foul;
            all[row] = strength_of(d, row, d->live[a] | d->live[b]);
            if (cpf_is_legal(d->rules, all[CPF_FRONT], all[CPF_MIDDLE], all[CPF_BACK])) {
                value = worth + d->payoffs->worth[row][all[row]];
                if (d->payoffs->boards) {
                    cpf_compare_row(d->payoffs, row, all[row], &of_row);
                    value += cpf_sum_rests(d->payoffs, &of_row, &of_other, &of_third);
                }
            }
            p->of[a][b] = (int16_t)value;
        }
}

/* A row extended by each live card: its payoff, and its rank. Two open rows are in order if the rank of the row that must be
 * weaker is at most the rank of the other row. */
typedef struct extended_row {
    int16_t worth[STRIDE], rank[STRIDE];
} extended_row;

enum { NEVER_WEAKER = INT16_MAX, NEVER_STRONGER = -1 };

/* Whether a row can be legal together with the complete row, if the third row has a suitable strength. */
static int is_in_order(const final_draw *d, int row, uint32_t strength, int full, int third) {
    uint32_t all[CPF_ROWS];
    all[row] = strength;
    all[full] = d->strength[full];
    all[third] = third == CPF_FRONT ? 0 : third == CPF_BACK || d->rules->lowball_middle ? CPF_STRENGTHS - 1 : all[CPF_FRONT];
    return cpf_is_legal(d->rules, all[CPF_FRONT], all[CPF_MIDDLE], all[CPF_BACK]);
}

static void evaluate_rows(const final_draw *d, extended_row *weaker, extended_row *stronger) {
    const int w = d->open[0], s = d->open[1], full = CPF_FRONT + CPF_MIDDLE + CPF_BACK - w - s;
    const int any_order = d->rules->lowball_middle && (w != CPF_FRONT || s != CPF_BACK);
    const int worth_of_full = d->payoffs->worth[full][d->strength[full]];
    for (int a = 0; a < d->cards; a++) {
        const uint32_t of_w = strength_of(d, w, d->live[a]), of_s = strength_of(d, s, d->live[a]);
        const uint32_t strongest = w == CPF_MIDDLE ? cpf_strongest_middle(d->rules, of_s) : of_s;
        weaker->worth[a] = (int16_t)(d->payoffs->worth[w][of_w] + worth_of_full);
        stronger->worth[a] = d->payoffs->worth[s][of_s];
        weaker->rank[a] = is_in_order(d, w, of_w, full, s) ? (int16_t)(any_order ? 0 : of_w) : NEVER_WEAKER;
        stronger->rank[a] = is_in_order(d, s, of_s, full, w) ? (int16_t)(any_order ? 0 : strongest) : NEVER_STRONGER;
    }
}

/* Value each pair of cards. One card goes to each of the two open rows, in the better order. */
static void fill_two_rows(const final_draw *d, pair_values *p) {
    const int n = d->cards;
    const int16_t foul = d->payoffs->foul;
    extended_row w, s;
    evaluate_rows(d, &w, &s);
    for (int a = 0; a < n; a++) {
        int16_t *best = p->of[a];
        for (int b = a + 1; b < n; b++) {
            const int16_t value = (int16_t)(w.worth[a] + s.worth[b]), swapped = (int16_t)(w.worth[b] + s.worth[a]);
            const int16_t first = w.rank[a] <= s.rank[b] ? value : foul, second = w.rank[b] <= s.rank[a] ? swapped : foul;
            best[b] = first > second ? first : second;
        }
    }
}

/* Like fill_two_rows, plus the rests against a field. */
static void fill_two_rows_against_field(const final_draw *d, pair_values *p) {
    const cpf_payoffs *payoffs = d->payoffs;
    const int n = d->cards, foul = payoffs->foul;
    const int open_w = d->open[0], open_s = d->open[1], full = CPF_FRONT + CPF_MIDDLE + CPF_BACK - open_w - open_s;
    cpf_compared of_full, of_w[CPF_CARDS], of_s[CPF_CARDS];
    extended_row w, s;
    evaluate_rows(d, &w, &s);
    cpf_compare_row(payoffs, full, d->strength[full], &of_full);
    for (int a = 0; a < n; a++) {
        cpf_compare_row(payoffs, open_w, strength_of(d, open_w, d->live[a]), &of_w[a]);
        cpf_compare_row(payoffs, open_s, strength_of(d, open_s, d->live[a]), &of_s[a]);
    }
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            int first = foul, second = foul;
            if (w.rank[a] <= s.rank[b])
                first = w.worth[a] + s.worth[b] + cpf_sum_rests(payoffs, &of_w[a], &of_s[b], &of_full);
            if (w.rank[b] <= s.rank[a])
                second = w.worth[b] + s.worth[a] + cpf_sum_rests(payoffs, &of_w[b], &of_s[a], &of_full);
            p->of[a][b] = (int16_t)(first > second ? first : second);
        }
}

/* Return the sum, over all sets of three cards, of the value of the best pair. Overwrite the pair values. */
static int64_t sum_best_pairs(pair_values *p, int n) {
    const int end = (n + LANES - 1) / LANES * LANES;
    int64_t sum = 0;
    for (int a = 0; a < n; a++) {
        for (int b = a / LANES * LANES; b <= a; b++) p->of[a][b] = INT16_MIN; /* no pair */
        for (int b = n; b < end; b++) p->of[a][b] = INT16_MIN;
    }
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            /* The third card comes after a and b. Lanes up to b, and from n on, hold no third card: there, the maximum is
             * the value of (a, b), which is subtracted once for each such lane. */
            const int first = (b + 1) / LANES * LANES;
            const int16_t value = p->of[a][b];
            const cpf_v128 all_values = cpf_i16x8_splat(value);
            cpf_v128 sums = cpf_v128_zero();
            p->of[a][b] = INT16_MIN;
            for (int c = first; c < end; c += LANES) {
                const cpf_v128 best = cpf_i16x8_max(cpf_v128_load(&p->of[a][c]), cpf_v128_load(&p->of[b][c]));
                sums = cpf_i32x4_add_pairs(sums, cpf_i16x8_max(best, all_values));
            }
            sum += cpf_i32x4_sum(sums) - value * (b + 1 - first + end - n);
        }
    return sum;
}

static int64_t sum_single_cards(const final_draw *d) {
    int64_t sum = 0;
    for (int a = 0; a < d->cards; a++) sum += payoff_with(d, d->open[0], strength_of(d, d->open[0], d->live[a]));
    return sum;
}

double cpf_final_draw(const cpf_ranking *ranking, const cpf_rules *rules, const cpf_payoffs *payoffs, const cpf_street *last,
                      const cpf_partial *board, uint64_t live) {
    final_draw d = {ranking, rules, payoffs, board, {0}, 0, {0}, 0, {0}};
    for (uint64_t rest = live; rest; rest &= rest - 1) d.live[d.cards++] = rest & (~rest + 1);
    for (int row = 0; row < CPF_ROWS; row++)
        if (cpf_room_of(board->room, row))
            d.open[d.rows++] = row;
        else
            d.strength[row] = strength_of(&d, row, 0);
    if (last->dealt == 1) return (double)sum_single_cards(&d) / (double)(CPF_PAYOFF_POINT * d.cards);
    pair_values p;
    if (d.rows == 1)
        fill_one_row(&d, &p);
    else if (payoffs->boards)
        fill_two_rows_against_field(&d, &p);
    else
        fill_two_rows(&d, &p);
    return (double)sum_best_pairs(&p, d.cards) / (double)(CPF_PAYOFF_POINT * (d.cards * (d.cards - 1) * (d.cards - 2) / 6));
}
