// SPDX-License-Identifier: MIT
// Crossings of a line, cumulative counts N(t), and flow.
#ifndef WEND_MEASURE_LINE_H
#define WEND_MEASURE_LINE_H

#include "core/array.h"
#include "measure/speed.h"

typedef enum measure_direction {
    MEASURE_BOTH = 0,
    MEASURE_TO_LEFT = 1,   ///< seen from a to b
    MEASURE_TO_RIGHT = -1, ///< seen from a to b
} measure_direction;

typedef struct measure_line {
    wend_segment at;
    measure_direction direction; ///< others are ignored
    bool every; ///< all crossings of an agent; otherwise, as in PedPy, only the first
} measure_line;

typedef struct measure_crossing {
    uint32_t agent;
    uint32_t frame; ///< first frame beyond the line
    size_t row;     ///< row of the agent in that frame
    double time;    ///< interpolated crossing time [Units: s]
    measure_direction direction;
} measure_crossing;

/// Empty if zeroed.
typedef struct measure_crossings {
    wend_array(measure_crossing) items; ///< sorted by frame, then by agent
} measure_crossings;

/// Finds the crossings. An agent crosses when it passes from one side to the other through the
/// segment, decided exactly; while it stands on the line it has not crossed. An agent whose first
/// row is on the line crosses when it leaves it. PedPy differs: it counts agents that reach the
/// line and return, and ignores the last step of an agent.
bool measure_find_crossings(const recording *r, const measure_line *line, measure_crossings *out);
void measure_crossings_free(measure_crossings *crossings);

/// N(t): cumulative number of crossings in each frame. counts: [r->frame_count]
void measure_n_t(const recording *r, const measure_crossings *crossings, uint32_t *counts);

/// Flow through a line between the first and the last crossing, with times of frames.
typedef struct measure_flow {
    size_t count;
    double first, last; ///< NAN: no crossing [Units: s]
    /// (count - 1) / (last - first). NAN: all in one frame, or fewer than two. [Units: 1/s]
    double flow;
    double specific; ///< flow divided by the line's length [Units: 1/(m s)]
    double speed;    ///< mean in the frames of crossing; NAN: no agent has one [Units: m/s]
} measure_flow;

measure_flow measure_flow_of(const recording *r, const measure_line *line,
                             const measure_crossings *crossings, measure_window window);

/// Bursts: consecutive crossings in one direction, as at a narrow door.
typedef struct measure_bursts {
    size_t count;  ///< number of bursts
    double mean;   ///< mean number of crossings in a burst; NAN: no crossing
    double chance; ///< expected mean in random order: n^2 / (n + 2 a b) for a and b crossings per
                   ///< direction (Wald and Wolfowitz 1940); NAN: all in one direction
} measure_bursts;

measure_bursts measure_bursts_of(const measure_crossings *crossings);

/// Flow in an interval.
typedef struct measure_flow_part {
    uint32_t from, to; ///< frames: from the previous crossing to just after its last crossing
    uint32_t count;    ///< number of crossings
    double flow;       ///< count / (to - from) fps [Units: 1/s]
    double speed;      ///< mean of the crossings in from .. to; NAN: no agent has one
} measure_flow_part;

typedef struct measure_flow_parts {
    wend_array(measure_flow_part) items;
} measure_flow_parts;

/// Flow in intervals of about `frames` frames, as PedPy's compute_flow: every `frames` after the
/// first crossing the new crossings are counted, and the interval ends just after the last of them.
/// Crossings after the last whole interval are in none. [Limit: frames >= 1]
bool measure_find_flow_parts(const recording *r, const measure_crossings *crossings,
                             uint32_t frames, measure_window window, measure_flow_parts *out);
void measure_flow_parts_free(measure_flow_parts *parts);

/// Line in a door of the recording's scene, in the frame of the positions: the door itself if it is
/// a segment, otherwise the centre line of the polygon along its longer side. [Limit: door <
/// r->s->door_count]
wend_segment measure_door_line(const recording *r, uint32_t door);

#endif
