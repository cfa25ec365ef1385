// SPDX-License-Identifier: MIT
// A roadmap: creation, destruction, growth and statistics.
#include "group/roadmap.h"

#include "geometry/curve.h"
#include "geometry/floor.h"
#include "wend/geometry.h"

#include <math.h>

#define ROADMAP_COOKIE 0x77f1006fu

enum { MAX_NEIGHBOURS = 64 };

/// Random streams of the samplers, and of wend_group_roadmap_free_share.
enum { SAMPLES_STREAM, SHARE_STREAM };

/// A component of the roadmap is crowded when it has this number of nodes for each shape that fits
/// into the floor's box, and at least the minimum.
enum { CROWD_EACH = 8, CROWD_MIN = 256 };

/// A passage is narrower than this fraction of a disc, and nodes in one are worth more: a component
/// is crowded with them only at this multiple of nodes.
#define PASSAGE 0.75
enum { PASSAGE_CROWDS = 4 };

/// Maximum extent of the diagram beyond an unbounded floor, in sides of the floor: the diagram's
/// tolerance must not be much larger than the floor's.
#define MAX_SIDES 8.0

wend_group_roadmap_def wend_default_group_roadmap_def(void)
{
    return (wend_group_roadmap_def){
        .sampler = WEND_GROUP_SNAKE,
        .local_planner = WEND_GROUP_HINGED,
        .metric = {.turn = 2, .deform = 0.5},
        .neighbours = 10,
        .cookie = ROADMAP_COOKIE,
    };
}

// ---- creation -----------------------------------------------------------------------------------

