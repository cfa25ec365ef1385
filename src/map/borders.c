// SPDX-License-Identifier: MIT
// Borders between regions. A share ends where another root becomes nearer: pieces of conics. It
// also ends at the ray from its parent: behind a corner lies what the parent does not see, and on
// the ray itself both are equally near.
#include "geometry/sort.h"
#include "map/lines.h"
#include "map/share.h"
#include "map/wave.h"
#include "wend/geometry.h"

#include <math.h>

/// Maximum number of straight parts of a curve, however small the error.
enum { MAX_PARTS = 1024 };

/// A part of an edge of the mesh that belongs to a root, as seen from one side.
typedef struct edge_part {
    uint32_t edge; ///< the lower of its two half-edges
    uint32_t root;
    bool beyond;     ///< seen from the triangle of the other one
    double from, to; ///< from the start of edge [Units: m]
} edge_part;

typedef struct outlines {
    const wend_map_lookup *lookup;
    const wend_map_root *roots;
    const wend_allocator *allocator;
    double error, tolerance;
    wend_lines lines;
    wend_array(edge_part) parts;
    wend_map_border_fn *visit;
    void *context;
} outlines;

static uint64_t key_of(uint32_t one, uint32_t other)
{
    uint32_t low = one < other ? one : other, high = one < other ? other : one;
    return (uint64_t)low << 32 | high;
}

// ---- curves -------------------------------------------------------------------------------------

static wend_vec2 point_on(const wend_share_frame *frame, const wend_share_curve *curve, double x)
{
    return wend_share_point(frame, x, wend_share_reach(frame, curve, x));
}

/// Distance of a curve from the chord between two of its points, at three points in between.
static double bend_of(const wend_share_frame *frame, const wend_share_curve *curve, double from,
                      double to)
{
    wend_segment chord = {point_on(frame, curve, from), point_on(frame, curve, to)};
    double max = 0;
    for (int i = 1; i < 4; ++i)
        max = fmax(
            max, wend_segment_distance(chord, point_on(frame, curve, from + (to - from) * i / 4)));
    return max;
}

/// The largest distance of the chords of that number of parts.
static double worst_bend(const wend_share_frame *frame, const wend_share_curve *curve, double from,
                         double to, uint32_t parts)
{
    double worst = 0;
    for (uint32_t i = 0; i < parts; ++i)
        worst = fmax(worst, bend_of(frame, curve, from + (to - from) * i / parts,
                                    from + (to - from) * (i + 1) / parts));
    return worst;
}

static void add_curve(outlines *out, const wend_share_frame *frame, const wend_share_curve *curve,
                      double from, double to)
{
    uint32_t parts = 1;
    while (parts < MAX_PARTS && worst_bend(frame, curve, from, to, parts) > out->error)
        parts *= 2;
    for (uint32_t i = 0; i <= parts; ++i)
        wend_lines_add(&out->lines,
                       point_on(frame, curve, i < parts ? from + (to - from) * i / parts : to),
                       out->allocator);
}

/// Straight from a to b.
static void add_straight(outlines *out, wend_vec2 a, wend_vec2 b, uint64_t key)
{
    wend_lines_add(&out->lines, a, out->allocator);
    wend_lines_add(&out->lines, b, out->allocator);
    wend_lines_end(&out->lines, key, out->allocator);
}

// ---- edges of the mesh --------------------------------------------------------------------------

/// True if p lies on a half-edge; *at is its position from the start.
static bool is_on_edge(const outlines *out, uint32_t h, wend_vec2 p, double *at)
{
    const wend_mesh *mesh = out->lookup->mesh;
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    double off = ((p.x - a.x) * y - (p.y - a.y) * x) / length;
    *at = ((p.x - a.x) * x + (p.y - a.y) * y) / length;
    return fabs(off) <= out->tolerance;
}

