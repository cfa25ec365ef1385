// SPDX-License-Identifier: MIT
// Construction of a grid of walls, and queries for nearby walls.
#include "geometry/walls.h"

#include "core/memory.h"
#include "geometry/points.h"
#include "geometry/sort.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

/// Cell side as a fraction of the reach, if memory allows: smaller cells have shorter lists, but
/// there are more of them.
#define CELL_OF_REACH 0.5

/// Memory is proportional to the number of walls: limits of the cells and list entries per wall,
/// plus a constant. Cells are enlarged to stay within them.
enum { CELLS_PER_WALL = 16, ITEMS_PER_WALL = 32, MORE_CELLS = 4096, MORE_ITEMS = 256 };

/// Up to this many walls the maximum memory is allocated at once: walls that move allocate nothing
/// later.
enum { FEW = 1024 };

/// Lists up to this length are sorted by insertion.
enum { SHORT_LIST = 24 };

/// A distance in a list is a float and must not be rounded up.
#define SHORTER (1 - 0x1p-22)

/// The slack as a fraction of the largest coordinate: thousands of rounding errors, so that the few
/// dozen of a slide do not add up to it, but no more than 0.1 nm for 100 m.
#define SLACK_OF_SCALE 0x1p-40

// ---- memory -------------------------------------------------------------------------------------

static bool reserve(const wend_allocator *allocator, void **memory, size_t *room, size_t wanted,
                    size_t size)
{
    if (wanted <= *room)
        return true;
    void *fresh = wend_allocate(allocator, wanted, size);
    if (!fresh)
        return false;
    wend_release(allocator, *memory, *room, size);
    *memory = fresh;
    *room = wanted;
    return true;
}

static void release_walls(wend_walls *walls)
{
    wend_release(&walls->allocator, walls->walls, walls->wall_capacity, sizeof *walls->walls);
    wend_release(&walls->allocator, walls->velocities, walls->wall_capacity,
                 sizeof *walls->velocities);
    walls->walls = NULL;
    walls->velocities = NULL;
    walls->wall_capacity = 0;
}

static bool reserve_walls(wend_walls *walls, uint32_t count)
{
    if (count <= walls->wall_capacity)
        return true;
    release_walls(walls);
    // The capacity is set when both exist: release_walls accepts NULL.
    walls->walls = wend_allocate(&walls->allocator, count, sizeof *walls->walls);
    walls->velocities = wend_allocate(&walls->allocator, count, sizeof *walls->velocities);
    walls->wall_capacity = count;
    if (walls->walls && walls->velocities)
        return true;
    release_walls(walls);
    return false;
}

static size_t max_cells(uint32_t count)
{
    return (size_t)CELLS_PER_WALL * count + MORE_CELLS;
}

static size_t max_items(uint32_t count)
{
    size_t maximum = (size_t)ITEMS_PER_WALL * count + MORE_ITEMS;
    return maximum < UINT32_MAX ? maximum : UINT32_MAX;
}

static bool reserve_cells(wend_walls *walls, size_t cells)
{
    if (walls->count <= FEW)
        cells = max_cells(walls->count);
    return reserve(&walls->allocator, (void **)&walls->starts, &walls->start_capacity, cells + 1,
                   sizeof *walls->starts);
}

static bool reserve_items(wend_walls *walls, size_t items)
{
    if (walls->count <= FEW)
        items = max_items(walls->count);
    return reserve(&walls->allocator, (void **)&walls->items, &walls->item_capacity, items,
                   sizeof *walls->items);
}

// ---- making the grid ----------------------------------------------------------------------------

/// Number of the column or row, clamped to the grid.
static uint32_t slot(double at, double count)
{
    return at <= 0 ? 0 : at >= count ? (uint32_t)count - 1 : (uint32_t)at;
}

/// What is being listed.
typedef struct listing {
    wend_walls *walls;
    double cell;   ///< side
    double listed; ///< walls up to this distance from a cell are listed
    size_t items, maximum;
    bool fill; ///< false: only count
} listing;