static wend_result check_def(const wend_group_roadmap_def *def, wend_error *error)
{
    if (def->cookie != ROADMAP_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_group_roadmap_def()");
    if (!def->floor)
        return wend_fail(error, WEND_BAD_ARGUMENT, "floor must not be NULL");
    if (!(def->size.area > 0) || !(def->size.area <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "group area must be above 0 m^2, found %g",
                         def->size.area);
    double disc = wend_group_disc_width(def->size.area);
    if (!(def->size.min_width > 0) || !(def->size.min_width <= disc))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "min_width is %g m: it must be above 0 and at most %g m, the width of the "
                         "disc of that area",
                         def->size.min_width, disc);
    if ((unsigned)def->sampler >= WEND_GROUP_SAMPLERS ||
        (unsigned)def->local_planner >= WEND_GROUP_LOCALS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "unknown sampler or local planner");
    if (!(def->metric.turn >= 0 && def->metric.deform >= 0) || !isfinite(def->metric.turn) ||
        !isfinite(def->metric.deform))
        return wend_fail(error, WEND_BAD_ARGUMENT, "metric values must be 0 or more");
    if (def->neighbours < 1 || def->neighbours > MAX_NEIGHBOURS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "neighbours is %u: it must be 1 to %d",
                         (unsigned)def->neighbours, MAX_NEIGHBOURS);
    return WEND_OK;
}

/// An unbounded floor is free all around. The diagram covers enough of that for the narrowest shape
/// to pass around everything; where that is not permitted (all obstacles together are less than
/// half as large as this shape is wide), any two points are connected.
static wend_box frame_of(wend_group_roadmap *roadmap)
{
    wend_group_sampling *sampling = &roadmap->sampling;
    wend_box box = wend_floor_box(roadmap->def.floor);
    bool is_empty = box.min.x > box.max.x;
    if (is_empty)
        box = (wend_box){{0, 0}, {0, 0}};
    double side = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double max = side > 0 ? MAX_SIDES * side : INFINITY;
    double around = fmin(fmax(side, sampling->spine + sampling->disc), max);
    double min = sampling->size.min_width;
    roadmap->is_provable = !is_empty && around >= 2 * min;
    sampling->frame = wend_box_inflate(box, around - min);
    sampling->box = wend_box_inflate(box, sampling->disc);
    return wend_box_inflate(box, around);
}

static wend_result build_diagram(wend_group_roadmap *roadmap, wend_error *error)
{
    wend_group_sampling *sampling = &roadmap->sampling;
    wend_voronoi_def def = wend_default_voronoi_def();
    def.allocator = roadmap->allocator;
    sampling->box = wend_floor_box(roadmap->def.floor);
    roadmap->is_provable = true;
    if (!roadmap->def.floor->has_bounds)
        def.frame = frame_of(roadmap);
    wend_result result = wend_voronoi_create(roadmap->def.floor, &def, &roadmap->voronoi, error);
    if (result != WEND_OK)
        return result;
    sampling->voronoi = roadmap->voronoi;
    wend_box box = sampling->box;
    double shapes = (box.max.x - box.min.x) * (box.max.y - box.min.y) / roadmap->def.size.area;
    roadmap->crowd = (uint32_t)fmin(fmax(CROWD_EACH * shapes, CROWD_MIN), UINT32_MAX / 8);
    return wend_roadmap_create(&roadmap->allocator, &sampling->ways, error);
}

wend_result wend_group_roadmap_create(const wend_group_roadmap_def *def,
                                      wend_group_roadmap **roadmap, wend_error *error)
{
    if (!def || !roadmap)
        return wend_fail(error, WEND_BAD_ARGUMENT, "definition and roadmap must not be NULL");
    *roadmap = NULL;
    wend_result result = check_def(def, error);
    if (result != WEND_OK)
        return result;
    wend_group_roadmap *made = wend_allocate(&def->allocator, 1, sizeof *made);
    if (!made)
        return wend_fail_memory(error);
    *made = (wend_group_roadmap){
        .def = *def,
        .allocator = def->allocator,
        .walls = {.floor = def->floor},
        .area = def->size.area,
        .from = WEND_GROUP_NO_NODE,
        .to = WEND_GROUP_NO_NODE,
        .sampling = {.floor = def->floor,
                     .size = def->size,
                     .disc = wend_group_disc_width(def->size.area),
                     .spine = wend_group_spine(def->size.area, def->size.min_width),
                     .slack = WEND_GROUP_SLACK * def->size.min_width,
                     .random = wend_random_stream(def->seed, SAMPLES_STREAM),
                     .allocator = def->allocator},
    };
    wend_heap_init(&made->open, &made->allocator);
    wend_group_corridor_end(&made->sampling);
    result = build_diagram(made, error);
    if (result != WEND_OK) {
        wend_group_roadmap_destroy(made);
        return result;
    }
    *roadmap = made;
    return WEND_OK;
}

void wend_group_roadmap_destroy(wend_group_roadmap *roadmap)
{
    if (!roadmap)
        return;
    wend_allocator allocator = roadmap->allocator;
    wend_roadmap_destroy(roadmap->sampling.ways);
    wend_voronoi_destroy(roadmap->voronoi);
    wend_group_corridor_free(&roadmap->sampling);
    wend_array_free(&roadmap->sampling.arcs, &allocator);
    wend_array_free(&roadmap->poses, &allocator);
    wend_array_free(&roadmap->nodes, &allocator);
    wend_array_free(&roadmap->ends, &allocator);
    wend_array_free(&roadmap->edges, &allocator);
    wend_array_free(&roadmap->parts, &allocator);
    wend_array_free(&roadmap->costs, &allocator);
    wend_array_free(&roadmap->vias, &allocator);
    wend_array_free(&roadmap->path, &allocator);
    wend_heap_free(&roadmap->open);
    wend_path_query_destroy(roadmap->disc_paths);
    wend_mesh_destroy(roadmap->mesh);
    wend_release(&allocator, roadmap, 1, sizeof *roadmap);
}

// ---- growth -------------------------------------------------------------------------------------

/// The clearance of a pose for a group of that area, up to the slack.
static double clearance_of(wend_group_roadmap *roadmap, const wend_group_pose *pose, double area)
{
    wend_group_shape shape = wend_group_pose_shape(pose, area);
    // Most poses that are not free fail at their centre.
    if (wend_floor_clearance(roadmap->def.floor, pose->centre, NULL, NULL) < 0.5 * shape.width)
        return -INFINITY;
    wend_group_walls walls = {.floor = roadmap->def.floor};
    double clearance = wend_group_walls_clearance(&walls, &shape, roadmap->sampling.slack);
    roadmap->walls.queries += walls.queries;
    return clearance;
}

/// True if a node has at most one edge.
static bool is_loose(const wend_group_roadmap *roadmap, uint32_t node)
{
    uint32_t first = roadmap->nodes.data[node].first;
    return first == WEND_GROUP_NO_EDGE ||
           roadmap->edges.data[first / 2].next[first & 1] == WEND_GROUP_NO_EDGE;
}

/// True if a node is loose, and isolated or between walls much narrower than a disc.
static bool is_in_passage(const wend_group_roadmap *roadmap, uint32_t node)
{
    wend_circle circle;
    if (!is_loose(roadmap, node))
        return false;
    if (roadmap->nodes.data[node].first == WEND_GROUP_NO_EDGE)
        return true;
    return wend_voronoi_embedding_circle(roadmap->voronoi, roadmap->poses.data[node].centre,
                                         &circle, NULL, NULL) == WEND_OK &&
           circle.radius < PASSAGE * 0.5 * roadmap->sampling.disc;
}

/// True if a node that was just connected is useless: it belongs to a crowded component and
/// connects it to no other.
static bool is_idle(wend_group_roadmap *roadmap, uint32_t node, uint32_t limit)
{
    if (roadmap->nodes.data[node].first == WEND_GROUP_NO_EDGE || !is_loose(roadmap, node))
        return false;
    uint32_t part = wend_group_part(roadmap, node), count = 0;
    for (uint32_t i = 0; i < node && count < limit; ++i)
        count += wend_group_part(roadmap, i) == part;
    return count >= limit;
}

wend_group_attempt wend_group_roadmap_attempt(wend_group_roadmap *roadmap)
{
    wend_group_pose pose;
    wend_group_sampling *sampling = &roadmap->sampling;
    const wend_group_sampler_entry *sampler = wend_group_sampler_of(roadmap->def.sampler);
    wend_group_attempt attempt = sampler->sample(sampling, &pose);
    if (attempt == WEND_GROUP_ATTEMPT_END || attempt == WEND_GROUP_ATTEMPT_NO_MEMORY)
        return attempt;
    ++roadmap->tries;
    if (attempt == WEND_GROUP_ATTEMPT_NONE)
        return attempt;
    double area = roadmap->def.size.area, slack = sampling->slack;
    double clearance = clearance_of(roadmap, &pose, area);
    if (!(clearance >= slack) && roadmap->area < area)
        clearance = clearance_of(roadmap, &pose, area = roadmap->area);
    if (!(clearance >= slack))
        return WEND_GROUP_ATTEMPT_NONE;
    uint32_t node, before = (uint32_t)roadmap->nodes.count;
    if (!wend_group_node_add(roadmap, &pose, area, clearance, &node))
        return WEND_GROUP_ATTEMPT_NO_MEMORY;
    if (node < before)
        return WEND_GROUP_ATTEMPT_NONE;
    if (!wend_group_node_join(roadmap, node))
        return WEND_GROUP_ATTEMPT_NO_MEMORY;
    bool passage = is_in_passage(roadmap, node);
    if (is_idle(roadmap, node, passage ? PASSAGE_CROWDS * roadmap->crowd : roadmap->crowd))
        wend_group_roadmap_cut(roadmap, node, roadmap->edges.count - 1);
    else if (passage && !wend_group_node_slide(roadmap, node))
        return WEND_GROUP_ATTEMPT_NO_MEMORY;
    return WEND_GROUP_ATTEMPT_POSE;
}

wend_result wend_group_roadmap_grow(wend_group_roadmap *roadmap, uint32_t samples,
                                    wend_error *error)
{
    if (!roadmap)
        return wend_fail(error, WEND_BAD_ARGUMENT, "roadmap must not be NULL");
    for (uint32_t i = 0; i < samples; ++i) {
        wend_group_attempt attempt = wend_group_roadmap_attempt(roadmap);
        if (attempt == WEND_GROUP_ATTEMPT_NO_MEMORY)
            return wend_fail_memory(error);
        if (attempt == WEND_GROUP_ATTEMPT_END)
            return wend_fail(error, WEND_NOT_FOUND, "the sampler is exhausted");
    }
    return WEND_OK;
}

// ---- statistics ---------------------------------------------------------------------------------

wend_group_roadmap_counts wend_group_roadmap_count(const wend_group_roadmap *roadmap)
{
    wend_group_roadmap_counts counts = {
        .tries = roadmap->tries,
        .nodes = (uint32_t)roadmap->nodes.count,
        .edges = (uint32_t)roadmap->edges.count,
        .motions = roadmap->motions,
        .clearance = roadmap->walls.queries + roadmap->sampling.queries,
    };
    for (uint32_t i = 0; i < counts.nodes; ++i)
        counts.parts += roadmap->parts.data[i] == i;
    return counts;
}

double wend_group_roadmap_free_share(const wend_group_roadmap *roadmap, uint32_t samples)
{
    wend_group_sampling sampling = roadmap->sampling;
    sampling.random = wend_random_stream(roadmap->def.seed, SHARE_STREAM);
    uint32_t free_ones = 0;
    for (uint32_t i = 0; i < samples; ++i) {
        wend_group_pose pose;
        wend_group_sampler_of(WEND_GROUP_UNIFORM)->sample(&sampling, &pose);
        wend_group_shape shape = wend_group_pose_shape(&pose, sampling.size.area);
        free_ones += wend_group_shape_clearance(sampling.floor, &shape, sampling.slack, NULL,
                                                NULL) >= sampling.slack;
    }
    return samples > 0 ? (double)free_ones / samples : 0;
}

const wend_group_pose *wend_group_roadmap_poses(const wend_group_roadmap *roadmap, uint32_t *count)
{
    *count = (uint32_t)roadmap->poses.count;
    return roadmap->poses.data;
}

const uint32_t *wend_group_roadmap_edges(const wend_group_roadmap *roadmap, uint32_t *count)
{
    *count = (uint32_t)roadmap->edges.count;
    return roadmap->ends.data;
}
