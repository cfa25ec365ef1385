// SPDX-License-Identifier: MIT
// Shapes of coherent groups in a recording: each group has a list of shapes, each valid until the
// next one.
#include "record/recording_shapes.h"

#include <stdlib.h>
#include <string.h>

static bool same_shape(const wend_group_shape *a, const wend_group_shape *b)
{
    if (a->count != b->count || (a->count > 0 && a->width != b->width))
        return false;
    for (uint32_t i = 0; i < a->count; ++i) {
        const wend_path_piece *p = &a->spine[i], *q = &b->spine[i];
        if (p->a.x != q->a.x || p->a.y != q->a.y || p->b.x != q->b.x || p->b.y != q->b.y ||
            p->turn != q->turn ||
            (p->turn != 0 && (p->corner.x != q->corner.x || p->corner.y != q->corner.y)))
            return false;
    }
    return true;
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
        c->last.data[c->last.count++] = (wend_group_shape){.count = 0};
    if (same_shape(&c->last.data[group], shape))
        return true;
    c->last.data[group] = *shape;
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
