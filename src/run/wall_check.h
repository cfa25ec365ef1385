// SPDX-License-Identifier: MIT
// Checks whether agents cross walls or stand in them, on a floor and a mesh of its own: the world's
// are what it checks.
#ifndef WEND_RUN_WALL_CHECK_H
#define WEND_RUN_WALL_CHECK_H

#include "scene/build/world.h"

/// Depth in a wall that is tolerated, as a share of the agent's radius.
#define WALL_CHECK_DEPTH 0.01

/// Where an agent was last. Zeroed: nowhere yet.
typedef struct wall_check_agent {
    bool placed; ///< `at` is valid
    wend_vec2 at;
    wend_vec2 measured; ///< where its distance to the walls was last measured ...
    double clearance;   ///< ... and the result
} wall_check_agent;

typedef struct wall_check wall_check;

/// names: of a world of the scene that is stepped by `step`. [Units: s]
wall_check *wall_check_create(const scene *s, const scene_names *names, double step);
void wall_check_free(wall_check *c);

/// Takes the state of the doors from the world.
void wall_check_update(wall_check *c, const wend_world *world);

/// Checks an agent that is at body->position now. moved: the world has moved it out of the way in
/// this step, and its path is not checked. *crossed: it went through a wall, or is not in free
/// space; *deep: it stands deeper than WALL_CHECK_DEPTH in a wall.
void wall_check_look(wall_check *c, wall_check_agent *agent, const wend_body *body, bool moved,
                     bool *crossed, bool *deep);

#endif
