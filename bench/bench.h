// SPDX-License-Identifier: MIT
// Benchmarks that `wend bench NAME` runs: each fills rows, the command prints them as a table or as
// JSON. Every row is a JSON object with "case" first and then the figures.
#ifndef WEND_BENCH_BENCH_H
#define WEND_BENCH_BENCH_H

#include <jansson.h>
#include <stdbool.h>

typedef struct bench {
    const char *name;
    const char *about;
    /// Appends to rows; false when out of memory.
    bool (*run)(json_t *rows);
    /// [opt] Prints the rows for people; false when out of memory. NULL: a column a figure.
    bool (*print)(const json_t *rows);
} bench;

extern const bench benches[];
extern const size_t bench_count;

/// Seconds of a monotonic clock.
double bench_now(void);
/// Seconds that this thread has worked: other programs on the machine disturb it less.
double bench_worked(void);

/// The parts of `bench geometry`.
bool bench_predicates(json_t *rows);
bool bench_index(json_t *rows);

/// A part of `bench mesh`: rows radius-SCENE, paths of discs beside the tangent graph.
bool bench_radius(json_t *rows);

/// `bench orca`: velocities for crowds.
bool bench_orca(json_t *rows);

/// `bench portals`: way portals beside way points, a row a scene of the document.
bool bench_portals(json_t *rows);

/// `bench world`: whole steps, phase by phase.
bool bench_world(json_t *rows);

/// `bench record`: rows into a database, and how much longer a run takes that is recorded.
bool bench_record(json_t *rows);

/// `bench measure`: Voronoi cells of recordings.
bool bench_measure(json_t *rows);

/// `bench mang`: the demos of the document on multi-agent navigation graphs, a row a scene.
bool bench_mang(json_t *rows);

/// `bench pathmap`: path maps beside the document's GPU and CGAL, a row a map.
bool bench_pathmap(json_t *rows);

/// `bench flow`: how many get through by lanes and by shortest paths, a row a scene.
bool bench_flow(json_t *rows);

/// `bench groups`: groups that stay together, a row a scene, sampler and local planner.
bool bench_groups(json_t *rows);

/// `bench barriers`: when the last has arrived, without and with barriers, a row a scene.
bool bench_barriers(json_t *rows);

/// `bench matrix`: every guide with every motion, a row a pair and scene; the pairs as a table.
bool bench_matrix(json_t *rows);
bool bench_print_matrix(const json_t *rows);

/// `bench voronoi`: diagrams beside Boost.Polygon, moves beside CGAL, nearest sites.
bool bench_voronoi(json_t *rows);

/// `bench voronoi-sims`: the simulations of the document on the dynamic diagram, a row a scene.
bool bench_voronoi_sims(json_t *rows);

#endif
