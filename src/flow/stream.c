// SPDX-License-Identifier: MIT
// A line of equal level on its way. In a triangle it is part of a circle (or a parallel) around the
// root of a window, until it leaves the triangle or the window, or until another window is nearer.
// At such a place all windows of the triangles around it are asked whether the line can go on as
// theirs. Fronts are discs, and a line is the border of their union: where several can go on, it
// takes the turn that leads farthest off the lower levels. So it never enters a gap that is closed
// within rounding, and nothing is built on which of two equals comes first.
#include "flow/stream.h"
#include "core/angle.h"
#include "map/share.h"
#include "map/wave.h"
#include "wend/geometry.h"

/// A window may be off a line's place by so many slacks and yet lead on from there.
enum { ACCEPT = 8 };

/// ... and if there is none, by so much more.
enum { WIDER = 64, TRIES = 3 };

/// Between two cuts, what holds is asked in this part of the way: not in the middle, where curves
/// of things that are symmetric touch.
#define INSIDE 0.4375

/// A window that is nearer than a line's own is looked for this part of the way on.
#define SOON 0x1p-6

/// Directions that differ by less are the same way on. [Units: rad]
#define SAME_WAY 1e-6

/// A line that takes so many steps for each triangle of the mesh goes in circles: it passes each
/// window once, and there are about ten in a triangle.
enum { MOST_STEPS = 64 };

/// Most places where a line meets the limits of a window and the curve beyond which it is nearer.
enum { MOST_CUTS = 2 * (WEND_SHARE_LIMITS + 1) };

/// A way on: along a window of a triangle.
typedef struct run {
    uint32_t triangle, number;
    const wend_map_window *window;
    wend_share_frame frame;
    double r;
    double from, to; ///< in the frame
    double length;   ///< [Units: m] the chord of it
    wend_vec2 ahead; ///< the direction where it begins
    uint32_t exit;   ///< the half-edge that it leaves through; WEND_NONE
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

static wend_vec2 place_on(const run *on, double x)
{
    return wend_share_place(&on->frame, x, on->r);
}

static double chord(const run *on, double a, double b)
{
    if (on->frame.stretch)
        return fabs(b - a);
    return 2 * on->r * fabs(b - a) / sqrt((1 + a * a) * (1 + b * b));
}

/// Whether x grows along the line.
static bool grows(const wend_stream *stream, const run *on)
{
    return (stream->sense > 0) == on->frame.stretch;
}

/// The direction of the line at x.
static wend_vec2 direction_at(const wend_stream *stream, const run *on, double x)
{
    const wend_share_frame *frame = &on->frame;
    if (frame->stretch)
        return (wend_vec2){stream->sense * frame->along.x, stream->sense * frame->along.y};
    wend_vec2 p = wend_share_place(frame, x, 1);
    return (wend_vec2){stream->sense * (p.y - frame->origin.y),
                       stream->sense * (frame->origin.x - p.x)};
}

/// True at a place that ends the run.
typedef bool ends_fn(const wend_stream *stream, wend_vec2 at, const void *of);

/// The first x of the run from which on `ends` is true, if it changes only at the cuts; the end of
/// the run if it never is. What is shorter than the slack does not count.
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
        if (ends(stream, place_on(on, begin + INSIDE * (end - begin)), of))
            return begin;
        begin = end;
    }
    return on->to;
}

/// Where the line meets a curve, within the run. Returns how many.
static uint32_t cut(const run *on, const wend_share_curve *curve, double x[2])
{
    wend_share_curve line = wend_share_level(&on->frame, on->frame.base + on->r);
    bool up = on->from < on->to;
    return wend_share_meet(&line, curve, up ? on->from : on->to, up ? on->to : on->from, x);
}

typedef struct side {
    wend_vec2 a, ahead; ///< of length 1
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
    wend_vec2 start = place_on(on, on->from), end = place_on(on, on->to);
    for (uint32_t h = 3 * on->triangle; h < 3 * on->triangle + 3; ++h) {
        wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
        double length = wend_map_length(a, b);
        side s = {a, {(b.x - a.x) / length, (b.y - a.y) / length}, slack};
        // What turns by up to 180 degrees and begins away from a line is nearest to it at an end.
        if (s.ahead.x * on->ahead.y - s.ahead.y * on->ahead.x >= 0 &&
            !is_outside(stream, start, &s) && !is_outside(stream, end, &s))
            continue;
        wend_share_curve curve = wend_share_half_plane(&on->frame, a, s.ahead, WEND_SHARE_SIDE, h);
        double cuts[2];
        uint32_t count = cut(on, &curve, cuts);
        double to = first_end(stream, on, cuts, count, slack, is_outside, &s);
        if (to != on->to) {
            on->to = to;
            on->exit = h;
            end = place_on(on, to);
        }
    }
}

