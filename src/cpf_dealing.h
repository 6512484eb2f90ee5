/* Dealing: hands from a deck, every deal as likely as any other. */
#ifndef CPF_DEALING_H
#define CPF_DEALING_H

#include <stdint.h>

/* Random bits as NumPy's generators offer them to C: the struct `bitgen` of its interface, written out since NumPy is not needed
 * to compile. */
typedef struct cpf_bits {
    void *state;
    uint64_t (*next_uint64)(void *state);
    uint32_t (*next_uint32)(void *state);
    double (*next_double)(void *state);
    uint64_t (*next_raw)(void *state);
} cpf_bits;

enum { CPF_DECK = 52 };

/* Cards drawn by the same 64 random bits. */
typedef struct cpf_draw {
    int begin, end;     /* places of the cards in the shuffled deck */
    uint64_t outcomes;  /* how many ways there are to draw them */
    uint64_t unfair;    /* 2^64 modulo that: so many of the 2^64 are drawn again */
} cpf_draw;

typedef struct cpf_deck {
    uint8_t card[CPF_DECK]; /* those that are dealt from */
    int cards;
    int places;              /* of a deal: hands one after the other */
    uint8_t known[CPF_DECK]; /* by place: a card that is known, or 255 */
    int draws;
    cpf_draw draw[CPF_DECK];
} cpf_deck;

/* Finds the draws of a deck whose other members are filled. Returns 0 if it has too few cards. */
int cpf_deck_ready(cpf_deck *deck);

/* Deals n times, `places` cards each. */
void cpf_deal(const cpf_deck *deck, const cpf_bits *bits, int64_t n, uint8_t *out);

#endif
