// SPDX-License-Identifier: MIT
// A small shape with one bend that encloses all discs: a search that may miss the smallest.
//
// A shape that turns by less than 180 degrees lies on one side of each of the two lines along the
// outside of its legs. The directions of the legs therefore determine both lines, which touch the
// discs, and the disc farthest from both determines the width. These two directions are searched
// from coarse to fine, together with small deviations from what they imply: the distances of the
// axes from the lines, the radius of the bend, and an extra width, which may shorten the legs. The
// discs at the ends determine the lengths of the legs.
#include "core/angle.h"
#include "group/coherence_hull.h"
#include "wend/vec2.h"

#include <math.h>

/// Search variables: the angles of the legs, away from the bend; the distances of their axes from
/// the outside, the radius of the bend, and the width, each relative to its approximate minimum.
enum { ANGLE_1, ANGLE_2, OFF_1, OFF_2, RADIUS, WIDTH, COORDINATES };
typedef struct bend {
    double at[COORDINATES];
} bend;

/// All pairs of this number of directions are evaluated first, then steps from a few of the best,
/// and more steps from fewer.
enum { DIRECTIONS = 24, STARTS = 6, ENDS = 3 };

/// First steps: for angles half of the spacing of the directions.
static const double FIRST_STEPS[COORDINATES] = {
    2 * WEND_HALF_PI / DIRECTIONS, 2 * WEND_HALF_PI / DIRECTIONS, 0.1, 0.1, 0.25, 0.05};

/// Rounds of steps from each start, and from the best of them; factors of a step after a gain and
/// after none. Of many values tested, these find the most shapes.
enum { FIRST_ROUNDS = 16, ROUNDS = 60 };
#define LONGER  1.5
#define SHORTER -0.7

/// Candidates not within this factor of `enough` by then are abandoned.
#define HOPELESS 1.5

/// Legs with a smaller angle between them are not considered (cosine of 15 degrees).
#define SHARPEST 0.966

/// Nor are nearly collinear legs, which straight shapes cover (sine of 3 degrees).
#define STRAIGHTEST 0.05

/// A wider shape has a wider bend, which needs a wider shape: solved by iteration.
enum { WIDTH_TRIALS = 4 };
#define ROUNDING 1e-9

typedef struct leg {
    wend_vec2 ahead;
    double length; ///< from the end of the bend
} leg;

/// The spine of a bend, and half of the width.
typedef struct rounded {
    wend_vec2 position; ///< intersection of the axes
    wend_vec2 centre;
    leg legs[2];
    double half, radius;
    double cut;     ///< length of each leg's axis removed by the rounding
    double turning; ///< angle of the arc, > 0
    int turn;       ///< direction from the first leg into the second: 1 is left
} rounded;

/// Computes the axes of the legs. False if the legs are too close to each other, or collinear.
static bool set_axes(rounded *r, const bend *b, const wend_discs *discs)
{
    for (int k = 0; k < 2; ++k)
        wend_sin_cos(b->at[ANGLE_1 + k], &r->legs[k].ahead.y, &r->legs[k].ahead.x);
    wend_vec2 u = r->legs[0].ahead, v = r->legs[1].ahead;
    double sine = wend_cross(u, v);
    if (wend_dot(u, v) > SHARPEST || fabs(sine) < STRAIGHTEST)
        return false;
    // The spine comes in against u and continues along v; its outside is on the other side.
    r->turn = sine < 0 ? 1 : -1;
    wend_vec2 out_u = {-r->turn * u.y, r->turn * u.x}, out_v = {r->turn * v.y, -r->turn * v.x};
    double line_u = -INFINITY, line_v = -INFINITY, width = 0;
    for (uint32_t i = 0; i < discs->count; ++i) {
        line_u = fmax(line_u, wend_dot(discs->positions[i], out_u) + discs->radii[i]);
        line_v = fmax(line_v, wend_dot(discs->positions[i], out_v) + discs->radii[i]);
    }
    for (uint32_t i = 0; i < discs->count; ++i) {
        double from_u = line_u - wend_dot(discs->positions[i], out_u) + discs->radii[i];
        double from_v = line_v - wend_dot(discs->positions[i], out_v) + discs->radii[i];
        width = fmax(width, fmin(from_u, from_v));
    }
    r->half = width / 2;
    line_u -= b->at[OFF_1] * r->half;
    line_v -= b->at[OFF_2] * r->half;
    // The intersection lies on both axes.
    double across = wend_cross(out_u, out_v);
    r->position = (wend_vec2){(line_u * out_v.y - line_v * out_u.y) / across,
                              (line_v * out_u.x - line_u * out_v.x) / across};
    return true;
}

