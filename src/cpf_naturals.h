/* Naturals: the patterns that 13 cards can make, as bits. */
#ifndef CPF_NATURALS_H
#define CPF_NATURALS_H

#include <stdint.h>

#include "cpf_patterns.h"
#include "cpf_ranking.h"

#define CPF_MEMBER(name, condition) CPF_##name,
enum { CPF_PATTERN_LIST(CPF_MEMBER) CPF_PATTERNS };
#undef CPF_MEMBER

enum { CPF_RANK_MASKS = 1 << 13 };
enum { CPF_THREE_STRAIGHT_COUNTS = 589 }; /* different rank counts of the 55 * 12 triples of straights */

/* Tables of patterns. The sum of the keys of a hand contains its number of cards of each rank, four bits each, and in higher
 * bits its numbers of clubs, diamonds and hearts. */
typedef struct cpf_pattern_tables {
    uint64_t key[256];        /* by card: its key; 0 for bytes that are not cards */
    uint64_t bit[256];        /* cpf_card_bit by card; 0 for bytes that are not cards */
    uint64_t straights[2048]; /* rank counts of hands of three straights: a hash table with open addressing; 0 is empty */
    uint8_t may_be[2048]; /* a Bloom filter that nearly all hands fail: eight flags for each slot, by three more bits of the
                             hash; it fits in the first-level cache */
    uint8_t three_flushes[4096 / 8]; /* a bit for each triple of numbers of clubs, diamonds and hearts */
    /* The filter of cpf_may_make, as bit sets. A hand passes by odd_ranks and `ranks` together (straights, pairs), by
     * few_ranks (patterns of few ranks) or by `suits` (patterns of suits). Indices: odd_ranks, the ranks with an odd number
     * of cards; `ranks` and few_ranks, all ranks; `suits`, the numbers of clubs, diamonds and hearts. */
    uint8_t odd_ranks[CPF_RANK_MASKS / 8], ranks[CPF_RANK_MASKS / 8], few_ranks[CPF_RANK_MASKS / 8], suits[4096 / 8];
} cpf_pattern_tables;

/* The patterns that the filter covers (build_filter in cpf_naturals.c). If rules have other patterns, all hands pass. */
enum { CPF_FILTERED = (1 << (CPF_ONE_SUIT + 1)) - 1 };

/* Fill the tables, which must be zero. Return 0 if the number of rank counts of three straights is wrong. */
int cpf_naturals_build(cpf_pattern_tables *tables);

/* Return the sum of the keys of 13 cards; any bytes are safe. */
static inline uint64_t cpf_key_sum(const cpf_pattern_tables *tables, const uint8_t *cards) {
    uint64_t sum = 0;
    for (int i = 0; i < 13; i++) sum += tables->key[cards[i]];
    return sum;
}

/* Return 13 cards as a mask. Any bytes are safe: unless they are 13 different cards, the mask has fewer than 13 bits. */
static inline uint64_t cpf_mask_of_hand(const cpf_pattern_tables *tables, const uint8_t *cards) {
    uint64_t mask = 0;
    for (int i = 0; i < 13; i++) mask |= tables->bit[cards[i]];
    return mask;
}

/* Whether 13 cards may make a requested pattern: faster than cpf_patterns, and false for nearly all hands. The filter does
 * not distinguish between the patterns that it covers. If other patterns are requested, all hands pass. Any mask is safe. */
static inline int cpf_may_make(const cpf_pattern_tables *tables, uint64_t mask, uint32_t requested) {
    if (CPF_UNLIKELY(requested & ~(uint32_t)CPF_FILTERED)) return 1;
    uint64_t odd = mask ^ mask >> 32, ranks = mask | mask >> 32;
    odd = (odd ^ odd >> 16) & (CPF_RANK_MASKS - 1);
    ranks = (ranks | ranks >> 16) & (CPF_RANK_MASKS - 1);
    uint64_t n = mask - (mask >> 1 & UINT64_C(0x5555555555555555)); /* number of cards of each suit, in 16 bits each */
    n = (n & UINT64_C(0x3333333333333333)) + (n >> 2 & UINT64_C(0x3333333333333333));
    n = (n + (n >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    n = (n + (n >> 8)) & UINT64_C(0x000f000f000f000f);
    const uint64_t suits = (n | n >> 12 | n >> 24) & 0xfff;
    const int by_odd = tables->odd_ranks[odd >> 3] >> (odd & 7), by_ranks = tables->ranks[ranks >> 3] >> (ranks & 7);
    const int by_few = tables->few_ranks[ranks >> 3] >> (ranks & 7), by_suits = tables->suits[suits >> 3] >> (suits & 7);
    return ((by_odd & by_ranks) | by_few | by_suits) & 1;
}

/* Return those patterns in `requested` (bit i: pattern i) that 13 different cards make, from the sum of their keys; `cards`
 * is read only for straight flushes. */
uint32_t cpf_patterns(const cpf_pattern_tables *tables, uint64_t key_sum, const uint8_t *cards, uint32_t requested);

/* The patterns that a board can show by its rows. */
enum { CPF_SHOWN_PATTERNS = 3 };
#define CPF_SHOWN_BY_ROWS (1u << CPF_THREE_STRAIGHTS | 1u << CPF_THREE_FLUSHES | 1u << CPF_THREE_STRAIGHT_FLUSHES)

/* Return a number that orders hands of the same pattern: six pairs by the highest pair, then by the next pair; flushes by
 * back, then middle, then front; straights and straight flushes in the same order of rows, but only by their highest cards.
 * Return 0 for all other patterns, whose hands are equal. Any mask is safe. */
uint64_t cpf_natural_order(const cpf_ranking *ranking, int kind, int pattern, uint64_t key_sum, uint64_t cards);

/* Like cpf_natural_order, for the rows of a board and a pattern in CPF_SHOWN_BY_ROWS; 0 if the rows do not show it. */
uint64_t cpf_order_of_rows(const cpf_ranking *ranking, int kind, int pattern, const uint64_t rows[3]);

/* A function that returns whether a board of these rows (front, middle, back) is accepted. */
typedef int (*cpf_accept_rows)(const void *context, const uint64_t rows[3]);

/* Find the best rows (front, middle, back) of 13 cards that show a pattern in CPF_SHOWN_BY_ROWS and that `accept` accepts
 * (NULL: all). Return their order, see cpf_order_of_rows, or 0 if there are none. Any mask is safe. */
uint64_t cpf_natural_rows(const cpf_ranking *ranking, int kind, int pattern, uint64_t cards, cpf_accept_rows accept,
                          const void *context, uint64_t rows[3]);

/* Write the patterns in `requested` that each of n hands makes, from 13 cards each, or from masks. Return n, or the index of
 * the first invalid hand. */
int64_t cpf_naturals_many(const cpf_pattern_tables *tables, const uint8_t *cards, int64_t n, uint32_t requested,
                          uint32_t *out, int threads);
int64_t cpf_naturals_of_masks(const cpf_pattern_tables *tables, const uint64_t *masks, int64_t n, uint32_t requested,
                              uint32_t *out, int threads);

#endif
