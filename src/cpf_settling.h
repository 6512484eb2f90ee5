/* Settling: from boards and rules to points. Rules are numbers and tables; nothing here knows a preset. */
#ifndef CPF_SETTLING_H
#define CPF_SETTLING_H

#include <stdint.h>

#include "cpf_naturals.h"
#include "cpf_rules.h"

enum { CPF_HAND = 13, CPF_MOST_PLAYERS = 4, CPF_MOST_PAIRINGS = 6 };
enum { CPF_DEAD_HAND = 254, CPF_SURRENDERED = 255 }; /* 13 of these bytes stand in place of a board */
enum { CPF_DEUCE_OF_SPADES = 3 };
enum {
    CPF_KINDS = 2 * CPF_STRENGTHS
}; /* of rows: strengths, and strengths of rows with the deuce of spades where the rules double by it */
#define CPF_DEAD_ROW UINT32_MAX /* in place of a strength; as an int32_t it is below all of them */
enum { CPF_DECLARE_IF_BETTER = -3, CPF_DECLARE_BEST, CPF_DECLARE_NOTHING }; /* or a pattern; see cpf_settle_choosing */

/* What settling needs to know of a board. */
typedef struct cpf_board {
    uint32_t strengths[CPF_ROWS]; /* or CPF_DEAD_ROW */
    int32_t royalties[CPF_ROWS];
    int32_t foul, surrendered;   /* foul: as a whole; see cpf_is_foul */
    int32_t natural;             /* the pattern that is declared, or -1 */
    uint32_t patterns;           /* those in use that the hand makes */
    int32_t doubles;             /* the row in which its owner pays the other's royalty twice (deuce of spades), or -1 */
    int32_t aces, ace_of_spades; /* only if there are side payments */
    uint64_t cards, key_sum;     /* only if the hand makes a pattern; */
    uint64_t natural_order;      /* and this only after cpf_find_natural_order, or if naturals go by the rows */
} cpf_board;

/* Who sits where. */
typedef struct cpf_seating {
    int32_t seats, button;                /* a button beyond the seats is with a player who is not settled */
    int32_t owner[CPF_MOST_PLAYERS];      /* the player of a seat: two seats of one player do not play against each other */
    int32_t carried[CPF_ROWS];            /* what the pool still holds for each row */
    int32_t undeclared[CPF_MOST_PLAYERS]; /* what a player wins at another table by not declaring; cpf_settle_choosing */
} cpf_seating;

/* Seats of one player each, without a pool. */
static inline cpf_seating cpf_seated(int seats, int button) {
    return (cpf_seating){.seats = seats, .button = button, .owner = {0, 1, 2, 3}};
}

/* The buttons of many tables, a byte each; step 0: the first is that of all. */
typedef struct cpf_buttons {
    const int8_t *seat;
    int64_t step;
} cpf_buttons;

static inline int cpf_button_of(cpf_buttons buttons, int64_t table) { return buttons.seat[table * buttons.step]; }

enum { CPF_BY_NOTHING, CPF_BY_ROWS, CPF_BY_FOUL, CPF_BY_NATURAL, CPF_BY_SURRENDER };

/* One pairing. Signed numbers are seen from the first seat: above 0, the second pays. */
typedef struct cpf_pairing {
    int32_t by;             /* what decided it */
    int32_t rows[CPF_ROWS]; /* 1, 0, -1 */
    int32_t royalties[CPF_ROWS];
    int32_t scoop, home_run; /* 1: the first scoops, -1: the second */
    int32_t row_points, scoop_points, overall;
    int32_t fixed, natural; /* the price of a foul or a surrender; of a natural */
    int32_t times;          /* the factor of all of these */
    int32_t aces, dealer;   /* side payments, which are not multiplied */
    int32_t points;         /* the sum */
} cpf_pairing;

/* A pool: what each row held, who took it, and what is left for the next deal. */
typedef struct cpf_pool {
    int32_t pot[CPF_ROWS], carried[CPF_ROWS];
    int32_t collected[CPF_ROWS][CPF_MOST_PLAYERS];
} cpf_pool;

typedef struct cpf_outcome {
    cpf_pairing pairings[CPF_MOST_PAIRINGS]; /* 0-1, 0-2, .., 1-2, .. */
    int32_t points[CPF_MOST_PLAYERS];        /* by seat */
    cpf_pool pool;                           /* only if a pool is played */
} cpf_outcome;

