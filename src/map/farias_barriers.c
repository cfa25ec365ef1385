// SPDX-License-Identifier: MIT
// Weighted barriers as printed in Farias 2020, §5.5: a straight leg from a to the root b that a
// barrier of weight w cuts at c counts as w |a c| + |c b|.
//
// This is not a path length. Cut the same leg in two at a point between a and c: its first part,
// which meets no barrier, then counts once and not w times. The cost of a leg therefore depends on
// where corners happen to be, neighbouring points may differ by any amount, and no wave can be
// exact. The paper is followed literally: corners get the smallest value that follows from the
// corners before them, in that order, and every pixel takes the best of the roots that it sees.
// Slow and simple, to reproduce Figure 5.3.
#include "map/farias_barriers.h"

#include "core/memory.h"
#include "geometry/predicates.h"
#include "map/wave.h"
#include "wend/geometry.h"

#include <math.h>

/// Every pair of corners is tested.
enum { MAX_CORNERS = 4000 };

/// Maximum number of barriers that cut one leg; those beyond are ignored.
enum { MAX_CUTS = 64 };

/// The directions that a root covers: from the first wall of a corner counter-clockwise to the
/// last.
typedef struct sector {
    wend_vec2 first, last; ///< points on them
    bool everywhere;       ///< not a corner: all directions
} sector;

struct wend_farias_map {
    wend_allocator allocator;
    const wend_mesh *mesh;
    const wend_farias_barrier *barriers;
    uint32_t barrier_count;
    wend_array(wend_map_root) roots; ///< in the order of distance
    wend_array(sector) sectors;      ///< one for each
};

// ---- legs ---------------------------------------------------------------------------------------

/// Where a barrier cuts a leg.
typedef struct cut {
    double share, weight;
} cut;

static uint32_t find_cuts(const wend_farias_map *p, wend_vec2 root, wend_vec2 to,
                          cut cuts[MAX_CUTS])
{
    double length = wend_distance(to, root);
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->barrier_count && count < MAX_CUTS; ++i) {
        wend_vec2 at;
        if (wend_segments_meet((wend_segment){root, to}, p->barriers[i].line, &at) == WEND_APART)
            continue;
        double share = wend_distance(at, root) / length;
        uint32_t k = count++;
        for (; k > 0 && cuts[k - 1].share > share; --k)
            cuts[k] = cuts[k - 1];
        cuts[k] = (cut){share, p->barriers[i].weight};
    }
    return count;
}

/// The cost of a leg from a root: each barrier scales what lies beyond it.
static double leg_of(const wend_farias_map *p, wend_vec2 root, wend_vec2 to)
{
    cut cuts[MAX_CUTS];
    uint32_t count = find_cuts(p, root, to, cuts);
    double sum = 0, weight = 1, from = 0;
    for (uint32_t i = 0; i < count; ++i) {
        sum += weight * (cuts[i].share - from);
        weight *= cuts[i].weight;
        from = cuts[i].share;
    }
    return wend_distance(to, root) * (sum + weight * (1 - from));
}

/// True if a point lies in the direction of another as seen from `at`.
static bool is_along(wend_vec2 at, wend_vec2 wall, wend_vec2 to)
{
    double ahead = (wall.x - at.x) * (to.x - at.x) + (wall.y - at.y) * (to.y - at.y);
    return ahead > 0 && wend_orient2d_fast(at, wall, to) == 0;
}

enum { ON_LEFT = 1, ON_RIGHT = 2 };

/// The sides of the line from a root to a point on which its sector lies, which is wider than 180
/// degrees: along a wall on one of them only.
static unsigned sides_toward(const wend_farias_map *p, uint32_t number, wend_vec2 to)
{
    const sector *s = &p->sectors.data[number];
    wend_vec2 at = p->roots.data[number].a;
    if (s->everywhere)
        return ON_LEFT | ON_RIGHT;
    bool on_first = is_along(at, s->first, to), on_last = is_along(at, s->last, to);
    if (on_first || on_last)
        return (on_first ? ON_LEFT : 0) | (on_last ? ON_RIGHT : 0);
    bool is_behind =
        wend_orient2d_fast(at, s->last, to) > 0 && wend_orient2d_fast(at, s->first, to) < 0;
    return is_behind ? 0 : ON_LEFT | ON_RIGHT;
}

