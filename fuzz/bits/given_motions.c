/* Casts, pushes and moves made by hand, for what no random input is likely to meet. */
#include "../../csrc/core/broad/bounds.h"
#include "bits.h"

#include <math.h>

#define MOST_CORNERS 10
#define MOST_SHAPES  4

typedef struct given {
    double radius;
    size_t count;
    c2d_vec corners[MOST_CORNERS];
} given;

/* The shape may refer to the storage. */
static c2d_shape shape_of(const given *g, c2d_vec *storage)
{
    c2d_shape s;

    CHECK(c2d_hull_shape(&s, g->corners, g->count, g->radius, storage) == C2D_OK, "a given shape");
    return s;
}

/* ---- casts ---- */

static void add_cast(c2d_vec motion, given a, given b)
{
    c2d_vec storage[2][MOST_CORNERS];
    c2d_shape s = shape_of(&a, storage[0]), t = shape_of(&b, storage[1]);
    c2d_hit hit;
    bool hits;

    if (add_status_of(c2d_cast(&s, NULL, motion, &t, room, &hits, &hit)) && hits)
        add_hit(&hit);
}

/* The scale is too large for a kernel to be certain, so c2d_cast_exact finds t. */
static void cast_far(void)
{
    const given a = {0, 1, {{-0x1p194, 0x1p193}}}, b = {0, 2, {{-0x1.cp194, 0x1.8p193}, {-0x1.8p194, 0x1.cp194}}};

    add_cast(c2d_v(-0x1p194, 0x1p194), a, b);
}

/* A capsule whose first corner is not the foremost one. */
static void cast_capsule(void)
{
    const given a = {0.1, 2, {{0.5, -0.75}, {1.5, -0.25}}},
                b = {0.05, 4, {{1.75, -0.25}, {2, -0.25}, {2, 1}, {1.75, 1}}};

    add_cast(c2d_v(0.5, 0), a, b);
}

/* A round triangle so narrow that, after rounding, every edge faces the motion. */
static void cast_sliver(void)
{
    const given a = {0x1.9d31747335e25p-1, 1, {{-0x1.300febffb4b45p+0, 0x1.58432e8da1f95p+1}}},
                b = {0x1.ca850ac13a44p-7,
                     3,
                     {{0x1.5bdc51ba59796p-51, -0x1.c2d97ffcec87dp-51},
                      {0x1.13c78f10fc5ecp-50, -0x1.c80de7f44a51ep-50},
                      {0x1.9ae7f3b790fd5p-49, -0x1.a72021f6ef33fp-48}}};

    add_cast(c2d_v(0x1.300febffb4b47p+1, -0x1.58432e8da1f96p+2), a, b);
}

/* A point moves along the line between two triangles. */
static void add_cast_between(c2d_vec motion, given point, given one, given other)
{
    c2d_vec storage[3][MOST_CORNERS];
    c2d_shape p = shape_of(&point, storage[0]),
              triangles[] = {shape_of(&one, storage[1]), shape_of(&other, storage[2])};
    const c2d_shape *of_a[] = {&p}, *of_b[] = {&triangles[0], &triangles[1]};
    c2d_body a = {.pieces = of_a, .count = 1}, b = {.pieces = of_b, .count = 2};
    c2d_cast_options options = {false, false};
    c2d_piece_pair pair;
    c2d_hit hit;
    bool hits;

    if (add_status_of(c2d_body_cast(&a, motion, &b, options, room, &hits, &hit, &pair)) && hits)
        add_hit(&hit);
}

/* The stop is stepped back. */
static void cast_between(void)
{
    const c2d_vec from = {0x1.beecef441p-2, 0x1.d5599f9cep-3}, corner = {0x1.187ec8193fbp+2, -0x1.5a668e7352fp+3};
    const given point = {0, 1, {from}}, one = {0, 3, {from, corner, {0x1.79bf61e100ap+2, -0x1.a7810a269d4p+0}}},
                other = {
                    0,
                    3,
                    {{0x1.21000dbbe34p+1, -0x1.37db50310b4p+2}, corner, {-0x1.62fd5094758p+0, -0x1.02eb2eec3798p+3}}};

    add_cast_between(c2d_v(0x1.c69cc075ca7p+1, -0x1.3e5c5c733298p+3), point, one, other);
}

/* One triangle is a needle. Rounding makes the side of it on the line approach the point more directly than the other.
 */
