/* Sine and cosine of angles in degrees, and rotation of points. Results do not depend on the platform's libm.
 *
 * The argument is reduced exactly to [0, 45] degrees. Ziv's method (1991) follows. A table and short series give a
 * relative error below 2^-66, which nearly always decides the rounding. Otherwise Taylor series in pairs of doubles
 * give an error below 2^-98: the result is correctly rounded unless the true value is that close to a midpoint. */
#include "sines.h"

/* (-1)^(k/2) / k! to 106 bits: sine k = 3, 5 .. 27, cosine k = 2, 4 .. 28; the first term left out is below 2^-105. */
static const c2d_pair SINE_TERM[] = {
    {-0x1.5555555555555p-3, -0x1.5555555555555p-57},   {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73},  {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
    {-0x1.ae64567f544e4p-26, 0x1.c062e06d1f209p-80},   {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
    {-0x1.ae7f3e733b81fp-41, -0x1.1d8656b0ee8cbp-97},  {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
    {-0x1.2f49b46814157p-57, -0x1.2650f61dbdcb4p-112}, {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120},
    {-0x1.761b41316381ap-75, 0x1.3423c7d91404fp-130},  {0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139},
    {-0x1.d1ab1c2dccea3p-94, -0x1.054d0c78aea14p-149},
};
static const c2d_pair COSINE_TERM[] = {
    {-0x1.0000000000000p-1, 0x0.0p+0},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {-0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
    {-0x1.27e4fb7789f5cp-22, -0x1.cbbc05b4fa99ap-76},
    {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
    {-0x1.93974a8c07c9dp-37, -0x1.05d6f8a2efd1fp-92},
    {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101},
    {-0x1.6827863b97d97p-53, -0x1.eec01221a8b0bp-107},
    {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120},
    {-0x1.0ce396db7f853p-70, 0x1.aebcdbd20331cp-124},
    {0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135},
    {-0x1.88e85fc6a4e5ap-89, 0x1.71c37ebd16540p-143},
    {0x1.0a18a2635085dp-98, 0x1.b9e2e28e1aa54p-153},
};
#define SINE_TERMS   (int)(sizeof SINE_TERM / sizeof *SINE_TERM)
#define COSINE_TERMS (int)(sizeof COSINE_TERM / sizeof *COSINE_TERM)

static const c2d_pair RADIANS_PER_DEGREE = {0x1.1df46a2529d39p-6, 0x1.5c1d8becdd291p-62};
static const c2d_pair DEGREES_PER_RADIAN = {0x1.ca5dc1a63c1f8p+5, -0x1.1e7ab456405f9p-49};

static c2d_pair horner(const c2d_pair *term, int n, c2d_pair y)
{
    c2d_pair sum = term[n - 1];
    for (int i = n - 2; i >= 0; i--)
        sum = c2d_pair_add(c2d_pair_mul(sum, y), term[i]);
    return sum;
}

/* hi + lo rounded. Returns whether the result is certain, given an error of 2^-66 of the sum and the rounding of lo. */
static bool round_if_certain(double hi, double lo, double *out)
{
    double error = 0x1p-65 * fabs(hi);
    *out = hi + (lo - error);
    return *out == hi + (lo + error);
}

/* a + b + c + low, rounded; returns whether the result is certain. Requires |a.hi| >= |b.hi| or a.hi == 0. */
static bool sum_if_certain(c2d_pair a, c2d_pair b, c2d_pair c, double low, double *out)
{
    c2d_pair s = c2d_two_sum(a.hi, b.hi), t = c2d_two_sum(s.hi, c.hi);
    return round_if_certain(t.hi, t.lo + (s.lo + (a.lo + (b.lo + (c.lo + low)))), out);
}

/* For 0 <= r <= 45 degrees. Let r = k step + d and z = d in radians, |z| < 0.0062. By the addition theorems,
 *     sin(a + z) = sin a + (cos a sin z + sin a (cos z - 1)), cos(a + z) = cos a + (cos a (cos z - 1) - sin a sin z),
 * with sin z = z + z_low and cos z - 1 = -z^2 / 2 + c_low. The truncation errors of the series are below 2^-77 of z and
 * 2^-90. The terms in plain doubles are below 2^-17 of the result and have at most four roundings. d is exact: it is a
 * multiple of r's ulp, it is less than 0.36, and k is 0 for r < 0.25. Returns false if the rounding is not certain. */
static bool fast_sincos(double r, double *sine, double *cosine)
{
    if (r < 0x1p-300)
        return false;
    int k = (int)(r * (1 / C2D_SINE_STEP) + 0.5);
    c2d_pair s = C2D_SINES[k].sine, c = C2D_SINES[k].cosine;
    double d = r - k * C2D_SINE_STEP;
    c2d_pair z = c2d_two_prod(d, RADIANS_PER_DEGREE.hi), y = c2d_square(z.hi);
    z.lo += d * RADIANS_PER_DEGREE.lo;
    double z_low = z.lo + z.hi * (y.hi * (-1.0 / 6 + y.hi * (1.0 / 120 - y.hi * (1.0 / 5040))));
    double half = -0.5 * y.hi;
    double c_low = y.hi * y.hi * (1.0 / 24 + y.hi * (-1.0 / 720 + y.hi * (1.0 / 40320))) - 0.5 * y.lo - z.hi * z.lo;
    c2d_pair cz = c2d_two_prod(c.hi, z.hi), sz = c2d_two_prod(-s.hi, z.hi);
    c2d_pair sh = c2d_two_prod(s.hi, half), ch = c2d_two_prod(c.hi, half);
    double sine_low = c.hi * z_low + (c.lo * z.hi + s.hi * c_low);
    double cosine_low = c.hi * c_low - (s.hi * z_low + s.lo * z.hi);
    return sum_if_certain(s, cz, sh, sine_low, sine) && sum_if_certain(c, sz, ch, cosine_low, cosine);
}

/* Below 2^-900 the errors of products would be subnormal, so a number is scaled before the product. */
#define TINY     0x1p-900
#define SCALE    0x1p400
#define UNSCALED 0x1p-400

/* x / SCALE, rounded once, also to a subnormal result. A subnormal result is a multiple of 2^-1074, so x is rounded to
 * a multiple of 2^-674: the ulp of its sum with 2^-622 > |x|. */
static double scale_down(c2d_pair x)
{
    if (fabs(x.hi) * UNSCALED >= DBL_MIN)
        return x.hi * UNSCALED;
    double coarse = copysign(0x1p-622, x.hi);
    c2d_expansion e = c2d_exact(x), f = c2d_exact((c2d_pair){coarse, 0});
    e = c2d_exact_sum(&e, &f);
    return (c2d_exact_round(&e) - coarse) * UNSCALED;
}

/* x * factor, rounded once from a pair. */
static double scaled_product(double x, c2d_pair factor)
{
    c2d_pair scaled = {fabs(x) < TINY ? x * SCALE : x, 0}, product = c2d_pair_mul(scaled, factor);
    return fabs(x) < TINY ? scale_down(product) : product.hi;
}

/* For 0 <= r <= 45 degrees. Below TINY, r^3 / 6 is negligible beside r. */
static void accurate_sincos(double r, double *sine, double *cosine)
{
    if (r < TINY) {
        *sine = scaled_product(r, RADIANS_PER_DEGREE);
        *cosine = 1;
        return;
    }
    const c2d_pair one = {1, 0}, degrees = {r, 0};
    c2d_pair x = c2d_pair_mul(degrees, RADIANS_PER_DEGREE), y = c2d_pair_mul(x, x);
    c2d_pair s = c2d_pair_add(x, c2d_pair_mul(x, c2d_pair_mul(y, horner(SINE_TERM, SINE_TERMS, y))));
    c2d_pair c = c2d_pair_add(one, c2d_pair_mul(y, horner(COSINE_TERM, COSINE_TERMS, y)));
    *sine = s.hi;
    *cosine = c.hi;
}

void c2d_sincos(double degrees, double *sine, double *cosine)
{
    double turn = fabs(degrees) < 360 ? fabs(degrees) : fmod(fabs(degrees), 360);
    int quadrant = turn < 90 ? 0 : turn < 180 ? 1 : turn < 270 ? 2 : 3;
    double r = turn - 90 * quadrant; /* exact: 90 k <= turn <= 90 (k + 1) */
    bool steep = r > 45;
    double folded = steep ? 90 - r : r, s, c;
    if (!fast_sincos(folded, &s, &c))
        accurate_sincos(folded, &s, &c);
    double sin_r = steep ? c : s, cos_r = steep ? s : c;
    double sin_turn = quadrant == 0 ? sin_r : quadrant == 1 ? cos_r : quadrant == 2 ? -sin_r : -cos_r;
    double cos_turn = quadrant == 0 ? cos_r : quadrant == 1 ? -sin_r : quadrant == 2 ? -cos_r : sin_r;
    *sine = (degrees < 0 ? -sin_turn : sin_turn) + 0.0;
    *cosine = cos_turn + 0.0;
}

/* With the angle r = k step + d, tan d = (y c - x s) / (x c + y s) for the sine s and cosine c of k step. The guess of
 * k is off by at most 0.22 degrees, so |d| < 0.011 and the first term that the series leaves out is below 2^-60 d. The
 * numerator's error is 3 u sin(k step), which is less than 3 u of the angle. */
static double angle_from_axis(double x, double y)
{
    double q = y / x;
    int k = (int)(q * (64 + 22 * (1 - q)) + 0.5);
    double s = C2D_SINES[k].sine.hi, c = C2D_SINES[k].cosine.hi;
    double z = (y * c - x * s) / (x * c + y * s), z2 = z * z;
    double d = z - z * z2 * (1.0 / 3 - z2 * (1.0 / 5 - z2 * (1.0 / 7 - z2 * (1.0 / 9))));
    return k * C2D_SINE_STEP + d * DEGREES_PER_RADIAN.hi;
}

double c2d_angle_of(c2d_vec v)
{
    double x = fabs(v.x), y = fabs(v.y);
    double r = y > x ? 90 - angle_from_axis(y, x) : angle_from_axis(x, y);
    double half = v.x < 0 ? 180 - r : r;
    return v.y < 0 ? 360 - half : half;
}

double c2d_degrees(double radians) { return scaled_product(radians, DEGREES_PER_RADIAN); }

/* a + b + k, rounded once; a and b are products. The parts of lo are below 2^-52 of the terms, so its three roundings
 * are below 2^-102 of the terms. */
static inline double turned(c2d_pair a, c2d_pair b, double k)
{
    c2d_pair s = c2d_two_sum(a.hi, b.hi), t = c2d_two_sum(s.hi, k);
    double lo = t.lo + (s.lo + (a.lo + b.lo)), error = 0x1p-100 * (fabs(a.hi) + fabs(b.hi) + fabs(k));
    if (t.hi + (lo - error) == t.hi + (lo + error))
        return t.hi + lo + 0.0;
    c2d_expansion e = c2d_exact(a), f = c2d_exact(b), g = c2d_exact((c2d_pair){k, 0});
    e = c2d_exact_sum(&e, &f);
    e = c2d_exact_sum(&e, &g);
    return c2d_exact_round(&e) + 0.0;
}

/* Whether a sine is so small that its products may lose bits: they are multiples of 2^-1274. */
static bool is_tiny_sine(double sine) { return sine != 0 && fabs(sine) < 0x1p-700; }

/* k + cosine x + sine y for a tiny sine; the cosine is 1 or -1. The first two terms are multiples of 2^-200 and the
 * third is below 2^-499. Unless the first two cancel, only the sign of the third matters, for a sum halfway between two
 * doubles. */
static double turned_by_tiny(double sine, double y, double cosine, double x, double k)
{
    double large = cosine * x;
    if (k == -large)
        return sine * y + 0.0;
    double tiny = y == 0 ? 0 : (sine < 0) != (y < 0) ? -0x1p-499 : 0x1p-499;
    return turned((c2d_pair){large, 0}, (c2d_pair){tiny, 0}, k);
}

static C2D_NOINLINE c2d_vec turn_by_tiny(c2d_vec p, double sine, double cosine, c2d_vec pivot)
{
    return c2d_v(turned_by_tiny(-sine, p.y, cosine, p.x, pivot.x), turned_by_tiny(sine, p.x, cosine, p.y, pivot.y));
}

c2d_vec c2d_turn(c2d_vec p, double sine, double cosine, c2d_vec pivot)
{
    if (is_tiny_sine(sine))
        return turn_by_tiny(p, sine, cosine, pivot);
    return c2d_v(turned(c2d_two_prod(cosine, p.x), c2d_two_prod(-sine, p.y), pivot.x),
                 turned(c2d_two_prod(sine, p.x), c2d_two_prod(cosine, p.y), pivot.y));
}

void c2d_turn_box(c2d_vec lo, c2d_vec hi, double sine, double cosine, c2d_vec pivot, c2d_vec corners[4])
{
    double x[2] = {lo.x, hi.x}, y[2] = {lo.y, hi.y};
    c2d_pair cx[2], sx[2], cy[2], sy[2];
    for (int i = 0; i < 2; i++) {
        cx[i] = c2d_two_prod(cosine, x[i]);
        sx[i] = c2d_two_prod(sine, x[i]);
        cy[i] = c2d_two_prod(cosine, y[i]);
        sy[i] = c2d_two_prod(-sine, y[i]);
    }
    for (int k = 0; k < 4; k++) {
        int i = k == 1 || k == 2, j = k >> 1;
        corners[k] = c2d_v(turned(cx[i], sy[j], pivot.x), turned(sx[i], cy[j], pivot.y));
        if (is_tiny_sine(sine))
            corners[k] = turn_by_tiny(c2d_v(x[i], y[j]), sine, cosine, pivot);
    }
}
