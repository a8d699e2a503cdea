// collide2d inside a C++ program: a circle falls onto rectangles, and slides along them.
//
//     cc -std=c11 -O2 -ffp-contract=off -c $(collide2d config --sources)
//     c++ -std=c++17 -I$(collide2d config --include) examples/embed.cpp collide2d.o -o embed
//
// In an editable installation, the first command makes many object files: *.o.
#include "collide2d.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

namespace
{

// Only the functions that make shapes can fail.
void require(c2d_status status)
{
    if (status != C2D_OK)
        throw std::invalid_argument(c2d_rule(status));
}

c2d_shape circle(c2d_vec center, double radius)
{
    c2d_shape shape;
    require(c2d_circle(&shape, center, radius));
    return shape;
}

c2d_shape box(c2d_vec corner, c2d_vec opposite)
{
    c2d_shape shape;
    require(c2d_box(&shape, corner, opposite, 0.0));
    return shape;
}

using level = std::vector<c2d_shape>;

// Appends the obstacles that the mover asks for. No exception may pass through the core, which is C.
c2d_status find_obstacles(void *context, c2d_bounds area, c2d_obstacles *found) noexcept
{
    const level &shapes = *static_cast<const level *>(context);
    for (std::uint32_t i = 0; i < shapes.size(); i++) {
        const c2d_shape &s = shapes[i];
        if (s.min.x > area.max.x || s.max.x < area.min.x || s.min.y > area.max.y || s.max.y < area.min.y)
            continue;
        const c2d_obstacle obstacle = {&s, i, C2D_SLIDE};
        if (c2d_status status = c2d_obstacles_add(found, &obstacle); status != C2D_OK)
            return status;
    }
    return C2D_OK;
}

void print_move(const c2d_shape &ball, c2d_vec motion, level &shapes)
{
    c2d_mover_result result;
    const c2d_status status = c2d_mover_run(&ball, nullptr, motion, nullptr, find_obstacles, &shapes, &result);
    const std::unique_ptr<c2d_mover_result, void (*)(c2d_mover_result *)> freed(&result, c2d_mover_result_free);
    require(status);
    for (std::size_t i = 0; i < result.meeting_count; i++) {
        const c2d_mover_hit &met = result.meetings[i];
        std::printf("meets tile %u at t = %.4f, normal (%.4f, %.4f)\n", static_cast<unsigned>(met.item), met.hit.t,
                    met.hit.normal.x, met.hit.normal.y);
    }
    const c2d_vec end = result.stops[result.stop_count - 1];
    std::printf("ends at (%.4f, %.4f)\n", ball.v.own[0].x + end.x, ball.v.own[0].y + end.y);
}

} // namespace

int main()
{
    level shapes;
    for (int i = 0; i < 4; i++)
        shapes.push_back(box({8.0 * i, 16.0}, {8.0 * (i + 1), 24.0}));
    shapes.push_back(box({24.0, 8.0}, {32.0, 16.0}));

    const c2d_shape ball = circle({4.0, 6.0}, 2.0);
    std::printf("above tile 0 by %.4f\n", c2d_distance(&ball, &shapes[0]));
    print_move(ball, {12.0, 16.0}, shapes);
    print_move(ball, {40.0, 16.0}, shapes);
    try {
        circle({0.0, 0.0}, -1.0);
    } catch (const std::invalid_argument &error) {
        std::printf("a radius %s\n", error.what());
    }
}
