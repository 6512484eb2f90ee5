/* Arranging: all ways to set a hand of 13 cards into a board. */
#ifndef CPF_ARRANGING_H
#define CPF_ARRANGING_H

#include <stdint.h>

#include "cpf_settling.h"

enum {
    CPF_SUBSETS = 1 << CPF_HAND, /* subsets of a hand, as 13 bits */
    CPF_FIVES = 1287,            /* five cards of 13 */
    CPF_MIDDLES = 56,            /* five cards of the eight that a back leaves */
    CPF_ARRANGEMENTS = CPF_FIVES * CPF_MIDDLES
};

/* A hand whose rows are all ranked. Arrays by subset hold what a three-card subset is as a front, and a five-card one as a
 * middle; backs differ from middles only where the middle is a lowball row. */
typedef struct cpf_hand {
    const cpf_rules *rules;
    uint64_t cards[CPF_HAND]; /* one bit each, in the order of the subset bits */
    unsigned doubled;         /* the deuce of spades, if it doubles royalties; as a subset */
    uint16_t strength[CPF_SUBSETS];
    uint16_t back_strength[CPF_SUBSETS];
    uint16_t backs[CPF_FIVES]; /* the five-card subsets, strongest back first */
} cpf_hand;

/* The subsets that are the rows of a board. */
typedef struct cpf_split {
    uint16_t front, middle, back;
} cpf_split;

/* Ranks all rows of the 13 different cards of a mask. */
void cpf_hand_read(const cpf_ranking *ranking, const cpf_rules *rules, uint64_t cards, cpf_hand *hand);

uint64_t cpf_hand_cards(const cpf_hand *hand, unsigned subset);

/* The splits with a given back, legal ones only if that is asked for, the strongest middle first. Returns their number. */
int cpf_hand_splits(const cpf_hand *hand, unsigned back, int legal, cpf_split splits[CPF_MIDDLES]);

/* How many splits are legal. */
int cpf_hand_count(const cpf_hand *hand);

/* The legal split of most royalties; among equals the one with the stronger back, then middle, then front. Empty rows if no
 * split is legal. */
cpf_split cpf_hand_best_royalties(const cpf_hand *hand);

#endif
