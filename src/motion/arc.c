// SPDX-License-Identifier: MIT
// From a steering target to preferred velocities: the arc of velocities that lead through a portal,
// and its chord (S. Curtis, J. Snape and D. Manocha, "Way Portals: Efficient Multi-Agent Navigation
// with Line-Segment Goals", 2012, §3.2 and §4.3 to §4.5).
//
// An agent at p sees a portal under the angle theta between the directions to its ends. All
// velocities of its speed in that range are equally good; ORCA uses their chord, whose middle is
// slower by 1 - cos(theta/2). An arc that is too wide is therefore contracted towards the bias, and
// a narrow, distant one is expanded, because a detour costs little there.
//
// Differences from the paper:
// - Its limits are on the cosine of theta (equations 4 and 5); with theta/2 they are 1 - error, and
//   equation 9 is cos(theta/2) as it stands. Only a contraction needs an angle.
// - The bias is a point on the portal. Seen from p it is a direction, and this direction is
//   preserved: it is the contraction vector, and the bias of the result is where the chord has this
//   direction. (The paper uses the same number for the portal and for the chord; they differ if one
//   end is nearer.)
// - Equations 6 and 7 as corrected: the remaining angle is theta_max, removed from both sides of
//   the contraction vector in proportion, so that the vector stays inside. A bias beyond an end
//   counts as that end; then only the other end moves.
// - Equation 9 begins at 2 Delta / (1 + gamma), where it is 0.
#include "wend/arc.h"
#include "core/angle.h"
#include "core/memory.h"
#include "motion/contacts.h"
#include "wend/vec2.h"

#include <math.h>

#define ARC_COOKIE 0x61726331u

/// Distance below which a target is reached: there is no direction to it. [Units: m]
#define REACHED 1e-9

/// Cosine of half the smallest arc angle whose ends become half-planes: 10 degrees. A narrower arc
/// allows little but straight ahead, and two agents at a door would rather stop than step aside.
#define WEDGE_COSINE 0.99619469809174555

wend_arc_def wend_default_arc_def(void)
{
    return (wend_arc_def){
        .relative_error = 0.1, .detour = 1, .deviation = 1.01, .cookie = ARC_COOKIE};
}

