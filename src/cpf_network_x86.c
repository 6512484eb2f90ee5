/* Value networks for AVX2 and AVX-512. */
#include "cpf_network.h"

#ifdef CPF_X86_64
#include <immintrin.h>

enum { PARTS_16 = CPF_UNITS / 16, PARTS_32 = CPF_UNITS / 32 };
typedef char pairs_of_units_have_bits[CPF_UNITS / 2 == 32 ? 1 : -1]; /* Visual Studio has static assertions only as C11. */

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

CPF_AVX2 static void value_avx2(const cpf_weights *first, const cpf_head *head, const cpf_parts *boards, int32_t n,
                                int32_t *values) {
    enum { VECTORS = CPF_SECOND_UNITS / 8 };
    const __m256i zero = _mm256_setzero_si256(), highest = _mm256_set1_epi32(INT16_MAX);
    for (int32_t k = 0; k < n; k++) {
        const cpf_parts *b = &boards[k];
        int32_t pairs[CPF_UNITS / 2]; /* pairs of units */
        uint32_t active = 0;          /* pairs that are not zeros, as bits */
        __m256i sums[VECTORS], value = zero;
        for (int p = 0; p < PARTS_16; p++) {
            const __m256i rows =
                _mm256_add_epi16(_mm256_add_epi16(units_16(b->row[0], p), units_16(b->row[1], p)), units_16(b->row[2], p));
            const __m256i ahead = _mm256_add_epi16(weights_16(first[b->ahead[0]], p), weights_16(first[b->ahead[1]], p));
            const __m256i units = _mm256_max_epi16(_mm256_add_epi16(rows, ahead), zero);
            const __m256i is_active = _mm256_cmpgt_epi32(units, zero);
            _mm256_storeu_si256((__m256i *)(void *)&pairs[8 * p], units);
            active |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(is_active)) << 8 * p;
        }
        for (int v = 0; v < VECTORS; v++)
            sums[v] = _mm256_loadu_si256((const __m256i *)(const void *)&head->second_bias[8 * v]);
        for (; active; active &= active - 1) {
            const int pair = cpf_lowest_bit(active);
            const __m256i units = _mm256_set1_epi32(pairs[pair]);
            for (int v = 0; v < VECTORS; v++)
                sums[v] = _mm256_add_epi32(sums[v], _mm256_madd_epi16(units, units_16(head->paired[pair][0], v)));
        }
        for (int v = 0; v < VECTORS; v++) {
            const __m256i units = _mm256_srai_epi32(_mm256_max_epi32(sums[v], zero), CPF_SECOND_SHIFT);
            const __m128i third = _mm_loadu_si128((const __m128i *)(const void *)&head->third[8 * v]);
            value =
                _mm256_add_epi32(value, _mm256_mullo_epi32(_mm256_min_epi32(units, highest), _mm256_cvtepi16_epi32(third)));
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

CPF_AVX512 static void value_avx512(const cpf_weights *first, const cpf_head *head, const cpf_parts *boards, int32_t n,
                                    int32_t *values) {
    enum { VECTORS = CPF_SECOND_UNITS / 16 };
    const __m512i zero = _mm512_setzero_si512(), highest = _mm512_set1_epi32(INT16_MAX);
    for (int32_t k = 0; k < n; k++) {
        const cpf_parts *b = &boards[k];
        int32_t pairs[CPF_UNITS / 2];
        uint32_t active = 0;
        __m512i sums[VECTORS], value = zero;
        for (int p = 0; p < PARTS_32; p++) {
            const __m512i rows = _mm512_add_epi16(
                _mm512_add_epi16(_mm512_loadu_si512(b->row[0] + 32 * p), _mm512_loadu_si512(b->row[1] + 32 * p)),
                _mm512_loadu_si512(b->row[2] + 32 * p));
            const __m512i ahead = _mm512_add_epi16(weights_32(first[b->ahead[0]], p), weights_32(first[b->ahead[1]], p));
            const __m512i units = _mm512_max_epi16(_mm512_add_epi16(rows, ahead), zero);
            _mm512_storeu_si512(&pairs[16 * p], units);
            active |= (uint32_t)_mm512_cmpgt_epi32_mask(units, zero) << 16 * p;
        }
        for (int v = 0; v < VECTORS; v++) sums[v] = _mm512_loadu_si512(&head->second_bias[16 * v]);
        for (; active; active &= active - 1) {
            const int pair = cpf_lowest_bit(active);
            const __m512i units = _mm512_set1_epi32(pairs[pair]);
            for (int v = 0; v < VECTORS; v++)
                sums[v] =
                    _mm512_add_epi32(sums[v], _mm512_madd_epi16(units, _mm512_loadu_si512(head->paired[pair][16 * v])));
        }
        for (int v = 0; v < VECTORS; v++) {
            const __m512i units = _mm512_srai_epi32(_mm512_max_epi32(sums[v], zero), CPF_SECOND_SHIFT);
            const __m256i third = _mm256_loadu_si256((const __m256i *)(const void *)&head->third[16 * v]);
            value =
                _mm512_add_epi32(value, _mm512_mullo_epi32(_mm512_min_epi32(units, highest), _mm512_cvtepi16_epi32(third)));
        }
        values[k] = head->third_bias + _mm512_reduce_add_epi32(value);
    }
}

const cpf_network_kernels cpf_network_avx2 = {add_avx2, value_avx2};
const cpf_network_kernels cpf_network_avx512 = {add_avx512, value_avx512};
#endif
