/* Shared code of the vector kernels of six and seven cards. Each instruction set sums the keys of 64 hands, and finds their
 * flushes. Every 33rd hand is a flush: too many to branch for each. So flushes are listed, and looked up after many hands.
 */
#ifndef CPF_SEVENS_ROWS_H
#define CPF_SEVENS_ROWS_H

#include <string.h>

#include "cpf_sevens.h"

enum { CPF_SEVENS_GROUP = 64, CPF_SEVENS_CHUNK = 16 * CPF_SEVENS_GROUP };

/* The sums of the keys of a group, modulo 2^23, and their rows; `flush`: a bit for each hand. */
typedef struct cpf_sevens_group {
    uint32_t sum[CPF_SEVENS_GROUP], row[CPF_SEVENS_GROUP];
    uint64_t flush;
} cpf_sevens_group;

/* Append the flushes of a group that begins with `hand`, without vectors. The first four steps need no branch. */
CPF_ALWAYS_INLINE int cpf_list_flushes(const void *vectors, uint16_t *list, int n, int64_t hand, uint64_t flush) {
    (void)vectors;
    for (int i = 0; i < 4; i++, flush &= flush - 1) {
        list[n] = (uint16_t)(hand + cpf_lowest_bit(flush | UINT64_C(1) << 63));
        n += flush != 0;
    }
    for (; CPF_UNLIKELY(flush != 0); flush &= flush - 1) list[n++] = (uint16_t)(hand + cpf_lowest_bit(flush));
    return n;
}

CPF_ALWAYS_INLINE uint16_t cpf_flush_strength(const cpf_sevens *sevens, const uint8_t *cards, int width) {
    uint64_t mask = 0;
    for (int j = 0; j < width; j++) mask |= sevens->bit[cards[j]];
    return (uint16_t)cpf_seven_flush(sevens, mask);
}

#define CPF_SEVENS_LOOK_UP(sevens, first, group, out)                                                                       \
    do {                                                                                                                    \
        CPF_UNROLL_8                                                                                                        \
        for (int i = 0; i < CPF_SEVENS_GROUP; i++) (out)[i] = (sevens)->strength[(first)[(group).row[i]] + (group).sum[i]]; \
    } while (0)

/* Define a cpf_seven_kernel `name` of hands of WIDTH cards. TARGET: function attributes. SETUP: the type of the vectors that
 * setup(sevens, WIDTH) loads once. read(&vectors, cards, WIDTH, &group) returns 0 if all 64 hands are valid.
 * list_flushes: cpf_list_flushes, or a function that does the same and may write up to 64 entries. */
#define CPF_SEVEN_KERNEL(TARGET, name, WIDTH, SETUP, setup, read, list_flushes)                                          \
    TARGET static int name(const cpf_sevens *sevens, const uint8_t *cards, int64_t n, uint16_t *out) {                   \
        CPF_ASSERT(n >= 0);                                                                                              \
        const SETUP vectors = setup(sevens, WIDTH);                                                                      \
        const uint32_t *first = sevens->first[WIDTH - 6];                                                                \
        cpf_sevens_group group;                                                                                          \
        uint16_t list[CPF_SEVENS_CHUNK + CPF_SEVENS_GROUP];                                                              \
        int bad = 0;                                                                                                     \
        while (n >= CPF_SEVENS_GROUP) {                                                                                  \
            int64_t chunk = n < CPF_SEVENS_CHUNK ? n - n % CPF_SEVENS_GROUP : CPF_SEVENS_CHUNK;                          \
            int flushes = 0;                                                                                             \
            for (int64_t hand = 0; hand < chunk; hand += CPF_SEVENS_GROUP) {                                             \
                bad |= read(&vectors, cards + WIDTH * hand, WIDTH, &group);                                              \
                CPF_SEVENS_LOOK_UP(sevens, first, group, out + hand);                                                    \
                flushes = list_flushes(&vectors, list, flushes, hand, group.flush);                                      \
            }                                                                                                            \
            for (int i = 0; i < flushes; i++) out[list[i]] = cpf_flush_strength(sevens, cards + WIDTH * list[i], WIDTH); \
            n -= chunk, cards += WIDTH * chunk, out += chunk;                                                            \
        }                                                                                                                \
        if (n) { /* the last hands, padded with valid ones */                                                            \
            uint8_t last[WIDTH * CPF_SEVENS_GROUP];                                                                      \
            uint16_t strengths[CPF_SEVENS_GROUP];                                                                        \
            for (int i = 0; i < WIDTH * CPF_SEVENS_GROUP; i++) last[i] = (uint8_t)(i % WIDTH);                           \
            memcpy(last, cards, (size_t)n * WIDTH);                                                                      \
            bad |= read(&vectors, last, WIDTH, &group);                                                                  \
            CPF_SEVENS_LOOK_UP(sevens, first, group, strengths);                                                         \
            for (; group.flush; group.flush &= group.flush - 1) {                                                        \
                int i = cpf_lowest_bit(group.flush);                                                                     \
                strengths[i] = cpf_flush_strength(sevens, last + WIDTH * i, WIDTH);                                      \
            }                                                                                                            \
            memcpy(out, strengths, (size_t)n * sizeof *out);                                                             \
        }                                                                                                                \
        return bad;                                                                                                      \
    }

#endif
