// SPDX-License-Identifier: MIT
// Common parts of the reader of Vadere's scenarios.
#ifndef WEND_FORMATS_VADERE_H
#define WEND_FORMATS_VADERE_H

#include "scene/area_names.h"
#include "scene/fields.h"

/// Parts of a scenario that the scene cannot represent; a note lists them.
typedef enum vadere_loss {
    VADERE_STAIRS = 1 << 0,        ///< stairs do not reduce speed
    VADERE_GROUPS = 1 << 1,        ///< agents spawn one by one
    VADERE_BURSTS = 1 << 2,        ///< a source's events of several agents are spread evenly
    VADERE_RANDOM_TIMES = 1 << 3,  ///< likewise events at random times
    VADERE_UNKNOWN_TIMES = 1 << 4, ///< only the first event of a source is used
    VADERE_CHANGERS = 1 << 5,      ///< target changers
    VADERE_ABSORBERS = 1 << 6,     ///< absorbing areas
    VADERE_WAITS = 1 << 7,         ///< a random wait is replaced by its mean
} vadere_loss;

/// All targets with one id.
typedef struct vadere_target {
    scene_goal goal;   ///< the nearest of them
    uint32_t capacity; ///< of goal.areas
    bool absorbs;
    double wait; ///< [Units: s]
} vadere_target;

typedef struct vadere {
    reading r;
    area_names names;
    json_t *target_ids; ///< from a target's id, as text, to its index in targets
    wend_array(vadere_target) targets;
    scene_agents usual; ///< values of attributesPedestrian
    double finish;      ///< end of the simulation [Units: s]
    uint64_t agents;    ///< number so far
    unsigned losses;    ///< set of vadere_loss
} vadere;

/// The agents' default values.
scene_agents vadere_usual(void);
bool vadere_read_pedestrian(vadere *v, const field *f, scene_agents *out);

/// Registers a target, which has become the area of that name.
bool vadere_keep_target(vadere *v, const field *f, const char *area);
/// Sets the goals of agents from "targetIds".
bool vadere_read_way(vadere *v, const field *f, scene_agents *agents);
/// Adds the agents of a source, which has become the area of that name.
bool vadere_read_source(vadere *v, const field *f, const char *area);
/// Adds an entry to the scene.
bool vadere_add_agents(vadere *v, const field *f, const scene_agents *agents);

/// Adds the note about losses. False: out of memory.
bool vadere_note(vadere *v);

#endif
