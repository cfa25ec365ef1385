// SPDX-License-Identifier: MIT
// Queries: the start and the goal become nodes, the roadmap grows until a path connects them, and
// the cheapest one becomes a plan. Before, a snake is searched; if there is one, the roadmap only
// grows a little, and the shorter plan is taken.
//
// The middle of a shape always has half of the minimum width around it. If a disc of that size
// cannot move from the middle of the start to that of the goal, no shape can. The diagram decides
// this: its edges have the maximum clearance between walls.
//
// Obstacles of a query block edges. They are not checked everywhere: only the edges of a path that
// was found are checked, and if some are blocked, the next best path is searched. (R. Bohlin and L.
// Kavraki, "Path Planning Using Lazy PRM", 2000.)
#include "group/roadmap.h"

#include "core/angle.h"
#include "geometry/floor.h"

#include <math.h>

#define QUERY_COOKIE 0x77f10070u

/// Where no width is given: widths are tried in sequence, each this fraction of the one before,
/// with this number of angles.
#define NARROWER 0.9
enum { ANGLES = 16 };

/// Clearance weight of the path that the corridor sampler follows: between the shortest path (0)
/// and the widest (1).
#define PATH_CLEARANCE_WEIGHT 0.5

/// Samples by which the roadmap grows if there is a snake.
enum { WITH_SNAKE = 5000 };

/// Attempts to leave out nodes of a path, per edge.
enum { SHORTCUTS = 4 };

/// A roadmap with this multiple of the nodes that a component needs does not keep what queries add:
/// a group that replans repeatedly from its current position would enlarge it without bound.
enum { KEPT_CROWDS = 8 };

wend_group_query wend_default_group_query(void)
{
    return (wend_group_query){.max_samples = 100000, .cookie = QUERY_COOKIE};
}

// ---- query --------------------------------------------------------------------------------------

static wend_result check_pose(const wend_group_roadmap *roadmap, const wend_group_pose *pose,
                              double area, const char *which, wend_error *error)
{
    double min = roadmap->def.size.min_width, disc = wend_group_disc_width(area);
    if (!wend_is_in_range(pose->centre) || !isfinite(pose->angle))
        return wend_fail(error, WEND_BAD_ARGUMENT, "%s is not within %g m of the origin", which,
                         WEND_MAX_COORDINATE);
    if (pose->width != 0 && !(pose->width >= min && pose->width <= disc))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "%s width is %g m: it must be %g to %g m, or 0 for any width", which,
                         pose->width, min, disc);
    return WEND_OK;
}

static wend_result check_query(const wend_group_roadmap *roadmap, const wend_group_query *query,
                               wend_error *error)
{
    double max = roadmap->def.size.area, area = query->area > 0 ? query->area : max;
    if (query->cookie != QUERY_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the query with wend_default_group_query()");
    if (!(query->area >= 0) || !(area <= max))
        return wend_fail(
            error, WEND_BAD_ARGUMENT,
            "area is %g m^2: it must be above 0 and at most %g m^2, the area of the roadmap",
            query->area, max);
    if (wend_group_disc_width(area) < roadmap->def.size.min_width)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "area is %g m^2: a disc of that area is narrower than the roadmap's "
                         "min_width, %g m",
                         area, roadmap->def.size.min_width);
    if (query->obstacle_count > 0 && !query->obstacles)
        return wend_fail(error, WEND_BAD_ARGUMENT, "obstacles is NULL but obstacle_count is not 0");
    wend_result result = check_pose(roadmap, &query->from, area, "start", error);
    return result == WEND_OK ? check_pose(roadmap, &query->to, area, "goal", error) : result;
}

static double clearance_of(wend_group_roadmap *roadmap, const wend_group_pose *pose)
{
    wend_group_shape shape = wend_group_pose_shape(pose, roadmap->area);
    return wend_group_walls_clearance(&roadmap->walls, &shape, roadmap->sampling.slack);
}

