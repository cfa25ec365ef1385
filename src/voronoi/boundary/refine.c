// SPDX-License-Identifier: MIT
// Refinement of the grid for a border that has grown, so that the cost of an edit depends only on
// its surroundings. It takes time proportional to the growth that caused it: an amortised constant
// per edit.
#include "voronoi/boundary/edit.h"

/// The grid is rebuilt when a cell has this many times the intended number of elements.
#define MAX_GROWTH 4

/// Intended number of elements per cell.
#define ELEMENTS_PER_CELL 2

static size_t in_use(const wend_boundary *boundary)
{
    return boundary->elements.count - boundary->free_elements.count - boundary->retired.count;
}

static bool add(wend_boundary *boundary, wend_site_grid *grid, uint32_t number)
{
    return wend_site_grid_add(grid, number, &boundary->elements.data[number], &boundary->allocator);
}

// Adds all elements. Removed ones that undo may restore are added and removed again, which leaves
// the blocks that they will need.
static bool fill_grid(wend_boundary *boundary, wend_site_grid *grid)
{
    for (uint32_t i = 0; i < boundary->elements.count; ++i)
        if (boundary->links.data[i].kind != WEND_ELEMENT_NONE && !add(boundary, grid, i))
            return false;
    for (size_t i = 0; i < boundary->retired.count; ++i)
        if (!add(boundary, grid, boundary->retired.data[i]))
            return false;
    for (size_t i = 0; i < boundary->retired.count; ++i)
        wend_site_grid_remove(grid, boundary->retired.data[i],
                              &boundary->elements.data[boundary->retired.data[i]]);
    return true;
}

static bool make_grid(wend_boundary *boundary)
{
    double cells = (double)in_use(boundary) / ELEMENTS_PER_CELL;
    wend_site_grid grid;
    if (!wend_site_grid_make(&grid, boundary->box, cells, &boundary->allocator))
        return false;
    if (!fill_grid(boundary, &grid)) {
        wend_site_grid_free(&grid, &boundary->allocator);
        return false;
    }
    wend_site_grid_free(&boundary->grid, &boundary->allocator);
    boundary->grid = grid;
    boundary->grid_size = (uint32_t)cells;
    boundary->part_length = WEND_WALL_CELLS * grid.side;
    return true;
}

// Cuts walls that have become long relative to the cells.
static wend_result cut_walls(wend_boundary *boundary)
{
    for (uint32_t i = 0; i < boundary->walls.count; ++i)
        if (boundary->walls.data[i].sides > 0 && boundary->walls.data[i].first != WEND_NO_ELEMENT) {
            wend_segment line = wend_boundary_wall_segment(boundary, i);
            if (wend_boundary_part_count(boundary, line.a, line.b) > 1 &&
                !wend_boundary_note_wall(boundary, i))
                return WEND_OUT_OF_MEMORY;
        }
    return wend_boundary_repair(boundary, NULL);
}

void wend_boundary_refine(wend_boundary *boundary)
{
    double limit = (double)boundary->grid_size * ELEMENTS_PER_CELL * MAX_GROWTH;
    if ((double)in_use(boundary) <= limit || !make_grid(boundary))
        return;
    size_t mark = boundary->log.order.count;
    if (cut_walls(boundary) != WEND_OK) {
        wend_boundary_roll_back(boundary, mark);
        wend_boundary_forget_notes(boundary);
    }
}
