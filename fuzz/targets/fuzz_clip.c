/* Property: c2d_clip finds a part of a segment exactly if the segment collides with the shape. Its ends are in order,
 * an end of the segment that is in the shape is an end of the part, and the segment from the other end has the same
 * part. The point in the middle of the part is in the shape, up to rounding (t and the grain of the domain). */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

#include <math.h>

static bool is_in(const c2d_shape *s, c2d_vec p)
{
    c2d_shape point;
    CHECK(c2d_point(&point, p) == C2D_OK, "no point");
    return c2d_collides(&point, s);
}

static double larger(double x, double y) { return x > y ? x : y; }

static void check_middle(const c2d_shape *s, c2d_vec p, c2d_vec q, double t_in, double t_out)
{
    c2d_shape point;
    double t = (t_in + t_out) / 2, scale = larger(larger(fabs(p.x), fabs(p.y)), larger(fabs(q.x), fabs(q.y)));
    c2d_vec middle = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
    scale = larger(scale, larger(larger(fabs(s->min.x), fabs(s->min.y)), larger(fabs(s->max.x), fabs(s->max.y))));
    if (!(scale < C2D_LIMIT / 4) || c2d_point(&point, middle) != C2D_OK)
        return;
    CHECK(c2d_separation(&point, s) <= 0x1p-44 * scale + 0x1p-198, "the middle is %g outside",
          c2d_separation(&point, s));
}

static void check_clip(const c2d_shape *s, c2d_vec p, c2d_vec q)
{
    c2d_shape segment;
    double t_in = -1, t_out = -1, back_in = -1, back_out = -1;
    CHECK(c2d_segment(&segment, p, q) == C2D_OK, "no segment");
    target_subjects(s, &segment);
    bool collides = c2d_collides(&segment, s), found = c2d_clip(s, p, q, &t_in, &t_out);
    CHECK(found == collides, "found: %d, collides: %d", found, collides);
    CHECK(c2d_clip(s, q, p, &back_in, &back_out) == found, "only in one direction");
    target_relations[found + 1]++;
    if (!found)
        return;
    CHECK(0 <= t_in && t_in <= t_out && t_out <= 1, "from %.17g to %.17g", t_in, t_out);
    bool has_length = p.x != q.x || p.y != q.y;
    CHECK(!has_length || is_in(s, p) == (t_in == 0) || t_in < 0x1p-40, "starts inside, and t_in is %a", t_in);
    CHECK(!is_in(s, p) || t_in == 0, "starts inside, and t_in is %a", t_in);
    CHECK(!has_length || !is_in(s, q) || t_out == 1, "ends inside, and t_out is %a", t_out);
    check_middle(s, p, q, t_in, t_out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    solid a, b;
    c2d_vec motion;
    in.most = DRAFT_POINTS;
    read_journey(&in, &a, &b, &motion);
    c2d_vec p = c2d_vertices(&a.shape)[0], q = {p.x + motion.x, p.y + motion.y};
    if (c2d_check(&q.x) || c2d_check(&q.y))
        return 0;
    check_clip(&b.shape, p, q);
    check_clip(&b.shape, p, p);
    check_clip(&b.shape, c2d_vertices(&b.shape)[0], q);
    return 0;
}
