/* A job of ../batch.h on several threads. */
#ifndef C2D_BATCH_JOB_PARTS_H
#define C2D_BATCH_JOB_PARTS_H

#include "../batch.h"

/* As run_job, on up to `threads` threads. */
job_fault run_job_on(job *j, int threads);

#endif
