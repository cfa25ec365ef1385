// SPDX-License-Identifier: MIT
// Tracks and snakes: shapes with any number of bends.
//
// A track is a fixed chain of lines and arcs with continuous tangents. A shape on it is a window:
// its spine is the part from x - l / 2 to x + l / 2. Where all arcs under the window have at least
// half of its width as their radius, the rule for the area (wend/group_shape.h) holds exactly;
// where the track has a clearance of half of the width under the window, the shape is free. A snake
// is a motion of a window: knots (x, l), and linear motion between them.
//
// Clearance and self-contact are properties of the track, so a snake is proven free exactly and not
// by bisection: the track is divided into cells, and each must have room for the widest shape that
// ever covers a part of it.
#ifndef WEND_GROUP_TRACK_H
#define WEND_GROUP_TRACK_H

#include "core/array.h"
#include "wend/group_shape.h"

/// A window that covers less than this part of a cell does not need its room: this is far less than
/// the clearance of any plan.
#define WEND_GROUP_SAME_PLACE 1e-6

typedef wend_array(wend_path_piece) wend_group_pieces;

typedef struct wend_group_track {
    wend_group_pieces pieces;
    wend_array(double) begins; ///< one more than pieces; the last is the length
    double cell;               ///< maximum length of a cell [Units: m]
} wend_group_track;

typedef struct wend_group_knot {
    double along;  ///< distance from the first knot: moved and half of lengthened and shortened
    double middle; ///< x of the window
    double spine;  ///< its length l
} wend_group_knot;

typedef struct wend_group_snake {
    wend_group_track track;
    wend_array(wend_group_knot) knots;
    double area; ///< area that it was made for
} wend_group_snake;

/// Frees the memory of a snake, but not the snake.
void wend_group_snake_free(wend_group_snake *snake, const wend_allocator *allocator);

/// A copy. NULL: out of memory.
wend_group_snake *wend_group_snake_copy(const wend_group_snake *snake,
                                        const wend_allocator *allocator);
/// Destroys a copy. NULL is allowed.
void wend_group_snake_destroy(const wend_group_snake *snake, const wend_allocator *allocator);

// ---- pieces -------------------------------------------------------------------------------------

double wend_group_piece_length(const wend_path_piece *piece);
wend_path_piece wend_group_piece_reversed(const wend_path_piece *piece);

/// The part of a piece between two arc lengths; both may extend a little beyond it.
wend_path_piece wend_group_piece_part(const wend_path_piece *piece, double from, double to);

/// Its number of cells, and one of them.
uint32_t wend_group_piece_cells(double length, double cell);
wend_path_piece wend_group_piece_cell(const wend_path_piece *piece, double length, uint32_t index,
                                      uint32_t count);

// ---- tracks -------------------------------------------------------------------------------------

/// Computes `begins` from the pieces. False: out of memory.
bool wend_group_track_measure(wend_group_track *track, const wend_allocator *allocator);

static inline double wend_group_track_length(const wend_group_track *track)
{
    return track->begins.data[track->pieces.count];
}

/// The shape of that width whose spine is the window; a view of the track.
wend_group_shape wend_group_track_window(const wend_group_track *track, double from, double to,
                                         double width);

// ---- snakes -------------------------------------------------------------------------------------

/// The knot at distance `along`, interpolated.
wend_group_knot wend_group_snake_at(const wend_group_snake *snake, double along);

/// Half of the largest width of a shape of that area while, on its way between two knots, its end
/// is beyond `low` and its begin before `high`: it covers a part of the cell [low, high], or both
/// of them if high is less than low. 0: never.
double wend_group_knots_half_width(const wend_group_knot *from, const wend_group_knot *to,
                                   double area, double low, double high);

/// True if a shape touches itself somewhere on its way: two points of its spine, farther apart
/// along it than around the tightest bend, are closer than its width.
bool wend_group_snake_touches_itself(const wend_group_snake *snake);

#endif
