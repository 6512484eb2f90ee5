/* Detection and comparison of naturals. */
#include "cpf_naturals.h"

#include <string.h>

#include "cpf_threads.h"

#define ONES UINT64_C(0x1111111111111) /* rank counts of 1 */
#define RANK_BITS 52

/* Return the ranks of a straight of `size` cards, each as a 1 in a field of `width` bits. `place` 0: the straight that
 * starts with the ace. `width` 4: rank counts; 1: a mask of the first suit. */
static uint64_t straight(int place, int size, int width) {
    uint64_t ranks = 0;
    for (int i = 0; i < size; i++) ranks |= UINT64_C(1) << width * ((place + i + 12) % 13);
    return ranks;
}

/* Return a 14-bit hash of rank counts: a slot in the table of straights, and one of the eight flags of the slot. */
static unsigned hash_of(uint64_t counts) { return (unsigned)(counts * UINT64_C(0x9e3779b97f4a7c15) >> 50); }

/* Return the slot of rank counts in the table of straights, or the empty slot where they belong. */
static unsigned slot_of(const cpf_pattern_tables *tables, uint64_t counts) {
    unsigned slot = hash_of(counts) >> 3;
    while (tables->straights[slot] && tables->straights[slot] != counts) slot = (slot + 1) & 2047;
    return slot;
}

static int is_three_straights(const cpf_pattern_tables *tables, uint64_t counts) {
    unsigned hash = hash_of(counts);
    if (CPF_LIKELY(!(tables->may_be[hash >> 3] >> (hash & 7) & 1))) return 0;
    return tables->straights[slot_of(tables, counts)] != 0;
}

static int is_three_flushes(const cpf_pattern_tables *tables, unsigned suits) {
    return tables->three_flushes[suits >> 3] >> (suits & 7) & 1;
}

static void put_bit(uint8_t *bits, unsigned i) { bits[i >> 3] |= (uint8_t)(1u << (i & 7)); }

/* Let hands with these rank counts through the filter. */
static void let_through(cpf_pattern_tables *tables, uint64_t counts) {
    unsigned odd = 0, ranks = 0;
    for (int rank = 0; rank < 13; rank++) {
        odd |= (unsigned)(counts >> 4 * rank & 1) << rank;
        ranks |= (unsigned)((counts >> 4 * rank & 15) != 0) << rank;
    }
    put_bit(tables->odd_ranks, odd);
    put_bit(tables->ranks, ranks);
}

/* Build the filter, except for three straights, which are let through when their table is built. */
static void build_filter(cpf_pattern_tables *tables) {
    const unsigned pictures = 7u << 9, below_8 = 0x3f;
    let_through(tables, ONES); /* a dragon; 13 cards of one suit are a dragon, too */
    for (int rank = 0; rank < 13; rank++)
        put_bit(tables->odd_ranks, 1u << rank); /* six pairs, five pairs and trips, three quads */
    for (unsigned ranks = 0; ranks < CPF_RANK_MASKS; ranks++) {
        const int n = cpf_count_bits(ranks);
        if (n <= 7) put_bit(tables->ranks, ranks);     /* these three have at most seven ranks */
        if (n <= 5) put_bit(tables->few_ranks, ranks); /* four trips, twelve pictures */
        if (!(ranks & pictures) || !(ranks & below_8)) put_bit(tables->few_ranks, ranks); /* no pictures, or no low ranks */
    }
    for (unsigned suits = 0; suits < 4096; suits++) {
        const unsigned red = (suits >> 4 & 15) + (suits >> 8 & 15);
        if (red <= 1 || red >= 12) put_bit(tables->suits, suits); /* 13 or 12 of one colour */
        if (is_three_flushes(tables, suits)) put_bit(tables->suits, suits);
    }
}

int cpf_naturals_build(cpf_pattern_tables *tables) {
    CPF_ASSERT(cpf_is_zero(tables, sizeof *tables));
    int different = 0;
    for (unsigned card = 0; card < CPF_CARDS; card++) {
        unsigned suit = card & 3;
        tables->bit[card] = cpf_card_bit(card);
        tables->key[card] = UINT64_C(1) << 4 * (card >> 2) | (suit < 3 ? UINT64_C(1) << (RANK_BITS + 4 * suit) : 0);
    }
    for (int back = 0; back < 10; back++)
        for (int middle = 0; middle <= back; middle++)
            for (int front = 0; front < 12; front++) {
                uint64_t counts = straight(back, 5, 4) + straight(middle, 5, 4) + straight(front, 3, 4);
                unsigned slot = slot_of(tables, counts);
                different += !tables->straights[slot];
                tables->straights[slot] = counts;
                tables->may_be[hash_of(counts) >> 3] |= (uint8_t)(1u << (hash_of(counts) & 7));
                let_through(tables, counts);
            }
    for (int back = 0; back < 4; back++)
        for (int middle = 0; middle < 4; middle++)
            for (int front = 0; front < 4; front++) {
                unsigned counts = 0;
                counts += back < 3 ? 5u << 4 * back : 0;
                counts += middle < 3 ? 5u << 4 * middle : 0;
                counts += front < 3 ? 3u << 4 * front : 0;
                put_bit(tables->three_flushes, counts);
            }
    build_filter(tables);
    return different == CPF_THREE_STRAIGHT_COUNTS;
}

