// SPDX-License-Identifier: MIT
// Path of a disc in one homotopy class, pulled taut.
//
// A class crosses sides of cells, gaps, each with a corner on its left and one on its right. The
// path starts as lines tangent to the circles around the corners at which a point's path bends. As
// long as a line comes too close to an end of a gap that it crosses, or passes it on the wrong
// side, that corner is added to the chain; and a corner around which the path would have to turn
// back is removed. The result is taut and crosses all gaps: no path of the class is shorter.
// Finally it is checked against all walls.
#include "plan/disc.h"

#include "core/angle.h"

#define WEND_PI 3.14159265358979323846

/// Maximum number of rounds of adding and removing corners.
#define WEND_MAX_ROUNDS 64

/// Half-planes determine where an arc crosses a gap only if it turns less than half around. [Units:
/// radians]
#define WEND_HALF_TURN 3.0

/// Maximum turn of an arc; longer ones are left to the other search. [Units: radians]
#define WEND_MAX_ARC 4.5

/// An angle this close to a full turn is zero, up to rounding. [Units: radians]
#define WEND_NO_ANGLE 0.1

/// A straight piece of the path, behind a root.
typedef struct piece {
    wend_vec2 from, to, direction;
    double length;
} piece;

static wend_disc_root *root_at(const wend_path_query *query, size_t i)
{
    return &query->disc->chain.data[i];
}

static piece piece_behind(const wend_path_query *query, size_t i, const wend_disc_end *end)
{
    const wend_disc_root *root = root_at(query, i), *next = root + 1;
    bool last = i + 1 == query->disc->chain.count;
    piece p = {.direction = last ? end->direction : next->in};
    p.from = wend_leave(root, query->radius, p.direction);
    p.to = last ? end->at : wend_leave(next, query->radius, p.direction);
    p.length = wend_distance(p.to, p.from);
    return p;
}

static wend_vec2 direction_behind(const wend_path_query *query, size_t i, const wend_disc_end *end)
{
    return i + 1 < query->disc->chain.count ? root_at(query, i + 1)->in : end->direction;
}

static bool insert(wend_path_query *query, size_t after, wend_vec2 at, uint32_t vertex, int side)
{
    wend_disc_search *s = query->disc;
    if (!wend_array_reserve(&s->chain, &query->allocator, 1)) {
        s->failed = true;
        return false;
    }
    for (size_t i = s->chain.count++; i > after + 1; --i)
        s->chain.data[i] = s->chain.data[i - 1];
    s->chain.data[after + 1] =
        (wend_disc_root){.centre = at, .vertex = vertex, .side = side, .turn = WEND_TAUT_TURN};
    return true;
}

static void drop_corner(wend_disc_search *s, size_t i)
{
    for (--s->chain.count; i < s->chain.count; ++i)
        s->chain.data[i] = s->chain.data[i + 1];
}

// ---- the lines ----------------------------------------------------------------------------------

/// Turn of the root to leave in that direction, negative if it would have to turn back: as if the
/// line left before it arrived.
static double signed_turn(const wend_disc_root *root, wend_vec2 d)
{
    if (!root->side)
        return 0;
    double ahead = root->side * wend_cross(root->in, d);
    if (ahead < 0 && wend_dot(root->in, d) > 0)
        return root->side * wend_atan2(wend_cross(root->in, d), wend_dot(root->in, d));
    return wend_disc_turned(root, d);
}

/// A segment from the last root to a point of the goal, if it is the shortest so far.
static bool offer_end(const wend_path_query *query, wend_vec2 at, double *minimum,
                      wend_disc_end *end)
{
    const wend_disc_root *last = root_at(query, query->disc->chain.count - 1);
    wend_vec2 d = {1, 0};
    double length = 0;
    bool here = !last->side && wend_equal(last->centre, at);
    if (!here && !wend_disc_touch(query, last, at, 0, &d, &length))
        return false;
    length += query->radius * signed_turn(last, d);
    if (length < *minimum) {
        *minimum = length;
        *end = (wend_disc_end){.direction = d, .at = at};
    }
    return true;
}

