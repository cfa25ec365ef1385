// SPDX-License-Identifier: MIT
// Elementary changes of the border, and their undo. Everything that undo needs is reserved when the
// change is made, so that it cannot fail.
#include "voronoi/boundary/parts.h"

#include "wend/vec2.h"

#include <math.h>
#include <string.h>

/// Entries of the log.
enum { ADDED, ADDED_NEW, DROPPED, RELINKED, SITE, WALL };

#define reserve(array, more) wend_array_reserve(array, &boundary->allocator, more)

// ---- nodes --------------------------------------------------------------------------------------

uint32_t wend_boundary_add_node(wend_boundary *boundary)
{
    if (boundary->free_nodes.count > 0) {
        uint32_t node = boundary->free_nodes.data[--boundary->free_nodes.count];
        boundary->node_uses.data[node] = 0;
        return node;
    }
    size_t all = boundary->node_uses.count + 1;
    if (!reserve(&boundary->node_uses, 1) ||
        !reserve(&boundary->free_nodes, all - boundary->free_nodes.count) ||
        !reserve(&boundary->idle_nodes, all - boundary->idle_nodes.count))
        return WEND_NO_NODE;
    boundary->node_uses.data[boundary->node_uses.count] = 0;
    return (uint32_t)boundary->node_uses.count++;
}

static void use_node(wend_boundary *boundary, uint32_t node)
{
    ++boundary->node_uses.data[node];
}

static void release_node(wend_boundary *boundary, uint32_t node)
{
    uint32_t *uses = &boundary->node_uses.data[node];
    if (--*uses == 0) {
        *uses = WEND_NODE_IDLE;
        boundary->idle_nodes.data[boundary->idle_nodes.count++] = node;
    }
}

uint32_t wend_boundary_node_at(const wend_boundary *boundary, wend_vec2 position)
{
    const wend_site_grid *grid = &boundary->grid;
    const wend_grid_block *block =
        wend_grid_list(grid, wend_grid_column(grid, position.x), wend_grid_row(grid, position.y));
    for (; block; block = wend_grid_next(grid, block))
        for (uint32_t i = 0; i < block->count; ++i) {
            const wend_element *element = &boundary->elements.data[block->numbers[i]];
            if (wend_equal(element->p, position))
                return boundary->links.data[block->numbers[i]].start;
            if (wend_equal(element->q, position))
                return boundary->links.data[block->numbers[i]].end;
        }
    return WEND_NO_NODE;
}

// ---- elements -----------------------------------------------------------------------------------

static void replace_link(wend_boundary *boundary, uint32_t number, const wend_element_link *link)
{
    wend_element_link *old = &boundary->links.data[number];
    // The new one's first, so that no node becomes idle in between.
    if (link->kind != WEND_ELEMENT_NONE) {
        use_node(boundary, link->start);
        use_node(boundary, link->end);
    }
    if (old->kind != WEND_ELEMENT_NONE) {
        release_node(boundary, old->start);
        release_node(boundary, old->end);
    }
    *old = *link;
}

static void add_to_came(wend_boundary *boundary, uint32_t number)
{
    boundary->came_at.data[number] = (uint32_t)boundary->came.count;
    boundary->came.data[boundary->came.count++] = number;
}

static void remove_from_came(wend_boundary *boundary, uint32_t number)
{
    uint32_t at = boundary->came_at.data[number];
    uint32_t last = boundary->came.data[--boundary->came.count];
    boundary->came.data[at] = last;
    boundary->came_at.data[last] = at;
    boundary->came_at.data[number] = UINT32_MAX;
}

static void write_log(wend_boundary *boundary, uint8_t what)
{
    boundary->log.order.data[boundary->log.order.count++] = what;
}

static bool reserve_number(wend_boundary *boundary)
{
    size_t all = boundary->elements.count + 1;
    return all < WEND_NO_ELEMENT && reserve(&boundary->elements, 1) &&
           reserve(&boundary->links, 1) && reserve(&boundary->came_at, 1) &&
           reserve(&boundary->free_elements, all - boundary->free_elements.count);
}

