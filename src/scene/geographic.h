// SPDX-License-Identifier: MIT
// Projection of longitude and latitude to metres.
//
// The plane touches the WGS 84 ellipsoid at a centre; x and y are arcs along its parallel and its
// meridian (a local equirectangular projection). Away from the centre, parallels get shorter or
// longer than the centre's: at a distance d north or south, the relative error of x is d
// tan(latitude) / 6370 km. That is 0.2 m in a kilometre at 1 km north of the centre at latitude 50.
#ifndef WEND_SCENE_GEOGRAPHIC_H
#define WEND_SCENE_GEOGRAPHIC_H

#include "wend/base.h"

/// Maximum extent of a plan: a larger one is not flat enough, and coordinates in metres would be
/// taken for degrees. [Units: degrees]
#define GEOGRAPHIC_WIDEST 1.0

/// True if the box may contain longitudes and latitudes of a plan.
bool geographic_plausible(wend_box degrees);

typedef struct geographic {
    wend_vec2 centre;          ///< longitude and latitude [Units: degrees]
    double x_factor, y_factor; ///< [Units: m per degree]
} geographic;

/// The plane that touches the ellipsoid at the centre of a box.
geographic geographic_at(wend_box degrees);

wend_vec2 geographic_project(const geographic *g, wend_vec2 degrees);

/// The inverse projection.
wend_vec2 geographic_unproject(const geographic *g, wend_vec2 metres);

#endif
