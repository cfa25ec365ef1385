// SPDX-License-Identifier: MIT
// Borders between regions. A share ends where another root becomes nearer: pieces of conics. And it
// ends at the ray from its parent: behind a corner lies what the parent does not see, and on the
// ray itself both are equally near.
#include "map/lines.h"
#include "map/share.h"
#include "map/wave.h"
#include "wend/geometry.h"

#include <math.h>

/// A curve is cut into at most so many straight parts, however small the error may be.
enum { MOST_PARTS = 1024 };

typedef struct outlines {
    const wend_map_lookup *lookup;
    const wend_map_root *roots;
    const wend_allocator *allocator;
    double error, tolerance;
    wend_lines lines;
    wend_map_border_fn *visit;
    void *context;
} outlines;

static uint64_t key_of(uint32_t one, uint32_t other)
{
    uint32_t low = one < other ? one : other, high = one < other ? other : one;
    return (uint64_t)low << 32 | high;
}

// ---- curves -------------------------------------------------------------------------------------

static wend_vec2 place_on(const wend_share_frame *frame, const wend_share_curve *curve, double x)
{
    return wend_share_place(frame, x, wend_share_reach(frame, curve, x));
}

/// How far a curve is off the chord between two of its places, about: a conic is farthest off near
/// the middle.
static double bend_of(const wend_share_frame *frame, const wend_share_curve *curve, double from,
                      double to)
{
    wend_segment chord = {place_on(frame, curve, from), place_on(frame, curve, to)};
    return wend_segment_distance(chord, place_on(frame, curve, (from + to) / 2));
}

static void add_curve(outlines *out, const wend_share_frame *frame, const wend_share_curve *curve,
                      double from, double to)
{
    uint32_t parts = 1;
    for (double worst = INFINITY; worst > out->error && parts < MOST_PARTS; parts *= 2) {
        worst = 0;
        for (uint32_t i = 0; i < parts; ++i)
            worst = fmax(worst, bend_of(frame, curve, from + (to - from) * i / parts,
                                        from + (to - from) * (i + 1) / parts));
    }
    for (uint32_t i = 0; i <= parts; ++i)
        wend_lines_add(&out->lines,
                       place_on(frame, curve, i < parts ? from + (to - from) * i / parts : to),
                       out->allocator);
}

/// Where a share ends because others are nearer. Each such border is told by the first of the two.
static void add_equal(outlines *out, const wend_share *share, const wend_map_window *windows,
                      uint32_t number)
{
    for (size_t i = 0; i < share->pieces.count; ++i) {
        const wend_share_piece *piece = &share->pieces.data[i];
        if (piece->outer.kind != WEND_SHARE_EQUAL || piece->outer.number < number)
            continue;
        add_curve(out, &share->frame, &piece->outer, piece->from, piece->to);
        wend_lines_end(&out->lines, key_of(windows[number].root, windows[piece->outer.number].root),
                       out->allocator);
    }
}

// ---- rays from parents --------------------------------------------------------------------------

/// The distance by way of a window, wherever its limits are.
static double distance_by(const wend_map_window *window, wend_vec2 p)
{
    return window->base + (wend_window_is_stretch(window) ? wend_stretch_height(window, p)
                                                          : wend_map_length(window->origin, p));
}

/// True if what one window shows begins where what the other shows ends: it is its parent, or the
/// segment whose end it is.
static bool follows(const outlines *out, const wend_map_window *one, const wend_map_window *other)
{
    const wend_map_root *root = &out->roots[one->root];
    if (root->parent != WEND_MAP_NONE)
        return root->parent == other->root;
    return !wend_window_is_stretch(one) && wend_window_is_stretch(other) &&
           root->source == out->roots[other->root].source;
}

/// The end of a piece in the direction x, if that is a border.
static void add_ray(outlines *out, const wend_share *share, const wend_map_window *windows,
                    uint32_t count, uint32_t number, const wend_share_piece *piece, double x)
{
    double inner = wend_share_reach(&share->frame, &piece->inner, x);
    double outer = wend_share_reach(&share->frame, &piece->outer, x);
    wend_vec2 from = wend_share_place(&share->frame, x, inner);
    wend_vec2 to = wend_share_place(&share->frame, x, outer);
    const wend_map_window *mine = &windows[number];
    for (uint32_t i = 0; i < count; ++i) {
        const wend_map_window *other = &windows[i];
        if (!follows(out, mine, other) ||
            fabs(distance_by(mine, from) - distance_by(other, from)) > out->tolerance ||
            fabs(distance_by(mine, to) - distance_by(other, to)) > out->tolerance)
            continue;
        wend_lines_add(&out->lines, from, out->allocator);
        wend_lines_add(&out->lines, to, out->allocator);
        wend_lines_end(&out->lines, key_of(mine->root, other->root), out->allocator);
        return;
    }
}

static bool add_share(void *context, const wend_share *share, uint32_t triangle, uint32_t number)
{
    outlines *out = context;
    wend_map_block block = out->lookup->blocks[triangle];
    const wend_map_window *windows = out->lookup->windows + block.first;
    const wend_share_piece *pieces = share->pieces.data;
    size_t count = share->pieces.count;
    add_equal(out, share, windows, number);
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || pieces[i - 1].to < pieces[i].from)
            add_ray(out, share, windows, block.count, number, &pieces[i], pieces[i].from);
        if (i + 1 == count || pieces[i].to < pieces[i + 1].from)
            add_ray(out, share, windows, block.count, number, &pieces[i], pieces[i].to);
    }
    return !out->lines.starved;
}

static bool tell_line(void *context, uint64_t key, const wend_vec2 *points, uint32_t count)
{
    outlines *out = context;
    return out->visit(out->context, (uint32_t)(key >> 32), (uint32_t)key, points, count);
}

wend_result wend_map_borders(const wend_map *map, double error, wend_map_border_fn *visit,
                             void *context, wend_error *problem)
{
    if (!(error > 0))
        return wend_fail(problem, WEND_BAD_ARGUMENT,
                         "the error of borders must be positive: how far a line may be off");
    const wend_map_lookup *lookup = wend_map_lookup_of(map);
    uint32_t root_count;
    outlines out = {.lookup = lookup,
                    .roots = wend_map_roots(map, &root_count),
                    .allocator = wend_map_allocator(map),
                    .error = error,
                    .tolerance = lookup->mesh ? wend_mesh_tolerance(lookup->mesh) : 0,
                    .visit = visit,
                    .context = context};
    out.lines.tolerance = out.tolerance;
    bool fits = wend_shares_visit(map, add_share, &out) &&
                wend_lines_join(&out.lines, tell_line, &out, out.allocator);
    wend_lines_free(&out.lines, out.allocator);
    return fits ? WEND_OK : wend_fail_memory(problem);
}
