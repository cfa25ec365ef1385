// SPDX-License-Identifier: MIT
// A roadmap from its def to its end, how it is made larger, and what can be asked about it.
#include "group/roadmap.h"

#include "geometry/floor.h"
#include "wend/geometry.h"

#include <math.h>

#define ROADMAP_COOKIE 0x77f1006fu

enum { MOST_NEIGHBOURS = 64 };

/// The stream of random numbers of samplers, and that of wend_group_roadmap_free_share.
enum { SAMPLES_STREAM, SHARE_STREAM };

/// A part of the roadmap has many nodes when it has so many for each shape that has room in the
/// floor's box, and no fewer than the least.
enum { CROWD_EACH = 8, CROWD_LEAST = 256 };

/// A passage is narrower than this part of a disc, and what is in one is worth more: a part has
/// many of them when it has so many times as many nodes.
#define PASSAGE 0.75
enum { PASSAGE_CROWDS = 4 };

/// How far a diagram may reach beyond a floor without bounds, in its sides: the diagram's tolerance
/// must not be much larger than the floor's.
#define MOST_SIDES 8.0

wend_group_roadmap_def wend_default_group_roadmap_def(void)
{
    return (wend_group_roadmap_def){
        .sampler = WEND_GROUP_CORRIDOR,
        .local = WEND_GROUP_HINGED,
        .metric = {.turn = 2, .deform = 0.5},
        .neighbours = 10,
        .cookie = ROADMAP_COOKIE,
    };
}

// ---- making it ----------------------------------------------------------------------------------

static wend_result check_def(const wend_group_roadmap_def *def, wend_error *error)
{
    if (def->cookie != ROADMAP_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "make the def with wend_default_group_roadmap_def");
    if (!def->floor)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a roadmap needs a floor");
    if (!(def->size.area > 0) || !(def->size.area <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the area of a group is %g: it must be above 0",
                         def->size.area);
    double disc = wend_group_disc_width(def->size.area);
    if (!(def->size.least_width > 0) || !(def->size.least_width <= disc))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the least width is %g: it must be above 0 and at most %g, the width of a "
                         "disc of that area",
                         def->size.least_width, disc);
    if ((unsigned)def->sampler >= WEND_GROUP_SAMPLERS || (unsigned)def->local >= WEND_GROUP_LOCALS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there is no such sampler or local planner");
    if (!(def->metric.turn >= 0 && def->metric.deform >= 0) || !isfinite(def->metric.turn) ||
        !isfinite(def->metric.deform))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the metric's values must be 0 or more");
    if (def->neighbours < 1 || def->neighbours > MOST_NEIGHBOURS)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a sample has %u neighbours: it must have 1 to %d",
                         (unsigned)def->neighbours, MOST_NEIGHBOURS);
    return WEND_OK;
}

static wend_box grown(wend_box box, double by)
{
    return (wend_box){{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}};
}

/// A floor without bounds is free all around. The diagram covers so much of that that the narrowest
/// shape gets around everything; where that is not allowed (all obstacles together are less than
/// half as large as this shape is wide), there is a way from anywhere to anywhere.
static wend_box frame_of(wend_group_roadmap *roadmap)
{
    wend_group_sampling *sampling = &roadmap->sampling;
    wend_box box = wend_floor_box(roadmap->def.floor);
    bool is_empty = box.min.x > box.max.x;
    if (is_empty)
        box = (wend_box){{0, 0}, {0, 0}};
    double side = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    double most = side > 0 ? MOST_SIDES * side : INFINITY;
    double around = fmin(fmax(side, sampling->spine + sampling->disc), most);
    double least = sampling->size.least_width;
    roadmap->is_provable = !is_empty && around >= 2 * least;
    sampling->frame = grown(box, around - least);
    sampling->box = grown(box, sampling->disc);
    return grown(box, around);
}

static wend_result make_diagram(wend_group_roadmap *roadmap, wend_error *error)
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
    roadmap->crowd = (uint32_t)fmin(fmax(CROWD_EACH * shapes, CROWD_LEAST), UINT32_MAX / 8);
    return wend_roadmap_create(&roadmap->allocator, &sampling->ways, error);
}

wend_result wend_group_roadmap_create(const wend_group_roadmap_def *def,
                                      wend_group_roadmap **roadmap, wend_error *error)
{
    if (!def || !roadmap)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a def and a place for the roadmap are needed");
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
                     .spine = wend_group_spine(def->size.area, def->size.least_width),
                     .slack = WEND_GROUP_SLACK * def->size.least_width,
                     .random = wend_random_stream(def->seed, SAMPLES_STREAM),
                     .allocator = def->allocator},
    };
    wend_heap_init(&made->open, &made->allocator);
    wend_group_corridor_end(&made->sampling);
    result = make_diagram(made, error);
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
    wend_array_free(&roadmap->way, &allocator);
    wend_heap_free(&roadmap->open);
    wend_release(&allocator, roadmap, 1, sizeof *roadmap);
}

