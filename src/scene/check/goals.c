// SPDX-License-Identifier: MIT
// Checks of goals that are not areas, and of speed boosts: goals are reachable points, boosts are
// at corners.
#include "scene/check/parts.h"

#include "base/suggest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- names --------------------------------------------------------------------------------------

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const scene_goal_place *const *)a)->name,
                  (*(const scene_goal_place *const *)b)->name);
}

static bool report_name(checking *c, const scene_goal_place *goal, const char *format)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    way w;
    way_start(&w, "goals");
    way_key(&w, goal->name);
    return check_problem(c, &w, goal->def.frame_count ? &goal->def.frames[0].a : NULL, "%s %s: %s",
                         format, suggest_quote(quoted, goal->name), "give each a name of its own");
}

bool goal_index_make(checking *c, area_index *n)
{
    uint32_t count = c->s->goal_count;
    n->goals = calloc((size_t)count + 1, sizeof *n->goals);
    if (!n->goals)
        return problem_no_memory(c->problems);
    for (uint32_t i = 0; i < count; ++i)
        n->goals[i] = &c->s->goals[i];
    qsort(n->goals, count, sizeof *n->goals, by_name);
    for (uint32_t i = 0; i < count; ++i) {
        if (i > 0 && by_name(&n->goals[i - 1], &n->goals[i]) == 0)
            report_name(c, n->goals[i], "two goals are called");
        if (area_index_find(n, n->goals[i]->name))
            report_name(c, n->goals[i], "an area and a goal are called");
    }
    return true;
}

bool goal_index_has(const checking *c, const area_index *n, const char *name)
{
    const scene_goal_place key = {.name = name}, *pointer = &key;
    return c->s->goal_count > 0 &&
           bsearch(&pointer, n->goals, c->s->goal_count, sizeof *n->goals, by_name);
}

// ---- goals --------------------------------------------------------------------------------------

// w leads to the goal or the frame.
static void check_frame(checking *c, way *w, const wend_goal_frame *frame)
{
    bool point = frame->a.x == frame->b.x && frame->a.y == frame->b.y;
    way_key(w, point ? "point" : "segment");
    if (point) {
        check_point(c, w, frame->a, "the goal");
    } else {
        for (uint32_t i = 0; i < 2; ++i) {
            way_item(w, i);
            check_point(c, w, i ? frame->b : frame->a, "the goal's end");
            way_back(w);
        }
    }
    way_back(w);
}

void check_goals(checking *c)
{
    for (uint32_t i = 0; c->valid && i < c->s->goal_count; ++i) {
        const scene_goal_place *goal = &c->s->goals[i];
        way w;
        way_start(&w, "goals");
        way_key(&w, goal->name);
        if (scene_goal_rests(goal)) {
            check_frame(c, &w, &goal->def.frames[0]);
            continue;
        }
        way_key(&w, "frames");
        for (uint32_t k = 0; k < goal->def.frame_count; ++k) {
            way_item(&w, k);
            check_frame(c, &w, &goal->def.frames[k]);
            way_back(&w);
        }
    }
}

// ---- speed boosts -------------------------------------------------------------------------------

static void consider(wend_vec2 p, wend_vec2 at, double *least, wend_vec2 *nearest)
{
    double square = (p.x - at.x) * (p.x - at.x) + (p.y - at.y) * (p.y - at.y);
    if (square < *least) {
        *least = square;
        *nearest = p;
    }
}

// Squared distance to the nearest corner; INFINITY if there are no corners.
static double nearest_corner(const scene *s, wend_vec2 at, wend_vec2 *nearest)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < s->bounds_count; ++i)
        consider(s->bounds[i], at, &least, nearest);
    for (uint32_t k = 0; k < s->obstacle_count; ++k) {
        const scene_shape *shape = &s->obstacles[k].shape;
        for (uint32_t i = 0; i < shape->point_count; ++i)
            consider(shape->points[i], at, &least, nearest);
    }
    return least;
}

void check_boosts(checking *c)
{
    for (uint32_t i = 0; i < c->s->boost_count; ++i) {
        wend_vec2 at = c->s->boosts[i].at, nearest = at;
        double square = nearest_corner(c->s, at, &nearest);
        if (square == 0)
            continue;
        way w;
        way_start(&w, scene_key(c->s, "speed_boosts"));
        way_item(&w, i);
        way_key(&w, "at");
        if (square == INFINITY)
            check_problem(c, &w, &at, "speed boost %u is at no corner: there is none in this scene",
                          i + 1);
        else
            check_problem(
                c, &w, &at,
                "speed boost %u at (%.10g, %.10g) is at no corner: the nearest is at (%.17g, "
                "%.17g)",
                i + 1, at.x, at.y, nearest.x, nearest.y);
    }
}
