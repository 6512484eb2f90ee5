/* Ranking kernels for masks of rows, for AVX2 and AVX-512.
 *
 * The four suits of a mask are combined into two bit sets of ranks: those that occur an odd number of times, and those that
 * occur at least twice. The keys of a bit set are summed by tables in registers, a few bits at a time; the sum also counts
 * the cards. Portable code ranks special masks: flushes, four of a kind, invalid masks, and masks of another size than the
 * first mask. It ranks them one by one or, if a group has many, the whole group. */
#include "cpf_simd.h"

#ifdef CPF_X86_64

#include <immintrin.h>

#include "cpf_ranking.h"

#define COUNT_SHIFT 20 /* above the rank keys of any 13 ranks */
#define RANK_KEY 0xfffff
#define GAPS 0xe000e000u /* gaps of two suits */
#define LOW 0x0000ffffu
#define HIGH 0xffff0000u

enum { GROUP = 64, FEW = GROUP / 4, KEYS = 64 };

/* Compute tables of sums of keys, indexed by `bits` bits of a bit set. Four bits: tables of ranks 0..3, 4..7, and 8..12
 * (five bits). Three bits: tables of ranks 0..2, 3..5, 6..8, 9..11, and of the ace. */
static void sum_keys(const cpf_keys *keys, int width, int bits, uint32_t sums[KEYS]) {
    for (int i = 0; i < KEYS; i++) {
        int rank = i >> bits == 3 && bits == 4 ? 8 : (i >> bits) * bits; /* the last 32 entries of four bits: five ranks */
        int rest = i >> bits == 3 && bits == 4 ? 16 | (i & 15) : i & ((1 << bits) - 1);
        sums[i] = 0;
        for (; rest; rest >>= 1, rank++)
            if (rest & 1 && rank < CPF_RANKS) {
                uint64_t key = keys->card[4 * rank];
                sums[i] += 1u << COUNT_SHIFT | (uint32_t)(width == 5 ? key & CPF_FIVE_FIELD : key >> CPF_THREE_SHIFT);
            }
    }
}

/* Define a cpf_masks_kernel. sums_of() sets the sums of special masks to 0, and returns these masks as bits. */
#define MASKS_KERNEL(TARGET, name, SETUP, setup, sums_of)                                                   \
    TARGET int name(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n, uint16_t *out) { \
        CPF_ASSERT(kind >= 0 && kind < CPF_SCALES && n >= 0);                                               \
        const cpf_scale *scale = &tables->scales[kind];                                                     \
        const int width = n && kind != CPF_LOWBALL && cpf_count_bits(masks[0]) == 3 ? 3 : 5;                \
        const uint16_t *strengths = width == 5 ? scale->five : scale->three;                                \
        const SETUP vectors = setup(&tables->keys, width);                                                  \
        uint32_t sums[GROUP];                                                                               \
        unsigned bad = 0;                                                                                   \
        for (; n >= GROUP; n -= GROUP, masks += GROUP, out += GROUP) {                                      \
            uint64_t special = sums_of(&vectors, masks, width, sums);                                       \
            if (CPF_UNLIKELY(cpf_count_bits(special) > FEW)) {                                              \
                bad |= (unsigned)cpf_rank_masks_portable(tables, kind, masks, GROUP, out);                  \
                continue;                                                                                   \
            }                                                                                               \
            CPF_UNROLL_8                                                                                    \
            for (int i = 0; i < GROUP; i++) out[i] = strengths[sums[i]];                                    \
            for (; CPF_UNLIKELY(special != 0); special &= special - 1) {                                    \
                int i = cpf_lowest_bit(special);                                                            \
                uint32_t strength = cpf_strength_mask(&tables->keys, scale, masks[i]);                      \
                bad |= strength == CPF_INVALID;                                                             \
                out[i] = (uint16_t)strength;                                                                \
            }                                                                                               \
        }                                                                                                   \
        return (int)bad | cpf_rank_masks_portable(tables, kind, masks, n, out);                             \
    }

