// SPDX-License-Identifier: MIT
// Search of a snake: tracks along the shortest paths of discs, from the widest that gets through to
// the narrowest. The track of the widest runs in the middle of what is narrow, those of others are
// shorter or lead through other passages; and on each, if need be, tails at both ends.
#include "group/snake.h"

#include "core/angle.h"
#include "group/spine.h"
#include "wend/vec2.h"

/// Steps of the bisection for the widest disc.
enum { BISECTIONS = 12 };

/// Widths of the tracks, as parts of that; the last is the minimum width. Tails with bends are tried
/// for the first ones.
static const double parts[] = {1, 0.97, 0.93, 0.88, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0};
enum { PARTS = sizeof parts / sizeof *parts, BENT_TAILS = 2 };

/// Tracks keep this from walls, beyond half of their width; and may lose one half of it where short
/// arcs are merged. [Units: minimum widths]
#define TRACK_SLACK 0.02

/// Once there is a plan, only tracks are tried on paths that are shorter than this part of its path.
#define SHORTER 0.98

/// Cells of a track. [Units: minimum widths]
#define CELL 0.02

/// Rounding in the rooms of cells. [Units: slacks]
#define ROUNDING 1e-6

typedef struct search {
    wend_snake_site site;
    wend_path_query *paths;
    const wend_mesh *mesh;
    wend_snake_end ends[2]; ///< as they are left at present
    wend_snake_level levels[WEND_SNAKE_WIDTHS];
    uint32_t level_count;
    // A track.
    wend_array(wend_snake_turn) turns;
    wend_snake_chain main, tails[2], other; ///< tails from the inside outwards
    wend_snake_lane lane;
    wend_snake_climb climbs[2], best_climb;
    // The best plan so far.
    wend_group_snake *best;
    double best_length, best_path; ///< INFINITY: none
    wend_group_snake now;
} search;

// ---- ends ---------------------------------------------------------------------------------------

/// Leaves a shape by one end of its spine.
static bool set_end(search *s, int which, const wend_group_shape *shape, bool by_first)
{
    wend_snake_end *end = &s->ends[which];
    uint32_t count = wend_group_shape_pieces(shape);
    end->own.pieces.count = end->own.cells.count = 0;
    end->head = wend_group_shape_from_local(shape, (wend_vec2){0, 0});
    end->ahead = (wend_vec2){0, 0};
    end->width = s->site.disc;
    end->spine = 0;
    if (wend_group_shape_is_round(shape))
        return true;
    for (uint32_t i = 0; i < count; ++i) {
        wend_path_piece piece = *wend_group_shape_piece(shape, by_first ? count - 1 - i : i);
        piece = by_first ? wend_group_piece_reversed(&piece) : piece;
        if (!wend_array_push(&end->own.pieces, s->site.allocator, piece))
            return false;
    }
    end->spine = wend_spine_length(shape);
    end->width = shape->width;
    end->head = wend_spine_at(shape, by_first ? 0 : end->spine, &end->ahead);
    if (by_first)
        end->ahead = wend_scale(end->ahead, -1);
    return wend_snake_measure(&s->site, &end->own);
}

/// The point from which a track goes outwards at an end, and that direction.
static void outer_end(const search *s, int which, wend_vec2 *at, wend_vec2 *outwards)
{
    const wend_snake_chain *chain = &s->ends[which].own;
    const wend_path_piece *piece;
    bool first = true; // outwards is before a piece
    if (chain->pieces.count > 0) {
        piece = &chain->pieces.data[0];
    } else {
        first = which == 0;
        piece = &s->main.pieces.data[first ? 0 : s->main.pieces.count - 1];
    }
    wend_curve_piece curve = wend_spine_curve(piece);
    *at = first ? piece->a : piece->b;
    wend_vec2 along = first ? wend_curve_piece_start_direction(&curve)
                            : wend_curve_piece_end_direction(&curve);
    *outwards = first ? wend_scale(along, -1) : along;
}

