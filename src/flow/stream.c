// SPDX-License-Identifier: MIT
// Tracing a line of equal level. In a triangle it is part of a circle (or a parallel) around the
// root of a window, until it leaves the triangle or the window, or until another window is nearer.
// At such a point all windows of the surrounding triangles are tested for a continuation of the
// line. Fronts are discs, and a line is the border of their union: where several continuations
// exist, it takes the turn that leads farthest from the lower levels. It therefore never enters a
// gap that is closed within rounding, and the result does not depend on the order of equals.
#include "flow/stream.h"
#include "core/angle.h"
#include "map/share.h"
#include "map/wave.h"
#include "wend/geometry.h"

/// Tolerance, in slacks, for a window that continues a line
enum { ACCEPT = 8 };

/// and the factor by which it grows if none is found.
enum { WIDER = 64, ATTEMPTS = 3 };

/// Between two cuts, conditions are tested at this fraction: not in the middle, where curves of
/// symmetric configurations touch.
#define INSIDE 0.4375

/// A window nearer than a line's own is searched at this fraction ahead.
#define SOON 0x1p-6

/// Directions that differ by less are the same continuation. [Units: rad]
#define SAME_DIRECTION 1e-6

/// Maximum number of steps per triangle of the mesh; beyond it a line runs in circles: it passes
/// each window once, and there are about ten in a triangle.
enum { MAX_STEPS = 64 };

/// Maximum number of points where a line meets the limits of a window and the curve beyond which it
/// is nearer.
enum { MAX_CUTS = 2 * (WEND_SHARE_LIMITS + 1) };

/// A continuation: along a window of a triangle.
typedef struct run {
    uint32_t triangle, number;
    const wend_map_window *window;
    wend_share_frame frame;
    double r;
    double from, to; ///< in the frame
    double length;   ///< [Units: m] Its chord
    wend_vec2 ahead; ///< direction at its begin
    uint32_t exit;   ///< half-edge through which it leaves; WEND_NONE
} run;

double wend_stream_slack(const wend_flow *flow)
{
    return WEND_MAP_MARGIN * wend_mesh_tolerance(flow->mesh);
}

void wend_stream_free(wend_stream *stream)
{
    wend_array_free(&stream->pieces, stream->allocator);
    wend_array_free(&stream->about, stream->allocator);
    wend_array_free(&stream->edges, stream->allocator);
}

// ---- along a window -----------------------------------------------------------------------------

static wend_vec2 point_on(const run *on, double x)
{
    return wend_share_point(&on->frame, x, on->r);
}

static double chord(const run *on, double a, double b)
{
    if (on->frame.is_segment)
        return fabs(b - a);
    return 2 * on->r * fabs(b - a) / sqrt((1 + a * a) * (1 + b * b));
}

/// Whether x increases along the line.
static bool grows(const wend_stream *stream, const run *on)
{
    return (stream->sense > 0) == on->frame.is_segment;
}

/// The direction of the line at x.
static wend_vec2 direction_at(const wend_stream *stream, const run *on, double x)
{
    const wend_share_frame *frame = &on->frame;
    if (frame->is_segment)
        return wend_scale(frame->along, stream->sense);
    wend_vec2 p = wend_share_point(frame, x, 1);
    return (wend_vec2){stream->sense * (p.y - frame->origin.y),
                       stream->sense * (frame->origin.x - p.x)};
}

/// True at a point that ends the run.
typedef bool ends_fn(const wend_stream *stream, wend_vec2 at, const void *of);

/// The first x of the run from which on `ends` is true, if it changes only at the cuts; the end of
/// the run if it never is. Sections shorter than the slack do not count.
static double first_end(const wend_stream *stream, const run *on, double *cuts, uint32_t count,
                        double slack, ends_fn *ends, const void *of)
{
    bool up = grows(stream, on);
    for (uint32_t i = 1; i < count; ++i)
        for (uint32_t k = i; k > 0 && (up ? cuts[k - 1] > cuts[k] : cuts[k - 1] < cuts[k]); --k) {
            double swap = cuts[k];
            cuts[k] = cuts[k - 1];
            cuts[k - 1] = swap;
        }
    double begin = on->from;
    for (uint32_t i = 0; i <= count; ++i) {
        double end = i < count ? cuts[i] : on->to;
        if (!(chord(on, begin, end) > slack))
            continue;
        if (ends(stream, point_on(on, begin + INSIDE * (end - begin)), of))
            return begin;
        begin = end;
    }
    return on->to;
}

