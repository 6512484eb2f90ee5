/* Subset maxima for AVX2 and AVX-512. */
#include "cpf_simd.h"

#ifdef CPF_X86_64

#include <immintrin.h>

#include "cpf_subset_max_steps.h"

/* ---- AVX2 ---- */

CPF_AVX2 static inline __m256i load256(const cpf_subset_max *from) {
    return _mm256_load_si256((const __m256i *)(const void *)from);
}

CPF_AVX2 static inline void store256(cpf_subset_max *to, __m256i v) { _mm256_store_si256((__m256i *)(void *)to, v); }
CPF_AVX2 static inline __m256i higher256(__m256i a, __m256i b) { return _mm256_max_epu8(a, b); }

CPF_AVX2 static inline __m256i within256(__m256i v) {
    v = higher256(v, _mm256_slli_epi32(v, 16));
    v = higher256(v, _mm256_slli_epi64(v, 32));
    v = higher256(v, _mm256_slli_si256(v, 8));
    return higher256(v, _mm256_permute2x128_si256(v, v, 0x08));
}

CPF_SUBSET_MAX_KERNEL(CPF_AVX2, cpf_subset_max_avx2, __m256i, 16, load256, store256, higher256, within256)

/* ---- AVX-512 ---- */

CPF_AVX512 static inline __m512i load512(const cpf_subset_max *from) { return _mm512_load_si512(from); }
CPF_AVX512 static inline void store512(cpf_subset_max *to, __m512i v) { _mm512_store_si512(to, v); }
CPF_AVX512 static inline __m512i higher512(__m512i a, __m512i b) { return _mm512_max_epu8(a, b); }

CPF_AVX512 static inline __m512i within512(__m512i v) {
    v = higher512(v, _mm512_slli_epi32(v, 16));
    v = higher512(v, _mm512_slli_epi64(v, 32));
    v = higher512(v, _mm512_bslli_epi128(v, 8));
    v = higher512(v, _mm512_maskz_shuffle_i64x2(0xcc, v, v, 0xa0)); /* 128 bits up, within each half */
    return higher512(v, _mm512_maskz_shuffle_i64x2(0xf0, v, v, 0x44));
}

CPF_SUBSET_MAX_KERNEL(CPF_AVX512, cpf_subset_max_avx512, __m512i, 32, load512, store512, higher512, within512)

#else
typedef int cpf_no_x86_subset_max; /* ISO C forbids an empty translation unit */
#endif
