// SPDX-License-Identifier: MIT
// Coherent groups: the shape of a group that never splits (A. Kamphuis and M. Overmars, "Motion
// Planning for Coherent Groups of Entities", 2003, §2).
//
// A group is enclosed by a shape of constant area: all points within half of its width of a curve,
// its spine. It is a rounded rectangle with the largest possible corner radius, half of the width,
// since no disc can occupy a corner. A straight spine gives the deformable box of Kamphuis and
// Overmars 2003, a spine of length 0 a disc, a spine with one bend the hinged box; a spine along a
// track has any number of bends. The radius of curvature of a spine is at least half of the width;
// by Guldin's rule the area is then
//
//     area = width * length of the spine + pi / 4 * width^2
//
// for every curvature: it stays exactly constant through every motion. A shape is clear of walls if
// and only if its spine keeps half of the width from them.
#ifndef WEND_GROUP_SHAPE_H
#define WEND_GROUP_SHAPE_H

#include "wend/floor.h"
#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- sizes --------------------------------------------------------------------------------------

/// Properties common to all shapes of a group.
typedef struct wend_group_size {
    double area; ///< symbol alpha [Units: m^2] [Limit: > 0]
    /// Minimum width of the shape. [Limit: > 0, up to wend_group_disc_width] [Units: m]
    double min_width;
} wend_group_size;

/// Returns the spine length of a shape with that width; 0 for widths beyond that of the disc.
/// [Units: m]
WEND_API double wend_group_spine(double area, double width);

/// Returns the width of a shape with that spine length. [Units: m]
WEND_API double wend_group_width(double area, double spine);

/// Returns the width of the disc of that area: the maximum width. [Units: m]
WEND_API double wend_group_disc_width(double area);

/// Computes a size for a number of entities. The area is that of their discs divided by `density`,
/// the fraction of the shape that they cover [Limit: 0 < density <= WEND_GROUP_DENSEST]. The
/// minimum width lets two of the largest discs pass each other with 10 % to spare, and all discs
/// fit into a shape of that width. For few discs or very different radii, which fit into no other
/// shape, it is the width of the disc. radii [count]. WEND_BAD_ARGUMENT for values outside their
/// limits. [Limit: count >= 1, radii > 0]
WEND_API wend_result wend_group_size_for(const double *radii, uint32_t count, double density,
                                         wend_group_size *size, wend_error *error);

/// Maximum density; beyond it, discs in a narrow shape cannot pass each other.
#define WEND_GROUP_DENSEST 0.5

/// Usual density.
#define WEND_GROUP_DENSITY 0.25

// ---- shapes -------------------------------------------------------------------------------------

/// A shape with a straight spine: a configuration (Kamphuis and Overmars 2003, §3.1).
typedef struct wend_group_pose {
    wend_vec2 centre;
    double angle; ///< direction of the spine; half a turn more is the same shape [Units: rad]
    double width; ///< [Units: m] [Limit: min_width of the size..wend_group_disc_width]
} wend_group_pose;

/// Maximum number of pieces that a shape owns: straight, bend, straight; or both ends of a longer
/// spine.
#define WEND_GROUP_PIECES 3

/// A shape: all points within half of the width of its spine. A spine of more pieces is a view of
/// the track of a plan: the shape is valid as long as that plan. Arcs turn by less than 180
/// degrees, with radius width / 2 or more.
typedef struct wend_group_shape {
    wend_path_piece spine[WEND_GROUP_PIECES]; ///< consecutive pieces, except those between
    uint32_t count;                           ///< [Limit: 1..WEND_GROUP_PIECES]
    double width;
    // Pieces of a track between the first piece and the others.
    uint32_t between_count;
    const wend_path_piece *between; ///< [between_count]
    const double *begins; ///< [between_count + 1] Where they begin and end on the track [Units: m]
} wend_group_shape;

/// Returns the number of pieces of the spine.
static inline uint32_t wend_group_shape_pieces(const wend_group_shape *shape)
{
    return shape->count + shape->between_count;
}