/// Where the line meets a curve, within the run. Returns the number of points.
static uint32_t cut(const run *on, const wend_share_curve *curve, double x[2])
{
    wend_share_curve line = wend_share_level(&on->frame, on->frame.base + on->r);
    bool up = on->from < on->to;
    return wend_share_meet(&line, curve, up ? on->from : on->to, up ? on->to : on->from, x);
}

typedef struct side {
    wend_vec2 a, ahead; ///< unit vectors
    double slack;
} side;

static bool is_outside(const wend_stream *stream, wend_vec2 at, const void *of)
{
    const side *s = of;
    (void)stream;
    return s->ahead.x * (at.y - s->a.y) - s->ahead.y * (at.x - s->a.x) < -s->slack;
}

/// Ends the run where it leaves the triangle.
static void end_at_sides(const wend_stream *stream, run *on, double slack)
{
    const wend_mesh *mesh = stream->flow->mesh;
    wend_vec2 start = point_on(on, on->from), end = point_on(on, on->to);
    for (uint32_t h = 3 * on->triangle; h < 3 * on->triangle + 3; ++h) {
        wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
        double length = wend_distance(a, b);
        side s = {a, {(b.x - a.x) / length, (b.y - a.y) / length}, slack};
        // A curve that turns by up to 180 degrees and begins away from a line is nearest to it at
        // an end.
        if (wend_cross(s.ahead, on->ahead) >= 0 && !is_outside(stream, start, &s) &&
            !is_outside(stream, end, &s))
            continue;
        wend_share_curve curve = wend_share_half_plane(&on->frame, a, s.ahead, WEND_SHARE_SIDE, h);
        double cuts[2];
        uint32_t count = cut(on, &curve, cuts);
        double to = first_end(stream, on, cuts, count, slack, is_outside, &s);
        if (to != on->to) {
            on->to = to;
            on->exit = h;
            end = point_on(on, to);
        }
    }
}

typedef struct rival {
    const wend_map_window *window;
    double below; ///< threshold of nearer windows
    double slack;
} rival;

/// Distance of p by way of a window, whether it is in it or not.
static double reach_of(const wend_map_window *window, wend_vec2 p)
{
    return window->base + (wend_window_is_segment(window) ? wend_window_height(window, p)
                                                          : wend_distance(window->origin, p));
}

/// True if p is in a window, or within the slack of it: lines that run exactly along its limit, as
/// on grids, are in it.
static bool is_about(const wend_map_window *window, wend_vec2 p, double slack)
{
    if (wend_window_is_segment(window)) {
        double projection = wend_window_projection(window, p);
        return projection >= window->from - slack && projection <= window->to + slack &&
               wend_window_height(window, p) >= -slack;
    }
    wend_vec2 o = window->origin, v = wend_sub(p, o);
    wend_vec2 left = wend_sub(window->left, o);
    wend_vec2 right = wend_sub(window->right, o);
    return wend_cross(left, v) <= slack * wend_distance(o, window->left) &&
           wend_cross(right, v) >= -slack * wend_distance(o, window->right);
}

static bool is_nearer(const wend_stream *stream, wend_vec2 at, const void *of)
{
    const rival *r = of;
    return reach_of(r->window, at) < r->below && is_about(r->window, at, stream->level - r->below);
}

static bool would_be_nearer(const wend_stream *stream, wend_vec2 at, const void *of)
{
    const rival *r = of;
    (void)stream;
    return reach_of(r->window, at) < r->below;
}

/// The extent of a run.
typedef struct span {
    wend_vec2 start, end;
    double longest; ///< upper bound of its length
    double bulge;   ///< maximum distance from the chord
} span;

static span span_of(const run *on)
{
    span of = {point_on(on, on->from), point_on(on, on->to), chord(on, on->from, on->to), 0};
    if (on->frame.is_segment)
        return of;
    double half = of.longest / (2 * on->r), cosine = sqrt(fmax(1 - half * half, 0));
    of.longest *= half < 0.5 ? 1 / cosine : WEND_HALF_PI;
    of.bulge = on->r * (1 - cosine);
    return of;
}

