// SPDX-License-Identifier: MIT
// The search for a disc of any radius, on the cells of the one mesh.
//
// It has two ways. The first, by classes of paths, is quick and can tell nearly always where the
// disc is small beside the gaps (disc_class.c, disc_taut.c). Where it can't, the second one begins,
// which always can: it is told here.
//
// The shortest path of a disc's centre is made of straight lines and of arcs around corners, each
// at the radius from its corner. So a path is a chain of roots: a corner with the side on which it
// lies, or the start. From a root the centre leaves on a line that is tangent to the circle around
// the corner, sooner or later on its way around it.
//
// A window is a range of such lines, between a right and a left limit, that cross a row of sides of
// cells. It is always a superset of the lines on which the disc fits: it is cut only by what is
// true for every disc (a side is crossed at least a radius from its ends; a corner that has been
// passed is a radius away). A corner that a line of the window touches is a candidate for the next
// root. Candidates and the goal are checked when their turn comes, in the order of a lower bound
// on the whole length: the straight piece must keep a radius from all walls, wherever they are. If
// it does not, the corners in its way become candidates instead. So nothing that fits is lost,
// nothing that does not fit is returned, and the first goal whose turn comes is reached by the
// shortest path.
//
// In formulas: direction d, root centre c on side k (1 left, -1 right, 0 the start), radius r. The
// line leaves at c - k r left(d), and a point p lies at k r + cross(d, p - c) to its left.
#ifndef WEND_PLAN_DISC_H
#define WEND_PLAN_DISC_H

#include "plan/query.h"

#include <math.h>

typedef struct wend_disc_root {
    wend_vec2 centre; ///< a corner, or the start
    wend_vec2 in;     ///< the direction of arrival, of length 1; for the start towards the goal
    double length;    ///< of the path, up to where it touches the circle
    double turn;      ///< how far it can turn around the corner [Units: radians]
    double turned;    ///< windows have been made up to here
    uint32_t vertex;  ///< WEND_NONE: the start
    uint32_t parent;  ///< a root
    uint32_t cell;    ///< where it is after `turned`
    uint32_t next;    ///< another root at the same corner and side
    int side;
    bool open; ///< there is no wall within 2 r of the corner but its own
} wend_disc_root;

typedef enum wend_disc_kind {
    WEND_DISC_WINDOW, ///< lines that are about to cross a side
    WEND_DISC_CORNER, ///< a candidate for the next root
    WEND_DISC_GOAL,   ///< a straight way to the goal
    WEND_DISC_TURN,   ///< a root that can turn further
} wend_disc_kind;

/// What waits in the queue.
typedef struct wend_disc_node {
    wend_vec2 right, left; ///< a window's limits; of others `right` is the direction
    wend_vec2 end;         ///< of a goal: where it is
    double length;         ///< of a corner and a goal: the straight piece
    uint32_t root;
    uint32_t place; ///< of a window the side, in the ring of the cell that it enters; of a corner
                    ///< the vertex
    uint32_t cell;  ///< where the lines leave the root
    wend_disc_kind kind;
    int side; ///< of a corner
} wend_disc_node;

typedef struct wend_disc_entry {
    double key;
    uint32_t node;
} wend_disc_entry;

/// A corner in the way of a straight piece, and on which side of it.
typedef struct wend_disc_blocker {
    uint32_t vertex;
    int side;
} wend_disc_blocker;

/// A part of a line, without its ends.
typedef struct wend_stretch {
    double low, high;
} wend_stretch;

/// A side that a class of paths crosses, in the order of the way.
typedef struct wend_disc_gap {
    wend_vec2 left, right;
    uint32_t left_vertex, right_vertex;
    uint32_t entry;          ///< the side, in the ring of the cell behind it
    uint32_t before, behind; ///< the cells
} wend_disc_gap;

/// What the roots of a chain say of their turns before these are known: less than three quarters.
/// [Units: radians]
#define WEND_TAUT_TURN 3.0

/// Where a path ends: straight on from its last root, or at it.
typedef struct wend_disc_end {
    wend_vec2 direction, at;
    bool at_root;
} wend_disc_end;

