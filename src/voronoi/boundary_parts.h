// SPDX-License-Identifier: MIT
// What the border is changed with: elements, links, nodes, sites and walls, one at a time, each
// change written into the log so that it can be taken back.
#ifndef WEND_VORONOI_BOUNDARY_PARTS_H
#define WEND_VORONOI_BOUNDARY_PARTS_H

#include "geometry/points.h"
#include "voronoi/boundary.h"

#define WEND_NO_NODE UINT32_MAX
#define WEND_NO_ROOM UINT32_MAX

/// A node that nobody uses, and that is in the list of those.
#define WEND_NODE_IDLE 0x80000000u

// Functions that return bool: false means out of memory, and that they changed nothing.

// ---- elements -----------------------------------------------------------------------------------

/// Adds an element; its number is the return value's. WEND_NO_ELEMENT: out of memory.
uint32_t wend_boundary_add(wend_boundary *boundary, const wend_element *element,
                           const wend_element_link *link);
bool wend_boundary_drop(wend_boundary *boundary, uint32_t number);
/// Another link for an element that stays.
bool wend_boundary_relink(wend_boundary *boundary, uint32_t number, const wend_element_link *link);

/// A new node, with no uses yet. WEND_NO_NODE: out of memory.
uint32_t wend_boundary_add_node(wend_boundary *boundary);
/// The node at a place; WEND_NO_NODE: no element starts or ends there.
uint32_t wend_boundary_node_at(const wend_boundary *boundary, wend_vec2 place);

// ---- sites and walls ----------------------------------------------------------------------------

bool wend_boundary_set_site(wend_boundary *boundary, uint32_t slot, const wend_site *site);
bool wend_boundary_set_wall(wend_boundary *boundary, uint32_t number,
                            const wend_boundary_wall *wall);

/// The room that is taken for so many: a power of two. [Limit: count <= 2^31]
uint32_t wend_boundary_room(uint32_t count);
/// Room for a shape's points and walls; the number of the first. WEND_NO_ROOM: out of memory.
uint32_t wend_boundary_take_points(wend_boundary *boundary, uint32_t count);
uint32_t wend_boundary_take_ends(wend_boundary *boundary, uint32_t count);
void wend_boundary_give_room(wend_boundary *boundary, const wend_site *site);

static inline wend_segment wend_boundary_wall_segment(const wend_boundary *boundary, uint32_t wall)
{
    return (wend_segment){boundary->points.data[wall],
                          boundary->points.data[boundary->walls.data[wall].next]};
}

/// An element as large as a wall or a point, as the quiet grid wants it.
static inline wend_element wend_quiet_element(wend_vec2 p, wend_vec2 q)
{
    return (wend_element){.p = p, .q = q};
}

// ---- taking back --------------------------------------------------------------------------------

/// Takes back what is in the log beyond a number of entries.
void wend_boundary_roll_back(wend_boundary *boundary, size_t entries);

// ---- geometry -----------------------------------------------------------------------------------

/// The box around two points, and as much further. (fmin and fmax are calls, this is not.)
static inline wend_box wend_boundary_box(wend_vec2 p, wend_vec2 q, double far)
{
    return (wend_box){{(p.x < q.x ? p.x : q.x) - far, (p.y < q.y ? p.y : q.y) - far},
                      {(p.x < q.x ? q.x : p.x) + far, (p.y < q.y ? q.y : p.y) + far}};
}

static inline bool wend_boundary_box_holds(wend_box box, wend_vec2 p)
{
    return p.x >= box.min.x && p.x <= box.max.x && p.y >= box.min.y && p.y <= box.max.y;
}

/// The unit normal to the right of the way from a to b. That from b to a is its opposite, to the
/// bit.
wend_vec2 wend_boundary_normal(wend_vec2 a, wend_vec2 b);

/// Into how many parts a stretch of wall is cut, and where: `part` runs from 0, at a, to `parts`,
/// at b. The same bits in both directions.
uint32_t wend_boundary_part_count(const wend_boundary *boundary, wend_vec2 a, wend_vec2 b);
wend_vec2 wend_boundary_part_point(wend_vec2 a, wend_vec2 b, uint32_t part, uint32_t parts);

// ---- making it good -----------------------------------------------------------------------------

/// Notes a wall or a place to be looked at by wend_boundary_repair.
bool wend_boundary_note_wall(wend_boundary *boundary, uint32_t wall);
bool wend_boundary_note_place(wend_boundary *boundary, wend_vec2 place);

/// Forgets all notes.
void wend_boundary_forget_notes(wend_boundary *boundary);

/// A mark that no wall has.
void wend_boundary_next_mark(wend_boundary *boundary);

/// Makes the sides of all noted walls and the corners at all noted places what they should be, and
/// finds sites of one point that are on a wall now, or no longer.
wend_result wend_boundary_repair(wend_boundary *boundary, wend_error *error);
/// Its two halves.
wend_result wend_boundary_repair_wall(wend_boundary *boundary, uint32_t wall, wend_error *error);
wend_result wend_boundary_repair_place(wend_boundary *boundary, wend_vec2 place, wend_error *error);

/// Sites of one point: those noted as homeless, those that lay on elements that are gone and those
/// that are on new sides, both by the log from `since` on.
wend_result wend_boundary_place_points(wend_boundary *boundary, size_t since, wend_error *error);
/// Notes the lone points that lie on a side as homeless.
bool wend_boundary_note_points(wend_boundary *boundary, uint32_t side);
/// One of them: hides it, or gives it an element.
wend_result wend_boundary_place_point(wend_boundary *boundary, uint32_t slot, wend_error *error);

/// True if p is exactly on a wall.
bool wend_boundary_on_wall(const wend_boundary *boundary, wend_vec2 p);

/// Calls visit for the walls that touch the cells of the segment from p to q, some of them several
/// times; border walls and quiet ones.
void wend_boundary_walls_along(const wend_boundary *boundary, wend_vec2 p, wend_vec2 q,
                               wend_grid_visit_fn *visit, void *context);

#endif
