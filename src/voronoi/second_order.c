// SPDX-License-Identifier: MIT
#include "voronoi/second_order.h"

#include "core/memory.h"
#include "voronoi/envelope.h"
#include "wend/vec2.h"

bool wend_second_work_reserve(wend_second_work *work, uint32_t capacity,
                              const wend_allocator *allocator)
{
    if (capacity <= work->capacity)
        return true;
    // Half as many again: further cells may have an arc or two more.
    capacity += capacity / 2;
    wend_second_work_free(work, allocator);
    work->capacity = capacity;
    work->regions = wend_allocate(allocator, capacity, sizeof *work->regions);
    work->nodes = wend_allocate(allocator, 2 * (size_t)capacity, sizeof *work->nodes);
    work->links = wend_allocate(allocator, 2 * (size_t)capacity, sizeof *work->links);
    if (work->regions && work->nodes && work->links)
        return true;
    wend_second_work_free(work, allocator);
    return false;
}

void wend_second_work_free(wend_second_work *work, const wend_allocator *allocator)
{
    wend_release(allocator, work->regions, work->capacity, sizeof *work->regions);
    wend_release(allocator, work->nodes, 2 * (size_t)work->capacity, sizeof *work->nodes);
    wend_release(allocator, work->links, 2 * (size_t)work->capacity, sizeof *work->links);
    *work = (wend_second_work){0};
}

size_t wend_second_work_bytes(const wend_second_work *work)
{
    return work->capacity *
           (sizeof *work->regions + 2 * sizeof *work->nodes + 2 * sizeof *work->links);
}

/// A cell whose interior is being computed.
typedef struct growing {
    wend_second_work *work;
    const wend_voronoi *voronoi;
    const wend_element *elements;
    const wend_element_link *links;
    wend_vec2 agent;
    uint32_t open;  ///< regions that are not closed
    uint32_t front; ///< one of them
} growing;

static bool is_side(const growing *g, uint32_t element)
{
    return g->links[element].kind == WEND_ELEMENT_SIDE;
}

// ---- joints -------------------------------------------------------------------------------------

/// True if two sides are parallel to the accuracy of the diagram: they have no edge between them
/// even where they meet in a concave corner.
static bool is_straight(const growing *g, uint32_t a, uint32_t b)
{
    if (!is_side(g, a) || !is_side(g, b))
        return false;
    wend_frame frame = wend_side_frame(&g->elements[a], g->voronoi->max_radius);
    return !(fabs(wend_frame_slope(&frame, g->elements[b].from)) < WEND_PARALLEL_SLOPE);
}

/// True if b follows a along a border, and they meet in the normal at their common end, which is
/// not an edge of the diagram: directly or across a convex corner so nearly straight that its arc
/// is a tie. Not around a concave corner.
static bool follows(const growing *g, uint32_t a, uint32_t b)
{
    const wend_element_link *link = &g->links[a];
    if (link->next == b)
        return link->bend >= 0 || is_straight(g, a, b);
    return g->links[link->next].kind == WEND_ELEMENT_CORNER && g->links[link->next].next == b;
}

static bool is_joint(const growing *g, uint32_t a, uint32_t b)
{
    // Most neighbours are agents, which are not part of a border.
    if (g->links[a].kind == WEND_ELEMENT_POINT || g->links[b].kind == WEND_ELEMENT_POINT)
        return false;
    return follows(g, a, b) || follows(g, b, a);
}

/// x of the joint of two elements in another's frame.
static double joint_of(const growing *g, const wend_frame *frame, uint32_t a, uint32_t b)
{
    const wend_element *first = &g->elements[follows(g, a, b) ? a : b];
    return wend_joint(frame, first->q, first->to);
}

// ---- vertices -----------------------------------------------------------------------------------

/// The frame of an element as used in the agent's cell. A point's axis points to the agent: its
/// border with the agent lies within a right angle of it.
static wend_frame frame_of(const growing *g, uint32_t element)
{
    const wend_element *own = &g->elements[element];
    double max_radius = g->voronoi->max_radius;
    if (is_side(g, element))
        return wend_side_frame(own, max_radius);
    if (g->links[element].kind == WEND_ELEMENT_CORNER)
        return wend_corner_frame(own, max_radius);
    wend_vec2 axis = wend_sub(g->agent, own->p);
    double length = wend_length(axis);
    axis = (wend_vec2){axis.x / length, axis.y / length};
    return (wend_frame){
        .origin = own->p,
        .along = axis,
        .away = wend_perp_left(axis),
        .low = -1,
        .high = 1,
        .max_radius = max_radius,
        .is_side = false,
    };
}

