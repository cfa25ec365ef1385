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

/// Widths of the tracks, as parts of that; the last is the minimum width. Tails with bends are
/// tried for the first ones.
static const double parts[] = {1, 0.97, 0.93, 0.88, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0};
enum { PARTS = sizeof parts / sizeof *parts, BENT_TAILS = 2 };

/// Tracks keep this from walls, beyond half of their width; and may lose one half of it where short
/// arcs are merged. [Units: minimum widths]
#define TRACK_SLACK 0.02

/// Below the upper bound of widths, a disc gets through nearly always. [Units: minimum widths]
#define WIDEST_SLACK (2 * TRACK_SLACK + 1e-3)

/// Once there is a plan, only some tracks are tried, and only on paths that are shorter than this
/// part of its path.
#define SHORTER 0.98
enum { SOME_PARTS = 3 };

/// Cells of a track. [Units: minimum widths]
#define CELL 0.02

/// Rounding in the rooms of cells. [Units: slacks]
#define ROUNDING 1e-6

/// Bends at the ends are tried with coarse cells, on tracks of this length from there. [Units:
/// cells; longest spines]
#define COARSE 4
#define NEAR   1.25

typedef struct search {
    wend_snake_site site;
    wend_path_query *paths;
    const wend_mesh *mesh;
    wend_snake_end ends[2]; ///< as they are left at present
    wend_snake_level levels[WEND_SNAKE_WIDTHS];
    uint32_t level_count;
    double widest;  ///< no wider disc gets through
    uint32_t tries; ///< of bends at each end
    // A track.
    wend_array(
        wend_snake_turn) turns; ///< of its path; the first and the last are those at the ends
    double track_width;
    wend_snake_chain main;
    wend_snake_lane lane;
    wend_snake_climb climbs[2];
    // The best plan so far.
    wend_group_snake *best;
    double best_length, best_path; ///< INFINITY: none
    wend_group_snake now;
} search;

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
/// *shortest is the length of the path of that width.
static wend_result find_widest(search *s, double *widest, double *shortest)
{
    wend_path path;
    double low = s->site.min_width, high = s->widest;
    wend_result result = find_path(s, low, &path);
    *widest = 0;
    if (result != WEND_OK)
        return result;
    *shortest = path.length;
    result = find_path(s, high, &path);
    *widest = high;
    if (result == WEND_OK || result == WEND_OUT_OF_MEMORY)
        return result;
    result = WEND_OK;
    for (int i = 0; i < BISECTIONS && result != WEND_OUT_OF_MEMORY; ++i) {
        double middle = 0.5 * (low + high);
        result = find_path(s, middle, &path);
        *(result == WEND_OK ? &low : &high) = middle;
    }
    *widest = low;
    return result == WEND_OUT_OF_MEMORY ? result : WEND_OK;
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
static bool set_turns(search *s, const wend_path *path, double width)
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
static wend_result lay_main(search *s)
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

// ---- a track ------------------------------------------------------------------------------------

/// The point from which the tail of an end goes outwards, and that direction.
static void outer_end(const search *s, int which, wend_vec2 *at, wend_vec2 *outwards)
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

static wend_result lay_tail(search *s, int which, const wend_snake_tail *tail)
{
    wend_vec2 at, outwards;
    outer_end(s, which, &at, &outwards);
    return wend_snake_set_tail(&s->site, tail, at, outwards, &s->ends[which]);
}

/// The whole track as a list of cells. False: out of memory.
static bool set_lane(search *s)
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

static void climb(search *s, int which)
{
    const wend_snake_end *end = &s->ends[which];
    double outside = cells_length(&end->tail) + 0.5 * end->spine;
    double middle = which == 0 ? outside : s->lane.ends.data[s->lane.rooms.count] - outside;
    wend_snake_climb_from(&s->lane, s->levels, s->level_count, end->width, middle,
                          &s->climbs[which]);
}

static bool add_pieces(search *s, const wend_group_pieces *pieces, bool reversed)
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
static bool set_track(search *s)
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

/// Keeps the snake on the present track if there is one and it is the shortest so far.
static wend_result try_track(search *s, double path_length)
{
    if (!set_lane(s))
        return WEND_OUT_OF_MEMORY;
    climb(s, 0);
    climb(s, 1);
    wend_result result = wend_snake_join(&s->site, &s->lane, s->levels, s->climbs, &s->now);
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

// ---- bends at the ends --------------------------------------------------------------------------

/// Drops what is farther from an end than it can reach.
static void cut_main(search *s, int which)
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

/// True if a shape that fills the present part of the track, as wide as the track, touches itself.
static wend_result check_contact(search *s)
{
    if (!set_track(s))
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
static wend_result try_tail(search *s, int which, const wend_snake_tail *tail, uint32_t *score)
{
    wend_snake_end *end = &s->ends[which];
    if (!wend_snake_set_front(&s->site, tail, end))
        return WEND_OUT_OF_MEMORY;
    wend_result result = lay_main(s);
    if (result == WEND_OK)
        result = lay_tail(s, which, tail);
    if (result != WEND_OK)
        return result;
    // The other end is left out.
    wend_snake_end *other = &s->ends[1 - which], kept = *other;
    other->own = other->tail = (wend_snake_chain){0};
    cut_main(s, which);
    result = check_contact(s);
    if (result == WEND_OK && !set_lane(s))
        result = WEND_OUT_OF_MEMORY;
    *other = kept;
    if (result != WEND_OK)
        return result;
    climb(s, which);
    *score = s->climbs[which].top;
    return s->climbs[which].top < s->climbs[which].bottom ? WEND_NOT_FOUND : WEND_OK;
}

/// Restores an end to what it is without a tail. False: out of memory.
static bool reset_end(search *s, int which)
{
    wend_snake_end *end = &s->ends[which];
    if (end->spine > 0)
        return true;
    wend_group_shape shape = end->shape;
    return wend_snake_set_end(&s->site, &shape, false, end);
}

/// Searches bends at an end that let the shape become as narrow as possible: random changes are
/// kept if they are no worse.
static wend_result bend_end(search *s, int which)
{
    wend_random random = wend_random_stream((uint64_t)which, 0);
    wend_snake_tail best = {.count = 0};
    uint32_t best_score = 0, score;
    double cell = s->site.cell;
    wend_result result = WEND_OK;
    s->site.cell *= COARSE;
    for (uint32_t i = 0; i < s->tries && best_score + 1 < s->level_count; ++i) {
        wend_snake_tail next = i > 0 ? wend_snake_tail_changed(&s->site, &best, &random) : best;
        result = reset_end(s, which) ? try_tail(s, which, &next, &score) : WEND_OUT_OF_MEMORY;
        if (result == WEND_OUT_OF_MEMORY)
            break;
        if (result == WEND_OK && score >= best_score) {
            best = next;
            best_score = score;
        }
    }
    s->site.cell = cell;
    if (result == WEND_OUT_OF_MEMORY || !reset_end(s, which) ||
        !wend_snake_set_front(&s->site, &best, &s->ends[which]))
        return WEND_OUT_OF_MEMORY;
    result = lay_main(s);
    return result == WEND_OK ? lay_tail(s, which, &best) : result;
}

/// Searches a snake on the present path, with straight tails, then with others.
static wend_result try_path(search *s, double path_length, bool bent)
{
    static const wend_snake_tail straight = {.count = 0};
    wend_result result = WEND_OK;
    for (int i = 0; i < 2; ++i)
        if (!reset_end(s, i))
            return WEND_OUT_OF_MEMORY;
    result = lay_main(s);
    for (int i = 0; i < 2 && result == WEND_OK; ++i)
        result = lay_tail(s, i, &straight);
    if (result == WEND_OK)
        result = try_track(s, path_length);
    if (result != WEND_NOT_FOUND || !bent)
        return result;
    result = bend_end(s, 0);
    if (result == WEND_OK)
        result = bend_end(s, 1);
    if (result == WEND_OK)
        result = try_track(s, path_length);
    // The next path begins at the middle of a round shape again.
    return result != WEND_OUT_OF_MEMORY && reset_end(s, 0) && reset_end(s, 1) ? result
                                                                              : WEND_OUT_OF_MEMORY;
}

/// Searches from head to head, as the ends are left at present.
static wend_result try_ends(search *s)
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
        result = find_path(s, width, &path);
        double length = path.length;
        if (result == WEND_OK && path.piece_count > 0 && length < SHORTER * s->best_path)
            result = set_turns(s, &path, width)
                         ? try_path(s, length, i < BENT_TAILS && s->best_length == INFINITY)
                         : WEND_OUT_OF_MEMORY;
        result = result == WEND_OUT_OF_MEMORY ? result : WEND_OK;
    }
    return result == WEND_OUT_OF_MEMORY ? result : WEND_OK;
}

// ---- search -------------------------------------------------------------------------------------

static void search_free(search *s)
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
static wend_result try_all(search *s, const wend_group_shape *from, const wend_group_shape *to)
{
    wend_result result = WEND_OK;
    for (int i = 0; i < 4 && result == WEND_OK; ++i) {
        bool by_start[] = {i & 1, i & 2};
        if ((by_start[0] && wend_group_shape_is_round(from)) ||
            (by_start[1] && wend_group_shape_is_round(to)))
            continue;
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
                                  wend_group_motion *motion)
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
        .widest = fmin(fmax(widest - WIDEST_SLACK * size.min_width, size.min_width),
                       wend_group_disc_width(area)),
        .tries = tries,
        .best = snake,
        .best_length = INFINITY,
        .best_path = INFINITY,
    };
    wend_result result = try_all(s, from, to);
    if (result == WEND_OK && s->best_length == INFINITY)
        result = WEND_NOT_FOUND;
    if (result == WEND_OK)
        *motion = wend_group_track_motion(snake, area);
    search_free(s);
    wend_release(allocator, s, 1, sizeof *s);
    return result;
}