static uint32_t acquire_number(wend_boundary *boundary)
{
    if (boundary->free_elements.count > 0)
        return boundary->free_elements.data[--boundary->free_elements.count];
    uint32_t number = (uint32_t)boundary->elements.count++;
    boundary->links.data[boundary->links.count++] = (wend_element_link){0};
    boundary->came_at.data[boundary->came_at.count++] = UINT32_MAX;
    return number;
}

// Releases a number that has not been used. A number that was new no longer exists then: they are
// released in the opposite order.
static void release_number(wend_boundary *boundary, uint32_t number, bool is_new)
{
    if (is_new)
        boundary->elements.count = boundary->links.count = boundary->came_at.count = number;
    else
        boundary->free_elements.data[boundary->free_elements.count++] = number;
}

uint32_t wend_boundary_add(wend_boundary *boundary, const wend_element *element,
                           const wend_element_link *link)
{
    wend_boundary_log *log = &boundary->log;
    if ((boundary->free_elements.count == 0 && !reserve_number(boundary)) ||
        !reserve(&boundary->came, 1) || !reserve(&log->order, 1) || !reserve(&log->elements, 1))
        return WEND_NO_ELEMENT;
    bool is_new = boundary->free_elements.count == 0;
    uint32_t number = acquire_number(boundary);
    if (!wend_site_grid_add(&boundary->grid, number, element, &boundary->allocator)) {
        release_number(boundary, number, is_new);
        return WEND_NO_ELEMENT;
    }
    boundary->elements.data[number] = *element;
    boundary->links.data[number].kind = WEND_ELEMENT_NONE;
    replace_link(boundary, number, link);
    if (link->kind == WEND_ELEMENT_POINT)
        boundary->links.data[number].next = boundary->links.data[number].previous = number;
    add_to_came(boundary, number);
    log->elements.data[log->elements.count++] = number;
    write_log(boundary, is_new ? ADDED_NEW : ADDED);
    return number;
}

bool wend_boundary_relink(wend_boundary *boundary, uint32_t number, const wend_element_link *link)
{
    wend_boundary_log *log = &boundary->log;
    if (!reserve(&log->order, 1) || !reserve(&log->links, 1))
        return false;
    log->links.data[log->links.count++] = (wend_old_link){number, boundary->links.data[number]};
    write_log(boundary, RELINKED);
    replace_link(boundary, number, link);
    return true;
}

bool wend_boundary_drop(wend_boundary *boundary, uint32_t number)
{
    wend_boundary_log *log = &boundary->log;
    if (!reserve(&log->order, 2) || !reserve(&log->links, 1) || !reserve(&log->elements, 1) ||
        !reserve(&boundary->retired, 1) || !reserve(&boundary->gone, 1) ||
        !reserve(&boundary->came, 1))
        return false;
    wend_element_link none = boundary->links.data[number];
    none.kind = WEND_ELEMENT_NONE;
    wend_boundary_relink(boundary, number, &none);
    wend_site_grid_remove(&boundary->grid, number, &boundary->elements.data[number]);
    if (boundary->came_at.data[number] != UINT32_MAX)
        remove_from_came(boundary, number);
    else
        boundary->gone.data[boundary->gone.count++] = number;
    boundary->retired.data[boundary->retired.count++] = number;
    log->elements.data[log->elements.count++] = number;
    write_log(boundary, DROPPED);
    return true;
}

static void undo_add(wend_boundary *boundary, uint32_t number, bool is_new)
{
    wend_element_link none = {.kind = WEND_ELEMENT_NONE};
    wend_site_grid_remove(&boundary->grid, number, &boundary->elements.data[number]);
    replace_link(boundary, number, &none);
    remove_from_came(boundary, number);
    release_number(boundary, number, is_new);
}

