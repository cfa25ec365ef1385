// SPDX-License-Identifier: MIT
// border.h describes the algorithm.
#include "formats/border.h"
#include "scene/shape.h"

#include "geometry/sort.h"
#include "polygon/planar.h"
#include "repair/walkable.h"

#include <stdlib.h>

/// Limit on the number of tests, which take seconds; floor plans need far fewer.
#define BORDER_MAX_TESTS ((uint64_t)1 << 30)

/// No walk, no edge; as a face: the outside.
#define NONE UINT32_MAX

/// One end of an edge, as seen from a point.
typedef struct ray {
    uint32_t place, toward; ///< places
    uint32_t edge;
    bool out; ///< true: the edge starts here; false: it ends here
} ray;

/// A part of a walk that is a simple ring.
typedef struct loop {
    uint32_t first, count; ///< in tracing.ring
    uint32_t walk;         ///< later: the face
    bool outline;
} loop;

/// A closed walk around a solid face, or around free ground in it.
typedef struct walk {
    uint32_t first_place; ///< the lowest one
    uint32_t face;        ///< the walk with its outline; NONE: the outside
    bool has_outline;
} walk;

typedef struct tracing {
    border *b;
    problem_list *problems;
    wend_index *index; ///< of the edges
    uint32_t *next;    ///< [edges] the next edge, with the solid on the left
    uint32_t *walk_of; ///< [edges]
    uint32_t *height;  ///< [points] position on the stack, from 1; 0: not on it
    wend_array(uint32_t) stack;
    wend_array(uint32_t) ring; ///< the points of all loops
    wend_array(loop) loops;
    wend_array(walk) walks;
} tracing;

void border_free(border *b)
{
    free(b->places);
    wend_array_free(&b->edges, NULL);
    wend_array_free(&b->walls, NULL);
    *b = (border){0};
}

bool border_spend(border *b, uint64_t tests, problem_list *problems)
{
    b->tests += tests;
    return b->tests <= BORDER_MAX_TESTS ||
           problem_add(problems, "the polygons are too tangled to be a plan: too many of their "
                                 "sides lie across each other");
}

// ---- crossings ----------------------------------------------------------------------------------

static wend_segment segment_of(const border *b, border_edge edge)
{
    return (wend_segment){b->places[edge.a], b->places[edge.b]};
}

static bool index_edges(tracing *t)
{
    size_t count = t->b->edges.count;
    wend_item *items = calloc(count + 1, sizeof *items);
    for (size_t i = 0; items && i < count; ++i) {
        wend_segment line = segment_of(t->b, t->b->edges.data[i]);
        items[i] = (wend_item){line.a, line.b, WEND_ITEM_SEGMENT};
    }
    bool good =
        items && wend_index_create(items, (uint32_t)count, NULL, &t->index, NULL) == WEND_OK;
    free(items);
    return good || problem_no_memory(t->problems);
}

typedef struct crossing_search {
    tracing *t;
    uint32_t edge;
    bool good;
} crossing_search;

static bool visit_crossing(void *context, uint32_t number)
{
    crossing_search *search = context;
    border *b = search->t->b;
    search->good = border_spend(b, 1, search->t->problems);
    if (!search->good || number <= search->edge)
        return search->good;
    wend_vec2 at;
    if (wend_segments_meet(segment_of(b, b->edges.data[search->edge]),
                           segment_of(b, b->edges.data[number]), &at) == WEND_CROSS)
        search->good = problem_at_point(search->t->problems, at,
                                        "polygons overlap here: the plan must have one level");
    return search->good;
}

static bool check_crossings(tracing *t)
{
    crossing_search search = {.t = t, .good = true};
    for (; search.good && search.edge < t->b->edges.count; ++search.edge)
        wend_index_along(t->index, segment_of(t->b, t->b->edges.data[search.edge]), visit_crossing,
                         &search);
    return search.good;
}

// ---- walks --------------------------------------------------------------------------------------

// Order: by point, then counter-clockwise from straight down. Two rays from a point never overlap.
static bool ray_before(const void *context, const void *one, const void *other)
{
    const wend_vec2 *places = context;
    const ray *r = one, *q = other;
    if (r->place != q->place)
        return r->place < q->place;
    bool r_right = r->toward > r->place, q_right = q->toward > q->place;
    if (r_right != q_right)
        return r_right;
    return wend_orient2d(places[r->place], places[r->toward], places[q->toward]) > 0;
}

// Links each edge to the previous one around the point where it starts.
static bool link_group(tracing *t, const ray *group, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const ray *before = &group[i > 0 ? i - 1 : count - 1];
        if (group[i].out == before->out)
            return problem_at_point(t->problems, t->b->places[group[i].place],
                                    "polygons overlap here: the plan must have one level");
        if (group[i].out)
            t->next[group[i].edge] = before->edge;
    }
    return true;
}

