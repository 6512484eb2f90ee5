/* Placing: partial boards, the ways to place the cards of a street, and the boards that partial boards can become. */
#ifndef CPF_PLACING_H
#define CPF_PLACING_H

#include "cpf_settling.h"

enum { CPF_AWAY = CPF_ROWS, CPF_PLACES };             /* places of a card: a row, or away as a discard */
enum { CPF_MOST_DEALT = 17, CPF_MOST_WAYS = 100000 }; /* cards of a street; ways to place it, for each room */

/* Room: the number of cards that each row lacks, as digits of one number: 36 * front + 6 * middle + back. */
enum { CPF_ROOMS = 4 * 36, CPF_ALL_ROOM = CPF_ROOMS - 1 };
static const uint8_t cpf_room_digit[CPF_ROWS] = {36, 6, 1};
static const uint8_t cpf_row_size[CPF_ROWS] = {3, 5, 5};
static const uint8_t cpf_row_begin[CPF_ROWS] = {0, 3, 8}; /* index in the 13 cards of a board */

static inline int cpf_room_of(int room, int row) {
    CPF_ASSERT(room >= 0 && room < CPF_ROOMS);
    return room / cpf_room_digit[row] % 6;
}

static inline int cpf_room_in_all(int room) {
    return cpf_room_of(room, CPF_FRONT) + cpf_room_of(room, CPF_MIDDLE) + cpf_room_of(room, CPF_BACK);
}

/* An incomplete board: masks of its rows, and their room. */
typedef struct cpf_partial {
    uint64_t row[CPF_ROWS];
    int32_t room;
} cpf_partial;

static inline uint64_t cpf_cards_of(const cpf_partial *board) {
    return board->row[CPF_FRONT] | board->row[CPF_MIDDLE] | board->row[CPF_BACK];
}

/* A way to place a street. `to`: for each place, the cards that go there, as bits; `taken`: the room that the cards take;
 * `places`: the place of each card, two bits per card. */
typedef struct cpf_way {
    uint16_t to[CPF_PLACES];
    uint16_t taken;
    uint32_t places;
} cpf_way;

/* All ways to place a street, by the room of the board, in the order of the place of card 0, then of card 1, and so on. */
typedef struct cpf_street {
    int32_t dealt, placed;
    int32_t count[CPF_ROOMS]; /* 0: no board has this room before the street, or there are too many ways */
    const cpf_way *ways[CPF_ROOMS];
} cpf_street;

/* Count, or list, the ways to place `placed` of the dealt cards into a room. */
int64_t cpf_count_ways(int dealt, int placed, int room);
void cpf_list_ways(int dealt, int placed, int room, cpf_way *ways);

/* Return the board after a way to place `cards`, which are masks of one card each. */
static inline cpf_partial cpf_place(const cpf_partial *board, const cpf_way *way, const uint64_t *cards) {
    cpf_partial after = *board;
    for (int row = 0; row < CPF_ROWS; row++)
        for (uint32_t rest = way->to[row]; rest; rest &= rest - 1) after.row[row] |= cards[cpf_lowest_bit(rest)];
    after.room -= way->taken;
    return after;
}

/* Write the cards of a partial board to a board of 13 cards. cpf_lay then appends the cards of a street to its rows. */
static inline void cpf_lay_rows(const cpf_partial *partial, uint8_t *board) {
    for (int row = 0; row < CPF_ROWS; row++) {
        uint8_t *next = board + cpf_row_begin[row];
        for (uint64_t rest = partial->row[row]; rest; rest &= rest - 1) *next++ = cpf_card_of_bit(cpf_lowest_bit(rest));
    }
}

static inline void cpf_lay(uint8_t *board, int room, const cpf_way *way, const uint8_t *cards) {
    for (int row = 0; row < CPF_ROWS; row++) {
        uint8_t *next = board + cpf_row_begin[row] + cpf_row_size[row] - cpf_room_of(room, row);
        for (uint32_t rest = way->to[row]; rest; rest &= rest - 1) *next++ = cards[cpf_lowest_bit(rest)];
    }
}

/* Whether suits matter for more than flushes; then ways that differ only in suits are never equal. */
static inline int cpf_every_suit_counts(const cpf_rules *rules) {
    return rules->deuce_of_spades || rules->naturals_by_rows || rules->row_ties == CPF_TIE_SUITS;
}

/* List the indices of the ways that lead to different positions, for ascending cards; return their number.
 *
 * Two ways are equal if they discard the same cards, put the same ranks into each row, and differ in suits only where suits
 * do not matter: in the front, and in a row that has two suits in both ways. With `all`, or in a street of more than five
 * cards, no ways are equal. */
int32_t cpf_distinct_ways(const cpf_street *street, const cpf_partial *board, const uint8_t *cards, int all, int32_t *list);

/* Return the number of different sequences of placements of the next `depth` streets. `cards` are those of all streets in
 * order; `list` is memory for `most_ways` ways for each street. */
int64_t cpf_perft(const cpf_street *streets, int depth, const cpf_partial *board, const uint8_t *cards, int all,
                  int32_t *list, int64_t most_ways);

/* Complete a row with `room` live cards. Return its lowest strength that is at least `least`, or its highest strength that
 * is at most `most`; CPF_INVALID if there is none. */
uint32_t cpf_weakest_row(const cpf_keys *keys, const cpf_scale *scale, uint64_t cards, int room, uint64_t live,
                         uint32_t least);
uint32_t cpf_strongest_row(const cpf_keys *keys, const cpf_scale *scale, uint64_t cards, int room, uint64_t live,
                           uint32_t most);

/* Whether live cards can complete a board legally. If more than CPF_EXACT_ROOM cards are missing, each row is completed
 * separately, so a board whose rows need the same card may count as alive. */
enum { CPF_EXACT_ROOM = 3 };
int cpf_can_be_legal(const cpf_ranking *ranking, const cpf_rules *rules, const cpf_partial *board, uint64_t live);

#endif