static void undo_drop(wend_boundary *boundary, uint32_t number)
{
    wend_site_grid_restore(&boundary->grid, number, &boundary->elements.data[number]);
    --boundary->retired.count;
    // Elements that existed before the last settle are in gone, in the same order.
    if (boundary->gone.count > 0 && boundary->gone.data[boundary->gone.count - 1] == number)
        --boundary->gone.count;
    else
        add_to_came(boundary, number);
}

// ---- memory of shapes ---------------------------------------------------------------------------

static unsigned block_size(uint32_t count)
{
    unsigned size = 0;
    while (((uint32_t)1 << size) < count)
        ++size;
    return size;
}

uint32_t wend_boundary_capacity(uint32_t count)
{
    return (uint32_t)1 << block_size(count);
}

// The first number of a free block links to the next block of its chain.
static uint32_t next_points(const wend_boundary *boundary, uint32_t first)
{
    return boundary->walls.data[first].next;
}

uint32_t wend_boundary_acquire_points(wend_boundary *boundary, uint32_t count)
{
    unsigned size = block_size(count);
    uint32_t first = boundary->free_points[size];
    if (first != WEND_NO_BLOCK) {
        boundary->free_points[size] = next_points(boundary, first);
        boundary->walls.data[first].next = first;
        return first;
    }
    size_t capacity = (size_t)1 << size;
    if (boundary->points.count + capacity >= UINT32_MAX / 2 ||
        !reserve(&boundary->points, capacity) || !reserve(&boundary->walls, capacity))
        return WEND_NO_BLOCK;
    first = (uint32_t)boundary->points.count;
    memset(boundary->walls.data + first, 0, capacity * sizeof *boundary->walls.data);
    memset(boundary->points.data + first, 0, capacity * sizeof *boundary->points.data);
    boundary->points.count += capacity;
    boundary->walls.count += capacity;
    return first;
}

uint32_t wend_boundary_acquire_ends(wend_boundary *boundary, uint32_t count)
{
    unsigned size = block_size(count);
    uint32_t first = boundary->free_ends[size];
    if (first != WEND_NO_BLOCK) {
        boundary->free_ends[size] = boundary->ring_ends.data[first];
        return first;
    }
    size_t capacity = (size_t)1 << size;
    if (!reserve(&boundary->ring_ends, capacity))
        return WEND_NO_BLOCK;
    first = (uint32_t)boundary->ring_ends.count;
    boundary->ring_ends.count += capacity;
    return first;
}

void wend_boundary_release_blocks(wend_boundary *boundary, const wend_site *site)
{
    if (site->point_count > 1) {
        unsigned size = block_size(site->point_count);
        boundary->walls.data[site->first_point].next = boundary->free_points[size];
        boundary->free_points[size] = site->first_point;
    }
    if (site->ring_count > 1) {
        unsigned size = block_size(site->ring_count);
        boundary->ring_ends.data[site->first_end] = boundary->free_ends[size];
        boundary->free_ends[size] = site->first_end;
    }
}

// ---- sites and walls ----------------------------------------------------------------------------

// Adds a site to hidden, one of a single point also to the quiet grid (walls of others are there
// anyway), or removes it. Capacity has been reserved.
static void show_site(wend_boundary *boundary, wend_site *site, uint32_t slot, bool hidden)
{
    wend_element point = wend_quiet_element(site->position, site->position);
    if (hidden) {
        if (site->point_count == 1)
            wend_site_grid_restore(&boundary->quiet, 2 * slot, &point);
        site->hidden_at = (uint32_t)boundary->hidden.count;
        boundary->hidden.data[boundary->hidden.count++] = slot;
    } else {
        if (site->point_count == 1)
            wend_site_grid_remove(&boundary->quiet, 2 * slot, &point);
        uint32_t last = boundary->hidden.data[--boundary->hidden.count];
        boundary->hidden.data[site->hidden_at] = last;
        boundary->sites.data[last].hidden_at = site->hidden_at;
    }
}

