/* The kernels of cpf_lanes.h for AVX2 and AVX-512. */
#include "cpf_simd.h"

#ifdef CPF_X86_64

#include <immintrin.h>

#include "cpf_lanes.h"
#include "cpf_subset_max.h"

/* ---- AVX2 ---- */

#define TARGET CPF_AVX2
#define KERNEL(name) name##_avx2
#define LANES 32
#define VECTOR __m256i

TARGET static inline __m256i load_avx2(const void *p) { return _mm256_loadu_si256(p); }
TARGET static inline void store_avx2(void *p, __m256i v) { _mm256_storeu_si256(p, v); }

TARGET static inline __m256i higher_where_avx2(__m256i v, __m256i w, __m256i a, __m256i b, __m256i c, __m256i d) {
    __m256i first = _mm256_cmpeq_epi8(_mm256_max_epu8(a, b), b), second = _mm256_cmpeq_epi8(_mm256_max_epu8(c, d), d);
    return _mm256_max_epu8(v, _mm256_and_si256(w, _mm256_and_si256(first, second)));
}

TARGET static inline __m256i count_legal_avx2(__m256i n, __m256i front, __m256i x, __m256i y) {
    __m256i illegal = _mm256_cmpgt_epi16(front, _mm256_min_epi16(x, y));
    __m256i negative_count = _mm256_add_epi16(_mm256_cmpeq_epi16(x, y), _mm256_set1_epi16(-1));
    return _mm256_sub_epi16(n, _mm256_andnot_si256(illegal, negative_count));
}

TARGET static inline __m256i count_lowball_avx2(__m256i n, __m256i front, __m256i back, __m256i level) {
    __m256i illegal = _mm256_or_si256(_mm256_cmpgt_epi16(front, back), level);
    return _mm256_sub_epi16(n, _mm256_cmpeq_epi16(illegal, _mm256_setzero_si256()));
}

TARGET static inline __m256i higher_pairs_where_avx2(__m256i v, __m256i w, __m256i a, __m256i b, __m256i c, __m256i d) {
    __m256i above = _mm256_or_si256(_mm256_cmpgt_epi16(a, b), _mm256_cmpgt_epi16(c, d));
    return _mm256_max_epi16(v, _mm256_andnot_si256(above, w));
}

TARGET static inline uint64_t not_below_avx2(__m256i a, __m256i b) {
    __m256i below = _mm256_cmpgt_epi16(b, a);
    __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(below), _mm256_extracti128_si256(below, 1));
    return (uint64_t)(~_mm_movemask_epi8(bytes) & 0xffff);
}

#define load load_avx2
#define store store_avx2
#define zero _mm256_setzero_si256
#define ones() _mm256_set1_epi8(1)
#define add _mm256_add_epi8
#define higher _mm256_max_epu8
#define higher_where higher_where_avx2
#define equal(a, b) (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b))
#define count_legal count_legal_avx2
#define count_lowball count_lowball_avx2
#define pair _mm256_set1_epi16
#define add_pairs _mm256_add_epi16
#define higher_pairs _mm256_max_epi16
#define higher_pairs_where higher_pairs_where_avx2
#define not_below not_below_avx2

#include "cpf_lanes_kernel.h"

#undef TARGET
#undef KERNEL
#undef LANES
#undef VECTOR
#undef load
#undef store
#undef zero
#undef ones
#undef add
#undef higher
#undef higher_where
#undef equal
#undef count_legal
#undef count_lowball
#undef pair
#undef add_pairs
#undef higher_pairs
#undef higher_pairs_where
#undef not_below

/* ---- AVX-512 ---- */

#define TARGET CPF_AVX512
#define KERNEL(name) name##_avx512
#define LANES 64
#define VECTOR __m512i

TARGET static inline __m512i higher_where_avx512(__m512i v, __m512i w, __m512i a, __m512i b, __m512i c, __m512i d) {
    return _mm512_mask_max_epu8(v, _mm512_mask_cmple_epu8_mask(_mm512_cmple_epu8_mask(a, b), c, d), v, w);
}

TARGET static inline __m512i count_legal_avx512(__m512i n, __m512i front, __m512i x, __m512i y) {
    const __m512i unit = _mm512_set1_epi16(1);
    __mmask32 legal = _mm512_cmple_epu16_mask(front, _mm512_min_epu16(x, y));
    n = _mm512_mask_add_epi16(n, legal, n, unit);
    return _mm512_mask_add_epi16(n, _mm512_mask_cmpeq_epu16_mask(legal, x, y), n, unit);
}

TARGET static inline __m512i count_lowball_avx512(__m512i n, __m512i front, __m512i back, __m512i level) {
    __mmask32 legal = _mm512_mask_cmple_epu16_mask(_mm512_testn_epi16_mask(level, level), front, back);
    return _mm512_mask_add_epi16(n, legal, n, _mm512_set1_epi16(1));
}

TARGET static inline __m512i higher_pairs_where_avx512(__m512i v, __m512i w, __m512i a, __m512i b, __m512i c, __m512i d) {
    return _mm512_mask_max_epi16(v, _mm512_mask_cmple_epi16_mask(_mm512_cmple_epi16_mask(a, b), c, d), v, w);
}

#define load _mm512_loadu_si512
#define store _mm512_storeu_si512
#define zero _mm512_setzero_si512
#define ones() _mm512_set1_epi8(1)
#define add _mm512_add_epi8
#define higher _mm512_max_epu8
#define higher_where higher_where_avx512
#define equal(a, b) (uint64_t)_mm512_cmpeq_epu8_mask(a, b)
#define count_legal count_legal_avx512
#define count_lowball count_lowball_avx512
#define pair _mm512_set1_epi16
#define add_pairs _mm512_add_epi16
#define higher_pairs _mm512_max_epi16
#define higher_pairs_where higher_pairs_where_avx512
#define not_below(a, b) (uint64_t)_mm512_cmpge_epi16_mask(a, b)

#include "cpf_lanes_kernel.h"

#else
typedef int cpf_no_x86_lanes; /* ISO C forbids an empty translation unit */
#endif
