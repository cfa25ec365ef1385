// SPDX-License-Identifier: MIT
// From an aim to a wish: the arc of velocities that lead through a portal, and its chord (Curtis,
// Snape, Manocha 2012, sections 3.2 and 4.3 to 4.5).
//
// An agent at p sees a portal under the angle theta between the directions of its ends. All
// velocities of its speed in there are equally good; ORCA takes their chord, whose middle is slower
// by 1 - cos(theta/2). So too wide an arc is contracted towards the bias, and a narrow one far away
// is expanded, because there a detour costs little.
//
// Where this differs from the document:
// - Its limits are on the cosine of theta (equations 4, 5); with theta/2 they are 1 - error, and
//   equation 9 is cos(theta/2) as it stands. So nothing but a contraction needs an angle.
// - The bias is a place on the portal. Seen from p it is a direction, and that is what stays: it is
//   the contraction vector, and the wish's bias is where the chord has this direction. (The
//   document takes the same number for the place and for the chord, which differ where one end is
//   nearer.)
// - Equations 6 and 7 as corrected: what remains has the angle theta_max, taken from both sides of
//   the contraction vector in proportion, which so stays inside. A bias beyond an end counts as
//   that end; then only the other end moves.
// - Equation 9 begins at 2 Delta / (1 + gamma), where it is 0.
#include "core/angle.h"
#include "core/memory.h"
#include "wend/aim.h"

#include <math.h>

#define ARC_COOKIE 0x61726331u

/// What is nearer than this is reached: there is no direction to it. [Units: m]
#define REACHED 1e-9

/// Cosine of half the least angle of an arc whose ends are made half-planes: 10 degrees. In a
/// narrower one there is hardly anything but straight ahead, and two agents before a door would
/// rather stop than step aside.
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
                         "the arc_def was not made by wend_default_arc_def");
    if (!(def->relative_error >= 0 && def->relative_error <= 1))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the relative error of an arc is %g: give 0 to 1", def->relative_error);
    if (!(def->absolute_error >= 0 && def->absolute_error < HUGE_VAL))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the absolute error of an arc is %g m/s: give 0 or more",
                         def->absolute_error);
    if (!(def->detour >= 0 && def->detour < HUGE_VAL))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the detour of an arc is %g m: give 0 or more",
                         def->detour);
    if (!(def->deviation > 1 && def->deviation < HUGE_VAL))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the deviation of an arc is %g: give more than 1", def->deviation);

    double delta = def->detour, gamma = def->deviation, cosine = 1 - def->relative_error;
    *arc = (wend_arc){
        .def = *def, .most_angle = 2 * wend_acos(cosine), .expand_from = 2 * delta / (1 + gamma)};
    return WEND_OK;
}

// ---- vectors ------------------------------------------------------------------------------------

static double dot(wend_vec2 v, wend_vec2 w)
{
    return v.x * w.x + v.y * w.y;
}

// Positive if w is counter-clockwise from v.
static double cross(wend_vec2 v, wend_vec2 w)
{
    return v.x * w.y - v.y * w.x;
}

static wend_vec2 scaled(wend_vec2 v, double factor)
{
    return (wend_vec2){factor * v.x, factor * v.y};
}

static wend_vec2 from_to(wend_vec2 p, wend_vec2 q)
{
    return (wend_vec2){q.x - p.x, q.y - p.y};
}

static double length(wend_vec2 v)
{
    return sqrt(dot(v, v));
}

static bool reached(wend_vec2 to)
{
    return dot(to, to) <= REACHED * REACHED;
}

