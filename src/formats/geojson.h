// SPDX-License-Identifier: MIT
// Roles used by the reader and the writer of GeoJSON.
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

/// The property for the role of an obstacle or area if that role has a special meaning above.
#define GEOJSON_KIND "kind"

/// The "crs" of coordinates in metres.
#define GEOJSON_LOCAL_CRS "urn:wend:crs:local-metres"

#endif
