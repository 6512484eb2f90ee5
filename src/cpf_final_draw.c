/* The exact mean payoff of a board over the draws of the last street. The best two of three cards are placed. */
#include "cpf_final_draw.h"

#include <limits.h>
#include <string.h>

#include "cpf_simd.h"

enum {
    LANES = 8,
    MOST_CLASSES = 3 * CPF_RANKS, /* the ranks of each of two suits that count, and of the other suits */
    STRIDE = 40                   /* row length of pair values: at least MOST_CLASSES, and a whole number of vectors */
};

void cpf_sort_field(cpf_payoffs *payoffs) {
    for (int row = 0; row < CPF_ROWS; row++) {
        uint16_t *sorted = payoffs->sorted[row];
        uint8_t order[CPF_MOST_COMPARED];
        for (int board = 0; board < payoffs->boards; board++) {
            int place = board;
            for (; place > 0 && sorted[place - 1] > payoffs->field[row][board]; place--) {
                sorted[place] = sorted[place - 1];
                order[place] = order[place - 1];
            }
            sorted[place] = payoffs->field[row][board];
            order[place] = (uint8_t)board;
        }
        payoffs->lowest[row][0] = 0;
        for (int k = 0; k < payoffs->boards; k++)
            payoffs->lowest[row][k + 1] = payoffs->lowest[row][k] | UINT64_C(1) << order[k];
        for (int k = payoffs->boards; k < CPF_MOST_COMPARED; k++) sorted[k] = UINT16_MAX;
    }
}

int cpf_set_payoffs(cpf_payoffs *payoffs, const int16_t *rows, int16_t foul) {
    int16_t *worth = &payoffs->worth[0][0], most = 0, least = 0;
    memcpy(worth, rows, sizeof payoffs->worth);
    for (int i = 0; i < CPF_ROWS * CPF_STRENGTHS; i++) {
        most = worth[i] > most ? worth[i] : most;
        least = worth[i] < least ? worth[i] : least;
    }
    payoffs->foul = foul;
    most = foul > most ? foul : most;
    least = foul < least ? foul : least;
    return most > -least ? most : -least;
}

/* A board and the live cards. Cards of one rank belong to one class if their suits make no difference in any row. */
typedef struct final_draw {
    const cpf_ranking *ranking;
    const cpf_rules *rules;
    const cpf_payoffs *payoffs;
    const cpf_partial *board;
    int open[CPF_ROWS];           /* rows that lack cards */
    int rows;                     /* number of rows that lack cards */
    uint32_t strength[CPF_ROWS];  /* strengths of the complete rows */
    uint64_t cards[MOST_CLASSES]; /* live cards of each class */
    int16_t size[STRIDE + LANES]; /* number of cards of each class, then 0 */
    int classes;
} final_draw;

static inline uint32_t strength_of(const final_draw *d, int row, uint64_t added) {
    return cpf_strength_of_row(d->ranking, d->rules, row, d->board->row[row] | added);
}

static inline uint64_t lowest_card(uint64_t cards) { return cards & (~cards + 1); }

/* Return the cards of the suits in which an open row may become a flush. */
static uint64_t suits_that_count(const final_draw *d) {
    uint64_t suits = 0;
    for (int i = 0; i < d->rows; i++) {
        const uint64_t cards = d->board->row[d->open[i]];
        const uint64_t suit = UINT64_C(0x1fff) << (cpf_lowest_bit(cards) & 48);
        if (d->open[i] != CPF_FRONT && !(cards & ~suit)) suits |= suit;
    }
    return suits;
}

static void add_class(final_draw *d, uint64_t cards) {
    d->size[d->classes] = (int16_t)cpf_count_bits(cards);
    d->cards[d->classes++] = cards;
}

static void find_classes(final_draw *d, uint64_t live) {
    const uint64_t suits = suits_that_count(d);
    for (int rank = 0; rank < CPF_RANKS; rank++) {
        const uint64_t cards = live & UINT64_C(0x0001000100010001) << rank;
        if (cards & ~suits) add_class(d, cards & ~suits);
        for (uint64_t rest = cards & suits; rest; rest &= rest - 1) add_class(d, lowest_card(rest));
    }
}

/* Values of pairs of cards, by their classes: symmetric; 0 for two cards of a class that has only one. */
typedef struct pair_values {
    int16_t of[MOST_CLASSES][STRIDE];
} pair_values;

static inline void set_pair(pair_values *p, int a, int b, int value) { p->of[a][b] = p->of[b][a] = (int16_t)value; }

