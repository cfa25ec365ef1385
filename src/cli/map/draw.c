// SPDX-License-Identifier: MIT
// The image of a map: distances from green to red or regions by their next waypoint, with isolines,
// the paths of agents and queries, and the goals.
#include "cli/map/draw.h"
#include "base/xalloc.h"
#include "cli/draw/diagram.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "draw/ticks.h"
#include "scene/draw/draw.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAYERS                                                                                     \
    "distance,bounds,obstacles,doors,isolines,borders,paths,agents,sources,weights,barriers"

/// Layers if there are very many regions: for a disc every corner becomes several, and their
/// borders would hide everything else.
#define MANY_LAYERS "distance,bounds,obstacles,doors,isolines,paths,agents,sources,weights,barriers"
enum { MANY_ROOTS = 3000 };

/// Cells along the longer side of the image's raster: about one per pixel, or two per point in
/// formats without pixels; and the maximum.
enum { CELLS_PER_POINT = 2, USUAL_CELLS = 1600, MOST_CELLS = 4000 };

/// A floor without bounds continues beyond the region shown: colours extend by this share of its
/// longer side, which reaches the frame if the image has 300 pixels or more.
#define BEYOND 0.1

/// Approximate number of legend entries for colours.
enum { LEGEND_COLOURS = 4 };

// ---- what is drawn ------------------------------------------------------------------------------

static bool wants(const char *layers, const char *name)
{
    return draw_wants(layers, (const char *const[]){name, NULL});
}

/// Computes the paths of agents that have a position.
static void find_agents_paths(map_sketch *k)
{
    const scene *s = k->job->s;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        if (scene_agents_have_place(&s->agents[i]))
            map_ask(&k->agents, s->agents[i].def.agent.position, false);
    map_answer(k->job, &k->agents);
}

static int prepare(map_sketch *k, canvas_kind kind, const char *layers)
{
    const map_job *job = k->job;
    wend_box box = map_world(job);
    double longer = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double per_unit = kind == CANVAS_PNG ? 1 : CELLS_PER_POINT;
    double cells =
        fmin(option_number(job->args, "width", USUAL_CELLS / per_unit) * per_unit, MOST_CELLS);
    double beyond = job->s->bounds ? 0 : BEYOND * longer;
    wend_box painted = {{box.min.x - beyond, box.min.y - beyond},
                        {box.max.x + beyond, box.max.y + beyond}};
    int code =
        map_paint(job, raster_frame_of(painted, longer / cells), MAP_CELLS_REGIONS, &k->cells);
    // --paper-barriers has neither isolines nor paths.
    if (code == EXIT_DONE && !job->printed && wants(layers, "isolines"))
        code = map_choose_levels(k);
    if (code == EXIT_DONE && !job->printed && wants(layers, "paths"))
        find_agents_paths(k);
    if (code == EXIT_DONE)
        map_draw_images(k, layers);
    return code;
}

static void release(map_sketch *k)
{
    map_cells_free(&k->cells);
    map_questions_free(&k->agents);
    free(k->levels);
    free(k->distance);
    free(k->regions);
    free(k->borders);
}

// ---- layers -------------------------------------------------------------------------------------

/// One legend entry per colour; the first has the explanation.
static void describe_distance(const map_sketch *k, const wend_draw *draw)
{
    double most = k->cells.farthest;
    bool wanted = false;
    if (!(most > 0)) {
        wanted = draw->layer(draw->context, "distance", "", (wend_ink){0});
    } else {
        ticks t = ticks_plan(most, LEGEND_COLOURS, false);
        for (double i = 0; i <= ticks_below(t, most); ++i) {
            char label[TICK_LABEL_SIZE], title[TICK_LABEL_SIZE + 20];
            wend_ink ink = {.fill = map_value_colour(i * ticks_step(t), most)};
            ticks_label(t, i, label);
            snprintf(title, sizeof title, "%s %s%s", label, map_unit(k->job),
                     i > 0                  ? ""
                     : k->job->forward      ? " from the start"
                     : map_weighted(k->job) ? " remaining at 1 m/s"
                                            : " remaining");
            wanted = draw->layer(draw->context, "distance", title, ink);
        }
    }
    map_draw_image(k, wanted ? k->distance : NULL, draw);
}

/// The images come first, so that walls are on top.
static bool describe(const void *subject, const wend_draw *draw)
{
    const map_sketch *k = subject;
    describe_distance(k, draw);
    map_describe_image(k, "regions", map_weighted(k->job) ? "through a speed boost" : "",
                       k->regions, (wend_ink){.line = MAP_HATCH_COLOUR, .width = 1.5, .dash = 4},
                       draw);
    xneed(scene_describe(k->job->s, draw));
    map_draw_lines(k, draw);
    map_draw_paths(k, draw);
    map_draw_sources(k, draw);
    map_draw_barriers(k, draw);
    return true;
}

/// "hall: distances to exit, ..."
static void make_title(const map_job *job, char *title, size_t size)
{
    enum { ROOM = 60 };
    char name[100], list[ROOM + 2] = "";
    size_t used = 0, i = 0;
    for (; i < job->places.count; ++i) {
        const char *place = job->places.data[i].name;
        if (i > 0 && used + strlen(place) + strlen(", , ...") > ROOM)
            break;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.*s", i > 0 ? ", " : "",
                                 ROOM - (int)used - 2, place);
    }
    scene_title(job->s, job->args->operands[0], name, sizeof name);
    snprintf(title, size, "%s: %s %s %s%s", name, map_weighted(job) ? "times" : "distances",
             job->forward ? "from" : "to", list, i < job->places.count ? ", ..." : "");
}

int map_draw(map_job *job, const char *path)
{
    char title[200];
    map_sketch k = {.job = job};
    bool many = job->radius > 0 || wend_time_map_measure(job->map).roots > MANY_ROOTS;
    const char *layers = option_text(job->args, "layers", many ? MANY_LAYERS : LAYERS);
    canvas_report report;
    int code = prepare(&k, picture_kind(path), layers);
    if (code == EXIT_DONE) {
        make_title(job, title, sizeof title);
        const picture what = {describe, &k, map_world(job), title, layers};
        code = picture_write(job->args, path, &what, &report);
    }
    if (code == EXIT_DONE)
        xneed(json_array_append_new(job->files, text_to_json(path)) == 0);
    job->farthest = k.cells.farthest;
    release(&k);
    return code;
}
