/* Settling many tables, and counting what happens at them. */
#ifndef CPF_TALLY_H
#define CPF_TALLY_H

#include "cpf_settling.h"

enum { CPF_TALLY_DECLARES = 1, CPF_TALLY_FOULS = 2 }; /* what a seat does beside setting its board */

/* What one seat has seen; all counters are int64. */
typedef struct cpf_tally {
    int64_t rows[CPF_ROWS][3];      /* lost, tied, won, where rows were compared */
    int64_t scoops, scooped, home_runs, home_run_against;
    int64_t fouls, surrenders;
    int64_t naturals[CPF_PATTERNS]; /* declared */
    int64_t royalties_won, royalties_paid;
    int64_t categories[CPF_ROWS][CPF_CATEGORIES]; /* of boards that are neither fouls nor surrenders */
    int64_t points[CPF_MOST_PLAYERS], points_squared[CPF_MOST_PLAYERS]; /* from each other seat */
} cpf_tally;

/* Settles n tables of seats * 13 different cards (255: a surrender), which are trusted; `does` has an int a seat. Adds to a tally
 * for each seat, and writes the points. */
void cpf_tally_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, const uint8_t *does,
                    int64_t n, const cpf_seating *seating, int32_t *points, cpf_tally *tallies);

/* The same for the seat 0 alone, which sets each of several boards in turn: of each there is a tally, and points[table][board].
 * `cards` and `does` are those of the other seats. */
void cpf_compare_many(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t count,
                      const uint8_t *cards, const uint8_t *does, int64_t n, const cpf_seating *seating, int32_t *points,
                      cpf_tally *tallies);

/* Reads 13 cards (255: a surrender) of a seat that does something. */
void cpf_read_doing(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int does, cpf_board *board);

#endif
