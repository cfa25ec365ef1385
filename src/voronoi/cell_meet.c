// SPDX-License-Identifier: MIT
// Adds an element to a cell: whether it is near enough to matter, its bisector, and the interval on
// which that counts.
#include "voronoi/cell_search.h"

#include "wend/vec2.h"

/// Distance in grid cells by which the lines around the scene lie outside its box, so that a wall
/// along one is nearer.
#define LINE_MARGIN 0.5

/// A line from which a side turns away by less than this is no bound for it.
#define MIN_TURN 1e-6

// Between two breaks the radius is at most the larger of those at the breaks.
void wend_cell_update_reach(wend_cell_work *work)
{
    double reach = 0;
    for (uint32_t k = 0; k < work->frame_count; ++k) {
        const wend_envelope *envelope = &work->envelopes[k];
        const wend_frame *frame = &work->frames[k];
        for (uint32_t i = 0; i < envelope->count; ++i) {
            const wend_envelope_part *part = &envelope->parts[i];
            double end = wend_envelope_end(envelope, i);
            double r1 = wend_frame_radius(frame, part->x, wend_quadratic_at(&part->f, part->x));
            double r2 = wend_frame_radius(frame, end, wend_quadratic_at(&part->f, end));
            reach = wend_larger(reach, wend_larger(r1, r2));
        }
    }
    work->reach = reach;
}

/// Lowers an envelope to f on the interval between two bounds: from low to high or, if they are in
/// the other order, the complement of the interval between them. That interval is never shorter
/// than min_gap: if it is, rounding has changed the order, and the result is empty.
static bool lower(wend_envelope *envelope, const wend_quadratic *f, double low, double high,
                  double min_gap)
{
    double first = envelope->parts[0].x, last = envelope->high;
    // A bound at infinity is the same on both sides.
    low = isinf(low) ? -INFINITY : low;
    high = isinf(high) ? INFINITY : high;
    if (low <= high)
        return wend_envelope_lower(envelope, f, wend_larger(low, first), wend_smaller(high, last));
    if (low - high < min_gap)
        return false;
    bool before = wend_envelope_lower(envelope, f, first, wend_smaller(high, last));
    bool after = wend_envelope_lower(envelope, f, wend_larger(low, first), last);
    return before || after;
}

// The functions below check the positions of elements first, and their links only where they can
// matter: most elements are too far away or face elsewhere. Equal positions have the same node.

static bool is_side(const wend_element *element)
{
    return !wend_equal(element->p, element->q);
}

static bool is_point(const wend_element *element)
{
    return wend_equal(element->from, element->to) && wend_equal(element->p, element->q);
}

static bool side_meets_corner(wend_cell_search *s, uint32_t number)
{
    wend_cell_work *work = s->work;
    const wend_frame *frame = &work->frames[0];
    const wend_element *other = &s->boundary->elements.data[number];
    wend_vec2 d = wend_sub(other->p, frame->origin);
    double a = wend_dot(d, frame->along), b = wend_dot(d, frame->away);
    // The minimum height on the side, times 2 b.
    double off = a < 0 ? a : a > frame->high ? a - frame->high : 0;
    if (!(b > 0) || off * off + b * b >= 2 * b * work->reach || wend_equal(other->p, s->own->q))
        return false;
    wend_quadratic f = wend_frame_point_bisector(frame, d, number);
    if (is_point(other))
        return wend_envelope_lower(&work->envelopes[0], &f, frame->low, frame->high);
    // A cone of a half turn or less excludes a half turn: that is 2 b or more on the side.
    return lower(&work->envelopes[0], &f, wend_joint(frame, other->p, other->to),
                 wend_joint(frame, other->p, other->from), b);
}

