/* What the kernels of cpf_inside.h share: an instruction set has vectors of LANES entries, and does the steps within one. */
#ifndef CPF_INSIDE_STEPS_H
#define CPF_INSIDE_STEPS_H

#include <stddef.h>

#include "cpf_inside.h"

enum { CPF_BLOCK_CARDS = 13 }; /* sets of the first cards, together in the first-level cache */

/* Defines the kernel `name`. TARGET: function attributes. load(p), store(p, v) and higher(a, b) work on vectors of type
 * VECTOR; within(v) does the steps of the first cards, whose sets lie in one vector. The other steps are done two at a time. */
#define CPF_INSIDE_KERNEL(TARGET, name, VECTOR, LANES, load, store, higher, within)                                \
    TARGET static inline void name##_steps(cpf_inside *cube, size_t from, size_t size) {                          \
        size_t h = from;                                                                                          \
        for (; 4 * h <= size; h *= 4)                                                                             \
            for (size_t block = 0; block < size; block += 4 * h)                                                  \
                for (size_t i = block; i < block + h; i += LANES) {                                               \
                    VECTOR none = load(cube + i), one = load(cube + i + h), other = load(cube + i + 2 * h);       \
                    VECTOR both = load(cube + i + 3 * h);                                                         \
                    one = higher(one, none);                                                                      \
                    store(cube + i + h, one);                                                                     \
                    both = higher(both, one);                                                                     \
                    store(cube + i + 2 * h, higher(other, none));                                                 \
                    store(cube + i + 3 * h, higher(both, other));                                                 \
                }                                                                                                 \
        for (; 2 * h <= size; h *= 2)                                                                             \
            for (size_t block = 0; block < size; block += 2 * h)                                                  \
                for (size_t i = block; i < block + h; i += LANES)                                                 \
                    store(cube + i + h, higher(load(cube + i), load(cube + i + h)));                              \
    }                                                                                                             \
    TARGET void name(cpf_inside *cube, int n) {                                                                   \
        size_t size = (size_t)1 << n, block = (size_t)1 << CPF_BLOCK_CARDS;                                       \
        for (size_t start = 0; start < size; start += block) {                                                    \
            for (size_t i = start; i < start + block; i += LANES) store(cube + i, within(load(cube + i)));        \
            name##_steps(cube + start, LANES, block);                                                             \
        }                                                                                                         \
        name##_steps(cube, block, size);                                                                          \
    }

#endif
