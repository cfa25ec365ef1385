// SPDX-License-Identifier: MIT
// Questions to a diagram answered by looking at every wall.
#ifndef WEND_TESTS_ORACLE_VORONOI_H
#define WEND_TESTS_ORACLE_VORONOI_H

#include "tests/voronoi/voronoi_scenes.h"

// The distance from p to the walls of a shape.
static inline double shape_distance(const wend_shape *shape, wend_vec2 p)
{
    double least = INFINITY;
    uint32_t begin = 0, rings = shape->ring_ends ? shape->ring_count : 1;
    for (uint32_t r = 0; r < rings; ++r) {
        uint32_t end = shape->ring_ends ? shape->ring_ends[r] : shape->point_count;
        for (uint32_t i = begin; i < end; ++i) {
            wend_segment wall = {shape->points[i], shape->points[i + 1 < end ? i + 1 : begin]};
            least = fmin(least, wend_segment_distance(wall, p));
        }
        begin = end;
    }
    return least;
}

static inline wend_side shape_side(const wend_shape *shape, wend_vec2 p)
{
    wend_side side = WEND_OUTSIDE;
    if (shape->point_count < 3)
        return shape_distance(shape, p) == 0 ? WEND_ON : WEND_OUTSIDE;
    for (uint32_t r = 0, begin = 0; r < shape->ring_count; begin = shape->ring_ends[r++]) {
        wend_side in = wend_polygon_locate(shape->points + begin, shape->ring_ends[r] - begin, p);
        if (in == WEND_ON)
            return WEND_ON;
        if (in == WEND_INSIDE)
            side = side == WEND_INSIDE ? WEND_OUTSIDE : WEND_INSIDE;
    }
    return side;
}

// The bounds, or the frame around everything.
static inline wend_shape outline_of(const site_plan *plan, const wend_voronoi *voronoi,
                                    wend_vec2 frame[4])
{
    wend_box box = wend_voronoi_box(voronoi);
    frame[0] = box.min;
    frame[1] = (wend_vec2){box.max.x, box.min.y};
    frame[2] = box.max;
    frame[3] = (wend_vec2){box.min.x, box.max.y};
    return plan->bounds_count ? (wend_shape){plan->bounds, NULL, 0, plan->bounds_count}
                              : (wend_shape){frame, NULL, 0, 4};
}

typedef struct brute_answer {
    bool is_free;
    double nearest;   // distance, whoever it is
    double clearance; // radii taken off
} brute_answer;

static inline brute_answer look_at_everything(const site_plan *plan, const wend_voronoi *voronoi,
                                              wend_vec2 p)
{
    wend_vec2 frame[4];
    wend_shape outline = outline_of(plan, voronoi, frame);
    brute_answer answer = {true, shape_distance(&outline, p), 0};
    answer.is_free = wend_polygon_locate(outline.points, outline.point_count, p) != WEND_OUTSIDE;
    for (uint32_t i = 0; i < plan->shape_count; ++i) {
        answer.is_free &= shape_side(&plan->shapes[i], p) != WEND_INSIDE;
        answer.nearest = fmin(answer.nearest, shape_distance(&plan->shapes[i], p));
    }
    answer.clearance = answer.nearest;
    for (uint32_t i = 0; i < plan->agent_count; ++i) {
        double away = hypot(plan->agents[i].place.x - p.x, plan->agents[i].place.y - p.y);
        answer.nearest = fmin(answer.nearest, away);
        answer.clearance = fmin(answer.clearance, away - plan->agents[i].radius);
    }
    return answer;
}

#endif
