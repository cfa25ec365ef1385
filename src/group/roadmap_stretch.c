// SPDX-License-Identifier: MIT
// Poses that lead away from a node.
//
// A group that stands as a disc in a tight spot must stretch before it can leave, and only in the
// right direction: that is hard to find for samplers that do not consider the start. The lines
// along which the narrowest shape reaches farthest are therefore searched, and the group is
// stretched along each of them step by step.
//
// A sample in a passage is often isolated: it is long and narrow, and others beside the passage lie
// across. It therefore slides along its axis to the ends of the passage.
#include "group/roadmap.h"

#include "core/angle.h"
#include "wend/vec2.h"

#include <math.h>

/// Number of directions tested, of which local maxima of the reach are used; at most this number of
/// lines.
enum { DIRECTIONS = 48, MAX_LINES = 8 };

/// Each step has this fraction of the width before.
#define NARROWER 0.75

/// Clearance of such poses, in slacks: motions to them shall be free.
#define BESIDE 2

/// A slide shorter than this fraction of the spine is useless.
#define WORTH 0.25

/// How far the narrowest shape can move in all directions.
typedef struct rays {
    wend_vec2 directions[DIRECTIONS];
    double reaches[DIRECTIONS];
} rays;

static void look_around(const wend_group_roadmap *roadmap, wend_vec2 centre, rays *all)
{
    const wend_group_sampling *sampling = &roadmap->sampling;
    double radius = 0.5 * sampling->size.min_width + sampling->slack;
    for (int i = 0; i < DIRECTIONS / 2; ++i) {
        wend_vec2 along;
        wend_sin_cos(i * 4 * WEND_HALF_PI / DIRECTIONS, &along.y, &along.x);
        all->directions[i] = along;
        all->directions[i + DIRECTIONS / 2] = (wend_vec2){-along.x, -along.y};
        wend_group_reach(sampling->floor, centre, along, radius, sampling->spine + sampling->disc,
                         &all->reaches[i + DIRECTIONS / 2], &all->reaches[i]);
    }
}

/// The unused direction of the farthest reach among the local maxima; -1: none.
static int farthest(const rays *all, const bool pop[DIRECTIONS])
{
    int best = -1;
    for (int i = 0; i < DIRECTIONS; ++i) {
        double before = all->reaches[(i + DIRECTIONS - 1) % DIRECTIONS];
        double after = all->reaches[(i + 1) % DIRECTIONS], reach = all->reaches[i];
        if (!pop[i] && reach >= before && reach > after && (best < 0 || reach > all->reaches[best]))
            best = i;
    }
    return best;
}

/// Adds a pose next to a node, connects it to that node and to others. False: out of memory.
static bool add_beside(wend_group_roadmap *roadmap, const wend_group_pose *pose, double clearance,
                       uint32_t beside, uint32_t *added)
{
    uint32_t edge, before = (uint32_t)roadmap->nodes.count;
    double area = fmin(roadmap->area, roadmap->nodes.data[beside].area);
    if (!wend_group_node_add(roadmap, pose, area, clearance, added))
        return false;
    return *added < before || (wend_group_nodes_join(roadmap, *added, beside, INFINITY, &edge) &&
                               wend_group_node_join(roadmap, *added));
}

/// Stretches the group along a line through a node's centre. False: out of memory.
static bool stretch(wend_group_roadmap *roadmap, uint32_t node, wend_vec2 along)
{
    const wend_group_sampling *sampling = &roadmap->sampling;
    double min = sampling->size.min_width, slack = BESIDE * sampling->slack;
    wend_vec2 centre = roadmap->poses.data[node].centre;
    for (double width = roadmap->poses.data[node].width; width > min;) {
        double back, ahead, spine;
        width = fmax(width * NARROWER, min);
        spine = wend_group_spine(roadmap->area, width);
        wend_group_reach(sampling->floor, centre, along, 0.5 * width + slack, spine, &back, &ahead);
        if (!(back + ahead > 0 && back + ahead >= spine))
            continue;
        double offset = fmax(fmin(0, ahead - 0.5 * spine), 0.5 * spine - back);
        wend_group_pose pose =
            wend_group_sample_pose(sampling, wend_add_scaled(centre, offset, along), along, width);
        if (!add_beside(roadmap, &pose, slack, node, &node))
            return false;
    }
    return true;
}

bool wend_group_node_stretch(wend_group_roadmap *roadmap, uint32_t node)
{
    rays all;
    bool pop[DIRECTIONS] = {false};
    look_around(roadmap, roadmap->poses.data[node].centre, &all);
    for (int i = 0; i < MAX_LINES; ++i) {
        int direction = farthest(&all, pop);
        if (direction < 0)
            break;
        pop[direction] = true;
        if (!stretch(roadmap, node, all.directions[direction]))
            return false;
    }
    return true;
}

bool wend_group_node_slide(wend_group_roadmap *roadmap, uint32_t node)
{
    const wend_group_sampling *sampling = &roadmap->sampling;
    wend_group_pose pose = roadmap->poses.data[node];
    wend_vec2 along = roadmap->nodes.data[node].along, centre = pose.centre;
    double spine = wend_group_spine(roadmap->nodes.data[node].area, pose.width);
    double slack = BESIDE * sampling->slack, ends[2];
    wend_group_reach(sampling->floor, centre, along, 0.5 * pose.width + slack,
                     1.5 * spine + pose.width, &ends[0], &ends[1]);
    for (int i = 0; i < 2; ++i) {
        double shift = ends[i] - 0.5 * spine;
        if (!(shift > WORTH * spine))
            continue;
        uint32_t added;
        pose.centre = wend_add_scaled(centre, i == 0 ? -shift : shift, along);
        if (!add_beside(roadmap, &pose, slack, node, &added))
            return false;
    }
    return true;
}