/// True if no line parallel to the axes or to the wall separates the two.
static bool meets_box(const wend_wall *wall, wend_box box)
{
    wend_vec2 a = wall->a, b = wall->b;
    if (wend_smaller(a.x, b.x) > box.max.x || wend_larger(a.x, b.x) < box.min.x ||
        wend_smaller(a.y, b.y) > box.max.y || wend_larger(a.y, b.y) < box.min.y)
        return false;
    double dx = b.x - a.x, dy = b.y - a.y;
    double left = dx * (box.min.y - a.y), right = dx * (box.max.y - a.y);
    double low = dy * (box.min.x - a.x), high = dy * (box.max.x - a.x);
    return wend_smaller(left, right) <= wend_larger(low, high) &&
           wend_larger(left, right) >= wend_smaller(low, high);
}

static double square_to_box(wend_box box, wend_vec2 p)
{
    double x = wend_larger(wend_larger(box.min.x - p.x, p.x - box.max.x), 0);
    double y = wend_larger(wend_larger(box.min.y - p.y, p.y - box.max.y), 0);
    return x * x + y * y;
}

/// Squared distance between a wall and a cell: 0 if they meet, else that between a corner of the
/// cell and the wall or between an end of the wall and the cell.
static double square_to_cell(const wend_wall *wall, wend_box box)
{
    if (meets_box(wall, box))
        return 0;
    double minimum = wend_smaller(square_to_box(box, wall->a), square_to_box(box, wall->b));
    minimum = wend_smaller(minimum, wend_walls_rough(wall, box.min));
    minimum = wend_smaller(minimum, wend_walls_rough(wall, box.max));
    minimum = wend_smaller(minimum, wend_walls_rough(wall, (wend_vec2){box.min.x, box.max.y}));
    return wend_smaller(minimum, wend_walls_rough(wall, (wend_vec2){box.max.x, box.min.y}));
}

/// Lists a wall in the cells of one row between two columns, where it is near enough. False: too
/// many entries.
static bool list_in_row(listing *list, uint32_t number, uint32_t row, double x0, double x1)
{
    wend_walls *walls = list->walls;
    const wend_wall *wall = &walls->walls[number];
    uint32_t first = slot((x0 - walls->origin.x) * walls->per_cell, walls->columns);
    uint32_t last = slot((x1 - walls->origin.x) * walls->per_cell, walls->columns);
    wend_box box;
    box.min.y = walls->origin.y + row * list->cell;
    box.max.y = box.min.y + list->cell;
    for (uint32_t column = first; column <= last; ++column) {
        box.min.x = walls->origin.x + column * list->cell;
        box.max.x = box.min.x + list->cell;
        double square = square_to_cell(wall, box);
        if (square > list->listed * list->listed)
            continue;
        uint32_t *start = &walls->starts[(size_t)row * walls->across + column];
        if (list->fill) {
            double distance = (sqrt(square) - walls->slack) * SHORTER;
            walls->items[--*start] = (wend_wall_item){number, (float)distance};
        } else {
            ++*start;
            if (++list->items > list->maximum)
                return false;
        }
    }
    return true;
}

static bool list_wall(listing *list, uint32_t number)
{
    wend_walls *walls = list->walls;
    wend_vec2 a = walls->walls[number].a, b = walls->walls[number].b;
    if (a.y > b.y) {
        wend_vec2 swap = a;
        a = b;
        b = swap;
    }
    double by = list->listed;
    uint32_t first = slot((a.y - by - walls->origin.y) * walls->per_cell, walls->rows);
    uint32_t last = slot((b.y + by - walls->origin.y) * walls->per_cell, walls->rows);
    double slope = b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0;
    for (uint32_t row = first; row <= last; ++row) {
        // The part of the wall between the heights relevant to this row.
        double low = walls->origin.y + row * list->cell - by;
        double high = low + list->cell + 2 * by;
        wend_vec2 from = a, to = b;
        if (low > a.y && b.y > a.y)
            from.x = a.x + (fmin(low, b.y) - a.y) * slope;
        if (high < b.y && b.y > a.y)
            to.x = a.x + (fmax(high, a.y) - a.y) * slope;
        // The rounding error of the slope is less than the slack, which is included in listed.
        if (!list_in_row(list, number, row, fmin(from.x, to.x) - by, fmax(from.x, to.x) + by))
            return false;
    }
    return true;
}

static bool is_nearer(const void *context, const void *one, const void *other)
{
    const wend_wall_item *a = one, *b = other;
    (void)context;
    return a->distance < b->distance || (a->distance == b->distance && a->wall < b->wall);
}

