/* Points and segments beside, between and on the way of flush tiles: what several pieces of a body, several items of a
 * world or several images surround or stop together. The lattice is so small that most thin pieces touch several tiles;
 * bodies.c and items.c have larger frames and all kinds of solids. */
#include "bits.h"
#include "../../csrc/core/periodic/body_image.h"
#include "../../csrc/core/periodic/image_cast.h"
#include "../../csrc/core/periodic/image_search.h"
#include "../../csrc/core/world/union_search.h"

#include <math.h>

#define COLUMNS 4
#define ROWS    3

static frame f;
static world tiles, thins;
static c2d_body a, b;
static c2d_tree tree_a, tree_b;
static c2d_vec motion;

/* ---- inputs ---- */

/* A point of the lattice, in halves of a cell. */
static c2d_vec lattice(unsigned x, unsigned y)
{
    return (c2d_vec){f.origin.x + x * f.unit / 2, f.origin.y + y * f.unit / 2};
}

static c2d_vec read_corner(reader *in)
{
    unsigned at = read_byte(in);

    return lattice(at % (2 * COLUMNS + 1), at / 16 % (2 * ROWS + 1));
}

static c2d_status make_tile(unsigned column, unsigned row, unsigned kind, solid *s)
{
    unsigned wide = kind & 128 ? 4 : 2;
    c2d_vec p = lattice(2 * column, 2 * row), q = lattice(2 * column + wide, 2 * row + 2);
    c2d_vec corners[4] = {p, {q.x, p.y}, q, {p.x, q.y}};

    s->has_rect = false;
    switch (kind % 16) {
    case 0: /* a slope */
    case 1: corners[kind / 16 % 4] = corners[(kind / 16 + 1) % 4]; break;
    case 2: q.y = ulps_off(q.y, kind & 16 ? 1 : -1); break;
    case 3:
        s->rect = (c2d_rect){.anchor = C2D_BY_CENTER, .at = lattice(2 * column + 1, 2 * row + 1)};
        s->rect.size = (c2d_vec){f.unit, f.unit};
        s->has_rect = true;
        return c2d_rect_shape(&s->shape, &s->rect);
    case 4: return c2d_segment(&s->shape, corners[kind / 16 % 4], corners[(kind / 16 + 1) % 4]);
    case 5: return c2d_circle(&s->shape, lattice(2 * column + 1, 2 * row + 1), f.unit / 2);
    default: break;
    }
    return kind % 16 < 2 ? c2d_hull_shape(&s->shape, corners, 4, 0, s->storage) : c2d_box(&s->shape, p, q, 0);
}

static bool add_solid(world *w, c2d_status status)
{
    solid *s = &w->list[w->count];

    if (status != C2D_OK)
        return false;
    w->shapes[w->count] = &s->shape;
    w->rects[w->count++] = solid_rect(s);
    return true;
}

static void add_origin(world *w)
{
    w->list[0].has_rect = false;
    add_solid(w, c2d_point(&w->list[0].shape, c2d_v(0, 0)));
}

/* Tiles in some cells, plain boxes in most inputs. */
static void read_tiles(reader *in)
{
    unsigned low = read_byte(in), cells = low | read_byte(in) << 8, plain = read_byte(in);

    if (plain & 4) /* in three of four */
        cells |= low << 6 | low >> 3;
    plain &= 1;

    tiles.count = 0;
    for (unsigned k = 0; k < COLUMNS * ROWS; k++)
        if (cells >> k & 1)
            add_solid(&tiles,
                      make_tile(k % COLUMNS, k / COLUMNS, plain ? 15 : read_byte(in), &tiles.list[tiles.count]));
    if (tiles.count == 0)
        add_origin(&tiles);
}

/* One to four points and segments. */
static void read_thins(reader *in)
{
    unsigned wanted = 1 + read_byte(in) % 4;

    thins.count = 0;
    for (unsigned i = 0; i < wanted; i++) {
        c2d_vec p = read_corner(in), q = read_corner(in);
        unsigned tag = read_byte(in);
        if (tag & 1)
            *(tag & 2 ? &q.x : &q.y) = tag & 2 ? p.x : p.y;
        thins.list[thins.count].has_rect = false;
        add_solid(&thins, tag % 8 < 3 ? c2d_point(&thins.list[thins.count].shape, p)
                                      : c2d_segment(&thins.list[thins.count].shape, p, q));
    }
    if (thins.count == 0)
        add_origin(&thins);
}

