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

/* ---- partitions ---- */

int cpf_partition(int fours, int threes, int twos) {
    int index = 0;
    for (int four = 0; four <= 3; four++)
        for (int three = 0; 4 * four + 3 * three <= 13; three++)
            for (int two = 0; 4 * four + 3 * three + 2 * two <= 13; two++, index++)
                if (four == fours && three == threes && two == twos) return index;
    return -1;
}

/* Fill the partitions of suits: by the numbers of suits with at least one card, at least two, and so on. */
static void build_suits(cpf_pattern_tables *tables) {
    for (unsigned suits = 0; suits < CPF_SUIT_COUNTS; suits++) {
        const int clubs = suits & 15, diamonds = suits >> 4 & 15, hearts = suits >> 8,
                  n[4] = {clubs, diamonds, hearts, 13 - clubs - diamonds - hearts};
        int parts[5] = {0, 0, 0, 0, 0};
        if (n[3] < 0) continue;
        for (int least = 1; least <= 13; least++)
            parts[(n[0] >= least) + (n[1] >= least) + (n[2] >= least) + (n[3] >= least)]++;
        tables->suit_partition[suits] = (uint8_t)cpf_partition(parts[4], parts[3], parts[2]);
    }
    for (int back = 0; back < 4; back++)
        for (int middle = 0; middle < 4; middle++)
            for (int front = 0; front < 4; front++) {
                unsigned suits = 0;
                suits += back < 3 ? 5u << 4 * back : 0;
                suits += middle < 3 ? 5u << 4 * middle : 0;
                suits += front < 3 ? 3u << 4 * front : 0;
                tables->suited_rows |= UINT64_C(1) << tables->suit_partition[suits];
            }
}

/* ---- tables of all patterns ---- */

static void put_bit(uint8_t *bits, unsigned i) { bits[i >> 3] |= (uint8_t)(1u << (i & 7)); }

static void add_straights(cpf_pattern_tables *tables, uint64_t counts) {
    unsigned odd = 0, ranks = 0;
    for (int rank = 0; rank < 13; rank++) {
        odd |= (unsigned)(counts >> 4 * rank & 1) << rank;
        ranks |= (unsigned)((counts >> 4 * rank & 15) != 0) << rank;
    }
    put_bit(tables->straight_odd_ranks, odd);
    put_bit(tables->straight_ranks, ranks);
    put_bit(tables->may_be, hash_of(counts));
    tables->straights[slot_of(tables, counts)] = counts;
}

int cpf_pattern_tables_build(cpf_pattern_tables *tables) {
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
                different += !tables->straights[slot_of(tables, counts)];
                add_straights(tables, counts);
            }
    build_suits(tables);
    return different == CPF_THREE_STRAIGHT_COUNTS;
}

/* ---- sets of patterns ---- */

enum { ALL_RANKS = CPF_RANK_MASKS - 1, ALL_NUMBERS = (1 << 14) - 1 };
#define ALL_PARTITIONS ((UINT64_C(1) << CPF_PARTITIONS) - 1)
#define RED UINT64_C(0x00001fff1fff0000) /* diamonds and hearts */

/* Return the number of cards in the `n` most frequent ranks of a partition. */
static int most_of_ranks(int n, int fours, int threes, int twos) {
    const int four = fours < n ? fours : n, three = threes < n - four ? threes : n - four;
    const int two = twos < n - four - three ? twos : n - four - three;
    const int ones = 13 - 4 * fours - 3 * threes - 2 * twos, rest = n - four - three - two;
    return 4 * four + 3 * three + 2 * two + (ones < rest ? ones : rest);
}

/* Fill the tables of a set by numbers of cards of a rank; write the possible numbers of ranks, and of odd ranks, as bits. */
static void add_counts(cpf_pattern_set *set, uint32_t bit, const cpf_pattern *p, int most_others, uint32_t *ranks,
                       uint32_t *odd_ranks) {
    const int size = cpf_count_bits(p->ranks);
    *ranks = *odd_ranks = 0;
    for (int fours = 0; fours <= 3; fours++)
        for (int threes = 0; 4 * fours + 3 * threes <= 13; threes++)
            for (int twos = 0; 4 * fours + 3 * threes + 2 * twos <= 13; twos++) {
                const int ones = 13 - 4 * fours - 3 * threes - 2 * twos;
                if (!(p->counts >> cpf_partition(fours, threes, twos) & 1)) continue;
                if (most_of_ranks(size, fours, threes, twos) < 13 - most_others) continue;
                set->by_counts[twos + 7 * threes + 35 * fours] |= bit;
                *ranks |= 1u << (ones + twos + threes + fours);
                *odd_ranks |= 1u << (ones + threes);
            }
}

