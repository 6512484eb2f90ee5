/* Ways to place the cards of a street, and the boards that partial boards can become. */
#include "cpf_placing.h"

#include <string.h>

#include "cpf_choose.h"

/* The most cards of a street whose equal ways are removed, and the most orders of these cards that only swap equal ranks. */
enum { MOST_SORTED = 5, MOST_ORDERS = 24 };

/* ---- ways ---- */

int64_t cpf_count_ways(int dealt, int placed, int room) {
    int64_t ways = 0;
    for (int front = 0; front <= cpf_room_of(room, CPF_FRONT) && front <= placed; front++)
        for (int middle = 0; middle <= cpf_room_of(room, CPF_MIDDLE) && front + middle <= placed; middle++)
            if (placed - front - middle <= cpf_room_of(room, CPF_BACK))
                ways +=
                    (int64_t)(cpf_choose(dealt, placed) * cpf_choose(placed, front) * cpf_choose(placed - front, middle));
    return ways;
}

typedef struct lister {
    int dealt, room;
    cpf_way *next;
} lister;

static void list_from(lister *l, int card, int away, const cpf_way *before) {
    if (card == l->dealt) {
        *l->next++ = *before;
        return;
    }
    for (int place = 0; place < CPF_PLACES; place++) {
        if (place == CPF_AWAY ? !away : l->dealt - card == away || !cpf_room_of(l->room - before->taken, place)) continue;
        cpf_way way = *before;
        way.to[place] = (uint16_t)(way.to[place] | 1u << card);
        way.places |= (uint32_t)place << 2 * card;
        if (place != CPF_AWAY) way.taken = (uint16_t)(way.taken + cpf_room_digit[place]);
        list_from(l, card + 1, away - (place == CPF_AWAY), &way);
    }
}

void cpf_list_ways(int dealt, int placed, int room, cpf_way *ways) {
    CPF_ASSERT(dealt <= CPF_HAND && placed <= cpf_room_in_all(room)); /* so that the bits of a way suffice */
    lister l = {dealt, room, ways};
    cpf_way none = {{0, 0, 0, 0}, 0, 0};
    list_from(&l, 0, dealt - placed, &none);
}

/* ---- ways that differ ---- */

/* List the orders of the cards that only swap cards of the same rank, the unchanged order first; return their number. */
static int orders_of_equals(const uint8_t *cards, int dealt, uint8_t orders[MOST_ORDERS][MOST_SORTED]) {
    int count = 1;
    for (int i = 0; i < dealt; i++) orders[0][i] = (uint8_t)i;
    for (int i = 1; i < dealt; i++) /* card i swaps with each card of its rank before it */
        for (int j = i - 1, count_before = count; j >= 0 && cards[j] >> 2 == cards[i] >> 2; j--)
            for (int k = 0; k < count_before; k++) {
                uint8_t *order = orders[count++];
                memcpy(order, orders[k], MOST_SORTED);
                order[i] = orders[k][j];
                order[j] = orders[k][i];
            }
    return count;
}

/* All subsets of the cards of a street, to decide whether two ways are equal. */
typedef struct street_sets {
    uint64_t cards[1 << MOST_SORTED];
    uint8_t is_mixed[CPF_ROWS][1 << MOST_SORTED]; /* whether suits do not matter in a row with these cards */
} street_sets;

static int has_two_suits(uint64_t cards) {
    int suits = 0;
    for (int shift = 0; shift < 64; shift += 16) suits += (cards >> shift & 0x1fff) != 0;
    return suits > 1;
}

static void read_sets(const cpf_partial *board, const uint8_t *cards, int dealt, street_sets *sets) {
    sets->cards[0] = 0;
    for (int i = 0; i < dealt; i++)
        for (int set = 0; set < 1 << i; set++) sets->cards[set | 1 << i] = sets->cards[set] | cpf_card_bit(cards[i]);
    for (int set = 0; set < 1 << dealt; set++) {
        sets->is_mixed[CPF_FRONT][set] = 1;
        for (int row = CPF_MIDDLE; row < CPF_ROWS; row++)
            sets->is_mixed[row][set] = (uint8_t)has_two_suits(board->row[row] | sets->cards[set]);
    }
}

static uint32_t reordered(uint32_t set, const uint8_t *order) {
    uint32_t moved = 0;
    for (; set; set &= set - 1) moved |= 1u << order[cpf_lowest_bit(set)];
    return moved;
}