// ---- paths --------------------------------------------------------------------------------------

static wend_result find_path(search *s, double width, wend_path *path)
{
    wend_path_request request = wend_default_path_request();
    request.from = s->ends[0].head;
    request.goal = (wend_goal){&s->ends[1].head, 1};
    request.radius = 0.5 * width + TRACK_SLACK * s->site.min_width;
    return wend_path_find(s->paths, s->mesh, &request, path, NULL);
}

/// Width of the widest disc that gets from head to head; 0: not even the minimum width does.
static wend_result find_widest(search *s, double *widest)
{
    wend_path path;
    double low = s->site.min_width, high = s->site.disc;
    wend_result result = find_path(s, high, &path);
    *widest = high;
    if (result == WEND_OK || result == WEND_OUT_OF_MEMORY)
        return result;
    result = find_path(s, low, &path);
    for (int i = 0; i < BISECTIONS && result == WEND_OK; ++i) {
        double middle = 0.5 * (low + high);
        wend_result found = find_path(s, middle, &path);
        if (found == WEND_OUT_OF_MEMORY)
            return found;
        *(found == WEND_OK ? &low : &high) = middle;
    }
    *widest = result == WEND_OK ? low : 0;
    return result == WEND_OUT_OF_MEMORY ? result : WEND_OK;
}

/// The circle on which a track turns from an end of a shape to a point.
static wend_snake_turn turn_at(const wend_snake_end *end, wend_vec2 towards, double width,
                               bool arriving)
{
    if (end->spine == 0)
        return (wend_snake_turn){end->head, 0, 1};
    double radius = 0.5 * fmax(width, end->width);
    bool left = wend_cross(end->ahead, wend_sub(towards, end->head)) > 0;
    wend_vec2 side = left ? wend_perp_left(end->ahead) : wend_perp_right(end->ahead);
    return (wend_snake_turn){wend_add_scaled(end->head, radius, side), radius,
                             left != arriving ? 1 : -1};
}

/// Lays the main part of the track along a path.
static wend_result lay_path(search *s, const wend_path *path, double width)
{
    const wend_path_piece *pieces = path->pieces;
    uint32_t count = path->piece_count;
    if (count == 0)
        return WEND_NOT_FOUND;
    s->turns.count = 0;
    if (!wend_array_reserve(&s->turns, s->site.allocator, count + 2))
        return WEND_OUT_OF_MEMORY;
    s->turns.data[s->turns.count++] = turn_at(&s->ends[0], pieces[0].b, width, false);
    for (uint32_t i = 0; i < count; ++i)
        if (pieces[i].turn)
            s->turns.data[s->turns.count++] = (wend_snake_turn){
                pieces[i].corner, wend_distance(pieces[i].a, pieces[i].corner), pieces[i].turn};
    s->turns.data[s->turns.count++] = turn_at(&s->ends[1], pieces[count - 1].a, width, true);
    wend_result result = wend_snake_lay(&s->site, s->turns.data, (uint32_t)s->turns.count,
                                        s->ends[0].head, s->ends[1].head,
                                        0.5 * TRACK_SLACK * s->site.min_width, &s->main);
    return result == WEND_OK && s->main.pieces.count == 0 ? WEND_NOT_FOUND : result;
}

// ---- a track ------------------------------------------------------------------------------------

/// The whole track as a list of cells. False: out of memory.
static bool set_lane(search *s)
{
    const wend_allocator *allocator = s->site.allocator;
    s->lane.ends.count = s->lane.rooms.count = 0;
    return wend_snake_lane_add(&s->lane, &s->tails[0], true, allocator) &&
           wend_snake_lane_add(&s->lane, &s->ends[0].own, false, allocator) &&
           wend_snake_lane_add(&s->lane, &s->main, false, allocator) &&
           wend_snake_lane_add(&s->lane, &s->ends[1].own, true, allocator) &&
           wend_snake_lane_add(&s->lane, &s->tails[1], false, allocator);
}