static int count_nibbles(uint64_t ones) { /* all nibbles are 0 or 1 */ return (int)((ones * ONES >> 48) & 15); }

static int is_single_bit(uint64_t bits) { return bits != 0 && !(bits & (bits - 1)); }

static int is_three_straight_flushes(uint64_t cards) {
    for (int back = 0; back < 40; back++) {
        uint64_t first = straight(back >> 2, 5, 1) << 16 * (back & 3);
        if (first & ~cards) continue;
        for (int middle = 0; middle < 40; middle++) {
            uint64_t second = straight(middle >> 2, 5, 1) << 16 * (middle & 3);
            if (second & ~(cards & ~first)) continue;
            uint64_t rest = cards & ~first & ~second;
            for (int front = 0; front < 48; front++)
                if (rest == straight(front >> 2, 3, 1) << 16 * (front & 3)) return 1;
        }
    }
    return 0;
}

uint32_t cpf_patterns(const cpf_pattern_tables *tables, uint64_t key_sum, const uint8_t *cards, uint32_t requested) {
    uint64_t counts = key_sum & ((UINT64_C(1) << RANK_BITS) - 1);
    unsigned suits = (unsigned)(key_sum >> RANK_BITS);
    unsigned clubs = suits & 15, diamonds = suits >> 4 & 15, hearts = suits >> 8 & 15, red = diamonds + hearts;
    uint64_t odd = counts & ONES, two = counts >> 1 & ONES, four = counts >> 2 & ONES, trips = odd & two;
    uint32_t patterns = 0;
/* The branch on `requested` is the same for every hand, so it is predicted well. */
#define FIND(name, condition) \
    if (requested >> CPF_##name & 1) patterns |= (uint32_t)((condition) != 0) << CPF_##name;
    CPF_PATTERN_LIST(FIND)
#undef FIND
    return patterns;
}

/* ---- comparison of naturals of the same pattern: rare, so the code is short rather than fast ---- */

static uint64_t pairs_order(uint64_t counts) {
    uint64_t order = 0;
    for (int rank = 12; rank >= 0; rank--) order = 3 * order + (counts >> 4 * rank & 15) / 2; /* quads are two pairs */
    return order;
}

/* Return the place of a row in the order of straights, from 1 on; 0 if its ranks are not consecutive. Suits are ignored. */
static unsigned straight_place(int kind, uint64_t row, int size) {
    const int places = 15 - size; /* the lowest starts with the ace, the highest ends with it */
    for (int place = 0; place < places; place++)
        if (cpf_rank_mask(row) == (uint32_t)straight(place, size, 1)) {
            if (kind != CPF_WHEEL_SECOND || place == places - 1) return (unsigned)place + 1;
            return place == 0 ? (unsigned)places - 1 : (unsigned)place;
        }
    return 0;
}

static int in_one_suit(uint64_t cards) {
    for (int suit = 0; suit < 4; suit++)
        if (!(cards & ~(UINT64_C(0x1fff) << 16 * suit))) return 1;
    return 0;
}

/* Return the value of a row in comparisons of hands of a pattern; 0 if the row does not fit the pattern. */
static uint64_t row_value(const cpf_ranking *ranking, int kind, int pattern, uint64_t row, int size) {
    if (pattern != CPF_THREE_STRAIGHTS && !in_one_suit(row)) return 0;
    if (pattern != CPF_THREE_FLUSHES) return straight_place(kind, row, size);
    uint32_t strength = cpf_strength_mask(&ranking->keys, &ranking->scales[kind], row);
    return strength == CPF_INVALID ? 0 : strength + 1; /* invalid only if the hand is not 13 different cards */
}

static uint64_t order_of_values(uint64_t front, uint64_t middle, uint64_t back) { return back << 32 | middle << 16 | front; }

uint64_t cpf_order_of_rows(const cpf_ranking *ranking, int kind, int pattern, const uint64_t rows[3]) {
    uint64_t front = row_value(ranking, kind, pattern, rows[0], 3);
    uint64_t middle = row_value(ranking, kind, pattern, rows[1], 5), back = row_value(ranking, kind, pattern, rows[2], 5);
    return front && middle && back ? order_of_values(front, middle, back) : 0;
}

static uint64_t cards_of(const uint64_t *card, uint32_t subset) {
    uint64_t cards = 0;
    for (; subset; subset &= subset - 1) cards |= card[cpf_lowest_bit(subset)];
    return cards;
}

uint64_t cpf_natural_rows(const cpf_ranking *ranking, int kind, int pattern, uint64_t cards, cpf_accept_rows accept,
                          const void *context, uint64_t rows[3]) {
    uint64_t card[13] = {0}, best = 0;
    int n = 0;
    for (uint64_t rest = cards; rest && n < 13; rest &= rest - 1) card[n++] = rest & (~rest + 1);
    for (uint32_t back = 0x1f; back < 1u << 13; back = cpf_next_subset(back)) {
        uint64_t candidate[3] = {0, 0, cards_of(card, back)}, other[8];
        const uint64_t back_value = row_value(ranking, kind, pattern, candidate[2], 5);
        if (!back_value || back_value < best >> 32) continue;
        n = 0;
        for (uint32_t set = 0x1fff & ~back; set; set &= set - 1) other[n++] = card[cpf_lowest_bit(set)];
        for (uint32_t middle = 0x1f; middle < 1u << 8; middle = cpf_next_subset(middle)) {
            candidate[1] = cards_of(other, middle);
            const uint64_t middle_value = row_value(ranking, kind, pattern, candidate[1], 5);
            if (!middle_value || order_of_values(UINT16_MAX, middle_value, back_value) <= best) continue;
            candidate[0] = cards_of(other, 0xff & ~middle);
            const uint64_t front_value = row_value(ranking, kind, pattern, candidate[0], 3);
            const uint64_t order = order_of_values(front_value, middle_value, back_value);
            if (!front_value || order <= best || (accept && !accept(context, candidate))) continue;
            best = order;
            memcpy(rows, candidate, sizeof candidate);
        }
    }
    return best;
}

uint64_t cpf_natural_order(const cpf_ranking *ranking, int kind, int pattern, uint64_t key_sum, uint64_t cards) {
    uint64_t rows[3];
    switch (pattern) {
    case CPF_SIX_PAIRS:
    case CPF_SIX_PAIRS_LOOSE: return pairs_order(key_sum & ((UINT64_C(1) << RANK_BITS) - 1));
    case CPF_THREE_STRAIGHTS:
    case CPF_THREE_FLUSHES:
    case CPF_THREE_STRAIGHT_FLUSHES: return cpf_natural_rows(ranking, kind, pattern, cards, NULL, NULL, rows);
    default: return 0;
    }
}

/* ---- batches ---- */

typedef struct batch {
    const cpf_pattern_tables *tables;
    const uint8_t *cards;
    const uint64_t *masks;
    uint32_t *out;
    int64_t first_bad;
    uint32_t requested;
} batch;

/* Compute the key sum of a hand. Return 0 if the 13 bytes are not 13 different cards. */
static int read_hand(const cpf_pattern_tables *tables, const uint8_t *cards, uint64_t *key_sum) {
    *key_sum = cpf_key_sum(tables, cards);
    return cpf_count_bits(cpf_mask_of_hand(tables, cards)) == 13;
}

/* Read the cards of a mask and their key sum. Return 0 if the mask does not have 13 cards. */
static int read_mask(const cpf_pattern_tables *tables, uint64_t mask, uint8_t *cards, uint64_t *key_sum) {
    uint64_t sum = 0;
    if (mask & CPF_MASK_GAPS) return 0;
    for (int i = 0; i < 13; i++, mask &= mask - 1) {
        if (!mask) return 0;
        cards[i] = cpf_card_of_bit(cpf_lowest_bit(mask));
        sum += tables->key[cards[i]];
    }
    *key_sum = sum;
    return mask == 0;
}

static void naturals_of_range(void *context, int64_t begin, int64_t end) {
    batch *b = context;
    for (int64_t i = begin; i < end; i++) {
        uint8_t mask_cards[13];
        uint64_t key_sum;
        const uint8_t *cards = b->masks ? mask_cards : b->cards + 13 * i;
        if (CPF_UNLIKELY(!(b->masks ? read_mask(b->tables, b->masks[i], mask_cards, &key_sum)
                                    : read_hand(b->tables, cards, &key_sum)))) {
            cpf_atomic_min(&b->first_bad, i);
            return;
        }
        b->out[i] = cpf_patterns(b->tables, key_sum, cards, b->requested);
    }
}

enum { GRAIN = 1 << 12 };

int64_t cpf_naturals_many(const cpf_pattern_tables *tables, const uint8_t *cards, int64_t n, uint32_t requested,
                          uint32_t *out, int threads) {
    batch b = {tables, cards, NULL, out, n, requested};
    cpf_parallel(threads, naturals_of_range, &b, n, GRAIN);
    return b.first_bad;
}

int64_t cpf_naturals_of_masks(const cpf_pattern_tables *tables, const uint64_t *masks, int64_t n, uint32_t requested,
                              uint32_t *out, int threads) {
    batch b = {tables, NULL, masks, out, n, requested};
    cpf_parallel(threads, naturals_of_range, &b, n, GRAIN);
    return b.first_bad;
}
