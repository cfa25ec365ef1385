// SPDX-License-Identifier: MIT
// What the files of the packer share: replay.c has the order of things, replay_chunks.c the rows,
// replay_about.c the first line, replay_layers.c what is drawn beneath the agents, and
// replay_moments.c what of that changes with them.
#ifndef WEND_RECORD_REPLAY_PARTS_H
#define WEND_RECORD_REPLAY_PARTS_H

#include "record/replay.h"
#include "record/replay_bytes.h"
#include "record/replay_knots.h"
#include "wend/mang.h"

// ---- rows (replay_chunks.c) ---------------------------------------------------------------------

/// A walk through a recording, chunk by chunk. Zeroed it may be freed.
typedef struct replay_walk {
    const recording *r;
    replay_grid grid;
    uint32_t chunk_frames;
    uint32_t stride;     ///< 1: all agents; n: every n-th, for estimates
    size_t knot_count;   ///< so far
    size_t *rows;        ///< [agent_count] the next row of each, counted from its first
    replay_knot *last;   ///< [agent_count] its last knot, if it has one
    replay_knot *fitted; ///< [chunk_frames] of one agent
    replay_bytes agents, times, moves, all;
} replay_walk;

bool replay_walk_start(replay_walk *w, const recording *r, const replay_grid *grid,
                       uint32_t chunk_frames, uint32_t stride);
/// Packs the next chunk into w->all: frames chunk * chunk_frames and the chunk_frames after it, so
/// that the last is the first of the next chunk and nothing between frames is missing. False: out
/// of memory.
bool replay_walk_chunk(replay_walk *w, uint32_t chunk);
void replay_walk_free(replay_walk *w);

// ---- everything else ----------------------------------------------------------------------------

/// What the page is told before the rows.
typedef struct replay_about {
    const recording *r;
    const replay_options *options;
    replay_grid grid; ///< of the rows
    replay_grid fine; ///< of floors, layers and movers
    wend_box box;     ///< of everything, in the recording's frame
    uint32_t chunk_frames, chunks;
    const struct replay_moments *moments;
    const char **layers; ///< [layer_count] names
    uint32_t layer_count;
} replay_about;

/// A place as the page sees it: in metres, from the origin, with y up.
wend_vec2 replay_place(const replay_grid *grid, wend_vec2 at);

/// Writes the JSON object of the first line (replay_about.c). False: out of memory.
bool replay_write_about(const replay_about *about, FILE *out);

/// Lines that lie beneath the agents, packed. None: empty.
typedef struct replay_layers {
    replay_bytes mesh;    ///< the sides between the cells of the mesh
    replay_bytes portals; ///< those of them that somebody has crossed
    replay_bytes voronoi; ///< the Voronoi diagram of the obstacles, where somebody goes by it
} replay_layers;

/// Finds the layers (replay_layers.c). A floor that is not sound has none. False: out of memory.
bool replay_find_layers(const recording *r, const replay_grid *fine, replay_layers *layers);
void replay_layers_free(replay_layers *layers);

/// What changes with the agents: the multi-agent navigation graph and first goals, where somebody
/// is guided by it. Zeroed it may be freed.
typedef struct replay_moments {
    const recording *r;
    const scene *own; ///< the scene in whose frame the walls are; NULL: that of the positions
    wend_voronoi *walls;
    wend_mang *mang;
    replay_grid grid;
    uint32_t every; ///< frames from one moment to the next; 0: there are none
    uint32_t count;
    uint32_t group, groups; ///< moments in a line of the data, and lines
    bool goals;             ///< first goals are told
} replay_moments;

/// Chooses the moments (replay_moments.c), in a recording that covers a box, so that they take a
/// share of `limit` bytes. False: out of memory.
bool replay_moments_choose(replay_moments *m, const recording *r, wend_box box,
                           const replay_grid *grid, size_t limit);
/// Packs a group of moments. False: out of memory.
bool replay_moments_group(const replay_moments *m, uint32_t group, replay_bytes *out);
void replay_moments_free(replay_moments *m);

/// The grid of what moments show. [Units: m]
#define REPLAY_MOMENT_UNIT 0.02

/// The floor of a scene if it is sound. *starved: out of memory.
wend_floor *replay_sound_floor(const scene *ground, bool *starved);

/// The floor that agents walk on, without its doors: the scene's if there is one, else the first.
/// NULL: none. *own: it is in the scene's own frame and not in that of the positions.
const scene *replay_ground(const recording *r, bool *own);

#endif
