// SPDX-License-Identifier: MIT
// `bench groups`: coherent groups. Tables 1 and 2 of Kamphuis and Overmars 2003: time until start
// and goal are connected, for all samplers with both local planners on four scenes; and the same
// with narrower and wider passages.
//
// Times are CPU times of one thread, from the floor to the plan, including preprocessing for the
// sampler and the proof of every motion. A failed run counts with the time at which it gave up.
#include "bench/bench_groups.h"

#include <math.h>

#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "cli/group/group.h"
#include "scene/build/floor.h"

enum {
    RUNS = 200,
    OTHER_RUNS = 20, ///< with narrower and wider passages
    /// Keeps failing runs short. The hinged box has as many samples as the scene requires and never
    /// needs them; the deformable box has fewer, and in the city, where it also failed in the
    /// paper, still fewer.
    DEFORMABLE_SAMPLES = 20000,
    CITY_SAMPLES = 5000,
    OTHER_SAMPLES = 20000,
};
/// Not published.
#define NO_TIME NAN

/// Published times of a scene, in the order of the samplers. [Units: s]
typedef struct paper {
    const char *name;
    double seconds[WEND_GROUP_LOCALS][WEND_GROUP_CORRIDOR];
} paper;

static const paper papers[] = {
    {"group-narrow", {{15.6, 0.8, 2.6, 8.0, 2.7, 2.1}, {0.9, 0.3, 0.1, 2.4, 0.3, 0.4}}},
    {"group-cylinders", {{1.1, 0.8, 0.7, 0.5, 0.7, 0.6}, {0.5, 1.7, 1.6, 1.2, 1.0, 0.9}}},
    {"group-trees", {{10.3, 6.5, 8.0, 10.1, 19.1, 11.6}, {9.4, 11.7, 13.4, 23.0, 15.2, 10.8}}},
    {"group-city",
     {{NO_TIME, NO_TIME, NO_TIME, NO_TIME, NO_TIME, NO_TIME}, {3.4, 2.3, 2.6, 4.8, 2.2, 1.4}}},
};
enum { PAPERS = sizeof papers / sizeof papers[0], CITY = PAPERS - 1 };

// ---- a scene's group ----------------------------------------------------------------------------

bool groups_open(groups_scene *g, const char *name)
{
    wend_error error = {0};
    uint32_t defects = 0;
    *g = (groups_scene){.s = bench_scene_load(name)};
    if (!g->s)
        return false;
    wend_result result = scene_floor(g->s, &g->floor, &error);
    if (result == WEND_OK)
        result = wend_floor_validate(g->floor, NULL, 0, &defects, &error);
    if (result == WEND_OK)
        result = scene_held_group_of(g->s, 0, SCENE_INHERITED, &g->held, &error);
    if (result != WEND_OK) {
        bench_note("%s: %s", name, wend_error_text(&error));
        groups_close(g);
    }
    return result == WEND_OK;
}

void groups_close(groups_scene *g)
{
    wend_floor_destroy(g->floor);
    scene_free(g->s);
    *g = (groups_scene){0};
}

static group_search search_of(const groups_scene *g, wend_group_sampler sampler,
                              wend_group_local local, uint32_t samples)
{
    static const group_stop goal = {.first = 0, .count = 1};
    return (group_search){
        .floor = g->floor,
        .size = g->held.size,
        .from = g->held.start,
        .stops = &goal,
        .stop_count = 1,
        .targets = &g->held.goal,
        .sampler = sampler,
        .local = local,
        .samples = samples,
    };
}

// ---- rows ---------------------------------------------------------------------------------------

static json_t *row_of(json_t *rows, const char *what, const char *name)
{
    json_t *row = json_pack("{s:s, s:s}", "case", what, "scene", name);
    return row && json_array_append_new(rows, row) == 0 ? row : NULL;
}

static bool set_word(json_t *row, const char *key, const char *word)
{
    return json_object_set_new(row, key, json_string(word)) == 0;
}

