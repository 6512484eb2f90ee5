/* Sets of cards of a hand, as bit sets, and the tables that all hands share.
 *
 * Bit i stands for the i-th card of the hand, in ascending order. */
#ifndef CPF_HAND_TABLES_H
#define CPF_HAND_TABLES_H

#include <stdint.h>

#include "cpf_settling.h"

enum {
    CPF_MOST_CARDS = 17,   /* most cards of a hand */
    CPF_MOST_FIVES = 6188, /* five cards of 17 */
    CPF_MOST_THREES = 680  /* three cards of 17 */
};

static inline int cpf_is_hand_size(int n) { return n >= CPF_HAND && n <= CPF_MOST_CARDS; }

static inline int cpf_set_size(uint32_t set) {
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

/* Return the number of sets of three, and of five, among n cards. */
static inline int cpf_choose3(int n) { return n * (n - 1) * (n - 2) / 6; }
static inline int cpf_choose5(int n) { return cpf_choose3(n) * (n - 3) * (n - 4) / 20; }

/* Tables that turn a subset of up to 12 remaining cards into a set of cards of the hand, as the instruction pdep does. */
typedef struct cpf_rest {
    uint32_t part[3][16]; /* [i][j]: the cards of the hand for bits 4 i to 4 i + 3 of the subset, if these are j */
} cpf_rest;

static inline void cpf_rest_of(uint32_t cards, cpf_rest *rest) {
    CPF_ASSERT(cpf_set_size(cards) <= 12);
    for (int part = 0; part < 3; part++) {
        uint32_t *sets = rest->part[part];
        sets[0] = 0;
        for (unsigned i = 1; i < 16; i <<= 1, cards &= cards - 1) {
            uint32_t card = cards & (~cards + 1);
            for (unsigned j = 0; j < i; j++) sets[i | j] = sets[j] | card;
        }
    }
}

/* Return the set of cards of the hand for a subset of the n remaining cards. */
static inline uint32_t cpf_rest_set(const cpf_rest *rest, int n, uint32_t subset) {
    CPF_ASSERT(n >= 3 && n <= 12 && subset >> n == 0);
    uint32_t set = rest->part[0][subset & 15] | rest->part[1][subset >> 4 & 15];
    return n > 8 ? set | rest->part[2][subset >> 8] : set;
}

/* All sets of five and of three of 17 cards, in ascending order. Thus the sets of the first n cards come first. The number
 * of a set is its index in its list: place[0][c0] + place[1][c1] + ... for the cards c0 < c1 < ... of the set. */
typedef struct cpf_subsets {
    uint32_t five[CPF_MOST_FIVES], three[CPF_MOST_THREES];
    uint16_t place[5][CPF_MOST_CARDS];
} cpf_subsets;

enum {
    CPF_FIVES = 1287,      /* five cards of 13 */
    CPF_THREES = 286,      /* three cards of 13 */
    CPF_MIDDLES = 56,      /* five of the eight cards that a back leaves */
    CPF_RANK_PAIRS = 91,   /* multisets of two ranks */
    CPF_RANK_TRIPLES = 455 /* multisets of three ranks */
};

/* The splits of 13 cards into front, middle and back; rows are numbered as in cpf_subsets. */
typedef struct cpf_splits_of_13 {
    uint16_t number[1 << CPF_HAND];          /* number of each set of five or of three cards */
    uint16_t middle[CPF_FIVES][CPF_MIDDLES]; /* numbers of the middles for each back, ascending */
    uint16_t front[CPF_FIVES][CPF_MIDDLES];  /* number of the front for the same back and middle */
    uint8_t below[CPF_FIVES];                /* number of middles with lower numbers than the back; they come first */
} cpf_splits_of_13;

/* Strengths of five cards, ignoring flushes. The index in `five` is the sum of the entry of `two` for the ranks of two cards
 * and the entry of `three` for the other three cards. Tables by sums of keys (cpf_ranking.h) are ten times as long. */
typedef struct cpf_rank_parts {
    uint16_t two[CPF_RANKS][CPF_RANKS];
    uint16_t three[CPF_THREE_SPAN]; /* by the sum of three-card rank keys */
    uint16_t five[CPF_SCALES][CPF_RANK_PAIRS * CPF_RANK_TRIPLES];
} cpf_rank_parts;

/* The tables that all hands share. */
typedef struct cpf_arranging_tables {
    const cpf_settling_tables *settling;
    cpf_subsets subsets;
    cpf_splits_of_13 splits;
    cpf_rank_parts parts;
} cpf_arranging_tables;

/* Build the tables from the ranking of `settling`, which must be set. */
void cpf_arranging_build(cpf_arranging_tables *tables);

#endif
