// SPDX-License-Identifier: MIT
// Times of a map with weights that are obviously right: all sequences of corners are tried, on the
// visibility graph of the floor (oracle_visibility.h), one corner more in each round, until no time
// gets better. A state is a corner (one of its sectors) and a speed.
#ifndef WEND_TESTS_ORACLE_TIME_H
#define WEND_TESTS_ORACLE_TIME_H

#include "tests/oracle/map.h"

#include "wend/map_boosts.h"
#include "wend/vec2.h"

enum { ORACLE_SPEEDS = 8, ORACLE_SOURCES = 8 };

typedef struct time_oracle {
    map_oracle plain;
    wend_time_form form;
    double speeds[ORACLE_SPEEDS];
    uint32_t speed_count;
    wend_map_source sources[ORACLE_SOURCES], scaled[ORACLE_SOURCES];
    uint32_t source_count;
    uint32_t made_faster[SIGHT_PLACES]; ///< the least speed of those who come by a corner
    double times[ORACLE_SPEEDS][SIGHT_NODES];
    uint32_t shown; ///< the speed of which questions are answered
} time_oracle;

/// The corners of weights in the open must be corners of this floor: points, for instance.
static inline time_oracle *time_oracle_make(const wend_floor *floor)
{
    time_oracle *oracle = calloc(1, sizeof *oracle);
    assert_non_null(oracle);
    oracle->plain = map_oracle_make(floor);
    return oracle;
}

static inline void time_oracle_free(time_oracle *oracle)
{
    map_oracle_free(&oracle->plain);
    free(oracle);
}

static inline uint32_t speed_at(const time_oracle *oracle, uint32_t node, uint32_t speed)
{
    uint32_t least = oracle->made_faster[node / SIGHT_SECTORS];
    return least > speed ? least : speed;
}

/// What follows for one state from what is known of another: true if that is better.
static inline bool try_corner(time_oracle *oracle, const sight_edge *edge, uint32_t speed)
{
    uint32_t from = edge->from, to = edge->to, there = speed_at(oracle, to, speed);
    double leg = edge->length / oracle->speeds[speed];
    bool onward = oracle->form == WEND_TIME_FROM_SOURCES;
    double *time = onward ? &oracle->times[there][to] : &oracle->times[speed][from];
    double other = onward ? oracle->times[speed][from] : oracle->times[there][to];
    bool better = other + leg < *time;
    if (better)
        *time = other + leg;
    return better;
}

/// The plain distances of one speed, without weights.
static inline void spread_plain(time_oracle *oracle, uint32_t speed)
{
    bool none = oracle->form == WEND_TIME_FROM_SOURCES && speed > 0;
    for (uint32_t i = 0; i < oracle->source_count; ++i) {
        oracle->scaled[i] = oracle->sources[i];
        oracle->scaled[i].offset *= oracle->speeds[speed];
    }
    map_oracle_spread(&oracle->plain, oracle->scaled, none ? 0 : oracle->source_count);
}

static inline void set_weights(time_oracle *oracle, const wend_map_boost *weights, uint32_t count)
{
    const sight_graph *graph = oracle->plain.graph;
    memset(oracle->made_faster, 0, sizeof oracle->made_faster);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t speed = 0, place = 0;
        while (oracle->speeds[speed] != weights[i].factor)
            assert_true(++speed < oracle->speed_count);
        while (place < graph->corner_count &&
               !wend_equal(graph->places[place].at, weights[i].position))
            ++place;
        if (place < graph->corner_count && oracle->made_faster[place] < speed)
            oracle->made_faster[place] = speed;
    }
}

/// Finds the times of all states. The speeds of the def are those of the map, in order.
static inline void time_oracle_spread(time_oracle *oracle, const wend_time_map_def *def,
                                      const double *speeds, uint32_t speed_count)
{
    const sight_graph *graph = oracle->plain.graph;
    uint32_t nodes = graph->corner_count * SIGHT_SECTORS;
    assert_true(speed_count <= ORACLE_SPEEDS && def->source_count <= ORACLE_SOURCES);
    oracle->form = def->form;
    oracle->speed_count = speed_count;
    oracle->source_count = def->source_count;
    memcpy(oracle->speeds, speeds, speed_count * sizeof *speeds);
    memcpy(oracle->sources, def->sources, def->source_count * sizeof *def->sources);
    set_weights(oracle, def->boosts, def->boost_count);

    for (uint32_t s = 0; s < speed_count; ++s)
        for (uint32_t i = 0; i < nodes; ++i)
            oracle->times[s][i] = INFINITY;
    for (uint32_t s = 0; s < speed_count; ++s) {
        spread_plain(oracle, s);
        for (uint32_t i = 0; i < nodes; ++i) {
            bool onward = def->form == WEND_TIME_FROM_SOURCES;
            double *time = &oracle->times[onward ? speed_at(oracle, i, s) : s][i];
            *time = fmin(*time, graph->best[i] / speeds[s]);
        }
    }
    for (bool better = true; better;) {
        better = false;
        for (uint32_t s = 0; s < speed_count; ++s)
            for (uint32_t i = 0; i < graph->edge_count; ++i)
                better |= try_corner(oracle, &graph->edges[i], s);
    }
}

/// The questions that follow are about this speed.
static inline void time_oracle_show(time_oracle *oracle, uint32_t speed)
{
    sight_graph *graph = oracle->plain.graph;
    spread_plain(oracle, speed);
    oracle->shown = speed;
    for (uint32_t i = 0; i < graph->corner_count * SIGHT_SECTORS; ++i) {
        bool onward = oracle->form == WEND_TIME_FROM_SOURCES;
        uint32_t there = onward ? speed : speed_at(oracle, i, speed);
        graph->best[i] = fmin(graph->best[i], oracle->times[there][i] * oracle->speeds[speed]);
    }
}

/// The time at p; INFINITY: unreachable, or not in free space.
static inline double time_oracle_at(const time_oracle *oracle, wend_vec2 p)
{
    return map_oracle_at(&oracle->plain, p) / oracle->speeds[oracle->shown];
}

#endif