static wend_vec2 turned(wend_vec2 v, double cosine, double sine)
{
    return (wend_vec2){cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
}

// ---- arcs ---------------------------------------------------------------------------------------

// A portal as seen from the agent: directions from a counter-clockwise to b, by 0..pi.
typedef struct fan {
    wend_vec2 to_a, to_b; // of any length
    double far_a, far_b;  // these
    double distance;      // to the nearer end of the portal
    wend_vec2 bias;       // a direction between them, of any length
    double bias_at;       // where the chord from a to b has this direction
    double along;         // cosine of the angle between them, times both lengths
    double across;        // and its sine
    double half_square;   // squared cosine of half of it, times both lengths and 2
} fan;

// The velocities that are left of a fan, for a speed of 1.
typedef struct chord {
    wend_vec2 a, b;
    double bias_at;
    bool wide;
} chord;

// The portal as seen from its ends' places relative to the agent, a to b counter-clockwise.
static fan fan_of(wend_vec2 to_a, wend_vec2 to_b, double bias)
{
    double far_a = length(to_a), far_b = length(to_b);
    fan f = {to_a, to_b, far_a, far_b, .distance = far_a < far_b ? far_a : far_b};
    f.bias.x = (1 - bias) * to_a.x + bias * to_b.x;
    f.bias.y = (1 - bias) * to_a.y + bias * to_b.y;
    // The place at the bias is (1-bias) far_a a + bias far_b b: the chord's weights are in it.
    double part_a = (1 - bias) * far_a, part_b = bias * far_b;
    f.bias_at = part_b / (part_a + part_b);

    // At an end, the portal is seen as from a place on it close by.
    if (reached(to_a)) {
        f.to_a = scaled(to_b, -1);
        f.far_a = far_b;
    } else if (reached(to_b)) {
        f.to_b = scaled(to_a, -1);
        f.far_b = far_a;
    }
    if (reached(f.bias)) {
        f.bias = turned(from_to(f.to_a, f.to_b), 0, -1); // straight through
        f.bias_at = 0.5;
    }
    f.along = dot(f.to_a, f.to_b);
    f.across = cross(f.to_a, f.to_b);
    f.half_square = f.far_a * f.far_b + f.along;
    return f;
}

// True if the cosine of half the angle is less: then the angle is more.
static bool is_wider(const fan *f, double cosine)
{
    return f->half_square < 2 * f->far_a * f->far_b * (cosine * cosine);
}

// tan(theta/2) is sin / (1 + cos) and (1 - cos) / sin. Either loses digits somewhere; with tops and
// bottoms added up it is the same, and loses none.
static double half_angle(const fan *f)
{
    double across = f->across > 0 ? f->across : 0;
    return wend_short_atan2(across + (f->far_a * f->far_b - f->along), across + f->half_square);
}

// The direction in the middle between a and b. Of a + b and b - a turned by a right angle, which
// both point there, one may be short: together they are not.
static wend_vec2 middle_of(const fan *f)
{
    wend_vec2 a = scaled(f->to_a, f->far_b), b = scaled(f->to_b, f->far_a);
    return (wend_vec2){a.x + b.x + (b.y - a.y), a.y + b.y - (b.x - a.x)};
}

// Where the chord has the direction of the bias: on either side, as much as the ends are off it.
static double bias_on_chord(wend_vec2 a, wend_vec2 b, wend_vec2 bias)
{
    double off_a = cross(a, bias), off_b = cross(bias, b);
    off_a = off_a > 0 ? off_a : 0;
    off_b = off_b > 0 ? off_b : 0;
    return off_a + off_b > 0 ? off_a / (off_a + off_b) : 0.5;
}

// Equations 6 and 7. cosine is that of half the angle to keep. Both sides of the bias shrink in
// proportion, and so does the angle between the bias and the middle: that gives the new middle.
static chord contracted(const fan *f, const wend_arc *arc, double cosine)
{
    double keep = cosine > 1 - arc->def.relative_error ? wend_acos(cosine) : 0.5 * arc->most_angle;
    double half = half_angle(f), part = half > keep ? keep / half : 1;
    wend_vec2 middle = middle_of(f);
    double off = wend_short_atan2(cross(middle, f->bias), dot(middle, f->bias)), s, c;
    off = off > half ? half : off < -half ? -half : off;
    wend_short_sin_cos(off * part, &s, &c);
    middle = scaled(turned(f->bias, c, -s), 1 / length(f->bias));

    double sine = sqrt(1 - cosine * cosine);
    // The chord has the direction of the bias where the tangents' ratio says.
    double bias_at = sine > 0 ? 0.5 + 0.5 * (s * cosine) / (c * sine) : 0.5;
    return (chord){.a = turned(middle, cosine, -sine),
                   .b = turned(middle, cosine, sine),
                   .bias_at = bias_at < 0   ? 0
                              : bias_at > 1 ? 1
                                            : bias_at,
                   .wide = cosine <= WEDGE_COSINE};
}

// Symmetrically about the middle of the goal, to that cosine of half the angle.
static chord expanded(const fan *f, double cosine)
{
    wend_vec2 middle = middle_of(f);
    middle = scaled(middle, 1 / length(middle));
    double sine = sqrt(1 - cosine * cosine);
    chord c = {.a = turned(middle, cosine, -sine),
               .b = turned(middle, cosine, sine),
               .wide = cosine <= WEDGE_COSINE};
    c.bias_at = bias_on_chord(c.a, c.b, f->bias);
    return c;
}

// Equation 10, with cosines: the widest arc allowed, the one that a detour is worth, the portal's.
static chord chord_of(const fan *f, const wend_arc *arc, double speed)
{
    const wend_arc_def *def = &arc->def;
    double most = 1 - def->relative_error;
    if (def->absolute_error > 0 && most * speed < speed - def->absolute_error)
        most = 1 - def->absolute_error / speed;
    if (is_wider(f, most))
        return contracted(f, arc, most);
    if (f->distance > arc->expand_from && def->detour > 0) {
        double gamma = def->deviation;
        double worth = gamma + f->distance * (1 - gamma * gamma) / (2 * def->detour);
        worth = worth > most ? worth : most;
        if (!is_wider(f, worth))
            return expanded(f, worth);
    }
    return (chord){.a = scaled(f->to_a, 1 / f->far_a),
                   .b = scaled(f->to_b, 1 / f->far_b),
                   .bias_at = f->bias_at,
                   .wide =
                       !(f->half_square > 2 * f->far_a * f->far_b * (WEDGE_COSINE * WEDGE_COSINE))};
}

// ---- wishes -------------------------------------------------------------------------------------

static wend_wish point_wish(wend_vec2 to, double speed)
{
    double factor = reached(to) ? 0 : speed / length(to);
    float x = (float)(factor * to.x), y = (float)(factor * to.y);
    return (wend_wish){.ax = x, .ay = y, .bx = x, .by = y};
}

wend_wish wend_arc_wish(const wend_arc *arc, const wend_aim *aim, wend_vec2 p, double speed,
                        double step)
{
    wend_vec2 to_a = from_to(p, aim->a), to_b = from_to(p, aim->b);
    double bias = aim->bias > 0 ? (aim->bias < 1 ? aim->bias : 1) : 0;
    bool is_point = arc->def.points || reached(from_to(to_a, to_b));
    if (is_point) {
        to_a.x += bias * (to_b.x - to_a.x);
        to_a.y += bias * (to_b.y - to_a.y);
        to_b = to_a;
        double far = length(to_a);
        if (aim->rest <= 0 && far < speed * step)
            speed = far / step;
        if (arc->def.points || reached(to_a))
            return point_wish(to_a, speed);
    }

    // Portals are seen from both sides, but a wish turns counter-clockwise. Who stands right on one
    // goes through it with a on the left.
    double turn = cross(to_a, to_b);
    bool on_it = turn == 0 || reached(to_a) || reached(to_b);
    if (turn < 0 || on_it) {
        wend_vec2 other = to_a;
        to_a = to_b;
        to_b = other;
        bias = 1 - bias;
    }
    fan f = fan_of(to_a, to_b, bias);
    chord c = chord_of(&f, arc, speed);
    return (wend_wish){.ax = (float)(speed * c.a.x),
                       .ay = (float)(speed * c.a.y),
                       .bx = (float)(speed * c.b.x),
                       .by = (float)(speed * c.b.y),
                       .bias = (float)c.bias_at,
                       .wedge = speed > 0 && c.wide};
}