static bool link_edges(tracing *t)
{
    size_t count = t->b->edges.count;
    ray *rays = malloc((2 * count + 1) * sizeof *rays);
    if (!rays)
        return problem_no_memory(t->problems);
    for (uint32_t i = 0; i < count; ++i) {
        border_edge edge = t->b->edges.data[i];
        rays[2 * i] = (ray){edge.a, edge.b, i, true};
        rays[2 * i + 1] = (ray){edge.b, edge.a, i, false};
    }
    wend_sort(rays, 2 * count, sizeof *rays, ray_before, t->b->places);
    bool good = true;
    for (size_t i = 0, next; good && i < 2 * count; i = next) {
        for (next = i + 1; next < 2 * count && rays[next].place == rays[i].place;)
            ++next;
        good = link_group(t, rays + i, next - i);
    }
    free(rays);
    return good;
}

static int loop_orientation(tracing *t, const uint32_t *places, uint32_t count)
{
    // The turn at its lowest point is the orientation of a simple ring.
    uint32_t least = 0;
    for (uint32_t i = 1; i < count; ++i)
        if (places[i] < places[least])
            least = i;
    return wend_orient2d(t->b->places[places[(least + count - 1) % count]],
                         t->b->places[places[least]], t->b->places[places[(least + 1) % count]]);
}

// Removes everything above that height from the stack, as a loop.
static bool end_loop(tracing *t, uint32_t height)
{
    uint32_t first = (uint32_t)t->ring.count, count = (uint32_t)t->stack.count - height + 1;
    if (!wend_array_reserve(&t->ring, NULL, count) || !wend_array_reserve(&t->loops, NULL, 1))
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t place = t->stack.data[height - 1 + i];
        t->ring.data[t->ring.count++] = place;
        t->height[place] = 0;
    }
    t->stack.count = height - 1;
    uint32_t number = (uint32_t)t->walks.count - 1;
    bool outline = loop_orientation(t, t->ring.data + first, count) > 0;
    t->loops.data[t->loops.count++] = (loop){first, count, number, outline};
    t->walks.data[number].has_outline = t->walks.data[number].has_outline || outline;
    return true;
}

static bool take_walk(tracing *t, uint32_t start)
{
    if (!wend_array_reserve(&t->walks, NULL, 1))
        return false;
    uint32_t number = (uint32_t)t->walks.count;
    walk *w = &t->walks.data[t->walks.count++];
    *w = (walk){.first_place = NONE, .face = NONE};
    uint32_t edge = start;
    do {
        uint32_t place = t->b->edges.data[edge].b;
        if (place < w->first_place)
            w->first_place = place;
        if ((t->height[place] && !end_loop(t, t->height[place])) ||
            !wend_array_reserve(&t->stack, NULL, 1))
            return false;
        t->stack.data[t->stack.count++] = place;
        t->height[place] = (uint32_t)t->stack.count;
        t->walk_of[edge] = number;
        edge = t->next[edge];
    } while (edge != start);
    return end_loop(t, 1);
}

static bool take_walks(tracing *t)
{
    for (uint32_t i = 0; i < t->b->edges.count; ++i)
        t->walk_of[i] = NONE;
    for (uint32_t i = 0; i < t->b->edges.count; ++i)
        if (t->walk_of[i] == NONE && !take_walk(t, i))
            return problem_no_memory(t->problems);
    return true;
}

// ---- nesting ------------------------------------------------------------------------------------

typedef struct below_search {
    tracing *t;
    uint32_t place;
    uint32_t best; ///< the highest edge below so far
    bool good;
} below_search;

// Low and high are the edge's ends from left to right.
static void ends_of(const border *b, uint32_t edge, uint32_t *low, uint32_t *high)
{
    border_edge e = b->edges.data[edge];
    *low = e.a < e.b ? e.a : e.b;
    *high = e.a < e.b ? e.b : e.a;
}

// True if the second of two edges that pass right to the left of the same point is above the first.
static bool is_above(const border *b, uint32_t first, uint32_t second)
{
    uint32_t low, high, other_low, other_high;
    ends_of(b, first, &low, &high);
    ends_of(b, second, &other_low, &other_high);
    const wend_vec2 *places = b->places;
    if (other_low < low)
        return !is_above(b, second, first);
    int side = wend_orient2d(places[low], places[high], places[other_low]);
    if (side == 0) // they start at the same place
        side = wend_orient2d(places[low], places[high], places[other_high]);
    return side > 0;
}

// Searches downwards from right to the left of the point, where the walk itself has no edge.
static bool visit_below(void *context, uint32_t number)
{
    below_search *search = context;
    border *b = search->t->b;
    uint32_t low, high;
    ends_of(b, number, &low, &high);
    wend_vec2 left = b->places[low], right = b->places[high], at = b->places[search->place];
    search->good = border_spend(b, 1, search->t->problems);
    if (search->good && left.x < at.x && at.x <= right.x && wend_orient2d(left, right, at) > 0 &&
        (search->best == NONE || is_above(b, search->best, number)))
        search->best = number;
    return search->good;
}

