/* Dealing hands from a deck; all deals are equally likely. */
#ifndef CPF_DEALING_H
#define CPF_DEALING_H

#include <stdint.h>

/* A source of random bits: the struct `bitgen` of NumPy's C interface, repeated since NumPy is not needed to compile. */
typedef struct cpf_bits {
    void *state;
    uint64_t (*next_uint64)(void *state);
    uint32_t (*next_uint32)(void *state);
    double (*next_double)(void *state);
    uint64_t (*next_raw)(void *state);
} cpf_bits;

enum { CPF_DECK = 52 };

/* A batch of draws: the cards that the same 64 random bits draw. */
typedef struct cpf_draw {
    int begin, end;    /* places of the cards in the shuffled deck */
    uint64_t outcomes; /* the number of ways to draw them */
    uint64_t unfair;   /* 2^64 modulo that: so many products are rejected, so that all outcomes are equally likely */
} cpf_draw;

typedef struct cpf_deck {
    uint8_t card[CPF_DECK]; /* the cards to deal from */
    int cards;
    int places;              /* of a deal, all hands together */
    uint8_t known[CPF_DECK]; /* by place: a card that is given, or 255 for one to draw */
    int draws;
    cpf_draw draw[CPF_DECK];
} cpf_deck;

/* Finds the batches of draws of a deck whose other members are set. Returns 0 if the deck has too few cards. */
int cpf_deck_ready(cpf_deck *deck);

/* Deals n times, `places` cards each. */
void cpf_deal(const cpf_deck *deck, const cpf_bits *bits, int64_t n, uint8_t *out);

/* Deals `cards` of the cards that are not seen (masks), n times, each time ascending. Returns the index of the first time
 * that there are fewer, or n. */
int64_t cpf_deal_unseen(const cpf_bits *bits, const uint64_t *seen, int64_t n, int cards, uint8_t *out);

#endif
