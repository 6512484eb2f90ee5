/* The choice of five cards: the best straights, flushes and groups of equal ranks are compared by their strengths. */
#include "cpf_best_five.h"

#include "cpf_threads.h"

#define OF_RANK UINT64_C(0x0001000100010001) /* the twos */

/* Return the lowest `count` cards of a rank. */
static uint64_t lowest_of_rank(uint64_t mask, int rank, int count) {
    uint64_t chosen = 0;
    for (uint64_t rest = mask & OF_RANK << rank; count && rest; rest &= rest - 1, count--) chosen |= rest & (~rest + 1);
    return chosen;
}

/* Return the lowest card of each rank of a set. */
static uint64_t lowest_of_ranks(uint64_t mask, uint32_t ranks) {
    uint64_t chosen = 0;
    for (; ranks; ranks &= ranks - 1) chosen |= lowest_of_rank(mask, cpf_lowest_bit(ranks), 1);
    return chosen;
}

/* Return the best five cards, straights and flushes apart: four, three or two of a rank, a pair, and the highest others. */
static uint64_t best_of_ranks(uint64_t mask) {
    const cpf_rank_counts ranks = cpf_count_ranks(mask);
    const int size = ranks.all ? 4 : ranks.thrice ? 3 : ranks.twice ? 2 : 1;
    const uint32_t of_size[5] = {0, ranks.once, ranks.twice, ranks.thrice, ranks.all};
    int rank = cpf_highest_bit(of_size[size]), missing = 5 - size;
    uint64_t chosen = lowest_of_rank(mask, rank, size);
    uint32_t left = ranks.once & ~(1u << rank), pairs = ranks.twice & left;
    if ((size == 3 || size == 2) && pairs) {
        rank = cpf_highest_bit(pairs);
        chosen |= lowest_of_rank(mask, rank, 2);
        left &= ~(1u << rank);
        missing -= 2;
    }
    for (; left && missing > 0; missing--, left &= ~(1u << rank)) {
        rank = cpf_highest_bit(left);
        chosen |= lowest_of_rank(mask, rank, 1);
    }
    return chosen;
}

typedef struct choice {
    const cpf_ranking *tables;
    int kind;
    uint32_t strength;
    uint64_t mask;
} choice;

static void consider(choice *best, uint64_t mask) {
    uint32_t strength = cpf_strength_mask(&best->tables->keys, &best->tables->scales[best->kind], mask);
    if (best->mask && strength <= best->strength) return;
    best->strength = strength;
    best->mask = mask;
}

static void consider_straights(choice *best, uint64_t mask) {
    const uint32_t ranks = cpf_rank_mask(mask) << 1, with_low_ace = ranks | ranks >> CPF_RANKS;
    uint32_t lowest = with_low_ace & with_low_ace >> 1; /* bit i: the straight that begins with the bit; bit 0 is an ace */
    for (lowest &= lowest >> 2, lowest &= with_low_ace >> 4; lowest; lowest &= lowest - 1) {
        const int low = cpf_lowest_bit(lowest);
        consider(best, lowest_of_ranks(mask, low ? 0x1fu << (low - 1) : 0x100f));
    }
}

uint64_t cpf_best_five(const cpf_ranking *tables, int kind, uint64_t mask) {
    CPF_ASSERT(kind >= 0 && kind < CPF_LOWBALL && cpf_count_bits(mask) >= 5 && !(mask & CPF_MASK_GAPS));
    choice best = {tables, kind, 0, 0};
    consider(&best, best_of_ranks(mask));
    consider_straights(&best, mask);
    for (int shift = 0; shift < 64; shift += 16) {
        uint64_t suit = mask & UINT64_C(0x1fff) << shift, flush = suit;
        if (cpf_count_bits(suit) < 5) continue;
        while (cpf_count_bits(flush) > 5) flush &= flush - 1; /* its five highest cards */
        consider(&best, flush);
        consider_straights(&best, suit);
    }
    return best.mask;
}

typedef struct batch {
    const cpf_ranking *tables;
    const uint8_t *cards;
    const uint64_t *masks;
    void *out;
    int64_t first_bad;
    int kind, width;
} batch;

static void choose_range(void *context, int64_t begin, int64_t end) {
    batch *b = context;
    for (int64_t i = begin; i < end; i++) {
        uint8_t hand[CPF_RANKS]; /* a copy, since another thread may change the cards */
        uint64_t mask = b->masks ? b->masks[i] : 0;
        for (int j = 0; j < b->width; j++) {
            hand[j] = b->cards[i * b->width + j];
            if (hand[j] < CPF_CARDS) mask |= cpf_card_bit(hand[j]);
        }
        int n = cpf_count_bits(mask);
        if (b->masks ? n < 5 || n > CPF_RANKS || mask & CPF_MASK_GAPS : n != b->width) {
            cpf_atomic_min(&b->first_bad, i);
            return;
        }
        uint64_t five = cpf_best_five(b->tables, b->kind, mask);
        uint8_t *out = (uint8_t *)b->out + 5 * i;
        if (b->masks) ((uint64_t *)b->out)[i] = five;
        for (int j = 0; j < b->width; j++)
            if (five & cpf_card_bit(hand[j])) *out++ = hand[j];
    }
}

enum { GRAIN = 1 << 8 };

int64_t cpf_best_fives(const cpf_ranking *tables, int kind, const uint8_t *cards, int width, int64_t n, uint8_t *out,
                       int threads) {
    batch b = {tables, cards, NULL, out, n, kind, width};
    cpf_parallel(threads, choose_range, &b, n, GRAIN);
    return b.first_bad;
}

int64_t cpf_best_five_masks(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n, uint64_t *out,
                            int threads) {
    batch b = {tables, NULL, masks, out, n, kind, 0};
    cpf_parallel(threads, choose_range, &b, n, GRAIN);
    return b.first_bad;
}
