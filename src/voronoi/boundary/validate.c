// SPDX-License-Identifier: MIT
// Validation of a shape before insertion. Nearly always it is small and touches nothing, which a
// fast test detects. Otherwise wend_floor_validate checks it with everything near it. Then nothing
// crosses, so one of its points decides whether it is in the free space, and a point of each
// obstacle in its box whether that is inside it.
#include "geometry/sort.h"
#include "voronoi/boundary/edit.h"

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

/// Larger rings are left to wend_floor_validate: comparing all pairs would take longer.
enum { FEW_POINTS = 24 };

static double gap_of(const wend_boundary *boundary)
{
    return WEND_GAP_TOLERANCES * boundary->tolerance;
}

// ---- shape alone --------------------------------------------------------------------------------

// True if a small ring is simple and no vertex is near a wall that it is not on. False: undecided.
static bool is_plainly_simple(const wend_vec2 *points, uint32_t count, double gap)
{
    if (count > FEW_POINTS)
        return false;
    if (count == 2) // a segment
        return wend_segment_distance((wend_segment){points[0], points[0]}, points[1]) > 2 * gap;
    for (uint32_t i = 0; i < count; ++i) {
        wend_segment wall = {points[i], points[i + 1 < count ? i + 1 : 0]};
        for (uint32_t k = 0; k < count; ++k) {
            uint32_t next = k + 1 < count ? k + 1 : 0;
            bool before = next == i, same = k == i, after = k == (i + 1 < count ? i + 1 : 0);
            if (!same && !after && !(wend_segment_distance(wall, points[k]) > 2 * gap))
                return false;
            if (k > i && !before && !after &&
                wend_segments_meet(wall, (wend_segment){points[k], points[next]}, NULL) !=
                    WEND_APART)
                return false;
        }
    }
    return true;
}

// ---- nearby sites -------------------------------------------------------------------------------

// Notes the site of a wall or point that nearly touches.
static bool note_site(wend_boundary *boundary, wend_segment wall, uint32_t site, wend_vec2 p,
                      wend_vec2 q)
{
    double far = 2 * gap_of(boundary); // more than the gap, so that rounding decides nothing here
    if (boundary->sites.data[site].agent ||
        !wend_box_meets(wend_boundary_box(wall.a, wall.b, far), wend_boundary_box(p, q, 0)) ||
        !(wend_segments_distance(wall, (wend_segment){p, q}, NULL, NULL) < far))
        return true;
    if (!reserve(&boundary->scratch.sites, 1))
        return false;
    boundary->scratch.sites.data[boundary->scratch.sites.count++] = site;
    return true;
}

static bool note_elements(wend_boundary *boundary, wend_segment wall, const wend_grid_block *block)
{
    for (; block; block = wend_grid_next(&boundary->grid, block))
        for (uint32_t i = 0; i < block->count; ++i) {
            const wend_element *element = &boundary->elements.data[block->numbers[i]];
            const wend_element_link *link = &boundary->links.data[block->numbers[i]];
            if (link->kind == WEND_ELEMENT_CORNER)
                continue; // its sides are in the grid too
            if (!note_site(boundary, wall, link->site, element->p, element->q))
                return false;
        }
    return true;
}

static bool note_quiet(wend_boundary *boundary, wend_segment wall, const wend_grid_block *block)
{
    for (; block; block = wend_grid_next(&boundary->quiet, block))
        for (uint32_t i = 0; i < block->count; ++i) {
            uint32_t number = block->numbers[i] / 2;
            if (block->numbers[i] % 2 == 1) {
                wend_segment line = wend_boundary_wall_segment(boundary, number);
                if (!note_site(boundary, wall, boundary->walls.data[number].site, line.a, line.b))
                    return false;
            } else {
                wend_vec2 position = boundary->sites.data[number].position;
                if (!note_site(boundary, wall, number, position, position))
                    return false;
            }
        }
    return true;
}

