/* Ranking kernels for AVX2 and AVX-512 (with VBMI: Ice Lake, Zen 4 and later).
 *
 * Both kernels put the first four cards of a row into a 32-bit lane of a vector, and four copies of the fifth card into the
 * same lane of another vector. Rank keys come from tables in registers. A row repeats a card if its lane has an equal byte,
 * at the same place, in a rotation of itself or in the lane of the fifth card. */
#include "cpf_simd.h"

#ifdef CPF_X86_64

#include <immintrin.h>

#include "cpf_ranking.h"
#include "cpf_ranking_rows.h"

#define SUITS 0x03030303 /* the suit bits of the four cards of a lane */

/* Write the rank keys for rows of one width, as a table of 16. */
static void rank_keys(const cpf_keys *keys, int shift, uint64_t field, uint32_t by_rank[16]) {
    for (int rank = 0; rank < 16; rank++) by_rank[rank] = (uint32_t)(keys->card[4 * rank] >> shift & field);
}

/* ---- AVX-512 ---- */

typedef struct vectors512 {
    __m512i first, fifth, keys;
} vectors512;

CPF_AVX512 static inline vectors512 setup5_avx512(const cpf_keys *keys) {
    uint8_t first[64], fifth[64];
    uint32_t by_rank[16];
    for (int i = 0; i < 64; i++) {
        first[i] = (uint8_t)(i / 4 * 5 + i % 4);
        fifth[i] = (uint8_t)(i / 4 * 5 + 4);
    }
    rank_keys(keys, 0, CPF_FIVE_FIELD, by_rank);
    vectors512 v = {_mm512_loadu_si512(first), _mm512_loadu_si512(fifth), _mm512_loadu_si512(by_rank)};
    return v;
}

/* The keys of the cards whose rank starts at bit `shift` of each lane. */
#define KEYS512(cards, shift) _mm512_permutexvar_epi32(_mm512_srli_epi32(cards, shift), v->keys)

CPF_AVX512 static inline int sums5_avx512(const vectors512 *v, const uint8_t *cards, uint32_t *sums, uint64_t *flush) {
    __mmask64 bad = 0;
    uint64_t flushes = 0;
    for (int block = 0; block < CPF_GROUP; block += 16, cards += 80) {
        __m512i low = _mm512_loadu_si512(cards);
        __m512i high = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(const void *)(cards + 64)));
        __m512i four = _mm512_permutex2var_epi8(low, v->first, high);
        __m512i fifth = _mm512_permutex2var_epi8(low, v->fifth, high);
        bad |= _mm512_cmpeq_epi8_mask(four, fifth) | _mm512_cmpeq_epi8_mask(four, _mm512_rol_epi32(four, 8)) |
               _mm512_cmpeq_epi8_mask(four, _mm512_rol_epi32(four, 16)) |
               _mm512_cmpge_epu8_mask(_mm512_max_epu8(four, fifth), _mm512_set1_epi8(CPF_CARDS));
        __m512i sum = _mm512_add_epi32(_mm512_add_epi32(KEYS512(four, 2), KEYS512(four, 10)),
                                       _mm512_add_epi32(KEYS512(four, 18), KEYS512(four, 26)));
        _mm512_storeu_si512(sums + block, _mm512_add_epi32(sum, KEYS512(fifth, 2)));
        flushes |= (uint64_t)_mm512_testn_epi32_mask(_mm512_xor_si512(four, fifth), _mm512_set1_epi32(SUITS)) << block;
    }
    *flush = flushes;
    return bad != 0;
}

CPF_AVX512 static inline vectors512 setup3_avx512(const cpf_keys *keys) {
    uint8_t first[64];
    uint32_t by_rank[16];
    /* The fourth byte of a lane repeats the first, so that one rotation compares all pairs. */
    for (int i = 0; i < 64; i++) first[i] = (uint8_t)(i / 4 * 3 + i % 4 % 3);
    rank_keys(keys, CPF_THREE_SHIFT, 0xffff, by_rank);
    vectors512 v = {_mm512_loadu_si512(first), _mm512_setzero_si512(), _mm512_loadu_si512(by_rank)};
    return v;
}

