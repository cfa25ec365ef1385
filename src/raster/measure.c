// SPDX-License-Identifier: MIT
// True positions, lengths and clearances of the lines.
//
// A staircase of cracks is up to 41 % longer than the line that it represents. The line is
// therefore located between the centres of the two pixels that a crack separates: there the
// difference of the distances to the two sites changes its sign, and it is nearly linear. Vertices
// are moved to where three distances are equal by Newton's method, if that is close by.
#include "raster/raster.h"
#include "voronoi/frame.h"

#include <math.h>

/// Maximum displacement of a vertex. Where three lines meet on the lattice they really meet within
/// a pixel, except at sharp angles, or where the repair has shortened a wedge.
#define REFINE_PIXELS 4

/// Newton's method squares the error each time; from a pixel this is more than sufficient.
enum { REFINE_ROUNDS = 4 };

/// Sine below which the directions to the sites are too similar to locate the intersection of their
/// bisectors: half a degree.
#define REFINE_SINE 0.01

/// The label relevant to a chain of that colour.
static uint32_t label_of(const wend_raster *raster, uint32_t pixel, bool black)
{
    return black ? raster->second.data[pixel] : raster->first.data[pixel];
}

// ---- spots --------------------------------------------------------------------------------------

/// The regions that meet at a point, each once, each with a pixel of known label.
typedef struct meeting {
    uint32_t regions[4], pixels[4], count;
} meeting;

static meeting meeting_at(const wend_raster *raster, uint32_t point, bool black)
{
    meeting m = {.count = 0};
    uint32_t x = point % (raster->width + 1), y = point / (raster->width + 1);
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t u = x - (i & 1), v = y - (i >> 1);
        if (u >= raster->width || v >= raster->height)
            continue;
        uint32_t pixel = v * raster->width + u, region = label_of(raster, pixel, black);
        bool known = region == WEND_RASTER_NONE;
        for (uint32_t k = 0; k < m.count; ++k)
            known |= m.regions[k] == region;
        if (known)
            continue;
        m.regions[m.count] = region;
        m.pixels[m.count++] = pixel;
    }
    return m;
}

/// Distances from p to the first `count` regions, and the directions away from them.
static void measure_from(const wend_raster *raster, const meeting *m, uint32_t count, wend_vec2 p,
                         double *distances, wend_vec2 *away)
{
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 on;
        double d = wend_raster_distance(raster, m->regions[i], m->pixels[i], p, &on);
        distances[i] = d;
        away[i] = d > 0 ? (wend_vec2){(p.x - on.x) / d, (p.y - on.y) / d} : (wend_vec2){0, 0};
    }
}

/// One iteration of Newton's method for equal distances to two or three regions. False: singular.
static bool improve(const double *d, const wend_vec2 *away, uint32_t count, wend_vec2 *p)
{
    wend_vec2 g = wend_sub(away[0], away[1]);
    double f = d[0] - d[1];
    if (count == 2) {
        double square = wend_length_squared(g);
        if (square < REFINE_SINE * REFINE_SINE)
            return false;
        p->x -= g.x * f / square;
        p->y -= g.y * f / square;
        return true;
    }
    wend_vec2 h = wend_sub(away[0], away[2]);
    double e = d[0] - d[2], cross = wend_cross(g, h);
    if (fabs(cross) < REFINE_SINE)
        return false;
    p->x -= (f * h.y - e * g.y) / cross;
    p->y -= (g.x * e - h.x * f) / cross;
    return true;
}

/// True if the pixel of a point knows no nearer site: at its centre, at most half a diagonal away,
/// the distance can differ by no more than that.
static bool is_known(const wend_raster *raster, wend_vec2 p, double radius, bool black)
{
    double x = (p.x - raster->box.min.x) / raster->pixel.x;
    double y = (p.y - raster->box.min.y) / raster->pixel.y;
    if (!(x >= 0 && y >= 0 && x < raster->width && y < raster->height))
        return false;
    size_t pixel = (size_t)y * raster->width + (size_t)x;
    float known = black ? raster->second_distance.data[pixel] : raster->first_distance.data[pixel];
    double x_half = raster->pixel.x / 2, y_half = raster->pixel.y / 2;
    return fabs(radius - known) <= sqrt(x_half * x_half + y_half * y_half);
}

