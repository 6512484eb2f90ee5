/* Card removal: an opponent cannot hold a player's own cards, so these change the expected points of rows.
 *
 * The cards are summed up by features, whose means over random hands are subtracted: the numbers of twos to kings (the
 * number of aces follows from these), for each rank how many pairs are left in the deck, and how unequal the suits are. The
 * last feature is always 1. The shift of a row is the change of its expected points: a linear function of the features. Its
 * coefficients are given for some strengths, the knots, and interpolated between them. cpoker_fast/fields/removal.py
 * explains how they are found. */
#ifndef CPF_REMOVAL_H
#define CPF_REMOVAL_H

#include "cpf_settling.h"

enum {
    CPF_REMOVAL_VARIABLES = 12 + 13 + 1,              /* features that depend on the hand */
    CPF_REMOVAL_FEATURES = CPF_REMOVAL_VARIABLES + 1, /* the features, and the last one */
    CPF_REMOVAL_KNOTS = 32,
    CPF_REMOVAL_STEPS = 256,
    CPF_REMOVAL_COUNTS = 5, /* numbers of cards of a rank: 0 to 4 */
};

typedef struct cpf_removal {
    uint16_t place[CPF_ROWS][CPF_KINDS]; /* of a kind: (the knot before it) * CPF_REMOVAL_STEPS + steps from there */
    /* Parts of the shifts at the knots: by rank and the number of its cards in the hand (those of twos include the part of
     * the last feature), and for each unit of the inequality of suits. */
    float of_rank[CPF_RANKS][CPF_REMOVAL_COUNTS][CPF_ROWS][CPF_REMOVAL_KNOTS];
    float of_suits[CPF_ROWS][CPF_REMOVAL_KNOTS];
} cpf_removal;

/* The shifts of the rows of a hand, at the knots. */
typedef struct cpf_shifts {
    float row[CPF_ROWS][CPF_REMOVAL_KNOTS];
    double highest;        /* no board of the hand has a higher sum of shifts */
    double highest_before; /* no front and middle have */
} cpf_shifts;

/* Set places and coefficients. `places`: of strengths, [row][strength], below (CPF_REMOVAL_KNOTS - 1) * CPF_REMOVAL_STEPS;
 * `shifts`: coefficients for one opponent, [row][feature][knot]; `opponents`: the number of opponents who pay. */
void cpf_removal_set(cpf_removal *removal, const uint16_t *places, const float *shifts, double opponents);

/* Find the shifts of a hand of 13 cards. */
void cpf_find_shifts(const cpf_removal *removal, const uint8_t cards[CPF_HAND], cpf_shifts *shifts);

/* Add to the points of n boards (uint8[n, 13], see cpf_read_seat) their shifts, 0 for fouls, surrenders and declared
 * naturals. `declared`: patterns or CPF_DECLARE_... */
void cpf_add_shifts(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_removal *removal, int64_t n,
                    const uint8_t *boards, const int8_t *declared, double *points);

/* Return the shift of a kind of row. */
static inline double cpf_shift_of_row(const cpf_removal *removal, const cpf_shifts *shifts, int row, uint32_t kind) {
    const unsigned place = removal->place[row][kind], steps = place % CPF_REMOVAL_STEPS;
    const float *knot = &shifts->row[row][place / CPF_REMOVAL_STEPS];
    return ((double)knot[0] * (CPF_REMOVAL_STEPS - steps) + (double)knot[1] * steps) / CPF_REMOVAL_STEPS;
}

/* Return the highest sum of shifts of boards with a kind of back. */
static inline double cpf_highest_shift(const cpf_removal *removal, const cpf_shifts *shifts, uint32_t back) {
    return shifts->highest_before + cpf_shift_of_row(removal, shifts, CPF_BACK, back);
}

/* Return the shift of a board: the sum of the shifts of its rows. */
static inline double cpf_shift_of(const cpf_removal *removal, const cpf_shifts *shifts, const uint32_t kinds[CPF_ROWS]) {
    double sum = 0;
    for (int row = 0; row < CPF_ROWS; row++) sum += cpf_shift_of_row(removal, shifts, row, kinds[row]);
    return sum;
}

#endif
