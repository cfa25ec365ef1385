// SPDX-License-Identifier: MIT
// Internals of a time map: layers, which are shortest-path maps, and the joints between them.
//
//          layer 0 (speed 1)        layer 1 (speed 2)
//         .----------------.       .----------------.
//     p --|----> corner ~~~|~~~~~~~|~> corner ------|--> source
//         '----------------'       '----------------'
//
// This is the form with goals: a path to its source leads from slower layers to faster ones. In the
// other form, where travellers start at the sources, paths are traversed from their end, and so
// lead from faster layers to slower ones. A joint is a source in the layer that a path comes from,
// and stores the layer and the root where it continues.
#ifndef WEND_MAP_BOOSTS_INTERNAL_H
#define WEND_MAP_BOOSTS_INTERNAL_H

#include "map/map.h"
#include "wend/map_boosts.h"

/// A boost at a corner in one of the free sectors around it, between two walls; or a boost in the
/// open. No path leads from one sector to another at the corner.
typedef struct wend_time_joint {
    wend_vec2 at;
    uint32_t spoke; ///< first half-edge of the sector, from the corner; WEND_NONE: in the open
    uint32_t boost; ///< index in the boosts
    uint32_t speed; ///< the layer of its factor
    // How a path continues from there:
    double time;     ///< time to its source; -1: unreachable
    uint32_t layer;  ///< layer of `speed`, or slower if travellers start at the sources
    uint32_t root;   ///< root in that layer
    uint32_t source; ///< source at its end
} wend_time_joint;

typedef struct wend_time_layer {
    wend_map *map;
    bool built;
    uint32_t given; ///< number of sources from the definition; the others are joints
    wend_array(wend_map_source) sources;
    wend_array(wend_map_seed) seeds; ///< joints at corners
    wend_array(uint32_t) joints;     ///< those of sources beyond `given`, then those of the seeds
    wend_array(wend_map_toll) tolls; ///< in metres of the layer
} wend_time_layer;

struct wend_time_map {
    wend_allocator allocator;
    wend_time_form form;
    const wend_mesh *mesh; ///< NULL: empty
    uint64_t layout;       ///< of the mesh: half-edges refer to it
    uint32_t layer_count;
    uint32_t kept;
    double speeds[WEND_MAP_MAX_SPEEDS];
    wend_time_layer layers[WEND_MAP_MAX_SPEEDS]; ///< beyond layer_count: memory for reuse
    wend_array(wend_time_joint) joints;          ///< by index in the boosts
    wend_array(wend_map_source) sources;         ///< while a layer is built
    wend_array(wend_map_seed) seeds;
    wend_array(wend_map_toll) tolls;
};

/// Makes the map empty, and keeps its memory.
void wend_time_map_clear(wend_time_map *map);

/// Makes `to` identical to `from`, for `mesh`, which is a copy of from's mesh (wend_mesh_copy):
/// queries and later updates give the same results. False: out of memory, `to` is empty.
bool wend_time_map_copy(wend_time_map *to, const wend_time_map *from, const wend_mesh *mesh);

/// Adds the joints of a boost, one for each sector if it is at a corner. The joint's position,
/// boost and speed are set, its spoke is WEND_NONE. False: out of memory.
bool wend_time_joints_add(wend_time_map *map, const wend_mesh *mesh, wend_time_joint joint);

/// The result of a layer at a joint, as seen from its sector.
wend_map_result wend_time_joint_result(const wend_time_layer *layer, const wend_time_joint *joint);

/// The joint that a root of a layer leads to; NULL: it leads to a source of the definition.
static inline const wend_time_joint *wend_time_joint_of(const wend_time_map *map,
                                                        const wend_time_layer *layer, uint32_t root)
{
    uint32_t count, source = wend_map_roots(layer->map, &count)[root].source;
    return source < layer->given ? NULL
                                 : &map->joints.data[layer->joints.data[source - layer->given]];
}

/// The tolls included in a result's time: the rest is walked. Linear in the corners of the path.
double wend_time_map_tolls(const wend_time_map *map, const wend_time_result *found);

/// Layers meet at joints, where their times differ by the rounding of a product and a quotient: the
/// slower one is returned. Relative to the time.
#define WEND_TIME_TIE 1e-15

static inline bool wend_time_is_earlier(double time, double than)
{
    return time < than * (1 - WEND_TIME_TIE);
}

/// The layers that a query covers: begin <= i < end.
static inline void wend_time_layers_queried(const wend_time_map *map, uint32_t layer,
                                            uint32_t *begin, uint32_t *end)
{
    bool any = layer == WEND_TIME_DEFAULT_LAYER && map->form == WEND_TIME_FROM_SOURCES;
    *begin = any || layer == WEND_TIME_DEFAULT_LAYER ? 0 : layer;
    *end = any ? map->layer_count : *begin + 1;
    if (*end > map->layer_count)
        *begin = *end = 0;
}

#endif
