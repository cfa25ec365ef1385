// SPDX-License-Identifier: MIT
// Along the edges of the Voronoi diagram, with the width that is there: the sampler that needs no
// luck.
//
// Where a query is under way, places are laid along the way on the diagram between its start and
// its goal, further apart first and then closer; after that along all edges. At each place the
// shape lies along the edge, as wide as the walls let it: the straight line through the place is
// followed both ways as far as a disc of half that width gets, and the first width is taken whose
// spine fits in; its middle is as near to the place as that allows. Closer places also get what the
// first ones may have missed: the shape at both ends of the line, as narrow as it gets, and along
// the longest line through the place instead of along the edge.
#include "group/sample.h"

#include "core/angle.h"
#include "wend/geometry.h"

#include <math.h>

/// One turn through the places.
typedef struct stage {
    double step;   ///< between places [in roots of the area]
    bool thorough; ///< places get all their poses
} stage;
static const stage stages[] = {{1, false}, {0.5, true}, {0.25, true}};
enum { STAGES = sizeof stages / sizeof *stages };

/// Widths are tried one after the other, each this part of the one before.
#define NARROWER 0.8

/// So many places are looked at in each step, and the narrowest is taken.
#define PLACES 8.0

/// Lines through a place, of which the longest is taken.
enum { DIRECTIONS = 16 };

// ---- places -------------------------------------------------------------------------------------

/// Pieces that follow each other are cut into stretches of one length; the narrowest place of each
/// is noted.
typedef struct stretches {
    wend_group_sampling *sampling;
    wend_group_places *places;
    double length;         ///< of a stretch
    double end;            ///< of the current one, along the pieces
    wend_group_place best; ///< of it
} stretches;

static bool finish_stretch(stretches *s)
{
    wend_group_place best = s->best;
    s->best.clearance = INFINITY;
    s->end += s->length;
    if (best.clearance == INFINITY ||
        best.clearance < 0.5 * s->sampling->size.least_width + s->sampling->slack)
        return true;
    if (!wend_array_reserve(s->places, &s->sampling->allocator, 1))
        return false;
    s->places->data[s->places->count++] = best;
    return true;
}

static void look_at(stretches *s, const wend_voronoi_piece *piece, double share)
{
    wend_group_place place;
    place.at = wend_piece_point(piece, share, &place.clearance);
    if (place.clearance < s->best.clearance &&
        wend_group_piece_along(piece, place.at, &place.along, NULL))
        s->best = place;
}

/// Goes along a piece that begins so far along all of them.
static bool follow_piece(stretches *s, const wend_voronoi_piece *piece, double from)
{
    double length = wend_piece_length(piece), radius, at = 0;
    double narrowest = wend_piece_narrowest(piece, &radius);
    double step = s->length / PLACES;
    while (at < length) {
        double next = fmin(fmin(at + step, s->end - from), length), middle = 0.5 * (at + next);
        if (next <= at) { // by a rounding
            if (!finish_stretch(s))
                return false;
            continue;
        }
        look_at(s, piece, middle / length);
        if (narrowest > 0 && narrowest < 1 && narrowest * length >= at && narrowest * length < next)
            look_at(s, piece, narrowest);
        at = next;
        if (from + at >= s->end && !finish_stretch(s))
            return false;
    }
    return true;
}

