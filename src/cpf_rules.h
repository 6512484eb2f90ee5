/* Rules as numbers and tables, compiled from cpoker_fast.rulebook.Rules. */
#ifndef CPF_RULES_H
#define CPF_RULES_H

#include <stddef.h>
#include <stdint.h>

#include "cpf_naturals.h"
#include "cpf_ranking.h"

enum { CPF_FRONT, CPF_MIDDLE, CPF_BACK, CPF_ROWS };

/* The members of the enums in cpoker_fast/rulebook/choices.py, in the same order. */
enum { CPF_ALL_AGAINST_ALL, CPF_BANKER, CPF_SINGLE_WINNER, CPF_POOL };
enum { CPF_TIE_PUSH, CPF_TIE_HOUSE, CPF_TIE_BUTTON, CPF_TIE_SUITS };
enum { CPF_POOL_SPLIT, CPF_POOL_CARRY };
enum { CPF_NATURAL_DIFFERENCE, CPF_NATURAL_FULL, CPF_NATURAL_SCOOP };
enum { CPF_NATURAL_TIES_PUSH, CPF_NATURAL_TIES_COMPARE, CPF_NATURAL_TIES_FIRST };
enum { CPF_DIAMONDS_LOWEST, CPF_CLUBS_LOWEST };
enum { CPF_EQUAL_ROWS_LEGAL, CPF_EQUAL_ROWS_FOUL };
enum { CPF_DEAD_ALL, CPF_DEAD_OUT_OF_ORDER };

enum { CPF_FOUL_AS_SCOOP = -1 }; /* value of the option `foul`; all others are fixed prices */

/* The numeric options of rules, each declared once: they become the members of cpf_rules and the names in cpf_rule_numbers.
 * The names are those of the fields of Rules, whose docstring explains them. A member of an enum is stored as its index,
 * None as -1. lowest_middle (weaker lowball middles foul), royalties_always (also for lost rows), net_winner (points for
 * winning more, including royalties and scoop) and stack (the most cards that a player is dealt) are not fields of Rules.
 * row_points are 0 if rows are not paid singly. horse_times is 0 if there is no horse card. */
#define CPF_RULE_NUMBERS(NUMBER) \
    NUMBER(wheel)                \
    NUMBER(lowball_middle)       \
    NUMBER(lowest_middle)        \
    NUMBER(equal_rows)           \
    NUMBER(dead_rows)            \
    NUMBER(pairings)             \
    NUMBER(pool_ties)            \
    NUMBER(row_ties)             \
    NUMBER(suit_order)           \
    NUMBER(row_points)           \
    NUMBER(home_run_bonus)       \
    NUMBER(home_run_times)       \
    NUMBER(home_run_players)     \
    NUMBER(horse_card)           \
    NUMBER(horse_times)          \
    NUMBER(most_points)          \
    NUMBER(most_home_run_points) \
    NUMBER(net_winner)           \
    NUMBER(royalties_always)     \
    NUMBER(deuce_of_spades)      \
    NUMBER(foul)                 \
    NUMBER(foul_pays_royalties)  \
    NUMBER(foul_pays_naturals)   \
    NUMBER(foul_keeps_natural)   \
    NUMBER(naturals_by_rows)     \
    NUMBER(natural_mode)         \
    NUMBER(natural_ties)         \
    NUMBER(surrender)            \
    NUMBER(dealer_compensation)  \
    NUMBER(players)              \
    NUMBER(stack)                \
    NUMBER(first_street_open)

/* Payments of a pairing, except royalties, for a triple of row results. Above 0: the second seat pays the first seat. */
typedef struct cpf_price {
    int32_t row_points, scoop_points, overall; /* overall: 0 if rows alone do not decide it; see net_winner */
    int32_t times;                             /* factor of all payments, royalties included */
    int32_t winner;                            /* the first seat (1), nobody (0) or the second seat (-1) */
} cpf_price;

enum { CPF_TRIPLES = 27 }; /* triples of row results: won, tied or lost */

/* Return the index of three row results, each 1, 0 or -1. */
static inline int cpf_triple(const int32_t rows[CPF_ROWS]) {
    return 9 * rows[CPF_FRONT] + 3 * rows[CPF_MIDDLE] + rows[CPF_BACK] + CPF_TRIPLES / 2;
}

enum { CPF_ALL_LOST = 0, CPF_ALL_WON = CPF_TRIPLES - 1 };

enum { CPF_ACE_COUNTS = 5 }; /* zero to four aces */

/* The numeric options of `rules.fantasyland`; all are -1 if that part is None. most_stay_cards, the highest number in
 * `stay`, is computed. */
#define CPF_FANTASYLAND_NUMBERS(NUMBER) \
    NUMBER(entry_by_more)               \
    NUMBER(stay_keeps_cards)            \
    NUMBER(stay_royalty_over)           \
    NUMBER(most_stays)                  \
    NUMBER(most_stay_cards)

enum { CPF_MOST_STREETS = 13 };

#define CPF_MEMBER(name) int32_t name;
typedef struct cpf_fantasyland {
    CPF_FANTASYLAND_NUMBERS(CPF_MEMBER)
    uint8_t entry[CPF_ROWS][CPF_STRENGTHS], stay[CPF_ROWS][CPF_STRENGTHS]; /* cards that a row earns; 0: none */
} cpf_fantasyland;

typedef struct cpf_rules {
    CPF_RULE_NUMBERS(CPF_MEMBER)
#undef CPF_MEMBER
    cpf_price prices[CPF_TRIPLES];
    int32_t aces[CPF_ACE_COUNTS]; /* value, by number of aces */
    int32_t side_payments;        /* whether there are any, for aces or to the dealer */
    cpf_pattern_set patterns;     /* those of the naturals */
    int32_t natural_points[CPF_MOST_PATTERNS], natural_level[CPF_MOST_PATTERNS];
    int32_t natural_choice[CPF_MOST_PATTERNS];  /* priority, above 0: hands declare their pattern of highest priority */
    int32_t most_royalties;                     /* see cpf_most_royalties */
    int32_t pays_by_cards;                      /* see cpf_pays_by_cards */
    int16_t royalties[CPF_ROWS][CPF_STRENGTHS]; /* by strength; of a lowball middle by lowball strength */
    int32_t streets, dealt[CPF_MOST_STREETS], placed[CPF_MOST_STREETS];
    cpf_fantasyland fantasyland;
} cpf_rules;

#define CPF_ONE(name) +1
enum { CPF_RULE_NUMBER_COUNT = CPF_RULE_NUMBERS(CPF_ONE) CPF_FANTASYLAND_NUMBERS(CPF_ONE) };
#undef CPF_ONE

/* The name of a numeric option, such as "fantasyland.most_stays", and its offset in cpf_rules. */
typedef struct cpf_rule_number {
    const char *name;
    size_t offset;
} cpf_rule_number;

extern const cpf_rule_number cpf_rule_numbers[CPF_RULE_NUMBER_COUNT];

static inline void cpf_set_rule_number(cpf_rules *rules, int number, int32_t value) {
    *(int32_t *)(void *)((char *)rules + cpf_rule_numbers[number].offset) = value;
}

#endif
