/* Batches of hands: the jobs of cpf_search.h, cpf_undominated.h and cpf_splits.h for arrays of hands, on several threads. */
#ifndef CPF_ARRANGING_H
#define CPF_ARRANGING_H

#include "cpf_splits.h"
#include "cpf_undominated.h"

/* An array of hands: `width` cards each, or masks of 13 to 17 cards. */
typedef struct cpf_hands {
    const uint8_t *cards; /* or NULL */
    const uint64_t *masks;
    int width;
} cpf_hands;

/* Reads a hand and sorts its cards. Returns their number, or 0 if they are not 13 to 17 different cards. */
int cpf_hand_cards(const cpf_hands *hands, int64_t index, uint8_t cards[CPF_MOST_CARDS]);

/* The memory of a thread, used for one hand after the other. */
typedef struct cpf_workspace {
    cpf_hand hand;
    void *ranks, *search; /* search: aligned to 64 bytes */
    void *memory;
    int n; /* the largest hand that fits */
} cpf_workspace;

/* Makes room for hands of n cards; 0: no memory. A workspace starts as all zero, and is to be freed. */
int cpf_workspace_for(cpf_workspace *workspace, int n);
void cpf_workspace_free(cpf_workspace *workspace);

/* Writes the cards of a split: front, middle, back, each ascending. All are 255 if the split is empty. */
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

/* The best board of each of the hands `begin` to `end` (uint8[n, 13]) and, if `values` is not NULL, its value; NAN if no
 * board is legal. Like the functions below, returns `end`, the index of the first entry that is not a hand, or
 * CPF_NO_MEMORY. */
int64_t cpf_best_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t *boards, double *values);

/* The number of legal splits of each hand. */
int64_t cpf_count_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, int64_t *counts);

/* The undominated boards of each hand. boards[i - begin] is uint8[counts[i], 13], to be freed. */
int64_t cpf_undominated_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t **boards,
                             int64_t *counts);

#endif
