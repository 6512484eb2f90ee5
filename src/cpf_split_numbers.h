/* Splits of 13 cards by number, for learners: CPF_MIDDLES times the number of the back, plus the index of the middle in
 * cpf_splits_of_13. */
#ifndef CPF_SPLIT_NUMBERS_H
#define CPF_SPLIT_NUMBERS_H

#include "cpf_hand.h"

enum { CPF_SPLITS_OF_13 = CPF_FIVES * CPF_MIDDLES };

/* Write the indices of the cards, in a hand of ascending cards, of front, middle and back. */
void cpf_split_by_number(const cpf_arranging_tables *tables, int number, uint8_t indices[CPF_HAND]);

/* Write, for each split of a hand, 1 if it is legal, else 0. */
void cpf_mark_legal(const cpf_arranging_tables *tables, const cpf_hand *hand, int8_t legal[CPF_SPLITS_OF_13]);

/* Return the legal split whose sum of scores is highest, the first of equal ones; -1: no split is legal, or a score is not a
 * number. The score of card i, in ascending order, in a row is scores[CPF_ROWS * i + row]. */
int cpf_split_of_highest_score(const cpf_arranging_tables *tables, const cpf_hand *hand, const float *scores);

#endif
