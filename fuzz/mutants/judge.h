/* What a program gives to judge.c: inputs, and a hash of the results for each. judge_verbs.c and judge_target.c are
 * such programs. */
#ifndef FUZZ_MUTANTS_JUDGE_H
#define FUZZ_MUTANTS_JUDGE_H

#include "../target.h"

#include <stdbool.h>

/* Chooses the inputs by the arguments of the program after those of judge.c, and returns how many there are. */
size_t judge_open(int argc, char **argv);
/* The hash of the results for an input, after those of the inputs before. Before it runs without a mutant (is_first),
 * the children of the process try mutants on it. A check that fails aborts, and a run that leaves memory calls
 * judge_leak. */
uint64_t judge_run(size_t input, bool is_first);
/* Whether mutants are tried on the input that was run last without one. */
bool judge_tries(void);
/* The name of an input, for the reports. */
const char *judge_name(size_t input);
/* Prints what the inputs gave without a mutant, if it is known what they should. */
void judge_close(void);
/* Whether the calls of all inputs together are compared: those of fuzz/bits/work.txt. */
bool judge_counts_work(void);

/* Ends the program. */
void judge_leak(void);

#endif
