/* The street before the last, exactly: what the last street makes of a board, on average over all cards that it may deal. */
#ifndef CPF_ENDING_H
#define CPF_ENDING_H

#include "cpf_placing.h"

/* What complete boards are worth, one over CPF_AIM_POINT points: the sum over rows of what their strengths are; or a foul.
 */
enum { CPF_AIM_POINT = 64, CPF_MOST_AIM = INT16_MAX / CPF_ROWS };
typedef struct cpf_aim {
    int16_t worth[CPF_ROWS][CPF_STRENGTHS];
    int16_t foul;
} cpf_aim;

static inline int cpf_aim_of(const cpf_aim *aim, const cpf_rules *rules, uint32_t front, uint32_t middle, uint32_t back) {
    if (!cpf_is_legal(rules, front, middle, back)) return aim->foul;
    return aim->worth[CPF_FRONT][front] + aim->worth[CPF_MIDDLE][middle] + aim->worth[CPF_BACK][back];
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
