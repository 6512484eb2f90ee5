/* Outs: what a row can become with cards in hand and cards still to be drawn, by counting sets of drawn cards. */
#ifndef CPF_OUTS_H
#define CPF_OUTS_H

#include "cpf_ranking.h"

enum { CPF_MOST_DRAWS = 17 };

/* A row and the cards that may come to it: those in hand, which are certain, and `draws` of the unseen ones. The masks have
 * no card in common, and there are enough cards to complete the row. */
typedef struct cpf_drawing {
    uint64_t row, hand, unseen;
    int32_t size; /* of the complete row: 3 or 5 */
    int32_t draws;
} cpf_drawing;

/* Counts the sets of drawn cards by the category of the best row that can be made of the row and of cards in hand or drawn.
 * Returns 0 without memory. */
int cpf_outs(const cpf_drawing *drawing, uint64_t counts[CPF_CATEGORIES]);

/* The category that one to five cards show; straights and flushes are those of five. */
int cpf_category_shown(uint64_t cards);

/* Kinds of 2-7 rows: with a pair, a straight or a flush, or better; by the highest card, from an ace down to a seven; and
 * 7-5-4-3-2. */
enum { CPF_NO_LOW, CPF_ACE_LOW, CPF_SEVEN_LOW = 8, CPF_SEVEN_FIVE_LOW, CPF_LOWS };

/* The same for the best 2-7 row of five cards, by these kinds. */
void cpf_low_outs(const cpf_drawing *drawing, uint64_t counts[CPF_LOWS]);

/* The next cards that improve a row, as masks by the category that the row shows with one of them; of a 2-7 row, which must
 * lack one card for that, by its kind. */
void cpf_next_outs(const cpf_drawing *drawing, int is_low, uint64_t better[CPF_CATEGORIES]);

#endif
