/* Features of rows. */
#include "cpf_features.h"

void cpf_windows_build(cpf_windows *windows) {
    for (int w = 0; w < CPF_WINDOWS; w++) {
        windows->ranks[w] = 0;
        for (int i = 0; i < 5; i++) windows->ranks[w] |= (uint16_t)(1 << (w + i + CPF_RANKS - 1) % CPF_RANKS);
    }
    for (int ranks = 0; ranks < 8192; ranks++) {
        windows->of[ranks] = 0;
        for (int w = 0; w < CPF_WINDOWS; w++)
            if (!(ranks & ~windows->ranks[w])) windows->of[ranks] |= (uint16_t)(1 << w);
    }
}

static inline int is_suited(const cpf_rank_counts *r, uint64_t cards) {
    return (cards >> (cpf_lowest_bit(cards) & 48) & 0x1fff) == r->once && !r->twice;
}

/* Return the category of the cards of a row, and write its main rank. */
static inline int category_of(const cpf_rank_counts *r, int *rank) {
    const uint32_t main_ranks = r->all ? r->all : r->thrice ? r->thrice : r->twice ? r->twice : r->once;
    const int has_second = (r->twice & (r->twice - 1)) != 0;
    *rank = main_ranks ? cpf_highest_bit(main_ranks) : 0;
    if (r->all) return CPF_FOUR_OF_A_KIND;
    if (r->thrice) return has_second ? CPF_FULL_HOUSE : CPF_THREE_OF_A_KIND;
    return !r->twice ? CPF_HIGH_CARD : has_second ? CPF_TWO_PAIR : CPF_PAIR;
}

/* Return the number of ways in which live cards complete a straight. */
static inline int ways_to_straight(const cpf_windows *windows, const cpf_live *live, uint32_t have) {
    int ways = 0;
    for (uint32_t rest = windows->of[have]; rest; rest &= rest - 1) {
        int product = 1;
        for (uint32_t need = windows->ranks[cpf_lowest_bit(rest)] & ~have; need; need &= need - 1)
            product *= live->of_rank[cpf_lowest_bit(need)];
        ways += product;
    }
    return ways;
}

int cpf_row_features(const cpf_windows *windows, const cpf_live *live, int row, uint64_t cards, int room, uint16_t *list,
                     int *level) {
    const int held = cpf_row_size[row] - room;
    const cpf_rank_counts r = cpf_count_ranks(cards);
    int n = 0, rank, category = category_of(&r, &rank), kind;
    list[n++] = (uint16_t)(CPF_ROOM + row * CPF_ROOMS_A_ROW + room);
    for (uint32_t rest = r.once; rest; rest &= rest - 1) {
        const int i = cpf_lowest_bit(rest), count = (int)((r.twice >> i & 1) + (r.thrice >> i & 1) + (r.all >> i & 1));
        list[n++] = (uint16_t)(CPF_COUNTS + row * CPF_COUNTS_A_ROW + 4 * i + count);
    }
    const int may_flush = row != CPF_FRONT && held && is_suited(&r, cards);
    if (!room && row != CPF_FRONT && !r.twice) {
        const int is_straight = windows->of[r.once] != 0;
        if (is_straight) rank = windows->of[r.once] & 1 ? 3 : rank;
        category = is_straight ? may_flush ? CPF_STRAIGHT_FLUSH : CPF_STRAIGHT : may_flush ? CPF_FLUSH : CPF_HIGH_CARD;
    }
    if (category == CPF_HIGH_CARD) {
        const int reach = cpf_count_bits(windows->of[r.once]);
        kind = held ? cpf_unpaired_kind(rank, reach < CPF_REACHES ? reach : CPF_REACHES - 1) : 0;
    } else
        kind = cpf_made_kind(category, rank);
    list[n++] = (uint16_t)(CPF_KINDS_OF + row * CPF_ROW_KINDS + kind);
    *level = held ? cpf_row_level(category, rank) : 0;
    if (!room || !held) return n;
    if (may_flush) {
        const int suited = live->of_suit[cpf_lowest_bit(cards) >> 4];
        list[n++] = (uint16_t)(CPF_SUITED + row * CPF_SUITED_A_ROW + 11 * (held - 1) + (suited < 10 ? suited : 10));
    } else if (row != CPF_FRONT)
        list[n++] = (uint16_t)(CPF_NO_FLUSH + row);
    if (row != CPF_FRONT && !r.twice && room <= 2 && windows->of[r.once]) {
        const int ways = ways_to_straight(windows, live, r.once);
        const int by_two = ways ? cpf_highest_bit((uint64_t)ways) + 1 : 0;
        const int by = room == 1 ? ways < 8 ? ways : 8 : 9 + (by_two < 6 ? by_two : 6);
        list[n++] = (uint16_t)(CPF_STRAIGHT_BY + row * CPF_STRAIGHT_A_ROW + by);
    }
    int pairing = 0;
    for (uint32_t rest = r.once & ~r.twice; rest; rest &= rest - 1) pairing += live->of_rank[cpf_lowest_bit(rest)];
    list[n++] = (uint16_t)(CPF_PAIRING + row * CPF_PAIRING_A_ROW + (pairing < 15 ? pairing : 15));
    if (!r.twice) return n;
    const int first = CPF_IMPROVING + row * CPF_IMPROVING_A_ROW, highest = cpf_highest_bit(r.thrice ? r.thrice : r.twice);
    const uint32_t lower = r.twice & ~(1u << highest);
    list[n++] = (uint16_t)(first + 2 * live->of_rank[highest] + (r.thrice != 0));
    if (lower) list[n++] = (uint16_t)(first + 10 + live->of_rank[cpf_highest_bit(lower)]);
    return n;
}
