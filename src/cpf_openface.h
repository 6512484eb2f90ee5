/* Open-face games: plans, which are rules with the ways to place their streets, players of the package, and whole deals. */
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
    struct cpf_careful *careful;           /* what the player `careful` expects of rows; see cpf_careful.c */
    const struct cpf_evaluator *evaluator; /* the networks of `swift`, see cpf_evaluator.h; NULL: there are none */
} cpf_plan;

/* ---- players ---- */

/* The memory that players of a plan choose in, one after the other; to be freed. NULL: no memory. */
typedef struct cpf_scratch cpf_scratch;
cpf_scratch *cpf_scratch_new(const cpf_plan *plan);

/* What a player knows when he places a street. */
typedef struct cpf_view {
    const cpf_plan *plan;
    int32_t street;
    const cpf_partial *board; /* his own */
    const uint8_t *cards;     /* of the street, ascending */
    uint64_t seen;            /* all cards that he sees or has discarded, those of the street too */
    const cpf_bits *bits;     /* his source of random choices */
    cpf_scratch *scratch;
} cpf_view;

/* A player chooses one of the ways to place the street, by its number in the list for his room. */
typedef struct cpf_player {
    const char *name;
    int32_t (*choose)(const cpf_view *view);
    int32_t is_random;      /* each way is equally likely */
    int32_t needs_networks; /* plays only by a plan that has some */
} cpf_player;

/* The tables of `careful` for a plan that is complete but for them; NULL: no memory. To be freed. */
struct cpf_careful *cpf_careful_new(const cpf_plan *plan);

size_t cpf_careful_bytes(int dealt); /* of scratch memory that it needs for a street */
int32_t cpf_play_carefully(const cpf_view *view);

enum { CPF_RANDOM, CPF_CAREFUL, CPF_SWIFT, CPF_PLAYERS }; /* weaker ones first */
extern const cpf_player cpf_players[CPF_PLAYERS];

/* ---- deals ---- */

typedef struct cpf_table {
    const cpf_plan *plan;
    int32_t seats;
    cpf_buttons buttons;
    int32_t player[CPF_MOST_PLAYERS]; /* which of cpf_players sits where */
    const cpf_bits *bits[CPF_MOST_PLAYERS];
    cpf_scratch *scratch;
} cpf_table;

/* Plays n deals: those with the button at seat 0, then those at seat 1, and so on, which is part of what random choices
 * mean. `stacks` are the cards of each seat in the order dealt, uint8[n, seats, stack]. A seat whose entry in `is_set`
 * is not 0 sits in Fantasyland: its board stands in `boards` already, and nobody sees it. Writes all other boards, uint8[n,
 * seats, 13]. */
void cpf_play_deals(const cpf_table *table, const uint8_t *stacks, const uint8_t *is_set, int64_t n, uint8_t *boards);

#endif
