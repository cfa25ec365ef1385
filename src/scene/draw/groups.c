// SPDX-License-Identifier: MIT
// Drawing of coherent groups (see draw.h): their shapes at start and goal, each the roundest that
// is free there.
#include "scene/build/groups.h"
#include "scene/build/floor.h"
#include "scene/draw/draw.h"

#include <stdio.h>

static const wend_ink start_ink = {
    .fill = WEND_ALPHA(WEND_BLUE, 40), .line = WEND_BLUE, .width = 1.5};
static const wend_ink goal_ink = {
    .fill = WEND_ALPHA(WEND_GREEN, 40), .line = WEND_GREEN, .width = 1.5};

enum { OUTLINE_POINTS = 1024 };
// Error of the outline's chords, as a share of the shape's width.
#define OUTLINE_ERROR 1e-3

void scene_draw_group_shape(const wend_group_shape *shape, const wend_draw *draw, wend_ink ink)
{
    wend_vec2 points[OUTLINE_POINTS];
    uint32_t count = 0;
    if (wend_group_shape_outline(shape, OUTLINE_ERROR * shape->width, points, OUTLINE_POINTS,
                                 &count) == WEND_OK)
        draw->polygon(draw->context, points, &count, 1, ink);
}

// A valid floor; NULL: its walls have defects, or out of memory.
static wend_floor *valid_floor(const scene *s)
{
    wend_floor *floor = NULL;
    uint32_t defects = 0;
    if (scene_floor(s, &floor, NULL) == WEND_OK &&
        wend_floor_validate(floor, NULL, 0, &defects, NULL) == WEND_OK)
        return floor;
    wend_floor_destroy(floor);
    return NULL;
}

static void draw_end(const scene_held_group *group, const wend_floor *floor, wend_vec2 middle,
                     const wend_draw *draw, wend_ink ink)
{
    wend_group_pose pose;
    scene_group_pose(floor, group->size, middle, &pose);
    wend_group_shape shape = wend_group_shape_of(&pose, group->size.area);
    scene_draw_group_shape(&shape, draw, ink);
}

// Draws both ends of all groups; without a floor, counts the groups whose shape is known.
static uint32_t describe_all(const scene *s, const wend_floor *floor, const wend_draw *draw)
{
    uint32_t known = 0, entry = UINT32_MAX;
    for (uint32_t i = 0; i < SCENE_MAX_GROUPS; ++i) {
        scene_held_group group;
        entry = scene_group_next(s, entry, SCENE_INHERITED);
        if (entry == UINT32_MAX)
            break;
        if (scene_held_group_of(s, entry, SCENE_INHERITED, &group, NULL) != WEND_OK)
            continue;
        ++known;
        if (!floor)
            continue;
        draw_end(&group, floor, group.start, draw, start_ink);
        draw_end(&group, floor, group.goal, draw, goal_ink);
    }
    return known;
}

void scene_describe_groups(const scene *s, const wend_draw *draw)
{
    char title[80] = "";
    uint32_t count = describe_all(s, NULL, draw);
    wend_floor *floor = count > 0 ? valid_floor(s) : NULL;
    if (floor)
        snprintf(title, sizeof title, "coherent groups, %u", count);
    if (draw->layer(draw->context, "groups", title, start_ink) && floor)
        describe_all(s, floor, draw);
    wend_floor_destroy(floor);
}
