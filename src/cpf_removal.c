/* The shifts of a hand: a product of its features and the coefficients. */
#include "cpf_removal.h"

#include <string.h>

enum { SUITS = 4, OTHERS = CPF_RANKS * SUITS - CPF_HAND };
enum { PAIRS = CPF_RANKS - 1, INEQUALITY = CPF_REMOVAL_VARIABLES - 1 }; /* indices of features; those of ranks begin at 0 */

/* Means over random hands: of the pairs of a rank that are left, and of the inequality of suits (four times the variance of
 * the number of cards of a suit). */
static const double mean_pairs = 6.0 * (39 * 38) / (52 * 51), mean_inequality = SUITS * 507.0 / 272;

/* Add up the products of the features of a rank and their coefficients. `shift`: [feature][knot] */
static double part_of_rank(const float *shift, int rank, int cards) {
    const int left = SUITS - cards;
    double part = (left * (left - 1) / 2 - mean_pairs) * shift[(PAIRS + rank) * CPF_REMOVAL_KNOTS];
    if (rank < CPF_RANKS - 1) part += (cards - 1) * shift[rank * CPF_REMOVAL_KNOTS];
    if (rank == 0) part += shift[CPF_REMOVAL_VARIABLES * CPF_REMOVAL_KNOTS]; /* the feature that is always 1 */
    return part;
}

void cpf_removal_set(cpf_removal *r, const uint16_t *places, const float *shifts, double opponents) {
    for (int row = 0; row < CPF_ROWS; row++, shifts += CPF_REMOVAL_FEATURES * CPF_REMOVAL_KNOTS) {
        for (int s = 0; s < CPF_STRENGTHS; s++) {
            const uint16_t place = *places++;
            CPF_ASSERT(place < (CPF_REMOVAL_KNOTS - 1) * CPF_REMOVAL_STEPS);
            r->place[row][s] = r->place[row][s + CPF_STRENGTHS] = place;
        }
        for (int i = 0; i < CPF_REMOVAL_KNOTS; i++) {
            r->of_suits[row][i] = (float)(opponents * shifts[INEQUALITY * CPF_REMOVAL_KNOTS + i]);
            for (int rank = 0; rank < CPF_RANKS; rank++)
                for (int cards = 0; cards < CPF_REMOVAL_COUNTS; cards++)
                    r->of_rank[rank][cards][row][i] = (float)(opponents * part_of_rank(shifts + i, rank, cards));
        }
    }
}

/* Return the inequality of suits minus its mean. */
static float find_inequality(const int suits[SUITS]) {
    int suited_pairs = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const int left = CPF_RANKS - suits[suit];
        suited_pairs += left * (left - 1) / 2;
    }
    /* The sum of squared deviations, by n^2 = 2 (n over 2) + n. */
    return (float)(2 * suited_pairs + OTHERS - (double)(OTHERS * OTHERS) / SUITS - mean_inequality);
}

/* Return the highest shift. The maxima of the lanes do not wait for each other. */
static float highest_of(const float shift[CPF_REMOVAL_KNOTS]) {
    enum { LANES = 8 };
    float highest[LANES];
    memcpy(highest, shift, sizeof highest);
    for (int i = LANES; i < CPF_REMOVAL_KNOTS; i += LANES)
        for (int lane = 0; lane < LANES; lane++)
            highest[lane] = shift[i + lane] > highest[lane] ? shift[i + lane] : highest[lane];
    for (int lane = 1; lane < LANES; lane++) highest[0] = highest[lane] > highest[0] ? highest[lane] : highest[0];
    return highest[0];
}

void cpf_find_shifts(const cpf_removal *r, const uint8_t cards[CPF_HAND], cpf_shifts *shifts) {
    int ranks[UINT8_MAX / SUITS + 1] = {0}, suits[SUITS] = {0}; /* any bytes are safe */
    for (int i = 0; i < CPF_HAND; i++) {
        ranks[cards[i] / SUITS]++;
        suits[cards[i] % SUITS]++;
    }
    const float inequality = find_inequality(suits);
    shifts->highest = 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        const float *part[CPF_RANKS];
        float shift[CPF_REMOVAL_KNOTS]; /* overlaps with nothing, so compilers use vectors below */
        for (int rank = 0; rank < CPF_RANKS; rank++)
            part[rank] = r->of_rank[rank][ranks[rank] < SUITS ? ranks[rank] : SUITS][row];
        for (int i = 0; i < CPF_REMOVAL_KNOTS; i++) {
            float sum = inequality * r->of_suits[row][i];
            for (int rank = 0; rank < CPF_RANKS; rank++) sum += part[rank][i];
            shift[i] = sum;
        }
        memcpy(shifts->row[row], shift, sizeof shift);
        if (row == CPF_BACK) shifts->highest_before = shifts->highest;
        shifts->highest += highest_of(shift);
    }
}

void cpf_add_shifts(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_removal *removal, int64_t n,
                    const uint8_t *boards, const int8_t *declared, double *points) {
    for (int64_t i = 0; i < n; i++, boards += CPF_HAND) {
        cpf_board board;
        cpf_shifts shifts;
        cpf_read_with_order(tables, rules, boards, declared[i], &board);
        if (board.surrendered || board.natural >= 0 || cpf_is_foul(&board)) continue;
        cpf_find_shifts(removal, boards, &shifts);
        points[i] += cpf_horse_times(rules, &board) * cpf_shift_of(removal, &shifts, board.strengths);
    }
}
