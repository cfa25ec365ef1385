// SPDX-License-Identifier: MIT
// A run, frame by frame, for a sink that keeps it. A kind of file is one const table of functions
// at the bottom of its own file; adding one touches that file and one list (cli/run/formats.c).
#ifndef WEND_RECORD_RECORD_H
#define WEND_RECORD_RECORD_H

#include "record/tracker.h"
#include "scene/build/world.h"

/// What there is to know before the first frame. Valid while the sink lives.
typedef struct record_about {
    const scene *s;           ///< as it runs
    const scene_names *names; ///< [opt]
    const char *file;         ///< the scene's file or name, for messages and titles
    const char *options;      ///< options that override the scene, a JSON object; NULL: none
    double step;              ///< [Units: s]
    double fps;               ///< frames per second: 1 / (step * every)
    double seconds;           ///< how long the run is to last
    uint64_t seed;
} record_about;

/// An agent that has come. Strings may be NULL; the goal is valid during the call only, others with
/// the scene.
typedef struct record_agent {
    uint32_t number; ///< agents are counted as they come, from 0: the id of files
    uint32_t entry; ///< of scene.agents; UINT32_MAX: it came and left in one step, and nothing more
                    ///< is known of it: numbers are NAN, strings NULL
    double came;    ///< [Units: s]
    double radius, speed, premovement_time;
    const char *group, *role, *planner, *motion;
    uint32_t coherent; ///< its coherent group; they are counted as they are added, from 1; 0: none
    const char *goal;  ///< the area; "exit or window": one of several; NULL: a place, or none
    wend_vec2 aim; ///< its goal's middle, in the frame of the rows; NAN: none, or one of several
} record_agent;

/// An agent that has left or arrived: at most once for each agent.
typedef struct record_leaving {
    uint32_t number;
    bool arrived; ///< false: it was taken away
    double time;
    const char *goal; ///< the area that it arrived in, of several; NULL: the goal it came with
} record_leaving;

/// An agent that makes no progress, or makes progress again.
typedef struct record_stuck {
    uint32_t number;
    bool stuck;
    tracked_blocker blocker; ///< if stuck
} record_stuck;

/// A mouth of a gate, in the frame of the rows.
typedef struct record_mouth {
    wend_vec2 a, b; ///< ends
    wend_vec2 out;  ///< a point outside, 1 m from the middle, in the direction of the passage
} record_mouth;

/// Maximum number of bends of the axis of a gate.
enum { RECORD_AXIS = 16 };

/// The state of a gate (wend/world_gates.h) from a frame on.
typedef struct record_gate {
    uint32_t number;
    uint32_t direction; ///< 0: it does not act; 1 or 2: agents may enter at mouth 0 or 1
    bool closing;       ///< nobody may enter any more
    record_mouth mouths[2];
    /// Where its axis bends, between the middles of both mouths, from the first to the second.
    wend_vec2 axis[RECORD_AXIS];
    uint32_t axis_count;
} record_gate;

typedef struct record_row {
    uint32_t number;
    wend_vec2 at;             ///< in metres, in the frame of the scene's source (scene/frames.h)
    float facing_x, facing_y; ///< of length 1: where it walks, or walked last; (1, 0) at first
} record_row;

/// The shape of a coherent group.
typedef struct record_shape {
    uint32_t group;         ///< groups are counted as they are added, from 0
    wend_group_shape shape; ///< in the frame of the rows; its pieces between are valid with it
} record_shape;

/// One frame. Everything is valid during the call only.
typedef struct record_frame {
    uint64_t number;        ///< from 0, consecutive
    double time;            ///< [Units: s]
    const record_row *rows; ///< by number
    /// [row_count] first goals, in the frame of the rows; NAN: it is not guided by mang, or has
    /// none. NULL: no agent has one.
    const wend_vec2 *aims;
    const record_agent *came;   ///< since the frame before, by number
    const record_leaving *left; ///< since the frame before
    const record_shape *shapes; ///< of the groups that have members, by number
    const record_stuck *stuck;  ///< since the frame before, in order
    const record_gate *gates;   ///< that have changed since the frame before, by number
    uint32_t row_count, came_count, left_count, shape_count, stuck_count, gate_count;
    const bool *shut;        ///< [scene.door_count]
    const wend_vec2 *movers; ///< [scene.mover_count] how far from where the scene has them, in the
                             ///< scene's own frame
} record_frame;

/// How it ended.
typedef struct record_end {
    const record_leaving *left; ///< after the last frame
    uint32_t left_count;
    const char *summary; ///< what `wend run --json` prints; NULL: not known
    double time;
    uint64_t hash;
    bool whole; ///< false: it was interrupted
} record_end;

typedef struct record_sink record_sink;

/// A kind of sink.
typedef struct record_kind {
    const char *name;    ///< "sqlite"
    const char *endings; ///< of files, separated by spaces, in lower case, without the dot
    const char *about;   ///< for --help
    /// The file grows under its name: an interrupted run is closed and kept. Else it appears whole
    /// or not at all, and such a run is discarded.
    bool grows;
    /// Starts a file. NULL with a problem.
    record_sink *(*open)(const char *path, const record_about *about, problem_list *problems);
    /// False: writing has failed; close reports the reason.
    bool (*frame)(record_sink *sink, const record_frame *frame);
    /// Finishes it and frees the sink. False with a problem.
    bool (*close)(record_sink *sink, const record_end *end, problem_list *problems);
    /// Gives it up and frees the sink: a kind that appears whole or not at all leaves nothing, one
    /// that grows (sqlite) leaves what it has.
    void (*discard)(record_sink *sink);
} record_kind;

/// Every sink starts with this.
struct record_sink {
    const record_kind *kind;
};

// Kinds of files; another is in video/sink.h.
extern const record_kind record_sqlite, record_csv, record_txt, record_json;

#endif
