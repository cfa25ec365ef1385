// SPDX-License-Identifier: MIT
// The forces on one body (wend/force.h has the formulas), and the gaps they depend on.
//
// What the document leaves open is settled like this:
// - An overlap does not push more than a touch: getting apart is the constraint's business.
// - A wall may be made of many pieces. Those that push the same way count once: of each push only
//   what exceeds that of nearer pieces in its direction is added.
// - Two posts of a door push back who wants through. So what walls that stand push against a body's
//   wish is at most half of what drives it there, and every door that it fits through is open.
// - A mover that is about to run over a body pushes it aside, to the nearer side.
// - A wish is a chord of velocities that all lead through the same portal. Pushes along it are not
//   resisted.
#include "motion/force.h"

#include "core/angle.h"
#include "motion/orca.h"
#include "wend/geometry.h"

#include <math.h>

/// Of what drives a body, walls that stand take no more.
#define WALLS_HOLD_BACK 0.5

static double length_of(wend_vec2 v)
{
    return sqrt(force_dot(v, v));
}

/// Of length 1; 0, 0 for no direction.
static wend_vec2 unit(wend_vec2 v)
{
    double length = length_of(v);
    return length > 0 ? (wend_vec2){v.x / length, v.y / length} : (wend_vec2){0, 0};
}

// ---- gaps ---------------------------------------------------------------------------------------

/// False: the gap is wider than `most`. From the same place there is no direction: 0, 0.
static bool gap_to(wend_vec2 p, wend_vec2 other, double radii, double most, force_gap *gap)
{
    wend_vec2 away = {p.x - other.x, p.y - other.y};
    double square = force_dot(away, away);
    if (square > (radii + most) * (radii + most))
        return false;
    double distance = sqrt(square);
    gap->gap = distance - radii;
    gap->away =
        distance > 0 ? (wend_vec2){away.x / distance, away.y / distance} : (wend_vec2){0, 0};
    return true;
}

static bool gap_to_body(const forcing *f, uint32_t body, const wend_neighbour *near, double most,
                        force_gap *gap)
{
    const wend_body *me = &f->input->bodies[body], *it = &f->input->bodies[near->body];
    if (near->body == body || it->radius < 0)
        return false;
    *gap = (force_gap){.velocity = f->velocities[near->body], .near = near};
    if (!gap_to(f->places[body], f->places[near->body], (double)me->radius + it->radius, most, gap))
        return false;
    if (gap->away.x == 0 && gap->away.y == 0)
        gap->away = wend_orca_escape(body, near->body);
    return true;
}

/// From how far away another body matters.
static double minded(const forcing *f, uint32_t body, uint32_t other, bool push)
{
    const wend_body *me = &f->input->bodies[body], *it = &f->input->bodies[other];
    return push ? fmax(f->def->reach, f->def->sight)
                : ((double)me->max_speed + it->max_speed) * f->calm +
                      f->def->margin * ((double)me->radius + it->radius);
}

static wend_segment wall_after(const wend_neighbour *near, double seconds)
{
    return (wend_segment){force_add(near->wall.a, seconds, near->velocity),
                          force_add(near->wall.b, seconds, near->velocity)};
}

static bool gap_to_wall(const forcing *f, uint32_t body, const wend_neighbour *near, bool push,
                        force_gap *gap)
{
    const wend_body *me = &f->input->bodies[body];
    wend_vec2 p = f->places[body];
    *gap = (force_gap){.velocity = near->velocity,
                       .near = near,
                       .stands = near->velocity.x == 0 && near->velocity.y == 0};
    double its = gap->stands ? 0 : length_of(near->velocity);
    double far = push ? fmax(f->def->reach, its * f->def->foresight)
                      : (me->max_speed + its) * (gap->stands ? f->wall_calm : f->calm);
    // On a wall nobody knows which side it should go to.
    return gap_to(p, wend_segment_closest(wall_after(near, f->gone), p), me->radius, far, gap) &&
           (gap->away.x != 0 || gap->away.y != 0);
}

