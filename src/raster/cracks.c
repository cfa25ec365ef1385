// SPDX-License-Identifier: MIT
// The cracks between pixels with different labels, and the lattice points where they meet.
//
// A crack is red if the nearest regions on its two sides differ, and black if they belong to one
// agent and the second-nearest regions differ. This is Lemma 1 of Sud et al. 2008, read from both
// labels: the paper stores only the second-nearest label and must compare distances, to within a
// pixel, to distinguish the colours. (On every red edge the two distances do agree within a pixel:
// tests/raster/test_raster_graph.c.)
//
// A black edge should meet the border of its cell exactly where a red edge leaves it to the
// outside. On pixels it does so within a few cracks of that vertex. The vertex then represents the
// point; otherwise the point becomes a vertex of its own in the red edge.
#include "raster/raster.h"

#include <math.h>
#include <string.h>

/// The next vertex along the border represents the end of a black edge if the right three sites
/// meet there: then the edge belongs there, and where it arrives at a sharp angle the repair has
/// taken the last pixels between it and the border. The number of cracks examined only bounds the
/// work. Within two, one pixel of a slanted line, any vertex is accepted.
enum { LANDING_CRACKS = 64, LANDING_ANY = 2 };

/// Two walls whose nearest points are closer than this fraction of a pixel are one there: they
/// share a corner, and no line lies between them, or the gap is narrower than a pixel.
#define SAME_CORNER_PIXELS 1.0

bool wend_raster_is_red(const wend_raster *raster, uint32_t a, uint32_t b)
{
    uint32_t left = raster->first.data[a], right = raster->first.data[b];
    if (left == right)
        return false;
    bool solid_a = raster->flags.data[a] & RASTER_SOLID;
    bool solid_b = raster->flags.data[b] & RASTER_SOLID;
    bool same_site = raster->site_of.data[left] == raster->site_of.data[right];
    if ((solid_a && solid_b) || (same_site && (solid_a || solid_b)))
        return false;
    if (raster_is_agent(raster, left) || raster_is_agent(raster, right))
        return true;
    wend_vec2 p = raster_pixel_centre(raster, a), q = raster_pixel_centre(raster, b), on_a, on_b;
    wend_vec2 middle = {(p.x + q.x) / 2, (p.y + q.y) / 2};
    wend_raster_distance(raster, left, a, middle, &on_a);
    wend_raster_distance(raster, right, b, middle, &on_b);
    double grain = SAME_CORNER_PIXELS * raster_grain(raster);
    double dx = on_a.x - on_b.x, dy = on_a.y - on_b.y;
    return dx * dx + dy * dy > grain * grain;
}

static uint32_t directions(const wend_raster *raster, uint32_t point, uint32_t east, uint32_t north)
{
    const uint8_t *cracks = raster->cracks.data + point;
    uint32_t line = raster->width + 1;
    uint32_t bits = (uint32_t)((cracks[0] & east) != 0) << RASTER_EAST |
                    (uint32_t)((cracks[0] & north) != 0) << RASTER_NORTH;
    if (point >
        0) // from the first of a row back to the last of another, from which nothing leads east
        bits |= (uint32_t)((cracks[-1] & east) != 0) << RASTER_WEST;
    if (point >= line)
        bits |= (uint32_t)((cracks[-(ptrdiff_t)line] & north) != 0) << RASTER_SOUTH;
    return bits;
}

uint32_t wend_raster_red_cracks(const wend_raster *raster, uint32_t point)
{
    return directions(raster, point, RASTER_RED_EAST, RASTER_RED_NORTH);
}

uint32_t wend_raster_black_cracks(const wend_raster *raster, uint32_t point)
{
    return directions(raster, point, RASTER_BLACK_EAST, RASTER_BLACK_NORTH);
}

uint32_t wend_raster_next_point(const wend_raster *raster, raster_step step)
{
    uint32_t line = raster->width + 1;
    switch (step.direction) {
    case RASTER_EAST:
        return step.point + 1;
    case RASTER_NORTH:
        return step.point + line;
    case RASTER_WEST:
        return step.point - 1;
    default:
        return step.point - line;
    }
}

/// The next non-zero byte at or after one; count if there is none.
static uint32_t next_set(const uint8_t *bytes, uint32_t at, uint32_t count)
{
    for (uint64_t eight; count - at >= sizeof eight; at += sizeof eight) {
        memcpy(&eight, bytes + at, sizeof eight);
        if (eight)
            break;
    }
    while (at < count && !bytes[at])
        ++at;
    return at;
}

