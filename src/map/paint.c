// SPDX-License-Identifier: MIT
// A path map as a raster, triangle by triangle. For each row of a triangle the span of the pixels
// whose centres lie in it is computed exactly; then each window of the triangle is tested against
// the parts of the spans that it may cover.
//
// Spans are closed, so no centre falls between two triangles. A centre on an edge is painted by
// both, and both have the same distance. Only where different free spaces meet (at a corner, and on
// a wall without thickness) they may differ: such a centre is evaluated by a point query.
//
// Bands of rows are painted in parallel. Within a band triangles come in the order of their
// indices, so a pixel does not depend on the thread.
#include "map/paint_rows.h"

#include <string.h>

/// Rows of a band: enough bands for all workers, and few triangles that lie in more than two.
enum { BAND_ROWS = PAINT_ROWS };

/// A segment steeper than this tests all pixels of a row: the steeper it is, the less exactly its
/// limits in a row are known.
#define MIN_SLANT 0.0625

typedef struct painting {
    const wend_map *map;
    const wend_map_lookup *lookup;
    const wend_map_root *roots;
    wend_map_raster raster;
    paint_grid grid;
    paint_kernel *kernel;
    uint32_t band_count;
    size_t *band_ends;     ///< [band_count] End of the triangles of each band
    uint32_t *triangles;   ///< by band
    size_t triangle_count; ///< total over all bands
    uint32_t fullest;      ///< maximum number of windows in a triangle
    paint_window *windows; ///< [workers * fullest]
    size_t window_count;
} painting;

// ---- windows ------------------------------------------------------------------------------------

/// The limit x = at + per_y * (y - the origin's y), as a column.
static void set_limit(const painting *p, paint_window *out, int k, double at, double per_y,
                      int side)
{
    out->at[k] = (at - p->grid.min.x) * p->grid.per_metre.x - 0.5;
    out->per_y[k] = per_y * p->grid.per_metre.x;
    out->side[k] = side;
}

static int sign_of(double value)
{
    return (value > 0) - (value < 0);
}

static paint_window ready_window(const painting *p, const wend_map_window *window)
{
    paint_window out = {.window = window};
    wend_vec2 o = window->origin;
    if (!(window->edge & WEND_WINDOW_SEGMENT)) {
        double left_y = window->left.y - o.y, right_y = window->right.y - o.y;
        set_limit(p, &out, 0, o.x, (window->left.x - o.x) / left_y, sign_of(left_y));
        set_limit(p, &out, 1, o.x, (window->right.x - o.x) / right_y, -sign_of(right_y));
    } else if (fabs(window->direction.x) > MIN_SLANT) {
        wend_vec2 along = window->direction;
        double per_y = -along.y / along.x;
        set_limit(p, &out, 0, o.x + window->from / along.x, per_y, sign_of(along.x));
        set_limit(p, &out, 1, o.x + window->to / along.x, per_y, -sign_of(along.x));
    }
    return out;
}

// ---- triangles ----------------------------------------------------------------------------------

/// Writes one row of a tile from column `begin` on.
static void write_row(const painting *p, const paint_tile *tile, uint32_t row, size_t at)
{
    uint32_t begin = tile->begin[row], count = tile->end[row] - begin;
    const double *min = tile->min[row] + begin, *roots = tile->roots[row] + begin;
    double *distance = p->raster.distance;
    uint32_t *root = p->raster.root;
    wend_vec2 *next = p->raster.next;
    if (distance)
        for (uint32_t i = 0; i < count; ++i)
            distance[at + i] = min[i] < INFINITY ? min[i] : -1;
    if (root)
        for (uint32_t i = 0; i < count; ++i)
            root[at + i] = (uint32_t)roots[i];
    if (next)
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t number = (uint32_t)roots[i];
            wend_vec2 here = {tile->x[begin + i], tile->y[row]};
            next[at + i] =
                number == WEND_MAP_NONE ? here : wend_map_projection(&p->roots[number], here);
        }
}

static uint32_t between(uint32_t value, uint32_t low, uint32_t high)
{
    return value < low ? low : value < high ? value : high;
}

