// SPDX-License-Identifier: MIT
// Structures that `wend draw` builds for a scene (see diagram.h).
#include "cli/draw/diagram.h"

#include "base/xalloc.h"
#include "cli/draw/trails.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "wend/geometry.h"

#include <string.h>

// Layers by the structures they need. A diagram with all agents also has the second order; the
// layer "voronoi" alone shows the diagram of a run.
static const char *const mesh_layers[] = {"cells", "triangles", NULL};
static const char *const voronoi_layers[] = {"voronoi", NULL};
static const char *const gate_layers[] = {"gates", NULL};
static const char *const mang_layers[] = {"mang", "first-goals", "first-order-goals", NULL};
static const char *const first_layers[] = {"first-order", "second-nearest", "second-graph", NULL};
static const char *const second_layers[] = {"second-order", "second-nearest", "second-graph", NULL};

bool draw_wants(const char *list, const char *const *names)
{
    while (*names && !list_has(list, *names))
        ++names;
    return *names;
}

/// True if all agents are sites.
static bool wants_all(const char *layers)
{
    return draw_wants(layers, mang_layers) || draw_wants(layers, first_layers) ||
           draw_wants(layers, second_layers);
}

bool draw_diagram_wanted(const char *layers)
{
    return draw_wants(layers, voronoi_layers) || draw_wants(layers, gate_layers) ||
           wants_all(layers);
}

/// Passages where two agents of the scene's mean radius cannot pass each other with room to spare.
static int find_gates(draw_diagram *d, const arguments *args, const scene *s)
{
    wend_voronoi *walls = NULL;
    int code = build_diagram(args, s, &d->built, SCENE_SITES_WALLS, &walls);
    if (code == EXIT_DONE)
        xresult(wend_passages_find(walls, WEND_PASSAGE_RADII * draw_mean_radius(s), NULL, &d->gates,
                                   NULL));
    wend_voronoi_destroy(walls);
    return code;
}

/// Builds the structures derived from the diagram.
static void build_more(draw_diagram *d, const char *layers)
{
    wend_mang_def def = wend_default_mang_def();
    if (draw_wants(layers, mang_layers))
        xneed(wend_mang_create(NULL, &d->mang, NULL) == WEND_OK &&
              wend_mang_build(d->mang, d->voronoi, &def, NULL, NULL) == WEND_OK);
    // If a site cannot be removed and inserted again, the rest of the second order is missing.
    if (draw_wants(layers, first_layers))
        xresult(wend_faces_first(&d->first, d->voronoi));
    if (draw_wants(layers, second_layers))
        xresult(wend_faces_second(&d->second, d->voronoi));
}

int draw_diagram_build(draw_diagram *d, const arguments *args, const scene *s, wend_box box,
                       const char *layers, problem_list *problems)
{
    *d = (draw_diagram){0};
    bool all = wants_all(layers), diagram = draw_diagram_wanted(layers);
    if (!diagram && !draw_wants(layers, mesh_layers))
        return EXIT_DONE;
    int code = build_mesh(args, s, box, 0, problems, &d->built);
    if (code != EXIT_DONE || !diagram)
        return code;
    if (draw_wants(layers, gate_layers))
        code = find_gates(d, args, s);
    if (code != EXIT_DONE || !(all || draw_wants(layers, voronoi_layers)))
        return code;
    code =
        build_diagram(args, s, &d->built, all ? SCENE_SITES_ALL : SCENE_SITES_AS_RUN, &d->voronoi);
    if (code != EXIT_DONE || !all)
        return code;
    progress bar = progress_start(args);
    progress_show(&bar, 0.75, "building the graph");
    build_more(d, layers);
    progress_end(&bar);
    return EXIT_DONE;
}

void draw_diagram_free(draw_diagram *d)
{
    wend_faces_free(&d->first);
    wend_faces_free(&d->second);
    wend_passages_free(&d->gates);
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
    wend_passages_draw(&d->gates, draw);
    if (d->mang)
        wend_mang_draw(d->mang, d->voronoi, draw);
    else
        offer(draw, (const char *const[]){"mang", NULL});
}
