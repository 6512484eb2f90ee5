/* A parallel loop: threads take ranges of items until none are left. */
#ifndef CPF_THREADS_H
#define CPF_THREADS_H

#include <stdint.h>

#ifdef _MSC_VER
#include <intrin.h>
#endif

typedef void (*cpf_task)(void *context, int64_t begin, int64_t end);

/* A pool of threads. All compiled modules of a process share the one of cpf_threads.c, which is linked into _core only: the
 * others call it through this pointer. */
typedef struct cpf_thread_pool {
    void (*run)(cpf_task task, void *context, int64_t n, int64_t grain, int threads);
} cpf_thread_pool;

/* The pool of cpf_threads.c. */
extern const cpf_thread_pool cpf_shared_threads;

/* How many threads may work, including the caller, and the pool that the others come from. */
typedef struct cpf_threads {
    const cpf_thread_pool *pool;
    int count;
} cpf_threads;

/* Calls task for ranges of at most `grain` items that together cover 0..n. The caller works as well; if the system refuses
 * to start threads, fewer do the work. */
static inline void cpf_parallel(cpf_threads threads, cpf_task task, void *context, int64_t n, int64_t grain) {
    threads.pool->run(task, context, n, grain, threads.count);
}

/* *value = min(*value, candidate), atomically. */
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
