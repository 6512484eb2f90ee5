/* Ranking kernels of six and seven cards for NEON (AArch64): four hands at a time, laid out as for AVX-512 in
 * cpf_sevens_x86.c. */
#include "cpf_simd.h"

#ifdef CPF_AARCH64

#include <arm_neon.h>

#include "cpf_sevens.h"
#include "cpf_sevens_rows.h"

#define NEON /* empty: every AArch64 machine has NEON, so functions need no attribute */

typedef struct vectors128 {
    uint8x16_t four, rest; /* places of the cards in loads of bytes 0..15, and of the last 16 */
    uint8x16_t plane[3];   /* bytes 0, 1 and 2 of the rank keys, by rank */
    uint8x16_t repeated;   /* 255 for the cards of `rest` that are repetitions */
} vectors128;

static inline vectors128 setup_neon(const cpf_sevens *sevens, int width) {
    uint8_t places[2][16], bytes[3][16] = {{0}};
    for (int i = 0; i < 16; i++)
        for (int part = 0; part < 2; part++) {
            int place = i / 4 * width + (part ? 4 + i % 4 % (width - 4) : i % 4);
            places[part][i] = (uint8_t)(place < 16 ? place : place + 32 - 4 * width);
        }
    for (int rank = 0; rank < CPF_RANKS; rank++)
        for (int i = 0; i < 3; i++) bytes[i][rank] = (uint8_t)(sevens->card[4 * rank] >> (32 + 8 * i));
    vectors128 v = {vld1q_u8(places[0]),
                    vld1q_u8(places[1]),
                    {vld1q_u8(bytes[0]), vld1q_u8(bytes[1]), vld1q_u8(bytes[2])},
                    vreinterpretq_u8_u32(vdupq_n_u32(width == 7 ? 0xff000000 : 0xffff0000))};
    return v;
}

/* Return the sums of table entries for the four bytes of each lane, of both vectors; places over 15 have no entry. */
static inline uint32x4_t byte_sums(uint8x16_t table, uint8x16_t a, uint8x16_t b) {
    return vpaddlq_u16(vpadalq_u8(vpaddlq_u8(vqtbl1q_u8(table, a)), vqtbl1q_u8(table, b)));
}

static inline uint8x16_t rotated(uint8x16_t cards, int bytes) {
    static const uint8_t places[3][16] = {{1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12},
                                          {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13},
                                          {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14}};
    return vqtbl1q_u8(cards, vld1q_u8(places[bytes - 1]));
}

static inline int read_neon(const vectors128 *v, const uint8_t *cards, int width, cpf_sevens_group *group) {
    static const uint8_t low_suits[16] = {1, 16}, high_suits[16] = {0, 0, 1, 16};
    static const uint32_t bits[4] = {1, 2, 4, 8};
    const uint8x16_t suits_01 = vld1q_u8(low_suits), suits_23 = vld1q_u8(high_suits), suit_bits = vdupq_n_u8(3);
    const uint8x16_t fourth = vreinterpretq_u8_u32(vdupq_n_u32(0xff000000));
    const uint32x4_t bit = vld1q_u32(bits);
    uint8x16_t bad = vdupq_n_u8(0);
    uint64_t flushes = 0;
    for (int block = 0; block < CPF_SEVENS_GROUP; block += 4, cards += 4 * width) {
        const uint8x16x2_t both = {{vld1q_u8(cards), vld1q_u8(cards + 4 * width - 16)}};
        const uint8x16_t four = vqtbl2q_u8(both, v->four), rest = vqtbl2q_u8(both, v->rest), rest_1 = rotated(rest, 1);
        bad = vorrq_u8(bad, vcgtq_u8(vmaxq_u8(four, rest), vdupq_n_u8(CPF_CARDS - 1)));
        bad = vorrq_u8(bad, vorrq_u8(vceqq_u8(four, rotated(four, 1)), vceqq_u8(four, rotated(four, 2))));
        bad = vorrq_u8(bad, vorrq_u8(vceqq_u8(four, rest), vceqq_u8(four, rest_1)));
        if (width == 7) bad = vorrq_u8(bad, vorrq_u8(vceqq_u8(four, rotated(rest, 2)), vceqq_u8(four, rotated(rest, 3))));
        /* The fourth byte of seven cards compares card 5 with its repetition. */
        bad = vorrq_u8(bad, vbicq_u8(vceqq_u8(rest, rest_1), fourth));
        const uint8x16_t ranks = vshrq_n_u8(four, 2), rest_ranks = vorrq_u8(vshrq_n_u8(rest, 2), v->repeated);
        uint32x4_t sum = vshlq_n_u32(byte_sums(v->plane[2], ranks, rest_ranks), 8);
        sum = vshlq_n_u32(vaddq_u32(sum, byte_sums(v->plane[1], ranks, rest_ranks)), 8);
        sum = vaddq_u32(sum, byte_sums(v->plane[0], ranks, rest_ranks));
        sum = vandq_u32(sum, vdupq_n_u32(CPF_SEVENS_SUM));
        vst1q_u32(group->sum + block, sum);
        vst1q_u32(group->row + block, vshrq_n_u32(sum, CPF_SEVENS_COLUMN));
        const uint8x16_t suits = vandq_u8(four, suit_bits), rest_suits = vorrq_u8(vandq_u8(rest, suit_bits), v->repeated);
        uint32x4_t counts =
            vaddq_u32(byte_sums(suits_01, suits, rest_suits), vshlq_n_u32(byte_sums(suits_23, suits, rest_suits), 8));
        counts = vtstq_u32(vaddq_u32(counts, vdupq_n_u32(CPF_SEVENS_COUNTERS)), vdupq_n_u32(CPF_SEVENS_FLUSH_BITS));
        flushes |= (uint64_t)vaddvq_u32(vandq_u32(counts, bit)) << block;
    }
    group->flush = flushes;
    return vmaxvq_u8(bad) != 0;
}

CPF_SEVEN_KERNEL(NEON, seven6_neon, 6, vectors128, setup_neon, read_neon, cpf_list_flushes)
CPF_SEVEN_KERNEL(NEON, seven7_neon, 7, vectors128, setup_neon, read_neon, cpf_list_flushes)

const cpf_seven_kernels cpf_sevens_neon = {seven6_neon, seven7_neon};

#else
typedef int cpf_no_neon_sevens; /* ISO C forbids an empty translation unit */
#endif
