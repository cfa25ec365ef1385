// SPDX-License-Identifier: MIT
// Ray casting: a ray advances from triangle to triangle until it ends or would enter an obstacle.
//
// Between vertices a ray is inside a triangle or on an edge. An edge that is a wall has two sides,
// and the ray may have come along only one of them: the walk keeps the set of sides it can be on.
// At a vertex a side permits passage if no wall stands in the half-disc on that side of the ray
// (then that is free all round, as it was where the ray came from); beyond the vertex, where no
// wall continues, the sides are one again. So a ray slides along walls, past corners and through
// point obstacles, but not between two that touch.
//
// Every decision is the sign of an orientation against the line from p to q, or a comparison of
// points on that line: exact.
#include "mesh/around.h"

#include "geometry/predicates.h"

#include <math.h>

/// Limit of the functions that construct crossings. [Units: m]
#define FARTHEST 1e150

enum { LEFT = 1, RIGHT = 2, BOTH = LEFT | RIGHT };

typedef struct walk {
    const wend_mesh *mesh;
    wend_vec2 p, q;
    bool forward; ///< p precedes q by wend_is_before
    wend_ray *ray;
} walk;

/// The next vertex on the ray, and on which sides of it the ray comes.
typedef struct course {
    uint32_t vertex; ///< WEND_NONE: it has ended
    uint32_t sides;
} course;

static const course ended = {WEND_NONE, 0};

// ---- ends ---------------------------------------------------------------------------------------

static course arrive(const walk *w)
{
    *w->ray = (wend_ray){.at = w->q, .a = w->q, .b = w->q, .length = wend_distance(w->p, w->q)};
    return ended;
}

/// Stops at a point on the wall h; WEND_NONE: at a corner of the frame.
static course stop(const walk *w, wend_vec2 at, uint32_t h)
{
    *w->ray =
        (wend_ray){.hit = true, .at = at, .a = at, .b = at, .length = wend_distance(w->p, at)};
    if (h != WEND_NONE) {
        w->ray->a = wend_at(w->mesh, wend_origin(w->mesh, h));
        w->ray->b = wend_at(w->mesh, wend_target(w->mesh, h));
    }
    return ended;
}

// ---- across edges -------------------------------------------------------------------------------

/// Stops at a wall, which it crosses unless it only touches it.
static course stop_inside(const walk *w, uint32_t h)
{
    const wend_mesh *mesh = w->mesh;
    wend_segment wall = {wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h))};
    wend_vec2 at = w->p;
    wend_segments_meet((wend_segment){w->p, w->q}, wall, &at);
    return stop(w, at, h);
}

/// Advances from triangle to triangle, first across h, until the ray ends or meets a vertex.
static course cross(const walk *w, uint32_t h)
{
    const wend_mesh *mesh = w->mesh;
    wend_vec2 right = wend_at(mesh, wend_origin(mesh, h));
    wend_vec2 left = wend_at(mesh, wend_target(mesh, h));
    for (;;) {
        if (wend_orient2d_fast(right, left, w->q) >= 0)
            return arrive(w);
        if (wend_is_closed(mesh, h))
            return stop_inside(w, h);
        uint32_t twin = wend_twin(mesh, h), apex = wend_origin(mesh, wend_prev(twin));
        wend_vec2 at = wend_at(mesh, apex);
        int side = wend_orient2d_fast(w->p, w->q, at);
        if (side == 0)
            return (course){apex, BOTH};
        if (side > 0)
            left = at;
        else
            right = at;
        h = side > 0 ? wend_next(twin) : wend_prev(twin);
    }
}

// ---- vertices -----------------------------------------------------------------------------------

/// The surroundings of a vertex on the ray.
typedef struct fan {
    uint32_t spoke;   ///< the edge straight ahead, or the right one of the triangle straight ahead
    uint32_t onto;    ///< the vertex straight ahead along an edge; WEND_NONE: a triangle is there
    uint32_t beside;  ///< the free sides of what is ahead
    uint32_t barred;  ///< the sides on which a wall stands
    uint32_t wall[2]; ///< the first to bar the left and the right side
} fan;

