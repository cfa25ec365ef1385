// SPDX-License-Identifier: MIT
#include "tests/hunt/generate.h"

#include "base/xalloc.h"
#include "scene/check/check.h"
#include "scene/json.h"
#include "wend/path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS = 40, PLACES = 40 };

/// Least gap between agents at the start, and between an agent and a wall. [Units: m]
#define GAP 0.01

#define SINGLE(planner)                                                                            \
    {HUNT_SINGLE, planner, WEND_MOTION_ORCA}, {HUNT_SINGLE, planner, WEND_MOTION_PEDESTRIAN},      \
        {HUNT_SINGLE, planner, WEND_MOTION_SOCIAL_FORCE},                                          \
        {HUNT_SINGLE, planner, WEND_MOTION_STEER},                                                 \
    {                                                                                              \
        HUNT_SINGLE, planner, WEND_MOTION_BOIDS                                                    \
    }

const hunt_pair hunt_pairs[] = {
    SINGLE(WEND_PLANNER_MESH),
    SINGLE(WEND_PLANNER_DIRECT),
    SINGLE(WEND_PLANNER_VORONOI),
    SINGLE(WEND_PLANNER_MANG),
    SINGLE(WEND_PLANNER_MAP),
    {HUNT_MIXED, WEND_PLANNER_MESH, WEND_MOTION_ORCA},
    {HUNT_LANES, WEND_PLANNER_LANES, WEND_MOTION_FOLLOW},
    {HUNT_LANES, WEND_PLANNER_LANES, WEND_MOTION_ORCA},
    {HUNT_LANES, WEND_PLANNER_LANES, WEND_MOTION_PEDESTRIAN},
    {HUNT_GROUP, WEND_PLANNER_GROUP, WEND_MOTION_GROUP_POTENTIAL},
    {HUNT_GROUP, WEND_PLANNER_GROUP, WEND_MOTION_BOIDS},
    {HUNT_GROUP, WEND_PLANNER_GROUP, WEND_MOTION_PEDESTRIAN},
    {HUNT_GROUP, WEND_PLANNER_GROUP, WEND_MOTION_ORCA},
    {HUNT_GROUP, WEND_PLANNER_GROUP, WEND_MOTION_SOCIAL_FORCE},
    {HUNT_GROUP, WEND_PLANNER_GROUP, WEND_MOTION_STEER},
    {HUNT_GROUPS_MIXED, WEND_PLANNER_GROUP, WEND_MOTION_GROUP_POTENTIAL},
};
const uint32_t hunt_pair_count = sizeof hunt_pairs / sizeof hunt_pairs[0];

const char *hunt_pair_name(uint32_t pair, char name[HUNT_PAIR_NAME])
{
    const hunt_pair *p = &hunt_pairs[pair];
    if (p->kind == HUNT_MIXED || p->kind == HUNT_GROUPS_MIXED)
        snprintf(name, HUNT_PAIR_NAME, "%s", p->kind == HUNT_MIXED ? "mixed" : "groups+mixed");
    else
        snprintf(name, HUNT_PAIR_NAME, "%s+%s", wend_planner_info_of(p->planner)->name,
                 wend_motion_info_of(p->motion)->name);
    return name;
}

// ---- agents -------------------------------------------------------------------------------------

/// What the agents of a case are placed with.
typedef struct placing {
    hunt_case *c;
    wend_random *random;
    hunt_pair pair;
    hunt_plan plan;
    wend_floor *floor;
    wend_mesh *mesh;
    wend_path_query *query;
    double min_radius, max_radius, min_speed, max_speed;
    bool social;
} placing;

static double between(placing *p, double low, double high)
{
    return wend_random_between(p->random, low, high);
}

