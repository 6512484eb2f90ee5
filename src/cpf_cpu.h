/* Instruction sets that there are kernels for, and which of them a machine has. */
#ifndef CPF_CPU_H
#define CPF_CPU_H

enum { CPF_CPU_PORTABLE, CPF_CPU_NEON, CPF_CPU_AVX2, CPF_CPU_AVX512, CPF_CPU_LEVELS };

/* Function attributes of the kernels of a level. */
#if defined(__x86_64__) || defined(_M_X64)
#ifdef _MSC_VER
#define CPF_TARGET(isa)
#else
#define CPF_TARGET(isa) __attribute__((target(isa)))
#endif
#define CPF_AVX2 CPF_TARGET("avx2,popcnt")
#define CPF_AVX512 CPF_TARGET("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq,popcnt")
#endif

extern const char *const cpf_cpu_names[CPF_CPU_LEVELS];

/* Bit i is set when this machine can run level i. */
unsigned cpf_cpu_supported(void);

static inline int cpf_cpu_supports(int level) { return cpf_cpu_supported() >> level & 1; }

/* The best of them. */
int cpf_cpu_best(void);

#endif