/// The shortest segment from the last root to the goal: to its point; or perpendicular to its
/// segment, or to an end of it.
static bool aim(const wend_path_query *query, wend_segment goal, double *length, wend_disc_end *end)
{
    const wend_disc_root *last = root_at(query, query->disc->chain.count - 1);
    wend_vec2 along = wend_sub(goal.b, goal.a);
    double size = wend_length(along);
    *length = INFINITY;
    bool found = offer_end(query, goal.a, length, end);
    if (size <= 0)
        return found;
    found |= offer_end(query, goal.b, length, end);
    for (int sign = -1; sign <= 1; sign += 2) {
        wend_vec2 square = {-sign * along.y / size, sign * along.x / size};
        wend_vec2 from = wend_sub(wend_leave(last, query->radius, square), goal.a);
        double share = wend_dot(from, along) / (size * size);
        if (share > 0 && share < 1 && wend_dot(square, from) <= 0)
            found |= offer_end(query, wend_add_scaled(goal.a, share, along), length, end);
    }
    return found;
}

typedef enum draw_result {
    DRAWN,
    TORN,   ///< two corners are closer to each other than the disc is wide
    TANGLED ///< undecided
} draw_result;

/// Constructs the lines from root to root and to the goal, and removes corners around which they
/// would turn back.
static draw_result draw(wend_path_query *query, wend_segment goal, double *length,
                        wend_disc_end *end)
{
    wend_disc_search *s = query->disc;
    for (size_t i = 1;;) {
        if (i < s->chain.count) {
            wend_disc_root *root = root_at(query, i), *before = root - 1;
            if (!wend_disc_touch(query, before, root->centre, root->side * query->radius, &root->in,
                                 &root->length))
                return before->side && !wend_equal(before->centre, root->centre) ? TORN : TANGLED;
        } else if (!aim(query, goal, length, end)) {
            return TANGLED;
        }
        if (i > 1 && wend_disc_turns_back(root_at(query, i - 1),
                                          direction_behind(query, i - 1, end), s->noise)) {
            drop_corner(s, --i);
            continue;
        }
        if (i++ >= s->chain.count)
            break;
    }
    // The last turn is part of the path to the goal.
    for (size_t i = 1; i < s->chain.count; ++i) {
        const wend_disc_root *root = root_at(query, i);
        bool last = i + 1 == s->chain.count;
        *length += root->length + (last ? 0 : query->radius * wend_disc_turned(root, root[1].in));
    }
    return DRAWN;
}

// ---- the gaps -----------------------------------------------------------------------------------

/// A corner in the way of a piece.
typedef struct hit {
    wend_vec2 at;
    uint32_t vertex; ///< WEND_NONE: none is
    int side;
    double depth; ///< required displacement of the line
} hit;

/// Current position on the path: on the piece after a root, or on its arc.
typedef struct walker {
    const wend_disc_end *end;
    size_t root;
    bool on_arc;
    piece piece;
    hit worst; ///< on that piece
} walker;

static bool is_beyond(const wend_disc_gap *gap, wend_vec2 p)
{
    return wend_cross_from(gap->right, gap->left, p) < 0;
}

/// False if p lies beyond the gap by more than rounding. Where a piece begins it must not, or the
/// gaps are not crossed in order.
static bool is_before(const wend_path_query *query, const wend_disc_gap *gap, wend_vec2 p)
{
    wend_vec2 along = wend_sub(gap->left, gap->right);
    double height = wend_cross(along, wend_sub(p, gap->right));
    return height >= 0 || height >= -query->disc->slack * wend_length(along);
}

/// True if p lies on the gap's line, or beyond it: a goal may lie on a side.
static bool is_reached(const wend_path_query *query, const wend_disc_gap *gap, wend_vec2 p)
{
    wend_vec2 along = wend_sub(gap->left, gap->right);
    double height = wend_cross(along, wend_sub(p, gap->right));
    return height <= query->disc->slack * wend_length(along);
}

static bool is_root(const wend_path_query *query, size_t i, uint32_t vertex, int side)
{
    return i < query->disc->chain.count && root_at(query, i)->vertex == vertex &&
           root_at(query, i)->side == side;
}

static void check_corner(const wend_path_query *query, walker *w, wend_vec2 at, uint32_t vertex,
                         int side, bool crosses)
{
    wend_vec2 v = wend_sub(at, w->piece.from);
    double off = side * wend_cross(w->piece.direction, v);
    if (off >= query->disc->reach || is_root(query, w->root, vertex, side) ||
        is_root(query, w->root + 1, vertex, side))
        return;
    double along = wend_dot(w->piece.direction, v), depth = query->radius - off;
    bool beside = along > 0 && along < w->piece.length;
    if ((beside || (crosses && off <= 0)) && depth > w->worst.depth)
        w->worst = (hit){at, vertex, side, depth};
}

