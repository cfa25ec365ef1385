// SPDX-License-Identifier: MIT
// A way as a line of points, and as the channel of empty circles around it (figure 4.9).
#include "plan/roadmap.h"

/// A parabola becomes at most so many straight lines.
enum { MOST_LINES = 1024 };

/// A piece is halved at most so often between two circles: enough for a piece that ends in a
/// concave corner, where circles shrink to nothing.
enum { MOST_HALVINGS = 24 };

static bool add_point(wend_roadmap *roadmap, wend_vec2 point)
{
    if (!wend_array_reserve(&roadmap->points, &roadmap->allocator, 1))
        return false;
    roadmap->points.data[roadmap->points.count++] = point;
    return true;
}

/// In how many straight lines of even shares a piece is off by no more than `deviation`. Between
/// feet that are T apart a parabola hangs T^2 / (8 h) below its chord.
static uint32_t lines_of(const wend_voronoi_piece *piece, double deviation)
{
    wend_stroke stroke = wend_stroke_of_piece(piece);
    if (stroke.kind != WEND_STROKE_PARABOLA)
        return 1;
    double lines = ceil(fabs(stroke.to - stroke.from) / sqrt(8 * stroke.h * deviation));
    return lines > 1 ? lines < MOST_LINES ? (uint32_t)lines : MOST_LINES : 1;
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
        return wend_fail(error, WEND_BAD_ARGUMENT, "the deviation must be above 0");
    const wend_roadmap_way *way = &roadmap->way;
    roadmap->points.count = 0;
    bool done = wend_roadmap_make_pieces(roadmap) && add_point(roadmap, way->start);
    if (done && way->circles.count > 0)
        done = add_point(roadmap, way->circles.data[0].centre);
    for (size_t i = 0; done && i < roadmap->pieces.count; i++)
        done = add_piece(roadmap, &roadmap->pieces.data[i], deviation);
    if (!done || !add_point(roadmap, way->end))
        return wend_fail_memory(error);
    // Where the way starts or ends on the diagram, a point is there twice.
    size_t kept = 1;
    for (size_t i = 1; i < roadmap->points.count; i++) {
        wend_vec2 p = roadmap->points.data[i], before = roadmap->points.data[kept - 1];
        if (p.x != before.x || p.y != before.y)
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

/// Adds circles along a piece, behind its start.
static bool sample(const wend_roadmap *roadmap, const wend_sampling *sampling,
                   const wend_voronoi_piece *piece, wend_circles *circles)
{
    // The ends of the parts still to be done, the next one last.
    double ends[MOST_HALVINGS + 1];
    int waiting = 1, depth[MOST_HALVINGS + 1] = {0};
    ends[0] = 1;
    double from = 0;
    wend_circle last = {piece->a, piece->radius_a};
    while (waiting > 0) {
        double to = ends[waiting - 1];
        wend_circle next =
            to == 1 ? (wend_circle){piece->b, piece->radius_b} : circle_at(piece, to);
        double room = fmin(last.radius, next.radius) - sampling->shrink;
        double apart = wend_apart(last.centre, next.centre);
        if (apart > fmax(sampling->spacing * room, sampling->least) &&
            depth[waiting - 1] < MOST_HALVINGS) {
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
    const wend_roadmap_way *way = &roadmap->way;
    channel->count = 0;
    if (!wend_roadmap_make_pieces(roadmap))
        return false;
    if (way->circles.count == 0)
        return !way->whole ||
               add_circle(roadmap, channel, roadmap->targets[roadmap->best_target].stop);
    if (!add_circle(roadmap, channel, way->circles.data[0]))
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
        return wend_fail(error, WEND_BAD_ARGUMENT, "the spacing is %g: it must be 0 to 2", spacing);
    wend_sampling sampling = {.spacing = spacing,
                              .least = wend_voronoi_tolerance(roadmap->voronoi)};
    if (!wend_roadmap_make_channel(roadmap, &sampling, &roadmap->channel))
        return wend_fail_memory(error);
    *circles = roadmap->channel.data;
    *count = (uint32_t)roadmap->channel.count;
    return WEND_OK;
}
