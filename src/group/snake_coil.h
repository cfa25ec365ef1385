// SPDX-License-Identifier: MIT
// Coils: tracks through a room (snake_coil.c), and how they begin (snake_root.c).
#ifndef WEND_GROUP_SNAKE_COIL_H
#define WEND_GROUP_SNAKE_COIL_H

#include "group/snake.h"

#define WEND_SNAKE_NO_NODE UINT32_MAX

/// Ways of leaving track behind.
enum { WEND_SNAKE_WAYS = 3 };

/// How a coil begins.
typedef struct wend_snake_root {
    wend_vec2 from, outwards; ///< where the track goes on behind the shape
    uint32_t arm, arm_count;  ///< that part of it
    bool leaves;              ///< that part is left before the shape is much longer
    double lag;               ///< length left behind, relative to that by which it lengthens
    uint32_t way, kind;       ///< number of that, and with that of the arm
    wend_group_shape shape;   ///< that it leaves
    bool by_start;
    double fronts[WEND_SNAKE_WIDTHS]; ///< how far the shape must get before it has each width
} wend_snake_root;

/// A track that ends with this piece.
typedef struct wend_snake_node {
    wend_path_piece piece;
    wend_vec2 ahead;    ///< direction at its end
    double along;       ///< its end, from the begin of the shape
    double room;        ///< clearance of the piece
    double half, until; ///< behind a shape: of its first width, and its end where it is left
    double ease;        ///< clearance beyond what is needed
    double waste;       ///< area between the track and what is beside it
    uint32_t before;    ///< the track without the piece
    uint32_t root;
    uint32_t order; ///< in its layer, as grown
    bool is_kept;   ///< in its layer
    bool is_own;    ///< of the spine of the shape
} wend_snake_node;

/// Tracks through a room: a beam search.
typedef struct wend_snake_coil {
    const wend_snake_level *levels;
    uint32_t first_level, last_level;
    uint32_t effort, beam, layer;
    bool from_arcs; ///< it begins at arcs
    double along;   ///< length of the tracks of the last layer, which begins at node `first`
    uint32_t first;
    wend_array(wend_snake_root) roots;
    wend_array(wend_snake_node) nodes;
    wend_array(wend_snake_node) grown;
    wend_array(wend_snake_node) behind; ///< parts behind the shape
    wend_array(uint64_t) cells;
} wend_snake_coil;

void wend_snake_coil_free(wend_snake_coil *coil, const wend_allocator *allocator);

/// Begins the search of tracks from an end on which a shape becomes as narrow as the last level.
/// A disc becomes an arc of width `arc` first, if that is not 0. At most `beam` tracks are kept.
/// False: out of memory.
bool wend_snake_coil_begin(const wend_snake_site *site, const wend_snake_level *levels,
                           uint32_t last_level, const wend_snake_end *end, double arc,
                           uint32_t effort, wend_snake_coil *coil);

/// Keeps the best of the tracks that were grown as the next layer. False: out of memory.
bool wend_snake_coil_keep(const wend_snake_site *site, wend_snake_coil *coil);

/// Lengthens all tracks by a step. WEND_NOT_FOUND: there are none left, WEND_OUT_OF_MEMORY.
wend_result wend_snake_coil_grow(const wend_snake_site *site, wend_snake_coil *coil);

/// True if it seems that a track can go on straight to that point and is long enough there.
bool wend_snake_coil_reaches(const wend_snake_site *site, const wend_snake_coil *coil,
                             uint32_t last, wend_vec2 door);

/// Adds a track to an end, which it leaves where the track ends. False: out of memory.
bool wend_snake_coil_lay(const wend_snake_site *site, const wend_snake_coil *coil, uint32_t last,
                         wend_snake_end *end);

// ---- snake_root.c -------------------------------------------------------------------------------

/// Numbers of what is tried.
typedef struct wend_snake_effort {
    uint32_t headings; ///< directions in which a round shape is left, or of arcs
    uint32_t places;   ///< of a disc: in the middle, and to the sides
    uint32_t arms;     ///< tracks behind a shape
    uint32_t radii;    ///< of arcs
    uint32_t ways;     ///< of leaving track behind
    uint32_t beam;     ///< tracks that are kept
} wend_snake_effort;
extern const wend_snake_effort wend_snake_efforts[WEND_SNAKE_EFFORTS];

/// Length of the first steps, and radius of the sharpest turns. [Units: half widths]
#define WEND_SNAKE_FIRST_STEP 0.15
#define WEND_SNAKE_TIGHT      1.02

/// A line or an arc from a point. Radius INFINITY: a line; sense: 1 or -1.
wend_path_piece wend_snake_piece_from(wend_vec2 at, wend_vec2 ahead, double radius, int sense,
                                      double length, wend_vec2 *end_ahead);

/// Half of the maximum width of shapes that cover a piece, at most `most`.
double wend_snake_room(const wend_snake_site *site, const wend_path_piece *piece, double radius,
                       double most);

/// The width that a track needs room for from that distance on.
const wend_snake_level *wend_snake_need(const wend_snake_coil *coil, const wend_snake_root *root,
                                        double along);

#endif
