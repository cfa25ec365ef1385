// SPDX-License-Identifier: MIT
// What can be seen from a point: views are sent through the edges around it and from triangle to
// triangle (Bungiu et al. 2014, "Efficient computation of visibility polygons"). A view is an edge
// and two limits, vertices that it passes on the right and on the left. Where both far edges of a
// triangle are in view it splits at the vertex between them; the right half goes first, so the ring
// comes out counter-clockwise.
//
// The left halves wait on a small stack. When it is full the oldest is forgotten, and found again
// by looking once more from the start with what was seen already as the right limit. So a query
// needs no memory of its own, and takes longer only where more views wait than there is room for.
#include "mesh/visible.h"

#include "geometry/predicates.h"
#include "mesh/around.h"

/// A view through a half-edge, from its triangle outwards.
typedef struct view {
    uint32_t edge;
    uint32_t right, left; ///< vertices
} view;

/// A left half: its right limit is the left limit of what was looked at just before.
typedef struct waiting {
    uint32_t edge, left;
} waiting;

typedef struct looker {
    const wend_mesh *mesh;
    wend_vec2 p;

    // The views that wait, in a circle.
    waiting stack[WEND_WAITING_VIEWS];
    uint32_t room, top, depth;
    bool forgotten;

    // The ring.
    wend_vec2 *points;
    uint32_t capacity, count;
    wend_vec2 first, last, before_last;
    uint32_t cut; ///< the wall inside which the last point lies; WEND_NONE: it is a vertex
} looker;

// ---- the ring -----------------------------------------------------------------------------------

