// SPDX-License-Identifier: MIT
// The programs, in lanes of bodies: of the velocities in a disc that keep all half-planes, the one
// closest to a wish.
//
// A wish is a chord of velocities with a bias (Curtis and others 2012, Algorithm 1); a point where
// its ends are equal. What is asked for is closest to the chord, and of several such closest to the
// bias. That is one strict order of the velocities in a convex set, so constraints can be added one
// at a time, the most violated first: when the best velocity so far violates one, the new best lies
// on its line. Most bodies are done after one or two.
//
//   clip      Where the chord meets all half-planes, only its ends have to be cut. What is found is
//             brought from the chord to the arc.
//   closest   Else the constraints are generated.
//   least     If they contradict each other, the greatest violation is made as small as can be, but
//             walls are kept (section 5.3 of the ORCA paper). Again by generation: when plane j is
//             the worst, z = c_j - n_j.v is to be least while no plane seen before is worse than j,
//             which is (n_k - n_j).v >= c_k - c_j.
//
// The two half-planes at the ends of the arc come first and are dropped where they leave nothing,
// or nothing but to stand (the document does not say; seeds/README 14).
#ifndef WEND_MOTION_ORCA_PROGRAM_H
#define WEND_MOTION_ORCA_PROGRAM_H

#include "core/lanes.h"
#include "motion/orca.h"
#include "motion/orca_planes.h"

/// Violations up to this part of the greatest speed are none: what float can resolve.
#define PROGRAM_EPSILON 1e-6f
/// Lines whose directions differ by less than this have no crossing. [sine]
#define PROGRAM_PARALLEL 1e-6f
/// Half-planes that a program generates at most; more is rounding that goes round in circles.
enum { PROGRAM_ROUNDS = 24 };
/// A velocity below this part of the wished speed is standing.
#define PROGRAM_STANDING 0.05f

typedef struct half_planes {
    lanes_f nx, ny, c;
} half_planes;

typedef struct program {
    const orca_rows *soft, *hard;
    uint32_t at;                   ///< of the first lane in the rows
    uint32_t soft_rows, hard_rows; ///< the most of any lane
    lanes_f ax, ay, bx, by, bias;  ///< the wish
    lanes_f speed;                 ///< the greatest
    lanes_f epsilon;
    half_planes wedge[2]; ///< the ends of the arc
    lanes_f vx, vy;       ///< the answer
} program;

static inline half_planes row_at(const orca_rows *rows, uint32_t row, uint32_t at)
{
    return (half_planes){lanes_load(rows[row].nx + at), lanes_load(rows[row].ny + at),
                         lanes_load(rows[row].c + at)};
}

static inline void worse(half_planes plane, lanes_f vx, lanes_f vy, half_planes *worst,
                         lanes_f *violation)
{
    lanes_f here = plane.c - (plane.nx * vx + plane.ny * vy);
    lanes_m more = lanes_less(*violation, here);
    worst->nx = lanes_pick(more, plane.nx, worst->nx);
    worst->ny = lanes_pick(more, plane.ny, worst->ny);
    worst->c = lanes_pick(more, plane.c, worst->c);
    *violation = lanes_pick(more, here, *violation);
}

/// A stretch of a line: the velocities c n + s perp(n) with low <= s <= high.
typedef struct stretch {
    half_planes line;
    lanes_f low, high;
    lanes_m empty;
} stretch;

static inline stretch in_disc(half_planes line, lanes_f speed)
{
    lanes_f zero = lanes_all(0), half2 = speed * speed - line.c * line.c;
    lanes_f half = lanes_sqrt(lanes_max(half2, zero));
    return (stretch){line, -half, half, lanes_less(half2, zero)};
}

static inline void cut(stretch *part, half_planes plane, lanes_f epsilon)
{
    // n_k.(c n + s u) >= c_k with u = (-ny, nx):  across s >= beyond
    lanes_f across = plane.ny * part->line.nx - plane.nx * part->line.ny,
            beyond = plane.c - part->line.c * (plane.nx * part->line.nx + plane.ny * part->line.ny);
    lanes_f parallel = lanes_all(PROGRAM_PARALLEL);
    lanes_m up = lanes_less(parallel, across), down = lanes_less(across, -parallel),
            flat = ~(up | down);
    lanes_f s = beyond / lanes_pick(flat, lanes_all(1), across);
    part->low = lanes_pick(up, lanes_max(part->low, s), part->low);
    part->high = lanes_pick(down, lanes_min(part->high, s), part->high);
    part->empty |= flat & lanes_less(epsilon, beyond);
}

