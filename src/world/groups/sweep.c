// SPDX-License-Identifier: MIT
// Sweeps: what a group will occupy on the rest of its plan, whenever that may be.
#include "world/groups/meet.h"

#include <math.h>

/// Distance between the shapes of a sweep. [Units: least widths]
#define SPACING 0.05

/// Maximum number of shapes of a sweep: long ones have a larger spacing.
enum { MAX_SHAPES = 1024 };

/// Distance between the shapes at which wend_group_can_wait and wend_group_pass_together look.
/// [Units: least widths]
#define LOOK          0.5
#define LOOK_TOGETHER 0.1

/// Distance of shapes that pass together. [Units: least widths]
#define APART 0.05

wend_group_course wend_group_course_of(const wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    return (wend_group_course){g->plan, g->along, g->length, g->def.size.min_width};
}

wend_group_course wend_group_course_found(const wend_group_search *s)
{
    return (wend_group_course){s->plan, s->along, wend_group_plan_length(s->plan),
                               s->world->groups.list.data[s->group].def.size.min_width};
}

void wend_group_sweep_free(wend_group_sweep *sweep, const wend_allocator *allocator)
{
    wend_array_free(&sweep->shapes, allocator);
    wend_array_free(&sweep->boxes, allocator);
}

bool wend_group_sweep_add(wend_group_sweep *sweep, const wend_allocator *allocator,
                          const wend_group_course *course)
{
    double rest = fmax(course->length - course->along, 0);
    double spacing = fmax(SPACING * course->min_width, rest / (MAX_SHAPES - 1));
    size_t count = (size_t)ceil(rest / spacing) + 1;
    if (!wend_array_reserve(&sweep->shapes, allocator, count) ||
        !wend_array_reserve(&sweep->boxes, allocator, count))
        return false;
    for (size_t i = 0; i < count; ++i) {
        double along = fmin(course->along + (double)i * spacing, course->length);
        wend_group_shape shape = wend_group_plan_shape(course->plan, along);
        // No point moves farther than the plan, so half of the spacing on either side is enough.
        shape.width += spacing;
        sweep->boxes.data[sweep->boxes.count++] = wend_group_shape_box(&shape);
        sweep->shapes.data[sweep->shapes.count++] = shape;
    }
    return true;
}

bool wend_group_sweep_meets(const wend_group_sweep *sweep, const wend_group_shape *shape)
{
    const wend_box box = wend_group_shape_box(shape);
    for (size_t i = 0; i < sweep->shapes.count; ++i)
        if (wend_box_meets(box, sweep->boxes.data[i]) &&
            !(wend_group_shapes_distance(shape, &sweep->shapes.data[i]) > 0))
            return true;
    return false;
}

bool wend_group_can_wait(const wend_group_course *course, const wend_group_course *other,
                         const wend_group_sweep *others)
{
    const wend_group_shape at = wend_group_plan_shape(other->plan, other->along);
    double step = fmax(LOOK * course->min_width, (course->length - course->along) / MAX_SHAPES);
    for (double along = course->along;; along = fmin(along + step, course->length)) {
        const wend_group_shape shape = wend_group_plan_shape(course->plan, along);
        if (along > course->along && !(wend_group_shapes_distance(&shape, &at) > 0))
            return false;
        if (along >= course->length || !wend_group_sweep_meets(others, &shape))
            return true;
    }
}

bool wend_group_pass_together(const wend_group_course *a, const wend_group_course *b)
{
    double rest = fmax(a->length - a->along, b->length - b->along);
    double step = fmax(LOOK_TOGETHER * fmin(a->min_width, b->min_width), rest / MAX_SHAPES);
    double apart = APART * fmin(a->min_width, b->min_width) + step;
    for (double along = 0; along < rest; along += step) {
        // One that has arrived leaves, or is an obstacle that others go around.
        if (a->along + along > a->length || b->along + along > b->length)
            return true;
        const wend_group_shape of_a = wend_group_plan_shape(a->plan, a->along + along);
        const wend_group_shape of_b = wend_group_plan_shape(b->plan, b->along + along);
        if (wend_group_shapes_distance(&of_a, &of_b) < apart)
            return false;
    }
    return true;
}
