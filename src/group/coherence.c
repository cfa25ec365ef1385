// SPDX-License-Identifier: MIT
// Is a group coherent (definition 2.2): is there a shape of that area that holds all of it?
#include "group/coherence.h"
#include "core/memory.h"
#include "group/spine.h"

double wend_coherence_width(const wend_discs *discs, const wend_group_shape *shape)
{
    double half = 0;
    for (uint32_t i = 0; i < discs->count; ++i) {
        double distance = INFINITY;
        for (uint32_t k = 0; k < shape->count; ++k) {
            wend_lane_piece curve = wend_spine_curve(&shape->spine[k]);
            distance = fmin(distance, wend_lane_piece_distance(&curve, discs->places[i]));
        }
        half = fmax(half, distance + discs->radii[i]);
    }
    return 2 * half;
}

static wend_result check(const wend_discs *discs, double alpha, wend_error *error)
{
    if (discs->count == 0)
        return wend_fail(error, WEND_BAD_ARGUMENT, "a group needs at least one entity");
    if (!(alpha > 0 && alpha < INFINITY))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the area of a group is %g, but must be more than 0", alpha);
    for (uint32_t i = 0; i < discs->count; ++i) {
        wend_vec2 p = discs->places[i];
        if (!(fabs(p.x) <= WEND_MAX_COORDINATE && fabs(p.y) <= WEND_MAX_COORDINATE))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "entity %u of the group is at %g, %g, beyond %g", i, p.x, p.y,
                             WEND_MAX_COORDINATE);
        if (!(discs->radii[i] > 0 && discs->radii[i] <= WEND_MAX_COORDINATE))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "the radius of entity %u of the group is %g, but must be more than 0",
                             i, discs->radii[i]);
    }
    return WEND_OK;
}

wend_result wend_group_coherent(const wend_vec2 *places, const double *radii, uint32_t count,
                                double alpha, wend_group_shape *shape, double *area,
                                wend_error *error)
{
    wend_discs discs = {places, radii, count};
    wend_result result = check(&discs, alpha, error);
    if (result != WEND_OK)
        return result;
    wend_group_shape best = wend_coherence_straight(&discs, area ? 0 : alpha);
    double least = wend_group_shape_area(&best);
    if (least > alpha) {
        best = wend_coherence_bent(&discs, &best, alpha);
        least = wend_group_shape_area(&best);
    }
    if (shape)
        *shape = best;
    if (area)
        *area = least;
    if (least <= alpha)
        return WEND_OK;
    return wend_fail(error, WEND_NOTHING,
                     "no shape of %g m^2 that holds all %u entities was found: the smallest has "
                     "%g m^2",
                     alpha, count, least);
}