static void set_radius(rounded *r, double radius)
{
    wend_vec2 u = r->legs[0].ahead;
    double cosine = wend_dot(u, r->legs[1].ahead), tangent = sqrt((1 + cosine) / (1 - cosine));
    r->radius = radius;
    r->cut = radius * tangent;
    r->turning = 2 * wend_atan2(tangent, 1);
    r->centre = (wend_vec2){r->position.x + r->cut * u.x + r->turn * radius * u.y,
                            r->position.y + r->cut * u.y - r->turn * radius * u.x};
}

/// Which leg is nearest to p, and its distance; 2: the bend. *along and *off refer to a leg.
static int nearest_leg(const rounded *r, wend_vec2 p, double *along, double *off)
{
    wend_vec2 from = wend_sub(p, r->position);
    int nearest = 2;
    *off = INFINITY;
    for (int k = 0; k < 2; ++k) {
        double ahead = wend_dot(from, r->legs[k].ahead) - r->cut;
        double beside = fabs(wend_cross(r->legs[k].ahead, from));
        if (ahead >= 0 && beside < *off) {
            *off = beside;
            *along = ahead;
            nearest = k;
        }
    }
    if (nearest == 2) {
        wend_vec2 arm = wend_sub(p, r->centre);
        *off = fabs(wend_length(arm) - r->radius);
    }
    return nearest;
}

/// Half of the width that the discs need.
static double needed_half(const rounded *r, const wend_discs *discs)
{
    double half = 0;
    for (uint32_t i = 0; i < discs->count; ++i) {
        double along, off;
        nearest_leg(r, discs->positions[i], &along, &off);
        half = fmax(half, off + discs->radii[i]);
    }
    return half;
}

/// Makes the legs as long as the discs at their ends need, and returns the area.
static double set_lengths(rounded *r, const wend_discs *discs)
{
    r->legs[0].length = r->legs[1].length = 0;
    for (uint32_t i = 0; i < discs->count; ++i) {
        double along, off, room = r->half - discs->radii[i];
        int k = nearest_leg(r, discs->positions[i], &along, &off);
        if (k < 2 && along > r->legs[k].length)
            r->legs[k].length =
                fmax(r->legs[k].length, along - sqrt(fmax(0, room * room - off * off)));
    }
    double length = r->legs[0].length + r->legs[1].length + r->radius * r->turning;
    return 2 * r->half * length + 2 * WEND_HALF_PI * r->half * r->half;
}

/// How far discs in the bend protrude from it.
static double beyond_bend(const rounded *r, const wend_discs *discs)
{
    double beyond = 0, outside = r->radius + r->half;
    for (uint32_t i = 0; i < discs->count; ++i) {
        double along, off;
        if (nearest_leg(r, discs->positions[i], &along, &off) < 2)
            continue;
        wend_vec2 arm = wend_sub(discs->positions[i], r->centre);
        beyond = fmax(beyond, wend_length(arm) + discs->radii[i] - outside);
    }
    return beyond;
}

/// Widens the shape on its outside, so that the axes move by half of that.
static void widen_outwards(rounded *r, double by)
{
    // The intersection of two lines moves by 1 / sin of half the angle between them.
    wend_vec2 u = r->legs[0].ahead, v = r->legs[1].ahead, back = {-u.x - v.x, -u.y - v.y};
    double sine = sqrt((1 - wend_dot(u, v)) / 2), move = by / 2 / sine / wend_length(back);
    r->position.x += move * back.x;
    r->position.y += move * back.y;
    r->half += by / 2;
}

/// The area of the shape of a bend; INFINITY: no such shape.
static double area_of(const bend *b, const wend_discs *discs, rounded *r)
{
    if (!(b->at[WIDTH] >= 1 && b->at[RADIUS] > 0) || !set_axes(r, b, discs))
        return INFINITY;
    double radius = r->half * b->at[RADIUS];
    for (int trial = 0; trial < WIDTH_TRIALS; ++trial) {
        set_radius(r, radius);
        widen_outwards(r, beyond_bend(r, discs));
        set_radius(r, radius);
        r->half = needed_half(r, discs) * b->at[WIDTH];
        if (r->half <= radius * (1 + ROUNDING))
            return set_lengths(r, discs);
        radius = r->half;
    }
    return INFINITY;
}

// ---- search -------------------------------------------------------------------------------------

/// A bend and the area of its shape.
typedef struct candidate {
    bend bend;
    double area;
} candidate;

