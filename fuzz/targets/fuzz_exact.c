/* Property: c2d_relate, by whatever filters and fast paths, gives the answer of exact arithmetic on the stored numbers,
 * and so do collides, overlaps and touches. */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    solid a, b;
    int found, exact;

    in.most = DRAFT_POINTS;
    read_pair(&in, &a, &b);
    target_subjects(&a.shape, &b.shape);
    exact = oracle_relate(&c2d_vertices(&a.shape)->x, a.shape.count, a.shape.radius, &c2d_vertices(&b.shape)->x,
                          b.shape.count, b.shape.radius);
    target_relations[exact + 1]++;
    found = c2d_relate(&a.shape, &b.shape);
    CHECK(found == exact, "relate is %d, exactly %d", found, exact);
    CHECK(c2d_collides(&a.shape, &b.shape) == (exact >= 0), "exactly %d", exact);
    CHECK(c2d_overlaps(&a.shape, &b.shape) == (exact > 0), "exactly %d", exact);
    CHECK(c2d_touches(&a.shape, &b.shape) == (exact == 0), "exactly %d", exact);
    return 0;
}