/* Whether another order of equal ranks turns a way into an equal way that comes earlier in the list. */
static int is_repeated(const cpf_way *way, const street_sets *sets, uint8_t orders[MOST_ORDERS][MOST_SORTED], int count) {
    for (int k = 1; k < count; k++) {
        uint32_t moved = 0;
        int same = reordered(way->to[CPF_AWAY], orders[k]) == way->to[CPF_AWAY], earlier = 0;
        for (int row = CPF_FRONT; row < CPF_ROWS && same; row++) {
            uint32_t set = way->to[row], other = reordered(set, orders[k]), differs = (set ^ other) & ~moved;
            same = set == other || (sets->is_mixed[row][set] && sets->is_mixed[row][other]);
            if (differs && (!moved || (differs & (0 - differs)) < (moved & (0 - moved))))
                /* The other way is earlier if it puts the lowest card that moves into this row. */
                earlier = (other & differs & (0 - differs)) != 0;
            moved |= set ^ other;
        }
        if (same && earlier) return 1;
    }
    return 0;
}

int32_t cpf_distinct_ways(const cpf_street *street, const cpf_partial *board, const uint8_t *cards, int all, int32_t *list) {
    int32_t count = street->count[board->room], distinct = 0;
    uint8_t orders[MOST_ORDERS][MOST_SORTED];
    street_sets sets;
    int equals = all || street->dealt > MOST_SORTED ? 1 : orders_of_equals(cards, street->dealt, orders);
    if (equals == 1) {
        for (int32_t i = 0; i < count; i++) list[i] = i;
        return count;
    }
    read_sets(board, cards, street->dealt, &sets);
    for (int32_t i = 0; i < count; i++)
        if (!is_repeated(&street->ways[board->room][i], &sets, orders, equals)) list[distinct++] = i;
    return distinct;
}

int64_t cpf_perft(const cpf_street *streets, int depth, const cpf_partial *board, const uint8_t *cards, int all,
                  int32_t *list, int64_t most_ways) {
    uint64_t masks[CPF_MOST_DEALT];
    int64_t sequences = 0;
    if (depth == 0) return 1;
    int32_t count = cpf_distinct_ways(streets, board, cards, all, list);
    if (depth == 1) return count;
    for (int i = 0; i < streets->dealt; i++) masks[i] = cpf_card_bit(cards[i]);
    for (int32_t i = 0; i < count; i++) {
        cpf_partial after = cpf_place(board, &streets->ways[board->room][list[i]], masks);
        sequences += cpf_perft(streets + 1, depth - 1, &after, cards + streets->dealt, all, list + most_ways, most_ways);
    }
    return sequences;
}

/* ---- completions of rows ---- */

typedef struct completer {
    const cpf_keys *keys;
    const cpf_scale *scale;
    uint64_t cards, live;
    int is_front, strongest;    /* strongest: look for the strongest row, else for the weakest */
    uint32_t least, most, best; /* range of the strengths to look for; strength of the row, or CPF_INVALID */
} completer;

static void consider(completer *c, uint32_t strength) {
    if (strength < c->least || strength > c->most) return;
    if (c->strongest)
        c->least = strength;
    else
        c->most = strength;
    c->best = strength;
}

/* Consider the completed row with the added ranks: as a flush, and as no flush, where possible. */
static void consider_row(completer *c, uint32_t added, int are_different, uint64_t keys) {
    if (c->is_front) {
        consider(c, c->scale->three[keys >> CPF_THREE_SHIFT]);
        return;
    }
    uint32_t ranks = cpf_rank_mask(c->cards);
    int must_be_flush = 0;
    for (int suit = 0; suit < 4 && are_different && !(ranks & added); suit++) {
        uint32_t row_ranks = (uint32_t)(c->cards >> 16 * suit & 0x1fff), live = (uint32_t)(c->live >> 16 * suit & 0x1fff);
        if (row_ranks != ranks || cpf_count_bits(row_ranks | added) != 5 || added & ~live) continue;
        consider(c, c->scale->flush[row_ranks | added]);
        uint64_t others = c->live & ~(UINT64_C(0x1fff) << 16 * suit);
        must_be_flush |= !(cpf_rank_mask(others) & added); /* also if no card is added */
    }
    if (!must_be_flush) consider(c, c->scale->five[keys & CPF_FIVE_FIELD]);
}

