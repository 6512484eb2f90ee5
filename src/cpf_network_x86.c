/* Value networks for AVX2 and AVX-512. */
#include "cpf_network.h"

#ifdef CPF_X86_64
#include <immintrin.h>

enum { PARTS_16 = CPF_UNITS / 16, PARTS_32 = CPF_UNITS / 32 };

CPF_AVX2 static inline __m256i weights_16(const int8_t *weights, int part) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)(weights + 16 * part)));
}

CPF_AVX2 static inline __m256i units_16(const int16_t *units, int part) {
    return _mm256_loadu_si256((const __m256i *)(const void *)(units + 16 * part));
}

CPF_AVX2 static void add_avx2(const cpf_weights *first, const uint16_t *features, int n, int16_t *sum) {
    __m256i sums[PARTS_16];
    for (int p = 0; p < PARTS_16; p++) sums[p] = units_16(sum, p);
    for (int k = 0; k < n; k++)
        for (int p = 0; p < PARTS_16; p++) sums[p] = _mm256_add_epi16(sums[p], weights_16(first[features[k]], p));
    for (int p = 0; p < PARTS_16; p++) _mm256_storeu_si256((__m256i *)(void *)(sum + 16 * p), sums[p]);
}

/* Return a vector with the sum of each of eight vectors. */
CPF_AVX2 static inline __m256i add_across(const __m256i *v) {
    const __m256i a = _mm256_hadd_epi32(_mm256_hadd_epi32(v[0], v[1]), _mm256_hadd_epi32(v[2], v[3]));
    const __m256i b = _mm256_hadd_epi32(_mm256_hadd_epi32(v[4], v[5]), _mm256_hadd_epi32(v[6], v[7]));
    return _mm256_add_epi32(_mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(a, b, 0x31));
}

CPF_AVX2 static void value_avx2(const cpf_weights *first, const cpf_head *head, const cpf_parts *boards, int32_t n,
                                int32_t *values) {
    const __m256i zero = _mm256_setzero_si256(), highest = _mm256_set1_epi32(INT16_MAX);
    for (int32_t k = 0; k < n; k++) {
        const cpf_parts *b = &boards[k];
        __m256i unit[PARTS_16], value = zero;
        for (int p = 0; p < PARTS_16; p++) {
            const __m256i rows =
                _mm256_add_epi16(_mm256_add_epi16(units_16(b->row[0], p), units_16(b->row[1], p)), units_16(b->row[2], p));
            const __m256i ahead = _mm256_add_epi16(weights_16(first[b->ahead[0]], p), weights_16(first[b->ahead[1]], p));
            unit[p] = _mm256_max_epi16(_mm256_add_epi16(rows, ahead), zero);
        }
        for (int j = 0; j < CPF_SECOND_UNITS; j += 8) {
            __m256i products[8];
            for (int i = 0; i < 8; i++) {
                const int16_t *weights = head->second[j + i];
                products[i] = _mm256_madd_epi16(unit[0], units_16(weights, 0));
                for (int p = 1; p < PARTS_16; p++)
                    products[i] = _mm256_add_epi32(products[i], _mm256_madd_epi16(unit[p], units_16(weights, p)));
            }
            const __m256i bias = _mm256_loadu_si256((const __m256i *)(const void *)&head->second_bias[j]);
            __m256i sums = _mm256_add_epi32(add_across(products), bias);
            sums = _mm256_min_epi32(_mm256_srai_epi32(_mm256_max_epi32(sums, zero), CPF_SECOND_SHIFT), highest);
            const __m128i third = _mm_loadu_si128((const __m128i *)(const void *)&head->third[j]);
            value = _mm256_add_epi32(value, _mm256_mullo_epi32(sums, _mm256_cvtepi16_epi32(third)));
        }
        const __m128i half = _mm_add_epi32(_mm256_castsi256_si128(value), _mm256_extracti128_si256(value, 1));
        const __m128i quarter = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
        values[k] = head->third_bias + _mm_cvtsi128_si32(_mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 0xb1)));
    }
}

/* ---- AVX-512 ---- */

