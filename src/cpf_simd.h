/* The architecture, the target attributes of kernels, and a vector of 16 bytes for the portable kernels.
 *
 * The vector is SSE2 on x86-64, where every machine has it; that of WebAssembly, if the compiler may use it (-msimd128); and
 * plain C elsewhere. Operations are named as in WebAssembly: u8x16 is 16 unsigned bytes, i16x8 eight signed 16-bit numbers.
 * Comparisons set all bits of a number, or none. */
#ifndef CPF_SIMD_H
#define CPF_SIMD_H

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) || defined(_M_X64)
#define CPF_X86_64
#elif defined(__aarch64__) || defined(_M_ARM64)
#define CPF_AARCH64
#endif

#ifdef CPF_X86_64

#include <emmintrin.h>

/* Function attributes of the kernels of an instruction set. */
#ifdef _MSC_VER
#define CPF_TARGET(isa)
#else
#define CPF_TARGET(isa) __attribute__((target(isa)))
#endif
#define CPF_AVX2 CPF_TARGET("avx2,popcnt")
#define CPF_AVX512 CPF_TARGET("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq,popcnt")
#define CPF_AVX512_SEVENS \
    CPF_TARGET("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq,avx512vbmi2,avx512vnni,popcnt,bmi")

typedef __m128i cpf_v128;

static inline cpf_v128 cpf_v128_load(const void *p) { return _mm_loadu_si128(p); }
static inline cpf_v128 cpf_v128_load_aligned(const void *p) { return _mm_load_si128(p); }
static inline void cpf_v128_store(void *p, cpf_v128 v) { _mm_storeu_si128(p, v); }
static inline void cpf_v128_store_aligned(void *p, cpf_v128 v) { _mm_store_si128(p, v); }
static inline cpf_v128 cpf_v128_zero(void) { return _mm_setzero_si128(); }
static inline cpf_v128 cpf_v128_and(cpf_v128 a, cpf_v128 b) { return _mm_and_si128(a, b); }
static inline cpf_v128 cpf_v128_or(cpf_v128 a, cpf_v128 b) { return _mm_or_si128(a, b); }
static inline cpf_v128 cpf_v128_andnot(cpf_v128 a, cpf_v128 b) { return _mm_andnot_si128(b, a); }

static inline cpf_v128 cpf_u8x16_splat(uint8_t x) { return _mm_set1_epi8((char)x); }
static inline cpf_v128 cpf_u8x16_add(cpf_v128 a, cpf_v128 b) { return _mm_add_epi8(a, b); }
static inline cpf_v128 cpf_u8x16_max(cpf_v128 a, cpf_v128 b) { return _mm_max_epu8(a, b); }
static inline cpf_v128 cpf_u8x16_eq(cpf_v128 a, cpf_v128 b) { return _mm_cmpeq_epi8(a, b); }
static inline cpf_v128 cpf_u8x16_le(cpf_v128 a, cpf_v128 b) { return cpf_u8x16_eq(cpf_u8x16_max(a, b), b); }
static inline uint32_t cpf_u8x16_bitmask(cpf_v128 v) { return (uint32_t)_mm_movemask_epi8(v); }

static inline cpf_v128 cpf_i16x8_splat(int16_t x) { return _mm_set1_epi16(x); }
static inline cpf_v128 cpf_i16x8_add(cpf_v128 a, cpf_v128 b) { return _mm_add_epi16(a, b); }
static inline cpf_v128 cpf_i16x8_sub(cpf_v128 a, cpf_v128 b) { return _mm_sub_epi16(a, b); }
static inline cpf_v128 cpf_i16x8_mul(cpf_v128 a, cpf_v128 b) { return _mm_mullo_epi16(a, b); }
static inline cpf_v128 cpf_i16x8_min(cpf_v128 a, cpf_v128 b) { return _mm_min_epi16(a, b); }
static inline cpf_v128 cpf_i16x8_max(cpf_v128 a, cpf_v128 b) { return _mm_max_epi16(a, b); }
static inline cpf_v128 cpf_i16x8_eq(cpf_v128 a, cpf_v128 b) { return _mm_cmpeq_epi16(a, b); }
static inline cpf_v128 cpf_i16x8_gt(cpf_v128 a, cpf_v128 b) { return _mm_cmpgt_epi16(a, b); }

/* Return the entries of a table at eight indices. */
static inline cpf_v128 cpf_i16x8_look_up(const int16_t *table, const int16_t places[8]) {
    return _mm_set_epi16(table[places[7]], table[places[6]], table[places[5]], table[places[4]], table[places[3]],
                         table[places[2]], table[places[1]], table[places[0]]);
}

static inline uint32_t cpf_i16x8_bitmask(cpf_v128 v) { return cpf_u8x16_bitmask(_mm_packs_epi16(v, _mm_setzero_si128())); }

/* Add the products of the 16-bit numbers of a and b to four sums, which cpf_i32x4_sum adds. */
static inline cpf_v128 cpf_i32x4_add_products(cpf_v128 sums, cpf_v128 a, cpf_v128 b) {
    return _mm_add_epi32(sums, _mm_madd_epi16(a, b));
}

