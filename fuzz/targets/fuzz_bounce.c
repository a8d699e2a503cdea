/* Property: masses and collisions are rejected exactly where they must be. A bounce changes nothing, in any bit, if the
 * bodies are parting by exact arithmetic. Otherwise its kinetic energy never grows, exactly (with an infinite mass: as
 * seen from it, and that one keeps its velocity); momentum is kept, the normal velocity is turned round by the
 * restitution, and friction slows the sliding as Coulomb says, within rounding. A slide never goes in against the
 * normal, exactly, changes nothing if that is so already, and otherwise takes off what goes in, within rounding;
 * exactly that along an axis. */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ULP 0x1p-52

static c2d_vec ua, ub, va, vb; /* before and after */
static c2d_collision hit;

static void print_collision(void)
{
    fprintf(stderr,
            "va, vb = (%.17g, %.17g), (%.17g, %.17g), became (%.17g, %.17g), (%.17g, %.17g); normal = (%.17g, %.17g)\n"
            "restitution = %.17g; mass_a = %.17g; mass_b = %.17g; friction = %.17g\n",
            ua.x, ua.y, ub.x, ub.y, va.x, va.y, vb.x, vb.y, hit.normal.x, hit.normal.y, hit.restitution, hit.mass_a,
            hit.mass_b, hit.friction);
}

static bool same_vec(c2d_vec p, c2d_vec q) { return memcmp(&p, &q, sizeof p) == 0; }

static bool finite_vec(c2d_vec v) { return v.x - v.x == 0 && v.y - v.y == 0; }

static double length(c2d_vec v) { return sqrt(v.x * v.x + v.y * v.y); }

/* ---- what must be rejected ---- */

typedef unsigned status_set;

static void expect(status_set *set, c2d_status status)
{
    if (status != C2D_OK)
        *set |= 1u << status;
}

static double normalised(double x) { return (fabs(x) < 0x1p-148 ? ldexp(rint(ldexp(x, 200)), -200) : x) + 0.0; }

static c2d_status coordinate_status(double x)
{
    return x - x != 0 ? C2D_NOT_FINITE : fabs(x) > C2D_LIMIT ? C2D_TOO_LARGE : C2D_OK;
}

static c2d_status size_status(double x) { return x - x == 0 && x < 0 ? C2D_NEGATIVE : coordinate_status(x); }

static c2d_status mass_status(double x)
{
    if (x == HUGE_VAL)
        return C2D_OK;
    return coordinate_status(x) ? coordinate_status(x) : normalised(x) > 0 ? C2D_OK : C2D_NOT_POSITIVE;
}

static void check_rejections(const c2d_collision *given)
{
    c2d_collision c = *given;
    double mass = c.mass_a;
    status_set set = 0;
    c2d_status status = c2d_check_mass(&mass);

    CHECK(status == mass_status(c.mass_a), "mass %a: status %d", c.mass_a, (int)status);
    CHECK(status != C2D_OK || mass == normalised(c.mass_a), "mass %a became %a", c.mass_a, mass);
    CHECK(c2d_rule(status)[0] != 0, "no text for status %d", (int)status);
    expect(&set, coordinate_status(c.normal.x));
    expect(&set, coordinate_status(c.normal.y));
    if (!set && normalised(c.normal.x) == 0 && normalised(c.normal.y) == 0)
        expect(&set, C2D_NO_DIRECTION);
    expect(&set, size_status(c.restitution) ? size_status(c.restitution) : c.restitution > 1 ? C2D_ABOVE_ONE : C2D_OK);
    expect(&set, mass_status(c.mass_a));
    expect(&set, mass_status(c.mass_b));
    if (c.mass_a == HUGE_VAL && c.mass_b == HUGE_VAL)
        expect(&set, C2D_BOTH_INFINITE);
    expect(&set, size_status(c.friction));
    status = c2d_check_collision(&c);
    CHECK(set ? set >> status & 1 : status == C2D_OK, "collision: status %d, allowed mask %u", (int)status, set);
    CHECK(c2d_rule(status)[0] != 0 && strcmp(c2d_rule(status), c2d_rule((c2d_status)99)) != 0, "no text for status %d",
          (int)status);
    if (status == C2D_OK)
        CHECK(c.normal.x == normalised(given->normal.x) && c.normal.y == normalised(given->normal.y) &&
                  c.restitution == normalised(given->restitution) && c.friction == normalised(given->friction) &&
                  c.mass_a == normalised(given->mass_a) && c.mass_b == normalised(given->mass_b),
              "numbers are not normalised");
}

