/* The exact average of a board over all draws of the last street. */
#ifndef CPF_FINAL_DRAW_H
#define CPF_FINAL_DRAW_H

#include "cpf_placing.h"

/* Payoff of a triple of row results against a board, in addition to row payoffs; the opposite triple loses as much. */
typedef struct cpf_triple_worth {
    uint8_t result[CPF_ROWS]; /* lost (0), tied (1) or won (2) */
    int16_t worth;
} cpf_triple_worth;

/* Payoff tables of complete boards, in units of 1 / CPF_PAYOFF_POINT points. A foul has one payoff. The payoff of any other
 * board is the sum of its row payoffs, by strength, and of the rests: payoffs by triple of row results against each board of
 * a field. Each row payoff, and the sum of the rests, is within +-CPF_MOST_PAYOFF. */
enum { CPF_PAYOFF_POINT = 64, CPF_MOST_PAYOFF = INT16_MAX / (CPF_ROWS + 1), CPF_MOST_COMPARED = 64 };
enum { CPF_MOST_RESTS = CPF_TRIPLES / 2 }; /* for one triple of each opposite pair */
typedef struct cpf_payoffs {
    int16_t worth[CPF_ROWS][CPF_STRENGTHS];
    int16_t foul;
    int32_t boards; /* number of boards of the field; 0: only rows count */
    int32_t rests;  /* number of triples in `rest` */
    cpf_triple_worth rest[CPF_MOST_RESTS];
    uint16_t field[CPF_ROWS][CPF_MOST_COMPARED]; /* 2 * strength + 1; 1 less (more) if the board loses (wins) ties */
    /* Made by cpf_sort_field. By row: the numbers of `field`, ascending, then UINT16_MAX; and the set of the boards with the
     * k lowest ones, as bits. */
    uint16_t sorted[CPF_ROWS][CPF_MOST_COMPARED];
    uint64_t lowest[CPF_ROWS][CPF_MOST_COMPARED + 1];
} cpf_payoffs;

/* Sort the rows of the field. */
void cpf_sort_field(cpf_payoffs *payoffs);

/* Set the payoffs of rows and of a foul. Return the largest absolute value. */
int cpf_set_payoffs(cpf_payoffs *payoffs, const int16_t *rows, int16_t foul);

/* Return the strength of a complete row. */
static inline uint32_t cpf_strength_of_row(const cpf_ranking *ranking, const cpf_rules *rules, int row, uint64_t cards) {
    const int scale = row == CPF_MIDDLE && rules->lowball_middle ? CPF_LOWBALL : rules->wheel;
    return cpf_strength_mask(&ranking->keys, &ranking->scales[scale], cards);
}

/* The place of a row among those of the field: the numbers of rows that it beats, and that it does not lose to. */
typedef struct cpf_field_place {
    int won, not_lost;
} cpf_field_place;

static inline cpf_field_place cpf_place_in_field(const cpf_payoffs *payoffs, int row, uint32_t strength) {
    const uint16_t *sorted = payoffs->sorted[row];
    const uint32_t doubled = 2 * strength + 1;
    int won = 0;
    for (int step = CPF_MOST_COMPARED / 2; step; step /= 2) won += sorted[won + step - 1] < doubled ? step : 0;
    won += sorted[won] < doubled;
    cpf_field_place place = {won, won};
    while (place.not_lost < payoffs->boards && sorted[place.not_lost] == doubled) place.not_lost++;
    return place;
}

/* For each rest, the boards of the field, as bits, against which a row has the result of the rest, or the opposite one. */
typedef struct cpf_compared {
    uint64_t same[CPF_MOST_RESTS], opposite[CPF_MOST_RESTS];
} cpf_compared;

static inline void cpf_compare_place(const cpf_payoffs *payoffs, int row, cpf_field_place place, cpf_compared *compared) {
    const uint64_t *lowest = payoffs->lowest[row];
    const uint64_t not_lost = lowest[place.not_lost];
    const uint64_t by_result[] = {lowest[payoffs->boards] & ~not_lost, not_lost & ~lowest[place.won], lowest[place.won]};
    for (int i = 0; i < payoffs->rests; i++) {
        compared->same[i] = by_result[payoffs->rest[i].result[row]];
        compared->opposite[i] = by_result[2 - payoffs->rest[i].result[row]];
    }
}

static inline void cpf_compare_row(const cpf_payoffs *payoffs, int row, uint32_t strength, cpf_compared *compared) {
    cpf_compare_place(payoffs, row, cpf_place_in_field(payoffs, row, strength), compared);
}

/* Return the sum of the rests of a board, from the comparisons of its rows. */
static inline int cpf_sum_rests(const cpf_payoffs *payoffs, const cpf_compared *a, const cpf_compared *b,
                                const cpf_compared *c) {
    int sum = 0;
    for (int i = 0; i < payoffs->rests; i++)
        sum += payoffs->rest[i].worth * (cpf_count_bits(a->same[i] & b->same[i] & c->same[i]) -
                                         cpf_count_bits(a->opposite[i] & b->opposite[i] & c->opposite[i]));
    return sum;
}

static inline int cpf_payoff_of(const cpf_payoffs *payoffs, const cpf_rules *rules, uint32_t front, uint32_t middle,
                                uint32_t back) {
    if (!cpf_is_legal(rules, front, middle, back)) return payoffs->foul;
    int worth = payoffs->worth[CPF_FRONT][front] + payoffs->worth[CPF_MIDDLE][middle] + payoffs->worth[CPF_BACK][back];
    if (payoffs->boards) {
        cpf_compared of_front, of_middle, of_back;
        cpf_compare_row(payoffs, CPF_FRONT, front, &of_front);
        cpf_compare_row(payoffs, CPF_MIDDLE, middle, &of_middle);
        cpf_compare_row(payoffs, CPF_BACK, back, &of_back);
        worth += cpf_sum_rests(payoffs, &of_front, &of_middle, &of_back);
    }
    return worth;
}

/* Whether cpf_final_draw supports a last street: two of three cards, or a single card. */
static inline int cpf_has_final_draw(const cpf_street *last) {
    return (last->placed == 2 && last->dealt == 3) || (last->placed == 1 && last->dealt == 1);
}

/* Return the payoff, in points, of a board before the last street: the average over all sets of live cards that may be
 * dealt, each placed best. There must be enough live cards. */
double cpf_final_draw(const cpf_ranking *ranking, const cpf_rules *rules, const cpf_payoffs *payoffs, const cpf_street *last,
                      const cpf_partial *board, uint64_t live);

#endif
