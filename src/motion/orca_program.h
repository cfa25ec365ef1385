// SPDX-License-Identifier: MIT
// The programs, in lanes of bodies: of the velocities in a disc that satisfy all half-planes, the
// one closest to the preferred velocities.
//
// The preferred velocities are a chord with a bias (Curtis et al. 2012, Algorithm 1; full citation
// in wend/arc.h), or a point where its ends are equal. The solution is closest to the chord, and of
// several such closest to the bias. This is a strict order of the velocities in a convex set, so
// constraints can be added one at a time, the most violated first: when the best velocity so far
// violates one, the new best lies on its line. Most bodies need one or two.
//
//     clip             If the chord meets all half-planes, only its ends are cut. The solution is
//                      then moved from the chord to the arc.
//     closest          Otherwise constraints are generated.
//     least_violation  If they contradict each other, the largest violation is minimised, with
//     walls
//                      as hard constraints (van den Berg et al. 2011, §5.3). Again by generation:
//                      if plane j is the worst, z = c_j - n_j.v is minimised while no plane seen
//                      before is worse than j, that is (n_k - n_j).v >= c_k - c_j.
//
// The two half-planes at the ends of the arc come first. They are dropped if they leave no
// velocity, or none but standing still; the paper does not state what to do then.
#ifndef WEND_MOTION_ORCA_PROGRAM_H
#define WEND_MOTION_ORCA_PROGRAM_H

#include "core/lanes.h"
#include "motion/orca.h"
#include "motion/orca_planes.h"

/// Tolerance of violations, as a fraction of the maximum speed: the resolution of float.
#define PROGRAM_EPSILON 1e-6f
/// Lines whose directions differ by less than this have no intersection. [sine]
#define PROGRAM_PARALLEL 1e-6f
/// Maximum number of half-planes that a program generates; beyond it rounding causes cycles.
enum { PROGRAM_ROUNDS = 24 };
/// Fraction of the preferred speed below which a velocity counts as standing still.
#define PROGRAM_STANDING 0.05f

typedef struct half_planes {
    lanes_f nx, ny, c;
} half_planes;

