// SPDX-License-Identifier: MIT
// List of benchmarks, and clocks.
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
           bench_mesh_point_queries(rows) && bench_radius(rows);
}

const bench benches[] = {
    {"geometry", "Exact predicates against floating-point formulas; spatial index against GEOS",
     run_geometry, NULL},
    {"mesh", "Navigation mesh against CGAL, edits, shortest paths against Polyanya and Detour",
     run_mesh, NULL},
    {"voronoi", "Voronoi diagrams against Boost and CGAL: building, moving agents, queries",
     bench_voronoi, NULL},
    {"voronoi-sims", "Agents on the dynamic diagram: UFRGS 2010, Tables 5.1 to 5.4",
     bench_voronoi_sims, NULL},
    {"mang", "Multi-agent navigation graph, exact and raster: Sud et al. 2008, Table 1", bench_mang,
     NULL},
    {"pathmap", "Path maps against CGAL and the GPU of Farias 2020, Tables 3.1 and 3.3",
     bench_pathmap, NULL},
    {"flow", "Maximum flow, lanes and throughput: Farias 2020, Table 4.1", bench_flow, NULL},
    {"barriers", "Evacuation time without and with adaptive barriers: Farias 2020, chapter 5",
     bench_barriers, NULL},
    {"groups", "Roadmaps and coherence of groups: Kamphuis and Overmars 2003, Tables 1 and 2",
     bench_groups, NULL},
    {"matrix", "Every planner with every motion model in three scenes", bench_matrix,
     bench_print_matrix},
    {"portals", "Way portals against way points: Curtis et al. 2012, Tables 1 and 2", bench_portals,
     NULL},
    {"world", "Simulation step by phase, in scenes and floor plans", bench_world, NULL},
    {"record", "Recording: rows per second, and slowdown of a recorded run", bench_record, NULL},
    {"measure", "Voronoi density and speed of recordings against PedPy", bench_measure, NULL},
    {"orca", "ORCA: time per agent in crowds of 1,000 to 100,000", bench_orca, NULL},
    {"pedestrian", "Pedestrians: time per agent in streams, and the ratio to ORCA",
     bench_pedestrian, NULL},
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
