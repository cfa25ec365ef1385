// SPDX-License-Identifier: MIT
// Sites divided into regions, and regions into pieces, to which distances are measured.
//
// The border of a polygon is cut where the free space has a corner of less than 180 degrees: there
// a line of the diagram ends. The part between two such corners is one region as long as it belongs
// to the border of a convex set. Normals of such a border never meet, so no point is nearest to it
// twice, and no line of the diagram lies between a region and itself. Where a region has to end at
// a convex corner two regions share that corner, and points beyond it are equally far from both;
// cracks.c does not separate them there.
#include "raster/raster.h"
#include "voronoi/frame.h"
#include "wend/geometry.h"

#include <math.h>

static bool add_piece(wend_raster *raster, raster_piece piece)
{
    if (!wend_array_reserve(&raster->pieces, &raster->allocator, 1))
        return false;
    raster->pieces.data[raster->pieces.count++] = piece;
    raster->regions.data[piece.region].count++;
    return true;
}

static bool add_region(wend_raster *raster, uint32_t site, double radius)
{
    if (!wend_array_reserve(&raster->regions, &raster->allocator, 1))
        return false;
    raster->regions.data[raster->regions.count++] =
        (raster_region){.site = site, .first = (uint32_t)raster->pieces.count, .radius = radius};
    return true;
}

// ---- polygons -----------------------------------------------------------------------------------

/// A ring traversed with the solid on its left.
typedef struct ring_walk {
    const wend_vec2 *ring;
    uint32_t count;
    bool reversed;
} ring_walk;

static wend_vec2 corner(const ring_walk *walk, uint32_t i)
{
    i %= walk->count;
    return walk->ring[walk->reversed ? walk->count - 1 - i : i];
}

static int turn_at(const ring_walk *walk, uint32_t i)
{
    return wend_orient2d(corner(walk, i + walk->count - 1), corner(walk, i), corner(walk, i + 1));
}

/// Whether a chain from corner `start` to corner i, which is part of a convex border, still is with
/// one more side.
static bool stays_convex(const ring_walk *walk, uint32_t start, uint32_t i)
{
    wend_vec2 first = corner(walk, start), last = corner(walk, i), next = corner(walk, i + 1);
    return wend_orient2d(last, next, first) >= 0 &&
           wend_orient2d(next, first, corner(walk, start + 1)) >= 0;
}

static bool add_ring(wend_raster *raster, uint32_t site, const ring_walk *walk)
{
    uint32_t begin = 0;
    while (begin < walk->count && turn_at(walk, begin) >= 0)
        ++begin;
    bool convex = begin == walk->count;
    uint32_t start = convex ? 0 : begin;
    if (!add_region(raster, site, 0))
        return false;
    for (uint32_t k = 0, i = start; k < walk->count; ++k, ++i) {
        if (i > start && !convex && (turn_at(walk, i) < 0 || !stays_convex(walk, start, i))) {
            start = i;
            if (!add_region(raster, site, 0))
                return false;
        }
        raster_piece side = {.a = corner(walk, i),
                             .b = corner(walk, i + 1),
                             .region = (uint32_t)raster->regions.count - 1,
                             .kind = RASTER_SEGMENT};
        if (!add_piece(raster, side))
            return false;
    }
    return true;
}

static bool add_polygon(wend_raster *raster, uint32_t site, const wend_raster_site *from)
{
    const wend_shape *shape = &from->shape;
    uint32_t rings = shape->ring_ends ? shape->ring_count : 1;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < rings; ++i) {
        uint32_t end = shape->ring_ends ? shape->ring_ends[i] : shape->point_count;
        ring_walk walk = {.ring = shape->points + begin, .count = end - begin};
        bool left_turning = wend_polygon_area(walk.ring, walk.count) >= 0;
        walk.reversed = left_turning == ((i > 0) != from->hollow);
        if (!add_ring(raster, site, &walk))
            return false;
        begin = end;
    }
    return true;
}

static bool add_site(wend_raster *raster, uint32_t site, const wend_raster_site *from)
{
    const wend_shape *shape = &from->shape;
    if (shape->point_count > 2)
        return add_polygon(raster, site, from);
    raster_piece piece = {.a = shape->points[0],
                          .b = shape->points[shape->point_count - 1],
                          .region = (uint32_t)raster->regions.count,
                          .kind = shape->point_count == 1 ? RASTER_POINT : RASTER_SEGMENT};
    return add_region(raster, site, from->radius) && add_piece(raster, piece);
}

static bool add_sites(wend_raster *raster, const wend_raster_def *def, bool agents)
{
    for (uint32_t i = 0; i < def->site_count; ++i) {
        if ((def->sites[i].radius > 0) != agents)
            continue;
        raster->first_region.data[i] = (uint32_t)raster->regions.count;
        if (!add_site(raster, i, &def->sites[i]))
            return false;
    }
    return true;
}

// ---- blobs --------------------------------------------------------------------------------------

/// Sorts pieces by region, by counting; boxes of blobs come row by row.
static bool sort_pieces(wend_raster *raster)
{
    uint32_t begin = 0;
    for (size_t i = 0; i < raster->regions.count; ++i) {
        raster->regions.data[i].first = begin;
        begin += raster->regions.data[i].count;
        raster->regions.data[i].count = 0;
    }
    size_t count = raster->pieces.count;
    if (!wend_array_reserve(&raster->pieces, &raster->allocator, count))
        return false;
    raster_piece *sorted = raster->pieces.data + count;
    for (size_t i = 0; i < count; ++i) {
        raster_region *region = &raster->regions.data[raster->pieces.data[i].region];
        sorted[region->first + region->count++] = raster->pieces.data[i];
    }
    for (size_t i = 0; i < count; ++i)
        raster->pieces.data[i] = sorted[i];
    return true;
}

