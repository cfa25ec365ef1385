// SPDX-License-Identifier: MIT
// Drawing of doors and moving obstacles (see draw.h).
#include "scene/draw/draw.h"

#include <stdio.h>

// Colours not used for agents.
#define DOOR_BROWN 0x8c510affu

static const wend_ink shut_ink = {.fill = DOOR_BROWN, .line = DOOR_BROWN, .width = 2.5};
static const wend_ink open_ink = {
    .fill = WEND_ALPHA(DOOR_BROWN, 50), .line = DOOR_BROWN, .width = 1.5, .dash = 3};
static const wend_ink mover_ink = {
    .fill = WEND_ALPHA(WEND_SKY, 200), .line = WEND_BLUE, .width = 1.5};
static const wend_ink path_ink = {.line = WEND_BLUE, .width = 1, .dash = 4};

// Starts a layer whose title has the number of its items; no title if there are none.
static bool start_layer(const wend_draw *draw, const char *name, const char *what, uint32_t count,
                        wend_ink sample)
{
    char title[80] = "";
    if (count > 0)
        snprintf(title, sizeof title, "%s, %u", what, count);
    return draw->layer(draw->context, name, title, sample);
}

static void draw_shape(const wend_draw *draw, const scene_shape *shape, wend_ink ink)
{
    if (shape->point_count > 2)
        draw->polygon(draw->context, shape->points, shape->ring_ends, shape->ring_count, ink);
    else if (shape->point_count > 0)
        draw->line(draw->context, shape->points, shape->point_count, ink);
}

static void describe_doors_that_are(const scene *s, const wend_draw *draw, bool shut,
                                    const char *what)
{
    wend_ink ink = shut ? shut_ink : open_ink;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->door_count; ++i)
        count += s->doors[i].def.shut == shut;
    if ((s->door_count > 0 && count == 0) || !start_layer(draw, "doors", what, count, ink))
        return;
    for (uint32_t i = 0; i < s->door_count; ++i)
        if (s->doors[i].def.shut == shut)
            draw_shape(draw, &s->doors[i].body.shape, ink);
}

void scene_describe_doors(const scene *s, const wend_draw *draw)
{
    describe_doors_that_are(s, draw, true, "doors, initially shut");
    if (s->door_count > 0)
        describe_doors_that_are(s, draw, false, "doors, initially open");
}

// A cyclic path returns to the first point.
static void draw_path(const wend_draw *draw, const scene_mover *mover)
{
    uint32_t count = mover->def.path_count;
    if (count < 2)
        return;
    draw->line(draw->context, mover->def.path, count, path_ink);
    if (mover->def.loop == WEND_LOOP_CYCLE && count > 2)
        draw->line(draw->context, (wend_vec2[]){mover->def.path[count - 1], mover->def.path[0]}, 2,
                   path_ink);
}

void scene_describe_movers(const scene *s, const wend_draw *draw)
{
    if (!start_layer(draw, "movers", "moving obstacles and their paths", s->mover_count, mover_ink))
        return;
    for (uint32_t i = 0; i < s->mover_count; ++i)
        draw_path(draw, &s->movers[i]);
    for (uint32_t i = 0; i < s->mover_count; ++i) {
        const scene_obstacle *body = &s->movers[i].body;
        if (body->kind == SCENE_CIRCLE)
            draw->circle(draw->context, body->centre, body->radius, mover_ink);
        else
            draw_shape(draw, &body->shape, mover_ink);
    }
}
