// SPDX-License-Identifier: MIT
// What windows lose to others that cross the same edge, in the manner of the continuous Dijkstra
// method (J. Mitchell, D. Mount and C. Papadimitriou, "The Discrete Geodesic Problem", 1987), but
// only against the latest two: they achieve nearly as much as a list of all. The rule holds in any
// order; it only prunes more in the order of distance.
#include "map/entry.h"

/// Rounding moves the points where windows are cut by less than this fraction of an edge; a window
/// keeps that much more than necessary.
#define CUT_SLACK 0x1p-40

// ---- other windows over the same edge -----------------------------------------------------------

/// Another window, in the frame of the entry's edge.
typedef struct rival {
    double from, to;                 ///< covered part
    double base, projection, height; ///< its root, as in wend_map_entry
    bool is_segment;
} rival;

static double rival_at(const rival *other, double along)
{
    if (other->is_segment) {
        double distance = other->height + other->projection * along;
        return distance > other->base ? distance : other->base;
    }
    double x = along - other->projection;
    return other->base + sqrt(x * x + other->height * other->height);
}

/// The solutions of a t^2 + 2 b t + c = 0 between from and to, in order.
static uint32_t solve(double a, double b, double c, double from, double to, double found[2])
{
    double roots[2];
    uint32_t count = 0, kept = 0;
    double discriminant = b * b - a * c;
    if (discriminant < 0)
        return 0;
    double q = -(b + (b >= 0 ? sqrt(discriminant) : -sqrt(discriminant)));
    if (a != 0)
        roots[count++] = q / a;
    if (q != 0)
        roots[count++] = c / q;
    if (count == 2 && roots[0] > roots[1]) {
        double swap = roots[0];
        roots[0] = roots[1];
        roots[1] = swap;
    }
    for (uint32_t i = 0; i < count; ++i)
        if (roots[i] >= from && roots[i] <= to)
            found[kept++] = roots[i];
    return kept;
}

/// Where the distances from two points are equal. With d = the difference of the bases, u and v the
/// distances from the roots: u - v = d, so u^2 - v^2 = d (2 v + d), whose left side is linear in
/// the position: its square is a quadratic equation. It may have solutions that are not ties.
static uint32_t tie_points(const wend_map_entry *entry, const rival *other, double from, double to,
                           double ties[2])
{
    double d = other->base - entry->window.base; // u - v
    // u^2 - v^2 = slope * t + rest
    double slope = 2 * (other->projection - entry->projection);
    double rest = entry->projection * entry->projection + entry->height * entry->height -
                  other->projection * other->projection - other->height * other->height - d * d;
    // (slope t + rest)^2 = 4 d^2 ((t - projection)^2 + height^2)
    double k = 4 * d * d;
    return solve(slope * slope - k, slope * rest + k * other->projection,
                 rest * rest -
                     k * (other->projection * other->projection + other->height * other->height),
                 from, to, ties);
}

/// The same for a point and a segment: (rise t + start)^2 = (t - projection)^2 + height^2.
static uint32_t tie_segment(double rise, double start, double projection, double height,
                            double from, double to, double ties[2])
{
    return solve(rise * rise - 1, rise * start + projection,
                 start * start - projection * projection - height * height, from, to, ties);
}

/// Where the distances of both may be equal, between from and to: at most two positions, in order,
/// and complete.
static uint32_t find_ties(const wend_map_entry *entry, const rival *other, double from, double to,
                          double ties[2])
{
    bool is_segment = wend_window_is_segment(&entry->window);
    if (!is_segment && !other->is_segment)
        return tie_points(entry, other, from, to, ties);
    if (!is_segment)
        return tie_segment(other->projection, other->height - entry->window.base, entry->projection,
                           entry->height, from, to, ties);
    if (!other->is_segment)
        return tie_segment(entry->projection, entry->height - other->base, other->projection,
                           other->height, from, to, ties);
    return solve(0, 0.5 * (entry->projection - other->projection), entry->height - other->height,
                 from, to, ties);
}

/// The root of a window in the frame of the entry's edge.
static void locate_rival(const wend_map *map, const wend_map_entry *entry,
                         const wend_map_window *window, rival *other)
{
    const wend_mesh *mesh = map->lookup.mesh;
    uint32_t h = wend_window_edge(&entry->window);
    const wend_map_edge *edge = &map->edges.data[wend_map_edge_of(mesh, h)];
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
    other->base = window->base;
    other->is_segment = wend_window_is_segment(window);
    if (other->is_segment) {
        double height_a = wend_window_height(window, a), height_b = wend_window_height(window, b);
        other->height = window->base + height_a;
        other->projection = (height_b - height_a) * edge->inverse;
        return;
    }
    double ex = (b.x - a.x) * edge->inverse, ey = (b.y - a.y) * edge->inverse;
    double x = window->origin.x - a.x, y = window->origin.y - a.y;
    other->projection = x * ex + y * ey;
    other->height = fabs(x * ey - y * ex);
}

/// True if a window is nearer nowhere, since its root is farther away than the entry's points are.
static bool is_harmless(const wend_map_entry *entry, const wend_map_window *window)
{
    return window->base >= entry->at_lo && window->base >= entry->at_hi;
}

