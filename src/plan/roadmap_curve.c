// SPDX-License-Identifier: MIT
// A smooth curve through the channel.
//
// The empty circles of the path, reduced by the radius, are convex, and the disc fits wherever its
// centre is in one of them. Each circle gets a bead; two consecutive circles overlap, and the
// segment between their beads has a point in both, the joint. From joint to joint runs a parabola
// (a quadratic Bezier curve) with the bead as its middle control point: it lies in the triangle of
// the three, so in one circle; and because joints lie on the segments between beads, it has no
// corners. Beads are pulled towards the midpoint of their neighbours a few times, as long as all
// this remains true. This is an elastic band (Quinlan and Khatib 1993) with exact bubbles.
#include "plan/roadmap.h"

#include "wend/vec2.h"

/// Spacing of the circles and number of rounds, chosen so that the curve loses the corners of the
/// diagram but keeps to the middle of open space.
#define CURVE_SPACING 0.5
enum { PULLS = 24 };

/// In a gap that the disc just fits through, circles of size zero do not overlap. There the curve
/// follows the path itself, by lines of this fraction of the radius: the deviation from a parabola
/// around a corner is at most 1/64 of that fraction.
#define MIN_LINE 0x1p-6

/// Maximum number of lines per parabola of the curve.
enum { MAX_LINES = 256 };

typedef struct bead {
    wend_circle region; ///< permitted region: a reduced empty circle; infinite: anywhere
    wend_vec2 at;
} bead;

/// The beads of a path; they are stored in roadmap->beads, two entries each: the region and the
/// position.
static bead get_bead(const wend_roadmap *roadmap, size_t i)
{
    return (bead){roadmap->beads.data[2 * i], roadmap->beads.data[2 * i + 1].centre};
}

static void add_bead(wend_roadmap *roadmap, wend_circle region, wend_vec2 at)
{
    wend_circle *end = roadmap->beads.data + roadmap->beads.count;
    end[0] = region;
    end[1] = (wend_circle){at, 0};
    roadmap->beads.count += 2;
}

/// The part of the line from a to b that lies in a circle. False: none.
static bool cut_line(wend_vec2 a, wend_vec2 b, const wend_circle *circle, double *low, double *high)
{
    if (isinf(circle->radius))
        return true;
    wend_vec2 d = wend_sub(b, a), e = wend_sub(a, circle->centre);
    double dd = wend_length_squared(d), de = wend_dot(d, e);
    double c = wend_length_squared(e) - circle->radius * circle->radius;
    if (dd == 0)
        return c <= 0;
    double root = de * de - dd * c;
    if (root < 0)
        return false;
    root = sqrt(root);
    *low = fmax(*low, (-de - root) / dd);
    *high = fmin(*high, (-de + root) / dd);
    return *low <= *high;
}

/// A point of the segment between two beads that lies in both regions. False: none.
static bool find_joint(const bead *one, const bead *other, wend_vec2 *joint)
{
    double low = 0, high = 1;
    bool found = cut_line(one->at, other->at, &one->region, &low, &high) &&
                 cut_line(one->at, other->at, &other->region, &low, &high);
    *joint = wend_lerp(one->at, other->at, found ? 0.5 * (low + high) : 0.5);
    return found;
}

// ---- beads --------------------------------------------------------------------------------------

/// The region of the disc's centre in an empty circle.
static wend_circle region_in(const wend_roadmap *roadmap, wend_circle circle)
{
    circle.radius = fmax(circle.radius - roadmap->radius, 0);
    return circle;
}

/// The region of the start or the end: that of the adjacent circle if it lies in that.
static wend_circle region_of_end(const wend_roadmap *roadmap, wend_vec2 position,
                                 wend_circle beside)
{
    wend_circle region = region_in(roadmap, beside);
    if (wend_distance(position, region.centre) > region.radius)
        region.radius = INFINITY;
    return region;
}