/// Sorts by distance, then by number.
static void sort_list(wend_wall_item *items, uint32_t count)
{
    if (count > SHORT_LIST) {
        wend_sort(items, count, sizeof *items, is_nearer, NULL);
        return;
    }
    for (uint32_t i = 1; i < count; ++i) {
        wend_wall_item item = items[i];
        uint32_t at = i;
        for (; at > 0 && is_nearer(NULL, &item, &items[at - 1]); --at)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

/// Sets up the grid with the given cell side. False: too many cells.
static bool lay_out(wend_walls *walls, double cell, double margin)
{
    wend_vec2 size = {walls->box.max.x - walls->box.min.x + 2 * margin,
                      walls->box.max.y - walls->box.min.y + 2 * margin};
    walls->columns = floor(size.x / cell) + 1;
    walls->rows = floor(size.y / cell) + 1;
    if (walls->columns * walls->rows > (double)max_cells(walls->count))
        return false;
    walls->across = (uint32_t)walls->columns;
    walls->origin = (wend_vec2){walls->box.min.x - margin, walls->box.min.y - margin};
    walls->per_cell = 1 / cell;
    return true;
}

/// Creates the lists, with cells as small as memory allows.
static bool make_lists(wend_walls *walls)
{
    double listed = walls->reach + walls->slack;
    double margin = listed + walls->slack;
    double longest = fmax(walls->box.max.x - walls->box.min.x, walls->box.max.y - walls->box.min.y);
    double cell = fmax(walls->reach * CELL_OF_REACH,
                       (longest + 2 * margin) / (double)max_cells(walls->count));
    for (;; cell *= 2) {
        if (!lay_out(walls, cell, margin))
            continue;
        size_t cells = (size_t)walls->across * (size_t)walls->rows;
        listing list = {walls, cell, listed, 0, max_items(walls->count), false};
        if (!reserve_cells(walls, cells))
            return false;
        memset(walls->starts, 0, (cells + 1) * sizeof *walls->starts);
        bool fits = true;
        for (uint32_t i = 0; fits && i < walls->count; ++i)
            fits = list_wall(&list, i);
        if (!fits)
            continue;
        if (!reserve_items(walls, list.items))
            return false;
        // Counts become ends; each list is then filled from its end, the last wall first.
        for (size_t i = 1; i <= cells; ++i)
            walls->starts[i] += walls->starts[i - 1];
        list.fill = true;
        for (uint32_t i = walls->count; i-- > 0;)
            list_wall(&list, i);
        for (size_t i = 0; i < cells; ++i)
            sort_list(walls->items + walls->starts[i], walls->starts[i + 1] - walls->starts[i]);
        return true;
    }
}

static void make_empty(wend_walls *walls)
{
    walls->count = walls->across = 0;
    walls->columns = walls->rows = 0;
    walls->fastest = 0;
    walls->box = wend_box_empty();
}

static wend_result set_walls(wend_walls *walls, const wend_segment *segments,
                             const wend_vec2 *velocities, uint32_t count, wend_error *error)
{
    double scale = walls->reach;
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 a = segments[i].a, b = segments[i].b;
        double far = fmax(fmax(fabs(a.x), fabs(a.y)), fmax(fabs(b.x), fabs(b.y)));
        // fmax ignores a NaN; a sum does not.
        if (!(far <= WEND_MAX_COORDINATE) || isnan(a.x + a.y + b.x + b.y))
            return wend_fail(error, WEND_BAD_ARGUMENT, "wall %u is not finite or exceeds %g m", i,
                             WEND_MAX_COORDINATE);
        scale = fmax(scale, far);
        double square = wend_distance_squared(b, a);
        walls->walls[i] = (wend_wall){a, b, square > 0 ? 1 / square : 0};
        wend_vec2 v = velocities ? velocities[i] : (wend_vec2){0, 0};
        walls->velocities[i] = v;
        walls->fastest = fmax(walls->fastest, wend_length(v));
        walls->box = wend_box_add(wend_box_add(walls->box, a), b);
    }
    walls->count = count;
    walls->slack = fmax(scale, 1) * SLACK_OF_SCALE;
    return WEND_OK;
}

wend_result wend_walls_rebuild(wend_walls *walls, const wend_segment *segments,
                               const wend_vec2 *velocities, uint32_t count, double reach,
                               wend_error *error)
{
    make_empty(walls);
    if (!(reach >= 0 && reach <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT, "reach must be between 0 and %g m",
                         WEND_MAX_COORDINATE);
    walls->reach = reach;
    walls->slack = fmax(reach, 1) * SLACK_OF_SCALE;
    if (count == 0)
        return WEND_OK;
    if (!reserve_walls(walls, count))
        return wend_fail_memory(error);
    wend_result result = set_walls(walls, segments, velocities, count, error);
    if (result == WEND_OK && !make_lists(walls))
        result = wend_fail_memory(error);
    if (result != WEND_OK)
        make_empty(walls);
    return result;
}

wend_result wend_walls_create(const wend_segment *segments, const wend_vec2 *velocities,
                              uint32_t count, double reach, const wend_allocator *allocator,
                              wend_walls **walls, wend_error *error)
{
    *walls = wend_allocate(allocator, 1, sizeof **walls);
    if (!*walls)
        return wend_fail_memory(error);
    **walls = (wend_walls){.allocator = allocator ? *allocator : (wend_allocator){0}};
    wend_result result = wend_walls_rebuild(*walls, segments, velocities, count, reach, error);
    if (result != WEND_OK) {
        wend_walls_destroy(*walls);
        *walls = NULL;
    }
    return result;
}

void wend_walls_destroy(wend_walls *walls)
{
    if (!walls)
        return;
    wend_allocator allocator = walls->allocator;
    release_walls(walls);
    wend_release(&allocator, walls->starts, walls->start_capacity, sizeof *walls->starts);
    wend_release(&allocator, walls->items, walls->item_capacity, sizeof *walls->items);
    wend_release(&allocator, walls, 1, sizeof *walls);
}

bool wend_walls_copy(wend_walls **to, const wend_walls *from, const wend_allocator *allocator)
{
    if (!*to && wend_walls_create(NULL, NULL, 0, 0, allocator, to, NULL) != WEND_OK)
        return false;
    wend_walls *copy = *to;
    size_t cells = (size_t)from->columns * (size_t)from->rows;
    make_empty(copy);
    if (from->count > 0) {
        size_t items = from->starts[cells];
        copy->count = from->count; // releases memory for this count
        if (!reserve_walls(copy, from->count) || !reserve_cells(copy, cells) ||
            !reserve_items(copy, items)) {
            make_empty(copy);
            return false;
        }
        memcpy(copy->walls, from->walls, from->count * sizeof *copy->walls);
        memcpy(copy->velocities, from->velocities, from->count * sizeof *copy->velocities);
        memcpy(copy->starts, from->starts, (cells + 1) * sizeof *copy->starts);
        memcpy(copy->items, from->items, items * sizeof *copy->items);
    }
    copy->origin = from->origin;
    copy->per_cell = from->per_cell;
    copy->columns = from->columns;
    copy->rows = from->rows;
    copy->reach = from->reach;
    copy->fastest = from->fastest;
    copy->slack = from->slack;
    copy->box = from->box;
    copy->count = from->count;
    copy->across = from->across;
    return true;
}

uint32_t wend_walls_count(const wend_walls *walls)
{
    return walls ? walls->count : 0;
}

double wend_walls_slack(const wend_walls *walls)
{
    return walls ? walls->slack : SLACK_OF_SCALE;
}

// ---- queries ------------------------------------------------------------------------------------

/// The cells that meet a box, which is relative to the origin.
static wend_wall_scan scan_cells(const wend_walls *walls, wend_box box, double limit)
{
    wend_wall_scan scan = {.walls = walls, .limit = limit};
    scan.left = slot(box.min.x * walls->per_cell, walls->columns);
    scan.right = slot(box.max.x * walls->per_cell, walls->columns);
    scan.row = slot(box.min.y * walls->per_cell, walls->rows);
    scan.top = slot(box.max.y * walls->per_cell, walls->rows);
    scan.column = scan.left;
    uint64_t cells = (uint64_t)(scan.right - scan.left + 1) * (scan.top - scan.row + 1);
    scan.all = cells > 1 && cells > walls->count;
    return scan;
}

wend_wall_scan wend_walls_scan_box(const wend_walls *walls, wend_box box)
{
    if (!walls || walls->count == 0 || !wend_box_meets(walls->box, box))
        return (wend_wall_scan){.walls = walls, .row = 1};
    wend_vec2 o = walls->origin;
    wend_box relative = {{box.min.x - o.x, box.min.y - o.y}, {box.max.x - o.x, box.max.y - o.y}};
    return scan_cells(walls, relative, 0); // a wall that meets a cell is 0 away from it
}

wend_wall_scan wend_walls_scan(const wend_walls *walls, wend_vec2 p, double distance)
{
    if (walls && distance > walls->reach && wend_box_distance(walls->box, p) <= distance) {
        double x = p.x - walls->origin.x, y = p.y - walls->origin.y,
               around = distance - walls->reach;
        return scan_cells(walls, (wend_box){{x - around, y - around}, {x + around, y + around}},
                          INFINITY);
    }
    wend_wall_scan scan = {.walls = walls, .limit = distance, .row = 1};
    if (!walls || !(distance <= walls->reach))
        return scan;
    wend_wall_list list = wend_walls_list(walls, p);
    scan.item = list.item;
    scan.end = list.end;
    return scan;
}

/// Inserts a wall into the sorted results.
static uint32_t insert_near(wend_wall_near *near, uint32_t count, uint32_t capacity,
                            wend_wall_near found)
{
    uint32_t gap = count;
    for (uint32_t i = 0; i < count; ++i) {
        if (!wend_equal(near[i].point, found.point))
            continue;
        if (near[i].wall <= found.wall)
            return count;
        gap = i; // the same corner, of a wall with a smaller number
        break;
    }
    if (gap == count) {
        if (count < capacity) {
            ++count;
        } else {
            gap = count - 1;
            const wend_wall_near *last = &near[gap];
            if (last->distance < found.distance ||
                (last->distance == found.distance && last->wall < found.wall))
                return count;
        }
    }
    for (; gap > 0; --gap) {
        const wend_wall_near *before = &near[gap - 1];
        if (before->distance < found.distance ||
            (before->distance == found.distance && before->wall < found.wall))
            break;
        near[gap] = *before;
    }
    near[gap] = found;
    return count;
}

/// Inserts a wall into the results if it is near enough.
static uint32_t add_near(const wend_walls *walls, uint32_t wall, wend_vec2 p, double distance,
                         wend_wall_near *near, uint32_t count, uint32_t capacity)
{
    if (wend_walls_rough(&walls->walls[wall], p) > wend_walls_beyond(walls, distance))
        return count;
    wend_vec2 point = wend_segment_closest(wend_walls_segment(walls, wall), p);
    wend_wall_near found = {point, walls->velocities[wall], wend_distance(p, point), wall};
    return found.distance <= distance ? insert_near(near, count, capacity, found) : count;
}

uint32_t wend_walls_near(const wend_walls *walls, wend_vec2 p, double distance,
                         wend_wall_near *near, uint32_t capacity)
{
    uint32_t count = 0, wall;
    if (!walls || capacity == 0)
        return 0;
    if (distance <= walls->reach) {
        wend_wall_list list = wend_walls_list(walls, p);
        for (; list.item != list.end && list.item->distance <= distance; ++list.item)
            count = add_near(walls, list.item->wall, p, distance, near, count, capacity);
        return count;
    }
    wend_wall_scan scan = wend_walls_scan(walls, p, distance);
    while (wend_walls_next(&scan, &wall))
        count = add_near(walls, wall, p, distance, near, count, capacity);
    return count;
}

/// The distance to the nearest wall if that is less than limit, else limit.
static double nearest_within(const wend_walls *walls, wend_vec2 p, double limit)
{
    uint32_t wall;
    double beyond = wend_walls_beyond(walls, limit);
    wend_wall_scan scan = wend_walls_scan(walls, p, limit);
    while (wend_walls_next(&scan, &wall)) {
        if (wend_walls_rough(&walls->walls[wall], p) > beyond)
            continue;
        double distance = wend_segment_distance(wend_walls_segment(walls, wall), p);
        if (distance < limit) {
            limit = distance;
            beyond = wend_walls_beyond(walls, limit);
        }
    }
    return limit;
}

double wend_walls_clearance(const wend_walls *walls, wend_vec2 p, double limit)
{
    if (!walls || walls->count == 0)
        return limit;
    // Searches increasing neighbourhoods, so that a nearby wall is found quickly.
    double within = fmax(walls->reach, wend_box_distance(walls->box, p));
    for (; within > 0 && within < limit; within *= 2) {
        double distance = nearest_within(walls, p, within);
        if (distance < within)
            return distance;
    }
    return nearest_within(walls, p, limit);
}
