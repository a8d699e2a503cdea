/* A sequence of numbered members that is searched by a question which is true of the members from some place on: what a
 * sweep line crosses, from the bottom to the top. */
#ifndef C2D_SEQUENCE_H
#define C2D_SEQUENCE_H

#include "../../include/collide2d.h"

/* A tree whose siblings differ in height by at most one (Adelson-Velsky and Landis 1962): every step takes O(log n),
 * whatever the order in which members come. A tree by chance, or by a hash, has orders that make it a list. */
typedef struct c2d_sequence_node {
    uint32_t parent, child[2]; /* C2D_NULL_INDEX: none */
    uint32_t next[2];          /* before and after it in the sequence */
    uint8_t height;
} c2d_sequence_node;

typedef struct c2d_sequence {
    c2d_sequence_node *places; /* by member; shared with other sequences of other members */
    uint32_t root;
} c2d_sequence;

/* Whether the place that is looked for is at the member or before it. */
typedef bool c2d_sequence_question(const void *context, uint32_t member);

/* The first member of which the question is true, or C2D_NULL_INDEX; *before: the one before it (the last if there is
 * none).
 */
uint32_t c2d_sequence_find(const c2d_sequence *s, c2d_sequence_question *question, const void *context,
                           uint32_t *before);
/* Puts a member between two that are neighbours; either may be C2D_NULL_INDEX. */
void c2d_sequence_insert(c2d_sequence *s, uint32_t member, uint32_t before, uint32_t after);
void c2d_sequence_remove(c2d_sequence *s, uint32_t member);

static inline uint32_t c2d_sequence_after(const c2d_sequence *s, uint32_t member) { return s->places[member].next[1]; }

#endif
