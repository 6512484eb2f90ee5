/* Settlement: from boards and rules to points. Rules are numbers and tables; no preset is special here. */
#ifndef CPF_SETTLING_H
#define CPF_SETTLING_H

#include <stdint.h>

#include "cpf_naturals.h"
#include "cpf_rules.h"

enum { CPF_HAND = 13, CPF_MOST_PLAYERS = 4, CPF_MOST_PAIRINGS = 6 };
enum { CPF_DEAD_HAND = 254, CPF_SURRENDERED = 255 }; /* 13 of these bytes replace a board */
enum { CPF_DEUCE_OF_SPADES = 3 };
/* Kinds of rows: strengths; and, if the deuce of spades doubles, strengths of rows that contain it. */
enum { CPF_KINDS = 2 * CPF_STRENGTHS };
#define CPF_DEAD_ROW UINT32_MAX /* replaces a strength; as an int32_t below all strengths */
enum { CPF_DECLARE_IF_BETTER = -3, CPF_DECLARE_BEST, CPF_DECLARE_NOTHING }; /* `declare`: one of these, or a pattern */

/* The properties of a board that settling depends on. */
typedef struct cpf_board {
    uint32_t strengths[CPF_ROWS]; /* strengths, or CPF_DEAD_ROW */
    int32_t royalties[CPF_ROWS];
    int32_t foul, surrendered;   /* foul: the whole board; see cpf_is_foul */
    int32_t natural;             /* declared pattern, or -1 */
    uint32_t patterns;           /* patterns of the rules that the hand makes */
    int32_t doubles;             /* row in which the owner pays the opponent's royalty twice (deuce of spades), or -1 */
    int32_t aces, ace_of_spades; /* only set if there are side payments */
    uint8_t suits[CPF_ROWS];     /* by row: the suit that breaks a tie, higher ones win; only set if suits break ties */
    uint8_t has_horse;           /* whether the hand has the horse card; only set if the rules have one */
    uint64_t cards, key_sum;     /* only set if the hand makes a pattern */
    uint64_t natural_order;      /* only set after cpf_find_natural_order, or if rows must show naturals */
} cpf_board;

/* The seats of a table. */
typedef struct cpf_seating {
    int32_t seats, button;                /* button >= seats: its player is not settled */
    int32_t owner[CPF_MOST_PLAYERS];      /* player of a seat; two seats of one player are not paired */
    int32_t carried[CPF_ROWS];            /* points in the pool of each row */
    int32_t undeclared[CPF_MOST_PLAYERS]; /* points gained elsewhere if the seat does not declare */
} cpf_seating;

/* Return the seating of a table where each player has one seat, without points in a pool. */
static inline cpf_seating cpf_seated(int seats, int button) {
    return (cpf_seating){.seats = seats, .button = button, .owner = {0, 1, 2, 3}};
}

/* The buttons of many tables, a byte each; step 0: all tables use the first one. */
typedef struct cpf_buttons {
    const int8_t *seat;
    int64_t step;
} cpf_buttons;

static inline int cpf_button_of(cpf_buttons buttons, int64_t table) { return buttons.seat[table * buttons.step]; }

enum { CPF_BY_NOTHING, CPF_BY_ROWS, CPF_BY_FOUL, CPF_BY_NATURAL, CPF_BY_SURRENDER };

/* A pairing. Signed numbers are seen from the first seat: above 0, the second seat pays. */
typedef struct cpf_pairing {
    int32_t by;             /* CPF_BY_...: what decided the pairing */
    int32_t rows[CPF_ROWS]; /* winner of a row: the first seat (1), nobody (0) or the second (-1) */
    int32_t royalties[CPF_ROWS];
    int32_t scoop, home_run; /* 1: by the first seat, -1: by the second seat */
    int32_t row_points, scoop_points, overall;
    int32_t fixed, natural; /* fixed: price of a foul or a surrender; natural: price of a natural */
    int32_t times;          /* factor of all payments above */
    int32_t aces, dealer;   /* side payments, which are not multiplied */
    int32_t points;         /* the sum */
} cpf_pairing;

