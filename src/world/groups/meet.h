// SPDX-License-Identifier: MIT
// Groups that meet: two whose ways lie in each other's, before they are near. (meet.c)
#ifndef WEND_WORLD_GROUPS_MEET_H
#define WEND_WORLD_GROUPS_MEET_H

#include "world/groups/search.h"

// ---- sweep.c ------------------------------------------------------------------------------------

/// The rest of a plan.
typedef struct wend_group_course {
    const wend_group_plan *plan;
    double along, length;
    double min_width; ///< least width of the group
} wend_group_course;

/// The current course of a group, which must have a plan.
wend_group_course wend_group_course_of(const wend_world *world, uint32_t group);

/// The course of the plan that a search has found.
wend_group_course wend_group_course_found(const wend_group_search *search);

/// The shapes that groups will take, each wider by the spacing, so that together they cover every
/// shape in between.
typedef struct wend_group_sweep {
    wend_array(wend_group_shape) shapes;
    wend_array(wend_box) boxes; ///< of the shapes
} wend_group_sweep;

void wend_group_sweep_free(wend_group_sweep *sweep, const wend_allocator *allocator);

/// Adds the shapes of a course. False: out of memory.
bool wend_group_sweep_add(wend_group_sweep *sweep, const wend_allocator *allocator,
                          const wend_group_course *course);

/// True if a shape is not clear of a sweep.
bool wend_group_sweep_meets(const wend_group_sweep *sweep, const wend_group_shape *shape);

/// True if a group reaches, on its course, a shape that is clear of the other's sweep before it
/// comes to where the other is now: there it can wait until the other has passed. Or it reaches its
/// goal.
bool wend_group_can_wait(const wend_group_course *course, const wend_group_course *other,
                         const wend_group_sweep *others);

/// True if two groups that go on at the same speed do not come near each other.
bool wend_group_pass_together(const wend_group_course *a, const wend_group_course *b);

// ---- lanes.c ------------------------------------------------------------------------------------

/// Searches plans by which two groups pass each other, each on its right-hand side. `fixed`: the
/// first keeps its plan. WEND_NOT_FOUND: no such plans were found. Results as
/// wend_group_search_from_here; the plans are not adopted.
wend_result wend_group_find_lanes(wend_group_search *first, wend_group_search *second, bool fixed);

// ---- shunt.c ------------------------------------------------------------------------------------

/// Begins the search of a schedule for two groups that are locked, unless one has failed a short
/// time ago.
void wend_groups_shunt_begin(wend_world *world, uint32_t first, uint32_t other);

// ---- places.c -----------------------------------------------------------------------------------

/// Searches a plan for a group to the best place that is in nobody's sweep. WEND_NOT_FOUND: none
/// was found.
wend_result wend_group_find_place(wend_group_search *search, const wend_group_sweep *sweep);

/// The same for a place where the group's shape is bent. (places_bent.c)
wend_result wend_group_find_bent_place(wend_group_search *search, const wend_group_sweep *sweep);

#endif
