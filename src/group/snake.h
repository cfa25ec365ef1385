// SPDX-License-Identifier: MIT
// Search of a snake, a plan on one track (track.h), between two shapes.
//
// The shortest path of a disc of radius r consists of lines, and arcs of at least that radius, and
// keeps that distance from all walls: it is a track for shapes up to 2 r wide. A track is a chain
// from the start to the goal, and a chain at each end, a tail, for shapes that are longer than what
// leads there. A snake on it is searched in one dimension (snake_climb.c): no samples. In a
// corridor of at least the minimum width it is therefore found whatever the bends. The rooms at
// both ends must hold the shape while it is wider than the corridor: that is what tails are for,
// and coils through the room (snake_coil.h).
#ifndef WEND_GROUP_SNAKE_H
#define WEND_GROUP_SNAKE_H

#include "group/motion.h"
#include "wend/path.h"
#include "wend/random.h"

/// A cell of a chain: a part of a piece, and half of the maximum width of shapes that cover it.
typedef struct wend_snake_cell {
    double length, room;
} wend_snake_cell;

/// Consecutive pieces of a track, divided into cells.
typedef struct wend_snake_chain {
    wend_group_pieces pieces;
    wend_array(wend_snake_cell) cells;
} wend_snake_chain;

/// A turn around a circle; radius 0: a point.
typedef struct wend_snake_turn {
    wend_vec2 centre;
    double radius;
    int sense; ///< 1: counter-clockwise, -1: clockwise
} wend_snake_turn;

/// One end of a search.
typedef struct wend_snake_end {
    wend_group_shape shape; ///< the start or the goal
    wend_snake_chain own;   ///< from behind the shape to where the track begins to turn
    wend_snake_chain tail;  ///< from there outwards
    wend_vec2 head;         ///< the end of `own`
    wend_vec2 ahead;        ///< direction there; {0, 0}: any
    double radius;          ///< of the turn there
    double width, spine;    ///< of the shape
    bool by_start;          ///< the track leaves the spine by its start
    double left;            ///< how far from the begin of the track it leaves at once
    double lag;             ///< and relative to the length that the spine gains; 0: nothing
} wend_snake_end;

/// Shape of a track at one end, at random: a group that has to become long in a room needs bends
/// there.
enum { WEND_SNAKE_BENDS = 5 };
typedef struct wend_snake_bend {
    double straight; ///< before it: fraction of what is possible
    double turn;     ///< angle, counter-clockwise > 0 [Units: rad]
    double radius;
} wend_snake_bend;

typedef struct wend_snake_tail {
    bool directed;         ///< the track has a direction at a round shape
    double heading;        ///< that direction [Units: rad]
    wend_snake_bend front; ///< towards the path: its turn is what the path requires
    wend_snake_bend bends[WEND_SNAKE_BENDS];
    uint32_t count;
} wend_snake_tail;

/// What all parts of a search share.
typedef struct wend_snake_site {
    wend_group_walls *walls;
    double area, disc, min_width;
    double slack; ///< clearance beyond half of the width
    double cell;  ///< maximum length of a cell
    const wend_allocator *allocator;
} wend_snake_site;

void wend_snake_chain_free(wend_snake_chain *chain, const wend_allocator *allocator);

// ---- snake_chain.c ------------------------------------------------------------------------------

/// Adds a line, or an arc in parts of at most 90 degrees. False: out of memory.
bool wend_snake_add_line(const wend_snake_site *site, wend_group_pieces *pieces, wend_vec2 a,
                         wend_vec2 b);
bool wend_snake_add_arc(const wend_snake_site *site, wend_group_pieces *pieces, wend_vec2 centre,
                        wend_vec2 a, wend_vec2 b, int sense);

/// Lays lines and arcs from turn to turn, starting at a point of the first and ending at one of the
/// last. Runs of short arcs are merged where that moves no point by more than `merge`.
/// WEND_NOT_FOUND: the turns do not connect. WEND_OUT_OF_MEMORY.
wend_result wend_snake_lay(const wend_snake_site *site, const wend_snake_turn *turns,
                           uint32_t count, wend_vec2 from, wend_vec2 to, double merge,
                           wend_snake_chain *chain);