/* A pool: for each row, its points, those carried to the next deal, and those that each seat collected. */
typedef struct cpf_pool {
    int32_t pot[CPF_ROWS], carried[CPF_ROWS];
    int32_t collected[CPF_ROWS][CPF_MOST_PLAYERS];
} cpf_pool;

typedef struct cpf_outcome {
    cpf_pairing pairings[CPF_MOST_PAIRINGS]; /* pairings of seats 0-1, 0-2, ..., 1-2, ... */
    int32_t points[CPF_MOST_PLAYERS];        /* points by seat */
    cpf_pool pool;                           /* only set if the rules have a pool */
} cpf_outcome;

typedef struct cpf_settling_tables {
    const cpf_ranking *ranking;
    cpf_pattern_tables patterns;
} cpf_settling_tables;

/* Return the strength of the strongest middle that is legal in front of a back; not for lowball middles. */
static inline uint32_t cpf_strongest_middle(const cpf_rules *rules, uint32_t back) {
    return back - (uint32_t)(rules->equal_rows == CPF_EQUAL_ROWS_FOUL); /* no row of five cards has strength 0 */
}

/* Whether rows of these strengths are in order. A lowball middle must qualify; front and back must then be in order. */
static inline int cpf_is_legal(const cpf_rules *rules, uint32_t front, uint32_t middle, uint32_t back) {
    if (rules->lowball_middle) return (front <= back) & (middle >= (uint32_t)rules->lowest_middle);
    return (front <= middle) & (middle <= cpf_strongest_middle(rules, back));
}

/* Return the rows that are out of order, as bits: both rows of a wrong pair, and a lowball middle that does not qualify. */
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

/* Return the points of a pairing, side payments included. */
static inline int32_t cpf_pairing_points(const cpf_pairing *p) {
    int32_t sum = p->row_points + cpf_all_royalties(p) + p->scoop_points + p->overall + p->fixed + p->natural;
    return sum * p->times + p->aces + p->dealer;
}

/* Return the payment for royalties of a row, from the royalties of both players and the winner of the row (`side`). */
static inline int32_t cpf_royalty_paid(const cpf_rules *rules, int side, int32_t royalty, int32_t other) {
    if (rules->royalties_always) return royalty - other;
    return (side > 0) * royalty - (side < 0) * other; /* without branches, since the winner is hard to predict */
}

/* Whether a foul pays the royalties of the other board, as if the other board had won all rows. */
static inline int cpf_foul_pays_royalties(const cpf_rules *rules) {
    return rules->foul == CPF_FOUL_AS_SCOOP || rules->foul_pays_royalties;
}

/* Complete a pairing whose rows and royalties are set, and in which nothing else is paid so far. */
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

/* Whether rules have side payments, a horse card, a limit or suits that break ties. These depend on more of a pairing than
 * strengths, royalties and naturals. */
int32_t cpf_pays_by_cards(const cpf_rules *rules);

/* Return the expected factor of a pairing for the horse card: an opponent has 13 of the 39 other cards. */
static inline double cpf_horse_times(const cpf_rules *rules, const cpf_board *b) {
    if (!rules->horse_times || b->surrendered) return 1;
    return b->has_horse ? rules->horse_times : 1 + (rules->horse_times - 1) / 3.;
}

/* Whether a table has home runs: each opponent pays more to a seat that scoops all its opponents. */
static inline int cpf_has_home_runs(const cpf_rules *rules, int seats) {
    return seats >= rules->home_run_players && (rules->home_run_bonus || rules->home_run_times > 1);
}

/* Find the best legal rows of 13 cards that have a shape (CPF_STRAIGHT_ROWS, ...). Return 0 if there are none. */
int cpf_show_natural(const cpf_settling_tables *tables, const cpf_rules *rules, int shape, uint64_t cards,
                     uint64_t rows[CPF_ROWS]);

/* List a legal board of 13 different cards, each row ascending, for each shape of rows by which a natural of the rules can
 * be shown. Return their number; 0 if rows need not show naturals, since all boards of a hand then make the same naturals.
 */
