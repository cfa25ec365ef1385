// SPDX-License-Identifier: MIT
// Trajectories in a picture: the lines that agents went, the area they used, and how it differs
// from the area that others used.
#ifndef WEND_CLI_DRAW_TRAILS_H
#define WEND_CLI_DRAW_TRAILS_H

#include "cli/command.h"
#include "io/scene.h"
#include "io/swept.h"
#include "record/recording_build.h"
#include "wend/draw.h"

#include <jansson.h>

/// One file of trajectories.
typedef struct trail_file {
    const char *name; ///< without folders; NULL: not given
    recording lines;  ///< in the scene's frame
    uint32_t stride;  ///< frames so far apart are consecutive
    uint32_t only;    ///< the only agent that is drawn, counted from 1; 0: all are
    swept used;
} trail_file;

/// Zeroed there are none.
typedef struct draw_trails {
    trail_file asked, against;
    double radius; ///< of the discs [Units: m]
    wend_box box;  ///< of all that was swept
} draw_trails;

/// The options of the command's table that this reads: --trails, --against, --agent, --radius.
#define OPTIONS_TRAILS                                                                             \
    {.name = "trails",                                                                             \
     .kind = OPTION_TEXT,                                                                          \
     .value = "FILE",                                                                              \
     .about = "draw a recording (.sqlite .csv .txt .traj) and the area that the agents used"},     \
        {.name = "against",                                                                        \
         .kind = OPTION_TEXT,                                                                      \
         .value = "FILE",                                                                          \
         .about = "another recording: draw how the areas used differ"},                            \
        {.name = "agent",                                                                          \
         .kind = OPTION_WHOLE,                                                                     \
         .value = "ID",                                                                            \
         .about = "draw the way of this agent only, in both recordings",                           \
         .least = 0,                                                                               \
         .most = (double)RECORDING_MOST_ID},                                                       \
    {                                                                                              \
        .name = "radius", .kind = OPTION_NUMBER, .value = "R",                                     \
        .about = "of the agents in --trails, in metres, if not the scene's", .least = 0.001,       \
        .most = SCENE_MAX_RADIUS                                                                   \
    }

/// Reads what the options ask for. EXIT_DONE, or the exit code after a complaint; free it all the
/// same.
int draw_trails_read(draw_trails *d, const arguments *args, const scene *s);
void draw_trails_free(draw_trails *d);

/// The layers to draw if --layers says nothing.
const char *draw_trails_layers(const draw_trails *d);

/// The layer "used", which lies below a scene, and the layer "trails", which lies above it. False:
/// out of memory.
bool draw_trails_used(const draw_trails *d, const wend_draw *draw);
bool draw_trails_lines(const draw_trails *d, const wend_draw *draw);

/// Adds the areas to an object. False: out of memory.
bool draw_trails_to_json(const draw_trails *d, json_t *object);

#endif