static void replace_site(wend_boundary *boundary, uint32_t slot, const wend_site *site)
{
    wend_site *old = &boundary->sites.data[slot];
    if (old->hidden)
        show_site(boundary, old, slot, false);
    *old = *site;
    if (old->hidden)
        show_site(boundary, old, slot, true);
}

static bool reserve_quiet(wend_boundary *boundary, const wend_element *element, uint32_t number)
{
    // Adding and removing leaves the blocks that it needs allocated.
    if (!wend_site_grid_add(&boundary->quiet, number, element, &boundary->allocator))
        return false;
    wend_site_grid_remove(&boundary->quiet, number, element);
    return true;
}

static bool loses_points(const wend_site *old, const wend_site *site)
{
    return !wend_site_id_is_null(old->id) &&
           (wend_site_id_is_null(site->id) ||
            (old->point_count > 1 && old->first_point != site->first_point));
}

bool wend_boundary_set_site(wend_boundary *boundary, uint32_t slot, const wend_site *site)
{
    wend_boundary_log *log = &boundary->log;
    if (!reserve(&log->order, 1) || !reserve(&log->sites, 1) || !reserve(&boundary->left, 1))
        return false;
    if (site->hidden) {
        wend_element point = wend_quiet_element(site->position, site->position);
        if (!reserve(&boundary->hidden, boundary->sites.count - boundary->hidden.count + 1) ||
            !reserve_quiet(boundary, &point, 2 * slot))
            return false;
    }
    const wend_site *old = &boundary->sites.data[slot];
    if (loses_points(old, site))
        boundary->left.data[boundary->left.count++] = *old;
    log->sites.data[log->sites.count++] = (wend_old_site){slot, *old};
    write_log(boundary, SITE);
    replace_site(boundary, slot, site);
    return true;
}

static void undo_site(wend_boundary *boundary, const wend_old_site *old)
{
    wend_site now = boundary->sites.data[old->slot];
    if (loses_points(&old->site, &now))
        --boundary->left.count;
    replace_site(boundary, old->slot, &old->site);
    if (loses_points(&now, &old->site))
        wend_boundary_release_blocks(boundary, &now);
    if (wend_site_id_is_null(old->site.id))
        wend_id_give(&boundary->ids, now.id.raw);
}

static void replace_wall(wend_boundary *boundary, uint32_t number, const wend_boundary_wall *wall)
{
    wend_boundary_wall *old = &boundary->walls.data[number];
    if (old->quiet != wall->quiet) {
        wend_segment line = wend_boundary_wall_segment(boundary, number); // its ends do not change
        wend_element element = wend_quiet_element(line.a, line.b);
        if (wall->quiet)
            wend_site_grid_restore(&boundary->quiet, 2 * number + 1, &element);
        else
            wend_site_grid_remove(&boundary->quiet, 2 * number + 1, &element);
    }
    wend_boundary_wall now = *wall;
    now.mark = old->mark; // these members do not take part in the change
    now.noted = old->noted;
    *old = now;
}

bool wend_boundary_set_wall(wend_boundary *boundary, uint32_t number,
                            const wend_boundary_wall *wall)
{
    wend_boundary_log *log = &boundary->log;
    if (!reserve(&log->order, 1) || !reserve(&log->walls, 1))
        return false;
    if (wall->quiet && !boundary->walls.data[number].quiet) {
        wend_segment line = wend_boundary_wall_segment(boundary, number);
        wend_element element = wend_quiet_element(line.a, line.b);
        if (!reserve_quiet(boundary, &element, 2 * number + 1))
            return false;
    }
    log->walls.data[log->walls.count++] = (wend_old_wall){number, boundary->walls.data[number]};
    write_log(boundary, WALL);
    replace_wall(boundary, number, wall);
    return true;
}

// ---- undo and settle ----------------------------------------------------------------------------