/// True if all of a span is farther than this beyond one limit of a window.
static bool is_beside(const span *of, const wend_map_window *window, double by)
{
    wend_vec2 a = of->start, b = of->end, o = window->origin;
    by += of->bulge;
    if (wend_window_is_segment(window)) {
        double one = wend_window_projection(window, a), other = wend_window_projection(window, b);
        return (one < window->from - by && other < window->from - by) ||
               (one > window->to + by && other > window->to + by) ||
               (wend_window_height(window, a) < -by && wend_window_height(window, b) < -by);
    }
    wend_vec2 left = wend_sub(window->left, o);
    wend_vec2 right = wend_sub(window->right, o);
    double left_by = by * wend_distance(o, window->left);
    double right_by = by * wend_distance(o, window->right);
    return (left.x * (a.y - o.y) - left.y * (a.x - o.x) > left_by &&
            left.x * (b.y - o.y) - left.y * (b.x - o.x) > left_by) ||
           (right.x * (a.y - o.y) - right.y * (a.x - o.x) < -right_by &&
            right.x * (b.y - o.y) - right.y * (b.x - o.x) < -right_by);
}

/// Ends the run where another window of the triangle is nearer.
static void end_at_rival(const wend_stream *stream, run *on, uint32_t number,
                         const wend_map_window *window, double slack)
{
    wend_share_curve beyond, limits[WEND_SHARE_LIMITS];
    double cuts[MAX_CUTS];
    rival other = {window, stream->level - slack, slack};
    if (!wend_share_beyond(&on->frame, window, number < on->number, number, &beyond))
        return;
    uint32_t count = cut(on, &beyond, cuts);
    double from = first_end(stream, on, cuts, count, slack, would_be_nearer, &other);
    if (from == on->to && !would_be_nearer(stream, point_on(on, on->from), &other) &&
        !would_be_nearer(stream, point_on(on, on->to), &other))
        return;
    // In most cases its window contains all of that.
    wend_vec2 first = point_on(on, from), soon = point_on(on, from + SOON * (on->to - from));
    if (from != on->to && is_about(window, first, slack) && is_nearer(stream, soon, &other)) {
        on->to = from;
        on->exit = WEND_NONE;
        return;
    }
    uint32_t limit_count = wend_share_limits(&on->frame, window, number, limits);
    for (uint32_t k = 0; k < limit_count; ++k)
        count += cut(on, &limits[k], cuts + count);
    double to = first_end(stream, on, cuts, count, slack, is_nearer, &other);
    if (to != on->to) {
        on->to = to;
        on->exit = WEND_NONE;
    }
}

static void end_at_rivals(const wend_stream *stream, run *on, double slack)
{
    const wend_map_lookup *lookup = wend_map_lookup_of(stream->flow->map);
    wend_map_block block = lookup->blocks[on->triangle];
    span all = span_of(on);
    for (uint32_t i = 0; i < block.count; ++i) {
        const wend_map_window *window = &lookup->windows[block.first + i];
        if (window->root == on->window->root)
            continue;
        // Distances change by no more than the length of the path: a window that is nearer
        // somewhere is not much farther at the start, nor at both ends.
        double farther = reach_of(window, all.start) - stream->level, to = on->to;
        if (farther > all.longest ||
            farther + reach_of(window, all.end) - stream->level > all.longest ||
            is_beside(&all, window, slack))
            continue;
        end_at_rival(stream, on, i, window, slack);
        if (on->to != to)
            all = span_of(on);
    }
}

// ---- continuations ------------------------------------------------------------------------------

/// The angle from one direction to another, to the left, -90..270 degrees for lower levels on the
/// right: a line may turn right around, but hardly ever to that side.
static double turn_between(const wend_stream *stream, wend_vec2 from, wend_vec2 to)
{
    double angle = wend_atan2(stream->sense * wend_cross(from, to), wend_dot(from, to));
    return angle < -WEND_HALF_PI ? angle + 4 * WEND_HALF_PI : angle;
}

/// True if p has the line's level by way of a window.
static bool has_level(const wend_stream *stream, const wend_map_window *window, wend_vec2 p,
                      double accept)
{
    return fabs(reach_of(window, p) - stream->level) <= accept;
}

/// The run of a window from p on, which has the line's level there. False: the line does not
/// continue along it.
static bool find_run(const wend_stream *stream, uint32_t triangle, uint32_t number, wend_vec2 p,
                     double accept, run *on)
{
    const wend_map_lookup *lookup = wend_map_lookup_of(stream->flow->map);
    const wend_map_window *window = &lookup->windows[lookup->blocks[triangle].first + number];
    double slack = wend_stream_slack(stream->flow);
    on->triangle = triangle;
    on->number = number;
    on->window = window;
    on->exit = WEND_NONE;
    on->r = stream->level - window->base;
    if (!(on->r > slack))
        return false;
    on->frame = wend_share_frame_of(window);
    double x = wend_share_direction(&on->frame, p);
    on->from = fmin(fmax(x, on->frame.low), on->frame.high);
    on->to = grows(stream, on) ? on->frame.high : on->frame.low;
    if (chord(on, x, on->from) > accept || !(chord(on, on->from, on->to) > slack))
        return false;
    on->ahead = direction_at(stream, on, on->from);
    end_at_sides(stream, on, slack);
    if (!(chord(on, on->from, on->to) > slack))
        return false;
    end_at_rivals(stream, on, slack);
    on->length = chord(on, on->from, on->to);
    return on->length > slack;
}

