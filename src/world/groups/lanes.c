// SPDX-License-Identifier: MIT
// Lanes: two groups that come towards each other pass, each on its right-hand side, with no
// waiting.
//
// A line along the plan of the first, moved so that the space on both sides is in proportion to the
// sizes of the groups, acts as a wall for both, and the lane of the other is closed. If the first
// keeps its plan, the line is on the left of all that it will occupy. The line ends near where one
// of the groups is now or will arrive: by then, the other is gone, or not yet there.
#include "world/groups/meet.h"

#include "core/angle.h"
#include "group/sample.h"
#include "wend/vec2.h"

#include <math.h>

/// Number of places along a course at which the space beside it is measured.
enum { STATIONS = 24 };

/// Limit of samples: where there is space for lanes, snakes find them.
enum { SAMPLES = 96 };

/// Width of the line between lanes, and of the space on either side of it. [Units: least widths]
#define LINE   0.12
#define MARGIN 0.15

/// The line ends at this distance from where a group is now or will arrive. [Units: widths of its
/// disc]
#define CLEAR 0.5

/// Gap between walls that are not to touch. [Units: least widths]
#define GAP 0.05

#define PI 3.14159265358979324

/// A place on a course, and the space beside it.
typedef struct station {
    wend_vec2 at, along;
    double left, right; ///< distances of the walls, at most the limit
    bool good;
} station;

static station station_at(const wend_floor *floor, const wend_group_course *course, double along,
                          double limit)
{
    double radius = 0.5 * course->min_width;
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
    wend_group_reach(floor, st.at, wend_perp_left(st.along), radius, limit, &st.right, &st.left);
    st.good = st.left > 0 || st.right > 0;
    st.left += radius;
    st.right += radius;
    return st;
}

// ---- the line -----------------------------------------------------------------------------------

/// The line between two lanes.
typedef struct lane_line {
    wend_vec2 points[STATIONS];
    bool joined[STATIONS]; ///< to the point before
    uint32_t count;
    wend_vec2 left, right; ///< walls beside the point in the middle
    uint32_t middle;
} lane_line;

/// Where no line is needed: the shapes of both groups, now and at their goals.
typedef struct ends {
    wend_group_shape shapes[4];
    double clear[4];
} ends;

static void add_ends(ends *e, int first, const wend_group_course *course)
{
    double area = wend_group_plan_area(course->plan);
    e->shapes[first] = wend_group_plan_shape(course->plan, course->along);
    e->shapes[first + 1] = wend_group_plan_shape(course->plan, course->length);
    e->clear[first] = e->clear[first + 1] = CLEAR * wend_group_disc_width(area);
}

static bool is_at_end(const ends *e, wend_vec2 point)
{
    bool near = false;
    for (int i = 0; i < 4; ++i)
        near |= -wend_group_shape_depth(&e->shapes[i], point, NULL) < e->clear[i];
    return near;
}

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

/// The distance of the line to the left of a station.
static double line_at(const station *st, const wend_group_course *own,
                      const wend_group_course *other)
{
    double disc = wend_group_disc_width(wend_group_plan_area(own->plan));
    double others = wend_group_disc_width(wend_group_plan_area(other->plan));
    double margins = 2 * MARGIN * (own->min_width + other->min_width);
    double space = fmin(st->left + st->right, disc + others + margins);
    double right = space * disc / (disc + others), left = space - right;
    // 0 if both sides have enough space.
    return fmin(fmax(0, right - st->right), fmax(st->left - left, right - st->right));
}

