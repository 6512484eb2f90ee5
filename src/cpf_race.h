/* The best placements of many hands, and what other placements lose, against sampled opponents.
 *
 * The candidates of a hand are its undominated boards, its naturals, a surrender if the rules have one, and the board of the
 * user. They race: all are settled against the same opponents, more of them in each round, and those that are almost
 * certainly not the best are dropped.
 *
 * If each opponent is settled alone, the sum of the pairings is all, and its mean is that over a sample that all hands share
 * (cpf_sampled.h). Home runs pay for scooping all opponents of a table. Tables are then dealt for each hand, and the mean is
 *
 *     E[points] = E[sum of pairings], from the sample + E[points - sum of pairings], from the tables,
 *
 * whose second part varies little. Rules with a single winner or a pool are paid by tables alone. */
#ifndef CPF_RACE_H
#define CPF_RACE_H

#include "cpf_arranging.h"
#include "cpf_sampled.h"

/* Boards of the opponents at tables that are dealt for each hand, clockwise from the player. */
typedef struct cpf_dealt {
    int64_t tables;         /* for each hand; 0: none */
    const uint8_t *boards;  /* uint8[hands, tables, opponents, 13] */
    const int8_t *declared; /* patterns, or CPF_DECLARE_... */
} cpf_dealt;

typedef struct cpf_race_batch {
    const cpf_arranging_tables *tables;
    const cpf_rules *rules;
    int opponents, button;    /* button: its seat; the player has seat 0 */
    const cpf_sample *sample; /* NULL: only tables */
    cpf_dealt dealt;
    int level;
    const uint8_t *hands;      /* uint8[n, 13]: different cards, ascending */
    const uint8_t *boards;     /* of the user, see cpf_read_seat; NULL: none */
    const int8_t *declared;    /* for each of them: a pattern, or CPF_DECLARE_... */
    uint8_t *best;             /* output: the best placements, */
    int8_t *best_declared;     /* their patterns, or -1, */
    double *points, *error;    /* their points, with standard errors, */
    double *loss, *loss_error; /* and the points that the user's boards lose to them. If such a board is the
 best one itself, twice the error is about what another one may still gain */
} cpf_race_batch;

/* Race the candidates of the hands `begin` to `end`, and write their results. Return 0 if out of memory. */
int cpf_race_many(const cpf_race_batch *batch, int64_t begin, int64_t end, int threads);

#endif
