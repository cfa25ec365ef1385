// SPDX-License-Identifier: MIT
// The list of benchmarks and the clock they share.
#include "bench/bench.h"

#include "bench/bench_mesh.h"

#include <time.h>

static bool run_geometry(json_t *rows)
{
    return bench_predicates(rows) && bench_index(rows);
}

static bool run_mesh(json_t *rows)
{
    return bench_mesh_build(rows) && bench_mesh_queries(rows) && bench_mesh_edits(rows) &&
           bench_mesh_questions(rows) && bench_radius(rows);
}

const bench benches[] = {
    {"geometry", "exact predicates beside the plain formulas, and the spatial index", run_geometry,
     NULL},
    {"mesh", "meshes beside CGAL, doors that open and close, shortest paths", run_mesh, NULL},
    {"voronoi", "Voronoi diagrams beside Boost and CGAL, agents that move in them", bench_voronoi,
     NULL},
    {"voronoi-sims", "agents on the dynamic diagram, as in the document's tables",
     bench_voronoi_sims, NULL},
    {"mang", "the multi-agent navigation graph, exact and of pixels, as in the document's table",
     bench_mang, NULL},
    {"pathmap", "exact path maps beside CGAL, and beside the document's tables for a GPU",
     bench_pathmap, NULL},
    {"flow", "max-flow maps, lanes, and who gets through, as in the document's table", bench_flow,
     NULL},
    {"barriers", "when the last has arrived, without and with barriers that learn", bench_barriers,
     NULL},
    {"groups", "roadmaps of groups, and who stays together, as in the document's tables",
     bench_groups, NULL},
    {"matrix", "every guide with every motion on three scenes", bench_matrix, bench_print_matrix},
    {"portals", "way portals beside way points, as in the document's tables", bench_portals, NULL},
    {"world", "whole steps of a world, phase by phase, in scenes and floor plans", bench_world,
     NULL},
    {"record", "rows into a database, and how much longer a recorded run takes", bench_record,
     NULL},
    {"measure", "Voronoi density and speed of recordings beside PedPy", bench_measure, NULL},
    {"orca", "what choosing velocities costs, in crowds of 1,000 to 100,000", bench_orca, NULL},
};

const size_t bench_count = sizeof benches / sizeof benches[0];

static double read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double bench_worked(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
