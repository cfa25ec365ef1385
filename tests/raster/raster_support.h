// SPDX-License-Identifier: MIT
// What the tests of rasters share: plans as sites of a raster, the distance to a site the slow way,
// and one number for all that was built.
#ifndef WEND_TESTS_RASTER_RASTER_SUPPORT_H
#define WEND_TESTS_RASTER_RASTER_SUPPORT_H

#include "core/hash.h"
#include "raster/raster.h"
#include "tests/plan/mang_scenes.h"

enum { MOST_RASTER_SITES = MOST_SITES + MOST_AGENTS + 1 };

// The bounds first, then shapes, then agents.
static inline uint32_t sites_of_plan(const site_plan *plan, wend_raster_site *sites)
{
    uint32_t count = 0;
    if (plan->bounds_count > 0)
        sites[count++] = (wend_raster_site){.shape = {plan->bounds, NULL, 0, plan->bounds_count},
                                            .hollow = true};
    for (uint32_t i = 0; i < plan->shape_count; ++i)
        sites[count++] = (wend_raster_site){.shape = plan->shapes[i]};
    for (uint32_t i = 0; i < plan->agent_count; ++i)
        sites[count++] = (wend_raster_site){.shape = {&plan->agents[i].place, NULL, 0, 1},
                                            .radius = plan->agents[i].radius};
    return count;
}

// Agents at random places of the plan's bounds, no nearer to each other and to walls than apart.
static inline void scatter_agents(site_plan *plan, uint32_t count, double apart,
                                  wend_random *random)
{
    wend_box box = wend_box_of(plan->bounds, plan->bounds_count);
    wend_floor *floor = floor_of_plan(plan, 0);
    for (uint32_t tries = 0; tries < 40 * count && plan->agent_count < count; ++tries) {
        wend_vec2 p = {wend_random_between(random, box.min.x, box.max.x),
                       wend_random_between(random, box.min.y, box.max.y)};
        bool free = wend_floor_locate(floor, p, NULL) == WEND_LOCATION_FREE &&
                    wend_floor_clearance(floor, p, NULL, NULL) > apart;
        for (uint32_t i = 0; i < plan->agent_count; ++i)
            free &= hypot(plan->agents[i].place.x - p.x, plan->agents[i].place.y - p.y) > apart;
        if (free)
            plan_agent(plan, p.x, p.y, apart / 3);
    }
    wend_floor_destroy(floor);
}

// A def for some sites in a box.
static inline wend_raster_def raster_def_of(const wend_raster_site *sites, uint32_t count,
                                            wend_box box, uint32_t width, uint32_t height)
{
    wend_raster_def def = wend_default_raster_def();
    def.box = box;
    def.width = width;
    def.height = height;
    def.sites = sites;
    def.site_count = count;
    return def;
}

static inline wend_raster *raster_of(const wend_raster_def *def, wend_tasks *tasks)
{
    wend_raster *raster;
    wend_error error;
    if (wend_raster_create(NULL, &raster, &error) != WEND_OK ||
        wend_raster_build(raster, def, tasks, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return raster;
}

// The square in which a plan's agents are, and some more.
static inline wend_box box_around_plan(const site_plan *plan)
{
    double half = 1.1 * plan->size;
    return (wend_box){{plan->centre.x - half, plan->centre.y - half},
                      {plan->centre.x + half, plan->centre.y + half}};
}

// The distance from p to a site: to all its sides, one by one, and 0 where it is solid.
static inline double distance_to_shape(const wend_raster_site *site, wend_vec2 p)
{
    const wend_shape *shape = &site->shape;
    uint32_t rings = shape->ring_ends ? shape->ring_count : 1, begin = 0;
    double least = INFINITY;
    bool solid = site->hollow;
    for (uint32_t i = 0; i < rings; ++i) {
        uint32_t end = shape->ring_ends ? shape->ring_ends[i] : shape->point_count;
        for (uint32_t k = begin, last = end - 1; k < end; last = k++)
            least = fmin(least, wend_segment_distance(
                                    (wend_segment){shape->points[last], shape->points[k]}, p));
        if (end - begin > 2 &&
            wend_polygon_locate(shape->points + begin, end - begin, p) == WEND_INSIDE)
            solid = !solid;
        begin = end;
    }
    return solid ? 0 : least;
}

static inline uint64_t hash_of_raster(const wend_raster *raster)
{
    wend_raster_view view = wend_raster_view_of(raster);
    const wend_mang_graph *g = wend_raster_graph(raster);
    wend_hash hash = wend_hash_start();
    for (size_t i = 0; i < (size_t)view.width * view.height; ++i) {
        wend_hash_u64(&hash, (uint64_t)view.first[i] << 32 | view.second[i]);
        wend_hash_double(&hash, view.first_distance[i]);
        wend_hash_double(&hash, view.second_distance[i]);
    }
    for (uint32_t i = 0; i < g->vertex_count; ++i)
        wend_hash_vec2(&hash, g->vertices[i].position);
    for (uint32_t i = 0; i < g->edge_count; ++i) {
        wend_hash_u64(&hash, (uint64_t)g->edges[i].from << 32 | g->edges[i].to);
        wend_hash_double(&hash, g->edges[i].weight);
        wend_hash_double(&hash, g->edges[i].wall_clearance);
    }
    for (uint32_t i = 0; i < g->node_count; ++i)
        wend_hash_vec2(&hash, g->nodes[i].position);
    for (uint32_t i = 0; i < g->link_count; ++i) {
        wend_hash_u64(&hash, (uint64_t)g->links[i].from << 32 | g->links[i].to);
        wend_hash_double(&hash, g->links[i].weight);
    }
    return hash.state;
}

#endif