static wend_quadratic bisector(const growing *g, const wend_second_region *region, uint32_t other)
{
    const wend_frame *frame = &region->frame;
    const wend_element *e = &g->elements[other];
    if (!is_side(g, other))
        return wend_frame_point_bisector(frame, wend_sub(e->p, frame->origin), other);
    if (!frame->is_side) {
        double height = wend_dot(wend_sub(frame->origin, e->p), e->from);
        return wend_frame_side_bisector(frame, e->from, height, other);
    }
    const wend_element *own = &g->elements[region->element];
    wend_vec2 dp = wend_sub(e->p, frame->origin), dq = wend_sub(e->q, frame->origin);
    wend_vec2 p = {wend_dot(dp, frame->along), wend_dot(dp, frame->away)};
    wend_vec2 q = {wend_dot(dq, frame->along), wend_dot(dq, frame->away)};
    // A concave corner is exactly on both.
    if (wend_equal(e->p, own->q))
        p.y = 0;
    if (wend_equal(e->q, own->p))
        q.y = 0;
    return wend_frame_line_bisector(wend_frame_slope(frame, e->from), p, q, other);
}

/// x of a position in a frame.
static double x_of(const wend_frame *frame, wend_vec2 position)
{
    wend_vec2 d = wend_sub(position, frame->origin);
    double u = wend_dot(d, frame->along), v = wend_dot(d, frame->away);
    if (frame->is_side)
        return u;
    double radius = sqrt(u * u + v * v);
    return u > 0 ? v / (radius + u) : (radius - u) / v;
}

/// Where the borders of a region with the previous and with the next one meet. In its own frame the
/// next one comes first: both run counter-clockwise around their owners.
static void find_close(const growing *g, wend_second_region *region)
{
    const wend_second_region *regions = g->work->regions;
    const wend_second_region *after = &regions[region->next];
    uint32_t previous = regions[region->previous].element, next = after->element;
    const wend_frame *frame = &region->frame;
    bool joint_before = is_joint(g, previous, region->element);
    bool joint_after = is_joint(g, region->element, next);
    double x, y;
    if (joint_before || joint_after) {
        x = joint_before ? frame->high : frame->low;
        wend_quadratic f = bisector(g, region, joint_before ? next : previous);
        y = wend_quadratic_at(&f, x);
    } else {
        wend_quadratic f = bisector(g, region, previous), h = bisector(g, region, next);
        double low = x_of(frame, after->at), high = x_of(frame, region->at);
        x = is_joint(g, previous, next) ? joint_of(g, frame, previous, next)
                                        : wend_quadratics_cross(&f, &h, low, high);
        x = wend_smaller(wend_larger(x, low), high);
        // The flatter one is less sensitive to the rounding of x.
        bool flat = fabs(wend_quadratic_slope(&f, x)) < fabs(wend_quadratic_slope(&h, x));
        y = wend_quadratic_at(flat ? &f : &h, x);
    }
    region->close_at = wend_frame_point(frame, x, y, &region->close_radius);
}

/// Distance of a position from the region in which an element is the closest part of its site.
static double off_element(const growing *g, uint32_t element, wend_vec2 position)
{
    const wend_element *e = &g->elements[element];
    wend_vec2 d = wend_sub(position, e->p);
    if (is_side(g, element)) {
        wend_vec2 along = wend_perp_left(e->from);
        return wend_larger(-wend_dot(d, along), wend_dot(wend_sub(position, e->q), along));
    }
    if (g->links[element].kind == WEND_ELEMENT_POINT)
        return 0;
    return wend_larger(e->from.y * d.x - e->from.x * d.y, d.y * e->to.x - d.x * e->to.y);
}

static double square_to(const growing *g, uint32_t element, wend_vec2 position)
{
    const wend_element *e = &g->elements[element];
    wend_vec2 d = wend_sub(position, e->p), side = wend_sub(e->q, e->p);
    double length = wend_length_squared(side), projection = wend_dot(d, side);
    if (projection <= 0)
        return wend_length_squared(d);
    if (projection >= length)
        return wend_distance_squared(position, e->q);
    double height = wend_dot(d, e->from);
    return height * height;
}

