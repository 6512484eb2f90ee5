/* The instruction set that the kernels use: detected at the first call, unless one is forced. */
#ifndef CPF_CPU_H
#define CPF_CPU_H

enum { CPF_CPU_PORTABLE, CPF_CPU_NEON, CPF_CPU_AVX2, CPF_CPU_AVX512, CPF_CPU_LEVELS };

extern const char *const cpf_cpu_names[CPF_CPU_LEVELS];

/* Bit i is set if this machine can run level i. */
unsigned cpf_cpu_supported(void);

/* The level in use: the best supported one, unless another was forced. */
int cpf_cpu_level(void);

/* Forces a level; returns 0 if it is not supported. Must not be called while kernels run. */
int cpf_cpu_force(int level);

#endif
