/* Games of streets, also of one: plans (rules with the ways to place streets), players of the package, and whole deals. */
#ifndef CPF_OPENFACE_H
#define CPF_OPENFACE_H

#include "cpf_dealing.h"
#include "cpf_placing.h"

struct cpf_view;
struct cpf_evaluator;

typedef struct cpf_plan {
    const cpf_settling_tables *tables;
    const cpf_rules *rules;
    int32_t streets;
    cpf_street street[CPF_MOST_STREETS];
    struct cpf_careful *careful;           /* tables of the player `careful`, see cpf_careful.h */
    const struct cpf_evaluator *evaluator; /* networks of `swift`, see cpf_evaluator.h; NULL: none */
} cpf_plan;

/* Whether boards are hidden until the showdown, since all cards are placed at once. */
static inline int cpf_is_closed(const cpf_plan *plan) { return plan->streets == 1 && !plan->rules->first_street_open; }

/* ---- players ---- */

/* Scratch memory of the players of a plan, reused from choice to choice. The caller frees it; NULL: out of memory. */
typedef struct cpf_scratch cpf_scratch;
cpf_scratch *cpf_scratch_new(const cpf_plan *plan);

/* The information that a player has when placing a street. */
typedef struct cpf_view {
    const cpf_plan *plan;
    int32_t street;
    const cpf_partial *board; /* board of the player */
    const uint8_t *cards;     /* cards of the street, ascending */
    uint64_t seen;            /* all cards that the player sees or has discarded, including the street */
    const cpf_bits *bits;     /* source of random choices */
    cpf_scratch *scratch;
} cpf_view;

/* A player: `choose` returns the index of a way to place the street, in the list for the room of the board. */
typedef struct cpf_player {
    const char *name;
    int32_t (*choose)(const cpf_view *view);
    int32_t is_random;      /* each way is equally likely */
    int32_t needs_networks; /* needs a plan with networks */
} cpf_player;

/* Return the tables of `careful` for a plan whose other members are set; NULL: out of memory. The caller frees them. */
struct cpf_careful *cpf_careful_new(const cpf_plan *plan);

size_t cpf_careful_bytes(int dealt); /* scratch memory for a street */
int32_t cpf_play_carefully(const cpf_view *view);

enum { CPF_RANDOM, CPF_CAREFUL, CPF_SWIFT, CPF_PLAYERS }; /* weakest first */
extern const cpf_player cpf_players[CPF_PLAYERS];

/* ---- deals ---- */

typedef struct cpf_table {
    const cpf_plan *plan;
    int32_t seats;
    cpf_buttons buttons;
    int32_t player[CPF_MOST_PLAYERS];       /* index in cpf_players, by seat */
    const cpf_bits *bits[CPF_MOST_PLAYERS]; /* source of random choices of each seat */
    cpf_scratch *scratch;
} cpf_table;

/* Play n deals: first those with the button at seat 0, then at seat 1, and so on; random choices depend on this order.
 * `stacks` are the cards of each seat in the order dealt, uint8[n, seats, stack]. A seat whose entry in `is_set` is not 0 is
 * in Fantasyland: its board is already in `boards`, and nobody sees it. Write all other boards, uint8[n, seats, 13]. */
void cpf_play_deals(const cpf_table *table, const uint8_t *stacks, const uint8_t *is_set, int64_t n, uint8_t *boards);

#endif
