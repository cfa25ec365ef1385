// SPDX-License-Identifier: MIT
// What lanes promise, checked at many places along them: slow, and nothing of the library's closed
// forms in it.
#ifndef WEND_TESTS_FLOW_LANES_SAMPLED_H
#define WEND_TESTS_FLOW_LANES_SAMPLED_H

#include "tests/flow/flow_check.h"

#include "wend/lanes.h"

enum { LANE_SAMPLES = 20000 };

/// Two places of a lane are so near to each other, in radii.
#define SAMPLE_STEP 0.25

/// How far a place may be nearer than it should, in radii: the library's own tolerance and that of
/// the scene's levels for lanes that are thin.
#define LANE_SLACK 1e-6

typedef struct lane_sample {
    wend_vec2 at;
    double along;
} lane_sample;

/// Places along a lane, its ends among them; UINT32_MAX: too many.
static inline uint32_t sample_lane(const wend_lanes *lanes, uint32_t lane, lane_sample *samples)
{
    uint32_t count;
    double length = wend_lanes_all(lanes, &count)[lane].length;
    double steps = ceil(length / (SAMPLE_STEP * wend_lanes_radius(lanes))) + 1;
    if (!(steps < LANE_SAMPLES))
        return UINT32_MAX;
    for (uint32_t i = 0; i <= (uint32_t)steps; ++i) {
        samples[i].along = length * i / steps;
        samples[i].at = wend_lane_at(lanes, lane, samples[i].along, NULL);
    }
    return (uint32_t)steps + 1;
}

static inline double distance_to_opening(const flow_scene *s, uint32_t opening, wend_vec2 p)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < s->ring_count; ++i)
        if (s->openings[i] == (int)opening)
            least =
                fmin(least, wend_segment_distance((wend_segment){s->ring[i], ring_next(s, i)}, p));
    return least;
}

/// It begins on its source, ends on its sink, keeps to the domain, and keeps the radius from all
/// bodies.
static inline const char *check_lane_places(flow_fixture *f, const wend_lane *lane, double radius,
                                            const lane_sample *samples, uint32_t count)
{
    double near = FLOW_ERROR * f->s.size;
    if (lane->source >= f->s.opening_count || f->s.given[lane->source].is_sink ||
        lane->sink >= f->s.opening_count || !f->s.given[lane->sink].is_sink)
        return say(f, "a lane has no source or no sink");
    if (distance_to_opening(&f->s, lane->source, samples[0].at) > near ||
        distance_to_opening(&f->s, lane->sink, samples[count - 1].at) > near)
        return say(f, "a lane does not go from its source to its sink");
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 p = samples[i].at;
        if (!is_in_ring(&f->s, p) || wend_floor_locate(f->o.floor, p, NULL) == WEND_LOCATION_SOLID)
            return say(f, "a lane leaves the domain at %.17g,%.17g", p.x, p.y);
        for (uint32_t k = 0; k < f->o.wall_count; ++k)
            if (f->o.walls[k].body != NO_BODY &&
                wend_segment_distance(f->o.walls[k].at, p) < (1 - LANE_SLACK) * radius - near &&
                stays_in_ring(&f->s, p, wend_segment_closest(f->o.walls[k].at, p)))
                return say(f, "a lane is too near to a wall at %.17g,%.17g", p.x, p.y);
    }
    return NULL;
}

/// Who is a headway behind another is far enough away from it.
static inline const char *check_headway(flow_fixture *f, const wend_lane *lane, double radius,
                                        const lane_sample *samples, uint32_t count)
{
    if (!(lane->headway >= (1 - LANE_SLACK) * 2 * radius))
        return say(f, "a headway of %.17g is too short", lane->headway);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = i + 1; k < count; ++k)
            if (samples[k].along - samples[i].along > (1 + LANE_SLACK) * lane->headway &&
                sight_distance(samples[i].at, samples[k].at) < (1 - LANE_SLACK) * 2 * radius)
                return say(f, "places %.17g apart along a lane, whose headway is %.17g, are %.17g",
                           samples[k].along - samples[i].along, lane->headway,
                           sight_distance(samples[i].at, samples[k].at));
    return NULL;
}

/// Two lanes keep two radii from each other. What is behind an opening is no space: distances count
/// where the straight line between two places stays in the domain.
static inline const char *check_lanes_apart(flow_fixture *f, double radius, const lane_sample *one,
                                            uint32_t one_count, const lane_sample *other,
                                            uint32_t other_count)
{
    for (uint32_t i = 0; i < one_count; ++i)
        for (uint32_t k = 0; k < other_count; ++k)
            if (sight_distance(one[i].at, other[k].at) <
                    (1 - LANE_SLACK) * 2 * radius - FLOW_ERROR * f->s.size &&
                stays_in_ring(&f->s, one[i].at, other[k].at))
                return say(f, "two lanes come too near at %.17g,%.17g", one[i].at.x, one[i].at.y);
    return NULL;
}

/// Everything about lanes; *skipped if they are too long to be sampled.
static inline const char *check_lanes(flow_fixture *f, const wend_lanes *lanes, bool *skipped)
{
    static lane_sample samples[2][LANE_SAMPLES];
    uint32_t count, before = 0;
    const wend_lane *all = wend_lanes_all(lanes, &count);
    double radius = wend_lanes_radius(lanes);
    *skipped = false;
    for (uint32_t i = 0; i < count; ++i) {
        lane_sample *now = samples[i % 2], *last = samples[(i + 1) % 2];
        uint32_t n = sample_lane(lanes, i, now);
        *skipped = n == UINT32_MAX;
        if (*skipped)
            return NULL;
        const char *wrong = check_lane_places(f, &all[i], radius, now, n);
        wrong = wrong ? wrong : check_headway(f, &all[i], radius, now, n);
        if (!wrong && i > 0)
            wrong = check_lanes_apart(f, radius, last, before, now, n);
        if (wrong)
            return wrong;
        before = n;
    }
    return NULL;
}

// ---- a system of lanes --------------------------------------------------------------------------

/// Makes lanes; NULL: they fail, and f->wrong says why.
static inline wend_lanes *make_lanes(flow_fixture *f, double radius, wend_lane_side side,
                                     wend_lane_kind kind)
{
    wend_lanes_def def = wend_default_lanes_def();
    wend_lanes *lanes;
    wend_error error;
    def.radius = radius;
    def.side = side;
    def.kind = kind;
    f->question = (wend_flow_request){.width = 2 * radius, .from_top = side == WEND_LANES_TOP};
    if (wend_lanes_create(f->flow, &def, &lanes, &error) >= 0)
        return lanes;
    say(f, "no lanes: %s", wend_error_text(&error));
    return NULL;
}

/// Lanes are sound as the library says and as samples do. NULL: they are.
static inline const char *check_lane_system(flow_fixture *f, const wend_lanes *lanes, bool *skipped)
{
    wend_error error;
    if (wend_lanes_check(lanes, f->flow, NULL, NULL, &error) != WEND_OK)
        return say(f, "found by the check: %s", wend_error_text(&error));
    return check_lanes(f, lanes, skipped);
}

/// How many lanes the floored critical graph has room for.
static inline uint32_t lanes_that_fit(flow_fixture *f, double radius)
{
    oracle_solve(&f->o, WEND_FLOW_BOTTOM, 2 * radius);
    return (uint32_t)(f->o.levels[WEND_FLOW_TOP] / (2 * radius) + 0.5);
}

#endif
