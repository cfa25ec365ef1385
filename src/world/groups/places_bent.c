// SPDX-License-Identifier: MIT
// Places aside for shapes with bends: long groups fit beside another's way only along the walls of
// a room.
//
// The sweeps are walls on a floor of its own. A part of the shortest path of a disc on it, between
// two random points, is the spine of a shape as wide as the disc, beside all sweeps. The widest are
// tried first: they are the shortest.
#include "world/groups/meet.h"

#include "group/roadmap.h"
#include "wend/vec2.h"

#include <math.h>

/// Sample limit of a plan to a place.
enum { SAMPLES = 96 };

/// Limit of each path.
enum { BUDGET = 400 };

/// Number of points, of paths and of plans that are tried.
enum { POINTS = 20, PATHS = 240, PLANS = 2 };

/// Number of widths, from that of the track, and of positions on it that are tried on each path:
/// between the walls made of a sweep there are gaps, so a track may lead too near to it.
enum { WIDTHS = 4, WINDOWS = 5 };

/// Widths, from this part of the disc, each this part of the one before.
#define WIDEST   0.5
#define NARROWER 0.93

/// Size of the region. [Units: widths of the disc]
#define NEAR 2.5

/// Sweeps are thinner by this on either side as walls, which may not overlap the others, and paths
/// keep it from them. [Units: least widths]
#define THINNER 0.04

/// Paths keep this more from them: outlines are polygons. [Units: least widths]
#define OUTLINE 0.015

/// Walls are discs of at least this width, besides shapes of the sweep; at most this number of
/// both. [Units: least widths]
#define LEAST_DISC 0.15
enum { MAX_WALLS = 96, MAX_OUTLINE = 64 };

/// Every so many shapes of the sweep are filled up to their outlines.
enum { EVERY = 8 };

#define PI 3.14159265358979324

/// Stream of random numbers: not that of the samplers.
#define POINTS_STREAM 0x61736964

typedef struct bent_search {
    wend_group_search *group; ///< among the present walls
    const wend_group_sweep *sweep;
    wend_group_search beside; ///< with the sweeps as walls
    wend_mesh *mesh;
    wend_path_query *paths;
    wend_circle points[POINTS]; ///< with the space there
    uint32_t point_count, path_count, plan_count;
} bent_search;

/// The distance of a point from all walls so far.
static double distance_from_walls(const bent_search *b, wend_vec2 p)
{
    double least = INFINITY;
    for (size_t i = 0; i < b->beside.walls.count; ++i)
        least = fmin(least, -wend_group_shape_depth(&b->beside.walls.data[i], p, NULL));
    return least;
}

/// Adds shapes of the sweep that do not overlap. False: out of memory.
static bool add_shapes(bent_search *b, double min_width)
{
    // Backwards: where the other will arrive is where this group is now.
    for (size_t i = b->sweep->shapes.count; i-- > 0;) {
        wend_group_shape shape = b->sweep->shapes.data[i];
        shape.width = fmax(shape.width - 2 * THINNER * min_width, 0.5 * shape.width);
        bool apart = true;
        for (size_t k = 0; k < b->beside.walls.count && apart; ++k)
            apart = wend_group_shapes_distance(&shape, &b->beside.walls.data[k]) >
                    0.5 * THINNER * min_width;
        if (apart && !wend_array_push(&b->beside.walls, &b->group->world->allocator, shape))
            return false;
    }
    return true;
}

