/* The best that lies inside each set of cards: the bounds that cut a search short.
 *
 * A cube has one entry for each set of n cards, with a byte for middles and one for fronts. The kernel replaces each entry by the
 * highest of all its subsets, which takes one step a card: first the sets with and without the first card are compared, then
 * those with and without the second... */
#ifndef CPF_INSIDE_H
#define CPF_INSIDE_H

#include <stdint.h>

#include "cpf_hand.h"
#include "cpf_simd.h"

typedef struct cpf_inside {
    uint8_t middle, front;
} cpf_inside;

/* A cube of n cards, 13 or more; aligned to 64 bytes. */
typedef void (*cpf_inside_kernel)(cpf_inside *cube, int n);

void cpf_inside_portable(cpf_inside *cube, int n);
#if defined(CPF_X86_64)
void cpf_inside_avx2(cpf_inside *cube, int n);
void cpf_inside_avx512(cpf_inside *cube, int n);
#elif defined(CPF_AARCH64)
void cpf_inside_neon(cpf_inside *cube, int n);
#endif

/* The kernel of an instruction set (cpf_cpu.h). */
cpf_inside_kernel cpf_inside_of(int level);

/* The memory of a cube of n cards. */
static inline size_t cpf_inside_bytes(int n) { return sizeof(cpf_inside) << n; }

/* Fills a cube with the levels of the strongest middle that qualifies and of the strongest front. A level stands for 32
 * neighbouring strengths; 0: no such row. */
void cpf_levels(const cpf_hand *hand, cpf_inside_kernel inside, cpf_inside *cube);

static inline unsigned cpf_level(uint32_t strength) { return (strength >> 5) + 1; }

/* The highest strength of a level. */
static inline uint32_t cpf_level_top(unsigned level) { return level ? (level << 5) - 1 : 0; }

#endif