/* Along an axis in most inputs; always in the domain. */
static c2d_vec read_step(reader *in)
{
    c2d_vec p = read_corner(in), q = read_corner(in), d = {q.x - p.x, q.y - p.y};
    unsigned tag = read_byte(in);

    if (tag & 1)
        *(tag & 2 ? &d.x : &d.y) = 0;
    if (tag % 16 == 15)
        d = c2d_mul(d, 0x1p-60);
    return c2d_check(&d.x) == C2D_OK && c2d_check(&d.y) == C2D_OK ? d : c2d_v(0, 0);
}

static c2d_cast_options options;

/* Thin pieces and tiles, as bodies with or without indices; either is a. */
static void read_seams(reader *in)
{
    unsigned tag = read_byte(in);

    f = read_frame(in);
    read_tiles(in);
    read_thins(in);
    if (tag & 8) /* some of the tiles with the thin pieces */
        add_solid(&thins, make_tile(tag / 32 % COLUMNS, tag / 16 % 2, 15, &thins.list[thins.count]));
    a = body_of(tag & 1 ? &tiles : &thins);
    b = body_of(tag & 1 ? &thins : &tiles);
    motion = read_step(in);
    options = read_options(in);
    if (tag & 2 && TRY(c2d_body_make_index(&a, &tree_a)) == C2D_OK)
        a.index = &tree_a;
    if (tag & 4 && TRY(c2d_body_make_index(&b, &tree_b)) == C2D_OK)
        b.index = &tree_b;
}

static void free_seams(void)
{
    if (a.index)
        c2d_tree_free(&tree_a);
    if (b.index)
        c2d_tree_free(&tree_b);
}

/* ---- bodies ---- */

static void add_pair_of_pieces(const c2d_piece_pair *pair)
{
    add_word(pair->a);
    add_word(pair->b);
}

/* Whether the tiles contain a thin piece, a box or a triangle of the lattice. */
static void contain_more(reader *in)
{
    static solid s;
    const c2d_shape *piece = &s.shape;
    c2d_body one = {&piece, NULL, 1, NULL}, all = body_of(&tiles);
    bool contains;

    for (unsigned i = 0; i < 4; i++) {
        c2d_vec p[3] = {read_corner(in), {0, 0}, {0, 0}};
        p[1] = read_corner(in);
        p[2] = read_corner(in);
        c2d_status status = i == 0   ? c2d_segment(&s.shape, p[0], p[1])
                            : i == 1 ? c2d_hull_shape(&s.shape, p, 3, 0, s.storage)
                                     : c2d_box(&s.shape, p[0], p[1], i == 3 ? f.unit / 4 : 0);
        if (status == C2D_OK && add_status_of(c2d_body_contains(&all, &one, &contains)))
            add_word(contains);
    }
}

static void relate_seams(reader *in)
{
    c2d_relation relation;
    c2d_contact contact;
    c2d_piece_pair pair;
    bool is_so;
    double number;
    c2d_vec p, q;

    read_seams(in);
    if (add_status_of(c2d_body_relate(&a, &b, &relation)))
        add_word((uint64_t)(relation - C2D_APART));
    if (add_status_of(c2d_body_contains(&b, &a, &is_so)))
        add_word(is_so);
    if (add_status_of(c2d_body_separation(&a, &b, &number)))
        add_number(number);
    c2d_body_closest_points(&a, &b, &p, &q);
    add_vec(p);
    add_vec(q);
    if (add_status_of(c2d_body_find_contact(&a, &b, &is_so, &contact, &pair)) && is_so) {
        add_contact(&contact);
        add_pair_of_pieces(&pair);
    }
    contain_more(in);
    free_seams();
}

static void add_cast(c2d_status status, bool hits, const c2d_hit *hit, const c2d_piece_pair *pair)
{
    if (!add_status(status))
        return;
    add_word(hits);
    if (hits) {
        add_hit(hit);
        add_pair_of_pieces(pair);
    }
}

static void cast_seams(reader *in)
{
    bool hits;
    c2d_hit hit;
    c2d_piece_pair pair;
    c2d_status status;

    read_seams(in);
    status = TRY(c2d_body_cast(&a, motion, &b, options, room, &hits, &hit, &pair));
    add_cast(status, hits, &hit, &pair);
    status = TRY(
        c2d_body_cast_both(&a, c2d_mul(motion, 0.75), &b, c2d_mul(motion, -0.25), options, room, &hits, &hit, &pair));
    add_cast(status, hits, &hit, &pair);
    status = TRY(c2d_body_turn_cast(&a, 90, a.pieces[0]->min, motion, &b, room, &hits, &hit, &pair));
    add_cast(status, hits, &hit, &pair);
    free_seams();
}

