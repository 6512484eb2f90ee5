/* The tables of the player `careful`: estimates of what rows will become and of what that pays. */
#ifndef CPF_CAREFUL_H
#define CPF_CAREFUL_H

#include "cpf_openface.h"
#include "cpf_row_kinds.h"

enum { CPF_MISSING = 6 }; /* number of values: a row may lack 0 to 5 cards */

/* Outlook of a row, in integers, so that every machine plays alike and the tables stay small. */
enum { CPF_A_POINT = 64, CPF_A_CATEGORY = 14, CPF_CERTAIN = 1 << 14 }; /* a point, a category and the chance 1 */
typedef struct cpf_outlook {
    int16_t value; /* expected points if no row is out of order, in units of 1 / CPF_A_POINT */
    int16_t level; /* category and rank at the end; of a lowball middle, the chance to qualify in units of 1 / CPF_CERTAIN */
} cpf_outlook;

/* Outlooks after a street. Only the chance of a flush depends on which cards are gone. */
typedef struct cpf_outlooks {
    cpf_outlook of[CPF_ROWS][CPF_MISSING][CPF_ROW_KINDS];
    int16_t flush[CPF_MISSING][CPF_A_SUIT + 1]; /* chance of a flush, by missing cards and live cards of its suit */
} cpf_outlooks;

enum { CPF_LEVELS = CPF_CATEGORIES * CPF_A_CATEGORY, CPF_DIFFERENCES = 2 * CPF_LEVELS };

typedef struct cpf_careful {
    /* Chance that front and middle, or middle and back, end in order, in units of 1 / UINT16_MAX; by the missing cards of
     * the row that must be weaker, the missing cards of the other row, and CPF_LEVELS plus the lead of the other row. */
    uint16_t in_order[2][CPF_MISSING][CPF_MISSING][CPF_DIFFERENCES];
    uint8_t reach[8192];                             /* by rank mask: number of straights that contain all its ranks */
    float paid[CPF_ROWS][CPF_CATEGORIES][CPF_RANKS]; /* average royalties plus worth of a Fantasyland, in points */
    int is_uneven[CPF_ROWS];                         /* whether rows of equal category and rank pay differently */
    int32_t flush_value[CPF_ROWS];                   /* value of a flush, in units of 1 / CPF_A_POINT */
    cpf_outlooks after[];                            /* by street: outlooks after it */
} cpf_careful;

/* Parameters of the heuristic, tuned by simulation for many royalties and Fantasylands and few fouls. */
#define CPF_POINTS_A_CATEGORY 0.94f /* points for each category that a row rises */
#define CPF_COST_OF_FOUL 9.5f       /* points, in addition to those of the rows */

/* Return the points that a Fantasyland counts for, by its number of cards: less than it is worth to strong players. */
static inline float cpf_worth_to_careful(int cards) {
    static const float worth[] = {1.7f, 2.3f, 3.1f, 4.3f, 5.7f};
    return cards < CPF_HAND ? 0 : worth[cards - CPF_HAND];
}

#endif
