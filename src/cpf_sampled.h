/* Opponents' hands and boards, sampled once and used for many hands.
 *
 * Given a player's hand, an opponent's hand is uniform among those that share no card with it: only 1.3 % of all hands. But
 * settling does not depend on suits, so a sampled hand stands for all hands that permuting its suits makes, whose boards
 * have the same strengths. Its weight is the number of permutations after which it shares no card with the player's hand.
 * The weighted mean over the sample estimates the mean over the opponent's hands. 18 % of the sample have a weight, and the
 * mean is as precise as that of 13 % independent hands.
 *
 * Only permutations under which the rules stay the same count (cpf_find_permutations). */
#ifndef CPF_SAMPLED_H
#define CPF_SAMPLED_H

#include "cpf_side_by_side.h"

enum { CPF_SUITS = 4, CPF_PERMUTATIONS = 24, CPF_OPPONENT_KINDS = 2, CPF_OVERLAPS = 1 << CPF_SUITS * CPF_SUITS };

/* Find the permutations of suits that change neither payments nor naturals; return their number. permutations[i][suit]: the
 * suit that replaces it. */
int cpf_find_permutations(const cpf_rules *rules, uint8_t permutations[CPF_PERMUTATIONS][CPF_SUITS]);

/* A board as lanes need it. */
typedef struct cpf_sampled_rows {
    int16_t strength[CPF_ROWS], royalty[CPF_ROWS];
} cpf_sampled_rows;

/* A board that is settled alone: a natural, a surrender, a foul, or one with a deuce that doubles; under some rules, any. */
typedef struct cpf_special {
    int64_t index; /* of the hand in the sample */
    cpf_board board;
} cpf_special;

/* Opponents who play alike: their number, their boards, and who wins ties. */
typedef struct cpf_opponent_kind {
    int count, button; /* button: seat of the button at a table of the player (0) and the opponent (1); 2: of another one */
    int tie;           /* winner of equal rows: the player (1), nobody (0), or the opponent (-1) */
    cpf_sampled_rows *rows;
    cpf_special *special;
    int64_t specials;
    cpf_board plain; /* an example of the other boards */
} cpf_opponent_kind;

typedef struct cpf_sample {
    const cpf_settling_tables *tables;
    cpf_rules rules; /* of a pairing: without home runs unless the table has two players */
    int64_t n;
    uint16_t (*suits)[CPF_SUITS]; /* ranks of the hands by suit */
    int kinds;
    cpf_opponent_kind kind[CPF_OPPONENT_KINDS];
    int has_lanes, has_plain[CPF_OPPONENT_KINDS];
    cpf_prices prices;
    /* Weights. Bit 4 a + b of the index: whether suit a of the opponent shares no rank with suit b of the player. */
    uint8_t ways[CPF_OVERLAPS];
} cpf_sample;

/* The boards of opponents of a kind; see cpf_opponent_kind and cpf_read_seat. All kinds have the same hands. */
typedef struct cpf_kind_boards {
    int count, button;
    const uint8_t *boards;  /* uint8[n, 13] */
    const int8_t *declared; /* patterns, or CPF_DECLARE_... */
} cpf_kind_boards;

/* Return a sample of n hands (uint8[n, 13]), or NULL if out of memory. `players`: at the table. */
cpf_sample *cpf_sample_new(const cpf_settling_tables *tables, const cpf_rules *rules, int players, int64_t n,
                           const uint8_t *hands, int kinds, const cpf_kind_boards *boards);
void cpf_sample_free(cpf_sample *sample);

/* Those hands of a sample that may stand for an opponent of one hand. */
typedef struct cpf_selected {
    const cpf_sample *sample;
    int64_t n;
    uint8_t *weight;                      /* n weights, and 0 up to a multiple of CPF_SIDE_BY_SIDE */
    cpf_seats *seats[CPF_OPPONENT_KINDS]; /* boards, side by side; only set if the sample has lanes */
    cpf_special *special[CPF_OPPONENT_KINDS];
    int64_t specials[CPF_OPPONENT_KINDS];
    int64_t *index; /* memory for the indices of the hands */
} cpf_selected;

/* Select by a hand. `selected` is zero, or was used for the same sample, whose memory is reused. Return 0 if out of memory.
 */
int cpf_select(const cpf_sample *sample, const uint8_t hand[CPF_HAND], cpf_selected *selected);
void cpf_selected_free(cpf_selected *selected);

/* Write the points of a board from all opponents for the selected hands `begin` to `end`. `begin` is a multiple of
 * CPF_SIDE_BY_SIDE. */
void cpf_selected_points(const cpf_selected *selected, const cpf_board *board, int64_t begin, int64_t end, int32_t *points);

#endif
