// SPDX-License-Identifier: MIT
// The centre line is Bernoulli's lemniscate, x = a (t + t^3) / (1 + t^4), y = a (t - t^3) / (1 +
// t^4); the walls are at a fixed distance from it. No function other than the square root is used,
// so every machine computes the same bits. The shape has two axes of symmetry: one quarter of each
// wall is computed, the others are mirror images.
//
// Agents walk one round. Two waypoints keep them straight on at the crossing and prevent them from
// turning back in the bends: the shortest path to each leads straight on.
#include "scene/builtin/infinity.h"

#include "scene/builtin/parts.h"

#include <math.h>

enum {
    QUARTER = 24,    ///< pieces of a wall between the crossing and an end
    HALVINGS = 60,   ///< bisections that locate the crossing of an axis to the last bit
    MAX_STRIP = 100, ///< corners of an area
};
#define AGENTS 119
/// Clearance of the start area, so that agents do not start at a wall. [Units: m]
#define START_MARGIN 0.5

/// A quarter of a wall: from an axis (a mirror, or the other arm's wall) to the end.
typedef struct quarter {
    wend_vec2 points[QUARTER + 1];
    uint32_t count;
} quarter;

wend_vec2 infinity_middle(double t)
{
    double scale = INFINITY_REACH / (1 + t * t * t * t);
    return (wend_vec2){scale * (t + t * t * t), scale * (t - t * t * t)};
}

// The point at that distance to the left of the centre line.
static wend_vec2 beside(double t, double distance)
{
    double t2 = t * t, t4 = t2 * t2, t6 = t4 * t2;
    double dx = 1 + 3 * t2 - 3 * t4 - t6, dy = 1 - 3 * t2 - 3 * t4 + t6;
    double scale = distance / sqrt(dx * dx + dy * dy);
    wend_vec2 m = infinity_middle(t);
    return (wend_vec2){m.x - scale * dy, m.y + scale * dx};
}

// Rounds to millimetres, so that the scene's file is easy to read.
static wend_vec2 rounded(wend_vec2 p)
{
    return (wend_vec2){floor(p.x * 1000 + 0.5) / 1000, floor(p.y * 1000 + 0.5) / 1000};
}

// Above the x axis on the right: the outer wall (distance > 0) starts on the y axis, where the two
// arms' walls meet; the inner one (distance < 0) on the x axis.
static void make_quarter(double distance, quarter *q)
{
    double low = 0, high = 0.5;
    for (int i = 0; i < HALVINGS; ++i) {
        double t = (low + high) / 2;
        wend_vec2 p = beside(t, distance);
        *((distance > 0 ? p.x : p.y) > 0 ? &high : &low) = t;
    }
    wend_vec2 corner = rounded(beside(high, distance));
    *q = (quarter){.count = 1};
    q->points[0] = distance > 0 ? (wend_vec2){0, corner.y} : (wend_vec2){corner.x, 0};
    // Keeps the piece at the corner neither tiny nor long.
    uint32_t first = (uint32_t)ceil(high * QUARTER + 0.5);
    for (uint32_t k = first; k <= QUARTER; ++k)
        q->points[q->count++] = rounded(beside((double)k / QUARTER, distance));
}

// The mirror images of a quarter's points from 'from' to 'to' (in either order, both included).
static uint32_t add_points(wend_vec2 *ring, uint32_t count, const quarter *q, uint32_t from,
                           uint32_t to, double x, double y)
{
    int by = from <= to ? 1 : -1;
    for (int64_t k = from;; k += by) {
        ring[count++] = (wend_vec2){x * q->points[k].x, y * q->points[k].y};
        if (k == to)
            return count;
    }
}

static bool add_bounds(scene *s, double half)
{
    quarter q;
    make_quarter(half, &q);
    wend_vec2 ring[4 * (QUARTER + 1)];
    uint32_t last = q.count - 1;
    uint32_t count = add_points(ring, 0, &q, last, 0, 1, 1);
    count = add_points(ring, count, &q, 1, last, -1, 1);
    count = add_points(ring, count, &q, last - 1, 0, -1, -1);
    count = add_points(ring, count, &q, 1, last - 1, 1, -1);
    scene_shape bounds;
    if (!scene_shape_ring(s, ring, count, &bounds))
        return false;
    s->bounds = bounds.points;
    s->bounds_count = bounds.point_count;
    return true;
}

// The island inside the loop on the right (side 1) or on the left (-1).
static bool add_island(scene *s, double half, double side)
{
    quarter q;
    make_quarter(-half, &q);
    wend_vec2 ring[2 * (QUARTER + 1)];
    uint32_t last = q.count - 1;
    uint32_t count = add_points(ring, 0, &q, 0, last, side, 1);
    count = add_points(ring, count, &q, last - 1, 1, side, -1);
    scene_obstacle *island = scene_add_obstacle(s);
    if (!island)
        return false;
    island->kind = SCENE_POLYGON;
    return scene_shape_ring(s, ring, count, &island->shape);
}

// A piece of the corridor from t0 to t1, on the outward (side 1) or the return half (-1).
static bool add_piece(scene *s, const char *name, double t0, double t1, double side, double half)
{
    wend_vec2 ring[MAX_STRIP];
    uint32_t pieces = 1 + (uint32_t)((t1 - t0) * QUARTER), count = 0;
    for (uint32_t k = 0; k <= pieces; ++k)
        ring[count++] = rounded(beside(t0 + (t1 - t0) * k / pieces, half));
    for (uint32_t k = 0; k <= pieces; ++k)
        ring[count++] = rounded(beside(t1 - (t1 - t0) * k / pieces, -half));
    for (uint32_t k = 0; k < count; ++k)
        ring[k].x *= side;
    scene_area *area = scene_add_area(s);
    if (!area)
        return false;
    area->name = name;
    return scene_shape_ring(s, ring, count, &area->shape);
}

static bool add_walkers(scene *s)
{
    static const char *const stops[] = {"first bend", "second bend"};
    scene_agents *agents = builtin_agents(s);
    scene_waypoint *list = pool_allocate(&s->memory, 2, sizeof *list);
    if (!agents || !list)
        return false;
    for (int i = 0; i < 2; ++i)
        list[i].goal = (scene_goal){.kind = SCENE_GOAL_AREA, .area = stops[i]};
    agents->in = "start";
    agents->def.count = AGENTS;
    agents->waypoints = list;
    agents->waypoint_count = 2;
    agents->goal = (scene_goal){.kind = SCENE_GOAL_AREA, .area = "end"};
    return true;
}

scene *infinity_scene(double width)
{
    double half = width / 2;
    scene *s = scene_new();
    if (!s)
        return NULL;
    s->about = "119 people walk once round a loop in the shape of a lying eight";
    s->duration = 600;
    s->until = SCENE_UNTIL_EMPTY;
    // The start is so far from the left end that the path around that end is longer even if it cuts
    // corners; likewise the goal.
    if (add_bounds(s, half) && add_island(s, half, -1) && add_island(s, half, 1) &&
        add_piece(s, "start", -0.8, -0.3, 1, half - START_MARGIN) &&
        add_piece(s, "first bend", 0.70, 0.74, 1, half) &&
        add_piece(s, "second bend", -0.62, -0.58, -1, half) &&
        add_piece(s, "end", 0.8, 0.9, -1, half) && add_walkers(s))
        return s;
    scene_free(s);
    return NULL;
}

scene *builtin_infinity(uint32_t unused)
{
    (void)unused;
    return infinity_scene(INFINITY_WIDTH);
}
