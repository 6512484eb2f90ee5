/* Dealing hands from a deck. All deals of cpf_deal are equally likely; probabilities in cpf_deal_unseen differ by about
 * 1e-8. */
#ifndef CPF_DEALING_H
#define CPF_DEALING_H

#include <stdint.h>

/* A source of random bits: the struct `bitgen` of NumPy's C interface, repeated here to compile without NumPy. */
typedef struct cpf_bits {
    void *state;
    uint64_t (*next_uint64)(void *state);
    uint32_t (*next_uint32)(void *state);
    double (*next_double)(void *state);
    uint64_t (*next_raw)(void *state);
} cpf_bits;

enum { CPF_DECK = 52 };

/* A batch of draws: cards that are drawn by the same 64 random bits. */
typedef struct cpf_draw {
    int begin, end;    /* places of the cards in the shuffled deck */
    uint64_t outcomes; /* number of ways to draw these cards */
    uint64_t unfair;   /* 2^64 modulo `outcomes`: low words below it are redrawn, so that all outcomes are equally likely */
} cpf_draw;

typedef struct cpf_deck {
    uint8_t card[CPF_DECK];  /* the cards to deal from */
    int cards;               /* number of these cards */
    int places;              /* number of cards in a deal */
    uint8_t known[CPF_DECK]; /* by place: a known card, or 255 to draw one */
    int draws;               /* number of batches of draws */
    cpf_draw draw[CPF_DECK];
} cpf_deck;

/* Compute the batches of draws; all other members must be set. Return 0 if the deck has too few cards. */
int cpf_deck_prepare(cpf_deck *deck);

/* Write n deals of `places` cards each. */
void cpf_deal(const cpf_deck *deck, const cpf_bits *bits, int64_t n, uint8_t *out);

/* For each of n masks of seen cards, write `cards` random unseen cards, ascending. Return n, or the index of the first mask
 * that leaves too few cards. */
int64_t cpf_deal_unseen(const cpf_bits *bits, const uint64_t *seen, int64_t n, int cards, uint8_t *out);

#endif
