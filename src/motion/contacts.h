// SPDX-License-Identifier: MIT
// Steps with exact contacts, for motion models that receive lists of neighbours. A model supplies
// the velocity each body should have; the constraint removes what would lead into another body or
// into a wall. See contacts.c.
#ifndef WEND_MOTION_CONTACTS_H
#define WEND_MOTION_CONTACTS_H

#include "wend/neighbour.h"
#include "wend/vec2.h"

// ---- parameters ---------------------------------------------------------------------------------

/// A parameter of a motion model and its limits: 0 <= value <= max, and value > 0 if `positive`.
typedef struct motion_parameter {
    const char *name;
    double value;
    bool positive;
    double max; ///< 0: WEND_MAX_COORDINATE
} motion_parameter;

/// WEND_BAD_ARGUMENT for the first parameter outside its limits.
wend_result wend_motion_check(const motion_parameter *parameters, size_t count, wend_error *error);

/// Contact parameters of a motion model; see wend_social_force_def.
typedef struct contacts_def {
    double gap_time;      ///< [s]
    double wall_gap_time; ///< [s]
    double margin;
    double substep; ///< [s]
} contacts_def;

// ---- steps --------------------------------------------------------------------------------------

/// Longest round. [s] Within a round the bodies that may come into contact are found once.
#define CONTACTS_ROUND 0.1

/// Maximum number of contacts of one body, the nearest first.
enum { MAX_CONTACTS = 16 };

/// The bodies with which each body may come into contact within a round. (contact_search.c)
typedef struct contact_lists {
    uint32_t *bodies; ///< [MAX_CONTACTS * count]
    uint32_t *counts; ///< [count]
    uint32_t *ends;   ///< [buckets + 1] end of each bucket in `sorted`
    uint32_t *sorted; ///< [count] bodies in the order of their buckets
    uint32_t *bucket; ///< [count] bucket of each body
    uint32_t mask;    ///< number of buckets - 1
    double cell;      ///< side of a cell [m]
    double radius;    ///< largest radius [m]
    double speed;     ///< largest speed [m/s]
} contact_lists;

/// State within a step. Arrays are indexed by body.
typedef struct contacts {
    const wend_motion_input *input;
    contacts_def def;   ///< gap times are at least one substep
    double seconds;     ///< duration of a substep
    bool starts_round;  ///< this substep is the first one of a round
    double elapsed;     ///< time since the start of the step, before this substep
    uint32_t rounds;    ///< number of rounds
    uint32_t sub_steps; ///< number of substeps in a round
    contact_lists lists;
    wend_vec2 *starts; ///< positions at the start of the round
    wend_vec2 *positions;
    wend_vec2 *velocities;
    wend_vec2 *driven; ///< velocities from the motion model
} contacts;

/// Points of the input's scratch memory per body used by contacts. The motion model may use the
/// rest.
#define CONTACTS_SCRATCH 10

/// Duration of the rounds of a step.
double wend_contacts_round(double step);

/// Lays out the lists in memory for CONTACT_LIST_POINTS points per body.
contact_lists wend_contact_lists(wend_vec2 *memory, uint32_t count);
#define CONTACT_LIST_POINTS 6

/// Finds the bodies with which each moved body may come into contact within a round.
void wend_contacts_find(contacts *c);

/// WEND_BAD_ARGUMENT for an invalid step.
wend_result wend_contacts_check(const wend_motion_input *input, wend_error *error);

/// Starts a step that has been checked.
contacts wend_contacts_begin(const contacts_def *def, const wend_motion_input *input);

/// Velocity that a motion model assigns to a body in a substep; called from any thread. It is
/// limited to the body's maximum speed, and then constrained.
typedef wend_vec2 drive_fn(const void *motion, uint32_t body);

/// Computes the step. The motion model may read the state during its calls.
void wend_contacts_run(contacts *c, drive_fn *drive, const void *motion,
                       const wend_motion_output *output);

/// True if both bodies are in the same social group.
static inline bool contacts_same_group(const wend_motion_input *input, uint32_t i, uint32_t k)
{
    return input->social_groups && input->social_groups[i] != 0 &&
           input->social_groups[i] == input->social_groups[k];
}

// ---- gaps ---------------------------------------------------------------------------------------

typedef struct neighbour_list {
    const wend_neighbour *data;
    uint32_t count;
} neighbour_list;

static inline neighbour_list contacts_neighbours(const wend_motion_input *input, uint32_t body)
{
    uint32_t count = input->neighbour_counts[body];
    return (neighbour_list){input->neighbours + (size_t)body * WEND_MAX_NEIGHBOURS,
                            count < WEND_MAX_NEIGHBOURS ? count : WEND_MAX_NEIGHBOURS};
}

/// The current gap between a body and a neighbour.
typedef struct contact_gap {
    wend_vec2 away;     ///< unit vector from the neighbour to the body
    double gap;         ///< between boundaries; negative if they overlap
    wend_vec2 velocity; ///< velocity of the neighbour
    uint32_t body;      ///< the neighbour; WEND_NEIGHBOUR_WALL for a wall
    bool is_static;     ///< a wall that does not move
    wend_segment wall;  ///< the wall at the start of the step
} contact_gap;

/// Distances up to which neighbours matter.
typedef struct contact_reach {
    double bodies, walls;       ///< gaps [Units: m]
    double moving_wall_seconds; ///< moving walls also matter if they can arrive within this time
} contact_reach;

/// Measures the gaps to all listed neighbours within reach. Walls come first, ordered by gap.
/// Returns their number; *walls of them are walls.
uint32_t wend_contact_gaps(const contacts *c, uint32_t body, const contact_reach *reach,
                           contact_gap gaps[WEND_MAX_NEIGHBOURS], uint32_t *walls);

/// The gap to another body. False: it is wider than `max_gap`, or the slot is unused.
bool wend_contact_gap_to_body(const contacts *c, uint32_t body, uint32_t other, double max_gap,
                              contact_gap *gap);

/// True if a static wall lies between two bodies, also wherever they move in this substep: they
/// cannot touch. (contact_walls.c)
bool wend_contact_walled_off(const contacts *c, uint32_t body, uint32_t other);

/// The gap to a neighbouring wall. False: it is wider than `max_gap`, or the centre of the body is
/// exactly on the wall, where there is no direction away from it.
bool wend_contact_gap_to_wall(const contacts *c, uint32_t body, const wend_neighbour *neighbour,
                              double max_gap, contact_gap *gap);

/// The constraint from a wall on a body with that maximum speed.
wend_half_plane wend_contact_wall_plane(const contacts *c, const contact_gap *g, double max_speed);

/// Fraction of the excess between two moved bodies that each removes.
#define CONTACT_SHARE 0.5

/// The constraint from another body, of which `body` removes that share of the excess.
wend_half_plane wend_contact_body_plane(const contacts *c, uint32_t body, const contact_gap *g,
                                        double gap_time, double share);

/// Gap up to which two bodies constrain each other.
double wend_contact_max_gap(const contacts *c, uint32_t body, uint32_t other);

// ---- preferred velocities -----------------------------------------------------------------------

static inline wend_vec2 preferred_at(const wend_preferred_velocity *preferred, double part)
{
    return (wend_vec2){preferred->ax + part * (preferred->bx - preferred->ax),
                       preferred->ay + part * (preferred->by - preferred->ay)};
}

/// The preferred velocity closest to v, with the speed interpolated between the ends of the chord.
wend_vec2 wend_preferred_closest(const wend_preferred_velocity *preferred, wend_vec2 v);

#endif
