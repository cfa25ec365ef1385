// SPDX-License-Identifier: MIT
// `bench matrix`: every guide with every motion, on the floors of three built-in scenes. On each
// the same crowd starts at the same places and has the same goal, whoever guides and moves it, and
// `wend run`'s own eyes look on. So what lanes need besides, a flow from behind the crowd to its
// goal, is given to scenes that have none. With the guide group the crowd starts in its shape. A
// pair that makes no sense is refused by the library, and its row says in which words.
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_matrix.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "cli/run.h"
#include "cli/table.h"
#include "io/scene_flow.h"
#include "io/scene_world.h"

/// Who walks where.
typedef struct crossing {
    const char *scene;
    uint32_t count;
    double radius;
    double density; ///< with the guide group: the part of the shape that they cover
    wend_box start, goal;
    wend_segment source, sink; ///< on the bounds, for lanes
} crossing;

static const crossing crossings[MATRIX_SCENES] = {
    {
        .scene = "hall",
        .count = 30,
        .radius = 0.25,
        .density = 0.2,
        .start = {{1, 5}, {8, 15}},
        .goal = {{21.5, 5}, {26.5, 13}},
        .source = {{0, 15}, {0, 5}},
        .sink = {{40, 8}, {40, 12}},
    },
    {
        .scene = "pillars",
        .count = 30,
        .radius = 0.2,
        .density = 0.2,
        .start = {{0.3, 5}, {3.1, 19}},
        .goal = {{20.9, 5}, {23.7, 19}},
        .source = {{0, 19}, {0, 5}},
        .sink = {{24, 5}, {24, 19}},
    },
    {
        .scene = "lanes-3",
        .count = 20,
        .radius = 0.2,
        .density = 0.25,
        .start = {{2.8, 6.8}, {7.2, 9.8}},
        .goal = {{3.3, 0.2}, {6.7, 3.2}},
        .source = {{6.7, 10}, {3.3, 10}},
        .sink = {{3.3, 0}, {6.7, 0}},
    },
};

#define START "start of the crossing"
#define GOAL  "goal of the crossing"

// ---- the scene ----------------------------------------------------------------------------------

static bool add_area(scene *s, const char *name, wend_box box)
{
    const wend_vec2 corners[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    scene_area *area = scene_add_area(s);
    if (!area)
        return false;
    area->name = name;
    return scene_shape_ring(s, corners, 4, &area->shape);
}

static bool add_flow(scene *s, const crossing *c)
{
    const wend_vec2 source[] = {c->source.a, c->source.b}, sink[] = {c->sink.a, c->sink.b};
    const wend_opening openings[] = {{.points = source, .count = 2},
                                     {.points = sink, .count = 2, .is_sink = true}};
    return s->flow.opening_count > 0 || scene_set_flow(s, openings, 2);
}

/// The scene's floor with the crossing's crowd. NULL, with a message, if that fails.
static scene *make_scene(const crossing *c)
{
    scene *s = bench_scene_load(c->scene);
    if (!s)
        return NULL;
    s->agents_count = 0;
    scene_agents *agents = scene_add_agents(s);
    if (agents && add_area(s, START, c->start) && add_area(s, GOAL, c->goal) && add_flow(s, c)) {
        agents->in = START;
        agents->on_lanes = true;
        agents->count = c->count;
        agents->radius = c->radius;
        agents->group = "crowd";
        agents->held.density = c->density;
        agents->goal.kind = SCENE_GOAL_AREA;
        agents->goal.area = GOAL;
        return s;
    }
    bench_say("%s: out of memory", c->scene);
    scene_free(s);
    return NULL;
}

// ---- a run --------------------------------------------------------------------------------------

/// Steps until all are there or the time is over.
static wend_result walk(const scene *s, wend_world *world, const scene_names *names, double seconds,
                        run_figures *figures, wend_error *error)
{
    run_watch watch;
    wend_result result =
        run_watch_start(&watch, s, names, world, s->step, figures) ? WEND_OK : WEND_NO_MEMORY;
    while (result == WEND_OK && figures->inside + figures->to_come > 0 &&
           wend_world_time(world) < seconds) {
        double begin = bench_worked();
        result = wend_world_step(world, error);
        figures->cost += bench_worked() - begin;
        if (result == WEND_OK && !run_watch_step(&watch))
            result = WEND_NO_MEMORY;
    }
    if (result == WEND_OK)
        run_watch_end(&watch);
    run_watch_free(&watch);
    return result;
}

/// What a refused pair has none of is null.
static bool add_figures(json_t *row, const run_figures *f, bool refused)
{
    char hash[17];
    double steps = (double)f->agent_steps;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)f->hash);
    if (refused)
        return json_object_update_new(row, json_pack("{s:n, s:n, s:n, s:n, s:n, s:n}", "arrived",
                                                     "seconds", "walls_crossed", "overlap_share",
                                                     "us_per_agent_step", "hash")) == 0;
    return bench_whole(row, "arrived", f->arrived) && bench_real(row, "seconds", f->seconds) &&
           bench_whole(row, "walls_crossed", f->walls_crossed) &&
           bench_real(row, "overlap_share", (double)f->overlaps / steps) &&
           bench_real(row, "us_per_agent_step", 1e6 * f->cost / steps) &&
           json_object_set_new(row, "hash", json_string(hash)) == 0;
}

