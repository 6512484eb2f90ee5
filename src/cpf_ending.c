/* The mean of the last street. Of three cards, each pair has a value, and the best of the three pairs is placed. */
#include "cpf_ending.h"

enum { STRIDE = 64 }; /* of pairs; more than cards, and a whole number of vectors */

/* By two live cards: the most that placing both brings. */
typedef int16_t pairs[CPF_CARDS][STRIDE];

typedef struct ending {
    const cpf_ranking *ranking;
    const cpf_rules *rules;
    const cpf_aim *aim;
    const cpf_partial *board;
    uint64_t live[CPF_CARDS];
    int cards;                   /* that are live */
    int open[CPF_ROWS], rows;    /* rows that lack cards */
    uint32_t strength[CPF_ROWS]; /* of the others */
} ending;

static uint32_t strength_with(const ending *e, int row, uint64_t more) {
    const int scale = row == CPF_MIDDLE && e->rules->lowball_middle ? CPF_LOWBALL : e->rules->wheel;
    return cpf_strength_mask(&e->ranking->keys, &e->ranking->scales[scale], e->board->row[row] | more);
}

static int aim_with(const ending *e, int row, uint32_t strength, int other, uint32_t of_other) {
    uint32_t all[CPF_ROWS] = {e->strength[0], e->strength[1], e->strength[2]};
    all[other] = of_other;
    all[row] = strength;
    return cpf_aim_of(e->aim, e->rules, all[CPF_FRONT], all[CPF_MIDDLE], all[CPF_BACK]);
}

/* Both cards into one row. */
static void fill_one(const ending *e, pairs best) {
    const int row = e->open[0];
    for (int a = 0; a < e->cards; a++)
        for (int b = a + 1; b < e->cards; b++) {
            const uint32_t strength = strength_with(e, row, e->live[a] | e->live[b]);
            best[a][b] = (int16_t)aim_with(e, row, strength, row, strength);
        }
}

/* One card into each of two rows, in the better way. */
static void fill_two(const ending *e, pairs best) {
    const int row = e->open[0], other = e->open[1];
    uint32_t strength[2][CPF_CARDS];
    for (int a = 0; a < e->cards; a++) {
        strength[0][a] = strength_with(e, row, e->live[a]);
        strength[1][a] = strength_with(e, other, e->live[a]);
    }
    for (int a = 0; a < e->cards; a++)
        for (int b = a + 1; b < e->cards; b++) {
            const int one = aim_with(e, row, strength[0][a], other, strength[1][b]);
            const int two = aim_with(e, row, strength[0][b], other, strength[1][a]);
            best[a][b] = (int16_t)(one > two ? one : two);
        }
}

/* The sum over all threes of cards of their best pair. */
static int64_t sum_of_threes(pairs best, int n) {
    int64_t sum = 0;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            const int16_t *first = best[a], *second = best[b], both = first[b];
            int32_t part = 0;
            for (int c = b + 1; c < n; c++) {
                const int16_t most = first[c] > second[c] ? first[c] : second[c];
                part += most > both ? most : both;
            }
            sum += part;
        }
    return sum;
}

static int64_t sum_of_ones(const ending *e) {
    const int row = e->open[0];
    int64_t sum = 0;
    for (int a = 0; a < e->cards; a++) {
        const uint32_t strength = strength_with(e, row, e->live[a]);
        sum += aim_with(e, row, strength, row, strength);
    }
    return sum;
}

double cpf_ending(const cpf_ranking *ranking, const cpf_rules *rules, const cpf_aim *aim, const cpf_street *last,
                  const cpf_partial *board, uint64_t live) {
    ending e = {ranking, rules, aim, board, {0}, 0, {0}, 0, {0}};
    for (uint64_t left = live; left; left &= left - 1) e.live[e.cards++] = left & (~left + 1);
    for (int row = 0; row < CPF_ROWS; row++)
        if (cpf_room_of(board->room, row))
            e.open[e.rows++] = row;
        else
            e.strength[row] = strength_with(&e, row, 0);
    if (last->dealt == 1) return (double)sum_of_ones(&e) / (double)(CPF_AIM_POINT * e.cards);
    pairs best;
    if (e.rows == 1)
        fill_one(&e, best);
    else
        fill_two(&e, best);
    return (double)sum_of_threes(best, e.cards) / (double)(CPF_AIM_POINT * (e.cards * (e.cards - 1) * (e.cards - 2) / 6));
}
