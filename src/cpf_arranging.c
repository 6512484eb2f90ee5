/* Ranking all rows of a hand once, and searching its splits. */
#include "cpf_arranging.h"

/* The five-card subsets of eight cards. */
static const uint8_t five_of_eight[CPF_MIDDLES] = {
    0x1f, 0x2f, 0x37, 0x3b, 0x3d, 0x3e, 0x4f, 0x57, 0x5b, 0x5d, 0x5e, 0x67, 0x6b, 0x6d, 0x6e, 0x73, 0x75, 0x76, 0x79,
    0x7a, 0x7c, 0x8f, 0x97, 0x9b, 0x9d, 0x9e, 0xa7, 0xab, 0xad, 0xae, 0xb3, 0xb5, 0xb6, 0xb9, 0xba, 0xbc, 0xc7, 0xcb,
    0xcd, 0xce, 0xd3, 0xd5, 0xd6, 0xd9, 0xda, 0xdc, 0xe3, 0xe5, 0xe6, 0xe9, 0xea, 0xec, 0xf1, 0xf2, 0xf4, 0xf8};

/* The eight cards that a back leaves, for spreading subsets of eight over the bits of the hand. */
typedef struct rest {
    unsigned all;
    uint16_t low[16], high[16];
} rest;

static void set_rest(rest *r, unsigned back) {
    unsigned bit[8], left = r->all = (CPF_SUBSETS - 1) & ~back;
    for (int i = 0; i < 8; i++, left &= left - 1) bit[i] = left & (~left + 1);
    r->low[0] = r->high[0] = 0;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 1u << i; j++) {
            r->low[1u << i | j] = (uint16_t)(r->low[j] | bit[i]);
            r->high[1u << i | j] = (uint16_t)(r->high[j] | bit[4 + i]);
        }
}

static inline unsigned spread(const rest *r, unsigned subset) { return r->low[subset & 15] | (unsigned)r->high[subset >> 4]; }

/* Sorts the backs by strength, strongest first, in two passes of a counting sort. */
static void sort_backs(cpf_hand *hand) {
    uint16_t other[CPF_FIVES], *from = hand->backs, *to = other;
    for (int shift = 0; shift < 16; shift += 8) {
        int start[257] = {0};
        for (int i = 0; i < CPF_FIVES; i++) start[256 - (hand->back_strength[from[i]] >> shift & 255)]++;
        for (int i = 0; i < 256; i++) start[i + 1] += start[i];
        for (int i = 0; i < CPF_FIVES; i++) to[start[255 - (hand->back_strength[from[i]] >> shift & 255)]++] = from[i];
        uint16_t *swap = from;
        from = to;
        to = swap;
    }
}

void cpf_hand_read(const cpf_ranking *ranking, const cpf_rules *rules, uint64_t cards, cpf_hand *hand) {
    const cpf_keys *keys = &ranking->keys;
    const cpf_scale *scale = &ranking->scales[rules->wheel];
    const cpf_scale *middle = rules->lowball_middle ? &ranking->scales[CPF_LOWBALL] : scale;
    unsigned card[CPF_HAND];
    int n = 0, fives = 0;
    hand->rules = rules;
    hand->doubled = 0;
    for (unsigned c = 0; c < CPF_CARDS && n < CPF_HAND; c++) { /* ascending cards */
        if (!(cards & cpf_card_bit(c))) continue;
        hand->cards[n] = cpf_card_bit(c);
        if (rules->deuce_of_spades && c == CPF_DEUCE_OF_SPADES) hand->doubled = 1u << n;
        card[n++] = c;
    }
    for (unsigned a = 0; a < CPF_HAND; a++)
        for (unsigned b = a + 1; b < CPF_HAND; b++)
            for (unsigned c = b + 1; c < CPF_HAND; c++) {
                unsigned three = 1u << a | 1u << b | 1u << c;
                hand->strength[three] = (uint16_t)cpf_strength3(keys, scale, card[a], card[b], card[c]);
                for (unsigned d = c + 1; d < CPF_HAND; d++)
                    for (unsigned e = d + 1; e < CPF_HAND; e++) {
                        unsigned five = three | 1u << d | 1u << e;
                        uint32_t s = cpf_strength5(keys, scale, card[a], card[b], card[c], card[d], card[e]);
                        hand->back_strength[five] = hand->strength[five] = (uint16_t)s;
                        if (middle != scale)
                            hand->strength[five] =
                                (uint16_t)cpf_strength5(keys, middle, card[a], card[b], card[c], card[d], card[e]);
                        hand->backs[fives++] = (uint16_t)five;
                    }
            }
    sort_backs(hand);
}

uint64_t cpf_hand_cards(const cpf_hand *hand, unsigned subset) {
    uint64_t cards = 0;
    for (int i = 0; i < CPF_HAND; i++)
        if (subset >> i & 1) cards |= hand->cards[i];
    return cards;
}

static inline int is_legal(const cpf_hand *hand, unsigned front, unsigned middle, unsigned back_strength) {
    return cpf_is_legal(hand->rules, hand->strength[front], hand->strength[middle], back_strength);
}

