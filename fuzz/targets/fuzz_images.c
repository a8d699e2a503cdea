/* Property: c2d_relate_image is the answer of exact arithmetic on the shape that is shifted without rounding, and does
 * not depend on which of the two is shifted. c2d_image_pairs visits the pairs that trying all images finds, each once,
 * among all, across a split or within what is before it; a visit that ends it ends it; lack of memory and shapes that
 * do not fit the period are said, and nothing is visited. */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- one pair ---- */

/* A period along an axis: any, or such that the shapes, or their bounds, touch through n periods or nearly so. */
static double read_period(reader *in, double lo_a, double hi_a, double lo_b, double hi_b, int *n)
{
    unsigned tag = read_byte(in);
    double w = 0;

    *n = (int)(read_byte(in) % 9) - 4;
    switch (tag % 4) {
    case 0: w = (*n > 0 ? hi_a - lo_b : lo_a - hi_b) / (*n ? *n : 1); break;
    case 1: w = 1 + read_byte(in) / 8; break;
    case 2: w = ulps_off((*n > 0 ? hi_a - lo_b : lo_a - hi_b) / (*n ? *n : 1), (int)(read_byte(in) % 5) - 2); break;
    default: w = read_size(in); break;
    }
    if (tag >= 248)
        *n *= 0x10000000;
    return w >= C2D_LEAST_PERIOD && w <= C2D_LIMIT ? w : 1;
}

static c2d_vec period;
static int across, down;

static void print_period(void) { printf("period = (%.17g, %.17g), image %d, %d\n", period.x, period.y, across, down); }

static void ask_one(reader *in)
{
    static solid a, b;
    int found, exact;

    read_pair(in, &a, &b);
    period.x = read_period(in, a.shape.min.x, a.shape.max.x, b.shape.min.x, b.shape.max.x, &across);
    period.y = read_period(in, a.shape.min.y, a.shape.max.y, b.shape.min.y, b.shape.max.y, &down);
    target_context = print_period;
    target_subjects(&a.shape, &b.shape);
    exact = oracle_relate_image(&c2d_vertices(&a.shape)->x, a.shape.count, a.shape.radius, &c2d_vertices(&b.shape)->x,
                                b.shape.count, b.shape.radius, &period.x, across, down);
    target_relations[exact + 1]++;
    found = c2d_relate_image(&a.shape, &b.shape, period, across, down);
    CHECK(found == exact, "relate is %d, exactly %d", found, exact);
    found = c2d_relate_image(&b.shape, &a.shape, period, -across, -down);
    CHECK(found == exact, "the other way round relate is %d, exactly %d", found, exact);
    target_context = NULL;
    target_subjects(NULL, NULL);
}

/* ---- all pairs ---- */

#define SHAPES 24

#define CORNERS 9 /* more than a shape keeps in itself */

typedef struct crowd {
    c2d_shape shape[SHAPES];
    c2d_vec storage[SHAPES][CORNERS];
    unsigned count;
    c2d_vec period;
    signed char relation[SHAPES][SHAPES]; /* the greatest of all images */
    signed char here[SHAPES][SHAPES];     /* of where they are */
} crowd;

static void shape_at(const void *shapes, uint32_t i, c2d_shape *out) { *out = ((const c2d_shape *)shapes)[i]; }

/* Corners on a parabola between two places. */
static c2d_status arc(c2d_shape *out, c2d_vec p, c2d_vec q, c2d_vec *storage)
{
    c2d_vec corners[CORNERS];

    for (int k = 0; k < CORNERS; k++) {
        corners[k].x = p.x + (q.x - p.x) / (CORNERS - 1) * k;
        corners[k].y = p.y + (q.y - p.y) / ((CORNERS - 1) * (CORNERS - 1)) * (k * k);
    }
    return c2d_hull_shape(out, corners, CORNERS, 0, storage);
}