CPF_AVX512 static inline int sums3_avx512(const vectors512 *v, const uint8_t *cards, uint32_t *sums, uint64_t *flush) {
    const __mmask64 used = (UINT64_C(1) << 48) - 1, compared = UINT64_C(0x7777777777777777);
    __mmask64 bad = 0;
    for (int block = 0; block < CPF_GROUP; block += 16, cards += 48) {
        __m512i three = _mm512_permutexvar_epi8(v->first, _mm512_maskz_loadu_epi8(used, cards));
        bad |= (_mm512_cmpeq_epi8_mask(three, _mm512_ror_epi32(three, 8)) & compared) |
               _mm512_cmpge_epu8_mask(three, _mm512_set1_epi8(CPF_CARDS));
        _mm512_storeu_si512(sums + block,
                            _mm512_add_epi32(_mm512_add_epi32(KEYS512(three, 2), KEYS512(three, 10)), KEYS512(three, 18)));
    }
    *flush = 0;
    return bad != 0;
}

CPF_ROWS_KERNEL(CPF_AVX512, rows5_avx512, 5, vectors512, setup5_avx512, sums5_avx512)
CPF_ROWS_KERNEL(CPF_AVX512, rows3_avx512, 3, vectors512, setup3_avx512, sums3_avx512)

const cpf_row_kernels cpf_rows_avx512 = {rows5_avx512, rows3_avx512, cpf_rank_masks_avx512};

/* ---- AVX2 ---- */

typedef struct vectors256 {
    __m256i low_keys, high_keys; /* keys of ranks 0..7 and 8..15 */
} vectors256;

CPF_AVX2 static inline vectors256 keys_avx2(const cpf_keys *keys, int shift, uint64_t field) {
    uint32_t by_rank[16];
    rank_keys(keys, shift, field, by_rank);
    vectors256 v = {_mm256_loadu_si256((const __m256i *)(const void *)by_rank),
                    _mm256_loadu_si256((const __m256i *)(const void *)(by_rank + 8))};
    return v;
}

CPF_AVX2 static inline vectors256 setup5_avx2(const cpf_keys *keys) { return keys_avx2(keys, 0, CPF_FIVE_FIELD); }
CPF_AVX2 static inline vectors256 setup3_avx2(const cpf_keys *keys) { return keys_avx2(keys, CPF_THREE_SHIFT, 0xffff); }

/* Like KEYS512, by two permutes of eight keys; bit 3 of the rank, shifted into the sign bit, selects one. */
#define KEYS256(cards, shift)                                                                                             \
    _mm256_castps_si256(                                                                                                  \
        _mm256_blendv_ps(_mm256_castsi256_ps(_mm256_permutevar8x32_epi32(v->low_keys, _mm256_srli_epi32(cards, shift))),  \
                         _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(v->high_keys, _mm256_srli_epi32(cards, shift))), \
                         _mm256_castsi256_ps(_mm256_slli_epi32(cards, 28 - (shift)))))

/* A vector with the same bytes in both halves. */
#define BOTH(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

/* Load 16 bytes from each of two addresses. */
CPF_AVX2 static inline __m256i halves(const uint8_t *low, const uint8_t *high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
                                   _mm_loadu_si128((const __m128i *)(const void *)high), 1);
}

CPF_AVX2 static inline __m256i either(__m256i a, __m256i b) { return _mm256_or_si256(a, b); }

/* Return a vector that is not 0 where a byte is over 51. */
CPF_AVX2 static inline __m256i no_card(__m256i cards) { return _mm256_subs_epu8(cards, _mm256_set1_epi8(CPF_CARDS - 1)); }

