/* A parallel loop: ranges of items shared out among threads. */
#ifndef CPF_THREADS_H
#define CPF_THREADS_H

#include <stdint.h>

#ifdef _MSC_VER
#include <intrin.h>
#endif

typedef void (*cpf_task)(void *context, int64_t begin, int64_t end);

/* A pool of threads. Several modules share one, and only one of them is linked with it: the others call it through this. */
typedef struct cpf_thread_pool {
    void (*run)(cpf_task task, void *context, int64_t n, int64_t grain, int threads);
} cpf_thread_pool;

/* The pool of cpf_threads.c. */
extern const cpf_thread_pool cpf_shared_threads;

/* How many threads may work, the caller among them, and where the others come from. */
typedef struct cpf_threads {
    const cpf_thread_pool *pool;
    int count;
} cpf_threads;

/* Calls task for ranges of at most `grain` items that together cover 0..n. The caller works too; threads that the system
 * refuses are simply missing. Ranges are handed out in ascending order. */
static inline void cpf_parallel(cpf_threads threads, cpf_task task, void *context, int64_t n, int64_t grain) {
    threads.pool->run(task, context, n, grain, threads.count);
}

/* *value = min(*value, candidate), whichever thread comes first. */
static inline void cpf_atomic_min(int64_t *value, int64_t candidate) {
#ifdef _MSC_VER
    int64_t seen = _InterlockedCompareExchange64(value, 0, 0);
    while (candidate < seen) {
        int64_t before = _InterlockedCompareExchange64(value, candidate, seen);
        if (before == seen) return;
        seen = before;
    }
#else
    int64_t seen = __atomic_load_n(value, __ATOMIC_RELAXED);
    while (candidate < seen &&
           !__atomic_compare_exchange_n(value, &seen, candidate, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
}

#endif
