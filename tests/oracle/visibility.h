// SPDX-License-Identifier: MIT
// Shortest paths of a point that are obviously right: every corner is tried against every other, by
// rays that look at all walls (oracle_ray.h), and Dijkstra's search runs over those that see each
// other. No mesh.
//
// A point may touch walls but not pass between two obstacles that touch. So a place has as many
// nodes as there are free sectors between the walls that meet in it, and a path that bends there
// stays in one sector.
#ifndef WEND_TESTS_ORACLE_VISIBILITY_H
#define WEND_TESTS_ORACLE_VISIBILITY_H

#include "tests/oracle/ray.h"
#include "wend/vec2.h"

enum { SIGHT_SECTORS = 16, SIGHT_PLACES = 400, SIGHT_NODES = SIGHT_PLACES * SIGHT_SECTORS };

/// How far from a place its sectors are looked at, in tolerances of the floor: features are farther
/// apart (WEND_GAP_TOLERANCES).
#define SECTOR_DEPTH 4

/// Directions nearer than this are one; different ones of the random floors are farther apart.
#define SAME_DIRECTION 1e-12

/// A place and the directions of the walls that meet there, counter-clockwise. Sector i lies
/// between direction i and the next; without walls there is one.
typedef struct sight_place {
    wend_vec2 at;
    uint32_t wall_count;
    wend_vec2 toward[SIGHT_SECTORS]; ///< a place on each wall
    double angle[SIGHT_SECTORS];
} sight_place;

/// What is seen: from a node to another.
typedef struct sight_edge {
    uint32_t from, to; ///< place * SIGHT_SECTORS + sector
    double length;
} sight_edge;

typedef struct sight_graph {
    const wend_floor *floor;
    sight_place places[SIGHT_PLACES]; ///< the corners, then what is asked about
    uint32_t corner_count;
    sight_edge *edges; ///< between corners
    uint32_t edge_count, edge_room;
    double best[SIGHT_NODES];
    bool done[SIGHT_NODES];
} sight_graph;

static inline double sight_distance(wend_vec2 p, wend_vec2 q)
{
    return sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
}

// ---- places -------------------------------------------------------------------------------------

/// True if both lie in the same direction from p; a goal's place may be rounded.
static inline bool same_direction(wend_vec2 p, wend_vec2 q, wend_vec2 r)
{
    double ax = q.x - p.x, ay = q.y - p.y, bx = r.x - p.x, by = r.y - p.y;
    double ahead = ax * bx + ay * by;
    return ahead > 0 && fabs(ax * by - ay * bx) <= SAME_DIRECTION * ahead;
}

static inline void add_direction(sight_place *place, wend_vec2 toward)
{
    if (wend_equal(place->at, toward))
        return;
    for (uint32_t i = 0; i < place->wall_count; i++)
        if (same_direction(place->at, place->toward[i], toward))
            return;
    assert_true(place->wall_count < SIGHT_SECTORS);
    double angle = atan2(toward.y - place->at.y, toward.x - place->at.x);
    uint32_t i = place->wall_count++;
    for (; i > 0 && place->angle[i - 1] > angle; i--) {
        place->angle[i] = place->angle[i - 1];
        place->toward[i] = place->toward[i - 1];
    }
    place->angle[i] = angle;
    place->toward[i] = toward;
}

static inline void make_place(const wend_floor *floor, wend_vec2 at, sight_place *place)
{
    *place = (sight_place){.at = at};
    for (uint32_t i = 0; i < floor->wall_count; i++) {
        wend_segment wall = wend_wall_segment(floor, i);
        if (!wend_on_segment(wall, at))
            continue;
        add_direction(place, wall.a);
        add_direction(place, wall.b);
    }
}

static inline uint32_t sectors_of(const sight_place *place)
{
    return place->wall_count > 0 ? place->wall_count : 1;
}