static void separate_seams(reader *in)
{
    double mass_a = read_mass(in), mass_b = read_mass(in);
    c2d_vec move_a, move_b;

    read_seams(in);
    if (add_status_of(c2d_body_separate(&a, mass_a, &b, mass_b, &move_a, &move_b))) {
        add_vec(move_a);
        add_vec(move_b);
    }
    if (add_status_of(c2d_body_separate_more(&a, mass_a, &b, mass_b, 0.25, &move_a, &move_b))) {
        add_vec(move_a);
        add_vec(move_b);
    }
    free_seams();
}

/* ---- items ---- */

static void add_item_hits(const c2d_item_hits *found)
{
    add_word(found->count);
    for (size_t k = 0; k < found->count; k++) {
        add_word(found->list[k].item);
        add_hit(&found->list[k].hit);
    }
}

/* What is refused leaves nothing of earlier answers. */
static void refuse(const c2d_world *items, c2d_item_hits *hits)
{
    c2d_query query = c2d_query_of_shape(thins.shapes[0], NULL);
    c2d_item_distances distances = {0};
    c2d_mover_result travel = {0};

    add_status_of(c2d_world_nearest(items, &query, 3, INFINITY, &distances));
    add_word(distances.count);
    add_status_of(c2d_world_nearest(items, &query, 3, -1, &distances));
    add_word(distances.count);
    add_status_of(c2d_world_raycast_all(items, c2d_v(NAN, 0), motion, NULL, hits));
    add_word(hits->count);
    add_status_of((c2d_mover_result_free(&travel), c2d_world_try_slide(items, &query, c2d_v(0, NAN), NULL, &travel)));
    add_word(travel.stop_count);
    c2d_mover_result_free(&travel);
    c2d_item_distances_free(&distances);
}

/* Two copies of some tiles among the items, and the thin shapes as items too; some change their places in the order. */
static void items_seams(reader *in)
{
    c2d_world items;
    c2d_item_hits hits = {0};
    c2d_items found = {0};
    c2d_item_distances near = {0};
    unsigned tag = read_byte(in);

    read_seams(in);
    c2d_world_init(&items);
    for (size_t i = 0; i < tiles.count; i++) {
        uint32_t id = C2D_NULL_INDEX;
        add_status_of(c2d_world_add(&items, tiles.shapes[i], tiles.rects[i], &id));
        if (i % 4 == tag / 4 % 4)
            add_status_of(c2d_world_add(&items, tiles.shapes[i], NULL, &id));
        if (i % 4 == tag / 16 % 4)
            add_status_of(c2d_world_remove(&items, id));
    }
    for (size_t i = 0; i < thins.count; i++) {
        uint32_t id;
        if (tag & 1)
            add_status_of(c2d_world_add(&items, thins.shapes[i], NULL, &id));
    }
    for (size_t i = 0; i < thins.count; i++) {
        c2d_query query = c2d_query_of_shape(thins.shapes[i], NULL);
        c2d_vec step = i ? read_step(in) : motion;
        c2d_item_hit first;
        c2d_mover_result travel = {0};
        query.touching = options.touching;
        query.leaving = options.leaving;
        query.contained = tag & 2;
        add_status_of(c2d_world_query(&items, &query, &found));
        for (size_t k = 0; k < found.count; k++)
            add_word(found.list[k]);
        add_status_of(c2d_world_cast(&items, &query, step, &first));
        add_word(first.item);
        if (first.item != C2D_NULL_INDEX)
            add_hit(&first.hit);
        add_status_of(c2d_world_cast_all(&items, &query, step, &hits));
        add_item_hits(&hits);
        add_status_of(c2d_world_raycast_all(&items, thins.shapes[i]->min, step, &query, &hits));
        add_item_hits(&hits);
        add_status_of(c2d_world_nearest(&items, &query, 1 + i, INFINITY, &near));
        for (size_t k = 0; k < near.count; k++)
            add_word(near.list[k].item);
        if (add_status_of((c2d_mover_result_free(&travel), c2d_world_try_slide(&items, &query, step, NULL, &travel))))
            add_vecs(travel.stops, travel.stop_count);
        c2d_mover_result_free(&travel);
    }
    refuse(&items, &hits);
    c2d_item_distances_free(&near);
    c2d_items_free(&found);
    c2d_item_hits_free(&hits);
    c2d_world_free(&items);
    free_seams();
}

