// SPDX-License-Identifier: MIT
// Widening a gate: the wall at either end moves as a whole. In a corridor the narrowest point is
// not one gate but a section of two walls, and moving a single spot of a wall has no effect.
#include "flow/solve.h"

#include "flow/domain.h"
#include "wend/geometry.h"

/// Walls of a body run straight on if the far end of the next is no farther off their line than
/// this, in tolerances of the mesh: openings put rounded corners into them.
#define STRAIGHT 4

static wend_segment segment_of(const wend_mesh *mesh, uint32_t h)
{
    return (wend_segment){wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h))};
}

/// True if p lies beyond b, seen from a, and on their line.
static bool continues(wend_vec2 a, wend_vec2 b, wend_vec2 p, double tolerance)
{
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    double ahead = (p.x - b.x) * x + (p.y - b.y) * y, off = x * (p.y - b.y) - y * (p.x - b.x);
    return ahead > 0 && fabs(off) <= tolerance * length;
}

/// The wall before h.
static uint32_t wall_before(const wend_mesh *mesh, uint32_t h)
{
    uint32_t before = wend_prev(h);
    while (!wend_is_closed(mesh, before))
        before = wend_prev(wend_twin(mesh, before));
    return before;
}

/// The straight run of walls of one body that h is part of.
static wend_segment straight_run(const wend_flow *flow, uint32_t h, double tolerance)
{
    const wend_mesh *mesh = flow->mesh;
    wend_segment run = segment_of(mesh, h);
    for (uint32_t next = wend_flow_next_wall(mesh, h);
         next != h && flow->kinds.data[next] == flow->kinds.data[h] &&
         continues(run.a, run.b, segment_of(mesh, next).b, tolerance);
         next = wend_flow_next_wall(mesh, next))
        run.b = segment_of(mesh, next).b;
    for (uint32_t before = wall_before(mesh, h);
         before != h && flow->kinds.data[before] == flow->kinds.data[h] &&
         continues(run.b, run.a, segment_of(mesh, before).a, tolerance);
         before = wall_before(mesh, before))
        run.a = segment_of(mesh, before).a;
    return run;
}

wend_map_widening wend_flow_widening(const wend_flow *flow, const wend_flow_gate *gate, double by)
{
    double tolerance = STRAIGHT * wend_mesh_tolerance(flow->mesh);
    wend_map_widening widening = {
        .from = gate->from, .to = gate->to, .by = by, .tolerance = tolerance};
    wend_vec2 ends[2] = {gate->a, gate->b};
    uint32_t bodies[2] = {gate->from, gate->to};
    for (int side = 0; side < 2; ++side) {
        for (uint32_t h = 0; h < flow->kinds.count && widening.counts[side] < WEND_WIDENING_WALLS;
             ++h)
            if (flow->kinds.data[h] == bodies[side] &&
                wend_segment_distance(segment_of(flow->mesh, h), ends[side]) <= tolerance)
                widening.walls[side][widening.counts[side]++] = straight_run(flow, h, tolerance);
        if (widening.counts[side] == 0) // A point obstacle
            widening.walls[side][widening.counts[side]++] = (wend_segment){ends[side], ends[side]};
    }
    return widening;
}