static void draw_bodies(placing *p)
{
    static const double RADII[][2] = {
        {0.2, 0.2}, {0.25, 0.25}, {0.15, 0.3}, {0.1, 0.5}, {0.5, 0.5}};
    static const double SPEEDS[][2] = {{1.3, 1.3}, {1, 1.6}, {0.5, 2}};
    static const double STEPS[] = {0.05, 0.1, 0.1, 0.2};
    const double *radii = RADII[wend_random_below(p->random, 5)];
    const double *speeds = SPEEDS[wend_random_below(p->random, 3)];
    p->min_radius = radii[0], p->max_radius = radii[1];
    p->min_speed = speeds[0], p->max_speed = speeds[1];
    p->c->step = STEPS[wend_random_below(p->random, 4)];
    p->social = wend_random_below(p->random, 2);
}

static void draw_kind(placing *p, hunt_crew *crew, uint32_t social, bool crosses)
{
    static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_PEDESTRIAN,
                                               WEND_MOTION_SOCIAL_FORCE, WEND_MOTION_STEER,
                                               WEND_MOTION_BOIDS};
    static const wend_planner_kind PLANNERS[] = {WEND_PLANNER_MESH, WEND_PLANNER_DIRECT,
                                                 WEND_PLANNER_VORONOI, WEND_PLANNER_MANG,
                                                 WEND_PLANNER_MAP};
    crew->planner = p->pair.planner;
    crew->motion = p->pair.motion;
    if (crosses || p->pair.kind == HUNT_MIXED) {
        crew->planner = PLANNERS[wend_random_below(p->random, 5)];
        crew->motion = MOTIONS[wend_random_below(p->random, 5)];
    }
    crew->social = crew->motion == WEND_MOTION_BOIDS && p->social ? social : 0;
}

static wend_vec2 point_in(placing *p, wend_box in)
{
    wend_vec2 at = {between(p, in.min.x, in.max.x), between(p, in.min.y, in.max.y)};
    return at;
}

static bool has_space(const placing *p, wend_vec2 at, double radius)
{
    wend_box b = p->c->bounds;
    if (!(at.x > b.min.x && at.x < b.max.x && at.y > b.min.y && at.y < b.max.y) ||
        wend_floor_locate(p->floor, at, NULL) != WEND_LOCATION_FREE ||
        wend_floor_clearance(p->floor, at, NULL, NULL) < radius + GAP)
        return false;
    for (uint32_t i = 0; i < p->c->crew_count; ++i) {
        const hunt_crew *other = &p->c->crews[i];
        double dx = other->at.x - at.x, dy = other->at.y - at.y, gap = radius + other->radius + GAP;
        if (other->members == 1 && dx * dx + dy * dy < gap * gap)
            return false;
        if (other->members > 1 && at.x > other->in.min.x - radius &&
            at.x < other->in.max.x + radius && at.y > other->in.min.y - radius &&
            at.y < other->in.max.y + radius)
            return false;
    }
    return true;
}

/// The agent has an exact path; with planner "direct" a straight one. *length [Units: m]
static bool has_path(const placing *p, const hunt_crew *crew, double *length)
{
    wend_box g = crew->goal;
    wend_vec2 ring[4] = {g.min, {g.max.x, g.min.y}, g.max, {g.min.x, g.max.y}};
    bool is_point = g.min.x == g.max.x && g.min.y == g.max.y;
    wend_path_request request = wend_default_path_request();
    request.from = crew->at;
    request.goal = (wend_goal){ring, is_point ? 1 : 4};
    request.radius = crew->radius;
    wend_path path;
    if (xresult(wend_path_find(p->query, p->mesh, &request, &path, NULL)) != WEND_OK)
        return false;
    *length = path.length;
    return path.length > 0 && (crew->planner != WEND_PLANNER_DIRECT || path.piece_count == 1);
}

/// The run's limit: enough to walk three times the way, and for a queue of all agents.
static void allow_time(placing *p, double length, double speed, uint32_t members)
{
    double walk = 180 + 3 * length / speed;
    p->c->seconds = fmax(p->c->seconds, ceil(walk));
    p->c->seconds += 6.0 * members;
}

