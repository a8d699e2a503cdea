/* Counts steps of work. A test may define C2D_STEPS as a function that adds the count, to check a complexity bound. */
#ifndef C2D_STEP_COUNTER_H
#define C2D_STEP_COUNTER_H

#ifdef C2D_STEPS
void C2D_STEPS(unsigned long count);
#else
#define C2D_STEPS(count) ((void)0)
#endif

#endif
