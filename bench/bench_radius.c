// SPDX-License-Identifier: MIT
// Paths of discs: cost relative to those of a point, and optimality, checked with the tangent graph
// of tests/oracle/tangent.h.
//
// Times are of warm queries, without the comparison: the minimum of several rounds of the same
// queries.
#include "bench/bench.h"
#include "bench/radius_cases.h"
#include "tests/oracle/tangent.h"

#include <stdio.h>

enum {
    SCENES = 10,
    QUERIES = 200, ///< per scene and radius: 10,000 in total
    MIN_ROUNDS = 3,
};
/// Expansions at which a search in these small scenes counts as endless.
#define ENDLESS     1000000
#define ENOUGH_TIME 0.1 ///< for all rounds of one radius [Units: s]

typedef struct disc_query {
    wend_vec2 from, to;
} disc_query;

/// A scene with its queries, by rank of the radius.
typedef struct course {
    radius_case c;
    wend_mesh *mesh;
    wend_path_query *query;
    disc_query queries[RADIUS_CLASSES][QUERIES];
    uint32_t counts[RADIUS_CLASSES];
    oracle_path shortest;
} course;

static void close_course(course *o)
{
    wend_path_query_destroy(o->query);
    wend_mesh_destroy(o->mesh);
    radius_case_free(&o->c);
    free(o);
}

// NULL: out of memory.
static course *open_course(uint32_t number)
{
    course *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    wend_mesh_def def = wend_default_mesh_def();
    if (!radius_case_make(number, 1, &o->c) ||
        wend_mesh_create(o->c.floor, &def, &o->mesh, NULL) != WEND_OK ||
        wend_path_query_create(NULL, &o->query, NULL) != WEND_OK) {
        close_course(o);
        return NULL;
    }
    for (uint32_t rank = 0; rank < RADIUS_CLASSES; rank++)
        for (uint32_t k = 0; k < QUERIES; k++) {
            disc_query *q = &o->queries[rank][o->counts[rank]];
            o->counts[rank] += radius_query(&o->c, rank, k, &q->from, &q->to);
        }
    return o;
}

static wend_result find_path(course *o, const disc_query *q, double radius, wend_path *path)
{
    wend_path_request request = wend_default_path_request();
    request.from = q->from;
    request.goal = (wend_goal){&q->to, 1};
    request.radius = radius;
    request.budget = ENDLESS;
    return wend_path_find(o->query, o->mesh, &request, path, NULL);
}

/// Microseconds per query, with the positions of a rank and any radius.
static double time_class(course *o, uint32_t rank, double radius)
{
    double best = INFINITY, all = 0;
    for (int round = -1; round < MIN_ROUNDS || all < ENOUGH_TIME; round++) {
        wend_path path;
        double start = bench_now();
        for (uint32_t i = 0; i < o->counts[rank]; i++)
            find_path(o, &o->queries[rank][i], radius, &path);
        double seconds = bench_now() - start;
        all += seconds;
        if (round >= 0) // the first round is for warm-up
            best = fmin(best, seconds);
    }
    return 1e6 * best / fmax(1, o->counts[rank]);
}

// False: out of memory.
static bool compare_class(course *o, uint32_t rank, oracle_tally *tally)
{
    oracle graph;
    double radius = o->c.radii[rank];
    if (!oracle_make(o->c.floor, radius, &graph))
        return false;
    bool good = true;
    for (uint32_t i = 0; good && i < o->counts[rank]; i++) {
        const disc_query *q = &o->queries[rank][i];
        wend_path path = {0};
        good = oracle_find(&graph, q->from, &q->to, 1, &o->shortest);
        if (good)
            oracle_judge(&graph, &o->shortest, find_path(o, q, radius, &path), &path, q->from,
                         &q->to, tally);
    }
    oracle_free(&graph);
    return good;
}

static bool add_row(json_t *rows, course *o)
{
    double us_0 = time_class(o, 0, 0), us_small = time_class(o, 0, o->c.radii[0]);
    double us_large = time_class(o, RADIUS_CLASSES - 1, o->c.radii[RADIUS_CLASSES - 1]);
    oracle_tally tally = {0};
    for (uint32_t rank = 0; rank < RADIUS_CLASSES; rank++)
        if (!compare_class(o, rank, &tally))
            return false;
    char name[64];
    snprintf(name, sizeof name, "radius-%s", o->c.name);
    json_t *row =
        json_pack("{s:s, s:f, s:f, s:f, s:f, s:I, s:I, s:I, s:I, s:f}", "case", name, "us_0", us_0,
                  "us_small", us_small, "us_large", us_large, "ratio_small", us_small / us_0,
                  "queries", (json_int_t)tally.queries, "invalid", (json_int_t)tally.invalid,
                  "missed", (json_int_t)tally.missed, "wrong",
                  (json_int_t)tally.wrong + (json_int_t)tally.invented + (json_int_t)tally.shorter,
                  "worst_excess", tally.worst_excess);
    return row && json_array_append_new(rows, row) == 0;
}

bool bench_radius(json_t *rows)
{
    bool good = true;
    for (uint32_t number = 0; good && number < SCENES; number++) {
        course *o = open_course(number);
        good = o && add_row(rows, o);
        if (o)
            close_course(o);
    }
    return good;
}