static inline int32_t cpf_i32x4_sum(cpf_v128 sums) {
    const __m128i half = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1)));
}

/* Move the lower n bytes of each group of 2n bytes to the upper n, and clear the lower n; n is a constant: 2, 4 or 8. */
static inline cpf_v128 cpf_v128_lower_to_upper(cpf_v128 v, int n) {
    return n == 2 ? _mm_slli_epi32(v, 16) : n == 4 ? _mm_slli_epi64(v, 32) : _mm_slli_si128(v, 8);
}

#elif defined(__wasm_simd128__)

#include <wasm_simd128.h>

typedef v128_t cpf_v128;

static inline cpf_v128 cpf_v128_load(const void *p) { return wasm_v128_load(p); }
static inline cpf_v128 cpf_v128_load_aligned(const void *p) { return wasm_v128_load(p); }
static inline void cpf_v128_store(void *p, cpf_v128 v) { wasm_v128_store(p, v); }
static inline void cpf_v128_store_aligned(void *p, cpf_v128 v) { wasm_v128_store(p, v); }
static inline cpf_v128 cpf_v128_zero(void) { return wasm_u64x2_const_splat(0); }
static inline cpf_v128 cpf_v128_and(cpf_v128 a, cpf_v128 b) { return wasm_v128_and(a, b); }
static inline cpf_v128 cpf_v128_or(cpf_v128 a, cpf_v128 b) { return wasm_v128_or(a, b); }
static inline cpf_v128 cpf_v128_andnot(cpf_v128 a, cpf_v128 b) { return wasm_v128_andnot(a, b); }

static inline cpf_v128 cpf_u8x16_splat(uint8_t x) { return wasm_u8x16_splat(x); }
static inline cpf_v128 cpf_u8x16_add(cpf_v128 a, cpf_v128 b) { return wasm_i8x16_add(a, b); }
static inline cpf_v128 cpf_u8x16_max(cpf_v128 a, cpf_v128 b) { return wasm_u8x16_max(a, b); }
static inline cpf_v128 cpf_u8x16_eq(cpf_v128 a, cpf_v128 b) { return wasm_i8x16_eq(a, b); }
static inline cpf_v128 cpf_u8x16_le(cpf_v128 a, cpf_v128 b) { return wasm_u8x16_le(a, b); }
static inline uint32_t cpf_u8x16_bitmask(cpf_v128 v) { return wasm_i8x16_bitmask(v); }

static inline cpf_v128 cpf_i16x8_splat(int16_t x) { return wasm_i16x8_splat(x); }
static inline cpf_v128 cpf_i16x8_add(cpf_v128 a, cpf_v128 b) { return wasm_i16x8_add(a, b); }
static inline cpf_v128 cpf_i16x8_sub(cpf_v128 a, cpf_v128 b) { return wasm_i16x8_sub(a, b); }
static inline cpf_v128 cpf_i16x8_mul(cpf_v128 a, cpf_v128 b) { return wasm_i16x8_mul(a, b); }
static inline cpf_v128 cpf_i16x8_min(cpf_v128 a, cpf_v128 b) { return wasm_i16x8_min(a, b); }
static inline cpf_v128 cpf_i16x8_max(cpf_v128 a, cpf_v128 b) { return wasm_i16x8_max(a, b); }
static inline cpf_v128 cpf_i16x8_eq(cpf_v128 a, cpf_v128 b) { return wasm_i16x8_eq(a, b); }
static inline cpf_v128 cpf_i16x8_gt(cpf_v128 a, cpf_v128 b) { return wasm_i16x8_gt(a, b); }
static inline uint32_t cpf_i16x8_bitmask(cpf_v128 v) { return wasm_i16x8_bitmask(v); }

/* Return the entries of a table at eight indices. */
static inline cpf_v128 cpf_i16x8_look_up(const int16_t *table, const int16_t places[8]) {
    return wasm_i16x8_make(table[places[0]], table[places[1]], table[places[2]], table[places[3]], table[places[4]],
                           table[places[5]], table[places[6]], table[places[7]]);
}

/* Add the products of the 16-bit numbers of a and b to four sums, which cpf_i32x4_sum adds. */
static inline cpf_v128 cpf_i32x4_add_products(cpf_v128 sums, cpf_v128 a, cpf_v128 b) {
    return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(a, b));
}

static inline int32_t cpf_i32x4_sum(cpf_v128 sums) {
    const v128_t half = wasm_i32x4_add(sums, wasm_i32x4_shuffle(sums, sums, 2, 3, 0, 1));
    return wasm_i32x4_extract_lane(half, 0) + wasm_i32x4_extract_lane(half, 1);
}

/* Move the lower n bytes of each group of 2n bytes to the upper n, and clear the lower n; n is a constant: 2, 4 or 8. */
static inline cpf_v128 cpf_v128_lower_to_upper(cpf_v128 v, int n) {
    const v128_t zero = wasm_u64x2_const_splat(0);
    return n == 2 ? wasm_i32x4_shl(v, 16) : n == 4 ? wasm_i64x2_shl(v, 32) : wasm_i64x2_shuffle(zero, v, 0, 2);
}