static bool side_meets_side(wend_cell_search *s, uint32_t number)
{
    wend_cell_work *work = s->work;
    const wend_frame *frame = &work->frames[0];
    const wend_element *own = s->own, *other = &s->boundary->elements.data[number];
    wend_vec2 dp = wend_sub(other->p, frame->origin), dq = wend_sub(other->q, frame->origin);
    double bp = wend_dot(dp, frame->away), bq = wend_dot(dq, frame->away);
    if (!(wend_larger(bp, bq) > 0) || wend_smaller(bp, bq) > 2 * work->reach)
        return false;
    double ap = wend_dot(dp, frame->along), aq = wend_dot(dq, frame->along);
    if (wend_larger(ap, aq) < -work->reach || wend_smaller(ap, aq) > frame->high + work->reach)
        return false;
    // Common points have height zero, regardless of rounding.
    bool common_p = wend_equal(other->p, own->p) || wend_equal(other->p, own->q);
    bool common_q = wend_equal(other->q, own->p) || wend_equal(other->q, own->q);
    bp = common_p ? 0 : bp;
    bq = common_q ? 0 : bq;
    if (!(wend_larger(bp, bq) > 0))
        return false;
    // This side must lie in front of the other as well.
    double front_p = -wend_dot(dp, other->from);
    double front_q = wend_dot(wend_sub(own->q, other->p), other->from);
    if (!common_p && !common_q && !(front_p > 0) && !(front_q > 0))
        return false;
    // Parts and the two sides of one wall, and walls that continue straight, never meet.
    const wend_element_link *link = &s->boundary->links.data[number];
    if (link->wall == s->link->wall || (number == s->link->next && s->link->bend == 0) ||
        (number == s->link->previous && link->bend == 0))
        return false;

    double k = wend_frame_slope(frame, other->from);
    if (!(fabs(k) < WEND_PARALLEL_SLOPE))
        return false;
    wend_quadratic f =
        wend_frame_line_bisector(k, (wend_vec2){ap, bp}, (wend_vec2){aq, bq}, number);
    double low = aq + bq * k, high = ap + bp * k;
    // The common end is exact.
    if (link->bend <= 0 && bq != 0)
        low -= WEND_JOINT_MARGIN * (fabs(low) + fabs(bq) * (1 + k * k));
    if (bp != 0 && s->boundary->links.data[link->previous].bend <= 0)
        high += WEND_JOINT_MARGIN * (fabs(high) + fabs(bp) * (1 + k * k));
    return low < high && wend_envelope_lower(&work->envelopes[0], &f, wend_larger(low, 0),
                                             wend_smaller(high, frame->high));
}

/// True if a direction lies in the cone of a corner, or for any direction around a point.
static bool is_in_cone(const wend_element *corner, wend_vec2 d)
{
    wend_vec2 from = corner->from, to = corner->to;
    return is_point(corner) || (wend_cross(from, d) >= 0 && wend_cross(d, to) >= 0);
}

static bool corner_meets_corner(wend_cell_search *s, uint32_t number)
{
    wend_cell_work *work = s->work;
    const wend_element *other = &s->boundary->elements.data[number];
    wend_vec2 d = wend_sub(other->p, s->own->p);
    double square = wend_length_squared(d);
    // The minimum radius of a circle through both whose centre lies in the cone: half of the
    // distance over the cosine of the angle to it.
    double far = is_in_cone(s->own, d)
                     ? sqrt(square)
                     : wend_larger(wend_dot(d, s->own->from), wend_dot(d, s->own->to));
    if (square >= 2 * far * work->reach)
        return false;
    bool point = is_point(other);
    bool changed = false;
    for (uint32_t k = 0; k < work->frame_count; ++k) {
        const wend_frame *frame = &work->frames[k];
        wend_envelope *envelope = &work->envelopes[k];
        wend_quadratic f = wend_frame_point_bisector(frame, d, number);
        bool lowered = point ? wend_envelope_lower(envelope, &f, frame->low, frame->high)
                             : lower(envelope, &f, wend_joint(frame, other->p, other->to),
                                     wend_joint(frame, other->p, other->from), 1);
        changed = changed || lowered;
    }
    return changed;
}

