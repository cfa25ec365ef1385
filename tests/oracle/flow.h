// SPDX-License-Identifier: MIT
// Levels of a flow that are obviously right: the critical graph by brute force, every wall against
// every other, and shortest ways over it.
//
// A way between two bodies is straight, or bends at corners of openings, which absorb. It must not
// leave the outer wall: behind that is no space. That it may pass through other bodies does no
// harm: by way of those it is no longer, since each is passed free of charge.
#ifndef WEND_TESTS_ORACLE_FLOW_H
#define WEND_TESTS_ORACLE_FLOW_H

#include "tests/flow/flow_scenes.h"

enum { ORACLE_BODIES = 256, ORACLE_WALLS = 512, NO_BODY = 0xffff };

typedef struct oracle_wall {
    wend_segment at; ///< of length 0: a point
    uint32_t body;   ///< NO_BODY: not at the domain
} oracle_wall;

typedef struct flow_oracle {
    const flow_scene *scene;
    wend_floor *floor; ///< of the ring and the obstacles
    wend_mesh *mesh;   ///< of that
    wend_vec2 inside;  ///< a place on the domain's border
    oracle_wall walls[ORACLE_WALLS];
    uint32_t wall_count, body_count;
    bool blocked;                   ///< bottom and top are one, or an opening is cut off
    wend_vec2 corners[RING_POINTS]; ///< of openings
    uint32_t corner_count;
    double ways[ORACLE_BODIES][ORACLE_BODIES]; ///< between bodies
    double to_corner[RING_POINTS][ORACLE_BODIES];
    double levels[ORACLE_BODIES], corner_levels[RING_POINTS];
} flow_oracle;

/// What is off a wall by less than this share of the ring's size lies on it: places are rounded.
#define ORACLE_ON 1e-10

// ---- bodies -------------------------------------------------------------------------------------

/// While bodies are joined: the first of those that are one.
static inline uint32_t first_of(const uint32_t *joined, uint32_t body)
{
    while (joined[body] != body)
        body = joined[body];
    return body;
}

static inline void oracle_add_wall(flow_oracle *o, wend_vec2 a, wend_vec2 b, uint32_t body)
{
    assert_true(o->wall_count < ORACLE_WALLS);
    o->walls[o->wall_count++] = (oracle_wall){{a, b}, body};
}

static inline int opening_before(const flow_scene *s, uint32_t side)
{
    while (s->openings[side] == WALL)
        side = (side + s->ring_count - 1) % s->ring_count;
    return s->openings[side];
}

static inline int opening_after(const flow_scene *s, uint32_t side)
{
    while (s->openings[side] == WALL)
        side = (side + 1) % s->ring_count;
    return s->openings[side];
}

/// The walls of the ring: what lies between a source and a sink is the bottom, between a sink and a
/// source the top, and between two of a kind something else. Where they take turns, there are more
/// bottoms and tops. A source and a sink that meet have a body of one point between them.
static inline uint32_t add_ring_walls(flow_oracle *o)
{
    const flow_scene *s = o->scene;
    uint32_t next = 2;
    bool taken[2] = {false, false};
    uint32_t after[FLOW_OPENINGS]; // the body after each opening
    for (uint32_t i = 0; i < FLOW_OPENINGS; ++i)
        after[i] = NO_BODY;
    for (uint32_t i = 0; i < s->ring_count; ++i) {
        uint32_t k = (i + 1) % s->ring_count;
        int before = opening_before(s, i);
        bool wall = s->openings[i] == WALL;
        bool from_sink = s->given[before].is_sink;
        bool to_sink = s->given[opening_after(s, wall ? i : k)].is_sink;
        bool meet = s->openings[k] != WALL && from_sink != to_sink;
        if (!wall && !meet)
            continue;
        if (after[before] == NO_BODY) {
            bool change = from_sink != to_sink && !taken[from_sink];
            after[before] = change ? from_sink : next++;
            taken[from_sink] |= change;
        }
        oracle_add_wall(o, wall ? s->ring[i] : s->ring[k], s->ring[k], after[before]);
    }
    return next;
}

