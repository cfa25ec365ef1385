// SPDX-License-Identifier: MIT
// Coherence of groups over time (Kamphuis and Overmars 2003, Definition 2.2; full citation in
// wend/group_shape.h): whether a shape of the group's area contains all members, what share of them
// is in the group's own shape, and how narrow that was. The figures come from the frames of a
// recording or, for the same result, from those of a run.
//
//     for each frame:
//         coherence_begin(c, frame, fps);
//         for each group that is there, and each of its members:
//             coherence_shape(c, group, &shape); coherence_member(c, group, at, radius);
//         coherence_end(c);
#ifndef WEND_MEASURE_COHERENCE_H
#define WEND_MEASURE_COHERENCE_H

#include "core/array.h"
#include "record/recording.h"
#include "wend/group_shape.h"

/// Coherence is evaluated at the first frame of each period. [Units: s]
#define COHERENCE_PERIOD 0.5
/// A member whose disc protrudes by at most this is inside. [Units: radii]
#define COHERENCE_SLACK 0.01

typedef struct coherence_group {
    uint32_t group;     ///< groups are counted as they are added, from 0
    double area;        ///< of its shape [Units: m^2]
    uint64_t frames;    ///< frames that were evaluated
    uint64_t together;  ///< of these, frames in which a shape of that area contained all members
    double inside;      ///< sum over these frames of the share of members in the group's shape
    uint32_t members;   ///< most members at once
    double width;       ///< least width of the shape, in all frames [Units: m]
    double width_time;  ///< when it was first that narrow [Units: s]
    wend_vec2 width_at; ///< where its middle was then
} coherence_group;

/// Figures of all groups: sums over groups and evaluated frames.
typedef struct coherence_totals {
    uint32_t groups;
    double together; ///< share of time in which the members of a group were in one shape
    double inside;   ///< share of members in their group's shape, mean over time
    double width;    ///< least width of a shape [Units: m]
    double width_time;
    wend_vec2 width_at;
} coherence_totals;

/// A member in the current frame.
typedef struct coherence_disc {
    uint32_t group;
    double radius;
    wend_vec2 at;
} coherence_disc;

/// Zeroed it is empty.
typedef struct coherence {
    wend_array(coherence_group) groups; ///< ascending by number
    // The current frame.
    wend_array(wend_group_shape) shapes; ///< by index in groups; count 0: not there
    wend_array(coherence_disc) discs;
    wend_array(wend_vec2) places;
    wend_array(double) radii;
    double time;
    bool evaluated;
} coherence;

void coherence_free(coherence *c);
void coherence_begin(coherence *c, uint64_t frame, double fps);
/// The shape of a group in the current frame. False: out of memory.
bool coherence_shape(coherence *c, uint32_t group, const wend_group_shape *shape);
/// A member of a group in the current frame. False: out of memory.
bool coherence_member(coherence *c, uint32_t group, wend_vec2 at, double radius);
/// False: out of memory.
bool coherence_end(coherence *c);

/// No group has been there: groups is 0, and the figures are NAN.
coherence_totals coherence_total(const coherence *c);

/// A frame of a recording, after all earlier ones. False: out of memory.
bool coherence_add(coherence *c, const recording *r, uint32_t frame);
/// All frames of a recording. False: out of memory.
bool coherence_of(const recording *r, coherence *out);

#endif
