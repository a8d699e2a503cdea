/* Bodies: each question about two bodies without an index, or with one. */
#include "bits.h"

#define MOST_PIECES 8

static world one, other;
static c2d_body a, b;
static c2d_tree tree_a, tree_b;
static c2d_vec motion;

/* Two bodies of one frame, and a motion of it. */
static void read_two(reader *in)
{
    frame f = read_frame(in);
    c2d_vec from, to;

    read_world(in, &f, MOST_PIECES, &one);
    read_world(in, &f, MOST_PIECES, &other);
    a = body_of(&one);
    b = body_of(&other);
    from = read_place(in, &f);
    to = read_place(in, &f);
    motion.x = to.x - from.x;
    motion.y = to.y - from.y;
    if (c2d_check(&motion.x) != C2D_OK || c2d_check(&motion.y) != C2D_OK)
        motion.x = motion.y = 1;
    if (read_byte(in) & 1 && add_status_of(c2d_body_make_index(&a, &tree_a))) {
        a.index = &tree_a;
        if (add_status_of(c2d_body_make_index(&b, &tree_b)))
            b.index = &tree_b;
    }
}

static void free_two(void)
{
    if (a.index)
        c2d_tree_free(&tree_a);
    if (b.index)
        c2d_tree_free(&tree_b);
}

static void add_pair(const c2d_piece_pair *pair)
{
    add_word(pair->a);
    add_word(pair->b);
}

static void add_body_cast(c2d_status status, bool hits, const c2d_hit *hit, const c2d_piece_pair *pair)
{
    if (!add_status(status))
        return;
    add_word(hits);
    if (!hits)
        return;
    add_hit(hit);
    add_pair(pair);
}

static void run_body_measures(reader *in)
{
    frame f = read_frame(in);
    double area;

    read_world(in, &f, MOST_SOLIDS, &one);
    a = body_of(&one);
    add_bounds(c2d_body_bounds(&a));
    add_vec(c2d_body_center(&a));
    if (add_status_of(c2d_body_area(&a, &area)))
        add_number(area);
}

static void run_body_relate(reader *in)
{
    c2d_relation relation;
    bool contains;

    read_two(in);
    if (add_status_of(c2d_body_relate(&a, &b, &relation)))
        add_word((uint64_t)(relation - C2D_APART));
    if (add_status_of(c2d_body_contains(&a, &b, &contains)))
        add_word(contains);
    free_two();
}

static void run_body_overlap_area(reader *in)
{
    double area;

    read_two(in);
    if (add_status_of(c2d_body_overlap_area(&a, &b, &area)))
        add_number(area);
    free_two();
}

static void run_body_separation(reader *in)
{
    double separation;
    c2d_vec p, q;

    read_two(in);
    if (add_status_of(c2d_body_separation(&a, &b, &separation)))
        add_number(separation);
    c2d_body_closest_points(&a, &b, &p, &q);
    add_vec(p);
    add_vec(q);
    free_two();
}

static void run_body_find_contact(reader *in)
{
    bool collides;
    c2d_contact contact;
    c2d_piece_pair pair;

    read_two(in);
    if (add_status_of(c2d_body_find_contact(&a, &b, &collides, &contact, &pair))) {
        add_word(collides);
        if (collides) {
            add_contact(&contact);
            add_pair(&pair);
        }
    }
    free_two();
}

static void run_body_cast(reader *in)
{
    c2d_cast_options options = read_options(in);
    c2d_hit hit;
    bool hits;
    c2d_piece_pair pair;
    c2d_status status;

    read_two(in);
    status = TRY(c2d_body_cast(&a, motion, &b, options, room, &hits, &hit, &pair));
    add_body_cast(status, hits, &hit, &pair);
    free_two();
}

static void run_body_turn_cast(reader *in)
{
    double angle = 360.0 * (read_byte(in) - 128) / 127;
    unsigned how = read_byte(in);
    c2d_hit hit;
    bool hits;
    c2d_piece_pair pair;
    c2d_vec about, motion = c2d_v(0, 0);
    c2d_status status;

    read_two(in);
    about = how & 1 ? c2d_body_center(&a) : c2d_vertices(b.pieces[0])[0];
    if (how & 2)
        motion = c2d_sub(c2d_vertices(b.pieces[0])[0], c2d_vertices(a.pieces[0])[0]);
    status = TRY(c2d_body_turn_cast(&a, angle, about, motion, &b, room, &hits, &hit, &pair));
    add_body_cast(status, hits, &hit, &pair);
    free_two();
}

static void run_body_cast_both(reader *in)
{
    c2d_cast_options options = read_options(in);
    c2d_hit hit;
    bool hits;
    c2d_piece_pair pair;
    c2d_status status;
    c2d_vec motion_b;

    read_two(in);
    motion_b.x = -motion.y;
    motion_b.y = motion.x / 2;
    status = TRY(c2d_body_cast_both(&a, motion, &b, motion_b, options, room, &hits, &hit, &pair));
    add_body_cast(status, hits, &hit, &pair);
    free_two();
}

static void run_body_separate(reader *in)
{
    double mass_a = read_mass(in), mass_b = read_mass(in);
    c2d_vec move_a, move_b;

    read_two(in);
    if (add_status_of(c2d_body_separate(&a, mass_a, &b, mass_b, &move_a, &move_b))) {
        add_vec(move_a);
        add_vec(move_b);
    }
    if (add_status_of(c2d_body_separate_more(&a, mass_a, &b, mass_b, 0.125, &move_a, &move_b))) {
        add_vec(move_a);
        add_vec(move_b);
    }
    free_two();
}

const verb body_verbs[] = {{"body_measures", run_body_measures},         {"body_relate", run_body_relate},
                           {"body_overlap_area", run_body_overlap_area}, {"body_separation", run_body_separation},
                           {"body_find_contact", run_body_find_contact}, {"body_cast", run_body_cast},
                           {"body_turn_cast", run_body_turn_cast},       {"body_cast_both", run_body_cast_both},
                           {"body_separate", run_body_separate},         {NULL, NULL}};
