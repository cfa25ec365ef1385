// SPDX-License-Identifier: MIT
// First goals in an image (see goals.h).
#include "cli/draw/goals.h"
#include "base/xalloc.h"

#include "cli/report.h"
#include "wend/mang_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// [Units: points]
#define LINE_WIDTH      1.4
#define DOT_WIDTH       6.0
#define MANY_DOTS_WIDTH 3.0
enum { MANY = 20 };

/// First goals within this distance are equal: much less than an agent's size, much more than
/// rounding. [Units: m]
#define SAME_PLACE 1e-6

static const wend_ink mang_ink = {.line = WEND_BLUE, .width = LINE_WIDTH};
static const wend_ink first_order_ink = {.line = WEND_BLUE, .width = LINE_WIDTH, .dash = 4};

// ---- finding them -------------------------------------------------------------------------------

/// Converts a goal of a scene for planning. False: none, or not a single position.
static bool goal_of(const scene *s, const scene_goal *goal, wend_vec2 ends[2], wend_goal *out)
{
    const char *name = goal->kind == SCENE_GOAL_AREAS ? goal->areas[0] : goal->area;
    const scene_area *area = NULL;
    switch (goal->kind) {
    case SCENE_GOAL_AREA:
    case SCENE_GOAL_AREAS:
        area = scene_area_named(s, name);
        if (area)
            *out = (wend_goal){area->shape.points, area->shape.point_count};
        return area != NULL;
    case SCENE_GOAL_POINT:
    case SCENE_GOAL_SEGMENT:
        ends[0] = goal->segment.a;
        ends[1] = goal->segment.b;
        *out = (wend_goal){ends, goal->kind == SCENE_GOAL_POINT ? 1 : 2};
        return true;
    default:
        return false;
    }
}

/// The cell of an agent; WEND_MANG_NONE: none.
static uint32_t cell_of(const draw_diagram *d, wend_vec2 place)
{
    const wend_mang_graph *graph = wend_mang_graph_of(d->mang);
    wend_nearest_site nearest;
    if (wend_voronoi_nearest(d->voronoi, place, &nearest, NULL) != WEND_OK)
        return WEND_MANG_NONE;
    uint32_t slot = nearest.site.raw.slot1 - 1;
    return slot < graph->slot_count ? graph->cell_of[slot] : WEND_MANG_NONE;
}

/// Algorithm 1 for one agent: the first goal is a point in its own cell, reachable on a straight
/// line. WEND_OK: found; otherwise there is none.
static wend_result plan(wend_mang_planner *planner, const scene *s, const draw_diagram *d,
                        const scene_agents *agent, bool first_order, wend_vec2 *first)
{
    wend_vec2 ends[2];
    wend_goal goal;
    wend_mang_goal join;
    wend_mang_path path;
    wend_mang_request request = wend_default_mang_request();
    request.cell = agent->in ? WEND_MANG_NONE : cell_of(d, agent->def.agent.position);
    if (request.cell == WEND_MANG_NONE || !goal_of(s, &agent->goal, ends, &goal))
        return WEND_NOT_FOUND;
    *first = ends[0];
    if (goal.count == 1 && cell_of(d, ends[0]) == request.cell)
        return WEND_OK;
    wend_result result = xresult(
        wend_mang_join(planner, d->mang, d->voronoi, goal, agent->def.agent.radius, &join, NULL));
    if (result != WEND_OK)
        return result;
    request.from = agent->def.agent.position;
    request.radius = request.reach = agent->def.agent.radius;
    request.goal = &join;
    request.first_order = first_order;
    result = xresult(wend_mang_find(planner, wend_mang_graph_of(d->mang), &request, &path, NULL));
    *first = path.first;
    return result;
}

/// Finds the first goals of one kind.
static void find_all(const scene *s, const draw_diagram *d, const wend_vec2 *recorded,
                     bool first_order, draw_arrow **arrows, uint32_t *count)
{
    wend_mang_planner *planner = NULL;
    *arrows = xcalloc(s->agents_count, sizeof **arrows);
    xresult(wend_mang_planner_create(NULL, &planner, NULL));
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        wend_vec2 first = recorded ? recorded[i] : (wend_vec2){NAN, NAN};
        wend_result result = WEND_OK;
        if (!recorded)
            result = plan(planner, s, d, &s->agents[i], first_order, &first);
        if (result == WEND_OK && isfinite(first.x) && isfinite(first.y))
            (*arrows)[(*count)++] = (draw_arrow){s->agents[i].def.agent.position, first};
    }
    wend_mang_planner_destroy(planner);
}

