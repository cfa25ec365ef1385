// SPDX-License-Identifier: MIT
// Size of the shape for a number of entities, and its minimum width.
//
// A narrow shape must let two of the largest discs pass each other, with a margin. Whether all of
// them fit is tested: across the shape in columns, the largest first. A shape too small for columns
// stays a disc, where discs that cover up to half of it always fit (S. Fekete, P. Keldenich and C.
// Scheffer, "Packing Disks into Disks with Optimal Worst-Case Density", 2019).
#include "core/memory.h"
#include "wend/group_shape.h"

#include <math.h>

/// Pi
#define PI 3.14159265358979324

/// Factor of widths over those of touching discs.
#define MARGIN 1.1

/// Relative step of the search for the minimum width.
#define STEP 0.02

/// Diameters are rounded up to this number of parts of the largest: they need no sorting.
enum { PARTS = 1024 };

/// Heights count as this much more, so that rounding does not cost a row; MARGIN covers it.
#define ROUNDING 1e-9

/// Number of discs of each diameter: in parts of the largest, minus 1.
typedef struct crowd {
    uint32_t counts[PARTS];
    double largest; ///< largest diameter
} crowd;

/// Total length of all columns of at most that height [Limit: >= largest].
static double columns_length(const crowd *all, double height)
{
    double length = 0, left = 0; // left: remaining height of the last column
    height *= 1 + ROUNDING;
    for (uint32_t i = PARTS; i-- > 0;) {
        double diameter = all->largest * (i + 1) / PARTS;
        double in_column = floor(height / diameter);
        for (double count = all->counts[i]; count > 0;) {
            if (diameter > left) { // whole columns, the last one may stay open
                double columns = fmax(1, floor(count / in_column));
                double positioned = fmin(count, columns * in_column);
                length += columns * diameter;
                left = height - (positioned - (columns - 1) * in_column) * diameter;
                count -= positioned;
            } else {
                double positioned = fmin(count, floor(left / diameter));
                left -= positioned * diameter;
                count -= positioned;
            }
        }
    }
    return length;
}

/// True if the columns fit into a rectangle in the shape.
static bool fits_columns(const crowd *all, double area, double width)
{
    double height = width / MARGIN;
    double length = wend_group_spine(area, width) + sqrt(width * width - height * height);
    return columns_length(all, height) <= length;
}

static wend_result check(const double *radii, uint32_t count, double density, wend_error *error)
{
    if (count == 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a group must have at least one entity");
    if (!(density > 0 && density <= WEND_GROUP_DENSEST))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "group density is %g: it must be above 0 and at most %g", density,
                         WEND_GROUP_DENSEST);
    for (uint32_t i = 0; i < count; ++i)
        if (!(radii[i] > 0 && radii[i] <= WEND_MAX_COORDINATE))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "radius of entity %u must be above 0 m, found %g", i, radii[i]);
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
    double width = 2 * MARGIN * all.largest;
    while (width < disc && !fits_columns(&all, area, width))
        width *= 1 + STEP;
    *size = (wend_group_size){area, fmin(width, disc)};
    return WEND_OK;
}
