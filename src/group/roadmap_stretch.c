// SPDX-License-Identifier: MIT
// How poses get out of where they are.
//
// A group that stands as a disc where it just has room must stretch before it can leave, and only
// in the right direction: that is hard to find for samplers that know nothing of the start. So the
// lines are looked for along which the narrowest shape gets farthest, and the group is stretched
// along each of them, step by step.
//
// And a sample in a passage is often alone: it is long and narrow, and others beside the passage
// lie across. So it slides along its axis to where the passage ends.
#include "group/roadmap.h"

#include "core/angle.h"

#include <math.h>

/// Directions that are looked into, of which those are taken that reach farther than their
/// neighbours; no more than so many.
enum { DIRECTIONS = 48, MOST_LINES = 8 };

/// Each step is this part as wide as the one before.
#define NARROWER 0.75

/// Such poses keep so many slacks from walls: motions to them shall be free.
#define BESIDE 2

/// A slide that is shorter than this part of the spine leads nowhere.
#define WORTH 0.25

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

/// Adds a pose beside a node, joins it with that, and with others. False: out of memory.
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
    double least = sampling->size.least_width, slack = BESIDE * sampling->slack;
    wend_vec2 centre = roadmap->poses.data[node].centre;
    for (double width = roadmap->poses.data[node].width; width > least;) {
        double back, ahead, spine;
        width = fmax(width * NARROWER, least);
        spine = wend_group_spine(roadmap->area, width);
        wend_group_reach(sampling->floor, centre, along, 0.5 * width + slack, spine, &back, &ahead);
        if (!(back + ahead > 0 && back + ahead >= spine))
            continue;
        double offset = fmax(fmin(0, ahead - 0.5 * spine), 0.5 * spine - back);
        wend_group_pose pose =
            wend_group_sample_pose(sampling, wend_group_plus(centre, along, offset), along, width);
        if (!add_beside(roadmap, &pose, slack, node, &node))
            return false;
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
        pose.centre = wend_group_plus(centre, along, i == 0 ? -shift : shift);
        if (!add_beside(roadmap, &pose, slack, node, &added))
            return false;
    }
    return true;
}
