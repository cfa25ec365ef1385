// SPDX-License-Identifier: MIT
#include "scene/geographic.h"

#include <math.h>

// WGS 84: semi-major axis and flattening.
#define EARTH_RADIUS     6378137.0
#define EARTH_FLATTENING (1 / 298.257223563)

bool geographic_plausible(wend_box degrees)
{
    return degrees.min.x >= -180 && degrees.max.x <= 180 && degrees.min.y >= -90 &&
           degrees.max.y <= 90 && degrees.max.x - degrees.min.x <= GEOGRAPHIC_WIDEST &&
           degrees.max.y - degrees.min.y <= GEOGRAPHIC_WIDEST;
}

geographic geographic_at(wend_box degrees)
{
    const double radian = 3.14159265358979323846 / 180;
    wend_vec2 centre = {degrees.min.x / 2 + degrees.max.x / 2,
                        degrees.min.y / 2 + degrees.max.y / 2};
    const double eccentricity2 = EARTH_FLATTENING * (2 - EARTH_FLATTENING);
    double sine = sin(centre.y * radian);
    double w2 = 1 - eccentricity2 * sine * sine;
    double across = EARTH_RADIUS / sqrt(w2);          // radius of curvature in the prime vertical
    double along = across * (1 - eccentricity2) / w2; // in the meridian
    return (geographic){centre, across * cos(centre.y * radian) * radian, along * radian};
}

wend_vec2 geographic_unproject(const geographic *g, wend_vec2 metres)
{
    return (wend_vec2){g->centre.x + metres.x / g->x_factor, g->centre.y + metres.y / g->y_factor};
}

wend_vec2 geographic_project(const geographic *g, wend_vec2 degrees)
{
    return (wend_vec2){(degrees.x - g->centre.x) * g->x_factor,
                       (degrees.y - g->centre.y) * g->y_factor};
}
