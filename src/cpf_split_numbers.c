/* Splits of 13 cards by number. */
#include "cpf_split_numbers.h"

#include <math.h>
#include <string.h>

static uint8_t *list_cards(uint32_t set, uint8_t *next) {
    for (; set; set &= set - 1) *next++ = (uint8_t)cpf_lowest_bit(set);
    return next;
}

void cpf_split_by_number(const cpf_arranging_tables *tables, int number, uint8_t indices[CPF_HAND]) {
    const cpf_subsets *subsets = &tables->subsets;
    const int back = number / CPF_MIDDLES, i = number % CPF_MIDDLES;
    CPF_ASSERT(number >= 0 && number < CPF_SPLITS_OF_13);
    uint8_t *next = list_cards(subsets->three[tables->splits.front[back][i]], indices);
    next = list_cards(subsets->five[tables->splits.middle[back][i]], next);
    list_cards(subsets->five[back], next);
}

/* The strengths of the rows of a hand, by number. */
typedef struct numbered {
    uint16_t back[CPF_FIVES], middle[CPF_FIVES], front[CPF_THREES];
} numbered;

static void number_rows(const cpf_subsets *subsets, const cpf_hand *hand, numbered *rows) {
    CPF_ASSERT(hand->n == CPF_HAND);
    for (int i = 0; i < CPF_FIVES; i++) {
        rows->back[i] = hand->strength[subsets->five[i]];
        rows->middle[i] = hand->middle[subsets->five[i]];
    }
    for (int i = 0; i < CPF_THREES; i++) rows->front[i] = hand->strength[subsets->three[i]];
}

void cpf_mark_legal(const cpf_arranging_tables *tables, const cpf_hand *hand, int8_t legal[CPF_SPLITS_OF_13]) {
    const cpf_splits_of_13 *splits = &tables->splits;
    numbered rows;
    number_rows(&tables->subsets, hand, &rows);
    for (int back = 0; back < CPF_FIVES; back++)
        for (int i = 0; i < CPF_MIDDLES; i++)
            *legal++ = (int8_t)cpf_hand_is_legal(hand, rows.front[splits->front[back][i]],
                                                 rows.middle[splits->middle[back][i]], rows.back[back]);
}

/* ---- the split of the highest score ---- */

/* Write the sum of the scores of each set of three, and of each set of five unless `fives` is NULL, in the order of
 * cpf_subsets. The scores of a set are added from its lowest card to its highest. */
static void add_scores(const float score[CPF_HAND], float threes[CPF_THREES], float *fives) {
    int n = 0;
    for (int c = 2; c < CPF_HAND; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++) threes[n++] = score[a] + score[b] + score[c];
    n = 0;
    for (int e = 4; e < CPF_HAND && fives; e++)
        for (int d = 3; d < e; d++) /* `threes` begins with the sets of cards below d */
            for (int i = 0, end = cpf_choose3(d); i < end; i++) fives[n++] = threes[i] + score[d] + score[e];
}

/* Return a number between the n-th highest of 13 values and the next one. */
static float split_values(const float values[CPF_HAND], int n) {
    float sorted[CPF_HAND];
    for (int i = 0; i < CPF_HAND; i++) {
        int k = i;
        for (; k > 0 && sorted[k - 1] < values[i]; k--) sorted[k] = sorted[k - 1];
        sorted[k] = values[i];
    }
    return sorted[n - 1] / 2 + sorted[n] / 2;
}

static inline float higher(float a, float b) { return a > b ? a : b; }

/* Write an upper bound of the sum of each split with a back: the other cards may be in the front, at a price for each, or in
 * the middle; the prices of three cards are paid back. The bound holds for any price, and is tight for a price that about
 * three cards are worth. Return the largest error of the bounds and of the sums by rounding. */
