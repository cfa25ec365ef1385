// SPDX-License-Identifier: MIT
// What the parts of the reader of Vadere's scenarios share.
#ifndef WEND_FORMATS_VADERE_H
#define WEND_FORMATS_VADERE_H

#include "scene/area_names.h"
#include "scene/fields.h"

/// Parts of a scenario that the scene cannot store; a note lists them.
typedef enum vadere_loss {
    VADERE_STAIRS = 1 << 0,        ///< stairs do not reduce speed
    VADERE_GROUPS = 1 << 1,        ///< agents come one by one
    VADERE_BURSTS = 1 << 2,        ///< a source's events of several agents are spread evenly
    VADERE_RANDOM_TIMES = 1 << 3,  ///< likewise events at random times
    VADERE_UNKNOWN_TIMES = 1 << 4, ///< only the first event of a source is taken
    VADERE_CHANGERS = 1 << 5,      ///< target changers
    VADERE_ABSORBERS = 1 << 6,     ///< absorbing areas
    VADERE_WAITS = 1 << 7,         ///< of a random wait the mean is taken
} vadere_loss;

/// All targets of one id.
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
    scene_agents usual; ///< what attributesPedestrian says
    double finish;      ///< when the simulation ends [Units: s]
    uint64_t agents;    ///< so far
    unsigned losses;    ///< of vadere_loss
} vadere;

/// The agents' values before a scenario says anything.
scene_agents vadere_usual(void);
bool vadere_read_pedestrian(vadere *v, const field *f, scene_agents *out);

/// Keeps a target that has become the area of that name.
bool vadere_keep_target(vadere *v, const field *f, const char *area);
/// Where they go, by "targetIds".
bool vadere_read_way(vadere *v, const field *f, scene_agents *agents);
/// The agents of a source that has become the area of that name.
bool vadere_read_source(vadere *v, const field *f, const char *area);
/// Adds an entry to the scene.
bool vadere_add_agents(vadere *v, const field *f, const scene_agents *agents);

/// The note about losses, in the scene's memory. False: out of memory.
bool vadere_note(vadere *v);

#endif
