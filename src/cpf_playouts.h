/* Play-outs: boards in the middle of a deal, played on over cards that are given. */
#ifndef CPF_PLAYOUTS_H
#define CPF_PLAYOUTS_H

#include "cpf_positions.h"

/* Boards of one player who goes on alone. Streets are placed by `swift` or, without networks, by `careful`; the last one by
 * the aim. Futures are the cards of the streets that follow, one after the other, each street ascending. */
typedef struct cpf_playouts {
    cpf_positions at;
    const cpf_thinking *thinking; /* the aim; and the networks, if it has any */
    int32_t street;               /* the next one */
    int64_t boards, futures;
    const uint8_t *cards; /* by future */
    int32_t cards_a_future;
} cpf_playouts;

/* The cards that a future needs: to value boards, those of the last street only if it has no ending. */
int32_t cpf_cards_to_value(const cpf_plan *plan, int32_t street);
int32_t cpf_cards_to_finish(const cpf_plan *plan, int32_t street);

/* values[future][board]: what a board is worth, in points, if it is played on over a future; the last street counts on
 * average over all its draws, if it has an ending. Returns 0 without memory. */
int cpf_value_futures(const cpf_playouts *playouts, double *values, int threads);

/* finals[board]: the rows of board i, played on over future i, of which there are as many. Returns 0 without memory. */
int cpf_finish_boards(const cpf_playouts *playouts, uint64_t (*finals)[CPF_ROWS], int threads);

#endif
