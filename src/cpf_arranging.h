/* Setting many hands: what cpf_search.h, cpf_undominated.h and cpf_splits.h do, for arrays of hands. */
#ifndef CPF_ARRANGING_H
#define CPF_ARRANGING_H

#include "cpf_splits.h"
#include "cpf_undominated.h"

/* Hands of `width` cards each, or masks of 13 to 17 cards. */
typedef struct cpf_hands {
    const uint8_t *cards;  /* or NULL */
    const uint64_t *masks;
    int width;
} cpf_hands;

/* Reads a hand, its cards ascending. Returns how many, or 0 if it is none of 13 to 17 different cards. */
int cpf_hand_cards(const cpf_hands *hands, int64_t index, uint8_t cards[CPF_MOST_CARDS]);

/* What a thread needs to set one hand after the other. */
typedef struct cpf_workspace {
    cpf_hand hand;
    void *ranks, *search; /* search: aligned to 64 bytes */
    void *memory;
    int n;                /* for hands of up to so many cards */
} cpf_workspace;

/* Makes room for hands of n cards; 0: no memory. A workspace is all zero before, and freed in the end. */
int cpf_workspace_for(cpf_workspace *workspace, int n);
void cpf_workspace_free(cpf_workspace *workspace);

/* Writes the cards of a split: front, middle, back, each ascending; 255 for all if it is empty. */
void cpf_split_cards(const cpf_hand *hand, cpf_split split, uint8_t board[CPF_HAND]);

enum { CPF_NO_MEMORY = -1 };

typedef struct cpf_arranging_batch {
    const cpf_arranging_tables *tables;
    const cpf_rules *rules;
    const cpf_objective *objective;
    cpf_hands hands;
    int level; /* of the instruction set, see cpf_cpu.h */
    cpf_threads threads;
} cpf_arranging_batch;

/* For hands `begin` to `end`: the best board of each (uint8[n, 13]) and, if `values` is not NULL, what it is worth. Like all of
 * these, returns the index of the first that is no hand, `end` if all are, or CPF_NO_MEMORY. */
int64_t cpf_best_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t *boards, double *values);

/* How many legal splits each has. */
int64_t cpf_count_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, int64_t *counts);

/* The undominated boards of each, as lists of cards that are to be freed: boards[i - begin] is uint8[counts[i], 13]. */
int64_t cpf_undominated_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t **boards, int64_t *counts);

#endif
