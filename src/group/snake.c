// SPDX-License-Identifier: MIT
// Search of a snake: tracks along the shortest paths of discs, from the widest that gets through to
// the narrowest. The track of the widest runs in the middle of what is narrow, those of others are
// shorter or lead through other passages; and on each, if need be, tails at both ends.
#include "group/snake.h"

#include <math.h>

/// Steps of the bisection for the widest disc.
enum { BISECTIONS = 12 };

/// Widths of the tracks, as parts of that; the last is the minimum width. Tails with bends are
/// tried for the first ones.
static const double parts[] = {1, 0.97, 0.93, 0.88, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0};
enum { PARTS = sizeof parts / sizeof *parts, BENT_TAILS = 2 };

/// Below the upper bound of widths, a disc gets through nearly always. [Units: minimum widths]
#define WIDEST_SLACK (2 * WEND_SNAKE_TRACK_SLACK + 1e-3)

/// Once there is a plan, only some tracks are tried, and only on paths that are shorter than this
/// part of its path.
#define SHORTER 0.98
enum { SOME_PARTS = 3 };

/// Cells of a track. [Units: minimum widths]
#define CELL 0.02

/// Rounding in the rooms of cells. [Units: slacks]
#define ROUNDING 1e-6

// ---- paths --------------------------------------------------------------------------------------

/// Width of the widest disc that gets from head to head; 0: not even the minimum width does.
/// *shortest is the length of the path of that width.
static wend_result find_widest(wend_snake_search *s, double *widest, double *shortest)
{
    wend_path path;
    double low = s->site.min_width, high = s->widest;
    wend_result result = wend_snake_find_path(s, low, &path);
    *widest = 0;
    if (result != WEND_OK)
        return result;
    *shortest = path.length;
    result = wend_snake_find_path(s, high, &path);
    *widest = high;
    if (result == WEND_OK || result == WEND_OUT_OF_MEMORY)
        return result;
    result = WEND_OK;
    for (int i = 0; i < BISECTIONS && result != WEND_OUT_OF_MEMORY; ++i) {
        double middle = 0.5 * (low + high);
        result = wend_snake_find_path(s, middle, &path);
        *(result == WEND_OK ? &low : &high) = middle;
    }
    *widest = low;
    return result == WEND_OUT_OF_MEMORY ? result : WEND_OK;
}

// ---- a track ------------------------------------------------------------------------------------

/// The motions along a snake, and before and after it. Returns their number.
static uint32_t set_motions(const wend_snake_search *s, const wend_group_snake *snake,
                            wend_group_motion motions[3])
{
    uint32_t count = wend_snake_approach(snake, &s->given[0], false, &motions[0]) ? 1 : 0;
    motions[count++] = wend_group_track_motion(snake, s->site.area);
    count += wend_snake_approach(snake, &s->given[1], true, &motions[count]);
    return count;
}

/// The proof of the whole motion.
static bool is_free(const wend_snake_search *s)
{
    wend_group_motion motions[3];
    uint32_t count = set_motions(s, &s->now, motions);
    if (wend_group_snake_touches_itself(&s->now))
        return false;
    for (uint32_t i = 0; i < count; ++i)
        if (!wend_group_motion_is_free(&motions[i], s->site.area, s->site.walls,
                                       s->site.slack * (1 - 2 * ROUNDING)))
            return false;
    return true;
}

/// Keeps the snake on the present track if there is one and it is the shortest so far.
static wend_result try_track(wend_snake_search *s, double path_length)
{
    if (!wend_snake_set_lane(s))
        return WEND_OUT_OF_MEMORY;
    wend_snake_climb_end(s, 0);
    wend_snake_climb_end(s, 1);
    wend_result result = wend_snake_join(&s->site, &s->lane, s->levels, s->climbs, &s->now);
    if (result != WEND_OK)
        return result;
    double length = s->now.knots.data[s->now.knots.count - 1].along;
    if (!(length < s->best_length) || s->now.knots.count < 2)
        return WEND_NOT_FOUND;
    if (!wend_snake_set_track(s))
        return WEND_OUT_OF_MEMORY;
    if (!is_free(s))
        return WEND_NOT_FOUND;
    wend_group_snake swapped = *s->best;
    *s->best = s->now;
    s->now = swapped;
    s->best_length = length;
    s->best_path = path_length;
    return WEND_OK;
}

static const wend_snake_tail straight = {.count = 0};

/// Searches coils or bends for the ends whose straight tails are too short. Without coils, bends
/// are tried at both ends.
static wend_result turn_ends(wend_snake_search *s, bool coils)
{
    uint32_t needed = wend_snake_track_level(s);
    bool turns[2] = {true, true};
    wend_vec2 doors[2];
    wend_result result = WEND_OK;
    if (coils && !wend_snake_set_track(s))
        return WEND_OUT_OF_MEMORY;
    for (int i = 0; coils && i < 2; ++i) {
        turns[i] = s->climbs[i].top < needed;
        doors[i] = wend_snake_door(s, i);
    }
    for (int i = 0; i < 2 && result == WEND_OK; ++i) {
        if (!turns[i])
            continue;
        result = coils ? wend_snake_coil_end(s, i, doors[i]) : WEND_NOT_FOUND;
        if (result == WEND_NOT_FOUND)
            result = wend_snake_bend_end(s, i);
    }
    // The straight tails continue another track now.
    for (int i = 0; i < 2 && result == WEND_OK; ++i)
        if (!turns[i])
            result = wend_snake_lay_tail(s, i, &straight);
    return result;
}