/// Computes the cells of a chain's pieces. False: out of memory.
bool wend_snake_measure(const wend_snake_site *site, wend_snake_chain *chain);

// ---- snake_tail.c -------------------------------------------------------------------------------

void wend_snake_end_free(wend_snake_end *end, const wend_allocator *allocator);

/// Sets where the track leaves a shape: by the end of its spine or by the start, or anywhere if it
/// is round. False: out of memory.
bool wend_snake_set_end(const wend_snake_site *site, const wend_group_shape *shape, bool by_start,
                        wend_snake_end *end);

/// Sets the direction of the track at an end, and its way to where it turns. False: out of memory.
bool wend_snake_set_front(const wend_snake_site *site, const wend_snake_tail *tail,
                          wend_snake_end *end);

/// Lays the tail of an end from a point outwards. WEND_NOT_FOUND: there is no room for it.
wend_result wend_snake_set_tail(const wend_snake_site *site, const wend_snake_tail *tail,
                                wend_vec2 from, wend_vec2 outwards, wend_snake_end *end);

/// A random change of a tail.
wend_snake_tail wend_snake_tail_changed(const wend_snake_site *site, const wend_snake_tail *tail,
                                        wend_random *random);

// ---- snake_climb.c ------------------------------------------------------------------------------

/// A track as a list of cells.
typedef struct wend_snake_lane {
    wend_array(double) ends; ///< one more than cells
    wend_array(double) rooms;
} wend_snake_lane;

/// Widths in descending order, from the disc to the minimum, with those of both ends.
enum { WEND_SNAKE_LEVELS = 384, WEND_SNAKE_WIDTHS = WEND_SNAKE_LEVELS + 2 };
typedef struct wend_snake_level {
    double half, spine; ///< half of the width, length of the spine
} wend_snake_level;

/// The range of cells, at each level, in which a window can move that narrows from one end.
typedef struct wend_snake_run {
    uint32_t low, high;
} wend_snake_run;

typedef struct wend_snake_climb {
    uint32_t bottom, top; ///< levels reached; top < bottom: not even the start
    double middle;        ///< of the window at the bottom
    double left, lag;     ///< of the end, seen from there
    double spine;
    bool from_high; ///< the end is that of the last cell
    wend_snake_run runs[WEND_SNAKE_WIDTHS];
} wend_snake_climb;

uint32_t wend_snake_levels(const wend_snake_site *site, const wend_snake_end ends[2],
                           wend_snake_level levels[WEND_SNAKE_WIDTHS]);

void wend_snake_lane_free(wend_snake_lane *lane, const wend_allocator *allocator);

/// Appends the cells of a chain. False: out of memory.
bool wend_snake_lane_add(wend_snake_lane *lane, const wend_snake_chain *chain, bool reversed,
                         const wend_allocator *allocator);

/// How narrow a window at an end can become, and where it can be.
void wend_snake_climb_from(const wend_snake_lane *lane, const wend_snake_level *levels,
                           uint32_t level_count, double width, double middle,
                           wend_snake_climb *climb);

/// The knots of the snake between two climbs. WEND_NOT_FOUND: they do not meet.
wend_result wend_snake_join(const wend_snake_site *site, const wend_snake_lane *lane,
                            const wend_snake_level *levels, const wend_snake_climb climbs[2],
                            wend_group_snake *snake);

// ---- snake_lay.c --------------------------------------------------------------------------------

/// Tracks keep this from walls, beyond half of their width; and may lose one half of it where short
/// arcs are merged. [Units: minimum widths]
#define WEND_SNAKE_TRACK_SLACK 0.02