/// Lays the line. `fixed`: the first group keeps its plan. WEND_NOT_FOUND: there is no space.
static wend_result lay_line(const wend_floor *floor, const wend_group_course *own,
                            const wend_group_course *other, bool fixed, lane_line *line)
{
    double area = wend_group_plan_area(own->plan);
    double limit = wend_group_disc_width(area) +
                   wend_group_disc_width(wend_group_plan_area(other->plan)) +
                   2 * MARGIN * (own->min_width + other->min_width);
    bool joined = false, any = false;
    ends e;
    add_ends(&e, 0, own);
    add_ends(&e, 2, other);
    line->count = 0;
    for (int i = 0; i < STATIONS; ++i) {
        double along = own->along + (own->length - own->along) * (i + 0.5) / STATIONS;
        const station st = station_at(floor, own, along, limit);
        const wend_group_shape shape = wend_group_plan_shape(own->plan, along);
        if (!st.good || is_at_end(&e, st.at)) {
            joined = false;
            continue;
        }
        double off = fixed ? half_across(&shape, area, st.along) + MARGIN * own->min_width
                           : line_at(&st, own, other);
        if (st.right + off < (1 + 2 * MARGIN) * own->min_width ||
            st.left - off < (1 + 2 * MARGIN) * other->min_width)
            return WEND_NOT_FOUND;
        wend_vec2 left = wend_perp_left(st.along);
        line->points[line->count] = wend_add_scaled(st.at, off, left);
        line->joined[line->count] = joined;
        if (!any || (joined && i <= STATIONS / 2)) {
            line->middle = line->count;
            line->left = wend_add_scaled(st.at, st.left, left);
            line->right = wend_add_scaled(st.at, -st.right, left);
        }
        any |= joined;
        ++line->count;
        joined = true;
    }
    return any ? WEND_OK : WEND_NOT_FOUND;
}

// ---- walls --------------------------------------------------------------------------------------

/// A thin shape from one point to another.
static wend_group_shape thin_shape(wend_vec2 a, wend_vec2 b, double width)
{
    wend_vec2 by = wend_sub(b, a);
    const wend_group_pose pose = {wend_midpoint(a, b), wend_atan2(by.y, by.x), width};
    return wend_group_shape_of(&pose, width * wend_length(by) + 0.25 * PI * width * width);
}

/// Adds a wall from one point to another, less a gap at both ends. False: out of memory.
static bool add_wall(wend_group_search *s, wend_vec2 a, wend_vec2 b)
{
    double min = s->world->groups.list.data[s->group].def.size.min_width;
    wend_vec2 by = wend_sub(b, a);
    double length = wend_length(by), gap = (GAP + LINE) * min;
    if (!(length > 3 * gap))
        return true;
    a = wend_add_scaled(a, gap / length, by);
    b = wend_add_scaled(b, -gap / length, by);
    return wend_array_push(&s->walls, &s->world->allocator, thin_shape(a, b, LINE * min));
}

/// Searches a plan to the goal on one side of a line.
static wend_result find_on_side(wend_group_search *s, const lane_line *line, wend_vec2 across)
{
    bool fits = add_wall(s, line->points[line->middle], across);
    for (uint32_t i = 1; i < line->count && fits; ++i)
        fits = !line->joined[i] || add_wall(s, line->points[i - 1], line->points[i]);
    s->max_samples = SAMPLES;
    s->strict = true;
    wend_result result =
        fits ? wend_group_search_begin(s, WEND_GROUPS_STANDING, NULL) : WEND_OUT_OF_MEMORY;
    return result == WEND_OK
               ? wend_group_search_from_here(s, &s->world->groups.list.data[s->group].def.to, NULL)
               : result;
}

wend_result wend_group_find_lanes(wend_group_search *first, wend_group_search *second, bool fixed)
{
    const wend_world *world = first->world;
    const wend_group_course own = wend_group_course_of(world, first->group);
    const wend_group_course other = wend_group_course_of(world, second->group);
    wend_floor *floor = NULL;
    lane_line line = {.count = 0};
    wend_result result = wend_obstacles_floor(&world->obstacles, &world->allocator, &floor);
    if (result == WEND_OK)
        result = lay_line(floor, &own, &other, fixed, &line);
    wend_floor_destroy(floor);
    if (result == WEND_OK && !fixed)
        result = find_on_side(first, &line, line.left);
    return result == WEND_OK ? find_on_side(second, &line, line.right) : result;
}
