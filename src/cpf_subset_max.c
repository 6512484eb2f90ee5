/* The portable kernel of subset maxima, and the choice of a kernel. */
#include "cpf_subset_max.h"

#include <string.h>

#include "cpf_cpu.h"
#include "cpf_subset_max_steps.h"

/* Do the steps of the first three cards, whose eight sets are in the same vector. */
static inline cpf_v128 within(cpf_v128 v) {
    for (int n = 2; n <= 8; n *= 2) v = cpf_u8x16_max(v, cpf_v128_lower_to_upper(v, n));
    return v;
}

CPF_SUBSET_MAX_KERNEL(, cpf_subset_max_portable, cpf_v128, 8, cpf_v128_load_aligned, cpf_v128_store_aligned, cpf_u8x16_max,
                      within)

cpf_subset_max_kernel cpf_subset_max_of(int level) {
    switch (level) {
#if defined(CPF_X86_64)
    case CPF_CPU_AVX512: return cpf_subset_max_avx512;
    case CPF_CPU_AVX2: return cpf_subset_max_avx2;
#elif defined(CPF_AARCH64)
    case CPF_CPU_NEON: return cpf_subset_max_neon;
#endif
    default: return cpf_subset_max_portable;
    }
}

void cpf_levels(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube) {
    const uint32_t *five = hand->subsets->five, *three = hand->subsets->three;
    memset(cube, 0, cpf_subset_max_bytes(hand->n));
    for (int i = 0; i < hand->fives; i++)
        if (hand->middle[five[i]] >= hand->rules->lowest_middle)
            cube[five[i]].middle = (uint8_t)cpf_level(hand->middle[five[i]]);
    for (int i = 0; i < hand->threes; i++) cube[three[i]].front = (uint8_t)cpf_level(hand->strength[three[i]]);
    subset_max(cube, hand->n);
}
