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
    enum { VECTORS = CPF_SECOND_UNITS / 4 };
    for (int32_t k = 0; k < n; k++) {
        const cpf_parts *b = &boards[k];
        int16_t units[CPF_UNITS];
        int32x4_t sums[VECTORS], value = vdupq_n_s32(0);
        for (int p = 0; p < PARTS; p++) {
            const int16x8_t rows = vaddq_s16(vaddq_s16(vld1q_s16(b->row[0] + 8 * p), vld1q_s16(b->row[1] + 8 * p)),
                                             vld1q_s16(b->row[2] + 8 * p));
            const int16x8_t ahead = vaddq_s16(weights_8(first[b->ahead[0]], p), weights_8(first[b->ahead[1]], p));
            vst1q_s16(units + 8 * p, vmaxq_s16(vaddq_s16(rows, ahead), vdupq_n_s16(0)));
        }
        for (int v = 0; v < VECTORS; v++) sums[v] = vld1q_s32(head->second_bias + 4 * v);
        for (int pair = 0; pair < CPF_UNITS / 2; pair++) {
            const int16_t even = units[2 * pair], odd = units[2 * pair + 1];
            if (!(even | odd)) continue;
            for (int v = 0; v < VECTORS; v += 2) {
                const int16x8x2_t weights = vld2q_s16(head->paired[pair][4 * v]);
                sums[v] = vmlal_n_s16(sums[v], vget_low_s16(weights.val[0]), even);
                sums[v] = vmlal_n_s16(sums[v], vget_low_s16(weights.val[1]), odd);
                sums[v + 1] = vmlal_n_s16(sums[v + 1], vget_high_s16(weights.val[0]), even);
                sums[v + 1] = vmlal_n_s16(sums[v + 1], vget_high_s16(weights.val[1]), odd);
            }
        }
        for (int v = 0; v < VECTORS; v++) {
            const int32x4_t unit = vshrq_n_s32(vmaxq_s32(sums[v], vdupq_n_s32(0)), CPF_SECOND_SHIFT);
            const int32x4_t third = vmovl_s16(vld1_s16(head->third + 4 * v));
            value = vmlaq_s32(value, vminq_s32(unit, vdupq_n_s32(INT16_MAX)), third);
        }
        values[k] = head->third_bias + vaddvq_s32(value);
    }
}

const cpf_network_kernels cpf_network_neon = {add, value};
#endif