/* Add ascending ranks in all ways that live cards allow. */
static void add_ranks(completer *c, int room, int rank, uint32_t added, int are_different, uint64_t keys) {
    if (room == 0) {
        consider_row(c, added, are_different, keys);
        return;
    }
    for (; rank < CPF_RANKS; rank++) {
        int live = cpf_count_bits(c->live >> rank & UINT64_C(0x0001000100010001));
        uint64_t sum = keys;
        for (int times = 1; times <= live && times <= room; times++) {
            sum += c->keys->card[4 * rank];
            add_ranks(c, room - times, rank + 1, added | 1u << rank, are_different && times == 1, sum);
        }
    }
}

static uint32_t complete(completer *c, int room) {
    uint64_t keys = 0;
    c->best = CPF_INVALID;
    for (uint64_t rest = c->cards; rest; rest &= rest - 1) keys += c->keys->card[cpf_card_of_bit(cpf_lowest_bit(rest))];
    CPF_ASSERT(!(c->cards & c->live));
    c->is_front = cpf_count_bits(c->cards) + room == 3;
    add_ranks(c, room, 0, 0, 1, keys);
    return c->best;
}

uint32_t cpf_weakest_row(const cpf_keys *keys, const cpf_scale *scale, uint64_t cards, int room, uint64_t live,
                         uint32_t least) {
    completer c = {keys, scale, cards, live, 0, 0, least, CPF_STRENGTHS, 0};
    return complete(&c, room);
}

uint32_t cpf_strongest_row(const cpf_keys *keys, const cpf_scale *scale, uint64_t cards, int room, uint64_t live,
                           uint32_t most) {
    completer c = {keys, scale, cards, live, 0, 1, 0, most, 0};
    return complete(&c, room);
}

/* ---- completions of boards ---- */

typedef struct order {
    const cpf_keys *keys;
    const cpf_scale *scale, *middle;
    const cpf_rules *rules;
} order;

static int is_legal(const order *o, const uint64_t row[CPF_ROWS]) {
    return cpf_is_legal(o->rules, cpf_strength_mask(o->keys, o->scale, row[CPF_FRONT]),
                        cpf_strength_mask(o->keys, o->middle, row[CPF_MIDDLE]),
                        cpf_strength_mask(o->keys, o->scale, row[CPF_BACK]));
}

/* Whether live cards can complete a board legally. The next card is one of `next`, so that the cards of a row ascend. */
static int can_complete_legally(const order *o, const cpf_partial *board, uint64_t live, uint64_t next) {
    int row = 0;
    if (board->room == 0) return is_legal(o, board->row);
    while (!cpf_room_of(board->room, row)) row++;
    for (uint64_t candidates = live & next; candidates; candidates &= candidates - 1) {
        cpf_partial after = *board;
        uint64_t card = candidates & (0 - candidates);
        after.row[row] |= card;
        after.room -= cpf_room_digit[row];
        uint64_t rest = cpf_room_of(after.room, row) ? candidates ^ card : UINT64_MAX;
        if (can_complete_legally(o, &after, live ^ card, rest)) return 1;
    }
    return 0;
}

int cpf_can_be_legal(const cpf_ranking *ranking, const cpf_rules *rules, const cpf_partial *board, uint64_t live) {
    const cpf_scale *scale = &ranking->scales[rules->wheel];
    const order o = {&ranking->keys, scale, rules->lowball_middle ? &ranking->scales[CPF_LOWBALL] : scale, rules};
    int room[CPF_ROWS];
    for (int row = 0; row < CPF_ROWS; row++) room[row] = cpf_room_of(board->room, row);
    uint32_t front = cpf_weakest_row(o.keys, scale, board->row[CPF_FRONT], room[CPF_FRONT], live, 0);
    uint32_t back = cpf_strongest_row(o.keys, scale, board->row[CPF_BACK], room[CPF_BACK], live, CPF_STRENGTHS);
    uint32_t middle =
        rules->lowball_middle
            ? cpf_strongest_row(o.keys, o.middle, board->row[CPF_MIDDLE], room[CPF_MIDDLE], live, CPF_STRENGTHS)
            : cpf_weakest_row(o.keys, scale, board->row[CPF_MIDDLE], room[CPF_MIDDLE], live, front);
    if (front == CPF_INVALID || middle == CPF_INVALID || back == CPF_INVALID || !cpf_is_legal(rules, front, middle, back))
        return 0;
    return cpf_room_in_all(board->room) > CPF_EXACT_ROOM || can_complete_legally(&o, board, live, UINT64_MAX);
}