/* On a lattice of eighths of the period, about, a few periods away or long. */
static void read_crowd(reader *in, crowd *c)
{
    static const double periods[] = {8, 2.4, 0.7, 1e-3, 12345.678, 0x1p-60, 1.2e59};
    unsigned n = 1 + read_byte(in) % SHAPES, long_ones = 0;

    c->period.x = periods[read_byte(in) % 7];
    c->period.y = read_byte(in) % 4 ? periods[read_byte(in) % 7] : INFINITY;
    for (c->count = 0; c->count < n;) {
        double w = c->period.x, h = c->period.y < INFINITY ? c->period.y : w, least = w < h ? w : h;
        unsigned tag = read_byte(in), place = read_byte(in), size = read_byte(in), away = read_byte(in);
        c2d_vec p = {w / 8 * (place % 8), h / 8 * (place / 8 % 8)}, q;
        c2d_status status;
        if (tag & 64)
            p.x = ulps_off(p.x, (int)(size % 3) - 1);
        if (tag & 128) {
            p.x += w * ((double)(away % 4) - 1);
            p.y += h * ((double)(away / 4 % 4) - 1);
        }
        q.x = p.x + w / 8 * (size % 16);
        q.y = p.y + h / 8 * (size / 16) * (tag & 32 ? -1 : 1);
        if (away >= 240 && ++long_ones <= 2) /* long; more would take a long time */
            q.x = fmin(p.x + 3 * w * (away - 239) / 5, C2D_LIMIT);
        status = tag % 32 == 31 ? arc(&c->shape[c->count], p, q, c->storage[c->count])
                 : tag % 4 == 0 ? c2d_circle(&c->shape[c->count], p, least / 8 * (size % 8))
                 : tag % 4 == 1 ? c2d_box(&c->shape[c->count], p, q, 0)
                 : tag % 4 == 2 ? c2d_segment(&c->shape[c->count], p, q)
                                : c2d_capsule(&c->shape[c->count], p, q, least / 16 * (size % 4));
        CHECK(status == C2D_OK, "%s", c2d_rule(status));
        c->count++;
    }
}

/* Whether the image of an interval is clearly beyond another; the numbers are no more than some dozen periods. */
static bool is_clearly_beyond(double lo_a, double hi_a, double lo_b, double hi_b, double w, int n)
{
    double shift = n ? n * w : 0, slack = n ? w / 1024 : 0;

    return lo_b + shift > hi_a + slack || hi_b + shift < lo_a - slack;
}

/* The greatest relation of a to all images of b. */
static int relate_to_images(const c2d_shape *a, const c2d_shape *b, c2d_vec w)
{
    int most = -1, rows = w.y < INFINITY;
    int x0 = (int)floor((a->min.x - b->max.x) / w.x) - 1, x1 = (int)ceil((a->max.x - b->min.x) / w.x) + 1;
    int y0 = rows ? (int)floor((a->min.y - b->max.y) / w.y) - 1 : 0,
        y1 = rows ? (int)ceil((a->max.y - b->min.y) / w.y) + 1 : 0;

    for (int m = x0; m <= x1; m++)
        for (int n = y0; n <= y1 && most < C2D_OVERLAPPING; n++) {
            if (is_clearly_beyond(a->min.x, a->max.x, b->min.x, b->max.x, w.x, m) ||
                is_clearly_beyond(a->min.y, a->max.y, b->min.y, b->max.y, w.y, n))
                continue;
            int relation = c2d_relate_image(a, b, w, m, n);
            most = relation > most ? relation : most;
        }
    return most;
}

static void try_all(crowd *c)
{
    for (unsigned i = 0; i < c->count; i++)
        for (unsigned j = i + 1; j < c->count; j++) {
            c->relation[i][j] = (signed char)relate_to_images(&c->shape[i], &c->shape[j], c->period);
            c->here[i][j] = (signed char)c2d_relate(&c->shape[i], &c->shape[j]);
        }
}

