/* Instruction sets that there are kernels for, and which of them a machine has. */
#ifndef CPF_CPU_H
#define CPF_CPU_H

enum { CPF_CPU_PORTABLE, CPF_CPU_NEON, CPF_CPU_AVX2, CPF_CPU_AVX512, CPF_CPU_LEVELS };

extern const char *const cpf_cpu_names[CPF_CPU_LEVELS];

/* Bit i is set if this machine can run level i. */
unsigned cpf_cpu_supported(void);

static inline int cpf_cpu_supports(int level) { return cpf_cpu_supported() >> level & 1; }

/* The level in use: the best of them, unless another one was chosen. */
int cpf_cpu_level(void);
void cpf_use_cpu_level(int level);

#endif
