/* Property: c2d_hull returns the hull: strictly convex, positive turns, least vertex first, containing all the points
 * and made of nothing else, in place or not, in any order of the points. c2d_polygon accepts exactly the points that
 * run once round a convex polygon, and then makes the shape that c2d_hull_shape makes. A copy of it is the same shape.
 */
#include "../decode.h"
#include "../oracle.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define POINTS 100 /* above 64 the core allocates */

static void check_shape(const c2d_shape *s, const c2d_vec *hull, size_t count, double radius)
{
    const c2d_vec *v = c2d_vertices(s);
    bool box = count == 4 && v[0].y == v[1].y && v[1].x == v[2].x && v[2].y == v[3].y && v[3].x == v[0].x;
    unsigned form = count == 1 ? C2D_POINT : count == 2 ? C2D_SEGMENT : box ? C2D_BOX : C2D_CONVEX;
    c2d_vec center = c2d_center(s);
    double area = c2d_area(s), slack;

    CHECK(s->count == count, "%u vertices in the shape, %zu in the hull", (unsigned)s->count, count);
    CHECK(memcmp(v, hull, count * sizeof *v) == 0, "vertices differ from the hull's");
    CHECK(s->radius == radius, "radius %a", s->radius);
    CHECK(s->form == form, "form is %u, should be %u", (unsigned)s->form, form);
    slack = 0x1p-48 * (fabs(s->min.x) + fabs(s->max.x) + fabs(s->min.y) + fabs(s->max.y)) + 0x1p-200;
    CHECK(center.x >= s->min.x - slack && center.x <= s->max.x + slack && center.y >= s->min.y - slack &&
              center.y <= s->max.y + slack,
          "center (%.17g, %.17g) is outside the bounds", center.x, center.y);
    CHECK(area >= 0 && area - area == 0, "area is %g", area);
    CHECK(area > 0 || radius == 0, "area is %g", area);
    CHECK(area == 0 || radius > 0 || count > 2, "area is %g", area);
}

/* A copy is the shape, and stays so when the shape's vertices are overwritten; in place too, to memory that overlaps.
 */
static void check_copy(const c2d_shape *shape, const c2d_vec *hull, size_t count, double radius)
{
    c2d_vec vertices[POINTS], room[POINTS];
    c2d_shape original, copy;

    memset(vertices, 0, sizeof vertices);
    memset(room, 0, sizeof room);
    CHECK(c2d_copy_room(shape) == (count > C2D_INLINE_VERTICES ? count : 0), "room for %zu vertices", count);
    c2d_copy(&original, shape, vertices);
    c2d_copy(&copy, &original, c2d_copy_room(&original) ? room : NULL);
    memset(vertices, 0, sizeof vertices);
    check_shape(&copy, hull, count, radius);
    if (count < POINTS) {
        c2d_copy(&copy, &copy, room + 1);
        check_shape(&copy, hull, count, radius);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reader in = reader_open(data, size);
    unsigned order = read_byte(&in);
    double radius = order & 1 ? read_size(&in) : 0;
    c2d_vec points[POINTS], hull[POINTS], again[POINTS], storage[POINTS], cycle[POINTS];
    c2d_shape shape;
    c2d_status status;
    size_t n = read_points(&in, points, order % 8 == 7 ? POINTS : 12), count, count_again;
    const char *error;
    int convex;

    target_subjects(NULL, NULL);
    CHECK(c2d_check_size(&radius) == C2D_OK, "radius %a", radius);
    for (size_t i = 0; i < n; i++)
        CHECK(c2d_check(&points[i].x) == C2D_OK && c2d_check(&points[i].y) == C2D_OK, "point %zu", i);
    if (target_verbose) {
        fprintf(stderr, "points = [");
        for (size_t i = 0; i < n; i++)
            fprintf(stderr, "%s(%.17g, %.17g)", i ? ", " : "", points[i].x, points[i].y);
        fprintf(stderr, "]; radius = %.17g\n", radius);
    }

    status = c2d_hull(points, n, hull, &count);
    CHECK(status == C2D_OK, "hull: %s", c2d_rule(status));
    error = oracle_hull_error(&points->x, n, &hull->x, count);
    CHECK(error == NULL, "hull of %zu points: %s", n, error);

    /* in the opposite order and in place */
    for (size_t i = 0; i < n; i++)
        again[i] = points[n - 1 - i];
    status = c2d_hull(again, n, again, &count_again);
    CHECK(status == C2D_OK && count_again == count && memcmp(hull, again, count * sizeof *hull) == 0,
          "the points reversed have another hull");

    status = c2d_hull_shape(&shape, points, n, radius, storage);
    CHECK(status == C2D_OK, "hull_shape: %s", c2d_rule(status));
    check_shape(&shape, hull, count, radius);
    check_copy(&shape, hull, count, radius);
    memcpy(storage, points, n * sizeof *points);
    status = c2d_hull_shape(&shape, storage, n, radius, storage);
    CHECK(status == C2D_OK, "hull_shape in place: %s", c2d_rule(status));
    check_shape(&shape, hull, count, radius);

    convex = oracle_is_convex_cycle(&points->x, n);
    status = c2d_polygon(&shape, points, n, radius, storage);
    CHECK(status == (convex ? C2D_OK : C2D_NOT_CONVEX), "polygon: status %d, exactly convex: %d", (int)status, convex);
    if (convex)
        CHECK(c2d_concave_corner(points, n) == n, "a concave corner of %zu points that are convex", n);
    else
        CHECK(c2d_concave_corner(points, n) <= n, "a concave corner beyond %zu points", n);
    CHECK(c2d_rule(status)[0] != 0, "no text for status %d", (int)status);
    if (convex)
        check_shape(&shape, hull, count, radius);

#ifdef FUZZ_STANDALONE
    /* more points than fit into memory, refused before a point is read; sanitizers and engines would report the
     * allocation as an error */
    if (order == 255)
        CHECK(c2d_hull(points, (size_t)1 << (sizeof n == 8 ? 58 : 27), hull, &count_again) == C2D_NO_MEMORY,
              "memory enough?");
#endif

    /* the hull, from any start and in either direction, is a convex polygon */
    for (size_t i = 0; i < count; i++)
        cycle[i] = hull[(order & 4 ? count - i + order / 8 : i + order / 8) % count];
    status = c2d_polygon(&shape, cycle, count, radius, cycle);
    CHECK(status == C2D_OK, "polygon of its own hull: %s", c2d_rule(status));
    check_shape(&shape, hull, count, radius);
    return 0;
}