static void place_agent(placing *p, const hunt_stream *stream, bool crosses)
{
    hunt_crew crew = {.members = 1};
    draw_kind(p, &crew, stream->social, crosses);
    crew.radius = between(p, p->min_radius, p->max_radius);
    crew.speed = between(p, p->min_speed, p->max_speed);
    for (int i = 0; i < PLACES && p->c->crew_count < HUNT_MAX_CREWS; ++i) {
        double length;
        crew.at = point_in(p, stream->from);
        crew.goal = stream->to;
        if (stream->points)
            crew.goal.min = crew.goal.max = point_in(p, stream->to);
        if (!has_space(p, crew.at, crew.radius) || !has_path(p, &crew, &length))
            continue;
        p->c->crews[p->c->crew_count++] = crew;
        allow_time(p, length, crew.speed, 1);
        return;
    }
}

static uint32_t draw_count(placing *p)
{
    uint32_t kind = wend_random_below(p->random, 10);
    uint32_t count = kind < 4   ? 1 + wend_random_below(p->random, 4)
                     : kind < 7 ? 3 + wend_random_below(p->random, 12)
                                : 10 + wend_random_below(p->random, 50);
    return count < p->plan.most ? count : p->plan.most;
}

static void place_streams(placing *p, uint32_t first)
{
    for (uint32_t i = first; i < p->plan.stream_count; ++i) {
        bool crosses = p->pair.kind == HUNT_GROUPS_MIXED || (p->pair.kind == HUNT_LANES && i > 0);
        p->plan.streams[i].social = p->plan.streams[i].points ? 0 : i + 1;
        for (uint32_t k = draw_count(p); k > 0; --k)
            place_agent(p, &p->plan.streams[i], crosses);
    }
}

/// Agents that swap places on a circle.
static void place_circle(placing *p)
{
    wend_vec2 centre = {p->c->bounds.max.x / 2, p->c->bounds.max.y / 2};
    double reach = centre.x - p->max_radius - 0.5, turn = between(p, 0, 6.25);
    for (uint32_t i = 0; i < p->plan.most; ++i) {
        double angle = turn + 6.283185307179586 * i / p->plan.most;
        // Rounded, so that the case is the same with any C library.
        double x = round(reach * cos(angle) * 1024) / 1024;
        double y = round(reach * sin(angle) * 1024) / 1024;
        wend_vec2 from = {centre.x + x, centre.y + y}, to = {centre.x - x, centre.y - y};
        hunt_stream stream = {.from = {from, from}, .to = {to, to}};
        place_agent(p, &stream, false);
    }
}

// ---- groups -------------------------------------------------------------------------------------

/// A square in the box with room for a group.
static bool square_in(placing *p, wend_box in, double half, wend_box *square)
{
    if (in.max.x - in.min.x < 2 * half || in.max.y - in.min.y < 2 * half)
        return false;
    wend_vec2 at = {between(p, in.min.x + half, in.max.x - half),
                    between(p, in.min.y + half, in.max.y - half)};
    *square = (wend_box){{at.x - half, at.y - half}, {at.x + half, at.y + half}};
    return true;
}