/// Records that a root has the part of an edge between two points, if a line through three of a
/// share's points runs along an edge with a triangle behind it. True if it runs along an edge at
/// all.
static bool note_on_edge(outlines *out, uint32_t triangle, uint32_t root, const wend_vec2 p[3])
{
    const wend_mesh *mesh = out->lookup->mesh;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
        double from, middle, to;
        if (!is_on_edge(out, h, p[0], &from) || !is_on_edge(out, h, p[1], &middle) ||
            !is_on_edge(out, h, p[2], &to))
            continue;
        uint32_t twin = wend_twin(mesh, h);
        if (wend_is_fixed(mesh, h) || twin == WEND_NONE || fabs(to - from) <= out->tolerance)
            return true;
        if (!wend_array_reserve(&out->parts, out->allocator, 1)) {
            out->lines.starved = true;
            return true;
        }
        // The edge is identified by the half of it with the lower index.
        double length =
            wend_distance(wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h)));
        bool flip = twin < h;
        edge_part part = {flip ? twin : h, root, flip, fmin(from, to), fmax(from, to)};
        if (flip) {
            part.from = length - fmax(from, to);
            part.to = length - fmin(from, to);
        }
        out->parts.data[out->parts.count++] = part;
        return true;
    }
    return false;
}

static bool is_part_before(const void *context, const void *one, const void *other)
{
    const edge_part *a = one, *b = other;
    (void)context;
    if (a->edge != b->edge)
        return a->edge < b->edge;
    if (a->beyond != b->beyond)
        return b->beyond;
    return a->from != b->from ? a->from < b->from : a->root < b->root;
}

static bool same_root(const outlines *out, uint32_t one, uint32_t other)
{
    const wend_map_root *a = &out->roots[one], *b = &out->roots[other];
    return wend_equal(a->a, b->a) && wend_equal(a->b, b->b);
}

/// The border between two shares on either side of an edge, if they are of different roots.
static void add_between(outlines *out, const edge_part *one, const edge_part *other)
{
    const wend_mesh *mesh = out->lookup->mesh;
    double from = fmax(one->from, other->from), to = fmin(one->to, other->to);
    if (!(to - from > out->tolerance) || same_root(out, one->root, other->root))
        return;
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, one->edge));
    wend_vec2 b = wend_at(mesh, wend_target(mesh, one->edge));
    double length = wend_distance(a, b), x = (b.x - a.x) / length, y = (b.y - a.y) / length;
    add_straight(out, (wend_vec2){a.x + from * x, a.y + from * y},
                 (wend_vec2){a.x + to * x, a.y + to * y}, key_of(one->root, other->root));
}

static void add_edges(outlines *out)
{
    edge_part *parts = out->parts.data;
    size_t count = out->parts.count;
    wend_sort(parts, count, sizeof *parts, is_part_before, NULL);
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        size_t middle = begin;
        for (end = begin; end < count && parts[end].edge == parts[begin].edge; ++end)
            middle += !parts[end].beyond;
        for (size_t i = begin; i < middle; ++i)
            for (size_t k = middle; k < end && parts[k].from < parts[i].to; ++k)
                add_between(out, &parts[i], &parts[k]);
    }
}

// ---- within a triangle --------------------------------------------------------------------------

/// The inner or outer limit of a piece: on an edge, or where others are nearer. Such a border is
/// output by the first of the two.
static void add_limit(outlines *out, const wend_share *share, const wend_map_window *windows,
                      uint32_t triangle, uint32_t number, const wend_share_piece *piece,
                      const wend_share_curve *curve)
{
    const wend_share_frame *frame = &share->frame;
    wend_vec2 points[] = {point_on(frame, curve, piece->from),
                          point_on(frame, curve, (piece->from + piece->to) / 2),
                          point_on(frame, curve, piece->to)};
    if (note_on_edge(out, triangle, windows[number].root, points) ||
        curve->kind != WEND_SHARE_EQUAL || curve->number < number)
        return;
    add_curve(out, frame, curve, piece->from, piece->to);
    wend_lines_end(&out->lines, key_of(windows[number].root, windows[curve->number].root),
                   out->allocator);
}

/// True if another window is as near as a distance at p, which may be on its limit.
static bool is_as_near(const outlines *out, const wend_map_window *other, wend_vec2 p,
                       double distance)
{
    double here = wend_distance(other->origin, p);
    if (wend_window_is_segment(other)) {
        double projection = wend_window_projection(other, p);
        if (projection < other->from - out->tolerance || projection > other->to + out->tolerance)
            return false;
        here = wend_window_height(other, p);
    }
    return fabs(other->base + here - distance) <= out->tolerance;
}