/* Let sets of ranks through a filter. `numbers`: the numbers of ranks in such a set, as bits. At most `most_others` of these
 * ranks are not in `allowed`. */
static void let_ranks_through(uint8_t *filter, uint32_t numbers, uint32_t allowed, int most_others) {
    enum { HIGH_RANKS = 10 };                             /* the lowest three ranks are the bits of a byte */
    uint8_t byte[HIGH_RANKS + 1][HIGH_RANKS + 1] = {{0}}; /* by the number of high ranks, and of those not allowed */
    for (int n = 0; n <= HIGH_RANKS; n++)
        for (int others = 0; others <= n && others <= most_others; others++)
            for (uint32_t low = 0; low < 8; low++)
                if (numbers >> (n + cpf_count_bits(low)) & 1 && others + cpf_count_bits(low & ~allowed) <= most_others)
                    byte[n][others] |= (uint8_t)(1u << low);
    for (uint32_t high = 0; high < 1u << HIGH_RANKS; high++)
        filter[high] |= byte[cpf_count_bits(high)][cpf_count_bits(high & ~(allowed >> 3))];
}

/* Let those numbers of clubs, diamonds and hearts through a filter that a pattern allows. */
static void let_suits_through(const cpf_pattern_tables *tables, uint8_t *filter, const cpf_pattern *p,
                              uint32_t allowed_red) {
    for (unsigned clubs = 0; clubs <= 13; clubs++)
        for (unsigned diamonds = 0; clubs + diamonds <= 13; diamonds++)
            for (unsigned hearts = 0; clubs + diamonds + hearts <= 13; hearts++) {
                const unsigned suits = clubs | diamonds << 4 | hearts << 8;
                if (p->suits >> tables->suit_partition[suits] & 1 && allowed_red >> (diamonds + hearts) & 1)
                    put_bit(filter, suits);
            }
}

void cpf_add_pattern(const cpf_pattern_tables *tables, cpf_pattern_set *set, int number, const cpf_pattern *pattern) {
    CPF_ASSERT(number >= 0 && number < CPF_MOST_PATTERNS && !(set->patterns >> number & 1));
    const uint32_t bit = 1u << number;
    cpf_pattern *p = &set->pattern[number];
    *p = *pattern;
    const int left_out = cpf_count_bits(p->left_out), others = p->others ? cpf_highest_bit(p->others) : 0;
    const int most_others = others + left_out < 13 ? others + left_out : 13;
    const uint32_t allowed_ranks = p->ranks & ALL_RANKS, allowed_red = left_out ? ALL_NUMBERS : p->red & ALL_NUMBERS;
    const int has_others = (p->others & ALL_NUMBERS) != 1 || left_out; /* the number of other cards must be checked */
    if (p->rows & CPF_SUITED_ROWS) p->suits &= tables->suited_rows;
    set->patterns |= bit;
    if (p->rows) set->shown |= bit;
    if (p->rows & CPF_STRAIGHT_ROWS) set->straight_rows |= bit;
    if (p->rows == (CPF_STRAIGHT_ROWS | CPF_SUITED_ROWS) || has_others || p->required || p->excluded) set->is_checked |= bit;

    uint32_t numbers, odd_numbers;
    add_counts(set, bit, p, most_others, &numbers, &odd_numbers);
    for (int i = 0; i < CPF_PARTITIONS; i++)
        if (p->suits >> i & 1) set->by_suits[i] |= bit;
    for (int i = 0; i <= 13; i++)
        if (allowed_red >> i & 1) set->by_red[i] |= bit;
    for (uint32_t half = 0; half < 1u << 7; half++)
        for (int high = 0; high < 2; high++)
            if (has_others || !(half << 7 * high & ~allowed_ranks)) set->by_ranks[high][half] |= bit;

    /* The filter. A pattern is in that part of it which fewest hands pass. */
    if (p->rows & CPF_STRAIGHT_ROWS && !(p->rows & CPF_SUITED_ROWS)) {
        for (int i = 0; i < CPF_RANK_MASKS / 8; i++) {
            set->odd_ranks[i] |= tables->straight_odd_ranks[i];
            set->ranks[i] |= tables->straight_ranks[i];
        }
    } else if ((p->suits & ALL_PARTITIONS) != ALL_PARTITIONS || allowed_red != ALL_NUMBERS) {
        let_suits_through(tables, set->suit_counts, p, allowed_red);
    } else if (allowed_ranks != ALL_RANKS || cpf_highest_bit(numbers | 1) <= 5) {
        let_ranks_through(set->few_ranks, numbers, allowed_ranks, most_others);
    } else {
        let_ranks_through(set->ranks, numbers, ALL_RANKS, 0);
        let_ranks_through(set->odd_ranks, odd_numbers, ALL_RANKS, 0);
    }
}

/* ---- detection ---- */

