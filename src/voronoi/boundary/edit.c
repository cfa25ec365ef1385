// SPDX-License-Identifier: MIT
// Insertion, removal and moves of sites. An edit notes the walls and positions that it touches and
// repairs them. If it fails, the log undoes it.
#include "voronoi/boundary/edit.h"

#include <math.h>
#include <string.h>

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

// ---- insertion ----------------------------------------------------------------------------------

// Checks the arguments, as far as no geometry is needed.
static wend_result check_arguments(const wend_shape *shape, double radius, wend_error *error)
{
    if (!(radius >= 0) || !isfinite(radius))
        return wend_fail(error, WEND_BAD_ARGUMENT, "radius must be finite and not negative");
    if (shape->point_count == 0 || !shape->points || wend_shape_rings(shape) == 0 ||
        wend_shape_ring_end(shape, wend_shape_rings(shape) - 1) != shape->point_count)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the shape must have points, and its last ring must end at the last one");
    uint32_t begin = 0, minimum = wend_shape_rings(shape) > 1 ? 3 : 1;
    for (uint32_t ring = 0; ring < wend_shape_rings(shape); ++ring) {
        uint32_t end = wend_shape_ring_end(shape, ring);
        if (end > shape->point_count || end < begin || end - begin < minimum)
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "each ring of a polygon with holes needs at least 3 vertices");
        begin = end;
    }
    return WEND_OK;
}

// Copies a ring with its solid to the left.
static void copy_ring(wend_vec2 *to, const wend_vec2 *from, uint32_t count, bool outline)
{
    int wanted = outline ? 1 : -1;
    bool reversed = count > 2 && wend_polygon_orientation(from, count) == -wanted;
    for (uint32_t i = 0; i < count; ++i)
        to[i] = from[reversed ? count - 1 - i : i];
}

// Stores a shape of several points as that of a site.
static bool store_shape(wend_boundary *boundary, uint32_t slot, const wend_shape *shape,
                        double radius)
{
    uint32_t rings = wend_shape_rings(shape);
    wend_site site = {.id = boundary->sites.data[slot].id,
                      .radius = radius,
                      .point_count = shape->point_count,
                      .ring_count = rings,
                      .element = WEND_NO_ELEMENT};
    site.first_point = wend_boundary_acquire_points(boundary, shape->point_count);
    if (site.first_point == WEND_NO_BLOCK)
        return false;
    if (rings > 1) {
        site.first_end = wend_boundary_acquire_ends(boundary, rings);
        if (site.first_end == WEND_NO_BLOCK) {
            site.ring_count = 1;
            wend_boundary_release_blocks(boundary, &site);
            return false;
        }
        memcpy(boundary->ring_ends.data + site.first_end, shape->ring_ends,
               rings * sizeof *shape->ring_ends);
    }
    uint32_t begin = 0;
    for (uint32_t ring = 0; ring < rings; ++ring) {
        uint32_t end = wend_shape_ring_end(shape, ring);
        copy_ring(boundary->points.data + site.first_point + begin, shape->points + begin,
                  end - begin, ring == 0);
        begin = end;
    }
    if (wend_boundary_set_site(boundary, slot, &site))
        return true;
    wend_boundary_release_blocks(boundary, &site);
    return false;
}

// Writes the walls of a site and notes them. If others are near, or it has several rings, they are
// quiet at first, so that all walls find each other.
static bool raise_walls(wend_boundary *boundary, uint32_t slot, bool quiet)
{
    const wend_site *site = &boundary->sites.data[slot];
    uint32_t begin = site->first_point, count = site->point_count;
    for (uint32_t ring = 0; ring < site->ring_count; ++ring) {
        uint32_t end = site->ring_count > 1
                           ? site->first_point + boundary->ring_ends.data[site->first_end + ring]
                           : site->first_point + count;
        uint32_t walls = end - begin > 2 ? end - begin : 1;
        for (uint32_t i = begin; i < begin + walls; ++i) {
            wend_boundary_wall wall = {.next = i + 1 < end ? i + 1 : begin,
                                       .site = slot,
                                       .first = WEND_NO_ELEMENT,
                                       .sides = count > 2 ? 1 : 2};
            if (!wend_boundary_set_wall(boundary, i, &wall))
                return false;
            wall.quiet = quiet;
            if ((quiet && !wend_boundary_set_wall(boundary, i, &wall)) ||
                !wend_boundary_note_wall(boundary, i))
                return false;
        }
        begin = end;
    }
    return true;
}

// Notes all walls that a site's walls may touch.
typedef struct toucher {
    wend_boundary *boundary;
    wend_box box;
    bool no_memory;
} toucher;

static void note_if_near(void *context, uint32_t wall)
{
    toucher *t = context;
    wend_segment line = wend_boundary_wall_segment(t->boundary, wall);
    if (wend_box_meets(t->box, wend_box_of(&line.a, 2)) &&
        !wend_boundary_note_wall(t->boundary, wall))
        t->no_memory = true;
}