// ---- shared goals -------------------------------------------------------------------------------

static int compare_goals(const void *a, const void *b)
{
    wend_vec2 p = ((const draw_arrow *)a)->to, q = ((const draw_arrow *)b)->to;
    return p.x != q.x ? (p.x > q.x) - (p.x < q.x) : (p.y > q.y) - (p.y < q.y);
}

/// Number of agents whose first goal is shared with another. Sorts the arrows.
static uint32_t count_common(draw_arrow *arrows, uint32_t count)
{
    uint32_t common = 0;
    if (count == 0)
        return 0;
    qsort(arrows, count, sizeof *arrows, compare_goals);
    for (uint32_t i = 0; i < count; ++i) {
        bool shared = false;
        for (int step = -1; step <= 1; step += 2)
            for (uint32_t k = i + (uint32_t)step; !shared && k < count; k += (uint32_t)step) {
                if (fabs(arrows[k].to.x - arrows[i].to.x) > SAME_PLACE)
                    break;
                shared = fabs(arrows[k].to.y - arrows[i].to.y) <= SAME_PLACE;
            }
        common += shared;
    }
    return common;
}

void draw_goals_find(draw_goals *g, const scene *s, const draw_diagram *d,
                     const wend_vec2 *recorded, const char *layers)
{
    *g = (draw_goals){0};
    if (draw_wants(layers, (const char *const[]){"first-goals", NULL}))
        find_all(s, d, recorded, false, &g->mang, &g->mang_count);
    if (draw_wants(layers, (const char *const[]){"first-order-goals", NULL}))
        find_all(s, d, NULL, true, &g->first_order, &g->first_order_count);
    g->mang_common = count_common(g->mang, g->mang_count);
    g->first_order_common = count_common(g->first_order, g->first_order_count);
}

void draw_goals_free(draw_goals *g)
{
    free(g->mang);
    free(g->first_order);
    *g = (draw_goals){0};
}

// ---- drawing them -------------------------------------------------------------------------------

static void draw_arrows(const draw_arrow *arrows, uint32_t count, wend_ink ink,
                        const wend_draw *draw)
{
    const wend_ink dot = {.line = ink.line, .width = count < MANY ? DOT_WIDTH : MANY_DOTS_WIDTH};
    for (uint32_t i = 0; i < count; ++i) {
        draw->line(draw->context, (wend_vec2[]){arrows[i].from, arrows[i].to}, 2, ink);
        draw->line(draw->context, &arrows[i].to, 1, dot);
    }
}

static void describe(const char *layer, const char *what, const draw_arrow *arrows, uint32_t count,
                     uint32_t common, wend_ink ink, const wend_draw *draw)
{
    char title[100] = "";
    if (count > 0)
        snprintf(title, sizeof title, "%s, %u of %u shared", what, (unsigned)common,
                 (unsigned)count);
    if (draw->layer(draw->context, layer, title, ink))
        draw_arrows(arrows, count, ink, draw);
}

void draw_goals_describe(const draw_goals *g, const wend_draw *draw)
{
    describe("first-goals", "first goals", g->mang, g->mang_count, g->mang_common, mang_ink, draw);
    describe("first-order-goals", "first-order edges only", g->first_order, g->first_order_count,
             g->first_order_common, first_order_ink, draw);
}

static void set(json_t *object, const char *key, const draw_arrow *arrows, uint32_t count,
                uint32_t common)
{
    if (arrows)
        json_object_set_new(
            object, key,
            json_pack("{s:I, s:I}", "agents", (json_int_t)count, "in_common", (json_int_t)common));
}

void draw_goals_to_json(const draw_goals *g, json_t *object)
{
    set(object, "first_goals", g->mang, g->mang_count, g->mang_common);
    set(object, "first_order_goals", g->first_order, g->first_order_count, g->first_order_common);
}
