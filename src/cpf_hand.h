/* A hand of 13 to 17 cards with all its rows ranked: the input of all searches. */
#ifndef CPF_HAND_H
#define CPF_HAND_H

#include <stdint.h>

#include "cpf_hand_tables.h"

/* Suits with five cards or more, each as a set of cards. */
typedef struct cpf_suits {
    int n; /* number of such suits */
    uint32_t cards[4];
} cpf_suits;

/* Return the suits of n cards that have five cards or more. */
cpf_suits cpf_suits_of(const uint8_t *cards, int n);

/* Rank all sets of five of n cards, ignoring flushes. at[i]: index in `strengths` of the i-th set (NULL: i). */
CPF_ALWAYS_INLINE void cpf_rank_fives(const uint8_t *cards, int n, const cpf_keys *keys, const cpf_scale *scale,
                                      const uint32_t *at, uint16_t *strengths) {
    uint32_t key[CPF_MOST_CARDS], three_key[CPF_MOST_THREES];
    int i = 0;
    for (int c = 0; c < n; c++) key[c] = (uint32_t)(keys->card[cards[c]] & CPF_FIVE_FIELD);
    for (int c = 2; c < n; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++) three_key[i++] = key[a] + key[b] + key[c];
    i = 0;
    for (int e = 4; e < n; e++)
        for (int d = 3; d < e; d++) { /* three_key begins with the sets of cards below d */
            uint32_t pair_key = key[d] + key[e];
            int threes = cpf_choose3(d);
            for (int t = 0; t < threes; t++, i++) strengths[at ? at[i] : (uint32_t)i] = scale->five[pair_key + three_key[t]];
        }
}

/* Like cpf_rank_fives, for sets of three. */
CPF_ALWAYS_INLINE void cpf_rank_threes(const uint8_t *cards, int n, const cpf_keys *keys, const cpf_scale *scale,
                                       const uint32_t *at, uint16_t *strengths) {
    int i = 0;
    for (int c = 2; c < n; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++, i++)
                strengths[at ? at[i] : (uint32_t)i] = (uint16_t)cpf_strength3(keys, scale, cards[a], cards[b], cards[c]);
}

typedef struct cpf_hand {
    const cpf_rules *rules;
    const cpf_subsets *subsets;
    int n, fives, threes; /* numbers of cards, and of their sets of five and of three */
    uint32_t all;         /* the set of all cards */
    uint32_t doubled;     /* the set of the deuce of spades, if the rules let it double; else empty */
    uint8_t card[CPF_MOST_CARDS];
    cpf_suits suits;
    uint16_t *strength; /* strengths of fronts and backs, by set */
    uint16_t *middle;   /* strengths of middles, by set; the same array unless middles are lowball rows */
} cpf_hand;

/* Return the bytes of memory that a hand of n cards needs in addition to the struct, under any rules. */
static inline size_t cpf_hand_bytes(int n) { return sizeof(uint16_t) << (n + 1); }

/* Rank all rows of 13 to 17 different, ascending cards. `memory`: cpf_hand_bytes(n) bytes. */
void cpf_hand_read(const cpf_arranging_tables *tables, const cpf_rules *rules, const uint8_t *cards, int n, uint16_t *memory,
                   cpf_hand *hand);

/* Whether a front, a middle and a back of these strengths are in order. */
static inline int cpf_hand_is_legal(const cpf_hand *hand, uint32_t front, uint32_t middle, uint32_t back) {
    return cpf_is_legal(hand->rules, front, middle, back);
}

/* Return the kind of a row: its strength, plus CPF_STRENGTHS if it has the deuce of spades and the rules let that double. */
static inline uint32_t cpf_hand_kind(const cpf_hand *hand, uint32_t set, uint32_t strength) {
    CPF_ASSERT(strength < CPF_STRENGTHS);
    return strength + (set & hand->doubled ? CPF_STRENGTHS : 0);
}

/* Whether a set of cards contains no flush. Two backs of equal strength have the same ranks, and so leave the same ranks. If
 * neither leaves a flush, the cards that they leave make rows of the same strengths. */
static inline int cpf_no_flush(const cpf_suits *suits, uint32_t cards) {
    for (int i = 0; i < suits->n; i++) {
        uint32_t rest = cards & suits->cards[i];
        for (int n = 0; n < 4 && rest; n++) rest &= rest - 1;
        if (rest) return 0;
    }
    return 1;
}

/* Five cards of a suit as a set, and the mask of their ranks. */
typedef struct cpf_flush {
    uint32_t set, ranks;
} cpf_flush;

/* List the flushes of a suit whose cards are the set `suited`; return their number. */
int cpf_list_flushes(const uint8_t *cards, uint32_t suited, cpf_flush flushes[CPF_FIVES]);

#endif
