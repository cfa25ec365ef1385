// SPDX-License-Identifier: MIT
// Round obstacles in staggered rows, so that no path is straight. Each stays within its own cell,
// so none touch; no two gaps are equal, and few hold a whole number of lanes. They have twelve
// corners, because lanes with gentle bends have a shorter headway.
#include "scene/builtin/lanes.h"

#include "core/angle.h"
#include "scene/build/flow.h"
#include "scene/builtin/parts.h"

#include <math.h>

enum {
    CORNERS = 12,   ///< of an obstacle
    PEOPLE = 20000, ///< more than can exit
};
#define PITCH    2.6 ///< from cell to cell [Units: m]
#define LEAST    0.5 ///< half axes of an obstacle [Units: m]
#define MOST     0.8
#define SHAKE    0.15 ///< random offset of its centre along each axis [Units: m]
#define MARGIN   1.5  ///< between the cells and the openings' walls [Units: m]
#define OPENING  6.0  ///< width of entrance and exit [Units: m]
#define LANE     0.4  ///< agent diameter, and depth of the entry [Units: m]
#define PI       3.141592653589793
#define SECONDS  60.0
#define DOCUMENT 4 ///< chapter of Farias 2020; number of the random stream

/// Number of rows: as many as columns, or somewhat fewer.
static uint32_t rows_of(uint32_t obstacles)
{
    uint32_t rows = (uint32_t)sqrt(obstacles);
    while (obstacles % rows != 0)
        --rows;
    return rows;
}

static bool add_obstacle(scene *s, wend_vec2 cell, wend_random *random)
{
    const wend_vec2 middle = {cell.x + wend_random_between(random, -SHAKE, SHAKE),
                              cell.y + wend_random_between(random, -SHAKE, SHAKE)};
    const double width = wend_random_between(random, LEAST, MOST),
                 height = wend_random_between(random, LEAST, MOST),
                 turn = wend_random_between(random, 0, PI);
    double turn_sine, turn_cosine;
    wend_sin_cos(turn, &turn_sine, &turn_cosine);
    wend_vec2 ring[CORNERS];
    for (uint32_t i = 0; i < CORNERS; ++i) {
        double sine, cosine;
        wend_sin_cos(2 * PI * i / CORNERS, &sine, &cosine);
        const double x = width * cosine, y = height * sine;
        ring[i] = (wend_vec2){builtin_rounded(middle.x + x * turn_cosine - y * turn_sine),
                              builtin_rounded(middle.y + x * turn_sine + y * turn_cosine)};
    }
    return builtin_polygon(s, NULL, NULL, ring, CORNERS);
}

static bool add_people(scene *s, wend_segment source, wend_segment sink)
{
    const wend_vec2 ends[2][2] = {{source.a, source.b}, {sink.a, sink.b}};
    const wend_opening openings[2] = {{ends[0], 2, false}, {ends[1], 2, true}};
    const wend_box entry = {source.a, {source.b.x + LANE, source.b.y}};
    if (!scene_set_flow(s, openings, 2) || !builtin_area(s, "entry", entry))
        return false;
    scene_agents *people = scene_add_agents(s);
    if (!people)
        return false;
    people->on_lanes = true;
    people->in = "entry";
    people->goal = (scene_goal){.kind = SCENE_GOAL_SEGMENT, .segment = sink};
    people->def.count = PEOPLE;
    people->def.agent.radius = LANE / 2;
    return true;
}

scene *builtin_lanes(uint32_t obstacles)
{
    const uint32_t rows = rows_of(obstacles), columns = obstacles / rows;
    const double width = builtin_rounded(columns * PITCH + 2 * MARGIN),
                 height = builtin_rounded((rows + 0.5) * PITCH);
    scene *s = scene_new();
    bool good = s && builtin_bounds(s, (wend_box){{0, 0}, {width, height}});
    wend_random random = wend_random_stream(DOCUMENT, obstacles);
    for (uint32_t i = 0; good && i < obstacles; ++i) {
        const uint32_t row = i / columns, column = i % columns;
        const wend_vec2 cell = {MARGIN + (column + 0.5) * PITCH,
                                (row + (column % 2 ? 1 : 0.5)) * PITCH};
        good = add_obstacle(s, cell, &random);
    }
    const double low = builtin_rounded((height - OPENING) / 2), high = low + OPENING;
    good = good && add_people(s, (wend_segment){{0, low}, {0, high}},
                              (wend_segment){{width, low}, {width, high}});
    if (good) {
        s->about = "Many round obstacles between an entrance and an exit (figure 4.14 of Farias "
                   "2020)";
        s->planner = WEND_PLANNER_LANES;
        s->motion = WEND_MOTION_FOLLOW;
        s->duration = SECONDS;
    }
    return builtin_whole(s, good);
}
