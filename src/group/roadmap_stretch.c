// SPDX-License-Identifier: MIT
// How a start or a goal gets out of where it is.
//
// A group that stands as a disc where it just has room must stretch before it can leave, and only
// in the right direction: that is hard to find for samplers that know nothing of the start. So the
// lines are looked for along which the narrowest shape gets farthest, and the group is stretched
// along each of them, step by step.
#include "group/roadmap.h"

#include "core/angle.h"

#include <math.h>

/// Directions that are looked into, of which those are taken that reach farther than their
/// neighbours; no more than so many.
enum { DIRECTIONS = 48, MOST_LINES = 8 };

/// Each step is this part as wide as the one before.
#define NARROWER 0.75

/// How far the narrowest shape gets in all directions.
typedef struct rays {
    wend_vec2 directions[DIRECTIONS];
    double reaches[DIRECTIONS];
} rays;

static void look_around(const wend_group_roadmap *roadmap, wend_vec2 centre, rays *all)
{
    const wend_group_sampling *sampling = &roadmap->sampling;
    double radius = 0.5 * sampling->size.least_width + sampling->slack;
    for (int i = 0; i < DIRECTIONS / 2; ++i) {
        wend_vec2 along;
        wend_sin_cos(i * 4 * WEND_HALF_PI / DIRECTIONS, &along.y, &along.x);
        all->directions[i] = along;
        all->directions[i + DIRECTIONS / 2] = (wend_vec2){-along.x, -along.y};
        wend_group_reach(sampling->floor, centre, along, radius, sampling->spine + sampling->disc,
                         &all->reaches[i + DIRECTIONS / 2], &all->reaches[i]);
    }
}

/// The direction that reaches farthest of those that reach farther than their neighbours and were
/// not taken yet; -1: none is left.
static int farthest(const rays *all, const bool taken[DIRECTIONS])
{
    int best = -1;
    for (int i = 0; i < DIRECTIONS; ++i) {
        double before = all->reaches[(i + DIRECTIONS - 1) % DIRECTIONS];
        double after = all->reaches[(i + 1) % DIRECTIONS], reach = all->reaches[i];
        if (!taken[i] && reach >= before && reach > after &&
            (best < 0 || reach > all->reaches[best]))
            best = i;
    }
    return best;
}

/// Stretches the group along a line through a node's centre. False: out of memory.
static bool stretch(wend_group_roadmap *roadmap, uint32_t node, wend_vec2 along)
{
    wend_group_sampling *sampling = &roadmap->sampling;
    double least = sampling->size.least_width, area = roadmap->area, slack = 2 * sampling->slack;
    wend_vec2 centre = roadmap->poses.data[node].centre;
    uint32_t last = node;
    for (double width = roadmap->poses.data[node].width; width > least;) {
        double back, ahead, spine;
        width = fmax(width * NARROWER, least);
        spine = wend_group_spine(area, width);
        wend_group_reach(sampling->floor, centre, along, 0.5 * width + slack, spine, &back, &ahead);
        if (!(back + ahead > 0 && back + ahead >= spine))
            continue;
        double offset = fmax(fmin(0, ahead - 0.5 * spine), 0.5 * spine - back);
        wend_group_pose pose =
            wend_group_sample_pose(sampling, wend_group_plus(centre, along, offset), along, width);
        uint32_t added, edge, before = (uint32_t)roadmap->nodes.count;
        if (!wend_group_node_add(roadmap, &pose, area, slack, &added))
            return false;
        if (added < before)
            continue;
        if (!wend_group_nodes_join(roadmap, added, last, INFINITY, &edge) ||
            !wend_group_node_join(roadmap, added))
            return false;
        last = added;
    }
    return true;
}

bool wend_group_node_stretch(wend_group_roadmap *roadmap, uint32_t node)
{
    rays all;
    bool taken[DIRECTIONS] = {false};
    look_around(roadmap, roadmap->poses.data[node].centre, &all);
    for (int i = 0; i < MOST_LINES; ++i) {
        int direction = farthest(&all, taken);
        if (direction < 0)
            break;
        taken[direction] = true;
        if (!stretch(roadmap, node, all.directions[direction]))
            return false;
    }
    return true;
}
