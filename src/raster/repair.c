// SPDX-License-Identifier: MIT
// Sud et al. 2008, §6.2: features one pixel wide are removed where that disconnects nothing, so
// that the graph has fewer small edges and the same connectivity.
//
// A pixel takes a neighbour's label if none (rule 1) or only one (rule 2) of its four neighbours
// has its own. Of the neighbouring labels that have more of the four than its own, it takes the
// nearest: the number of cracks decreases every time, so the process terminates; the paper makes
// one pass.
//
// According to the paper neither rule changes connectivity. That holds if the neighbours with the
// new label are connected around the pixel: otherwise the pixel would become a bridge and separate
// lines that met around it. Such a label is skipped.
//
// First the labels of nearest regions are repaired, then, in each cell, those of second-nearest
// ones: there pixels of other cells do not count as neighbours, but they block connections around a
// pixel.
#include "raster/raster.h"

#include <math.h>
#include <string.h>

/// The eight pixels around one, counter-clockwise from the east; even ones share a side.
static const int around_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int around_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/// The surroundings of a pixel.
typedef struct ring {
    uint32_t pixels[8]; ///< NONE: outside the box
    uint32_t labels[8]; ///< NONE: outside the box, or of another cell
} ring;

static ring ring_around(const wend_raster *raster, uint32_t pixel, bool second)
{
    ring r;
    int64_t x = pixel % raster->width, y = pixel / raster->width;
    for (int i = 0; i < 8; ++i) {
        int64_t u = x + around_x[i], v = y + around_y[i];
        bool in = u >= 0 && u < raster->width && v >= 0 && v < raster->height;
        uint32_t at = in ? (uint32_t)(v * raster->width + u) : WEND_RASTER_NONE;
        r.pixels[i] = at;
        r.labels[i] = !in       ? WEND_RASTER_NONE
                      : !second ? raster->first.data[at]
                      : raster->first.data[at] == raster->first.data[pixel]
                          ? raster->second.data[at]
                          : WEND_RASTER_NONE;
    }
    return r;
}

/// The number of the four neighbours with this label. Beyond the box everything continues
/// unchanged, so that pixels at its border are not loose for that reason alone.
static uint32_t sides_of(const ring *r, uint32_t label, bool own)
{
    uint32_t count = 0;
    for (int i = 0; i < 8; i += 2)
        count += r->labels[i] == label || (own && r->pixels[i] == WEND_RASTER_NONE);
    return count;
}

/// True if those of the four with this label are connected around the pixel.
static bool is_connected(const ring *r, uint32_t label)
{
    uint32_t runs = 0;
    for (int i = 0; i < 8; i += 2) {
        bool here = r->labels[i] == label;
        bool next = r->labels[(i + 2) % 8] == label && r->labels[i + 1] == label;
        runs += here && !next;
    }
    return runs <= 1;
}

/// The distance from a pixel to a region that a neighbour belongs to.
static double distance_to(const wend_raster *raster, uint32_t pixel, uint32_t neighbour,
                          uint32_t region)
{
    return wend_raster_distance(raster, region, neighbour, raster_pixel_centre(raster, pixel),
                                NULL);
}

/// Gives a pixel another label if a rule applies. True: it did.
static bool reassign(wend_raster *raster, uint32_t pixel, bool second)
{
    uint32_t *label = (second ? raster->second.data : raster->first.data) + pixel;
    if (*label == WEND_RASTER_NONE || raster->flags.data[pixel] & RASTER_SOLID)
        return false;
    ring r = ring_around(raster, pixel, second);
    uint32_t sides = sides_of(&r, *label, true), best = WEND_RASTER_NONE;
    if (sides > 1)
        return false;
    double min = INFINITY;
    for (int i = 0; i < 8; i += 2) {
        uint32_t other = r.labels[i];
        if (other == WEND_RASTER_NONE || other == *label || sides_of(&r, other, false) <= sides ||
            !is_connected(&r, other))
            continue;
        double distance = distance_to(raster, pixel, r.pixels[i], other);
        if (distance < min || (distance == min && other < best)) {
            min = distance;
            best = other;
        }
    }
    if (best == WEND_RASTER_NONE)
        return false;
    if (second) {
        raster->second_distance.data[pixel] = (float)min;
    } else {
        bool agent = raster_is_agent(raster, best);
        raster->second.data[pixel] = agent ? *label : WEND_RASTER_NONE;
        raster->second_distance.data[pixel] = agent ? raster->first_distance.data[pixel] : INFINITY;
        raster->first_distance.data[pixel] = (float)min;
    }
    *label = best;
    raster->times.repaired++;
    return true;
}

