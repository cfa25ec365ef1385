// SPDX-License-Identifier: MIT
// The share of a window: first the triangle, as seen from its root; then every other window removes
// what it is nearer to. Along a ray from the root another window, once nearer, stays nearer, so it
// can only bring the outer limit closer. Between two intersections of curves, the closest one is
// determined in the middle.
#include "map/share.h"
#include "map/wave.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

/// Parts of a share narrower than this fraction of its window are not distinguished.
#define MIN_PART 1e-13

/// A rival that covers less than this fraction of a ray covers nothing: it is rounding, where one's
/// limit leads through the other's root.
#define MIN_DEPTH 1e-9

/// Two windows are equally near where their distances differ by less than this fraction of the
/// operands: rounding causes a hundredth of it. Then the first of them counts.
#define TIE 1e-13

/// Maximum number of intersections of the limits of a piece and those of another window: 2 for each
/// pair of curves except inner and outer limit; and the two ends.
enum { MAX_CUTS = 2 + 2 * (2 + 3 * WEND_SHARE_LIMITS + 3) };

static bool same_curve(const wend_share_curve *a, const wend_share_curve *b)
{
    return a->kind == b->kind && a->number == b->number && a->d == b->d &&
           memcmp(a->f, b->f, sizeof a->f) == 0;
}

/// Adds a piece after the others, or extends the last one. Memory is reserved.
static void add_piece(wend_share_pieces *pieces, wend_share_piece piece)
{
    wend_share_piece *last = pieces->count ? &pieces->data[pieces->count - 1] : NULL;
    if (last && last->to == piece.from && same_curve(&last->inner, &piece.inner) &&
        same_curve(&last->outer, &piece.outer))
        last->to = piece.to;
    else
        pieces->data[pieces->count++] = piece;
}

typedef struct cuts {
    double x[MAX_CUTS];
    uint32_t count;
} cuts;

static void add_cut(cuts *all, double x)
{
    uint32_t at = all->count++;
    for (; at > 0 && all->x[at - 1] > x; --at)
        all->x[at] = all->x[at - 1];
    all->x[at] = x;
}

static void cut_where_meeting(cuts *all, const wend_share_curve *a, const wend_share_curve *b,
                              const wend_share_piece *piece)
{
    double x[2];
    uint32_t count = wend_share_meet(a, b, piece->from, piece->to, x);
    for (uint32_t i = 0; i < count; ++i)
        add_cut(all, x[i]);
}

/// Narrows a range of r to where the curve's condition holds; *low_curve follows.
static void narrow(const wend_share_frame *frame, const wend_share_curve *curve, double x,
                   double *low, double *high, const wend_share_curve **low_curve)
{
    double s, c;
    wend_share_limit(frame, curve, x, &s, &c);
    // A nearer window is so from some r on, or nowhere: below 0 is rounding.
    if (curve->kind == WEND_SHARE_EQUAL && s < 0)
        s = 0;
    if (s > 0) {
        if (c / s > *low) {
            *low = c / s;
            *low_curve = curve;
        }
    } else if (s < 0) {
        *high = c / s < *high ? c / s : *high;
    } else if (c > 0) {
        *high = -INFINITY;
    }
}

/// The width in x of the mesh's tolerance where the triangle is farthest from the root: anything
/// narrower has no share, and rounding would invent one.
static double min_width(const wend_share *share, const wend_mesh *mesh, uint32_t triangle)
{
    double reach = 0;
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
        reach =
            fmax(reach, wend_distance(share->frame.origin, wend_at(mesh, wend_origin(mesh, h))));
    // For a point, x is about half an angle.
    return share->tolerance / (share->frame.is_segment ? 1 : 2 * reach);
}