static int count_nibbles(uint64_t ones) { /* all nibbles are 0 or 1 */ return (int)((ones * ONES >> 48) & 15); }

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

/* Whether 13 cards meet those conditions of a pattern that are in no table. */
static int holds(const cpf_pattern *p, uint64_t mask) {
    const uint64_t ranks = p->ranks, considered = mask & ~p->left_out;
    const int others = cpf_count_bits(considered & ~(ranks | ranks << 16 | ranks << 32 | ranks << 48));
    return !(p->required & ~mask) && !(p->excluded & mask) && p->others >> others & 1 &&
           p->red >> cpf_count_bits(considered & RED) & 1 &&
           (p->rows != (CPF_STRAIGHT_ROWS | CPF_SUITED_ROWS) || is_three_straight_flushes(mask));
}

uint32_t cpf_patterns(const cpf_pattern_tables *tables, const cpf_pattern_set *set, uint64_t mask, uint64_t key_sum,
                      uint32_t requested) {
    const uint64_t counts = key_sum & ((UINT64_C(1) << RANK_BITS) - 1);
    const unsigned suits = (unsigned)(key_sum >> RANK_BITS), red = (suits >> 4 & 15) + (suits >> 8 & 15);
    const uint64_t odd = counts & ONES, two = counts >> 1 & ONES, four = counts >> 2 & ONES;
    const uint32_t ranks = cpf_ranks_of_hand(mask);
    const int kinds = count_nibbles(two & ~odd) + 7 * count_nibbles(two & odd) + 35 * count_nibbles(four);
    CPF_ASSERT(kinds < 7 * 5 * 4 && suits < CPF_SUIT_COUNTS && red < 14);
    uint32_t patterns = requested & set->by_counts[kinds] & set->by_suits[tables->suit_partition[suits]] & set->by_red[red] &
                        set->by_ranks[0][ranks & 127] & set->by_ranks[1][ranks >> 7];
    if (patterns & set->straight_rows && CPF_LIKELY(!is_three_straights(tables, counts))) patterns &= ~set->straight_rows;
    for (uint32_t rest = patterns & set->is_checked; rest; rest &= rest - 1)
        if (!holds(&set->pattern[cpf_lowest_bit(rest)], mask)) patterns &= ~(rest & (~rest + 1));
    return patterns;
}

/* ---- comparison of naturals of the same pattern: rare, so the code is short rather than fast ---- */

static uint64_t pairs_order(uint64_t counts) {
    uint64_t order = 0;
    for (int rank = 12; rank >= 0; rank--) order = 3 * order + (counts >> 4 * rank & 15) / 2; /* quads are two pairs */
    return order;
}

