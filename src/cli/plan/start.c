// SPDX-License-Identifier: MIT
// Radii of the discs of a plan, and their start position in an area.
#include "cli/plan/plan.h"
#include "cli/report.h"
#include "scene/build/free_point.h"

// ---- radii --------------------------------------------------------------------------------------

int plan_read_radii(const arguments *args, double radii[PLAN_MOST_RADII])
{
    const char *typed = option_text(args, "radius", "0"), *rest = typed;
    for (int count = 0; count < PLAN_MOST_RADII;) {
        double radius;
        if (!place_number(&rest, &radius) || radius < 0 || radius > SCENE_MAX_RADIUS)
            break;
        radii[count++] = radius;
        if (*rest == 0)
            return count;
        if (*rest++ != ',')
            break;
    }
    fail_usage(args, "--radius %s: invalid value (expected numbers from 0 to %.10g, at most %d)",
               typed, SCENE_MAX_RADIUS, PLAN_MOST_RADII);
    return 0;
}

// ---- the start ----------------------------------------------------------------------------------

int plan_choose_start(const arguments *args, const typed_place *from, const wend_floor *floor,
                      double radius, wend_vec2 *start)
{
    *start = from->points[0];
    if (from->count == 1)
        return EXIT_DONE;
    if (from->count == 2)
        return fail_usage(args, "--from %s: invalid value (expected a point X,Y or an area)",
                          from->typed);
    if (scene_area_free_point(from->area, floor, radius, start) ||
        scene_area_free_point(from->area, floor, 0, start))
        return EXIT_DONE;
    return fail_usage(args, "--from %s: no free position found in the area: give a point X,Y",
                      from->typed);
}
