/* Settling many tables, with statistics for each seat. */
#ifndef CPF_TALLY_H
#define CPF_TALLY_H

#include "cpf_settling.h"

enum { CPF_TALLY_DECLARES = 1, CPF_TALLY_FOULS = 2 }; /* what a seat does besides setting its board, as bits */
enum { CPF_CATEGORIES = 10 };                          /* the royal flush is the last */

/* The statistics of a seat; all are int64, so that Python can take them as an array. */
typedef struct cpf_tally {
    int64_t rows[CPF_ROWS][3];      /* lost, tied, won, where rows were compared */
    int64_t scoops, scooped, home_runs, home_run_against;
    int64_t fouls, surrenders;
    int64_t naturals[CPF_PATTERNS]; /* declared, by pattern */
    int64_t royalties_won, royalties_paid;
    int64_t categories[CPF_ROWS][CPF_CATEGORIES]; /* of boards that are neither fouls nor surrenders */
    int64_t points[CPF_MOST_PLAYERS], points_squared[CPF_MOST_PLAYERS]; /* from each other seat */
} cpf_tally;

/* Settles n tables of seats * 13 cards, which are trusted to be different; 13 times 255 is a surrender. `does` has a byte for each
 * seat. Writes the points, and adds to the tally of each seat. */
void cpf_tally_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, const uint8_t *does,
                    int64_t n, const cpf_seating *seating, int32_t *points, cpf_tally *tallies);

/* Settles each of n tables once for each of `count` boards of seat 0, so that the boards are compared by common random numbers.
 * `cards` and `does` are those of the other seats. Writes points[table][board] of seat 0, and adds to the tally of each board. */
void cpf_compare_many(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t count,
                      const uint8_t *cards, const uint8_t *does, int64_t n, const cpf_seating *seating, int32_t *points,
                      cpf_tally *tallies);

/* Reads the board of a seat, 13 cards or 255, with what it does. */
void cpf_read_doing(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int does, cpf_board *board);

#endif
