// Box2D's rays and shape casts: see peers.h. Shapes are given in world coordinates, so all transforms are the identity.
#include "peers.h"
#include "timing.h"

#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>
#include <new>
#include <vector>

namespace
{

b2Transform identity()
{
    b2Transform t;
    t.SetIdentity();
    return t;
}

b2Vec2 to_floats(c2d_vec v) { return b2Vec2(static_cast<float>(v.x), static_cast<float>(v.y)); }

// ---- rays ----------------------------------------------------------------------------------------------------------

struct ray_scene {
    std::vector<b2CircleShape> circles;
    std::vector<b2PolygonShape> polygons;
    std::vector<b2RayCastInput> rays;
};

// Its polygons have no radius to speak of, its capsules are two shapes.
bool can_ray(kind a, kind b) { return a == POINT && (b == CIRCLE || b == RECT || b == TURNED || b == OCTAGON); }

void *make_rays(const pair *pairs, const c2d_vec *motions, int n)
{
    auto *s = new (std::nothrow) ray_scene;
    if (!s)
        return nullptr;
    for (int i = 0; i < n; i++) {
        const c2d_shape *b = &pairs[i].b;
        c2d_vec p = pairs[i].a.v.own[0], m = motions[i];
        s->rays.push_back({to_floats(p), to_floats({p.x + m.x, p.y + m.y}), 1.0f});
        if (b->count == 1) {
            b2CircleShape circle;
            circle.m_p = to_floats(b->v.own[0]);
            circle.m_radius = static_cast<float>(b->radius);
            s->circles.push_back(circle);
        } else {
            b2Vec2 points[FAR_VERTICES];
            for (uint32_t k = 0; k < b->count; k++)
                points[k] = to_floats(c2d_vertices(b)[k]);
            b2PolygonShape polygon;
            polygon.Set(points, static_cast<int32>(b->count));
            s->polygons.push_back(polygon);
        }
    }
    return s;
}

template <class S> void run_shapes(const std::vector<S> &shapes, const ray_scene *s, int first)
{
    const b2Transform t = identity();
    b2RayCastOutput out = {b2Vec2_zero, 0.0f};
    int hits = 0;
    for (int i = first; i < first + BLOCK; i++)
        hits += shapes[i].RayCast(&out, s->rays[i], t, 0);
    sink = hits + static_cast<double>(out.fraction);
}

void run_rays(const void *self, int first)
{
    auto *s = static_cast<const ray_scene *>(self);
    if (s->polygons.empty())
        run_shapes(s->circles, s, first);
    else
        run_shapes(s->polygons, s, first);
}

void warm_rays(const void *self, int first)
{
    auto *s = static_cast<const ray_scene *>(self);
    touch(&s->rays[first], BLOCK * sizeof(b2RayCastInput));
    if (s->polygons.empty())
        touch(&s->circles[first], BLOCK * sizeof(b2CircleShape));
    else
        touch(&s->polygons[first], BLOCK * sizeof(b2PolygonShape));
}

bool ask_ray(const void *self, int i, double *t)
{
    auto *s = static_cast<const ray_scene *>(self);
    b2RayCastOutput out;
    bool hit = s->polygons.empty() ? s->circles[i].RayCast(&out, s->rays[i], identity(), 0)
                                   : s->polygons[i].RayCast(&out, s->rays[i], identity(), 0);
    if (hit)
        *t = static_cast<double>(out.fraction);
    return hit;
}

// ---- shape casts ---------------------------------------------------------------------------------------------------

struct outline {
    b2Vec2 points[FAR_VERTICES];
    int32 count;
    float radius;
};

// a is the shape that moves, as its proxy B is.
struct two_outlines {
    outline a, b;
    b2Vec2 motion;
};

using cast_scene = std::vector<two_outlines>;

bool can_cast(kind a, kind) { return a != POINT; }

outline outline_of(const c2d_shape *s)
{
    outline o;
    for (uint32_t k = 0; k < s->count; k++)
        o.points[k] = to_floats(c2d_vertices(s)[k]);
    o.count = static_cast<int32>(s->count);
    o.radius = static_cast<float>(s->radius);
    return o;
}

void *make_casts(const pair *pairs, const c2d_vec *motions, int n)
{
    auto *s = new (std::nothrow) cast_scene;
    if (!s)
        return nullptr;
    for (int i = 0; i < n; i++)
        s->push_back({outline_of(&pairs[i].a), outline_of(&pairs[i].b), to_floats(motions[i])});
    return s;
}

inline bool cast(const two_outlines &two, b2ShapeCastOutput *out)
{
    b2ShapeCastInput in;
    in.proxyA.Set(two.b.points, two.b.count, two.b.radius);
    in.proxyB.Set(two.a.points, two.a.count, two.a.radius);
    in.transformA = in.transformB = identity();
    in.translationB = two.motion;
    return b2ShapeCast(out, &in);
}

void run_casts(const void *self, int first)
{
    auto &s = *static_cast<const cast_scene *>(self);
    b2ShapeCastOutput out = {b2Vec2_zero, b2Vec2_zero, 0.0f, 0};
    int hits = 0;
    for (int i = first; i < first + BLOCK; i++)
        hits += cast(s[i], &out);
    sink = hits + static_cast<double>(out.lambda);
}

void warm_casts(const void *self, int first)
{
    touch(&(*static_cast<const cast_scene *>(self))[first], BLOCK * sizeof(two_outlines));
}

bool ask_cast(const void *self, int i, double *t)
{
    b2ShapeCastOutput out;
    bool hit = cast((*static_cast<const cast_scene *>(self))[i], &out);
    *t = static_cast<double>(out.lambda);
    return hit;
}

// ---- turns ---------------------------------------------------------------------------------------------------------

bool can_turn(kind, kind) { return true; }

struct turned_outlines {
    outline a, b;
    b2Vec2 pivot;
    float angle;
};

using turn_scene = std::vector<turned_outlines>;

void *make_turns(const pair *pairs, const c2d_vec *pivots, int n)
{
    auto *s = new (std::nothrow) turn_scene;
    if (!s)
        return nullptr;
    for (int i = 0; i < n; i++)
        s->push_back({outline_of(&pairs[i].a), outline_of(&pairs[i].b), to_floats(pivots[i]),
                      static_cast<float>(turn_angle(i) * 3.141592653589793 / 180)});
    return s;
}

inline bool turn(const turned_outlines &two, b2TOIOutput *out)
{
    b2TOIInput in;
    in.proxyA.Set(two.b.points, two.b.count, two.b.radius);
    in.proxyB.Set(two.a.points, two.a.count, two.a.radius);
    in.sweepA.localCenter = in.sweepA.c0 = in.sweepA.c = b2Vec2_zero;
    in.sweepA.a0 = in.sweepA.a = in.sweepA.alpha0 = 0.0f;
    in.sweepB.localCenter = in.sweepB.c0 = in.sweepB.c = two.pivot;
    in.sweepB.a0 = in.sweepB.alpha0 = 0.0f;
    in.sweepB.a = two.angle;
    in.tMax = 1.0f;
    b2TimeOfImpact(out, &in);
    return out->state == b2TOIOutput::e_touching || out->state == b2TOIOutput::e_overlapped;
}

void run_turns(const void *self, int first)
{
    auto &s = *static_cast<const turn_scene *>(self);
    b2TOIOutput out = {b2TOIOutput::e_unknown, 0.0f};
    int hits = 0;
    for (int i = first; i < first + BLOCK; i++)
        hits += turn(s[i], &out);
    sink = hits + static_cast<double>(out.t);
}

void warm_turns(const void *self, int first)
{
    touch(&(*static_cast<const turn_scene *>(self))[first], BLOCK * sizeof(turned_outlines));
}

bool ask_turn(const void *self, int i, double *t)
{
    b2TOIOutput out;
    bool hit = turn((*static_cast<const turn_scene *>(self))[i], &out);
    *t = static_cast<double>(out.t);
    return hit;
}

template <class S> void drop(void *self) { delete static_cast<S *>(self); }

} // namespace

const peer box2d_ray = {can_ray, make_rays, drop<ray_scene>, run_rays, warm_rays, ask_ray};
const peer box2d_turn = {can_turn, make_turns, drop<turn_scene>, run_turns, warm_turns, ask_turn};
const peer box2d_cast = {can_cast, make_casts, drop<cast_scene>, run_casts, warm_casts, ask_cast};
