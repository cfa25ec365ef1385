// SPDX-License-Identifier: MIT
#include "scene/build/structures.h"

#include "core/memory.h"
#include "polygon/polygons.h"
#include "scene/build/floor.h"
#include "scene/shape.h"
#include "wend/geometry.h"

#include <string.h>

void scene_mesh_free(scene_mesh *built)
{
    wend_mesh_destroy(built->mesh);
    wend_floor_destroy(built->floor);
    *built = (scene_mesh){0};
}

static wend_result build(const scene *s, bool doors, wend_box around, double radius,
                         scene_mesh *built, wend_error *error)
{
    uint32_t defects = 0;
    wend_result result = doors ? scene_floor_with_doors(s, &built->floor, error)
                               : scene_floor(s, &built->floor, error);
    if (result == WEND_OK)
        result = wend_floor_validate(built->floor, NULL, 0, &defects, error);
    if (result != WEND_OK)
        return result;
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = scene_open_frame(wend_box_join(wend_floor_box(built->floor), around), 4 * radius);
    return wend_mesh_create(built->floor, &def, &built->mesh, error);
}

static wend_result make_mesh(const scene *s, bool doors, wend_box around, double radius,
                             scene_mesh *built, wend_error *error)
{
    *built = (scene_mesh){0};
    wend_result result = build(s, doors, around, radius, built, error);
    if (result != WEND_OK)
        scene_mesh_free(built);
    return result;
}

wend_result scene_make_mesh(const scene *s, wend_box around, double radius, scene_mesh *built,
                            wend_error *error)
{
    return make_mesh(s, false, around, radius, built, error);
}

wend_result scene_make_mesh_with_doors(const scene *s, wend_box around, double radius,
                                       scene_mesh *built, wend_error *error)
{
    return make_mesh(s, true, around, radius, built, error);
}

// ---- the diagram --------------------------------------------------------------------------------

/// True if an agent requires other agents in the diagram.
static bool needs_agents(const scene *s)
{
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        uint32_t needs = wend_planner_info_of(scene_planner(s, &s->agents[i]))->needs |
                         wend_motion_info_of(scene_motion(s, &s->agents[i]))->needs;
        if (needs & WEND_NEEDS_AGENT_SITES)
            return true;
    }
    return false;
}

/// Adds agents as sites. A site that overlaps another is omitted: wend check reports it. False: out
/// of memory.
static bool insert(wend_voronoi *voronoi, wend_shape shape, double radius)
{
    wend_site_id id;
    return wend_voronoi_insert(voronoi, &shape, radius, &id, NULL) != WEND_OUT_OF_MEMORY;
}

static bool add_sites(const scene *s, wend_voronoi *voronoi)
{
    bool good = true;
    for (uint32_t i = 0; i < s->door_count && good; ++i)
        if (s->doors[i].def.shut)
            good = insert(voronoi, shape_view(&s->doors[i].body.shape), 0);
    for (uint32_t i = 0; i < s->mover_count && good; ++i)
        good = insert(voronoi, shape_view(&s->movers[i].body.shape), 0);
    for (uint32_t i = 0; i < s->agents_count && good; ++i) {
        const scene_agents *agents = &s->agents[i];
        const wend_shape place = {.points = &agents->def.agent.position, .point_count = 1};
        if (scene_agents_have_place(agents))
            good = insert(voronoi, place, agents->def.agent.radius);
    }
    return good;
}

wend_result scene_make_voronoi(const scene *s, const scene_mesh *built, scene_sites sites,
                               wend_voronoi **voronoi, wend_error *error)
{
    *voronoi = NULL;
    wend_voronoi_def def = wend_default_voronoi_def();
    def.frame = wend_mesh_box(built->mesh);
    wend_result result = wend_voronoi_create(built->floor, &def, voronoi, error);
    bool more = sites == SCENE_SITES_ALL || (sites == SCENE_SITES_AS_RUN && needs_agents(s));
    if (result != WEND_OK || !more || add_sites(s, *voronoi))
        return result;
    wend_voronoi_destroy(*voronoi);
    *voronoi = NULL;
    return wend_fail_memory(error);
}
