// SPDX-License-Identifier: MIT
// The image of groups' paths: the roadmap, the shape at positions along the path (Figure 6 of the
// paper), the path of its centre, and the shapes at the start, at waypoints and at the goal.
#include "scene/draw/draw.h"
#include "base/xalloc.h"
#include "cli/group/group.h"
#include "cli/picture.h"
#include "cli/report.h"

#include <stdio.h>
#include <stdlib.h>

#define USUAL_LAYERS "bounds,areas,obstacles,doors,movers,roadmap,sweep,way,shapes"

/// Default number of shapes drawn along a path.
#define USUAL_SHAPES 24.0

/// Shapes at the start, at waypoints and at the goal.
enum { START, WAYPOINT, GOAL, KINDS };
static const struct {
    const char *name;
    wend_ink ink;
} kinds[KINDS] = {
    [START] = {"start", {.line = WEND_BLUE, .width = 2}},
    [WAYPOINT] = {"waypoint", {.line = WEND_ORANGE, .width = 2}},
    [GOAL] = {"goal", {.line = WEND_GREEN, .width = 2}},
};

/// The shape at a target of the search, for a leg without a plan.
static wend_group_shape shape_at(const group_item *item, wend_vec2 middle)
{
    const group_search *search = &item->search;
    wend_group_pose pose;
    scene_group_pose(search->floor, search->size, middle, &pose);
    return wend_group_shape_of(&pose, search->size.area);
}

/// The shape at the end of a leg; one that is not planned ends at the first of its targets.
static wend_group_shape shape_after(const group_item *item, uint32_t leg)
{
    const group_answer *answer = &item->answer;
    const wend_group_plan *plan = leg < answer->legs.count ? answer->legs.data[leg].plan : NULL;
    return plan ? wend_group_plan_shape(plan, wend_group_plan_length(plan))
                : shape_at(item, item->targets.data[item->stops.data[leg].first]);
}

static void draw_shapes(const group_job *job, const wend_draw *draw, int kind)
{
    bool any = kind != WAYPOINT;
    for (size_t i = 0; i < job->groups.count; ++i)
        any = any || job->groups.data[i].stops.count > 1;
    if (!any || !draw->layer(draw->context, "shapes", kinds[kind].name, kinds[kind].ink))
        return;
    for (size_t i = 0; i < job->groups.count; ++i) {
        const group_item *item = &job->groups.data[i];
        uint32_t last = (uint32_t)item->stops.count - 1;
        uint32_t first_leg = kind == GOAL ? last : 0, count = kind == WAYPOINT ? last : 1;
        for (uint32_t k = 0; k < count; ++k) {
            wend_group_shape shape = kind == START ? shape_at(item, item->search.from)
                                                   : shape_after(item, first_leg + k);
            scene_draw_group_shape(&shape, draw, kinds[kind].ink);
        }
    }
}

/// Draws the legs that have a plan. False: none has.
static bool draw_route(const group_job *job, const group_answer *answer, const wend_draw *draw)
{
    double usual = answer->length / USUAL_SHAPES;
    uint32_t count = 0;
    const wend_group_plan **plans = xcalloc(answer->legs.count + 1, sizeof *plans);
    for (size_t i = 0; i < answer->legs.count; ++i)
        if (answer->legs.data[i].plan)
            plans[count++] = answer->legs.data[i].plan;
    if (count > 0)
        wend_group_route_draw(plans, count, option_number(job->args, "spacing", usual), draw);
    free(plans);
    return count > 0;
}

static bool describe(const void *subject, const wend_draw *draw)
{
    const group_job *job = subject;
    if (!scene_describe(job->s, draw))
        return false;
    for (size_t i = 0; i < job->groups.count; ++i)
        wend_group_roadmap_draw(job->groups.data[i].answer.roadmap, draw);
    bool any = false;
    for (size_t i = 0; i < job->groups.count; ++i)
        any = draw_route(job, &job->groups.data[i].answer, draw) || any;
    if (!any) {
        draw->layer(draw->context, "sweep", "", (wend_ink){0});
        draw->layer(draw->context, "way", "", (wend_ink){0});
    }
    for (int kind = 0; kind < KINDS; ++kind)
        draw_shapes(job, draw, kind);
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
