// SPDX-License-Identifier: MIT
// Unique names for the areas of formats in which names may be missing or repeated.
#ifndef WEND_SCENE_AREA_NAMES_H
#define WEND_SCENE_AREA_NAMES_H

#include "scene/scene.h"

#include <jansson.h>

typedef struct area_names {
    json_t *taken; ///< names in use
    json_t *next;  ///< for each base, the next number to try
} area_names;

bool area_names_open(area_names *names);
void area_names_close(area_names *names);

/// Maximum length of a base: the rest is for the number. [Units: bytes]
enum { AREA_NAME_BASE = SCENE_MAX_NAME - 20 };

/// A name that no other area of the scene has: base, or base-2, base-3 and so on; with numbered,
/// base-1 and so on. NULL: out of memory. [Limit: base is UTF-8 of at most AREA_NAME_BASE bytes]
const char *area_name(area_names *names, scene *s, const char *base, bool numbered);

#endif
