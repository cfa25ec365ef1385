// SPDX-License-Identifier: MIT
// Who crosses a line and when; how many until when; how many a second.
#ifndef WEND_MEASURE_LINE_H
#define WEND_MEASURE_LINE_H

#include "core/array.h"
#include "measure/speed.h"

typedef enum measure_direction {
    MEASURE_BOTH = 0,
    MEASURE_TO_LEFT = 1,   ///< to the left of who looks from a to b
    MEASURE_TO_RIGHT = -1, ///< to the right
} measure_direction;

typedef struct measure_line {
    wend_segment at;
    measure_direction direction; ///< others are not counted
    bool every;                  ///< every time an agent crosses; else, as in PedPy, only its first
} measure_line;

typedef struct measure_crossing {
    uint32_t agent;
    uint32_t frame; ///< the first in which it is beyond the line
    size_t row;     ///< its row there
    double time;    ///< when it was on the line if it went straight between the frames [Units: s]
    measure_direction direction;
} measure_crossing;

/// Zeroed it is empty.
typedef struct measure_crossings {
    wend_array(measure_crossing) items; ///< by frame, then by agent
} measure_crossings;

/// Finds the crossings. An agent crosses when it goes from one side to the other through the
/// segment, decided exactly; while it stands on the line it has not crossed. One whose first row is
/// on the line crosses when it leaves it. Differs from PedPy, which counts those who come to stand
/// on the line and go back, and does not look at the last step of an agent.
bool measure_find_crossings(const recording *r, const measure_line *line, measure_crossings *out);
void measure_crossings_free(measure_crossings *crossings);

/// N(t): how many have crossed in each frame or before. counts: [r->frame_count]
void measure_n_t(const recording *r, const measure_crossings *crossings, uint32_t *counts);

/// The flow through a line from the first to the last who crosses. Times are those of frames.
typedef struct measure_flow {
    size_t count;
    double first, last; ///< NAN: nobody [Units: s]
    /// (count - 1) / (last - first): people after the first for the time after the first. NAN: all
    /// in one frame, or fewer than two. [Units: 1/s]
    double flow;
    double specific; ///< by the line's length [Units: 1/(m s)]
    double speed;    ///< mean, in the frames of crossing; NAN: nobody has one [Units: m/s]
} measure_flow;

measure_flow measure_flow_of(const recording *r, const measure_line *line,
                             const measure_crossings *crossings, measure_window window);

/// Do people cross in bursts, some the one way and then some the other, as at a narrow door?
typedef struct measure_bursts {
    size_t count;  ///< of runs of crossings the same way
    double mean;   ///< crossings in a run; NAN: nobody crosses
    double chance; ///< what that would be if the ways were shuffled: n^2 / (n + 2 a b) for a and b
                   ///< crossings each way (Wald and Wolfowitz 1940); NAN: all go one way
} measure_bursts;

measure_bursts measure_bursts_of(const measure_crossings *crossings);

/// The flow in a part of the time.
typedef struct measure_flow_part {
    uint32_t from, to; ///< frames: from the crossing before to just after the last in it
    uint32_t count;    ///< who crossed
    double flow;       ///< count / (to - from) fps [Units: 1/s]
    double speed;      ///< mean of those who crossed in from .. to; NAN: nobody has one
} measure_flow_part;

typedef struct measure_flow_parts {
    wend_array(measure_flow_part) items;
} measure_flow_parts;

/// The flow in parts of about so many frames, as PedPy's compute_flow: it looks every `frames`
/// after the first crossing how many more have crossed, and each part ends just after the last of
/// them. Who crosses after the last whole part is in none. [Limit: frames >= 1]
bool measure_find_flow_parts(const recording *r, const measure_crossings *crossings,
                             uint32_t frames, measure_window window, measure_flow_parts *out);
void measure_flow_parts_free(measure_flow_parts *parts);

/// The line in a door of the recording's scene, where positions are: the door itself if it is a
/// segment, else the middle line of the polygon along its longer side. [Limit: door <
/// r->s->door_count]
wend_segment measure_door_line(const recording *r, uint32_t door);

#endif
