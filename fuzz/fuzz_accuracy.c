/* Property: separation is within 8 ulp, relative, of the true signed gap, also where distance and radii cancel. */
#include "decode.h"
#include "oracle.h"
#include "target.h"

#include <float.h>
#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    solid a, b;
    long double exact, error, allowed;
    double found;

    in.most = DRAFT_POINTS;
    read_pair(&in, &a, &b);
    target_subjects(&a.shape, &b.shape);
    exact = oracle_separation(&c2d_vertices(&a.shape)->x, a.shape.count, a.shape.radius, &c2d_vertices(&b.shape)->x,
                              b.shape.count, b.shape.radius);
    found = c2d_separation(&a.shape, &b.shape);
    error = fabsl(found - exact);
    /* where long double is only a double the oracle itself is a few ulp off */
    allowed = (LDBL_MANT_DIG > 60 ? 8 : 16) * 0x1p-52L * fabsl(exact);
    CHECK(error <= allowed, "separation is %.17g, exactly %.20Lg: %.1Lf ulp off", found, exact,
          error / (fabsl(exact) * 0x1p-52L));
    return 0;
}
