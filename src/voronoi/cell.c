// SPDX-License-Identifier: MIT
// A cell: its memory, its frames, and the conversion of its envelopes to arcs.
#include "voronoi/cell_search.h"

#include "wend/vec2.h"

#include <string.h>

// ---- memory -------------------------------------------------------------------------------------

void wend_cell_work_free(wend_cell_work *work, const wend_allocator *allocator)
{
    for (int i = 0; i < 2; ++i) {
        wend_envelope *envelope = &work->envelopes[i];
        wend_release(allocator, envelope->parts, work->capacity, sizeof *envelope->parts);
        wend_release(allocator, envelope->spare, work->capacity, sizeof *envelope->spare);
    }
    wend_release(allocator, work->arcs, 2 * (size_t)work->capacity, sizeof *work->arcs);
    wend_release(allocator, work->seen, work->seen_capacity, sizeof *work->seen);
    wend_convex_free(&work->lone, allocator);
    *work = (wend_cell_work){0};
}

static bool reserve_parts(wend_cell_work *work, uint32_t capacity, const wend_allocator *allocator)
{
    wend_cell_work fresh = {.capacity = capacity};
    bool done = true;
    for (int i = 0; i < 2; ++i) {
        wend_envelope *envelope = &fresh.envelopes[i];
        envelope->parts = wend_allocate(allocator, capacity, sizeof *envelope->parts);
        envelope->spare = wend_allocate(allocator, capacity, sizeof *envelope->spare);
        envelope->capacity = capacity;
        done = done && envelope->parts && envelope->spare;
    }
    fresh.arcs = wend_allocate(allocator, 2 * (size_t)capacity, sizeof *fresh.arcs);
    done = done && wend_convex_reserve(&fresh.lone, capacity, allocator);
    if (!done || !fresh.arcs) {
        wend_cell_work_free(&fresh, allocator);
        return false;
    }
    fresh.seen = work->seen;
    fresh.seen_capacity = work->seen_capacity;
    fresh.turn = work->turn;
    work->seen = NULL;
    work->seen_capacity = 0;
    wend_cell_work_free(work, allocator);
    *work = fresh;
    return true;
}

bool wend_cell_work_reserve(wend_cell_work *work, uint32_t capacity, uint32_t elements,
                            const wend_allocator *allocator)
{
    if (capacity > work->capacity && !reserve_parts(work, capacity, allocator))
        return false;
    if (elements <= work->seen_capacity)
        return true;
    uint32_t seen_capacity = elements + elements / 2;
    uint32_t *seen = wend_allocate(allocator, seen_capacity, sizeof *seen);
    if (!seen)
        return false;
    memset(seen, 0, seen_capacity * sizeof *seen);
    wend_release(allocator, work->seen, work->seen_capacity, sizeof *work->seen);
    work->seen = seen;
    work->seen_capacity = seen_capacity;
    work->turn = 0;
    return true;
}

// ---- from the envelopes to arcs -----------------------------------------------------------------

/// Slope of the border of the cell as dh/dt: the edge's direction is (1, slope) along and away from
/// the element.
static double edge_slope(const wend_frame *frame, const wend_quadratic *f, double x)
{
    double slope = wend_quadratic_slope(f, x);
    if (frame->is_side)
        return slope;
    return x - 0.5 * (1 + x * x) * slope / wend_quadratic_at(f, x);
}

/// A few roundings.
#define ROUNDING 0x1p-51

/// Noise below this fraction of a tie is ignored.
#define NOISE_LIMIT 0x1p-4

/// Relative rounding error of the value of a quadratic.
static double noise_of(const wend_quadratic *f, double x)
{
    double terms = fabs(f->c[0]) + fabs(f->c[1] * x) + fabs(f->c[2] * x * x);
    return ROUNDING * terms / fabs(wend_quadratic_at(f, x));
}

/// Far along a wall from the origin of its frame, the quadratic of a very near element is a small
/// difference of large terms. Other cells determine that point more accurately.
static uint16_t quality_in_noise(uint16_t quality, double noise, double tie)
{
    double threshold = NOISE_LIMIT * tie;
    return noise > threshold ? (uint16_t)(quality * (threshold / noise)) : quality;
}

/// The arc that begins part i. Of the two quadratics that meet there the flatter one gives the
/// radius: it is less sensitive to the rounding of x.
static wend_voronoi_arc arc_at(const wend_frame *frame, const wend_envelope *envelope, uint32_t i,
                               double tie)
{
    const wend_quadratic *right = &envelope->parts[i].f;
    const wend_quadratic *left = i > 0 ? &envelope->parts[i - 1].f : right;
    double x = envelope->parts[i].x;
    const wend_quadratic *flat =
        fabs(wend_quadratic_slope(left, x)) < fabs(wend_quadratic_slope(right, x)) ? left : right;
    wend_voronoi_arc arc = {.other = right->element, .twin = WEND_NO_ARC, .quality = UINT16_MAX};
    arc.at = wend_frame_point(frame, x, wend_quadratic_at(flat, x), &arc.radius);
    if (i > 0) {
        double sl = edge_slope(frame, left, x), sr = edge_slope(frame, right, x);
        double square = (sl - sr) * (sl - sr) / ((1 + sl * sl) * (1 + sr * sr));
        arc.quality = (uint16_t)(WEND_SHARPNESS * (square < 1 ? square : 1));
    }
    if (arc.radius > 0) {
        double noise = arc.radius * wend_larger(noise_of(left, x), noise_of(right, x));
        arc.quality = quality_in_noise(arc.quality, noise, tie);
    }
    return arc;
}