static bool note_touched(wend_boundary *boundary, uint32_t slot)
{
    const wend_site *site = &boundary->sites.data[slot];
    for (uint32_t i = 0; i < site->point_count; ++i) {
        uint32_t wall = site->first_point + i;
        if (boundary->walls.data[wall].sides == 0)
            continue;
        wend_segment line = wend_boundary_wall_segment(boundary, wall);
        toucher t = {boundary, wend_box_of(&line.a, 2), false};
        wend_boundary_walls_along(boundary, line.a, line.b, note_if_near, &t);
        if (t.no_memory)
            return false;
    }
    return true;
}

static wend_result come_as_obstacle(wend_boundary *boundary, uint32_t slot, const wend_shape *shape,
                                    double radius, wend_error *error)
{
    wend_result result = wend_boundary_check_shape(boundary, shape, error);
    if (result != WEND_OK)
        return result;
    bool touches = boundary->scratch.sites.count > 0;
    if (!store_shape(boundary, slot, shape, radius) ||
        !raise_walls(boundary, slot, touches || wend_shape_rings(shape) > 1) ||
        (touches && !note_touched(boundary, slot)))
        return wend_fail_memory(error);
    return wend_boundary_repair(boundary, error);
}

static double round_to(double value, double unit)
{
    return floor(value / unit + 0.5) * unit;
}

// Rounds the position of an agent.
static wend_result round_position(const wend_boundary *boundary, wend_vec2 given,
                                  wend_vec2 *position, wend_error *error)
{
    if (!isfinite(given.x) || !isfinite(given.y))
        return wend_fail(error, WEND_INVALID_GEOMETRY, "the agent's position is not finite");
    if (!(wend_box_distance(boundary->box, given) <= boundary->unit))
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, given,
                            "the agent's position is out of bounds");
    *position = (wend_vec2){round_to(given.x, boundary->unit), round_to(given.y, boundary->unit)};
    return WEND_OK;
}

static wend_result come_as_agent(wend_boundary *boundary, uint32_t slot, wend_vec2 given,
                                 double radius, wend_error *error)
{
    wend_site site = {.id = boundary->sites.data[slot].id,
                      .radius = radius,
                      .point_count = 1,
                      .ring_count = 1,
                      .element = WEND_NO_ELEMENT,
                      .agent = true};
    wend_result result = round_position(boundary, given, &site.position, error);
    if (result != WEND_OK)
        return result;
    if (!wend_boundary_set_site(boundary, slot, &site))
        return wend_fail_memory(error);
    return wend_boundary_update_point(boundary, slot, error);
}

static wend_result add_elements(wend_boundary *boundary, uint32_t slot, const wend_shape *shape,
                                double radius, wend_error *error)
{
    if (radius > boundary->max_agent_radius)
        boundary->max_agent_radius = radius;
    return shape->point_count == 1 ? come_as_agent(boundary, slot, shape->points[0], radius, error)
                                   : come_as_obstacle(boundary, slot, shape, radius, error);
}

// ---- removal ------------------------------------------------------------------------------------

static wend_site empty_site(wend_site_id id)
{
    return (wend_site){.id = id, .first_point = WEND_NO_BLOCK, .element = WEND_NO_ELEMENT};
}

// Removes a site's elements; only the id remains in the slot.
static wend_result remove_point(wend_boundary *boundary, uint32_t slot, wend_error *error)
{
    wend_site site = boundary->sites.data[slot], empty = empty_site(site.id);
    size_t since = boundary->log.elements.count;
    if ((!site.hidden && !wend_boundary_drop(boundary, site.element)) ||
        !wend_boundary_set_site(boundary, slot, &empty))
        return wend_fail_memory(error);
    return wend_boundary_update_points(boundary, since, error);
}

static wend_result remove_obstacle(wend_boundary *boundary, uint32_t slot, wend_error *error)
{
    wend_site site = boundary->sites.data[slot], empty = empty_site(site.id);
    if (!note_touched(boundary, slot))
        return wend_fail_memory(error);
    for (uint32_t i = 0; i < site.point_count; ++i) {
        wend_boundary_wall wall = boundary->walls.data[site.first_point + i];
        if (wall.sides == 0)
            continue;
        wall.sides = 0;
        if (!wend_boundary_set_wall(boundary, site.first_point + i, &wall) ||
            !wend_boundary_note_wall(boundary, site.first_point + i))
            return wend_fail_memory(error);
    }
    if (!wend_boundary_set_site(boundary, slot, &empty))
        return wend_fail_memory(error);
    return wend_boundary_repair(boundary, error);
}

static wend_result remove_elements(wend_boundary *boundary, uint32_t slot, wend_error *error)
{
    return boundary->sites.data[slot].point_count == 1 ? remove_point(boundary, slot, error)
                                                       : remove_obstacle(boundary, slot, error);
}

