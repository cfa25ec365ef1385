// SPDX-License-Identifier: MIT
// Along the edges of the Voronoi diagram, with the available width: deterministic sampling.
//
// During a query, points are laid along the path on the diagram between its start and its goal,
// first with a large spacing and then closer; after that along all edges. At each point the shape
// lies along the edge, as wide as the walls permit: the straight line through the point is followed
// in both directions as far as a disc of half that width can move, and the first width is taken
// whose spine fits; its middle is as near to the point as possible. Closer points also get poses
// that the first passes may have missed: the shape at both ends of the line, as narrow as possible,
// and along the longest line through the point instead of along the edge.
#include "group/sample.h"

#include "core/angle.h"
#include "wend/geometry.h"

#include <math.h>

/// One pass over the points.
typedef struct stage {
    double step;   ///< spacing of points [in square roots of the area]
    bool thorough; ///< points get all their poses
} stage;
static const stage stages[] = {{1, false}, {0.5, true}, {0.25, true}};
enum { STAGES = sizeof stages / sizeof *stages };

/// Widths are tried in sequence, each this fraction of the one before.
#define NARROWER 0.8

/// Candidate points per step, of which the narrowest is used.
#define CANDIDATES 8.0

/// Lines through a point, of which the longest is used.
enum { DIRECTIONS = 16 };

// ---- points -------------------------------------------------------------------------------------

/// Consecutive pieces are divided into sections of equal length; the narrowest point of each is
/// recorded.
typedef struct sections {
    wend_group_sampling *sampling;
    wend_group_points *positions;
    double length;         ///< length of a section
    double end;            ///< end of the current one, along the pieces
    wend_group_point best; ///< narrowest point of it
} sections;

static bool finish_section(sections *s)
{
    wend_group_point best = s->best;
    s->best.clearance = INFINITY;
    s->end += s->length;
    if (best.clearance == INFINITY ||
        best.clearance < 0.5 * s->sampling->size.min_width + s->sampling->slack)
        return true;
    if (!wend_array_reserve(s->positions, &s->sampling->allocator, 1))
        return false;
    s->positions->data[s->positions->count++] = best;
    return true;
}

static void look_at(sections *s, const wend_voronoi_piece *piece, double share)
{
    wend_group_point position;
    position.at = wend_piece_point(piece, share, &position.clearance);
    if (position.clearance < s->best.clearance &&
        wend_group_piece_along(piece, position.at, &position.along, NULL))
        s->best = position;
}

/// Follows a piece that begins at distance `from` along all of them.
static bool follow_piece(sections *s, const wend_voronoi_piece *piece, double from)
{
    double length = wend_piece_length(piece), radius, at = 0;
    double narrowest = wend_piece_narrowest(piece, &radius);
    double step = s->length / CANDIDATES;
    while (at < length) {
        double next = fmin(fmin(at + step, s->end - from), length), middle = 0.5 * (at + next);
        if (next <= at) { // because of rounding
            if (!finish_section(s))
                return false;
            continue;
        }
        look_at(s, piece, middle / length);
        if (narrowest > 0 && narrowest < 1 && narrowest * length >= at && narrowest * length < next)
            look_at(s, piece, narrowest);
        at = next;
        if (from + at >= s->end && !finish_section(s))
            return false;
    }
    return true;
}

static bool lay_pieces(wend_group_sampling *sampling, wend_group_points *positions,
                       const wend_voronoi_piece *pieces, uint32_t count, double step)
{
    double length = 0, done = 0;
    for (uint32_t i = 0; i < count; ++i)
        length += wend_piece_length(&pieces[i]);
    sections s = {.sampling = sampling, .positions = positions, .best = {.clearance = INFINITY}};
    s.end = s.length = length / fmax(1, ceil(length / step));
    for (uint32_t i = 0; i < count; ++i) {
        if (!follow_piece(&s, &pieces[i], done))
            return false;
        done += wend_piece_length(&pieces[i]);
    }
    return finish_section(&s);
}

typedef struct laying {
    wend_group_sampling *sampling;
    double step;
    bool failed;
} laying;

static bool lay_edge(void *context, const wend_voronoi_edge *edge)
{
    laying *l = context;
    l->failed = !lay_pieces(l->sampling, &l->sampling->corridor.edges, edge->pieces,
                            edge->piece_count, l->step);
    return !l->failed;
}

static bool lay_edges(wend_group_sampling *sampling, double step)
{
    laying l = {sampling, step, false};
    sampling->corridor.edges.count = 0;
    return wend_voronoi_edges(sampling->voronoi, lay_edge, &l) == WEND_OK && !l.failed;
}

static bool lay_path(wend_group_sampling *sampling, double step)
{
    wend_group_corridor *corridor = &sampling->corridor;
    const wend_voronoi_piece *pieces;
    uint32_t count;
    corridor->path.count = 0;
    if (wend_roadmap_pieces(sampling->ways, &pieces, &count, NULL) != WEND_OK)
        return false;
    return lay_pieces(sampling, &corridor->path, pieces, count, step);
}

// ---- poses --------------------------------------------------------------------------------------