static void paint_tiles(const painting *p, const paint_rows *rows, const paint_window *windows,
                        uint32_t count, paint_tile *tile)
{
    tile->rows = rows->count;
    for (uint32_t i = 0; i < rows->count; ++i)
        tile->y[i] = wend_paint_y(&p->grid, rows->low + i);
    for (uint32_t left = rows->left; left < rows->right; left += PAINT_COLUMNS) {
        uint32_t right = left + PAINT_COLUMNS;
        tile->left = left;
        memcpy(tile->x, p->grid.x + left, sizeof tile->x);
        for (uint32_t i = 0; i < rows->count; ++i) {
            tile->begin[i] = between(rows->begin[i], left, right) - left;
            tile->end[i] = between(rows->end[i], left, right) - left;
        }
        p->kernel(windows, count, tile);
        for (uint32_t i = 0; i < rows->count; ++i)
            if (tile->begin[i] < tile->end[i])
                write_row(p, tile, i,
                          (size_t)(rows->low + i) * p->grid.width + left + tile->begin[i]);
    }
}

/// Evaluates a pixel by a point query.
static void query_pixel(const painting *p, uint32_t column, uint32_t row)
{
    wend_vec2 here = {p->grid.x[column], wend_paint_y(&p->grid, row)};
    wend_map_result found = wend_map_query(p->map, here);
    size_t at = (size_t)row * p->grid.width + column;
    if (p->raster.distance)
        p->raster.distance[at] = found.distance;
    if (p->raster.root)
        p->raster.root[at] = found.root;
    if (p->raster.next)
        p->raster.next[at] = found.next;
}

static void query_on_walls(const painting *p, const paint_rows *rows)
{
    for (uint32_t i = 0; i < rows->count; ++i) {
        uint32_t begin = rows->begin[i], end = rows->end[i], row = rows->low + i;
        if (rows->walls[i] & PAINT_FIRST_ON_WALL)
            query_pixel(p, begin, row);
        if (rows->walls[i] & PAINT_LAST_ON_WALL)
            query_pixel(p, end - 1, row);
        for (; begin < end && rows->walls[i] & PAINT_ALL_ON_WALL; ++begin)
            query_pixel(p, begin, row);
    }
}

/// The pixels whose centres are corners, in the rows begin <= row < end.
static void query_corners(const painting *p, uint32_t triangle, uint32_t begin, uint32_t end)
{
    const wend_mesh *mesh = p->lookup->mesh;
    uint32_t column, row;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
        if (wend_paint_pixel_at(&p->grid, wend_at(mesh, wend_origin(mesh, h)), &column, &row) &&
            row >= begin && row < end)
            query_pixel(p, column, row);
}

/// The rows begin <= row < end of a triangle that intersects some of them.
static void paint_triangle(const painting *p, uint32_t number, uint32_t begin, uint32_t end,
                           paint_window *windows, paint_tile *tile)
{
    uint32_t low, high;
    wend_paint_find_rows(&p->grid, p->lookup->mesh, number, &low, &high);
    low = low > begin ? low : begin;
    high = high < end ? high : end;
    paint_rows rows = wend_paint_rows(&p->grid, p->lookup->mesh, number, low, high);
    wend_map_block block = p->lookup->blocks[number];
    for (uint32_t i = 0; i < block.count; ++i)
        windows[i] = ready_window(p, &p->lookup->windows[block.first + i]);
    paint_tiles(p, &rows, windows, block.count, tile);
    query_on_walls(p, &rows);
    query_corners(p, number, begin, end);
}

// ---- bands --------------------------------------------------------------------------------------

/// Marks all pixels as unreachable.
static void clear_row(const painting *p, uint32_t row)
{
    uint32_t width = p->grid.width;
    size_t at = (size_t)row * width;
    double *distance = p->raster.distance;
    uint32_t *root = p->raster.root;
    wend_vec2 *next = p->raster.next;
    if (distance)
        for (uint32_t i = 0; i < width; ++i)
            distance[at + i] = -1;
    if (root)
        for (uint32_t i = 0; i < width; ++i)
            root[at + i] = WEND_MAP_NONE;
    if (next)
        for (uint32_t i = 0; i < width; ++i)
            next[at + i] = (wend_vec2){p->grid.x[i], wend_paint_y(&p->grid, row)};
}

static void paint_bands(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const painting *p = argument;
    // NULL if nothing is reachable.
    paint_window *windows = p->windows ? p->windows + (size_t)worker * p->fullest : NULL;
    paint_tile tile;
    for (uint32_t band = begin; band < end; ++band) {
        uint32_t low = band * BAND_ROWS;
        uint32_t high = p->grid.height - low > BAND_ROWS ? low + BAND_ROWS : p->grid.height;
        for (uint32_t row = low; row < high; ++row)
            clear_row(p, row);
        for (size_t i = band ? p->band_ends[band - 1] : 0; i < p->band_ends[band]; ++i)
            paint_triangle(p, p->triangles[i], low, high, windows, &tile);
    }
}