static inline uint32_t add_shape_walls(flow_oracle *o, uint32_t next)
{
    const site_plan *sites = &o->scene->plan;
    for (uint32_t i = 0; i < sites->shape_count; ++i) {
        const wend_shape *shape = &sites->shapes[i];
        uint32_t begin = 0;
        for (uint32_t r = 0; r < shape->ring_count; ++r) {
            uint32_t end = shape->ring_ends[r];
            for (uint32_t k = begin; k < end; ++k)
                oracle_add_wall(o, shape->points[k], shape->points[k + 1 < end ? k + 1 : begin],
                                next);
            begin = end;
        }
        ++next;
    }
    return next;
}

static inline bool is_at_domain(const flow_oracle *o, uint32_t wall)
{
    return wend_mesh_connected(o->mesh, o->walls[wall].at.a, o->inside) ||
           wend_mesh_connected(o->mesh, o->walls[wall].at.b, o->inside);
}

/// Bodies that touch are one; those that are cut off from the domain don't count.
static inline void join_bodies(flow_oracle *o, uint32_t count)
{
    uint32_t joined[ORACLE_WALLS], number[ORACLE_WALLS];
    double near = ORACLE_ON * o->scene->size;
    assert_true(count <= ORACLE_WALLS);
    for (uint32_t i = 0; i < count; ++i) {
        joined[i] = i;
        number[i] = i < 2 ? i : NO_BODY;
    }
    for (uint32_t i = 0; i < o->wall_count; ++i)
        for (uint32_t k = 0; k < i; ++k) {
            uint32_t a = first_of(joined, o->walls[i].body), b = first_of(joined, o->walls[k].body);
            if (a != b && wend_segments_distance(o->walls[i].at, o->walls[k].at, NULL, NULL) < near)
                joined[a > b ? a : b] = a > b ? b : a;
        }
    o->blocked = first_of(joined, 1) == 0;
    o->body_count = 2;
    for (uint32_t i = 0; i < o->wall_count; ++i) {
        uint32_t body = first_of(joined, o->walls[i].body);
        if (number[body] == NO_BODY && is_at_domain(o, i))
            number[body] = o->body_count++;
        o->walls[i].body = body;
    }
    for (uint32_t i = 0; i < o->wall_count; ++i)
        o->walls[i].body = number[o->walls[i].body];
    assert_true(o->body_count <= ORACLE_BODIES);
}

// ---- sight --------------------------------------------------------------------------------------

typedef struct leg_cuts {
    double along[4 * RING_POINTS];
    uint32_t count;
} leg_cuts;

static inline int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// True if p lies in the ring, or so little beside it that rounding may have put it there.
static inline bool is_in_ring(const flow_scene *s, wend_vec2 p)
{
    if (wend_polygon_locate(s->ring, s->ring_count, p) != WEND_OUTSIDE)
        return true;
    for (uint32_t i = 0; i < s->ring_count; ++i)
        if (wend_segment_distance((wend_segment){s->ring[i], ring_next(s, i)}, p) <
            ORACLE_ON * s->size)
            return true;
    return false;
}

/// True if the straight way from p to q does not leave the ring.
static inline bool stays_in_ring(const flow_scene *s, wend_vec2 p, wend_vec2 q)
{
    leg_cuts cuts = {.along = {0, 1}, .count = 2};
    if (s->convex)
        return true;
    for (uint32_t i = 0; i < s->ring_count; ++i) {
        wend_segment side = {s->ring[i], ring_next(s, i)};
        wend_vec2 at;
        if (wend_segments_meet((wend_segment){p, q}, side, &at) != WEND_APART)
            cuts.along[cuts.count++] = ray_along(p, q, at);
        // Rounding may have put an end of it, or a corner of the ring, on the wrong side.
        if (off_line(p, side.a, q) < ORACLE_ON * s->size)
            cuts.along[cuts.count++] = ray_along(p, q, side.a);
    }
    qsort(cuts.along, cuts.count, sizeof *cuts.along, compare_doubles);
    for (uint32_t i = 1; i < cuts.count; ++i) {
        double t = (cuts.along[i - 1] + cuts.along[i]) / 2;
        wend_vec2 middle = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        if (t > 0 && t < 1 && !is_in_ring(s, middle))
            return false;
    }
    return true;
}

// ---- ways ---------------------------------------------------------------------------------------