/// A run of pixels of one blob, as a box: the one below it is extended if it is equally long.
static bool add_run(wend_raster *raster, uint32_t region, uint32_t y, uint32_t begin, uint32_t end)
{
    double bottom = raster->box.min.y + y * raster->pixel.y;
    double top = raster->box.min.y + (y + 1) * raster->pixel.y;
    double left = raster->box.min.x + begin * raster->pixel.x;
    double right = raster->box.min.x + end * raster->pixel.x;
    uint32_t below = raster->last_box.data[begin];
    if (below != WEND_RASTER_NONE) {
        raster_piece *box = &raster->pieces.data[below];
        if (box->region == region && box->a.x == left && box->b.x == right && box->b.y == bottom) {
            box->b.y = top;
            return true;
        }
    }
    raster->last_box.data[begin] = (uint32_t)raster->pieces.count;
    return add_piece(
        raster, (raster_piece){
                    .a = {left, bottom}, .b = {right, top}, .region = region, .kind = RASTER_BOX});
}

static bool add_blobs(wend_raster *raster, const wend_raster_def *def)
{
    uint32_t first = (uint32_t)raster->regions.count;
    for (uint32_t i = 0; i < def->blob_count; ++i) {
        raster->first_region.data[def->site_count + i] = first + i;
        if (!add_region(raster, def->site_count + i, 0))
            return false;
    }
    raster->last_box.count = 0;
    if (!wend_array_reserve(&raster->last_box, &raster->allocator, raster->width))
        return false;
    for (uint32_t x = 0; x < raster->width; ++x)
        raster->last_box.data[x] = WEND_RASTER_NONE;
    for (uint32_t y = 0; y < raster->height; ++y) {
        const uint32_t *row = def->blobs + (size_t)y * raster->width;
        for (uint32_t x = 0, end; x < raster->width; x = end) {
            for (end = x + 1; end < raster->width && row[end] == row[x];)
                ++end;
            if (row[x] > 0 && !add_run(raster, first + row[x] - 1, y, x, end))
                return false;
        }
    }
    return sort_pieces(raster);
}

// ---- all sites ----------------------------------------------------------------------------------

static wend_result check_site(uint32_t number, const wend_raster_site *site, wend_error *error)
{
    const wend_shape *shape = &site->shape;
    if (shape->point_count == 0 || !shape->points ||
        (shape->point_count > 2 && shape->ring_ends && shape->ring_count == 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "site %u has no points or no rings", number);
    if (!(site->radius >= 0) || site->radius > WEND_MAX_COORDINATE ||
        (site->radius > 0 && shape->point_count > 1))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "site %u: only points may have a radius, and it must be 0 or more",
                         number);
    if (site->hollow && shape->point_count < 3)
        return wend_fail(error, WEND_BAD_ARGUMENT, "site %u: only polygons may be hollow", number);
    for (uint32_t i = 0; i < shape->point_count; ++i)
        if (!wend_is_in_range(shape->points[i]))
            return wend_fail(error, WEND_INVALID_GEOMETRY,
                             "point %u of site %u is not finite or beyond the coordinate limit", i,
                             number);
    if (!shape->ring_ends || shape->point_count < 3)
        return WEND_OK;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < shape->ring_count; ++i) {
        uint32_t end = shape->ring_ends[i];
        if (end > shape->point_count || end < begin || end - begin < 3)
            return wend_fail(error, WEND_INVALID_GEOMETRY,
                             "ring %u of site %u has fewer than 3 points", i, number);
        begin = end;
    }
    return WEND_OK;
}

wend_result wend_raster_build_pieces(wend_raster *raster, const wend_raster_def *def,
                                     wend_error *error)
{
    raster->regions.count = raster->pieces.count = 0;
    raster->site_of.count = 0;
    if (!wend_array_reserve(&raster->first_region, &raster->allocator, raster->site_count))
        return wend_fail_memory(error);
    for (uint32_t i = 0; i < def->site_count; ++i) {
        wend_result valid = check_site(i, &def->sites[i], error);
        if (valid != WEND_OK)
            return valid;
    }
    if (!add_sites(raster, def, false) || (def->blob_count > 0 && !add_blobs(raster, def)))
        return wend_fail_memory(error);
    raster->first_agent = (uint32_t)raster->regions.count;
    if (!add_sites(raster, def, true))
        return wend_fail_memory(error);
    raster->any_agent = raster->first_agent < raster->regions.count;
    if (!wend_array_reserve(&raster->site_of, &raster->allocator, raster->regions.count))
        return wend_fail_memory(error);
    for (size_t i = 0; i < raster->regions.count; ++i)
        raster->site_of.data[raster->site_of.count++] = raster->regions.data[i].site;
    return WEND_OK;
}

double wend_raster_piece_distance(const raster_piece *piece, wend_vec2 p, wend_vec2 *nearest)
{
    wend_vec2 q = piece->a;
    if (piece->kind == RASTER_SEGMENT)
        q = wend_segment_closest((wend_segment){piece->a, piece->b}, p);
    else if (piece->kind == RASTER_BOX)
        q = (wend_vec2){wend_smaller(wend_larger(p.x, piece->a.x), piece->b.x),
                        wend_smaller(wend_larger(p.y, piece->a.y), piece->b.y)};
    if (nearest)
        *nearest = q;
    return sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
}