/// The wall that runs from a place towards another; SIGHT_SECTORS: none.
static inline uint32_t wall_toward(const sight_place *place, wend_vec2 other)
{
    for (uint32_t i = 0; i < place->wall_count; i++)
        if (same_direction(place->at, place->toward[i], other))
            return i;
    return SIGHT_SECTORS;
}

/// The sector in which another place lies, which no wall runs towards.
static inline uint32_t sector_toward(const sight_place *place, wend_vec2 other)
{
    double angle = atan2(other.y - place->at.y, other.x - place->at.x);
    uint32_t sector = place->wall_count > 0 ? place->wall_count - 1 : 0;
    for (uint32_t i = 0; i < place->wall_count; i++)
        if (place->angle[i] < angle)
            sector = i;
    return sector;
}

/// True if a sector is free right at its place.
static inline bool is_free_sector(const wend_floor *floor, const sight_place *place,
                                  uint32_t sector)
{
    wend_vec2 p = place->at;
    if (place->wall_count == 0) {
        wend_location found = wend_floor_locate(floor, p, NULL);
        return found == WEND_LOCATION_FREE || found == WEND_LOCATION_BOUNDARY; // a point
    }
    bool last = sector + 1 == place->wall_count;
    double end = place->angle[last ? 0 : sector + 1] + (last ? 8 * atan(1) : 0);
    double angle = (place->angle[sector] + end) / 2;
    double depth = SECTOR_DEPTH * floor->tolerance;
    wend_vec2 inside = {p.x + depth * cos(angle), p.y + depth * sin(angle)};
    return wend_floor_locate(floor, inside, NULL) == WEND_LOCATION_FREE;
}

// ---- rays ---------------------------------------------------------------------------------------

/// Cuts the line also where a corner is beside it by less than what BESIDE looks at: a line from a
/// place that is rounded may miss a corner on the way, but there free space may begin or end.
static inline void cut_by_corner(ray_oracle *o, const wend_floor *floor, wend_vec2 p, wend_vec2 q,
                                 wend_vec2 corner)
{
    double x = q.x - p.x, y = q.y - p.y, off = x * (corner.y - p.y) - y * (corner.x - p.x);
    double along = ray_along(p, q, corner);
    if (along > 0 && along < 1 && fabs(off) < BESIDE * floor->tolerance * sqrt(x * x + y * y))
        add_cut(o, p, q, corner, 0);
}

/// The sides of the line from p to q on which a point can go all the way, if it starts on some.
static inline uint32_t sides_at_end(const wend_floor *floor, wend_vec2 p, wend_vec2 q,
                                    uint32_t sides)
{
    static ray_oracle oracle;
    ray_oracle *o = &oracle;
    o->cut_count = o->stretch_count = 0;
    for (uint32_t i = 0; i < floor->wall_count; i++) {
        cut_by_wall(o, p, q, wend_wall_segment(floor, i));
        cut_by_corner(o, floor, p, q, floor->points[i]);
    }
    add_cut(o, p, q, q, 0);
    qsort(o->cuts, o->cut_count, sizeof *o->cuts, compare_cuts);
    double last = 0;
    for (uint32_t i = 0; i < o->cut_count && sides != 0;) {
        if (o->cuts[i].along < SAME_CUT) {
            i++;
            continue;
        }
        double middle = (last + o->cuts[i].along) / 2;
        sides &= free_sides(floor, p, q, middle);
        if (sides != 0 && !runs_along(o, middle))
            sides = ON_BOTH;
        last = o->cuts[i].along;
        if (last > 1 - SAME_CUT)
            return sides;
        for (; i < o->cut_count && o->cuts[i].along < last + SAME_CUT; i++)
            sides &= ~o->cuts[i].reach;
    }
    return sides;
}

