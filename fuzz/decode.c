/* Bytes to numbers, shapes, pairs and motions: see decode.h. */
#include "decode.h"

#include "../csrc/core/exact/vec.h" /* forbids contraction: every compiler reads the same numbers */
#include "target.h"

#include <math.h>
#include <string.h>

/* ---- bytes and numbers ---- */

reader reader_open(const uint8_t *data, size_t size)
{
    reader in;

    memset(&in, 0, sizeof in);
    in.at = data;
    in.end = data + size;
    in.most = FEW_POINTS;
    return in;
}

size_t read_left(const reader *in) { return (size_t)(in->end - in->at); }

unsigned read_byte(reader *in) { return in->at < in->end ? *in->at++ : 0; }

static uint64_t read_bits(reader *in, int bytes)
{
    uint64_t bits = 0;

    for (int i = 0; i < bytes; i++)
        bits = bits << 8 | read_byte(in);
    return bits;
}

static int read_signed(reader *in)
{
    int b = (int)read_byte(in);

    return b < 128 ? b : b - 256;
}

static double from_bits(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t to_bits(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Steps through the doubles in their order; the neighbours of zero are the smallest numbers of the domain. Here and in
 * tame, zero is found by its bits: a mode of the processor may make subnormal numbers equal to it. */
double ulps_off(double x, int ulps)
{
    uint64_t bits = to_bits(x);

    if (ulps == 0 || x != x)
        return x;
    if (bits << 1 == 0)
        return ldexp(ulps, -200);
    bits += (uint64_t)(int64_t)(x > 0 ? ulps : -ulps);
    return from_bits(bits);
}

static const double special[] = {0.0,
                                 -0.0,
                                 1.0,
                                 -1.0,
                                 0.1,
                                 0.3,
                                 1.0 / 3,
                                 2.0 / 3,
                                 0.5,
                                 1e-9,
                                 1e9,
                                 1e15,
                                 9007199254740992.0,
                                 1e60,
                                 -1e60,
                                 5e59,
                                 -5e59,
                                 1e-60,
                                 1e30,
                                 -1e30,
                                 1e-30,
                                 0x1p-200,
                                 0x1p-148,
                                 0x1.fffffffffffffp-149,
                                 0x1p-201,
                                 0x1.8p-200,
                                 0x1.8p-201,
                                 0x1p-1074,
                                 0x1p-1022,
                                 0x1.0000000000001p60,
                                 1.7976931348623157e308,
                                 HUGE_VAL,
                                 -HUGE_VAL,
                                 0x1.3eddbf6b6e2bfp+199,
                                 1.0000000000000002e60,
                                 360.0,
                                 90.0,
                                 45.0,
                                 30.0,
                                 180.0,
                                 -90.0,
                                 359.99999999999994,
                                 3.141592653589793,
                                 1.5707963267948966,
                                 720.0,
                                 0x1p52,
                                 0x1p53,
                                 0x1p-53,
                                 0x1.0000000000001p0,
                                 0x1.fffffffffffffp-1};
#define SPECIALS (sizeof special / sizeof special[0])

double read_number(reader *in)
{
    unsigned tag = read_byte(in), high = tag >> 4, index;
    double x, earlier;

    index = in->seen_count < READER_SEEN ? in->seen_count : READER_SEEN;
    earlier = index ? in->seen[high % index] : 0;
    switch (tag & 15) {
    case 0:
    case 1:
    case 2: x = read_signed(in) / 4.0; break;
    case 3:
    case 4:
    case 5: x = (double)high - 8; break;
    case 6:
    case 7:
    case 8: /* 56 random bits in [-8, 8) */ x = ((double)(int64_t)(read_bits(in, 7) >> 2) - 0x1p53) * 0x1p-50; break;
    case 9: x = ulps_off(earlier, read_signed(in) % 4); break;
    case 10: x = earlier; break;
    case 11: x = -earlier; break;
    case 12: x = index ? earlier + in->seen[read_byte(in) % index] : 0; break;
    case 13: x = earlier * ldexp(1, read_signed(in) / 2); break;
    case 14: {
        unsigned which = read_byte(in);
        x = which < 2 * SPECIALS ? special[which % SPECIALS]
            : which == 255       ? from_bits(0x7ff8000000000000u)
                                 : which - 128.0;
        break;
    }
    default: x = from_bits(read_bits(in, 8)); break;
    }
    in->seen[in->seen_count++ % READER_SEEN] = x;
    return x;
}

/* Maps a double into the domain: outside of it, the sign and the significand are kept and the exponent is folded. */
static double tame(double x)
{
    uint64_t bits = to_bits(x), exponent = bits >> 52 & 2047;

    if (x != x)
        return 0;
    if (fabs(x) <= C2D_LIMIT && (bits << 1 == 0 || fabs(x) >= 0x1p-200))
        return x;
    return from_bits((bits & ~((uint64_t)2047 << 52)) | (1023 - 150 + exponent % 300) << 52);
}

double read_coordinate(reader *in)
{
    double x = tame(read_number(in));

    if (in->seen_count)
        in->seen[(in->seen_count - 1) % READER_SEEN] = x;
    return x;
}

double read_size(reader *in) { return fabs(read_coordinate(in)); }

c2d_vec read_point(reader *in)
{
    c2d_vec p;

    p.x = read_coordinate(in);
    p.y = read_coordinate(in);
    return p;
}

/* ---- points ---- */

static c2d_vec vec(double x, double y)
{
    c2d_vec v = {tame(x), tame(y)};

    return v;
}

/* Right angles with whole sides, so that lengths along them are exact. */
static const struct {
    double x, y, length;
} triple[] = {{1, 0, 1},   {0, 1, 1},    {3, 4, 5},       {4, 3, 5},   {5, 12, 13},  {12, 5, 13},
              {8, 15, 17}, {15, 8, 17},  {7, 24, 25},     {24, 7, 25}, {20, 21, 29}, {21, 20, 29},
              {9, 40, 41}, {65, 72, 97}, {119, 120, 169}, {1, 0, 1}};
#define TRIPLES (sizeof triple / sizeof triple[0])

typedef struct direction {
    double x, y, length;
} direction;

static direction read_direction(reader *in)
{
    unsigned tag = read_byte(in);
    direction d;

    d.x = triple[tag % TRIPLES].x * (tag & 64 ? -1 : 1);
    d.y = triple[tag % TRIPLES].y * (tag & 128 ? -1 : 1);
    d.length = triple[tag % TRIPLES].length;
    return d;
}

/* Points of the unit circle with rational parameters, in positive order, times r about c. */
static size_t circle_points(c2d_vec c, double r, unsigned step, size_t limit, c2d_vec *points)
{
    size_t n = 0;

    for (int half = 0; half < 2; half++)
        for (double t = -1; t < 1 && n < limit; t += 1.0 / (1 + step % 13)) {
            double x = (1 - t * t) / (1 + t * t), y = 2 * t / (1 + t * t);
            points[n++] = half ? vec(c.x - r * x, c.y - r * y) : vec(c.x + r * x, c.y + r * y);
        }
    return n;
}

size_t read_points(reader *in, c2d_vec *points, size_t limit)
{
    unsigned tag = read_byte(in);
    size_t n = 1 + read_byte(in) % limit;
    c2d_vec a, b;
    double r;

    switch (tag % 8) {
    case 0: /* a byte a point: a lattice of 16 by 16 */
        for (size_t i = 0; i < n; i++) {
            unsigned both = read_byte(in);
            points[i] = vec(both % 16, both / 16);
        }
        return n;
    case 1: /* near a line, where rounding decides about the corners */
        a = read_point(in);
        b = read_point(in);
        for (size_t i = 0; i < n; i++) {
            unsigned at = read_byte(in);
            double t = (at & 31) / 8.0 - 1;
            points[i] = vec(a.x + t * (b.x - a.x), ulps_off(a.y + t * (b.y - a.y), (int)(at >> 5) % 3 - 1));
        }
        return n;
    case 2: /* round a circle, in order */
        a = read_point(in);
        r = read_size(in);
        return circle_points(a, r, read_byte(in), n, points);
    case 3: /* two clusters far apart, each a few ulps wide */
        a = read_point(in);
        b = read_point(in);
        for (size_t i = 0; i < n; i++) {
            unsigned at = read_byte(in);
            points[i] = at & 64 ? a : b;
            points[i].x = tame(ulps_off(points[i].x, (int)(at & 7) - 3));
            points[i].y = tame(ulps_off(points[i].y, (int)(at >> 3 & 7) - 3));
        }
        return n;
    case 4: /* a lattice rectangle's border, walked in order */
        a = read_point(in);
        b = read_point(in);
        for (size_t i = 0; i < n; i++) {
            double t = (double)(4 * i) / (double)n, s = t - floor(t);
            switch ((int)t) {
            case 0: points[i] = vec(a.x + s * (b.x - a.x), a.y); break;
            case 1: points[i] = vec(b.x, a.y + s * (b.y - a.y)); break;
            case 2: points[i] = vec(b.x + s * (a.x - b.x), b.y); break;
            default: points[i] = vec(a.x, b.y + s * (a.y - b.y)); break;
            }
        }
        return n;
    default:
        for (size_t i = 0; i < n; i++)
            points[i] = read_point(in);
        return n;
    }
}

/* ---- shapes ---- */

static void corners(draft *d, c2d_vec at, direction along, double w, double h)
{
    c2d_vec x = {along.x * w, along.y * w}, y = {-along.y * h, along.x * h};

    d->kind = DRAFT_HULL;
    d->count = 4;
    d->p[0] = at;
    d->p[1] = vec(at.x + x.x, at.y + x.y);
    d->p[2] = vec(at.x + x.x + y.x, at.y + x.y + y.y);
    d->p[3] = vec(at.x + y.x, at.y + y.y);
}

/* The edges of a lattice polygon with the most vertices for its size: vectors without a common divisor, by their
 * angles. Those of an eighth of a turn are the fractions up to 1 with denominators up to reach, in order (Farey). */
static void lattice_chain(c2d_vec at, double unit, int reach, unsigned n, c2d_vec *points)
{
    unsigned count = 0;

    for (int quarter = 0; quarter < 4; quarter++)
        for (int eighth = 0; eighth < 2; eighth++) {
            int a = 0, b = 1, c = 1, d = reach;
            while (a < b && count < n) { /* a / b, then c / d; the second eighth is the first, mirrored and backward */
                int x = eighth ? b - a : b, y = eighth ? b : a, k = (reach + b) / d, next_c = k * c - a,
                    next_d = k * d - b;
                double ex = quarter == 0 ? x : quarter == 1 ? -y : quarter == 2 ? -x : y;
                double ey = quarter == 0 ? y : quarter == 1 ? x : quarter == 2 ? -y : -x;
                points[count++] = at;
                at = vec(at.x + ex * unit, at.y + ey * unit);
                a = c;
                b = d;
                c = next_c;
                d = next_d;
            }
        }
    while (count < n)
        points[count++] = at;
}

/* Hundreds of vertices: round shapes, needles, nearly straight chains that bend by the rounding of their sums, chains
 * and hulls on a lattice, or all vertices within rounding of each other. */
static void read_many(reader *in, draft *d)
{
    unsigned tag = read_byte(in), size = read_byte(in), more = read_byte(in);
    unsigned n = FEW_POINTS + 1 + size * size * (in->most - FEW_POINTS - 1) / (255 * 255);
    c2d_vec at = read_point(in);
    double x = at.x, y = at.y, unit = read_size(in), other = tag % 8 == 1 ? read_size(in) : unit, wide, lean;

    d->kind = DRAFT_HULL;
    d->count = n;
    switch (tag % 8) {
    case 0:
    case 1:
        for (unsigned i = 0; i < n; i++) {
            double t = 4.0 * (i % (n / 2 + 1)) / n - 1, sign = i > n / 2 ? -1 : 1, below = 1 + t * t;
            d->p[i] = vec(at.x + sign * unit * (1 - t * t) / below, at.y + sign * other * 2 * t / below);
        }
        break;
    case 2:
    case 3:
        wide = ldexp(1, -(int)(more % 16));
        lean = ldexp(1, -(int)(more / 16));
        for (unsigned i = 0; i + 1 < n; i++) {
            d->p[i] = vec(x, y);
            x += (i * wide / n - lean) * unit;
            y -= unit;
        }
        d->p[n - 1] = vec(at.x + (tag & 8 ? unit * n : ldexp(unit, -(int)(more % 16))), (at.y + y) / 2);
        break;
    case 4:
        for (unsigned i = 0; i < n; i++)
            d->p[i] = vec(x + i * unit, y + unit * i * (i - 1.0) / 2);
        break;
    case 5:
        for (unsigned i = 0; i < n; i++)
            d->p[i] = vec(ulps_off(x, (int)i), ulps_off(y, (int)(i * i / (1 + more % 4))));
        break;
    default: lattice_chain(at, unit, 1 + (int)(more % 24), n, d->p); break;
    }
}

void read_draft(reader *in, draft *d)
{
    unsigned tag = read_byte(in);
    direction along;
    double w;

    memset(d, 0, sizeof *d);
    if (in->most > FEW_POINTS && tag >= 252) {
        read_many(in, d);
        d->radius = tag & 1 ? read_size(in) : 0;
        return;
    }
    switch (tag % 12) {
    case 0:
    case 1:
        d->kind = DRAFT_POINT;
        d->count = 1;
        d->p[0] = read_point(in);
        break;
    case 2:
    case 3:
        d->kind = DRAFT_SEGMENT;
        d->count = 2;
        d->p[0] = read_point(in);
        d->p[1] = read_point(in);
        break;
    case 4:
    case 5: /* from its corner and its size, like tiles */
        d->kind = DRAFT_BOX;
        d->count = 2;
        d->p[0] = read_point(in);
        w = read_size(in);
        d->p[1] = vec(d->p[0].x + w, d->p[0].y + read_size(in));
        break;
    case 6:
    case 7: /* a turned rectangle whose corners are exact on the lattice */
        d->p[0] = read_point(in);
        along = read_direction(in);
        w = read_size(in);
        corners(d, d->p[0], along, w, read_size(in));
        break;
    case 8: /* one whose corners were rounded */
        d->p[0] = read_point(in);
        along = read_direction(in);
        along.x /= along.length;
        along.y /= along.length;
        w = read_size(in);
        corners(d, d->p[0], along, w, read_size(in));
        break;
    case 9:
        d->kind = DRAFT_HULL;
        d->count = 3;
        for (unsigned i = 0; i < 3; i++)
            d->p[i] = read_point(in);
        break;
    case 10:
        d->kind = DRAFT_HULL;
        d->count = (unsigned)read_points(in, d->p, 8);
        break;
    default:
        d->kind = DRAFT_HULL;
        d->count = (unsigned)read_points(in, d->p, FEW_POINTS);
        break;
    }
    d->radius = tag & 1 ? read_size(in) : 0;
}

void draft_make(const draft *d, solid *out)
{
    c2d_status status = C2D_OK;
    c2d_vec points[DRAFT_POINTS];
    int left = target_allocations_left;

    target_allocations_left = -1; /* an input has memory, only what is done with it may lack some */
    out->has_rect = false;
    switch (d->kind) {
    case DRAFT_POINT:
        status = d->radius > 0 ? c2d_circle(&out->shape, d->p[0], d->radius) : c2d_point(&out->shape, d->p[0]);
        break;
    case DRAFT_SEGMENT:
        status = d->radius > 0 ? c2d_capsule(&out->shape, d->p[0], d->p[1], d->radius)
                               : c2d_segment(&out->shape, d->p[0], d->p[1]);
        break;
    case DRAFT_BOX: status = c2d_box(&out->shape, d->p[0], d->p[1], d->radius); break;
    case DRAFT_HULL:
        memcpy(points, d->p, d->count * sizeof *points);
        status = c2d_hull_shape(&out->shape, points, d->count, d->radius, out->storage);
        break;
    }
    target_allocations_left = left;
    CHECK(status == C2D_OK, "a valid shape of kind %d was rejected: %s", (int)d->kind, c2d_rule(status));
}

/* ---- pairs ---- */

static unsigned point_count(const draft *d) { return d->kind == DRAFT_BOX ? 4 : d->count; }

/* The i-th corner in cyclic order; a box keeps two of its four. */
static c2d_vec corner(const draft *d, unsigned i)
{
    c2d_vec v;

    i %= point_count(d);
    if (d->kind != DRAFT_BOX)
        return d->p[i];
    v.x = d->p[i == 1 || i == 2].x;
    v.y = d->p[i >= 2].y;
    return v;
}

/* The point at fraction t of the side that starts at corner i. */
static c2d_vec on_side(const draft *d, unsigned i, double t)
{
    c2d_vec a = corner(d, i), b = corner(d, i + 1);

    return vec(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y));
}

/* Moves the draft so that corner j is exactly at target. */
static void move_corner_to(draft *d, unsigned j, c2d_vec target)
{
    c2d_vec from = corner(d, j), by = {target.x - from.x, target.y - from.y};

    for (unsigned i = 0; i < d->count; i++) {
        d->p[i].x = d->p[i].x == from.x ? target.x : tame(d->p[i].x + by.x);
        d->p[i].y = d->p[i].y == from.y ? target.y : tame(d->p[i].y + by.y);
    }
}

static double point_distance(c2d_vec p, c2d_vec a, c2d_vec b)
{
    c2d_vec e = {b.x - a.x, b.y - a.y}, w = {p.x - a.x, p.y - a.y};
    double length2 = e.x * e.x + e.y * e.y, t = w.x * e.x + w.y * e.y;

    if (length2 > 0 && t > 0) {
        if (t < length2)
            return fabs(e.x * w.y - e.y * w.x) / sqrt(length2);
        w.x = p.x - b.x;
        w.y = p.y - b.y;
    }
    return sqrt(w.x * w.x + w.y * w.y);
}

/* The approximate distance of the corners of each from the sides of the other. */
static double draft_distance(const draft *a, const draft *b)
{
    double best = C2D_LIMIT;

    for (unsigned i = 0; i < point_count(a); i++)
        for (unsigned j = 0; j < point_count(b); j++) {
            double ab = point_distance(corner(a, i), corner(b, j), corner(b, j + 1));
            double ba = point_distance(corner(b, j), corner(a, i), corner(a, i + 1));
            best = ab < best ? ab : best;
            best = ba < best ? ba : best;
        }
    return best;
}

/* Gives a the radius with which the two touch, up to rounding. */
static void retune(draft *a, draft *b)
{
    double d = tame(draft_distance(a, b));

    if (d < b->radius)
        b->radius = d / 2;
    a->radius = tame(d - b->radius);
}

/* A side of a along a direction of whole length, and a corner of b beside it at exactly the radius sum. */
static void tangent(reader *in, draft *a, draft *b)
{
    direction along = read_direction(in);
    double length = 1 + read_byte(in) % 16, at = read_signed(in) / 8, off = read_byte(in) % 16;
    unsigned tag = read_byte(in), j = read_byte(in);
    c2d_vec start = a->p[0], target;

    if (tag & 1) {
        a->kind = DRAFT_SEGMENT;
        a->count = 2;
        a->p[1] = vec(start.x + along.x * length, start.y + along.y * length);
    } else {
        corners(a, start, along, length, 1 + (tag >> 4));
    }
    target = vec(start.x + along.x * at + along.y * off, start.y + along.y * at - along.x * off);
    move_corner_to(b, j, target);
    a->radius = along.length * off;
    if (tag & 2 && off > 0) {
        b->radius = floor(a->radius / 2);
        a->radius -= b->radius;
    } else {
        b->radius = 0;
    }
}

static double *draft_number(draft *d, unsigned i)
{
    i %= 2 * d->count + 1;
    if (i == 2 * d->count)
        return &d->radius;
    return i % 2 ? &d->p[i / 2].y : &d->p[i / 2].x;
}

static void kick(reader *in, draft *a, draft *b)
{
    unsigned which = read_byte(in);
    draft *d = which & 1 ? a : b;
    double *x = draft_number(d, which & 2 ? 2 * d->count : which >> 2);

    *x = tame(ulps_off(*x, read_signed(in) % 4));
    d->radius = fabs(d->radius);
}

/* Scales both by 2^exponent and shifts them. */
static void transform(draft *d, int exponent, c2d_vec by)
{
    for (unsigned i = 0; i < d->count; i++)
        d->p[i] = vec(ldexp(d->p[i].x, exponent) + by.x, ldexp(d->p[i].y, exponent) + by.y);
    d->radius = tame(ldexp(d->radius, exponent));
}

/* A fraction of a side: usually an end, the middle or a quarter. */
static double read_fraction(reader *in)
{
    unsigned b = read_byte(in);

    return b < 160 ? b % 5 / 4.0 : (b - 160) / 32.0 - 1;
}

/* Scales a draft about a point, which moves to another position. */
static void shrink(draft *d, c2d_vec about, c2d_vec to, double scale)
{
    for (unsigned k = 0; k < d->count; k++)
        d->p[k] = vec(to.x + (d->p[k].x - about.x) * scale, to.y + (d->p[k].y - about.y) * scale);
    d->radius = tame(d->radius * scale);
}

static void relate_drafts(reader *in, unsigned relation, draft *a, draft *b)
{
    unsigned i = read_byte(in), j = read_byte(in);
    c2d_vec center, target;
    double t, radius, scale;

    if (i & 128 && relation < 3)
        shrink(b, corner(b, j), corner(b, j), ldexp(1, -(int)(read_byte(in) % 64)));
    switch (relation) {
    case 0: /* corner on corner */ move_corner_to(b, j, corner(a, i)); break;
    case 1: /* corner on side */ move_corner_to(b, j, on_side(a, i, read_fraction(in))); break;
    case 2: /* corner beside an axis-parallel side, at the radius sum */
        target = on_side(a, i, read_fraction(in));
        radius = a->radius + b->radius;
        target.x = tame(target.x + (i & 64 ? radius : i & 32 ? -radius : 0));
        target.y = tame(target.y + (i & 64 || i & 32 ? 0 : i & 16 ? radius : -radius));
        move_corner_to(b, j, target);
        break;
    case 3: tangent(in, a, b); break;
    case 4: /* inside: b shrunk about a point of a */
        scale = ldexp(1, -(int)(read_byte(in) % 8));
        target = on_side(a, i, 0.5);
        center = corner(a, i + 2);
        target = vec((target.x + center.x) / 2, (target.y + center.y) / 2);
        shrink(b, corner(b, j), target, scale);
        break;
    case 5: /* a copy, or some of its points */
        radius = b->radius;
        *b = *a;
        if (i & 1)
            b->radius = radius;
        if (i & 2 && b->count > 1)
            b->count--, b->kind = b->kind == DRAFT_HULL ? DRAFT_HULL : DRAFT_POINT;
        break;
    case 6: /* a turned by a half about the middle of one of its sides, which the two then share */
        radius = b->radius;
        center = corner(a, i);
        target = corner(a, i + 1);
        *b = *a;
        for (unsigned k = 0; k < b->count; k++)
            b->p[k] = vec(center.x + target.x - a->p[k].x, center.y + target.y - a->p[k].y);
        b->radius = i & 128 ? radius : a->radius;
        break;
    case 7: /* all of b on the line of a side of a */
        for (unsigned k = 0; k < b->count; k++)
            b->p[k] = on_side(a, i, read_signed(in) / 32.0);
        if (b->kind == DRAFT_BOX)
            b->kind = DRAFT_SEGMENT;
        break;
    case 8: /* a shifted by its own extent, as tiles in a row */
        radius = b->radius;
        t = read_signed(in) % 3;
        center = corner(a, i);
        target = corner(a, i + 1);
        *b = *a;
        for (unsigned k = 0; k < b->count; k++)
            b->p[k] = vec(a->p[k].x + t * (target.x - center.x), a->p[k].y + t * (target.y - center.y));
        b->radius = i & 128 ? radius : a->radius;
        break;
    default: /* unrelated */ break;
    }
}

/* Puts two unrelated drafts into a relation. */
static void relate_pair(reader *in, unsigned relation, unsigned extras, int exponent, draft *p, draft *q)
{
    c2d_vec by = {0, 0};

    relate_drafts(in, relation % 10, p, q);
    if (relation >= 128)
        retune(p, q);
    for (unsigned kicks = extras >> 6; kicks > 0; kicks--)
        kick(in, p, q);
    if ((extras & 14) == 2)
        by = read_point(in);
    transform(p, exponent, by);
    transform(q, exponent, by);
}

void read_pair(reader *in, solid *a, solid *b)
{
    unsigned relation = read_byte(in), extras = read_byte(in);
    int exponent = extras & 1 ? read_signed(in) : 0;
    draft p, q;

    read_draft(in, &p);
    read_draft(in, &q);
    relate_pair(in, relation, extras, exponent, &p, &q);
    draft_make(extras & 16 ? &q : &p, a);
    draft_make(extras & 16 ? &p : &q, b);
}

/* ---- rectangles ---- */

c2d_rect read_rect(reader *in)
{
    unsigned tag = read_byte(in);
    double (*size)(reader *) = tag & 128 ? read_number : read_size;
    double (*number)(reader *) = tag & 128 ? read_number : read_coordinate;
    c2d_rect rect;

    memset(&rect, 0, sizeof rect);
    rect.anchor = (uint8_t)(tag & 3);
    rect.inner = (tag & 4) != 0;
    rect.has_pivot = rect.anchor == C2D_BY_TOPLEFT && (tag & 8) != 0;
    rect.at.x = number(in);
    rect.at.y = number(in);
    rect.size.x = size(in);
    rect.size.y = size(in);
    if (rect.anchor == C2D_BY_PIVOT || rect.has_pivot) {
        rect.pivot.x = number(in);
        rect.pivot.y = number(in);
    }
    if (tag & 16)
        rect.radius = size(in);
    if (tag & 32) /* so that the inner size is 0 or nearly 0 */
        rect.radius = ulps_off((rect.size.x < rect.size.y ? rect.size.x : rect.size.y) / 2, (int)(tag >> 6 & 1));
    if (rect.anchor == C2D_BY_CORNERS)
        rect.inner = rect.radius > 0;
    else
        rect.angle = number(in);
    return rect;
}

static void derive_from(const c2d_rect *rect, solid *s)
{
    c2d_rect numbers = *rect;

    if (c2d_rect_shape(&s->shape, &numbers) != C2D_OK)
        return;
    s->rect = numbers;
    s->has_rect = true;
}

/* Moves it up to 2^50 times as far away, where an ulp, to which the vertices are rounded, is as large as the shape. */
static c2d_vec far_pivot(reader *in)
{
    unsigned tag = read_byte(in);
    c2d_vec p = read_point(in);
    return vec(tame(ldexp(p.x, (int)(tag % 51))), tame(ldexp(p.y, (int)(tag % 51))));
}

/* Gives an axis-aligned shape the numbers of a rectangle that has its vertices, up to rounding. */
static void give_rect(reader *in, solid *s)
{
    unsigned tag = read_byte(in);
    const c2d_vec *v = c2d_vertices(&s->shape);
    c2d_vec low = v[0], high = v[s->shape.count / 2];
    c2d_rect rect;

    if (s->shape.form == C2D_CONVEX || high.y < low.y)
        return;
    memset(&rect, 0, sizeof rect);
    rect.anchor = (uint8_t)(tag & 3);
    rect.inner = true;
    rect.radius = s->shape.radius;
    rect.at = low;
    rect.size = vec(high.x - low.x, high.y - low.y);
    switch (rect.anchor) {
    case C2D_BY_CORNERS:
        rect.size = high;
        rect.inner = rect.radius > 0;
        break;
    case C2D_BY_CENTER: rect.at = vec(low.x / 2 + high.x / 2, low.y / 2 + high.y / 2); break;
    case C2D_BY_PIVOT:
        rect.pivot = tag & 4 ? far_pivot(in) : read_point(in);
        rect.at = vec(low.x + rect.pivot.x, low.y + rect.pivot.y);
        break;
    default:
        rect.has_pivot = (tag & 4) != 0;
        if (rect.has_pivot)
            rect.pivot = read_point(in);
        if (tag & 8) { /* by its outer size, as a rounded rectangle is given */
            rect.inner = false;
            rect.at = vec(low.x - rect.radius, low.y - rect.radius);
            rect.size = vec(rect.size.x + 2 * rect.radius, rect.size.y + 2 * rect.radius);
        }
        break;
    }
    if (rect.anchor != C2D_BY_CORNERS && tag & 16)
        rect.angle = tag & 32 ? (tag >> 6) * 90.0 : read_coordinate(in);
    derive_from(&rect, s);
}

/* Makes a from the numbers of a rectangle and puts b beside it; false if there is no such rectangle. */
static bool read_rect_pair(reader *in, solid *a, solid *b)
{
    unsigned relation = read_byte(in), extras = read_byte(in);
    c2d_rect rect = read_rect(in);
    draft p, q;

    derive_from(&rect, a);
    if (!a->has_rect)
        return false;
    memset(&p, 0, sizeof p);
    p.kind = DRAFT_HULL;
    p.count = a->shape.count;
    memcpy(p.p, c2d_vertices(&a->shape), p.count * sizeof *p.p);
    p.radius = a->shape.radius;
    read_draft(in, &q);
    relate_pair(in, relation, extras & 0xf0, 0, &p, &q);
    draft_make(&q, b);
    if (rect.inner) { /* the radius that makes them touch; other changes of the draft of a are dropped */
        rect.radius = p.radius;
        derive_from(&rect, a);
    }
    return true;
}

void read_bodies(reader *in, solid *a, solid *b)
{
    unsigned tag = read_byte(in);

    a->has_rect = b->has_rect = false;
    if (tag % 8 == 7 && read_rect_pair(in, a, b))
        return;
    read_pair(in, a, b);
    if (tag % 8 >= 4)
        give_rect(in, a);
    if (tag & 64)
        give_rect(in, b);
}

/* ---- motions ---- */

static c2d_vec vertex(const c2d_shape *s, unsigned i) { return c2d_vertices(s)[i % s->count]; }

/* Approximately until the bounds meet along one axis. */
static double until_meeting(double low, double high, double other_low, double other_high)
{
    return high < other_low ? other_low - high : low > other_high ? other_high - low : other_high - low;
}

static c2d_vec aim(reader *in, unsigned how, const solid *mover, const c2d_shape *b)
{
    const c2d_shape *a = &mover->shape;
    unsigned i = read_byte(in), j = i / 16;
    c2d_vec from = vertex(a, i), to = vertex(b, j), m;
    double t, radius = a->radius + b->radius;
    direction d;

    switch (how) {
    case 0: /* a corner at a corner */ return vec(to.x - from.x, to.y - from.y);
    case 1: /* a corner at a side */
        m = vertex(b, j + 1);
        t = read_fraction(in);
        return vec(to.x + t * (m.x - to.x) - from.x, to.y + t * (m.y - to.y) - from.y);
    case 2: /* along a side of b */ m = vertex(b, j + 1); return vec(m.x - to.x, m.y - to.y);
    case 3: /* along a side of a */ m = vertex(a, i + 1); return vec(m.x - from.x, m.y - from.y);
    case 4: /* until the bounds meet */
        m = vec(until_meeting(a->min.x, a->max.x, b->min.x, b->max.x),
                until_meeting(a->min.y, a->max.y, b->min.y, b->max.y));
        if (i & 1)
            m.x = read_coordinate(in);
        else if (i & 2)
            m.y = read_coordinate(in);
        return m;
    case 5: /* a corner at the round border about a corner */
        d = read_direction(in);
        return vec(to.x + radius * d.x / d.length - from.x, to.y + radius * d.y / d.length - from.y);
    case 6: /* to whole length */
        d = read_direction(in);
        t = read_coordinate(in);
        return vec(t * d.x, t * d.y);
    case 7: /* on the lattice */ t = read_signed(in) / 4.0; return vec(t, read_signed(in) / 4.0);
    case 8: /* a few ulps of its position or of the numbers of its rectangle */
        if (i & 128 && mover->has_rect)
            from = mover->rect.at;
        t = ulps_off(from.x, read_signed(in) % 4) - from.x;
        return vec(t, ulps_off(from.y, read_signed(in) % 4) - from.y);
    case 9: /* one axis alone */ t = read_coordinate(in); return i & 1 ? vec(t, 0) : vec(0, t);
    case 10: /* as far as the domain allows */
        return vec((i & 1 ? 1 : -1) * C2D_LIMIT - from.x, (i & 2 ? to.y : 0) - from.y);
    default: return read_point(in);
    }
}

/* Gives b the radius with which the corners of a that pass a corner of b just graze it. */
static void retune_path(const solid *a, solid *b, c2d_vec motion)
{
    double best = C2D_LIMIT, d;
    draft same;

    for (unsigned i = 0; i < a->shape.count; i++)
        for (unsigned j = 0; j < b->shape.count; j++) {
            c2d_vec from = vertex(&a->shape, i), to = {from.x + motion.x, from.y + motion.y};
            d = point_distance(vertex(&b->shape, j), from, to);
            best = d < best ? d : best;
        }
    memset(&same, 0, sizeof same);
    same.kind = DRAFT_HULL;
    same.count = b->shape.count;
    memcpy(same.p, c2d_vertices(&b->shape), same.count * sizeof *same.p);
    same.radius = best > a->shape.radius ? tame(best - a->shape.radius) : b->shape.radius;
    draft_make(&same, b);
    b->has_rect = false;
}

static c2d_vec motion_of(reader *in, unsigned how, unsigned extras, solid *a, solid *b)
{
    c2d_vec m = aim(in, how % 12, a, &b->shape);

    if (extras & 1) {
        int exponent = (int)(how / 12) % 8 - 3;
        m = vec(ldexp(m.x, exponent), ldexp(m.y, exponent));
    }
    if (extras & 2)
        m = vec(-m.x, -m.y);
    if ((extras & 12) == 12)
        retune_path(a, b, m);
    if ((extras & 48) == 48)
        m.x = tame(ulps_off(m.x, read_signed(in) % 4));
    if ((extras & 192) == 192)
        m.y = tame(ulps_off(m.y, read_signed(in) % 4));
    if ((extras & 252) == 64)
        m.x = m.y = 0;
    CHECK(c2d_check(&m.x) == C2D_OK && c2d_check(&m.y) == C2D_OK, "motion (%a, %a)", m.x, m.y);
    return m;
}

c2d_vec read_motion(reader *in, solid *a, solid *b)
{
    unsigned how = read_byte(in), extras = read_byte(in);

    return motion_of(in, how, extras, a, b);
}

void read_journey(reader *in, solid *a, solid *b, c2d_vec *motion)
{
    unsigned how = read_byte(in), extras = read_byte(in);

    read_bodies(in, a, b);
    *motion = motion_of(in, how, extras, a, b);
}
