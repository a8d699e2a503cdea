/* Work that a test counts, to hold it to a bound: C2D_STEPS, which it may define as a function of how many. */
#ifndef C2D_STEPS_H
#define C2D_STEPS_H

#ifdef C2D_STEPS
void C2D_STEPS(unsigned long count);
#else
#define C2D_STEPS(count) ((void)0)
#endif

#endif