/// The way from one wall to another is no longer than between these two places, if it is free.
static inline void try_way(flow_oracle *o, uint32_t one, uint32_t other, wend_vec2 p, wend_vec2 q)
{
    double length = sight_distance(p, q);
    if (length < o->ways[one][other] && stays_in_ring(o->scene, p, q))
        o->ways[one][other] = o->ways[other][one] = length;
}

/// Straight ways between two walls: the shortest begins or ends at an end. Where walls are parallel
/// and an opening hides the ends from each other, the shortest touches a corner of that.
static inline void try_walls(flow_oracle *o, const oracle_wall *s, const oracle_wall *t)
{
    try_way(o, s->body, t->body, s->at.a, wend_segment_closest(t->at, s->at.a));
    try_way(o, s->body, t->body, s->at.b, wend_segment_closest(t->at, s->at.b));
    try_way(o, s->body, t->body, wend_segment_closest(s->at, t->at.a), t->at.a);
    try_way(o, s->body, t->body, wend_segment_closest(s->at, t->at.b), t->at.b);
}

static inline void find_straight_ways(flow_oracle *o)
{
    for (uint32_t i = 0; i < o->body_count; ++i)
        for (uint32_t k = 0; k < o->body_count; ++k)
            o->ways[i][k] = i == k ? 0 : INFINITY;
    for (uint32_t i = 0; i < o->wall_count; ++i)
        for (uint32_t k = 0; k < i; ++k)
            if (o->walls[i].body != NO_BODY && o->walls[k].body != NO_BODY)
                try_walls(o, &o->walls[i], &o->walls[k]);
}

/// How far it is from each corner of an opening to each body, by way of other corners.
static inline void find_corner_ways(flow_oracle *o)
{
    static double between[RING_POINTS][RING_POINTS], straight[RING_POINTS][ORACLE_BODIES];
    const flow_scene *s = o->scene;
    uint32_t n = o->corner_count;
    for (uint32_t c = 0; c < n; ++c) {
        for (uint32_t d = 0; d < n; ++d)
            between[c][d] = stays_in_ring(s, o->corners[c], o->corners[d])
                                ? sight_distance(o->corners[c], o->corners[d])
                                : INFINITY;
        for (uint32_t b = 0; b < o->body_count; ++b)
            straight[c][b] = INFINITY;
        for (uint32_t i = 0; i < o->wall_count; ++i) {
            if (o->walls[i].body == NO_BODY)
                continue;
            wend_vec2 foot = wend_segment_closest(o->walls[i].at, o->corners[c]);
            double length = sight_distance(foot, o->corners[c]);
            if (length < straight[c][o->walls[i].body] && stays_in_ring(s, foot, o->corners[c]))
                straight[c][o->walls[i].body] = length;
        }
    }
    for (uint32_t via = 0; via < n; ++via)
        for (uint32_t c = 0; c < n; ++c)
            for (uint32_t d = 0; d < n; ++d)
                between[c][d] = fmin(between[c][d], between[c][via] + between[via][d]);
    for (uint32_t c = 0; c < n; ++c)
        for (uint32_t b = 0; b < o->body_count; ++b) {
            o->to_corner[c][b] = INFINITY;
            for (uint32_t d = 0; d < n; ++d)
                o->to_corner[c][b] = fmin(o->to_corner[c][b], between[c][d] + straight[d][b]);
        }
}

static inline void bend_ways(flow_oracle *o)
{
    find_corner_ways(o);
    for (uint32_t c = 0; c < o->corner_count; ++c)
        for (uint32_t i = 0; i < o->body_count; ++i)
            for (uint32_t k = 0; k < o->body_count; ++k)
                if (i != k)
                    o->ways[i][k] = fmin(o->ways[i][k], o->to_corner[c][i] + o->to_corner[c][k]);
}

// ---- the oracle ---------------------------------------------------------------------------------

static inline void oracle_free(flow_oracle *o)
{
    wend_mesh_destroy(o->mesh);
    wend_floor_destroy(o->floor);
}