/// False: out of memory.
static bool add_row(json_t *rows, const scene *s, const crossing *c, const char *guide,
                    const char *motion, double seconds)
{
    wend_world *world = NULL;
    scene_names names = {0};
    run_figures figures = {0};
    wend_error error = {0};
    const scene_world_options options = {.guide = guide, .motion = motion};
    wend_result made = scene_world(s, &options, &world, &names, &error), result = made;
    if (result == WEND_OK)
        result = walk(s, world, &names, seconds, &figures, &error);
    wend_world_destroy(world);
    scene_names_free(&names);
    if (result == WEND_NO_MEMORY)
        return false;
    if (made == WEND_OK && result != WEND_OK)
        bench_say("%s, %s, %s: %s", c->scene, guide, motion, wend_error_text(&error));
    char name[100];
    snprintf(name, sizeof name, "%s-%s-%s", c->scene, guide, motion);
    const char *refused = result == WEND_OK ? NULL : wend_error_text(&error);
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:s, s:s?, s:i}", "case", name, "guide", guide, "motion", motion,
                  "scene", c->scene, "refused", refused, "agents", (int)c->count);
    return row && json_array_append_new(rows, row) == 0 &&
           add_figures(row, &figures, refused != NULL);
}

bool matrix_rows(json_t *rows, int which, double seconds)
{
    const crossing *c = &crossings[which];
    scene *s = make_scene(c);
    bool good = true;
    for (const char *const *guide = scene_world_guides; s && *guide; ++guide)
        for (const char *const *motion = scene_world_motions; *motion && good; ++motion)
            good = add_row(rows, s, c, *guide, *motion, seconds);
    scene_free(s);
    return good;
}

bool bench_matrix(json_t *rows)
{
    bool good = true;
    for (int i = 0; i < MATRIX_SCENES && good; ++i)
        good = matrix_rows(rows, i, MATRIX_SECONDS);
    return good;
}

// ---- the table ----------------------------------------------------------------------------------

static const char *text_of(const json_t *row, const char *key)
{
    const char *found = json_string_value(json_object_get(row, key));
    return found ? found : "";
}

static double figure_of(const json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

/// "50 0.00 % 3.1 us", and what went through walls.
static void write_cell(const json_t *row, char *cell, size_t size)
{
    if (json_is_string(json_object_get(row, "refused"))) {
        snprintf(cell, size, "refused");
        return;
    }
    int used = snprintf(cell, size, "%g, %.2f %%, %.1f us", figure_of(row, "arrived"),
                        100 * figure_of(row, "overlap_share"), figure_of(row, "us_per_agent_step"));
    double crossed = figure_of(row, "walls_crossed");
    if (crossed > 0 && used > 0 && (size_t)used < size)
        snprintf(cell + used, size - (size_t)used, ", %g through walls", crossed);
}

/// Says once, for all pairs that are refused for it, why.
static void print_refusals(const json_t *rows)
{
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        const char *why = text_of(row, "refused");
        size_t first = 0;
        while (first < i && strcmp(text_of(json_array_get(rows, first), "refused"), why) != 0)
            ++first;
        if (*why && first == i)
            printf("\nrefused (%s with %s, and so on): %s\n", text_of(row, "guide"),
                   text_of(row, "motion"), why);
    }
}

bool bench_print_matrix(const json_t *rows)
{
    puts("A line a guide, a column a motion: how many arrived, the share of agent-steps in "
         "overlaps, "
         "and the time that a step takes for each agent.");
    json_t *table = json_array(), *line = NULL;
    const char *where = "", *guide = "";
    bool good = table;
    for (size_t i = 0; i < json_array_size(rows) && good; ++i) {
        const json_t *row = json_array_get(rows, i);
        if (strcmp(where, text_of(row, "scene")) != 0) {
            if (json_array_size(table) > 0)
                table_print(table, stdout);
            json_array_clear(table);
            where = text_of(row, "scene");
            guide = "";
            printf("\n%s, %g agents\n", where, figure_of(row, "agents"));
        }
        if (strcmp(guide, text_of(row, "guide")) != 0) {
            guide = text_of(row, "guide");
            line = json_pack("{s:s}", "guide", guide);
            good = line && json_array_append_new(table, line) == 0;
        }
        char cell[100];
        write_cell(row, cell, sizeof cell);
        good = good && json_object_set_new(line, text_of(row, "motion"), json_string(cell)) == 0;
    }
    if (good) {
        table_print(table, stdout);
        print_refusals(rows);
    }
    json_decref(table);
    return good;
}