static bool boxes_meet(wend_box a, wend_box b)
{
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

static void place_group(placing *p, const hunt_stream *stream)
{
    hunt_crew crew = {.members = 4 + wend_random_below(p->random, p->plan.most - 4)};
    draw_kind(p, &crew, 0, false);
    crew.radius = fmin(between(p, p->min_radius, p->max_radius), 0.3);
    crew.speed = between(p, p->min_speed, p->max_speed);
    double half = 2 * crew.radius * sqrt(crew.members) + 0.25;
    for (int i = 0; i < PLACES; ++i) {
        if (!square_in(p, stream->from, half, &crew.in) ||
            !square_in(p, stream->to, half, &crew.goal))
            continue;
        bool meets = false;
        for (uint32_t k = 0; k < p->c->crew_count; ++k)
            meets |= boxes_meet(crew.in, p->c->crews[k].in) ||
                     boxes_meet(crew.goal, p->c->crews[k].goal);
        if (meets)
            continue;
        p->c->crews[p->c->crew_count++] = crew;
        allow_time(p, 2 * (p->c->bounds.max.x + p->c->bounds.max.y), crew.speed, crew.members);
        return;
    }
}

static void place_groups(placing *p)
{
    for (uint32_t i = 0; i < p->plan.stream_count; ++i)
        for (uint32_t k = 1 + wend_random_below(p->random, 2); k > 0; --k)
            place_group(p, &p->plan.streams[i]);
}

// ---- cases --------------------------------------------------------------------------------------

/// The floor of the walls, and the mesh for paths. False: they are not valid.
static bool open_floor(placing *p)
{
    char *json = hunt_case_json(p->c);
    problem_list problems = {.file = "case"};
    text t = {0};
    scene *s =
        text_copy(json, strlen(json), &t, &problems) ? scene_read_json(&t, NULL, &problems) : NULL;
    wend_mesh_def def = wend_default_mesh_def();
    bool valid = s && scene_check_floor(s, &p->floor, &problems) &&
                 xresult(wend_mesh_create(p->floor, &def, &p->mesh, NULL)) == WEND_OK &&
                 xresult(wend_path_query_create(NULL, &p->query, NULL)) == WEND_OK;
    scene_free(s);
    text_free(&t);
    problem_free(&problems);
    free(json);
    return valid;
}

static void close_floor(placing *p)
{
    wend_path_query_destroy(p->query);
    wend_mesh_destroy(p->mesh);
    wend_floor_destroy(p->floor);
}

static bool suits(const hunt_family *family, hunt_pair pair)
{
    bool groups = pair.kind == HUNT_GROUP || pair.kind == HUNT_GROUPS_MIXED;
    bool lanes = pair.kind == HUNT_LANES, is_lanes = strcmp(family->name, "stream") == 0;
    return groups == family->groups && lanes == is_lanes &&
           (family->straight || pair.planner != WEND_PLANNER_DIRECT);
}

static bool draw_family(placing *p, uint32_t family)
{
    uint32_t number = family;
    if (family == HUNT_ANY)
        do
            number = wend_random_below(p->random, hunt_family_count);
        while (!suits(&hunt_families[number], p->pair));
    const hunt_family *f = &hunt_families[number];
    if (!suits(f, p->pair))
        return false;
    p->c->family = f->name;
    p->plan = (hunt_plan){.c = p->c,
                          .random = p->random,
                          .radius = p->max_radius,
                          .one_way = wend_random_below(p->random, 4) == 0};
    f->draw(&p->plan);
    return true;
}

static void place_all(placing *p)
{
    if (p->pair.kind == HUNT_GROUP || p->pair.kind == HUNT_GROUPS_MIXED)
        place_groups(p);
    if (p->pair.kind == HUNT_GROUPS_MIXED)
        p->plan.most = 6;
    if (p->pair.kind != HUNT_GROUP)
        place_streams(p, 0);
    if (p->plan.stream_count == 0)
        place_circle(p);
}

bool hunt_generate(uint64_t seed, uint32_t pair, uint32_t family, hunt_case *c)
{
    for (uint32_t attempt = 0; attempt < ATTEMPTS; ++attempt) {
        wend_random random = wend_random_stream(seed, attempt);
        placing p = {.c = c, .random = &random, .pair = hunt_pairs[pair]};
        *c = (hunt_case){.seed = seed, .seconds = 1};
        draw_bodies(&p);
        if (draw_family(&p, family) && open_floor(&p))
            place_all(&p);
        close_floor(&p);
        if (c->crew_count > 0)
            return true;
    }
    return false;
}
