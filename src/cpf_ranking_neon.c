/* Ranking kernels for NEON (AArch64): four rows at a time, laid out as in cpf_ranking_x86.c. */
#include "cpf_simd.h"

#ifdef CPF_AARCH64

#include <arm_neon.h>

#include "cpf_ranking.h"
#include "cpf_ranking_rows.h"

#define NEON /* empty: every AArch64 machine has NEON, so functions need no attribute */

typedef struct vectors128 {
    uint8x16_t plane[3]; /* bytes 0, 1 and 2 of the rank keys, by rank */
} vectors128;

static inline vectors128 planes(const cpf_keys *keys, int shift, uint64_t field) {
    uint8_t bytes[3][16];
    vectors128 v;
    for (int rank = 0; rank < 16; rank++) {
        uint64_t key = keys->card[4 * rank] >> shift & field;
        for (int i = 0; i < 3; i++) bytes[i][rank] = (uint8_t)(key >> 8 * i);
    }
    for (int i = 0; i < 3; i++) v.plane[i] = vld1q_u8(bytes[i]);
    return v;
}

static inline vectors128 setup5_neon(const cpf_keys *keys) { return planes(keys, 0, CPF_FIVE_FIELD); }
static inline vectors128 setup3_neon(const cpf_keys *keys) { return planes(keys, CPF_THREE_SHIFT, 0xffff); }

/* Return the sum of the keys of the four ranks of each lane; ranks over 15 have no key. */
static inline uint32x4_t key_sums(const vectors128 *v, uint8x16_t ranks) {
    uint32x4_t low = vpaddlq_u16(vpaddlq_u8(vqtbl1q_u8(v->plane[0], ranks)));
    uint32x4_t middle = vpaddlq_u16(vpaddlq_u8(vqtbl1q_u8(v->plane[1], ranks)));
    uint32x4_t high = vpaddlq_u16(vpaddlq_u8(vqtbl1q_u8(v->plane[2], ranks)));
    return vaddq_u32(low, vaddq_u32(vshlq_n_u32(middle, 8), vshlq_n_u32(high, 16)));
}

static inline uint8x16_t no_card(uint8x16_t cards) { return vcgtq_u8(cards, vdupq_n_u8(CPF_CARDS - 1)); }

static const uint8_t rotate_8[16] = {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12};

static inline int sums5_neon(const vectors128 *v, const uint8_t *cards, uint32_t *sums, uint64_t *flush) {
    /* Four rows are 20 bytes. Loads of bytes 0..15 and 4..19 are a table of 32 bytes, where bytes 16..19 are at 28..31. */
    static const uint8_t first[16] = {0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 15, 28, 29, 30};
    static const uint8_t last[16] = {4, 4, 4, 4, 9, 9, 9, 9, 14, 14, 14, 14, 31, 31, 31, 31};
    static const uint32_t bits[4] = {1, 2, 4, 8};
    const uint8x16_t four_index = vld1q_u8(first), fifth_index = vld1q_u8(last), rotation = vld1q_u8(rotate_8);
    const uint8x16_t not_first = vreinterpretq_u8_u32(vdupq_n_u32(0xffffff00));
    const uint32x4_t bit = vld1q_u32(bits), suits = vdupq_n_u32(0x03030303);
    uint8x16_t bad = vdupq_n_u8(0);
    uint64_t flushes = 0;
    for (int block = 0; block < CPF_GROUP; block += 4, cards += 20) {
        uint8x16x2_t both = {{vld1q_u8(cards), vld1q_u8(cards + 4)}};
        uint8x16_t four = vqtbl2q_u8(both, four_index), fifth = vqtbl2q_u8(both, fifth_index);
        uint8x16_t two = vreinterpretq_u8_u16(vrev32q_u16(vreinterpretq_u16_u8(four)));
        bad = vorrq_u8(bad, vorrq_u8(vceqq_u8(four, fifth), vceqq_u8(four, vqtbl1q_u8(four, rotation))));
        bad = vorrq_u8(bad, vorrq_u8(vceqq_u8(four, two), no_card(vmaxq_u8(four, fifth))));
        uint32x4_t sum = key_sums(v, vshrq_n_u8(four, 2));
        vst1q_u32(sums + block, vaddq_u32(sum, key_sums(v, vorrq_u8(vshrq_n_u8(fifth, 2), not_first))));
        uint32x4_t suited = vceqzq_u32(vandq_u32(vreinterpretq_u32_u8(veorq_u8(four, fifth)), suits));
        flushes |= (uint64_t)vaddvq_u32(vandq_u32(suited, bit)) << block;
    }
    *flush = flushes;
    return vmaxvq_u8(bad) != 0;
}

static inline int sums3_neon(const vectors128 *v, const uint8_t *cards, uint32_t *sums, uint64_t *flush) {
    /* The fourth byte of a lane repeats the first, so that one rotation compares all pairs. Every second load starts four
     * bytes early, so that it does not read beyond the last row. */
    static const uint8_t index[2][16] = {{0, 1, 2, 0, 3, 4, 5, 3, 6, 7, 8, 6, 9, 10, 11, 9},
                                         {4, 5, 6, 4, 7, 8, 9, 7, 10, 11, 12, 10, 13, 14, 15, 13}};
    const uint8x16_t rotation = vld1q_u8(rotate_8);
    const uint8x16_t fourth = vreinterpretq_u8_u32(vdupq_n_u32(0xff000000));
    uint8x16_t bad = vdupq_n_u8(0);
    for (int block = 0; block < CPF_GROUP; block += 4, cards += 12) {
        int early = block >> 2 & 1;
        uint8x16_t three = vqtbl1q_u8(vld1q_u8(cards - 4 * early), vld1q_u8(index[early]));
        uint8x16_t same = vbicq_u8(vceqq_u8(three, vqtbl1q_u8(three, rotation)), fourth);
        bad = vorrq_u8(bad, vorrq_u8(same, no_card(three)));
        vst1q_u32(sums + block, key_sums(v, vorrq_u8(vshrq_n_u8(three, 2), fourth)));
    }
    *flush = 0;
    return vmaxvq_u8(bad) != 0;
}

CPF_ROWS_KERNEL(NEON, rows5_neon, 5, vectors128, setup5_neon, sums5_neon)
CPF_ROWS_KERNEL(NEON, rows3_neon, 3, vectors128, setup3_neon, sums3_neon)

const cpf_row_kernels cpf_rows_neon = {rows5_neon, rows3_neon, cpf_rank_masks_portable};

#else
typedef int cpf_no_neon; /* ISO C forbids an empty translation unit */
#endif
