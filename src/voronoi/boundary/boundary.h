// SPDX-License-Identifier: MIT
// Border of the free space: converts sites to sides and corners.
//
// Obstacles may touch: share corners and parts of walls, end on another's wall, or stand on it.
// Contacts are resolved once, exactly: walls are cut where something touches them (and where they
// are long), equal positions become one node, and the free sectors around each node are found. A
// sector of more than a half turn has a corner; one of exactly a half turn joins two sides straight
// on; a smaller one is a concave corner, where two sides meet.
//
// An edit changes elements only locally: unchanged elements keep their numbers. Numbers of removed
// elements are not reused before wend_boundary_settle.
#ifndef WEND_VORONOI_BOUNDARY_BOUNDARY_H
#define WEND_VORONOI_BOUNDARY_BOUNDARY_H

#include "core/array.h"
#include "core/ids.h"
#include "geometry/sort.h"
#include "voronoi/element.h"
#include "voronoi/grid.h"
#include "wend/floor.h"
#include "wend/tasks.h"

/// Agents' positions are rounded to a grid of this many tolerances, so that two are either equal or
/// well separated; an agent closer to a wall than this is on it. A power of two. This is 2^-24 of
/// the scene: 6e-6 m for 100 m. At distance r, two sites d apart are distinguished to 2^-53 r^2 /
/// d: a much smaller grid would not suffice.
#define WEND_AGENT_TOLERANCES 4096

/// A wall is cut into parts no longer than this many grid cells, so that each part has a small cell
/// of the diagram for any length of the wall.
#define WEND_WALL_CELLS 3

/// One site. Its shape as given is stored in the boundary, as far as needed.
typedef struct wend_site {
    wend_site_id id; ///< null: the slot is free
    double radius;
    wend_vec2 position;                ///< position of a site of one point
    uint32_t first_point, point_count; ///< in points, if there is more than one
    uint32_t first_end, ring_count;    ///< in ring_ends, if it has holes
    uint32_t element;   ///< one of its own elements; if it has none (an agent on a wall, two agents
                        ///< at one position), the element it lies on; WEND_NO_ELEMENT: none
    uint32_t hidden_at; ///< its index in hidden
    bool hidden;        ///< it has no element of its own
    bool agent;         ///< its position is rounded
} wend_site;

/// A wall, from the point of its number to `next`, with the site's solid on the left. A segment has
/// one wall. Contacts are decided on walls, which are as given; the parts of a long wall are
/// straight only up to rounding.
typedef struct wend_boundary_wall {
    uint32_t next; ///< the point where it ends
    uint32_t site;
    uint32_t first; ///< its first side, linked by sibling; WEND_NO_ELEMENT: none
    uint32_t mark;  ///< marks walls that have been collected
    uint8_t sides;  ///< number of free sides as far as its own site is concerned: 2 for a segment;
                    ///< 0: no wall
    bool quiet;     ///< it is in the grid `quiet`
    bool noted;     ///< it is in scratch.walls
} wend_boundary_wall;

typedef struct wend_old_link {
    uint32_t number;
    wend_element_link link;
} wend_old_link;

typedef struct wend_old_site {
    uint32_t slot;
    wend_site site;
} wend_old_site;

typedef struct wend_old_wall {
    uint32_t number;
    wend_boundary_wall wall;
} wend_old_wall;

/// Changes since wend_boundary_settle, in order, so that they can be undone from the end without
/// allocating.
typedef struct wend_boundary_log {
    wend_array(uint8_t) order;     ///< which of the arrays has the next entry
    wend_array(uint32_t) elements; ///< added or removed
    wend_array(wend_old_link) links;
    wend_array(wend_old_site) sites;
    wend_array(wend_old_wall) walls;
} wend_boundary_log;

/// Capacity in points and ring_ends is allocated in powers of two. Freed blocks of each size form a
/// chain.
enum { WEND_BLOCK_SIZES = 32 };

/// A side as seen from a position where it starts or ends.
typedef struct wend_spoke {
    wend_vec2 to; ///< a point of its wall in that direction, as given
    uint32_t side;
    bool out; ///< it starts here
} wend_spoke;

/// Scratch lists of an edit, reused.
typedef struct wend_boundary_scratch {
    wend_array(uint32_t) walls;                      ///< to be checked again
    wend_array(wend_key) positions, other_positions; ///< the same; other_positions is for sorting
    wend_array(uint32_t) touching;                   ///< walls near a wall
    wend_array(uint32_t) covering;                   ///< walls that run along it
    wend_array(wend_vec2) cuts;                      ///< where it will be cut
    wend_array(wend_element) parts;                  ///< its new parts
    wend_array(uint32_t) numbers;                    ///< numbers of the parts
    wend_array(uint32_t) olds;                       ///< its existing parts
    wend_array(wend_spoke) spokes;                   ///< of a position
    wend_array(uint32_t) corners;                    ///< at a position
    wend_array(uint32_t) homeless; ///< slots of sites of one point that need another element
    wend_array(uint32_t) sites;    ///< near a shape
    wend_array(wend_shape) shapes; ///< shapes of these sites
} wend_boundary_scratch;