/* ---- AVX-512 ---- */

typedef struct vectors512 {
    __m512i odd[4], paired[4]; /* ranks 0..3, 4..7, 8..12 without the ace, 8..12 with it */
} vectors512;

CPF_AVX512 static inline vectors512 setup_avx512(const cpf_keys *keys, int width) {
    uint32_t sums[KEYS];
    vectors512 v;
    sum_keys(keys, width, 4, sums);
    for (int i = 0; i < 4; i++) {
        v.odd[i] = _mm512_loadu_si512(sums + 16 * i);
        v.paired[i] = _mm512_slli_epi32(v.odd[i], 1);
    }
    return v;
}

CPF_AVX512 static inline __m512i sum512(__m512i ranks, const __m512i keys[4]) {
    __m512i low = _mm512_permutexvar_epi32(ranks, keys[0]);
    __m512i middle = _mm512_permutexvar_epi32(_mm512_srli_epi32(ranks, 4), keys[1]);
    __m512i high = _mm512_permutex2var_epi32(keys[2], _mm512_srli_epi32(ranks, 8), keys[3]);
    return _mm512_add_epi32(_mm512_add_epi32(low, middle), high);
}

CPF_AVX512 static inline uint64_t sums_avx512(const vectors512 *v, const uint64_t *masks, int width, uint32_t *sums) {
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i uneven = _mm512_or_si512(even, _mm512_set1_epi32(1));
    uint64_t special = 0;
    for (int block = 0; block < GROUP; block += 16) {
        __m512i a = _mm512_loadu_si512(masks + block), b = _mm512_loadu_si512(masks + block + 8);
        __m512i first = _mm512_permutex2var_epi32(a, even, b), second = _mm512_permutex2var_epi32(a, uneven, b);
        __m512i single = _mm512_xor_si512(first, second), both = _mm512_and_si512(first, second);
        __m512i any = _mm512_or_si512(first, second);
        __m512i high_single = _mm512_srli_epi32(single, 16), high_both = _mm512_srli_epi32(both, 16);
        __m512i paired = _mm512_or_si512(_mm512_or_si512(both, high_both), _mm512_and_si512(single, high_single));
        __m512i sum = _mm512_add_epi32(sum512(_mm512_xor_si512(single, high_single), v->odd), sum512(paired, v->paired));
        __mmask16 is_special = _mm512_test_epi32_mask(both, high_both) |
                               _mm512_test_epi32_mask(any, _mm512_set1_epi32((int)GAPS)) |
                               _mm512_cmpneq_epi32_mask(_mm512_srli_epi32(sum, COUNT_SHIFT), _mm512_set1_epi32(width));
        if (width == 5) /* a flush has one suit: one of the two words is empty, and so is one half of the other */
            is_special |= (_mm512_testn_epi32_mask(first, first) | _mm512_testn_epi32_mask(second, second)) &
                          (_mm512_testn_epi32_mask(any, _mm512_set1_epi32((int)LOW)) |
                           _mm512_testn_epi32_mask(any, _mm512_set1_epi32((int)HIGH)));
        _mm512_storeu_si512(sums + block, _mm512_maskz_and_epi32((__mmask16)~is_special, sum, _mm512_set1_epi32(RANK_KEY)));
        special |= (uint64_t)is_special << block;
    }
    return special;
}

MASKS_KERNEL(CPF_AVX512, cpf_rank_masks_avx512, vectors512, setup_avx512, sums_avx512)

/* ---- AVX2 ---- */

typedef struct vectors256 {
    __m256i keys[5]; /* ranks 0..2, 3..5, 6..8, 9..11, and the ace */
} vectors256;

CPF_AVX2 static inline vectors256 setup_avx2(const cpf_keys *keys, int width) {
    uint32_t sums[KEYS];
    vectors256 v;
    sum_keys(keys, width, 3, sums);
    for (int i = 0; i < 5; i++) v.keys[i] = _mm256_loadu_si256((const __m256i *)(const void *)(sums + 8 * i));
    return v;
}