static void cast_between_needle(void)
{
    const double from = -0x1.720cf09b2717p-22, begin = 0x1.f308698ef08d8p+0, end = 0x1.4faf43a118c68p+1,
                 tip = 0x1.babb883d6d948p+2;
    const given point = {0, 1, {{3 * from, from}}}, one = {0, 3, {{-24, -8}, {192, 64}, {0, 40}}},
                needle = {0, 3, {{3 * begin, begin}, {3 * end, end}, {3 * tip, ulps_off(tip, -1)}}};

    add_cast_between(c2d_v(0x1.2eb601be5626bp+3, 0x1.939d57a872de3p+1), point, one, needle);
}

/* The end of the motion is rounded past the wall. */
static void cast_rounded_past(void)
{
    const given a = {0.25 - 3 * 0x1p-54, 1, {{1.375, 0.5}}}, b = {0, 4, {{1.75, 0}, {3, 0}, {3, 1}, {1.75, 1}}};

    add_cast(c2d_v(0.125 + 5 * 0x1p-55, 0), a, b);
}

/* Touches for which rounding turns a side of the sweep or the border. */
static void cast_touching(void)
{
    const double up = 0x1.0000000000001p+1, high = 0x1.0000000000001p+3;
    const struct {
        c2d_vec motion;
        given a, b;
    } casts[] = {
        /* An end of b, which is on the line of the sweep's side, is ahead of a. */
        {{0x1.7ffffffffffffp+1, 3}, {0, 2, {{2, up}, {-11, -11}}}, {0, 2, {{12, 12}, {-5, -5}}}},
        /* A longer cast meets the end of b that a slides past before its tip touches b. */
        {{-6, -high}, {0, 2, {{6, high}, {-3, -3}}}, {0, 2, {{-9, -12}, {3, 4}}}},
        /* Two corners meet at the end, and two normals are right. */
        {{10, 1},
         {0, 4, {{-20, -up}, {0, 0}, {220 - 0x1p-20, 22 + 5 * 0x1p-19}, {275, 78}}},
         {0, 4, {{-249, -35}, {40, -299}, {120, 12}, {10, 1}}}},
    };

    for (size_t i = 0; i < sizeof casts / sizeof *casts; i++) {
        c2d_vec storage[2][MOST_CORNERS];
        c2d_shape s = shape_of(&casts[i].a, storage[0]), t = shape_of(&casts[i].b, storage[1]);
        c2d_relation swept;
        c2d_hit hit;

        if (add_status_of(c2d_cast_touching(&s, NULL, casts[i].motion, &t, room, &swept, &hit)) &&
            swept >= C2D_TOUCHING)
            add_hit(&hit);
    }
}

/* Two pentagons move onto a point on the line of their common side. */
static void cast_pentagons(void)
{
    const given upper = {0, 5, {{0, 0}, {2, 0}, {2, 1}, {1, 2}, {0, 1}}},
                lower = {0, 5, {{0, 0}, {0, -1}, {1, -2}, {2, -1}, {2, 0}}}, end = {0, 1, {{-3, 0}}};
    c2d_vec storage[3][MOST_CORNERS];
    c2d_shape pentagons[] = {shape_of(&upper, storage[0]), shape_of(&lower, storage[1])},
              p = shape_of(&end, storage[2]);
    const c2d_shape *of_a[] = {&pentagons[0], &pentagons[1]}, *of_b[] = {&p};
    c2d_body a = {.pieces = of_a, .count = 2}, b = {.pieces = of_b, .count = 1};
    c2d_cast_options options = {false, false};
    c2d_piece_pair pair;
    c2d_hit hit;
    bool hits;

    if (add_status_of(c2d_body_cast(&a, c2d_v(-4, 0), &b, options, room, &hits, &hit, &pair)) && hits)
        add_hit(&hit);
}

/* At the start the corner below the pivot is nearer to the box than the least gap to which a turn steps back, by
 * little, and leaves it; another corner hits. */
static void cast_turning(void)
{
    const given a = {0, 3, {{0, -1}, {1, -0.5}, {0.5, 0.5}}},
                b = {0, 4, {{-1, -3}, {1.5, -3}, {1.5, -1 - 60 * 0x1p-52}, {-1, -1 - 60 * 0x1p-52}}};
    const c2d_vec pivot = {0, 0}, still = {0, 0};
    c2d_vec storage[2][MOST_CORNERS];
    c2d_shape s = shape_of(&a, storage[0]), t = shape_of(&b, storage[1]);
    c2d_hit hit;
    bool hits;

    if (add_status_of(c2d_turn_cast(&s, NULL, -90, &pivot, still, &t, 1, room, &hits, &hit)) && hits)
        add_hit(&hit);
}

