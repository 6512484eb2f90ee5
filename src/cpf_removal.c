/* The shifts of a hand: a product of its features and the coefficients. */
#include "cpf_removal.h"

#include <string.h>

enum { RANKS = 13, SUITS = 4, IN_DECK = 52, OTHERS = IN_DECK - CPF_HAND, FEATURES = CPF_REMOVAL_FEATURES };

/* Means over random hands of 13 cards: of the pairs of a rank that are left, and of the inequality of suits (four times the
 * variance of the number of cards of a suit). */
static const double mean_pairs = 6.0 * (39 * 38) / (52 * 51), mean_inequality = SUITS * 507.0 / 272;

void cpf_removal_set(cpf_removal *r, const uint16_t *places, const float *shifts, double opponents) {
    for (int row = 0; row < CPF_ROWS; row++) {
        for (int s = 0; s < CPF_STRENGTHS; s++) {
            const uint16_t place = *places++;
            CPF_ASSERT(place < (CPF_REMOVAL_KNOTS - 1) * CPF_REMOVAL_STEPS);
            r->place[row][s] = r->place[row][s + CPF_STRENGTHS] = place;
        }
        for (int j = 0; j < FEATURES; j++)
            for (int i = 0; i < CPF_REMOVAL_KNOTS; i++) r->shift[row][j][i] = (float)(opponents * *shifts++);
    }
}

/* Compute the features of known cards. If S cards are known, an opponent has 13 / (52 - S) of the other cards on average, so
 * deviations count more, the more cards are known. */
static void find_features(const uint8_t cards[CPF_HAND], uint64_t dead, float feature[FEATURES]) {
    int ranks[UINT8_MAX / SUITS + 1] = {0}, suits[SUITS] = {0}, known = CPF_HAND; /* any bytes are safe */
    double inequality = 0;
    for (int i = 0; i < CPF_HAND; i++) {
        ranks[cards[i] / SUITS]++;
        suits[cards[i] % SUITS]++;
    }
    for (; dead; dead &= dead - 1, known++) {
        const uint8_t card = cpf_card_of_bit(cpf_lowest_bit(dead));
        ranks[card / SUITS]++;
        suits[card % SUITS]++;
    }
    const double scale = (double)OTHERS / (IN_DECK - known);
    for (int rank = 0; rank < RANKS; rank++) {
        const double left = (SUITS - ranks[rank]) * scale;
        if (rank < RANKS - 1) feature[rank] = (float)((ranks[rank] - known / 13.0) * scale);
        feature[RANKS - 1 + rank] = (float)(left * (left - 1) / 2 - mean_pairs);
    }
    for (int suit = 0; suit < SUITS; suit++) {
        const double deviation = (suits[suit] - known / 4.0) * scale;
        inequality += deviation * deviation;
    }
    feature[FEATURES - 1] = (float)(inequality - mean_inequality);
}

void cpf_find_shifts(const cpf_removal *r, const uint8_t cards[CPF_HAND], uint64_t dead, cpf_shifts *shifts) {
    float feature[FEATURES];
    find_features(cards, dead, feature);
    memset(shifts, 0, sizeof *shifts);
    for (int row = 0; row < CPF_ROWS; row++) {
        float *shift = shifts->row[row], highest;
        for (int j = 0; j < FEATURES; j++)
            for (int i = 0; i < CPF_REMOVAL_KNOTS; i++) shift[i] += feature[j] * r->shift[row][j][i];
        highest = shift[0];
        for (int i = 1; i < CPF_REMOVAL_KNOTS; i++) highest = shift[i] > highest ? shift[i] : highest;
        if (row == CPF_BACK) shifts->highest_before = shifts->highest;
        shifts->highest += highest;
    }
}

void cpf_add_shifts(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_removal *removal, int64_t n,
                    const uint8_t *boards, const int8_t *declared, double *points) {
    for (int64_t i = 0; i < n; i++, boards += CPF_HAND) {
        cpf_board board;
        cpf_shifts shifts;
        cpf_read_with_order(tables, rules, boards, declared[i], &board);
        if (board.surrendered || board.natural >= 0 || cpf_is_foul(&board)) continue;
        cpf_find_shifts(removal, boards, 0, &shifts);
        points[i] += cpf_shift_of(removal, &shifts, board.strengths);
    }
}
