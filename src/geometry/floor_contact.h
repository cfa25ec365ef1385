// SPDX-License-Identifier: MIT
// Contacts: the rings that meet at one point of a floor, and whether they are compatible.
#ifndef WEND_GEOMETRY_FLOOR_CONTACT_H
#define WEND_GEOMETRY_FLOOR_CONTACT_H

#include "geometry/floor.h"

/// Passage of one ring through a point: it comes from `from` and continues to `to`, both on its
/// walls next to the point. At the end of a segment both are its other end; for a point both are
/// the point.
typedef struct wend_pass {
    uint32_t ring, shape;
    uint32_t wall;  ///< the wall that starts at the point, or contains it
    bool at_vertex; ///< the point is a vertex of the ring
    bool solid;     ///< the ring has a solid: it is neither a segment nor a point
    uint32_t party; ///< its party
    wend_vec2 from, to;
} wend_pass;

/// The passes of one shape at the point, and the state of the rotation around it.
typedef struct wend_party {
    uint32_t first, end;     ///< its passes
    int free;                ///< number of free sides that contain the current direction
    bool solid;              ///< no free side does: inside the shape's solid
    uint32_t last_direction; ///< the last direction with one of its walls
    uint32_t began;          ///< the pass whose free side began there, or WEND_NO_RING
    uint32_t ended;          ///< the same for a free side that ended
} wend_party;

/// A wall as seen from the point.
typedef struct wend_ray {
    wend_vec2 to;
    uint32_t pass;
    int free; ///< +1: the free side of the pass begins here, counter-clockwise; -1: it ends; 0:
              ///< there are only free sides
} wend_ray;

/// Everything at one point, with scratch memory. Ready for use when zeroed, except the first three
/// members; reusable.
typedef struct wend_contact {
    const wend_floor *floor;
    const uint8_t *unclear; ///< per ring: not 0 if it is ignored
    double gap;
    wend_vec2 at;
    uint32_t first;
    bool is_first;                ///< no vertex there is earlier than `first`
    wend_array(wend_pass) passes; ///< by ring, so those of a shape are together
    wend_array(uint32_t) near;    ///< walls that do not touch the point but are closer than gap
    wend_array(wend_party) parties;
    wend_array(wend_ray) rays;
    wend_array(uint32_t) solids; ///< parties
    bool no_memory;
} wend_contact;

typedef enum wend_clash_kind {
    WEND_CLASH_CROSS,  ///< one leads from the outside of the other to its inside
    WEND_CLASH_INSIDE, ///< the first is inside the other here
    WEND_CLASH_SAME,   ///< they are equal here
    WEND_CLASH_HOLE,   ///< the free sides of two rings of one shape overlap, or share a wall
} wend_clash_kind;

/// Called for two passes that must not be at one point. Returns false to stop.
typedef bool wend_clash_fn(void *context, wend_clash_kind kind, const wend_pass *one,
                           const wend_pass *other);

/// Collects the rings that pass the point, and the walls closer to it than gap. May stop early if
/// one of the rings has a vertex there before `first`. False: out of memory.
bool wend_contact_gather(wend_contact *contact, wend_vec2 at, uint32_t first);

/// Reports every pair of conflicting shapes at the point: solids that overlap next to it, a segment
/// that runs into a solid or along another segment, equal points, and overlapping holes. False: out
/// of memory.
bool wend_contact_clashes(wend_contact *contact, wend_clash_fn *clash, void *context);

/// True if the solid of the pass lies in the direction of a point, rotated counter-clockwise by an
/// infinitesimal angle, so that no wall has it.
bool wend_pass_is_solid_after(const wend_contact *contact, const wend_pass *pass,
                              wend_vec2 towards);

void wend_contact_free(wend_contact *contact);

#endif