/// The roundest free shape around a point, with the angle of the largest clearance.
static double roundest(wend_group_roadmap *roadmap, wend_group_pose *pose)
{
    double min = roadmap->def.size.min_width, disc = wend_group_disc_width(roadmap->area);
    double best = -INFINITY;
    for (double width = disc;; width = fmax(width * NARROWER, min)) {
        for (int i = 0; i < (width < disc ? ANGLES : 1); ++i) {
            wend_group_pose turned = {pose->centre, i * 2 * WEND_HALF_PI / ANGLES, width};
            wend_group_shape shape = wend_group_pose_shape(&turned, roadmap->area);
            double clearance = wend_group_walls_clearance(&roadmap->walls, &shape, disc);
            if (clearance > best) {
                best = clearance;
                *pose = turned;
            }
        }
        if (best >= roadmap->sampling.slack || !(width > min))
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
                            "%s is not free: no shape of the group fits there", which);
    return wend_group_node_add(roadmap, &pose, roadmap->area, clearance, node)
               ? WEND_OK
               : wend_fail_memory(error);
}

// ---- proof of impossibility ---------------------------------------------------------------------

static wend_vec2 in_frame(const wend_group_roadmap *roadmap, wend_vec2 p)
{
    // Outside an unbounded floor everything is free: a point there can reach the frame.
    wend_box frame = roadmap->sampling.frame;
    if (roadmap->def.floor->has_bounds)
        return p;
    return (wend_vec2){fmin(fmax(p.x, frame.min.x), frame.max.x),
                       fmin(fmax(p.y, frame.min.y), frame.max.y)};
}

/// Finds a path on the diagram for the narrowest disc. WEND_NOT_FOUND: there is none.
static wend_result find_disc_path(wend_group_roadmap *roadmap, wend_error *error)
{
    wend_roadmap_request request = wend_default_roadmap_request();
    wend_roadmap_path path;
    wend_vec2 to = in_frame(roadmap, roadmap->poses.data[roadmap->to].centre);
    request.from = in_frame(roadmap, roadmap->poses.data[roadmap->from].centre);
    request.goal = (wend_goal){&to, 1};
    request.radius = 0.5 * roadmap->def.size.min_width;
    request.clearance_weight = PATH_CLEARANCE_WEIGHT;
    request.comfort = 0.5 * roadmap->sampling.disc;
    wend_result result =
        wend_roadmap_find(roadmap->sampling.ways, roadmap->voronoi, &request, &path, error);
    if (result == WEND_NOT_FOUND)
        wend_fail(error, result,
                  "no path exists: not even a disc %g m wide, the group's minimum width, reaches "
                  "the goal",
                  roadmap->def.size.min_width);
    return result;
}

// ---- growth -------------------------------------------------------------------------------------

static bool is_joined(wend_group_roadmap *roadmap)
{
    return wend_group_part(roadmap, roadmap->from) == wend_group_part(roadmap, roadmap->to);
}

/// Grows until start and goal are in one component, with at most *left samples.
static wend_result grow(wend_group_roadmap *roadmap, uint32_t *left)
{
    while (!is_joined(roadmap)) {
        if (*left == 0)
            return WEND_NOT_FOUND;
        wend_group_attempt attempt = wend_group_roadmap_attempt(roadmap);
        if (attempt == WEND_GROUP_ATTEMPT_NO_MEMORY)
            return WEND_OUT_OF_MEMORY;
        if (attempt == WEND_GROUP_ATTEMPT_END)
            return WEND_NOT_FOUND;
        --*left;
    }
    return WEND_OK;
}

