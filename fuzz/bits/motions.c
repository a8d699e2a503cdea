/* Sweeps, casts and turns of one shape to another. */
#include "bits.h"

static solid a, b;
static c2d_vec motion, storage[4 * DRAFT_POINTS], sweep_storage[8 * DRAFT_POINTS];

static void add_cast(c2d_status status, bool hits, const c2d_hit *hit)
{
    if (!add_status(status))
        return;
    add_word(hits);
    if (hits)
        add_hit(hit);
}

static void run_moved(reader *in)
{
    c2d_shape moved, swept;

    read_journey(in, &a, &b, &motion);
    if (!add_status_of(c2d_moved(&moved, &a.shape, solid_rect(&a), motion, storage)))
        return;
    add_shape(&moved);
    if (add_status_of(c2d_sweep(&swept, &a.shape, &moved, sweep_storage)))
        add_shape(&swept);
}

static void run_cast(reader *in)
{
    c2d_hit hit;
    bool hits;
    c2d_status status;

    read_journey(in, &a, &b, &motion);
    status = c2d_cast(&a.shape, solid_rect(&a), motion, &b.shape, room, &hits, &hit);
    add_cast(status, hits, &hit);
}

static void run_raycast(reader *in)
{
    c2d_vec start;
    c2d_hit hit;
    bool hits;
    c2d_status status;

    read_journey(in, &a, &b, &motion);
    start = c2d_vertices(&a.shape)[0];
    CHECK(c2d_point(&a.shape, start) == C2D_OK, "a vertex");
    status = c2d_cast(&a.shape, NULL, motion, &b.shape, room, &hits, &hit);
    add_cast(status, hits, &hit);
}

static void run_cast_touching(reader *in)
{
    c2d_relation swept;
    c2d_hit hit;
    c2d_status status;

    read_journey(in, &a, &b, &motion);
    status = c2d_cast_touching(&a.shape, solid_rect(&a), motion, &b.shape, room, &swept, &hit);
    if (!add_status(status))
        return;
    add_word((uint64_t)(swept - C2D_APART));
    if (swept == C2D_APART)
        return;
    add_hit(&hit);
    add_word(c2d_leaves(&a.shape, motion, &b.shape, swept, &hit));
}

static void run_cast_with(reader *in)
{
    c2d_cast_options options = read_options(in);
    c2d_hit hit;
    bool hits;
    c2d_status status;

    read_journey(in, &a, &b, &motion);
    status = c2d_cast_with(&a.shape, solid_rect(&a), motion, &b.shape, room, options, &hits, &hit);
    add_cast(status, hits, &hit);
}

static void run_cast_both(reader *in)
{
    c2d_cast_options options = read_options(in);
    c2d_vec motion_b;
    c2d_hit hit;
    bool hits;
    c2d_status status;

    read_journey(in, &a, &b, &motion);
    motion_b = read_motion(in, &b, &a);
    status =
        c2d_cast_both(&a.shape, solid_rect(&a), motion, &b.shape, solid_rect(&b), motion_b, options, room, &hits, &hit);
    add_cast(status, hits, &hit);
}

/* An angle of at most a full turn; often a multiple of 45 degrees. */
static double read_turn(reader *in)
{
    unsigned how = read_byte(in);
    double x = (double)read_byte(in) + read_byte(in) / 256.0;

    return how % 4 == 0 ? 45 * ((double)(how >> 2 & 15) - 8) : how % 4 == 1 ? ldexp(x, -(int)(how >> 2)) : x - 128;
}

static void run_turn_cast(reader *in)
{
    c2d_shape turned;
    c2d_vec about;
    c2d_hit hit;
    bool hits;
    double angle = read_turn(in), t_max = read_byte(in) % 2 ? 1 : 0.5;
    unsigned how = read_byte(in);
    c2d_status status;
    c2d_bounds box;

    read_bodies(in, &a, &b);
    motion = how & 8 ? read_motion(in, &a, &b) : c2d_v(0, 0);
    about = how & 2 ? c2d_vertices(&a.shape)[how >> 2 & 1 & (a.shape.count > 1)] : c2d_center(&b.shape);
    if (add_status_of(c2d_turned(&turned, &a.shape, solid_rect(&a), angle, how & 1 ? &about : NULL, motion, storage)))
        add_shape(&turned);
    status = c2d_turn_cast(&a.shape, solid_rect(&a), angle, how & 1 ? &about : NULL, motion, &b.shape, t_max, room,
                           &hits, &hit);
    add_cast(status, hits, &hit);
    if (add_status_of(c2d_turn_bounds(&a.shape, solid_rect(&a), angle, how & 1 ? &about : NULL, motion, &box)))
        add_bounds(box);
    add_number(c2d_angle_of(c2d_v(angle, 100)));
}