static bool make_beads(wend_roadmap *roadmap)
{
    const wend_roadmap_route *route = &roadmap->route;
    wend_sampling sampling = {
        .spacing = CURVE_SPACING,
        .shrink = roadmap->radius,
        .minimum = fmax(MIN_LINE * roadmap->radius, wend_voronoi_tolerance(roadmap->voronoi)),
    };
    if (!wend_roadmap_make_channel(roadmap, &sampling, &roadmap->samples))
        return false;
    size_t count = route->circles.count > 0 ? roadmap->samples.count : 0;
    roadmap->beads.count = 0;
    if (!wend_array_reserve(&roadmap->beads, &roadmap->allocator, 2 * (count + 2)))
        return false;
    const wend_circle *circles = roadmap->samples.data;
    wend_circle none = {route->start, INFINITY};
    add_bead(roadmap, count ? region_of_end(roadmap, route->start, circles[0]) : none,
             route->start);
    for (size_t i = 0; i < count; i++)
        add_bead(roadmap, region_in(roadmap, circles[i]), circles[i].centre);
    add_bead(roadmap, count ? region_of_end(roadmap, route->end, circles[count - 1]) : none,
             route->end);
    return true;
}

/// Pulls one bead towards the midpoint of its neighbours, within its region.
static void pull(wend_roadmap *roadmap, size_t i)
{
    bead before = get_bead(roadmap, i - 1), it = get_bead(roadmap, i);
    bead behind = get_bead(roadmap, i + 1);
    wend_vec2 joint, middle = wend_lerp(before.at, behind.at, 0.5);
    double apart = wend_distance(middle, it.region.centre);
    if (apart > it.region.radius)
        middle = wend_lerp(it.region.centre, middle, it.region.radius / apart);
    it.at = middle;
    if (find_joint(&before, &it, &joint) && find_joint(&it, &behind, &joint))
        roadmap->beads.data[2 * i + 1].centre = middle;
}

// ---- the curve ----------------------------------------------------------------------------------

static bool add_point(wend_roadmap *roadmap, wend_vec2 point)
{
    if (!wend_array_reserve(&roadmap->curve, &roadmap->allocator, 1))
        return false;
    roadmap->curve.data[roadmap->curve.count++] = point;
    return true;
}

/// The parabola from a to b with the control point c, after a.
static bool add_parabola(wend_roadmap *roadmap, wend_vec2 a, wend_vec2 c, wend_vec2 b,
                         double deviation)
{
    double x = a.x - 2 * c.x + b.x, y = a.y - 2 * c.y + b.y;
    // With n lines of even parameters the deviation is that bend over 4 n^2.
    double lines = ceil(sqrt(sqrt(x * x + y * y) / (4 * deviation)));
    uint32_t n = lines > 1 ? lines < MAX_LINES ? (uint32_t)lines : MAX_LINES : 1;
    for (uint32_t i = 1; i <= n; i++) {
        double t = (double)i / n;
        if (!add_point(roadmap, wend_lerp(wend_lerp(a, c, t), wend_lerp(c, b, t), t)))
            return false;
    }
    return true;
}

static bool make_curve(wend_roadmap *roadmap, double deviation)
{
    size_t count = roadmap->beads.count / 2;
    roadmap->curve.count = 0;
    wend_vec2 joint, before = get_bead(roadmap, 0).at;
    if (!add_point(roadmap, before))
        return false;
    for (size_t i = 0; i + 1 < count; i++) {
        bead it = get_bead(roadmap, i), behind = get_bead(roadmap, i + 1);
        find_joint(&it, &behind, &joint);
        if (!(i == 0 ? add_point(roadmap, joint)
                     : add_parabola(roadmap, before, it.at, joint, deviation)))
            return false;
        before = joint;
    }
    return add_point(roadmap, get_bead(roadmap, count - 1).at);
}

static double min_clearance_along(const wend_roadmap *roadmap)
{
    double minimum = INFINITY;
    for (size_t i = 0; i < roadmap->curve.count; i++)
        minimum = fmin(minimum, wend_voronoi_clearance(roadmap->voronoi, roadmap->curve.data[i],
                                                       roadmap->agent));
    return minimum;
}

wend_result wend_roadmap_curve(wend_roadmap *roadmap, double deviation, const wend_vec2 **points,
                               uint32_t *count, double *clearance, wend_error *error)
{
    wend_result result = wend_roadmap_ready(roadmap, error);
    if (result != WEND_OK)
        return result;
    if (!(deviation > 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "deviation must be above 0");
    if (!make_beads(roadmap))
        return wend_fail_memory(error);
    size_t beads = roadmap->beads.count / 2;
    for (int k = 0; k < PULLS; k++)
        for (size_t i = 1; i + 1 < beads; i++)
            pull(roadmap, i);
    if (!make_curve(roadmap, deviation))
        return wend_fail_memory(error);
    if (clearance)
        *clearance = min_clearance_along(roadmap);
    *points = roadmap->curve.data;
    *count = (uint32_t)roadmap->curve.count;
    return WEND_OK;
}
