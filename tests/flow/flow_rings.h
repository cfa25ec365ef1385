// SPDX-License-Identifier: MIT
// Outer walls for the tests of flows, of many forms, and sources and sinks in them.
//
// The ring is the outer wall of the domain as it is meant. What the flow is given is the same in
// other words: walls without the vertices where openings end, or with free space behind an opening.
#ifndef WEND_TESTS_FLOW_FLOW_RINGS_H
#define WEND_TESTS_FLOW_FLOW_RINGS_H

#include "tests/map/map_scenes.h"

#include "wend/flow.h"

enum { RING_POINTS = 128, FLOW_OPENINGS = 8, FLOW_PLAN_POINTS = 160, WALL = -1 };

typedef struct flow_scene {
    uint64_t seed;
    const char *form;            ///< of the ring
    site_plan plan;              ///< the obstacles; the bounds have what lies behind openings, too
    wend_vec2 ring[RING_POINTS]; ///< counter-clockwise
    int openings[RING_POINTS];   ///< of the side from each point of the ring: WALL or an opening
    uint32_t ring_count;
    wend_opening given[FLOW_OPENINGS];
    wend_vec2 given_points[2 * RING_POINTS];
    uint32_t opening_count, given_count;
    bool convex; ///< no segment between two places of the ring leaves it
    double size; ///< the longer side of the ring's box [Units: m]
} flow_scene;

/// A vertex that is nearer to the line between its neighbours than this share of the ring's size
/// is in the middle of a wall.
#define IN_LINE 1e-12

// ---- rings --------------------------------------------------------------------------------------

static inline void set_ring(flow_scene *s, const char *form, const wend_vec2 *points,
                            uint32_t count)
{
    assert_true(count <= RING_POINTS);
    memcpy(s->ring, points, count * sizeof *points);
    s->ring_count = count;
    s->form = form;
    for (uint32_t i = 0; i < count; ++i)
        s->openings[i] = WALL;
}

static inline void ring_box(flow_scene *s, double width, double height)
{
    set_ring(s, "box", (wend_vec2[]){{0, 0}, {width, 0}, {width, height}, {0, height}}, 4);
}

static inline void make_ring_box(flow_scene *s, wend_random *random)
{
    double x = 8.0 + wend_random_below(random, 13), y = 6.0 + wend_random_below(random, 7);
    ring_box(s, x, y);
}

static inline void make_ring_ell(flow_scene *s, wend_random *random)
{
    double x = 4.0 + wend_random_below(random, 9), y = 4.0 + wend_random_below(random, 5);
    set_ring(s, "L", (wend_vec2[]){{0, 0}, {18, 0}, {18, y}, {x, y}, {x, 14}, {0, 14}}, 6);
}

static inline void make_ring_u(flow_scene *s, wend_random *random)
{
    double x = 4.0 + wend_random_below(random, 4), gap = 0.5 + wend_random_below(random, 8);
    double y = 3.0 + wend_random_below(random, 5);
    set_ring(s, "U",
             (wend_vec2[]){{0, 0},
                           {2 * x + gap, 0},
                           {2 * x + gap, 14},
                           {x + gap, 14},
                           {x + gap, y},
                           {x, y},
                           {x, 14},
                           {0, 14}},
             8);
}

// Teeth from above and from below, in turns or facing each other.
static inline void make_ring_comb(flow_scene *s, wend_random *random)
{
    wend_vec2 ring[RING_POINTS];
    uint32_t teeth = 1 + wend_random_below(random, 3), count = 0;
    double width = 4.0 * (teeth + 1), shift = wend_random_below(random, 3);
    for (uint32_t i = 0; i < teeth; ++i) {
        double x = 4.0 * (i + 1), y = 1.0 + wend_random_below(random, 6);
        const wend_vec2 tooth[] = {{x - 0.5, 0}, {x - 0.5, y}, {x + 0.5, y}, {x + 0.5, 0}};
        for (uint32_t k = 0; k < 4; ++k)
            ring[count++] = tooth[k];
    }
    for (uint32_t i = teeth; i-- > 0;) {
        double x = 4.0 * (i + 1) - shift, y = 10.0 - wend_random_below(random, 3);
        const wend_vec2 tooth[] = {{x + 0.5, 12}, {x + 0.5, y}, {x - 0.5, y}, {x - 0.5, 12}};
        for (uint32_t k = 0; k < 4; ++k)
            ring[count++] = tooth[k];
    }
    wend_vec2 all[RING_POINTS] = {{-1, 0}};
    memcpy(all + 1, ring, 4 * teeth * sizeof *ring);
    all[4 * teeth + 1] = (wend_vec2){width, 0};
    all[4 * teeth + 2] = (wend_vec2){width, 12};
    memcpy(all + 4 * teeth + 3, ring + 4 * teeth, 4 * teeth * sizeof *ring);
    all[8 * teeth + 3] = (wend_vec2){-1, 12};
    set_ring(s, "comb", all, 8 * teeth + 4);
}

