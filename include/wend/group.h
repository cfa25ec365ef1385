// SPDX-License-Identifier: MIT
// Groups that stay together: the shape of a group ("Motion Planning for Coherent Groups of
// Entities", Kamphuis and Overmars 2003, section 2).
//
// A group is held by a shape of constant area. Here it is everything within half of its width of a
// line, its spine: a rounded rectangle whose corners are as round as they can be (their radius is
// half of the width), since nobody ever stands in a corner. A straight spine makes the document's
// box, one of length 0 a disc, one with a bend in it the hinged box. A spine may bend no tighter
// than half of the width; then, as Guldin's rule says, the area is
//
//     area = width * length of the spine + pi / 4 * width^2
//
// whatever the bends: it stays constant through every hinge, exactly. And a shape is free of walls
// if and only if its spine keeps half of the width from them.
#ifndef WEND_GROUP_H
#define WEND_GROUP_H

#include "wend/floor.h"
#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- sizes --------------------------------------------------------------------------------------

/// What all shapes of a group have in common.
typedef struct wend_group_size {
    double area;        ///< alpha [Units: m^2] [Limit: > 0]
    double least_width; ///< of the shape [Units: m] [Limit: > 0, up to wend_group_disc_width]
} wend_group_size;

/// The length of the spine of a shape that wide; 0 for those wider than a disc.
WEND_API double wend_group_spine(double area, double width);

/// The width of a shape whose spine is that long.
WEND_API double wend_group_width(double area, double spine);

/// The width of the shape that is a disc: the greatest.
WEND_API double wend_group_disc_width(double area);

/// A size for so many entities. The area is that of their discs over `density`, the part of the
/// shape that they cover [Limit: 0 < density <= WEND_GROUP_DENSEST]. The least width lets two of
/// the largest pass each other with a tenth to spare, and all of them stand in a shape that narrow;
/// for a few of them or very different ones, which don't fit in any other, it is a disc's. radii
/// [count]. WEND_BAD_ARGUMENT for values beyond their limits. [Limit: count >= 1, radii > 0]
WEND_API wend_result wend_group_size_for(const double *radii, uint32_t count, double density,
                                         wend_group_size *size, wend_error *error);

/// Denser than this, discs in a narrow shape can't move past each other.
#define WEND_GROUP_DENSEST 0.5

/// ... and what is usual.
#define WEND_GROUP_DENSITY 0.25

// ---- shapes -------------------------------------------------------------------------------------

/// A shape with a straight spine: a configuration (section 3.1).
typedef struct wend_group_pose {
    wend_vec2 centre;
    double angle; ///< of the spine; half a turn more is the same shape [Units: rad]
    double width; ///< [Limit: the size's least_width..wend_group_disc_width]
} wend_group_pose;

/// The most pieces that a spine is made of: straight, bend, straight.
#define WEND_GROUP_PIECES 3

/// A shape: everything within half of the width of its spine.
typedef struct wend_group_shape {
    wend_path_piece spine[WEND_GROUP_PIECES]; ///< one after the other; arcs turn by less than 180
                                              ///< degrees at radius width / 2 or more
    uint32_t count;                           ///< [Limit: 1..WEND_GROUP_PIECES]
    double width;
} wend_group_shape;

/// The shape of a pose, of that area.
WEND_API wend_group_shape wend_group_shape_of(const wend_group_pose *pose, double area);

/// Its area, by the rule above.
WEND_API double wend_group_shape_area(const wend_group_shape *shape);

WEND_API wend_box wend_group_shape_box(const wend_group_shape *shape);

/// How deep in the shape p is: the distance to its border; negative outside. *nearest [opt] is the
/// point of the spine that is nearest to p.
WEND_API double wend_group_shape_depth(const wend_group_shape *shape, wend_vec2 p,
                                       wend_vec2 *nearest);

/// A place of the shape in its own frame: so far along the spine from its middle (beyond its ends
/// in the round caps), and so far to the left of it; and back. Places on one straight line across
/// the spine have one `along`. (field, guides: carrying entities along with a shape that slides.)
WEND_API wend_vec2 wend_group_shape_local(const wend_group_shape *shape, wend_vec2 p);
WEND_API wend_vec2 wend_group_shape_place(const wend_group_shape *shape, wend_vec2 local);

/// The distance between two shapes; 0 if they meet.
WEND_API double wend_group_shapes_distance(const wend_group_shape *a, const wend_group_shape *b);

/// Its outline, counter-clockwise, arcs as chords that are off by at most error. Writes at most
/// capacity points and their whole number to *count; WEND_BUFFER_TOO_SMALL if there were more.
WEND_API wend_result wend_group_shape_outline(const wend_group_shape *shape, double error,
                                              wend_vec2 *points, uint32_t capacity,
                                              uint32_t *count);

// ---- shapes and walls ---------------------------------------------------------------------------

/// How far the shape is from the nearest wall; negative: how deep it is in it.
/// - Its spine meets no wall: more than minus half of the width.
/// - It does: how deep it is in the wall that it is deepest in, that is by how much it would have
///   to move, square to that wall or to the spine and not into its solid, to be clear of that wall.
///   For bent shapes: minus half of the width.
/// - -INFINITY if its spine lies in an obstacle or outside of the bounds altogether.
/// *direction [opt] is of length 1 and leads away from that wall, which *point [opt] is on; both
/// are written unless the answer is -INFINITY or limit.
/// `limit`: anything that is farther counts as that far, and is not looked for. Exact but for
/// rounding.
WEND_API double wend_group_shape_clearance(const wend_floor *floor, const wend_group_shape *shape,
                                           double limit, wend_vec2 *point, wend_vec2 *direction);

// ---- coherence ----------------------------------------------------------------------------------

/// Definition 2.2: is there a shape of area alpha or less that holds all discs? Straight ones are
/// searched through; if none of them does, those with one bend by a search that may miss some.
/// *shape [opt] is one that does, or a small one if none was found; *area [opt] is its area. If
/// area is asked for and the shape is straight, it is the smallest straight one, within one part in
/// a thousand; else any that does will do, which is quicker. WEND_OK: coherent. WEND_NOTHING: not.
/// WEND_BAD_ARGUMENT for values beyond their limits. Takes no memory, and about 0.5 ms, 2 ms more
/// if a bend is looked for. radii [count]. [Limit: count >= 1, radii > 0, alpha > 0]
WEND_API wend_result wend_group_coherent(const wend_vec2 *places, const double *radii,
                                         uint32_t count, double alpha, wend_group_shape *shape,
                                         double *area, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