uint32_t wend_force_gaps(const forcing *f, uint32_t body, bool push,
                         force_gap gaps[WEND_NEIGHBOURS], uint32_t *walls)
{
    const wend_neighbour *near = f->input->nears + (size_t)body * WEND_NEIGHBOURS;
    uint32_t nears = f->input->near_counts[body], count = 0;
    nears = nears < WEND_NEIGHBOURS ? nears : WEND_NEIGHBOURS;
    for (uint32_t i = 0; i < nears; ++i) {
        force_gap made;
        if (near[i].body != WEND_NEIGHBOUR_WALL || !gap_to_wall(f, body, &near[i], push, &made))
            continue;
        uint32_t at = count++;
        for (; at > 0 && gaps[at - 1].gap > made.gap; --at)
            gaps[at] = gaps[at - 1];
        gaps[at] = made;
    }
    *walls = count;
    for (uint32_t i = 0; i < nears; ++i)
        if (near[i].body != WEND_NEIGHBOUR_WALL)
            count +=
                gap_to_body(f, body, &near[i], minded(f, body, near[i].body, push), &gaps[count]);
    return count;
}

// ---- what is wished -----------------------------------------------------------------------------

static wend_vec2 wish_at(const wend_wish *wish, double part)
{
    return (wend_vec2){wish->ax + part * (wish->bx - wish->ax),
                       wish->ay + part * (wish->by - wish->ay)};
}

wend_vec2 wend_force_heading(const wend_wish *wish)
{
    return unit(wish_at(wish, wish->bias));
}

/// The velocity of the wish that is closest to v, as fast as the ends of the chord are.
static wend_vec2 wish_closest(const wend_wish *wish, wend_vec2 v)
{
    wend_vec2 a = wish_at(wish, 0), b = wish_at(wish, 1), chord = force_add(b, -1, a);
    double square = force_dot(chord, chord);
    if (!(square > 0))
        return a;
    double part = fmin(fmax(force_dot(force_add(v, -1, a), chord) / square, 0), 1);
    wend_vec2 closest = wish_at(wish, part);
    double slow = length_of(closest);
    // Ends that lie opposite each other are no chord of an arc.
    if (!(force_dot(a, b) > 0) || !(slow > 0))
        return closest;
    double speed = length_of(a) + part * (length_of(b) - length_of(a));
    return (wend_vec2){closest.x * speed / slow, closest.y * speed / slow};
}

// ---- others -------------------------------------------------------------------------------------

/// lambda + (1 - lambda) (1 + cosine) / 2.
static double seen(double lambda, double cosine)
{
    return lambda + (1 - lambda) * (1 + cosine) / 2;
}

static double fading(double gap, double range)
{
    return wend_exp(-fmax(gap, 0) / range);
}

static bool is_same_group(const wend_motion_input *input, uint32_t i, uint32_t k)
{
    return input->groups && input->groups[i] != 0 && input->groups[i] == input->groups[k];
}

static wend_vec2 push_of_body(const forcing *f, uint32_t body, const force_gap *g,
                              wend_vec2 heading)
{
    const wend_force_def *def = f->def;
    double push = 0;
    if (g->gap < def->reach)
        push = def->strength * fading(g->gap, def->range) *
               seen(def->lambda, -force_dot(heading, g->away));
    if (def->attraction > 0 && is_same_group(f->input, body, g->near->body))
        push -= def->attraction;
    return (wend_vec2){push * g->away.x, push * g->away.y};
}

/// How much a body that heads that way minds another that comes against it: 0 not at all. Less the
/// farther it is, the less it comes straight on, the farther it passes to a side.
static double opposes(const forcing *f, uint32_t body, const force_gap *g, wend_vec2 heading)
{
    const wend_motion_input *input = f->input;
    double before = -force_dot(heading, g->away);
    double against = -force_dot(heading, f->headings[g->near->body]);
    if (!(before > 0) || !(against > 0) || !(g->gap < f->def->sight))
        return 0;
    double radii = (double)input->bodies[body].radius + input->bodies[g->near->body].radius;
    double aside = (g->away.x * heading.y - g->away.y * heading.x) * (g->gap + radii) / radii;
    double gap = fmax(g->gap, 0);
    return against * (1 - gap / f->def->sight) * fmax(1 - fabs(aside), 0);
}

// ---- walls --------------------------------------------------------------------------------------

/// Adds a push but for what is there of it already.
static void add_push(wend_vec2 *sum, wend_vec2 away, double push)
{
    double more = push - fmax(force_dot(*sum, away), 0);
    if (more > 0)
        *sum = force_add(*sum, more, away);
}