typedef struct program {
    const orca_rows *soft, *hard;
    uint32_t at;                   ///< index of the first lane in the rows
    uint32_t soft_rows, hard_rows; ///< maximum over all lanes
    lanes_f ax, ay, bx, by, bias;  ///< preferred velocities
    lanes_f speed;                 ///< maximum speed
    lanes_f epsilon;
    half_planes wedge[2]; ///< ends of the arc
    lanes_f vx, vy;       ///< solution
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

/// An interval of a line: the velocities c n + s perp(n) with low <= s <= high.
typedef struct interval {
    half_planes line;
    lanes_f low, high;
    lanes_m empty;
} interval;

static inline interval in_disc(half_planes line, lanes_f speed)
{
    lanes_f zero = lanes_all(0), half2 = speed * speed - line.c * line.c;
    lanes_f half = lanes_sqrt(lanes_max(half2, zero));
    return (interval){line, -half, half, lanes_less(half2, zero)};
}

static inline void cut(interval *part, half_planes plane, lanes_f epsilon)
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

// The point of a line closest to the preferred velocities: the intersection with the chord, or the
// projection of its nearer end; for a parallel chord, the projection of its bias.
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

// Clips the chord by all half-planes. Returns the lanes in which some of it remains; the solution
// is then the velocity nearest to the bias.
static lanes_m clip(program *p)
{
    lanes_f zero = lanes_all(0), one = lanes_all(1), low = zero, high = one;
    lanes_m out = lanes_less(one, zero); // no lane
    for (uint32_t k = 0; k < p->soft_rows + p->hard_rows; ++k) {
        half_planes plane =
            k < p->soft_rows ? row_at(p->soft, k, p->at) : row_at(p->hard, k - p->soft_rows, p->at);
        lanes_f a = plane.nx * p->ax + plane.ny * p->ay - plane.c + p->epsilon,
                b = plane.nx * p->bx + plane.ny * p->by - plane.c + p->epsilon;
        lanes_m a_out = lanes_less(a, zero), b_out = lanes_less(b, zero);
        lanes_m cuts = a_out ^ b_out;
        // Cut at the half-plane itself, not at its tolerance.
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

// How far v can move along (x, y) before a half-plane stops it, in 0..max. A half-plane does not
// stop a move that ends within its tolerance.
static lanes_f reach(const program *p, lanes_f x, lanes_f y, lanes_f max)
{
    lanes_f zero = lanes_all(0), slack = p->epsilon + p->epsilon;
    for (uint32_t k = 0; k < p->soft_rows + p->hard_rows; ++k) {
        half_planes plane =
            k < p->soft_rows ? row_at(p->soft, k, p->at) : row_at(p->hard, k - p->soft_rows, p->at);
        lanes_f along = plane.nx * x + plane.ny * y,
                violation = plane.c - (plane.nx * p->vx + plane.ny * p->vy);
        lanes_m stops = lanes_less(along, zero) & lanes_less(slack, violation - max * along);
        max = lanes_pick(stops, violation / lanes_pick(stops, along, lanes_all(-1)), max);
        max = lanes_max(max, zero);
    }
    return max;
}

// The chord is slower than the arc that it approximates, in its middle by up to the error of the
// arc. The solution is therefore moved back to the arc: in its own direction as far as the
// half-planes permit, and then perpendicular to the chord, so that a wall alongside does not slow
// the body.
static void extend_to_arc(program *p, lanes_m found)
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

// Generates constraints for the lanes in `active`. Returns the lanes without a feasible velocity.
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
        interval part = in_disc(worst, p->speed);
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

// ---- least violation ----------------------------------------------------------------------------

// The velocity farthest along n_j that satisfies the walls and, for each plane seen before,
// violates it no more than j; of several such the one closest to the preferred velocity at the
// bias. False in lanes where rounding left none.
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
        interval part = in_disc(worst, p->speed);
        for (uint32_t k = 0; k < round; ++k)
            cut(&part, seen[k], p->epsilon);
        part.empty |= lanes_less(part.high + p->epsilon, part.low);
        none |= open & part.empty;
        lanes_f gain = worst.nx * j.ny - worst.ny * j.nx; // component of n_j along the line
        lanes_f preferred = lanes_clamp(worst.nx * wy - worst.ny * wx, part.low, part.high);
        lanes_f tie = lanes_all(10 * PROGRAM_PARALLEL);
        lanes_f s = lanes_pick(lanes_less(tie, gain), part.high,
                               lanes_pick(lanes_less(gain, -tie), part.low, preferred));
        open &= ~part.empty;
        x = lanes_pick(open, worst.c * worst.nx - s * worst.ny, x);
        y = lanes_pick(open, worst.c * worst.ny + s * worst.nx, y);
        seen[round] = worst;
    }
    *vx = lanes_pick(none, *vx, x);
    *vy = lanes_pick(none, *vy, y);
    return ~none;
}

// k is violated no more than j: (n_k - n_j).v >= c_k - c_j, with a unit normal. If both have the
// same normal, the one with the larger c is violated more everywhere.
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

// Starts from the result of `closest`; lanes not in `active` are unchanged. Rounding can lead from
// a good velocity to a worse one, mostly between two nearly opposite half-planes: the result is the
// velocity with the smallest violation seen.
static void least_violation(program *p, lanes_m active)
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

// ---- solve --------------------------------------------------------------------------------------

// The half-planes to the left of a's direction and to the right of b's, through zero.
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

// Clip, then closest with the wedge, then without. Returns the lanes in which no velocity satisfies
// all half-planes.
static lanes_m solve(program *p, lanes_f has_wedge)
{
    lanes_m found = clip(p);
    extend_to_arc(p, found);
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