/// The sectors of a place that are on those sides of a line from it; of a line to it if arriving.
static inline uint32_t sectors_on(const sight_place *place, wend_vec2 other, uint32_t sides,
                                  bool arriving, uint32_t sectors[2])
{
    uint32_t wall = wall_toward(place, other), count = 0;
    if (wall == SIGHT_SECTORS) {
        sectors[0] = sector_toward(place, other);
        return 1;
    }
    uint32_t left = wall, right = wall > 0 ? wall - 1 : place->wall_count - 1;
    if (sides & (arriving ? ON_RIGHT : ON_LEFT))
        sectors[count++] = left;
    if (sides & (arriving ? ON_LEFT : ON_RIGHT))
        sectors[count++] = right;
    return count;
}

typedef void sight_fn(sight_graph *graph, sight_edge edge);

/// Calls visit for all ways to see one place from another.
static inline void look(sight_graph *graph, uint32_t from, uint32_t to, sight_fn *visit)
{
    const sight_place *p = &graph->places[from], *q = &graph->places[to];
    bool along = wall_toward(p, q->at) != SIGHT_SECTORS;
    double length = sight_distance(p->at, q->at);
    for (uint32_t start = along ? ON_LEFT : ON_BOTH; start <= (along ? ON_RIGHT : ON_BOTH);
         start++) {
        uint32_t sides = sides_at_end(graph->floor, p->at, q->at, start), out[2], in[2];
        if (sides == 0)
            continue;
        uint32_t outs = sectors_on(p, q->at, start, false, out);
        uint32_t ins = sectors_on(q, p->at, sides, true, in);
        for (uint32_t i = 0; i < outs; i++)
            for (uint32_t k = 0; k < ins; k++)
                visit(graph, (sight_edge){from * SIGHT_SECTORS + out[i], to * SIGHT_SECTORS + in[k],
                                          length});
    }
}

// ---- the graph ----------------------------------------------------------------------------------

static inline void keep_edge(sight_graph *graph, sight_edge edge)
{
    if (graph->edge_count == graph->edge_room) {
        graph->edge_room = 2 * graph->edge_room + 1024;
        graph->edges = realloc(graph->edges, graph->edge_room * sizeof *graph->edges);
        assert_non_null(graph->edges);
    }
    graph->edges[graph->edge_count++] = edge;
}

static inline sight_graph *sight_make(const wend_floor *floor)
{
    sight_graph *graph = calloc(1, sizeof *graph);
    assert_non_null(graph);
    graph->floor = floor;
    for (uint32_t i = 0; i < floor->wall_count; i++) {
        uint32_t k = 0;
        while (k < graph->corner_count && !wend_equal(graph->places[k].at, floor->points[i]))
            k++;
        if (k < graph->corner_count)
            continue;
        assert_true(graph->corner_count + 2 < SIGHT_PLACES);
        make_place(floor, floor->points[i], &graph->places[graph->corner_count++]);
    }
    for (uint32_t i = 0; i < graph->corner_count; i++)
        for (uint32_t k = 0; k < graph->corner_count; k++)
            if (i != k)
                look(graph, i, k, keep_edge);
    return graph;
}

static inline void sight_free(sight_graph *graph)
{
    free(graph->edges);
    free(graph);
}

static inline void relax(sight_graph *graph, sight_edge edge)
{
    double length = graph->best[edge.from] + edge.length;
    if (length < graph->best[edge.to])
        graph->best[edge.to] = length;
}

/// Forgets all distances.
static inline void sight_clear(sight_graph *graph)
{
    for (uint32_t i = 0; i < SIGHT_NODES; i++) {
        graph->best[i] = INFINITY;
        graph->done[i] = false;
    }
}

/// Puts a place after the corners, which is so far from where the distances are told from. One that
/// is rounded may lie in a wall by as much as that: then what it sees tells where it is free.
static inline void sight_put(sight_graph *graph, wend_vec2 from, double distance, bool rounded)
{
    sight_place *place = &graph->places[graph->corner_count];
    double *best = graph->best + graph->corner_count * SIGHT_SECTORS;
    make_place(graph->floor, from, place);
    rounded = rounded && place->wall_count == 0;
    for (uint32_t s = 0; s < SIGHT_SECTORS; s++) {
        bool exists = s < sectors_of(place);
        bool open = exists && (rounded || is_free_sector(graph->floor, place, s));
        best[s] = open ? distance : INFINITY;
    }
}