/* Value each pair of cards in the only open row. */
static void fill_one_row(const final_draw *d, pair_values *p) {
    const cpf_payoffs *payoffs = d->payoffs;
    const int row = d->open[0], other = row == CPF_FRONT ? CPF_MIDDLE : CPF_FRONT, third = CPF_ROWS - row - other;
    const int worth = payoffs->worth[other][d->strength[other]] + payoffs->worth[third][d->strength[third]];
    cpf_compared of_row, of_other, of_third;
    int rests[2 * CPF_MOST_COMPARED + 1]; /* by place in the field: its rest */
    uint32_t all[CPF_ROWS] = {d->strength[0], d->strength[1], d->strength[2]};
    cpf_compare_row(payoffs, other, d->strength[other], &of_other);
    cpf_compare_row(payoffs, third, d->strength[third], &of_third);
    for (int k = 0; k <= 2 * payoffs->boards; k++) rests[k] = INT_MIN;
    for (int a = 0; a < d->classes; a++) {
        const uint64_t first = lowest_card(d->cards[a]);
        for (int b = a; b < d->classes; b++) {
            const uint64_t others = d->cards[b] & ~first;
            if (!others) continue;
            all[row] = strength_of(d, row, first | lowest_card(others));
            if (!cpf_is_legal(d->rules, all[CPF_FRONT], all[CPF_MIDDLE], all[CPF_BACK])) {
                set_pair(p, a, b, payoffs->foul);
                continue;
            }
            const cpf_field_place place = cpf_place_in_field(payoffs, row, all[row]);
            int *rest = &rests[place.won + place.not_lost];
            if (*rest == INT_MIN) {
                cpf_compare_place(payoffs, row, place, &of_row);
                *rest = cpf_sum_rests(payoffs, &of_row, &of_other, &of_third);
            }
            set_pair(p, a, b, worth + payoffs->worth[row][all[row]] + *rest);
        }
    }
}

/* A row extended by a card of each class: its payoff, and its rank. Two open rows are in order if the rank of the row that
 * must be weaker is at most the rank of the other row. */
typedef struct extended_row {
    int16_t worth[MOST_CLASSES], rank[MOST_CLASSES];
    uint8_t place[MOST_CLASSES];   /* index of its place in the field */
    cpf_compared at[MOST_CLASSES]; /* results at each such place */
    int places;
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

/* Extend open row i (0: must be weaker, 1: stronger). */
static void extend_row(const final_draw *d, int i, extended_row *extended) {
    const int row = d->open[i], other = d->open[1 - i], full = CPF_FRONT + CPF_MIDDLE + CPF_BACK - row - other;
    const int any_order = d->rules->lowball_middle && (d->open[0] != CPF_FRONT || d->open[1] != CPF_BACK);
    uint8_t index[2 * CPF_MOST_COMPARED + 1] = {0}; /* by place in the field: index + 1 */
    extended->places = 0;
    for (int a = 0; a < d->classes; a++) {
        const uint32_t strength = strength_of(d, row, lowest_card(d->cards[a]));
        const uint32_t rank = any_order                       ? 0
                              : i && d->open[0] == CPF_MIDDLE ? cpf_strongest_middle(d->rules, strength)
                                                              : strength;
        const int never = i ? NEVER_STRONGER : NEVER_WEAKER;
        extended->worth[a] = d->payoffs->worth[row][strength];
        extended->rank[a] = (int16_t)(is_in_order(d, row, strength, full, other) ? (int)rank : never);
        const cpf_field_place place = cpf_place_in_field(d->payoffs, row, strength);
        uint8_t *number = &index[place.won + place.not_lost];
        if (!*number) {
            cpf_compare_place(d->payoffs, row, place, &extended->at[extended->places]);
            *number = (uint8_t)++extended->places;
        }
        extended->place[a] = (uint8_t)(*number - 1);
    }
}

/* Value each pair of cards. One card goes to each of the two open rows, in the better order. */
static void fill_two_rows(const final_draw *d, pair_values *p) {
    const int foul = d->payoffs->foul, full = CPF_FRONT + CPF_MIDDLE + CPF_BACK - d->open[0] - d->open[1];
    const int worth = d->payoffs->worth[full][d->strength[full]];
    int16_t rests[MOST_CLASSES][MOST_CLASSES]; /* by places in the field; with the payoff of the full row */
    cpf_compared of_full;
    extended_row w, s;
    extend_row(d, 0, &w);
    extend_row(d, 1, &s);
    cpf_compare_row(d->payoffs, full, d->strength[full], &of_full);
    for (int i = 0; i < w.places; i++)
        for (int k = 0; k < s.places; k++)
            rests[i][k] = (int16_t)(worth + cpf_sum_rests(d->payoffs, &w.at[i], &s.at[k], &of_full));
    for (int a = 0; a < d->classes; a++)
        for (int b = a; b < d->classes; b++) {
            int first = foul, second = foul;
            if (b == a && d->size[a] < 2) continue;
            if (w.rank[a] <= s.rank[b]) first = w.worth[a] + s.worth[b] + rests[w.place[a]][s.place[b]];
            if (w.rank[b] <= s.rank[a]) second = w.worth[b] + s.worth[a] + rests[w.place[b]][s.place[a]];
            set_pair(p, a, b, first > second ? first : second);
        }
}

/* The vector at lanes_from + LANES - k has the bits of all lanes but the first k. */
static const int16_t lanes_from[2 * LANES] = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};

