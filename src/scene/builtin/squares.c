// SPDX-License-Identifier: MIT
// Squares in uniform rows (see squares.h). Bounds have four corners only, so a mesh of profiling-6
// has 2402 triangles, as in table 3.3.
#include "scene/builtin/squares.h"

#include "scene/builtin/parts.h"

#define PITCH (2 * SQUARES_SIDE) ///< distance between squares [Units: m]

enum { PEOPLE_A_ROW = 3 };

scene *squares_of(uint32_t rows, double side, double street)
{
    scene *s = scene_new();
    const double pitch = side + street, all = rows * pitch + street;
    bool good = s && builtin_bounds(s, (wend_box){{0, 0}, {all, all}});
    for (uint32_t i = 0; good && i < rows * rows; ++i) {
        wend_vec2 corner = {street + i % rows * pitch, street + i / rows * pitch};
        good = builtin_square(s, corner, side);
    }
    return builtin_whole(s, good);
}

/// Centre of the crossing behind that number of squares.
static double crossing(uint32_t squares)
{
    return squares * PITCH + SQUARES_SIDE / 2;
}

static bool add_people(scene *s, uint32_t rows)
{
    const double side = rows * PITCH + SQUARES_SIDE;
    scene_agents *people = builtin_agents(s);
    if (!people || !builtin_area(s, "west", (wend_box){{0, 0}, {SQUARES_SIDE, side}}))
        return false;
    // Not on an axis of symmetry: there are enough ties without.
    wend_vec2 goal = {crossing(rows * 2 / 3), crossing((rows + 1) / 2) + SQUARES_SIDE / 4};
    people->in = "west";
    people->def.count = PEOPLE_A_ROW * rows;
    people->goal = (scene_goal){.kind = SCENE_GOAL_POINT, .segment = {goal, goal}};
    return true;
}

scene *builtin_profiling(uint32_t rows)
{
    scene *s = squares_of(rows, SQUARES_SIDE, SQUARES_SIDE);
    bool good = s && add_people(s, rows);
    if (good) {
        s->about = "Uniform rows of squares (table 3.1 of Farias 2020)";
        s->planner = WEND_PLANNER_MAP;
        s->duration = 300;
        s->until = SCENE_UNTIL_EMPTY;
    }
    return builtin_whole(s, good);
}
