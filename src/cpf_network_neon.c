/* Value networks for NEON. */
#include "cpf_network.h"

#ifdef CPF_AARCH64
#include <arm_neon.h>

enum { PARTS = CPF_UNITS / 8 };

static inline int16x8_t weights_8(const int8_t *weights, int part) { return vmovl_s8(vld1_s8(weights + 8 * part)); }

static void add(const cpf_weights *first, const uint16_t *features, int n, int16_t *sum) {
    int16x8_t sums[PARTS];
    for (int p = 0; p < PARTS; p++) sums[p] = vld1q_s16(sum + 8 * p);
    for (int k = 0; k < n; k++)
        for (int p = 0; p < PARTS; p++) sums[p] = vaddq_s16(sums[p], weights_8(first[features[k]], p));
    for (int p = 0; p < PARTS; p++) vst1q_s16(sum + 8 * p, sums[p]);
}

static void value(const cpf_weights *first, const cpf_head *head, const cpf_parts *boards, int32_t n, int32_t *values) {
    for (int32_t k = 0; k < n; k++) {
        const cpf_parts *b = &boards[k];
        int16x8_t unit[PARTS];
        int32_t value = head->third_bias;
        for (int p = 0; p < PARTS; p++) {
            const int16x8_t rows = vaddq_s16(vaddq_s16(vld1q_s16(b->row[0] + 8 * p), vld1q_s16(b->row[1] + 8 * p)),
                                             vld1q_s16(b->row[2] + 8 * p));
            const int16x8_t ahead = vaddq_s16(weights_8(first[b->ahead[0]], p), weights_8(first[b->ahead[1]], p));
            unit[p] = vmaxq_s16(vaddq_s16(rows, ahead), vdupq_n_s16(0));
        }
        for (int j = 0; j < CPF_SECOND_UNITS; j++) {
            int32x4_t low = vdupq_n_s32(0), high = low;
            for (int p = 0; p < PARTS; p++) {
                const int16x8_t weights = vld1q_s16(head->second[j] + 8 * p);
                low = vmlal_s16(low, vget_low_s16(unit[p]), vget_low_s16(weights));
                high = vmlal_high_s16(high, unit[p], weights);
            }
            int32_t sum = vaddvq_s32(vaddq_s32(low, high)) + head->second_bias[j];
            sum = sum > 0 ? sum >> CPF_SECOND_SHIFT : 0;
            value += (sum < INT16_MAX ? sum : INT16_MAX) * head->third[j];
        }
        values[k] = value;
    }
}

const cpf_network_kernels cpf_network_neon = {add, value};
#endif