typedef enum direction { AHEAD, TO_LEFT, BEHIND, TO_RIGHT } direction;

/// How vertex b lies from vertex a, which is on the line.
static direction direction_to(const walk *w, uint32_t a, uint32_t b)
{
    wend_vec2 from = wend_at(w->mesh, a), to = wend_at(w->mesh, b);
    int side = wend_orient2d_fast(w->p, w->q, to);
    if (side != 0)
        return side > 0 ? TO_LEFT : TO_RIGHT;
    return wend_is_before(from, to) == w->forward ? AHEAD : BEHIND;
}

/// A wall that starts at the vertex blocks its side. Of several the first one is kept.
static void note_wall(const walk *w, fan *f, uint32_t h, bool left)
{
    uint32_t *first = &f->wall[left ? 0 : 1];
    f->barred |= left ? LEFT : RIGHT;
    if (*first == WEND_NONE) {
        *first = h;
        return;
    }
    const wend_mesh *mesh = w->mesh;
    int turn = wend_orient2d_fast(wend_at(mesh, wend_origin(mesh, h)),
                                  wend_at(mesh, wend_target(mesh, *first)),
                                  wend_at(mesh, wend_target(mesh, h)));
    if (turn == (left ? 1 : -1))
        *first = h;
}

/// The triangle between the spoke h and the next one, in the given directions.
static void note_triangle(const walk *w, fan *f, uint32_t h, direction right, direction left)
{
    bool solid = wend_is_solid(w->mesh, h / 3);
    if (right == TO_RIGHT && left == TO_LEFT) {
        f->spoke = h;
        f->beside = solid ? 0 : BOTH;
    } else if (right == AHEAD) {
        f->spoke = h;
        f->onto = wend_target(w->mesh, h);
        f->beside |= solid ? 0 : LEFT;
    } else if (left == AHEAD) {
        f->onto = wend_origin(w->mesh, wend_prev(h));
        f->beside |= solid ? 0 : RIGHT;
        if (f->spoke == WEND_NONE)
            f->spoke = h;
    }
}

static fan view_around(const walk *w, uint32_t vertex)
{
    const wend_mesh *mesh = w->mesh;
    fan f = {.spoke = WEND_NONE, .onto = WEND_NONE, .wall = {WEND_NONE, WEND_NONE}};
    uint32_t first = wend_first_spoke(mesh, mesh->vertices.data[vertex].spoke), h = first;
    direction right = direction_to(w, vertex, wend_target(mesh, h));
    do {
        direction left = direction_to(w, vertex, wend_origin(mesh, wend_prev(h)));
        if (wend_is_fixed(mesh, h) && (right == TO_LEFT || right == TO_RIGHT))
            note_wall(w, &f, h, right == TO_LEFT);
        note_triangle(w, &f, h, right, left);
        right = left;
        h = wend_turn_left(mesh, h);
    } while (h != WEND_NONE && h != first);
    // At a corner of the frame the ray cannot continue on either side.
    if (h == WEND_NONE)
        f.barred = BOTH;
    return f;
}

/// Leaves a vertex straight ahead, on these sides of the ray.
static course leave(const walk *w, const fan *f, uint32_t sides)
{
    if (f->onto == WEND_NONE)
        return cross(w, wend_next(f->spoke));
    bool wall = wend_is_fixed(w->mesh, f->spoke);
    return (course){f->onto, wall ? sides : BOTH};
}

/// True if q lies beyond a point of the ray.
static bool ends_beyond(const walk *w, wend_vec2 at)
{
    return w->forward ? wend_is_before(at, w->q) : wend_is_before(w->q, at);
}

static course pass(const walk *w, uint32_t vertex, uint32_t sides)
{
    wend_vec2 at = wend_at(w->mesh, vertex);
    if (!ends_beyond(w, at))
        return arrive(w);
    fan f = view_around(w, vertex);
    uint32_t open = sides & ~f.barred;
    if (open == 0)
        return stop(w, at, f.wall[sides & LEFT ? 0 : 1]);
    return leave(w, &f, open);
}