// The point of a stretch that is closest to the wish: where its line crosses the chord, or below
// the end that is nearer to it; for a parallel chord, below its bias.
static inline lanes_f closest_on(const program *p, half_planes line)
{
    lanes_f a = line.nx * p->ax + line.ny * p->ay - line.c,
            b = line.nx * p->bx + line.ny * p->by - line.c;
    lanes_f along_a = line.nx * p->ay - line.ny * p->ax,
            along_b = line.nx * p->by - line.ny * p->bx;
    lanes_f difference = a - b, size_a = lanes_max(a, -a), size_b = lanes_max(b, -b);
    lanes_m parallel = lanes_at_most(lanes_max(difference, -difference), p->epsilon);
    lanes_f t =
        lanes_clamp(a / lanes_pick(parallel, lanes_all(1), difference), lanes_all(0), lanes_all(1));
    lanes_f nearer = lanes_pick(lanes_less(size_a, size_b), lanes_all(0), lanes_all(1));
    t = lanes_pick(lanes_less(a * b, lanes_all(0)), t, nearer);
    t = lanes_pick(parallel, p->bias, t);
    return along_a + t * (along_b - along_a);
}

// ---- clip ---------------------------------------------------------------------------------------

// Cuts the chord by all half-planes. Returns where something is left of it; the answer is then the
// velocity nearest to the bias.
static lanes_m clip(program *p)
{
    lanes_f zero = lanes_all(0), one = lanes_all(1), low = zero, high = one;
    lanes_m out = lanes_less(one, zero); // nowhere
    for (uint32_t k = 0; k < p->soft_rows + p->hard_rows; ++k) {
        half_planes plane =
            k < p->soft_rows ? row_at(p->soft, k, p->at) : row_at(p->hard, k - p->soft_rows, p->at);
        lanes_f a = plane.nx * p->ax + plane.ny * p->ay - plane.c + p->epsilon,
                b = plane.nx * p->bx + plane.ny * p->by - plane.c + p->epsilon;
        lanes_m a_out = lanes_less(a, zero), b_out = lanes_less(b, zero);
        lanes_m cuts = a_out ^ b_out;
        // Cut where the half-plane ends, not where its tolerance does.
        lanes_f t = lanes_clamp((a - p->epsilon) / lanes_pick(cuts, a - b, one), zero, one);
        low = lanes_pick(cuts & a_out, lanes_max(low, t), low);
        high = lanes_pick(cuts & b_out, lanes_min(high, t), high);
        out |= a_out & b_out;
    }
    lanes_f t = lanes_clamp(p->bias, low, high);
    p->vx = p->ax + t * (p->bx - p->ax);
    p->vy = p->ay + t * (p->by - p->ay);
    return ~out & lanes_at_most(low, high);
}

// How far v can go along (x, y) until a half-plane stops it, at most `most`, at least 0. What ends
// no deeper in a half-plane than its tolerance is not stopped by it.
static lanes_f reach(const program *p, lanes_f x, lanes_f y, lanes_f most)
{
    lanes_f zero = lanes_all(0), slack = p->epsilon + p->epsilon;
    for (uint32_t k = 0; k < p->soft_rows + p->hard_rows; ++k) {
        half_planes plane =
            k < p->soft_rows ? row_at(p->soft, k, p->at) : row_at(p->hard, k - p->soft_rows, p->at);
        lanes_f along = plane.nx * x + plane.ny * y,
                violation = plane.c - (plane.nx * p->vx + plane.ny * p->vy);
        lanes_m stops = lanes_less(along, zero) & lanes_less(slack, violation - most * along);
        most = lanes_pick(stops, violation / lanes_pick(stops, along, lanes_all(-1)), most);
        most = lanes_max(most, zero);
    }
    return most;
}

// The chord is slower than the arc that it stands for, in its middle by up to the error that the
// arc allows. So what was found on it is brought to the arc again: in its own direction as far as
// the half-planes let it, and then square to the chord, so that a wall alongside makes nobody slow.
static void stretch_to_arc(program *p, lanes_m found)
{
    lanes_f zero = lanes_all(0), one = lanes_all(1), speed2 = p->ax * p->ax + p->ay * p->ay,
            v2 = p->vx * p->vx + p->vy * p->vy;
    lanes_m chord = found & ~(lanes_equal(p->ax, p->bx) & lanes_equal(p->ay, p->by)) &
                    lanes_less(p->epsilon * p->epsilon, v2) & lanes_less(v2, speed2);
    if (!lanes_any(chord))
        return;
    lanes_f full = lanes_sqrt(speed2 / lanes_pick(chord, v2, one)) - one;
    lanes_f by = lanes_pick(chord, reach(p, p->vx, p->vy, full), zero);
    p->vx += by * p->vx;
    p->vy += by * p->vy;
    lanes_f mx = p->ax + p->bx, my = p->ay + p->by, m2 = mx * mx + my * my;
    lanes_m slow = chord & lanes_less(by, full) & lanes_less(p->epsilon * p->epsilon, m2);
    if (!lanes_any(slow))
        return;
    lanes_f per_m = one / lanes_sqrt(lanes_pick(slow, m2, one));
    mx *= per_m;
    my *= per_m;
    lanes_f forward = p->vx * mx + p->vy * my, left2 = speed2 - p->vx * p->vx - p->vy * p->vy;
    full = lanes_sqrt(forward * forward + lanes_max(left2, zero)) - forward;
    by = lanes_pick(slow, reach(p, mx, my, full), zero);
    p->vx += by * mx;
    p->vy += by * my;
}