CPF_AVX512 static inline __m512i weights_32(const int8_t *weights, int part) {
    return _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(const void *)(weights + 32 * part)));
}

CPF_AVX512 static void add_avx512(const cpf_weights *first, const uint16_t *features, int n, int16_t *sum) {
    __m512i sums[PARTS_32];
    for (int p = 0; p < PARTS_32; p++) sums[p] = _mm512_loadu_si512(sum + 32 * p);
    for (int k = 0; k < n; k++)
        for (int p = 0; p < PARTS_32; p++) sums[p] = _mm512_add_epi16(sums[p], weights_32(first[features[k]], p));
    for (int p = 0; p < PARTS_32; p++) _mm512_storeu_si512(sum + 32 * p, sums[p]);
}

/* Return a vector with the sum of each of 16 vectors, in four steps that each halve the number of vectors. */
CPF_AVX512 static inline __m512i add_across_16(__m512i *v) {
    for (int i = 0; i < 8; i++)
        v[i] =
            _mm512_add_epi32(_mm512_unpacklo_epi32(v[2 * i], v[2 * i + 1]), _mm512_unpackhi_epi32(v[2 * i], v[2 * i + 1]));
    for (int i = 0; i < 4; i++)
        v[i] =
            _mm512_add_epi32(_mm512_unpacklo_epi64(v[2 * i], v[2 * i + 1]), _mm512_unpackhi_epi64(v[2 * i], v[2 * i + 1]));
    for (int i = 0; i < 2; i++)
        v[i] = _mm512_add_epi32(_mm512_shuffle_i32x4(v[2 * i], v[2 * i + 1], 0x88),
                                _mm512_shuffle_i32x4(v[2 * i], v[2 * i + 1], 0xdd));
    return _mm512_add_epi32(_mm512_shuffle_i32x4(v[0], v[1], 0x88), _mm512_shuffle_i32x4(v[0], v[1], 0xdd));
}

CPF_AVX512 static void value_avx512(const cpf_weights *first, const cpf_head *head, const cpf_parts *boards, int32_t n,
                                    int32_t *values) {
    const __m512i zero = _mm512_setzero_si512(), highest = _mm512_set1_epi32(INT16_MAX);
    for (int32_t k = 0; k < n; k++) {
        const cpf_parts *b = &boards[k];
        __m512i unit[PARTS_32], value = zero;
        for (int p = 0; p < PARTS_32; p++) {
            const __m512i rows = _mm512_add_epi16(
                _mm512_add_epi16(_mm512_loadu_si512(b->row[0] + 32 * p), _mm512_loadu_si512(b->row[1] + 32 * p)),
                _mm512_loadu_si512(b->row[2] + 32 * p));
            const __m512i ahead = _mm512_add_epi16(weights_32(first[b->ahead[0]], p), weights_32(first[b->ahead[1]], p));
            unit[p] = _mm512_max_epi16(_mm512_add_epi16(rows, ahead), zero);
        }
        for (int j = 0; j < CPF_SECOND_UNITS; j += 16) {
            __m512i products[16];
            for (int i = 0; i < 16; i++) {
                const int16_t *weights = head->second[j + i];
                products[i] = _mm512_add_epi32(_mm512_madd_epi16(unit[0], _mm512_loadu_si512(weights)),
                                               _mm512_madd_epi16(unit[1], _mm512_loadu_si512(weights + 32)));
            }
            __m512i sums = _mm512_add_epi32(add_across_16(products), _mm512_loadu_si512(&head->second_bias[j]));
            sums = _mm512_min_epi32(_mm512_srai_epi32(_mm512_max_epi32(sums, zero), CPF_SECOND_SHIFT), highest);
            const __m256i third = _mm256_loadu_si256((const __m256i *)(const void *)&head->third[j]);
            value = _mm512_add_epi32(value, _mm512_mullo_epi32(sums, _mm512_cvtepi16_epi32(third)));
        }
        values[k] = head->third_bias + _mm512_reduce_add_epi32(value);
    }
}

const cpf_network_kernels cpf_network_avx2 = {add_avx2, value_avx2};
const cpf_network_kernels cpf_network_avx512 = {add_avx512, value_avx512};
#endif
