/* Naturals: patterns of 13 cards. A pattern is a value: conditions that the cards must meet. No pattern has a name here. */
#ifndef CPF_NATURALS_H
#define CPF_NATURALS_H

#include <stdint.h>

#include "cpf_ranking.h"

enum { CPF_MOST_PATTERNS = 32, CPF_PARTITIONS = 39, CPF_RANK_MASKS = 1 << 13, CPF_SUIT_COUNTS = 1 << 12 };
enum { CPF_THREE_STRAIGHT_COUNTS = 589 }; /* different rank counts of the 55 * 12 triples of straights */

/* What all three rows of a hand must be able to be at once: straights, of one suit, or both. In front, three consecutive
 * ranks are a straight. */
enum { CPF_STRAIGHT_ROWS = 1, CPF_SUITED_ROWS = 2, CPF_ROW_SHAPES = 3 };

/* What decides between two hands of a pattern: the members of ComparedBy in cpoker_fast/rulebook/conditions.py. */
enum { CPF_COMPARED_BY_PAIRS = 1, CPF_COMPARED_BY_RANKS };

/* Conditions that 13 different cards must all meet.
 *
 * The numbers of cards of each rank, such as 2, 2, 2, 2, 2, 2, 1 of six pairs, are one of 39 partitions of 13 into numbers
 * up to 4; see cpf_partition. The numbers of cards of each suit are such a partition, too: how many suits have at least one
 * card, at least two, and so on. So a bit stands for each partition. */
typedef struct cpf_pattern {
    uint64_t counts, suits;      /* allowed partitions */
    uint64_t required, excluded; /* masks of cards that the hand must have, or must not have */
    uint64_t left_out;           /* mask of cards that `ranks`, `others` and `red` do not consider */
    uint32_t ranks;              /* ranks that any number of cards may have */
    uint32_t others;             /* allowed numbers of cards of all other ranks, as bits */
    uint32_t red;                /* allowed numbers of red cards, as bits */
    int32_t rows;                /* CPF_STRAIGHT_ROWS, CPF_SUITED_ROWS, both, or 0 */
    int32_t compared_by;         /* CPF_COMPARED_BY_..., or 0: hands of this pattern are equal, or compare their rows */
} cpf_pattern;

/* Return the index of the partition with these numbers of fours, threes and twos; -1 if there is none. */
int cpf_partition(int fours, int threes, int twos);

/* A bit set of 2^13 flags, or of 2^12. */
typedef uint8_t cpf_rank_flags[CPF_RANK_MASKS / 8];
typedef uint8_t cpf_suit_flags[CPF_SUIT_COUNTS / 8];

/* Tables of all patterns. The sum of the keys of a hand contains its number of cards of each rank, four bits each, and in
 * higher bits its numbers of clubs, diamonds and hearts. */
typedef struct cpf_pattern_tables {
    uint64_t key[256];        /* by card: its key; 0 for bytes that are not cards */
    uint64_t bit[256];        /* cpf_card_bit by card; 0 for bytes that are not cards */
    uint64_t straights[2048]; /* rank counts of hands of three straights: a hash table with open addressing; 0 is empty */
    uint8_t may_be[2048]; /* a Bloom filter that nearly all hands fail: eight flags for each slot, by three more bits of the
                             hash; it fits in the first-level cache */
    cpf_rank_flags straight_odd_ranks, straight_ranks; /* the filter (cpf_may_make) of three straights */
    uint8_t suit_partition[CPF_SUIT_COUNTS]; /* by numbers of clubs, diamonds and hearts; 0 if these are impossible */
    uint64_t suited_rows;                    /* the partitions of suits whose hands can have three rows of one suit */
} cpf_pattern_tables;

/* Up to 32 patterns, and tables from which all patterns of a hand are looked up at once: each has the patterns, as bits,
 * whose condition holds. */
typedef struct cpf_pattern_set {
    uint32_t patterns;                 /* those that are set, as bits */
    uint32_t straight_rows, shown;     /* those with straights as rows, and with any shape of rows */
    uint32_t is_checked;               /* those with conditions that the tables do not have; see `holds` */
    uint32_t by_counts[7 * 5 * 4];     /* by numbers of pairs, trips and quads */
    uint32_t by_suits[CPF_PARTITIONS]; /* by partition of suits */
    uint32_t by_red[14];               /* by number of red cards */
    uint32_t by_ranks[2][1 << 7];      /* by ranks: deuce to eight, and nine to ace */
    cpf_pattern pattern[CPF_MOST_PATTERNS];
    /* The filter of cpf_may_make, as bit sets. A hand passes by odd_ranks and `ranks` together (straights, pairs), by
     * few_ranks (patterns of few ranks) or by suit_counts. The index of odd_ranks is the mask
     * of the ranks with an odd number of cards, that of `ranks` and few_ranks is the mask of all ranks of the hand, and that
     * of suit_counts has the numbers of clubs, diamonds and hearts. */
    cpf_rank_flags odd_ranks, ranks, few_ranks;
    cpf_suit_flags suit_counts;
} cpf_pattern_set;

