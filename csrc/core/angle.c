/* Sine and cosine of degrees, and points turned by them: the same doubles on every platform, whatever its libm does.
 *
 * The argument is reduced exactly to [0, 45] degrees; the Taylor series are summed in pairs of doubles to a relative
 * error below 2^-98, so that the rounded result is the correctly rounded one unless the true value is that near to a
 * midpoint. */
#include "exact.h"

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

void c2d_sincos(double degrees, double *sine, double *cosine)
{
    const c2d_pair one = {1, 0};
    double turn = fmod(fabs(degrees), 360);
    int quadrant = turn < 90 ? 0 : turn < 180 ? 1 : turn < 270 ? 2 : 3;
    double r = turn - 90 * quadrant; /* exact: 90 k <= turn <= 90 (k + 1) */
    bool steep = r > 45;
    c2d_pair folded = {steep ? 90 - r : r, 0};

    c2d_pair x = c2d_pair_mul(folded, RADIANS_PER_DEGREE), y = c2d_pair_mul(x, x);
    c2d_pair s = c2d_pair_add(x, c2d_pair_mul(x, c2d_pair_mul(y, horner(SINE_TERM, SINE_TERMS, y))));
    c2d_pair c = c2d_pair_add(one, c2d_pair_mul(y, horner(COSINE_TERM, COSINE_TERMS, y)));

    double sin_r = steep ? c.hi : s.hi, cos_r = steep ? s.hi : c.hi;
    double sin_turn = quadrant == 0 ? sin_r : quadrant == 1 ? cos_r : quadrant == 2 ? -sin_r : -cos_r;
    double cos_turn = quadrant == 0 ? cos_r : quadrant == 1 ? -sin_r : quadrant == 2 ? -cos_r : sin_r;
    *sine = (degrees < 0 ? -sin_turn : sin_turn) + 0.0;
    *cosine = cos_turn + 0.0;
}

double c2d_degrees(double radians)
{
    c2d_pair r = {radians, 0};
    return c2d_pair_mul(r, DEGREES_PER_RADIAN).hi;
}

/* x y - z w + k, rounded once. */
static double turned(double x, double y, double z, double w, double k)
{
    c2d_pair a = c2d_two_prod(x, y), b = c2d_two_prod(-z, w), c = {k, 0};
    c2d_pair sum = c2d_pair_add(c2d_pair_add(a, b), c);
    double error = 0x1p-100 * (fabs(a.hi) + fabs(b.hi) + fabs(k));
    if (sum.hi + (sum.lo - error) == sum.hi + (sum.lo + error))
        return sum.hi + 0.0;
    c2d_expansion e = c2d_exact(a), f = c2d_exact(b), g = c2d_exact(c);
    e = c2d_exact_sum(&e, &f);
    e = c2d_exact_sum(&e, &g);
    return c2d_exact_round(&e) + 0.0;
}

c2d_vec c2d_turn(c2d_vec p, double sine, double cosine, c2d_vec pivot)
{
    return c2d_v(turned(cosine, p.x, sine, p.y, pivot.x), turned(sine, p.x, -cosine, p.y, pivot.y));
}