/* ---- the search of unions ---- */

static c2d_status add_member(void *context, const c2d_union_member *member, const c2d_hit *hit)
{
    (void)context;
    add_word(member->order);
    add_word(member->item);
    add_word((uint32_t)member->image.x << 16 ^ (uint32_t)member->image.y);
    add_hit(hit);
    return C2D_OK;
}

/* A tile as a member whose order, item and image may be those of other ones. */
static c2d_status add_tile(c2d_union_search *u, const c2d_shape *tile, unsigned tag)
{
    c2d_relation swept = C2D_APART;
    size_t count = u->count;
    c2d_hit hit;
    c2d_status status;

    if (tag & 1)
        add_status(c2d_cast_touching(u->shape, u->rect, u->motion, tile, NULL, &swept, &hit));
    if (swept == C2D_TOUCHING && tag & 2)
        swept = C2D_APART;
    add_word(c2d_union_search_wants(swept, &hit));
    status = c2d_union_search_add(u, tile, tag / 4 % 4, tag / 16 % 2, swept, &hit);
    add_status(status);
    if (u->count > count)
        u->members[count].image = (c2d_cell){(int32_t)(tag / 32 % 2), (int32_t)(tag / 64)};
    add_number(c2d_union_search_limit(u));
    return status;
}

static c2d_status add_tiles(reader *in, c2d_union_search *u)
{
    c2d_status status = C2D_OK;

    for (size_t i = 0; i < tiles.count && !status; i++)
        status = add_tile(u, tiles.shapes[i], read_byte(in));
    return status;
}

static c2d_status add_blocks(const c2d_union_search *u)
{
    bool blocked;
    c2d_status status = c2d_union_search_blocks(u, &blocked);

    if (add_status(status))
        add_word(blocked);
    return status;
}

static c2d_status search_union(reader *in, unsigned tag, c2d_union_search *u)
{
    uint64_t kept[] = {0, 1 + tag / 32 % 2, 2};
    c2d_status status = add_tiles(in, u);

    if (tag & 1 && !status) {
        c2d_union_search_restart(u);
        status = add_tiles(in, u);
    }
    if (status)
        return status;
    add_word(c2d_union_search_is_cut(u, tag / 8 % 4));
    status = add_blocks(u);
    if (tag & 2 && !status) {
        status = c2d_union_search_keep(u, kept, 1 + tag / 64 % 2);
        add_status(status);
        status = status ? status : add_blocks(u);
    }
    if (status)
        return status;
    status = c2d_union_search_report(u, add_member, NULL);
    add_status(status);
    return status;
}

/* A lack of memory ends a search of unions, so a call is all of it. */
static c2d_status union_of_tiles(reader *in, unsigned tag)
{
    c2d_union_search u;
    c2d_status status;

    c2d_union_search_init(&u, thins.shapes[0], NULL, motion, options);
    status = search_union(in, tag, &u);
    c2d_union_search_free(&u);
    return status;
}

static void union_seams(reader *in)
{
    unsigned tag = read_byte(in);
    reader begin;

    read_seams(in);
    begin = *in;
    TRY((*in = begin, union_of_tiles(in, tag)));
    free_seams();
}

/* ---- images ---- */

static double add_image(void *context, uint32_t item, double limit)
{
    const c2d_cell *cell = context;

    add_word(item);
    add_word((uint32_t)cell->x);
    add_word((uint32_t)cell->y);
    return item % 4 == 3 ? limit * 0.75 : limit;
}

static bool add_queried(void *context, uint32_t item) { return add_image(context, item, 1) > 0; }

/* A period as wide as the tiles, or a little wider or narrower, so that tiles touch images of others. */
static c2d_vec read_period(reader *in)
{
    unsigned tag = read_byte(in);
    c2d_vec period = {f.unit * (COLUMNS + tag % 4 / 2.0 - 0.5), f.unit * (ROWS + tag / 4 % 4 / 2.0 - 0.5)};

    if (tag & 16)
        period.y = INFINITY;
    if (tag & 32)
        period.x = ulps_off(period.x, tag & 64 ? 1 : -1);
    return period;
}

