// SPDX-License-Identifier: MIT
// Goals of a JSON scene that are no areas, at one place or with a timetable, and corners with a
// weight.
#include "io/scene_read.h"

#include <math.h>
#include <string.h>

// ---- goals --------------------------------------------------------------------------------------

static const number_limits any_time = {0, SCENE_MAX_SECONDS, false};

// "point" or "segment" of a goal or a frame.
static bool read_place(reading *r, const field *f, bool has_unknown, const char *rule,
                       wend_goal_frame *frame)
{
    field point = field_member(f, "point"), segment = field_member(f, "segment");
    if (field_is_absent(&point) == field_is_absent(&segment))
        return field_is_absent(&point) ? field_misses(r, f, has_unknown, rule)
                                       : field_problem(r, f, "%s, found both", rule);
    if (field_is_absent(&segment)) {
        bool good = read_point(r, &point, &frame->a);
        frame->b = frame->a;
        return good;
    }
    if (!json_is_array(segment.value) || json_array_size(segment.value) != 2)
        return field_wrong(r, &segment, "two points [[x, y], [x, y]]");
    field a = field_item(&segment, 0), b = field_item(&segment, 1);
    bool good = read_point(r, &a, &frame->a);
    return read_point(r, &b, &frame->b) && good;
}

static bool read_frame(reading *r, const field *f, const wend_goal_frame *before,
                       wend_goal_frame *frame)
{
    static const char *const keys[] = {"time", "point", "segment", NULL};
    bool good = read_object(r, f, "an object like {\"time\": 5, \"point\": [x, y]}", keys);
    if (!json_is_object(f->value))
        return false;
    bool has_unknown = !good;
    field time = field_member(f, "time");
    if (field_is_absent(&time))
        good = field_misses(r, f, has_unknown, "a frame needs a \"time\", in seconds");
    bool good_time = read_number(r, &time, any_time, &frame->time);
    good = read_place(r, f, has_unknown, "a frame has exactly one of \"point\" and \"segment\"",
                      frame) &&
           good_time && good;
    if (good && before && frame->time <= before->time)
        return field_problem(r, &time,
                             "the times of \"frames\" must ascend, found %.10g after %.10g: put "
                             "them in order",
                             frame->time, before->time);
    return good;
}

static bool read_frames(reading *r, const field *f, scene_goal_place *goal)
{
    if (!read_list(r, f, "a list of frames"))
        return false;
    size_t count = json_array_size(f->value);
    if (count < 1 || count > SCENE_MAX_FRAMES)
        return field_problem(r, f, "\"frames\" has %zu frames: give 1 to %u", count,
                             SCENE_MAX_FRAMES);
    goal->frames = pool_allocate(&r->s->memory, count, sizeof *goal->frames);
    if (!goal->frames)
        return reading_no_memory(r);
    for (size_t i = 0; i < count; ++i) {
        field item = field_item(f, i);
        if (!read_frame(r, &item, i > 0 ? &goal->frames[i - 1] : NULL, &goal->frames[i]))
            return false;
    }
    goal->frame_count = (uint32_t)count;
    return true;
}

// A goal that never moves is one frame.
static bool read_fixed(reading *r, const field *f, bool has_unknown, scene_goal_place *goal)
{
    goal->frames = pool_allocate(&r->s->memory, 1, sizeof *goal->frames);
    if (!goal->frames)
        return reading_no_memory(r);
    goal->frame_count = 1;
    return read_place(r, f, has_unknown,
                      "a goal has exactly one of \"point\", \"segment\" and \"frames\"",
                      goal->frames);
}