// ---- closest ------------------------------------------------------------------------------------

// Generates constraints for the lanes in `active`. Returns where there is no velocity.
static lanes_m closest(program *p, lanes_m active, bool with_wedge)
{
    half_planes seen[PROGRAM_ROUNDS];
    lanes_f vx = p->ax + p->bias * (p->bx - p->ax), vy = p->ay + p->bias * (p->by - p->ay);
    lanes_m none = active ^ active;
    for (uint32_t round = 0; round < PROGRAM_ROUNDS; ++round) {
        half_planes worst = {lanes_all(0), lanes_all(0), lanes_all(0)};
        lanes_f violation = p->epsilon;
        for (uint32_t k = 0; k < p->soft_rows; ++k)
            worse(row_at(p->soft, k, p->at), vx, vy, &worst, &violation);
        for (uint32_t k = 0; k < p->hard_rows; ++k)
            worse(row_at(p->hard, k, p->at), vx, vy, &worst, &violation);
        for (uint32_t k = 0; with_wedge && k < 2; ++k)
            worse(p->wedge[k], vx, vy, &worst, &violation);
        lanes_m open = active & ~none & lanes_less(p->epsilon, violation);
        if (!lanes_any(open))
            break;
        stretch part = in_disc(worst, p->speed);
        for (uint32_t k = 0; k < round; ++k)
            cut(&part, seen[k], p->epsilon);
        part.empty |= lanes_less(part.high + p->epsilon, part.low);
        none |= open & part.empty;
        lanes_f s = lanes_clamp(closest_on(p, worst), part.low, part.high);
        open &= ~part.empty;
        vx = lanes_pick(open, worst.c * worst.nx - s * worst.ny, vx);
        vy = lanes_pick(open, worst.c * worst.ny + s * worst.nx, vy);
        seen[round] = worst;
    }
    p->vx = lanes_pick(active & ~none, vx, p->vx);
    p->vy = lanes_pick(active & ~none, vy, p->vy);
    return none;
}

// ---- least --------------------------------------------------------------------------------------

// The velocity furthest along n_j that keeps walls and, for each plane seen before, is no worse for
// it than for j; of several such the one closest to the wish's bias. False in lanes where rounding
// left none.
static lanes_m furthest(const program *p, half_planes j, const half_planes *others, uint32_t count,
                        lanes_f *vx, lanes_f *vy)
{
    half_planes seen[PROGRAM_ROUNDS];
    lanes_f wx = p->ax + p->bias * (p->bx - p->ax), wy = p->ay + p->bias * (p->by - p->ay);
    lanes_f x = j.nx * p->speed, y = j.ny * p->speed;
    lanes_m none = lanes_less(p->speed, lanes_all(0));
    for (uint32_t round = 0; round < PROGRAM_ROUNDS; ++round) {
        half_planes worst = {lanes_all(0), lanes_all(0), lanes_all(0)};
        lanes_f violation = p->epsilon;
        for (uint32_t k = 0; k < p->hard_rows; ++k)
            worse(row_at(p->hard, k, p->at), x, y, &worst, &violation);
        for (uint32_t k = 0; k < count; ++k)
            worse(others[k], x, y, &worst, &violation);
        lanes_m open = ~none & lanes_less(p->epsilon, violation);
        if (!lanes_any(open))
            break;
        stretch part = in_disc(worst, p->speed);
        for (uint32_t k = 0; k < round; ++k)
            cut(&part, seen[k], p->epsilon);
        part.empty |= lanes_less(part.high + p->epsilon, part.low);
        none |= open & part.empty;
        lanes_f gain = worst.nx * j.ny - worst.ny * j.nx; // of n_j along the line
        lanes_f wish = lanes_clamp(worst.nx * wy - worst.ny * wx, part.low, part.high);
        lanes_f tie = lanes_all(10 * PROGRAM_PARALLEL);
        lanes_f s = lanes_pick(lanes_less(tie, gain), part.high,
                               lanes_pick(lanes_less(gain, -tie), part.low, wish));
        open &= ~part.empty;
        x = lanes_pick(open, worst.c * worst.nx - s * worst.ny, x);
        y = lanes_pick(open, worst.c * worst.ny + s * worst.nx, y);
        seen[round] = worst;
    }
    *vx = lanes_pick(none, *vx, x);
    *vy = lanes_pick(none, *vy, y);
    return ~none;
}

