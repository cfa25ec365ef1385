// SPDX-License-Identifier: MIT
// The border as a whole: destruction, copy, and access to sites.
#include "voronoi/boundary/parts.h"

#include <string.h>

static void free_scratch(wend_boundary_scratch *scratch, const wend_allocator *allocator)
{
    wend_array_free(&scratch->walls, allocator);
    wend_array_free(&scratch->positions, allocator);
    wend_array_free(&scratch->other_positions, allocator);
    wend_array_free(&scratch->touching, allocator);
    wend_array_free(&scratch->covering, allocator);
    wend_array_free(&scratch->cuts, allocator);
    wend_array_free(&scratch->parts, allocator);
    wend_array_free(&scratch->numbers, allocator);
    wend_array_free(&scratch->olds, allocator);
    wend_array_free(&scratch->spokes, allocator);
    wend_array_free(&scratch->corners, allocator);
    wend_array_free(&scratch->homeless, allocator);
    wend_array_free(&scratch->sites, allocator);
    wend_array_free(&scratch->shapes, allocator);
}

static void free_log(wend_boundary_log *log, const wend_allocator *allocator)
{
    wend_array_free(&log->order, allocator);
    wend_array_free(&log->elements, allocator);
    wend_array_free(&log->links, allocator);
    wend_array_free(&log->sites, allocator);
    wend_array_free(&log->walls, allocator);
}

void wend_boundary_free(wend_boundary *boundary)
{
    const wend_allocator allocator = boundary->allocator;
    wend_array_free(&boundary->elements, &allocator);
    wend_array_free(&boundary->links, &allocator);
    wend_array_free(&boundary->free_elements, &allocator);
    wend_site_grid_free(&boundary->grid, &allocator);
    wend_id_pool_free(&boundary->ids);
    wend_array_free(&boundary->sites, &allocator);
    wend_array_free(&boundary->hidden, &allocator);
    wend_array_free(&boundary->came, &allocator);
    wend_array_free(&boundary->gone, &allocator);
    wend_array_free(&boundary->points, &allocator);
    wend_array_free(&boundary->walls, &allocator);
    wend_array_free(&boundary->ring_ends, &allocator);
    wend_site_grid_free(&boundary->quiet, &allocator);
    wend_array_free(&boundary->node_uses, &allocator);
    wend_array_free(&boundary->free_nodes, &allocator);
    wend_array_free(&boundary->idle_nodes, &allocator);
    wend_array_free(&boundary->came_at, &allocator);
    wend_array_free(&boundary->retired, &allocator);
    wend_array_free(&boundary->left, &allocator);
    free_log(&boundary->log, &allocator);
    free_scratch(&boundary->scratch, &allocator);
    *boundary = (wend_boundary){.allocator = allocator};
}

wend_shape wend_boundary_shape(const wend_boundary *boundary, const wend_site *site)
{
    if (site->point_count == 1)
        return (wend_shape){.points = &site->position, .point_count = 1};
    wend_shape shape = {.points = boundary->points.data + site->first_point,
                        .point_count = site->point_count};
    if (site->ring_count > 1) {
        shape.ring_ends = boundary->ring_ends.data + site->first_end;
        shape.ring_count = site->ring_count;
    }
    return shape;
}

// Copies the state that edits depend on; the log and scratch memory of `to` are kept, emptied.
bool wend_boundary_copy(wend_boundary *to, const wend_boundary *from,
                        const wend_allocator *allocator)
{
    WEND_ASSERT(from->log.order.count == 0); // only settled boundaries are copied
    to->allocator = allocator ? *allocator : (wend_allocator){0};
    const wend_allocator *memory = &to->allocator;
    to->box = from->box;
    to->tolerance = from->tolerance;
    to->unit = from->unit;
    to->part_length = from->part_length;
    to->max_agent_radius = from->max_agent_radius;
    to->has_bounds = from->has_bounds;
    to->bounds_slot = from->bounds_slot;
    to->mark = from->mark;
    to->grid_size = from->grid_size;
    memcpy(to->free_points, from->free_points, sizeof to->free_points);
    memcpy(to->free_ends, from->free_ends, sizeof to->free_ends);
    to->came.count = to->gone.count = to->retired.count = to->left.count = 0;
    wend_boundary_log *log = &to->log;
    log->order.count = log->elements.count = log->links.count = 0;
    log->sites.count = log->walls.count = 0;
    to->idle_nodes.count = 0;
    size_t elements = from->elements.count, nodes = from->node_uses.count;
    return wend_array_copy(&to->elements, &from->elements, memory) &&
           wend_array_copy(&to->links, &from->links, memory) &&
           wend_array_copy(&to->free_elements, &from->free_elements, memory) &&
           wend_site_grid_copy(&to->grid, &from->grid, memory) &&
           wend_id_pool_copy(&to->ids, &from->ids, memory) &&
           wend_array_copy(&to->sites, &from->sites, memory) &&
           wend_array_copy(&to->hidden, &from->hidden, memory) &&
           wend_array_copy(&to->points, &from->points, memory) &&
           wend_array_copy(&to->walls, &from->walls, memory) &&
           wend_array_copy(&to->ring_ends, &from->ring_ends, memory) &&
           wend_site_grid_copy(&to->quiet, &from->quiet, memory) &&
           wend_array_copy(&to->node_uses, &from->node_uses, memory) &&
           wend_array_copy(&to->free_nodes, &from->free_nodes, memory) &&
           wend_array_copy(&to->came_at, &from->came_at, memory) &&
           wend_array_reserve(&to->free_elements, memory, elements - to->free_elements.count) &&
           wend_array_reserve(&to->free_nodes, memory, nodes - to->free_nodes.count) &&
           wend_array_reserve(&to->idle_nodes, memory, nodes);
}