/// True if the arc around a root crosses the gap far enough from its ends.
static bool arc_fits(const wend_path_query *query, const wend_disc_root *root,
                     const wend_disc_gap *gap)
{
    if ((root->side > 0 ? gap->left_vertex : gap->right_vertex) == root->vertex)
        return true;
    if (!is_before(query, gap, wend_leave(root, query->radius, root->in)))
        return false;
    wend_vec2 along = wend_sub(gap->left, gap->right);
    wend_vec2 from = wend_sub(gap->right, root->centre);
    double r = query->radius, size = wend_length(along);
    double middle = -wend_dot(from, along) / size, off = wend_cross(along, from) / size;
    double half2 = r * r - off * off;
    if (half2 < 0)
        return false;
    // Of the two points of the circle it is the one where the arc passes through the gap.
    for (int sign = -1; sign <= 1; sign += 2) {
        double t = middle + sign * sqrt(half2);
        wend_vec2 out = wend_add_scaled(from, t / size, along);
        wend_vec2 heading = wend_perp_left(wend_scale(out, root->side));
        if (wend_cross(along, heading) < 0)
            return t >= query->disc->reach && t <= size - query->disc->reach;
    }
    return false;
}

/// True if the end of the current arc lies beyond the gap.
static bool is_beyond_arc(const wend_path_query *query, const walker *w, const wend_disc_gap *gap)
{
    const wend_disc_root *root = root_at(query, w->root);
    bool left = root->side > 0;
    double turned = wend_disc_turned(root, w->piece.direction);
    if (turned < WEND_HALF_TURN || (left ? gap->left_vertex : gap->right_vertex) != root->vertex)
        return is_beyond(gap, w->piece.from);
    wend_vec2 out = wend_sub(left ? gap->right : gap->left, root->centre);
    wend_vec2 arrived = wend_sub(wend_leave(root, 1, root->in), root->centre);
    double angle = root->side * wend_atan2(wend_cross(arrived, out), wend_dot(arrived, out));
    if (angle < -WEND_NO_ANGLE)
        angle += 2 * WEND_PI;
    return angle <= turned;
}

/// Advances to where the path crosses the gap. False: undecided, or a corner was found in the way.
static bool cross_gap(wend_path_query *query, walker *w, const wend_disc_gap *gap, uint32_t cell)
{
    size_t count = query->disc->chain.count;
    for (;;) {
        if (!w->on_arc) {
            bool crosses = is_beyond(gap, w->piece.to);
            if (crosses || w->root + 1 == count) {
                check_corner(query, w, gap->left, gap->left_vertex, 1, crosses);
                check_corner(query, w, gap->right, gap->right_vertex, -1, crosses);
                return is_before(query, gap, w->piece.from) &&
                       (crosses || is_reached(query, gap, w->piece.to));
            }
            if (w->worst.vertex != WEND_NONE)
                return false;
            w->on_arc = true;
            ++w->root;
            continue;
        }
        w->piece = piece_behind(query, w->root, w->end);
        if (is_beyond_arc(query, w, gap))
            return arc_fits(query, root_at(query, w->root), gap);
        root_at(query, w->root)->cell = cell;
        w->on_arc = false;
    }
}

/// True if the path crosses all gaps. Otherwise *w has the corner in the way.
static bool crosses_gaps(wend_path_query *query, const wend_disc_end *end, uint32_t cell, walker *w)
{
    wend_disc_search *s = query->disc;
    *w = (walker){.end = end, .worst.vertex = WEND_NONE};
    w->piece = piece_behind(query, 0, end);
    root_at(query, 0)->cell = cell;
    for (size_t i = 0; i < s->gaps.count; ++i) {
        if (!cross_gap(query, w, &s->gaps.data[i], cell))
            return false;
        cell = s->gaps.data[i].behind;
    }
    for (size_t i = w->root + !w->on_arc; i < s->chain.count; ++i)
        root_at(query, i)->cell = cell;
    return w->worst.vertex == WEND_NONE;
}

// ---- the walls ----------------------------------------------------------------------------------

/// True if the disc fits at the root, where it arrives in the root's cell, and can turn to a
/// direction.
static bool turn_is_clear(wend_path_query *query, const wend_disc_root *root, wend_vec2 direction)
{
    uint32_t along;
    bool open;
    double noise = query->disc->noise, turned = wend_disc_turned(root, direction);
    double own = wend_disc_own_turn(query->mesh, root, noise, &along);
    if (own < 0 || turned <= noise)
        return own >= 0;
    return own + noise >= turned &&
           wend_disc_turn_limit(query, root, turned, &open) + noise >= turned;
}

