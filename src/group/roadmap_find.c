// SPDX-License-Identifier: MIT
// Queries: the start and the goal become nodes, the roadmap grows until there is a way between
// them, and the cheapest one becomes a plan.
//
// The middle of a shape always has half of the least width around it. So where a disc that large
// can't get from the middle of the start to that of the goal, no shape can. The diagram knows: its
// edges have all the room there is between walls.
//
// Obstacles of a query block edges. They are not looked for everywhere: only the edges of a way
// that was found are checked, and if some are blocked, the next best way is looked for. (Bohlin and
// Kavraki 2000, "Path Planning Using Lazy PRM".)
#include "group/roadmap.h"

#include "core/angle.h"
#include "geometry/floor.h"

#include <math.h>

#define QUERY_COOKIE 0x77f10070u

/// Where no width is asked for: widths are tried one after the other, each this part of the one
/// before, and so many angles.
#define NARROWER 0.9
enum { ANGLES = 16 };

/// How much dearer narrow places are on the way that the corridor sampler goes along: between the
/// shortest way (0) and the widest (1).
#define WAY_WEIGHT 0.5

/// A way that was found is made cheaper by so many tries to leave nodes out, for each of its edges.
enum { SHORTCUTS = 4 };

/// A roadmap that has so many times as many nodes as a part needs does not keep what queries add: a
/// group that asks again and again from where it is just then would make it larger without end.
enum { KEPT_CROWDS = 8 };

wend_group_query wend_default_group_query(void)
{
    return (wend_group_query){.most_samples = 100000, .cookie = QUERY_COOKIE};
}

// ---- what is asked ------------------------------------------------------------------------------

static wend_result check_pose(const wend_group_roadmap *roadmap, const wend_group_pose *pose,
                              double area, const char *which, wend_error *error)
{
    double least = roadmap->def.size.least_width, disc = wend_group_disc_width(area);
    if (!(fabs(pose->centre.x) <= WEND_MAX_COORDINATE) ||
        !(fabs(pose->centre.y) <= WEND_MAX_COORDINATE) || !isfinite(pose->angle))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the %s is not within %g m of the origin", which,
                         WEND_MAX_COORDINATE);
    if (pose->width != 0 && !(pose->width >= least && pose->width <= disc))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the %s is %g m wide: it must be %g to %g m, or 0 for any width", which,
                         pose->width, least, disc);
    return WEND_OK;
}

static wend_result check_query(const wend_group_roadmap *roadmap, const wend_group_query *query,
                               wend_error *error)
{
    double most = roadmap->def.size.area, area = query->area > 0 ? query->area : most;
    if (query->cookie != QUERY_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "make the query with wend_default_group_query");
    if (!(query->area >= 0) || !(area <= most))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the area is %g m2: it must be above 0 and at most the roadmap's, %g m2",
                         query->area, most);
    if (wend_group_disc_width(area) < roadmap->def.size.least_width)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the area is %g m2: even a disc of it is narrower than the roadmap's "
                         "least width, %g m",
                         area, roadmap->def.size.least_width);
    if (query->obstacle_count > 0 && !query->obstacles)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there are no obstacles, only their number");
    wend_result result = check_pose(roadmap, &query->from, area, "start", error);
    return result == WEND_OK ? check_pose(roadmap, &query->to, area, "goal", error) : result;
}

static double clearance_of(wend_group_roadmap *roadmap, const wend_group_pose *pose)
{
    wend_group_shape shape = wend_group_pose_shape(pose, roadmap->area);
    return wend_group_walls_clearance(&roadmap->walls, &shape, roadmap->sampling.slack);
}

/// The roundest shape that is free around a place, with the angle that leaves most room.
static double roundest(wend_group_roadmap *roadmap, wend_group_pose *pose)
{
    double least = roadmap->def.size.least_width, disc = wend_group_disc_width(roadmap->area);
    double best = -INFINITY;
    for (double width = disc;; width = fmax(width * NARROWER, least)) {
        for (int i = 0; i < (width < disc ? ANGLES : 1); ++i) {
            wend_group_pose turned = {pose->centre, i * 2 * WEND_HALF_PI / ANGLES, width};
            wend_group_shape shape = wend_group_pose_shape(&turned, roadmap->area);
            double clearance = wend_group_walls_clearance(&roadmap->walls, &shape, disc);
            if (clearance > best) {
                best = clearance;
                *pose = turned;
            }
        }
        if (best >= roadmap->sampling.slack || !(width > least))
            return fmin(best, roadmap->sampling.slack);
    }
}

/// Makes a node of the start or the goal. WEND_BAD_ARGUMENT: it is not free.
static wend_result add_end(wend_group_roadmap *roadmap, wend_group_pose pose, const char *which,
                           uint32_t *node, wend_error *error)
{
    double clearance = pose.width > 0 ? clearance_of(roadmap, &pose) : roundest(roadmap, &pose);
    if (!(clearance >= WEND_GROUP_TIGHT * roadmap->sampling.slack))
        return wend_fail_at(error, WEND_BAD_ARGUMENT, pose.centre,
                            "the %s is not free: no shape of the group fits there", which);
    return wend_group_node_add(roadmap, &pose, roadmap->area, clearance, node)
               ? WEND_OK
               : wend_fail_memory(error);
}

