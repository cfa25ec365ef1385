// SPDX-License-Identifier: MIT
// The image of groups' paths: the roadmap, the shape at positions along the path (Figure 6 of the
// paper), the path of its centre, and the shapes at both ends.
#include "scene/draw/draw.h"
#include "base/xalloc.h"
#include "cli/group/group.h"
#include "cli/picture.h"
#include "cli/report.h"

#include <stdio.h>

#define USUAL_LAYERS "bounds,areas,obstacles,doors,movers,roadmap,sweep,way,shapes"

/// Default number of shapes drawn along a path.
#define USUAL_SHAPES 24.0

static const wend_ink start_ink = {.line = WEND_BLUE, .width = 2};
static const wend_ink goal_ink = {.line = WEND_GREEN, .width = 2};

/// The shape at the start or goal of the search, for an item without a plan.
static wend_group_shape end_shape(const group_item *item, bool goal)
{
    const group_search *search = &item->search;
    wend_group_pose pose;
    scene_group_pose(search->floor, search->size, goal ? search->to.centre : search->from.centre,
                     &pose);
    return wend_group_shape_of(&pose, search->size.area);
}

static void draw_shapes(const group_job *job, const wend_draw *draw, bool goals)
{
    const wend_ink ink = goals ? goal_ink : start_ink;
    if (!draw->layer(draw->context, "shapes", goals ? "goal" : "start", ink))
        return;
    for (size_t i = 0; i < job->groups.count; ++i) {
        const group_item *item = &job->groups.data[i];
        const wend_group_plan *plan = item->answer.plan;
        wend_group_shape shape =
            plan ? wend_group_plan_shape(plan, goals ? wend_group_plan_length(plan) : 0)
                 : end_shape(item, goals);
        scene_draw_group_shape(&shape, draw, ink);
    }
}

static bool describe(const void *subject, const wend_draw *draw)
{
    const group_job *job = subject;
    if (!scene_describe(job->s, draw))
        return false;
    for (size_t i = 0; i < job->groups.count; ++i)
        wend_group_roadmap_draw(job->groups.data[i].answer.roadmap, draw);
    bool any = false;
    for (size_t i = 0; i < job->groups.count; ++i) {
        const wend_group_plan *plan = job->groups.data[i].answer.plan;
        if (!plan)
            continue;
        double usual = wend_group_plan_length(plan) / USUAL_SHAPES;
        any = true;
        wend_group_plan_draw(plan, option_number(job->args, "spacing", usual), draw);
    }
    if (!any) {
        draw->layer(draw->context, "sweep", "", (wend_ink){0});
        draw->layer(draw->context, "way", "", (wend_ink){0});
    }
    draw_shapes(job, draw, false);
    draw_shapes(job, draw, true);
    return true;
}

/// "group-city: found by uniform samples, hinged"
static void make_title(const group_job *job, char *title, size_t size)
{
    char name[100];
    const group_item *item = &job->groups.data[0];
    scene_title(job->s, job->args->operands[0], name, sizeof name);
    if (job->groups.count == 1)
        snprintf(title, size, "%s: %s, %s, %s", name, group_status_words(item->answer.status),
                 wend_group_sampler_name(item->search.sampler),
                 wend_group_local_name(item->search.local));
    else
        snprintf(title, size, "%s", name);
}

int group_draw(group_job *job, const char *path)
{
    char title[200];
    canvas_report report;
    make_title(job, title, sizeof title);
    const picture what = {describe, job, picture_box(job->s, scene_box(job->s)), title,
                          option_text(job->args, "layers", USUAL_LAYERS)};
    int code = picture_write(job->args, path, &what, &report);
    if (code == EXIT_DONE)
        xneed(json_array_append_new(job->files, text_to_json(path)) == 0);
    return code;
}
