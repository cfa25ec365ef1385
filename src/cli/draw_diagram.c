// SPDX-License-Identifier: MIT
// What `wend draw` builds of a scene (see draw_diagram.h).
#include "cli/draw_diagram.h"

#include "cli/progress.h"
#include "cli/report.h"
#include "wend/geometry.h"

#include <string.h>

// Layers by what they need. A diagram of everybody is a diagram of second order, too; the layer
// "voronoi" alone shows the one that a run would have.
static const char *const mesh_layers[] = {"cells", "triangles", NULL};
static const char *const voronoi_layers[] = {"voronoi", NULL};
static const char *const mang_layers[] = {"mang", "first-goals", "first-order-goals", NULL};
static const char *const first_layers[] = {"first-order", "second-nearest", "second-graph", NULL};
static const char *const second_layers[] = {"second-order", "second-nearest", "second-graph", NULL};

bool draw_wants(const char *list, const char *const *names)
{
    while (*list) {
        size_t length = strcspn(list, ",");
        for (const char *const *name = names; *name; ++name)
            if (strlen(*name) == length && strncmp(*name, list, length) == 0)
                return true;
        list += length + (list[length] == ',');
    }
    return false;
}

/// True if all agents are sites.
static bool wants_all(const char *layers)
{
    return draw_wants(layers, mang_layers) || draw_wants(layers, first_layers) ||
           draw_wants(layers, second_layers);
}

bool draw_diagram_wanted(const char *layers)
{
    return draw_wants(layers, voronoi_layers) || wants_all(layers);
}

/// Builds what goes by the diagram. False: out of memory.
static bool build_more(draw_diagram *d, const char *layers)
{
    wend_mang_def def = wend_default_mang_def();
    bool good = true;
    if (draw_wants(layers, mang_layers))
        good = wend_mang_create(NULL, &d->mang, NULL) == WEND_OK &&
               wend_mang_build(d->mang, d->voronoi, &def, NULL, NULL) == WEND_OK;
    // Where a site can't be taken out and put in again, the rest of the second order is missing.
    if (good && draw_wants(layers, first_layers))
        good = wend_faces_first(&d->first, d->voronoi) != WEND_NO_MEMORY;
    if (good && draw_wants(layers, second_layers))
        good = wend_faces_second(&d->second, d->voronoi) != WEND_NO_MEMORY;
    return good;
}

int draw_diagram_build(draw_diagram *d, const arguments *args, const scene *s, wend_box box,
                       const char *layers, problem_list *problems)
{
    *d = (draw_diagram){0};
    bool all = wants_all(layers), diagram = draw_diagram_wanted(layers);
    if (!diagram && !draw_wants(layers, mesh_layers))
        return EXIT_DONE;
    int code = scene_mesh_build(args, s, box, 0, problems, &d->built);
    if (code != EXIT_DONE || !diagram)
        return code;
    code = scene_voronoi_build(args, s, &d->built, all ? SCENE_SITES_ALL : SCENE_SITES_AS_RUN,
                               &d->voronoi);
    if (code != EXIT_DONE || !all)
        return code;
    progress bar = progress_start(args);
    progress_show(&bar, 0.75, "building the graph");
    bool good = build_more(d, layers);
    progress_end(&bar);
    return good ? EXIT_DONE : fail(args, "%s: out of memory", args->operands[0]);
}

void draw_diagram_free(draw_diagram *d)
{
    wend_faces_free(&d->first);
    wend_faces_free(&d->second);
    wend_mang_destroy(d->mang);
    wend_voronoi_destroy(d->voronoi);
    scene_mesh_free(&d->built);
    *d = (draw_diagram){0};
}

static void offer(const wend_draw *draw, const char *const *names)
{
    for (; *names; ++names)
        draw->layer(draw->context, *names, "", (wend_ink){0});
}

void draw_diagram_describe(const draw_diagram *d, const wend_draw *draw)
{
    if (d->built.mesh)
        wend_mesh_draw(d->built.mesh, draw);
    else
        offer(draw, mesh_layers);
    draw_regions_describe(d, draw);
    if (d->voronoi)
        wend_voronoi_draw(d->voronoi, draw);
    else
        offer(draw, voronoi_layers);
    if (d->mang)
        wend_mang_draw(d->mang, d->voronoi, draw);
    else
        offer(draw, (const char *const[]){"mang", NULL});
}
