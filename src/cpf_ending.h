/* The street before the last, exactly: what the last street makes of a board, on average over all cards that it may deal. */
#ifndef CPF_ENDING_H
#define CPF_ENDING_H

#include "cpf_placing.h"

/* What complete boards are worth, one over CPF_AIM_POINT points: the sum over rows of what their strengths are, each at most
 * CPF_MOST_AIM either way; or a foul. And `scoop` more for each board of a field whose rows are all weaker, and less for
 * each whose rows are all stronger. */
enum { CPF_AIM_POINT = 64, CPF_MOST_AIM = INT16_MAX / (CPF_ROWS + 1), CPF_MOST_SCOOPED = 64 };
typedef struct cpf_aim {
    int16_t worth[CPF_ROWS][CPF_STRENGTHS];
    int16_t foul, scoop;
    int32_t boards; /* of the field; 0: only rows count */
    uint16_t field[CPF_ROWS][CPF_MOST_SCOOPED];
} cpf_aim;

/* The strength of a complete row. */
static inline uint32_t cpf_strength_of_row(const cpf_ranking *ranking, const cpf_rules *rules, int row, uint64_t cards) {
    const int scale = row == CPF_MIDDLE && rules->lowball_middle ? CPF_LOWBALL : rules->wheel;
    return cpf_strength_mask(&ranking->keys, &ranking->scales[scale], cards);
}

/* The boards of the field whose row is weaker or stronger, as bits. */
typedef struct cpf_beaten {
    uint64_t weaker, stronger;
} cpf_beaten;

static inline cpf_beaten cpf_beaten_by(const cpf_aim *aim, int row, uint32_t strength) {
    cpf_beaten found = {0, 0};
    for (int i = 0; i < aim->boards; i++) {
        found.weaker |= (uint64_t)(aim->field[row][i] < strength) << i;
        found.stronger |= (uint64_t)(aim->field[row][i] > strength) << i;
    }
    return found;
}

/* What scoops add, by the boards that each row beats. */
static inline int cpf_scoops(const cpf_aim *aim, cpf_beaten a, cpf_beaten b, cpf_beaten c) {
    const int won = cpf_count_bits(a.weaker & b.weaker & c.weaker),
              lost = cpf_count_bits(a.stronger & b.stronger & c.stronger);
    return aim->scoop * (won - lost);
}

static inline int cpf_aim_of(const cpf_aim *aim, const cpf_rules *rules, uint32_t front, uint32_t middle, uint32_t back) {
    if (!cpf_is_legal(rules, front, middle, back)) return aim->foul;
    int worth = aim->worth[CPF_FRONT][front] + aim->worth[CPF_MIDDLE][middle] + aim->worth[CPF_BACK][back];
    if (aim->boards)
        worth += cpf_scoops(aim, cpf_beaten_by(aim, CPF_FRONT, front), cpf_beaten_by(aim, CPF_MIDDLE, middle),
                            cpf_beaten_by(aim, CPF_BACK, back));
    return worth;
}

/* Whether a last street is one that cpf_ending knows: two of three cards, or a single card. */
static inline int cpf_has_ending(const cpf_street *last) {
    return (last->placed == 2 && last->dealt == 3) || (last->placed == 1 && last->dealt == 1);
}

/* What a board that lacks such a street will be worth, in points, on average over all sets of live cards that may be dealt,
 * if the best is placed of each; there must be enough live cards. */
double cpf_ending(const cpf_ranking *ranking, const cpf_rules *rules, const cpf_aim *aim, const cpf_street *last,
                  const cpf_partial *board, uint64_t live);

#endif