CPF_AVX2 static inline int sums5_avx2(const vectors256 *v, const uint8_t *cards, uint32_t *sums, uint64_t *flush) {
    /* Four rows are 20 bytes: each half needs two loads of 16, four bytes apart. */
    const __m256i four_a = BOTH(0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, -1, -1, -1, -1);
    const __m256i four_b = BOTH(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 11, 12, 13, 14);
    const __m256i fifth_a = BOTH(4, 4, 4, 4, 9, 9, 9, 9, 14, 14, 14, 14, -1, -1, -1, -1);
    const __m256i fifth_b = BOTH(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 15, 15, 15, 15);
    const __m256i rotate_8 = BOTH(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12);
    const __m256i rotate_16 = BOTH(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    __m256i bad = _mm256_setzero_si256();
    uint64_t flushes = 0;
    for (int block = 0; block < CPF_GROUP; block += 8, cards += 40) {
        __m256i a = halves(cards, cards + 20), b = halves(cards + 4, cards + 24);
        __m256i four = either(_mm256_shuffle_epi8(a, four_a), _mm256_shuffle_epi8(b, four_b));
        __m256i fifth = either(_mm256_shuffle_epi8(a, fifth_a), _mm256_shuffle_epi8(b, fifth_b));
        bad = either(bad, either(_mm256_cmpeq_epi8(four, fifth), no_card(_mm256_max_epu8(four, fifth))));
        bad = either(bad, either(_mm256_cmpeq_epi8(four, _mm256_shuffle_epi8(four, rotate_8)),
                                 _mm256_cmpeq_epi8(four, _mm256_shuffle_epi8(four, rotate_16))));
        __m256i sum = _mm256_add_epi32(_mm256_add_epi32(KEYS256(four, 2), KEYS256(four, 10)),
                                       _mm256_add_epi32(KEYS256(four, 18), KEYS256(four, 26)));
        _mm256_storeu_si256((__m256i *)(void *)(sums + block), _mm256_add_epi32(sum, KEYS256(fifth, 26)));
        __m256i suits = _mm256_and_si256(_mm256_xor_si256(four, fifth), _mm256_set1_epi32(SUITS));
        __m256i suited = _mm256_cmpeq_epi32(suits, _mm256_setzero_si256());
        flushes |= (uint64_t)(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(suited)) << block;
    }
    *flush = flushes;
    return !_mm256_testz_si256(bad, bad);
}

CPF_AVX2 static inline int sums3_avx2(const vectors256 *v, const uint8_t *cards, uint32_t *sums, uint64_t *flush) {
    /* Four rows are 12 bytes. The second load starts four bytes early, so that it does not read beyond the last row. */
    const __m256i lanes = _mm256_setr_epi8(0, 1, 2, 0, 3, 4, 5, 3, 6, 7, 8, 6, 9, 10, 11, 9, /* the lower half */
                                           4, 5, 6, 4, 7, 8, 9, 7, 10, 11, 12, 10, 13, 14, 15, 13);
    const __m256i rotate_8 = BOTH(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12);
    const __m256i compared = _mm256_set1_epi32(0x00ffffff);
    __m256i bad = _mm256_setzero_si256();
    for (int block = 0; block < CPF_GROUP; block += 8, cards += 24) {
        __m256i three = _mm256_shuffle_epi8(halves(cards, cards + 8), lanes);
        __m256i same = _mm256_cmpeq_epi8(three, _mm256_shuffle_epi8(three, rotate_8));
        bad = either(bad, either(_mm256_and_si256(same, compared), no_card(three)));
        _mm256_storeu_si256((__m256i *)(void *)(sums + block),
                            _mm256_add_epi32(_mm256_add_epi32(KEYS256(three, 2), KEYS256(three, 10)), KEYS256(three, 18)));
    }
    *flush = 0;
    return !_mm256_testz_si256(bad, bad);
}

CPF_ROWS_KERNEL(CPF_AVX2, rows5_avx2, 5, vectors256, setup5_avx2, sums5_avx2)
CPF_ROWS_KERNEL(CPF_AVX2, rows3_avx2, 3, vectors256, setup3_avx2, sums3_avx2)

const cpf_row_kernels cpf_rows_avx2 = {rows5_avx2, rows3_avx2, cpf_rank_masks_avx2};

#else
typedef int cpf_no_x86; /* ISO C forbids an empty translation unit */
#endif
