/* Subset maxima for NEON, which every AArch64 machine has. */
#include "cpf_simd.h"

#ifdef CPF_AARCH64

#include <arm_neon.h>

#include "cpf_subset_max_steps.h"

static inline uint8x16_t load(const cpf_subset_max *from) { return vld1q_u8((const uint8_t *)from); }
static inline void store(cpf_subset_max *to, uint8x16_t v) { vst1q_u8((uint8_t *)to, v); }

static inline uint8x16_t within(uint8x16_t v) {
    v = vmaxq_u8(v, vreinterpretq_u8_u32(vshlq_n_u32(vreinterpretq_u32_u8(v), 16)));
    v = vmaxq_u8(v, vreinterpretq_u8_u64(vshlq_n_u64(vreinterpretq_u64_u8(v), 32)));
    return vmaxq_u8(v, vextq_u8(vdupq_n_u8(0), v, 8));
}

CPF_SUBSET_MAX_KERNEL(, cpf_subset_max_neon, uint8x16_t, 8, load, store, vmaxq_u8, within)

#else
typedef int cpf_no_neon_subset_max; /* ISO C forbids an empty translation unit */
#endif