typedef struct cpf_settling_tables {
    const cpf_ranking *ranking;
    cpf_pattern_tables patterns;
} cpf_settling_tables;

/* The strength of the strongest middle that is legal in front of a back; not for lowball middles. */
static inline uint32_t cpf_strongest_middle(const cpf_rules *rules, uint32_t back) {
    return back - (uint32_t)(rules->equal_rows == CPF_EQUAL_ROWS_FOUL); /* no row of five cards has strength 0 */
}

/* Whether rows of these strengths are legal. With a lowball middle, only front and back must be in order, and the middle
 * qualifies. */
static inline int cpf_is_legal(const cpf_rules *rules, uint32_t front, uint32_t middle, uint32_t back) {
    if (rules->lowball_middle) return (front <= back) & (middle >= (uint32_t)rules->lowest_middle);
    return (front <= middle) & (middle <= cpf_strongest_middle(rules, back));
}

/* The rows that are out of order, as bits: both of a pair in the wrong order, and a lowball middle that does not qualify. */
static inline uint32_t cpf_rows_out_of_order(const cpf_rules *rules, uint32_t front, uint32_t middle, uint32_t back) {
    if (rules->lowball_middle)
        return (front > back ? 1u << CPF_FRONT | 1u << CPF_BACK : 0) | (uint32_t)(middle < (uint32_t)rules->lowest_middle)
                                                                           << CPF_MIDDLE;
    return (front > middle ? 1u << CPF_FRONT | 1u << CPF_MIDDLE : 0) |
           (middle > cpf_strongest_middle(rules, back) ? 1u << CPF_MIDDLE | 1u << CPF_BACK : 0);
}

/* Whether a board is a foul, as a whole or in some rows. */
static inline int cpf_is_foul(const cpf_board *b) {
    return b->foul || (int32_t)(b->strengths[CPF_FRONT] | b->strengths[CPF_MIDDLE] | b->strengths[CPF_BACK]) < 0;
}

static inline int cpf_sign(int64_t x) { return (x > 0) - (x < 0); }

static inline int32_t cpf_all_royalties(const cpf_pairing *p) { return p->royalties[0] + p->royalties[1] + p->royalties[2]; }

/* What a pairing pays, side payments included. */
static inline int32_t cpf_pairing_points(const cpf_pairing *p) {
    int32_t sum = p->row_points + cpf_all_royalties(p) + p->scoop_points + p->overall + p->fixed + p->natural;
    return sum * p->times + p->aces + p->dealer;
}

/* What the royalties of a row pay, given those of both players and the winner of the row. */
static inline int32_t cpf_royalty_paid(const cpf_rules *rules, int side, int32_t own, int32_t other) {
    if (rules->royalties_always) return own - other;
    return (side > 0) * own - (side < 0) * other; /* without branches: who wins is hard to predict */
}

/* Whether a foul pays the royalties of the other board, as if that had won all rows. */
static inline int cpf_foul_pays_royalties(const cpf_rules *rules) {
    return rules->foul == CPF_FOUL_AS_SCOOP || rules->foul_pays_royalties;
}

/* Completes a pairing whose rows and royalties are known, and in which nothing else is paid so far. */
static inline void cpf_settle_rows(const cpf_rules *rules, cpf_pairing *p) {
    const int triple = cpf_triple(p->rows);
    const cpf_price *price = &rules->prices[triple];
    p->by = CPF_BY_ROWS;
    p->scoop = (triple == CPF_ALL_WON) - (triple == CPF_ALL_LOST);
    p->row_points = price->row_points;
    p->scoop_points = price->scoop_points;
    p->times = price->times;
    p->overall = price->overall;
    if (rules->net_winner)
        p->overall += cpf_sign(p->row_points + p->scoop_points + cpf_all_royalties(p)) * rules->net_winner;
}

/* Whether a seat that scoops all its opponents is paid more by each. */
static inline int cpf_has_home_runs(const cpf_rules *rules, int seats) {
    return seats >= rules->home_run_players && (rules->home_run_bonus || rules->home_run_times > 1);
}

/* The legal rows (front, middle, back) of 13 cards that show one of CPF_SHOWN_BY_ROWS best; 0 if there are none. */
int cpf_show_natural(const cpf_settling_tables *tables, const cpf_rules *rules, int pattern, uint64_t cards,
                     uint64_t rows[CPF_ROWS]);