/// The widest shape along a line through a point that fits. *back and *ahead: how far its middle
/// may be moved along the line.
static bool fit(const wend_group_sampling *sampling, const wend_group_point *position,
                wend_vec2 along, double wide, wend_group_pose *pose, double *back, double *ahead)
{
    double min = sampling->size.min_width;
    for (double width = wide;; width = fmax(width * NARROWER, min)) {
        double spine = wend_group_spine(sampling->size.area, width);
        wend_group_reach(sampling->floor, position->at, along, 0.5 * width + sampling->slack,
                         fmax(spine, sampling->disc), back, ahead);
        if (*back + *ahead > 0 && *back + *ahead >= spine) {
            *back -= 0.5 * spine;
            *ahead -= 0.5 * spine;
            double offset = fmax(fmin(0, *ahead), -*back);
            *pose = wend_group_sample_pose(sampling, wend_add_scaled(position->at, offset, along),
                                           along, width);
            return true;
        }
        if (!(width > min))
            return false;
    }
}

static void add_pose(wend_group_corridor *corridor, wend_group_pose pose)
{
    corridor->poses[corridor->pose_count++] = pose;
}

/// The direction of the longest line.
static wend_vec2 longest_line(const wend_group_sampling *sampling, const wend_group_point *position)
{
    wend_vec2 best = position->along;
    double longest = 0;
    for (int i = 0; i < DIRECTIONS; ++i) {
        double sine, cosine, back, ahead;
        wend_sin_cos(i * 2 * WEND_HALF_PI / DIRECTIONS, &sine, &cosine);
        wend_vec2 along = wend_rotate(position->along, cosine, sine);
        wend_group_reach(sampling->floor, position->at, along,
                         0.5 * sampling->size.min_width + sampling->slack, sampling->spine, &back,
                         &ahead);
        if (back + ahead > longest) {
            longest = back + ahead;
            best = along;
        }
    }
    return best;
}

static void lay_poses(wend_group_sampling *sampling, const wend_group_point *position,
                      bool thorough)
{
    wend_group_corridor *corridor = &sampling->corridor;
    double min = sampling->size.min_width, back, ahead;
    double wide = fmin(2 * position->clearance * (1 - WEND_GROUP_MARGIN), sampling->disc);
    wend_group_pose pose;
    corridor->pose_count = corridor->pose_next = 0;
    wide = fmax(wide, min);
    if (fit(sampling, position, position->along, wide, &pose, &back, &ahead))
        add_pose(corridor, pose);
    if (!thorough)
        return;
    if (corridor->pose_count > 0 && pose.width < sampling->disc) {
        pose.centre = wend_add_scaled(position->at, -back, position->along);
        add_pose(corridor, pose);
        pose.centre = wend_add_scaled(position->at, ahead, position->along);
        add_pose(corridor, pose);
    }
    if (wide > min && fit(sampling, position, position->along, min, &pose, &back, &ahead))
        add_pose(corridor, pose);
    wend_vec2 longest = longest_line(sampling, position);
    if (fit(sampling, position, longest, wide, &pose, &back, &ahead))
        add_pose(corridor, pose);
    if (wide > min && fit(sampling, position, longest, min, &pose, &back, &ahead))
        add_pose(corridor, pose);
}

// ---- sequence -----------------------------------------------------------------------------------

/// Advances to the next point. False: there is none, or out of memory.
static wend_group_attempt next_point(wend_group_sampling *sampling)
{
    wend_group_corridor *corridor = &sampling->corridor;
    for (;;) {
        bool on_path = corridor->path_stage < STAGES;
        uint32_t *number = on_path ? &corridor->path_stage : &corridor->edges_stage;
        uint32_t *next = on_path ? &corridor->path_next : &corridor->edges_next;
        bool *laid = on_path ? &corridor->path_laid : &corridor->edges_laid;
        wend_group_points *positions = on_path ? &corridor->path : &corridor->edges;
        if (*number >= STAGES)
            return WEND_GROUP_ATTEMPT_END;
        double step = stages[*number].step * sqrt(sampling->size.area);
        if (!*laid) {
            if (!(on_path ? lay_path(sampling, step) : lay_edges(sampling, step)))
                return WEND_GROUP_ATTEMPT_NO_MEMORY;
            *laid = true;
            *next = 0;
        }
        if (*next < positions->count) {
            lay_poses(sampling, &positions->data[*next], stages[*number].thorough);
            ++*next;
            return WEND_GROUP_ATTEMPT_POSE;
        }
        *laid = false;
        ++*number;
    }
}

static wend_group_attempt sample_corridor(wend_group_sampling *sampling, wend_group_pose *pose)
{
    wend_group_corridor *corridor = &sampling->corridor;
    while (corridor->pose_next >= corridor->pose_count) {
        wend_group_attempt attempt = next_point(sampling);
        if (attempt != WEND_GROUP_ATTEMPT_POSE)
            return attempt;
    }
    *pose = corridor->poses[corridor->pose_next++];
    return WEND_GROUP_ATTEMPT_POSE;
}

void wend_group_corridor_begin(wend_group_sampling *sampling)
{
    wend_group_corridor *corridor = &sampling->corridor;
    corridor->path_stage = corridor->path_next = 0;
    corridor->path_laid = false;
}

void wend_group_corridor_end(wend_group_sampling *sampling)
{
    sampling->corridor.path_stage = STAGES;
    sampling->corridor.path_laid = false;
}

void wend_group_corridor_free(wend_group_sampling *sampling)
{
    wend_array_free(&sampling->corridor.path, &sampling->allocator);
    wend_array_free(&sampling->corridor.edges, &sampling->allocator);
}

const wend_group_sampler_entry wend_group_sampler_corridor = {"corridor", sample_corridor};