/// Searches a snake on the present path, with straight tails, then with others.
static wend_result try_path(wend_snake_search *s, double path_length, bool bent)
{
    wend_result result = WEND_OK;
    for (int i = 0; i < 2; ++i)
        if (!wend_snake_reset_end(s, i))
            return WEND_OUT_OF_MEMORY;
    result = wend_snake_lay_main(s);
    for (int i = 0; i < 2 && result == WEND_OK; ++i)
        result = wend_snake_lay_tail(s, i, &straight);
    bool coils = result == WEND_OK && s->tries >= WEND_SNAKE_COIL_TRIES;
    if (result == WEND_OK)
        result = try_track(s, path_length);
    if (result != WEND_NOT_FOUND || !bent)
        return result;
    result = turn_ends(s, coils);
    if (result == WEND_OK)
        result = try_track(s, path_length);
    // The next path begins at the middle of a round shape again.
    return result != WEND_OUT_OF_MEMORY && wend_snake_reset_end(s, 0) && wend_snake_reset_end(s, 1)
               ? result
               : WEND_OUT_OF_MEMORY;
}

/// Searches from head to head, as the ends are left at present.
static wend_result try_ends(wend_snake_search *s)
{
    double widest, shortest, last = INFINITY;
    wend_result result = find_widest(s, &widest, &shortest);
    for (uint32_t i = 0; i < PARTS && result == WEND_OK;
         i += s->best_length < INFINITY ? SOME_PARTS : 1) {
        wend_path path;
        double width = fmax(parts[i] * widest, s->site.min_width);
        if (width == last || !(shortest < SHORTER * s->best_path))
            break;
        last = width;
        result = wend_snake_find_path(s, width, &path);
        double length = path.length;
        if (result == WEND_OK && path.piece_count > 0 && length < SHORTER * s->best_path)
            result = wend_snake_set_turns(s, &path, width)
                         ? try_path(s, length, i < BENT_TAILS && s->best_length == INFINITY)
                         : WEND_OUT_OF_MEMORY;
        result = result == WEND_OUT_OF_MEMORY ? result : WEND_OK;
    }
    return result == WEND_OUT_OF_MEMORY ? result : WEND_OK;
}

// ---- search -------------------------------------------------------------------------------------

static void search_free(wend_snake_search *s)
{
    const wend_allocator *allocator = s->site.allocator;
    for (int i = 0; i < 2; ++i)
        wend_snake_end_free(&s->ends[i], allocator);
    wend_snake_chain_free(&s->main, allocator);
    wend_snake_lane_free(&s->lane, allocator);
    wend_array_free(&s->turns, allocator);
    wend_group_snake_free(&s->now, allocator);
}

/// Searches with the spines of both shapes left by either end.
static wend_result try_all(wend_snake_search *s, const wend_group_shape *from,
                           const wend_group_shape *to)
{
    wend_result result = WEND_OK;
    for (int i = 0; i < 4 && result == WEND_OK; ++i) {
        bool by_start[] = {i & 1, i & 2};
        if ((by_start[0] && wend_group_shape_is_round(from)) ||
            (by_start[1] && wend_group_shape_is_round(to)))
            continue;
        s->given[0] = *from;
        s->given[1] = *to;
        s->by_start[0] = by_start[0];
        s->by_start[1] = by_start[1];
        if (!wend_snake_set_end(&s->site, from, by_start[0], &s->ends[0]) ||
            !wend_snake_set_end(&s->site, to, by_start[1], &s->ends[1]))
            return WEND_OUT_OF_MEMORY;
        s->level_count = wend_snake_levels(&s->site, s->ends, s->levels);
        result = try_ends(s);
    }
    return result;
}

wend_result wend_group_snake_find(wend_path_query *paths, const wend_mesh *mesh,
                                  wend_group_walls *walls, wend_group_size size, double area,
                                  const wend_group_shape *from, const wend_group_shape *to,
                                  double slack, double widest, uint32_t tries,
                                  const wend_allocator *allocator, wend_group_snake *snake,
                                  wend_group_motion motions[3], uint32_t *count)
{
    wend_snake_search *s = wend_allocate(allocator, 1, sizeof *s);
    if (!s)
        return WEND_OUT_OF_MEMORY;
    *s = (wend_snake_search){
        .site = {.walls = walls,
                 .area = area,
                 .disc = wend_group_disc_width(area),
                 .min_width = size.min_width,
                 .slack = slack * (1 + ROUNDING),
                 .cell = CELL * size.min_width,
                 .allocator = allocator},
        .paths = paths,
        .mesh = mesh,
        .widest = fmin(fmax(widest - WIDEST_SLACK * size.min_width, size.min_width),
                       wend_group_disc_width(area)),
        .tries = tries,
        .efforts = WEND_SNAKE_EFFORTS,
        .best = snake,
        .best_length = INFINITY,
        .best_path = INFINITY,
    };
    wend_result result = try_all(s, from, to);
    if (result == WEND_OK && s->best_length == INFINITY)
        result = WEND_NOT_FOUND;
    *count = result == WEND_OK ? set_motions(s, snake, motions) : 0;
    search_free(s);
    wend_release(allocator, s, 1, sizeof *s);
    return result;
}
