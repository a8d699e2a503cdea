/* A small game in C: a hero falls, runs, takes a coin and is stopped by a wall, while a guard looks for the hero.
 *
 *     cc -std=c11 -ffp-contract=off -I$(collide2d config --include) examples/world.c $(collide2d config --sources) -lm
 *
 * A world holds all shapes, by their ids, and asks the questions about them. */
#include "collide2d.h"

#include <stdio.h>

enum { LEVEL = 1, COIN = 2, HERO = 4 }; /* layers */
enum { FRAMES = 10 };

static c2d_world world;

/* Adds a box to the world, in a layer. Coordinates that are no numbers, or no memory, are errors. */
static uint32_t add_box(double x, double y, double w, double h, uint64_t layer, uint64_t mask)
{
    c2d_rect rect = {.at = {x, y}, .size = {w, h}};
    c2d_shape shape;
    uint32_t id = C2D_NULL_INDEX;
    if (!c2d_rect_shape(&shape, &rect) && !c2d_world_add(&world, &shape, &rect, &id))
        c2d_world_set_layers(&world, id, layer, mask);
    return id;
}

/* The hero passes through coins, and slides along all else. */
static c2d_response meet(void *context, uint32_t item)
{
    const uint32_t *coin = context;
    return item == *coin ? C2D_PASS : C2D_SLIDE;
}

static void print_frame(int frame, const c2d_shape *hero, const c2d_item_hit *seen)
{
    printf("%d: hero at (%g, %g)%s\n", frame, hero->min.x, hero->min.y, seen->item == C2D_NULL_INDEX ? ", seen" : "");
}

int main(void)
{
    c2d_world_init(&world);
    for (int i = 0; i < 10; i++) /* the tiles of a floor are one solid */
        add_box(16.0 * i, 96, 16, 16, LEVEL, C2D_ALL_LAYERS);
    add_box(128, 48, 8, 48, LEVEL, C2D_ALL_LAYERS);
    add_box(60, 24, 20, 40, LEVEL, C2D_ALL_LAYERS); /* hides the hero from the guard */
    uint32_t coin = add_box(60, 84, 8, 8, COIN, HERO);
    uint32_t hero = add_box(20, 60, 12, 24, HERO, LEVEL | COIN);

    c2d_vec speed = {15, 0}, eye = {120, 30};
    c2d_query walls = c2d_query_of_shape(NULL, NULL);
    walls.mask = LEVEL;
    for (int frame = 0; frame < FRAMES; frame++) {
        c2d_mover_result move;
        c2d_item_hit seen;
        c2d_slide_options options = c2d_slide_defaults();
        options.choose = meet;
        options.context = &coin;
        speed.y += 4;
        if (c2d_world_slide(&world, hero, speed, &options, &move))
            return 1;
        for (size_t i = 0; i < move.meeting_count; i++) {
            if (move.meetings[i].item == coin && !c2d_world_remove(&world, coin))
                printf("   a coin\n");
            else /* the surface takes away the speed into it */
                speed = c2d_slide(speed, move.meetings[i].hit.normal);
        }
        const c2d_shape *shape = c2d_world_shape(&world, hero);
        c2d_vec way = {shape->min.x - eye.x, shape->min.y - eye.y};
        if (c2d_world_raycast(&world, eye, way, &walls, &seen))
            return 1;
        print_frame(frame, shape, &seen);
        c2d_mover_result_free(&move);
    }
    c2d_world_free(&world);
    return 0;
}
