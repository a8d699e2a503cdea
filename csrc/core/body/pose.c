/* A moved copy of a body. Each piece is moved from its source, never from an earlier pose, so that a pose has the bits
 * of a body that a user moves by the same vector. */
#include "pose.h"

#include "../exact/allocate.h"
#include "../exact/vec.h"
#include "pieces.h"

static size_t storage_of(const c2d_shape *s) { return s->count > C2D_INLINE_VERTICES ? 2 * (size_t)s->count : 0; }

c2d_status c2d_pose_init(c2d_pose *pose, const c2d_body *source)
{
    size_t vertices = 0;
    for (size_t i = 0; i < source->count; i++)
        vertices += storage_of(source->pieces[i]);
    *pose = (c2d_pose){.source = source, .moved = {INFINITY, INFINITY}};
    c2d_tree_init(&pose->tree);
    pose->shapes = c2d_new_array(source->count, sizeof *pose->shapes);
    pose->pieces = c2d_new_array(source->count, sizeof *pose->pieces);
    pose->vertices = c2d_new_array(vertices, sizeof *pose->vertices);
    if (!pose->shapes || !pose->pieces || !pose->vertices) {
        c2d_pose_free(pose);
        return C2D_NO_MEMORY;
    }
    for (size_t i = 0; i < source->count; i++)
        pose->pieces[i] = &pose->shapes[i];
    pose->body = (c2d_body){pose->pieces, NULL, source->count, NULL};
    c2d_status status = c2d_pose_move(pose, c2d_v(0, 0));
    if (status)
        c2d_pose_free(pose);
    return status;
}

void c2d_pose_free(c2d_pose *pose)
{
    free(pose->shapes);
    free(pose->pieces);
    free(pose->vertices);
    c2d_tree_free(&pose->tree);
    *pose = (c2d_pose){.source = NULL};
}

c2d_status c2d_pose_move(c2d_pose *pose, c2d_vec d)
{
    c2d_vec *storage = pose->vertices;
    c2d_status status = C2D_OK;
    if (c2d_same(d, pose->moved))
        return C2D_OK;
    for (size_t i = 0; i < pose->body.count && !status; i++) {
        const c2d_shape *s = pose->source->pieces[i];
        status = c2d_moved(&pose->shapes[i], s, c2d_piece_rect(pose->source, i), d, storage);
        storage += storage_of(s);
    }
    if (!status && pose->source->index) {
        c2d_tree_free(&pose->tree);
        pose->body.index = NULL;
        status = c2d_body_make_index(&pose->body, &pose->tree);
        pose->body.index = status ? NULL : &pose->tree;
    }
    pose->moved = status ? c2d_v(INFINITY, INFINITY) : d;
    return status;
}