/// The distance at a corner is no more than what follows from that place, if they see each other.
static inline void sight_show(sight_graph *graph, uint32_t corner)
{
    uint32_t start = graph->corner_count;
    double *best = graph->best + corner * SIGHT_SECTORS;
    if (!wend_equal(graph->places[corner].at, graph->places[start].at)) {
        look(graph, start, corner, relax);
        return;
    }
    for (uint32_t s = 0; s < SIGHT_SECTORS; s++)
        best[s] = fmin(best[s], graph->best[start * SIGHT_SECTORS + s]);
}

/// Spreads the distances over all corners.
static inline void sight_spread(sight_graph *graph)
{
    uint32_t count = graph->corner_count * SIGHT_SECTORS;
    for (;;) {
        uint32_t next = count;
        for (uint32_t i = 0; i < count; i++)
            if (!graph->done[i] && graph->best[i] < (next < count ? graph->best[next] : INFINITY))
                next = i;
        if (next == count)
            return;
        graph->done[next] = true;
        for (uint32_t i = 0; i < graph->edge_count; i++)
            if (graph->edges[i].from == next)
                relax(graph, graph->edges[i]);
    }
}

/// Finds the distances from a place to all corners, in graph->best.
static inline void sight_from(sight_graph *graph, wend_vec2 from)
{
    sight_clear(graph);
    sight_put(graph, from, 0, false);
    for (uint32_t i = 0; i < graph->corner_count; i++)
        sight_show(graph, i);
    sight_spread(graph);
}

/// Puts a place that nothing is known of after that.
static inline void sight_end(sight_graph *graph, wend_vec2 at)
{
    uint32_t end = graph->corner_count + 1;
    make_place(graph->floor, at, &graph->places[end]);
    for (uint32_t s = 0; s < SIGHT_SECTORS; s++)
        graph->best[end * SIGHT_SECTORS + s] = INFINITY;
}

/// The least distance at a place, over its sectors.
static inline double best_at(const sight_graph *graph, uint32_t place)
{
    double least = INFINITY;
    for (uint32_t s = 0; s < SIGHT_SECTORS; s++)
        least = fmin(least, graph->best[place * SIGHT_SECTORS + s]);
    return least;
}

/// The distance from the place that sight_from was asked about; INFINITY: no way. A place that is
/// rounded may lie in a wall by as much as that.
static inline double sight_to(sight_graph *graph, wend_vec2 to)
{
    uint32_t start = graph->corner_count, end = start + 1;
    double least = INFINITY;
    sight_end(graph, to);
    for (uint32_t i = 0; i <= start; i++) {
        bool here = wend_equal(graph->places[i].at, to);
        if (best_at(graph, i) + sight_distance(graph->places[i].at, to) >= least)
            continue; // however it is seen
        if (!here)
            look(graph, i, end, relax);
        least = fmin(least, best_at(graph, here ? i : end));
    }
    return least;
}

/// The least distance to a segment: its nearest place is an end, the foot of a corner or of the
/// start, or where a wall meets it.
static inline double sight_to_segment(sight_graph *graph, wend_segment goal)
{
    double least = fmin(sight_to(graph, goal.a), sight_to(graph, goal.b));
    for (uint32_t i = 0; i <= graph->corner_count; i++)
        least = fmin(least, sight_to(graph, wend_segment_closest(goal, graph->places[i].at)));
    for (uint32_t i = 0; i < graph->floor->wall_count; i++) {
        wend_vec2 at;
        wend_segment wall = wend_wall_segment(graph->floor, i);
        if (wend_segments_meet(goal, wall, &at) != WEND_APART)
            least = fmin(least, sight_to(graph, at));
        if (wend_segments_meet((wend_segment){goal.b, goal.a}, wall, &at) != WEND_APART)
            least = fmin(least, sight_to(graph, at));
    }
    return least;
}

#endif
