/* The kernels of cpf_lanes.h for NEON, which every AArch64 machine has. */
#include "cpf_simd.h"

#ifdef CPF_AARCH64

#include <arm_neon.h>

#include "cpf_lanes.h"
#include "cpf_subset_max.h"

#define TARGET
#define KERNEL(name) name##_neon
#define LANES 16
#define VECTOR uint8x16_t

static inline uint8x16_t load(const void *p) { return vld1q_u8(p); }
static inline void store(void *p, uint8x16_t v) { vst1q_u8(p, v); }
static inline uint8x16_t zero(void) { return vdupq_n_u8(0); }
static inline uint8x16_t ones(void) { return vdupq_n_u8(1); }

static inline uint8x16_t higher_where(uint8x16_t v, uint8x16_t w, uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    return vmaxq_u8(v, vandq_u8(w, vandq_u8(vcleq_u8(a, b), vcleq_u8(c, d))));
}

static inline uint64_t equal(uint8x16_t a, uint8x16_t b) {
    static const uint8_t bit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t bits = vandq_u8(vceqq_u8(a, b), vld1q_u8(bit));
    return vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits)) << 8;
}

static inline uint8x16_t count_legal(uint8x16_t n, uint8x16_t front, uint8x16_t x, uint8x16_t y) {
    uint16x8_t first = vreinterpretq_u16_u8(x), second = vreinterpretq_u16_u8(y);
    uint16x8_t legal = vcleq_u16(vreinterpretq_u16_u8(front), vminq_u16(first, second));
    uint16x8_t negative_count = vaddq_u16(vceqq_u16(first, second), vdupq_n_u16(0xffff));
    return vreinterpretq_u8_u16(vsubq_u16(vreinterpretq_u16_u8(n), vandq_u16(legal, negative_count)));
}

static inline uint8x16_t count_lowball(uint8x16_t n, uint8x16_t front, uint8x16_t back, uint8x16_t level) {
    uint16x8_t legal = vcleq_u16(vreinterpretq_u16_u8(front), vreinterpretq_u16_u8(back));
    legal = vandq_u16(legal, vceqq_u16(vreinterpretq_u16_u8(level), vdupq_n_u16(0)));
    return vreinterpretq_u8_u16(vsubq_u16(vreinterpretq_u16_u8(n), legal));
}

static inline uint8x16_t pair(int16_t x) { return vreinterpretq_u8_s16(vdupq_n_s16(x)); }

static inline uint8x16_t add_pairs(uint8x16_t a, uint8x16_t b) {
    return vreinterpretq_u8_u16(vaddq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
}

static inline uint8x16_t higher_pairs(uint8x16_t a, uint8x16_t b) {
    return vreinterpretq_u8_u16(vmaxq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
}

static inline uint8x16_t higher_pairs_where(uint8x16_t v, uint8x16_t w, uint8x16_t a, uint8x16_t b, uint8x16_t c,
                                            uint8x16_t d) {
    uint16x8_t first = vcleq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b));
    uint16x8_t second = vcleq_u16(vreinterpretq_u16_u8(c), vreinterpretq_u16_u8(d));
    return higher_pairs(v, vandq_u8(w, vreinterpretq_u8_u16(vandq_u16(first, second))));
}

static inline uint64_t not_below(uint8x16_t a, uint8x16_t b) {
    static const uint16_t bit[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    return vaddvq_u16(vandq_u16(vcgeq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)), vld1q_u16(bit)));
}

#define add vaddq_u8
#define higher vmaxq_u8

#include "cpf_lanes_kernel.h"

#else
typedef int cpf_no_neon_lanes; /* ISO C forbids an empty translation unit */
#endif
