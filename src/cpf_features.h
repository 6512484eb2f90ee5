/* Features: the binary inputs of a value network, listed by their numbers. They describe a board and the live cards.
 *
 * A feature depends on one row and the live cards, or on two rows. So the first layer of a network is a sum over rows. The
 * part of a row is computed once for each set of cards that the row may get, and shared by all placements with this set. */
#ifndef CPF_FEATURES_H
#define CPF_FEATURES_H

#include "cpf_placing.h"
#include "cpf_row_kinds.h"

enum { CPF_WINDOWS = 10 }; /* straights by their lowest card */

/* Blocks of features: the size of a block for one row (.._A_ROW), and the first number of each block. */
enum {
    CPF_COUNTS_A_ROW = CPF_RANKS * 4, /* by rank: one to four cards */
    CPF_ROOMS_A_ROW = 6,              /* number of cards that the row lacks */
    CPF_SUITED_A_ROW = 5 * 11,        /* for a row of one suit: its cards, and the live cards of the suit, up to ten */
    CPF_STRAIGHT_A_ROW = 16,          /* ways to a straight: by one card, up to eight; by two cards, in powers of two */
    CPF_PAIRING_A_ROW = 16,           /* live cards that pair a card of the row, up to 15 */
    CPF_IMPROVING_A_ROW = 10 + 5,     /* live cards of the highest pair or trips, and of the lower pair */
    CPF_COUNTS = 0,
    CPF_ROOM = CPF_COUNTS + CPF_ROWS * CPF_COUNTS_A_ROW,
    CPF_KINDS_OF = CPF_ROOM + CPF_ROWS * CPF_ROOMS_A_ROW,
    CPF_SUITED = CPF_KINDS_OF + CPF_ROWS * CPF_ROW_KINDS,
    CPF_NO_FLUSH = CPF_SUITED + CPF_ROWS * CPF_SUITED_A_ROW,
    CPF_STRAIGHT_BY = CPF_NO_FLUSH + CPF_ROWS,
    CPF_PAIRING = CPF_STRAIGHT_BY + CPF_ROWS * CPF_STRAIGHT_A_ROW,
    CPF_IMPROVING = CPF_PAIRING + CPF_ROWS * CPF_PAIRING_A_ROW,
    CPF_LIVE_RANKS = CPF_IMPROVING + CPF_ROWS * CPF_IMPROVING_A_ROW, /* by rank: zero to four live cards */
    CPF_LIVE_CARDS = CPF_LIVE_RANKS + CPF_RANKS * 5,                 /* half the number of all live cards */
    CPF_AHEAD = CPF_LIVE_CARDS + CPF_CARDS / 2 + 1, /* by pair of rows: rooms (up to two), and lead in level */
    CPF_AHEADS = 41,                                /* number of leads that are distinguished */
    CPF_FEATURES = CPF_AHEAD + 2 * 9 * CPF_AHEADS
};
enum {
    CPF_LIVE_FEATURES = CPF_RANKS + 1,
    CPF_MOST_ROW_FEATURES = 5 + 7,
    CPF_MOST_FEATURES = CPF_LIVE_FEATURES + CPF_ROWS * CPF_MOST_ROW_FEATURES + 2 /* features of a board */
};

/* The numbers of live cards by rank and by suit. */
typedef struct cpf_live {
    uint8_t of_rank[CPF_RANKS], of_suit[4];
} cpf_live;

/* The sets of ranks of straights, the same for all boards. */
typedef struct cpf_windows {
    uint16_t ranks[CPF_WINDOWS]; /* ranks of each straight, from the wheel up */
    uint16_t of[8192];           /* by rank mask: the straights that contain all its ranks, as bits */
} cpf_windows;

void cpf_windows_build(cpf_windows *windows);

static inline cpf_live cpf_live_of(uint64_t seen) {
    cpf_live live;
    for (int suit = 0; suit < 4; suit++)
        live.of_suit[suit] = (uint8_t)(CPF_A_SUIT - cpf_count_bits(seen >> 16 * suit & 0x1fff));
    for (int rank = 0; rank < CPF_RANKS; rank++)
        live.of_rank[rank] = (uint8_t)(4 - cpf_count_bits(seen >> rank & UINT64_C(0x0001000100010001)));
    return live;
}

/* List the features of the live cards alone. */
static inline void cpf_live_features(const cpf_live *live, uint16_t list[CPF_LIVE_FEATURES]) {
    int cards = 0;
    for (int rank = 0; rank < CPF_RANKS; rank++) {
        cards += live->of_rank[rank];
        list[rank] = (uint16_t)(CPF_LIVE_RANKS + 5 * rank + live->of_rank[rank]);
    }
    list[CPF_RANKS] = (uint16_t)(CPF_LIVE_CARDS + cards / 2);
}

/* Return the level of a row: its present category and main rank as one number. */
static inline int cpf_row_level(int category, int rank) { return category * CPF_RANKS + rank; }

/* List the features of a row that lacks `room` cards; return their number, and the level of the row in *level. */
int cpf_row_features(const cpf_windows *windows, const cpf_live *live, int row, uint64_t cards, int room, uint16_t *list,
                     int *level);

/* Return the feature of a pair (0 or 1) of rows that must be in order, by the room and the levels of both rows. */
static inline int cpf_ahead_feature(int pair, int room_of_weaker, int room_of_stronger, int weaker, int stronger) {
    const int categories = stronger / CPF_RANKS - weaker / CPF_RANKS;
    const int ahead = categories == 0 ? 12 + stronger - weaker : categories > 0 ? 24 + categories : 32 - categories;
    const int rooms = 3 * (room_of_weaker > 2 ? 2 : room_of_weaker) + (room_of_stronger > 2 ? 2 : room_of_stronger);
    return CPF_AHEAD + CPF_AHEADS * (9 * pair + rooms) + (ahead < CPF_AHEADS ? ahead : CPF_AHEADS - 1);
}

#endif
