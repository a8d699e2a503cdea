/* collide2d inside a C program: a small scene, its relations and its contacts.
 *
 *     cc -std=c11 -ffp-contract=off -I$(collide2d config --include) examples/embed.c $(collide2d config --sources) -lm
 *
 * Nothing to initialise, nothing to free: a shape of up to four vertices is a plain value. */
#include "collide2d.h"

#include <stdio.h>

enum { MOST_SHAPES = 8 };

typedef struct scene {
    int count;
    const char *names[MOST_SHAPES];
    c2d_shape shapes[MOST_SHAPES];
} scene;

/* Only the functions that make shapes can fail, so this is the one place with an error to handle. */
static bool add(scene *s, const char *name, c2d_status status)
{
    if (status != C2D_OK) {
        printf("%s: a number %s\n", name, c2d_rule(status));
        return false;
    }
    s->names[s->count++] = name;
    return true;
}

/* The slot that the next shape is made in. */
static c2d_shape *next(scene *s) { return &s->shapes[s->count]; }

static bool build(scene *s)
{
    s->count = 0;
    c2d_rect crate = {.anchor = C2D_BY_CENTER, .at = {10.0, 2.0}, .size = {2.0, 2.0}, .angle = 45.0};
    c2d_vec corners[5] = {{14.0, 4.0}, {17.0, 4.0}, {18.0, 6.0}, {15.5, 8.0}, {13.0, 6.0}};
    static c2d_vec ramp_vertices[5]; /* more than four vertices live with the caller, for as long as the shape does */

    return add(s, "floor", c2d_box(next(s), (c2d_vec){0.0, 4.0}, (c2d_vec){12.0, 5.0}, 0.0)) &&
           add(s, "ball", c2d_circle(next(s), (c2d_vec){2.0, 3.0}, 1.0)) &&
           add(s, "hero", c2d_capsule(next(s), (c2d_vec){3.5, 1.5}, (c2d_vec){3.5, 3.5}, 0.75)) &&
           add(s, "crate", c2d_rect_shape(next(s), &crate)) &&
           add(s, "ramp", c2d_polygon(next(s), corners, 5, 0.0, ramp_vertices)) &&
           add(s, "laser", c2d_segment(next(s), (c2d_vec){0.0, 2.0}, (c2d_vec){20.0, 6.0}));
}

static const char *word(c2d_relation relation)
{
    return relation == C2D_OVERLAPPING ? "overlaps" : relation == C2D_TOUCHING ? "touches" : "apart from";
}

static void print_contact(const c2d_contact *c)
{
    /* + 0.0: no minus sign before a zero. */
    printf("    normal (%.4f, %.4f), depth %.4f, at", c->normal.x + 0.0, c->normal.y + 0.0, c->depth);
    for (int i = 0; i < c->count; i++)
        printf(" (%.4f, %.4f)", c->points[i].x, c->points[i].y);
    printf("\n");
}

static void print_pair(const scene *s, int i, int j)
{
    const c2d_shape *a = &s->shapes[i], *b = &s->shapes[j];
    c2d_contact contact;
    printf("%s %s %s", s->names[i], word(c2d_relate(a, b)), s->names[j]);
    if (c2d_find_contact(a, b, &contact)) {
        printf("\n");
        print_contact(&contact);
    } else {
        c2d_vec on_a, on_b;
        c2d_closest_points(a, b, &on_a, &on_b);
        printf(" by %.4f: from (%.4f, %.4f) to (%.4f, %.4f)\n", c2d_separation(a, b), on_a.x, on_a.y, on_b.x, on_b.y);
    }
}

int main(void)
{
    scene s;
    if (!build(&s))
        return 1;
    for (int i = 0; i < s.count; i++)
        for (int j = i + 1; j < s.count; j++)
            print_pair(&s, i, j);

    /* A value that is not a shape is refused where it is made. */
    scene bad = {.count = 0};
    add(&bad, "hole", c2d_circle(next(&bad), (c2d_vec){0.0, 0.0}, -1.0));
    return 0;
}
