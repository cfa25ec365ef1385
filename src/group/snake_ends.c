// SPDX-License-Identifier: MIT
// Ends of a track for rooms in which a straight tail is too short: coils that wind through the room
// (snake_coil.c), and tails with bends at random (snake_tail.c).
#include "group/snake_coil.h"

#include "core/angle.h"

/// Ends are searched with coarse cells. [Units: cells]
#define COARSE 4

/// Where a track has less room, a street begins. [Units: half widths of what gets through]
#define NARROW 1.15

/// Widths of the arcs at which coils begin, 0: any other way; and how many of them are tried with
/// each effort, if that many tails may be tried. [Units: widths of the disc]
static const double arcs[] = {0, 0.57, 0.65, 0.59, 0.54, 0.72};
static const uint32_t arc_counts[WEND_SNAKE_EFFORTS] = {3, 6};
static const uint32_t least_tries[WEND_SNAKE_EFFORTS] = {WEND_SNAKE_COIL_TRIES, 1000};

/// Tracks that are tried of each coil, and of each of its layers.
enum { COIL_TRIES = 100, LAYER_TRIES = 6 };

// ---- coils --------------------------------------------------------------------------------------

uint32_t wend_snake_track_level(const wend_snake_search *s)
{
    uint32_t level = 0;
    while (level + 1 < s->level_count && s->levels[level].half > 0.5 * s->track_width)
        ++level;
    return level;
}

/// The first level at which the shape gets from an end to the other end of the track as it is cut;
/// the number of levels: none.
static uint32_t level_through(const wend_snake_search *s, int which)
{
    const wend_snake_climb *climb = &s->climbs[which];
    for (uint32_t i = climb->bottom; i <= climb->top; ++i)
        if (which == 0 ? climb->runs[i].high == s->lane.rooms.count : climb->runs[i].low == 0)
            return i;
    return s->level_count;
}

/// WEND_OK: the shape becomes as narrow as that level at an end, and touches neither itself nor,
/// before it is on the track, a wall.
static wend_result check_climb(wend_snake_search *s, int which, uint32_t level)
{
    wend_snake_climb climbs[2];
    wend_group_motion motion;
    double spine = s->levels[level].spine;
    climbs[which] = climbs[1 - which] = s->climbs[which];
    wend_snake_climb *far = &climbs[1 - which];
    wend_snake_run run = far->runs[level];
    far->bottom = far->top = level;
    far->middle = which == 0 ? s->lane.ends.data[run.high] - 0.5 * spine
                             : s->lane.ends.data[run.low] + 0.5 * spine;
    wend_result result = wend_snake_join(&s->site, &s->lane, s->levels, climbs, &s->now);
    if (result != WEND_OK)
        return result;
    if (!wend_snake_set_track(s))
        return WEND_OUT_OF_MEMORY;
    bool approaches = wend_snake_approach(&s->now, &s->given[which], which == 1, &motion);
    return wend_group_snake_touches_itself(&s->now) ||
                   (approaches &&
                    !wend_group_motion_is_free(&motion, s->site.area, s->site.walls, s->site.slack))
               ? WEND_NOT_FOUND
               : WEND_OK;
}

/// Lays the track with that coil at an end, and the path from there. WEND_OK: the shape gets
/// through.
static wend_result try_coil(wend_snake_search *s, int which, const wend_snake_coil *coil,
                            uint32_t node)
{
    wend_path path;
    if (!wend_snake_reset_end(s, which) ||
        !wend_snake_coil_lay(&s->site, coil, node, &s->ends[which]))
        return WEND_OUT_OF_MEMORY;
    wend_result result = wend_snake_find_path(s, s->track_width, &path);
    if (result != WEND_OK || path.piece_count == 0)
        return result == WEND_OUT_OF_MEMORY ? result : WEND_NOT_FOUND;
    if (!wend_snake_set_turns(s, &path, s->track_width))
        return WEND_OUT_OF_MEMORY;
    result = wend_snake_lay_main(s);
    if (result != WEND_OK)
        return result;
    // The other end is left out.
    wend_snake_end *other = &s->ends[1 - which], kept = *other;
    other->own = other->tail = (wend_snake_chain){0};
    wend_snake_cut_main(s, which);
    result = wend_snake_set_lane(s) ? WEND_NOT_FOUND : WEND_OUT_OF_MEMORY;
    if (result == WEND_NOT_FOUND) {
        wend_snake_climb_end(s, which);
        uint32_t level = level_through(s, which);
        if (level < s->level_count)
            result = check_climb(s, which, level);
    }
    *other = kept;
    return result;
}

wend_vec2 wend_snake_door(const wend_snake_search *s, int which)
{
    const wend_snake_lane *lane = &s->lane;
    size_t count = lane->rooms.count;
    double half = NARROW * s->levels[wend_snake_track_level(s)].half;
    double along = 0, middle = s->climbs[which].middle;
    for (size_t i = 0; i < count; ++i) {
        size_t k = which == 0 ? i : count - 1 - i;
        bool beyond = which == 0 ? lane->ends.data[k] >= middle : lane->ends.data[k + 1] <= middle;
        along = which == 0 ? lane->ends.data[k] : lane->ends.data[k + 1];
        if (beyond && lane->rooms.data[k] < half)
            break;
    }
    return wend_group_track_window(&s->now.track, along, along, s->track_width).spine[0].a;
}

/// Tries the tracks of the last layer of a coil, up to a number of all.
static wend_result try_layer(wend_snake_search *s, int which, const wend_snake_coil *coil,
                             wend_vec2 door, uint32_t *tries)
{
    uint32_t here = 0;
    for (uint32_t i = coil->first; i < coil->nodes.count && here < LAYER_TRIES; ++i) {
        if (*tries == COIL_TRIES || !wend_snake_coil_reaches(&s->site, coil, i, door))
            continue;
        wend_result result = try_coil(s, which, coil, i);
        if (result != WEND_NOT_FOUND)
            return result;
        ++here;
        ++*tries;
    }
    return WEND_NOT_FOUND;
}