/// How much nearer another element is on the border between a region and one with that element,
/// from low to high in the region's frame. At the ends none is.
static double fault_along(const growing *g, const wend_second_region *region, uint32_t element,
                          double low, double high)
{
    const wend_second_region *regions = g->work->regions;
    const wend_frame *frame = &region->frame;
    wend_quadratic f = bisector(g, region, element);
    double fault = -INFINITY;
    for (uint32_t i = region->next; i != region->previous; i = regions[i].next) {
        uint32_t other = regions[i].element;
        if (other == element || other == region->element)
            continue;
        // Where the other comes closest.
        wend_quadratic h = bisector(g, region, other);
        double bend = h.c[2] - f.c[2], x = (f.c[1] - h.c[1]) / (2 * bend), radius;
        if (!(bend > 0 && x > low && x < high))
            continue;
        wend_vec2 at = wend_frame_point(frame, x, wend_quadratic_at(&f, x), &radius);
        fault = wend_larger(fault, radius - sqrt(square_to(g, other, at)));
    }
    return fault;
}

/// A wall may have several regions, if others stand between it and the agent. Then a vertex is not
/// sufficient: it may be another region's. The borders that lead to it must be free too.
static double fault_of_borders(const growing *g, const wend_second_region *region)
{
    const wend_second_region *before = &g->work->regions[region->previous];
    const wend_second_region *after = &g->work->regions[region->next];
    const wend_frame *frame = &region->frame;
    double x = x_of(frame, region->close_at), fault = -INFINITY;
    bool joint_before = is_joint(g, before->element, region->element);
    bool joint_after = is_joint(g, region->element, after->element);
    if ((region->again || before->again) && !joint_before)
        fault = fault_along(g, region, before->element, x, x_of(frame, region->at));
    if ((region->again || after->again) && !joint_after)
        fault =
            wend_larger(fault, fault_along(g, region, after->element, x_of(frame, after->at), x));
    return fault;
}

/// The point where a region would be closed, and whether that is a vertex: it must lie in front of
/// both neighbours, and no other region's element may be nearer.
static void visit(growing *g, uint32_t number)
{
    wend_second_region *regions = g->work->regions, *region = &regions[number];
    uint32_t previous = region->previous, next = region->next;
    region->close_at = region->at;
    region->close_radius = 0;
    region->fault = INFINITY;
    bool joint_before = is_joint(g, regions[previous].element, region->element);
    bool joint_after = is_joint(g, region->element, regions[next].element);
    // A wall and its continuations on both sides never meet; two regions of one wall do not either.
    if ((joint_before && joint_after) || regions[previous].element == regions[next].element)
        return;
    find_close(g, region);
    // Diverging borders have their crossing behind them: its radius is negative, or beyond the
    // maximum.
    if (!(region->close_radius >= 0 && region->close_radius <= g->voronoi->max_radius))
        return;
    wend_vec2 at = region->close_at;
    double off = wend_larger(off_element(g, regions[previous].element, at),
                             off_element(g, regions[next].element, at));
    double minimum = INFINITY;
    for (uint32_t i = regions[next].next; i != previous; i = regions[i].next)
        minimum = wend_smaller(minimum, square_to(g, regions[i].element, at));
    double fault = wend_larger(off, region->close_radius - sqrt(minimum));
    fault = wend_larger(fault, fault_of_borders(g, region));
    if (fault == fault)
        region->fault = fault;
}

// ---- the tree -----------------------------------------------------------------------------------

static uint32_t add_node(growing *g, wend_vec2 position, double radius, uint32_t vertex)
{
    wend_second_work *work = g->work;
    work->nodes[work->node_count] = (wend_second_node){position, radius, vertex, 0};
    return work->node_count++;
}

/// Links a node to another, between the regions of two elements; a joint has no link.
static void add_link(growing *g, uint32_t from, uint32_t to, uint32_t left, uint32_t right)
{
    wend_second_work *work = g->work;
    if (from == WEND_NO_SECOND_NODE || to == WEND_NO_SECOND_NODE || from == to)
        return;
    work->links[work->link_count++] = (wend_second_link){from, to, left, right};
    ++work->nodes[from].degree;
    ++work->nodes[to].degree;
}

/// The node in which two borders meet: a new one; or the last of their inner nodes, if it has the
/// same position up to a tie (four cocircular neighbours).
static uint32_t meet(growing *g, const wend_second_region *region)
{
    const wend_second_work *work = g->work;
    uint32_t before = region->node, after = work->regions[region->next].node;
    uint32_t last = before == WEND_NO_SECOND_NODE  ? after
                    : after == WEND_NO_SECOND_NODE ? before
                    : before > after               ? before
                                                   : after;
    double tie = g->voronoi->tie;
    if (last != WEND_NO_SECOND_NODE && work->nodes[last].vertex == WEND_NO_ARC &&
        wend_distance_squared(work->nodes[last].position, region->close_at) < tie * tie)
        return last;
    return add_node(g, region->close_at, region->close_radius, WEND_NO_ARC);
}