// ---- cracks -------------------------------------------------------------------------------------

/// The cracks between two rows of pixels, or between a row and itself shifted by one.
static void compare(const uint32_t *restrict first, const uint32_t *restrict other_first,
                    const uint32_t *restrict second, const uint32_t *restrict other_second,
                    uint8_t *restrict cracks, uint32_t count, int shift)
{
    for (uint32_t x = 0; x < count; ++x) {
        uint32_t red = first[x] != other_first[x], other = second[x] != other_second[x];
        cracks[x] |= (uint8_t)((red | (other & ~red & 1) << 2) << shift);
    }
}

/// Removes invalid red cracks.
static void check_red(const wend_raster *raster, uint32_t point)
{
    uint8_t *crack = &raster->cracks.data[point];
    uint32_t left, right;
    for (uint32_t direction = RASTER_EAST; direction <= RASTER_NORTH; ++direction)
        if (*crack & RASTER_RED_EAST << direction) {
            raster_beside(raster, (raster_step){point, direction}, &left, &right);
            if (!wend_raster_is_red(raster, left, right))
                *crack &= (uint8_t) ~(RASTER_RED_EAST << direction);
        }
}

static void find_rows(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_raster *raster = argument;
    uint32_t width = raster->width, line = width + 1;
    (void)worker;
    for (uint32_t y = begin; y < end; ++y) {
        uint8_t *cracks = raster->cracks.data + (size_t)y * line;
        const uint32_t *first = raster->first.data + (size_t)y * width;
        const uint32_t *second = raster->second.data + (size_t)y * width;
        memset(cracks, 0, line);
        if (y < raster->height)
            compare(first, first + 1, second, second + 1, cracks + 1, width - 1, 1);
        if (y > 0 && y < raster->height)
            compare(first, first - width, second, second - width, cracks, width, 0);
        for (uint32_t x = next_set(cracks, 0, line); x < line; x = next_set(cracks, x + 1, line))
            if (cracks[x] & (RASTER_RED_EAST | RASTER_RED_NORTH))
                check_red(raster, y * line + x);
    }
}

// ---- points -------------------------------------------------------------------------------------

static uint32_t count_bits(uint32_t four)
{
    return (four & 1) + (four >> 1 & 1) + (four >> 2 & 1) + (four >> 3);
}

static void mark_point(wend_raster *raster, uint32_t point)
{
    uint32_t red = count_bits(wend_raster_red_cracks(raster, point));
    uint32_t black = count_bits(wend_raster_black_cracks(raster, point));
    uint8_t mark = 0;
    if (red == 1 || red > 2)
        mark |= RASTER_VERTEX;
    if (red > 0 && black > 0)
        mark |= RASTER_RIM;
    if (red == 0 && (black == 1 || black > 2))
        mark |= RASTER_NODE;
    raster->marks.data[point] = mark;
}

static void mark_rows(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_raster *raster = argument;
    uint32_t line = raster->width + 1;
    (void)worker;
    for (uint32_t y = begin; y < end; ++y) {
        const uint8_t *cracks = raster->cracks.data + (size_t)y * line;
        const uint8_t *below = y > 0 ? cracks - line : cracks;
        uint8_t *restrict marks = raster->marks.data + (size_t)y * line;
        // First where there is any crack, in a loop that compilers vectorise.
        marks[0] = cracks[0] | below[0];
        for (uint32_t x = 1; x < line; ++x)
            marks[x] = cracks[x] | cracks[x - 1] | below[x];
        for (uint32_t x = next_set(marks, 0, line); x < line; x = next_set(marks, x + 1, line))
            mark_point(raster, y * line + x);
    }
}

/// True if both regions are among those that meet at a point.
static bool meet_at(const wend_raster *raster, uint32_t point, uint32_t one, uint32_t other)
{
    uint32_t x = point % (raster->width + 1), y = point / (raster->width + 1);
    bool has_one = false, has_other = false;
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t u = x - (i & 1), v = y - (i >> 1);
        if (u >= raster->width || v >= raster->height)
            continue;
        uint32_t label = raster->first.data[v * raster->width + u];
        has_one |= label == one;
        has_other |= label == other;
    }
    return has_one && has_other;
}

