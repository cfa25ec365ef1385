// SPDX-License-Identifier: MIT
// How large a shape so many entities need, and how narrow it may get.
//
// A narrow shape must let two of the largest pass each other, with some room to spare. That all of
// them can stand in it is tried out: across the shape in columns, the largest first. A shape so
// small that they don't fit in columns stays a disc, where discs that cover up to half of it always
// fit (Fekete, Keldenich and Scheffer 2019, "Packing Disks into Disks with Optimal Worst-Case
// Density").
#include "core/memory.h"
#include "wend/group.h"

#include <math.h>

/// pi
#define PI 3.14159265358979324

/// Widths are this much more than what discs that touch would need.
#define ROOM 1.1

/// The least width is looked for in steps of this part of it.
#define STEP 0.02

/// Diameters are rounded up to so many parts of the largest: they need no sorting.
enum { PARTS = 1024 };

/// Heights count as this much more, so that rounding does not cost a row; ROOM has it to spare.
#define ROUNDING 1e-9

/// How many there are of each diameter: in parts of the largest, less 1.
typedef struct crowd {
    uint32_t counts[PARTS];
    double largest; ///< diameter
} crowd;

/// How long all columns are together, if none is higher than `height` [Limit: >= largest].
static double columns_length(const crowd *all, double height)
{
    double length = 0, left = 0; // left: of the height of the last column
    height *= 1 + ROUNDING;
    for (uint32_t i = PARTS; i-- > 0;) {
        double diameter = all->largest * (i + 1) / PARTS;
        double in_column = floor(height / diameter);
        for (double count = all->counts[i]; count > 0;) {
            if (diameter > left) { // whole columns, the last one may stay open
                double columns = fmax(1, floor(count / in_column));
                double placed = fmin(count, columns * in_column);
                length += columns * diameter;
                left = height - (placed - (columns - 1) * in_column) * diameter;
                count -= placed;
            } else {
                double placed = fmin(count, floor(left / diameter));
                left -= placed * diameter;
                count -= placed;
            }
        }
    }
    return length;
}

/// True if the columns fit into a rectangle in the shape.
static bool is_room_for(const crowd *all, double area, double width)
{
    double height = width / ROOM;
    double length = wend_group_spine(area, width) + sqrt(width * width - height * height);
    return columns_length(all, height) <= length;
}

static wend_result check(const double *radii, uint32_t count, double density, wend_error *error)
{
    if (count == 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a group needs at least one entity");
    if (!(density > 0 && density <= WEND_GROUP_DENSEST))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the density of a group is %g, but must be more than 0 and at most %g",
                         density, WEND_GROUP_DENSEST);
    for (uint32_t i = 0; i < count; ++i)
        if (!(radii[i] > 0 && radii[i] <= WEND_MAX_COORDINATE))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "the radius of entity %u of the group is %g, but must be more than 0",
                             i, radii[i]);
    return WEND_OK;
}

wend_result wend_group_size_for(const double *radii, uint32_t count, double density,
                                wend_group_size *size, wend_error *error)
{
    wend_result result = check(radii, count, density, error);
    if (result != WEND_OK)
        return result;
    crowd all = {.largest = 0};
    double squares = 0;
    for (uint32_t i = 0; i < count; ++i) {
        squares += radii[i] * radii[i];
        all.largest = fmax(all.largest, 2 * radii[i]);
    }
    for (uint32_t i = 0; i < count; ++i) {
        double part = ceil(2 * radii[i] / all.largest * PARTS) - 1;
        all.counts[part > 0 ? (uint32_t)fmin(part, PARTS - 1) : 0]++;
    }
    double area = PI * squares / density, disc = wend_group_disc_width(area);
    double width = 2 * ROOM * all.largest;
    while (width < disc && !is_room_for(&all, area, width))
        width *= 1 + STEP;
    *size = (wend_group_size){area, fmin(width, disc)};
    return WEND_OK;
}
