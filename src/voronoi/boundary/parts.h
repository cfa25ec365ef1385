// SPDX-License-Identifier: MIT
// Elementary changes of the border: elements, links, nodes, sites and walls. Each change is written
// to the log so that it can be undone.
#ifndef WEND_VORONOI_BOUNDARY_PARTS_H
#define WEND_VORONOI_BOUNDARY_PARTS_H

#include "geometry/points.h"
#include "voronoi/boundary/boundary.h"

#define WEND_NO_NODE  UINT32_MAX
#define WEND_NO_BLOCK UINT32_MAX

/// An unused node, which is in the list of free nodes.
#define WEND_NODE_IDLE 0x80000000u

// Functions that return bool: false means out of memory; nothing has changed.

// ---- elements -----------------------------------------------------------------------------------

/// Adds an element and returns its number. WEND_NO_ELEMENT: out of memory.
uint32_t wend_boundary_add(wend_boundary *boundary, const wend_element *element,
                           const wend_element_link *link);
bool wend_boundary_drop(wend_boundary *boundary, uint32_t number);
/// Replaces the link of an element.
bool wend_boundary_relink(wend_boundary *boundary, uint32_t number, const wend_element_link *link);

/// A new node without uses. WEND_NO_NODE: out of memory.
uint32_t wend_boundary_add_node(wend_boundary *boundary);
/// The node at a position; WEND_NO_NODE: no element starts or ends there.
uint32_t wend_boundary_node_at(const wend_boundary *boundary, wend_vec2 position);

// ---- sites and walls ----------------------------------------------------------------------------

bool wend_boundary_set_site(wend_boundary *boundary, uint32_t slot, const wend_site *site);
bool wend_boundary_set_wall(wend_boundary *boundary, uint32_t number,
                            const wend_boundary_wall *wall);

/// Capacity allocated for count items: a power of two. [Limit: count <= 2^31]
uint32_t wend_boundary_capacity(uint32_t count);
/// Allocates memory for a shape's points and walls; returns the first number. WEND_NO_BLOCK: out of
/// memory.
uint32_t wend_boundary_acquire_points(wend_boundary *boundary, uint32_t count);
uint32_t wend_boundary_acquire_ends(wend_boundary *boundary, uint32_t count);
void wend_boundary_release_blocks(wend_boundary *boundary, const wend_site *site);

static inline wend_segment wend_boundary_wall_segment(const wend_boundary *boundary, uint32_t wall)
{
    return (wend_segment){boundary->points.data[wall],
                          boundary->points.data[boundary->walls.data[wall].next]};
}

/// An element of the size of a wall or a point, for the quiet grid.
static inline wend_element wend_quiet_element(wend_vec2 p, wend_vec2 q)
{
    return (wend_element){.p = p, .q = q};
}

// ---- undo ---------------------------------------------------------------------------------------

/// Undoes log entries beyond a number of entries.
void wend_boundary_roll_back(wend_boundary *boundary, size_t entries);

// ---- geometry -----------------------------------------------------------------------------------

/// Bounding box of two points with a margin. (fmin and fmax are function calls.)
static inline wend_box wend_boundary_box(wend_vec2 p, wend_vec2 q, double far)
{
    return (wend_box){{(p.x < q.x ? p.x : q.x) - far, (p.y < q.y ? p.y : q.y) - far},
                      {(p.x < q.x ? q.x : p.x) + far, (p.y < q.y ? q.y : p.y) + far}};
}

static inline bool wend_boundary_box_contains(wend_box box, wend_vec2 p)
{
    return p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y;
}

/// Unit normal to the right of the direction from a to b. That from b to a is its exact opposite.
wend_vec2 wend_boundary_normal(wend_vec2 a, wend_vec2 b);

/// Number of parts into which a wall is cut, and their ends: `part` runs from 0, at a, to `parts`,
/// at b. The same bits in both directions.
uint32_t wend_boundary_part_count(const wend_boundary *boundary, wend_vec2 a, wend_vec2 b);
wend_vec2 wend_boundary_part_point(wend_vec2 a, wend_vec2 b, uint32_t part, uint32_t parts);

// ---- repair -------------------------------------------------------------------------------------

/// Notes a wall or a position for wend_boundary_repair.
bool wend_boundary_note_wall(wend_boundary *boundary, uint32_t wall);
bool wend_boundary_note_position(wend_boundary *boundary, wend_vec2 position);

/// Forgets all notes.
void wend_boundary_forget_notes(wend_boundary *boundary);

/// Starts a new mark, which no wall has.
void wend_boundary_next_mark(wend_boundary *boundary);

/// Updates the sides of all noted walls and the corners at all noted positions, and finds sites of
/// one point that are newly on a wall, or no longer.
wend_result wend_boundary_repair(wend_boundary *boundary, wend_error *error);
/// Its two halves.
wend_result wend_boundary_repair_wall(wend_boundary *boundary, uint32_t wall, wend_error *error);
wend_result wend_boundary_repair_position(wend_boundary *boundary, wend_vec2 position,
                                          wend_error *error);

/// Updates sites of one point: those noted as homeless, those that lay on removed elements and
/// those on new sides, both by the log from `since` on.
wend_result wend_boundary_update_points(wend_boundary *boundary, size_t since, wend_error *error);
/// Notes the lone points that lie on a side as homeless.
bool wend_boundary_note_points(wend_boundary *boundary, uint32_t side);
/// Updates one of them: hides it, or gives it an element.
wend_result wend_boundary_update_point(wend_boundary *boundary, uint32_t slot, wend_error *error);

/// True if p is exactly on a wall.
bool wend_boundary_on_wall(const wend_boundary *boundary, wend_vec2 p);

/// Calls visit for the walls that touch the cells of the segment from p to q, border walls and
/// quiet ones, possibly several times.
void wend_boundary_walls_along(const wend_boundary *boundary, wend_vec2 p, wend_vec2 q,
                               wend_grid_visit_fn *visit, void *context);

#endif
