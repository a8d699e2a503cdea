/* Chipmunk's rays: see peers.h. Its shapes stand on one static body, so their world frame is ours. A thick ray is the
 * cast of a circle. */
#ifdef WITH_CHIPMUNK

#include "peers.h"
#include "timing.h"

#include <chipmunk/chipmunk_private.h>
#include <stdlib.h>

typedef union any_shape {
    cpShape shape;
    cpCircleShape circle;
    cpSegmentShape segment;
    cpPolyShape poly;
} any_shape;

typedef struct ray {
    cpVect from, to;
    cpFloat radius;
} ray;

typedef struct scene {
    cpBody *body;
    any_shape *shapes;
    ray *rays;
    int n;
} scene;

static bool can(kind a, kind b)
{
    (void)b;
    return a == POINT || a == CIRCLE;
}

static void init_shape(any_shape *out, cpBody *body, const c2d_shape *s)
{
    const c2d_vec *v = c2d_vertices(s);
    cpVect points[FAR_VERTICES];
    for (uint32_t i = 0; i < s->count; i++)
        points[i] = cpv(v[i].x, v[i].y);
    if (s->count == 1)
        cpCircleShapeInit(&out->circle, body, s->radius, points[0]);
    else if (s->count == 2)
        cpSegmentShapeInit(&out->segment, body, points[0], points[1], s->radius);
    else
        cpPolyShapeInitRaw(&out->poly, body, (int)s->count, points, s->radius);
    cpShapeCacheBB(&out->shape);
}

static void drop(void *self)
{
    scene *s = self;
    for (int i = 0; i < s->n; i++)
        cpShapeDestroy(&s->shapes[i].shape);
    if (s->body)
        cpBodyFree(s->body);
    free(s->shapes);
    free(s->rays);
    free(s);
}

static void *make(const pair *pairs, const c2d_vec *motions, int n)
{
    scene *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->body = cpBodyNewStatic();
    s->shapes = calloc((size_t)n, sizeof *s->shapes);
    s->rays = calloc((size_t)n, sizeof *s->rays);
    if (!s->body || !s->shapes || !s->rays) {
        drop(s);
        return NULL;
    }
    for (int i = 0; i < n; i++) {
        c2d_vec p = pairs[i].a.v.own[0], m = motions[i];
        s->rays[i] = (ray){cpv(p.x, p.y), cpv(p.x + m.x, p.y + m.y), pairs[i].a.radius};
        init_shape(&s->shapes[i], s->body, &pairs[i].b);
        s->n = i + 1;
    }
    return s;
}

static void run(const void *self, int first)
{
    const scene *s = self;
    cpSegmentQueryInfo info = {.alpha = 0.0};
    int hits = 0;
    for (int i = first; i < first + BLOCK; i++)
        hits += cpShapeSegmentQuery(&s->shapes[i].shape, s->rays[i].from, s->rays[i].to, s->rays[i].radius, &info);
    sink = hits + info.alpha;
}

static void warm(const void *self, int first)
{
    const scene *s = self;
    touch(s->shapes + first, BLOCK * sizeof *s->shapes);
    touch(s->rays + first, BLOCK * sizeof *s->rays);
}

static bool ask(const void *self, int index, double *t)
{
    const scene *s = self;
    const ray *r = &s->rays[index];
    cpSegmentQueryInfo info;
    bool hit = cpShapeSegmentQuery(&s->shapes[index].shape, r->from, r->to, r->radius, &info);
    *t = info.alpha;
    return hit;
}

const peer chipmunk_ray = {can, make, drop, run, warm, ask};

#else
typedef int without_chipmunk; /* ISO C wants a declaration */
#endif
