/* Row payoffs: average points of rows, by strength, against sampled boards of opponents. */
#ifndef CPF_ROW_PAYOFFS_H
#define CPF_ROW_PAYOFFS_H

#include "cpf_ranking.h"

/* A row of a sampled board, and the royalty that it earns. */
typedef struct cpf_sampled_row {
    uint32_t strength;
    int32_t royalty;
} cpf_sampled_row;

/* What a row wins from n sampled rows of an opponent. */
typedef struct cpf_row_terms {
    double share;            /* share of the opponent's boards that are no fouls; the rows are of these */
    double price;            /* price of the row, times the share */
    const double *royalties; /* by strength, if only the winner of a row is paid its royalty; else NULL */
    int32_t tie;             /* winner of equal rows: the player (1), the opponent (-1) or nobody (0) */
} cpf_row_terms;

/* Add the average points of a row against n sampled rows to payoffs[CPF_STRENGTHS]. This sorts the sampled rows. */
void cpf_add_row_payoffs(const cpf_row_terms *terms, cpf_sampled_row *rows, int64_t n, double *payoffs);

/* Round payoffs[CPF_STRENGTHS] * scale, which fit in int16, to the nearest integers, ties to even. */
void cpf_round_payoffs(const double *payoffs, double scale, int16_t *rounded);

#endif