// ---- the proof ----------------------------------------------------------------------------------

static wend_vec2 in_frame(const wend_group_roadmap *roadmap, wend_vec2 p)
{
    // Outside of a floor without bounds all is free: whoever is there gets to the frame.
    wend_box frame = roadmap->sampling.frame;
    if (roadmap->def.floor->has_bounds)
        return p;
    return (wend_vec2){fmin(fmax(p.x, frame.min.x), frame.max.x),
                       fmin(fmax(p.y, frame.min.y), frame.max.y)};
}

/// Finds a way on the diagram for the narrowest disc. WEND_NOTHING: there is none.
static wend_result find_disc_way(wend_group_roadmap *roadmap, wend_error *error)
{
    wend_roadmap_request request = wend_default_roadmap_request();
    wend_roadmap_path path;
    wend_vec2 to = in_frame(roadmap, roadmap->poses.data[roadmap->to].centre);
    request.from = in_frame(roadmap, roadmap->poses.data[roadmap->from].centre);
    request.goal = (wend_goal){&to, 1};
    request.radius = 0.5 * roadmap->def.size.least_width;
    request.weight = WAY_WEIGHT;
    request.comfort = 0.5 * roadmap->sampling.disc;
    wend_result result =
        wend_roadmap_find(roadmap->sampling.ways, roadmap->voronoi, &request, &path, error);
    if (result == WEND_NOTHING)
        wend_fail(error, result,
                  "there is no way: not even a disc %g m wide, the group's least width, gets there",
                  roadmap->def.size.least_width);
    return result;
}

// ---- growing ------------------------------------------------------------------------------------

static bool is_joined(wend_group_roadmap *roadmap)
{
    return wend_group_part(roadmap, roadmap->from) == wend_group_part(roadmap, roadmap->to);
}

/// Grows until start and goal are in one part, for no more samples than are left.
static wend_result grow(wend_group_roadmap *roadmap, uint32_t *left)
{
    while (!is_joined(roadmap)) {
        if (*left == 0)
            return WEND_NOTHING;
        wend_group_try tried = wend_group_roadmap_try(roadmap);
        if (tried == WEND_GROUP_TRY_NO_MEMORY)
            return WEND_NO_MEMORY;
        if (tried == WEND_GROUP_TRY_END)
            return WEND_NOTHING;
        --*left;
    }
    return WEND_OK;
}

/// Checks the edges of the way against the query's obstacles. True: all are clear.
static bool is_way_clear(wend_group_roadmap *roadmap)
{
    bool clear = true;
    for (size_t i = 0; i < roadmap->way.count; ++i) {
        uint32_t number = roadmap->way.data[i] / 2;
        wend_group_edge *edge = &roadmap->edges.data[number];
        const wend_group_node *nodes = roadmap->nodes.data;
        if (edge->state != WEND_GROUP_EDGE_UNSEEN)
            continue;
        double slack = fmin(nodes[roadmap->ends.data[2 * number]].slack,
                            nodes[roadmap->ends.data[2 * number + 1]].slack);
        ++roadmap->motions;
        bool free_one =
            wend_group_motion_is_free(&edge->motion, roadmap->area, &roadmap->walls, slack);
        edge->state = free_one ? WEND_GROUP_EDGE_CLEAR : WEND_GROUP_EDGE_BLOCKED;
        clear &= free_one;
    }
    return clear;
}

/// The cheapest way that is clear, of a roadmap that grows as needed.
static wend_result find_way(wend_group_roadmap *roadmap, uint32_t *left)
{
    for (;;) {
        wend_result result = grow(roadmap, left);
        if (result == WEND_OK)
            result = wend_group_roadmap_search(roadmap);
        if (result != WEND_OK || is_way_clear(roadmap))
            return result;
        if (!wend_group_parts_make(roadmap))
            return WEND_NO_MEMORY;
    }
}

// ---- the plan -----------------------------------------------------------------------------------

/// Tries to leave out nodes of the way: motions straight from one to a later one, the latest first.
static wend_result shorten(wend_group_roadmap *roadmap)
{
    size_t tries = SHORTCUTS * roadmap->way.count;
    bool shorter = false;
    for (size_t i = 0; i < roadmap->way.count && tries > 0; ++i)
        for (size_t k = roadmap->way.count; k-- > i + 1 && tries > 0;) {
            uint32_t a = roadmap->ends.data[roadmap->way.data[i] ^ 1];
            uint32_t b = roadmap->ends.data[roadmap->way.data[k]], edge;
            double cost = roadmap->costs.data[b] - roadmap->costs.data[a];
            uint64_t motions = roadmap->motions;
            if (!wend_group_nodes_join(roadmap, a, b, cost, &edge))
                return WEND_NO_MEMORY;
            tries -= roadmap->motions > motions;
            if (edge != WEND_GROUP_NO_EDGE) {
                shorter = true;
                i = k;
                break;
            }
        }
    return shorter ? wend_group_roadmap_search(roadmap) : WEND_OK;
}