static bool add_about(wend_stream *stream, uint32_t triangle)
{
    for (size_t i = 0; i < stream->about.count; ++i)
        if (stream->about.data[i] == triangle)
            return true;
    if (!wend_array_reserve(&stream->about, stream->allocator, 1))
        return false;
    stream->about.data[stream->about.count++] = triangle;
    return true;
}

/// True if a half-edge is within `accept` of p.
static bool is_near(const wend_mesh *mesh, uint32_t h, wend_vec2 p, double accept)
{
    wend_segment edge = {wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h))};
    double x = edge.b.x - edge.a.x, y = edge.b.y - edge.a.y;
    double across = x * (p.y - edge.a.y) - y * (p.x - edge.a.x);
    // In most cases not even its line is.
    return across * across <= accept * accept * (x * x + y * y) &&
           wend_segment_distance(edge, p) <= accept;
}

/// Finds the triangles around a point, beginning with one. False: out of memory.
static bool find_triangles(wend_stream *stream, uint32_t triangle, wend_vec2 p, double accept)
{
    const wend_mesh *mesh = stream->flow->mesh;
    stream->about.count = 0;
    if (!add_about(stream, triangle))
        return false;
    for (size_t i = 0; i < stream->about.count; ++i)
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t h = 3 * stream->about.data[i] + k;
            if (!wend_is_closed(mesh, h) && is_near(mesh, h, p, accept) &&
                !add_about(stream, wend_twin(mesh, h) / 3))
                return false;
        }
    return true;
}

/// The best continuation from p. False: none.
static bool find_continuation(wend_stream *stream, wend_vec2 p, wend_vec2 ahead, double accept,
                              run *best)
{
    const wend_map_lookup *lookup = wend_map_lookup_of(stream->flow->map);
    bool found = false;
    double max = 0; // turn of the best continuation
    for (size_t i = 0; i < stream->about.count; ++i) {
        uint32_t triangle = stream->about.data[i];
        wend_map_block block = lookup->blocks[triangle];
        for (uint32_t number = 0; number < block.count; ++number) {
            run on;
            if (!has_level(stream, &lookup->windows[block.first + number], p, accept) ||
                !find_run(stream, triangle, number, p, accept, &on))
                continue;
            double turn = turn_between(stream, ahead, on.ahead);
            bool same = found && fabs(turn - max) < SAME_DIRECTION;
            if (!found || (same ? on.length > best->length : turn > max)) {
                *best = on;
                max = turn;
            }
            found = true;
        }
    }
    return found;
}

/// How the line ends at the half-edge `exit`: at a wall or an opening. LOST: exit is not a wall.
static wend_stream_end end_at_wall(wend_stream *stream, uint32_t exit)
{
    uint32_t kind = exit == WEND_NONE ? WEND_NONE : stream->flow->kinds.data[exit];
    if (exit == WEND_NONE || !wend_is_closed(stream->flow->mesh, exit))
        return WEND_STREAM_LOST;
    stream->opening = kind & ~WEND_FLOW_OPENING;
    return kind != WEND_NONE && kind & WEND_FLOW_OPENING ? WEND_STREAM_OPENING : WEND_STREAM_WALL;
}

/// How a line without continuation ends at p, where its window and the free space may end at the
/// same point: at any wall near p, preferably an opening. LOST: none.
static wend_stream_end end_about(wend_stream *stream, wend_vec2 p, double accept)
{
    const wend_mesh *mesh = stream->flow->mesh;
    wend_stream_end end = WEND_STREAM_LOST;
    for (size_t i = 0; i < stream->about.count; ++i)
        for (uint32_t h = 3 * stream->about.data[i]; h < 3 * stream->about.data[i] + 3; ++h)
            if (end != WEND_STREAM_OPENING && wend_is_closed(mesh, h) &&
                is_near(mesh, h, p, accept))
                end = end_at_wall(stream, h);
    return end;
}