typedef struct wend_disc_search {
    wend_array(wend_disc_root) roots;
    wend_array(wend_disc_node) nodes;
    wend_array(uint32_t) free_nodes;
    wend_array(wend_disc_entry) queue;
    wend_array(wend_disc_root) chain; ///< the roots of the path that is written down
    wend_array(wend_disc_blocker) blockers;
    wend_array(uint32_t) flood;    ///< cells, while something is looked at
    wend_array(wend_stretch) shut; ///< of a piece of the goal, while it is looked at
    wend_array(uint64_t) tried;    ///< a hash table: root, vertex and side of repaired candidates
    size_t tried_count;
    wend_array(uint32_t) first_root;  ///< [2 vertices] the roots at a corner and side
    wend_array(uint32_t) first_stamp; ///< [2 vertices] whether first_root is of this search
    wend_array(uint32_t) cell_stamp;  ///< [cells]
    uint32_t stamp, flood_stamp;
    wend_array(wend_goal_piece) goal; ///< where the disc fits
    uint32_t first_goal, last_goal;   ///< the least and greatest number of its cells (mesh->order)
    double slack;                     ///< lines are taken for touching this much too early
    double reach;                     ///< nearer to a wall the disc does not fit
    double noise;                     ///< directions are trusted to this much [Units: radians]
    double bound;                     ///< the key of the last entry taken
    uint32_t nearest;                 ///< the root with the least distance to the goal, so far
    double nearest_distance;
    bool failed; ///< out of memory

    // The search by classes (disc_class.c).
    bool by_classes;      ///< it is on, or has found the answer
    double point_length;  ///< of a point's shortest path; negative: not known yet
    double best;          ///< the length of the shortest path of a disc so far
    uint32_t class_count; ///< that were looked at
    uint32_t most_expansions;
    wend_array(wend_disc_gap) gaps; ///< of the class that is looked at
} wend_disc_search;

static inline double wend_cross(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

static inline double wend_dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline wend_vec2 wend_minus(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x - b.x, a.y - b.y};
}

/// a + t d
static inline wend_vec2 wend_ahead(wend_vec2 a, double t, wend_vec2 d)
{
    return (wend_vec2){a.x + t * d.x, a.y + t * d.y};
}

static inline wend_vec2 wend_left_of(wend_vec2 d)
{
    return (wend_vec2){-d.y, d.x};
}