// A corner every so many degrees, all as far from the middle, or not.
static inline void make_ring_round(flow_scene *s, wend_random *random)
{
    wend_vec2 ring[RING_POINTS];
    uint32_t count = 4 + wend_random_below(random, 12);
    double least = wend_random_below(random, 2) ? 10 : 5;
    for (uint32_t i = 0; i < count; ++i) {
        double angle = 2 * 3.14159265358979323846 * i / count;
        double radius = wend_random_between(random, least, 10);
        ring[i] = (wend_vec2){10 + radius * cos(angle), 10 + radius * sin(angle)};
    }
    set_ring(s, "round", ring, count);
}

typedef void ring_fn(flow_scene *s, wend_random *random);
static ring_fn *const rings[] = {
    make_ring_box,  make_ring_box,  make_ring_ell,   make_ring_u,
    make_ring_comb, make_ring_comb, make_ring_round, make_ring_round,
};

static inline wend_vec2 ring_next(const flow_scene *s, uint32_t i)
{
    return s->ring[i + 1 < s->ring_count ? i + 1 : 0];
}

/// Cuts every side into up to most parts of the same length.
static inline void cut_sides(flow_scene *s, wend_random *random, uint32_t most)
{
    wend_vec2 cut[RING_POINTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->ring_count; ++i) {
        uint32_t parts = 1 + wend_random_below(random, most);
        wend_vec2 a = s->ring[i], b = ring_next(s, i);
        for (uint32_t k = 0; k < parts && count < RING_POINTS; ++k)
            cut[count++] =
                (wend_vec2){a.x + (b.x - a.x) * k / parts, a.y + (b.y - a.y) * k / parts};
    }
    assert_true(count < RING_POINTS);
    set_ring(s, s->form, cut, count);
}

// ---- openings -----------------------------------------------------------------------------------

/// The sides from point `first` on, `count` of them, are one more opening.
static inline void open_sides(flow_scene *s, uint32_t first, uint32_t count, bool is_sink)
{
    assert_true(s->opening_count < FLOW_OPENINGS);
    s->given[s->opening_count].is_sink = is_sink;
    for (uint32_t i = first; i < first + count; ++i)
        s->openings[i % s->ring_count] = (int)s->opening_count;
    s->opening_count++;
}

/// Sources, then sinks, anywhere around the ring, with walls between them; or in turns.
static inline void open_anywhere(flow_scene *s, wend_random *random, bool turns)
{
    static const uint32_t often[] = {1, 1, 1, 2, 3};
    uint32_t sources = often[wend_random_below(random, 5)];
    uint32_t sinks = often[wend_random_below(random, 5)];
    if (turns)
        sinks = sources = 2 + wend_random_below(random, 2);
    if (2 * (sources + sinks) > s->ring_count)
        sources = sinks = 1;
    uint32_t openings = sources + sinks, ends = 2 * openings, free = s->ring_count - ends;
    // Each opening and each wall takes one side, and the others are dealt out. Some openings meet.
    uint32_t lengths[4 * FLOW_OPENINGS];
    uint32_t meeting =
        wend_random_below(random, 8) ? ends : 2 * wend_random_below(random, openings) + 1;
    for (uint32_t i = 0; i < ends; ++i)
        lengths[i] = i != meeting;
    for (free += meeting != ends; free > 0;) {
        uint32_t i = wend_random_below(random, ends);
        lengths[i] += i != meeting;
        free -= i != meeting;
    }
    uint32_t at = wend_random_below(random, s->ring_count);
    for (uint32_t i = 0; i < openings; ++i) {
        open_sides(s, at % s->ring_count, lengths[2 * i], turns ? i % 2 : i >= sources);
        at += lengths[2 * i] + lengths[2 * i + 1];
    }
}

static inline uint32_t opening_start(const flow_scene *s, int opening)
{
    for (uint32_t i = 0; i < s->ring_count; ++i)
        if (s->openings[i] == opening &&
            s->openings[(i + s->ring_count - 1) % s->ring_count] != opening)
            return i;
    return 0;
}

static inline double off_line(wend_vec2 a, wend_vec2 p, wend_vec2 b)
{
    return wend_segment_distance((wend_segment){a, b}, p);
}

/// Writes the polylines that the flow is given. Vertices in the middle of a straight stretch may
/// be left out.
static inline void give_openings(flow_scene *s, wend_random *random)
{
    uint32_t used = 0;
    for (uint32_t o = 0; o < s->opening_count; ++o) {
        wend_vec2 *points = s->given_points + used;
        uint32_t start = opening_start(s, (int)o), count = 0, i = start;
        points[count++] = s->ring[start];
        for (; s->openings[i] == (int)o; i = (i + 1) % s->ring_count) {
            wend_vec2 next = ring_next(s, i);
            if (count > 1 && random && wend_random_below(random, 2) &&
                off_line(points[count - 2], points[count - 1], next) < IN_LINE * s->size)
                --count;
            points[count++] = next;
        }
        s->given[o].points = points;
        s->given[o].count = count;
        used += count;
        // Either way along it is the same opening.
        if (random && wend_random_below(random, 2))
            reverse(points, count);
    }
    s->given_count = used;
}

#endif
