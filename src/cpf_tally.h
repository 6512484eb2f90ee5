/* Settlement of many tables, with statistics of each seat. */
#ifndef CPF_TALLY_H
#define CPF_TALLY_H

#include "cpf_settling.h"

/* The statistics of a seat, each declared once by its name and dimensions. They become the names and sizes in
 * cpf_tally_counters and the members of cpf_tally, all int64, so that Python can read a tally as an array. */
#define CPF_TALLY_COUNTERS(COUNTER)                                                                       \
    COUNTER(rows, [CPF_ROWS][3]) /* lost, tied, won, where rows were compared */                          \
    COUNTER(scoops, )                                                                                     \
    COUNTER(scooped, )                                                                                    \
    COUNTER(home_runs, )                                                                                  \
    COUNTER(home_runs_against, )                                                                          \
    COUNTER(fouls, )                                                                                      \
    COUNTER(surrenders, )                                                                                 \
    COUNTER(naturals, [CPF_MOST_PATTERNS]) /* declared */                                                 \
    COUNTER(royalties_won, )                                                                              \
    COUNTER(royalties_paid, )                                                                             \
    COUNTER(categories, [CPF_ROWS][CPF_CATEGORIES]) /* of boards that are neither fouls nor surrenders */ \
    COUNTER(points, [CPF_MOST_PLAYERS])             /* from each other seat */                            \
    COUNTER(points_squared, [CPF_MOST_PLAYERS])

typedef struct cpf_tally {
#define CPF_MEMBER(name, dimensions) int64_t name dimensions;
    CPF_TALLY_COUNTERS(CPF_MEMBER)
#undef CPF_MEMBER
} cpf_tally;

#define CPF_ONE(name, dimensions) +1
enum { CPF_TALLY_COUNTER_COUNT = CPF_TALLY_COUNTERS(CPF_ONE) };
#undef CPF_ONE

typedef struct cpf_tally_counter {
    const char *name;
    int size; /* number of int64 */
} cpf_tally_counter;

extern const cpf_tally_counter cpf_tally_counters[CPF_TALLY_COUNTER_COUNT];

/* Decisions of the seats, [table][seat]. */
typedef struct cpf_decisions {
    const uint8_t *cards;   /* 13 cards each, front to back, different at a table; 13 times 255: a surrender */
    const int8_t *declared; /* a pattern, or CPF_DECLARE_... */
    const uint8_t *fouls;   /* nonzero: a foul without a natural, even if the cards are legal; NULL: none */
} cpf_decisions;

/* Settle n tables. Decisions and buttons are not checked. Write the points, and add to the tally of each seat. */
void cpf_tally_many(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_decisions decisions, int64_t n, int seats,
                    cpf_buttons buttons, int32_t *points, cpf_tally *tallies);

/* Settle each of n tables once for each of `count` boards of seat 0, to compare the boards with common random numbers.
 * `decisions` are those of the other seats. Write points[table][board] of seat 0, and add to the tally of each board. */
void cpf_compare_many(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t count,
                      cpf_decisions decisions, int64_t n, const cpf_seating *seating, int32_t *points, cpf_tally *tallies);

/* Read the i-th decision. */
void cpf_read_decision(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_decisions *decisions, int64_t i,
                       cpf_board *board);

#endif
