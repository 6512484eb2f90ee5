/* Outs: the number of sets of drawn cards, by the best kind of row that a partial row can become with each set. */
#ifndef CPF_OUTS_H
#define CPF_OUTS_H

#include "cpf_ranking.h"

enum { CPF_MOST_DRAWS = 17 };

/* A row and the cards that it may get: the cards in hand, and `draws` unseen ones. The masks are disjoint, and there are
 * enough cards to complete the row. */
typedef struct cpf_drawing {
    uint64_t row, hand, unseen;
    int32_t size; /* size of the complete row: 3 or 5 */
    int32_t draws;
} cpf_drawing;

/* Count the sets of drawn cards by the category of the best row that each set makes possible. Return 0 if out of memory. */
int cpf_outs(const cpf_drawing *drawing, uint64_t counts[CPF_CATEGORIES]);

/* Return the category of one to five cards; straights and flushes need five. */
int cpf_category_shown(uint64_t cards);

/* Kinds of 2-7 rows: no low (a pair, a straight, a flush or better); lows by their highest card, from an ace down to a
 * seven; and 7-5-4-3-2. */
enum { CPF_NO_LOW, CPF_ACE_LOW, CPF_SEVEN_LOW = 8, CPF_SEVEN_FIVE_LOW, CPF_LOWS };

/* Like cpf_outs, for a 2-7 row of five cards: counts by the kind of the best low. */
void cpf_low_outs(const cpf_drawing *drawing, uint64_t counts[CPF_LOWS]);

/* Find the unseen cards that improve a row, as a mask for each category that the row then has. For a 2-7 row: the cards that
 * complete a low, as a mask for each kind, if the row lacks only one card. */
void cpf_next_outs(const cpf_drawing *drawing, int is_low, uint64_t better[CPF_CATEGORIES]);

#endif
