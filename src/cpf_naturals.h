/* Naturals: the patterns that 13 cards can make, as bits. */
#ifndef CPF_NATURALS_H
#define CPF_NATURALS_H

#include <stdint.h>

#include "cpf_patterns.h"
#include "cpf_ranking.h"

#define CPF_MEMBER(name, condition) CPF_##name,
enum { CPF_PATTERN_LIST(CPF_MEMBER) CPF_PATTERNS };
#undef CPF_MEMBER

/* Their names, without the prefix. */
extern const char *const cpf_pattern_names[CPF_PATTERNS];

enum { CPF_THREE_STRAIGHT_COUNTS = 589 }; /* different rank counts that make three straights, of 55 * 12 choices */

/* The keys of the cards of a hand are added up. The sum counts the cards of each rank (four bits each) and, above, of clubs,
 * diamonds and hearts. */
typedef struct cpf_pattern_tables {
    uint64_t key[256];        /* by card; 0 for bytes that are not cards */
    uint64_t bit[256];        /* cpf_card_bit by card; 0 for bytes that are not cards */
    uint64_t straights[2048]; /* the rank counts of all three straights: a hash table with open addressing; 0 is empty */
    uint8_t may_be[2048]; /* for each slot, three more bits of the hashes of what belongs there, as 8 flags: a Bloom filter
                           * that nearly all hands fail, and that the first cache holds */
    uint8_t three_flushes[4096 / 8]; /* by the counts of clubs, diamonds and hearts: a bit each */
} cpf_pattern_tables;

/* Fills the tables, which must be zero. Returns 0 if a count comes out wrong. */
int cpf_naturals_build(cpf_pattern_tables *tables);

/* The sum of the keys of 13 cards; any bytes are safe. */
static inline uint64_t cpf_key_sum(const cpf_pattern_tables *tables, const uint8_t *cards) {
    uint64_t sum = 0;
    for (int i = 0; i < 13; i++) sum += tables->key[cards[i]];
    return sum;
}

/* 13 cards as a mask. Any bytes are safe: a byte that is no card leaves no bit, and two of one card leave one, so that the
 * mask of what is not 13 different cards has less than 13 bits. */
static inline uint64_t cpf_mask_of_hand(const cpf_pattern_tables *tables, const uint8_t *cards) {
    uint64_t mask = 0;
    for (int i = 0; i < 13; i++) mask |= tables->bit[cards[i]];
    return mask;
}

/* The patterns that 13 different cards make (bit i: pattern i), of those in `wanted`, from the sum of their keys; the cards
 * themselves are only looked at for straight flushes. */
uint32_t cpf_patterns(const cpf_pattern_tables *tables, uint64_t key_sum, const uint8_t *cards, uint32_t wanted);

/* The patterns that rows can show. */
enum { CPF_SHOWN_PATTERNS = 3 };
#define CPF_SHOWN_BY_ROWS (1u << CPF_THREE_STRAIGHTS | 1u << CPF_THREE_FLUSHES | 1u << CPF_THREE_STRAIGHT_FLUSHES)

/* A number that orders two hands of the same pattern: six pairs by the highest pair, then the next; flushes by back, middle
 * and front; straights likewise, by their highest cards only. 0 for all other patterns, whose hands are equal. Safe for any
 * mask. */
uint64_t cpf_natural_order(const cpf_ranking *ranking, int kind, int pattern, uint64_t key_sum, uint64_t cards);

/* The same for one of CPF_SHOWN_BY_ROWS and rows as set (front, middle, back); 0 if they do not show it. */
uint64_t cpf_order_of_rows(const cpf_ranking *ranking, int kind, int pattern, const uint64_t rows[3]);

/* Whether a board of these rows (front, middle, back) is accepted. */
typedef int (*cpf_accept_rows)(const void *context, const uint64_t rows[3]);

/* The rows (front, middle, back) of 13 cards that show one of CPF_SHOWN_BY_ROWS best, of those that are accepted (NULL:
 * all); their order, or 0 if there are none. Safe for any mask. */
uint64_t cpf_natural_rows(const cpf_ranking *ranking, int kind, int pattern, uint64_t cards, cpf_accept_rows accept,
                          const void *context, uint64_t rows[3]);

/* The patterns of n hands of 13 cards, or of n masks, of those in `wanted`. Return the index of the first that is no hand,
 * or n if all are. */
int64_t cpf_naturals_many(const cpf_pattern_tables *tables, const uint8_t *cards, int64_t n, uint32_t wanted, uint32_t *out,
                          cpf_threads threads);
int64_t cpf_naturals_of_masks(const cpf_pattern_tables *tables, const uint64_t *masks, int64_t n, uint32_t wanted,
                              uint32_t *out, cpf_threads threads);

#endif