/// Fills what these leave uncovered with discs, up to the outlines of other shapes of the sweep.
/// False: out of memory.
static bool add_discs(bent_search *b, double min_width)
{
    double gap = THINNER * min_width;
    for (size_t i = b->sweep->shapes.count; i-- > 0 && b->beside.walls.count < MAX_WALLS;) {
        wend_vec2 outline[MAX_OUTLINE];
        uint32_t count = 0;
        wend_group_shape shape = b->sweep->shapes.data[i];
        shape.width = fmax(shape.width - 2 * THINNER * min_width, 0.5 * shape.width);
        if (i % EVERY != 0 || wend_group_shape_outline(&shape, OUTLINE * min_width, outline,
                                                       MAX_OUTLINE, &count) != WEND_OK)
            continue;
        for (uint32_t k = 0; k < count && b->beside.walls.count < MAX_WALLS; ++k) {
            double free_width = fmin(distance_from_walls(b, outline[k]), shape.width);
            wend_vec2 on;
            double depth = wend_group_shape_depth(&shape, outline[k], &on);
            if (!(free_width - gap > LEAST_DISC * min_width))
                continue;
            wend_vec2 inwards = wend_unit(wend_sub(on, outline[k]));
            double radius = 0.5 * (free_width - gap), width = 2 * radius;
            const wend_group_pose disc = {
                .centre = wend_add_scaled(outline[k], 0.5 * free_width - fmin(depth, 0), inwards),
                .width = width,
            };
            if (!wend_array_push(&b->beside.walls, &b->group->world->allocator,
                                 wend_group_shape_of(&disc, PI * radius * radius)))
                return false;
        }
    }
    return true;
}

static wend_result begin(bent_search *b)
{
    const wend_world *world = b->group->world;
    wend_mesh_def def = wend_default_mesh_def();
    def.allocator = world->allocator;
    double min_width = world->groups.list.data[b->group->group].def.size.min_width;
    if (!add_shapes(b, min_width) || !add_discs(b, min_width))
        return WEND_OUT_OF_MEMORY;
    wend_result result = wend_group_search_begin(&b->beside, WEND_GROUPS_STANDING, NULL);
    if (result == WEND_OK)
        result = wend_mesh_create(b->beside.floor, &def, &b->mesh, NULL);
    if (result == WEND_OK)
        result = wend_path_query_create(&world->allocator, &b->paths, NULL);
    return result == WEND_OK || result == WEND_OUT_OF_MEMORY ? result : WEND_NOT_FOUND;
}

/// Draws points near the group, moved to where there is the most space, that are free for its
/// narrowest disc.
static void draw_points(bent_search *b)
{
    const wend_moving_group *g = &b->group->world->groups.list.data[b->group->group];
    const wend_group_sampling *sampling = &b->group->roadmap->sampling;
    const wend_group_stance stance = wend_group_search_stance(b->group, b->group->group);
    wend_vec2 here = wend_group_shape_from_local(&stance.shape, (wend_vec2){0, 0});
    wend_random random =
        wend_random_stream(g->def.seed + g->plans + b->group->variant, POINTS_STREAM);
    double near = NEAR * sampling->disc;
    wend_box box = {
        {fmax(sampling->box.min.x, here.x - near), fmax(sampling->box.min.y, here.y - near)},
        {fmin(sampling->box.max.x, here.x + near), fmin(sampling->box.max.y, here.y + near)}};
    for (int i = 0; i < 16 * POINTS && b->point_count < POINTS; ++i) {
        wend_vec2 p = {wend_random_between(&random, box.min.x, box.max.x),
                       wend_random_between(&random, box.min.y, box.max.y)};
        wend_circle circle;
        if (wend_floor_locate(b->beside.floor, p, NULL) == WEND_LOCATION_FREE &&
            wend_voronoi_embedding_circle(b->beside.roadmap->voronoi, p, &circle, NULL, NULL) ==
                WEND_OK &&
            circle.radius > 0.5 * (1 + THINNER) * g->def.size.min_width)
            b->points[b->point_count++] = circle;
    }
}

/// Tries a window on a track as the place.
static wend_result try_window(bent_search *b, const wend_group_track *track, double from,
                              double spine, double width)
{
    wend_group_search *s = b->group;
    const wend_group_stance here = wend_group_search_stance(s, s->group);
    const wend_group_shape shape = wend_group_track_window(track, from, from + spine, width);
    wend_group_walls *walls = &s->roadmap->walls;
    double slack = s->roadmap->sampling.slack;
    if (b->plan_count >= PLANS || wend_group_sweep_meets(b->sweep, &shape) ||
        wend_group_walls_clearance(walls, &shape, slack) < slack)
        return WEND_NOT_FOUND;
    ++b->plan_count;
    s->along = 0;
    return wend_group_roadmap_snake(s->roadmap, &here.shape, &shape, SAMPLES, &s->plan);
}