/* Whether a period is in the domain, and a world fits it. */
static bool fits(const world *w, c2d_vec period)
{
    bool is_valid = period.x >= C2D_LEAST_PERIOD && c2d_check(&period.x) == C2D_OK &&
                    (period.y == INFINITY || (period.y >= C2D_LEAST_PERIOD && c2d_check(&period.y) == C2D_OK));

    for (size_t i = 0; i < w->count && is_valid; i++)
        is_valid = c2d_fits_period(c2d_bounds_of(w->shapes[i]), period);
    return is_valid;
}

/* The contact of a shape and an image. */
static void add_image_contact(const c2d_shape *s, const c2d_shape *t, c2d_vec period, c2d_cell cell)
{
    c2d_relation relation = c2d_relate_image(s, t, period, cell.x, cell.y);
    c2d_image_pair pair;
    c2d_contact contact;

    if (relation == C2D_APART || !add_status_of(c2d_image_pair_init(&pair, s, t, period, cell, relation)))
        return;
    c2d_image_contact(&pair, &contact);
    add_contact(&contact);
    c2d_image_pair_free(&pair);
}

static void images_seams(reader *in)
{
    c2d_vec period;
    c2d_tree tree;

    read_seams(in);
    period = read_period(in);
    if (!fits(&tiles, period) || !fits(&thins, period)) {
        free_seams();
        return;
    }
    c2d_tree_init(&tree);
    for (uint32_t i = 0; i < tiles.count; i++) {
        uint32_t leaf;
        add_status_of(c2d_tree_insert(&tree, c2d_home_box(tiles.shapes[i], period), i, &leaf));
    }
    for (size_t i = 0; i < thins.count; i++) {
        unsigned tag = read_byte(in);
        const c2d_shape *s = thins.shapes[i];
        c2d_cell cell = {(int32_t)(tag % 3) - 1, period.y < INFINITY ? (int32_t)(tag / 4 % 3) - 1 : 0}, at;
        c2d_vec step = c2d_mul(motion, 1 + tag / 16 % 4);
        c2d_bounds bounds = c2d_bounds_of(s), box;
        const c2d_shape *t = tiles.shapes[tag % tiles.count];
        c2d_relation swept;
        c2d_hit hit;
        c2d_shape moved;
        double distance;
        bool is_so;
        if (add_status_of(c2d_body_image_surrounds(&b, period, cell, s, &is_so)))
            add_word(is_so);
        if (add_status_of(c2d_body_image_contains(&b, &a, period, cell, &is_so)))
            add_word(is_so);
        if (add_status_of(c2d_distance_to_image(s, t, period, cell, &distance)))
            add_number(distance);
        add_image_contact(s, t, period, cell);
        if (add_status_of(c2d_image_cast(s, NULL, step, t, period, cell, options, NULL, &swept, &hit))) {
            add_word((uint64_t)(swept - C2D_APART));
            if (swept != C2D_APART)
                add_hit(&hit);
        }
        is_so = c2d_move_thin(s, NULL, step, period, cell, &moved);
        add_word(is_so);
        if (is_so)
            add_shape(&moved);
        c2d_query_images(&tree, bounds, period, &at, add_queried, &at);
        c2d_search_images_near(&tree, bounds, f.unit * (tag & 7), period, &at, NULL, add_image, &at);
        if (c2d_way_fits(step, period) && add_status_of(c2d_cast_bounds(s, NULL, step, NULL, &box)))
            c2d_search_images_along(&tree, bounds, box, step, 1, period, &at, NULL, add_image, &at);
    }
    c2d_tree_free(&tree);
    free_seams();
}

/* ---- the verbs ---- */

/* An input has bytes for several cases. */
static void repeat(reader *in, unsigned times, void (*run)(reader *in))
{
    for (unsigned i = 0; i < times; i++)
        run(in);
}

static void run_seam_relate(reader *in) { repeat(in, 6, relate_seams); }
static void run_seam_cast(reader *in) { repeat(in, 6, cast_seams); }
static void run_seam_separate(reader *in) { repeat(in, 2, separate_seams); }
static void run_seam_items(reader *in) { repeat(in, 2, items_seams); }
static void run_seam_union(reader *in) { repeat(in, 8, union_seams); }
static void run_seam_images(reader *in) { repeat(in, 6, images_seams); }

const verb seam_verbs[] = {{"seam_relate", run_seam_relate},
                           {"seam_cast", run_seam_cast},
                           {"seam_separate", run_seam_separate},
                           {"seam_items", run_seam_items},
                           {"seam_union", run_seam_union},
                           {"seam_images", run_seam_images},
                           {NULL, NULL}};
