/* A job on several threads: parts of its longest axis, each a job of its own. Elements do not depend on each other, so
 * the parts have the bits of the whole. If a part has a fault, the whole job runs again on one thread, and ends at the
 * fault at which it would have ended in the first place. */
#include "job_parts.h"

#include "../loops.h"
#include "threads.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The least number of elements for each thread, some 300 microseconds of work. To start a thread takes a tenth of that
 * while processors are idle, and several times as long while they are not. */
static ptrdiff_t least_elements(const job *j)
{
    bool slow = j->verb == DO_TURN || j->operand[0].body || j->operand[1].body;
    return slow ? 1 << 9 : j->verb <= DO_TOUCHES ? 1 << 17 : 1 << 13;
}

/* More parts than threads: those of rows that take longer than others do not keep one thread busy while others wait. */
#define PARTS_PER_THREAD 8
typedef struct job_parts {
    const job *whole;
    int axis;         /* that is divided */
    ptrdiff_t length; /* of a part; the last one may be shorter */
} job_parts;

static ptrdiff_t count_elements(const job *j)
{
    ptrdiff_t count = 1;
    for (int k = 0; k < j->axes; k++)
        count *= j->size[k];
    return count;
}

static int longest_axis(const job *j)
{
    int axis = 0;
    for (int k = 1; k < j->axes; k++)
        axis = j->size[k] > j->size[axis] ? k : axis;
    return axis;
}

/* Copies what is set of a job: only its axes in use. */
static void copy_job(const job *from, job *to)
{
    memcpy(to, from, offsetof(job, size));
    memcpy(to->size, from->size, (size_t)from->axes * sizeof *to->size);
    for (int s = 0; s < STREAMS; s++) {
        to->streams[s].data = from->streams[s].data;
        memcpy(to->streams[s].stride, from->streams[s].stride, (size_t)from->axes * sizeof *to->streams[s].stride);
    }
}

static bool run_job_part(void *context, int worker, size_t part)
{
    const job_parts *p = context;
    ptrdiff_t first = (ptrdiff_t)part * p->length, left = p->whole->size[p->axis] - first;
    job j;
    (void)worker;
    copy_job(p->whole, &j);
    j.room = NULL;
    j.room_size = 0;
    j.size[p->axis] = left < p->length ? left : p->length;
    for (int s = 0; s < STREAMS; s++)
        if (j.streams[s].data)
            j.streams[s].data += first * j.streams[s].stride[p->axis];
    job_fault fault = run_job(&j);
    free(j.room);
    return fault == NO_FAULT;
}

/* How many threads a job is worth, at most `threads`. */
static int choose_threads(const job *j, int threads)
{
    ptrdiff_t most = count_elements(j) / least_elements(j);
    return most < threads ? (int)most : threads;
}

/* Chooses the parts; returns how many. The job has an axis. */
static size_t choose_parts(const job *j, int threads, job_parts *p)
{
    p->whole = j;
    p->axis = longest_axis(j);
    ptrdiff_t size = j->size[p->axis], wanted = (ptrdiff_t)threads * PARTS_PER_THREAD;
    p->length = size / wanted + (size % wanted > 0);
    if (p->length > BLOCK) /* blocks stay whole */
        p->length = (p->length + BLOCK - 1) / BLOCK * BLOCK;
    return (size_t)(size / p->length + (size % p->length > 0));
}

job_fault run_job_on(job *j, int threads)
{
    job_parts p;
    simplify_axes(j);
    threads = threads > 1 ? choose_threads(j, threads) : 1;
    if (threads > 1 && run_parts(threads, choose_parts(j, threads, &p), run_job_part, &p))
        return NO_FAULT;
    return run_job(j);
}
