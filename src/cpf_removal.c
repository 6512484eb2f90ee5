/* The shifts of a hand: a product of its features and the coefficients. */
#include "cpf_removal.h"

#include <string.h>

enum { RANKS = 13, SUITS = 4, IN_DECK = 52, OTHERS = IN_DECK - CPF_HAND, FEATURES = CPF_REMOVAL_FEATURES };

/* Means over random hands: of the pairs of a rank that are left, and of the inequality of suits (four times the variance of
 * the number of cards of a suit). */
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

/* Compute the features of known cards. An opponent draws 13 of the cards that are left. If n are left, the chances to draw a
 * card, and two cards, are 39 / n and (39 * 38) / (n (n - 1)) times those after a hand, where 39 are left. So cards and
 * pairs that are left count so many times, and the means of features over random dead cards stay those of the hand. */
static void find_features(const uint8_t cards[CPF_HAND], uint64_t dead, float feature[FEATURES]) {
    int ranks[UINT8_MAX / SUITS + 1] = {0}, suits[SUITS] = {0}, known = CPF_HAND; /* any bytes are safe */
    double suited_pairs = 0;
    for (int i = 0; i < CPF_HAND; i++) {
        ranks[cards[i] / SUITS]++;
        suits[cards[i] % SUITS]++;
    }
    for (; dead; dead &= dead - 1, known++) {
        const uint8_t card = cpf_card_of_bit(cpf_lowest_bit(dead));
        ranks[card / SUITS]++;
        suits[card % SUITS]++;
    }
    const double left = IN_DECK - known, of_card = OTHERS / left, of_pair = of_card * (OTHERS - 1) / (left - 1);
    for (int rank = 0; rank < RANKS; rank++) {
        const int of_rank = SUITS - ranks[rank];
        if (rank < RANKS - 1) feature[rank] = (float)((ranks[rank] - known / 13.0) * of_card);
        feature[RANKS - 1 + rank] = (float)(of_rank * (of_rank - 1) / 2 * of_pair - mean_pairs);
    }
    for (int suit = 0; suit < SUITS; suit++) {
        const int of_suit = RANKS - suits[suit];
        suited_pairs += of_suit * (of_suit - 1) / 2 * of_pair;
    }
    /* The sum of squared deviations, by n^2 = 2 (n over 2) + n. */
    const double inequality = 2 * suited_pairs + OTHERS - (double)(OTHERS * OTHERS) / SUITS;
    feature[CPF_REMOVAL_VARIABLES - 1] = (float)(inequality - mean_inequality);
    feature[CPF_REMOVAL_VARIABLES] = 1;
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