/// How far a body is from getting out of the way of a mover, to its left and to its right.
/// Negative: it is out already.
typedef struct ways_out {
    double left, right;
} ways_out;

/// All walls with that velocity are the mover's; left is that of its course.
static ways_out find_ways_out(const force_gap *gaps, uint32_t walls, wend_vec2 velocity,
                              wend_vec2 p, wend_vec2 left)
{
    ways_out out = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < walls; ++i) {
        const force_gap *g = &gaps[i];
        if (g->velocity.x != velocity.x || g->velocity.y != velocity.y)
            continue;
        double to_a = force_dot(left, force_add(g->near->wall.a, -1, p));
        double to_b = force_dot(left, force_add(g->near->wall.b, -1, p));
        out.left = fmax(out.left, fmax(to_a, to_b));
        out.right = fmax(out.right, -fmin(to_a, to_b));
    }
    return out;
}

/// A mover's push: that of the document, and aside if it comes over the body within the foresight.
static void add_mover(const forcing *f, uint32_t body, const force_gap *gaps, uint32_t walls,
                      uint32_t mover, wend_vec2 *sum)
{
    const wend_force_def *def = f->def;
    const force_gap *g = &gaps[mover];
    wend_vec2 course = unit(g->velocity), left = {-course.y, course.x};
    double radius = f->input->bodies[body].radius, cosine = force_dot(course, g->away);
    if (g->gap < def->reach)
        add_push(sum, g->away,
                 def->mover_strength * fading(g->gap, def->wall_range) *
                     seen(def->mover_lambda, cosine));
    double seconds = (cosine * (g->gap + radius) - radius) / length_of(g->velocity);
    if (!(cosine > 0) || !(seconds < def->foresight))
        return;
    ways_out out = find_ways_out(gaps, walls, g->velocity, f->places[body], left);
    // Who is clear of it by its own radius stays.
    double clear = -fmin(out.left, out.right) - radius;
    double share = fmin(1 - clear / radius, 1) * fmin(1 - seconds / def->foresight, 1);
    if (share > 0)
        add_push(sum, out.left < out.right ? left : (wend_vec2){course.y, -course.x},
                 def->mover_strength * share);
}

/// The push of all walls and movers on a body that is driven so.
static wend_vec2 push_of_walls(const forcing *f, uint32_t body, const force_gap *gaps,
                               uint32_t walls, wend_vec2 drive)
{
    const wend_force_def *def = f->def;
    wend_vec2 sum = {0, 0}, movers = {0, 0};
    for (uint32_t i = 0; i < walls; ++i)
        if (!gaps[i].stands)
            add_mover(f, body, gaps, walls, i, &movers);
        else if (gaps[i].gap < def->reach)
            add_push(&sum, gaps[i].away, def->wall_strength * fading(gaps[i].gap, def->wall_range));
    double driven = length_of(drive), back = -force_dot(sum, drive);
    if (driven > 0 && back > WALLS_HOLD_BACK * driven * driven)
        sum = force_add(sum, back / (driven * driven) - WALLS_HOLD_BACK, drive);
    return force_add(sum, 1, movers);
}

// ---- all of them --------------------------------------------------------------------------------

force_sum wend_force_sum(const forcing *f, uint32_t body, const force_gap *gaps, uint32_t count,
                         uint32_t walls)
{
    const wend_force_def *def = f->def;
    const wend_wish *wish = &f->input->wishes[body];
    wend_vec2 liked = wish_at(wish, wish->bias), heading = f->headings[body];
    wend_vec2 drive = {liked.x / def->relaxation, liked.y / def->relaxation};
    wend_vec2 push = push_of_walls(f, body, gaps, walls, drive);
    double nearest = INFINITY, aside = 0;
    for (uint32_t i = walls; i < count; ++i) {
        const force_gap *g = &gaps[i];
        push = force_add(push, 1, push_of_body(f, body, g, heading));
        double mind = def->keep_right > 0 && g->gap < nearest ? opposes(f, body, g, heading) : 0;
        if (mind > 0) {
            nearest = g->gap;
            aside = mind;
        }
    }
    wend_vec2 right = {heading.y, -heading.x};
    push = force_add(push, def->keep_right * aside, right);
    return (force_sum){push, wish_closest(wish, force_add(liked, def->relaxation, push))};
}