/* Fill the tables, which must be zero. Return 0 if the number of rank counts of three straights is wrong. */
int cpf_pattern_tables_build(cpf_pattern_tables *tables);

/* Add a pattern to a set, which must be zero before its first pattern, under a number below CPF_MOST_PATTERNS that the set
 * does not have yet. */
void cpf_add_pattern(const cpf_pattern_tables *tables, cpf_pattern_set *set, int number, const cpf_pattern *pattern);

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

/* Return the ranks of the cards in a mask. */
static inline uint32_t cpf_ranks_of_hand(uint64_t mask) {
    mask |= mask >> 32;
    return (uint32_t)(mask | mask >> 16) & (CPF_RANK_MASKS - 1);
}

/* Whether 13 cards may make a pattern of a set: faster than cpf_patterns, and false for nearly all hands, if the patterns of
 * the set are rare. Any mask is safe. */
static inline int cpf_may_make(const cpf_pattern_set *set, uint64_t mask) {
    uint64_t odd = mask ^ mask >> 32;
    odd = (odd ^ odd >> 16) & (CPF_RANK_MASKS - 1);
    const uint32_t ranks = cpf_ranks_of_hand(mask);
    uint64_t n = mask - (mask >> 1 & UINT64_C(0x5555555555555555)); /* number of cards of each suit, in 16 bits each */
    n = (n & UINT64_C(0x3333333333333333)) + (n >> 2 & UINT64_C(0x3333333333333333));
    n = (n + (n >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    n = (n + (n >> 8)) & UINT64_C(0x000f000f000f000f);
    const uint64_t suits = (n | n >> 12 | n >> 24) & (CPF_SUIT_COUNTS - 1);
    const int by_odd = set->odd_ranks[odd >> 3] >> (odd & 7), by_ranks = set->ranks[ranks >> 3] >> (ranks & 7);
    const int by_few = set->few_ranks[ranks >> 3] >> (ranks & 7), by_suits = set->suit_counts[suits >> 3] >> (suits & 7);
    return ((by_odd & by_ranks) | by_few | by_suits) & 1;
}

/* Return those patterns in `requested` (bit i: pattern i of the set) that 13 different cards make, from their mask and the
 * sum of their keys. */
uint32_t cpf_patterns(const cpf_pattern_tables *tables, const cpf_pattern_set *set, uint64_t mask, uint64_t key_sum,
                      uint32_t requested);

/* Return a number that orders hands of the same pattern: by their pairs, the highest pair first; rows of one suit by back,
 * then middle, then front; straights in the same order of rows, but only by their highest cards. Return 0 for all other
 * patterns, whose hands are equal. Any mask is safe. */
uint64_t cpf_natural_order(const cpf_ranking *ranking, int kind, const cpf_pattern *pattern, uint64_t key_sum,
                           uint64_t cards);

/* Like cpf_natural_order, for the rows of a board and a shape of rows; 0 if the rows do not have this shape. */
uint64_t cpf_order_of_rows(const cpf_ranking *ranking, int kind, int shape, const uint64_t rows[3]);

/* A function that returns whether a board of these rows (front, middle, back) is accepted. */
typedef int (*cpf_accept_rows)(const void *context, const uint64_t rows[3]);

/* Find the best rows (front, middle, back) of 13 cards that have a shape and that `accept` accepts (NULL: all). Return their
 * order, see cpf_order_of_rows, or 0 if there are none. Any mask is safe. */
uint64_t cpf_natural_rows(const cpf_ranking *ranking, int kind, int shape, uint64_t cards, cpf_accept_rows accept,
                          const void *context, uint64_t rows[3]);

/* Write the patterns in `requested` that each of n hands makes, from 13 cards each, or from masks. Return n, or the index of
 * the first invalid hand. */
int64_t cpf_naturals_many(const cpf_pattern_tables *tables, const cpf_pattern_set *set, const uint8_t *cards, int64_t n,
                          uint32_t requested, uint32_t *out, int threads);
int64_t cpf_naturals_of_masks(const cpf_pattern_tables *tables, const cpf_pattern_set *set, const uint64_t *masks, int64_t n,
                              uint32_t requested, uint32_t *out, int threads);

#endif
