/* The tables of the player `careful`: rules of thumb for what rows will become, and what that pays. */
#ifndef CPF_CAREFUL_H
#define CPF_CAREFUL_H

#include "cpf_openface.h"
#include "cpf_row_kinds.h"

enum { CPF_MISSING = 6 }; /* numbers of cards that a row may lack: none to five */

/* What is expected of a row, in whole numbers, so that every machine plays alike and the tables stay small. */
enum { CPF_A_POINT = 64, CPF_A_CATEGORY = 14, CPF_CERTAIN = 1 << 14 };
typedef struct cpf_outlook {
    int16_t value; /* points that it brings, if no row is out of order, CPF_A_POINT each */
    int16_t
        level; /* its category in the end, CPF_A_CATEGORY each, with the rank; of a lowball middle the chance to qualify */
} cpf_outlook;

/* What is expected after a street, on average over the cards that may be gone. */
typedef struct cpf_outlooks {
    cpf_outlook of[CPF_ROWS][CPF_MISSING][CPF_ROW_KINDS];
    int16_t flush[CPF_MISSING][CPF_A_SUIT + 1]; /* the chance of one, by missing cards and live cards of the suit */
} cpf_outlooks;

enum { CPF_LEVELS = CPF_CATEGORIES * CPF_A_CATEGORY, CPF_DIFFERENCES = 2 * CPF_LEVELS };

typedef struct cpf_careful {
    /* The chance that two rows end in order: front and middle, middle and back; by the missing cards of the weaker one and
     * of the stronger one, and by how far that is ahead. */
    uint16_t in_order[2][CPF_MISSING][CPF_MISSING][CPF_DIFFERENCES];
    uint8_t reach[8192]; /* by rank mask: the straights that have all its ranks */
    float paid[CPF_ROWS][CPF_CATEGORIES]
              [CPF_RANKS];         /* royalties, and the worth of a Fantasyland: the average of such rows */
    int is_uneven[CPF_ROWS];       /* whether some of such rows pay more than others */
    int32_t flush_value[CPF_ROWS]; /* of a flush, above a row of level 0 */
    cpf_outlooks after[];          /* by street */
} cpf_careful;

/* The thumbs: found by playing, for the most royalties and Fantasylands with the fewest fouls. */
#define CPF_POINTS_A_CATEGORY 0.94f /* for each category that a row is higher */
#define CPF_COST_OF_FOUL 9.5f       /* besides what the rows would have brought */

/* The worth of a Fantasyland by its number of cards, as little as rules of thumb make of it. */
static inline float cpf_worth_to_careful(int cards) {
    static const float worth[] = {1.7f, 2.3f, 3.1f, 4.3f, 5.7f};
    return cards < CPF_HAND ? 0 : worth[cards - CPF_HAND];
}

#endif
