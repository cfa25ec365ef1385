// SPDX-License-Identifier: MIT
// The track of a search: the path from head to head as a chain, the tails, and the cells of all.
#include "group/snake.h"

#include "group/spine.h"
#include "wend/vec2.h"

/// Tracks keep this from walls, beyond half of their width; and may lose one half of it where short
/// arcs are merged. [Units: minimum widths]
#define TRACK_SLACK WEND_SNAKE_TRACK_SLACK

/// What is searched at one end is on tracks of this length from there. [Units: longest spines]
#define NEAR 1.25

/// Places that are nearer are the same. [Units: widths]
#define NO_DISTANCE 1e-9

// ---- paths --------------------------------------------------------------------------------------

wend_result wend_snake_find_path(wend_snake_search *s, double width, wend_path *path)
{
    wend_path_request request = wend_default_path_request();
    request.from = s->ends[0].head;
    request.goal = (wend_goal){&s->ends[1].head, 1};
    request.radius = 0.5 * width + TRACK_SLACK * s->site.min_width;
    return wend_path_find(s->paths, s->mesh, &request, path, NULL);
}

/// The circle on which a track turns from an end to a point.
static wend_snake_turn turn_at(const wend_snake_end *end, wend_vec2 towards, double width,
                               bool arriving)
{
    if (end->ahead.x == 0 && end->ahead.y == 0)
        return (wend_snake_turn){end->head, 0, 1};
    double radius = end->spine > 0 ? fmax(0.5 * width, end->radius) : end->radius;
    bool left = wend_cross(end->ahead, wend_sub(towards, end->head)) > 0;
    wend_vec2 side = left ? wend_perp_left(end->ahead) : wend_perp_right(end->ahead);
    return (wend_snake_turn){wend_add_scaled(end->head, radius, side), radius,
                             left != arriving ? 1 : -1};
}

/// Lists the turns of a path. False: out of memory.
bool wend_snake_set_turns(wend_snake_search *s, const wend_path *path, double width)
{
    s->turns.count = 0;
    s->track_width = width;
    if (!wend_array_reserve(&s->turns, s->site.allocator, (size_t)path->piece_count + 2))
        return false;
    s->turns.data[s->turns.count++] = (wend_snake_turn){.radius = 0};
    for (uint32_t i = 0; i < path->piece_count; ++i) {
        const wend_path_piece *piece = &path->pieces[i];
        if (piece->turn)
            s->turns.data[s->turns.count++] = (wend_snake_turn){
                piece->corner, wend_distance(piece->a, piece->corner), piece->turn};
    }
    s->turns.data[s->turns.count++] = (wend_snake_turn){.radius = 0};
    return true;
}

/// Lays the main part of the track along the path, from head to head.
wend_result wend_snake_lay_main(wend_snake_search *s)
{
    wend_snake_turn *turns = s->turns.data;
    size_t last = s->turns.count - 1;
    wend_vec2 first_way = last > 1 ? turns[1].centre : s->ends[1].head;
    wend_vec2 last_way = last > 1 ? turns[last - 1].centre : s->ends[0].head;
    turns[0] = turn_at(&s->ends[0], first_way, s->track_width, false);
    turns[last] = turn_at(&s->ends[1], last_way, s->track_width, true);
    wend_result result =
        wend_snake_lay(&s->site, turns, (uint32_t)s->turns.count, s->ends[0].head, s->ends[1].head,
                       0.5 * TRACK_SLACK * s->site.min_width, &s->main);
    return result == WEND_OK && s->main.pieces.count == 0 ? WEND_NOT_FOUND : result;
}

// ---- the whole track ----------------------------------------------------------------------------

bool wend_snake_reset_end(wend_snake_search *s, int which)
{
    wend_snake_end *end = &s->ends[which];
    return wend_snake_set_end(&s->site, &s->given[which], s->by_start[which], end);
}

/// The point from which the tail of an end goes outwards, and that direction.
static void outer_end(const wend_snake_search *s, int which, wend_vec2 *at, wend_vec2 *outwards)
{
    const wend_group_pieces *own = &s->ends[which].own.pieces, *main = &s->main.pieces;
    bool at_end = own->count == 0 && which == 1; // of the piece
    const wend_path_piece *piece = own->count > 0 ? &own->data[0]
                                   : at_end       ? &main->data[main->count - 1]
                                                  : &main->data[0];
    wend_curve_piece curve = wend_spine_curve(piece);
    *at = at_end ? piece->b : piece->a;
    *outwards = at_end ? wend_curve_piece_end_direction(&curve)
                       : wend_scale(wend_curve_piece_start_direction(&curve), -1);
}

