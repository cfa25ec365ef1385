// SPDX-License-Identifier: MIT
// A recording in memory: where every agent was in every frame, and what else its file says. What
// measures, plots and the replay page are made from, for every file format.
#ifndef WEND_RECORD_RECORDING_H
#define WEND_RECORD_RECORDING_H

#include "record/record.h"

/// More rows than this are refused.
#define RECORDING_MAX_ROWS ((size_t)1 << 27)

/// One agent. Its rows are first .. first + count - 1, ascending by frame; frames may be missing,
/// and there is no row of one that came and left between two frames. Times count from frame 0.
typedef struct recorded_agent {
    uint64_t id;
    size_t first, count;
    double radius;           ///< NAN: unknown [Units: m]
    double speed;            ///< preferred speed; NAN: unknown [Units: m/s]
    double premovement_time; ///< NAN: unknown [Units: s]
    /// Stored, or from its first and last frame; left NAN: there to the end. One that has arrived
    /// and stays has rows after it has left. [Units: s]
    double came, left;
    bool arrived;                                ///< left at its goal; false if unknown
    uint32_t goal, group, role, planner, motion; ///< in names; 0: unknown
    uint32_t coherent;                           ///< its coherent group, from 1; 0: none
    wend_vec2 aim;                               ///< the middle of its goal; NAN: unknown
} recorded_agent;

/// The shape of a coherent group from a frame on.
typedef struct recorded_shape {
    uint32_t group, frame;
    wend_group_shape shape; ///< in the frame of the rows; count 0: the group is not there
} recorded_shape;

/// A time during which an agent made no progress.
typedef struct recorded_stuck {
    uint32_t agent;      ///< in agents
    uint32_t begin, end; ///< frames; frame_count: to the end
    wend_blocker_kind by;
    uint32_t blocker; ///< the agent in agents, or the number of a gate or group; UINT32_MAX: none
} recorded_stuck;

/// The state of a gate from a frame on.
typedef struct recorded_gate {
    uint32_t frame;
    record_gate state;
} recorded_gate;

/// The floor as it was for some time.
typedef struct recorded_floor {
    int64_t hash; ///< the file's; 0 if it is made from the scene
    scene *floor; ///< bounds and obstacles, in the frame of the positions
} recorded_floor;

/// Zeroed it is empty.
typedef struct recording {
    double fps;           ///< of the frames here
    uint64_t first_frame; ///< the file's number of frame 0
    uint64_t frame_step;  ///< the file counts by this
    uint32_t frame_count;
    bool has_fps;  ///< the file says it; else it is a guess, or the caller's
    double unit;   ///< metres in a unit of the file
    bool has_unit; ///< likewise

    recorded_agent *agents; ///< by id
    uint32_t agent_count;
    wend_vec2 *at;    ///< [row_count] in metres, by agent
    uint32_t *frames; ///< [row_count] of the rows, from 0
    size_t row_count;

    /// The same by frame: frame f has the rows by_frame[frame_starts[f]] .. [frame_starts[f + 1]].
    size_t *frame_starts; ///< [frame_count + 1]
    size_t *by_frame;     ///< [row_count] rows, ascending by agent within a frame
    uint32_t *row_agent;  ///< [row_count] whose row it is

    recorded_floor *floors; ///< none: the file has none
    uint32_t floor_count;
    uint32_t *frame_floor; ///< [frame_count] in floors; NULL: none, or the first for all

    const char **names; ///< [name_count] names[0] is ""; goals, groups, roles, planners, motions
    uint32_t name_count;

    // Of wend's own recordings; NULL or 0 in others.
    scene *s; ///< the scene, in its own frame; frames_to_metres gives that of the positions
    const char *file, *options; ///< as record_about
    const char *summary;        ///< as record_end
    double step, seconds;
    uint64_t seed, hash;
    bool whole; ///< it was not interrupted
    /// [frame_count * s->mover_count] how far from where the scene has them, in its frame.
    wend_vec2 *movers;
    uint8_t *shut; ///< [frame_count * s->door_count]
    /// [row_count] the first goals of agents with the planner mang; NAN: unknown. NULL: none.
    wend_vec2 *aims;
    recorded_stuck *stuck; ///< [stuck_count] by their begin
    uint32_t stuck_count;
    recorded_gate *gates; ///< [gate_count] by their numbers, then by frame
    uint32_t gate_count;

    recorded_shape *shapes; ///< [shape_count] of coherent groups, by group, then frame
    size_t shape_count;
    uint32_t coherent_count; ///< of groups

    const char *note;   ///< what the reader had to assume or leave out; NULL: nothing
    const char *source; ///< the format's name: "sqlite"; "run": a sink
    pool memory;        ///< of strings
} recording;

/// What the caller knows that the file may not say; zeroed: nothing. What the file says itself goes
/// before it.
typedef struct recording_hints {
    double fps;
    double unit;       ///< metres in a unit of the file
    const char *floor; ///< a scene file to take the floor from, if the recording has none
    bool no_rows;      ///< only what is known of the run as a whole is wanted; rows may be missing
} recording_hints;

/// Reads a recording of any kind by its ending: .sqlite (.db), .txt, .csv, .traj; "-" is CSV on
/// standard input. False with problems, and with nothing to free. Accepts any bytes.
bool recording_load(const char *path, const recording_hints *hints, recording *out,
                    problem_list *problems);
void recording_free(recording *r);

/// A sink that makes a recording in memory; closing it fills *out.
record_sink *recording_sink(const record_about *about, recording *out);

/// The box around all positions; empty if there are none.
wend_box recording_box(const recording *r);

/// The row of an agent in a frame; SIZE_MAX: it is not there. O(log count).
size_t recording_row(const recording *r, uint32_t agent, uint32_t frame);

/// The shape of a coherent group (from 0) in a frame; NULL: the group is not there. O(log shapes).
const wend_group_shape *recording_shape(const recording *r, uint32_t group, uint32_t frame);

/// The floor in a frame; NULL: none.
const scene *recording_floor(const recording *r, uint32_t frame);

#endif