/// The distance at a point by way of a root; INFINITY: not visible from there.
static double distance_by(const wend_farias_map *p, uint32_t number, wend_vec2 to)
{
    const wend_map_root *root = &p->roots.data[number];
    wend_vec2 projection = wend_map_projection(root, to);
    wend_ray ray;
    if (projection.x == to.x && projection.y == to.y)
        return root->distance;
    if (sides_toward(p, number, to) == 0)
        return INFINITY;
    if (wend_mesh_raycast(p->mesh, projection, to, &ray, NULL) != WEND_OK || ray.hit)
        return INFINITY;
    return root->distance + leg_of(p, projection, to);
}

// ---- corners ------------------------------------------------------------------------------------

static bool add_root(wend_farias_map *p, wend_map_root root, sector within)
{
    if (!wend_array_reserve(&p->roots, &p->allocator, 1) ||
        !wend_array_reserve(&p->sectors, &p->allocator, 1))
        return false;
    p->roots.data[p->roots.count++] = root;
    p->sectors.data[p->sectors.count++] = within;
    return true;
}

static bool add_source(wend_farias_map *p, wend_vec2 a, wend_vec2 b, double offset, uint32_t source)
{
    return add_root(p, (wend_map_root){a, b, offset, WEND_MAP_NONE, source},
                    (sector){.everywhere = true});
}

static bool add_sources(wend_farias_map *p, const wend_map_source *sources, uint32_t count)
{
    bool added = true;
    for (uint32_t i = 0; i < count && added; ++i) {
        wend_map_source s = sources[i];
        added = add_source(p, s.a, s.b, s.offset, i);
        if (added && (s.a.x != s.b.x || s.a.y != s.b.y))
            added = add_source(p, s.a, s.a, s.offset, i) && add_source(p, s.b, s.b, s.offset, i);
    }
    return added;
}

/// The corner whose sector begins at a wall, the half-edge h, if paths may bend there; it has no
/// distance yet.
static bool add_corner(wend_farias_map *p, uint32_t h)
{
    const wend_mesh *mesh = p->mesh;
    uint32_t last = h;
    while (!wend_is_closed(mesh, wend_prev(last)))
        last = wend_turn_left(mesh, last);
    wend_vec2 at = wend_at(mesh, wend_origin(mesh, h));
    sector within = {.first = wend_at(mesh, wend_target(mesh, h)),
                     .last = wend_at(mesh, wend_origin(mesh, wend_prev(last)))};
    return !wend_sector_is_wide(at, within.first, within.last) ||
           add_root(p, (wend_map_root){at, at, INFINITY, WEND_MAP_NONE, WEND_MAP_NONE}, within);
}

static bool add_corners(wend_farias_map *p)
{
    const wend_mesh *mesh = p->mesh;
    bool added = true;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count && added; ++h)
        if (wend_map_is_free(mesh, h / 3) && wend_is_fixed(mesh, h))
            added = add_corner(p, h);
    return added;
}

/// Swaps the nearest of the remaining roots to position `number`; false: none is reached.
static bool choose_next(wend_farias_map *p, uint32_t number)
{
    uint32_t next = number;
    for (uint32_t i = number + 1; i < p->roots.count; ++i)
        if (p->roots.data[i].distance < p->roots.data[next].distance)
            next = i;
    wend_map_root root = p->roots.data[next];
    sector within = p->sectors.data[next];
    p->roots.data[next] = p->roots.data[number];
    p->sectors.data[next] = p->sectors.data[number];
    p->roots.data[number] = root;
    p->sectors.data[number] = within;
    return root.distance < INFINITY;
}