static inline double wend_norm(wend_vec2 v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

/// How far p lies to the left of the line that leaves the root in direction d.
static inline double wend_line_side(const wend_disc_root *root, double radius, wend_vec2 d,
                                    wend_vec2 p)
{
    return root->side * radius + wend_cross(d, wend_minus(p, root->centre));
}

/// Where the line in direction d leaves the root (or arrives at it).
static inline wend_vec2 wend_leave(const wend_disc_root *root, double radius, wend_vec2 d)
{
    return wend_ahead(root->centre, -root->side * radius, wend_left_of(d));
}

/// The direction of the line from the root that has p at `offset` to its left, and the length to
/// the point next to p. False: there is none, p is too close.
bool wend_disc_touch(const wend_path_query *query, const wend_disc_root *root, wend_vec2 p,
                     double offset, wend_vec2 *direction, double *length);

/// How far the root has turned when it leaves in that direction. [Units: radians, >= 0]
double wend_disc_turned(const wend_disc_root *root, wend_vec2 direction);

/// True if the root would have to turn the other way to leave in that direction.
bool wend_disc_turns_back(const wend_disc_root *root, wend_vec2 direction, double noise);

/// The direction after a turn.
wend_vec2 wend_disc_direction(const wend_disc_root *root, double turn);

// ---- disc_search.c ------------------------------------------------------------------------------

/// Writes the chain of roots down as the query's path. False: out of memory.
bool wend_disc_write(wend_path_query *query, wend_disc_end end);

// ---- disc_class.c -------------------------------------------------------------------------------

/// Begins the search by classes. False: out of memory.
bool wend_class_begin(wend_path_query *query);

/// How it stands with it.
typedef enum wend_class_state {
    WEND_CLASS_FOUND,    ///< the shortest path is written down
    WEND_CLASS_NONE,     ///< there is no path
    WEND_CLASS_SPENT,    ///< the limit of expansions is reached
    WEND_CLASS_GIVEN_UP, ///< it can't tell
    WEND_CLASS_NO_MEMORY,
} wend_class_state;

/// Goes on until the query has had so many expansions.
wend_class_state wend_class_run(wend_path_query *query, uint32_t limit);

// ---- disc_taut.c --------------------------------------------------------------------------------

typedef enum wend_taut {
    WEND_TAUT_BEST,    ///< the taut path of the class is shorter than the best, and written down
    WEND_TAUT_WORSE,   ///< no path of the class is shorter, or there is none
    WEND_TAUT_UNKNOWN, ///< a wall is in the way that the class does not tell of; or no memory
} wend_taut;

/// Pulls a disc's path taut in the class of a point's path to a piece of the goal. The chain has
/// the corners that the point's path bends at, the gaps are the sides that it crosses.
wend_taut wend_disc_pull(wend_path_query *query, wend_goal_piece goal);

/// Writes down the path along the chain's corners as far as it is clear. False: out of memory.
bool wend_disc_pull_partly(wend_path_query *query);

// ---- disc_passage.c -----------------------------------------------------------------------------

/// False if a cell that the class passes through, from gap to gap, is too narrow for the disc.
bool wend_disc_passes(const wend_path_query *query);

// ---- disc_queue.c -------------------------------------------------------------------------------

/// Puts a copy of the node into the queue, at least at the bound of now. Memory that is out is
/// noted in failed.
void wend_disc_push(wend_path_query *query, double key, const wend_disc_node *node);
wend_disc_entry wend_disc_pop(wend_disc_search *search);
/// Notes that a candidate has been tried; false if it had been before.
bool wend_disc_try(wend_path_query *query, uint32_t root, uint32_t vertex, int side);
void wend_disc_forget(wend_disc_search *search);

/// Makes the search and its room for the query's mesh. False: out of memory.
bool wend_disc_reserve(wend_path_query *query);

// ---- disc_clear.c -------------------------------------------------------------------------------

/// True if the straight piece keeps the radius from all walls. Otherwise the corners in its way are
/// in blockers. *cell is a cell with the piece's start, and then one with its end.
bool wend_disc_clear(wend_path_query *query, wend_vec2 from, wend_vec2 direction, double length,
                     uint32_t *cell);

/// The corner nearest to the piece, if it was found just now not to be clear and that corner is in
/// its way, beside it and no wall nearer; else WEND_NONE.
wend_disc_blocker wend_disc_nearest(const wend_path_query *query, wend_vec2 from,
                                    wend_vec2 direction, double length);

/// How far a disc can turn around the root's corner until a wall other than the corner's own is in
/// the way, at most `turn`; *open: there is none at all.
double wend_disc_turn_limit(wend_path_query *query, const wend_disc_root *root, double turn,
                            bool *open);

/// The distance from p to the nearest wall, at most limit; cell holds p.
double wend_disc_clearance(wend_path_query *query, wend_vec2 p, uint32_t cell, double limit);

/// A flood of cells: begins with one, goes on while there are cells behind i in search->flood, each
/// once. False: out of memory.
bool wend_flood_begin(wend_path_query *query, uint32_t cell);
void wend_flood_add(wend_path_query *query, uint32_t cell);

/// A cell that p lies in or on; WEND_NONE: none is free.
uint32_t wend_disc_cell(const wend_mesh *mesh, wend_vec2 p);

// ---- disc_goal.c --------------------------------------------------------------------------------

/// A straight line on which a disc's centre may be or not.
typedef struct wend_disc_line {
    wend_vec2 from, direction; ///< direction has length 1
    double length;
    double reach; ///< it does not fit where a wall is nearer
} wend_disc_line;

typedef void wend_stretch_fn(void *context, wend_stretch shut);

/// Tells of every stretch of the line that a corner or wall is nearer to than reach; they overlap
/// and come in no order. The cell holds a place of the line.
void wend_disc_shut(wend_path_query *query, const wend_disc_line *line, uint32_t cell,
                    wend_stretch_fn *shut, void *context);

/// The reach for lines whose ends shall fit for sure: between the radius and the search's reach.
static inline double wend_disc_fit(const wend_path_query *query)
{
    return 0.5 * (query->disc->reach + query->asked_radius);
}

/// Fills the search's goal with the parts of the query's where the disc fits. WEND_NOTHING:
/// nowhere.
wend_result wend_disc_find_goal(wend_path_query *query, wend_error *error);

// ---- disc_window.c ------------------------------------------------------------------------------

/// What lines between two limits meet in a cell that they enter through its side `entry`
/// (WEND_NONE: they leave the root in this cell): candidates, goals, and windows at its other
/// sides.
void wend_disc_expand(wend_path_query *query, const wend_disc_node *window, uint32_t cell,
                      uint32_t entry);

/// A lower bound on the way from a point to the goal.
double wend_disc_to_goal(const wend_path_query *query, wend_vec2 p);

/// A candidate for the next root.
void wend_disc_offer_corner(wend_path_query *query, uint32_t root, uint32_t vertex, int side,
                            uint32_t cell);

// ---- disc_root.c --------------------------------------------------------------------------------

/// How far the disc can turn around the corner until it moves along one of the corner's own walls,
/// whose other end is *along (WEND_NONE: it can turn right around). Negative if it can't be here
/// because that wall is too near.
double wend_disc_own_turn(const wend_mesh *mesh, const wend_disc_root *root, double noise,
                          uint32_t *along);

/// Checks a candidate whose turn has come and makes it a root.
void wend_disc_arrive(wend_path_query *query, const wend_disc_node *node);
/// Makes windows for the next stretch of a root's turn.
void wend_disc_turn(wend_path_query *query, uint32_t root);
/// Offers the corners in the way of a piece from the root.
void wend_disc_repair(wend_path_query *query, uint32_t root);

#endif
