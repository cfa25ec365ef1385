// SPDX-License-Identifier: MIT
// A snake on a given track: which widths a window must have where, and the knots of its motion.
//
// At each width, the window can move in runs of cells that have room for it. From one width to the
// next smaller it changes standing, where the longer window still has room for the larger width.
// The run of a narrower window contains that of a wider one, so the runs form a tree: from the run
// of the start and from that of the goal it leads upwards, narrower and narrower, and they meet at
// the widest width with which the group gets through. The window moves only as far as it must; then
// straight motions replace as many knots as possible.
#include "group/snake.h"

#include <math.h>

void wend_snake_lane_free(wend_snake_lane *lane, const wend_allocator *allocator)
{
    wend_array_free(&lane->ends, allocator);
    wend_array_free(&lane->rooms, allocator);
}

bool wend_snake_lane_add(wend_snake_lane *lane, const wend_snake_chain *chain, bool reversed,
                         const wend_allocator *allocator)
{
    size_t count = chain->cells.count;
    if (!wend_array_reserve(&lane->ends, allocator, count + 1) ||
        !wend_array_reserve(&lane->rooms, allocator, count))
        return false;
    if (lane->ends.count == 0)
        lane->ends.data[lane->ends.count++] = 0;
    for (size_t i = 0; i < count; ++i) {
        const wend_snake_cell *cell = &chain->cells.data[reversed ? count - 1 - i : i];
        double begin = lane->ends.data[lane->ends.count - 1];
        lane->ends.data[lane->ends.count++] = begin + cell->length;
        lane->rooms.data[lane->rooms.count++] = cell->room;
    }
    return true;
}

// ---- levels -------------------------------------------------------------------------------------

static uint32_t insert_level(wend_snake_level *levels, uint32_t count, double area, double width)
{
    uint32_t at = count;
    while (at > 0 && levels[at - 1].half < 0.5 * width)
        --at;
    if (at > 0 && levels[at - 1].half == 0.5 * width)
        return count;
    for (uint32_t i = count; i > at; --i)
        levels[i] = levels[i - 1];
    levels[at] = (wend_snake_level){0.5 * width, wend_group_spine(area, width)};
    return count + 1;
}

uint32_t wend_snake_levels(const wend_snake_site *site, const wend_snake_end ends[2],
                           wend_snake_level levels[WEND_SNAKE_WIDTHS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < WEND_SNAKE_LEVELS; ++i) {
        double part = (double)i / (WEND_SNAKE_LEVELS - 1);
        double width = site->disc * (1 - part) + site->min_width * part;
        levels[count++] = (wend_snake_level){0.5 * width, wend_group_spine(site->area, width)};
    }
    for (int i = 0; i < 2; ++i)
        count = insert_level(levels, count, site->area, ends[i].width);
    return count;
}

// ---- from one end -------------------------------------------------------------------------------