static float bound_backs(const float front[CPF_HAND], const float middle[CPF_HAND], const float back[CPF_HAND],
                         float bounds[CPF_FIVES]) {
    enum { ROUNDS = 3 };
    float price = 0, back_price = 0, gain[CPF_HAND], threes[CPF_THREES], rest = 0, size = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < CPF_HAND; i++) gain[i] = front[i] - higher(middle[i], back[i] - back_price);
        price = split_values(gain, 3);
        for (int i = 0; i < CPF_HAND; i++) gain[i] = back[i] - higher(middle[i], front[i] - price);
        back_price = split_values(gain, 5);
    }
    for (int i = 0; i < CPF_HAND; i++) {
        const float other = higher(middle[i], front[i] - price);
        gain[i] = back[i] - other;
        rest += other;
        size += higher(higher(front[i], -front[i]), higher(higher(middle[i], -middle[i]), higher(back[i], -back[i])));
    }
    rest += 3 * price;
    add_scores(gain, threes, bounds);
    for (int i = 0; i < CPF_FIVES; i++) bounds[i] += rest;
    return 1e-5F * size;
}

static int index_of_highest(const float bounds[CPF_FIVES]) {
    enum { LANES = 16 }; /* side by side, since each comparison waits for the one before */
    float lanes[LANES], highest = bounds[0];
    int i = LANES, at = 0;
    memcpy(lanes, bounds, sizeof lanes);
    for (; i + LANES <= CPF_FIVES; i += LANES)
        for (int lane = 0; lane < LANES; lane++) lanes[lane] = higher(lanes[lane], bounds[i + lane]);
    for (; i < CPF_FIVES; i++) highest = higher(highest, bounds[i]);
    for (int lane = 0; lane < LANES; lane++) highest = higher(highest, lanes[lane]);
    while (bounds[at] < highest) at++;
    return at;
}

/* The sums of scores of each row by number, and the legal split with the highest sum so far, the first of equal ones. */
typedef struct scored {
    const cpf_arranging_tables *tables;
    const cpf_hand *hand;
    float front[CPF_THREES], middle[CPF_FIVES], back[CPF_FIVES], highest;
    int best; /* -1: none */
} scored;

static void try_back(scored *s, int back) {
    const cpf_splits_of_13 *splits = &s->tables->splits;
    const cpf_subsets *subsets = &s->tables->subsets;
    const uint32_t strength = s->hand->strength[subsets->five[back]];
    for (int i = 0; i < CPF_MIDDLES; i++) {
        const int front = splits->front[back][i], middle = splits->middle[back][i], number = CPF_MIDDLES * back + i;
        const float sum = s->back[back] + s->middle[middle] + s->front[front];
        const int is_better = sum > s->highest || (sum == s->highest && number < s->best);
        if ((s->best < 0 ? sum == sum : is_better) && cpf_hand_is_legal(s->hand, s->hand->strength[subsets->three[front]],
                                                                        s->hand->middle[subsets->five[middle]], strength)) {
            s->highest = sum;
            s->best = number;
        }
    }
}

int cpf_split_of_highest_score(const cpf_arranging_tables *tables, const cpf_hand *hand, const float *scores) {
    enum { PROMISING = 16 }; /* backs that are tried first; usually, no other bound is then high enough */
    scored s = {.tables = tables, .hand = hand, .best = -1};
    float row[CPF_ROWS][CPF_HAND], threes[CPF_THREES], bounds[CPF_FIVES];
    for (int i = 0; i < CPF_HAND * CPF_ROWS; i++) row[i % CPF_ROWS][i / CPF_ROWS] = scores[i];
    add_scores(row[CPF_FRONT], s.front, NULL);
    add_scores(row[CPF_MIDDLE], threes, s.middle);
    add_scores(row[CPF_BACK], threes, s.back);
    const float error = bound_backs(row[CPF_FRONT], row[CPF_MIDDLE], row[CPF_BACK], bounds);
    const int are_bounds = error < 1e30F; /* else a sum may be infinite, or not a number */
    for (int i = 0; i < PROMISING && are_bounds; i++) {
        const int back = index_of_highest(bounds);
        if (s.best >= 0 && bounds[back] < s.highest - error) return s.best;
        bounds[back] = -INFINITY;
        try_back(&s, back);
    }
    for (int back = 0; back < CPF_FIVES; back++)
        if (!are_bounds || (bounds[back] > -INFINITY && (s.best < 0 || bounds[back] >= s.highest - error)))
            try_back(&s, back);
    return s.best;
}