/// Returns a piece of the spine. [Limit: index < wend_group_shape_pieces]
static inline const wend_path_piece *wend_group_shape_piece(const wend_group_shape *shape,
                                                            uint32_t index)
{
    if (index == 0)
        return &shape->spine[0];
    return index <= shape->between_count ? &shape->between[index - 1]
                                         : &shape->spine[index - shape->between_count];
}

/// Returns the shape of a pose with that area.
WEND_API wend_group_shape wend_group_shape_of(const wend_group_pose *pose, double area);

/// Returns its area by the rule above. [Units: m^2]
WEND_API double wend_group_shape_area(const wend_group_shape *shape);

/// Returns its bounding box.
WEND_API wend_box wend_group_shape_box(const wend_group_shape *shape);

/// Returns the depth of p in the shape: the distance to its border, negative outside. *nearest
/// [opt] is the point of the spine nearest to p. [Units: m]
WEND_API double wend_group_shape_depth(const wend_group_shape *shape, wend_vec2 p,
                                       wend_vec2 *nearest);

/// Convert between the plane and the frame of the shape: x is the arc length along the spine from
/// its middle (continued straight into the round caps), y the distance to the left of it. Points on
/// a line perpendicular to the spine share x. Used to carry entities along with a sliding shape.
WEND_API wend_vec2 wend_group_shape_to_local(const wend_group_shape *shape, wend_vec2 p);
WEND_API wend_vec2 wend_group_shape_from_local(const wend_group_shape *shape, wend_vec2 local);

/// Returns the distance between two shapes; 0 if they meet. [Units: m]
WEND_API double wend_group_shapes_distance(const wend_group_shape *a, const wend_group_shape *b);

/// Writes the outline, counter-clockwise, with arcs as chords that deviate by at most error
/// [Units: m]: at most capacity points, and their total number to *count. WEND_BUFFER_TOO_SMALL if
/// there are more.
WEND_API wend_result wend_group_shape_outline(const wend_group_shape *shape, double error,
                                              wend_vec2 *points, uint32_t capacity,
                                              uint32_t *count);

// ---- shapes and walls ---------------------------------------------------------------------------

/// Returns the distance of the shape from the nearest wall; negative: penetration depth. [Units: m]
/// - If its spine meets no wall: more than minus half of the width.
/// - If it does: the depth in the wall that it penetrates deepest, that is the distance it would
///   have to move, perpendicular to that wall or to the spine and away from the solid side, to be
///   clear of that wall. For bent shapes: minus half of the width.
/// - -INFINITY if its spine lies completely in an obstacle or outside the bounds.
/// *direction [opt] is a unit vector away from that wall, and *point [opt] is a point on the wall;
/// both are written unless the result is -INFINITY or limit.
/// `limit`: larger distances are returned as limit and not searched for. Exact except for rounding.
WEND_API double wend_group_shape_clearance(const wend_floor *floor, const wend_group_shape *shape,
                                           double limit, wend_vec2 *point, wend_vec2 *direction);

// ---- coherence ----------------------------------------------------------------------------------

/// Tests coherence (Kamphuis and Overmars 2003, Definition 2.2): does a shape of area alpha or less
/// enclose all discs? Straight shapes are searched exhaustively; if none fits, shapes with one bend
/// by a search that may miss some. *shape [opt] is an enclosing shape, or a small one if none was
/// found; *area [opt] is its area. If area is requested and the shape is straight, it is the
/// smallest straight one, within 0.1 %; otherwise any enclosing shape, which is faster. WEND_OK:
/// coherent. WEND_NOT_FOUND: not coherent. WEND_BAD_ARGUMENT for values outside their limits. Does
/// not allocate. Takes about 0.5 ms, plus 2 ms if bends are searched. radii [count].
/// [Limit: count >= 1, radii > 0, alpha > 0]
WEND_API wend_result wend_group_coherent(const wend_vec2 *positions, const double *radii,
                                         uint32_t count, double alpha, wend_group_shape *shape,
                                         double *area, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