// ---- the start ----------------------------------------------------------------------------------

/// From a vertex any free direction ahead is permitted, on either side of a wall.
static course start_at_vertex(const walk *w, uint32_t vertex)
{
    const wend_mesh *mesh = w->mesh;
    fan f = view_around(w, vertex);
    if (f.beside != 0)
        return leave(w, &f, f.beside);
    // What is ahead is solid, or beyond the frame: the wall is the next one to the left.
    uint32_t h = f.spoke;
    if (f.onto == WEND_NONE && h != WEND_NONE)
        h = wend_turn_left(mesh, h);
    while (h != WEND_NONE && !wend_is_fixed(mesh, h))
        h = wend_turn_left(mesh, h);
    return stop(w, wend_at(mesh, vertex), h);
}

/// Leaves an edge into its triangle.
static course enter(const walk *w, uint32_t h)
{
    uint32_t apex = wend_origin(w->mesh, wend_prev(h));
    int side = wend_orient2d_fast(w->p, w->q, wend_at(w->mesh, apex));
    if (side == 0)
        return (course){apex, BOTH};
    return cross(w, side > 0 ? wend_next(h) : wend_prev(h));
}

static course start_on_edge(const walk *w, uint32_t h)
{
    const wend_mesh *mesh = w->mesh;
    uint32_t from = wend_origin(mesh, h), to = wend_target(mesh, h), twin = wend_twin(mesh, h);
    bool left = !wend_is_solid(mesh, h / 3);
    bool right = twin != WEND_NONE && !wend_is_solid(mesh, twin / 3);
    int side = wend_orient2d_fast(wend_at(mesh, from), wend_at(mesh, to), w->q);
    if (side != 0) {
        bool open = side > 0 ? left : right;
        return open ? enter(w, side > 0 ? h : twin) : stop(w, w->p, side > 0 ? twin : h);
    }
    bool along = wend_is_before(wend_at(mesh, from), wend_at(mesh, to)) == w->forward;
    uint32_t sides = (left ? LEFT : 0u) | (right ? RIGHT : 0u);
    if (!along)
        sides = (left ? RIGHT : 0u) | (right ? LEFT : 0u);
    return (course){along ? to : from, wend_is_fixed(mesh, h) ? sides : BOTH};
}

static course start_in_triangle(const walk *w, uint32_t triangle)
{
    const wend_mesh *mesh = w->mesh;
    int sides[3];
    for (uint32_t i = 0; i < 3; ++i)
        sides[i] =
            wend_orient2d_fast(w->p, w->q, wend_at(mesh, wend_origin(mesh, 3 * triangle + i)));
    uint32_t i = 0;
    while (!(sides[i] <= 0 && sides[i == 2 ? 0 : i + 1] > 0))
        ++i;
    uint32_t h = 3 * triangle + i;
    return sides[i] == 0 ? (course){wend_origin(mesh, h), BOTH} : cross(w, h);
}

static course start(const walk *w, wend_spot spot)
{
    if (wend_equal(w->p, w->q))
        return arrive(w);
    if (spot.kind == WEND_SPOT_VERTEX)
        return start_at_vertex(w, wend_origin(w->mesh, spot.edge));
    return spot.kind == WEND_SPOT_EDGE ? start_on_edge(w, spot.edge)
                                       : start_in_triangle(w, spot.edge / 3);
}

wend_result wend_mesh_raycast(const wend_mesh *mesh, wend_vec2 p, wend_vec2 q, wend_ray *ray,
                              wend_error *error)
{
    wend_spot spot;
    if (!(fabs(q.x) <= FARTHEST && fabs(q.y) <= FARTHEST))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the end of a ray must be finite and within %g m", FARTHEST);
    if (!wend_find_free(mesh, p, &spot))
        return wend_fail_at(error, WEND_BAD_ARGUMENT, p,
                            "a ray must start in free space or on its walls");
    walk w = {mesh, p, q, wend_is_before(p, q), ray};
    course c = start(&w, spot);
    while (c.vertex != WEND_NONE)
        c = pass(&w, c.vertex, c.sides);
    return WEND_OK;
}