/// Tries windows of some widths on a track that has space for that width.
static wend_result try_windows(bent_search *b, const wend_group_track *track, double width)
{
    wend_group_size size = b->group->world->groups.list.data[b->group->group].def.size;
    wend_result result = WEND_NOT_FOUND;
    for (int i = 0; i < WIDTHS && width >= size.min_width; ++i, width *= NARROWER) {
        double spine = wend_group_spine(size.area, width);
        double room = wend_group_track_length(track) - spine;
        for (int k = 0; k < WINDOWS && room > 0; ++k) {
            result = try_window(b, track, k * room / (WINDOWS - 1), spine, width);
            if (result != WEND_NOT_FOUND)
                return result;
        }
    }
    return result;
}

/// Tries the path between two points.
static wend_result try_path(bent_search *b, const wend_circle *from, const wend_circle *to,
                            double width)
{
    const wend_world *world = b->group->world;
    wend_group_size size = world->groups.list.data[b->group->group].def.size;
    wend_path_request request = wend_default_path_request();
    double slack = b->group->roadmap->sampling.slack;
    wend_path path;
    request.from = from->centre;
    request.goal = (wend_goal){&to->centre, 1};
    request.budget = BUDGET;
    request.radius = 0.5 * width + 2 * slack + (THINNER + OUTLINE) * size.min_width;
    if (from->radius < request.radius || to->radius < request.radius)
        return WEND_NOT_FOUND;
    ++b->path_count;
    wend_result result = wend_path_find(b->paths, b->mesh, &request, &path, NULL);
    if (result != WEND_OK || path.piece_count == 0 ||
        path.length < wend_group_spine(size.area, width))
        return result == WEND_OUT_OF_MEMORY ? result : WEND_NOT_FOUND;
    wend_group_track track = {.cell = size.min_width};
    bool fits = wend_array_reserve(&track.pieces, &world->allocator, path.piece_count);
    for (uint32_t i = 0; i < path.piece_count && fits; ++i)
        track.pieces.data[track.pieces.count++] = path.pieces[i];
    fits = fits && wend_group_track_measure(&track, &world->allocator);
    result = fits ? try_windows(b, &track, width) : WEND_OUT_OF_MEMORY;
    wend_array_free(&track.pieces, &world->allocator);
    wend_array_free(&track.begins, &world->allocator);
    return result;
}

/// Tries all widths and pairs of points.
static wend_result try_all(bent_search *b)
{
    const wend_group_sampling *sampling = &b->group->roadmap->sampling;
    wend_result result = WEND_NOT_FOUND;
    for (double width = WIDEST * sampling->disc;; width *= NARROWER) {
        width = fmax(width, sampling->size.min_width);
        uint32_t until = b->path_count + PATHS / 16; // A share for each width.
        for (uint32_t i = 0; i < b->point_count && result == WEND_NOT_FOUND; ++i)
            for (uint32_t k = 0; k < i && result == WEND_NOT_FOUND && b->path_count < until; ++k) {
                // A path between near points is too short.
                if (4 * wend_distance(b->points[i].centre, b->points[k].centre) <
                    wend_group_spine(sampling->size.area, width))
                    continue;
                result = try_path(b, &b->points[k], &b->points[i], width);
            }
        if (result != WEND_NOT_FOUND || !(width > sampling->size.min_width) ||
            b->path_count >= PATHS || b->plan_count >= PLANS)
            return result;
    }
}

wend_result wend_group_find_bent_place(wend_group_search *s, const wend_group_sweep *sweep)
{
    bent_search b = {
        .group = s,
        .sweep = sweep,
        .beside = {.world = s->world, .group = s->group, .stances = s->stances, .strict = true},
    };
    wend_group_walls *walls = &s->roadmap->walls;
    wend_result result = begin(&b);
    if (result == WEND_OK) {
        draw_points(&b);
        walls->obstacles = s->obstacles.data;
        walls->obstacle_count = (uint32_t)s->obstacles.count;
        result = try_all(&b);
        walls->obstacles = NULL;
        walls->obstacle_count = 0;
    }
    wend_group_search_end(&b.beside);
    wend_mesh_destroy(b.mesh);
    wend_path_query_destroy(b.paths);
    return result;
}
