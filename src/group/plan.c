// SPDX-License-Identifier: MIT
// Plans: consecutive motions, and queries on them.
#include "core/array.h"
#include "group/motion.h"

#include <math.h>

/// Shapes at the joint of two motions may differ by this fraction of their size: angles and widths
/// are rounded within a motion.
#define JOINT_ROUNDING 1e-9

/// Relative tolerance of a constant area.
#define AREA_ROUNDING 1e-9

/// A spine shorter than this fraction of the width has no direction that its ends could define.
#define ROUND 1e-6

/// Number of points of each motion at which wend_group_plan_check computes the area.
enum { AREA_SAMPLES = 16 };

struct wend_group_plan {
    wend_allocator allocator;
    double area, path_length;
    uint32_t count;
    wend_group_motion *motions; ///< [count] Snakes are owned
    double *ends;               ///< [count] Distances along the plan
};

wend_group_plan *wend_group_plan_make(const wend_group_motion *motions, uint32_t count, double area,
                                      const wend_allocator *allocator)
{
    wend_group_plan *plan = wend_allocate(allocator, 1, sizeof *plan);
    if (!plan)
        return NULL;
    *plan = (wend_group_plan){.area = area, .count = count};
    if (allocator)
        plan->allocator = *allocator;
    plan->motions = wend_allocate(allocator, count, sizeof *plan->motions);
    plan->ends = wend_allocate(allocator, count, sizeof *plan->ends);
    if (count > 0 && (!plan->motions || !plan->ends)) {
        wend_release(allocator, plan->motions, count, sizeof *plan->motions);
        plan->motions = NULL;
        wend_group_plan_destroy(plan);
        return NULL;
    }
    double along = 0;
    bool copied = true;
    for (uint32_t i = 0; i < count; ++i) {
        plan->motions[i] = motions[i];
        if (motions[i].snake)
            copied &= (plan->motions[i].snake =
                           wend_group_snake_copy(motions[i].snake, allocator)) != NULL;
        plan->ends[i] = along += motions[i].length;
        plan->path_length += motions[i].path_length;
    }
    if (!copied) {
        wend_group_plan_destroy(plan);
        return NULL;
    }
    return plan;
}

void wend_group_plan_destroy(wend_group_plan *plan)
{
    if (!plan)
        return;
    wend_allocator allocator = plan->allocator;
    for (uint32_t i = 0; plan->motions && i < plan->count; ++i)
        wend_group_snake_destroy(plan->motions[i].snake, &allocator);
    wend_release(&allocator, plan->motions, plan->count, sizeof *plan->motions);
    wend_release(&allocator, plan->ends, plan->count, sizeof *plan->ends);
    wend_release(&allocator, plan, 1, sizeof *plan);
}

wend_result wend_group_plan_copy(const wend_group_plan *plan, const wend_allocator *allocator,
                                 wend_group_plan **copy, wend_error *error)
{
    *copy = wend_group_plan_make(plan->motions, plan->count, plan->area, allocator);
    return *copy ? WEND_OK : wend_fail_memory(error);
}

double wend_group_plan_length(const wend_group_plan *plan)
{
    return plan->ends[plan->count - 1];
}

double wend_group_plan_path_length(const wend_group_plan *plan)
{
    return plan->path_length;
}

double wend_group_plan_area(const wend_group_plan *plan)
{
    return plan->area;
}

uint32_t wend_group_plan_motions(const wend_group_plan *plan)
{
    return plan->count;
}

double wend_group_plan_motion_end(const wend_group_plan *plan, uint32_t motion)
{
    return plan->ends[motion];
}

const wend_group_motion *wend_group_plan_motion(const wend_group_plan *plan, uint32_t motion,
                                                double *begin)
{
    *begin = motion > 0 ? plan->ends[motion - 1] : 0;
    return &plan->motions[motion];
}

// ---- points along a plan ------------------------------------------------------------------------