// Notes all sites near a part of a wall.
static bool note_near(wend_boundary *boundary, wend_segment wall)
{
    wend_box box = wend_boundary_box(wall.a, wall.b, 2 * gap_of(boundary));
    wend_grid_range range = wend_grid_range_of(&boundary->grid, box);
    for (uint32_t row = range.bottom; row <= range.top; ++row)
        for (uint32_t column = range.left; column <= range.right; ++column)
            if (!note_elements(boundary, wall, wend_grid_list(&boundary->grid, column, row)))
                return false;
    range = wend_grid_range_of(&boundary->quiet, box);
    for (uint32_t row = range.bottom; row <= range.top; ++row)
        for (uint32_t column = range.left; column <= range.right; ++column)
            if (!note_quiet(boundary, wall, wend_grid_list(&boundary->quiet, column, row)))
                return false;
    return true;
}

static bool note_near_wall(wend_boundary *boundary, wend_segment line)
{
    // In parts, whose boxes are small.
    uint32_t parts = wend_boundary_part_count(boundary, line.a, line.b);
    for (uint32_t i = 0; i < parts; ++i) {
        wend_segment part = {wend_boundary_part_point(line.a, line.b, i, parts),
                             wend_boundary_part_point(line.a, line.b, i + 1, parts)};
        if (!note_near(boundary, part))
            return false;
    }
    return true;
}

// Removes duplicates from the noted sites.
static void sort_sites(wend_boundary_scratch *scratch)
{
    uint32_t *sites = scratch->sites.data;
    size_t count = scratch->sites.count, kept = 0;
    wend_sort(sites, count, sizeof *sites, wend_number_precedes, NULL);
    for (size_t i = 0; i < count; ++i)
        if (kept == 0 || sites[i] != sites[kept - 1])
            sites[kept++] = sites[i];
    scratch->sites.count = kept;
}

static bool find_near(wend_boundary *boundary, const wend_shape *shape)
{
    boundary->scratch.sites.count = 0;
    uint32_t begin = 0;
    for (uint32_t ring = 0; ring < wend_shape_rings(shape); ++ring) {
        uint32_t end = wend_shape_ring_end(shape, ring), walls = end - begin > 2 ? end - begin : 1;
        for (uint32_t i = begin; i < begin + walls; ++i) {
            wend_segment line = {shape->points[i], shape->points[i + 1 < end ? i + 1 : begin]};
            if (!note_near_wall(boundary, line))
                return false;
        }
        begin = end;
    }
    sort_sites(&boundary->scratch);
    return true;
}

// Runs wend_floor_validate on a shape and all noted sites.
static wend_result validate(wend_boundary *boundary, const wend_shape *shape, wend_error *error)
{
    wend_boundary_scratch *scratch = &boundary->scratch;
    scratch->shapes.count = 0;
    if (!reserve(&scratch->shapes, scratch->sites.count + 1))
        return wend_fail_memory(error);
    wend_floor_def def = wend_default_floor_def();
    for (size_t i = 0; i < scratch->sites.count; ++i) {
        uint32_t slot = scratch->sites.data[i];
        wend_shape near = wend_boundary_shape(boundary, &boundary->sites.data[slot]);
        if (slot == boundary->bounds_slot) {
            def.bounds = near.points;
            def.bounds_count = near.point_count;
        } else {
            scratch->shapes.data[scratch->shapes.count++] = near;
        }
    }
    scratch->shapes.data[scratch->shapes.count++] = *shape;
    def.shapes = scratch->shapes.data;
    def.shape_count = (uint32_t)scratch->shapes.count;
    def.tolerance = boundary->tolerance;
    def.allocator = boundary->allocator;
    wend_floor *floor;
    wend_result result = wend_floor_create(&def, &floor, error);
    if (result != WEND_OK)
        return result;
    uint32_t count;
    wend_defect defect;
    result = wend_floor_validate(floor, &defect, 1, &count, error);
    wend_floor_destroy(floor);
    return result;
}

// ---- containment --------------------------------------------------------------------------------

