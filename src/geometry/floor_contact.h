// SPDX-License-Identifier: MIT
// What meets at one point of a floor, and whether it may.
#ifndef WEND_GEOMETRY_FLOOR_CONTACT_H
#define WEND_GEOMETRY_FLOOR_CONTACT_H

#include "geometry/floor.h"

/// How one ring passes a point: it comes from `from` and goes on to `to`, both on its walls next to
/// the point. At the end of a segment both are its other end, and for a point both are the point.
typedef struct wend_pass {
    uint32_t ring, shape;
    uint32_t wall;  ///< the one that starts at the point, or that has it inside
    bool at_vertex; ///< the point is a vertex of the ring
    bool solid;     ///< the ring has a solid: it is no segment and no point
    uint32_t party; ///< which of the parties it belongs to
    wend_vec2 from, to;
} wend_pass;

/// The passes of one shape at the point, and what a turn around the point knows of them.
typedef struct wend_party {
    uint32_t first, end; ///< its passes
    int free;            ///< how many of their free sides hold the present direction
    bool solid;          ///< none does: it is in the shape's solid
    uint32_t seen;       ///< the last direction with one of its walls
    uint32_t began;      ///< the pass whose free side began there, or WEND_NO_RING
    uint32_t ended;      ///< the same for one that ended
} wend_party;

/// A wall as seen from the point.
typedef struct wend_ray {
    wend_vec2 to;
    uint32_t pass;
    int free; ///< the free side of the pass begins here, counter-clockwise (+1), or ends (-1); or
              ///< it has free sides only (0)
} wend_ray;

/// All that is at one point, and room to think about it. Zeroed but for the first three, it is
/// ready; use it again and again.
typedef struct wend_contact {
    const wend_floor *floor;
    const uint8_t *unclear; ///< for each ring: not 0 if it is to be overlooked
    double gap;
    wend_vec2 at;
    uint32_t first;
    bool is_first;                ///< no vertex there is earlier than `first`
    wend_array(wend_pass) passes; ///< by ring, so those of a shape are together
    wend_array(uint32_t) near;    ///< walls that do not touch the point, but are less than gap away
    wend_array(wend_party) parties;
    wend_array(wend_ray) rays;
    wend_array(uint32_t) solids; ///< parties
    bool no_memory;
} wend_contact;

typedef enum wend_clash_kind {
    WEND_CLASH_CROSS,  ///< one goes from the outside of the other to its inside
    WEND_CLASH_INSIDE, ///< the first is inside the other here
    WEND_CLASH_SAME,   ///< they are equal here
    WEND_CLASH_HOLE,   ///< the free sides of two rings of one shape overlap, or share a wall
} wend_clash_kind;

/// Told of two passes that may not be at one point. Returns false to hear no more.
typedef bool wend_clash_fn(void *context, wend_clash_kind kind, const wend_pass *one,
                           const wend_pass *other);

/// Collects the rings that pass the point, and the walls closer to it than gap. If one of the rings
/// has an earlier vertex there than `first`, it may stop at that. False: out of memory.
bool wend_contact_gather(wend_contact *contact, wend_vec2 at, uint32_t first);

/// Reports every pair of shapes that clash at the point: solids that overlap next to it, a segment
/// that runs into a solid or along another segment, points that are equal, and holes that overlap.
/// False: out of memory.
bool wend_contact_clashes(wend_contact *contact, wend_clash_fn *clash, void *context);

/// True if the solid of the pass is in the direction of a point, or rather in the next direction
/// counter-clockwise, which no wall has.
bool wend_pass_is_solid_after(const wend_contact *contact, const wend_pass *pass,
                              wend_vec2 towards);

void wend_contact_free(wend_contact *contact);

#endif