typedef struct rival {
    const wend_map_window *window;
    double below; ///< nearer is who is nearer than this
    double slack;
} rival;

/// How far p is by way of a window, whether it is in it or not.
static double reach_of(const wend_map_window *window, wend_vec2 p)
{
    return window->base + (wend_window_is_stretch(window) ? wend_stretch_height(window, p)
                                                          : wend_map_length(window->origin, p));
}

/// True if p is in a window, or beside it by the slack: lines that run along its very limit, as
/// they do on grids, are in it.
static bool is_about(const wend_map_window *window, wend_vec2 p, double slack)
{
    if (wend_window_is_stretch(window)) {
        double foot = wend_stretch_foot(window, p);
        return foot >= window->from - slack && foot <= window->to + slack &&
               wend_stretch_height(window, p) >= -slack;
    }
    wend_vec2 o = window->origin, v = {p.x - o.x, p.y - o.y};
    wend_vec2 left = {window->left.x - o.x, window->left.y - o.y};
    wend_vec2 right = {window->right.x - o.x, window->right.y - o.y};
    return left.x * v.y - left.y * v.x <= slack * wend_map_length(o, window->left) &&
           right.x * v.y - right.y * v.x >= -slack * wend_map_length(o, window->right);
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

/// Where a run lies.
typedef struct span {
    wend_vec2 start, end;
    double longest; ///< it is no longer than this
    double bulge;   ///< it comes no farther off the straight line between its ends
} span;

static span span_of(const run *on)
{
    span of = {place_on(on, on->from), place_on(on, on->to), chord(on, on->from, on->to), 0};
    if (on->frame.stretch)
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
    if (wend_window_is_stretch(window)) {
        double one = wend_stretch_foot(window, a), other = wend_stretch_foot(window, b);
        return (one < window->from - by && other < window->from - by) ||
               (one > window->to + by && other > window->to + by) ||
               (wend_stretch_height(window, a) < -by && wend_stretch_height(window, b) < -by);
    }
    wend_vec2 left = {window->left.x - o.x, window->left.y - o.y};
    wend_vec2 right = {window->right.x - o.x, window->right.y - o.y};
    double left_by = by * wend_map_length(o, window->left);
    double right_by = by * wend_map_length(o, window->right);
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
    double cuts[MOST_CUTS];
    rival other = {window, stream->level - slack, slack};
    if (!wend_share_beyond(&on->frame, window, number < on->number, number, &beyond))
        return;
    uint32_t count = cut(on, &beyond, cuts);
    double from = first_end(stream, on, cuts, count, slack, would_be_nearer, &other);
    if (from == on->to && !would_be_nearer(stream, place_on(on, on->from), &other) &&
        !would_be_nearer(stream, place_on(on, on->to), &other))
        return;
    // Mostly its window holds all of that.
    wend_vec2 first = place_on(on, from), soon = place_on(on, from + SOON * (on->to - from));
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
        // Distances change by no more than the length of the way: who is nearer somewhere is not
        // much farther at the start, nor at both ends.
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

// ---- ways on ------------------------------------------------------------------------------------

/// The angle from one direction to another, to the left, -90..270 degrees for lower levels on the
/// right: a line may turn right around, but hardly ever to that side.
static double turn_between(const wend_stream *stream, wend_vec2 from, wend_vec2 to)
{
    double angle =
        wend_atan2(stream->sense * (from.x * to.y - from.y * to.x), from.x * to.x + from.y * to.y);
    return angle < -WEND_HALF_PI ? angle + 4 * WEND_HALF_PI : angle;
}

/// True if p has the line's level by way of a window.
static bool has_level(const wend_stream *stream, const wend_map_window *window, wend_vec2 p,
                      double accept)
{
    return fabs(reach_of(window, p) - stream->level) <= accept;
}

/// The run of a window from p on, which has the line's level there. False: the line does not lead
/// on along it.
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

/// True if a half-edge is as near to p as `accept`.
static bool is_near(const wend_mesh *mesh, uint32_t h, wend_vec2 p, double accept)
{
    wend_segment edge = {wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h))};
    double x = edge.b.x - edge.a.x, y = edge.b.y - edge.a.y;
    double across = x * (p.y - edge.a.y) - y * (p.x - edge.a.x);
    // Mostly not even its line is.
    return across * across <= accept * accept * (x * x + y * y) &&
           wend_segment_distance(edge, p) <= accept;
}

