/* Points and thin segments that several shapes surround or stop together. */
#include "bits.h"

static world members;
static frame f;

/* A point or a segment of the lattice. */
static bool read_thin(reader *in, c2d_shape *s, c2d_vec *p, c2d_vec *q)
{
    unsigned tag = read_byte(in);

    *p = read_place(in, &f);
    *q = tag & 1 ? *p : read_place(in, &f);
    return c2d_segment(s, *p, *q) == C2D_OK;
}

/* A thin sweep, usually along the lines of the cells. */
static bool read_sweep(reader *in, c2d_shape *s, c2d_thin_sweep *out)
{
    c2d_vec p, q, to, motion;
    unsigned tag;

    f = read_frame(in);
    read_world(in, &f, MOST_SOLIDS, &members);
    if (!read_thin(in, s, &p, &q))
        return false;
    tag = read_byte(in);
    to = read_place(in, &f);
    motion.x = s->count > 1 ? q.x - p.x : tag & 1 ? 0 : to.x - p.x;
    motion.y = s->count > 1 ? q.y - p.y : tag & 2 ? 0 : to.y - p.y;
    return c2d_check(&motion.x) == C2D_OK && c2d_check(&motion.y) == C2D_OK && c2d_thin_sweep_of(s, NULL, motion, out);
}

static void run_thin_sweep(reader *in)
{
    c2d_shape s, end;
    c2d_thin_sweep sweep;
    bool is_thin = read_sweep(in, &s, &sweep);

    add_word(is_thin);
    if (!is_thin || !add_status_of(c2d_moved(&end, &s, NULL, sweep.motion, NULL)))
        return;
    for (unsigned i = 0; i < 2; i++) {
        if (i == 1 && !c2d_thin_sweep_between(&s, &end, sweep.motion, &sweep))
            return;
        add_vec(sweep.from);
        add_vec(sweep.to);
        add_vec(sweep.lead);
        add_vec(sweep.motion);
        add_number(sweep.advance2);
    }
}

static size_t index_of(const c2d_shape *member)
{
    size_t i = 0;

    while (members.shapes[i] != member)
        i++;
    return i;
}

static void add_graze(const c2d_graze *g)
{
    add_word(index_of(g->member));
    add_word((uint64_t)(g->side + 1));
    add_word(g->vertex);
    add_number(g->first);
    add_number(g->last);
}

static void run_find_graze(reader *in)
{
    c2d_shape s;
    c2d_thin_sweep sweep;
    c2d_graze graze;

    if (!read_sweep(in, &s, &sweep))
        return;
    for (size_t i = 0; i < members.count; i++) {
        bool grazes = c2d_find_graze(&sweep, members.shapes[i], &graze);
        add_word(grazes);
        if (grazes)
            add_graze(&graze);
    }
}

/* Everything about a union: grazes ahead and behind, what the sweep leaves, where it is blocked, and its hits. */
static void run_union_hits(reader *in)
{
    c2d_grazes grazes;
    c2d_shape s;
    c2d_thin_sweep sweep;
    size_t hits;

    if (!read_sweep(in, &s, &sweep))
        return;
    c2d_grazes_init(&grazes);
    for (size_t i = 0; i < members.count; i++) {
        add_status_of(c2d_grazes_add(&grazes, &sweep, members.shapes[i], i));
        add_status_of(c2d_grazes_add_behind(&grazes, &sweep, members.shapes[i], i));
    }
    add_number(c2d_grazes_block(&grazes));
    if (read_byte(in) & 1)
        add_status_of(c2d_grazes_leave(&grazes, &s, &sweep));
    hits = c2d_union_hits(&s, NULL, &sweep, &grazes);
    add_word(hits);
    for (size_t i = 0; i < hits; i++) {
        add_graze(&grazes.list[i]);
        add_hit(&grazes.list[i].hit);
    }
    c2d_grazes_free(&grazes);
}

static void run_union_gaps(reader *in)
{
    c2d_shape s;
    c2d_vec p, q;
    size_t gaps;
    bool surrounds;

    f = read_frame(in);
    read_world(in, &f, MOST_SOLIDS, &members);
    for (unsigned i = 0; i < 8; i++) {
        if (!read_thin(in, &s, &p, &q))
            continue;
        if (add_status_of(c2d_union_gaps(&s, members.shapes, members.count, &gaps)))
            add_word(gaps);
        if (add_status_of(c2d_union_surrounds(&s, members.shapes, members.count, &surrounds)))
            add_word(surrounds);
    }
}

const verb union_verbs[] = {{"thin_sweep", run_thin_sweep},
                            {"find_graze", run_find_graze},
                            {"union_hits", run_union_hits},
                            {"union_gaps", run_union_gaps},
                            {NULL, NULL}};