/// A search.
typedef struct wend_snake_search {
    wend_snake_site site;
    wend_path_query *paths;
    const wend_mesh *mesh;
    wend_group_shape given[2]; ///< the start and the goal
    bool by_start[2];          ///< their spines are left by the start
    wend_snake_end ends[2];    ///< as they are left at present
    wend_snake_level levels[WEND_SNAKE_WIDTHS];
    uint32_t level_count;
    double widest;    ///< no wider disc gets through
    uint32_t tries;   ///< of bends at each end
    uint32_t efforts; ///< for coils
    // A track. The first and the last turn of its path are those at the ends.
    wend_array(wend_snake_turn) turns;
    double track_width;
    wend_snake_chain main;
    wend_snake_lane lane;
    wend_snake_climb climbs[2];
    // The best plan so far.
    wend_group_snake *best;
    double best_length, best_path; ///< INFINITY: none
    wend_group_snake now;
} wend_snake_search;

/// Searches the path of a disc from head to head.
wend_result wend_snake_find_path(wend_snake_search *s, double width, wend_path *path);

/// Lists the turns of a path. False: out of memory.
bool wend_snake_set_turns(wend_snake_search *s, const wend_path *path, double width);

/// Lays the main part of the track along the path, from head to head.
wend_result wend_snake_lay_main(wend_snake_search *s);

/// Lays the tail of an end.
wend_result wend_snake_lay_tail(wend_snake_search *s, int which, const wend_snake_tail *tail);

/// Restores an end to what it is without a tail. False: out of memory.
bool wend_snake_reset_end(wend_snake_search *s, int which);

/// Drops what is farther from an end than it can reach.
void wend_snake_cut_main(wend_snake_search *s, int which);

/// The whole track as a list of cells, and as the track of the snake `now`. False: out of memory.
bool wend_snake_set_lane(wend_snake_search *s);
bool wend_snake_set_track(wend_snake_search *s);

/// Sets the climb of an end.
void wend_snake_climb_end(wend_snake_search *s, int which);

/// The motion from the start to the begin of a snake, or from its end to the goal. False: none is
/// needed.
bool wend_snake_approach(const wend_group_snake *snake, const wend_group_shape *shape,
                         bool arriving, wend_group_motion *motion);

// ---- snake_ends.c -------------------------------------------------------------------------------

/// With fewer tries there are no coils; otherwise they are searched with some or more effort.
enum { WEND_SNAKE_COIL_TRIES = 200, WEND_SNAKE_EFFORTS = 2 };

/// The first level at which a shape passes the narrowest place of the track.
uint32_t wend_snake_track_level(const wend_snake_search *s);

/// Where a street begins, seen from an end with a straight tail. [Limit: the lane and the track are
/// set]
wend_vec2 wend_snake_door(const wend_snake_search *s, int which);

/// Searches a coil at an end on which the shape gets through the track; it leads to the door.
wend_result wend_snake_coil_end(wend_snake_search *s, int which, wend_vec2 door);

/// Searches bends at an end that let the shape become as narrow as possible: random changes are
/// kept if they are no worse.
wend_result wend_snake_bend_end(wend_snake_search *s, int which);

// ---- snake.c ------------------------------------------------------------------------------------

/// Searches a snake between two shapes of the same area that are free of walls. `slack` is as for
/// wend_group_motion_is_free. `widest` is an upper bound of the width of discs that get through;
/// the closer, the faster. Where a straight tail is too short, other ends of the track are tried
/// that often. WEND_OK: motions [count] are those along *snake, which the caller frees, and before
/// and after it where a disc bends to get on the track.
/// WEND_NOT_FOUND, WEND_OUT_OF_MEMORY.
wend_result wend_group_snake_find(wend_path_query *paths, const wend_mesh *mesh,
                                  wend_group_walls *walls, wend_group_size size, double area,
                                  const wend_group_shape *from, const wend_group_shape *to,
                                  double slack, double widest, uint32_t tries,
                                  const wend_allocator *allocator, wend_group_snake *snake,
                                  wend_group_motion motions[3], uint32_t *count);

#endif
