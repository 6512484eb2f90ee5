/* Run-time detection of the instruction sets of a machine. */
#include "cpf_cpu.h"

#include <stdint.h>

#include "cpf_assert.h"
#include "cpf_simd.h"

const char *const cpf_cpu_names[CPF_CPU_LEVELS] = {"portable", "neon", "avx2", "avx512"};

#if defined(CPF_X86_64)

#ifdef _MSC_VER
#include <intrin.h>
#else
#include <cpuid.h>
#endif

static void cpuid(uint32_t leaf, uint32_t r[4]) {
#ifdef _MSC_VER
    __cpuidex((int *)r, (int)leaf, 0);
#else
    __cpuid_count(leaf, 0, r[0], r[1], r[2], r[3]);
#endif
}

/* Return the register sets that the operating system saves; instructions on other registers fault. */
static uint64_t xcr0(void) {
#ifdef _MSC_VER
    return _xgetbv(0);
#else
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
#endif
}

static unsigned detect(void) {
    unsigned levels = 1u << CPF_CPU_PORTABLE;
    uint32_t r[4];
    cpuid(0, r);
    if (r[0] < 7) return levels;
    cpuid(1, r);
    uint32_t popcnt_osxsave_avx = 1u << 23 | 1u << 27 | 1u << 28;
    if ((r[2] & popcnt_osxsave_avx) != popcnt_osxsave_avx) return levels;
    uint64_t saved = xcr0();
    cpuid(7, r);
    uint32_t ebx = r[1], ecx = r[2];
    if ((saved & 0x06) == 0x06 && ebx & 1u << 5) levels |= 1u << CPF_CPU_AVX2;
    uint32_t bmi_f_dq_bw_vl = 1u << 3 | 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;
    uint32_t vbmi_vbmi2_vnni_vpopcntdq = 1u << 1 | 1u << 6 | 1u << 11 | 1u << 14;
    if ((saved & 0xe6) == 0xe6 && levels >> CPF_CPU_AVX2 & 1 && (ebx & bmi_f_dq_bw_vl) == bmi_f_dq_bw_vl &&
        (ecx & vbmi_vbmi2_vnni_vpopcntdq) == vbmi_vbmi2_vnni_vpopcntdq)
        levels |= 1u << CPF_CPU_AVX512;
    return levels;
}

#elif defined(CPF_AARCH64)

static unsigned detect(void) { return 1u << CPF_CPU_PORTABLE | 1u << CPF_CPU_NEON; } /* NEON is part of AArch64 */

#else

static unsigned detect(void) { return 1u << CPF_CPU_PORTABLE; }

#endif

unsigned cpf_cpu_supported(void) {
    static unsigned levels; /* a race writes the same value twice */
    if (!levels) levels = detect();
    return levels;
}

static int level_in_use = -1; /* none chosen yet */

int cpf_cpu_level(void) {
    if (level_in_use < 0) { /* called when _core is imported, before there are threads */
        level_in_use = CPF_CPU_LEVELS - 1;
        while (!cpf_cpu_supports(level_in_use)) level_in_use--;
    }
    return level_in_use;
}

void cpf_use_cpu_level(int level) {
    CPF_ASSERT(cpf_cpu_supports(level));
    level_in_use = level;
}