/* Return the sum, over all sets of three cards, of the value of the best pair. */
static int64_t sum_best_pairs(const final_draw *d, const pair_values *p) {
    const int n = d->classes;
    int64_t sum = 0;
    for (int a = 0; a < n; a++) {
        const int16_t *of_a = p->of[a];
        const int size = d->size[a], pairs = size * (size - 1) / 2;
        if (pairs) { /* sets with two or three cards of class a */
            const cpf_v128 of_pair = cpf_i16x8_splat(of_a[a]);
            cpf_v128 sums = cpf_v128_zero();
            for (int c = 0; c < n; c += LANES)
                sums = cpf_i32x4_add_products(sums, cpf_i16x8_max(of_pair, cpf_v128_load(of_a + c)),
                                              cpf_v128_load(d->size + c));
            sum += pairs * (int64_t)(cpf_i32x4_sum(sums) - size * of_a[a]) + pairs * (size - 2) / 3 * of_a[a];
        }
        for (int b = a + 1; b < n - 1; b++) {
            const int16_t *of_b = p->of[b];
            const cpf_v128 of_pair = cpf_i16x8_splat(of_a[b]);
            const int first = (b + 1) / LANES * LANES; /* the third card is of a class after b */
            const cpf_v128 after_b = cpf_v128_load(lanes_from + LANES - (b + 1 - first));
            cpf_v128 sizes = cpf_v128_and(cpf_v128_load(d->size + first), after_b);
            cpf_v128 sums = cpf_v128_zero();
            for (int c = first; c < n; c += LANES) {
                const cpf_v128 of_third = cpf_i16x8_max(cpf_v128_load(of_a + c), cpf_v128_load(of_b + c));
                sums = cpf_i32x4_add_products(sums, cpf_i16x8_max(of_pair, of_third), sizes);
                sizes = cpf_v128_load(d->size + c + LANES);
            }
            sum += (int64_t)(size * d->size[b]) * cpf_i32x4_sum(sums);
        }
    }
    return sum;
}

static int64_t sum_single_cards(const final_draw *d) {
    const int row = d->open[0];
    uint32_t all[CPF_ROWS] = {d->strength[0], d->strength[1], d->strength[2]};
    int64_t sum = 0;
    for (int a = 0; a < d->classes; a++) {
        all[row] = strength_of(d, row, lowest_card(d->cards[a]));
        sum += d->size[a] * cpf_payoff_of(d->payoffs, d->rules, all[CPF_FRONT], all[CPF_MIDDLE], all[CPF_BACK]);
    }
    return sum;
}

double cpf_final_draw(const cpf_ranking *ranking, const cpf_rules *rules, const cpf_payoffs *payoffs, const cpf_street *last,
                      const cpf_partial *board, uint64_t live) {
    const int cards = cpf_count_bits(live);
    final_draw d = {.ranking = ranking, .rules = rules, .payoffs = payoffs, .board = board};
    for (int row = 0; row < CPF_ROWS; row++)
        if (cpf_room_of(board->room, row))
            d.open[d.rows++] = row;
        else
            d.strength[row] = strength_of(&d, row, 0);
    find_classes(&d, live);
    if (last->dealt == 1) return (double)sum_single_cards(&d) / (double)(CPF_PAYOFF_POINT * cards);
    pair_values p = {{{0}}};
    if (d.rows == 1)
        fill_one_row(&d, &p);
    else
        fill_two_rows(&d, &p);
    return (double)sum_best_pairs(&d, &p) / (double)(CPF_PAYOFF_POINT * (cards * (cards - 1) * (cards - 2) / 6));
}