static void add_point(looker *l, wend_vec2 point, uint32_t cut)
{
    if (l->count > 0 && wend_same_place(point, l->last))
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

/// Adds the right end of what is seen of a wall. Where that goes on from the last view, with only a
/// point obstacle between them, there is no corner.
static void add_right_point(looker *l, wend_vec2 point, uint32_t cut)
{
    if (l->count > 1 && cut != WEND_NONE && l->cut == cut && wend_same_place(point, l->last)) {
        --l->count;
        l->last = l->before_last;
        l->cut = WEND_NONE;
        return;
    }
    add_point(l, point, cut);
}

static double cross_product(wend_vec2 origin, wend_vec2 a, wend_vec2 b)
{
    return (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x);
}

/// Where the ray from p through `through` meets the wall from a to b, which it is known to cross.
static wend_vec2 meet(wend_vec2 p, wend_vec2 through, wend_vec2 a, wend_vec2 b)
{
    // The ends' distances from the ray; rounding may have taken one of them across.
    double at_a = -cross_product(p, through, a), at_b = cross_product(p, through, b);
    at_a = at_a > 0 ? at_a : 0;
    at_b = at_b > 0 ? at_b : 0;
    if (at_a <= at_b) {
        double f = at_b > 0 ? at_a / (at_a + at_b) : 0.5;
        return (wend_vec2){a.x + f * (b.x - a.x), a.y + f * (b.y - a.y)};
    }
    double f = at_b / (at_a + at_b);
    return (wend_vec2){b.x + f * (a.x - b.x), b.y + f * (a.y - b.y)};
}

/// Adds what a view shows of a wall: its own ends if they are in view, else where limits cut it.
static void add_wall(looker *l, view v)
{
    const wend_mesh *mesh = l->mesh;
    uint32_t from = wend_origin(mesh, v.edge), to = wend_target(mesh, v.edge);
    wend_vec2 a = wend_at(mesh, from), b = wend_at(mesh, to);
    wend_vec2 right = wend_at(mesh, v.right), left = wend_at(mesh, v.left);
    // Ends often are the limits, and that is what exact predicates are slowest at.
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

static void let_wait(looker *l, uint32_t edge, uint32_t left)
{
    l->stack[l->top] = (waiting){edge, left};
    l->top = l->top + 1 < l->room ? l->top + 1 : 0;
    if (l->depth < l->room)
        ++l->depth;
    else
        l->forgotten = true;
}

/// The next view to look at after one that ended; false: everything from root has been seen.
static bool take_waiting(looker *l, view root, view *v)
{
    uint32_t seen = v->left;
    if (l->depth == 0) {
        bool more = l->forgotten && seen != root.left;
        l->forgotten = false;
        *v = (view){root.edge, seen, root.left};
        return more;
    }
    --l->depth;
    l->top = l->top > 0 ? l->top - 1 : l->room - 1;
    *v = (view){l->stack[l->top].edge, seen, l->stack[l->top].left};
    return true;
}

/// Takes a view through the next triangle.
static view advance(looker *l, view v)
{
    const wend_mesh *mesh = l->mesh;
    uint32_t h = wend_twin(mesh, v.edge), apex = wend_origin(mesh, wend_prev(h));
    wend_vec2 at = wend_at(mesh, apex);
    if (wend_orient2d_fast(l->p, wend_at(mesh, v.right), at) <= 0)
        return (view){wend_prev(h), v.right, v.left};
    if (wend_orient2d_fast(l->p, wend_at(mesh, v.left), at) >= 0)
        return (view){wend_next(h), v.right, v.left};
    let_wait(l, wend_prev(h), v.left);
    return (view){wend_next(h), v.right, apex};
}

/// Looks out of p's own triangle through one of its edges.
static void look_through(looker *l, uint32_t edge)
{
    view root = {edge, wend_origin(l->mesh, edge), wend_target(l->mesh, edge)};
    view v = root;
    for (;;) {
        if (!wend_is_closed(l->mesh, v.edge)) {
            v = advance(l, v);
            continue;
        }
        add_wall(l, v);
        if (!take_waiting(l, root, &v))
            return;
    }
}

/// The same spot by that one of its edges whose target comes first by its coordinates, so that the
/// ring begins at the same place whatever the edges' numbers are.
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

/// Looks around from p, triangle by triangle; where one is solid p itself is a corner of the ring.
static void look_around(looker *l, wend_spot spot)
{
    const wend_mesh *mesh = l->mesh;
    for (uint32_t h = wend_around(mesh, spot); h != WEND_NONE;
         h = wend_around_next(mesh, spot, h)) {
        if (wend_is_solid(mesh, h / 3)) {
            add_point(l, l->p, WEND_NONE);
            continue;
        }
        if (spot.kind == WEND_SPOT_FACE)
            look_through(l, h);
        look_through(l, wend_next(h));
        if (spot.kind != WEND_SPOT_VERTEX)
            look_through(l, wend_prev(h));
    }
    bool at_frame = spot.kind == WEND_SPOT_VERTEX ? wend_origin(mesh, spot.edge) < 4
                    : spot.kind == WEND_SPOT_EDGE ? wend_twin(mesh, spot.edge) == WEND_NONE
                                                  : false;
    if (at_frame)
        add_point(l, l->p, WEND_NONE);
    if (l->count > 1 && wend_same_place(l->first, l->last))
        --l->count;
}

wend_result wend_visible_with(const wend_mesh *mesh, uint32_t room, wend_vec2 p, wend_vec2 *points,
                              uint32_t capacity, uint32_t *count, wend_error *error)
{
    *count = 0;
    wend_spot spot;
    if (!wend_find_free(mesh, p, &spot))
        return wend_fail_at(error, WEND_BAD_ARGUMENT, p,
                            "one can look around only in free space or on its walls");
    looker l = {.mesh = mesh, .p = p, .room = room, .points = points, .capacity = capacity};
    look_around(&l, begin_at_first(mesh, spot));
    *count = l.count;
    return l.count <= capacity
               ? WEND_OK
               : wend_fail(error, WEND_BUFFER_TOO_SMALL, "the ring has %u points", l.count);
}

wend_result wend_mesh_visible(const wend_mesh *mesh, wend_vec2 p, wend_vec2 *points,
                              uint32_t capacity, uint32_t *count, wend_error *error)
{
    return wend_visible_with(mesh, WEND_WAITING_VIEWS, p, points, capacity, count, error);
}
