/* Which instruction set the kernels use: found out once, at import; an environment variable may force a lower one. */
#ifndef CPF_CPU_H
#define CPF_CPU_H

enum { CPF_CPU_PORTABLE, CPF_CPU_NEON, CPF_CPU_AVX2, CPF_CPU_AVX512, CPF_CPU_LEVELS };

extern const char *const cpf_cpu_names[CPF_CPU_LEVELS];

/* Bit i is set when this machine can run level i. */
unsigned cpf_cpu_supported(void);

/* The level in use: the best supported one until cpf_cpu_force. */
int cpf_cpu_level(void);

/* Uses a supported level from now on; returns 0 for one that is not supported. Not to be called while kernels run. */
int cpf_cpu_force(int level);

#endif