/// Updates a corner from a nearer root. Each must lie in the sector of the other, on the same side
/// of a wall between them.
static void update_from(wend_farias_map *p, uint32_t number, uint32_t corner)
{
    wend_map_root root = p->roots.data[number], *other = &p->roots.data[corner];
    bool is_same = wend_map_is_at(&root, other->a) && !p->sectors.data[number].everywhere;
    if (p->sectors.data[corner].everywhere || is_same)
        return;
    unsigned out = sides_toward(p, number, other->a),
             back = sides_toward(p, corner, wend_map_projection(&root, other->a));
    if (!((out & ON_LEFT && back & ON_RIGHT) || (out & ON_RIGHT && back & ON_LEFT)))
        return;
    double distance = distance_by(p, number, other->a);
    if (distance < other->distance) {
        other->distance = distance;
        other->source = root.source;
    }
}

static void spread(wend_farias_map *p)
{
    uint32_t count = (uint32_t)p->roots.count, done = 0;
    for (; done < count && choose_next(p, done); ++done)
        for (uint32_t i = done + 1; i < count; ++i)
            update_from(p, done, i);
    p->roots.count = p->sectors.count = done; // the others are not reached
}

wend_result wend_farias_map_create(const wend_mesh *mesh, const wend_map_source *sources,
                                   uint32_t source_count, const wend_farias_barrier *barriers,
                                   uint32_t barrier_count, wend_farias_map **barriers_map,
                                   wend_error *error)
{
    *barriers_map = NULL;
    wend_allocator allocator = mesh->allocator;
    wend_farias_map *p = wend_allocate(&allocator, 1, sizeof *p);
    if (!p)
        return wend_fail_memory(error);
    *p = (wend_farias_map){
        .allocator = allocator, .mesh = mesh, .barriers = barriers, .barrier_count = barrier_count};
    if (!add_sources(p, sources, source_count) || !add_corners(p)) {
        wend_farias_map_destroy(p);
        return wend_fail_memory(error);
    }
    if (p->roots.count > MAX_CORNERS) {
        wend_result result = wend_fail(error, WEND_BAD_ARGUMENT,
                                       "barriers as printed test all pairs of "
                                       "corners: %zu corners exceed the limit of %d",
                                       p->roots.count, MAX_CORNERS);
        wend_farias_map_destroy(p);
        return result;
    }
    spread(p);
    *barriers_map = p;
    return WEND_OK;
}

void wend_farias_map_destroy(wend_farias_map *barriers_map)
{
    if (!barriers_map)
        return;
    wend_allocator allocator = barriers_map->allocator;
    wend_array_free(&barriers_map->roots, &allocator);
    wend_array_free(&barriers_map->sectors, &allocator);
    wend_release(&allocator, barriers_map, 1, sizeof *barriers_map);
}

const wend_map_root *wend_farias_map_roots(const wend_farias_map *barriers_map, uint32_t *count)
{
    *count = (uint32_t)barriers_map->roots.count;
    return barriers_map->roots.data;
}

// ---- pixels -------------------------------------------------------------------------------------

typedef struct painter {
    const wend_farias_map *p;
    const wend_map_raster *raster;
    wend_array(wend_vec2) seen;   ///< ring of the region visible from a root
    wend_array(double) crossings; ///< intersections of the ring with a row of pixels, in order
} painter;

/// Assigns the pixel to a root that is nearer than all before.
static void offer(const painter *out, uint32_t number, uint32_t column, uint32_t row,
                  double distance)
{
    const wend_map_raster *raster = out->raster;
    size_t at = (size_t)row * raster->width + column;
    if (raster->distance[at] >= 0 && !(distance < raster->distance[at]))
        return;
    raster->distance[at] = distance;
    if (raster->root)
        raster->root[at] = number;
    if (raster->next)
        raster->next[at] =
            wend_map_projection(&out->p->roots.data[number], wend_map_pixel(raster, column, row));
}

/// The region visible from a point, as a ring. False: out of memory.
static bool visible_region(painter *out, wend_vec2 from)
{
    const wend_farias_map *p = out->p;
    uint32_t count = 0;
    out->seen.count = 0;
    wend_result result = wend_mesh_visible(p->mesh, from, out->seen.data,
                                           (uint32_t)out->seen.capacity, &count, NULL);
    if (result == WEND_BUFFER_TOO_SMALL) {
        if (!wend_array_reserve(&out->seen, &p->allocator, count))
            return false;
        result = wend_mesh_visible(p->mesh, from, out->seen.data, (uint32_t)out->seen.capacity,
                                   &count, NULL);
    }
    out->seen.count = result == WEND_OK ? count : 0;
    return result != WEND_OUT_OF_MEMORY;
}