static inline void oracle_mesh(flow_oracle *o)
{
    wend_mesh_def def = wend_default_mesh_def();
    wend_error error;
    o->floor = floor_of_ring(o->scene);
    if (wend_mesh_create(o->floor, &def, &o->mesh, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

/// Finds the bodies and the ways between them.
static inline void oracle_make(flow_oracle *o, const flow_scene *of)
{
    o->scene = of;
    o->wall_count = o->corner_count = 0;
    o->inside = of->ring[opening_start(of, 0)];
    oracle_mesh(o);
    join_bodies(o, add_shape_walls(o, add_ring_walls(o)));
    for (uint32_t i = 0; i < of->opening_count; ++i)
        if (!wend_mesh_connected(o->mesh, o->inside, of->ring[opening_start(of, (int)i)]))
            o->blocked = true;
    for (uint32_t i = 0; i < of->ring_count; ++i)
        if (of->openings[i] != WALL &&
            of->openings[(i + of->ring_count - 1) % of->ring_count] != WALL)
            o->corners[o->corner_count++] = of->ring[i];
    if (o->blocked)
        return;
    find_straight_ways(o);
    bend_ways(o);
}

static inline double whole_lanes(double length, double width)
{
    return width > 0 ? width * floor(length / width + WEND_FLOW_TIE) : length;
}

/// Finds the levels from a body on; with a width, of whole lanes.
static inline void oracle_solve(flow_oracle *o, uint32_t start, double width)
{
    bool done[ORACLE_BODIES] = {false};
    for (uint32_t i = 0; i < o->body_count; ++i)
        o->levels[i] = i == start ? 0 : INFINITY;
    for (;;) {
        uint32_t next = NO_BODY;
        for (uint32_t i = 0; i < o->body_count; ++i)
            if (!done[i] && o->levels[i] < (next == NO_BODY ? INFINITY : o->levels[next]))
                next = i;
        if (next == NO_BODY)
            break;
        done[next] = true;
        for (uint32_t i = 0; i < o->body_count; ++i)
            o->levels[i] =
                fmin(o->levels[i], o->levels[next] + whole_lanes(o->ways[next][i], width));
    }
    for (uint32_t c = 0; c < o->corner_count; ++c) {
        o->corner_levels[c] = INFINITY;
        for (uint32_t i = 0; i < o->body_count; ++i)
            o->corner_levels[c] = fmin(o->corner_levels[c], o->levels[i] + o->to_corner[c][i]);
    }
}

// ---- the field ----------------------------------------------------------------------------------

static inline bool is_in_domain(const flow_oracle *o, wend_vec2 p)
{
    return wend_floor_locate(o->floor, p, NULL) == WEND_LOCATION_FREE &&
           wend_mesh_connected(o->mesh, p, o->inside);
}

/// Number i of all that a level may come from: a wall or a corner of an opening.
static inline bool oracle_from(const flow_oracle *o, uint32_t i, wend_vec2 p, wend_vec2 *foot,
                               double *level)
{
    if (i < o->wall_count) {
        const oracle_wall *wall = &o->walls[i];
        if (wall->body == NO_BODY)
            return false;
        *foot = wend_segment_closest(wall->at, p);
        *level = o->levels[wall->body] + sight_distance(*foot, p);
        return true;
    }
    *foot = o->corners[i - o->wall_count];
    *level = o->corner_levels[i - o->wall_count] + sight_distance(*foot, p);
    return true;
}

/// The level at a place of the domain, and where it comes from [opt].
static inline double oracle_at(const flow_oracle *o, wend_vec2 p, wend_vec2 *from)
{
    double least = INFINITY, level;
    wend_vec2 foot;
    for (uint32_t i = 0; i < o->wall_count + o->corner_count; ++i)
        if (oracle_from(o, i, p, &foot, &level) && level < least &&
            stays_in_ring(o->scene, foot, p)) {
            least = level;
            if (from)
                *from = foot;
        }
    return least;
}

/// True if nothing but what is near `from` gives p a level that is less than `level`.
static inline bool is_only_from(const flow_oracle *o, wend_vec2 p, wend_vec2 from, double level,
                                double near)
{
    wend_vec2 foot;
    double other;
    for (uint32_t i = 0; i < o->wall_count + o->corner_count; ++i)
        if (oracle_from(o, i, p, &foot, &other) && other < level &&
            sight_distance(foot, from) > near)
            return false;
    return true;
}

#endif