/* ---- bouncing ---- */

/* Relative to an infinite mass, the energy of the other body is the square of its relative velocity. */
static int energy_growth(void)
{
    if (hit.mass_a == HUGE_VAL)
        return oracle_distance_growth(&ub.x, &vb.x, &va.x);
    if (hit.mass_b == HUGE_VAL)
        return oracle_distance_growth(&ua.x, &va.x, &vb.x);
    return oracle_energy_growth(hit.mass_a, &ua.x, &va.x, hit.mass_b, &ub.x, &vb.x);
}

static void check_momentum(void)
{
    double ma = hit.mass_a, mb = hit.mass_b, scale = ma * (length(ua) + length(va)) + mb * (length(ub) + length(vb)),
           x = ma * (va.x - ua.x) + mb * ((double)vb.x - ub.x), y = ma * (va.y - ua.y) + mb * ((double)vb.y - ub.y);

    CHECK(fabs(x) + fabs(y) <= 64 * ULP * scale + (ma + mb) * 0x1p-196, "momentum changed by (%g, %g) of %g", x, y,
          scale);
}

/* Below 2^-148 velocities are multiples of 2^-200. If the heavy body cannot be slowed down by less than that, the light
 * one gives up the energy. */
static double mass_ratio(void)
{
    double a = hit.mass_a, b = hit.mass_b;

    return hit.mass_a == HUGE_VAL || hit.mass_b == HUGE_VAL ? 1 : a > b ? a / b : b / a;
}

/* The relative velocity is reversed along the normal; across it, it is slowed down but never reversed. */
static void check_law(void)
{
    double size = length(hit.normal), nx = hit.normal.x / size, ny = hit.normal.y / size, x = ua.x - ub.x,
           y = ua.y - ub.y, along = x * nx + y * ny, across = x * -ny + y * nx, change = -(1 + hit.restitution) * along,
           drag = hit.friction * change, want_along = along + change,
           want_across = fabs(across) <= drag ? 0 : across - (across > 0 ? drag : -drag), got_along, got_across,
           slack = 64 * ULP * (length(ua) + length(ub)) + 0x1p-196 * (1 + mass_ratio());

    x = va.x - vb.x;
    y = va.y - vb.y;
    got_along = x * nx + y * ny;
    got_across = x * -ny + y * nx;
    CHECK(fabs(got_along - want_along) <= slack, "they part at %.17g, by the restitution at %.17g", got_along,
          want_along);
    /* if the approach is only rounding, friction multiplies it */
    slack += 64 * ULP * hit.friction * (length(ua) + length(ub));
    CHECK(fabs(got_across - want_across) <= slack, "they slide at %.17g, by the friction at %.17g", got_across,
          want_across);
}

static void check_bounce(void)
{
    int approach = oracle_dot_sign(&ua.x, &ub.x, &hit.normal.x);

    target_relations[approach + 1]++;
    c2d_bounce(&va, &vb, &hit);
    CHECK(finite_vec(va) && finite_vec(vb), "velocities (%g, %g), (%g, %g)", va.x, va.y, vb.x, vb.y);
    if (approach >= 0) {
        CHECK(same_vec(ua, va) && same_vec(ub, vb), "they are parting, but changed");
        return;
    }
    CHECK(hit.mass_a != HUGE_VAL || same_vec(ua, va), "a, of infinite mass, is slowed down");
    CHECK(hit.mass_b != HUGE_VAL || same_vec(ub, vb), "b, of infinite mass, is slowed down");
    CHECK(energy_growth() <= 0, "energy grew");
    if (hit.mass_a != HUGE_VAL && hit.mass_b != HUGE_VAL)
        check_momentum();
    check_law();
}