/* One end of the segment is so near to the floor that the stop is stepped back for it, too, while it rises. */
static void turn_rising(void)
{
    const double gap = 0x1p-46;
    const c2d_vec about = {0x1p-8, gap}, none = {0, 0};
    c2d_shape a, floor;
    c2d_hit hit;
    bool hits;

    CHECK(c2d_segment(&a, c2d_v(0, gap), c2d_v(1, gap + 0x1p-40)) == C2D_OK, "a given segment");
    CHECK(c2d_segment(&floor, c2d_v(-9, 0), c2d_v(9, 0)) == C2D_OK, "a given segment");
    if (add_status_of(c2d_turn_cast(&a, NULL, -1, &about, none, &floor, 1, room, &hits, &hit)) && hits)
        add_hit(&hit);
}

/* ---- a push and a bounce ---- */

/* The discs are so small that their push is rounded to a multiple of 2^-200. */
static void push_tiny(void)
{
    const given fixed = {0x1.e85aeb1e0e70cp-145, 1, {{-0x1.b40b309939b92p-145, 0x1.317d5a309e49p-146}}},
                moved = {0x1.959ec04f9db8p-150, 1, {{0x1.df2907ba1428p-150, 0x1.3a2a5cbc3630cp-145}}};
    c2d_vec storage[2][MOST_CORNERS], of_fixed, of_moved;
    c2d_shape s = shape_of(&fixed, storage[0]), t = shape_of(&moved, storage[1]);

    if (add_status_of(c2d_separate(&s, NULL, INFINITY, &t, NULL, 3, NULL, &of_fixed, &of_moved)))
        add_vec(of_moved);
}

/* Equal bodies exchange their velocities. The energy is what it was, but rounded pairs say that it is more. */
static void bounce_equal(void)
{
    const double mass = 0x1.7ffc956646e1ap-1;
    const c2d_collision c = {.normal = {-1, -1}, .restitution = 1, .mass_a = mass, .mass_b = mass};
    c2d_vec a = {0x1.0144a899011f5p+6, -0x1.30ce499f4c20fp+10}, b = {0x1.fc295132023eap+5, -0x1.3101499f4c20fp+10};

    c2d_bounce(&a, &b, &c);
    add_vec(a);
    add_vec(b);
}

/* ---- movers ---- */

typedef struct move {
    c2d_vec motion;
    double max_push;
    size_t piece_count;
    given pieces[MOST_SHAPES];
    size_t obstacle_count;
    given obstacles[MOST_SHAPES];
    const c2d_rect *rect; /* that the first piece derives from, or NULL */
    bool passes;          /* through the obstacles, which are pieces of one item */
} move;

static const c2d_rect far_pivot = {.anchor = C2D_BY_PIVOT,
                                   .at = {-2, -0x1.ffc6a7ef9db23p+0},
                                   .size = {0x1.0624dd2f1a9fcp-13, 0x1.0624dd2f1a9fcp-13},
                                   .pivot = {-2, -2}};

