// SPDX-License-Identifier: MIT
// Coherence of a group (Kamphuis and Overmars 2003, Definition 2.2; full citation in
// wend/group_shape.h): does a shape of that area enclose all discs?
#include "group/coherence.h"
#include "core/memory.h"
#include "group/spine.h"

double wend_coherence_width(const wend_discs *discs, const wend_group_shape *shape)
{
    double half = 0;
    for (uint32_t i = 0; i < discs->count; ++i) {
        double distance = INFINITY;
        for (uint32_t k = 0; k < shape->count; ++k) {
            wend_curve_piece curve = wend_spine_curve(&shape->spine[k]);
            distance = fmin(distance, wend_curve_piece_distance(&curve, discs->positions[i]));
        }
        half = fmax(half, distance + discs->radii[i]);
    }
    return 2 * half;
}

static wend_result check(const wend_discs *discs, double alpha, wend_error *error)
{
    if (discs->count == 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a group must have at least one entity");
    if (!(alpha > 0 && alpha < INFINITY))
        return wend_fail(error, WEND_BAD_ARGUMENT, "group area must be above 0 m^2, found %g",
                         alpha);
    for (uint32_t i = 0; i < discs->count; ++i) {
        wend_vec2 p = discs->positions[i];
        if (!wend_is_in_range(p))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "entity %u at (%g, %g) is beyond the coordinate limit of %g m", i, p.x,
                             p.y, WEND_MAX_COORDINATE);
        if (!(discs->radii[i] > 0 && discs->radii[i] <= WEND_MAX_COORDINATE))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "radius of entity %u must be above 0 m, found %g", i, discs->radii[i]);
    }
    return WEND_OK;
}

wend_result wend_group_coherent(const wend_vec2 *positions, const double *radii, uint32_t count,
                                double alpha, wend_group_shape *shape, double *area,
                                wend_error *error)
{
    wend_discs discs = {positions, radii, count};
    wend_result result = check(&discs, alpha, error);
    if (result != WEND_OK)
        return result;
    wend_group_shape best = wend_coherence_straight(&discs, area ? 0 : alpha);
    double min = wend_group_shape_area(&best);
    if (min > alpha) {
        best = wend_coherence_bent(&discs, &best, alpha);
        min = wend_group_shape_area(&best);
    }
    if (shape)
        *shape = best;
    if (area)
        *area = min;
    if (min <= alpha)
        return WEND_OK;
    return wend_fail(error, WEND_NOT_FOUND,
                     "no shape of %g m^2 encloses all %u entities: the smallest found has "
                     "%g m^2",
                     alpha, count, min);
}