static bool lay_pieces(wend_group_sampling *sampling, wend_group_places *places,
                       const wend_voronoi_piece *pieces, uint32_t count, double step)
{
    double length = 0, done = 0;
    for (uint32_t i = 0; i < count; ++i)
        length += wend_piece_length(&pieces[i]);
    stretches s = {.sampling = sampling, .places = places, .best = {.clearance = INFINITY}};
    s.end = s.length = length / fmax(1, ceil(length / step));
    for (uint32_t i = 0; i < count; ++i) {
        if (!follow_piece(&s, &pieces[i], done))
            return false;
        done += wend_piece_length(&pieces[i]);
    }
    return finish_stretch(&s);
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

static bool lay_way(wend_group_sampling *sampling, double step)
{
    wend_group_corridor *corridor = &sampling->corridor;
    const wend_voronoi_piece *pieces;
    uint32_t count;
    corridor->way.count = 0;
    if (wend_roadmap_pieces(sampling->ways, &pieces, &count, NULL) != WEND_OK)
        return false;
    return lay_pieces(sampling, &corridor->way, pieces, count, step);
}

// ---- poses --------------------------------------------------------------------------------------

/// The widest shape along a line through a place that fits. *back and *ahead: how far its middle
/// may be moved along the line.
static bool fit(const wend_group_sampling *sampling, const wend_group_place *place, wend_vec2 along,
                double wide, wend_group_pose *pose, double *back, double *ahead)
{
    double least = sampling->size.least_width;
    for (double width = wide;; width = fmax(width * NARROWER, least)) {
        double spine = wend_group_spine(sampling->size.area, width);
        wend_group_reach(sampling->floor, place->at, along, 0.5 * width + sampling->slack,
                         fmax(spine, sampling->disc), back, ahead);
        if (*back + *ahead > 0 && *back + *ahead >= spine) {
            *back -= 0.5 * spine;
            *ahead -= 0.5 * spine;
            double offset = fmax(fmin(0, *ahead), -*back);
            *pose = wend_group_sample_pose(sampling, wend_group_plus(place->at, along, offset),
                                           along, width);
            return true;
        }
        if (!(width > least))
            return false;
    }
}

static void add_pose(wend_group_corridor *corridor, wend_group_pose pose)
{
    corridor->poses[corridor->pose_count++] = pose;
}

/// The direction of the longest line.
static wend_vec2 longest_line(const wend_group_sampling *sampling, const wend_group_place *place)
{
    wend_vec2 best = place->along;
    double longest = 0;
    for (int i = 0; i < DIRECTIONS; ++i) {
        double sine, cosine, back, ahead;
        wend_sin_cos(i * 2 * WEND_HALF_PI / DIRECTIONS, &sine, &cosine);
        wend_vec2 along = {cosine * place->along.x - sine * place->along.y,
                           sine * place->along.x + cosine * place->along.y};
        wend_group_reach(sampling->floor, place->at, along,
                         0.5 * sampling->size.least_width + sampling->slack, sampling->spine, &back,
                         &ahead);
        if (back + ahead > longest) {
            longest = back + ahead;
            best = along;
        }
    }
    return best;
}

static void lay_poses(wend_group_sampling *sampling, const wend_group_place *place, bool thorough)
{
    wend_group_corridor *corridor = &sampling->corridor;
    double least = sampling->size.least_width, back, ahead;
    double wide = fmin(2 * place->clearance * (1 - WEND_GROUP_ROOM), sampling->disc);
    wend_group_pose pose;
    corridor->pose_count = corridor->pose_next = 0;
    wide = fmax(wide, least);
    if (fit(sampling, place, place->along, wide, &pose, &back, &ahead))
        add_pose(corridor, pose);
    if (!thorough)
        return;
    if (corridor->pose_count > 0 && pose.width < sampling->disc) {
        pose.centre = wend_group_plus(place->at, place->along, -back);
        add_pose(corridor, pose);
        pose.centre = wend_group_plus(place->at, place->along, ahead);
        add_pose(corridor, pose);
    }
    if (wide > least && fit(sampling, place, place->along, least, &pose, &back, &ahead))
        add_pose(corridor, pose);
    wend_vec2 longest = longest_line(sampling, place);
    if (fit(sampling, place, longest, wide, &pose, &back, &ahead))
        add_pose(corridor, pose);
    if (wide > least && fit(sampling, place, longest, least, &pose, &back, &ahead))
        add_pose(corridor, pose);
}

// ---- one after the other ------------------------------------------------------------------------

/// Goes on to the next place. False: there is none, or no memory.
static wend_group_try next_place(wend_group_sampling *sampling)
{
    wend_group_corridor *corridor = &sampling->corridor;
    for (;;) {
        bool on_way = corridor->way_stage < STAGES;
        uint32_t *number = on_way ? &corridor->way_stage : &corridor->edges_stage;
        uint32_t *next = on_way ? &corridor->way_next : &corridor->edges_next;
        bool *laid = on_way ? &corridor->way_laid : &corridor->edges_laid;
        wend_group_places *places = on_way ? &corridor->way : &corridor->edges;
        if (*number >= STAGES)
            return WEND_GROUP_TRY_END;
        double step = stages[*number].step * sqrt(sampling->size.area);
        if (!*laid) {
            if (!(on_way ? lay_way(sampling, step) : lay_edges(sampling, step)))
                return WEND_GROUP_TRY_NO_MEMORY;
            *laid = true;
            *next = 0;
        }
        if (*next < places->count) {
            lay_poses(sampling, &places->data[*next], stages[*number].thorough);
            ++*next;
            return WEND_GROUP_TRY_POSE;
        }
        *laid = false;
        ++*number;
    }
}

static wend_group_try sample_corridor(wend_group_sampling *sampling, wend_group_pose *pose)
{
    wend_group_corridor *corridor = &sampling->corridor;
    while (corridor->pose_next >= corridor->pose_count) {
        wend_group_try tried = next_place(sampling);
        if (tried != WEND_GROUP_TRY_POSE)
            return tried;
    }
    *pose = corridor->poses[corridor->pose_next++];
    return WEND_GROUP_TRY_POSE;
}

void wend_group_corridor_begin(wend_group_sampling *sampling)
{
    wend_group_corridor *corridor = &sampling->corridor;
    corridor->way_stage = corridor->way_next = 0;
    corridor->way_laid = false;
}

void wend_group_corridor_end(wend_group_sampling *sampling)
{
    sampling->corridor.way_stage = STAGES;
    sampling->corridor.way_laid = false;
}

void wend_group_corridor_free(wend_group_sampling *sampling)
{
    wend_array_free(&sampling->corridor.way, &sampling->allocator);
    wend_array_free(&sampling->corridor.edges, &sampling->allocator);
}

const wend_group_sampler_entry wend_group_sampler_corridor = {"corridor", sample_corridor};
