// SPDX-License-Identifier: MIT
// Steps in which contacts are exact: for motions that drive bodies to velocities and are given
// their neighbours as lists. A motion says where it would like each body to go; the constraint
// takes off what would bring it into another or into a wall. See contacts.c.
#ifndef WEND_MOTION_CONTACTS_H
#define WEND_MOTION_CONTACTS_H

#include "motion/vectors.h"
#include "wend/neighbour.h"

/// What a motion says of its contacts.
typedef struct contacts_def {
    double calm;      ///< no gap to another, or to a mover, shrinks by its own length in less [s]
    double wall_calm; ///< the same for walls that stand [s]
    double margin;    ///< others are kept off by this part of both radii more
    double substep;   ///< a step is cut into parts no longer than this [s]
} contacts_def;

/// A moment of a step.
typedef struct contacts {
    const wend_motion_input *input;
    contacts_def def;   ///< calms are no less than a sub-step
    double seconds;     ///< of a sub-step
    double gone;        ///< of the step, before this sub-step
    uint32_t sub_steps; ///< that a step is cut into
    wend_vec2 *places;  ///< by body, as all that follow
    wend_vec2 *next_places;
    wend_vec2 *velocities;
    wend_vec2 *driven; ///< the velocities that the motion gives
} contacts;

/// Of the input's scratch, contacts take that for so many of each body. The rest is the motion's.
#define CONTACTS_SCRATCH 4

/// WEND_BAD_ARGUMENT for a step that makes no sense.
wend_result wend_contacts_check(const wend_motion_input *input, wend_error *error);

/// The start of a step that is checked.
contacts wend_contacts_begin(const contacts_def *def, const wend_motion_input *input);

/// The velocity that a motion drives a body to in a sub-step, for any thread. What it has more than
/// the body's greatest speed is taken off.
typedef wend_vec2 drive_fn(const void *motion, uint32_t body);

/// The step. The motion may read the moment while it is asked.
void wend_contacts_run(contacts *c, drive_fn *drive, const void *motion,
                       const wend_motion_output *output);

/// True if both are of one group.
static inline bool contacts_same_group(const wend_motion_input *input, uint32_t i, uint32_t k)
{
    return input->groups && input->groups[i] != 0 && input->groups[i] == input->groups[k];
}

// ---- gaps ---------------------------------------------------------------------------------------

/// The gap between a body and a neighbour, now.
typedef struct contact_gap {
    wend_vec2 away;     ///< the direction from the neighbour to the body, of length 1
    double gap;         ///< between the rims; negative if they overlap
    wend_vec2 velocity; ///< of the neighbour
    const wend_neighbour *near;
    bool stands; ///< a wall that does not move
} contact_gap;

/// From how far away neighbours matter.
typedef struct contact_reach {
    double bodies, walls; ///< gaps [Units: m]
    double mover_seconds; ///< movers matter from as far as they come in that time, too
} contact_reach;

/// Measures the gaps to all neighbours in reach; NULL: to those that the constraint is about.
/// Walls first, and the nearest of them first. Returns how many; *walls of them are walls.
uint32_t wend_contact_gaps(const contacts *c, uint32_t body, const contact_reach *reach,
                           contact_gap gaps[WEND_NEIGHBOURS], uint32_t *walls);

/// The gap to a neighbour that is a body. False: it is wider than `most`, or there is nobody.
bool wend_contact_gap_to_body(const contacts *c, uint32_t body, const wend_neighbour *near,
                              double most, contact_gap *gap);

#endif