// ---- edits --------------------------------------------------------------------------------------

// The notes of a failed edit must not be repaired by the next.
static wend_result end_edit(wend_boundary *boundary, size_t mark, wend_result result)
{
    if (wend_failed(result)) {
        wend_boundary_roll_back(boundary, mark);
        wend_boundary_forget_notes(boundary);
    }
    return result;
}

static wend_result find_site(const wend_boundary *boundary, wend_site_id id, uint32_t *slot,
                             wend_error *error)
{
    // An id stays valid in the pool until the next settle.
    if (!wend_id_valid(&boundary->ids, id.raw) ||
        !wend_site_id_equal(boundary->sites.data[wend_id_slot(id.raw)].id, id))
        return wend_fail(error, WEND_STALE, "unknown or removed site id");
    *slot = wend_id_slot(id.raw);
    if (*slot == boundary->bounds_slot)
        return wend_fail(error, WEND_BAD_ARGUMENT, "the bounds cannot be changed");
    return WEND_OK;
}

// A new id, with an otherwise empty slot.
static wend_result make_site(wend_boundary *boundary, wend_site_id *id, wend_error *error)
{
    const wend_site_id null = {0};
    *id = null;
    if (!reserve(&boundary->sites, 1))
        return wend_fail_memory(error);
    wend_site_id fresh = {wend_id_take(&boundary->ids)};
    if (wend_site_id_is_null(fresh))
        return wend_fail_memory(error);
    uint32_t slot = wend_id_slot(fresh.raw);
    if (slot == boundary->sites.count)
        boundary->sites.data[boundary->sites.count++] = (wend_site){0};
    wend_site site = empty_site(fresh);
    if (!wend_boundary_set_site(boundary, slot, &site)) {
        wend_id_give(&boundary->ids, fresh.raw);
        return wend_fail_memory(error);
    }
    *id = fresh;
    return WEND_OK;
}

wend_result wend_boundary_insert(wend_boundary *boundary, const wend_shape *shape, double radius,
                                 wend_site_id *id, wend_error *error)
{
    wend_result result = check_arguments(shape, radius, error);
    if (result != WEND_OK)
        return result;
    wend_boundary_refine(boundary);
    size_t mark = boundary->log.order.count;
    wend_site_id fresh = {0};
    result = make_site(boundary, &fresh, error);
    if (result == WEND_OK)
        result = add_elements(boundary, wend_id_slot(fresh.raw), shape, radius, error);
    *id = wend_failed(result) ? (wend_site_id){0} : fresh;
    return end_edit(boundary, mark, result);
}

wend_result wend_boundary_remove(wend_boundary *boundary, wend_site_id id, wend_error *error)
{
    uint32_t slot = 0;
    wend_result result = find_site(boundary, id, &slot, error);
    if (result != WEND_OK)
        return result;
    size_t mark = boundary->log.order.count;
    result = remove_elements(boundary, slot, error);
    wend_site none = empty_site((wend_site_id){0});
    if (result == WEND_OK && !wend_boundary_set_site(boundary, slot, &none))
        result = wend_fail_memory(error);
    return end_edit(boundary, mark, result);
}

// The most frequent edit of agents: a step through free space, or none. *done: it was one.
static wend_result walk(wend_boundary *boundary, uint32_t slot, wend_vec2 given, double radius,
                        bool *done, wend_error *error)
{
    wend_vec2 position;
    wend_site site = boundary->sites.data[slot];
    wend_result result = round_position(boundary, given, &position, error);
    if (result != WEND_OK)
        return result;
    if (radius > boundary->max_agent_radius)
        boundary->max_agent_radius = radius;
    if (wend_equal(site.position, position)) {
        *done = true;
        if (site.radius == radius)
            return WEND_OK;
        site.radius = radius;
        return wend_boundary_set_site(boundary, slot, &site) ? WEND_OK : wend_fail_memory(error);
    }
    *done = wend_boundary_can_step(boundary, slot, position);
    return *done ? wend_boundary_step(boundary, slot, position, radius, error) : WEND_OK;
}

wend_result wend_boundary_move(wend_boundary *boundary, wend_site_id id, const wend_shape *shape,
                               double radius, wend_error *error)
{
    uint32_t slot = 0;
    wend_result result = find_site(boundary, id, &slot, error);
    if (result == WEND_OK)
        result = check_arguments(shape, radius, error);
    if (result != WEND_OK)
        return result;
    size_t mark = boundary->log.order.count;
    bool done = false;
    if (shape->point_count == 1 && boundary->sites.data[slot].agent)
        result = walk(boundary, slot, shape->points[0], radius, &done, error);
    if (result == WEND_OK && !done)
        result = remove_elements(boundary, slot, error);
    if (result == WEND_OK && !done)
        result = add_elements(boundary, slot, shape, radius, error);
    return end_edit(boundary, mark, result);
}