// k is no worse than j: (n_k - n_j).v >= c_k - c_j, with a normal of length 1. Where both have the
// same normal the one with the greater c is the worse everywhere.
static inline half_planes difference_of(half_planes k, half_planes j)
{
    lanes_f nx = k.nx - j.nx, ny = k.ny - j.ny, length2 = nx * nx + ny * ny;
    lanes_m same = lanes_less(length2, lanes_all(PROGRAM_PARALLEL * PROGRAM_PARALLEL));
    lanes_f per_length = lanes_all(1) / lanes_sqrt(lanes_pick(same, lanes_all(1), length2));
    lanes_f zero = lanes_all(0);
    return (half_planes){lanes_pick(same, zero, nx * per_length),
                         lanes_pick(same, zero, ny * per_length),
                         lanes_pick(same, lanes_all(ORCA_NO_PLANE), (k.c - j.c) * per_length)};
}

// Starts where closest gave up: the answer of lanes not in `active` stays. Rounding can lead from a
// good velocity to a worse one, most of all between two half-planes that are nearly opposite: of
// all that were seen, the one that violates least is the answer.
static void least(program *p, lanes_m active)
{
    half_planes seen[PROGRAM_ROUNDS], others[PROGRAM_ROUNDS];
    lanes_f vx = lanes_all(0), vy = lanes_all(0), z = lanes_all(-1e30f), best = lanes_all(1e30f);
    lanes_f slack = 4 * p->epsilon;
    for (uint32_t round = 0; round < PROGRAM_ROUNDS; ++round) {
        half_planes worst = {lanes_all(0), lanes_all(0), lanes_all(0)};
        lanes_f violation = lanes_all(-2e30f);
        for (uint32_t k = 0; k < p->soft_rows; ++k)
            worse(row_at(p->soft, k, p->at), vx, vy, &worst, &violation);
        lanes_m better = active & lanes_less(violation, best);
        best = lanes_pick(better, violation, best);
        p->vx = lanes_pick(better, vx, p->vx);
        p->vy = lanes_pick(better, vy, p->vy);
        active &= lanes_less(z + slack, violation);
        if (!lanes_any(active))
            break;
        for (uint32_t k = 0; k < round; ++k)
            others[k] = difference_of(seen[k], worst);
        lanes_f x = vx, y = vy;
        active &= furthest(p, worst, others, round, &x, &y);
        vx = lanes_pick(active, x, vx);
        vy = lanes_pick(active, y, vy);
        z = lanes_pick(active, worst.c - (worst.nx * vx + worst.ny * vy), z);
        seen[round] = worst;
    }
}

// ---- all together -------------------------------------------------------------------------------

// The half-planes left of a's direction and right of b's, through zero.
static inline void set_wedge(program *p)
{
    lanes_f zero = lanes_all(0), one = lanes_all(1);
    lanes_f a = lanes_sqrt(p->ax * p->ax + p->ay * p->ay),
            b = lanes_sqrt(p->bx * p->bx + p->by * p->by);
    lanes_f per_a = one / lanes_pick(lanes_less(zero, a), a, one),
            per_b = one / lanes_pick(lanes_less(zero, b), b, one);
    p->wedge[0] = (half_planes){-p->ay * per_a, p->ax * per_a, zero};
    p->wedge[1] = (half_planes){p->by * per_b, -p->bx * per_b, zero};
}

// Clip, then closest with the wedge, then without. Returns where nothing keeps all half-planes.
static lanes_m solve(program *p, lanes_f has_wedge)
{
    lanes_m found = clip(p);
    stretch_to_arc(p, found);
    lanes_m open = ~found & lanes_less(lanes_all(0), p->speed);
    if (!lanes_any(open))
        return open;
    lanes_m narrow = open & lanes_less(lanes_all(0), has_wedge);
    lanes_m failed = open & ~narrow;
    if (lanes_any(narrow)) {
        set_wedge(p);
        lanes_m none = closest(p, narrow, true);
        lanes_f standing = lanes_all(PROGRAM_STANDING * PROGRAM_STANDING);
        lanes_m stands =
            lanes_less(p->vx * p->vx + p->vy * p->vy, standing * (p->ax * p->ax + p->ay * p->ay));
        failed |= none | (narrow & stands);
    }
    return lanes_any(failed) ? closest(p, failed, false) : failed;
}

#endif