static bool find_face(tracing *t, walk *w)
{
    below_search search = {.t = t, .place = w->first_place, .best = NONE, .good = true};
    wend_vec2 at = t->b->places[w->first_place];
    wend_vec2 end = {at.x, wend_index_bounds(t->index).min.y};
    wend_index_along(t->index, (wend_segment){at, end}, visit_below, &search);
    if (!search.good || search.best == NONE)
        return search.good;
    border_edge edge = t->b->edges.data[search.best];
    if (edge.a < edge.b)
        return problem_at_point(t->problems, at,
                                "polygons overlap here: the plan must have one level");
    w->face = t->walks.data[t->walk_of[search.best]].face;
    return true;
}

static int compare_walks(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// From left to right, so that the face on the left is known.
static bool find_faces(tracing *t)
{
    size_t count = t->walks.count;
    uint64_t *order = malloc((count + 1) * sizeof *order);
    if (!order)
        return problem_no_memory(t->problems);
    for (size_t i = 0; i < count; ++i)
        order[i] = (uint64_t)t->walks.data[i].first_place << 32 | i;
    qsort(order, count, sizeof *order, compare_walks);
    bool good = true;
    for (size_t i = 0; good && i < count; ++i) {
        uint32_t number = (uint32_t)order[i];
        walk *w = &t->walks.data[number];
        if (w->has_outline)
            w->face = number;
        else
            good = find_face(t, w);
    }
    free(order);
    return good;
}

// ---- the scene ----------------------------------------------------------------------------------

// Order: by face, the outline first.
static int compare_loops(const void *a, const void *b)
{
    const loop *x = a, *y = b;
    if (x->walk != y->walk)
        return x->walk < y->walk ? -1 : 1;
    if (x->outline != y->outline)
        return x->outline ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static bool add_ring(const tracing *t, loop l, polygons *shapes)
{
    for (uint32_t i = 0; i < l.count; ++i)
        if (!polygons_add_point(shapes, t->b->places[t->ring.data[l.first + i]]))
            return false;
    return polygons_end_ring(shapes, 3, NULL);
}

static bool add_frame(const border *b, polygons *shapes)
{
    wend_vec2 corners[4];
    box_corners(planar_frame(wend_box_of(b->places, b->place_count)), corners);
    for (int i = 0; i < 4; ++i)
        if (!polygons_add_point(shapes, corners[i]))
            return false;
    return polygons_end_ring(shapes, 3, NULL);
}

// Adds each face as a shape. The outside, which is the last, gets a frame if it has several holes.
static bool make_shapes(tracing *t, polygons *shapes)
{
    loop *loops = t->loops.data;
    size_t count = t->loops.count;
    for (size_t i = 0; i < count; ++i)
        loops[i].walk = t->walks.data[loops[i].walk].face;
    qsort(loops, count, sizeof *loops, compare_loops);
    for (size_t i = 0; i < count; ++i) {
        bool first = i == 0 || loops[i - 1].walk != loops[i].walk;
        bool last = i + 1 == count || loops[i + 1].walk != loops[i].walk;
        if (first && !last && loops[i].walk == NONE && !add_frame(t->b, shapes))
            return false;
        if (!add_ring(t, loops[i], shapes) || (last && !polygons_end_shape(shapes)))
            return false;
    }
    return polygons_straighten(shapes);
}

static bool fill_scene(const border *b, const polygons *shapes, scene *s)
{
    size_t count = shapes->spans.count;
    for (size_t i = 0; i < count; ++i) {
        wend_shape shape = polygons_get(shapes, i);
        uint32_t begin, end;
        shape_ring(shape, 0, &begin, &end);
        bool outside = i + 1 == count;
        if (outside && !scene_set_bounds(s, shape.points, end))
            return false;
        if ((!outside || shape.ring_count > 1) && !scene_add_shape(s, shape))
            return false;
    }
    for (size_t i = 0; i < b->walls.count; ++i) {
        wend_segment line = segment_of(b, b->walls.data[i]);
        wend_shape shape = {.points = (const wend_vec2[]){line.a, line.b}, .point_count = 2};
        if (!scene_add_shape(s, shape))
            return false;
    }
    return true;
}

bool border_to_scene(border *b, scene *s, problem_list *problems)
{
    size_t count = b->edges.count;
    tracing t = {.b = b, .problems = problems};
    polygons shapes = {0};
    t.next = malloc((count + 1) * sizeof *t.next);
    t.walk_of = malloc((count + 1) * sizeof *t.walk_of);
    t.height = calloc((size_t)b->place_count + 1, sizeof *t.height);
    bool good = (t.next && t.walk_of && t.height) || problem_no_memory(problems);
    good = good && index_edges(&t) && check_crossings(&t) && link_edges(&t) && take_walks(&t) &&
           find_faces(&t);
    if (good && !(make_shapes(&t, &shapes) && fill_scene(b, &shapes, s)))
        good = problem_no_memory(problems);
    polygons_free(&shapes);
    free(t.next);
    free(t.walk_of);
    free(t.height);
    wend_index_destroy(t.index);
    wend_array_free(&t.stack, NULL);
    wend_array_free(&t.ring, NULL);
    wend_array_free(&t.loops, NULL);
    wend_array_free(&t.walks, NULL);
    return good;
}
