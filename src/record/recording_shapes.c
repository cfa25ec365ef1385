// SPDX-License-Identifier: MIT
// Shapes of coherent groups in a recording: each group has a list of shapes, each valid until the
// next one.
#include "record/recording_shapes.h"

#include "core/hash.h"
#include "group/track.h"

#include <stdlib.h>
#include <string.h>

/// A hash of a shape, not 0; 0: it has no pieces.
static uint64_t hash_of(const wend_group_shape *shape)
{
    wend_hash hash = wend_hash_start();
    if (shape->count == 0)
        return 0;
    wend_hash_double(&hash, shape->width);
    for (uint32_t i = 0; i < wend_group_shape_pieces(shape); ++i) {
        const wend_path_piece *p = wend_group_shape_piece(shape, i);
        wend_hash_vec2(&hash, p->a);
        wend_hash_vec2(&hash, p->b);
        wend_hash_u64(&hash, (uint64_t)(p->turn + 1));
        if (p->turn != 0)
            wend_hash_vec2(&hash, p->corner);
    }
    return wend_hash_end(&hash) | 1;
}

void shape_changes_free(shape_changes *c)
{
    wend_array_free(&c->last, NULL);
    wend_array_free(&c->changed, NULL);
    *c = (shape_changes){0};
}

/// Sets the shape of a group in the current frame.
static bool set_shape(shape_changes *c, uint32_t group, const wend_group_shape *shape)
{
    size_t more = group < c->last.count ? 0 : group + 1 - c->last.count;
    if (!wend_array_reserve(&c->last, NULL, more))
        return false;
    for (size_t i = 0; i < more; ++i)
        c->last.data[c->last.count++] = 0;
    uint64_t hash = hash_of(shape);
    if (c->last.data[group] == hash)
        return true;
    c->last.data[group] = hash;
    return wend_array_push(&c->changed, NULL, ((record_shape){.group = group, .shape = *shape}));
}

bool shape_changes_find(shape_changes *c, const record_frame *frame)
{
    uint32_t next = 0;
    bool good = true;
    c->changed.count = 0;
    for (uint32_t i = 0; good && i < frame->shape_count; ++i) {
        const record_shape *s = &frame->shapes[i];
        for (; good && next < s->group && next < c->last.count; ++next)
            good = set_shape(c, next, &(wend_group_shape){.count = 0});
        good = good && set_shape(c, s->group, &s->shape);
        next = s->group + 1;
    }
    for (; good && next < c->last.count; ++next)
        good = set_shape(c, next, &(wend_group_shape){.count = 0});
    return good;
}

bool recording_make_shape(recording *r, const wend_path_piece *pieces, uint32_t count, double width,
                          wend_group_shape *shape)
{
    uint32_t own = count < WEND_GROUP_PIECES ? count : WEND_GROUP_PIECES, between = count - own;
    *shape = (wend_group_shape){.count = own, .width = width, .between_count = between};
    for (uint32_t i = 0; i < own; ++i)
        shape->spine[i] = pieces[i == 0 ? 0 : i + between];
    if (between == 0)
        return true;
    wend_path_piece *copied = pool_allocate(&r->memory, between, sizeof *copied);
    double *begins = pool_allocate(&r->memory, between + 1, sizeof *begins);
    if (!copied || !begins)
        return false;
    memcpy(copied, pieces + 1, between * sizeof *copied);
    begins[0] = 0;
    for (uint32_t i = 0; i < between; ++i)
        begins[i + 1] = begins[i] + wend_group_piece_length(&copied[i]);
    shape->between = copied;
    shape->begins = begins;
    return true;
}

// ---- lookup -------------------------------------------------------------------------------------

static int by_group_and_frame(const void *one, const void *other)
{
    const recorded_shape *a = one, *b = other;
    return a->group != b->group ? (a->group > b->group) - (a->group < b->group)
                                : (a->frame > b->frame) - (a->frame < b->frame);
}

void recording_set_shapes(recording *r, recorded_shape *shapes, size_t count)
{
    if (count > 1)
        qsort(shapes, count, sizeof *shapes, by_group_and_frame);
    r->shapes = shapes;
    r->shape_count = count;
    r->coherent_count = count > 0 ? shapes[count - 1].group + 1 : 0;
}

const wend_group_shape *recording_shape(const recording *r, uint32_t group, uint32_t frame)
{
    // The last one of the group that is not after the frame.
    size_t low = 0, high = r->shape_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const recorded_shape *s = &r->shapes[middle];
        if (s->group < group || (s->group == group && s->frame <= frame))
            low = middle + 1;
        else
            high = middle;
    }
    const recorded_shape *found = low > 0 ? &r->shapes[low - 1] : NULL;
    return found && found->group == group && found->shape.count > 0 ? &found->shape : NULL;
}
