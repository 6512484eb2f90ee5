/* The last street: what boards that are complete after it win, on average over what opponents may still be dealt. */
#ifndef CPF_LAST_STREET_H
#define CPF_LAST_STREET_H

#include "cpf_openface.h"

/* What is known of the board of a seat. */
enum { CPF_BOARD_COMPLETE, CPF_BOARD_LACKS_STREET, CPF_BOARD_UNKNOWN };

typedef struct cpf_last_street {
    const cpf_plan *plan;
    int32_t seats, button, me;
    int32_t known[CPF_MOST_PLAYERS];      /* of the others */
    cpf_partial boards[CPF_MOST_PLAYERS]; /* unless they are unknown */
    uint64_t unseen;                      /* what the others may be dealt */
    int32_t together;                     /* whether opponents who lack a street are settled at one table */
    double worth[CPF_MOST_DEALT + 1];     /* of the next deal in Fantasyland, by its cards; 0 for none */
} cpf_last_street;

/* The average points of n complete boards of the player, with the worth of the Fantasyland that they earn.
 *
 * Complete boards are settled together. An opponent who lacks a street is dealt all sets of unseen cards in turn, and each
 * time has the first of the placements that are best for that opponent against the boards that are complete. Several such
 * opponents are settled one at a time, and what they change is added up, unless they are settled `together`, with all sets
 * of cards for each. An opponent of whom nothing is known has a board that ties all rows, is no foul and earns nothing.
 * Returns 0 without memory. */
int cpf_last_street_points(const cpf_last_street *s, const uint8_t *own, int64_t n, double *points);

#endif