typedef struct wend_boundary {
    wend_allocator allocator;
    wend_box box; ///< of the bounds or the frame: contains everything
    double tolerance;
    double unit;             ///< agents' positions are multiples of it
    double part_length;      ///< maximum length of a part of a wall
    double max_agent_radius; ///< maximum of all sites
    bool has_bounds;
    wend_array(wend_element) elements;   ///< by number
    wend_array(wend_element_link) links; ///< by number
    wend_array(uint32_t) free_elements;  ///< numbers that can be reused
    wend_site_grid grid;                 ///< elements in use
    wend_id_pool ids; ///< of sites: slots are the floor's shapes, the bounds, then others
    wend_array(wend_site) sites;     ///< by slot
    wend_array(uint32_t) hidden;     ///< slots of sites that have no element of their own
    uint32_t bounds_slot;            ///< the site that stands for bounds or frame
    wend_array(uint32_t) came, gone; ///< elements since the last wend_boundary_settle; an element
                                     ///< added and removed is in neither

    // Shapes and walls.
    wend_array(wend_vec2) points;         ///< rings one after the other, solid to the left
    wend_array(wend_boundary_wall) walls; ///< one for each point
    wend_array(uint32_t) ring_ends;
    uint32_t free_points[WEND_BLOCK_SIZES], free_ends[WEND_BLOCK_SIZES];
    /// Contents that elements do not show: hidden sites of one point (2 * slot), and walls with a
    /// part that is not on the border or belongs to another wall (2 * wall + 1).
    wend_site_grid quiet;
    uint32_t mark; ///< the last mark used in walls

    // Nodes: a number for each position where elements start and end.
    wend_array(uint32_t) node_uses; ///< by elements, and the bit WEND_NODE_IDLE
    wend_array(uint32_t) free_nodes, idle_nodes;

    // State for settle and undo.
    wend_array(uint32_t) came_at; ///< by element: its index in came, or UINT32_MAX
    wend_array(uint32_t) retired; ///< removed elements, in order
    wend_array(wend_site) left;   ///< sites whose id or points are freed by settle
    wend_boundary_log log;
    uint32_t grid_size; ///< number of cells requested
    wend_boundary_scratch scratch;
} wend_boundary;

/// Creates the border of a valid floor. Elements are numbered so that nearby ones have nearby
/// numbers. came and gone are empty afterwards. Returns WEND_OUT_OF_MEMORY, or
/// WEND_INVALID_GEOMETRY if walls cross. The result does not depend on tasks [opt].
wend_result wend_boundary_make(wend_boundary *boundary, const wend_floor *floor, wend_box frame,
                               wend_tasks *tasks, const wend_allocator *allocator,
                               wend_error *error);
void wend_boundary_free(wend_boundary *boundary);
/// `to` is zeroed or an earlier copy. False: out of memory, `to` may be freed or copied to again.
bool wend_boundary_copy(wend_boundary *to, const wend_boundary *from,
                        const wend_allocator *allocator);

/// Inserts, removes or replaces a site. Each applies completely or fails (WEND_INVALID_GEOMETRY
/// with the position, WEND_STALE, WEND_OUT_OF_MEMORY) and changes nothing except, possibly, the
/// numbers of some elements.
wend_result wend_boundary_insert(wend_boundary *boundary, const wend_shape *shape, double radius,
                                 wend_site_id *id, wend_error *error);
wend_result wend_boundary_remove(wend_boundary *boundary, wend_site_id id, wend_error *error);
wend_result wend_boundary_move(wend_boundary *boundary, wend_site_id id, const wend_shape *shape,
                               double radius, wend_error *error);

/// Undoes everything since the last wend_boundary_settle: all numbers are restored. Never fails.
/// Ids allocated meanwhile are stale.
void wend_boundary_undo(wend_boundary *boundary);

/// Clears came and gone, and allows the numbers of removed elements to be reused. Never fails.
void wend_boundary_settle(wend_boundary *boundary);

/// The successor of an element that may have been removed: itself if it exists, or the element of
/// the same point after a move; else WEND_NO_ELEMENT. A hint: after several changes it may be
/// unrelated.
static inline uint32_t wend_boundary_heir(const wend_boundary *boundary, uint32_t element)
{
    const wend_element_link *links = boundary->links.data;
    if (links[element].kind != WEND_ELEMENT_NONE)
        return element;
    uint32_t slot = links[element].site;
    if (slot >= boundary->sites.count || boundary->sites.data[slot].point_count != 1)
        return WEND_NO_ELEMENT;
    uint32_t heir = boundary->sites.data[slot].element;
    return heir != WEND_NO_ELEMENT && links[heir].kind == WEND_ELEMENT_POINT ? heir
                                                                             : WEND_NO_ELEMENT;
}

/// Location of p, exact.
wend_location wend_boundary_locate(const wend_boundary *boundary, wend_vec2 p);

/// The shape of a site as given (agents: as rounded). Valid until the next edit.
wend_shape wend_boundary_shape(const wend_boundary *boundary, const wend_site *site);

/// WEND_OK if elements, joints, links, nodes and grid are consistent.
wend_result wend_boundary_check(const wend_boundary *boundary, wend_error *error);

#endif
