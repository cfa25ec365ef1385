// SPDX-License-Identifier: MIT
// Visibility polygon: views are propagated through the edges around the point and from triangle to
// triangle (Bungiu et al. 2014, "Efficient computation of visibility polygons"). A view is an edge
// and two limits, vertices that it passes on the right and on the left. If both far edges of a
// triangle are in view it splits at the vertex between them; the right half goes first, so the ring
// is counter-clockwise.
//
// The left halves wait on a small stack. When it is full the oldest is dropped, and found again by
// starting over with what was visited already as the right limit. A query therefore does not
// allocate, and takes longer only if more views wait than the stack can hold.
#include "mesh/visible.h"

#include "geometry/predicates.h"
#include "mesh/around.h"

/// A view through a half-edge, from its triangle outwards.
typedef struct view {
    uint32_t edge;
    uint32_t right, left; ///< vertices
} view;

/// A left half: its right limit is the left limit of the view processed just before.
typedef struct waiting {
    uint32_t edge, left;
} waiting;

typedef struct looker {
    const wend_mesh *mesh;
    wend_vec2 p;

    // The waiting views, in a circular buffer.
    waiting stack[WEND_WAITING_VIEWS];
    uint32_t view_capacity, top, depth;
    bool forgotten;

    // The ring.
    wend_vec2 *points;
    uint32_t capacity, count;
    wend_vec2 first, last, before_last;
    uint32_t cut; ///< the wall whose interior contains the last point; WEND_NONE: it is a vertex
} looker;

// ---- the ring -----------------------------------------------------------------------------------

static void add_point(looker *l, wend_vec2 point, uint32_t cut)
{
    if (l->count > 0 && wend_equal(point, l->last))
        return;
    if (l->count == 0)
        l->first = point;
    if (l->count < l->capacity)
        l->points[l->count] = point;
    ++l->count;
    l->before_last = l->last;
    l->last = point;
    l->cut = cut;
}

/// Adds the right end of the visible part of a wall. If it continues from the last view, with only
/// a point obstacle between them, there is no corner.
static void add_right_point(looker *l, wend_vec2 point, uint32_t cut)
{
    if (l->count > 1 && cut != WEND_NONE && l->cut == cut && wend_equal(point, l->last)) {
        --l->count;
        l->last = l->before_last;
        l->cut = WEND_NONE;
        return;
    }
    add_point(l, point, cut);
}

/// Where the ray from p through `through` meets the wall from a to b, which it is known to cross.
static wend_vec2 meet(wend_vec2 p, wend_vec2 through, wend_vec2 a, wend_vec2 b)
{
    // The ends' distances from the ray; rounding may have moved one of them across.
    double at_a = -wend_cross_from(p, through, a), at_b = wend_cross_from(p, through, b);
    at_a = at_a > 0 ? at_a : 0;
    at_b = at_b > 0 ? at_b : 0;
    if (at_a <= at_b) {
        double f = at_b > 0 ? at_a / (at_a + at_b) : 0.5;
        return wend_lerp(a, b, f);
    }
    double f = at_b / (at_a + at_b);
    return wend_lerp(b, a, f);
}

/// Adds the visible part of a wall: its own ends if they are in view, else where limits cut it.
static void add_wall(looker *l, view v)
{
    const wend_mesh *mesh = l->mesh;
    uint32_t from = wend_origin(mesh, v.edge), to = wend_target(mesh, v.edge);
    wend_vec2 a = wend_at(mesh, from), b = wend_at(mesh, to);
    wend_vec2 right = wend_at(mesh, v.right), left = wend_at(mesh, v.left);
    // Ends often are the limits, for which exact predicates are slowest.
    if (from == v.right || wend_orient2d_fast(l->p, right, a) >= 0)
        add_right_point(l, a, WEND_NONE);
    else
        add_right_point(l, meet(l->p, right, a, b), v.edge);
    if (to == v.left || wend_orient2d_fast(l->p, left, b) <= 0)
        add_point(l, b, WEND_NONE);
    else
        add_point(l, meet(l->p, left, a, b), v.edge);
}

// ---- views --------------------------------------------------------------------------------------

static void push_view(looker *l, uint32_t edge, uint32_t left)
{
    l->stack[l->top] = (waiting){edge, left};
    l->top = l->top + 1 < l->view_capacity ? l->top + 1 : 0;
    if (l->depth < l->view_capacity)
        ++l->depth;
    else
        l->forgotten = true;
}

