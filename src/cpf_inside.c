/* The portable kernel of cpf_inside.h, and the choice of one. */
#include "cpf_inside.h"

#include <string.h>

#include "cpf_cpu.h"
#include "cpf_inside_steps.h"

/* Eight entries side by side: SSE2 where it is a part of every machine, else a plain loop. */
#if defined(__x86_64__) || defined(_M_X64)
#include <emmintrin.h>

typedef __m128i entries;

static inline entries load(const cpf_inside *from) { return _mm_load_si128((const __m128i *)(const void *)from); }
static inline void store(cpf_inside *to, entries v) { _mm_store_si128((__m128i *)(void *)to, v); }
static inline entries higher(entries a, entries b) { return _mm_max_epu8(a, b); }

static inline entries within(entries v) {
    v = higher(v, _mm_slli_epi32(v, 16));
    v = higher(v, _mm_slli_epi64(v, 32));
    return higher(v, _mm_slli_si128(v, 8));
}

#else

typedef struct entries {
    uint8_t byte[16];
} entries;

static inline entries load(const cpf_inside *from) {
    entries v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void store(cpf_inside *to, entries v) { memcpy(to, &v, sizeof v); }

static inline entries higher(entries a, entries b) {
    for (int i = 0; i < 16; i++) a.byte[i] = a.byte[i] > b.byte[i] ? a.byte[i] : b.byte[i];
    return a;
}

static inline entries within(entries v) {
    for (int h = 2; h < 16; h *= 2)
        for (int i = 0; i < 16; i++)
            if (i & h && v.byte[i] < v.byte[i - h]) v.byte[i] = v.byte[i - h];
    return v;
}

#endif

CPF_INSIDE_KERNEL(, cpf_inside_portable, entries, 8, load, store, higher, within)

cpf_inside_kernel cpf_inside_of(int level) {
    switch (level) {
#if defined(__x86_64__) || defined(_M_X64)
    case CPF_CPU_AVX512: return cpf_inside_avx512;
    case CPF_CPU_AVX2: return cpf_inside_avx2;
#elif defined(__aarch64__) || defined(_M_ARM64)
    case CPF_CPU_NEON: return cpf_inside_neon;
#endif
    default: return cpf_inside_portable;
    }
}

void cpf_levels(const cpf_hand *hand, cpf_inside_kernel inside, cpf_inside *cube) {
    const uint32_t *five = hand->subsets->five, *three = hand->subsets->three;
    memset(cube, 0, cpf_inside_bytes(hand->n));
    for (int i = 0; i < hand->fives; i++)
        if (hand->middle[five[i]] >= hand->rules->lowest_middle) cube[five[i]].middle = (uint8_t)cpf_level(hand->middle[five[i]]);
    for (int i = 0; i < hand->threes; i++) cube[three[i]].front = (uint8_t)cpf_level(hand->strength[three[i]]);
    inside(cube, hand->n);
}
