// SPDX-License-Identifier: MIT
// The forces on one body (wend/force.h has the formulas).
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

#include <math.h>

/// Of what drives a body, walls that stand take no more.
#define WALLS_HOLD_BACK 0.5

wend_vec2 wend_force_heading(const wend_wish *wish)
{
    return vector_unit(wish_at(wish, wish->bias));
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

static wend_vec2 push_of_body(const forcing *f, uint32_t body, const contact_gap *g,
                              wend_vec2 heading)
{
    const wend_force_def *def = f->def;
    double push = 0;
    if (g->gap < def->reach)
        push = def->strength * fading(g->gap, def->range) *
               seen(def->lambda, -vector_dot(heading, g->away));
    if (def->attraction > 0 && contacts_same_group(f->at->input, body, g->near->body))
        push -= def->attraction;
    return (wend_vec2){push * g->away.x, push * g->away.y};
}

/// How much a body that heads that way minds another that comes against it: 0 not at all. Less the
/// farther it is, the less it comes straight on, the farther it passes to a side.
static double opposes(const forcing *f, uint32_t body, const contact_gap *g, wend_vec2 heading)
{
    const wend_motion_input *input = f->at->input;
    double before = -vector_dot(heading, g->away);
    double against = -vector_dot(heading, f->headings[g->near->body]);
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
    double more = push - fmax(vector_dot(*sum, away), 0);
    if (more > 0)
        *sum = vector_add(*sum, more, away);
}

/// How far a body is from getting out of the way of a mover, to its left and to its right.
/// Negative: it is out already.
typedef struct ways_out {
    double left, right;
} ways_out;

/// All walls with that velocity are the mover's; left is that of its course.
static ways_out find_ways_out(const contact_gap *gaps, uint32_t walls, wend_vec2 velocity,
                              wend_vec2 p, wend_vec2 left)
{
    ways_out out = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < walls; ++i) {
        const contact_gap *g = &gaps[i];
        if (g->velocity.x != velocity.x || g->velocity.y != velocity.y)
            continue;
        double to_a = vector_dot(left, vector_add(g->near->wall.a, -1, p));
        double to_b = vector_dot(left, vector_add(g->near->wall.b, -1, p));
        out.left = fmax(out.left, fmax(to_a, to_b));
        out.right = fmax(out.right, -fmin(to_a, to_b));
    }
    return out;
}

/// A mover's push: that of the document, and aside if it comes over the body within the foresight.
static void add_mover(const forcing *f, uint32_t body, const contact_gap *gaps, uint32_t walls,
                      uint32_t mover, wend_vec2 *sum)
{
    const wend_force_def *def = f->def;
    const contact_gap *g = &gaps[mover];
    wend_vec2 course = vector_unit(g->velocity), left = {-course.y, course.x};
    double radius = f->at->input->bodies[body].radius, cosine = vector_dot(course, g->away);
    if (g->gap < def->reach)
        add_push(sum, g->away,
                 def->mover_strength * fading(g->gap, def->wall_range) *
                     seen(def->mover_lambda, cosine));
    double seconds = (cosine * (g->gap + radius) - radius) / vector_length(g->velocity);
    if (!(cosine > 0) || !(seconds < def->foresight))
        return;
    ways_out out = find_ways_out(gaps, walls, g->velocity, f->at->places[body], left);
    // Who is clear of it by its own radius stays.
    double clear = -fmin(out.left, out.right) - radius;
    double share = fmin(1 - clear / radius, 1) * fmin(1 - seconds / def->foresight, 1);
    if (share > 0)
        add_push(sum, out.left < out.right ? left : (wend_vec2){course.y, -course.x},
                 def->mover_strength * share);
}

/// The push of all walls and movers on a body that is driven so.
static wend_vec2 push_of_walls(const forcing *f, uint32_t body, const contact_gap *gaps,
                               uint32_t walls, wend_vec2 drive)
{
    const wend_force_def *def = f->def;
    wend_vec2 sum = {0, 0}, movers = {0, 0};
    for (uint32_t i = 0; i < walls; ++i)
        if (!gaps[i].stands)
            add_mover(f, body, gaps, walls, i, &movers);
        else if (gaps[i].gap < def->reach)
            add_push(&sum, gaps[i].away, def->wall_strength * fading(gaps[i].gap, def->wall_range));
    double driven = vector_length(drive), back = -vector_dot(sum, drive);
    if (driven > 0 && back > WALLS_HOLD_BACK * driven * driven)
        sum = vector_add(sum, back / (driven * driven) - WALLS_HOLD_BACK, drive);
    return vector_add(sum, 1, movers);
}

// ---- all of them --------------------------------------------------------------------------------

force_sum wend_force_sum(const forcing *f, uint32_t body)
{
    const wend_force_def *def = f->def;
    const contact_reach reach = {fmax(def->reach, def->sight), def->reach, def->foresight};
    contact_gap gaps[WEND_NEIGHBOURS];
    uint32_t walls, count = wend_contact_gaps(f->at, body, &reach, gaps, &walls);
    const wend_wish *wish = &f->at->input->wishes[body];
    wend_vec2 liked = wish_at(wish, wish->bias), heading = f->headings[body];
    wend_vec2 drive = {liked.x / def->relaxation, liked.y / def->relaxation};
    wend_vec2 push = push_of_walls(f, body, gaps, walls, drive);
    double nearest = INFINITY, aside = 0;
    for (uint32_t i = walls; i < count; ++i) {
        const contact_gap *g = &gaps[i];
        push = vector_add(push, 1, push_of_body(f, body, g, heading));
        double mind = def->keep_right > 0 && g->gap < nearest ? opposes(f, body, g, heading) : 0;
        if (mind > 0) {
            nearest = g->gap;
            aside = mind;
        }
    }
    wend_vec2 right = {heading.y, -heading.x};
    push = vector_add(push, def->keep_right * aside, right);
    return (force_sum){push, wish_closest(wish, vector_add(liked, def->relaxation, push))};
}
