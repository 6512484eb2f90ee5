/* Threads of the operating system, started for one call. */
#include "cpf_threads.h"

#include <stddef.h>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <pthread.h>
#endif

#ifdef _MSC_VER
static int64_t fetch_add(int64_t *p, int64_t by) { return InterlockedExchangeAdd64((volatile LONG64 *)p, by); }
static int64_t exchange_if(int64_t *p, int64_t expected, int64_t to) {
    return InterlockedCompareExchange64((volatile LONG64 *)p, to, expected);
}
static int64_t read(int64_t *p) { return InterlockedCompareExchange64((volatile LONG64 *)p, 0, 0); }
#else
static int64_t fetch_add(int64_t *p, int64_t by) { return __atomic_fetch_add(p, by, __ATOMIC_RELAXED); }
static int64_t exchange_if(int64_t *p, int64_t expected, int64_t to) {
    __atomic_compare_exchange_n(p, &expected, to, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
static int64_t read(int64_t *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
#endif

void cpf_atomic_min(int64_t *value, int64_t candidate) {
    int64_t seen = read(value);
    while (candidate < seen) {
        int64_t before = exchange_if(value, seen, candidate);
        if (before == seen) return;
        seen = before;
    }
}

enum { MOST_THREADS = 256 };

typedef struct work {
    cpf_task task;
    void *context;
    int64_t n, grain, next;
} work;

static void take_ranges(work *w) {
    for (;;) {
        int64_t begin = fetch_add(&w->next, w->grain);
        if (begin >= w->n) return;
        w->task(w->context, begin, w->n - begin < w->grain ? w->n : begin + w->grain);
    }
}

#ifdef _WIN32
typedef HANDLE thread;
static DWORD WINAPI run(void *w) {
    take_ranges(w);
    return 0;
}
static int start(thread *t, work *w) { return (*t = CreateThread(NULL, 0, run, w, 0, NULL)) != NULL; }
static void finish(thread t) {
    WaitForSingleObject(t, INFINITE);
    CloseHandle(t);
}
#else
typedef pthread_t thread;
static void *run(void *w) {
    take_ranges(w);
    return NULL;
}
static int start(thread *t, work *w) { return pthread_create(t, NULL, run, w) == 0; }
static void finish(thread t) { pthread_join(t, NULL); }
#endif

void cpf_parallel(cpf_task task, void *context, int64_t n, int64_t grain, int threads) {
    work w = {task, context, n, grain, 0};
    thread started[MOST_THREADS];
    int count = 0;
    int64_t ranges = n / grain + (n % grain != 0);
    if (threads > ranges) threads = (int)ranges;
    if (threads > MOST_THREADS) threads = MOST_THREADS;
    while (count + 1 < threads && start(&started[count], &w)) count++;
    take_ranges(&w);
    while (count) finish(started[--count]);
}
