// SPDX-License-Identifier: MIT
// Any bytes as obstacles on a small grid, and a group with a start and a goal. Rejected input has a
// message. A plan is free of walls, by the library's own checker and at many points, and its area
// is constant. A proof of impossibility must agree with the mesh: a disc of the minimum width finds
// no path there.
#include "fuzz_places.h"

#include "wend/group_plan.h"
#include "wend/path.h"

// The fuzzer should try many small scenes.
enum { MOST_OBSTACLES = 8, MOST_POINTS = 5, PLACES = 8, SAMPLES = 40, LOOKS = 200 };

/// Relative width within which the diagram and the mesh may differ.
#define SAME_WIDTH 1e-6

/// Relative tolerance of the area.
#define SAME_AREA 1e-9

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct plan {
    spread spread;
    wend_vec2 bounds[4];
    wend_vec2 points[MOST_OBSTACLES][MOST_POINTS];
    wend_shape shapes[MOST_OBSTACLES];
    uint32_t shape_count;
    wend_group_roadmap_def def;
    wend_group_query query;
} plan;

static wend_vec2 take_place(const plan *p, bytes *b)
{
    uint8_t x = take(b), y = take(b);
    return spread_place(&p->spread, x % (2 * PLACES + 1) / 2.0, y % (2 * PLACES + 1) / 2.0);
}

static wend_group_pose take_pose(const plan *p, bytes *b)
{
    wend_group_pose pose = {.centre = take_place(p, b)};
    uint8_t how = take(b);
    double least = p->def.size.min_width, disc = wend_group_disc_width(p->def.size.area);
    if (how & 1)
        pose.width = least + (disc - least) * (how >> 4) / 15;
    pose.angle = 0.25 * (how >> 1 & 7);
    return pose;
}

static void take_plan(plan *p, bytes *b)
{
    uint8_t how = take(b);
    *p = (plan){.spread = spread_of(how)};
    for (uint32_t i = 0; i < 4; ++i)
        p->bounds[i] = spread_place(&p->spread, i == 1 || i == 2 ? PLACES : 0, i >= 2 ? PLACES : 0);
    p->shape_count = take(b) % (MOST_OBSTACLES + 1);
    for (uint32_t i = 0; i < p->shape_count; ++i) {
        uint32_t count = 1 + take(b) % MOST_POINTS;
        for (uint32_t k = 0; k < count; ++k)
            p->points[i][k] = take_place(p, b);
        p->shapes[i] = (wend_shape){.points = p->points[i], .point_count = count};
    }
    uint8_t kind = take(b), sizes = take(b);
    p->def = wend_default_group_roadmap_def();
    p->def.sampler = (wend_group_sampler)(kind % WEND_GROUP_SAMPLERS);
    p->def.local_planner = kind & 0x80 ? WEND_GROUP_HINGED : WEND_GROUP_DEFORMABLE;
    p->def.size.area = (0.25 + sizes % 16 / 4.0) * p->spread.scale * p->spread.scale;
    p->def.size.min_width = wend_group_disc_width(p->def.size.area) * (1 + sizes / 16) / 16;
    p->def.seed = take(b);
    p->query = wend_default_group_query();
    p->query.from = take_pose(p, b);
    p->query.to = take_pose(p, b);
    p->query.max_samples = SAMPLES;
}

static void check_plan(const plan *p, const wend_floor *floor, const wend_group_plan *found)
{
    double length = wend_group_plan_length(found), area = p->def.size.area;
    if (!(length >= 0) || wend_group_plan_check(found, floor, NULL) != WEND_OK)
        abort();
    for (uint32_t i = 0; i <= LOOKS; ++i) {
        wend_group_shape shape = wend_group_plan_shape(found, length * i / LOOKS);
        if (!(wend_group_shape_clearance(floor, &shape, 1, NULL, NULL) > 0) ||
            !(fabs(wend_group_shape_area(&shape) - area) <= SAME_AREA * area))
            abort();
    }
}

/// True if a disc of that width has a path on the mesh.
static bool is_reachable(const plan *p, const wend_floor *floor, double width)
{
    const wend_mesh_def mesh_def = wend_default_mesh_def();
    wend_path_request request = wend_default_path_request();
    wend_path_query *query = NULL;
    wend_mesh *mesh = NULL;
    wend_path path;
    request.from = p->query.from.centre;
    request.goal = (wend_goal){&p->query.to.centre, 1};
    request.radius = width / 2;
    if (wend_mesh_create(floor, &mesh_def, &mesh, NULL) != WEND_OK ||
        wend_path_query_create(NULL, &query, NULL) != WEND_OK)
        abort();
    bool found = wend_path_find(query, mesh, &request, &path, NULL) == WEND_OK;
    wend_path_query_destroy(query);
    wend_mesh_destroy(mesh);
    return found;
}

static void check_query(const plan *p, const wend_floor *floor, wend_group_roadmap *roadmap)
{
    wend_group_plan *found;
    wend_group_status status;
    wend_error error = {0};
    double least = p->def.size.min_width;
    wend_result result = wend_group_roadmap_find(roadmap, &p->query, &found, &status, &error);
    if ((result == WEND_OK) != (found != NULL) || (result != WEND_OK && error.text[0] == '\0'))
        abort();
    if (result == WEND_OK) {
        check_plan(p, floor, found);
        if (!is_reachable(p, floor, least * (1 - SAME_WIDTH)))
            abort();
    } else if (status == WEND_GROUP_IMPOSSIBLE &&
               is_reachable(p, floor, least * (1 + SAME_WIDTH))) {
        abort();
    }
    wend_group_plan_destroy(found);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static plan p;
    bytes b = {data, size, 0};
    take_plan(&p, &b);
    wend_floor *floor = valid_floor(p.bounds, p.shapes, p.shape_count);
    if (!floor)
        return 0;
    wend_group_roadmap *roadmap = NULL;
    wend_error error = {0};
    p.def.floor = floor;
    wend_result result = wend_group_roadmap_create(&p.def, &roadmap, &error);
    if (result != WEND_OK && error.text[0] == '\0')
        abort();
    if (roadmap)
        check_query(&p, floor, roadmap);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
    return 0;
}
