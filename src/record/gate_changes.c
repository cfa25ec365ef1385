// SPDX-License-Identifier: MIT
// Gates in recordings. The number of a gate is that of the world, which finds its gates again after
// its walls have changed: a number may then get other mouths, or none. A gate that does not act is
// recorded only if it acted before, with the mouths that it had.
#include "record/gate_changes.h"

#include "scene/frames.h"
#include "wend/vec2.h"
#include "wend/world_gates.h"

#include <math.h>

void gate_changes_free(gate_changes *c)
{
    wend_array_free(&c->last, NULL);
    wend_array_free(&c->changed, NULL);
    *c = (gate_changes){0};
}

static record_mouth make_mouth(const scene *s, const wend_passage_mouth *mouth)
{
    wend_vec2 middle = {(mouth->left.x + mouth->right.x) / 2, (mouth->left.y + mouth->right.y) / 2};
    wend_vec2 outside = {middle.x + mouth->out.x, middle.y + mouth->out.y};
    return (record_mouth){.a = frames_to_metres(s, mouth->left),
                          .b = frames_to_metres(s, mouth->right),
                          .out = frames_to_metres(s, outside)};
}

/// A bend of an axis by less is left out. [Units: m]
#define STRAIGHT 0.05

static double distance_to(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    wend_vec2 ab = wend_sub(b, a), ap = wend_sub(p, a);
    double square = wend_length_squared(ab);
    double t = square > 0 ? fmin(fmax(wend_dot(ap, ab) / square, 0), 1) : 0;
    return wend_distance(p, wend_add_scaled(a, t, ab));
}

static wend_vec2 middle_of(const record_mouth *mouth)
{
    return wend_midpoint(mouth->a, mouth->b);
}

/// Describes an axis by the points that are farthest from what is described so far.
static void set_axis(record_gate *gate, const scene *s, const wend_passage_point *points,
                     uint32_t count)
{
    uint32_t kept[RECORD_AXIS + 2] = {0, count - 1}, kept_count = 2;
    wend_vec2 ends[RECORD_AXIS + 2] = {middle_of(&gate->mouths[0]), middle_of(&gate->mouths[1])};
    while (kept_count < RECORD_AXIS + 2) {
        double farthest = STRAIGHT;
        uint32_t after = 0, best = 0;
        for (uint32_t k = 0; k + 1 < kept_count; ++k)
            for (uint32_t i = kept[k] + 1; i < kept[k + 1]; ++i) {
                double far = distance_to(frames_to_metres(s, points[i].at), ends[k], ends[k + 1]);
                if (far > farthest) {
                    farthest = far;
                    after = k;
                    best = i;
                }
            }
        if (best == 0)
            break;
        for (uint32_t k = kept_count++; k > after + 1; --k) {
            kept[k] = kept[k - 1];
            ends[k] = ends[k - 1];
        }
        kept[after + 1] = best;
        ends[after + 1] = frames_to_metres(s, points[best].at);
    }
    gate->axis_count = kept_count - 2;
    for (uint32_t k = 0; k < gate->axis_count; ++k)
        gate->axis[k] = ends[k + 1];
}

/// The state of a gate now, given its last one. A number without a gate does not act.
static record_gate state_of(const record_gate *last, const wend_world *world, const scene *s)
{
    wend_world_gate_state state;
    record_gate now = *last;
    if (wend_world_gate(world, last->number, &state, NULL) != WEND_OK || state.direction == 0) {
        now.direction = 0;
        now.closing = false;
        return now;
    }
    now.direction = state.direction;
    now.closing = state.closing;
    for (int i = 0; i < 2; ++i)
        now.mouths[i] = make_mouth(s, &state.passage.mouths[i]);
    set_axis(&now, s, wend_world_gate_axis(world, last->number), state.passage.point_count);
    return now;
}

static bool is_same_point(wend_vec2 p, wend_vec2 q)
{
    return p.x == q.x && p.y == q.y;
}

bool record_gate_has_mouths_of(const record_gate *one, const record_gate *other)
{
    for (int i = 0; i < 2; ++i) {
        const record_mouth *p = &one->mouths[i], *q = &other->mouths[i];
        if (!is_same_point(p->a, q->a) || !is_same_point(p->b, q->b) ||
            !is_same_point(p->out, q->out))
            return false;
    }
    if (one->axis_count != other->axis_count)
        return false;
    for (uint32_t i = 0; i < one->axis_count; ++i)
        if (!is_same_point(one->axis[i], other->axis[i]))
            return false;
    return true;
}

bool gate_changes_find(gate_changes *c, const wend_world *world, const scene *s)
{
    uint32_t count = wend_world_gate_count(world);
    size_t more = count > c->last.count ? count - c->last.count : 0;
    c->changed.count = 0;
    if (!wend_array_reserve(&c->last, NULL, more) ||
        !wend_array_reserve(&c->changed, NULL, c->last.count + more))
        return false;
    for (; more > 0; --more) {
        uint32_t number = (uint32_t)c->last.count;
        c->last.data[c->last.count++] = (record_gate){.number = number};
    }
    for (size_t i = 0; i < c->last.count; ++i) {
        record_gate *last = &c->last.data[i];
        const record_gate now = state_of(last, world, s);
        if (now.direction == last->direction && now.closing == last->closing &&
            record_gate_has_mouths_of(&now, last))
            continue;
        *last = c->changed.data[c->changed.count++] = now;
    }
    return true;
}