/// Repeats a step in each coordinate: longer after a gain, otherwise shorter and reversed.
static void improve(candidate *best, const wend_discs *discs, int rounds, double enough)
{
    double steps[COORDINATES];
    rounded r;
    for (int k = 0; k < COORDINATES; ++k)
        steps[k] = FIRST_STEPS[k];
    for (int round = 0; round < rounds && best->area > enough; ++round)
        for (int k = 0; k < COORDINATES; ++k) {
            candidate now = *best;
            now.bend.at[k] += steps[k];
            now.area = area_of(&now.bend, discs, &r);
            steps[k] *= now.area < best->area ? LONGER : SHORTER;
            if (now.area < best->area)
                *best = now;
        }
}

/// Keeps the best candidates, the best first.
static void keep(candidate *best, int count, candidate now)
{
    for (int i = 0; i < count; ++i)
        if (now.area < best[i].area) {
            candidate other = best[i];
            best[i] = now;
            now = other;
        }
}

static void try_directions(candidate best[STARTS], const wend_discs *discs)
{
    rounded r;
    for (int i = 0; i < DIRECTIONS; ++i)
        for (int k = 0; k < i; ++k) {
            candidate now = {.bend = {{4 * WEND_HALF_PI * i / DIRECTIONS,
                                       4 * WEND_HALF_PI * k / DIRECTIONS, 1, 1, 1, 1}}};
            now.area = area_of(&now.bend, discs, &r);
            keep(best, STARTS, now);
        }
}

static wend_group_shape shape_of(const rounded *r)
{
    wend_vec2 ends[2], tips[2];
    for (int k = 0; k < 2; ++k) {
        const leg *l = &r->legs[k];
        ends[k] = wend_add_scaled(r->position, r->cut, l->ahead);
        tips[k] = wend_add_scaled(ends[k], l->length, l->ahead);
    }
    return (wend_group_shape){.spine = {{tips[0], ends[0], tips[0], 0},
                                        {ends[0], ends[1], r->centre, r->turn},
                                        {ends[1], tips[1], ends[1], 0}},
                              .count = 3,
                              .width = 2 * r->half};
}

// ---- subset of the discs ------------------------------------------------------------------------

/// Starting points are found with at most this number of discs (twice): those on the hull, and some
/// of the others.
enum { FEW = 64, FEW_MAX = 2 * FEW };

typedef struct few_discs {
    wend_vec2 positions[FEW_MAX];
    double radii[FEW_MAX];
    wend_discs discs; ///< the selected discs
} few_discs;

static void add_few(few_discs *few, const wend_discs *discs, uint32_t i)
{
    if (few->discs.count == FEW_MAX)
        return;
    few->positions[few->discs.count] = discs->positions[i];
    few->radii[few->discs.count++] = discs->radii[i];
}

/// Selects those on the hull, and every n-th of the others.
static void choose_few(few_discs *few, const wend_discs *discs)
{
    few->discs = (wend_discs){few->positions, few->radii, 0};
    wend_outer_discs outer;
    if (discs->count > FEW) {
        wend_outer_discs_find(discs, &outer);
        wend_discs around = {outer.positions, outer.radii, outer.count};
        for (uint32_t i = 0; i < outer.count && i < FEW; ++i)
            add_few(few, &around, i);
    }
    uint32_t every = (discs->count + FEW - 1) / FEW;
    for (uint32_t i = 0; i < discs->count; i += every)
        add_few(few, discs, i);
}

wend_group_shape wend_coherence_bent(const wend_discs *discs, const wend_group_shape *straight,
                                     double enough)
{
    few_discs few;
    choose_few(&few, discs);
    candidate starts[STARTS], ends[ENDS], none = {.area = INFINITY};
    for (int i = 0; i < STARTS; ++i)
        starts[i] = none;
    for (int i = 0; i < ENDS; ++i)
        ends[i] = none;
    rounded r;
    try_directions(starts, &few.discs);
    for (int i = 0; i < STARTS; ++i) {
        improve(&starts[i], &few.discs, FIRST_ROUNDS, 0);
        starts[i].area = area_of(&starts[i].bend, discs, &r);
        keep(ends, ENDS, starts[i]);
    }
    candidate best = ends[0];
    for (int i = 0; i < ENDS && best.area > enough && ends[i].area <= HOPELESS * enough; ++i) {
        improve(&ends[i], discs, ROUNDS, enough);
        if (ends[i].area < best.area)
            best = ends[i];
    }
    if (!(area_of(&best.bend, discs, &r) < wend_group_shape_area(straight)))
        return *straight;
    wend_group_shape shape = shape_of(&r);
    shape.width = fmax(shape.width, wend_coherence_width(discs, &shape));
    return shape;
}