static void check_slide(c2d_vec v, c2d_vec n)
{
    c2d_vec found = c2d_slide(v, n), zero = {0, 0};
    double size = length(n), in = (v.x * n.x + v.y * n.y) / size, slack = 16 * ULP * length(v) + 0x1p-196,
           x = v.x - in * n.x / size, y = v.y - in * n.y / size;

    CHECK(finite_vec(found), "slide (%g, %g)", found.x, found.y);
    if (oracle_dot_sign(&v.x, &zero.x, &n.x) >= 0) {
        CHECK(same_vec(found, v), "(%.17g, %.17g) does not go in, but slides as (%.17g, %.17g)", v.x, v.y, found.x,
              found.y);
        return;
    }
    CHECK(oracle_dot_sign(&found.x, &zero.x, &n.x) >= 0, "(%.17g, %.17g) slides as (%.17g, %.17g), which goes in", v.x,
          v.y, found.x, found.y);
    CHECK(fabs(found.x - x) <= slack && fabs(found.y - y) <= slack,
          "(%.17g, %.17g) slides as (%.17g, %.17g), exactly (%.17g, %.17g)", v.x, v.y, found.x, found.y, x, y);
    if (n.x == 0 || n.y == 0)
        CHECK(found.x == (n.x == 0 ? v.x : 0) && found.y == (n.y == 0 ? v.y : 0),
              "(%.17g, %.17g) slides as (%.17g, %.17g) along an axis", v.x, v.y, found.x, found.y);
}

/* ---- the target ---- */

static double read_mass(reader *in)
{
    unsigned tag = read_byte(in);

    return tag % 8 == 0 ? HUGE_VAL : tag % 8 < 4 ? 1 + (tag >> 4) : read_size(in);
}

/* Nearly across the normal or along it, where rounding decides the direction. */
static c2d_vec read_velocity(reader *in, c2d_vec n)
{
    unsigned tag = read_byte(in);
    double k;
    c2d_vec v;

    if (tag % 4 > 1)
        return read_point(in);
    k = read_coordinate(in);
    v.x = tag & 1 ? k * n.x : -k * n.y;
    v.y = tag & 1 ? k * n.y : k * n.x;
    v.x = ulps_off(v.x, (int)(tag >> 2 & 3) - 1);
    v.y = ulps_off(v.y, (int)(tag >> 4 & 3) - 1);
    return fabs(v.x) <= C2D_LIMIT && fabs(v.y) <= C2D_LIMIT ? v : n;
}

static bool check_vec(c2d_vec *v) { return c2d_check(&v->x) == C2D_OK && c2d_check(&v->y) == C2D_OK; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    unsigned tag = read_byte(&in);
    double (*number)(reader *) = tag >= 240 ? read_number : read_size;

    target_context = NULL;
    target_subjects(NULL, NULL);
    hit.normal = read_point(&in);
    hit.restitution = tag % 4 == 0 ? 1 : tag % 4 == 1 ? 0 : number(&in);
    hit.friction = tag & 4 ? number(&in) : 0;
    hit.mass_a = tag >= 240 ? read_number(&in) : read_mass(&in);
    hit.mass_b = tag >= 240 ? read_number(&in) : read_mass(&in);
    check_rejections(&hit);
    if (hit.restitution > 1)
        hit.restitution = 1 / hit.restitution;
    if (c2d_check_collision(&hit) != C2D_OK)
        return 0;
    ua = read_velocity(&in, hit.normal);
    ub = tag & 8 ? ua : read_velocity(&in, hit.normal);
    if (tag & 8) { /* nearly at rest relative to each other */
        ub.x = ulps_off(ub.x, (int)(tag >> 4) % 4 - 1);
        ub.y = ulps_off(ub.y, (int)(tag >> 6) - 1);
    }
    CHECK(check_vec(&ua), "velocity (%a, %a)", ua.x, ua.y);
    if (!check_vec(&ub))
        ub = ua;
    va = ua;
    vb = ub;
    target_context = print_collision;
    target_subjects(NULL, NULL);
    check_slide(ua, hit.normal);
    check_slide(ub, hit.normal);
    check_bounce();
    return 0;
}
