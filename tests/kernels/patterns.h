/* The patterns of the package (cpoker_fast/patterns.py), for checks, fuzzers and benchmarks of the core. */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "cpf_naturals.h"

enum { PATTERNS = 19, THREE_STRAIGHTS = 2 };
#define ANY ((UINT64_C(1) << CPF_PARTITIONS) - 1)

static cpf_pattern any_hand(void) {
    return (cpf_pattern){.counts = ANY, .suits = ANY, .ranks = 0x1fff, .others = 1, .red = 0x3fff};
}

static cpf_pattern of_counts(uint64_t counts, int compared_by) {
    cpf_pattern p = any_hand();
    p.counts = counts;
    p.compared_by = compared_by;
    return p;
}

static cpf_pattern of_ranks(uint32_t ranks, uint32_t others) {
    cpf_pattern p = any_hand();
    p.ranks = ranks;
    p.others = others;
    return p;
}

static cpf_pattern of_colours(uint64_t suits, uint32_t red) {
    cpf_pattern p = any_hand();
    p.suits = suits;
    p.red = red;
    return p;
}

static cpf_pattern of_rows(int shape) {
    cpf_pattern p = any_hand();
    p.rows = shape;
    return p;
}

static uint64_t counts_of(int fours, int threes, int twos) { return UINT64_C(1) << cpf_partition(fours, threes, twos); }

/* Add those patterns to a set whose bits are in `chosen`. */
static inline void add_patterns(const cpf_pattern_tables *tables, cpf_pattern_set *set, uint32_t chosen) {
    uint64_t one_odd_rank = 0;
    for (int fours = 0; fours <= 3; fours++) {
        if (cpf_partition(fours, 0, 6 - 2 * fours) >= 0) one_odd_rank |= counts_of(fours, 0, 6 - 2 * fours);
        if (cpf_partition(fours, 1, 5 - 2 * fours) >= 0) one_odd_rank |= counts_of(fours, 1, 5 - 2 * fours);
    }
    const cpf_pattern patterns[PATTERNS] = {
        of_counts(counts_of(0, 0, 6), 1),
        of_counts(one_odd_rank, 1),
        of_rows(CPF_STRAIGHT_ROWS),
        of_rows(CPF_SUITED_ROWS),
        of_counts(counts_of(0, 1, 5), 0),
        of_counts(counts_of(0, 4, 0), 0),
        of_counts(counts_of(3, 0, 0), 0),
        of_ranks(0x7f, 1),            /* deuce to eight */
        of_ranks(0xff, 1),            /* to nine */
        of_ranks(0x1ff, 1),           /* to ten */
        of_ranks(0x1fc0, 1),          /* eight to ace */
        of_ranks(0x11ff, 1),          /* no pictures */
        of_colours(ANY, 1 | 1 << 13), /* one colour */
        of_colours(ANY, 2 | 1 << 12), /* twelve of one colour */
        of_ranks(0xe00, 2),           /* twelve pictures */
        of_ranks(0x1e00, 1),          /* jack to ace */
        of_rows(CPF_STRAIGHT_ROWS | CPF_SUITED_ROWS),
        of_counts(counts_of(0, 0, 0), 0),
        of_colours(counts_of(0, 0, 0), 0x3fff), /* one suit */
    };
    for (int i = 0; i < PATTERNS; i++)
        if (chosen >> i & 1) cpf_add_pattern(tables, set, i, &patterns[i]);
}

#endif