int cpf_hand_splits(const cpf_hand *hand, unsigned back, int legal, cpf_split splits[CPF_MIDDLES]) {
    rest r;
    int n = 0;
    set_rest(&r, back);
    for (int i = 0; i < CPF_MIDDLES; i++) {
        unsigned middle = spread(&r, five_of_eight[i]), front = r.all ^ middle;
        if (legal && !is_legal(hand, front, middle, hand->back_strength[back])) continue;
        int at = n++; /* insertion sort */
        for (; at > 0 && hand->strength[splits[at - 1].middle] < hand->strength[middle]; at--) splits[at] = splits[at - 1];
        splits[at].front = (uint16_t)front;
        splits[at].middle = (uint16_t)middle;
        splits[at].back = (uint16_t)back;
    }
    return n;
}

int cpf_hand_count(const cpf_hand *hand) {
    int count = 0;
    rest r;
    for (int b = 0; b < CPF_FIVES; b++) {
        unsigned back = hand->backs[b];
        set_rest(&r, back);
        for (int i = 0; i < CPF_MIDDLES; i++) {
            unsigned middle = spread(&r, five_of_eight[i]);
            count += is_legal(hand, r.all ^ middle, middle, hand->back_strength[back]);
        }
    }
    return count;
}

/* What a subset is worth as a row. */
static inline int value_of(const cpf_hand *hand, int row, unsigned subset, unsigned strength) {
    return hand->rules->royalties[row][strength] << ((subset & hand->doubled) != 0);
}

/* Rows that pay, most first; with more than MOST_PAYING of them only the best payment is kept, since looking through the
 * list would take longer than trying the splits. */
enum { MOST_PAYING = 64 };

typedef struct paying {
    int n, best;
    uint16_t subset[MOST_PAYING], value[MOST_PAYING];
} paying;

static void add_paying(paying *list, unsigned subset, int value) {
    if (value <= 0) return;
    list->best = value > list->best ? value : list->best;
    if (list->n >= MOST_PAYING) {
        list->n = MOST_PAYING + 1;
        return;
    }
    int at = list->n++;
    for (; at > 0 && list->value[at - 1] < value; at--) {
        list->subset[at] = list->subset[at - 1];
        list->value[at] = list->value[at - 1];
    }
    list->subset[at] = (uint16_t)subset;
    list->value[at] = (uint16_t)value;
}

/* A bound of what a row can pay beside a given back. */
static int most_beside(const paying *list, unsigned back) {
    if (list->n > MOST_PAYING) return list->best;
    for (int i = 0; i < list->n; i++)
        if (!(list->subset[i] & back)) return list->value[i];
    return 0;
}

static void find_paying(const cpf_hand *hand, paying *fronts, paying *middles) {
    fronts->n = fronts->best = middles->n = middles->best = 0;
    for (unsigned i = 0; i < CPF_HAND; i++)
        for (unsigned j = i + 1; j < CPF_HAND; j++)
            for (unsigned k = j + 1; k < CPF_HAND; k++) {
                unsigned front = 1u << i | 1u << j | 1u << k;
                add_paying(fronts, front, value_of(hand, CPF_FRONT, front, hand->strength[front]));
            }
    for (int b = 0; b < CPF_FIVES; b++)
        add_paying(middles, hand->backs[b], value_of(hand, CPF_MIDDLE, hand->backs[b], hand->strength[hand->backs[b]]));
}

cpf_split cpf_hand_best_royalties(const cpf_hand *hand) {
    cpf_split best = {0, 0, 0};
    int best_value = -1;
    unsigned best_strength = 0, best_middle = 0, best_front = 0;
    paying fronts, middles;
    rest r;
    find_paying(hand, &fronts, &middles);
    for (int b = 0; b < CPF_FIVES; b++) {
        unsigned back = hand->backs[b], strength = hand->back_strength[back];
        int own = value_of(hand, CPF_BACK, back, strength);
        /* Backs come strongest first: with the same value only an equally strong one can still win. */
        int enough = best_value + (strength < best_strength);
        if (own + fronts.best + middles.best < enough) continue;
        if (own + most_beside(&fronts, back) + most_beside(&middles, back) < enough) continue;
        set_rest(&r, back);
        for (int i = 0; i < CPF_MIDDLES; i++) {
            unsigned middle = spread(&r, five_of_eight[i]), front = r.all ^ middle;
            unsigned m = hand->strength[middle], f = hand->strength[front];
            int value = own + value_of(hand, CPF_MIDDLE, middle, m) + value_of(hand, CPF_FRONT, front, f);
            if (value < best_value || !is_legal(hand, front, middle, strength)) continue;
            if (value == best_value && (strength < best_strength || m < best_middle || (m == best_middle && f <= best_front)))
                continue;
            best_value = value;
            best_strength = strength;
            best_middle = m;
            best_front = f;
            best.front = (uint16_t)front;
            best.middle = (uint16_t)middle;
            best.back = (uint16_t)back;
        }
    }
    return best;
}