static void run_turn_parts(reader *in)
{
    double angle = 360.0 * (read_byte(in) - 128) / 127;
    unsigned how = read_byte(in);
    c2d_turn_parts parts;
    c2d_bounds box;
    c2d_vec about;

    read_bodies(in, &a, &b);
    about = how & 2 ? c2d_vertices(&a.shape)[0] : c2d_center(&b.shape);
    const c2d_vec *given = how & 1 ? &about : NULL;
    c2d_vec motion = how & 8 ? read_motion(in, &a, &b) : c2d_v(0, 0);
    if (!add_status_of(c2d_turn_parts_init(&parts, &a.shape, solid_rect(&a), angle, given, motion)))
        return;
    while (c2d_turn_parts_next(&parts, how / 255.0, &box)) {
        add_number(parts.to);
        add_bounds(box);
        add_number(c2d_min(c2d_turn_parts_earliest(&parts, &b.shape), 2));
        uint32_t number = 0;
        add_word(c2d_turn_parts_add(&parts, how / 255.0, &b.shape, 7));
        add_word(c2d_turn_parts_take(&parts, how / 255.0, &number));
        add_word(number);
    }
}

/* A point or a motion at a corner of a shape: k edges along it and l edges aside. */
static c2d_vec by_edge(const c2d_shape *s, unsigned corner, int k, int l, bool from_corner)
{
    const c2d_vec *v = c2d_vertices(s);
    c2d_vec p = v[corner % s->count], q = v[(corner + 1) % s->count], e = {q.x - p.x, q.y - p.y};

    if (e.x == 0 && e.y == 0)
        e.x = 1;
    return c2d_v((from_corner ? p.x : 0) + k * e.x - l * e.y, (from_corner ? p.y : 0) + k * e.y + l * e.x);
}

/* Pivots on normals of edges and motions along and across them, so that derivatives of the gap are 0 at touching
 * starts. */
static void run_turn_touching(reader *in)
{
    unsigned how = read_byte(in), corners = read_byte(in), edges = read_byte(in), angles = read_byte(in);
    double angle = angles & 1 ? 45 * ((double)(angles >> 4) - 8) : ldexp((double)(angles >> 1) - 64, -(int)(how >> 5));
    c2d_hit hit;
    bool hits;
    c2d_status status;

    read_pair(in, &a, &b);
    const c2d_shape *of_edge = how & 1 ? &a.shape : &b.shape, *of_corner = how & 2 ? &a.shape : &b.shape;
    c2d_vec corner = by_edge(of_corner, corners & 15, 0, 0, true);
    c2d_vec aside = by_edge(of_edge, corners >> 4, 0, (int)(edges % 5) - 2, false);
    c2d_vec pivot = c2d_v(corner.x + aside.x, corner.y + aside.y);
    motion = how & 4 ? c2d_v(0, 0)
                     : by_edge(of_edge, corners >> 4, (int)(edges >> 3 & 3) - 1,
                               how & 8 ? (int)(edges >> 5 & 3) - 1 : 0, false);
    status = c2d_turn_cast(&a.shape, NULL, angle, how & 16 ? &pivot : NULL, motion, &b.shape, 1, room, &hits, &hit);
    add_cast(status, hits, &hit);
}

/* Turns by numbers that may be any. */
static void run_turn_refused(reader *in)
{
    unsigned how = read_byte(in);
    c2d_vec about = read_point(in);
    double angle = how & 1 ? read_number(in) : read_turn(in);
    c2d_bounds box;
    c2d_hit hit;
    bool hits;
    c2d_status status;

    read_bodies(in, &a, &b);
    motion = how & 2 ? read_point(in) : c2d_v(0, 0);
    if (how & 4)
        (how & 8 ? &about : &motion)->x = read_number(in);
    if (how & 16)
        (how & 32 ? &about : &motion)->y = read_number(in);
    status = c2d_turn_cast(&a.shape, solid_rect(&a), angle, how & 64 ? &about : NULL, motion, &b.shape, 1, room, &hits,
                           &hit);
    add_cast(status, hits, &hit);
    if (add_status_of(c2d_turn_bounds(&a.shape, solid_rect(&a), angle, how & 64 ? &about : NULL, motion, &box)))
        add_bounds(box);
}

const verb motion_verbs[] = {{"moved_sweep", run_moved},
                             {"cast", run_cast},
                             {"raycast", run_raycast},
                             {"cast_touching", run_cast_touching},
                             {"cast_with", run_cast_with},
                             {"cast_both", run_cast_both},
                             {"turn_cast", run_turn_cast},
                             {"turn_parts", run_turn_parts},
                             {"turn_touching", run_turn_touching},
                             {"turn_refused", run_turn_refused},
                             {NULL, NULL}};
