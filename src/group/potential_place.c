// SPDX-License-Identifier: MIT
// Initial positions of discs in a shape: spread by a low-discrepancy sequence in the frame of the
// spine, then pushed apart and back into the shape until all keep a distance. That distance is the
// one that an even share of the area would give; where it is not possible, it is reduced, down to
// contact.
#include "core/memory.h"
#include "group/potential.h"
#include "wend/random.h"
#include "wend/vec2.h"

/// The steps of the sequence in both directions: powers of 1 / 1.3247.., the plastic number, the
/// two-dimensional analogue of the golden ratio.
#define STEP_ALONG  0.7548776662466927
#define STEP_ACROSS 0.5698402909980532

/// Initial coverage: discs enlarged by half of their distance each cover this fraction of the area.
/// The densest packing covers 0.907; random packings jam at 0.84.
#define COVERED 0.8

/// Rounds of pushing for each distance; the next distance is smaller by that factor; the last is 0
/// and gets more rounds. A long narrow shape needs the most.
enum { ROUNDS = 40, LAST_ROUNDS = 2000 };
#define LESS         0.8
#define MIN_DISTANCE 1e-3 ///< fraction of the first distance

/// Positions are accepted if discs keep this fraction of the target distance.
#define GOOD 0.5

/// Discs are placed deeper into the shape, and farther apart, by this much than necessary:
/// rounding. [Units: m]
#define SKIN (WEND_GROUP_POTENTIAL_SLACK / 2)

typedef struct placing {
    potential_border border;
    const double *radii;
    uint32_t count;
    wend_vec2 *positions;
} placing;

/// Moves a disc into the shape, with that distance to its border if possible.
static void move_inside(const placing *p, uint32_t disc, double distance)
{
    wend_vec2 inwards;
    double depth = wend_potential_depth(&p->border, p->positions[disc], &inwards);
    // A disc as wide as the shape has only the spine.
    double wanted = fmin(p->radii[disc] + distance + SKIN, p->border.half);
    if (depth < wanted)
        p->positions[disc] = wend_add_scaled(p->positions[disc], wanted - depth, inwards);
}

static void spread(const placing *p, const wend_group_shape *shape, uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 0);
    double along = wend_random_unit(&random), across = wend_random_unit(&random);
    double pieces = wend_group_shape_area(shape) / shape->width;
    double length = pieces + shape->width / 4; // both caps, except their narrow parts
    for (uint32_t i = 0; i < p->count; ++i) {
        wend_vec2 local = {(along - 0.5) * length, (across - 0.5) * shape->width};
        p->positions[i] = wend_group_shape_from_local(shape, local);
        move_inside(p, i, 0);
        along += along < 1 - STEP_ALONG ? STEP_ALONG : STEP_ALONG - 1;
        across += across < 1 - STEP_ACROSS ? STEP_ACROSS : STEP_ACROSS - 1;
    }
}

/// Pushes two discs apart that have less than that distance between them. Coincident discs separate
/// along x.
static void push(const placing *p, uint32_t a, uint32_t b, double distance)
{
    double wanted = p->radii[a] + p->radii[b] + distance;
    wend_vec2 away = wend_sub(p->positions[b], p->positions[a]);
    double square = wend_length_squared(away);
    if (square >= wanted * wanted)
        return;
    double length = sqrt(square), factor = (wanted - length) / 2;
    away = length > 0 ? (wend_vec2){away.x / length, away.y / length} : (wend_vec2){1, 0};
    p->positions[a] = wend_add_scaled(p->positions[a], -factor, away);
    p->positions[b] = wend_add_scaled(p->positions[b], factor, away);
}

/// The smallest distance between two discs.
static double min_distance(const placing *p)
{
    double min = INFINITY;
    for (uint32_t a = 0; a < p->count; ++a)
        for (uint32_t b = a + 1; b < p->count; ++b) {
            double between = wend_distance(p->positions[b], p->positions[a]);
            min = fmin(min, between - p->radii[a] - p->radii[b]);
        }
    return min;
}

/// True if that number of rounds brings all discs to an acceptable fraction of that distance.
static bool push_all(const placing *p, double distance, int rounds)
{
    for (int k = 0; k < rounds; ++k) {
        for (uint32_t a = 0; a < p->count; ++a)
            for (uint32_t b = a + 1; b < p->count; ++b)
                push(p, a, b, distance + SKIN);
        for (uint32_t a = 0; a < p->count; ++a)
            move_inside(p, a, distance / 2);
        if (distance == 0 && min_distance(p) >= 0)
            return true;
    }
    return min_distance(p) >= GOOD * distance;
}

/// The distance at which all discs, enlarged by half of it, would cover the target fraction of the
/// area: the root of sum pi (r + g / 2)^2 = area.
static double even_distance(const placing *p, double area)
{
    const double pi = 3.141592653589793;
    double sum = 0, squares = 0, n = p->count;
    for (uint32_t i = 0; i < p->count; ++i) {
        sum += p->radii[i];
        squares += p->radii[i] * p->radii[i];
    }
    double left = area / pi - squares;
    if (!(left > 0))
        return 0;
    return 2 * left / (sum + sqrt(sum * sum + n * left));
}

wend_result wend_group_potential_place(const wend_group_shape *shape, const double *radii,
                                       uint32_t count, uint64_t seed, wend_vec2 *positions,
                                       wend_error *error)
{
    const placing p = {wend_potential_border(shape), radii, count, positions};
    for (uint32_t i = 0; i < count; ++i)
        if (!(radii[i] >= 0 && radii[i] <= p.border.half))
            return wend_fail(
                error, radii[i] >= 0 ? WEND_NOT_FOUND : WEND_BAD_ARGUMENT,
                "disc radius must be above 0 m and fit the shape, found %g m in a shape %g m wide",
                radii[i], shape->width);
    double area = wend_group_shape_area(shape);
    spread(&p, shape, seed);
    double first = even_distance(&p, COVERED * area), distance = first;
    for (; distance > MIN_DISTANCE * first; distance *= LESS)
        if (push_all(&p, distance, ROUNDS))
            return WEND_OK;
    if (push_all(&p, 0, LAST_ROUNDS))
        return WEND_OK;
    return wend_fail(error, WEND_NOT_FOUND, "no positions found for %u discs in a shape of %g m^2",
                     count, area);
}
