/* Levels: the instruction sets that have their own kernels, and those that this machine supports. */
#ifndef CPF_CPU_H
#define CPF_CPU_H

enum { CPF_CPU_PORTABLE, CPF_CPU_NEON, CPF_CPU_AVX2, CPF_CPU_AVX512, CPF_CPU_LEVELS };

extern const char *const cpf_cpu_names[CPF_CPU_LEVELS];

/* Return the levels that this machine can run, as bits. */
unsigned cpf_cpu_supported(void);

static inline int cpf_cpu_supports(int level) { return cpf_cpu_supported() >> level & 1; }

/* Return the level in use: the highest supported one, unless cpf_use_cpu_level chose another one. */
int cpf_cpu_level(void);
void cpf_use_cpu_level(int level);

#endif