wend_result wend_arc_make(const wend_arc_def *def, wend_arc *arc, wend_error *error)
{
    if (def->cookie != ARC_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_arc_def()");
    const motion_parameter parameters[] = {
        {.name = "relative_error", .value = def->relative_error, .max = 1},
        {.name = "absolute_error", .value = def->absolute_error},
        {.name = "detour", .value = def->detour},
    };
    wend_result result = wend_motion_check(parameters, 3, error);
    if (result != WEND_OK)
        return result;
    if (!(def->deviation > 1 && def->deviation < HUGE_VAL))
        return wend_fail(error, WEND_BAD_ARGUMENT, "deviation must be above 1, found %g",
                         def->deviation);

    double delta = def->detour, gamma = def->deviation, cosine = 1 - def->relative_error;
    *arc = (wend_arc){
        .def = *def, .max_angle = 2 * wend_acos(cosine), .expand_from = 2 * delta / (1 + gamma)};
    return WEND_OK;
}

// ---- vectors ------------------------------------------------------------------------------------

static bool reached(wend_vec2 to)
{
    return wend_length_squared(to) <= REACHED * REACHED;
}

// ---- arcs ---------------------------------------------------------------------------------------

// A portal as seen from the agent: directions from a counter-clockwise to b, by 0..pi.
typedef struct fan {
    wend_vec2 to_a, to_b; // of any length
    double far_a, far_b;  // their lengths
    double distance;      // distance to the nearer end of the portal
    wend_vec2 bias;       // direction between them, of any length
    double bias_at;       // parameter at which the chord from a to b has this direction
    double along;         // cosine of the angle between them, times both lengths
    double across;        // its sine, times both lengths
    double half_square;   // squared cosine of half of it, times both lengths and 2
} fan;

// The velocities that remain of a fan, for a speed of 1.
typedef struct chord {
    wend_vec2 a, b;
    double bias_at;
    bool wide;
} chord;

// The portal with end points relative to the agent, a to b counter-clockwise.
static fan fan_of(wend_vec2 to_a, wend_vec2 to_b, double bias)
{
    double far_a = wend_length(to_a), far_b = wend_length(to_b);
    fan f = {to_a, to_b, far_a, far_b, .distance = far_a < far_b ? far_a : far_b};
    f.bias.x = (1 - bias) * to_a.x + bias * to_b.x;
    f.bias.y = (1 - bias) * to_a.y + bias * to_b.y;
    // The point at the bias is (1-bias) far_a a + bias far_b b: these are the weights on the chord.
    double part_a = (1 - bias) * far_a, part_b = bias * far_b;
    f.bias_at = part_b / (part_a + part_b);

    // At an end, the portal is seen as from a nearby point on it.
    if (reached(to_a)) {
        f.to_a = wend_scale(to_b, -1);
        f.far_a = far_b;
    } else if (reached(to_b)) {
        f.to_b = wend_scale(to_a, -1);
        f.far_b = far_a;
    }
    if (reached(f.bias)) {
        f.bias = wend_rotate(wend_sub(f.to_b, f.to_a), 0, -1); // straight through
        f.bias_at = 0.5;
    }
    f.along = wend_dot(f.to_a, f.to_b);
    f.across = wend_cross(f.to_a, f.to_b);
    f.half_square = f.far_a * f.far_b + f.along;
    return f;
}

// True if the cosine of half the angle is smaller, that is, if the angle is larger.
static bool is_wider(const fan *f, double cosine)
{
    return f->half_square < 2 * f->far_a * f->far_b * (cosine * cosine);
}

// tan(theta/2) is sin / (1 + cos) and (1 - cos) / sin. Each loses digits for some angles; the sum
// of the numerators over the sum of the denominators has the same value and loses none.
static double half_angle(const fan *f)
{
    double across = f->across > 0 ? f->across : 0;
    return wend_short_atan2(across + (f->far_a * f->far_b - f->along), across + f->half_square);
}

// The direction halfway between a and b. Of a + b and of b - a rotated by a right angle, which both
// point there, one may be short: their sum is not.
static wend_vec2 middle_of(const fan *f)
{
    wend_vec2 a = wend_scale(f->to_a, f->far_b), b = wend_scale(f->to_b, f->far_a);
    return (wend_vec2){a.x + b.x + (b.y - a.y), a.y + b.y - (b.x - a.x)};
}

// Parameter at which the chord has the direction of the bias: in proportion to the distances of the
// ends from it.
static double bias_on_chord(wend_vec2 a, wend_vec2 b, wend_vec2 bias)
{
    double off_a = wend_cross(a, bias), off_b = wend_cross(bias, b);
    off_a = off_a > 0 ? off_a : 0;
    off_b = off_b > 0 ? off_b : 0;
    return off_a + off_b > 0 ? off_a / (off_a + off_b) : 0.5;
}

// Equations 6 and 7. cosine is that of half the angle to keep. Both sides of the bias shrink in
// proportion, and so does the angle between the bias and the middle: that gives the new middle.
static chord contracted(const fan *f, const wend_arc *arc, double cosine)
{
    double keep = cosine > 1 - arc->def.relative_error ? wend_acos(cosine) : 0.5 * arc->max_angle;
    double half = half_angle(f), part = half > keep ? keep / half : 1;
    wend_vec2 middle = middle_of(f);
    double off = wend_short_atan2(wend_cross(middle, f->bias), wend_dot(middle, f->bias)), s, c;
    off = off > half ? half : off < -half ? -half : off;
    wend_short_sin_cos(off * part, &s, &c);
    middle = wend_scale(wend_rotate(f->bias, c, -s), 1 / wend_length(f->bias));

    double sine = sqrt(1 - cosine * cosine);
    // The chord has the direction of the bias at the ratio of the tangents.
    double bias_at = sine > 0 ? 0.5 + 0.5 * (s * cosine) / (c * sine) : 0.5;
    return (chord){.a = wend_rotate(middle, cosine, -sine),
                   .b = wend_rotate(middle, cosine, sine),
                   .bias_at = bias_at < 0   ? 0
                              : bias_at > 1 ? 1
                                            : bias_at,
                   .wide = cosine <= WEDGE_COSINE};
}

// Expands symmetrically about the middle, to that cosine of half the angle.
static chord expanded(const fan *f, double cosine)
{
    wend_vec2 middle = middle_of(f);
    middle = wend_scale(middle, 1 / wend_length(middle));
    double sine = sqrt(1 - cosine * cosine);
    chord c = {.a = wend_rotate(middle, cosine, -sine),
               .b = wend_rotate(middle, cosine, sine),
               .wide = cosine <= WEDGE_COSINE};
    c.bias_at = bias_on_chord(c.a, c.b, f->bias);
    return c;
}

// Equation 10, with cosines: the widest arc allowed, the one that the detour permits, that of the
// portal.
static chord chord_of(const fan *f, const wend_arc *arc, double speed)
{
    const wend_arc_def *def = &arc->def;
    double max = 1 - def->relative_error;
    if (def->absolute_error > 0 && max * speed < speed - def->absolute_error)
        max = 1 - def->absolute_error / speed;
    if (is_wider(f, max))
        return contracted(f, arc, max);
    if (f->distance > arc->expand_from && def->detour > 0) {
        double gamma = def->deviation;
        double value = gamma + f->distance * (1 - gamma * gamma) / (2 * def->detour);
        value = value > max ? value : max;
        if (!is_wider(f, value))
            return expanded(f, value);
    }
    return (chord){.a = wend_scale(f->to_a, 1 / f->far_a),
                   .b = wend_scale(f->to_b, 1 / f->far_b),
                   .bias_at = f->bias_at,
                   .wide =
                       !(f->half_square > 2 * f->far_a * f->far_b * (WEDGE_COSINE * WEDGE_COSINE))};
}

// ---- preferred velocities -----------------------------------------------------------------------

static wend_preferred_velocity single_velocity(wend_vec2 to, double speed)
{
    double factor = reached(to) ? 0 : speed / wend_length(to);
    float x = (float)(factor * to.x), y = (float)(factor * to.y);
    return (wend_preferred_velocity){.ax = x, .ay = y, .bx = x, .by = y};
}

wend_preferred_velocity wend_arc_preferred_velocity(const wend_arc *arc,
                                                    const wend_steering_target *target, wend_vec2 p,
                                                    double speed, double step)
{
    wend_vec2 to_a = wend_sub(target->a, p), to_b = wend_sub(target->b, p);
    double bias = target->bias > 0 ? (target->bias < 1 ? target->bias : 1) : 0;
    bool is_point = arc->def.points || reached(wend_sub(to_b, to_a));
    if (is_point) {
        to_a.x += bias * (to_b.x - to_a.x);
        to_a.y += bias * (to_b.y - to_a.y);
        to_b = to_a;
        double far = wend_length(to_a);
        if (target->remaining <= 0 && far < speed * step)
            speed = far / step;
        if (arc->def.points || reached(to_a))
            return single_velocity(to_a, speed);
    }

    // Portals are seen from both sides, but the arc turns counter-clockwise. An agent exactly on
    // the portal passes it with a on its left.
    double turn = wend_cross(to_a, to_b);
    bool on_it = turn == 0 || reached(to_a) || reached(to_b);
    if (turn < 0 || on_it) {
        wend_vec2 other = to_a;
        to_a = to_b;
        to_b = other;
        bias = 1 - bias;
    }
    fan f = fan_of(to_a, to_b, bias);
    chord c = chord_of(&f, arc, speed);
    return (wend_preferred_velocity){.ax = (float)(speed * c.a.x),
                                     .ay = (float)(speed * c.a.y),
                                     .bx = (float)(speed * c.b.x),
                                     .by = (float)(speed * c.b.y),
                                     .bias = (float)c.bias_at,
                                     .wedge = speed > 0 && c.wide};
}
