/* A hand of 13 to 17 cards with all its rows ranked: what everything that sets hands starts from.
 *
 * A set of cards of the hand is a number of `n` bits, bit i being its i-th card, the lowest card first. */
#ifndef CPF_HAND_H
#define CPF_HAND_H

#include <stdint.h>

#include "cpf_settling.h"

enum {
    CPF_MOST_CARDS = 17,
    CPF_MOST_FIVES = 6188, /* five cards of 17 */
    CPF_MOST_THREES = 680
};

/* The sets of five and of three cards, by number: those of the first n cards come before all others. */
typedef struct cpf_subsets {
    uint32_t five[CPF_MOST_FIVES], three[CPF_MOST_THREES];
} cpf_subsets;

enum {
    CPF_FIVES = 1287,  /* five cards of 13 */
    CPF_THREES = 286,
    CPF_MIDDLES = 56   /* five of the eight cards that a back leaves of 13 */
};

/* The splits of 13 cards, by number of the rows. */
typedef struct cpf_splits_of_13 {
    uint16_t number[1 << CPF_HAND];                  /* of a set of five, or of three, among the sets of its size */
    uint16_t middle[CPF_FIVES][CPF_MIDDLES];         /* beside each back: ascending */
    uint16_t front[CPF_FIVES][CPF_MIDDLES];
    uint8_t above[CPF_FIVES];                        /* the first of its middles whose number is above that of the back */
} cpf_splits_of_13;

/* What setting a hand needs besides the hand. */
typedef struct cpf_arranging_tables {
    const cpf_ranking *ranking;
    cpf_subsets subsets;
    cpf_splits_of_13 splits;
} cpf_arranging_tables;

/* Fills all but the ranking. */
void cpf_arranging_build(cpf_arranging_tables *tables);

/* How many sets of three and of five n cards have. */
static inline int cpf_choose3(int n) { return n * (n - 1) * (n - 2) / 6; }
static inline int cpf_choose5(int n) { return cpf_choose3(n) * (n - 3) * (n - 4) / 20; }

/* The suits of which there are five cards or more, each as a set. */
typedef struct cpf_suits {
    int n;
    uint32_t cards[4];
} cpf_suits;

/* Of n cards, in the order of their sets. */
cpf_suits cpf_suits_of(const uint8_t *cards, int n);

typedef struct cpf_hand {
    const cpf_rules *rules;
    const cpf_subsets *subsets;
    int n, fives, threes; /* cards, and sets of five and of three of them */
    uint32_t all;         /* the set of all cards */
    uint32_t doubled;     /* the deuce of spades, if it doubles royalties; as a set */
    uint8_t card[CPF_MOST_CARDS];
    cpf_suits suits;
    uint16_t *strength;   /* by set: of fronts and backs */
    uint16_t *middle;     /* by set: of middles; the same array if they are ranked as backs are */
} cpf_hand;

/* The memory that a hand of n cards needs beside the struct, under any rules. */
static inline size_t cpf_hand_bytes(int n) { return sizeof(uint16_t) << (n + 1); }

/* Ranks all rows of n different cards, which must ascend. `memory` has cpf_hand_bytes(n), and is aligned for uint16_t. */
void cpf_hand_read(const cpf_arranging_tables *tables, const cpf_rules *rules, const uint8_t *cards, int n, void *memory,
                   cpf_hand *hand);

/* Whether a front, a middle and a back of these strengths are in order. */
static inline int cpf_hand_is_legal(const cpf_hand *hand, uint32_t front, uint32_t middle, uint32_t back) {
    return cpf_is_legal(hand->rules, front, middle, back);
}

/* Strength, plus CPF_STRENGTHS for a row with the deuce of spades, if that counts: what a row is worth depends on it. */
static inline uint32_t cpf_hand_kind(const cpf_hand *hand, uint32_t set, uint32_t strength) {
    return strength + (set & hand->doubled ? CPF_STRENGTHS : 0);
}

/* Whether no flush can be made of some cards. Two backs of equal strength have the same ranks, and so leave the same ranks: if
 * neither leaves a flush, all that can be set in front of the one can be set in front of the other. */
static inline int cpf_no_flush(const cpf_suits *suits, uint32_t cards) {
    for (int i = 0; i < suits->n; i++) {
        uint32_t left = cards & suits->cards[i];
        for (int n = 0; n < 4 && left; n++) left &= left - 1;
        if (left) return 0;
    }
    return 1;
}

/* Five cards of a suit: which they are, and their ranks as a mask. */
typedef struct cpf_flush {
    uint32_t set, ranks;
} cpf_flush;

/* Lists the flushes of a suit, whose cards are given as a set; returns their number. */
int cpf_list_flushes(const uint8_t *cards, uint32_t suited, cpf_flush flushes[CPF_FIVES]);

/* The cards that a row leaves, up to 12: turns subsets of them, which are numbered alike for all hands, into sets. */
typedef struct cpf_rest {
    uint32_t part[3][16]; /* four cards each */
} cpf_rest;

static inline void cpf_rest_of(uint32_t left, cpf_rest *rest) {
    for (int part = 0; part < 3; part++) {
        uint32_t *sets = rest->part[part];
        sets[0] = 0;
        for (unsigned i = 1; i < 16; i <<= 1, left &= left - 1) {
            uint32_t card = left & (~left + 1);
            for (unsigned j = 0; j < i; j++) sets[i | j] = sets[j] | card;
        }
    }
}

/* The set of a subset of the `left` cards that are left. */
static inline uint32_t cpf_rest_set(const cpf_rest *rest, int left, uint32_t subset) {
    uint32_t set = rest->part[0][subset & 15] | rest->part[1][subset >> 4 & 15];
    return left > 8 ? set | rest->part[2][subset >> 8] : set;
}

#endif
