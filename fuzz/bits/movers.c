/* The mover among obstacles that a tree finds, as a space does. */
#include "bits.h"

#include <math.h>

#define MOST_PIECES 3
#define MOST_NEARBY 10 /* obstacles of a body: its pushes take long if more overlap it */

static world obstacles, pieces;
static c2d_response responses[MOST_SOLIDS];
static c2d_tree tree;

typedef struct gathering {
    c2d_obstacles *out;
    c2d_status status;
} gathering;

static bool add_obstacle(void *context, uint32_t item)
{
    gathering *g = context;
    c2d_obstacle o = {obstacles.shapes[item], item, responses[item]};

    g->status = c2d_obstacles_add(g->out, &o);
    return g->status == C2D_OK;
}

static c2d_status gather(void *context, c2d_bounds box, c2d_obstacles *out)
{
    gathering g = {out, C2D_OK};

    (void)context;
    c2d_tree_query(&tree, box, add_obstacle, &g);
    return g.status;
}

static void add_result(c2d_status status, const c2d_mover_result *r)
{
    add_status(status);
    add_vecs(r->stops, r->stop_count);
    add_word(r->meeting_count);
    for (size_t i = 0; i < r->meeting_count; i++) {
        const c2d_mover_hit *m = &r->meetings[i];
        add_word(m->item);
        add_word(m->response);
        add_word(m->piece);
        add_word(m->shape == obstacles.shapes[m->item]);
        add_hit(&m->hit);
    }
    if (status != C2D_OK)
        return;
    add_word(r->pushes);
    add_word(r->stuck);
    add_vec(r->remaining);
}

/* A world, what moves in it, and where to. */
static c2d_vec read_move(reader *in, size_t most_pieces, size_t most, c2d_mover_options *options)
{
    frame f = read_frame(in);
    unsigned mode = read_byte(in), push = read_byte(in);
    c2d_vec from, to, motion;

    read_world(in, &f, most_pieces, &pieces);
    read_world(in, &f, most, &obstacles);
    c2d_tree_init(&tree);
    for (size_t i = 0; i < obstacles.count; i++) {
        uint32_t leaf;
        responses[i] = mode % 4 ? C2D_SLIDE : (c2d_response)(read_byte(in) % 5);
        if (TRY(c2d_tree_insert(&tree, c2d_bounds_of(obstacles.shapes[i]), (uint32_t)i, &leaf)) != C2D_OK)
            break;
    }
    from = read_place(in, &f);
    to = read_place(in, &f);
    motion.x = to.x - from.x;
    motion.y = to.y - from.y;
    if (c2d_check(&motion.x) != C2D_OK || c2d_check(&motion.y) != C2D_OK)
        motion.x = motion.y = f.unit < 1 ? f.unit : 1;
    options->max_push = push < 128 ? C2D_DEFAULT_MAX_PUSH : push < 192 ? INFINITY : (push % 8) * f.unit;
    return motion;
}

static void run_mover_run(reader *in)
{
    c2d_mover_options options;
    c2d_mover_result result = {0};
    c2d_vec motion = read_move(in, 1, MOST_SOLIDS, &options);
    c2d_status status = TRY((c2d_mover_result_free(&result), c2d_mover_run(pieces.shapes[0], pieces.rects[0], motion,
                                                                           &options, gather, NULL, &result)));

    add_result(status, &result);
    c2d_mover_result_free(&result);
    c2d_tree_free(&tree);
}

static void run_mover_run_body(reader *in)
{
    c2d_mover_options options;
    c2d_mover_result result = {0};
    c2d_vec motion = read_move(in, MOST_PIECES, MOST_NEARBY, &options);
    c2d_body body = body_of(&pieces);
    c2d_status status =
        TRY((c2d_mover_result_free(&result), c2d_mover_run_body(&body, motion, &options, gather, NULL, &result)));

    add_result(status, &result);
    c2d_mover_result_free(&result);
    c2d_tree_free(&tree);
}

/* Few obstacles, which the body usually overlaps: it is stuck and may only leave, or is pushed out however far. */
static void run_overlapping(reader *in, double max_push)
{
    c2d_mover_options options;
    c2d_mover_result result = {0};
    c2d_vec motion = read_move(in, MOST_PIECES, 4, &options);
    c2d_body body = body_of(&pieces);
    c2d_status status;

    options.max_push = max_push;
    status = TRY((c2d_mover_result_free(&result), c2d_mover_run_body(&body, motion, &options, gather, NULL, &result)));
    add_result(status, &result);
    c2d_mover_result_free(&result);
    c2d_tree_free(&tree);
}

static void run_mover_leave(reader *in) { run_overlapping(in, 0); }
static void run_mover_push(reader *in) { run_overlapping(in, INFINITY); }

const verb mover_verbs[] = {{"mover_run", run_mover_run},
                            {"mover_run_body", run_mover_run_body},
                            {"mover_leave", run_mover_leave},
                            {"mover_push", run_mover_push},
                            {NULL, NULL}};
