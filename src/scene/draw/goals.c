// SPDX-License-Identifier: MIT
// Drawing of goals that are not areas, and of speed boosts (see draw.h): in the layers "areas" and
// "zones".
#include "scene/draw/draw.h"

// Line width of a goal, and of its later positions. [Units: points]
#define GOAL_WIDTH  3.0
#define LATER_WIDTH 1.0

// Limit on the number of frames drawn, for legibility.
enum { MOST_FRAMES = 64 };

static const wend_ink goal_ink = {.line = WEND_GREEN, .width = GOAL_WIDTH};
static const wend_ink later_ink = {.line = WEND_GREEN, .width = LATER_WIDTH, .dash = 3};
static const wend_ink weight_ink = {.line = WEND_PURPLE, .width = 6};

static void draw_place(const wend_draw *draw, wend_vec2 a, wend_vec2 b, wend_ink ink)
{
    bool point = a.x == b.x && a.y == b.y;
    wend_vec2 ends[] = {a, b};
    draw->line(draw->context, ends, point ? 1 : 2, ink);
}

void scene_mark_goals(const scene *s, const wend_draw *draw)
{
    for (uint32_t i = 0; i < s->goal_count; ++i) {
        const scene_goal_place *goal = &s->goals[i];
        uint32_t every = goal->def.frame_count / MOST_FRAMES + 1;
        for (uint32_t k = every; k < goal->def.frame_count; k += every)
            draw_place(draw, goal->def.frames[k].a, goal->def.frames[k].b, later_ink);
        if (goal->def.frame_count > 0)
            draw_place(draw, goal->def.frames[0].a, goal->def.frames[0].b, goal_ink);
    }
}

void scene_mark_goals_at(const scene *s, double time, const wend_draw *draw)
{
    wend_segment place;
    for (uint32_t i = 0; i < s->goal_count; ++i)
        if (scene_goal_at(&s->goals[i], time, &place))
            draw_place(draw, place.a, place.b, goal_ink);
}

void scene_mark_weights(const scene *s, const wend_draw *draw)
{
    for (uint32_t i = 0; i < s->boost_count; ++i)
        draw->line(draw->context, &s->boosts[i].at, 1, weight_ink);
}
