// SPDX-License-Identifier: MIT
#include "cli/structures.h"

#include "base/xalloc.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "scene/build/floor.h"
#include "scene/check/check.h"

/// Reports a rejected scene: all its problems if they can be found, otherwise this error.
static int refuse(const arguments *args, const scene *s, problem_list *problems,
                  const wend_error *error)
{
    if (scene_check(s, problems)) {
        if (error->has_position)
            problem_at_point(problems, error->position, "%s", wend_error_text(error));
        else
            problem_add(problems, "%s", wend_error_text(error));
    }
    int code = fail_problems(args, problems);
    complain("%s: only a valid scene has a mesh or a diagram: wend convert IN OUT --repair may "
             "repair it",
             problems->file);
    return code;
}

typedef wend_result make_fn(const scene *s, wend_box around, double radius, scene_mesh *built,
                            wend_error *error);

static int build_with(make_fn *make, const arguments *args, const scene *s, wend_box around,
                      double radius, problem_list *problems, scene_mesh *built)
{
    wend_error error = {0};
    progress bar = progress_start(args);
    progress_show(&bar, 0.25, "building the mesh");
    wend_result result = xresult(make(s, around, radius, built, &error));
    progress_end(&bar);
    return result == WEND_OK ? EXIT_DONE : refuse(args, s, problems, &error);
}

int build_mesh(const arguments *args, const scene *s, wend_box around, double radius,
               problem_list *problems, scene_mesh *built)
{
    return build_with(scene_make_mesh, args, s, around, radius, problems, built);
}

int build_mesh_at(const arguments *args, scene *s, wend_box around, double radius,
                  problem_list *problems, scene_mesh *built)
{
    scene_hold_doors(s, option_number(args, "time", 0));
    return build_with(scene_make_mesh_with_doors, args, s, around, radius, problems, built);
}

int build_diagram(const arguments *args, const scene *s, const scene_mesh *built, scene_sites sites,
                  wend_voronoi **voronoi)
{
    wend_error error = {0};
    progress bar = progress_start(args);
    progress_show(&bar, 0.5, "building the diagram");
    wend_result result = xresult(scene_make_voronoi(s, built, sites, voronoi, &error));
    progress_end(&bar);
    return result == WEND_OK ? EXIT_DONE
                             : fail(args, "%s: %s", args->operands[0], wend_error_text(&error));
}

int start_threads(const arguments *args, wend_tasks **tasks)
{
    wend_error error = {0};
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = (uint32_t)option_number(args, "threads", 1);
    *tasks = NULL;
    if (def.worker_count == 1 || wend_tasks_create(&def, tasks, &error) == WEND_OK)
        return EXIT_DONE;
    return fail(args, "--threads %u: %s", (unsigned)def.worker_count, wend_error_text(&error));
}