// True if p is strictly inside a polygon and in none of its holes.
static bool is_inside(const wend_shape *shape, wend_vec2 p)
{
    uint32_t begin = 0;
    for (uint32_t ring = 0; ring < wend_shape_rings(shape); ++ring) {
        uint32_t end = wend_shape_ring_end(shape, ring);
        wend_side side = wend_polygon_locate(shape->points + begin, end - begin, p);
        if (side != (ring == 0 ? WEND_INSIDE : WEND_OUTSIDE))
            return false;
        begin = end;
    }
    return true;
}

// True if an agent is so near to a polygon's border that it will lie on it.
static bool is_on_border(const wend_boundary *boundary, const wend_shape *shape, wend_vec2 p)
{
    uint32_t begin = 0;
    for (uint32_t ring = 0; ring < wend_shape_rings(shape); ++ring) {
        uint32_t end = wend_shape_ring_end(shape, ring);
        for (uint32_t i = begin; i < end; ++i)
            if (wend_segment_distance(
                    (wend_segment){shape->points[i], shape->points[i + 1 < end ? i + 1 : begin]},
                    p) < boundary->unit)
                return true;
        begin = end;
    }
    return false;
}

// Fails if anything existing is inside a polygon.
static wend_result check_inside(const wend_boundary *boundary, const wend_shape *shape,
                                wend_error *error)
{
    const wend_site_grid *grid = &boundary->grid;
    wend_box box = wend_box_of(shape->points, wend_shape_ring_end(shape, 0));
    wend_grid_range range = wend_grid_range_of(grid, box);
    for (uint32_t row = range.bottom; row <= range.top; ++row)
        for (uint32_t column = wend_grid_skip(grid, range.left, range.right, row);
             column <= range.right; column = wend_grid_skip(grid, column + 1, range.right, row))
            for (const wend_grid_block *block = wend_grid_list(grid, column, row); block;
                 block = wend_grid_next(grid, block))
                for (uint32_t i = 0; i < block->count; ++i) {
                    uint32_t number = block->numbers[i];
                    wend_vec2 p = boundary->elements.data[number].p;
                    bool agent = boundary->sites.data[boundary->links.data[number].site].agent;
                    if (p.x > box.min.x && p.x < box.max.x && p.y > box.min.y && p.y < box.max.y &&
                        is_inside(shape, p) && !(agent && is_on_border(boundary, shape, p)))
                        return wend_fail_at(error, WEND_INVALID_GEOMETRY, p,
                                            agent ? "an agent is inside the obstacle"
                                                  : "another obstacle is inside of it");
                }
    return WEND_OK;
}

// ---- entry point --------------------------------------------------------------------------------

wend_result wend_boundary_check_shape(wend_boundary *boundary, const wend_shape *shape,
                                      wend_error *error)
{
    for (uint32_t i = 0; i < shape->point_count; ++i)
        if (!wend_boundary_box_contains(boundary->box, shape->points[i]))
            return wend_fail(error, WEND_INVALID_GEOMETRY,
                             "vertex %u (counted from 0) is out of bounds, or not finite",
                             (unsigned)i);
    if (!find_near(boundary, shape))
        return wend_fail_memory(error);
    bool plain = boundary->scratch.sites.count == 0 && wend_shape_rings(shape) == 1 &&
                 is_plainly_simple(shape->points, shape->point_count, gap_of(boundary));
    wend_result result = plain ? WEND_OK : validate(boundary, shape, error);
    if (result != WEND_OK)
        return result;
    wend_location position = wend_boundary_locate(boundary, shape->points[0]);
    if (position == WEND_LOCATION_SOLID || position == WEND_LOCATION_OUTSIDE)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, shape->points[0],
                            position == WEND_LOCATION_OUTSIDE
                                ? "it lies outside the bounds: move it inside, or remove it"
                                : "it lies inside another obstacle: remove one of them, move it, "
                                  "or make a hole for it");
    return shape->point_count > 2 ? check_inside(boundary, shape, error) : WEND_OK;
}
