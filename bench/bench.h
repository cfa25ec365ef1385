// SPDX-License-Identifier: MIT
// Benchmarks of `wend bench NAME`: each fills rows, which the command prints as a table or as JSON.
// Every row is a JSON object with "case" first and then the figures.
#ifndef WEND_BENCH_BENCH_H
#define WEND_BENCH_BENCH_H

#include <jansson.h>
#include <stdbool.h>

typedef struct bench {
    const char *name;
    const char *about;
    /// Appends to rows; false when out of memory.
    bool (*run)(json_t *rows);
    /// [opt] Prints the rows as text; false when out of memory. NULL: one column per figure.
    bool (*print)(const json_t *rows);
} bench;

extern const bench benches[];
extern const size_t bench_count;

/// Seconds of a monotonic clock.
double bench_now(void);
/// CPU seconds of this thread: less affected by other programs.
double bench_worked(void);

/// The parts of `bench geometry`.
bool bench_predicates(json_t *rows);
bool bench_index(json_t *rows);

/// Part of `bench mesh`: rows radius-SCENE, paths of discs against the tangent graph.
bool bench_radius(json_t *rows);

/// `bench orca`: velocities of crowds.
bool bench_orca(json_t *rows);
bool bench_pedestrian(json_t *rows);

/// `bench portals`: way portals against way points (Curtis et al. 2012), one row per scene.
bool bench_portals(json_t *rows);

/// `bench world`: complete steps by phase.
bool bench_world(json_t *rows);

/// `bench record`: rows per second, and slowdown of a recorded run.
bool bench_record(json_t *rows);

/// `bench measure`: Voronoi cells of recordings.
bool bench_measure(json_t *rows);

/// `bench mang`: the demos of Sud et al. 2008, one row per scene.
bool bench_mang(json_t *rows);

/// `bench pathmap`: path maps against CGAL and Farias 2020, one row per map.
bool bench_pathmap(json_t *rows);

/// `bench flow`: throughput with lanes and with shortest paths, one row per scene.
bool bench_flow(json_t *rows);

/// `bench groups`: coherent groups, one row per scene, sampler and local planner.
bool bench_groups(json_t *rows);

/// `bench barriers`: last arrival without and with barriers, one row per scene.
bool bench_barriers(json_t *rows);

/// `bench matrix`: every planner with every motion model, one row per pair and scene; printed as a
/// table.
bool bench_matrix(json_t *rows);
bool bench_print_matrix(const json_t *rows);

/// `bench voronoi`: diagrams against Boost.Polygon, moves against CGAL, nearest-site queries.
bool bench_voronoi(json_t *rows);

/// `bench voronoi-sims`: the simulations of UFRGS 2010, one row per scene.
bool bench_voronoi_sims(json_t *rows);

#endif
