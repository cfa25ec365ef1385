// SPDX-License-Identifier: MIT
// A path as a polyline, and as the channel of empty circles around it (UFRGS 2010, figure 4.9).
#include "plan/roadmap.h"

#include "wend/vec2.h"

/// Maximum number of straight lines per parabola.
enum { MAX_LINES = 1024 };

/// Maximum number of bisections of a piece between two circles: sufficient for a piece that ends in
/// a concave corner, where circles shrink to zero.
enum { MAX_HALVINGS = 24 };

static bool add_point(wend_roadmap *roadmap, wend_vec2 point)
{
    if (!wend_array_reserve(&roadmap->points, &roadmap->allocator, 1))
        return false;
    roadmap->points.data[roadmap->points.count++] = point;
    return true;
}

/// Number of straight lines of even shares with which a piece deviates by at most `deviation`.
/// Between projections that are T apart a parabola lies T^2 / (8 h) below its chord.
static uint32_t lines_of(const wend_voronoi_piece *piece, double deviation)
{
    wend_stroke stroke = wend_stroke_of_piece(piece);
    if (stroke.kind != WEND_STROKE_PARABOLA)
        return 1;
    double lines = ceil(fabs(stroke.to - stroke.from) / sqrt(8 * stroke.h * deviation));
    return lines > 1 ? lines < MAX_LINES ? (uint32_t)lines : MAX_LINES : 1;
}

static bool add_piece(wend_roadmap *roadmap, const wend_voronoi_piece *piece, double deviation)
{
    uint32_t lines = lines_of(piece, deviation);
    for (uint32_t i = 1; i <= lines; i++) {
        double share = (double)i / lines;
        if (!add_point(roadmap, i == lines ? piece->b : wend_piece_point(piece, share, NULL)))
            return false;
    }
    return true;
}

wend_result wend_roadmap_points(wend_roadmap *roadmap, double deviation, const wend_vec2 **points,
                                uint32_t *count, wend_error *error)
{
    wend_result result = wend_roadmap_ready(roadmap, error);
    if (result != WEND_OK)
        return result;
    if (!(deviation > 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "deviation must be above 0");
    const wend_roadmap_route *route = &roadmap->route;
    roadmap->points.count = 0;
    bool done = wend_roadmap_make_pieces(roadmap) && add_point(roadmap, route->start);
    if (done && route->circles.count > 0)
        done = add_point(roadmap, route->circles.data[0].centre);
    for (size_t i = 0; done && i < roadmap->pieces.count; i++)
        done = add_piece(roadmap, &roadmap->pieces.data[i], deviation);
    if (!done || !add_point(roadmap, route->end))
        return wend_fail_memory(error);
    // If the path starts or ends on the diagram, a point occurs twice.
    size_t kept = 1;
    for (size_t i = 1; i < roadmap->points.count; i++) {
        wend_vec2 p = roadmap->points.data[i], before = roadmap->points.data[kept - 1];
        if (!wend_equal(p, before))
            roadmap->points.data[kept++] = p;
    }
    roadmap->points.count = kept;
    *points = roadmap->points.data;
    *count = (uint32_t)kept;
    return WEND_OK;
}

// ---- circles ------------------------------------------------------------------------------------

static bool add_circle(const wend_roadmap *roadmap, wend_circles *circles, wend_circle circle)
{
    if (!wend_array_reserve(circles, &roadmap->allocator, 1))
        return false;
    circles->data[circles->count++] = circle;
    return true;
}

static wend_circle circle_at(const wend_voronoi_piece *piece, double share)
{
    wend_circle circle;
    circle.centre = wend_piece_point(piece, share, &circle.radius);
    return circle;
}

/// Adds circles along a piece, after its start.
static bool sample(const wend_roadmap *roadmap, const wend_sampling *sampling,
                   const wend_voronoi_piece *piece, wend_circles *circles)
{
    // The ends of the pending parts, the next one last.
    double ends[MAX_HALVINGS + 1];
    int waiting = 1, depth[MAX_HALVINGS + 1] = {0};
    ends[0] = 1;
    double from = 0;
    wend_circle last = {piece->a, piece->radius_a};
    while (waiting > 0) {
        double to = ends[waiting - 1];
        wend_circle next =
            to == 1 ? (wend_circle){piece->b, piece->radius_b} : circle_at(piece, to);
        double clearance = fmin(last.radius, next.radius) - sampling->shrink;
        double apart = wend_distance(last.centre, next.centre);
        if (apart > fmax(sampling->spacing * clearance, sampling->minimum) &&
            depth[waiting - 1] < MAX_HALVINGS) {
            depth[waiting] = ++depth[waiting - 1];
            ends[waiting++] = 0.5 * (from + to);
            continue;
        }
        if (!add_circle(roadmap, circles, next))
            return false;
        last = next;
        from = to;
        waiting--;
    }
    return true;
}

bool wend_roadmap_make_channel(wend_roadmap *roadmap, const wend_sampling *sampling,
                               wend_circles *channel)
{
    const wend_roadmap_route *route = &roadmap->route;
    channel->count = 0;
    if (!wend_roadmap_make_pieces(roadmap))
        return false;
    if (route->circles.count == 0)
        return !route->whole ||
               add_circle(roadmap, channel, roadmap->targets[roadmap->best_target].stop);
    if (!add_circle(roadmap, channel, route->circles.data[0]))
        return false;
    for (size_t i = 0; i < roadmap->pieces.count; i++)
        if (!sample(roadmap, sampling, &roadmap->pieces.data[i], channel))
            return false;
    return true;
}

wend_result wend_roadmap_channel(wend_roadmap *roadmap, double spacing, const wend_circle **circles,
                                 uint32_t *count, wend_error *error)
{
    wend_result result = wend_roadmap_ready(roadmap, error);
    if (result != WEND_OK)
        return result;
    if (!(spacing > 0 && spacing < 2))
        return wend_fail(error, WEND_BAD_ARGUMENT, "spacing is %g: must be between 0 and 2",
                         spacing);
    wend_sampling sampling = {.spacing = spacing,
                              .minimum = wend_voronoi_tolerance(roadmap->voronoi)};
    if (!wend_roadmap_make_channel(roadmap, &sampling, &roadmap->channel))
        return wend_fail_memory(error);
    *circles = roadmap->channel.data;
    *count = (uint32_t)roadmap->channel.count;
    return WEND_OK;
}