typedef struct answer {
    const crowd *crowd;
    unsigned split, found, stop;
    bool within, touching;
    bool seen[SHAPES][SHAPES];
} answer;

static bool wanted(const crowd *c, unsigned i, unsigned j, unsigned split, bool within, bool touching)
{
    int least = touching ? C2D_TOUCHING : C2D_OVERLAPPING;

    return (split == 0 || (i < split && (split <= j || within))) && c->relation[i][j] >= least && c->here[i][j] < least;
}

static bool visit(void *context, uint32_t i, uint32_t j)
{
    answer *a = context;

    CHECK(i < j && j < a->crowd->count, "pair %u, %u", i, j);
    CHECK(wanted(a->crowd, i, j, a->split, a->within, a->touching), "%u and %u do not meet, or where they are", i, j);
    CHECK(!a->seen[i][j], "pair %u, %u visited twice", i, j);
    a->seen[i][j] = true;
    a->found++;
    return a->stop == 0 || --a->stop > 0;
}

static void ask_all(reader *in, const crowd *c, unsigned split, bool within, bool touching)
{
    static answer a;
    c2d_image_set set = {c->count, split, within, shape_at, c->shape, c->period};
    unsigned hits = 0;
    uint32_t fault = 0;
    c2d_status status;

    for (unsigned i = 0; i < c->count; i++)
        for (unsigned j = i + 1; j < c->count; j++)
            hits += wanted(c, i, j, split, within, touching);
    for (int round = 0; round < 2; round++) {
        memset(&a, 0, sizeof a);
        a.crowd = c;
        a.split = split;
        a.within = within;
        a.touching = touching;
        target_allocations_left = round == 0 ? (int)(read_byte(in) % 8) - 2 : -1;
        status = c2d_image_pairs(&set, touching, visit, &a, &fault);
        CHECK(status == C2D_OK || (status == C2D_NO_MEMORY && round == 0), "%s", c2d_rule(status));
        CHECK(status != C2D_OK || a.found == hits, "%u pairs visited, %u meet", a.found, hits);
    }
    target_allocations_left = -1;
    memset(a.seen, 0, sizeof a.seen);
    a.stop = 1;
    a.found = 0;
    status = c2d_image_pairs(&set, touching, visit, &a, &fault);
    CHECK(status == C2D_OK && a.found == (hits > 0), "%u of %u pairs, then told to end", a.found, hits);
}

/* One shape is moved too far away, or made too long. */
static void ask_too_much(reader *in, crowd *c)
{
    static answer a;
    c2d_image_set set = {c->count, 0, false, shape_at, c->shape, c->period};
    unsigned tag = read_byte(in);
    uint32_t wrong = tag % c->count, fault = C2D_NULL_INDEX;
    c2d_vec p = {0, 0}, q = {17 * c->period.x, 0};
    c2d_status status;

    if (tag & 64)
        p.x = -(q.x = -1.5 * C2D_FARTHEST_PERIOD * c->period.x);
    if (tag & 128)
        p.x = q.x = c->period.x * 0x1p30;
    if (c2d_segment(&c->shape[wrong], p, q) != C2D_OK) /* out of the domain */
        return;
    a.crowd = c;
    status = c2d_image_pairs(&set, true, visit, &a, &fault);
    CHECK(status == C2D_TOO_LARGE && fault == wrong, "%s, shape %u instead of %u", c2d_rule(status), fault, wrong);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static crowd c;
    reader in = reader_open(data, size);

    ask_one(&in);
    read_crowd(&in, &c);
    try_all(&c);
    target_tests_by_box = size % 3 ? 256 : size % 8;
    ask_all(&in, &c, 0, false, true);
    ask_all(&in, &c, 0, false, false);
    ask_all(&in, &c, c.count / 2, false, size & 1);
    ask_all(&in, &c, c.count / 3, true, size & 2);
    ask_all(&in, &c, c.count, true, true);
    target_tests_by_box = 256;
    ask_too_much(&in, &c);
    return 0;
}