static const move moves[] = {
    /* two pieces and two discs that stop them at once, far away */
    {{0, 0x1.7493f454f5223p+198},
     INFINITY,
     2,
     {{0,
       3,
       {{0x1.3e9e4e4c2f344p+198, -0x1.3e9e4e4c2f344p+196},
        {0x1.dded757246ce6p+198, -0x1.3e9e4e4c2f344p+197},
        {0x1.3e9e4e4c2f344p+198, 0x1.3e9e4e4c2f344p+196}}},
      {0,
       3,
       {{0x1.3e9e4e4c2f344p+197, -0x1.3e9e4e4c2f344p+197},
        {0x1.3e9e4e4c2f344p+198, -0x1.3e9e4e4c2f344p+196},
        {0x1.3e9e4e4c2f344p+198, 0x1.3e9e4e4c2f344p+196}}}},
     3,
     {{0x1.3e9e4e4c2f344p+195, 1, {{0x1.16ca8482a94dcp+198, 0}}},
      {0x1.3e9e4e4c2f344p+195, 1, {{0x1.66721815b51acp+198, 0}}},
      {0, 1, {{0x1.3e9e4e4c2f344p+198, 0x1.4f51f57fa96b9p+198}}}},
     NULL,
     false},
    /* a rectangle whose pivot is far from it */
    {{-0x1.e76c8b4395811p-7, -0x1.999999999999ap-8},
     -1,
     1,
     {{0,
       4,
       {{0, 0x1.cac083126e8p-11},
        {0x1.0624dd2f1cp-13, 0x1.cac083126e8p-11},
        {0x1.0624dd2f1cp-13, 0x1.0624dd2f1acp-10},
        {0, 0x1.0624dd2f1acp-10}}}},
     2,
     {{0,
       4,
       {{0, 0},
        {0x1.0624dd2f1a9fcp-10, 0},
        {0x1.0624dd2f1a9fcp-10, 0x1.0624dd2f1a9fcp-10},
        {0, 0x1.0624dd2f1a9fcp-10}}},
      {0, 3, {{0x1.0624dd2f1a9fcp-10, 0}, {0x1.0624dd2f1a9fcp-9, 0}, {0x1.0624dd2f1a9fcp-9, 0x1.0624dd2f1a9fcp-10}}}},
     &far_pivot,
     false},
    /* three pieces of an item, of which the second piece of the body meets the first, and the first one the others */
    {{0, -10},
     -1,
     2,
     {{0, 4, {{2, 5}, {5, 5}, {5, 6}, {2, 6}}}, {0, 4, {{0, 5}, {1, 5}, {1, 6}, {0, 6}}}},
     3,
     {{0, 4, {{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
      {0, 4, {{2, 0}, {3, 0}, {3, 1}, {2, 1}}},
      {0, 4, {{4, 0}, {5, 0}, {5, 1}, {4, 1}}}},
     NULL,
     true},
    /* two boxes that stop a point together, and at once a box that stops the other piece */
    {{0, -10},
     -1,
     2,
     {{0, 1, {{1.5, 5}}}, {0, 4, {{4, 5}, {6, 5}, {6, 6}, {4, 6}}}},
     3,
     {{0, 4, {{0, 0}, {1.5, 0}, {1.5, -9}, {0, -9}}},
      {0, 4, {{1.5, 0}, {3, 0}, {3, -9}, {1.5, -9}}},
      {0, 4, {{4, 0}, {9, 0}, {9, -9}, {4, -9}}}},
     NULL,
     false},
    /* a point that four boxes enclose */
    {{-0x1.e848p+23, 0},
     -1,
     4,
     {{0,
       4,
       {{0x1.036640199999ap+24, 0x1.e847a33333333p+19},
        {0x1.036642199999ap+24, 0x1.e847a33333333p+19},
        {0x1.036642199999ap+24, 0x1.e848033333333p+19},
        {0x1.036640199999ap+24, 0x1.e848033333333p+19}}},
      {0,
       4,
       {{0x1.036640199999ap+24, 0x1.e848033333333p+19},
        {0x1.036642199999ap+24, 0x1.e848033333333p+19},
        {0x1.036642199999ap+24, 0x1.e848633333333p+19},
        {0x1.036640199999ap+24, 0x1.e848633333333p+19}}},
      {0,
       4,
       {{0x1.03663e199999ap+24, 0x1.e847a33333333p+19},
        {0x1.036640199999ap+24, 0x1.e847a33333333p+19},
        {0x1.036640199999ap+24, 0x1.e848033333333p+19},
        {0x1.03663e199999ap+24, 0x1.e848033333333p+19}}},
      {0,
       4,
       {{0x1.03663e199999ap+24, 0x1.e848033333333p+19},
        {0x1.036640199999ap+24, 0x1.e848033333333p+19},
        {0x1.036640199999ap+24, 0x1.e848633333333p+19},
        {0x1.03663e199999ap+24, 0x1.e848633333333p+19}}}},
     1,
     {{0, 1, {{0x1.e848033333333p+19, 0x1.e848033333333p+19}}}},
     NULL,
     false},
    /* a point that is some ulps inside the seam of two boxes at the end of the motion */
    {{0, -0x1.d8c52ded1911bp+20},
     -1,
     2,
     {{0,
       4,
       {{-1, 0x1.e55048f087e8cp+20},
        {0, 0x1.e55048f087e8cp+20},
        {0, 0x1.e55598f087e8cp+20},
        {-1, 0x1.e55598f087e8cp+20}}},
      {0,
       4,
       {{0, 0x1.e55048f087e8cp+20},
        {1, 0x1.e55048f087e8cp+20},
        {1, 0x1.e55598f087e8cp+20},
        {0, 0x1.e55598f087e8cp+20}}}},
     1,
     {{0, 1, {{0, 0x1.9163606ddae23p+15}}}},
     NULL,
     false},
    /* four boxes between discs of their size, and a point */
    {{0, 0x1.e848p+19},
     0x1.e848p+17,
     4,
     {{0,
       4,
       {{0x1.e848033333334p+19, -0x1.e847fe6666666p+20},
        {0x1.6e3600ccccccdp+21, -0x1.e847fe6666666p+20},
        {0x1.6e3600ccccccdp+21, 0x1.e848033333334p+19},
        {0x1.e848033333334p+19, 0x1.e848033333334p+19}}},
      {0,
       4,
       {{0x1.e848033333334p+19, 0x1.e848033333334p+19},
        {0x1.6e3600ccccccdp+21, 0x1.e848033333334p+19},
        {0x1.6e3600ccccccdp+21, 0x1.e84800ccccccdp+21},
        {0x1.e848033333334p+19, 0x1.e84800ccccccdp+21}}},
      {0,
       4,
       {{-0x1.e847fccccccccp+19, -0x1.e847fe6666666p+20},
        {0x1.e848033333334p+19, -0x1.e847fe6666666p+20},
        {0x1.e848033333334p+19, 0x1.e848033333334p+19},
        {-0x1.e847fccccccccp+19, 0x1.e848033333334p+19}}},
      {0,
       4,
       {{-0x1.e847fccccccccp+19, 0x1.e848033333334p+19},
        {0x1.e848033333334p+19, 0x1.e848033333334p+19},
        {0x1.e848033333334p+19, 0x1.e84800ccccccdp+21},
        {-0x1.e847fccccccccp+19, 0x1.e84800ccccccdp+21}}}},
     3,
     {{0x1.e848p+19, 1, {{0x1.99999998p-4, 0x1.e848033333333p+19}}},
      {0x1.e848p+19, 1, {{0x1.e84801999999ap+20, 0x1.e848033333333p+19}}},
      {0, 1, {{0x1.e848033333333p+19, 0x1.cfde01999999ap+20}}}},
     NULL,
     false},
    /* a round polygon of ten corners */
    {{0x1.e6d6ef7f96d58p+0, 0x1.38fee5c75e928p-1},
     0,
     3,
     {{0x1.df432ac32d8cbp-2,
       10,
       {{-0x1.6e01b9bfb14ccp+0, 0x1.5e4283cfbd318p-2},
        {-0x1.ede6e10b10e54p-1, -0x1.f1b6c20f7e57cp-2},
        {-0x1.0395aa0b552a5p-2, -0x1.a212e798c1bc4p-1},
        {0x1.823df66c95943p-1, -0x1.2e7457a3c06fep-1},
        {0x1.49d23fed93b8dp+0, 0x1.72c060e3082f8p-4},
        {0x1.56876c3fa83afp+0, 0x1.ceb0b6547cd6ap-1},
        {0x1.be90c2d30ea67p-1, 0x1.a929aa67313eap+0},
        {0x1.56b0160c468dcp-3, 0x1.fa38508cc16ebp+0},
        {-0x1.9955cc6d78202p-1, 0x1.c4d6418fe861cp+0},
        {-0x1.6209883868d9dp+0, 0x1.024d42f2ac5fcp+0}}},
      {0,
       4,
       {{-0x1.021ee74b38e87p+2, -0x1.18b6d20d08d38p-1},
        {-0x1.bfcc33c4c4c5ep+1, -0x1.18b6d20d08d38p-1},
        {-0x1.bfcc33c4c4c5ep+1, -0x1.a9fa3466043b8p-3},
        {-0x1.021ee74b38e87p+2, -0x1.a9fa3466043b8p-3}}},
      {0x1.ccb79c8e70844p-1, 1, {{-0x1.26b2cb357aa18p+1, 0x1.c8f1caef56bep+0}}}},
     1,
     {{0x1.4c5aa7eba130ap-3,
       2,
       {{-0x1.7d9c5578bf1d2p+0, 0x1.db8593f66ffe5p-1}, {-0x1.4b2bf7ec6e992p-1, 0x1.c987780975614p+0}}}},
     NULL,
     false},
    /* a triangle and a point at its corner, which a corner stops halfway */
    {{-0x1.50b06a8fc6b7p-1, 0x1.c0eb38bfb39e9p-4},
     INFINITY,
     2,
     {{0, 1, {{0x1.c0eb38bfb39e9p-5, 0x1.50b06a8fc6b7p-2}}},
      {0,
       3,
       {{0x1.c0eb38bfb39e9p-5, 0x1.50b06a8fc6b7p-2},
        {0x1.c0eb38bfb39eap-1, 0x1.34a1b703cb7d1p+0},
        {0x1.c0eb38bfb39e9p-3, 0x1.50b06a8fc6b7p+0}}}},
     1,
     {{0,
       4,
       {{-0x1.18930377d0433p+0, -0x1.f9089fd7aa128p-2},
        {-0x1.c0eb38bfb39eap-2, -0x1.34a1b703cb7d1p-1},
        {-0x1.18930377d0433p-2, 0x1.88cdd1a7bd2adp-2},
        {-0x1.dcf9ec4baed89p-1, 0x1.f9089fd7aa128p-2}}}},
     NULL,
     false},
};

static c2d_shape obstacles[MOST_SHAPES];
static size_t obstacle_count;
static bool passes_obstacles;

static c2d_status gather(void *context, c2d_bounds box, c2d_obstacles *out)
{
    c2d_status status = C2D_OK;

    (void)context;
    for (uint32_t i = 0; i < obstacle_count && !status; i++) {
        c2d_obstacle obstacle = {&obstacles[i], passes_obstacles ? 0 : i, passes_obstacles ? C2D_PASS : C2D_SLIDE};
        if (c2d_bounds_meet(box, c2d_bounds_of(&obstacles[i])))
            status = c2d_obstacles_add(out, &obstacle);
    }
    return status;
}

static void run_given_move(reader *in)
{
    const move *m = &moves[read_byte(in) % (sizeof moves / sizeof *moves)];
    c2d_vec storage[2 * MOST_SHAPES][MOST_CORNERS];
    c2d_shape pieces[MOST_SHAPES];
    const c2d_shape *list[MOST_SHAPES];
    const c2d_rect *rects[MOST_SHAPES] = {m->rect};
    c2d_mover_options options = {m->max_push};
    c2d_mover_result result = {0};

    for (size_t i = 0; i < m->piece_count; i++) {
        pieces[i] = shape_of(&m->pieces[i], storage[i]);
        list[i] = &pieces[i];
    }
    if (m->rect) {
        c2d_rect rect = *m->rect;
        CHECK(c2d_rect_shape(&pieces[0], &rect) == C2D_OK, "a given rectangle");
    }
    passes_obstacles = m->passes;
    obstacle_count = m->obstacle_count;
    for (size_t i = 0; i < obstacle_count; i++)
        obstacles[i] = shape_of(&m->obstacles[i], storage[MOST_SHAPES + i]);
    c2d_body body = {list, m->rect ? rects : NULL, m->piece_count, NULL};
    if (add_status_of(
            (c2d_mover_result_free(&result), c2d_mover_run_body(&body, m->motion, &options, gather, NULL, &result)))) {
        add_vecs(result.stops, result.stop_count);
        add_word(result.meeting_count);
        for (size_t i = 0; i < result.meeting_count; i++) {
            add_word(result.meetings[i].piece);
            add_word((uint64_t)(result.meetings[i].shape - obstacles));
            add_hit(&result.meetings[i].hit);
        }
        add_word(result.pushes);
        add_word(result.stuck);
        add_vec(result.remaining);
    }
    c2d_mover_result_free(&result);
}

static void run_given_motion(reader *in)
{
    static void (*const cases[])(void) = {cast_far,          cast_capsule, cast_between,        cast_pentagons,
                                          cast_sliver,       cast_turning, cast_between_needle, cast_touching,
                                          cast_rounded_past, turn_rising,  push_tiny,           bounce_equal};

    cases[read_byte(in) % (sizeof cases / sizeof *cases)]();
}

const verb given_motion_verbs[] = {{"given_motion", run_given_motion}, {"given_move", run_given_move}, {NULL, NULL}};
