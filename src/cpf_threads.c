/* A pool of helper threads that are started when first needed, and then wait for more jobs.
 *
 * Starting a thread takes as long as ranking 50,000 rows, so helpers stay alive. A caller never waits for a helper that has
 * not begun: the caller does the work, removes the job, and only waits for helpers that are at work on it.
 *
 * A helper that has finished spins for a moment before it sleeps, since waking up takes longer than many jobs, and jobs
 * often follow each other.
 *
 * Each thread has a share of the ranges. Repeated calls mostly give a thread the same share, so the data of the share stay
 * in the cache of its core. After its share, a thread continues with the shares of the other threads. */
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L /* signal masks, also under a strict -std=c11 */
#endif

#include "cpf_threads.h"

#include <stddef.h>

#ifdef __wasm__ /* without threads: the caller does all */

void cpf_parallel(int threads, cpf_task task, void *context, int64_t n, int64_t grain) {
    (void)threads;
    for (int64_t begin = 0; begin < n; begin += grain) task(context, begin, n - begin < grain ? n : begin + grain);
}

#else

enum { MOST_HELPERS = 255, CACHE_LINE = 64 };

typedef struct share {
    int64_t next; /* next range of the share */
    uint8_t padding[CACHE_LINE - sizeof(int64_t)];
} share;

typedef struct job {
    cpf_task task;
    void *context;
    int64_t n, grain, ranges;
    int threads;
    int joined, active; /* numbers of helpers that have begun, and that are at work; guarded by the lock */
    struct job *next;
    share shares[MOST_HELPERS + 1];
} job;

/* ---- the operating system ---- */

static void help(void);

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static SRWLOCK lock = SRWLOCK_INIT;
static CONDITION_VARIABLE job_posted = CONDITION_VARIABLE_INIT, helper_finished = CONDITION_VARIABLE_INIT;

static void acquire(void) { AcquireSRWLockExclusive(&lock); }
static void release(void) { ReleaseSRWLockExclusive(&lock); }
static void await(CONDITION_VARIABLE *c) { SleepConditionVariableSRW(c, &lock, INFINITE, 0); }
static void wake_one(CONDITION_VARIABLE *c) { WakeConditionVariable(c); }
static void wake_all(CONDITION_VARIABLE *c) { WakeAllConditionVariable(c); }

static DWORD WINAPI run(void *unused) {
    (void)unused;
    help();
    return 0;
}

static int start_helper(void) {
    HANDLE thread = CreateThread(NULL, 0, run, NULL, 0, NULL);
    if (thread) CloseHandle(thread);
    return thread != NULL;
}

static void forget_helpers_after_fork(void) {} /* there is no fork on Windows */

#else
#include <pthread.h>
#include <signal.h>

enum { LEAST_STACK = 1 << 20 }; /* bytes, as on Windows; tasks need 0.2 million, and musl gives a thread 128 KiB */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t job_posted = PTHREAD_COND_INITIALIZER, helper_finished = PTHREAD_COND_INITIALIZER;

static void acquire(void) { pthread_mutex_lock(&lock); }
static void release(void) { pthread_mutex_unlock(&lock); }
static void await(pthread_cond_t *c) { pthread_cond_wait(c, &lock); }
static void wake_one(pthread_cond_t *c) { pthread_cond_signal(c); }
static void wake_all(pthread_cond_t *c) { pthread_cond_broadcast(c); }

static void *run(void *unused) {
    (void)unused;
    help();
    return NULL;
}