// ---- all pixels ---------------------------------------------------------------------------------

typedef struct marking {
    wend_raster *raster;
    bool second;
} marking;

/// Marks pixels with at most one equal neighbour, in a loop that compilers vectorise. Cells and
/// labels point to rows that lie between two others.
static void mark_row(const uint32_t *cells, const uint32_t *labels, ptrdiff_t width,
                     uint8_t *restrict flags)
{
    for (ptrdiff_t x = 1; x < width - 1; ++x) {
        uint32_t cell = cells[x], label = labels[x];
        uint32_t west = (cell ^ cells[x - 1]) | (label ^ labels[x - 1]);
        uint32_t east = (cell ^ cells[x + 1]) | (label ^ labels[x + 1]);
        uint32_t south = (cell ^ cells[x - width]) | (label ^ labels[x - width]);
        uint32_t north = (cell ^ cells[x + width]) | (label ^ labels[x + width]);
        uint32_t same = (uint32_t)(west == 0) + (east == 0) + (south == 0) + (north == 0);
        flags[x] |= (uint8_t)(same <= 1 ? RASTER_LOOSE : 0);
    }
}

/// Marks possibly loose pixels, which are few. Pixels at the border of the box are examined
/// individually.
static void mark_rows(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    const marking *mark = argument;
    wend_raster *raster = mark->raster;
    uint32_t width = raster->width;
    (void)worker;
    for (uint32_t y = begin; y < end; ++y) {
        size_t at = (size_t)y * width;
        uint8_t *flags = raster->flags.data + at;
        if (y == 0 || y + 1 == raster->height) {
            for (uint32_t x = 0; x < width; ++x)
                flags[x] |= RASTER_LOOSE;
            continue;
        }
        const uint32_t *first = raster->first.data + at;
        mark_row(first, mark->second ? raster->second.data + at : first, width, flags);
        flags[0] |= RASTER_LOOSE;
        flags[width - 1] |= RASTER_LOOSE;
    }
}

/// True if none of eight pixels in a row is marked.
static bool no_loose(const uint8_t *flags)
{
    uint64_t eight;
    memcpy(&eight, flags, sizeof eight);
    return !(eight & UINT64_MAX / 255 * RASTER_LOOSE);
}

/// Repairs until nothing is loose, starting with the marked pixels in order. False: out of memory.
static bool repair_labels(wend_raster *raster, bool second, wend_tasks *tasks)
{
    marking mark = {raster, second};
    wend_parallel_for(tasks, raster->height, RASTER_LEAF, mark_rows, &mark);
    uint32_t pixels = raster->width * raster->height;
    for (uint32_t i = 0; i < pixels; ++i) {
        while (pixels - i >= 8 && no_loose(raster->flags.data + i))
            i += 8;
        if (i == pixels)
            break;
        if (!(raster->flags.data[i] & RASTER_LOOSE))
            continue;
        raster->flags.data[i] &= (uint8_t)~RASTER_LOOSE;
        raster->queue.count = 0;
        if (!wend_array_reserve(&raster->queue, &raster->allocator, 1))
            return false;
        raster->queue.data[raster->queue.count++] = i;
        while (raster->queue.count > 0) {
            uint32_t pixel = raster->queue.data[--raster->queue.count];
            if (!reassign(raster, pixel, second))
                continue;
            ring r = ring_around(raster, pixel, false);
            if (!wend_array_reserve(&raster->queue, &raster->allocator, 9))
                return false;
            raster->queue.data[raster->queue.count++] = pixel;
            for (int k = 0; k < 8; ++k)
                if (r.pixels[k] != WEND_RASTER_NONE)
                    raster->queue.data[raster->queue.count++] = r.pixels[k];
        }
    }
    return true;
}

bool wend_raster_repair(wend_raster *raster, wend_tasks *tasks)
{
    return repair_labels(raster, false, tasks) &&
           (!raster->any_agent || repair_labels(raster, true, tasks));
}
