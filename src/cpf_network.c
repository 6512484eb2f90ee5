/* Value networks in portable C. */
#include "cpf_network.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_cpu.h"
#include "cpf_simd.h"

enum { MOST_SUM = 128 * CPF_MOST_FEATURES };

void cpf_pair_weights(cpf_head *head) {
    for (int i = 0; i < CPF_UNITS; i++)
        for (int j = 0; j < CPF_SECOND_UNITS; j++) head->paired[i / 2][j][i % 2] = head->second[j][i];
}

int cpf_head_is_safe(const cpf_head *head) {
    int64_t largest = 0, output = llabs(head->third_bias);
    for (int i = 0; i < CPF_UNITS; i++) {
        int64_t unit = abs(head->first_bias[i]) + MOST_SUM;
        if (unit > INT16_MAX) return 0;
    }
    for (int j = 0; j < CPF_SECOND_UNITS; j++) {
        int64_t sum = llabs(head->second_bias[j]);
        for (int i = 0; i < CPF_UNITS; i++) sum += (int64_t)abs(head->second[j][i]) * (abs(head->first_bias[i]) + MOST_SUM);
        largest = sum > largest ? sum : largest;
        output += (int64_t)abs(head->third[j]) * INT16_MAX;
    }
    return largest <= INT32_MAX && output <= INT32_MAX;
}

static void add(const cpf_weights *first, const uint16_t *features, int n, int16_t *sum) {
    for (int k = 0; k < n; k++) {
        const int8_t *weights = first[features[k]];
        for (int i = 0; i < CPF_UNITS; i++) sum[i] = (int16_t)(sum[i] + weights[i]);
    }
}

static int32_t value_of(const cpf_head *head, const int16_t *first) {
    enum { VECTORS = CPF_SECOND_UNITS / 4 };
    cpf_v128 sums[VECTORS];
    int32_t sum[CPF_SECOND_UNITS], value = head->third_bias;
    for (int v = 0; v < VECTORS; v++) sums[v] = cpf_v128_load(head->second_bias + 4 * v);
    for (int pair = 0; pair < CPF_UNITS / 2; pair++) {
        const int16_t even = first[2 * pair], odd = first[2 * pair + 1];
        if (!(even | odd)) continue;
        const int16_t repeated[8] = {even, odd, even, odd, even, odd, even, odd};
        const cpf_v128 units = cpf_v128_load(repeated);
        for (int v = 0; v < VECTORS; v++)
            sums[v] = cpf_i32x4_add_products(sums[v], units, cpf_v128_load(head->paired[pair][4 * v]));
    }
    memcpy(sum, sums, sizeof sum);
    for (int j = 0; j < CPF_SECOND_UNITS; j++) {
        const int32_t unit = sum[j] > 0 ? sum[j] >> CPF_SECOND_SHIFT : 0;
        value += (unit < INT16_MAX ? unit : INT16_MAX) * head->third[j];
    }
    return value;
}

static void value(const cpf_weights *first, const cpf_head *head, const cpf_parts *boards, int32_t n, int32_t *values) {
    for (int32_t k = 0; k < n; k++) {
        const cpf_parts *b = &boards[k];
        const int8_t *first_pair = first[b->ahead[0]], *second_pair = first[b->ahead[1]];
        int16_t sum[CPF_UNITS];
        for (int i = 0; i < CPF_UNITS; i++) {
            const int16_t unit = (int16_t)(b->row[CPF_FRONT][i] + b->row[CPF_MIDDLE][i] + b->row[CPF_BACK][i] +
                                           first_pair[i] + second_pair[i]);
            sum[i] = unit > 0 ? unit : 0;
        }
        values[k] = value_of(head, sum);
    }
}

const cpf_network_kernels cpf_network_portable = {add, value};

const cpf_network_kernels *cpf_network_kernels_of(int level) {
#if defined(CPF_X86_64)
    if (level == CPF_CPU_AVX512) return &cpf_network_avx512;
    if (level == CPF_CPU_AVX2) return &cpf_network_avx2;
#elif defined(CPF_AARCH64)
    if (level == CPF_CPU_NEON) return &cpf_network_neon;
#endif
    (void)level;
    return &cpf_network_portable;
}
