// SPDX-License-Identifier: MIT
// Places for discs in a shape: spread by a sequence that leaves no gaps, in the frame of the spine,
// then pushed apart and back into the shape until all keep a distance. That distance is what the
// area would give to each; where it can't be had, less is asked for, down to touching.
#include "core/memory.h"
#include "group/field.h"
#include "wend/random.h"

/// The steps of the sequence in both directions: powers of 1 / 1.3247.., the plastic number, as
/// golden as one gets in two dimensions.
#define STEP_ALONG  0.7548776662466927
#define STEP_ACROSS 0.5698402909980532

/// Discs that are wider by half of their distance each cover this part of the area at first. The
/// densest that there is covers 0.907, at random they jam at 0.84.
#define COVERED 0.8

/// So many rounds of pushing for each distance; the next one is less by that factor; the last is
/// none, and gets more of them. A shape that is a long line needs the most.
enum { ROUNDS = 40, LAST_ROUNDS = 2000 };
#define LESS           0.8
#define LEAST_DISTANCE 1e-3 ///< part of the first one

/// Places are good if discs keep this part of the distance that they were pushed to.
#define GOOD 0.5

/// Discs are put so much deeper into the shape, and apart, than they must be: rounding. [Units: m]
#define SKIN (WEND_GROUP_FIELD_SLACK / 2)

typedef struct placing {
    field_border border;
    const double *radii;
    uint32_t count;
    wend_vec2 *places;
} placing;

/// Takes a disc into the shape, with that distance to its border if it can have it.
static void take_in(const placing *p, uint32_t disc, double distance)
{
    wend_vec2 inwards;
    double depth = wend_field_depth(&p->border, p->places[disc], &inwards);
    // One as wide as the shape has the spine alone.
    double wanted = fmin(p->radii[disc] + distance + SKIN, p->border.half);
    if (depth < wanted)
        p->places[disc] = field_add(p->places[disc], wanted - depth, inwards);
}

static void spread(const placing *p, const wend_group_shape *shape, uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 0);
    double along = wend_random_unit(&random), across = wend_random_unit(&random);
    double pieces = wend_group_shape_area(shape) / shape->width;
    double length = pieces + shape->width / 4; // of both caps, but for what is narrow of them
    for (uint32_t i = 0; i < p->count; ++i) {
        wend_vec2 local = {(along - 0.5) * length, (across - 0.5) * shape->width};
        p->places[i] = wend_group_shape_place(shape, local);
        take_in(p, i, 0);
        along += along < 1 - STEP_ALONG ? STEP_ALONG : STEP_ALONG - 1;
        across += across < 1 - STEP_ACROSS ? STEP_ACROSS : STEP_ACROSS - 1;
    }
}

/// Pushes two apart that have less than that distance between them. Two at one place go along x.
static void push(const placing *p, uint32_t a, uint32_t b, double distance)
{
    double wanted = p->radii[a] + p->radii[b] + distance;
    wend_vec2 away = field_from(p->places[a], p->places[b]);
    double square = field_dot(away, away);
    if (square >= wanted * wanted)
        return;
    double length = sqrt(square), factor = (wanted - length) / 2;
    away = length > 0 ? (wend_vec2){away.x / length, away.y / length} : (wend_vec2){1, 0};
    p->places[a] = field_add(p->places[a], -factor, away);
    p->places[b] = field_add(p->places[b], factor, away);
}

/// The least distance between two discs.
static double least_distance(const placing *p)
{
    double least = INFINITY;
    for (uint32_t a = 0; a < p->count; ++a)
        for (uint32_t b = a + 1; b < p->count; ++b) {
            double between = field_length(field_from(p->places[a], p->places[b]));
            least = fmin(least, between - p->radii[a] - p->radii[b]);
        }
    return least;
}

/// True if so many rounds bring all to a good part of that distance.
static bool push_all(const placing *p, double distance, int rounds)
{
    for (int k = 0; k < rounds; ++k) {
        for (uint32_t a = 0; a < p->count; ++a)
            for (uint32_t b = a + 1; b < p->count; ++b)
                push(p, a, b, distance + SKIN);
        for (uint32_t a = 0; a < p->count; ++a)
            take_in(p, a, distance / 2);
        if (distance == 0 && least_distance(p) >= 0)
            return true;
    }
    return least_distance(p) >= GOOD * distance;
}

/// The distance that all discs would have if, wider by half of it, they covered a good part of the
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

wend_result wend_group_field_place(const wend_group_shape *shape, const double *radii,
                                   uint32_t count, uint64_t seed, wend_vec2 *places,
                                   wend_error *error)
{
    const placing p = {wend_field_border(shape), radii, count, places};
    for (uint32_t i = 0; i < count; ++i)
        if (!(radii[i] >= 0 && radii[i] <= p.border.half))
            return wend_fail(error, radii[i] >= 0 ? WEND_NOTHING : WEND_BAD_ARGUMENT,
                             "a disc with a radius of %g m is no disc in a shape %g m wide",
                             radii[i], shape->width);
    double area = wend_group_shape_area(shape);
    spread(&p, shape, seed);
    double first = even_distance(&p, COVERED * area), distance = first;
    for (; distance > LEAST_DISTANCE * first; distance *= LESS)
        if (push_all(&p, distance, ROUNDS))
            return WEND_OK;
    if (push_all(&p, 0, LAST_ROUNDS))
        return WEND_OK;
    return wend_fail(error, WEND_NOTHING, "no places were found for %u discs in a shape of %g m2",
                     count, area);
}