/// The same for coils that begin at an arc of that width, or 0.
static wend_result find_coil(wend_snake_search *s, int which, wend_vec2 door, double arc,
                             uint32_t effort)
{
    wend_snake_coil coil = {0};
    uint32_t tries = 0;
    if (!wend_snake_reset_end(s, which))
        return WEND_OUT_OF_MEMORY;
    bool fits = wend_snake_coil_begin(&s->site, s->levels, wend_snake_track_level(s),
                                      &s->ends[which], arc, effort, &coil);
    wend_result result = fits ? WEND_NOT_FOUND : WEND_OUT_OF_MEMORY, grown = WEND_OK;
    while (result == WEND_NOT_FOUND && grown == WEND_OK && tries < COIL_TRIES) {
        result = try_layer(s, which, &coil, door, &tries);
        if (result == WEND_NOT_FOUND)
            grown = wend_snake_coil_grow(&s->site, &coil);
    }
    wend_snake_coil_free(&coil, s->site.allocator);
    return grown == WEND_OUT_OF_MEMORY ? grown : result;
}

wend_result wend_snake_coil_end(wend_snake_search *s, int which, wend_vec2 door)
{
    bool round = s->ends[which].spine <= 0;
    double cell = s->site.cell;
    wend_result result = WEND_NOT_FOUND;
    s->site.cell *= COARSE;
    for (uint32_t effort = 0; effort < WEND_SNAKE_EFFORTS; ++effort)
        for (uint32_t i = 0; i < (round ? arc_counts[effort] : 1); ++i)
            if (result == WEND_NOT_FOUND && s->tries >= least_tries[effort] && effort < s->efforts)
                result = find_coil(s, which, door, arcs[i] * s->site.disc, effort);
    // Other tracks are hardly easier.
    if (result == WEND_NOT_FOUND)
        s->efforts = 1;
    s->site.cell = cell;
    if (result == WEND_OK)
        return wend_snake_lay_main(s);
    return result == WEND_NOT_FOUND && !wend_snake_reset_end(s, which) ? WEND_OUT_OF_MEMORY
                                                                       : result;
}

// ---- bends --------------------------------------------------------------------------------------

/// True if a shape that fills the present part of the track, as wide as the track, touches itself.
static wend_result check_contact(wend_snake_search *s)
{
    if (!wend_snake_set_track(s))
        return WEND_OUT_OF_MEMORY;
    double length = wend_group_track_length(&s->now.track);
    s->now.knots.count = 0;
    for (int i = 0; i < 2; ++i)
        if (!wend_array_push(&s->now.knots, s->site.allocator,
                             (wend_group_knot){0, 0.5 * length, length}))
            return WEND_OUT_OF_MEMORY;
    s->now.area = s->track_width * (length + 0.5 * WEND_HALF_PI * s->track_width);
    return wend_group_snake_touches_itself(&s->now) ? WEND_NOT_FOUND : WEND_OK;
}

/// Lays an end with that tail. *score: the level that is reached from there. WEND_NOT_FOUND: the
/// track is not possible.
static wend_result try_tail(wend_snake_search *s, int which, const wend_snake_tail *tail,
                            uint32_t *score)
{
    wend_snake_end *end = &s->ends[which];
    if (!wend_snake_set_front(&s->site, tail, end))
        return WEND_OUT_OF_MEMORY;
    wend_result result = wend_snake_lay_main(s);
    if (result == WEND_OK)
        result = wend_snake_lay_tail(s, which, tail);
    if (result != WEND_OK)
        return result;
    // The other end is left out.
    wend_snake_end *other = &s->ends[1 - which], kept = *other;
    other->own = other->tail = (wend_snake_chain){0};
    wend_snake_cut_main(s, which);
    result = check_contact(s);
    if (result == WEND_OK && !wend_snake_set_lane(s))
        result = WEND_OUT_OF_MEMORY;
    *other = kept;
    if (result != WEND_OK)
        return result;
    wend_snake_climb_end(s, which);
    *score = s->climbs[which].top;
    return s->climbs[which].top < s->climbs[which].bottom ? WEND_NOT_FOUND : WEND_OK;
}

/// Searches bends at an end that let the shape become as narrow as possible: random changes are
/// kept if they are no worse.
wend_result wend_snake_bend_end(wend_snake_search *s, int which)
{
    wend_random random = wend_random_stream((uint64_t)which, 0);
    wend_snake_tail best = {.count = 0};
    uint32_t best_score = 0, score;
    double cell = s->site.cell;
    wend_result result = WEND_OK;
    s->site.cell *= COARSE;
    for (uint32_t i = 0; i < s->tries && best_score + 1 < s->level_count; ++i) {
        wend_snake_tail next = i > 0 ? wend_snake_tail_changed(&s->site, &best, &random) : best;
        result =
            wend_snake_reset_end(s, which) ? try_tail(s, which, &next, &score) : WEND_OUT_OF_MEMORY;
        if (result == WEND_OUT_OF_MEMORY)
            break;
        if (result == WEND_OK && score >= best_score) {
            best = next;
            best_score = score;
        }
    }
    s->site.cell = cell;
    if (result == WEND_OUT_OF_MEMORY || !wend_snake_reset_end(s, which) ||
        !wend_snake_set_front(&s->site, &best, &s->ends[which]))
        return WEND_OUT_OF_MEMORY;
    result = wend_snake_lay_main(s);
    return result == WEND_OK ? wend_snake_lay_tail(s, which, &best) : result;
}