/// Checks the edges of the path against the query's obstacles. True: all are clear.
static bool is_path_clear(wend_group_roadmap *roadmap)
{
    bool clear = true;
    for (size_t i = 0; i < roadmap->path.count; ++i) {
        uint32_t number = roadmap->path.data[i] / 2;
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

/// The cheapest clear path on a roadmap that grows as needed.
static wend_result find_path(wend_group_roadmap *roadmap, uint32_t *left)
{
    for (;;) {
        wend_result result = grow(roadmap, left);
        if (result == WEND_OK)
            result = wend_group_roadmap_search(roadmap);
        if (result != WEND_OK || is_path_clear(roadmap))
            return result;
        if (!wend_group_parts_build(roadmap))
            return WEND_OUT_OF_MEMORY;
    }
}

// ---- plan ---------------------------------------------------------------------------------------

/// Tries to leave out nodes of the path: motions directly from one to a later one, the latest
/// first.
static wend_result shorten(wend_group_roadmap *roadmap)
{
    size_t tries = SHORTCUTS * roadmap->path.count;
    bool shorter = false;
    for (size_t i = 0; i < roadmap->path.count && tries > 0; ++i)
        for (size_t k = roadmap->path.count; k-- > i + 1 && tries > 0;) {
            uint32_t a = roadmap->ends.data[roadmap->path.data[i] ^ 1];
            uint32_t b = roadmap->ends.data[roadmap->path.data[k]], edge;
            double cost = roadmap->costs.data[b] - roadmap->costs.data[a];
            uint64_t motions = roadmap->motions;
            if (!wend_group_nodes_join(roadmap, a, b, cost, &edge))
                return WEND_OUT_OF_MEMORY;
            tries -= roadmap->motions > motions;
            if (edge != WEND_GROUP_NO_EDGE) {
                shorter = true;
                i = k;
                break;
            }
        }
    return shorter ? wend_group_roadmap_search(roadmap) : WEND_OK;
}

static wend_result build_plan(wend_group_roadmap *roadmap, wend_group_plan **plan,
                              wend_error *error)
{
    wend_group_motion stay[WEND_GROUP_MAX_MOTIONS];
    uint32_t count = (uint32_t)roadmap->path.count;
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
        uint32_t half = roadmap->path.data[i];
        const wend_group_motion *motion = &roadmap->edges.data[half / 2].motion;
        motions[i] = half & 1 ? *motion : wend_group_motion_reversed(motion);
    }
    *plan =
        wend_group_plan_make(motions, count > 0 ? count : 1, roadmap->area, &roadmap->allocator);
    if (motions != stay)
        wend_release(&roadmap->allocator, motions, count, sizeof *motions);
    return *plan ? WEND_OK : wend_fail_memory(error);
}

/// A query that starts from any shape. Poses are straight, so the roadmap cannot help.
static wend_result find_from_shape(wend_group_roadmap *roadmap, const wend_group_query *query,
                                   wend_group_plan **plan, wend_error *error)
{
    double min = WEND_GROUP_TIGHT * roadmap->sampling.slack;
    wend_vec2 middle = wend_group_shape_from_local(query->from_shape, (wend_vec2){0, 0});
    if (!(wend_group_walls_clearance(&roadmap->walls, query->from_shape, min) >= min))
        return wend_fail_at(error, WEND_BAD_ARGUMENT, middle, "start is not free");
    wend_result result = add_end(roadmap, query->to, "goal", &roadmap->to, error);
    if (result != WEND_OK)
        return result;
    wend_group_shape to = wend_group_pose_shape(&roadmap->poses.data[roadmap->to], roadmap->area);
    result = wend_group_roadmap_snake(roadmap, query->from_shape, &to, query->max_samples, plan);
    if (result == WEND_NOT_FOUND)
        return wend_fail_at(error, result, middle, "no path found from this shape");
    return result == WEND_OK ? WEND_OK : wend_fail_memory(error);
}

/// A snake between the nodes of a query.
static wend_result find_snake(wend_group_roadmap *roadmap, uint32_t max_samples,
                              wend_group_plan **plan)
{
    const wend_group_pose *poses = roadmap->poses.data;
    wend_group_shape from = wend_group_pose_shape(&poses[roadmap->from], roadmap->area);
    wend_group_shape to = wend_group_pose_shape(&poses[roadmap->to], roadmap->area);
    if (roadmap->from == roadmap->to)
        return WEND_NOT_FOUND;
    return wend_group_roadmap_snake(roadmap, &from, &to, max_samples, plan);
}

/// A plan on the roadmap, which grows by at most that number of samples.
static wend_result find_on_roadmap(wend_group_roadmap *roadmap, uint32_t samples,
                                   wend_group_plan **plan, wend_error *error)
{
    uint32_t left = samples;
    if (!wend_group_parts_build(roadmap) || !wend_group_node_join(roadmap, roadmap->from) ||
        !wend_group_node_join(roadmap, roadmap->to) ||
        (!is_joined(roadmap) && !(wend_group_node_stretch(roadmap, roadmap->from) &&
                                  wend_group_node_stretch(roadmap, roadmap->to))))
        return wend_fail_memory(error);
    wend_result result = find_path(roadmap, &left);
    if (result == WEND_OK)
        result = shorten(roadmap);
    if (result == WEND_OUT_OF_MEMORY)
        return wend_fail_memory(error);
    if (result == WEND_NOT_FOUND)
        return wend_fail(error, result, "no path found with %u additional samples%s",
                         (unsigned)(samples - left), left > 0 ? ": the sampler is exhausted" : "");
    return build_plan(roadmap, plan, error);
}

/// The shorter of two plans; the other is destroyed. Both are optional.
static wend_group_plan *shorter_of(wend_group_plan *a, wend_group_plan *b)
{
    bool second = b && (!a || wend_group_plan_length(b) < wend_group_plan_length(a));
    wend_group_plan_destroy(second ? a : b);
    return second ? b : a;
}

/// The whole query, while the roadmap is reserved for it.
static wend_result find(wend_group_roadmap *roadmap, const wend_group_query *query,
                        wend_group_plan **plan, wend_group_status *status, wend_error *error)
{
    if (query->from_shape)
        return find_from_shape(roadmap, query, plan, error);
    wend_result result = add_end(roadmap, query->from, "start", &roadmap->from, error);
    if (result == WEND_OK)
        result = add_end(roadmap, query->to, "goal", &roadmap->to, error);
    if (result != WEND_OK)
        return result;
    if (roadmap->is_provable) {
        result = find_disc_path(roadmap, error);
        if (result != WEND_OK) {
            *status = result == WEND_NOT_FOUND ? WEND_GROUP_IMPOSSIBLE : *status;
            return result;
        }
        wend_group_corridor_begin(&roadmap->sampling);
    }
    wend_group_plan *snake = NULL, *other = NULL;
    uint32_t samples = query->max_samples;
    result = find_snake(roadmap, samples, &snake);
    if (result == WEND_OUT_OF_MEMORY)
        return wend_fail_memory(error);
    if (snake && samples > WITH_SNAKE)
        samples = WITH_SNAKE;
    roadmap->sampling.no_others = snake != NULL;
    result = find_on_roadmap(roadmap, samples, &other, snake ? NULL : error);
    if (result == WEND_OUT_OF_MEMORY) {
        wend_group_plan_destroy(snake);
        return wend_fail_memory(error);
    }
    *plan = shorter_of(snake, other);
    return *plan ? WEND_OK : result;
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
                         "roadmap, query, plan and status must not be NULL");
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
    *status = result == WEND_OK ? WEND_GROUP_FOUND : *status;
    roadmap->sampling.no_others = false;
    if (nodes > KEPT_CROWDS * (size_t)roadmap->crowd)
        wend_group_roadmap_cut(roadmap, nodes, edges);
    mark_edges(roadmap, WEND_GROUP_EDGE_CLEAR);
    wend_group_corridor_end(&roadmap->sampling);
    roadmap->area = roadmap->def.size.area;
    roadmap->walls.obstacles = NULL;
    roadmap->walls.obstacle_count = 0;
    roadmap->from = roadmap->to = WEND_GROUP_NO_NODE;
    // Memory for all nodes is reserved already, so it cannot fail.
    (void)wend_group_parts_build(roadmap);
    return result;
}