/// The triangle as seen from the root.
static bool begin_share(wend_share *share, const wend_mesh *mesh, uint32_t triangle,
                        const wend_allocator *allocator)
{
    const wend_share_frame *frame = &share->frame;
    wend_share_curve sides[3];
    cuts all = {0};
    share->pieces.count = 0;
    share->min = min_width(share, mesh, triangle);
    if (!(frame->high - frame->low > share->min))
        return true;
    add_cut(&all, frame->low);
    add_cut(&all, frame->high);
    for (uint32_t i = 0; i < 3; ++i) {
        uint32_t h = 3 * triangle + i;
        wend_vec2 a = wend_at(mesh, wend_origin(mesh, h)), b = wend_at(mesh, wend_target(mesh, h));
        sides[i] = wend_share_half_plane(frame, a, wend_sub(b, a), WEND_SHARE_SIDE, h);
        double x = wend_share_direction(frame, a);
        if (x > frame->low && x < frame->high)
            add_cut(&all, x);
    }
    if (!wend_array_reserve(&share->pieces, allocator, MAX_CUTS))
        return false;
    for (uint32_t i = 0; i + 1 < all.count; ++i) {
        wend_share_piece piece = {.from = all.x[i], .to = all.x[i + 1]};
        double x = (piece.from + piece.to) / 2, inner = 0, outer = INFINITY;
        if (!(piece.to - piece.from > MIN_PART * (frame->high - frame->low)))
            continue;
        // A piece that begins at the root itself has a degenerate curve as its inner limit.
        piece.inner = wend_share_level(frame, frame->base);
        for (uint32_t k = 0; k < 3; ++k) {
            const wend_share_curve *low = NULL;
            double before = outer;
            narrow(frame, &sides[k], x, &inner, &outer, &low);
            if (low)
                piece.inner = *low;
            if (outer < before)
                piece.outer = sides[k];
        }
        if (inner < outer && outer < INFINITY)
            add_piece(&share->pieces, piece);
    }
    return true;
}

/// Another window, in the frame of this one.
typedef struct rival {
    const wend_map_window *window;
    bool first; ///< if both are equally near
    wend_share_curve beyond;
    wend_share_curve limits[WEND_SHARE_LIMITS];
    uint32_t limit_count;
} rival;

/// True if a rival is as near all along a ray: both are segments of one line.
static bool is_tie(const wend_share_frame *frame, const rival *other, double x, double r)
{
    if (!frame->is_segment || !wend_window_is_segment(other->window))
        return false;
    wend_vec2 p = wend_share_point(frame, x, r), o = other->window->origin;
    wend_vec2 along = other->window->direction;
    double mine = frame->base + r, height = wend_window_height(other->window, p);
    double size = mine + fabs(p.x) + fabs(p.y) + fabs(o.x) + fabs(o.y);
    return fabs(other->window->base + height - mine) < TIE * size &&
           wend_dot(frame->along, along) > 1 - TIE;
}

/// The curve from which on a rival is nearer in the direction x, between two limits; NULL: nowhere.
/// *r is its position.
static const wend_share_curve *nearer_from(const wend_share_frame *frame, const rival *other,
                                           double x, double inner, double outer, double *r)
{
    const wend_share_curve *start = &other->beyond;
    double high = INFINITY;
    *r = 0;
    for (uint32_t i = 0; i < other->limit_count; ++i)
        narrow(frame, &other->limits[i], x, r, &high, &start);
    if (!is_tie(frame, other, x, outer))
        narrow(frame, &other->beyond, x, r, &high, &start);
    else if (!other->first)
        return NULL;
    double common = fmin(high, outer) - fmax(*r, inner);
    return common > MIN_DEPTH * (outer - inner) ? start : NULL;
}

/// What another window leaves of a piece.
static void clip_piece(wend_share *share, const wend_share_piece *piece, const rival *other)
{
    const wend_share_frame *frame = &share->frame;
    cuts all = {0};
    add_cut(&all, piece->from);
    add_cut(&all, piece->to);
    cut_where_meeting(&all, &piece->outer, &other->beyond, piece);
    cut_where_meeting(&all, &piece->inner, &other->beyond, piece);
    for (uint32_t i = 0; i < other->limit_count; ++i) {
        const wend_share_curve *limit = &other->limits[i];
        cut_where_meeting(&all, &piece->outer, limit, piece);
        cut_where_meeting(&all, &piece->inner, limit, piece);
        cut_where_meeting(&all, &other->beyond, limit, piece);
        for (uint32_t k = 0; k < i; ++k)
            cut_where_meeting(&all, &other->limits[k], limit, piece);
    }
    double from = piece->from, min = MIN_PART * (frame->high - frame->low);
    for (uint32_t i = 1; i < all.count; ++i) {
        if (i + 1 < all.count && !(all.x[i] - from > min))
            continue;
        wend_share_piece part = {from, all.x[i], piece->inner, piece->outer};
        double x = (part.from + part.to) / 2, r;
        double inner = wend_share_reach(frame, &part.inner, x);
        double outer = wend_share_reach(frame, &part.outer, x);
        const wend_share_curve *start = nearer_from(frame, other, x, inner, outer, &r);
        from = part.to;
        if (start)
            part.outer = *start;
        if (!start || r - inner > share->tolerance)
            add_piece(&share->spare, part);
    }
}

