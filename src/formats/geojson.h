// SPDX-License-Identifier: MIT
// The roles that GeoJSON's reader and writer agree on.
#ifndef WEND_FORMATS_GEOJSON_H
#define WEND_FORMATS_GEOJSON_H

#include <stdbool.h>

#define GEOJSON_BOUNDS   "bounds"
#define GEOJSON_OBSTACLE "obstacle"
#define GEOJSON_AREA     "area"

/// "bounds", "walkable".
bool geojson_role_is_free(const char *role);
/// "obstacle", "building", "wall".
bool geojson_role_is_solid(const char *role);

/// The property that keeps the role of an obstacle or an area whose role means something else
/// above.
#define GEOJSON_KIND "kind"

/// In metres: no degrees, whatever the numbers look like.
#define GEOJSON_LOCAL_CRS "urn:wend:crs:local-metres"

#endif
