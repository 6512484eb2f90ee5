/* A parallel loop: ranges of items shared out among threads. */
#ifndef CPF_THREADS_H
#define CPF_THREADS_H

#include <stdint.h>

typedef void (*cpf_task)(void *context, int64_t begin, int64_t end);

/* Calls task for ranges of at most `grain` items that together cover 0..n. The caller works too; threads that the system
 * refuses are simply missing. Ranges are handed out in ascending order. */
void cpf_parallel(cpf_task task, void *context, int64_t n, int64_t grain, int threads);

/* *value = min(*value, candidate), whichever thread comes first. */
void cpf_atomic_min(int64_t *value, int64_t candidate);

#endif
