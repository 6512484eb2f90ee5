/* Strengths, royalties and fouls of many boards. */
#ifndef CPF_BOARDS_H
#define CPF_BOARDS_H

#include "cpf_settling.h"

/* Boards as 13 cards, or as masks of front, middle and back; the other pointer is NULL. */
typedef struct cpf_many_boards {
    const uint8_t *cards;
    const uint64_t *masks;
} cpf_many_boards;

/* What to write for each board; NULL for values that are not wanted. */
typedef struct cpf_board_values {
    uint16_t *strengths; /* three for a board: those of the cards, also of dead rows */
    int32_t *royalties;  /* three for a board; 0 for dead rows, dead hands and surrenders */
    int32_t *totals;     /* sum of the royalties; 0 if the whole board is a foul */
    uint8_t *fouls;      /* 1 for a foul or a dead hand */
} cpf_board_values;

/* Write values of n boards. Among cards, 13 bytes of 254 are a dead hand and of 255 a surrender, which have no strengths.
 * Return n, or the index of the first board that has any other byte over 51, a duplicate card, rows of wrong sizes, or no
 * strengths if these are wanted. */
int64_t cpf_read_boards(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_many_boards boards, int64_t n,
                        cpf_board_values values, int threads);

#endif
