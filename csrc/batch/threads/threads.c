/* Threads of POSIX and of Windows; without either (WebAssembly), the caller does everything. */
#define _XOPEN_SOURCE 700 /* for signals, also by -std=c11 */
#include "threads.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <process.h>
#elif !defined(__wasm__) || defined(_REENTRANT)
#define HAS_PTHREADS
#include <pthread.h>
#include <signal.h>
#endif

/* A call needs less than 200 kB of a stack, most of it shapes of rows; sanitizers need several times as much. Some
 * systems give a thread only 128 kB. */
#define STACK_SIZE ((size_t)1 << 20)

/* ---- parts ---- */

#if defined(_WIN32)
typedef SRWLOCK lock;
static void lock_init(lock *l) { InitializeSRWLock(l); }
static void lock_free(lock *l) { (void)l; }
static void lock_acquire(lock *l) { AcquireSRWLockExclusive(l); }
static void lock_release(lock *l) { ReleaseSRWLockExclusive(l); }
#elif defined(HAS_PTHREADS)
typedef pthread_mutex_t lock;
static void lock_init(lock *l) { pthread_mutex_init(l, NULL); }
static void lock_free(lock *l) { pthread_mutex_destroy(l); }
static void lock_acquire(lock *l) { pthread_mutex_lock(l); }
static void lock_release(lock *l) { pthread_mutex_unlock(l); }
#endif

#if defined(_WIN32) || defined(HAS_PTHREADS)

/* The parts of a call, and how many have been taken. */
typedef struct part_queue {
    part_function *run;
    void *context;
    lock lock; /* of the rest */
    size_t next, count;
    bool good;
} part_queue;

typedef struct worker {
    part_queue *queue;
    int number;
} worker;

/* Takes the next part if the last one, of which this is the result, was good. */
static bool take_part(part_queue *q, bool good, size_t *part)
{
    lock_acquire(&q->lock);
    q->good = q->good && good;
    bool more = q->good && q->next < q->count;
    *part = q->next;
    q->next += more;
    lock_release(&q->lock);
    return more;
}

static void work(const worker *w)
{
    size_t part;
    for (bool good = true; take_part(w->queue, good, &part);)
        good = w->queue->run(w->queue->context, w->number, part);
}

/* ---- threads ---- */

#if defined(_WIN32)

typedef HANDLE thread;

static unsigned __stdcall work_in_thread(void *context)
{
    work(context);
    return 0;
}

/* Starts as many threads as the system allows, at most `count`; returns how many. */
static int start_threads(worker *workers, thread *threads, int count)
{
    int started = 0;
    for (; started < count; started++) {
        threads[started] = (HANDLE)_beginthreadex(NULL, STACK_SIZE, work_in_thread, &workers[started],
                                                  STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
        if (!threads[started])
            break;
    }
    return started;
}

static void join_thread(thread t)
{
    WaitForSingleObject(t, INFINITE);
    CloseHandle(t);
}

#else

typedef pthread_t thread;

static void *work_in_thread(void *context)
{
    work(context);
    return NULL;
}

/* Signals go to the threads of the program, which expect them; except for those that a fault of our own would raise.
 */
static void block_signals(sigset_t *before)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    sigset_t set;
    sigfillset(&set);
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        sigdelset(&set, own[k]);
    pthread_sigmask(SIG_SETMASK, &set, before);
}

/* Starts as many threads as the system allows, at most `count`; returns how many. */
static int start_threads(worker *workers, thread *threads, int count)
{
    pthread_attr_t attributes;
    sigset_t before;
    int started = 0;
    if (pthread_attr_init(&attributes))
        return 0;
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    block_signals(&before);
    while (started < count && pthread_create(&threads[started], &attributes, work_in_thread, &workers[started]) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

static void join_thread(thread t) { pthread_join(t, NULL); }

#endif

bool run_parts(int threads, size_t parts, part_function *run, void *context)
{
    part_queue queue = {.run = run, .context = context, .count = parts, .good = true};
    thread others[MAX_THREADS - 1];
    worker workers[MAX_THREADS - 1], own = {&queue, 0};
    threads = threads < MAX_THREADS ? threads : MAX_THREADS;
    int wanted = (size_t)threads < parts ? threads - 1 : (int)parts - 1;
    for (int k = 0; k < wanted; k++)
        workers[k] = (worker){&queue, k + 1};
    lock_init(&queue.lock);
    int started = wanted > 0 ? start_threads(workers, others, wanted) : 0;
    work(&own);
    for (int k = 0; k < started; k++)
        join_thread(others[k]);
    lock_free(&queue.lock);
    return queue.good;
}

#else

bool run_parts(int threads, size_t parts, part_function *run, void *context)
{
    (void)threads;
    for (size_t part = 0; part < parts; part++)
        if (!run(context, 0, part))
            return false;
    return true;
}

#endif
