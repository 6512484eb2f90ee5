/* Value networks: the expected points of a board, from the features of cpf_features.h.
 *
 * All streets share the first layer of 64 units; each street has its own head: 32 units and the value. All arithmetic is in
 * integers, so all machines and kernels give the same values. */
#ifndef CPF_NETWORK_H
#define CPF_NETWORK_H

#include "cpf_features.h"

enum { CPF_UNITS = 64, CPF_SECOND_UNITS = 32 };

/* Scales of the layers: an integer x of a layer stands for x / scale. */
enum {
    CPF_FIRST_SCALE = 1 << 6,
    CPF_SECOND_SCALE = 1 << 12,
    CPF_SECOND_SHIFT = 10, /* from 1 << 18 (sums of the second layer) to 1 << 8 (inputs of the third layer) */
    CPF_THIRD_SCALE = 1 << 10,
    CPF_VALUE_SCALE = 1 << 18
};

/* The layers after the first one. */
typedef struct cpf_head {
    int16_t first_bias[CPF_UNITS];
    int16_t second[CPF_SECOND_UNITS][CPF_UNITS];
    int32_t second_bias[CPF_SECOND_UNITS];
    int16_t third[CPF_SECOND_UNITS];
    int32_t third_bias;
    /* Made by cpf_pair_weights: `second` by pair of first units. Most first units are 0, and kernels skip pairs of zeros. */
    int16_t paired[CPF_UNITS / 2][CPF_SECOND_UNITS][2];
} cpf_head;

typedef int8_t cpf_weights[CPF_UNITS];

typedef struct cpf_network {
    const cpf_weights *first;           /* by feature: weights of the first layer */
    const cpf_head *head[CPF_HAND + 1]; /* by the number of placed cards: the head; NULL: none */
} cpf_network;

/* Fill `paired` from `second`. */
void cpf_pair_weights(cpf_head *head);

/* Whether a head is safe: no sum can overflow, with the features of any board. */
int cpf_head_is_safe(const cpf_head *head);

/* The first layer of a board in parts: the sum of each row, and the feature of each of the two pairs of rows. The sum of the
 * front includes the live cards and the bias. */
typedef struct cpf_parts {
    const int16_t *row[CPF_ROWS];
    uint16_t ahead[2];
} cpf_parts;

typedef struct cpf_network_kernels {
    /* Add the weights of n features to sum[]. */
    void (*add)(const cpf_weights *first, const uint16_t *features, int n, int16_t *sum);
    /* Compute the values of n boards. */
    void (*value)(const cpf_weights *first, const cpf_head *head, const cpf_parts *boards, int32_t n, int32_t *values);
} cpf_network_kernels;

extern const cpf_network_kernels cpf_network_portable;
#if defined(CPF_X86_64)
extern const cpf_network_kernels cpf_network_avx2, cpf_network_avx512;
#elif defined(CPF_AARCH64)
extern const cpf_network_kernels cpf_network_neon;
#endif

/* Return the kernels of an instruction set (cpf_cpu.h). */
const cpf_network_kernels *cpf_network_kernels_of(int level);

#endif
