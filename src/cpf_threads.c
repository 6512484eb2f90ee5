/* A pool of threads, started when they are first needed, which then wait for more work.
 *
 * Starting a thread takes as long as ranking 50,000 rows, so they are kept. A caller never waits for a helper that has not
 * begun: it does the work itself, takes the job back, and only waits for those who are in the middle of a range. */
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L /* signal masks, also under a strict -std=c11 */
#endif

#include "cpf_threads.h"

#include <stddef.h>

enum { MOST_HELPERS = 255 };

typedef struct job {
    cpf_task task;
    void *context;
    int64_t n, grain, next;
    int wanted, active; /* helpers that may still join, and that are working; guarded by the lock */
    struct job *later;
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

static void forget_helpers_after_fork(void) {} /* no fork here */

#else
#include <pthread.h>
#include <signal.h>

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
    sigfillset(&all); /* signals are left to the threads of the program */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int started = pthread_create(&thread, NULL, run, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) pthread_detach(thread);
    return started;
}

static void forget_helpers(void);

static void forget_helpers_after_fork(void) { pthread_atfork(NULL, NULL, forget_helpers); }

#endif

#ifdef _MSC_VER
static int64_t fetch_add(int64_t *p, int64_t by) { return InterlockedExchangeAdd64((volatile LONG64 *)p, by); }
#else
static int64_t fetch_add(int64_t *p, int64_t by) { return __atomic_fetch_add(p, by, __ATOMIC_RELAXED); }
#endif

/* ---- the pool ---- */

static job *jobs; /* that can use helpers, the oldest first */
static int helpers, knows_fork;

#ifndef _WIN32
/* In a forked child there are no helpers, and the lock may have been held by a thread that does not exist there. */
static void forget_helpers(void) {
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&job_posted, NULL);
    pthread_cond_init(&helper_finished, NULL);
    jobs = NULL;
    helpers = 0;
}
#endif

static void remove_job(job *j) {
    for (job **at = &jobs; *at; at = &(*at)->later)
        if (*at == j) {
            *at = j->later;
            return;
        }
}

static void take_ranges(job *j) {
    for (;;) {
        int64_t begin = fetch_add(&j->next, j->grain);
        if (begin >= j->n) return;
        j->task(j->context, begin, j->n - begin < j->grain ? j->n : begin + j->grain);
    }
}

static void help(void) {
    acquire();
    for (;;) {
        while (!jobs) await(&job_posted);
        job *j = jobs;
        j->active++;
        if (--j->wanted == 0) remove_job(j);
        release();
        take_ranges(j);
        acquire();
        if (--j->active == 0) wake_all(&helper_finished);
    }
}

static void run_job(cpf_task task, void *context, int64_t n, int64_t grain, int threads) {
    int64_t ranges = n / grain + (n % grain != 0);
    if (threads > ranges) threads = (int)ranges;
    if (threads > MOST_HELPERS + 1) threads = MOST_HELPERS + 1;
    job j = {task, context, n, grain, 0, threads - 1, 0, NULL};
    if (threads < 2) {
        take_ranges(&j);
        return;
    }
    acquire();
    if (!knows_fork) forget_helpers_after_fork();
    knows_fork = 1;
    while (helpers < j.wanted && start_helper()) helpers++;
    job **end = &jobs;
    while (*end) end = &(*end)->later;
    *end = &j;
    release();
    for (int i = 0; i < threads - 1; i++) wake_one(&job_posted);
    take_ranges(&j);
    acquire();
    remove_job(&j);
    while (j.active) await(&helper_finished);
    release();
}

const cpf_thread_pool cpf_shared_threads = {run_job};