/// The last cell that begins at a position or before, or the number of cells.
static uint32_t cell_at(const wend_snake_lane *lane, double position)
{
    uint32_t low = 0, high = (uint32_t)lane->rooms.count;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (lane->ends.data[middle] <= position)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/// The cells that a window covers. False: it is not on the track.
static bool cells_of(const wend_snake_lane *lane, double middle, double spine, wend_snake_run *run)
{
    uint32_t count = (uint32_t)lane->rooms.count;
    double near = count > 0 ? WEND_GROUP_SAME_PLACE * lane->ends.data[1] : 0;
    double low = middle - 0.5 * spine, high = middle + 0.5 * spine;
    if (low < -near || high > lane->ends.data[count] + near)
        return false;
    run->low = cell_at(lane, low + near);
    run->high = cell_at(lane, high - near);
    run->high += run->high < count && lane->ends.data[run->high] < high - near;
    if (run->high < run->low)
        run->high = run->low;
    return true;
}

static double run_length(const wend_snake_lane *lane, wend_snake_run run)
{
    return lane->ends.data[run.high] - lane->ends.data[run.low];
}

static void grow_run(const wend_snake_lane *lane, double half, wend_snake_run *run)
{
    while (run->low > 0 && lane->rooms.data[run->low - 1] >= half)
        --run->low;
    while (run->high < lane->rooms.count && lane->rooms.data[run->high] >= half)
        ++run->high;
}

void wend_snake_climb_from(const wend_snake_lane *lane, const wend_snake_level *levels,
                           uint32_t level_count, double width, double middle,
                           wend_snake_climb *climb)
{
    uint32_t level = 0;
    while (level + 1 < level_count && levels[level].half > 0.5 * width)
        ++level;
    *climb = (wend_snake_climb){.bottom = level + 1, .top = level, .middle = middle};
    wend_snake_run run;
    if (!cells_of(lane, middle, levels[level].spine, &run))
        return;
    for (uint32_t i = run.low; i < run.high; ++i)
        if (lane->rooms.data[i] < levels[level].half)
            return;
    climb->bottom = level;
    for (;; ++level) {
        grow_run(lane, levels[level].half, &run);
        climb->runs[level] = run;
        climb->top = level;
        if (level + 1 == level_count || run_length(lane, run) < levels[level + 1].spine)
            return;
    }
}

// ---- knots --------------------------------------------------------------------------------------

/// Adds a knot, unless it only continues the last motion.
static bool add_knot(const wend_snake_site *site, wend_group_snake *snake, double middle,
                     double spine)
{
    wend_group_knot *knots = snake->knots.data;
    size_t count = snake->knots.count;
    if (count > 0 && knots[count - 1].middle == middle && knots[count - 1].spine == spine)
        return true;
    if (count > 1) {
        wend_group_knot *last = &knots[count - 1], *before = &knots[count - 2];
        bool stands = before->middle == last->middle && last->middle == middle &&
                      (before->spine < last->spine) == (last->spine < spine);
        bool slides = before->spine == last->spine && last->spine == spine &&
                      (before->middle < last->middle) == (last->middle < middle);
        if (stands || slides) {
            last->middle = middle;
            last->spine = spine;
            return true;
        }
    }
    return wend_array_push(&snake->knots, site->allocator, (wend_group_knot){0, middle, spine});
}

/// Where in the run of a level a window of the next one fits, next to x.
static double place_in(const wend_snake_lane *lane, wend_snake_run run, double spine, double x)
{
    double low = lane->ends.data[run.low] + 0.5 * spine;
    double high = lane->ends.data[run.high] - 0.5 * spine;
    return low > high ? 0.5 * (low + high) : fmin(fmax(x, low), high);
}

/// Moves a window away from its end by as much as it leaves there, as far as there is room.
static double leave(const wend_snake_lane *lane, const wend_snake_climb *climb, wend_snake_run run,
                    double spine, double x)
{
    if (!(climb->lag > 0))
        return x;
    double left = climb->left + climb->lag * fmax(spine - climb->spine, 0) + 0.5 * spine;
    if (climb->from_high)
        return fmax(fmin(x, lane->ends.data[lane->rooms.count] - left),
                    lane->ends.data[run.low] + 0.5 * spine);
    return fmin(fmax(x, left), lane->ends.data[run.high] - 0.5 * spine);
}

static bool add_knots(const wend_snake_site *site, const wend_snake_lane *lane,
                      const wend_snake_level *levels, const wend_snake_climb climbs[2],
                      uint32_t meet, wend_group_snake *snake)
{
    double x = climbs[0].middle;
    bool fits = add_knot(site, snake, x, levels[climbs[0].bottom].spine);
    for (uint32_t i = climbs[0].bottom; i < meet; ++i) {
        x = place_in(lane, climbs[0].runs[i], levels[i + 1].spine, x);
        x = leave(lane, &climbs[0], climbs[0].runs[i], levels[i + 1].spine, x);
        fits = fits && add_knot(site, snake, x, levels[i].spine) &&
               add_knot(site, snake, x, levels[i + 1].spine);
    }
    for (uint32_t i = meet; i-- > climbs[1].bottom;) {
        x = place_in(lane, climbs[1].runs[i], levels[i + 1].spine, x);
        x = leave(lane, &climbs[1], climbs[1].runs[i], levels[i + 1].spine, x);
        fits = fits && add_knot(site, snake, x, levels[i + 1].spine) &&
               add_knot(site, snake, x, levels[i].spine);
    }
    return fits && add_knot(site, snake, climbs[1].middle, levels[climbs[1].bottom].spine);
}

/// True if a straight motion from knot to knot has room.
static bool is_clear(const wend_snake_site *site, const wend_snake_lane *lane,
                     const wend_group_knot *from, const wend_group_knot *to)
{
    double low = fmin(from->middle - 0.5 * from->spine, to->middle - 0.5 * to->spine);
    double high = fmax(from->middle + 0.5 * from->spine, to->middle + 0.5 * to->spine);
    for (uint32_t i = cell_at(lane, low); i < lane->rooms.count && lane->ends.data[i] < high; ++i)
        if (wend_group_knots_half_width(from, to, site->area, lane->ends.data[i],
                                        lane->ends.data[i + 1]) > lane->rooms.data[i])
            return false;
    return true;
}

/// The last knot, of those tried, that can be reached straight from a knot.
static size_t farthest_clear(const wend_snake_site *site, const wend_snake_lane *lane,
                             const wend_group_snake *snake, size_t first)
{
    const wend_group_knot *knots = snake->knots.data;
    size_t last = snake->knots.count - 1, step = 1, best = first + 1;
    while (best < last) {
        size_t next = best + step < last ? best + step : last;
        if (is_clear(site, lane, &knots[first], &knots[next])) {
            best = next;
            step *= 2;
        } else if (step > 1) {
            step = 1;
        } else {
            break;
        }
    }
    return best;
}

static void straighten(const wend_snake_site *site, const wend_snake_lane *lane,
                       wend_group_snake *snake)
{
    wend_group_knot *knots = snake->knots.data;
    size_t kept = 1;
    for (size_t i = 0; i + 1 < snake->knots.count;) {
        i = farthest_clear(site, lane, snake, i);
        wend_group_knot next = knots[i], *last = &knots[kept - 1];
        next.along =
            last->along + fabs(next.middle - last->middle) + 0.5 * fabs(next.spine - last->spine);
        knots[kept++] = next; // at i or before
    }
    snake->knots.count = kept;
}

wend_result wend_snake_join(const wend_snake_site *site, const wend_snake_lane *lane,
                            const wend_snake_level *levels, const wend_snake_climb climbs[2],
                            wend_group_snake *snake)
{
    uint32_t meet = climbs[0].bottom > climbs[1].bottom ? climbs[0].bottom : climbs[1].bottom;
    uint32_t top = climbs[0].top < climbs[1].top ? climbs[0].top : climbs[1].top;
    while (meet <= top && (climbs[0].runs[meet].low != climbs[1].runs[meet].low ||
                           climbs[0].runs[meet].high != climbs[1].runs[meet].high))
        ++meet;
    if (climbs[0].top < climbs[0].bottom || climbs[1].top < climbs[1].bottom || meet > top)
        return WEND_NOT_FOUND;
    snake->knots.count = 0;
    if (!add_knots(site, lane, levels, climbs, meet, snake))
        return WEND_OUT_OF_MEMORY;
    straighten(site, lane, snake);
    return WEND_OK;
}
