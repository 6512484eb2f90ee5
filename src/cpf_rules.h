/* Rules as numbers and tables: what cpoker_fast.rulebook.Rules is compiled to. */
#ifndef CPF_RULES_H
#define CPF_RULES_H

#include <stddef.h>
#include <stdint.h>

#include "cpf_naturals.h"
#include "cpf_ranking.h"

enum { CPF_FRONT, CPF_MIDDLE, CPF_BACK, CPF_ROWS };

/* The members of the enums of rulebook/choices.py, in their order. */
enum { CPF_ALL_AGAINST_ALL, CPF_BANKER, CPF_SINGLE_WINNER, CPF_POOL };
enum { CPF_TIE_PUSH, CPF_TIE_HOUSE, CPF_TIE_BUTTON };
enum { CPF_POOL_SPLIT, CPF_POOL_CARRY };
enum { CPF_OVERALL_ROWS, CPF_OVERALL_EXTRAS };
enum { CPF_NATURAL_DIFFERENCE, CPF_NATURAL_FULL, CPF_NATURAL_SCOOP };
enum { CPF_NATURAL_TIES_PUSH, CPF_NATURAL_TIES_COMPARE };

enum { CPF_FOUL_AS_SCOOP = -1 };

/* Every plain number, declared once: these are members of cpf_rules, and the names in cpf_rule_numbers. They have the names
 * of the fields of Rules, where their meaning is documented. A member of an enum is stored as its place, None as -1. Two
 * numbers are no fields of that name: lowest_middle (a lowball middle of less strength is a foul) and royalties_always. */
#define CPF_RULE_NUMBERS(NUMBER) \
    NUMBER(wheel)                \
    NUMBER(lowball_middle)       \
    NUMBER(lowest_middle)        \
    NUMBER(pairings)             \
    NUMBER(pool_ties)            \
    NUMBER(row_ties)             \
    NUMBER(row_points)           \
    NUMBER(match_points)         \
    NUMBER(scoop_bonus)          \
    NUMBER(scoop_times)          \
    NUMBER(home_run_bonus)       \
    NUMBER(home_run_times)       \
    NUMBER(home_run_players)     \
    NUMBER(overall_points)       \
    NUMBER(overall)              \
    NUMBER(royalties_always)     \
    NUMBER(deuce_of_spades)      \
    NUMBER(foul)                 \
    NUMBER(foul_pays_royalties)  \
    NUMBER(foul_pays_naturals)   \
    NUMBER(natural_mode)         \
    NUMBER(natural_ties)         \
    NUMBER(surrender)            \
    NUMBER(dealer_compensation)

enum { CPF_ACE_COUNTS = 5 }; /* no ace to four */

typedef struct cpf_rules {
#define CPF_MEMBER(name) int32_t name;
    CPF_RULE_NUMBERS(CPF_MEMBER)
#undef CPF_MEMBER
    int32_t aces[CPF_ACE_COUNTS];
    int32_t side_payments; /* whether there are any: for aces, or to the dealer */
    uint32_t naturals;     /* patterns in use, as bits */
    int32_t natural_points[CPF_PATTERNS], natural_level[CPF_PATTERNS];
    int32_t natural_choice[CPF_PATTERNS]; /* of those that a hand makes, the one with the highest, above 0, is declared */
    int16_t royalties[CPF_ROWS][CPF_STRENGTHS]; /* by strength; the middle's by lowball strength if that is played */
} cpf_rules;

#define CPF_ONE(name) +1
enum { CPF_RULE_NUMBER_COUNT = CPF_RULE_NUMBERS(CPF_ONE) };
#undef CPF_ONE

/* Where each plain number stands in cpf_rules. */
typedef struct cpf_rule_number {
    const char *name;
    size_t offset;
} cpf_rule_number;

extern const cpf_rule_number cpf_rule_numbers[CPF_RULE_NUMBER_COUNT];

static inline void cpf_set_rule_number(cpf_rules *rules, int number, int32_t value) {
    *(int32_t *)(void *)((char *)rules + cpf_rule_numbers[number].offset) = value;
}

#endif
