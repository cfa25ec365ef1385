// SPDX-License-Identifier: MIT
// Checks of coherent groups.
#include "scene/build/groups.h"
#include "scene/check/parts.h"

#include <string.h>

// A disc as wide as the shape's minimum width is contained in the shape in every configuration.
static void check_end(checking *c, const way *w, const scene_held_group *group, wend_vec2 middle,
                      const char *where)
{
    uint32_t shape = 0;
    char words[CHECK_WORDS_SIZE];
    const double width = group->size.min_width;
    const wend_vec2 shown = file_position(c, middle);
    wend_location place = wend_floor_locate(c->floor, middle, &shape);
    if (place == WEND_LOCATION_SOLID || place == WEND_LOCATION_OUTSIDE) {
        check_problem(c, w, &middle,
                      "a group's shape %s in the middle of its area, but (%.10g, %.10g) is %s%s: "
                      "move the area",
                      where, shown.x, shown.y,
                      place == WEND_LOCATION_OUTSIDE ? "outside the bounds" : "inside ",
                      place == WEND_LOCATION_OUTSIDE ? "" : obstacle_words(c, shape, words));
        return;
    }
    double clearance = wend_floor_clearance(c->floor, middle, NULL, &shape);
    if (clearance < width / 2 - c->tolerance)
        check_problem(c, w, &middle,
                      "a group's shape %s at (%.10g, %.10g), %.4g m from %s, but it is at least "
                      "%.4g m wide: move it away from there, or make the group's \"%s\" smaller",
                      where, shown.x, shown.y, clearance, obstacle_words(c, shape, words), width,
                      scene_key(c->s, "min_width"));
}

// The goals of the waypoints, and the last one.
static void check_targets(checking *c, const scene_held_group *group)
{
    const scene_agents *agents = &c->s->agents[group->first];
    wend_vec2 middle;
    uint32_t stop;
    for (uint32_t i = 0; scene_group_target(c->s, group->first, i, &stop, &middle); ++i) {
        bool last = stop == agents->waypoint_count;
        way w;
        way_start(&w, "agents");
        way_item(&w, group->first);
        if (!last) {
            way_key(&w, scene_key(c->s, "waypoints"));
            way_item(&w, stop);
        }
        way_key(&w, "goal");
        check_end(c, &w, group, middle, last ? "ends" : "stops");
    }
}

// A motion model that requires a coherent group needs the planner that has one.
static void check_motion(checking *c, uint32_t entry)
{
    const scene_agents *agents = &c->s->agents[entry];
    const wend_motion_info *motion = wend_motion_info_of(scene_motion(c->s, agents));
    way w;
    if (!(motion->needs & WEND_NEEDS_GROUP) ||
        scene_agents_stay_together(c->s, agents, SCENE_INHERITED))
        return;
    way_start(&w, "agents");
    way_item(&w, entry);
    check_problem(c, &w, NULL,
                  "agents entry %u: the motion \"%s\" needs the planner \"group\": "
                  "change one of them",
                  entry + 1, motion->name);
}

void check_groups(checking *c)
{
    const scene *s = c->s;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        check_motion(c, i);
    for (uint32_t i = scene_group_next(s, UINT32_MAX, SCENE_INHERITED); i < UINT32_MAX;
         i = scene_group_next(s, i, SCENE_INHERITED)) {
        scene_held_group group;
        wend_error error = {0};
        way w;
        way_start(&w, "agents");
        way_item(&w, i);
        count += scene_group_count(s, i);
        if (count > SCENE_MAX_GROUPS) {
            check_problem(c, &w, NULL, "too many coherent groups: the limit is %u",
                          SCENE_MAX_GROUPS);
            return;
        }
        wend_result result = scene_held_group_of(s, i, SCENE_INHERITED, &group, &error);
        if (result == WEND_OUT_OF_MEMORY) {
            problem_no_memory(c->problems);
            return;
        }
        if (result != WEND_OK) {
            way_start(&w, "agents");
            way_item(&w, group.last);
            check_problem(c, &w, NULL, "agents entry %u: %s", group.last + 1,
                          wend_error_text(&error));
            continue;
        }
        if (!c->valid)
            continue;
        way_key(&w, "in");
        check_end(c, &w, &group, group.start, "starts");
        way_back(&w);
        check_targets(c, &group);
    }
}
