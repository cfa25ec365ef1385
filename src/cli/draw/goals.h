// SPDX-License-Identifier: MIT
// First goals in an image: the first steering target of each agent on its path along the
// multi-agent navigation graph, and, for comparison, along the first-order Voronoi graph alone.
#ifndef WEND_CLI_DRAW_GOALS_H
#define WEND_CLI_DRAW_GOALS_H

#include "cli/draw/diagram.h"

#include <jansson.h>

/// One agent and its first goal.
typedef struct draw_arrow {
    wend_vec2 from, to;
} draw_arrow;

/// Empty if zeroed.
typedef struct draw_goals {
    draw_arrow *mang, *first_order;           ///< [mang_count] [first_order_count]
    uint32_t mang_count, first_order_count;   ///< number of agents with a first goal
    uint32_t mang_common, first_order_common; ///< number of these that share theirs with another
} draw_goals;

/// Finds the first goals that these layers need: recorded [opt, scene.agents_count; NAN: unknown],
/// or planned on the graph.
void draw_goals_find(draw_goals *g, const scene *s, const draw_diagram *d,
                     const wend_vec2 *recorded, const char *layers);
void draw_goals_free(draw_goals *g);

/// Adds the numbers of first goals and of shared ones to an object.
void draw_goals_to_json(const draw_goals *g, json_t *object);

/// The layers "first-goals" and "first-order-goals", which are above a scene.
void draw_goals_describe(const draw_goals *g, const wend_draw *draw);

#endif
