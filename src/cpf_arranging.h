/* Batches of hands: searches, undominated boards and counts of splits for arrays of hands, on several threads. */
#ifndef CPF_ARRANGING_H
#define CPF_ARRANGING_H

#include "cpf_response.h"
#include "cpf_sparse.h"
#include "cpf_splits.h"
#include "cpf_undominated.h"

/* An array of hands: `width` cards each, or masks of 13 to 17 cards. */
typedef struct cpf_hands {
    const uint8_t *cards; /* NULL: the hands are masks */
    const uint64_t *masks;
    int width; /* number of cards of each hand; unused for masks */
} cpf_hands;

/* Read a hand and sort its cards. Return their number, or 0 if they are not 13 to 17 different cards. */
int cpf_hand_cards(const cpf_hands *hands, int64_t index, uint8_t cards[CPF_MOST_CARDS]);

/* The memory of a thread, reused from hand to hand. */
typedef struct cpf_workspace {
    cpf_hand hand;
    uint16_t *ranks; /* see cpf_hand_read */
    cpf_search_memory search;
    char *memory;            /* allocated for `ranks` and `search` */
    int n;                   /* cards of the largest hand that fits */
    cpf_sparse *sparse;      /* `sparse` and `response` are allocated when first needed */
    cpf_objective *response; /* its row values are 0: only its terms count */
} cpf_workspace;

/* Allocate memory for hands of n cards; return 0 if out of memory. All members of a new workspace must be zero. */
int cpf_workspace_for(cpf_workspace *workspace, int n);
void cpf_workspace_free(cpf_workspace *workspace);

/* Write the cards of a split: front, middle, back, each ascending. Write 255 for all cards if the split is empty. */
void cpf_split_cards(const uint8_t *cards, cpf_split split, uint8_t board[CPF_HAND]);

enum { CPF_TOO_MANY_KINDS = -2 }; /* an error of the cpf_*_many functions below, like CPF_NO_MEMORY */

typedef struct cpf_arranging_batch {
    const cpf_arranging_tables *tables;
    const cpf_rules *rules;
    const cpf_objective *objective;
    cpf_hands hands;
    int level; /* instruction set, see cpf_cpu.h */
    int threads;
} cpf_arranging_batch;

/* Find the best board of n ascending cards, by cpf_sparse.h or else by cpf_search.h. Return 0 if out of memory. */
int cpf_best_of_hand(const cpf_arranging_batch *batch, const cpf_objective *objective, const uint8_t *cards, int n,
                     cpf_workspace *workspace, cpf_split *best, double *value);

/* Find the best board (uint8[n, 13]) of each of the hands `begin` to `end` and, if `values` is not NULL, its value; NAN if
 * no board is legal. The cpf_*_many functions below return `end`, the index of the first invalid hand, or an error. */
int64_t cpf_best_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t *boards, double *values);

enum { CPF_HAND_SIZES = CPF_MOST_CARDS - CPF_HAND + 1 }; /* number of sizes of hands: 13 to 17 cards */

/* Classes of rows of Fantasyland hands, by the cards of the next Fantasyland that they earn: 0, or 13 to 17. */
enum { CPF_STAY_CLASSES = CPF_HAND_SIZES + 1 };

static inline int32_t cpf_cards_of_stay(int stay_class) { return stay_class ? CPF_HAND + stay_class - 1 : 0; }

/* Return terms that add the bonus of the highest class among the three rows, in a Fantasyland of `cards` cards, or NULL if
 * out of memory. The values of the objective must be the royalties of the rows. */
cpf_terms *cpf_staying_terms(const cpf_objective *objective, const cpf_rules *rules, int32_t cards,
                             const double bonus[CPF_STAY_CLASSES]);

/* The objectives and the opponents of Fantasyland hands. */
typedef struct cpf_stays {
    const cpf_objective
        *objective[CPF_HAND_SIZES]; /* [n - 13]: of hands of n cards, with terms of staying; NULL: no such hands */
    const uint8_t *others;          /* opponent boards, uint8[n, opponents, 13]; 255: a surrender; NULL: no opponents */
    int me;                         /* the seat of the hand */
    cpf_seating seating;
} cpf_stays;

/* Like cpf_best_many, by the objectives of `stays`; also write the royalties of each board and the cards of the next
 * Fantasyland that it earns. Against opponents, `values` are the points plus the bonus. All cards of a table must be
 * different. The error may be CPF_TOO_MANY_KINDS (see cpf_response_terms). */
int64_t cpf_staying_many(const cpf_arranging_batch *batch, const cpf_stays *stays, int64_t begin, int64_t end,
                         uint8_t *boards, double *values, int32_t *royalties, uint8_t *next_deals);

/* Return the royalties of a board. `next_deal`: cards of the next Fantasyland, by the terms of staying. */
int32_t cpf_royalties_of_board(const cpf_arranging_tables *tables, const cpf_rules *rules, const cpf_terms *terms,
                               const uint8_t board[CPF_HAND], uint8_t *next_deal);

/* Count the legal splits of each hand. */
int64_t cpf_count_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, int64_t *counts);

/* Mark the legal splits of each hand of 13 cards; see cpf_mark_legal. `legal`: int8[n, stride]; columns after the splits
 * stay unchanged. */
int64_t cpf_mark_legal_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, int8_t *legal, int64_t stride);

/* Write the number of the split of the highest score of each hand of 13 cards; see cpf_split_of_highest_score. `scores`:
 * float[n, 13, 3]. */
int64_t cpf_highest_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, const float *scores,
                         int64_t *numbers);

/* List the undominated boards of each hand. boards[i - begin] is uint8[counts[i], 13]; the caller frees it. */
int64_t cpf_undominated_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t **boards,
                             int64_t *counts);

#endif