/// The first motion that ends at `along` or later; the last one beyond the end.
uint32_t wend_group_plan_motion_at(const wend_group_plan *plan, double along)
{
    uint32_t low = 0, high = plan->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (plan->ends[middle] < along)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static wend_group_shape shape_in(const wend_group_plan *plan, uint32_t motion, double along)
{
    double start = motion > 0 ? plan->ends[motion - 1] : 0;
    // The end of a motion is exact, whatever the rounding of the sum of lengths.
    double along_motion =
        along == plan->ends[motion] ? plan->motions[motion].length : fmax(0, along - start);
    return wend_group_motion_shape(&plan->motions[motion], plan->area, along_motion);
}

wend_group_shape wend_group_plan_shape(const wend_group_plan *plan, double along)
{
    return shape_in(plan, wend_group_plan_motion_at(plan, along), along);
}

bool wend_group_shape_is_round(const wend_group_shape *shape)
{
    const wend_path_piece *spine = shape->spine;
    double min = ROUND * shape->width;
    return wend_group_shape_pieces(shape) == 1 && spine->turn == 0 &&
           fabs(spine->b.x - spine->a.x) < min && fabs(spine->b.y - spine->a.y) < min;
}

/// Within one motion. A disc is carried by its middle, also where it slides.
static void carry_in(const wend_group_plan *plan, uint32_t motion, double from, double to,
                     wend_vec2 *positions, uint32_t count)
{
    const wend_group_motion *in = &plan->motions[motion];
    wend_group_shape before = shape_in(plan, motion, from), after = shape_in(plan, motion, to);
    bool slides = in->kind != WEND_GROUP_BOX && !wend_group_shape_is_round(&before) &&
                  !wend_group_shape_is_round(&after);
    if (slides) {
        for (uint32_t i = 0; i < count; ++i)
            positions[i] = wend_group_shape_from_local(
                &after, wend_group_shape_to_local(&before, positions[i]));
        return;
    }
    wend_vec2 was = wend_group_shape_from_local(&before, (wend_vec2){0, 0});
    wend_vec2 is = wend_group_shape_from_local(&after, (wend_vec2){0, 0});
    for (uint32_t i = 0; i < count; ++i) {
        positions[i].x += is.x - was.x;
        positions[i].y += is.y - was.y;
    }
}

void wend_group_plan_carry_all(const wend_group_plan *plan, double from, double to,
                               wend_vec2 *positions, uint32_t count)
{
    uint32_t motion = wend_group_plan_motion_at(plan, from),
             last = wend_group_plan_motion_at(plan, to);
    for (; motion < last; ++motion) {
        carry_in(plan, motion, from, plan->ends[motion], positions, count);
        from = plan->ends[motion];
    }
    carry_in(plan, last, from, to, positions, count);
}

wend_vec2 wend_group_plan_carry(const wend_group_plan *plan, double from, double to, wend_vec2 p)
{
    wend_group_plan_carry_all(plan, from, to, &p, 1);
    return p;
}

// ---- checks -------------------------------------------------------------------------------------

static wend_vec2 middle_of(const wend_group_shape *shape)
{
    return wend_group_shape_from_local(shape, (wend_vec2){0, 0});
}

/// One lies in the other, up to rounding, and they are equally wide.
static bool same_shape(const wend_group_shape *a, const wend_group_shape *b)
{
    double slack = JOINT_ROUNDING * (1 + wend_group_disc_width(wend_group_shape_area(a)));
    // The ends of a spine lie half of the width deep; nothing else is as long and as wide.
    uint32_t last = wend_group_shape_pieces(a) - 1;
    wend_vec2 ends[] = {a->spine[0].a, wend_group_shape_piece(a, last)->b};
    for (int i = 0; i < 2; ++i)
        if (wend_group_shape_depth(b, ends[i], NULL) < b->width / 2 - slack)
            return false;
    return fabs(a->width - b->width) <= slack;
}

wend_result wend_group_plan_check(const wend_group_plan *plan, const wend_floor *floor,
                                  wend_error *error)
{
    wend_group_walls walls = {.floor = floor};
    for (uint32_t i = 0; i < plan->count; ++i) {
        const wend_group_motion *motion = &plan->motions[i];
        wend_group_shape start = wend_group_motion_shape(motion, plan->area, 0);
        if (i > 0) {
            wend_group_shape end = shape_in(plan, i - 1, plan->ends[i - 1]);
            if (!same_shape(&end, &start) || !same_shape(&start, &end))
                return wend_fail_at(error, WEND_INVALID_GEOMETRY, middle_of(&start),
                                    "motion %u does not start where motion %u ends", (unsigned)i,
                                    (unsigned)(i - 1));
        }
        for (int k = 0; k <= AREA_SAMPLES; ++k) {
            wend_group_shape shape =
                wend_group_motion_shape(motion, plan->area, motion->length * k / AREA_SAMPLES);
            double area = wend_group_shape_area(&shape);
            if (!(fabs(area - plan->area) <= AREA_ROUNDING * plan->area))
                return wend_fail_at(error, WEND_INVALID_GEOMETRY, middle_of(&shape),
                                    "area is %.9g m^2 in motion %u, expected %.9g m^2", area,
                                    (unsigned)i, plan->area);
        }
        if (!wend_group_motion_is_free(motion, plan->area, &walls, 0))
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, middle_of(&start),
                                "motion %u is not clear of walls", (unsigned)i);
    }
    return WEND_OK;
}