/// One sampler with one local planner. seconds: published.
static bool add_times(json_t *rows, const char *what, const char *name, const group_search *search,
                      uint32_t runs, double seconds)
{
    group_times times;
    wend_error error = {0};
    wend_result result = group_find_often(search, runs, &times, &error);
    bool good = result == WEND_OK;
    if (!good)
        bench_note("%s: %s", name, wend_error_text(&error));
    json_t *row = good ? row_of(rows, what, name) : NULL;
    good = good && row && set_word(row, "sampler", wend_group_sampler_name(search->sampler)) &&
           set_word(row, "local", wend_group_local_name(search->local)) &&
           bench_whole(row, "runs", times.runs) && bench_whole(row, "success", times.found) &&
           bench_whole(row, "impossible", times.impossible) &&
           bench_real(row, "mean_ms", times.all.mean) &&
           bench_real(row, "median_ms", times.all.median) &&
           bench_real(row, "p95_ms", times.all.most_95) && bench_real(row, "paper_s", seconds) &&
           bench_whole(row, "most_samples", search->samples);
    group_times_free(&times);
    return good || result != WEND_OUT_OF_MEMORY;
}

/// Both tables, for one scene.
static bool add_tables(json_t *rows, int number)
{
    groups_scene g;
    bool good = true;
    if (!groups_open(&g, papers[number].name))
        return true; // already reported
    for (int local = WEND_GROUP_LOCALS - 1; local >= 0; --local)
        for (int sampler = 0; good && sampler < WEND_GROUP_SAMPLERS; ++sampler) {
            const uint32_t samples = local == WEND_GROUP_HINGED ? g.s->agents[0].shape.max_samples
                                     : number == CITY           ? CITY_SAMPLES
                                                                : DEFORMABLE_SAMPLES;
            group_search search =
                search_of(&g, (wend_group_sampler)sampler, (wend_group_local)local, samples);
            good = add_times(rows, "roadmap", papers[number].name, &search, RUNS,
                             sampler < WEND_GROUP_CORRIDOR ? papers[number].seconds[local][sampler]
                                                           : NO_TIME);
        }
    groups_close(&g);
    return good;
}

/// Passages 20 % narrower, unchanged, and 20 % wider: free share and success.
static bool add_passages(json_t *rows, const char *name)
{
    static const char *const widths[] = {"-80", "", "-120"};
    bool good = true;
    for (int i = 0; good && i < 3; ++i) {
        char other[100];
        groups_scene g;
        snprintf(other, sizeof other, "%s%s", name, widths[i]);
        if (!groups_open(&g, other))
            continue;
        double share = 0;
        group_search search = search_of(&g, WEND_GROUP_UNIFORM, WEND_GROUP_HINGED, OTHER_SAMPLES);
        json_t *row = row_of(rows, "free", other);
        good = row && group_free_share(&search, &share, NULL) == WEND_OK &&
               bench_real(row, "free_share", share);
        for (int sampler = 0; good && i != 1 && sampler < WEND_GROUP_SAMPLERS; ++sampler) {
            search.sampler = (wend_group_sampler)sampler;
            good = add_times(rows, "passage", other, &search, OTHER_RUNS, NO_TIME);
        }
        groups_close(&g);
    }
    return good;
}

/// Coherence with planner group, and as a flock.
static bool add_coherence(json_t *rows, const char *name)
{
    groups_scene g;
    groups_run group, flock;
    if (!groups_open(&g, name))
        return true;
    bool run = groups_run_scene(&g, "group", "group_potential", &group) &&
               groups_run_scene(&g, "mesh", "boids", &flock);
    groups_close(&g);
    json_t *row = run ? row_of(rows, "coherence", name) : NULL;
    return !run || (row && bench_real(row, "group", group.together) &&
                    bench_real(row, "flock", flock.together) &&
                    bench_whole(row, "group_arrived", group.arrived) &&
                    bench_whole(row, "flock_arrived", flock.arrived) &&
                    bench_real(row, "group_seconds", group.seconds) &&
                    bench_real(row, "flock_seconds", flock.seconds));
}

static bool add_inside(json_t *rows, const char *name)
{
    groups_scene g;
    groups_inside inside;
    if (!groups_open(&g, name))
        return true;
    bool run = groups_time_inside(&g, &inside);
    groups_close(&g);
    json_t *row = run ? row_of(rows, "inside", name) : NULL;
    return !run || (row && bench_whole(row, "entities", inside.entities) &&
                    bench_real(row, "us_per_step", inside.us_per_step) &&
                    bench_real(row, "worst_us", inside.worst_us) &&
                    bench_whole(row, "steps", inside.steps));
}

bool bench_groups(json_t *rows)
{
    bool good = add_inside(rows, "group-cylinders");
    for (int i = 0; good && i < PAPERS; ++i)
        good = add_coherence(rows, papers[i].name);
    for (int i = 0; good && i < PAPERS; ++i)
        good = add_tables(rows, i);
    for (int i = 0; good && i < PAPERS; ++i)
        good = add_passages(rows, papers[i].name);
    return good;
}
