/* Subset maxima: for every set of cards, the best rows that its cards can make. Searches use them as bounds.
 *
 * For a function f on the sets S of n cards, the kernel computes in place
 *
 *     g(S) = max over T subset of S of f(T)
 *
 * This is the zeta transform over the subset lattice, with max in place of the sum. Card by card, each set with the card
 * takes the maximum of its value and the value of the set without the card: n 2^(n-1) maxima in all, many in each vector.
 *
 * Two functions are computed together, a byte each: one for the middles, and one for the fronts, among the subsets. */
#ifndef CPF_SUBSET_MAX_H
#define CPF_SUBSET_MAX_H

#include <stdint.h>

#include "cpf_hand.h"
#include "cpf_simd.h"

typedef struct cpf_subset_max {
    uint8_t middle, front;
} cpf_subset_max;

/* A kernel that replaces the 2^n entries of a cube by their subset maxima; n is 13 to 17. Entry S belongs to the set S. The
 * cube is aligned to 64 bytes. */
typedef void (*cpf_subset_max_kernel)(cpf_subset_max *cube, int n);

void cpf_subset_max_portable(cpf_subset_max *cube, int n);
#if defined(CPF_X86_64)
void cpf_subset_max_avx2(cpf_subset_max *cube, int n);
void cpf_subset_max_avx512(cpf_subset_max *cube, int n);
#elif defined(CPF_AARCH64)
void cpf_subset_max_neon(cpf_subset_max *cube, int n);
#endif

/* Return the kernel of an instruction set (cpf_cpu.h). */
cpf_subset_max_kernel cpf_subset_max_of(int level);

/* Return the size of a cube of n cards, in bytes. */
static inline size_t cpf_subset_max_bytes(int n) { return sizeof(cpf_subset_max) << n; }

/* Fill a cube with the levels of the strongest qualifying middle and of the strongest front in each set of cards. A level is
 * a strength divided by 32, plus one, so that it fits in a byte; 0: the set has no such row. */
void cpf_levels(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube);

static inline unsigned cpf_level(uint32_t strength) {
    CPF_ASSERT(strength < CPF_STRENGTHS);
    return (strength >> 5) + 1;
}

/* Return the highest strength of a level. */
static inline uint32_t cpf_level_top(unsigned level) { return level ? (level << 5) - 1 : 0; }

#endif