/// The usual continuation: the line has left a triangle in the interior of a side, `exit`, and a
/// window of the same root continues beyond it. False: find_any is required.
static bool find_straight_on(const wend_stream *stream, uint32_t exit, uint32_t root, wend_vec2 p,
                             wend_vec2 ahead, run *on)
{
    const wend_map_lookup *lookup = wend_map_lookup_of(stream->flow->map);
    if (exit == WEND_NONE)
        return false;
    uint32_t triangle = wend_twin(stream->flow->mesh, exit) / 3;
    wend_map_block block = lookup->blocks[triangle];
    double accept = ACCEPT * wend_stream_slack(stream->flow);
    for (uint32_t i = 0; i < block.count; ++i) {
        const wend_map_window *window = &lookup->windows[block.first + i];
        if (window->root == root && has_level(stream, window, p, accept) &&
            find_run(stream, triangle, i, p, accept, on) && wend_dot(on->ahead, ahead) > 0)
            return true;
    }
    return false;
}

/// Searches all windows around p. *found: *on is a continuation. Otherwise returns how the line
/// ends.
static wend_stream_end find_any(wend_stream *stream, uint32_t triangle, wend_vec2 p,
                                wend_vec2 ahead, run *on, bool *found)
{
    double accept = ACCEPT * wend_stream_slack(stream->flow);
    wend_stream_end end = WEND_STREAM_LOST;
    *found = false;
    for (int attempts = 0; attempts < ATTEMPTS && !*found && end == WEND_STREAM_LOST;
         ++attempts, accept *= WIDER) {
        if (!find_triangles(stream, triangle, p, accept))
            return WEND_STREAM_STARVED;
        *found = find_continuation(stream, p, ahead, accept, on);
        if (!*found)
            end = end_about(stream, p, accept);
    }
    return end;
}

/// Adds a run to the line, which has reached p; *p is its end. False: out of memory.
static bool add_run(wend_stream *stream, const run *on, uint32_t *last_root, wend_vec2 *p)
{
    wend_vec2 from = *p;
    *p = point_on(on, on->to);
    if (*last_root == on->window->root) {
        stream->pieces.data[stream->pieces.count - 1].b = *p;
        return true;
    }
    if (!wend_array_reserve(&stream->pieces, stream->allocator, 1))
        return false;
    stream->pieces.data[stream->pieces.count++] =
        on->frame.is_segment ? wend_curve_piece_line(from, *p)
                             : wend_curve_piece_arc(from, *p, on->frame.origin, -stream->sense);
    *last_root = on->window->root;
    return true;
}

/// True if the last piece of the line that began with piece `first` is accepted.
static bool is_accepted(const wend_stream *stream, size_t first)
{
    size_t count = stream->pieces.count;
    return !stream->accept || count == first ||
           stream->accept(stream->context, &stream->pieces.data[count - 1]);
}

static bool comes_by(const run *begin, const run *on)
{
    return on->triangle == begin->triangle && on->number == begin->number &&
           (on->from - begin->from) * (on->to - begin->from) <= 0;
}

wend_stream_end wend_stream_follow(wend_stream *stream, uint32_t triangle, wend_vec2 p,
                                   wend_vec2 ahead)
{
    uint64_t max = (uint64_t)MAX_STEPS * wend_map_lookup_of(stream->flow->map)->triangle_limit;
    uint32_t last_root = WEND_MAP_NONE, exit = WEND_NONE;
    size_t first = stream->pieces.count;
    run begin = {0}, on;
    for (uint64_t step = 0; step < max; ++step) {
        bool found = find_straight_on(stream, exit, last_root, p, ahead, &on);
        wend_stream_end end = WEND_STREAM_LOST;
        if (!found)
            end = find_any(stream, triangle, p, ahead, &on, &found);
        if (!found)
            return end == WEND_STREAM_STARVED || is_accepted(stream, first) ? end
                                                                            : WEND_STREAM_STOPPED;
        bool closed = step > 0 && comes_by(&begin, &on);
        if (closed)
            on.to = begin.from;
        if (last_root != on.window->root && !is_accepted(stream, first))
            return WEND_STREAM_STOPPED;
        if (!add_run(stream, &on, &last_root, &p))
            return WEND_STREAM_STARVED;
        end = closed ? WEND_STREAM_CLOSED : end_at_wall(stream, on.exit);
        if (end != WEND_STREAM_LOST)
            return is_accepted(stream, first) ? end : WEND_STREAM_STOPPED;
        if (step == 0)
            begin = on;
        triangle = on.triangle;
        exit = on.exit;
        ahead = direction_at(stream, &on, on.to);
    }
    return WEND_STREAM_LOST;
}
