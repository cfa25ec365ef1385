// SPDX-License-Identifier: MIT
// Gates in recordings. The number of a gate is that of the world, which finds its gates again after
// its walls have changed: a number may then get other mouths, or none. A gate that does not act is
// recorded only if it acted before, with the mouths that it had.
#include "record/gate_changes.h"

#include "scene/frames.h"
#include "wend/world_gates.h"

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
