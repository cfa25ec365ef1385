// SPDX-License-Identifier: MIT
// Trajectories in an image: the paths of agents, the area they used, and its difference from the
// area used in another recording.
#ifndef WEND_CLI_DRAW_TRAILS_H
#define WEND_CLI_DRAW_TRAILS_H

#include "cli/command.h"
#include "measure/swept_area.h"
#include "record/recording_build.h"
#include "scene/scene.h"
#include "wend/draw.h"

#include <jansson.h>

/// One file of trajectories.
typedef struct trail_file {
    const char *name; ///< without folders; NULL: not given
    recording lines;  ///< in the scene's frame
    uint32_t stride;  ///< difference of consecutive frames
    uint32_t only;    ///< index + 1 of the only agent drawn; 0: all
    swept used;
} trail_file;

/// Empty if zeroed.
typedef struct draw_trails {
    trail_file asked, against;
    double radius; ///< of the discs [Units: m]
    wend_box box;  ///< of all swept areas
} draw_trails;

/// Mean radius of the scene's agents. [Units: m]
double draw_mean_radius(const scene *s);

/// Reads --trails, --baseline, --agent and --radius. EXIT_DONE, or the exit status after an error;
/// free it in either case.
int draw_trails_read(draw_trails *d, const arguments *args, const scene *s);
void draw_trails_free(draw_trails *d);

/// Default layers.
const char *draw_trails_layers(const draw_trails *d);

/// The layer "used", which is below a scene, and the layer "trails", which is above it. False:
/// out of memory.
bool draw_trails_used(const draw_trails *d, const wend_draw *draw);
bool draw_trails_lines(const draw_trails *d, const wend_draw *draw);

/// Adds the areas to an object.
void draw_trails_to_json(const draw_trails *d, json_t *object);

#endif
