// SPDX-License-Identifier: MIT
// `bench matrix`: every planner with every motion model, on the floors of three built-in scenes. In
// each, the same crowd starts at the same positions with the same goal, and the run is monitored as
// in `wend run`. Scenes without a flow get one, from behind the crowd to its goal, for planner
// lanes. With planner group the crowd starts inside its shape. A pair that the library rejects has
// its error message in the row.
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_matrix.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "cli/table.h"
#include "run/run.h"
#include "scene/build/flow.h"
#include "scene/build/world.h"

/// A crowd with start and goal.
typedef struct crossing {
    const char *scene;
    uint32_t count;
    double radius;
    double density; ///< planner group: share of the shape that members cover
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
    return s->flow.def.opening_count > 0 || scene_set_flow(s, openings, 2);
}

/// The scene's floor with the crowd. NULL, with a message, on failure.
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
        agents->def.count = c->count;
        agents->def.agent.radius = c->radius;
        agents->group = "crowd";
        agents->shape.density = c->density;
        agents->goal.kind = SCENE_GOAL_AREA;
        agents->goal.area = GOAL;
        return s;
    }
    bench_note("%s: out of memory", c->scene);
    scene_free(s);
    return NULL;
}

// ---- a run --------------------------------------------------------------------------------------

/// Figures of a row; null for a rejected pair.
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
static bool add_row(json_t *rows, const scene *s, const crossing *c, const char *planner,
                    const char *motion, double seconds)
{
    scene_run r;
    const run_def def = {.s = s,
                         .world = {.planner = planner, .motion = motion},
                         .seconds = seconds,
                         .until_empty = true,
                         .monitored = true,
                         .clock = bench_worked};
    bool made = run_open(&r, &def), done = made && run_to_end(&r, NULL, NULL) == RUN_COMPLETE;
    if (made && !done)
        bench_note("%s, %s, %s: %s", c->scene, planner, motion, wend_error_text(&r.error));
    char name[100];
    snprintf(name, sizeof name, "%s-%s-%s", c->scene, planner, motion);
    const char *refused = done ? NULL : wend_error_text(&r.error);
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:s, s:s?, s:i}", "case", name, "planner", planner, "motion",
                  motion, "scene", c->scene, "rejected", refused, "agents", (int)c->count);
    bool good = row && json_array_append_new(rows, row) == 0 &&
                add_figures(row, &r.figures, refused != NULL);
    run_close(&r);
    return good;
}

bool matrix_rows(json_t *rows, int which, double seconds)
{
    const crossing *c = &crossings[which];
    scene *s = make_scene(c);
    bool good = true;
    for (unsigned i = 0; s && scene_planner_name(i, false); ++i)
        for (unsigned k = 0; scene_motion_name(k, false) && good; ++k)
            good = add_row(rows, s, c, scene_planner_name(i, false), scene_motion_name(k, false),
                           seconds);
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

/// Arrivals, overlap share and time; and wall crossings if any.
static void write_cell(const json_t *row, char *cell, size_t size)
{
    if (json_is_string(json_object_get(row, "rejected"))) {
        snprintf(cell, size, "rejected");
        return;
    }
    int used = snprintf(cell, size, "%g, %.2f %%, %.1f us", figure_of(row, "arrived"),
                        100 * figure_of(row, "overlap_share"), figure_of(row, "us_per_agent_step"));
    double crossed = figure_of(row, "walls_crossed");
    if (crossed > 0 && used > 0 && (size_t)used < size)
        snprintf(cell + used, size - (size_t)used, ", %g walls crossed", crossed);
}

/// Prints each reason for rejection once.
static void print_refusals(const json_t *rows)
{
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        const char *why = text_of(row, "rejected");
        size_t first = 0;
        while (first < i && strcmp(text_of(json_array_get(rows, first), "rejected"), why) != 0)
            ++first;
        if (*why && first == i)
            printf("\nrejected (first: %s with %s): %s\n", text_of(row, "planner"),
                   text_of(row, "motion"), why);
    }
}

bool bench_print_matrix(const json_t *rows)
{
    puts("Rows: planners; columns: motion models; cells: agents arrived, share of agent-steps with "
         "an overlap, time per agent-step");
    json_t *table = json_array(), *line = NULL;
    const char *where = "", *planner = "";
    bool good = table;
    for (size_t i = 0; i < json_array_size(rows) && good; ++i) {
        const json_t *row = json_array_get(rows, i);
        if (strcmp(where, text_of(row, "scene")) != 0) {
            if (json_array_size(table) > 0)
                table_print(table, stdout);
            json_array_clear(table);
            where = text_of(row, "scene");
            planner = "";
            printf("\n%s, %g agents\n", where, figure_of(row, "agents"));
        }
        if (strcmp(planner, text_of(row, "planner")) != 0) {
            planner = text_of(row, "planner");
            line = json_pack("{s:s}", "planner", planner);
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