static wend_result make_plan(wend_group_roadmap *roadmap, wend_group_plan **plan, wend_error *error)
{
    wend_group_motion stay[WEND_GROUP_MOST_MOTIONS];
    uint32_t count = (uint32_t)roadmap->way.count;
    wend_group_motion *motions = stay;
    if (count == 0) {
        const wend_group_pose *here = &roadmap->poses.data[roadmap->from];
        wend_group_local_motions(WEND_GROUP_DEFORMABLE, &roadmap->def.metric, roadmap->def.size,
                                 here, here, stay);
    } else {
        motions = wend_allocate(&roadmap->allocator, count, sizeof *motions);
        if (!motions)
            return wend_fail_memory(error);
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t half = roadmap->way.data[i];
        const wend_group_motion *motion = &roadmap->edges.data[half / 2].motion;
        motions[i] = half & 1 ? *motion : wend_group_motion_reversed(motion);
    }
    *plan =
        wend_group_plan_make(motions, count > 0 ? count : 1, roadmap->area, &roadmap->allocator);
    if (motions != stay)
        wend_release(&roadmap->allocator, motions, count, sizeof *motions);
    return *plan ? WEND_OK : wend_fail_memory(error);
}

/// Everything, while the roadmap is the query's.
static wend_result find(wend_group_roadmap *roadmap, const wend_group_query *query,
                        wend_group_plan **plan, wend_group_status *status, wend_error *error)
{
    uint32_t left = query->most_samples;
    wend_result result = add_end(roadmap, query->from, "start", &roadmap->from, error);
    if (result == WEND_OK)
        result = add_end(roadmap, query->to, "goal", &roadmap->to, error);
    if (result != WEND_OK)
        return result;
    if (roadmap->is_provable) {
        result = find_disc_way(roadmap, error);
        if (result != WEND_OK) {
            *status = result == WEND_NOTHING ? WEND_GROUP_IMPOSSIBLE : *status;
            return result;
        }
        wend_group_corridor_begin(&roadmap->sampling);
    }
    if (!wend_group_parts_make(roadmap) || !wend_group_node_join(roadmap, roadmap->from) ||
        !wend_group_node_join(roadmap, roadmap->to) ||
        (!is_joined(roadmap) && !(wend_group_node_stretch(roadmap, roadmap->from) &&
                                  wend_group_node_stretch(roadmap, roadmap->to))))
        return wend_fail_memory(error);
    result = find_way(roadmap, &left);
    if (result == WEND_OK)
        result = shorten(roadmap);
    if (result == WEND_NO_MEMORY)
        return wend_fail_memory(error);
    if (result == WEND_NOTHING)
        return wend_fail(error, result, "no way was found with %u samples more%s",
                         (unsigned)(query->most_samples - left),
                         left > 0 ? ": the sampler has no others" : "");
    *status = WEND_GROUP_FOUND;
    return make_plan(roadmap, plan, error);
}

static void mark_edges(wend_group_roadmap *roadmap, wend_group_edge_state state)
{
    for (size_t i = 0; i < roadmap->edges.count; ++i)
        roadmap->edges.data[i].state = state;
}

wend_result wend_group_roadmap_find(wend_group_roadmap *roadmap, const wend_group_query *query,
                                    wend_group_plan **plan, wend_group_status *status,
                                    wend_error *error)
{
    if (!roadmap || !query || !plan || !status)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a roadmap, a query and places for a plan and a status are needed");
    *plan = NULL;
    *status = WEND_GROUP_NOT_FOUND;
    wend_result result = check_query(roadmap, query, error);
    if (result != WEND_OK)
        return result;
    roadmap->area = query->area > 0 ? query->area : roadmap->def.size.area;
    roadmap->walls.obstacles = query->obstacles;
    roadmap->walls.obstacle_count = query->obstacle_count;
    if (query->obstacle_count > 0)
        mark_edges(roadmap, WEND_GROUP_EDGE_UNSEEN);
    size_t nodes = roadmap->nodes.count, edges = roadmap->edges.count;
    result = find(roadmap, query, plan, status, error);
    if (nodes > KEPT_CROWDS * (size_t)roadmap->crowd)
        wend_group_roadmap_cut(roadmap, nodes, edges);
    mark_edges(roadmap, WEND_GROUP_EDGE_CLEAR);
    wend_group_corridor_end(&roadmap->sampling);
    roadmap->area = roadmap->def.size.area;
    roadmap->walls.obstacles = NULL;
    roadmap->walls.obstacle_count = 0;
    roadmap->from = roadmap->to = WEND_GROUP_NO_NODE;
    // There is room for all nodes already, so it can't fail.
    (void)wend_group_parts_make(roadmap);
    return result;
}