static bool read_end(reading *r, const field *f, scene_goal_place *goal)
{
    static const number_limits positive = {0, SCENE_MAX_SECONDS, true};
    field gone = field_member(f, "gone"), period = field_member(f, "period");
    double last = goal->frames[goal->frame_count - 1].time;
    bool good = read_number(r, &gone, any_time, &goal->gone);
    if (!read_number(r, &period, positive, &goal->period) || !good)
        return false;
    if (goal->gone < last)
        return field_problem(r, &gone,
                             "\"gone\" must be no less than the time of the last frame, which is "
                             "%.10g, found %.10g",
                             last, goal->gone);
    double least = isfinite(goal->gone) ? goal->gone : last;
    if (!field_is_absent(&period) && (goal->period <= last || goal->period < least))
        return field_problem(r, &period,
                             "\"period\" must be more than the time of the last frame, which is "
                             "%.10g, and no less than \"gone\", found %.10g",
                             last, goal->period);
    return true;
}

static bool read_goal_place(reading *r, const field *f)
{
    static const char *const keys[] = {"point", "segment", "frames", "gone", "period", NULL};
    if (!check_key_name(r, f))
        return false;
    bool good = read_object(r, f, "an object like {\"segment\": [[x, y], [x, y]]}", keys);
    if (!json_is_object(f->value))
        return false;
    if (r->s->goal_count == SCENE_MAX_GOALS)
        return field_problem(r, f, "there are more than %u goals, which is the most",
                             SCENE_MAX_GOALS);
    scene_goal_place *goal = scene_add_goal(r->s);
    if (!goal)
        return reading_no_memory(r);
    goal->name = pool_string(&r->s->memory, f->path.key, strlen(f->path.key));
    if (!goal->name)
        return reading_no_memory(r);
    field frames = field_member(f, "frames");
    if (field_is_absent(&frames))
        return read_fixed(r, f, !good, goal) && read_end(r, f, goal) && good;
    if (json_object_get(f->value, "point") || json_object_get(f->value, "segment"))
        return field_problem(r, f,
                             "a goal has exactly one of \"point\", \"segment\" and \"frames\", "
                             "found more");
    return read_frames(r, &frames, goal) && read_end(r, f, goal) && good;
}

void read_goals(reading *r, const field *f)
{
    if (field_is_absent(f))
        return;
    if (!json_is_object(f->value)) {
        field_wrong(r, f, "an object of goals by name, like {\"door\": {\"point\": [x, y]}}");
        return;
    }
    const char *key;
    json_t *value;
    json_object_foreach(f->value, key, value)
    {
        field goal = {value, {&f->path, key, 0}};
        if (!r->no_memory)
            read_goal_place(r, &goal);
    }
}

// ---- weights ------------------------------------------------------------------------------------

static bool read_weight(reading *r, const field *f)
{
    static const char *const keys[] = {"at", "weight", "count", NULL};
    static const number_limits any_weight = {1, SCENE_MAX_WEIGHT, false};
    bool good = read_object(r, f, "an object like {\"at\": [x, y], \"weight\": 2}", keys);
    if (!json_is_object(f->value))
        return false;
    bool has_unknown = !good;
    if (r->s->weight_count == SCENE_MAX_WEIGHTS)
        return field_problem(r, f, "there are more than %u weights, which is the most",
                             SCENE_MAX_WEIGHTS);
    scene_weight *weight = scene_add_weight(r->s);
    if (!weight)
        return reading_no_memory(r);
    field at = field_member(f, "at"), factor = field_member(f, "weight"),
          count = field_member(f, "count");
    uint64_t takers = weight->count;
    if (field_is_absent(&at))
        good = field_misses(r, f, has_unknown, "a weight needs \"at\", a corner [x, y]");
    if (field_is_absent(&factor))
        good = field_misses(r, f, has_unknown,
                            "a weight needs a \"weight\", which speeds are multiplied by");
    good = read_point(r, &at, &weight->at) && good;
    good = read_number(r, &factor, any_weight, &weight->weight) && good;
    good = read_whole(r, &count, 1, SCENE_MAX_TAKERS, &takers) && good;
    weight->count = (uint32_t)takers;
    return good;
}

void read_weights(reading *r, const field *f)
{
    read_items(r, f, "a list of weights", read_weight);
}
