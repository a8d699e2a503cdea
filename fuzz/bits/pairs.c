/* Questions about two shapes, and responses to their collision. */
#include "bits.h"

static solid a, b;

static void run_relate(reader *in)
{
    read_pair(in, &a, &b);
    add_word((uint64_t)(c2d_relate(&a.shape, &b.shape) - C2D_APART));
    add_word((uint64_t)(c2d_relate(&b.shape, &a.shape) - C2D_APART));
    add_word(c2d_collides(&a.shape, &b.shape));
    add_word(c2d_overlaps(&a.shape, &b.shape));
    add_word(c2d_touches(&a.shape, &b.shape));
}

static void run_relate_image(reader *in)
{
    read_pair(in, &a, &b);
    for (int32_t i = -2; i <= 2; i++) {
        double w = read_size(in), h = read_size(in);
        int32_t j = (int32_t)read_byte(in) - 128;
        c2d_vec period = {w >= C2D_LEAST_PERIOD ? w : 1, h >= C2D_LEAST_PERIOD ? h : 1};
        add_word((uint64_t)(c2d_relate_image(&a.shape, &b.shape, period, i, j) - C2D_APART));
    }
}

static void run_contains(reader *in)
{
    read_pair(in, &a, &b);
    add_word(c2d_contains(&a.shape, &b.shape));
    add_word(c2d_contains(&b.shape, &a.shape));
}

static void run_overlap_area(reader *in)
{
    static c2d_vec storage[4 * DRAFT_POINTS];
    double area;
    c2d_shape s;
    bool collides;

    read_pair(in, &a, &b);
    add_number(c2d_perimeter(&a.shape));
    if (add_status_of(c2d_overlap_area(&a.shape, &b.shape, &area)))
        add_number(area);
    if (a.shape.radius > 0 || b.shape.radius > 0 ||
        !add_status_of(c2d_intersection(&s, &a.shape, &b.shape, storage, &collides)))
        return;
    add_word(collides);
    if (collides)
        add_shape(&s);
}

static void run_separation(reader *in)
{
    read_pair(in, &a, &b);
    add_number(c2d_separation(&a.shape, &b.shape));
    add_number(c2d_distance(&b.shape, &a.shape));
}

static void run_closest_points(reader *in)
{
    c2d_vec p, q;

    read_pair(in, &a, &b);
    c2d_closest_points(&a.shape, &b.shape, &p, &q);
    add_vec(p);
    add_vec(q);
}

static void run_find_contact(reader *in)
{
    c2d_contact c;
    bool collides;

    read_pair(in, &a, &b);
    collides = c2d_find_contact(&a.shape, &b.shape, &c);
    add_word(collides);
    if (collides)
        add_contact(&c);
}

static void run_minkowski_difference(reader *in)
{
    static c2d_vec storage[2 * DRAFT_POINTS];
    c2d_shape s;

    read_pair(in, &a, &b);
    if (add_status_of(c2d_minkowski_difference(&s, &a.shape, c2d_center(&a.shape), &b.shape, storage)))
        add_shape(&s);
}

static void run_clip(reader *in)
{
    double t_in, t_out;
    bool collides;
    c2d_vec p, q;

    read_pair(in, &a, &b);
    p = c2d_vertices(&b.shape)[0];
    q = b.shape.count > 1 ? c2d_vertices(&b.shape)[b.shape.count / 2] : c2d_center(&a.shape);
    collides = c2d_clip(&a.shape, p, q, &t_in, &t_out);
    add_word(collides);
    if (collides) {
        add_number(t_in);
        add_number(t_out);
    }
}

/* ---- response ---- */

static void add_moves(c2d_status status, c2d_vec move_a, c2d_vec move_b)
{
    if (!add_status(status))
        return;
    add_vec(move_a);
    add_vec(move_b);
}

static void run_separate(reader *in)
{
    double mass_a = read_mass(in), mass_b = read_mass(in);
    c2d_vec move_a, move_b;
    c2d_status status;

    read_bodies(in, &a, &b);
    status = c2d_separate(&a.shape, solid_rect(&a), mass_a, &b.shape, solid_rect(&b), mass_b, room, &move_a, &move_b);
    add_moves(status, move_a, move_b);
}

static void run_separate_more(reader *in)
{
    double mass_a = read_mass(in), mass_b = read_mass(in), part = read_byte(in) / 255.0;
    c2d_vec move_a, move_b;
    c2d_status status;

    read_bodies(in, &a, &b);
    status = c2d_separate_more(&a.shape, solid_rect(&a), mass_a, &b.shape, solid_rect(&b), mass_b, part, room, &move_a,
                               &move_b);
    add_moves(status, move_a, move_b);
}

static void run_bounce(reader *in)
{
    c2d_vec va = read_point(in), vb = read_point(in);
    c2d_collision c;
    double mass = read_number(in);

    if (add_status_of(c2d_check_mass(&mass)))
        add_number(mass);
    c.normal = read_point(in);
    c.restitution = read_byte(in) / 255.0;
    c.mass_a = read_mass(in);
    c.mass_b = read_mass(in);
    c.friction = read_byte(in) & 1 ? 0 : read_size(in);
    if (!add_status_of(c2d_check_collision(&c)))
        return;
    CHECK(c2d_check(&va.x) == C2D_OK && c2d_check(&va.y) == C2D_OK && c2d_check(&vb.x) == C2D_OK &&
              c2d_check(&vb.y) == C2D_OK,
          "coordinates");
    c2d_bounce(&va, &vb, &c);
    add_vec(va);
    add_vec(vb);
}

/* By numbers that may be any. */
static void run_check_collision(reader *in)
{
    unsigned how = read_byte(in);
    c2d_collision c = {.normal = read_point(in), .restitution = 0.5, .mass_a = 1, .mass_b = INFINITY};
    double *numbers[] = {&c.normal.x, &c.normal.y, &c.restitution, &c.mass_a, &c.mass_b, &c.friction};

    *numbers[how % 6] = read_number(in);
    if (how & 64)
        *numbers[how / 8 % 6] = how & 128 ? INFINITY : 0;
    if (!add_status_of(c2d_check_collision(&c)))
        return;
    for (unsigned i = 0; i < 6; i++)
        add_number(*numbers[i]);
}

static void run_slide(reader *in)
{
    c2d_vec v = read_point(in), normal = read_point(in);

    CHECK(c2d_check(&v.x) == C2D_OK && c2d_check(&v.y) == C2D_OK && c2d_check(&normal.x) == C2D_OK &&
              c2d_check(&normal.y) == C2D_OK,
          "coordinates");
    if (normal.x == 0 && normal.y == 0)
        normal.x = 1;
    add_vec(c2d_slide(v, normal));
}

const verb pair_verbs[] = {{"relate", run_relate},
                           {"relate_image", run_relate_image},
                           {"contains", run_contains},
                           {"overlap_area", run_overlap_area},
                           {"separation", run_separation},
                           {"closest_points", run_closest_points},
                           {"find_contact", run_find_contact},
                           {"minkowski_difference", run_minkowski_difference},
                           {"clip", run_clip},
                           {"separate", run_separate},
                           {"separate_more", run_separate_more},
                           {"bounce", run_bounce},
                           {"check_collision", run_check_collision},
                           {"slide", run_slide},
                           {NULL, NULL}};
