// SPDX-License-Identifier: MIT
// Distances of a path map that are obviously right: those of the visibility graph
// (oracle_visibility.h), with any number of sources.
//
// A shortest path ends on a segment at an end of it, at the foot of its last corner or of its
// start, or where a wall meets the segment: wherever else it could end, it could be made shorter.
#ifndef WEND_TESTS_ORACLE_MAP_H
#define WEND_TESTS_ORACLE_MAP_H

#include "tests/oracle/visibility.h"

#include "wend/map.h"
#include "wend/vec2.h"

/// Places nearer than this, in tolerances of the floor, are one: a foot of something on the segment
/// itself is rounded.
#define SAME_FOOT 1e-2

/// A place of a source that may be the nearest wherever it is seen from.
typedef struct source_place {
    wend_vec2 at;
    double offset;
} source_place;

typedef struct map_oracle {
    sight_graph *graph;
    const wend_map_source *sources;
    uint32_t source_count;
    source_place *places;
    uint32_t place_count, place_room;
} map_oracle;

static inline map_oracle map_oracle_make(const wend_floor *floor)
{
    return (map_oracle){.graph = sight_make(floor)};
}

static inline void map_oracle_free(map_oracle *oracle)
{
    sight_free(oracle->graph);
    free(oracle->places);
}

static inline bool is_segment(const wend_map_source *source)
{
    return !wend_equal(source->a, source->b);
}

// ---- sources ------------------------------------------------------------------------------------

static inline void add_place(map_oracle *oracle, wend_vec2 at, double offset, bool rounded)
{
    for (uint32_t i = 0; i < oracle->place_count; ++i)
        if (wend_equal(oracle->places[i].at, at) && oracle->places[i].offset <= offset)
            return;
    if (oracle->place_count == oracle->place_room) {
        oracle->place_room = 2 * oracle->place_room + 64;
        oracle->places = realloc(oracle->places, oracle->place_room * sizeof *oracle->places);
        assert_non_null(oracle->places);
    }
    oracle->places[oracle->place_count++] = (source_place){at, offset};
    sight_put(oracle->graph, at, offset, rounded);
    for (uint32_t i = 0; i < oracle->graph->corner_count; ++i)
        sight_show(oracle->graph, i);
}

static inline void add_segment_source(map_oracle *oracle, const wend_map_source *source)
{
    sight_graph *graph = oracle->graph;
    wend_segment way = {source->a, source->b}, back = {source->b, source->a};
    for (uint32_t i = 0; i < graph->floor->wall_count; ++i) {
        wend_vec2 at;
        wend_segment wall = wend_wall_segment(graph->floor, i);
        if (wend_segments_meet(way, wall, &at) != WEND_APART)
            add_place(oracle, at, source->offset, true);
        if (wend_segments_meet(back, wall, &at) != WEND_APART)
            add_place(oracle, at, source->offset, true);
    }
    for (uint32_t i = 0; i < graph->corner_count; ++i) {
        sight_put(graph, wend_segment_closest(way, graph->places[i].at), source->offset, true);
        sight_show(graph, i);
    }
}

/// Finds the distances from these sources, which stay where they are, to all corners.
static inline void map_oracle_spread(map_oracle *oracle, const wend_map_source *sources,
                                     uint32_t count)
{
    oracle->sources = sources;
    oracle->source_count = count;
    oracle->place_count = 0;
    sight_clear(oracle->graph);
    for (uint32_t i = 0; i < count; ++i) {
        add_place(oracle, sources[i].a, sources[i].offset, false);
        if (!is_segment(&sources[i]))
            continue;
        add_place(oracle, sources[i].b, sources[i].offset, false);
        add_segment_source(oracle, &sources[i]);
    }
    sight_spread(oracle->graph);
}

// ---- questions ----------------------------------------------------------------------------------

/// True if p, which is not solid, lies on free space or its walls.
static inline bool is_beside_free(const map_oracle *oracle, wend_vec2 p)
{
    sight_put(oracle->graph, p, 0, false);
    return best_at(oracle->graph, oracle->graph->corner_count) == 0;
}

/// The distance at p by way of a place of a source, if that is less than `least`.
static inline double nearer_place(const map_oracle *oracle, wend_vec2 p, wend_vec2 at,
                                  double offset, double least)
{
    sight_graph *graph = oracle->graph;
    double length = sight_distance(p, at);
    if (offset + length >= least)
        return least;
    if (length <= SAME_FOOT * graph->floor->tolerance)
        return is_beside_free(oracle, p) ? offset + length : least;
    sight_put(graph, at, offset, true);
    sight_end(graph, p);
    look(graph, graph->corner_count, graph->corner_count + 1, relax);
    return fmin(least, best_at(graph, graph->corner_count + 1));
}

/// The distance at p; INFINITY: unreachable, or not in free space.
static inline double map_oracle_at(const map_oracle *oracle, wend_vec2 p)
{
    sight_graph *graph = oracle->graph;
    wend_location place = wend_floor_locate(graph->floor, p, NULL);
    if (place != WEND_LOCATION_FREE && place != WEND_LOCATION_BOUNDARY)
        return INFINITY;
    sight_put(graph, p, INFINITY, false);
    double least = sight_to(graph, p);
    for (uint32_t i = 0; i < oracle->place_count; ++i)
        least = nearer_place(oracle, p, oracle->places[i].at, oracle->places[i].offset, least);
    for (uint32_t i = 0; i < oracle->source_count; ++i) {
        wend_segment way = {oracle->sources[i].a, oracle->sources[i].b};
        if (is_segment(&oracle->sources[i]))
            least = nearer_place(oracle, p, wend_segment_closest(way, p), oracle->sources[i].offset,
                                 least);
    }
    return least;
}

/// How near to a wall a place may be without lying on it, in sizes of the scene. The rays of
/// oracle_ray.h do not know what is nearer to their ends than SAME_CUT of their lengths; and where
/// a ray almost runs along a wall, a rounding of 1e-16 moves the place where they meet by so much
/// more.
#define NEAR_WALL 1e-5

/// True if the oracle may be asked about a place.
static inline bool is_clear_place(const wend_floor *floor, wend_vec2 p)
{
    double clearance = wend_floor_clearance(floor, p, NULL, NULL);
    double size = fmax(floor->box.max.x - floor->box.min.x, floor->box.max.y - floor->box.min.y);
    return clearance > NEAR_WALL * size ||
           wend_floor_locate(floor, p, NULL) == WEND_LOCATION_BOUNDARY;
}

#endif