wend_result wend_snake_lay_tail(wend_snake_search *s, int which, const wend_snake_tail *tail)
{
    wend_vec2 at, outwards;
    outer_end(s, which, &at, &outwards);
    return wend_snake_set_tail(&s->site, tail, at, outwards, &s->ends[which]);
}

/// The whole track as a list of cells. False: out of memory.
bool wend_snake_set_lane(wend_snake_search *s)
{
    const wend_allocator *allocator = s->site.allocator;
    s->lane.ends.count = s->lane.rooms.count = 0;
    for (int i = 0; i < 2; ++i)
        if (!wend_snake_measure(&s->site, &s->ends[i].tail) ||
            !wend_snake_measure(&s->site, &s->ends[i].own))
            return false;
    return wend_snake_measure(&s->site, &s->main) &&
           wend_snake_lane_add(&s->lane, &s->ends[0].tail, true, allocator) &&
           wend_snake_lane_add(&s->lane, &s->ends[0].own, false, allocator) &&
           wend_snake_lane_add(&s->lane, &s->main, false, allocator) &&
           wend_snake_lane_add(&s->lane, &s->ends[1].own, true, allocator) &&
           wend_snake_lane_add(&s->lane, &s->ends[1].tail, false, allocator);
}

static double cells_length(const wend_snake_chain *chain)
{
    double length = 0;
    for (size_t i = 0; i < chain->cells.count; ++i)
        length += chain->cells.data[i].length;
    return length;
}

void wend_snake_climb_end(wend_snake_search *s, int which)
{
    const wend_snake_end *end = &s->ends[which];
    double outside = cells_length(&end->tail) + 0.5 * end->spine;
    double middle = which == 0 ? outside : s->lane.ends.data[s->lane.rooms.count] - outside;
    wend_snake_climb_from(&s->lane, s->levels, s->level_count, end->width, middle,
                          &s->climbs[which]);
    s->climbs[which].left = end->left;
    s->climbs[which].lag = end->lag;
    s->climbs[which].spine = end->spine;
    s->climbs[which].from_high = which == 1;
}

static bool add_pieces(wend_snake_search *s, const wend_group_pieces *pieces, bool reversed)
{
    for (size_t i = 0; i < pieces->count; ++i) {
        const wend_path_piece *piece = &pieces->data[reversed ? pieces->count - 1 - i : i];
        if (!wend_array_push(&s->now.track.pieces, s->site.allocator,
                             reversed ? wend_group_piece_reversed(piece) : *piece))
            return false;
    }
    return true;
}

/// Builds the track of the snake in `now`.
bool wend_snake_set_track(wend_snake_search *s)
{
    s->now.track.pieces.count = 0;
    s->now.track.cell = s->site.cell;
    s->now.area = s->site.area;
    return add_pieces(s, &s->ends[0].tail.pieces, true) &&
           add_pieces(s, &s->ends[0].own.pieces, false) && add_pieces(s, &s->main.pieces, false) &&
           add_pieces(s, &s->ends[1].own.pieces, true) &&
           add_pieces(s, &s->ends[1].tail.pieces, false) &&
           wend_group_track_measure(&s->now.track, s->site.allocator);
}

void wend_snake_cut_main(wend_snake_search *s, int which)
{
    wend_group_pieces *pieces = &s->main.pieces;
    double length = 0, near = NEAR * wend_group_spine(s->site.area, s->site.min_width);
    size_t count = 0;
    while (count < pieces->count && length < near) {
        size_t i = which == 0 ? count : pieces->count - 1 - count;
        length += wend_group_piece_length(&pieces->data[i]);
        ++count;
    }
    if (which == 1)
        for (size_t i = 0; i < count; ++i)
            pieces->data[i] = pieces->data[pieces->count - count + i];
    pieces->count = count;
}

bool wend_snake_approach(const wend_group_snake *snake, const wend_group_shape *shape,
                         bool arriving, wend_group_motion *motion)
{
    wend_group_motion on = wend_group_track_motion(snake, snake->area);
    wend_group_shape first = wend_group_motion_shape(&on, snake->area, arriving ? on.length : 0);
    double apart = wend_distance(wend_group_shape_from_local(shape, (wend_vec2){0, 0}),
                                 wend_group_shape_from_local(&first, (wend_vec2){0, 0}));
    if (!wend_group_shape_is_round(shape) ||
        (wend_group_shape_is_round(&first) && apart <= NO_DISTANCE * shape->width))
        return false;
    // Coils begin at shapes for which this motion exists.
    return arriving ? wend_group_bending(&first, shape, snake->area, motion)
                    : wend_group_bending(shape, &first, snake->area, motion);
}