static void climb(search *s, int which)
{
    const wend_snake_end *end = &s->ends[which];
    double length = 0;
    for (size_t i = 0; i < s->tails[which].cells.count; ++i)
        length += s->tails[which].cells.data[i].length;
    length += 0.5 * end->spine;
    if (which == 1)
        length = s->lane.ends.data[s->lane.rooms.count] - length;
    wend_snake_climb_from(&s->lane, s->levels, s->level_count, end->width, length,
                          &s->climbs[which]);
}

static bool add_pieces(search *s, const wend_snake_chain *chain, bool reversed)
{
    size_t count = chain->pieces.count;
    for (size_t i = 0; i < count; ++i) {
        const wend_path_piece *piece = &chain->pieces.data[reversed ? count - 1 - i : i];
        if (!wend_array_push(&s->now.track.pieces, s->site.allocator,
                             reversed ? wend_group_piece_reversed(piece) : *piece))
            return false;
    }
    return true;
}

/// Builds the track of the snake in `now`.
static bool set_track(search *s)
{
    s->now.track.pieces.count = 0;
    s->now.track.cell = s->site.cell;
    s->now.area = s->site.area;
    return add_pieces(s, &s->tails[0], true) && add_pieces(s, &s->ends[0].own, false) &&
           add_pieces(s, &s->main, false) && add_pieces(s, &s->ends[1].own, true) &&
           add_pieces(s, &s->tails[1], false) &&
           wend_group_track_measure(&s->now.track, s->site.allocator);
}

/// Keeps the snake on the present track if there is one that is the shortest so far.
static wend_result try_track(search *s, double path_length)
{
    wend_result result =
        wend_snake_join(&s->site, &s->lane, s->levels, s->climbs, &s->now);
    if (result != WEND_OK)
        return result;
    double length = s->now.knots.data[s->now.knots.count - 1].along;
    if (!(length < s->best_length) || s->now.knots.count < 2)
        return WEND_NOT_FOUND;
    if (!set_track(s))
        return WEND_OUT_OF_MEMORY;
    wend_group_motion motion = wend_group_track_motion(&s->now, s->site.area);
    if (wend_group_snake_touches_itself(&s->now) ||
        !wend_group_motion_is_free(&motion, s->site.area, s->site.walls,
                                   s->site.slack * (1 - 2 * ROUNDING)))
        return WEND_NOT_FOUND;
    wend_group_snake swapped = *s->best;
    *s->best = s->now;
    s->now = swapped;
    s->best_length = length;
    s->best_path = path_length;
    return WEND_OK;
}

static void swap_tail(search *s, int which)
{
    wend_snake_chain kept = s->tails[which];
    s->tails[which] = s->other;
    s->other = kept;
}

/// Replaces the tail at one end by the one with which the shape becomes narrowest.
static wend_result bend_tail(search *s, int which)
{
    wend_vec2 at, outwards;
    bool better = false;
    outer_end(s, which, &at, &outwards);
    s->best_climb = s->climbs[which];
    for (uint32_t i = 1; i < wend_snake_tail_count(); ++i) {
        wend_result result = wend_snake_tail(&s->site, i, at, outwards, &s->other);
        if (result == WEND_OUT_OF_MEMORY)
            return result;
        if (result != WEND_OK)
            continue;
        swap_tail(s, which);
        if (!set_lane(s))
            return WEND_OUT_OF_MEMORY;
        climb(s, which);
        if (s->climbs[which].top > s->best_climb.top) {
            s->best_climb = s->climbs[which];
            better = true;
        } else {
            swap_tail(s, which);
        }
    }
    return better ? WEND_OK : WEND_NOT_FOUND;
}