/// Finds the triangles around a place, beginning with one. False: out of memory.
static bool look_about(wend_stream *stream, uint32_t triangle, wend_vec2 p, double accept)
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

/// The best way on from p. False: none.
static bool find_way(wend_stream *stream, wend_vec2 p, wend_vec2 ahead, double accept, run *best)
{
    const wend_map_lookup *lookup = wend_map_lookup_of(stream->flow->map);
    bool found = false;
    double most = 0; // turn of the best one
    for (size_t i = 0; i < stream->about.count; ++i) {
        uint32_t triangle = stream->about.data[i];
        wend_map_block block = lookup->blocks[triangle];
        for (uint32_t number = 0; number < block.count; ++number) {
            run on;
            if (!has_level(stream, &lookup->windows[block.first + number], p, accept) ||
                !find_run(stream, triangle, number, p, accept, &on))
                continue;
            double turn = turn_between(stream, ahead, on.ahead);
            bool same = found && fabs(turn - most) < SAME_WAY;
            if (!found || (same ? on.length > best->length : turn > most)) {
                *best = on;
                most = turn;
            }
            found = true;
        }
    }
    return found;
}

/// Where the line ends if it has come to a wall there: it leads no further, or out through `exit`.
/// LOST: there is no wall.
static wend_stream_end end_at_wall(wend_stream *stream, uint32_t exit)
{
    uint32_t kind = exit == WEND_NONE ? WEND_NONE : stream->flow->kinds.data[exit];
    if (exit == WEND_NONE || !wend_is_closed(stream->flow->mesh, exit))
        return WEND_STREAM_LOST;
    stream->opening = kind & ~WEND_FLOW_OPENING;
    return kind != WEND_NONE && kind & WEND_FLOW_OPENING ? WEND_STREAM_OPENING : WEND_STREAM_WALL;
}

/// The same for a line that leads no further from p, where its window and the free space may end at
/// once: any wall there, an opening for preference.
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

/// The usual way on: the line has left a triangle in the middle of a side, `exit`, and a window of
/// the same root goes on behind it. False: not that simple.
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
            find_run(stream, triangle, i, p, accept, on) &&
            on->ahead.x * ahead.x + on->ahead.y * ahead.y > 0)
            return true;
    }
    return false;
}

/// Any way on. LOST: there is one; else how the line ends.
static wend_stream_end find_any(wend_stream *stream, uint32_t triangle, wend_vec2 p,
                                wend_vec2 ahead, run *on, bool *found)
{
    double accept = ACCEPT * wend_stream_slack(stream->flow);
    wend_stream_end end = WEND_STREAM_LOST;
    *found = false;
    for (int tries = 0; tries < TRIES && !*found && end == WEND_STREAM_LOST;
         ++tries, accept *= WIDER) {
        if (!look_about(stream, triangle, p, accept))
            return WEND_STREAM_STARVED;
        *found = find_way(stream, p, ahead, accept, on);
        if (!*found)
            end = end_about(stream, p, accept);
    }
    return end;
}

/// Adds a run to the line, which has come to p; *p is where it ends. False: out of memory.
static bool add_run(wend_stream *stream, const run *on, uint32_t *last_root, wend_vec2 *p)
{
    wend_vec2 from = *p;
    *p = place_on(on, on->to);
    if (*last_root == on->window->root) {
        stream->pieces.data[stream->pieces.count - 1].b = *p;
        return true;
    }
    if (!wend_array_reserve(&stream->pieces, stream->allocator, 1))
        return false;
    stream->pieces.data[stream->pieces.count++] =
        on->frame.stretch ? wend_lane_piece_line(from, *p)
                          : wend_lane_piece_arc(from, *p, on->frame.origin, -stream->sense);
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
    uint64_t most = (uint64_t)MOST_STEPS * wend_map_lookup_of(stream->flow->map)->triangle_limit;
    uint32_t last_root = WEND_MAP_NONE, exit = WEND_NONE;
    size_t first = stream->pieces.count;
    run begin = {0}, on;
    for (uint64_t step = 0; step < most; ++step) {
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