/// Newton's method from a lattice point. False: it diverges, or converges to another vertex.
static bool newton(const wend_raster *raster, const meeting *m, uint32_t count, bool black,
                   raster_spot *spot)
{
    wend_vec2 lattice = raster_point_position(raster, spot->point), p = lattice, away[3];
    double distances[3], limit = REFINE_PIXELS * raster_grain(raster);
    for (uint32_t round = 0; round < REFINE_ROUNDS; ++round) {
        measure_from(raster, m, count, p, distances, away);
        if (!improve(distances, away, count, &p) ||
            !(fabs(p.x - lattice.x) <= limit && fabs(p.y - lattice.y) <= limit))
            return false;
    }
    measure_from(raster, m, count, p, distances, away);
    spot->position = p;
    spot->radius = wend_smaller(distances[0], distances[count - 1]);
    return is_known(raster, p, distances[0], black);
}

static void refine(const wend_raster *raster, raster_spot *spot, bool black)
{
    meeting m = meeting_at(raster, spot->point, black);
    uint32_t count = m.count < 3 ? m.count : 3;
    if (count > 1 && newton(raster, &m, count, black, spot))
        return;
    wend_vec2 away[4];
    double distances[4] = {0};
    spot->position = raster_point_position(raster, spot->point);
    measure_from(raster, &m, m.count, spot->position, distances, away);
    spot->radius = distances[0];
    for (uint32_t i = 1; i < m.count; ++i)
        spot->radius = wend_smaller(spot->radius, distances[i]);
}

static void refine_reds(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_raster *raster = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        refine(raster, &raster->spots.data[i], false);
}

static void refine_blacks(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_raster *raster = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        refine(raster, &raster->node_spots.data[i], true);
}

// ---- chains -------------------------------------------------------------------------------------

/// The distance from the centre p of a pixel to the region of the neighbouring one.
static double distance_across(const wend_raster *raster, uint32_t pixel, wend_vec2 p,
                              uint32_t beside, uint32_t region, bool black)
{
    if (!black && raster->second.data[pixel] == region)
        return raster->second_distance.data[pixel];
    return wend_raster_distance(raster, region, beside, p, NULL);
}

static raster_crossing cross(const wend_raster *raster, raster_step step, bool black)
{
    static const wend_vec2 towards_left[4] = {{0, 0.5}, {-0.5, 0}, {0, -0.5}, {0.5, 0}};
    static const wend_vec2 ahead[4] = {{0.5, 0}, {0, 0.5}, {-0.5, 0}, {0, -0.5}};
    const float *known = black ? raster->second_distance.data : raster->first_distance.data;
    uint32_t left, right;
    raster_beside(raster, step, &left, &right);
    wend_vec2 middle = raster_point_position(raster, step.point), size = raster->pixel;
    wend_vec2 half = {towards_left[step.direction].x * size.x,
                      towards_left[step.direction].y * size.y};
    middle.x += ahead[step.direction].x * size.x;
    middle.y += ahead[step.direction].y * size.y;
    wend_vec2 a = wend_add(middle, half);
    wend_vec2 b = wend_sub(middle, half);
    uint32_t region_a = label_of(raster, left, black), region_b = label_of(raster, right, black);
    double own_a = known[left], own_b = known[right];
    double other_a = distance_across(raster, left, a, right, region_b, black);
    double other_b = distance_across(raster, right, b, left, region_a, black);
    double at_a = wend_larger(other_a - own_a, 0), at_b = wend_larger(other_b - own_b, 0);
    double share = at_a + at_b > 0 ? at_a / (at_a + at_b) : 0.5;
    return (raster_crossing){.position = wend_lerp(a, b, share),
                             .radius = wend_smaller(own_a + share * (other_b - own_a),
                                                    own_b + (1 - share) * (other_a - own_b)),
                             .left = region_a,
                             .right = region_b};
}

const raster_spot *wend_raster_spot(const wend_raster *raster, raster_end end)
{
    return end.red ? &raster->spots.data[end.number] : &raster->node_spots.data[end.number];
}

