// SPDX-License-Identifier: MIT
// Internals of the packer: replay.c has the sequence, chunks.c the rows, about.c the first line,
// layers.c the static layers below the agents, moments.c those that change with time.
#ifndef WEND_REPLAY_PARTS_H
#define WEND_REPLAY_PARTS_H

#include "replay/bytes.h"
#include "replay/knots.h"
#include "replay/replay.h"
#include "wend/mang.h"

// ---- rows (chunks.c) ----------------------------------------------------------------------------

/// Iterator over the chunks of a recording. May be freed if zeroed.
typedef struct replay_walk {
    const recording *r;
    replay_grid grid;
    uint32_t chunk_frames;
    uint32_t stride;     ///< 1: all agents; n: every n-th, for estimates
    size_t knot_count;   ///< so far
    size_t *rows;        ///< [agent_count] next row of each agent, from its first
    replay_knot *last;   ///< [agent_count] last knot, if any
    replay_knot *fitted; ///< [chunk_frames] of one agent
    replay_bytes agents, times, moves, all;
} replay_walk;

bool replay_walk_start(replay_walk *w, const recording *r, const replay_grid *grid,
                       uint32_t chunk_frames, uint32_t stride);
/// Packs the next chunk into w->all: frames chunk * chunk_frames and the chunk_frames after it. The
/// last frame is the first of the next chunk, so that no interval between frames is missing. False:
/// out of memory.
bool replay_walk_chunk(replay_walk *w, uint32_t chunk);
void replay_walk_free(replay_walk *w);

// ---- layers and metadata ------------------------------------------------------------------------

/// Metadata that precede the rows.
typedef struct replay_about {
    const recording *r;
    const replay_options *options;
    replay_grid grid; ///< of the rows
    replay_grid fine; ///< of floors, layers and moving obstacles
    wend_box box;     ///< bounding box in the recording's frame
    uint32_t chunk_frames, chunks;
    const struct replay_moments *moments;
    const char **layers; ///< [layer_count] names
    uint32_t layer_count;
} replay_about;

/// Position in page coordinates: metres from the origin, y up.
wend_vec2 replay_place(const replay_grid *grid, wend_vec2 at);

/// Writes the JSON object of the first line (about.c). False: out of memory.
bool replay_write_about(const replay_about *about, FILE *out);

/// Packed lines drawn below the agents. Empty: none.
typedef struct replay_layers {
    replay_bytes mesh;    ///< sides between the cells of the mesh
    replay_bytes portals; ///< sides that an agent crossed
    replay_bytes voronoi; ///< Voronoi diagram of the obstacles, if an agent uses it
} replay_layers;

/// Finds the layers (layers.c). An invalid floor has none. False: out of memory.
bool replay_find_layers(const recording *r, const replay_grid *fine, replay_layers *layers);
void replay_layers_free(replay_layers *layers);

/// Layers that change with time: the multi-agent navigation graph and first goals, if an agent uses
/// planner mang. May be freed if zeroed.
typedef struct replay_moments {
    const recording *r;
    const scene *own; ///< scene in whose frame the walls are; NULL: frame of the positions
    wend_voronoi *walls;
    wend_mang *mang;
    replay_grid grid;
    uint32_t every; ///< frames between moments; 0: no moments
    uint32_t count;
    uint32_t group, groups; ///< moments per line of the data, and number of lines
    bool goals;             ///< first goals are recorded
} replay_moments;

/// Chooses the moments (moments.c) of a recording with the bounding box, for a share of `limit`
/// bytes. False: out of memory.
bool replay_moments_choose(replay_moments *m, const recording *r, wend_box box,
                           const replay_grid *grid, size_t limit);
/// Packs a group of moments. False: out of memory.
bool replay_moments_group(const replay_moments *m, uint32_t group, replay_bytes *out);
void replay_moments_free(replay_moments *m);

/// Grid of the moments. [Units: m]
#define REPLAY_MOMENT_UNIT 0.02

/// Floor of a scene, NULL if invalid. *starved: out of memory.
wend_floor *replay_valid_floor(const scene *ground, bool *starved);

/// Ground of the agents, without doors: the scene if there is one, otherwise the first floor. NULL:
/// none. *own: it is in the scene's own frame, not in that of the positions.
const scene *replay_ground(const recording *r, bool *own);

#endif