/// True if the straight pieces keep the radius from all walls; *turns: so do the arcs. Otherwise
/// the walker may have a corner. A corner in the way of a piece, with nothing between, is on that
/// side of all paths of the class.
static bool is_clear(wend_path_query *query, walker *w, bool *turns)
{
    const wend_disc_search *s = query->disc;
    *turns = true;
    for (w->root = 0; w->root < s->chain.count; ++w->root) {
        const wend_disc_root *root = root_at(query, w->root);
        piece p = piece_behind(query, w->root, w->end);
        uint32_t cell = root->cell;
        if (!wend_disc_clear(query, p.from, p.direction, p.length, &cell)) {
            wend_disc_blocker b = wend_disc_nearest(query, p.from, p.direction, p.length);
            if (b.vertex != WEND_NONE && !is_root(query, w->root, b.vertex, b.side) &&
                !is_root(query, w->root + 1, b.vertex, b.side))
                w->worst = (hit){wend_at(query->mesh, b.vertex), b.vertex, b.side, 0};
            return false;
        }
        if (w->root + 1 < s->chain.count) {
            wend_disc_root next = root[1];
            next.cell = cell;
            *turns =
                *turns && turn_is_clear(query, &next, direction_behind(query, w->root + 1, w->end));
        }
    }
    return true;
}

/// True if no arc is too long to decide where it crosses the gaps.
static bool arcs_are_plain(const wend_path_query *query, const wend_disc_end *end)
{
    for (size_t i = 1; i < query->disc->chain.count; ++i)
        if (wend_disc_turned(root_at(query, i), direction_behind(query, i, end)) > WEND_MAX_ARC)
            return false;
    return true;
}

/// Iterates until the path is taut; WEND_TAUT_UNKNOWN if that fails.
static wend_taut pull(wend_path_query *query, wend_goal_piece goal)
{
    wend_disc_search *s = query->disc;
    wend_disc_end end = {0};
    uint32_t cell = s->gaps.count > 0 ? s->gaps.data[0].before : goal.cell;
    for (int round = 0; round < WEND_MAX_ROUNDS; ++round) {
        walker w;
        bool turns;
        double length;
        size_t count = s->chain.count;
        draw_result drawn = draw(query, goal.at, &length, &end);
        // What holds for the lines around the corners of the point's path holds for the class.
        // Later ones may be in a wrong order: they count only if they cross all gaps.
        if (round == 0 && s->chain.count == count &&
            (drawn == TORN || (drawn == DRAWN && length >= s->best)))
            return WEND_TAUT_WORSE;
        if (drawn != DRAWN || !arcs_are_plain(query, &end))
            return WEND_TAUT_UNKNOWN;
        bool crosses = crosses_gaps(query, &end, cell, &w);
        if (crosses && length >= s->best)
            return WEND_TAUT_WORSE;
        if (crosses && is_clear(query, &w, &turns)) {
            if (!turns)
                return WEND_TAUT_UNKNOWN;
            s->failed |= !wend_disc_write(query, end);
            return WEND_TAUT_BEST;
        }
        if (w.worst.vertex == WEND_NONE ||
            !insert(query, w.root, w.worst.at, w.worst.vertex, w.worst.side))
            return WEND_TAUT_UNKNOWN;
    }
    return WEND_TAUT_UNKNOWN;
}

wend_taut wend_disc_pull(wend_path_query *query, wend_goal_piece goal)
{
    wend_taut taut = pull(query, goal);
    bool torn = taut == WEND_TAUT_UNKNOWN && !query->disc->failed && !wend_disc_passes(query);
    return torn ? WEND_TAUT_WORSE : taut;
}

// ---- incomplete path ----------------------------------------------------------------------------

/// True if the disc can move straight from the previous root to this one.
static bool reaches(wend_path_query *query, wend_disc_root *root)
{
    wend_disc_root *before = root - 1;
    uint32_t along;
    double length;
    if (!wend_disc_touch(query, before, root->centre, root->side * query->radius, &root->in,
                         &length))
        return false;
    if (before->side && (wend_disc_turns_back(before, root->in, query->disc->noise) ||
                         !turn_is_clear(query, before, root->in)))
        return false;
    root->cell = before->cell;
    return wend_disc_clear(query, wend_leave(before, query->radius, root->in), root->in, length,
                           &root->cell) &&
           wend_disc_own_turn(query->mesh, root, query->disc->noise, &along) >= 0;
}

bool wend_disc_pull_partly(wend_path_query *query)
{
    wend_disc_search *s = query->disc;
    size_t count = 1;
    root_at(query, 0)->cell = query->start_cells.data[0];
    while (count < s->chain.count && reaches(query, root_at(query, count)))
        ++count;
    s->chain.count = count;
    return !s->failed && wend_disc_write(query, (wend_disc_end){.at_root = true});
}