CPF_AVX2 static inline __m256i sum256(__m256i ranks, const __m256i keys[5]) {
    __m256i sum = _mm256_permutevar8x32_epi32(keys[0], ranks);
    sum = _mm256_add_epi32(sum, _mm256_permutevar8x32_epi32(keys[1], _mm256_srli_epi32(ranks, 3)));
    sum = _mm256_add_epi32(sum, _mm256_permutevar8x32_epi32(keys[2], _mm256_srli_epi32(ranks, 6)));
    sum = _mm256_add_epi32(sum, _mm256_permutevar8x32_epi32(keys[3], _mm256_srli_epi32(ranks, 9)));
    return _mm256_add_epi32(sum, _mm256_permutevar8x32_epi32(keys[4], _mm256_srli_epi32(ranks, 12)));
}

CPF_AVX2 static inline __m256i words(const uint64_t *masks) {
    return _mm256_loadu_si256((const __m256i *)(const void *)masks);
}

CPF_AVX2 static inline __m256i is_zero(__m256i v) { return _mm256_cmpeq_epi32(v, _mm256_setzero_si256()); }

CPF_AVX2 static inline uint64_t sums_avx2(const vectors256 *v, const uint64_t *masks, int width, uint32_t *sums) {
    const __m256i in_order = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7);
    uint64_t special = 0;
    for (int block = 0; block < GROUP; block += 8) {
        __m256 a = _mm256_castsi256_ps(words(masks + block)), b = _mm256_castsi256_ps(words(masks + block + 4));
        __m256i first = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));
        __m256i second = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd));
        __m256i single = _mm256_xor_si256(first, second), both = _mm256_and_si256(first, second);
        __m256i any = _mm256_or_si256(first, second);
        __m256i high_single = _mm256_srli_epi32(single, 16), high_both = _mm256_srli_epi32(both, 16);
        __m256i paired = _mm256_or_si256(_mm256_or_si256(both, high_both), _mm256_and_si256(single, high_single));
        __m256i odd_sum = sum256(_mm256_xor_si256(single, high_single), v->keys), pair_sum = sum256(paired, v->keys);
        __m256i sum = _mm256_add_epi32(odd_sum, _mm256_slli_epi32(pair_sum, 1));
        __m256i wrong =
            _mm256_or_si256(_mm256_and_si256(both, high_both), _mm256_and_si256(any, _mm256_set1_epi32((int)GAPS)));
        __m256i counted = _mm256_cmpeq_epi32(_mm256_srli_epi32(sum, COUNT_SHIFT), _mm256_set1_epi32(width));
        __m256i usual = _mm256_and_si256(is_zero(wrong), counted);
        if (width == 5) { /* a flush has one suit: one of the two words is empty, and so is one half of the other */
            __m256i suited = _mm256_or_si256(is_zero(_mm256_slli_epi32(any, 16)), is_zero(_mm256_srli_epi32(any, 16)));
            usual = _mm256_andnot_si256(_mm256_and_si256(_mm256_or_si256(is_zero(first), is_zero(second)), suited), usual);
        }
        usual = _mm256_permutevar8x32_epi32(usual, in_order);
        sum = _mm256_and_si256(_mm256_permutevar8x32_epi32(sum, in_order), _mm256_set1_epi32(RANK_KEY));
        _mm256_storeu_si256((__m256i *)(void *)(sums + block), _mm256_and_si256(sum, usual));
        special |= (uint64_t)(~_mm256_movemask_ps(_mm256_castsi256_ps(usual)) & 255) << block;
    }
    return special;
}

MASKS_KERNEL(CPF_AVX2, cpf_rank_masks_avx2, vectors256, setup_avx2, sums_avx2)

#else
typedef int cpf_no_x86_masks; /* ISO C forbids an empty translation unit */
#endif
