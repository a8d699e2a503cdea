/* Property: separation is within 8 ulp, relative, of the true signed gap, also where distance and radii cancel. */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    solid a, b;
    double found, ulps;

    in.most = DRAFT_POINTS;
    read_pair(&in, &a, &b);
    target_subjects(&a.shape, &b.shape);
    found = c2d_separation(&a.shape, &b.shape);
    ulps = oracle_separation_error(&c2d_vertices(&a.shape)->x, a.shape.count, a.shape.radius,
                                   &c2d_vertices(&b.shape)->x, b.shape.count, b.shape.radius, found);
    CHECK(ulps <= 8, "separation is %.17g, %.1f ulp off", found, ulps);
    return 0;
}