static bool remove_windows(wend_share *share, const wend_map_window *window, bool first,
                           uint32_t number, const wend_allocator *allocator)
{
    rival other = {.window = window, .first = first};
    if (share->pieces.count == 0 ||
        !wend_share_beyond(&share->frame, window, first, number, &other.beyond))
        return true;
    other.limit_count = wend_share_limits(&share->frame, window, number, other.limits);
    share->spare.count = 0;
    if (!wend_array_reserve(&share->spare, allocator, share->pieces.count * MAX_CUTS))
        return false;
    for (size_t i = 0; i < share->pieces.count; ++i)
        clip_piece(share, &share->pieces.data[i], &other);
    wend_share_pieces swap = share->pieces;
    share->pieces = share->spare;
    share->spare = swap;
    return true;
}

/// Assigns slivers to the adjacent pieces: they come from windows spread by slightly more than
/// rounding, so that nothing falls between them, and would end a line too early.
static void clean_up(wend_share *share)
{
    wend_share_piece *pieces = share->pieces.data;
    size_t count = 0;
    for (size_t i = 0; i < share->pieces.count; ++i) {
        wend_share_piece piece = pieces[i];
        bool sliver = piece.to - piece.from < share->min;
        if (sliver && count > 0 && pieces[count - 1].to == piece.from)
            pieces[count - 1].to = piece.to;
        else if (sliver && i + 1 < share->pieces.count && pieces[i + 1].from == piece.to)
            pieces[i + 1].from = piece.from;
        else if (!sliver)
            pieces[count++] = piece;
    }
    share->pieces.count = count;
}

/// Computes the boxes of a triangle's windows, if necessary. False: out of memory.
static bool prepare_boxes(wend_share *share, const wend_map_lookup *lookup, uint32_t triangle,
                          const wend_allocator *allocator)
{
    wend_map_block block = lookup->blocks[triangle];
    if (share->boxes.count > 0 && share->triangle == triangle)
        return true;
    share->boxes.count = 0;
    share->triangle = triangle;
    if (!wend_array_reserve(&share->boxes, allocator, block.count))
        return false;
    for (uint32_t i = 0; i < block.count; ++i) {
        share->frame = wend_share_frame_of(&lookup->windows[block.first + i]);
        if (!begin_share(share, lookup->mesh, triangle, allocator))
            return false;
        wend_box box = wend_box_empty();
        for (size_t k = 0; k < share->pieces.count; ++k) {
            const wend_share_piece *piece = &share->pieces.data[k];
            const wend_share_curve *curves[] = {&piece->inner, &piece->outer};
            for (int end = 0; end < 4; ++end) {
                double x = end % 2 ? piece->to : piece->from;
                double r = wend_share_reach(&share->frame, curves[end / 2], x);
                box = wend_box_add(box, wend_share_point(&share->frame, x, r));
            }
        }
        share->boxes.data[share->boxes.count++] = box;
    }
    return true;
}

bool wend_share_find(wend_share *share, const wend_map_lookup *lookup, uint32_t triangle,
                     uint32_t number, const wend_allocator *allocator)
{
    wend_map_block block = lookup->blocks[triangle];
    const wend_map_window *windows = lookup->windows + block.first;
    share->tolerance = wend_mesh_tolerance(lookup->mesh);
    if (!prepare_boxes(share, lookup, triangle, allocator))
        return false;
    share->frame = wend_share_frame_of(&windows[number]);
    if (!begin_share(share, lookup->mesh, triangle, allocator))
        return false;
    const wend_box *boxes = share->boxes.data;
    for (uint32_t i = 0; i < block.count; ++i)
        if (windows[i].root != windows[number].root && wend_box_meets(boxes[i], boxes[number]) &&
            !remove_windows(share, &windows[i], i < number, i, allocator))
            return false;
    clean_up(share);
    return true;
}

void wend_share_free(wend_share *share, const wend_allocator *allocator)
{
    wend_array_free(&share->pieces, allocator);
    wend_array_free(&share->spare, allocator);
    wend_array_free(&share->boxes, allocator);
}

bool wend_shares_visit(const wend_map *map, wend_share_fn *visit, void *context)
{
    const wend_map_lookup *lookup = wend_map_lookup_of(map);
    const wend_allocator *allocator = wend_map_allocator(map);
    uint32_t limit = wend_map_is_current(lookup) ? lookup->triangle_limit : 0;
    bool fits = true, more = true;
    wend_share share = {0};
    for (uint32_t triangle = 0; triangle < limit && more; ++triangle)
        for (uint32_t i = 0; i < lookup->blocks[triangle].count && more; ++i) {
            fits = wend_share_find(&share, lookup, triangle, i, allocator);
            more = fits && visit(context, &share, triangle, i);
        }
    wend_share_free(&share, allocator);
    return fits;
}