void wend_boundary_roll_back(wend_boundary *boundary, size_t entries)
{
    wend_boundary_log *log = &boundary->log;
    while (log->order.count > entries) {
        uint8_t what = log->order.data[--log->order.count];
        switch (what) {
        case ADDED:
        case ADDED_NEW:
            undo_add(boundary, log->elements.data[--log->elements.count], what == ADDED_NEW);
            break;
        case DROPPED:
            undo_drop(boundary, log->elements.data[--log->elements.count]);
            break;
        case RELINKED:
            --log->links.count;
            replace_link(boundary, log->links.data[log->links.count].number,
                         &log->links.data[log->links.count].link);
            break;
        case SITE:
            undo_site(boundary, &log->sites.data[--log->sites.count]);
            break;
        default:
            --log->walls.count;
            replace_wall(boundary, log->walls.data[log->walls.count].number,
                         &log->walls.data[log->walls.count].wall);
        }
    }
}

static void settle_nodes(wend_boundary *boundary)
{
    for (size_t i = 0; i < boundary->idle_nodes.count; ++i) {
        uint32_t node = boundary->idle_nodes.data[i];
        if (boundary->node_uses.data[node] == WEND_NODE_IDLE)
            boundary->free_nodes.data[boundary->free_nodes.count++] = node;
        else
            boundary->node_uses.data[node] &= ~WEND_NODE_IDLE;
    }
    boundary->idle_nodes.count = 0;
}

void wend_boundary_undo(wend_boundary *boundary)
{
    wend_boundary_roll_back(boundary, 0);
    wend_boundary_settle(boundary);
}

void wend_boundary_settle(wend_boundary *boundary)
{
    for (size_t i = 0; i < boundary->came.count; ++i)
        boundary->came_at.data[boundary->came.data[i]] = UINT32_MAX;
    for (size_t i = 0; i < boundary->retired.count; ++i)
        boundary->free_elements.data[boundary->free_elements.count++] = boundary->retired.data[i];
    for (size_t i = 0; i < boundary->left.count; ++i) {
        const wend_site *site = &boundary->left.data[i];
        wend_boundary_release_blocks(boundary, site);
        if (!wend_site_id_equal(boundary->sites.data[wend_id_slot(site->id.raw)].id, site->id))
            wend_id_give(&boundary->ids, site->id.raw);
    }
    settle_nodes(boundary);
    boundary->came.count = boundary->gone.count = boundary->retired.count = 0;
    boundary->left.count = 0;
    wend_boundary_log *log = &boundary->log;
    log->order.count = log->elements.count = log->links.count = 0;
    log->sites.count = log->walls.count = 0;
}

// ---- geometry -----------------------------------------------------------------------------------

/// Below this the squared lengths of a wall lose digits.
#define MIN_SQUARE 0x1p-900

wend_vec2 wend_boundary_normal(wend_vec2 a, wend_vec2 b)
{
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    if (square < MIN_SQUARE) {
        double larger = fmax(fabs(x), fabs(y));
        x /= larger;
        y /= larger;
        square = x * x + y * y;
    }
    double length = sqrt(square);
    return (wend_vec2){y / length, -x / length};
}

uint32_t wend_boundary_part_count(const wend_boundary *boundary, wend_vec2 a, wend_vec2 b)
{
    double x = fabs(b.x - a.x), y = fabs(b.y - a.y), limit = boundary->part_length;
    if (x + y <= limit) // nearly all of them, without a root
        return 1;
    return (uint32_t)ceil(sqrt(x * x + y * y) / limit);
}

wend_vec2 wend_boundary_part_point(wend_vec2 a, wend_vec2 b, uint32_t part, uint32_t parts)
{
    if (part == 0)
        return a;
    if (part == parts)
        return b;
    if (wend_is_before(b, a))
        return wend_boundary_part_point(b, a, parts - part, parts);
    double share = (double)part / (double)parts;
    return wend_lerp(a, b, share);
}