static uint64_t ranks_order(uint64_t counts) {
    uint64_t numbers = 0, order = 0;
    for (uint64_t number = 4; number > 0; number--) {
        uint64_t ranks = 0;
        for (uint64_t rank = 13; rank-- > 0;) {
            if ((counts >> 4 * rank & 15) != number) continue;
            order = 13 * order + rank;
            ranks++;
        }
        numbers = 14 * numbers + ranks;
    }
    return UINT64_C(1) << 63 | numbers << 49 | order; /* order < 13^13 < 2^49; the first bit since 0 means unknown */
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

/* Return the value of a row in comparisons of hands whose rows have a shape; 0 if the row does not have it. */
static uint64_t row_value(const cpf_ranking *ranking, int kind, int shape, uint64_t row, int size) {
    if (shape & CPF_SUITED_ROWS && !in_one_suit(row)) return 0;
    if (shape & CPF_STRAIGHT_ROWS) return straight_place(kind, row, size);
    uint32_t strength = cpf_strength_mask(&ranking->keys, &ranking->scales[kind], row);
    return strength == CPF_INVALID ? 0 : strength + 1; /* invalid only if the hand is not 13 different cards */
}

static uint64_t order_of_values(uint64_t front, uint64_t middle, uint64_t back) { return back << 32 | middle << 16 | front; }

uint64_t cpf_order_of_rows(const cpf_ranking *ranking, int kind, int shape, const uint64_t rows[3]) {
    uint64_t front = row_value(ranking, kind, shape, rows[0], 3);
    uint64_t middle = row_value(ranking, kind, shape, rows[1], 5), back = row_value(ranking, kind, shape, rows[2], 5);
    return front && middle && back ? order_of_values(front, middle, back) : 0;
}

static uint64_t cards_of(const uint64_t *card, uint32_t subset) {
    uint64_t cards = 0;
    for (; subset; subset &= subset - 1) cards |= card[cpf_lowest_bit(subset)];
    return cards;
}

uint64_t cpf_natural_rows(const cpf_ranking *ranking, int kind, int shape, uint64_t cards, cpf_accept_rows accept,
                          const void *context, uint64_t rows[3]) {
    uint64_t card[13] = {0}, best = 0;
    int n = 0;
    for (uint64_t rest = cards; rest && n < 13; rest &= rest - 1) card[n++] = rest & (~rest + 1);
    for (uint32_t back = 0x1f; back < 1u << 13; back = cpf_next_subset(back)) {
        uint64_t candidate[3] = {0, 0, cards_of(card, back)}, other[8];
        const uint64_t back_value = row_value(ranking, kind, shape, candidate[2], 5);
        if (!back_value || back_value < best >> 32) continue;
        n = 0;
        for (uint32_t set = 0x1fff & ~back; set; set &= set - 1) other[n++] = card[cpf_lowest_bit(set)];
        for (uint32_t middle = 0x1f; middle < 1u << 8; middle = cpf_next_subset(middle)) {
            candidate[1] = cards_of(other, middle);
            const uint64_t middle_value = row_value(ranking, kind, shape, candidate[1], 5);
            if (!middle_value || order_of_values(UINT16_MAX, middle_value, back_value) <= best) continue;
            candidate[0] = cards_of(other, 0xff & ~middle);
            const uint64_t front_value = row_value(ranking, kind, shape, candidate[0], 3);
            const uint64_t order = order_of_values(front_value, middle_value, back_value);
            if (!front_value || order <= best || (accept && !accept(context, candidate))) continue;
            best = order;
            memcpy(rows, candidate, sizeof candidate);
        }
    }
    return best;
}

uint64_t cpf_natural_order(const cpf_ranking *ranking, int kind, const cpf_pattern *pattern, uint64_t key_sum,
                           uint64_t cards) {
    uint64_t rows[3];
    const uint64_t counts = key_sum & ((UINT64_C(1) << RANK_BITS) - 1);
    if (pattern->compared_by == CPF_COMPARED_BY_PAIRS) return pairs_order(counts);
    if (pattern->compared_by == CPF_COMPARED_BY_RANKS) return ranks_order(counts);
    return pattern->rows ? cpf_natural_rows(ranking, kind, pattern->rows, cards, NULL, NULL, rows) : 0;
}

/* ---- batches ---- */

typedef struct batch {
    const cpf_pattern_tables *tables;
    const cpf_pattern_set *set;
    const uint8_t *cards;
    const uint64_t *masks;
    uint32_t *out;
    int64_t first_bad;
    uint32_t requested;
} batch;

/* Read the mask and the key sum of a hand. Return 0 if the 13 bytes are not 13 different cards. */
static int read_hand(const cpf_pattern_tables *tables, const uint8_t *cards, uint64_t *mask, uint64_t *key_sum) {
    *key_sum = cpf_key_sum(tables, cards);
    *mask = cpf_mask_of_hand(tables, cards);
    return cpf_count_bits(*mask) == 13;
}

/* Read the key sum of the cards in a mask. Return 0 if the mask does not have 13 cards. */
static int read_mask(const cpf_pattern_tables *tables, uint64_t mask, uint64_t *key_sum) {
    uint64_t sum = 0;
    if (mask & CPF_MASK_GAPS) return 0;
    for (int i = 0; i < 13; i++, mask &= mask - 1) {
        if (!mask) return 0;
        sum += tables->key[cpf_card_of_bit(cpf_lowest_bit(mask))];
    }
    *key_sum = sum;
    return mask == 0;
}

static void naturals_of_range(void *context, int64_t begin, int64_t end) {
    batch *b = context;
    for (int64_t i = begin; i < end; i++) {
        uint64_t key_sum, mask = b->masks ? b->masks[i] : 0;
        if (CPF_UNLIKELY(!(b->masks ? read_mask(b->tables, mask, &key_sum)
                                    : read_hand(b->tables, b->cards + 13 * i, &mask, &key_sum)))) {
            cpf_atomic_min(&b->first_bad, i);
            return;
        }
        b->out[i] = cpf_patterns(b->tables, b->set, mask, key_sum, b->requested);
    }
}

enum { GRAIN = 1 << 12 };

int64_t cpf_naturals_many(const cpf_pattern_tables *tables, const cpf_pattern_set *set, const uint8_t *cards, int64_t n,
                          uint32_t requested, uint32_t *out, int threads) {
    batch b = {tables, set, cards, NULL, out, n, requested};
    cpf_parallel(threads, naturals_of_range, &b, n, GRAIN);
    return b.first_bad;
}

int64_t cpf_naturals_of_masks(const cpf_pattern_tables *tables, const cpf_pattern_set *set, const uint64_t *masks, int64_t n,
                              uint32_t requested, uint32_t *out, int threads) {
    batch b = {tables, set, NULL, masks, out, n, requested};
    cpf_parallel(threads, naturals_of_range, &b, n, GRAIN);
    return b.first_bad;
}