// ---- growing ------------------------------------------------------------------------------------

/// The clearance of a pose for a group of that area, up to the slack.
static double clearance_of(wend_group_roadmap *roadmap, const wend_group_pose *pose, double area)
{
    wend_group_shape shape = wend_group_pose_shape(pose, area);
    // Most that are not free are so at their centre.
    if (wend_floor_clearance(roadmap->def.floor, pose->centre, NULL, NULL) < 0.5 * shape.width)
        return -INFINITY;
    wend_group_walls walls = {.floor = roadmap->def.floor};
    double clearance = wend_group_walls_clearance(&walls, &shape, roadmap->sampling.slack);
    roadmap->walls.questions += walls.questions;
    return clearance;
}

/// True if a node has at most one edge.
static bool is_loose(const wend_group_roadmap *roadmap, uint32_t node)
{
    uint32_t first = roadmap->nodes.data[node].first;
    return first == WEND_GROUP_NO_EDGE ||
           roadmap->edges.data[first / 2].next[first & 1] == WEND_GROUP_NO_EDGE;
}

/// True if a node is loose, and alone or between walls that leave a disc no room by far.
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

/// True if a node that was just joined is of no use: it belongs to one part that has so many
/// already, and joins it with no other.
static bool is_idle(wend_group_roadmap *roadmap, uint32_t node, uint32_t many)
{
    if (roadmap->nodes.data[node].first == WEND_GROUP_NO_EDGE || !is_loose(roadmap, node))
        return false;
    uint32_t part = wend_group_part(roadmap, node), count = 0;
    for (uint32_t i = 0; i < node && count < many; ++i)
        count += wend_group_part(roadmap, i) == part;
    return count >= many;
}

wend_group_try wend_group_roadmap_try(wend_group_roadmap *roadmap)
{
    wend_group_pose pose;
    wend_group_sampling *sampling = &roadmap->sampling;
    const wend_group_sampler_entry *sampler = wend_group_sampler_of(roadmap->def.sampler);
    wend_group_try tried = sampler->sample(sampling, &pose);
    if (tried == WEND_GROUP_TRY_END || tried == WEND_GROUP_TRY_NO_MEMORY)
        return tried;
    ++roadmap->tries;
    if (tried == WEND_GROUP_TRY_NONE)
        return tried;
    double area = roadmap->def.size.area, slack = sampling->slack;
    double clearance = clearance_of(roadmap, &pose, area);
    if (!(clearance >= slack) && roadmap->area < area)
        clearance = clearance_of(roadmap, &pose, area = roadmap->area);
    if (!(clearance >= slack))
        return WEND_GROUP_TRY_NONE;
    uint32_t node, before = (uint32_t)roadmap->nodes.count;
    if (!wend_group_node_add(roadmap, &pose, area, clearance, &node))
        return WEND_GROUP_TRY_NO_MEMORY;
    if (node < before)
        return WEND_GROUP_TRY_NONE;
    if (!wend_group_node_join(roadmap, node))
        return WEND_GROUP_TRY_NO_MEMORY;
    bool passage = is_in_passage(roadmap, node);
    if (is_idle(roadmap, node, passage ? PASSAGE_CROWDS * roadmap->crowd : roadmap->crowd))
        wend_group_roadmap_cut(roadmap, node, roadmap->edges.count - 1);
    else if (passage && !wend_group_node_slide(roadmap, node))
        return WEND_GROUP_TRY_NO_MEMORY;
    return WEND_GROUP_TRY_POSE;
}

wend_result wend_group_roadmap_grow(wend_group_roadmap *roadmap, uint32_t samples,
                                    wend_error *error)
{
    if (!roadmap)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a roadmap is needed");
    for (uint32_t i = 0; i < samples; ++i) {
        wend_group_try tried = wend_group_roadmap_try(roadmap);
        if (tried == WEND_GROUP_TRY_NO_MEMORY)
            return wend_fail_memory(error);
        if (tried == WEND_GROUP_TRY_END)
            return wend_fail(error, WEND_NOTHING, "the sampler has no more poses to give");
    }
    return WEND_OK;
}

// ---- what can be asked --------------------------------------------------------------------------

wend_group_roadmap_counts wend_group_roadmap_count(const wend_group_roadmap *roadmap)
{
    wend_group_roadmap_counts counts = {
        .tries = roadmap->tries,
        .nodes = (uint32_t)roadmap->nodes.count,
        .edges = (uint32_t)roadmap->edges.count,
        .motions = roadmap->motions,
        .clearance = roadmap->walls.questions + roadmap->sampling.questions,
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