/// Searches a snake on the main part of a track, with straight tails, then with others.
static wend_result try_tails(search *s, double path_length, bool bent)
{
    wend_vec2 at, outwards;
    for (int i = 0; i < 2; ++i) {
        outer_end(s, i, &at, &outwards);
        if (wend_snake_tail(&s->site, 0, at, outwards, &s->tails[i]) == WEND_OUT_OF_MEMORY)
            return WEND_OUT_OF_MEMORY;
    }
    for (int round = 0;; ++round) {
        if (!set_lane(s))
            return WEND_OUT_OF_MEMORY;
        climb(s, 0);
        climb(s, 1);
        wend_result result = try_track(s, path_length);
        if (result != WEND_NOT_FOUND || !bent || round > 0)
            return result;
        for (int i = 0; i < 2; ++i)
            if (bend_tail(s, i) == WEND_OUT_OF_MEMORY)
                return WEND_OUT_OF_MEMORY;
    }
}

/// Searches from head to head, as the ends are left at present.
static wend_result try_ends(search *s)
{
    double widest, last = INFINITY;
    wend_result result = find_widest(s, &widest);
    for (uint32_t i = 0; i < PARTS && result == WEND_OK && widest > 0; ++i) {
        wend_path path;
        double width = fmax(parts[i] * widest, s->site.min_width);
        if (width == last)
            break;
        last = width;
        result = find_path(s, width, &path);
        double length = path.length;
        if (result == WEND_OK && length < SHORTER * s->best_path) {
            result = lay_path(s, &path, width);
            if (result == WEND_OK)
                result = try_tails(s, length, i < BENT_TAILS && s->best_length == INFINITY);
        }
        result = result == WEND_OUT_OF_MEMORY ? result : WEND_OK;
    }
    return result;
}

// ---- search -------------------------------------------------------------------------------------

static void search_free(search *s)
{
    const wend_allocator *allocator = s->site.allocator;
    for (int i = 0; i < 2; ++i) {
        wend_snake_chain_free(&s->ends[i].own, allocator);
        wend_snake_chain_free(&s->tails[i], allocator);
    }
    wend_snake_chain_free(&s->main, allocator);
    wend_snake_chain_free(&s->other, allocator);
    wend_snake_lane_free(&s->lane, allocator);
    wend_array_free(&s->turns, allocator);
    wend_group_snake_free(&s->now, allocator);
}

wend_result wend_group_snake_find(wend_path_query *paths, const wend_mesh *mesh,
                                  wend_group_walls *walls, wend_group_size size, double area,
                                  const wend_group_shape *from, const wend_group_shape *to,
                                  double slack, const wend_allocator *allocator,
                                  wend_group_snake *snake, wend_group_motion *motion)
{
    search *s = wend_allocate(allocator, 1, sizeof *s);
    if (!s)
        return WEND_OUT_OF_MEMORY;
    *s = (search){
        .site = {.walls = walls,
                 .area = area,
                 .disc = wend_group_disc_width(area),
                 .min_width = size.min_width,
                 .slack = slack * (1 + ROUNDING),
                 .cell = CELL * size.min_width,
                 .allocator = allocator},
        .paths = paths,
        .mesh = mesh,
        .best = snake,
        .best_length = INFINITY,
        .best_path = INFINITY,
    };
    const wend_group_shape *shapes[] = {from, to};
    wend_result result = WEND_OK;
    for (int i = 0; i < 4 && result == WEND_OK; ++i) {
        bool by_first[] = {i & 1, i & 2};
        bool twice = false;
        for (int k = 0; k < 2 && result == WEND_OK; ++k) {
            twice |= by_first[k] && wend_group_shape_is_round(shapes[k]);
            if (!set_end(s, k, shapes[k], by_first[k]))
                result = WEND_OUT_OF_MEMORY;
        }
        if (twice || result != WEND_OK)
            continue;
        s->level_count = wend_snake_levels(&s->site, s->ends, s->levels);
        result = try_ends(s);
    }
    if (result == WEND_OK)
        result = s->best_length < INFINITY ? WEND_OK : WEND_NOT_FOUND;
    if (result == WEND_OK)
        *motion = wend_group_track_motion(snake, area);
    search_free(s);
    wend_release(allocator, s, 1, sizeof *s);
    return result;
}
