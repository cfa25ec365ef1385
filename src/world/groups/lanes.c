// SPDX-License-Identifier: MIT
// Lanes: two groups that come towards each other pass, each on its right-hand side.
//
// The first one keeps to the right of the plan that it has: a line along this plan, moved so that
// the space on both sides is in proportion to the sizes of the groups, acts as a wall. The second
// one avoids all that the first will occupy. Both get hints: poses beside that line or that sweep,
// as wide as the space there. Where one of the groups stands now, or will arrive, there is no such
// wall: the other will be gone, or comes later.
#include "world/groups/meet.h"

#include "core/angle.h"
#include "group/sample.h"
#include "wend/vec2.h"

#include <math.h>

/// Number of places along a course with hints.
enum { HINTS = 16 };

/// Limit of samples: where there is space for lanes, hints are nearly enough.
enum { SAMPLES = 60 };

/// Width of the line between lanes, and of the space on either side of a lane. [Units: least
/// widths]
#define LINE   0.02
#define MARGIN 0.15

/// The line ends at this distance from where a group is now or will arrive. [Units: widths of its
/// disc]
#define CLEAR 0.5

#define PI 3.14159265358979324

/// A place on a course, and the space beside it.
typedef struct station {
    wend_vec2 at, along;
    double left, right; ///< distances of the walls, at most the limit
    bool good;
} station;

static station station_at(const wend_group_search *s, const wend_group_course *course, double along,
                          double limit)
{
    double radius = 0.5 * s->world->groups.list.data[s->group].def.size.min_width;
    double step = 0.5 * course->min_width;
    const wend_group_shape back = wend_group_plan_shape(course->plan, fmax(along - step, 0));
    const wend_group_shape now = wend_group_plan_shape(course->plan, along);
    const wend_group_shape ahead =
        wend_group_plan_shape(course->plan, fmin(along + step, course->length));
    station st = {.at = wend_group_shape_from_local(&now, (wend_vec2){0, 0})};
    wend_vec2 by = wend_sub(wend_group_shape_from_local(&ahead, (wend_vec2){0, 0}),
                            wend_group_shape_from_local(&back, (wend_vec2){0, 0}));
    if (!(wend_length(by) > 0.1 * step))
        return st; // It turns or deforms there.
    st.along = wend_unit(by);
    wend_group_reach(s->floor, st.at, wend_perp_left(st.along), radius, limit, &st.right, &st.left);
    st.good = st.left > 0 || st.right > 0;
    st.left += radius;
    st.right += radius;
    return st;
}

/// Adds a hint at a distance to the left of a station. False: out of memory.
static bool add_hint(wend_group_search *s, const station *st, double left, double width)
{
    const wend_group_pose pose = {
        .centre = wend_add_scaled(st->at, left, wend_perp_left(st->along)),
        .angle = wend_atan2(st->along.y, st->along.x),
        .width = width,
    };
    return wend_array_push(&s->hints, &s->world->allocator, pose);
}

// ---- the first ----------------------------------------------------------------------------------

/// The shapes where no line is needed, of both groups.
typedef struct ends {
    wend_group_shape shapes[4];
    double clear[4];
} ends;

static void add_ends(ends *e, int first, const wend_group_course *course, double disc)
{
    e->shapes[first] = wend_group_plan_shape(course->plan, course->along);
    e->shapes[first + 1] = wend_group_plan_shape(course->plan, course->length);
    e->clear[first] = e->clear[first + 1] = CLEAR * disc;
}

static bool is_at_end(const ends *e, const wend_group_shape *shape)
{
    bool near = false;
    for (int i = 0; i < 4; ++i)
        near |= wend_group_shapes_distance(shape, &e->shapes[i]) < e->clear[i];
    return near;
}

/// A thin shape from one point to another.
static wend_group_shape line_of(wend_vec2 a, wend_vec2 b, double width)
{
    wend_vec2 by = wend_sub(b, a);
    const wend_group_pose pose = {wend_midpoint(a, b), wend_atan2(by.y, by.x), width};
    return wend_group_shape_of(&pose, width * wend_length(by) + 0.25 * PI * width * width);
}

