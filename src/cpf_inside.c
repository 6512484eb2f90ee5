/* The portable kernel of cpf_inside.h, and the choice of one. */
#include "cpf_inside.h"

#include <string.h>

#include "cpf_cpu.h"
#include "cpf_inside_steps.h"

static inline cpf_v128 within(cpf_v128 v) {
    for (int n = 2; n <= 8; n *= 2) v = cpf_u8x16_max(v, cpf_v128_lower_to_upper(v, n));
    return v;
}

CPF_INSIDE_KERNEL(, cpf_inside_portable, cpf_v128, 8, cpf_v128_load_aligned, cpf_v128_store_aligned, cpf_u8x16_max, within)

cpf_inside_kernel cpf_inside_of(int level) {
    switch (level) {
#if defined(CPF_X86_64)
    case CPF_CPU_AVX512: return cpf_inside_avx512;
    case CPF_CPU_AVX2: return cpf_inside_avx2;
#elif defined(CPF_AARCH64)
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
