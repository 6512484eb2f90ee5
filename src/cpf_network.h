/* Value networks: the points that a board is expected to bring, from the features of cpf_features.h.
 *
 * The first layer, 64 units, is the same for all streets; then each street has a head of its own: 32 units, and the value.
 * All is counted in whole numbers, so that every machine and every kernel finds the same values. */
#ifndef CPF_NETWORK_H
#define CPF_NETWORK_H

#include "cpf_features.h"

enum { CPF_UNITS = 64, CPF_SECOND_UNITS = 32 };

/* The units of the layers: one over so many. */
enum {
    CPF_FIRST_SCALE = 1 << 6,
    CPF_SECOND_SCALE = 1 << 12,
    CPF_SECOND_SHIFT = 10, /* from sums of the second layer, 1 << 18, to what the third one takes, 1 << 8 */
    CPF_THIRD_SCALE = 1 << 10,
    CPF_VALUE_SCALE = 1 << 18
};

/* What comes after the first layer. */
typedef struct cpf_head {
    int16_t first_bias[CPF_UNITS];
    int16_t second[CPF_SECOND_UNITS][CPF_UNITS];
    int32_t second_bias[CPF_SECOND_UNITS];
    int16_t third[CPF_SECOND_UNITS];
    int32_t third_bias;
} cpf_head;

typedef int8_t cpf_weights[CPF_UNITS];

typedef struct cpf_network {
    const cpf_weights *first;           /* by feature */
    const cpf_head *head[CPF_HAND + 1]; /* by the number of cards that are placed; NULL: none */
} cpf_network;

/* Whether no sum of a head can overflow, whatever the features of a board are. */
int cpf_head_is_safe(const cpf_head *head);

/* A board as parts of its first layer: sums by row, the front's with those of the live cards and the bias; and the features
 * of rows side by side. */
typedef struct cpf_parts {
    const int16_t *row[CPF_ROWS];
    uint16_t ahead[2];
} cpf_parts;

typedef struct cpf_network_kernels {
    /* sum[] += the weights of n features */
    void (*add)(const cpf_weights *first, const uint16_t *features, int n, int16_t *sum);
    /* The values of n boards. */
    void (*value)(const cpf_weights *first, const cpf_head *head, const cpf_parts *boards, int32_t n, int32_t *values);
} cpf_network_kernels;

extern const cpf_network_kernels cpf_network_portable;
#if defined(CPF_X86_64)
extern const cpf_network_kernels cpf_network_avx2, cpf_network_avx512;
#elif defined(CPF_AARCH64)
extern const cpf_network_kernels cpf_network_neon;
#endif

/* The kernels of an instruction set (cpf_cpu.h). */
const cpf_network_kernels *cpf_network_kernels_of(int level);

#endif
