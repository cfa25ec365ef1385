// SPDX-License-Identifier: MIT
// The border of the free space: sites in, sides and corners out.
//
// Obstacles may touch: share corners and stretches of wall, end in the middle of another's wall,
// stand on it. Here that is sorted out once, exactly: walls are cut where something touches them
// (and where they are long), places that are equal become one node, and around each node the free
// sectors are found. A sector of more than a half turn has a corner; one of exactly a half turn
// joins two sides straight on; one of less is a concave corner, where two sides meet.
//
// An edit changes elements only where it touches: one that stays what it was keeps its number.
// Numbers of elements that are gone are not used again before wend_boundary_settle.
#ifndef WEND_VORONOI_BOUNDARY_H
#define WEND_VORONOI_BOUNDARY_H

#include "core/array.h"
#include "core/ids.h"
#include "geometry/sort.h"
#include "voronoi/element.h"
#include "voronoi/grid.h"
#include "wend/floor.h"
#include "wend/tasks.h"

/// Agents' places are rounded to a grid of this many tolerances, so that two are either at one
/// place or well apart; and one that is nearer to a wall than this is on it. A power of two. That
/// is 2^-24 of the scene: 6 um for 100 m. From the distance r, two sites that lie d apart are told
/// apart to 2^-53 r^2 / d: much less would not do.
#define WEND_AGENT_TOLERANCES 4096

/// A wall is cut into parts no longer than this many cells of the grid, so that each part has a
/// small cell of the diagram, whatever the wall's length.
#define WEND_WALL_CELLS 3

/// One site. (Its shape as it was given lies in the boundary, as far as it is needed.)
typedef struct wend_site {
    wend_id id; ///< null: the slot is not in use
    double radius;
    wend_vec2 place;                   ///< of a site of one point
    uint32_t first_point, point_count; ///< in points, if it is more than one
    uint32_t first_end, ring_count;    ///< in ring_ends, if it has holes
    uint32_t element;   ///< one of its own elements, or, if it has none (an agent on a wall, two
                        ///< agents at one place), the element it lies on; WEND_NO_ELEMENT: none
    uint32_t hidden_at; ///< its place in hidden
    bool hidden;        ///< it has no element of its own
    bool agent;         ///< it was rounded to a place
} wend_site;