/// Computes the intersections of the ring with the line at y. False: out of memory.
static bool cross_ring(painter *out, double y)
{
    size_t count = out->seen.count;
    out->crossings.count = 0;
    if (!wend_array_reserve(&out->crossings, &out->p->allocator, count))
        return false;
    for (size_t i = 0; i < count; ++i) {
        wend_vec2 a = out->seen.data[i], b = out->seen.data[i + 1 < count ? i + 1 : 0];
        if ((a.y > y) == (b.y > y))
            continue;
        double x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
        size_t k = out->crossings.count++;
        for (; k > 0 && out->crossings.data[k - 1] > x; --k)
            out->crossings.data[k] = out->crossings.data[k - 1];
        out->crossings.data[k] = x;
    }
    return true;
}

/// Offers the pixels visible from a point.
static bool paint_point(painter *out, uint32_t number)
{
    const wend_map_raster *raster = out->raster;
    wend_map_root root = out->p->roots.data[number];
    double cell = (raster->box.max.x - raster->box.min.x) / raster->width;
    if (!visible_region(out, root.a))
        return false;
    for (uint32_t row = 0; row < raster->height; ++row) {
        if (!cross_ring(out, wend_map_pixel(raster, 0, row).y))
            return false;
        for (size_t i = 0; i + 1 < out->crossings.count; i += 2) {
            double from = (out->crossings.data[i] - raster->box.min.x) / cell - 0.5,
                   to = (out->crossings.data[i + 1] - raster->box.min.x) / cell - 0.5;
            for (double column = fmax(ceil(from), 0); column <= fmin(to, raster->width - 1.0);
                 ++column) {
                wend_vec2 at = wend_map_pixel(raster, (uint32_t)column, row);
                if (sides_toward(out->p, number, at) != 0)
                    offer(out, number, (uint32_t)column, row,
                          root.distance + leg_of(out->p, root.a, at));
            }
        }
    }
    return true;
}

/// Offers the pixels that see their projection onto a segment, except its ends.
static void paint_segment(painter *out, uint32_t number)
{
    const wend_map_raster *raster = out->raster;
    wend_map_root root = out->p->roots.data[number];
    for (uint32_t row = 0; row < raster->height; ++row)
        for (uint32_t column = 0; column < raster->width; ++column) {
            wend_vec2 at = wend_map_pixel(raster, column, row),
                      projection = wend_map_projection(&root, at);
            if ((projection.x == root.a.x && projection.y == root.a.y) ||
                (projection.x == root.b.x && projection.y == root.b.y))
                continue;
            double distance = distance_by(out->p, number, at);
            if (distance < INFINITY)
                offer(out, number, column, row, distance);
        }
}

wend_result wend_farias_map_paint(const wend_farias_map *barriers_map,
                                  const wend_map_raster *raster, wend_error *error)
{
    painter out = {.p = barriers_map, .raster = raster};
    bool enough = true;
    for (uint32_t row = 0; row < raster->height; ++row)
        for (uint32_t column = 0; column < raster->width; ++column) {
            size_t at = (size_t)row * raster->width + column;
            raster->distance[at] = -1;
            if (raster->root)
                raster->root[at] = WEND_MAP_NONE;
            if (raster->next)
                raster->next[at] = wend_map_pixel(raster, column, row);
        }
    for (uint32_t i = 0; i < barriers_map->roots.count && enough; ++i) {
        const wend_map_root *root = &barriers_map->roots.data[i];
        if (root->a.x == root->b.x && root->a.y == root->b.y)
            enough = paint_point(&out, i);
        else
            paint_segment(&out, i);
    }
    wend_array_free(&out.seen, &barriers_map->allocator);
    wend_array_free(&out.crossings, &barriers_map->allocator);
    return enough ? WEND_OK : wend_fail_memory(error);
}
