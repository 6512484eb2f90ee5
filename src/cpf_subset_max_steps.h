/* Shared code of the kernels of cpf_subset_max.h. Each instruction set provides vectors of LANES entries and the steps
 * within a vector. */
#ifndef CPF_SUBSET_MAX_STEPS_H
#define CPF_SUBSET_MAX_STEPS_H

#include <stddef.h>

#include "cpf_subset_max.h"

enum { CPF_BLOCK_CARDS = 13 }; /* number of cards whose sets fit in the first-level cache */

/* Define the kernel `name`. TARGET: function attributes. load(p), store(p, v) and higher(a, b), the maximum, work on vectors
 * of type VECTOR; within(v) does the steps of the first log2(LANES) cards, which combine entries of one vector. The
 * steps of the other cards take two cards at a time, which saves half of the loads and stores. */
#define CPF_SUBSET_MAX_KERNEL(TARGET, name, VECTOR, LANES, load, store, higher, within)                        \
    TARGET static inline void name##_steps(cpf_subset_max *cube, size_t from, size_t size) {                   \
        size_t h = from;                                                                                       \
        for (; 4 * h <= size; h *= 4)                                                                          \
            for (size_t block = 0; block < size; block += 4 * h)                                               \
                for (size_t i = block; i < block + h; i += LANES) {                                            \
                    VECTOR none = load(cube + i), first = load(cube + i + h), second = load(cube + i + 2 * h); \
                    VECTOR both = load(cube + i + 3 * h);                                                      \
                    first = higher(first, none);                                                               \
                    store(cube + i + h, first);                                                                \
                    both = higher(both, first);                                                                \
                    store(cube + i + 2 * h, higher(second, none));                                             \
                    store(cube + i + 3 * h, higher(both, second));                                             \
                }                                                                                              \
        for (; 2 * h <= size; h *= 2)                                                                          \
            for (size_t block = 0; block < size; block += 2 * h)                                               \
                for (size_t i = block; i < block + h; i += LANES)                                              \
                    store(cube + i + h, higher(load(cube + i), load(cube + i + h)));                           \
    }                                                                                                          \
    TARGET void name(cpf_subset_max *cube, int n) {                                                            \
        CPF_ASSERT(cpf_is_hand_size(n) && (uintptr_t)cube % 64 == 0);                                          \
        size_t size = (size_t)1 << n, block = (size_t)1 << CPF_BLOCK_CARDS;                                    \
        for (size_t start = 0; start < size; start += block) {                                                 \
            for (size_t i = start; i < start + block; i += LANES) store(cube + i, within(load(cube + i)));     \
            name##_steps(cube + start, LANES, block);                                                          \
        }                                                                                                      \
        name##_steps(cube, block, size);                                                                       \
    }

#endif