/// The next view after one that ended; false: everything from root has been visited.
static bool pop_view(looker *l, view root, view *v)
{
    uint32_t seen = v->left;
    if (l->depth == 0) {
        bool more = l->forgotten && seen != root.left;
        l->forgotten = false;
        *v = (view){root.edge, seen, root.left};
        return more;
    }
    --l->depth;
    l->top = l->top > 0 ? l->top - 1 : l->view_capacity - 1;
    *v = (view){l->stack[l->top].edge, seen, l->stack[l->top].left};
    return true;
}

/// Propagates a view through the next triangle.
static view advance(looker *l, view v)
{
    const wend_mesh *mesh = l->mesh;
    uint32_t h = wend_twin(mesh, v.edge), apex = wend_origin(mesh, wend_prev(h));
    wend_vec2 at = wend_at(mesh, apex);
    if (wend_orient2d_fast(l->p, wend_at(mesh, v.right), at) <= 0)
        return (view){wend_prev(h), v.right, v.left};
    if (wend_orient2d_fast(l->p, wend_at(mesh, v.left), at) >= 0)
        return (view){wend_next(h), v.right, v.left};
    push_view(l, wend_prev(h), v.left);
    return (view){wend_next(h), v.right, apex};
}

/// Views from p's own triangle through one of its edges.
static void view_through(looker *l, uint32_t edge)
{
    view root = {edge, wend_origin(l->mesh, edge), wend_target(l->mesh, edge)};
    view v = root;
    for (;;) {
        if (!wend_is_closed(l->mesh, v.edge)) {
            v = advance(l, v);
            continue;
        }
        add_wall(l, v);
        if (!pop_view(l, root, &v))
            return;
    }
}

/// The same spot by the edge whose target comes first by coordinates, so that the ring begins at
/// the same point whatever the edges' numbers are.
static wend_spot begin_at_first(const wend_mesh *mesh, wend_spot spot)
{
    uint32_t first = spot.edge, h = spot.edge;
    do {
        if (wend_is_before(wend_at(mesh, wend_target(mesh, h)),
                           wend_at(mesh, wend_target(mesh, first))))
            first = h;
        h = spot.kind == WEND_SPOT_FACE ? wend_next(h) : wend_around_next(mesh, spot, h);
    } while (h != WEND_NONE && h != spot.edge);
    return (wend_spot){spot.kind, first};
}

/// Views all around p, triangle by triangle; where one is solid p itself is a corner of the ring.
static void view_around(looker *l, wend_spot spot)
{
    const wend_mesh *mesh = l->mesh;
    for (uint32_t h = wend_around(mesh, spot); h != WEND_NONE;
         h = wend_around_next(mesh, spot, h)) {
        if (wend_is_solid(mesh, h / 3)) {
            add_point(l, l->p, WEND_NONE);
            continue;
        }
        if (spot.kind == WEND_SPOT_FACE)
            view_through(l, h);
        view_through(l, wend_next(h));
        if (spot.kind != WEND_SPOT_VERTEX)
            view_through(l, wend_prev(h));
    }
    bool at_frame = spot.kind == WEND_SPOT_VERTEX ? wend_origin(mesh, spot.edge) < 4
                    : spot.kind == WEND_SPOT_EDGE ? wend_twin(mesh, spot.edge) == WEND_NONE
                                                  : false;
    if (at_frame)
        add_point(l, l->p, WEND_NONE);
    if (l->count > 1 && wend_equal(l->first, l->last))
        --l->count;
}

wend_result wend_visible_with(const wend_mesh *mesh, uint32_t view_capacity, wend_vec2 p,
                              wend_vec2 *points, uint32_t capacity, uint32_t *count,
                              wend_error *error)
{
    *count = 0;
    wend_spot spot;
    if (!wend_find_free(mesh, p, &spot))
        return wend_fail_at(error, WEND_BAD_ARGUMENT, p,
                            "the view point must lie in free space or on its walls");
    looker l = {.mesh = mesh,
                .p = p,
                .view_capacity = view_capacity,
                .points = points,
                .capacity = capacity};
    view_around(&l, begin_at_first(mesh, spot));
    *count = l.count;
    return l.count <= capacity
               ? WEND_OK
               : wend_fail(error, WEND_BUFFER_TOO_SMALL,
                           "the ring has %u points: the capacity is too small", l.count);
}

wend_result wend_mesh_visible(const wend_mesh *mesh, wend_vec2 p, wend_vec2 *points,
                              uint32_t capacity, uint32_t *count, wend_error *error)
{
    return wend_visible_with(mesh, WEND_WAITING_VIEWS, p, points, capacity, count, error);
}