/// A wall, from the point of its number to `next`, with the site's solid on the left. A segment has
/// one wall. All decisions about what touches what are made on these, which are as they were given;
/// where a long wall is cut, its parts are as straight as rounding allows.
typedef struct wend_boundary_wall {
    uint32_t next; ///< the point where it ends
    uint32_t site;
    uint32_t first; ///< the first of its sides, by sibling; WEND_NO_ELEMENT: none
    uint32_t mark;  ///< whoever collects walls tells by it which it has
    uint8_t sides;  ///< free ones, as far as its own site goes: 2 for a segment; 0: no wall
    bool quiet;     ///< it is in the grid of that name
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

/// What has changed since wend_boundary_settle, one entry after the other, so that it can be taken
/// back from the end without any memory.
typedef struct wend_boundary_log {
    wend_array(uint8_t) order;     ///< which of the arrays comes next
    wend_array(uint32_t) elements; ///< that came or went
    wend_array(wend_old_link) links;
    wend_array(wend_old_site) sites;
    wend_array(wend_old_wall) walls;
} wend_boundary_log;

/// Room in points and ring_ends is given out in powers of two. Room that is given back is a chain
/// for each of them.
enum { WEND_ROOM_SIZES = 32 };

/// A side as seen from a place where it starts or ends.
typedef struct wend_spoke {
    wend_vec2 to; ///< a point of its wall in that direction, as it was given
    uint32_t side;
    bool out; ///< it starts here
} wend_spoke;

/// Lists of an edit, kept for the next one.
typedef struct wend_boundary_scratch {
    wend_array(uint32_t) walls;                ///< to be looked at again
    wend_array(wend_key) places, other_places; ///< the same; the others are for sorting
    wend_array(uint32_t) touching;             ///< walls near one wall
    wend_array(uint32_t) covering;             ///< walls that run along it
    wend_array(wend_vec2) cuts;                ///< where it is to be cut
    wend_array(wend_element) parts;            ///< that it is to have
    wend_array(uint32_t) numbers;              ///< of these
    wend_array(uint32_t) olds;                 ///< parts that it has
    wend_array(wend_spoke) spokes;             ///< of a place
    wend_array(uint32_t) corners;              ///< at a place
    wend_array(uint32_t) homeless; ///< slots of sites of one point that need another element
    wend_array(uint32_t) sites;    ///< near a shape
    wend_array(wend_shape) shapes; ///< theirs
} wend_boundary_scratch;

typedef struct wend_boundary {
    wend_allocator allocator;
    wend_box box; ///< of the bounds or the frame: everything lies in it
    double tolerance;
    double unit;        ///< agents' places are multiples of it
    double part_length; ///< walls are cut into parts no longer than this
    double most_radius; ///< no site's is greater
    bool has_bounds;
    wend_array(wend_element) elements;   ///< by number
    wend_array(wend_element_link) links; ///< the same
    wend_array(uint32_t) free_elements;  ///< numbers that may be used again
    wend_site_grid grid;                 ///< the elements that are in use
    wend_id_pool ids; ///< of sites: slots are the floor's shapes, the bounds, then others
    wend_array(wend_site) sites;     ///< by slot
    wend_array(uint32_t) hidden;     ///< slots of sites that have no element of their own
    uint32_t bounds_slot;            ///< the site that stands for bounds or frame
    wend_array(uint32_t) came, gone; ///< elements since the last wend_boundary_settle; one that
                                     ///< came and went is in neither

    // Shapes and walls.
    wend_array(wend_vec2) points;         ///< rings one after the other, solid to the left
    wend_array(wend_boundary_wall) walls; ///< one for each point
    wend_array(uint32_t) ring_ends;
    uint32_t free_points[WEND_ROOM_SIZES], free_ends[WEND_ROOM_SIZES];
    /// What elements do not tell: hidden sites of one point (2 * slot), and walls with a stretch
    /// that is not on the border or is another wall's (2 * wall + 1).
    wend_site_grid quiet;
    uint32_t mark; ///< the last one of walls

    // Nodes: a number for each place where elements start and end.
    wend_array(uint32_t) node_uses; ///< by elements, and the bit WEND_NODE_IDLE
    wend_array(uint32_t) free_nodes, idle_nodes;

    // What settle and undo need.
    wend_array(uint32_t) came_at; ///< by element: its place in came, or UINT32_MAX
    wend_array(uint32_t) retired; ///< elements that went, in order
    wend_array(wend_site) left;   ///< sites whose id or room in points is free after settle
    wend_boundary_log log;
    uint32_t grid_made_for; ///< cells that were asked for
    wend_boundary_scratch scratch;
} wend_boundary;

/// Makes it from a sound floor. Elements are numbered so that near ones have near numbers. After it
/// came and gone are empty. WEND_NO_MEMORY, or WEND_UNSOUND where walls cross after all. The same
/// for every runner of tasks [opt].
wend_result wend_boundary_make(wend_boundary *boundary, const wend_floor *floor, wend_box frame,
                               wend_tasks *tasks, const wend_allocator *allocator,
                               wend_error *error);
void wend_boundary_free(wend_boundary *boundary);
/// `to` is zeroed or an earlier copy. False: out of memory, `to` may be freed or copied to again.
bool wend_boundary_copy(wend_boundary *to, const wend_boundary *from,
                        const wend_allocator *allocator);

/// Adds a site, takes one out, or gives one another shape and place. Each applies whole or, when it
/// fails (WEND_UNSOUND with the place, WEND_STALE, WEND_NO_MEMORY), changes nothing but, perhaps,
/// the numbers of some elements.
wend_result wend_boundary_insert(wend_boundary *boundary, const wend_shape *shape, double radius,
                                 wend_id *id, wend_error *error);
wend_result wend_boundary_remove(wend_boundary *boundary, wend_id id, wend_error *error);
wend_result wend_boundary_move(wend_boundary *boundary, wend_id id, const wend_shape *shape,
                               double radius, wend_error *error);

/// Takes back everything since the last wend_boundary_settle: all numbers are again what they were.
/// Never fails. (Ids that were given out meanwhile are stale.)
void wend_boundary_undo(wend_boundary *boundary);

/// Forgets came and gone, and allows the numbers of those that are gone to be used again. Never
/// fails.
void wend_boundary_settle(wend_boundary *boundary);

/// Who stands for an element that may have gone: itself, if it is there, or that of the same point,
/// which has moved; else WEND_NO_ELEMENT. A hint: after several changes it may be somebody else's.
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

/// Where p lies, exactly: by the side or corner nearest to it. *element [opt] is that one.
wend_place wend_boundary_locate(const wend_boundary *boundary, wend_vec2 p, uint32_t *element);

/// The element nearest to p and its closest point, among those whose free side p is on; of equal
/// ones the first by coordinates. WEND_NO_ELEMENT: there is none within limit.
uint32_t wend_boundary_nearest(const wend_boundary *boundary, wend_vec2 p, double limit,
                               wend_vec2 *point, double *distance);

/// The shape of a site as it was given (agents: as rounded). Valid until the next edit.
wend_shape wend_boundary_shape(const wend_boundary *boundary, const wend_site *site);

/// WEND_OK if elements, joints, links, nodes and grid are as they should be.
wend_result wend_boundary_check(const wend_boundary *boundary, wend_error *error);

#endif