static int start_helper(void) {
    sigset_t all, before;
    pthread_t thread;
    pthread_attr_t attributes;
    size_t stack;
    if (pthread_attr_init(&attributes)) return 0;
    pthread_attr_getstacksize(&attributes, &stack);
    if (stack < LEAST_STACK) pthread_attr_setstacksize(&attributes, LEAST_STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all); /* helpers block all signals: the threads of the program handle them */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int started = pthread_create(&thread, &attributes, run, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

static void forget_helpers(void);

static void forget_helpers_after_fork(void) { pthread_atfork(NULL, NULL, forget_helpers); }

#endif

#ifdef _MSC_VER
static int64_t fetch_add(int64_t *p, int64_t by) { return InterlockedExchangeAdd64((volatile LONG64 *)p, by); }
static int64_t load(int64_t *p) { return InterlockedCompareExchange64((volatile LONG64 *)p, 0, 0); }
static void relax(void) { YieldProcessor(); }
#else
static int64_t fetch_add(int64_t *p, int64_t by) { return __atomic_fetch_add(p, by, __ATOMIC_RELAXED); }
static int64_t load(int64_t *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}
#endif

/* ---- the pool ---- */

static job *jobs; /* open jobs, the oldest first */
static int helpers, has_fork_handler;
static int64_t posted; /* number of jobs posted so far */

#ifndef _WIN32
/* Reset the pool in a forked child, where helpers and the holder of the lock do not exist. */
static void forget_helpers(void) {
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&job_posted, NULL);
    pthread_cond_init(&helper_finished, NULL);
    jobs = NULL;
    helpers = 0;
}
#endif

static void remove_job(job *j) {
    for (job **link = &jobs; *link; link = &(*link)->next)
        if (*link == j) {
            *link = j->next;
            return;
        }
}

/* Return the first range of a share, where the previous share ends. */
static int64_t begin_of(const job *j, int number) {
    const int64_t size = j->ranges / j->threads, larger_shares = j->ranges % j->threads;
    return size * number + (number < larger_shares ? number : larger_shares);
}

static void take_ranges(job *j, int first_share) {
    for (int k = 0; k < j->threads; k++) {
        const int number = (first_share + k) % j->threads;
        const int64_t end = begin_of(j, number + 1);
        int64_t range;
        while ((range = fetch_add(&j->shares[number].next, 1)) < end) {
            const int64_t begin = range * j->grain;
            j->task(j->context, begin, j->n - begin < j->grain ? j->n : begin + j->grain);
        }
    }
}

enum { SPINS = 1000 }; /* about 30 microseconds */

/* Wait a moment for a new job. */
static void spin(int64_t jobs_before) {
    for (int i = 0; i < SPINS && load(&posted) == jobs_before; i++) relax();
}

static void help(void) {
    acquire();
    for (;;) {
        while (!jobs) await(&job_posted);
        job *j = jobs;
        j->active++;
        const int share_number = ++j->joined;
        if (share_number == j->threads - 1) remove_job(j);
        release();
        take_ranges(j, share_number);
        acquire();
        if (--j->active == 0) wake_all(&helper_finished);
        if (jobs) continue;
        const int64_t posted_before = load(&posted);
        release();
        spin(posted_before);
        acquire();
    }
}

void cpf_parallel(int threads, cpf_task task, void *context, int64_t n, int64_t grain) {
    job j;
    j.task = task;
    j.context = context;
    j.n = n;
    j.grain = grain;
    j.ranges = n / grain + (n % grain != 0);
    if (threads > j.ranges) threads = (int)j.ranges;
    if (threads > MOST_HELPERS + 1) threads = MOST_HELPERS + 1;
    if (threads < 1) threads = 1;
    j.threads = threads;
    j.joined = j.active = 0;
    j.next = NULL;
    for (int i = 0; i < threads; i++) j.shares[i].next = begin_of(&j, i);
    if (threads == 1) {
        take_ranges(&j, 0);
        return;
    }
    acquire();
    if (!has_fork_handler) forget_helpers_after_fork();
    has_fork_handler = 1;
    while (helpers < threads - 1 && start_helper()) helpers++;
    job **end = &jobs;
    while (*end) end = &(*end)->next;
    *end = &j;
    fetch_add(&posted, 1);
    release();
    for (int i = 0; i < threads - 1; i++) wake_one(&job_posted);
    take_ranges(&j, 0);
    acquire();
    remove_job(&j);
    while (j.active) await(&helper_finished);
    release();
}

#endif