/// Lists each triangle that has windows in its bands: counts them, or writes them to their
/// positions.
static void sort_triangles(painting *p, bool write)
{
    const wend_map_lookup *lookup = p->lookup;
    for (uint32_t triangle = 0; triangle < lookup->triangle_limit; ++triangle) {
        uint32_t count = lookup->blocks[triangle].count, begin, end;
        if (count == 0)
            continue;
        p->fullest = count > p->fullest ? count : p->fullest;
        wend_paint_find_rows(&p->grid, lookup->mesh, triangle, &begin, &end);
        for (uint32_t band = begin / BAND_ROWS; band * BAND_ROWS < end; ++band)
            if (write)
                p->triangles[p->band_ends[band]++] = triangle;
            else
                ++p->band_ends[band];
    }
}

/// Builds the lists of triangles and the workers' windows. False: out of memory.
static bool build_bands(painting *p, const wend_allocator *allocator, uint32_t workers)
{
    p->band_ends = wend_allocate(allocator, p->band_count, sizeof *p->band_ends);
    if (!p->band_ends)
        return false;
    for (uint32_t band = 0; band < p->band_count; ++band)
        p->band_ends[band] = 0;
    if (!wend_map_is_current(p->lookup))
        return true;
    sort_triangles(p, false);
    for (uint32_t band = 0; band < p->band_count; ++band) {
        size_t count = p->band_ends[band];
        p->band_ends[band] = p->triangle_count;
        p->triangle_count += count;
    }
    if (p->triangle_count == 0)
        return true;
    p->window_count = (size_t)workers * p->fullest;
    p->triangles = wend_allocate(allocator, p->triangle_count, sizeof *p->triangles);
    p->windows = wend_allocate(allocator, p->window_count, sizeof *p->windows);
    if (!p->triangles || !p->windows)
        return false;
    sort_triangles(p, true);
    return true;
}

static void free_scratch(painting *p, const wend_allocator *allocator)
{
    wend_release(allocator, p->grid.x, p->grid.width + PAINT_CAPACITY, sizeof *p->grid.x);
    wend_release(allocator, p->band_ends, p->band_count, sizeof *p->band_ends);
    wend_release(allocator, p->triangles, p->triangle_count, sizeof *p->triangles);
    wend_release(allocator, p->windows, p->window_count, sizeof *p->windows);
}

static wend_result check_raster(const wend_map_raster *raster, wend_error *error)
{
    uint32_t width = raster->width, height = raster->height;
    if (width == 0 || height == 0 || (uint64_t)width * height > WEND_MAP_MAX_PIXELS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "invalid raster size: %u by %u pixels",
                         (unsigned)width, (unsigned)height);
    wend_box box = raster->box;
    double max =
        fmax(fmax(fabs(box.min.x), fabs(box.max.x)), fmax(fabs(box.min.y), fabs(box.max.y)));
    if (!(box.min.x < box.max.x && box.min.y < box.max.y) || !(max <= WEND_MAX_COORDINATE))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "raster box is empty or beyond the coordinate limit");
    if (!((box.max.x - box.min.x) / width > PAINT_MIN_PIXEL * max &&
          (box.max.y - box.min.y) / height > PAINT_MIN_PIXEL * max))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "pixels are too small at this distance from the origin: use a larger box "
                         "or fewer pixels");
    return WEND_OK;
}

wend_result wend_map_paint(const wend_map *map, const wend_map_raster *raster, wend_tasks *tasks,
                           wend_error *error)
{
    wend_result result = check_raster(raster, error);
    if (result != WEND_OK)
        return result;
    const wend_allocator *allocator = wend_map_allocator(map);
    paint_kernel *wide = wend_paint_kernel_8();
    wide = wide ? wide : wend_paint_kernel_4();
    uint32_t root_count, capacity = raster->width + PAINT_CAPACITY;
    painting p = {.map = map,
                  .lookup = wend_map_lookup_of(map),
                  .roots = wend_map_roots(map, &root_count),
                  .raster = *raster,
                  .grid = wend_paint_grid(raster),
                  .kernel = wide ? wide : wend_paint_kernel_plain(),
                  .band_count = (raster->height + BAND_ROWS - 1) / BAND_ROWS};
    p.grid.x = wend_allocate(allocator, capacity, sizeof *p.grid.x);
    for (uint32_t i = 0; i < capacity && p.grid.x; ++i)
        p.grid.x[i] = wend_map_pixel(raster, i, 0).x;
    bool fits = p.grid.x && build_bands(&p, allocator, wend_tasks_workers(tasks));
    if (fits)
        wend_parallel_for(tasks, p.band_count, 1, paint_bands, &p);
    free_scratch(&p, allocator);
    return fits ? WEND_OK : wend_fail_memory(error);
}