#else

typedef union cpf_v128 {
    uint8_t u8[16];
    int16_t i16[8];
    int32_t i32[4];
    uint64_t u64[2];
} cpf_v128;

static inline cpf_v128 cpf_v128_load(const void *p) {
    cpf_v128 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline cpf_v128 cpf_v128_load_aligned(const void *p) { return cpf_v128_load(p); }
static inline void cpf_v128_store(void *p, cpf_v128 v) { memcpy(p, &v, sizeof v); }
static inline void cpf_v128_store_aligned(void *p, cpf_v128 v) { cpf_v128_store(p, v); }

/* Define an operation on each of the N parts of two vectors; x and y are the parts. */
#define CPF_V128_OPERATION(name, part, type, N, expression) \
    static inline cpf_v128 name(cpf_v128 a, cpf_v128 b) {   \
        for (int i = 0; i < N; i++) {                       \
            const type x = a.part[i], y = b.part[i];        \
            a.part[i] = (type)(expression);                 \
        }                                                   \
        return a;                                           \
    }

CPF_V128_OPERATION(cpf_v128_and, u64, uint64_t, 2, (x & y))
CPF_V128_OPERATION(cpf_v128_or, u64, uint64_t, 2, x | y)
CPF_V128_OPERATION(cpf_v128_andnot, u64, uint64_t, 2, x & ~y)
CPF_V128_OPERATION(cpf_u8x16_add, u8, uint8_t, 16, x + y)
CPF_V128_OPERATION(cpf_u8x16_max, u8, uint8_t, 16, x > y ? x : y)
CPF_V128_OPERATION(cpf_u8x16_eq, u8, uint8_t, 16, x == y ? 255 : 0)
CPF_V128_OPERATION(cpf_u8x16_le, u8, uint8_t, 16, x <= y ? 255 : 0)
CPF_V128_OPERATION(cpf_i16x8_add, i16, int16_t, 8, (uint16_t)x + (uint16_t)y)
CPF_V128_OPERATION(cpf_i16x8_sub, i16, int16_t, 8, (uint16_t)x - (uint16_t)y)
CPF_V128_OPERATION(cpf_i16x8_mul, i16, int16_t, 8, (uint32_t)x *(uint32_t)y)
CPF_V128_OPERATION(cpf_i16x8_min, i16, int16_t, 8, x < y ? x : y)
CPF_V128_OPERATION(cpf_i16x8_max, i16, int16_t, 8, x > y ? x : y)
CPF_V128_OPERATION(cpf_i16x8_eq, i16, int16_t, 8, x == y ? -1 : 0)
CPF_V128_OPERATION(cpf_i16x8_gt, i16, int16_t, 8, x > y ? -1 : 0)

#undef CPF_V128_OPERATION

static inline cpf_v128 cpf_u8x16_splat(uint8_t x) {
    cpf_v128 v;
    memset(&v, x, sizeof v);
    return v;
}

static inline cpf_v128 cpf_v128_zero(void) { return cpf_u8x16_splat(0); }

static inline cpf_v128 cpf_i16x8_splat(int16_t x) {
    cpf_v128 v;
    for (int i = 0; i < 8; i++) v.i16[i] = x;
    return v;
}

static inline uint32_t cpf_u8x16_bitmask(cpf_v128 v) {
    uint32_t bits = 0;
    for (int i = 0; i < 16; i++) bits |= (uint32_t)(v.u8[i] >> 7) << i;
    return bits;
}

static inline cpf_v128 cpf_i16x8_look_up(const int16_t *table, const int16_t places[8]) {
    cpf_v128 v;
    for (int i = 0; i < 8; i++) v.i16[i] = table[places[i]];
    return v;
}

static inline uint32_t cpf_i16x8_bitmask(cpf_v128 v) {
    uint32_t bits = 0;
    for (int i = 0; i < 8; i++) bits |= (uint32_t)(v.i16[i] < 0) << i;
    return bits;
}

/* Add the products of the 16-bit numbers of a and b to four sums, which cpf_i32x4_sum adds. */
static inline cpf_v128 cpf_i32x4_add_products(cpf_v128 sums, cpf_v128 a, cpf_v128 b) {
    for (int i = 0; i < 8; i++) sums.i32[i / 2] += a.i16[i] * b.i16[i];
    return sums;
}

static inline int32_t cpf_i32x4_sum(cpf_v128 sums) { return sums.i32[0] + sums.i32[1] + sums.i32[2] + sums.i32[3]; }

/* Move the lower n bytes of each group of 2n bytes to the upper n, and clear the lower n; n is 2, 4 or 8. */
static inline cpf_v128 cpf_v128_lower_to_upper(cpf_v128 v, int n) {
    cpf_v128 moved;
    for (int i = 0; i < 16; i++) moved.u8[i] = i & n ? v.u8[i - n] : 0;
    return moved;
}

#endif

#endif