/// Follows the border of a cell to the next acceptable vertex. Returns the number of cracks to it,
/// LANDING_CRACKS + 1 if there is none so near.
static uint32_t find_vertex(const wend_raster *raster, raster_step step, uint32_t one,
                            uint32_t other, uint32_t *found)
{
    for (uint32_t count = 1; count <= LANDING_CRACKS; ++count) {
        uint32_t point = wend_raster_next_point(raster, step);
        if (raster->marks.data[point] & RASTER_VERTEX) {
            if (count > LANDING_ANY && !meet_at(raster, point, one, other))
                break;
            *found = point;
            return count;
        }
        uint32_t back = (step.direction + 2) % 4;
        uint32_t next = wend_raster_red_cracks(raster, point) & ~(1u << back);
        step.point = point;
        for (step.direction = 0; !(next >> step.direction & 1);)
            ++step.direction;
    }
    return LANDING_CRACKS + 1;
}

/// The vertex for a black edge that ends at a point of a red edge; the point itself if there is no
/// other.
static uint32_t landing_of(const wend_raster *raster, raster_step black)
{
    uint32_t left, right, best = black.point, min = LANDING_CRACKS + 1, found = 0;
    raster_beside(raster, black, &left, &right);
    uint32_t red = wend_raster_red_cracks(raster, black.point);
    for (uint32_t direction = 0; direction < 4; ++direction) {
        if (!(red >> direction & 1))
            continue;
        uint32_t count = find_vertex(raster, (raster_step){black.point, direction},
                                     raster->second.data[left], raster->second.data[right], &found);
        if (count < min) {
            min = count;
            best = found;
        }
    }
    return best;
}

/// The next point with a mark, at or after one; the size of the lattice if there is none.
static uint32_t next_mark(const wend_raster *raster, uint32_t point)
{
    return next_set(raster->marks.data, point, (uint32_t)raster->marks.count);
}

static bool land(wend_raster *raster)
{
    uint32_t count = (uint32_t)raster->marks.count;
    raster->landings.count = 0;
    for (uint32_t p = next_mark(raster, 0); p < count; p = next_mark(raster, p + 1)) {
        if (!(raster->marks.data[p] & RASTER_RIM) || raster->marks.data[p] & RASTER_VERTEX)
            continue;
        if (!wend_array_reserve(&raster->landings, &raster->allocator, 4))
            return false;
        uint32_t black = wend_raster_black_cracks(raster, p);
        for (uint32_t direction = 0; direction < 4; ++direction)
            if (black >> direction & 1)
                raster->landings.data[raster->landings.count++] =
                    (raster_landing){p, direction, landing_of(raster, (raster_step){p, direction})};
    }
    // Deferred, so that the order of processing does not matter.
    for (size_t i = 0; i < raster->landings.count; ++i)
        raster->marks.data[raster->landings.data[i].vertex_point] |= RASTER_VERTEX;
    return true;
}

static bool list_spots(wend_raster *raster)
{
    uint32_t count = (uint32_t)raster->marks.count;
    raster->spots.count = raster->node_spots.count = 0;
    for (uint32_t p = next_mark(raster, 0); p < count; p = next_mark(raster, p + 1)) {
        if (!wend_array_reserve(&raster->spots, &raster->allocator, 1) ||
            !wend_array_reserve(&raster->node_spots, &raster->allocator, 1))
            return false;
        if (raster->marks.data[p] & RASTER_VERTEX)
            raster->spots.data[raster->spots.count++] = (raster_spot){.point = p};
        if (raster->marks.data[p] & RASTER_NODE)
            raster->node_spots.data[raster->node_spots.count++] = (raster_spot){.point = p};
    }
    return true;
}

bool wend_raster_find_cracks(wend_raster *raster, wend_tasks *tasks)
{
    size_t points = (size_t)(raster->width + 1) * (raster->height + 1);
    raster->cracks.count = raster->marks.count = 0;
    if (!wend_array_reserve(&raster->cracks, &raster->allocator, points) ||
        !wend_array_reserve(&raster->marks, &raster->allocator, points))
        return false;
    raster->cracks.count = raster->marks.count = points;
    wend_parallel_for(tasks, raster->height + 1, RASTER_LEAF, find_rows, raster);
    wend_parallel_for(tasks, raster->height + 1, RASTER_LEAF, mark_rows, raster);
    return land(raster) && list_spots(raster);
}
