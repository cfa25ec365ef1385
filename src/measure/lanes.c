// SPDX-License-Identifier: MIT
// Lane order of opposing flows, and alignment of agents with their goals.
#include "measure/crowd.h"
#include "measure/inside.h"

#include <math.h>
#include <stdlib.h>

/// An agent in a frame.
typedef struct walker {
    double side; ///< distance to the left of the axis
    int way;     ///< direction: 1 along it, -1 against it
} walker;

/// Unit vector of the axis.
static wend_vec2 unit(wend_vec2 v)
{
    double length = wend_length(v);
    return (wend_vec2){v.x / length, v.y / length};
}

/// Direction of an agent: 1, -1, or 0.
static int direction_of(const recording *r, const recorded_agent *a, wend_vec2 axis)
{
    if (a->count == 0)
        return 0;
    wend_vec2 first = r->at[a->first], last = r->at[a->first + a->count - 1];
    double along = (last.x - first.x) * axis.x + (last.y - first.y) * axis.y;
    return (along > 0) - (along < 0);
}

static int by_side(const void *a, const void *b)
{
    const walker *x = a, *y = b;
    if (x->side != y->side)
        return x->side < y->side ? -1 : 1;
    return x->way - y->way;
}

/// Lane order of walkers sorted by side: those in a lane are adjacent.
static double order_of(const walker *walkers, size_t count, double width)
{
    double sum = 0;
    size_t first = 0, end = 0, along = 0; // the lane of walker i is first .. end - 1
    size_t all_along = 0;
    for (size_t i = 0; i < count; ++i) {
        all_along += walkers[i].way > 0;
        while (end < count && walkers[end].side - walkers[i].side < width)
            along += walkers[end++].way > 0;
        while (walkers[i].side - walkers[first].side >= width)
            along -= walkers[first++].way > 0;
        double lane = (double)(end - first), difference = 2 * (double)along - lane;
        sum += difference / lane * (difference / lane);
    }
    return all_along > 0 && all_along < count ? sum / (double)count : NAN;
}

/// Region of interest.
typedef struct region {
    wend_box box;               ///< used without an area; empty: everywhere
    const measure_inside *area; ///< NULL: none
} region;

static bool is_in(const region *where, wend_vec2 p)
{
    wend_box box = where->box;
    if (where->area)
        return measure_is_inside(where->area, p);
    return box.min.x > box.max.x ||
           (p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y);
}

/// Collects the agents of a frame with a direction in the region.
static size_t collect(const recording *r, uint32_t frame, wend_vec2 axis, const region *where,
                      const int8_t *ways, walker *walkers)
{
    size_t count = 0;
    for (size_t i = r->frame_starts[frame]; i < r->frame_starts[frame + 1]; ++i) {
        size_t row = r->by_frame[i];
        wend_vec2 p = r->at[row];
        int way = ways[r->row_agent[row]];
        if (way != 0 && is_in(where, p))
            walkers[count++] = (walker){p.y * axis.x - p.x * axis.y, way};
    }
    return count;
}

static bool find_order(const recording *r, wend_vec2 axis, double width, const region *where,
                       double *order)
{
    size_t most = 0;
    for (uint32_t f = 0; f < r->frame_count; ++f) {
        size_t count = r->frame_starts[f + 1] - r->frame_starts[f];
        most = count > most ? count : most;
    }
    int8_t *ways = malloc((size_t)r->agent_count + 1);
    walker *walkers = malloc((most + 1) * sizeof *walkers);
    if (ways && walkers) {
        for (uint32_t i = 0; i < r->agent_count; ++i)
            ways[i] = (int8_t)direction_of(r, &r->agents[i], axis);
        for (uint32_t f = 0; f < r->frame_count; ++f) {
            size_t count = collect(r, f, axis, where, ways, walkers);
            qsort(walkers, count, sizeof *walkers, by_side);
            order[f] = order_of(walkers, count, width);
        }
    }
    bool done = ways && walkers;
    free(ways);
    free(walkers);
    return done;
}

bool measure_lane_order(const recording *r, wend_vec2 along, double width, wend_box box,
                        double *order)
{
    return find_order(r, unit(along), width, &(region){.box = box}, order);
}

/// Walking axis of the agents that were in the region. Lines have no direction, so doubled angles
/// are averaged. 0, 0: none.
static wend_vec2 axis_of(const recording *r, const region *where)
{
    wend_vec2 sum = {0, 0};
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *a = &r->agents[i];
        bool was_in = false;
        for (size_t row = a->first; row < a->first + a->count && !was_in; ++row)
            was_in = is_in(where, r->at[row]);
        if (!was_in)
            continue;
        wend_vec2 first = r->at[a->first], last = r->at[a->first + a->count - 1];
        double x = last.x - first.x, y = last.y - first.y, length = sqrt(x * x + y * y);
        if (length > 0) {
            sum.x += (x * x - y * y) / length;
            sum.y += 2 * x * y / length;
        }
    }
    double angle = atan2(sum.y, sum.x) / 2;
    if (sum.x == 0 && sum.y == 0)
        return sum;
    return (wend_vec2){cos(angle), sin(angle)};
}

bool measure_lane_order_in(const recording *r, measure_area area, double width, double *order)
{
    const measure_inside inside = measure_inside_of(area);
    const region where = {.area = &inside};
    wend_vec2 axis = axis_of(r, &where);
    if (axis.x != 0 || axis.y != 0)
        return find_order(r, axis, width, &where, order);
    for (uint32_t f = 0; f < r->frame_count; ++f)
        order[f] = NAN;
    return true;
}

/// v . g / |v| of one row; NAN: it does not move, or has no goal.
static double alignment_of(const recording *r, size_t row, measure_window window)
{
    wend_vec2 aim = r->agents[r->row_agent[row]].aim, v;
    wend_vec2 goal = {aim.x - r->at[row].x, aim.y - r->at[row].y};
    if (isnan(aim.x) || !measure_velocity(r, row, window, &v))
        return NAN;
    double lengths = wend_length(v) * wend_length(goal);
    return lengths > 0 ? (v.x * goal.x + v.y * goal.y) / lengths : NAN;
}

void measure_alignment(const recording *r, measure_window window, double *alignment)
{
    for (uint32_t f = 0; f < r->frame_count; ++f) {
        double sum = 0;
        size_t count = 0;
        for (size_t i = r->frame_starts[f]; i < r->frame_starts[f + 1]; ++i) {
            double one = alignment_of(r, r->by_frame[i], window);
            if (isnan(one))
                continue;
            sum += one;
            ++count;
        }
        alignment[f] = count > 0 ? sum / (double)count : NAN;
    }
}
