// SPDX-License-Identifier: MIT
// The parts of the JSON scene reader: each reads one key of a scene, adds what it says to r->s, and
// goes on after a problem, so that one reading finds all of them.
#ifndef WEND_IO_SCENE_READ_H
#define WEND_IO_SCENE_READ_H

#include "io/scene_fields.h"

void read_obstacles(reading *r, const field *f);
void read_areas(reading *r, const field *f);
void read_all_agents(reading *r, const field *f);
void read_doors(reading *r, const field *f);
void read_movers(reading *r, const field *f);
void read_zones(reading *r, const field *f);
void read_fields(reading *r, const field *f);
void read_goals(reading *r, const field *f);
void read_weights(reading *r, const field *f);
void read_flow(reading *r, const field *f);

/// Reads "pursue" of an entry of agents, which has a goal, too, or none.
bool read_pursuit(reading *r, const field *f, scene_agents *agents);

/// Reads "group" of an entry of agents: a name, or how it stays together.
bool read_group(reading *r, const field *f, scene_agents *agents);

/// The names of guides and motions, those of later versions included. [NULL at the end]
extern const char *const read_guides[];
extern const char *const read_motions[];

/// Which kinds of shape an object may have.
typedef struct body_rule {
    unsigned kinds;    ///< a bit 1 << scene_obstacle_kind for each
    const char *words; ///< "an obstacle has exactly one of ..."
} body_rule;

/// Reads the shape of an obstacle or a mover and its "name". has_unknown: the object has keys that
/// are not known, so that a missing one may be misspelt.
bool read_body(reading *r, const field *f, bool has_unknown, body_rule rule, scene_obstacle *body);
/// Reads "polygon" and "holes".
bool read_polygon(reading *r, const field *f, scene_shape *shape);

/// Reads every item of a list; what says of what ("a list of doors").
typedef bool read_item_fn(reading *r, const field *f);
void read_items(reading *r, const field *f, const char *what, read_item_fn *read);

#endif