/// The window with that number in the log, if it crossed the entry's edge and has another root;
/// otherwise false.
static bool find_rival(const wend_map *map, const wend_map_entry *entry, uint32_t number,
                       rival *other)
{
    const wend_mesh *mesh = map->lookup.mesh;
    // Numbers of an earlier wave stay with the edges: they are used if they happen to be valid.
    if (number >= map->log.count)
        return false;
    const wend_map_window *window = &map->log.data[number];
    uint32_t h = wend_window_edge(&entry->window), canonical = wend_map_edge_of(mesh, h);
    if (window->root == entry->window.root || wend_window_starts(window) ||
        is_harmless(entry, window) || wend_map_edge_of(mesh, wend_window_edge(window)) != canonical)
        return false;
    wend_map_span span = map->spans.data[number];
    other->from = span.from;
    other->to = span.to;
    if (canonical != h) {
        double length = map->edges.data[canonical].length;
        other->from = length - span.to;
        other->to = length - span.from;
    }
    if (other->to < entry->lo || other->from > entry->hi || other->from > other->to)
        return false;
    locate_rival(map, entry, window, other);
    return true;
}

/// The point on an entry's edge, for a new ray.
static wend_vec2 point_along(const wend_map *map, const wend_map_entry *entry, double along)
{
    const wend_mesh *mesh = map->lookup.mesh;
    uint32_t h = wend_window_edge(&entry->window);
    const wend_map_edge *edge = &map->edges.data[wend_map_edge_of(mesh, h)];
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
    double share = along * edge->inverse;
    return (wend_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/// Moves the left or the right end of an entry.
static void cut_end(const wend_map *map, wend_map_entry *entry, bool left, double along)
{
    wend_map_window *window = &entry->window;
    wend_vec2 point = point_along(map, entry, along);
    *(left ? &entry->lo : &entry->hi) = along;
    if (!wend_window_is_segment(window)) {
        *(left ? &window->left : &window->right) = point;
        return;
    }
    double projection = wend_window_projection(window, point);
    if (left)
        window->from = projection > window->from ? projection : window->from;
    else
        window->to = projection < window->to ? projection : window->to;
}

/// True if the entry is not nearer than a rival at a point. Ties of nearly coincident roots are
/// inaccurate: so what is about to be cut there is verified.
static bool is_no_nearer(const wend_map *map, const wend_map_entry *entry, const rival *other,
                         double along)
{
    double mine = wend_entry_distance(entry, along);
    return mine >= rival_at(other, along) - wend_map_slack(map, mine);
}

/// The common part, and where the entry loses at its ends.
typedef struct contest {
    double from, to;
    bool at_left, at_right; ///< it loses there, and covers nothing beyond
    bool at_both;           ///< it loses at both ends
} contest;

static contest find_contest(const wend_map *map, const wend_map_entry *entry, const rival *other)
{
    contest both = {.from = entry->lo > other->from ? entry->lo : other->from,
                    .to = entry->hi < other->to ? entry->hi : other->to};
    double mine_from = wend_entry_distance(entry, both.from),
           mine_to = wend_entry_distance(entry, both.to);
    bool loses_from = mine_from > rival_at(other, both.from) + wend_map_slack(map, mine_from);
    bool loses_to = mine_to > rival_at(other, both.to) + wend_map_slack(map, mine_to);
    both.at_left = loses_from && both.from <= entry->lo;
    both.at_right = loses_to && both.to >= entry->hi;
    both.at_both = loses_from && loses_to;
    return both;
}

/// The entry loses the whole common part; false: that is everything.
static bool lose_all(const wend_map *map, wend_map_entry *entry, const rival *other,
                     const contest *both, double spare)
{
    if (!both->at_both || !is_no_nearer(map, entry, other, 0.5 * (both->from + both->to)))
        return true; // contradiction caused by rounding
    if (both->at_left && both->at_right)
        return false;
    if (both->at_left)
        cut_end(map, entry, true, both->to - spare > entry->lo ? both->to - spare : entry->lo);
    else
        cut_end(map, entry, false, both->from + spare < entry->hi ? both->from + spare : entry->hi);
    return true;
}

/// Removes what a rival has; false: that is everything. Where the entry loses at one end of the
/// common part and wins at the other there is one tie in between; where it loses at both ends it
/// may still win in the middle.
static bool lose_to(const wend_map *map, wend_map_entry *entry, const rival *other)
{
    contest both = find_contest(map, entry, other);
    if (!both.at_left && !both.at_right)
        return true;
    uint32_t h = wend_window_edge(&entry->window);
    double spare = CUT_SLACK * map->edges.data[wend_map_edge_of(map->lookup.mesh, h)].length;
    double ties[2];
    uint32_t count = find_ties(entry, other, both.from, both.to, ties);
    if (count == 0)
        return lose_all(map, entry, other, &both, spare);
    double left = ties[0] - spare, right = ties[count - 1] + spare;
    if (both.at_left && left > entry->lo && is_no_nearer(map, entry, other, left))
        cut_end(map, entry, true, left);
    if (both.at_right && right < entry->hi && is_no_nearer(map, entry, other, right))
        cut_end(map, entry, false, right);
    return true;
}

bool wend_entry_trim(const wend_map *map, wend_map_entry *entry)
{
    uint32_t h = wend_window_edge(&entry->window);
    const wend_map_edge *edge = &map->edges.data[wend_map_edge_of(map->lookup.mesh, h)];
    for (int i = 0; i < 2; ++i) {
        rival other;
        if (find_rival(map, entry, edge->recent[i], &other) && !lose_to(map, entry, &other))
            return false;
    }
    return true;
}

bool wend_entry_lose(const wend_map *map, wend_map_entry *entry, const wend_map_window *window)
{
    if (is_harmless(entry, window))
        return true;
    wend_map_entry theirs;
    theirs.window = *window;
    wend_entry_measure(map, &theirs);
    rival other = {.from = theirs.lo + theirs.shy_lo,
                   .to = theirs.hi - theirs.shy_hi,
                   .base = window->base,
                   .projection = theirs.projection,
                   .height = theirs.height,
                   .is_segment = wend_window_is_segment(window)};
    if (other.to < entry->lo || other.from > entry->hi || other.from > other.to)
        return true;
    return lose_to(map, entry, &other);
}