/// End of the last arc of an open cell.
static wend_vec2 end_of(const wend_frame *frame, const wend_envelope *envelope)
{
    double radius;
    const wend_quadratic *f = &envelope->parts[envelope->count - 1].f;
    return wend_frame_point(frame, envelope->high, wend_quadratic_at(f, envelope->high), &radius);
}

/// Removes arcs whose chord is no longer than a tie, and merges adjacent arcs with the same
/// element. `round`: the last arc is adjacent to the first; otherwise `end` is where the last ends.
static void drop_ties(wend_cell_work *work, bool round, wend_vec2 end, double tie)
{
    wend_voronoi_arc *arcs = work->arcs;
    uint32_t n = work->arc_count, kept = 0;
    wend_vec2 start = arcs[0].at;
    double start_radius = arcs[0].radius;
    uint16_t start_quality = arcs[0].quality;
    for (uint32_t i = 0; i < n; ++i) {
        wend_vec2 to = i + 1 < n ? arcs[i + 1].at : round ? start : end;
        bool is_short = wend_distance_squared(arcs[i].at, to) < tie * tie;
        if (is_short && !(round && n == 1))
            continue;
        if (kept > 0 && arcs[kept - 1].other == arcs[i].other)
            continue;
        arcs[kept++] = arcs[i];
    }
    if (round && kept > 1 && arcs[kept - 1].other == arcs[0].other) {
        // The last arc continues in the first, which begins where the last does.
        arcs[0].at = arcs[kept - 1].at;
        arcs[0].radius = arcs[kept - 1].radius;
        arcs[0].quality = arcs[kept - 1].quality;
        --kept;
    }
    if (!round && kept > 0) { // in any case the first arc starts at the cell's own joint
        arcs[0].at = start;
        arcs[0].radius = start_radius;
        arcs[0].quality = start_quality;
    }
    work->arc_count = kept;
}

static void make_arcs(wend_cell_work *work, bool round, double tie)
{
    work->arc_count = 0;
    for (uint32_t k = 0; k < work->frame_count; ++k) {
        const wend_envelope *envelope = &work->envelopes[k];
        for (uint32_t i = 0; i < envelope->count; ++i) {
            wend_voronoi_arc arc = arc_at(&work->frames[k], envelope, i, tie);
            // The seam between the two frames of a point is not a break.
            if (k == 1 && i == 0 && work->arcs[work->arc_count - 1].other == arc.other)
                continue;
            work->arcs[work->arc_count++] = arc;
        }
    }
    uint32_t last = work->frame_count - 1;
    drop_ties(work, round, end_of(&work->frames[last], &work->envelopes[last]), tie);
}

/// True if a lone point was surrounded by lone points, as far as is known.
static bool was_among_points(const wend_boundary *boundary, wend_old_arcs old)
{
    for (uint32_t i = 0; i < old.count; ++i) {
        uint32_t heir = wend_boundary_heir(boundary, old.arcs[i].other);
        if (heir != WEND_NO_ELEMENT && boundary->links.data[heir].kind != WEND_ELEMENT_POINT)
            return false;
    }
    return true;
}

void wend_cell_compute(wend_cell_work *work, const wend_boundary *boundary, uint32_t element,
                       wend_old_arcs old, double max_radius, double tie)
{
    wend_cell_search s = {
        work,    boundary, &boundary->elements.data[element], &boundary->links.data[element],
        element, false};
    bool point = s.link->kind == WEND_ELEMENT_POINT;
    work->starved = false;
    if (point && was_among_points(boundary, old) &&
        wend_lone_cell_compute(work, boundary, element, max_radius)) {
        drop_ties(work, true, s.own->p, tie);
        return;
    }
    work->frame_count = point ? 2 : 1;
    if (point) {
        work->frames[0] = wend_point_frame(s.own, 0, max_radius);
        work->frames[1] = wend_point_frame(s.own, 1, max_radius);
    } else {
        work->frames[0] = s.link->kind == WEND_ELEMENT_SIDE ? wend_side_frame(s.own, max_radius)
                                                            : wend_corner_frame(s.own, max_radius);
    }
    for (uint32_t k = 0; k < work->frame_count; ++k) {
        wend_quadratic nothing = wend_frame_nothing(&work->frames[k]);
        wend_envelope_start(&work->envelopes[k], &nothing, work->frames[k].low,
                            work->frames[k].high);
    }
    work->reach = max_radius;
    if (++work->turn == 0) {
        memset(work->seen, 0, work->seen_capacity * sizeof *work->seen);
        work->turn = 1;
    }
    work->seen[element] = work->turn;
    wend_cell_search_all(&s, old);
    work->starved = work->envelopes[0].starved || (point && work->envelopes[1].starved);
    if (!work->starved)
        make_arcs(work, point, tie);
}