/// True if two windows are equally near all along a ray, and the other is the one that leads on to
/// the source: the parent, or the segment whose end this is.
static bool leads_on(const outlines *out, const wend_share *share, const wend_map_window *mine,
                     const wend_map_window *other, const wend_vec2 points[3], const double r[2])
{
    bool leads = other->base < mine->base - out->tolerance ||
                 (wend_window_is_segment(other) && !wend_window_is_segment(mine));
    return leads && is_as_near(out, other, points[0], share->frame.base + r[0]) &&
           is_as_near(out, other, points[2], share->frame.base + r[1]);
}

/// The end of a piece in the direction x.
static void add_ray(outlines *out, const wend_share *share, uint32_t triangle, uint32_t number,
                    const wend_share_piece *piece, double x)
{
    wend_map_block block = out->lookup->blocks[triangle];
    const wend_map_window *windows = out->lookup->windows + block.first, *mine = &windows[number];
    double r[] = {wend_share_reach(&share->frame, &piece->inner, x),
                  wend_share_reach(&share->frame, &piece->outer, x)};
    wend_vec2 points[] = {wend_share_point(&share->frame, x, r[0]),
                          wend_share_point(&share->frame, x, (r[0] + r[1]) / 2),
                          wend_share_point(&share->frame, x, r[1])};
    if (note_on_edge(out, triangle, mine->root, points))
        return;
    for (uint32_t i = 0; i < block.count; ++i)
        if (leads_on(out, share, mine, &windows[i], points, r)) {
            add_straight(out, points[0], points[2], key_of(mine->root, windows[i].root));
            return;
        }
}

static bool add_share(void *context, const wend_share *share, uint32_t triangle, uint32_t number)
{
    outlines *out = context;
    const wend_map_window *windows = out->lookup->windows + out->lookup->blocks[triangle].first;
    const wend_share_piece *pieces = share->pieces.data;
    size_t count = share->pieces.count;
    for (size_t i = 0; i < count; ++i) {
        add_limit(out, share, windows, triangle, number, &pieces[i], &pieces[i].inner);
        add_limit(out, share, windows, triangle, number, &pieces[i], &pieces[i].outer);
        if (i == 0 || pieces[i - 1].to < pieces[i].from)
            add_ray(out, share, triangle, number, &pieces[i], pieces[i].from);
        if (i + 1 == count || pieces[i].to < pieces[i + 1].from)
            add_ray(out, share, triangle, number, &pieces[i], pieces[i].to);
    }
    return !out->lines.starved;
}

static bool visit_line(void *context, uint64_t key, const wend_vec2 *points, uint32_t count)
{
    outlines *out = context;
    return out->visit(out->context, (uint32_t)(key >> 32), (uint32_t)key, points, count);
}

wend_result wend_map_borders(const wend_map *map, double error, wend_map_border_fn *visit,
                             void *context, wend_error *problem)
{
    if (!(error > 0))
        return wend_fail(problem, WEND_BAD_ARGUMENT,
                         "error must be above 0 m: it is the maximum deviation of a border");
    const wend_map_lookup *lookup = wend_map_lookup_of(map);
    uint32_t root_count;
    outlines out = {.lookup = lookup,
                    .roots = wend_map_roots(map, &root_count),
                    .allocator = wend_map_allocator(map),
                    .error = error,
                    .tolerance = lookup->mesh ? wend_mesh_tolerance(lookup->mesh) : 0,
                    .visit = visit,
                    .context = context};
    out.lines.tolerance = WEND_LINES_JOIN * out.tolerance;
    bool fits = wend_shares_visit(map, add_share, &out);
    add_edges(&out);
    fits = fits && wend_lines_join(&out.lines, visit_line, &out, out.allocator);
    wend_array_free(&out.parts, out.allocator);
    wend_lines_free(&out.lines, out.allocator);
    return fits ? WEND_OK : wend_fail_memory(problem);
}
