/* Settling: boards and rules to points. Rules are numbers and tables; nothing here knows a preset. */
#ifndef CPF_SETTLING_H
#define CPF_SETTLING_H

#include <stdint.h>

#include "cpf_naturals.h"
#include "cpf_ranking.h"

enum { CPF_FRONT, CPF_MIDDLE, CPF_BACK, CPF_ROWS };
enum { CPF_HAND = 13, CPF_MOST_PLAYERS = 4, CPF_MOST_PAIRINGS = 6, CPF_SURRENDERED = 255 };

enum { CPF_TIE_PUSH, CPF_TIE_HOUSE, CPF_TIE_BUTTON };
enum { CPF_NATURAL_DIFFERENCE, CPF_NATURAL_FULL, CPF_NATURAL_SCOOP };
enum { CPF_FOUL_AS_SCOOP = -1 };

/* The fields of cpoker_fast.rulebook.Rules, flattened; their meaning is told there. */
typedef struct cpf_rules {
    int32_t wheel, lowball_middle; /* CPF_WHEEL_LOWEST or CPF_WHEEL_SECOND */
    int32_t banker, ties;
    int32_t row_points, match_points; /* match_points 0: rows are counted */
    int32_t scoop_bonus, scoop_times;
    int32_t home_run_bonus, home_run_times, home_run_players;
    int32_t overall_points, overall_with_extras;
    int32_t royalties_always;
    int32_t foul, foul_pays_royalties;
    int32_t surrender; /* -1: not allowed */
    int32_t natural_mode, natural_compare;
    uint32_t naturals; /* patterns in use, as bits */
    int32_t natural_points[CPF_PATTERNS], natural_level[CPF_PATTERNS];
    int16_t royalties[CPF_ROWS][CPF_STRENGTHS]; /* by strength; the middle's by lowball strength if that is played */
} cpf_rules;

/* A board as far as settling needs it. */
typedef struct cpf_board {
    uint32_t strengths[CPF_ROWS];
    int32_t royalties[CPF_ROWS];
    int32_t foul, surrendered;
    int32_t natural; /* the pattern that is declared, or -1 */
    uint64_t cards, key_sum;
} cpf_board;

enum { CPF_BY_NOTHING, CPF_BY_ROWS, CPF_BY_FOUL, CPF_BY_NATURAL, CPF_BY_SURRENDER };

/* One pairing; what is signed is seen from the first player: above 0, the second pays. */
typedef struct cpf_pairing {
    int32_t by;                /* what decided it */
    int32_t rows[CPF_ROWS];    /* 1, 0, -1 */
    int32_t royalties[CPF_ROWS];
    int32_t scoop, home_run;   /* 1: the first scoops, -1: the second */
    int32_t row_points, scoop_points, overall, fixed; /* fixed: price of a foul, a natural or a surrender */
    int32_t times;
    int32_t points;            /* (row_points + all royalties + scoop_points + overall + fixed) * times */
} cpf_pairing;

typedef struct cpf_settling_tables {
    const cpf_ranking *ranking;
    cpf_pattern_tables patterns;
} cpf_settling_tables;

/* Reads 13 different cards, front to back, three, five, five. */
void cpf_read_board(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, cpf_board *board);

/* The board of a player who surrendered. */
void cpf_surrender(cpf_board *board);

/* Settles a table; pairings are 0-1, 0-2, .., 1-2, .. */
void cpf_settle(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int players, int button,
                cpf_pairing *pairings, int32_t *points);

/* Settles n tables of players * 13 cards; a board of 13 times 255 is a surrender. Returns the index of the first table
 * that is none: a card over 51, a card twice, a surrender that the rules do not allow; n if all are good. */
int64_t cpf_settle_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int64_t n,
                        int players, int button, int32_t *points, int threads);

#endif