/* Lists legal boards of 13 different cards, each row ascending, that show a natural of the rules; returns their number. Only
 * if the rules want naturals to be shown: otherwise all boards of the hand make the same. */
int cpf_show_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards,
                      uint8_t boards[CPF_SHOWN_PATTERNS][CPF_HAND]);

/* Reads what naturals need to know of 13 cards, however they are set. */
void cpf_read_hand(const cpf_settling_tables *tables, const uint8_t *cards, cpf_board *board);

/* The two parts of cpf_read_board: the rows, all but the naturals (returns whether the rows are in order); and the naturals,
 * only if the rules have some. `mask`: cpf_mask_of_hand. */
int cpf_read_rows(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, cpf_board *board);
void cpf_read_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, uint64_t mask,
                       int is_legal, int declare, cpf_board *board);

/* Reads a board of 13 different cards: front, middle, back. Any bytes are safe. */
void cpf_read_board(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int declare,
                    cpf_board *board);

/* Reads 13 different cards whose rows are still to be chosen: all of a legal board but its rows. Not if naturals go by rows.
 */
void cpf_read_unset(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int declare,
                    cpf_board *board);

/* Finds the order of the declared natural among those of its pattern, beforehand for a board that is settled many times. */
void cpf_find_natural_order(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_board *board);

/* The board of a player who surrendered. */
void cpf_surrender(cpf_board *board);

/* The board of a player whose hand is dead: a foul without cards, royalties, aces or a natural. */
void cpf_kill_hand(const cpf_rules *rules, cpf_board *board);

/* What stands in place of a board that begins with CPF_DEAD_HAND or CPF_SURRENDERED. */
static inline void cpf_read_no_board(const cpf_rules *rules, const uint8_t *cards, cpf_board *board) {
    if (cards[0] == CPF_SURRENDERED)
        cpf_surrender(board);
    else
        cpf_kill_hand(rules, board);
}

/* Reads 13 different cards, a dead hand (254) or a surrender (255). */
static inline void cpf_read_seat(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards,
                                 int declare, cpf_board *board) {
    if (CPF_UNLIKELY(cards[0] >= CPF_DEAD_HAND))
        cpf_read_no_board(rules, cards, board);
    else
        cpf_read_board(tables, rules, cards, declare, board);
}

/* The same for a board that is settled many times. */
static inline void cpf_read_to_keep(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards,
                                    int declare, cpf_board *board) {
    cpf_read_seat(tables, rules, cards, declare, board);
    cpf_find_natural_order(tables, rules, board);
}

void cpf_settle(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards,
                const cpf_seating *seating, cpf_outcome *outcome);

/* The same after some seats, given as bits, have chosen whether they declare the natural that was read. They choose in the
 * order of play: each knows the choices before their own, expects the best choices of those who follow, and has the rows
 * compared only if that pays their player more. The boards of those who do are changed: they have no `natural`. */
enum { CPF_ALL_CHOOSE = (1 << CPF_MOST_PLAYERS) - 1 };
void cpf_settle_choosing(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_board *boards,
                         const cpf_seating *seating, uint32_t choosing, cpf_outcome *outcome);

/* A pairing that is played, and who wins its equal rows: 1, 0 (nobody) or -1. */
typedef struct cpf_played {
    int first, second, tie;
} cpf_played;

/* Lists the pairings that are played, if what one pays does not depend on the others, and returns their number; else 0. */
int cpf_list_pairings(const cpf_rules *rules, const cpf_seating *seating, cpf_played played[CPF_MOST_PAIRINGS]);

/* What the royalties of a pairing pay at most. Rules have it as `most_royalties`, worked out once for cpf_settle_many. */
int32_t cpf_most_royalties(const cpf_rules *rules);

/* Settles n tables of seats * 13 cards; a board of 13 times 254 is a dead hand, of 255 a surrender. `declare` tells for each
 * board whether it declares a natural; NULL: all do. The seats of `choosing`, as bits, choose. Returns the index of the
 * first table that is none: another card over 51, a card twice, a surrender that the rules do not allow, a button that is no
 * seat; n if all are good. */
int64_t cpf_settle_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int64_t n,
                        int seats, cpf_buttons buttons, const uint8_t *declare, uint32_t choosing, int32_t *points,
                        int threads);

#endif
