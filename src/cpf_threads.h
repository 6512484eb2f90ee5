/* A parallel loop: threads take ranges of items until none are left. */
#ifndef CPF_THREADS_H
#define CPF_THREADS_H

#include <stddef.h>
#include <stdint.h>

#ifdef _MSC_VER
#include <intrin.h>
#endif

/* Return a pointer that other threads may publish. */
static inline void *cpf_atomic_load(void **pointer) {
#ifdef _MSC_VER
    return _InterlockedCompareExchangePointer(pointer, NULL, NULL);
#else
    return __atomic_load_n(pointer, __ATOMIC_ACQUIRE);
#endif
}

/* Set a pointer, unless another thread has set it before. Return the pointer that is set. */
static inline void *cpf_atomic_publish(void **pointer, void *value) {
#ifdef _MSC_VER
    void *before = _InterlockedCompareExchangePointer(pointer, value, NULL);
    return before ? before : value;
#else
    void *before = NULL;
    return __atomic_compare_exchange_n(pointer, &before, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ? value : before;
#endif
}

typedef void (*cpf_task)(void *context, int64_t begin, int64_t end);

/* Call `task` for ranges of at most `grain` items that together cover 0..n, on `threads` threads: the caller and helpers of
 * a pool. If the system refuses to start threads, fewer threads do the work. */
void cpf_parallel(int threads, cpf_task task, void *context, int64_t n, int64_t grain);

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