raster_crossing wend_raster_chain_point(const wend_raster *raster, const raster_chain *chain,
                                        uint32_t i)
{
    const raster_crossing *crossings = raster->crossings.data + chain->first;
    if (i > 0 && i <= chain->count)
        return crossings[i - 1];
    const raster_spot *spot = wend_raster_spot(raster, i == 0 ? chain->from : chain->to);
    raster_crossing end = crossings[i == 0 ? 0 : chain->count - 1];
    end.position = spot->position;
    end.radius = spot->radius;
    return end;
}

wend_mang_span wend_raster_span(const wend_raster *raster, const raster_chain *chain,
                                uint32_t begin, uint32_t end)
{
    wend_mang_span span = {.clearance = INFINITY, .wall_clearance = INFINITY};
    wend_vec2 last = {0, 0};
    for (uint32_t i = begin; i <= end; ++i) {
        raster_crossing now = wend_raster_chain_point(raster, chain, i);
        double left = raster->regions.data[now.left].radius;
        double right = raster->regions.data[now.right].radius;
        span.clearance = wend_smaller(span.clearance, now.radius - wend_larger(left, right));
        span.beside_agent |= left > 0 || right > 0;
        if (left == 0 || right == 0)
            span.wall_clearance = wend_smaller(span.wall_clearance, now.radius);
        if (i > begin)
            span.length += wend_distance(last, now.position);
        last = now.position;
    }
    return span;
}

/// The number of crossings before a chain passes its end for good: where a vertex has been moved,
/// the chain may lead past it first.
static uint32_t crossings_before(const raster_crossing *crossings, uint32_t count, int step,
                                 wend_vec2 end)
{
    uint32_t passed = 0;
    double nearest = count > 0 ? wend_distance_squared(crossings->position, end) : 0;
    while (passed + 1 < count) {
        crossings += step;
        double next = wend_distance_squared(crossings->position, end);
        if (next >= nearest)
            break;
        nearest = next;
        ++passed;
    }
    return passed;
}

/// Removes the parts of a chain beyond its ends.
static void trim(const wend_raster *raster, raster_chain *chain)
{
    const raster_crossing *crossings = raster->crossings.data + chain->first;
    wend_vec2 from = wend_raster_spot(raster, chain->from)->position;
    wend_vec2 to = wend_raster_spot(raster, chain->to)->position;
    uint32_t half = chain->count / 2;
    uint32_t before = crossings_before(crossings, half, 1, from);
    uint32_t after = crossings_before(crossings + chain->count - 1, half, -1, to);
    chain->first += before;
    chain->count -= before + after;
}

static void measure_chain(wend_raster *raster, raster_chain *chain, bool black)
{
    for (uint32_t i = chain->first; i < chain->first + chain->count; ++i)
        raster->crossings.data[i] = cross(raster, raster->steps.data[i], black);
    trim(raster, chain);
    chain->left = raster->site_of.data[raster->crossings.data[chain->first].left];
    chain->right = raster->site_of.data[raster->crossings.data[chain->first].right];
    chain->span = wend_raster_span(raster, chain, 0, chain->count + 1);
}

static void measure_reds(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_raster *raster = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        measure_chain(raster, &raster->reds.data[i], false);
}

static void measure_blacks(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_raster *raster = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        measure_chain(raster, &raster->blacks.data[i], true);
}

/// Spots and chains per task.
enum { MEASURE_GRAIN = 32 };

bool wend_raster_measure(wend_raster *raster, wend_tasks *tasks)
{
    raster->crossings.count = 0;
    if (!wend_array_reserve(&raster->crossings, &raster->allocator, raster->steps.count))
        return false;
    raster->crossings.count = raster->steps.count;
    uint32_t reds = (uint32_t)raster->reds.count, blacks = (uint32_t)raster->blacks.count;
    wend_parallel_for(tasks, (uint32_t)raster->spots.count, MEASURE_GRAIN, refine_reds, raster);
    wend_parallel_for(tasks, (uint32_t)raster->node_spots.count, MEASURE_GRAIN, refine_blacks,
                      raster);
    wend_parallel_for(tasks, reds, MEASURE_GRAIN, measure_reds, raster);
    wend_parallel_for(tasks, blacks, MEASURE_GRAIN, measure_blacks, raster);
    return true;
}
