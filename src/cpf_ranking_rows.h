/* Shared code of the vector kernels. Each instruction set computes the sums of keys of 64 rows.
 *
 * Strengths are then looked up one by one. On all measured machines, this is at least as fast as gather instructions, and
 * faster where gathers are slow, for example with the microcode update against Downfall. */
#ifndef CPF_RANKING_ROWS_H
#define CPF_RANKING_ROWS_H

#include <string.h>

#include "cpf_ranking.h"

enum { CPF_GROUP = 64 };

/* Look up the strengths of a group: all rows by their sums, then the few flushes again (bit i of `flush`: row i). */
#define CPF_LOOK_UP_5(scale, table, sums, flush, cards, out)                                \
    do {                                                                                    \
        CPF_UNROLL_8                                                                        \
        for (int i = 0; i < CPF_GROUP; i++) (out)[i] = (table)[(sums)[i]];                  \
        for (uint64_t rest = (flush); CPF_UNLIKELY(rest != 0); rest &= rest - 1) {          \
            int i = cpf_lowest_bit(rest);                                                   \
            const uint8_t *row = (cards) + 5 * i;                                           \
            (out)[i] = (uint16_t)cpf_flush5(scale, row[0], row[1], row[2], row[3], row[4]); \
        }                                                                                   \
    } while (0)

#define CPF_LOOK_UP_3(scale, table, sums, flush, cards, out)               \
    do {                                                                   \
        (void)(scale), (void)(flush), (void)(cards);                       \
        CPF_UNROLL_8                                                       \
        for (int i = 0; i < CPF_GROUP; i++) (out)[i] = (table)[(sums)[i]]; \
    } while (0)

/* Define a cpf_rows_kernel `name` of rows of WIDTH cards. TARGET: function attributes. SETUP: the type of the vectors that
 * setup(keys) loads once. sums_of(&vectors, cards, sums, &flush) returns 0 if all 64 rows are valid. */
#define CPF_ROWS_KERNEL(TARGET, name, WIDTH, SETUP, setup, sums_of)                                               \
    TARGET static int name(const cpf_ranking *tables, int kind, const uint8_t *cards, int64_t n, uint16_t *out) { \
        CPF_ASSERT(kind >= 0 && kind < CPF_SCALES && n >= 0);                                                     \
        const cpf_scale *scale = &tables->scales[kind];                                                           \
        const uint16_t *table = WIDTH == 5 ? scale->five : scale->three;                                          \
        CPF_IN_REGISTER(table);                                                                                   \
        const SETUP vectors = setup(&tables->keys);                                                               \
        uint32_t sums[CPF_GROUP];                                                                                 \
        uint64_t flush;                                                                                           \
        int bad = 0;                                                                                              \
        for (; n >= CPF_GROUP; n -= CPF_GROUP, cards += WIDTH * CPF_GROUP, out += CPF_GROUP) {                    \
            bad |= sums_of(&vectors, cards, sums, &flush);                                                        \
            CPF_LOOK_UP_##WIDTH(scale, table, sums, flush, cards, out);                                           \
        }                                                                                                         \
        if (n) { /* the last rows, padded with valid ones */                                                      \
            uint8_t last[WIDTH * CPF_GROUP];                                                                      \
            uint16_t strengths[CPF_GROUP];                                                                        \
            for (int i = 0; i < WIDTH * CPF_GROUP; i++) last[i] = (uint8_t)(i % WIDTH);                           \
            memcpy(last, cards, (size_t)n * WIDTH);                                                               \
            bad |= sums_of(&vectors, last, sums, &flush);                                                         \
            CPF_LOOK_UP_##WIDTH(scale, table, sums, flush, last, strengths);                                      \
            memcpy(out, strengths, (size_t)n * sizeof *out);                                                      \
        }                                                                                                         \
        return bad;                                                                                               \
    }

#endif