static bool corner_meets_side(wend_cell_search *s, uint32_t number)
{
    wend_cell_work *work = s->work;
    const wend_element *other = &s->boundary->elements.data[number];
    wend_vec2 d = wend_sub(s->own->p, other->p);
    double height = wend_dot(d, other->from);
    if (!(height > 0))
        return false;
    // The minimum radius of a circle through the corner that touches the side, times 2 height. It
    // also excludes sides nearly in line with the corner.
    wend_vec2 along = wend_perp_left(other->from);
    double projection = wend_dot(d, along);
    double length = wend_dot(wend_sub(other->q, other->p), along);
    double off = projection < 0 ? projection : projection > length ? projection - length : 0;
    if (off * off + height * height >= 2 * height * work->reach ||
        wend_equal(s->own->p, other->p) || wend_equal(s->own->p, other->q))
        return false;
    const wend_element_link *link = &s->boundary->links.data[number];
    double before = link->bend <= 0 ? WEND_JOINT_MARGIN : 0;
    double after = s->boundary->links.data[link->previous].bend <= 0 ? WEND_JOINT_MARGIN : 0;
    bool changed = false;
    for (uint32_t k = 0; k < work->frame_count; ++k) {
        const wend_frame *frame = &work->frames[k];
        wend_quadratic f = wend_frame_side_bisector(frame, other->from, height, number);
        double low = wend_joint(frame, other->q, other->to);
        double high = wend_joint(frame, other->p, other->from);
        // Frames of corners extend from -1 to 1: bounds further out need no care.
        if (fabs(low) < 2)
            low -= before * (1 + low * low);
        if (fabs(high) < 2)
            high += after * (1 + high * high);
        bool lowered = lower(&work->envelopes[k], &f, low, high, WEND_MIN_GAP);
        changed = changed || lowered;
    }
    return changed;
}

void wend_cell_meet(wend_cell_search *s, uint32_t number)
{
    wend_cell_work *work = s->work;
    bool other_side = is_side(&s->boundary->elements.data[number]), changed;
    if (work->frames[0].is_side)
        changed = other_side ? side_meets_side(s, number) : side_meets_corner(s, number);
    else
        changed = other_side ? corner_meets_side(s, number) : corner_meets_corner(s, number);
    if (changed) {
        ++work->changes;
        if (!s->rough)
            wend_cell_update_reach(work);
    }
}

void wend_cell_meet_scene(wend_cell_search *s)
{
    wend_cell_work *work = s->work;
    wend_box box = s->boundary->box;
    double margin = LINE_MARGIN * s->boundary->grid.side;
    for (uint32_t line = 0; line < WEND_SCENE_LINES; ++line) {
        double sign = line & 1 ? -1 : 1;
        bool upright = line & 2;
        wend_vec2 normal = {upright ? sign : 0, upright ? 0 : sign};
        wend_vec2 corner = line & 1 ? box.max : box.min;
        wend_vec2 d = wend_sub(s->own->p, corner);
        double height = wend_dot(d, normal) + margin;
        for (uint32_t k = 0; k < work->frame_count; ++k) {
            const wend_frame *frame = &work->frames[k];
            wend_quadratic f;
            if (frame->is_side) {
                // h (1 - wy) = height + t wx
                double wx = wend_dot(normal, frame->along), wy = wend_dot(normal, frame->away);
                if (1 - wy < MIN_TURN)
                    continue;
                f = (wend_quadratic){{height / (1 - wy), wx / (1 - wy), 0},
                                     WEND_FIRST_SCENE_LINE + line};
            } else {
                f = wend_frame_side_bisector(frame, normal, height, WEND_FIRST_SCENE_LINE + line);
            }
            wend_envelope_lower(&work->envelopes[k], &f, frame->low, frame->high);
        }
    }
    wend_cell_update_reach(work);
}