int cpf_show_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards,
                      uint8_t boards[CPF_ROW_SHAPES][CPF_HAND]);

/* Set the members of a board that naturals are computed from; the 13 cards may be in any order. */
void cpf_read_hand(const cpf_settling_tables *tables, const uint8_t *cards, cpf_board *board);

/* Do the two parts of cpf_read_board: read everything except naturals, and return whether the rows are in order; then read
 * the naturals, only for rules with naturals. `mask`: see cpf_mask_of_hand. */
int cpf_read_rows(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, cpf_board *board);
void cpf_read_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, uint64_t mask,
                       int is_legal, int declare, cpf_board *board);

/* Read a board of 13 different cards: front, middle, back. Any bytes are safe. */
void cpf_read_board(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int declare,
                    cpf_board *board);

/* Read 13 different cards as a legal board whose rows are not set yet. Not for rules that require rows to show naturals. */
void cpf_read_unset(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int declare,
                    cpf_board *board);

/* Compute natural_order in advance, for a board that is settled many times. */
void cpf_find_natural_order(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_board *board);

/* Set the board of a player who surrendered. */
void cpf_surrender(cpf_board *board);

/* Set the board of a dead hand: a foul without cards, royalties, aces or a natural. */
void cpf_kill_hand(const cpf_rules *rules, cpf_board *board);

/* Read cards that begin with CPF_DEAD_HAND or CPF_SURRENDERED. */
static inline void cpf_read_no_board(const cpf_rules *rules, const uint8_t *cards, cpf_board *board) {
    if (cards[0] == CPF_SURRENDERED)
        cpf_surrender(board);
    else
        cpf_kill_hand(rules, board);
}

/* Read 13 different cards, a dead hand (254) or a surrender (255). */
static inline void cpf_read_seat(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards,
                                 int declare, cpf_board *board) {
    if (CPF_UNLIKELY(cards[0] >= CPF_DEAD_HAND))
        cpf_read_no_board(rules, cards, board);
    else
        cpf_read_board(tables, rules, cards, declare, board);
}

/* Like cpf_read_seat, with natural_order, for a board that is settled many times. */
static inline void cpf_read_with_order(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards,
                                       int declare, cpf_board *board) {
    cpf_read_seat(tables, rules, cards, declare, board);
    cpf_find_natural_order(tables, rules, board);
}

void cpf_settle(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards,
                const cpf_seating *seating, cpf_outcome *outcome);

/* Settle after the seats in `choosing`, as bits, have chosen whether to declare the natural that was read. Seats choose in
 * the order of play: each knows the earlier choices, expects the best later choices, and declares unless that pays its
 * player less. The `natural` of a seat that does not declare becomes -1. */
enum { CPF_ALL_CHOOSE = (1 << CPF_MOST_PLAYERS) - 1 };
void cpf_settle_choosing(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_board *boards,
                         const cpf_seating *seating, uint32_t choosing, cpf_outcome *outcome);

/* A pairing that is played, and the winner of its equal rows: the first seat (1), nobody (0) or the second (-1). */
typedef struct cpf_played {
    int first, second, tie;
} cpf_played;

/* List the pairings that are played; return their number, or 0 for rules with a single winner, a pool or side payments. */
int cpf_list_pairings(const cpf_rules *rules, const cpf_seating *seating, cpf_played played[CPF_MOST_PAIRINGS]);

/* Return an upper bound of the royalties paid in a pairing. Rules cache it as `most_royalties` for cpf_settle_many. */
int32_t cpf_most_royalties(const cpf_rules *rules);

/* Settle n tables of seats * 13 cards; 13 bytes of 254 are a dead hand, of 255 a surrender. `declared`: for each board, a
 * pattern or CPF_DECLARE_...; NULL: all are CPF_DECLARE_IF_BETTER. Return n, or the index of the first table that has any
 * other byte over 51, a duplicate card, a surrender that the rules forbid, or a button that is no seat. */
int64_t cpf_settle_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int64_t n,
                        int seats, cpf_buttons buttons, const int8_t *declared, int32_t *points, int threads);

#endif