/// True if another arc of a cell has the same element.
static bool is_again(const wend_voronoi *voronoi, const wend_voronoi_cell_record *cell, uint32_t i)
{
    const wend_voronoi_arc *arcs = voronoi->arcs.data + cell->first;
    bool again = false;
    for (uint32_t k = 0; k < cell->count && !again; ++k)
        again = k != i && arcs[k].other == arcs[i].other;
    return again;
}

static void start(growing *g, uint32_t element)
{
    const wend_voronoi *voronoi = g->voronoi;
    const wend_voronoi_cell_record *cell = &voronoi->cells.data[element];
    wend_second_work *work = g->work;
    uint32_t count = cell->count;
    work->node_count = work->link_count = 0;
    g->open = count;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_voronoi_arc *arc = &voronoi->arcs.data[cell->first + i];
        const wend_voronoi_arc *vertex = &voronoi->arcs.data[arc->vertex];
        wend_second_region *region = &work->regions[i];
        *region = (wend_second_region){
            .element = arc->other,
            .previous = i > 0 ? i - 1 : count - 1,
            .next = i + 1 < count ? i + 1 : 0,
            .node = WEND_NO_SECOND_NODE,
            .at = vertex->at,
            .frame = frame_of(g, arc->other),
            .again = is_side(g, arc->other) && is_again(voronoi, cell, i),
        };
        uint32_t before =
            voronoi->arcs.data[i > 0 ? cell->first + i - 1 : cell->first + count - 1].other;
        if (before != arc->other && !is_joint(g, before, arc->other))
            region->node = add_node(g, vertex->at, vertex->radius, arc->vertex);
    }
}

/// The region to close next: one that ends in a vertex, or comes closest to it.
static uint32_t choose(const growing *g)
{
    const wend_second_region *regions = g->work->regions;
    uint32_t best = g->front;
    for (uint32_t i = regions[g->front].next; i != g->front; i = regions[i].next)
        if (regions[i].fault < regions[best].fault)
            best = i;
    return best;
}

/// Removes a region from the ring.
static void remove_arcs(growing *g, uint32_t number)
{
    wend_second_region *regions = g->work->regions, *region = &regions[number];
    regions[region->previous].next = region->next;
    regions[region->next].previous = region->previous;
    g->front = region->next;
    --g->open;
}

/// Closes a region, and both its borders, in the vertex where these meet.
static void close_one(growing *g, uint32_t number)
{
    wend_second_region *regions = g->work->regions, *region = &regions[number];
    wend_second_region *before = &regions[region->previous], *after = &regions[region->next];
    uint32_t node = meet(g, region);
    add_link(g, region->node, node, before->element, region->element);
    add_link(g, after->node, node, region->element, after->element);
    remove_arcs(g, number);
    after->node = is_joint(g, before->element, after->element) ? WEND_NO_SECOND_NODE : node;
    after->at = region->close_at;
}

/// Closes the last three regions.
static void close_three(growing *g, uint32_t number)
{
    const wend_second_region *regions = g->work->regions, *region = &regions[number];
    uint32_t node = meet(g, region);
    for (int i = 0; i < 3; ++i) {
        const wend_second_region *before = &regions[region->previous];
        add_link(g, region->node, node, before->element, region->element);
        region = &regions[region->next];
    }
}

/// The last two regions have one border between them.
static void close_two(growing *g)
{
    const wend_second_region *a = &g->work->regions[g->front], *b = &g->work->regions[a->next];
    add_link(g, a->node, b->node, b->element, a->element);
}

void wend_second_order_find(wend_second_work *work, const wend_voronoi *voronoi, uint32_t element)
{
    growing g = {
        .work = work,
        .voronoi = voronoi,
        .elements = voronoi->boundary.elements.data,
        .links = voronoi->boundary.links.data,
        .agent = voronoi->boundary.elements.data[element].p,
    };
    start(&g, element);
    for (uint32_t i = 0; i < g.open; ++i)
        visit(&g, i);
    while (g.open > 3) {
        uint32_t number = choose(&g);
        uint32_t before = work->regions[number].previous, after = work->regions[number].next;
        close_one(&g, number);
        visit(&g, before);
        visit(&g, after);
    }
    if (g.open == 3)
        close_three(&g, choose(&g));
    else if (g.open == 2)
        close_two(&g);
}