wend_result wend_group_find_lane(wend_group_search *s, uint32_t other)
{
    const wend_groups *groups = &s->world->groups;
    const wend_group_course own = wend_group_course_of(s->world, s->group);
    const wend_group_course others = wend_group_course_of(s->world, other);
    wend_group_size size = groups->list.data[s->group].def.size;
    double disc = wend_group_disc_width(size.area);
    double other_disc = wend_group_disc_width(groups->list.data[other].def.size.area);
    double margin = MARGIN * size.min_width;
    wend_vec2 last = {0, 0};
    ends e;
    add_ends(&e, 0, &own, disc);
    add_ends(&e, 2, &others, other_disc);
    bool any = false, joined = false, fits = true;
    for (int i = 0; i < HINTS && fits; ++i) {
        double along = own.along + (own.length - own.along) * (i + 0.5) / HINTS;
        const station st = station_at(s, &own, along, disc + other_disc);
        if (!st.good) {
            joined = false;
            continue;
        }
        double space = fmin(st.left + st.right, disc + other_disc + 4 * margin);
        double right = space * disc / (disc + other_disc), left = space - right;
        // The line's distance to the left: 0 if both sides have enough space.
        double line = fmin(fmax(0, right - st.right), fmax(st.left - left, right - st.right));
        double width = fmin(right - 2 * margin, disc);
        wend_vec2 point = wend_add_scaled(st.at, line, wend_perp_left(st.along));
        if (width < size.min_width)
            return WEND_NOT_FOUND;
        if (joined) {
            const wend_group_shape piece = line_of(last, point, LINE * size.min_width);
            if (!is_at_end(&e, &piece)) {
                fits = wend_array_push(&s->obstacles, &s->world->allocator, piece);
                any = true;
            }
        }
        fits = fits && add_hint(s, &st, line - margin - 0.5 * width, width);
        last = point;
        joined = true;
    }
    if (!fits)
        return WEND_OUT_OF_MEMORY;
    if (!any)
        return WEND_NOT_FOUND;
    s->max_samples = SAMPLES;
    return wend_group_search_from_here(s, &groups->list.data[s->group].def.to, NULL);
}

// ---- the second ---------------------------------------------------------------------------------

/// Half of the extent of a shape perpendicular to a direction.
static double half_across(const wend_group_shape *shape, double area, wend_vec2 along)
{
    double half = 0.5 * wend_group_spine(area, shape->width), most = 0;
    wend_vec2 middle = wend_group_shape_from_local(shape, (wend_vec2){0, 0});
    for (int i = -1; i <= 1; i += 2) {
        wend_vec2 end = wend_group_shape_from_local(shape, (wend_vec2){i * half, 0});
        most = fmax(most, fabs(wend_cross(along, wend_sub(end, middle))));
    }
    return most + 0.5 * shape->width;
}

/// Adds the sweep of the other as obstacles, except where the group stands and where it will
/// arrive. False: out of memory.
static bool avoid(wend_group_search *s, const wend_group_course *other)
{
    const wend_group_course own = wend_group_course_of(s->world, s->group);
    const wend_group_shape from = wend_group_plan_shape(own.plan, own.along);
    const wend_group_shape to = wend_group_plan_shape(own.plan, own.length);
    double near = 0.5 * own.min_width;
    wend_group_sweep sweep = {.shapes = {0}};
    bool fits = wend_group_sweep_add(&sweep, &s->world->allocator, other);
    for (size_t i = 0; i < sweep.shapes.count && fits; ++i) {
        const wend_group_shape *shape = &sweep.shapes.data[i];
        if (wend_group_shapes_distance(shape, &from) > near &&
            wend_group_shapes_distance(shape, &to) > near)
            fits = wend_array_push(&s->obstacles, &s->world->allocator, *shape);
    }
    wend_group_sweep_free(&sweep, &s->world->allocator);
    return fits;
}

wend_result wend_group_find_beside(wend_group_search *s, const wend_group_course *other)
{
    const wend_moving_group *g = &s->world->groups.list.data[s->group];
    wend_group_size size = g->def.size;
    double disc = wend_group_disc_width(size.area), area = wend_group_plan_area(other->plan);
    double margin = MARGIN * size.min_width;
    double limit = disc + wend_group_disc_width(area) + 4 * margin;
    if (!avoid(s, other))
        return WEND_OUT_OF_MEMORY;
    for (int i = HINTS; i-- > 0;) {
        double along = other->along + (other->length - other->along) * (i + 0.5) / HINTS;
        const station st = station_at(s, other, along, limit);
        const wend_group_shape shape = wend_group_plan_shape(other->plan, along);
        if (!st.good)
            continue;
        double taken = half_across(&shape, area, st.along) + margin;
        double spaces[2] = {st.left - taken - margin, st.right - taken - margin};
        for (int side = 0; side < 2; ++side) {
            double width = fmin(spaces[side], disc), off = taken + 0.5 * width;
            if (width >= size.min_width && !add_hint(s, &st, side == 0 ? off : -off, width))
                return WEND_OUT_OF_MEMORY;
        }
    }
    s->max_samples = SAMPLES;
    return s->hints.count > 0 ? wend_group_search_from_here(s, &g->def.to, NULL) : WEND_NOT_FOUND;
}
