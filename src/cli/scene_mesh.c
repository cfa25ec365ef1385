// SPDX-License-Identifier: MIT
// The floor, the mesh and the diagram of a scene (see scene_mesh.h).
#include "cli/scene_mesh.h"

#include "cli/progress.h"
#include "cli/report.h"
#include "io/polygons.h"
#include "io/scene_floor.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

// The least that is free around everything in a scene without bounds. [Units: m]
#define LEAST_MARGIN 10.0

void scene_mesh_free(scene_mesh *built)
{
    wend_mesh_destroy(built->mesh);
    wend_floor_destroy(built->floor);
    *built = (scene_mesh){0};
}

/// The scene was refused for this: all its problems if they can be found, else the one that was.
static int refuse(const arguments *args, const scene *s, problem_list *problems,
                  const wend_error *error)
{
    if (error->result == WEND_NO_MEMORY)
        return fail(args, "%s: out of memory", problems->file);
    if (scene_check(s, problems)) {
        if (error->has_place)
            problem_at_point(problems, error->place, "%s", wend_error_text(error));
        else
            problem_add(problems, "%s", wend_error_text(error));
    }
    int code = fail_problems(args, problems);
    complain("%s: only a sound scene has a mesh or a diagram: wend convert IN OUT --repair may "
             "mend this one",
             problems->file);
    return code;
}

// A shortest path stays in the convex hull of its ends and of the discs around the corners. The
// frame is farther from there than any wall is, so that it is never taken for the nearest one.
static wend_box frame_around(wend_box box, double radius)
{
    double width = box.max.x - box.min.x, height = box.max.y - box.min.y;
    double margin = LEAST_MARGIN + 2 * fmax(width, height) + 4 * radius;
    return (wend_box){{box.min.x - margin, box.min.y - margin},
                      {box.max.x + margin, box.max.y + margin}};
}

static wend_result build(const scene *s, wend_box around, double radius, scene_mesh *built,
                         wend_error *error)
{
    uint32_t flaws = 0;
    wend_result result = scene_floor(s, &built->floor, error);
    if (result == WEND_OK)
        result = wend_floor_flaws(built->floor, NULL, 0, &flaws, error);
    if (result != WEND_OK)
        return result;
    wend_mesh_def def = wend_default_mesh_def();
    wend_box box = wend_box_join(wend_floor_box(built->floor), around);
    if (box.min.x > box.max.x) // nothing at all
        box = (wend_box){{0, 0}, {0, 0}};
    def.frame = frame_around(box, radius);
    return wend_mesh_create(built->floor, &def, &built->mesh, error);
}

int scene_mesh_build(const arguments *args, const scene *s, wend_box around, double radius,
                     problem_list *problems, scene_mesh *built)
{
    *built = (scene_mesh){0};
    wend_error error = {0};
    progress bar = progress_start(args);
    progress_show(&bar, 0.25, "building the mesh");
    wend_result result = build(s, around, radius, built, &error);
    progress_end(&bar);
    if (result == WEND_OK)
        return EXIT_DONE;
    error.result = result;
    scene_mesh_free(built);
    return refuse(args, s, problems, &error);
}

// ---- the diagram --------------------------------------------------------------------------------

static bool is_one_of(const char *name, const char *const *names)
{
    for (; name && *names; ++names)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

/// True if somebody goes by agents in the diagram.
static bool needs_agents(const scene *s)
{
    static const char *const motions[] = {"steer", "force", "flock", NULL};
    static const char *const guides[] = {"mang", NULL};
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *agents = &s->agents[i];
        if (is_one_of(agents->motion ? agents->motion : s->motion, motions) ||
            is_one_of(agents->guide ? agents->guide : s->guide, guides))
            return true;
    }
    return false;
}

/// What is in the way of something else is left out: wend check tells of it. False: out of memory.
static bool insert(wend_voronoi *voronoi, wend_shape shape, double radius)
{
    wend_id id;
    return wend_voronoi_insert(voronoi, &shape, radius, &id, NULL) != WEND_NO_MEMORY;
}

static bool add_sites(const scene *s, wend_voronoi *voronoi)
{
    bool good = true;
    for (uint32_t i = 0; i < s->door_count && good; ++i)
        if (s->doors[i].shut)
            good = insert(voronoi, shape_view(&s->doors[i].shape), 0);
    for (uint32_t i = 0; i < s->mover_count && good; ++i)
        good = insert(voronoi, shape_view(&s->movers[i].body.shape), 0);
    for (uint32_t i = 0; i < s->agents_count && good; ++i) {
        const scene_agents *agents = &s->agents[i];
        const wend_shape place = {.points = &agents->at, .point_count = 1};
        if (scene_agents_have_place(agents))
            good = insert(voronoi, place, agents->radius);
    }
    return good;
}

int scene_voronoi_build(const arguments *args, const scene *s, const scene_mesh *built,
                        scene_sites sites, wend_voronoi **voronoi)
{
    *voronoi = NULL;
    wend_error error = {0};
    wend_voronoi_def def = wend_default_voronoi_def();
    bool more = sites == SCENE_SITES_ALL || (sites == SCENE_SITES_AS_RUN && needs_agents(s));
    def.frame = wend_mesh_box(built->mesh);
    progress bar = progress_start(args);
    progress_show(&bar, 0.5, "building the diagram");
    wend_result result = wend_voronoi_create(built->floor, &def, voronoi, &error);
    bool good = result != WEND_OK || !more || add_sites(s, *voronoi);
    progress_end(&bar);
    if (result == WEND_OK && good)
        return EXIT_DONE;
    wend_voronoi_destroy(*voronoi);
    *voronoi = NULL;
    return fail(args, "%s: %s", args->operands[0],
                good ? wend_error_text(&error) : "out of memory");
}
