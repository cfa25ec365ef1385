// SPDX-License-Identifier: MIT
// What opens, moves and slows in a JSON scene: doors, movers and zones.
#include "io/scene_read.h"

static const number_limits any_time = {0, SCENE_MAX_SECONDS, false};

// ---- doors --------------------------------------------------------------------------------------

static bool read_times(reading *r, const field *f, scene_door *door)
{
    if (field_is_absent(f))
        return true;
    if (!read_list(r, f, "a list of times in seconds"))
        return false;
    size_t count = json_array_size(f->value);
    door->times = pool_allocate(&r->s->memory, count, sizeof *door->times);
    if (!door->times)
        return reading_no_memory(r);
    for (size_t i = 0; i < count; ++i) {
        field item = field_item(f, i);
        if (!read_number(r, &item, any_time, &door->times[i]))
            return false;
        if (i > 0 && door->times[i] <= door->times[i - 1])
            return field_problem(
                r, &item, "\"times\" must ascend, found %.10g after %.10g: put them in order",
                door->times[i], door->times[i - 1]);
    }
    door->time_count = (uint32_t)count;
    return true;
}

static bool read_period(reading *r, const field *f, scene_door *door)
{
    static const number_limits positive = {0, SCENE_MAX_SECONDS, true};
    if (field_is_absent(f))
        return true;
    if (!read_number(r, f, positive, &door->period))
        return false;
    if (door->time_count == 0)
        return field_problem(r, f, "\"period\" repeats the \"times\" of a door: give them, too");
    double last = door->times[door->time_count - 1];
    return door->period > last ||
           field_problem(
               r, f,
               "\"period\" must be more than the last of \"times\", which is %.10g, found "
               "%.10g",
               last, door->period);
}

static bool read_door(reading *r, const field *f)
{
    static const char *const keys[] = {"polygon", "segment", "name", "shut",
                                       "times",   "period",  NULL};
    static const body_rule rule = {
        1u << SCENE_POLYGON | 1u << SCENE_SEGMENT,
        "a door has exactly one of \"polygon\" and \"segment\"",
    };
    bool good = read_object(r, f, "an object like {\"segment\": [[x, y], [x, y]]}", keys);
    if (!json_is_object(f->value))
        return false;
    scene_door *door = scene_add_door(r->s);
    if (!door)
        return reading_no_memory(r);
    scene_obstacle body = {0};
    good = read_body(r, f, !good, rule, &body) && good;
    door->kind = body.kind;
    door->shape = body.shape;
    door->name = body.name;
    field shut = field_member(f, "shut"), times = field_member(f, "times"),
          period = field_member(f, "period");
    good = read_truth(r, &shut, &door->shut) && good;
    return read_times(r, &times, door) && read_period(r, &period, door) && good;
}

void read_doors(reading *r, const field *f)
{
    read_items(r, f, "a list of doors", read_door);
}

// ---- movers -------------------------------------------------------------------------------------

static bool read_path(reading *r, const field *f, const field *mover, bool has_unknown,
                      scene_mover *out)
{
    scene_shape path;
    if (field_is_absent(f))
        return field_misses(r, mover, has_unknown,
                            "a mover needs a \"path\", a list of points [[x, y], [x, y], ...]");
    if (!json_is_array(f->value) || json_array_size(f->value) == 0 ||
        json_is_number(json_array_get(f->value, 0)))
        return field_wrong(r, f, "a list of points [[x, y], [x, y], ...]");
    start_shape(r);
    if (!read_points(r, f, json_array_size(f->value)) || !finish_shape(r, &path))
        return false;
    out->path = path.points;
    out->path_count = path.point_count;
    return true;
}

static bool read_mover(reading *r, const field *f)
{
    static const char *const keys[] = {"polygon", "segment", "circle", "radius", "name",     "path",
                                       "speed",   "start",   "pause",  "way",    "blocking", NULL};
    static const char *const ways[] = {"once", "back and forth", "round", NULL};
    static const number_limits any_speed = {0, SCENE_MAX_SPEED, true};
    static const body_rule rule = {
        1u << SCENE_POLYGON | 1u << SCENE_SEGMENT | 1u << SCENE_CIRCLE,
        "a mover has exactly one of \"polygon\", \"segment\" and \"circle\"",
    };
    bool good = read_object(r, f, "an object like {\"polygon\": [...], \"path\": [...]}", keys);
    if (!json_is_object(f->value))
        return false;
    bool has_unknown = !good;
    scene_mover *mover = scene_add_mover(r->s);
    if (!mover)
        return reading_no_memory(r);
    good = read_body(r, f, has_unknown, rule, &mover->body) && good;
    field path = field_member(f, "path"), speed = field_member(f, "speed"),
          start = field_member(f, "start"), pause = field_member(f, "pause"),
          way = field_member(f, "way"), blocking = field_member(f, "blocking");
    unsigned end = mover->way;
    good = read_path(r, &path, f, has_unknown, mover) && good;
    good = read_number(r, &speed, any_speed, &mover->speed) && good;
    good = read_number(r, &start, any_time, &mover->start) && good;
    good = read_number(r, &pause, any_time, &mover->pause) && good;
    good = read_option(r, &way, ways, &end) && good;
    mover->way = (scene_way)end;
    return read_truth(r, &blocking, &mover->blocking) && good;
}

void read_movers(reading *r, const field *f)
{
    read_items(r, f, "a list of movers", read_mover);
}

// ---- zones --------------------------------------------------------------------------------------

static bool read_zone(reading *r, const field *f)
{
    static const char *const keys[] = {"area", "factor", NULL};
    static const number_limits any_factor = {0, SCENE_MAX_FACTOR, false};
    bool good = read_object(r, f, "an object {\"area\": \"stairs\", \"factor\": 0.5}", keys);
    if (!json_is_object(f->value))
        return false;
    bool has_unknown = !good;
    scene_zone *zone = scene_add_zone(r->s);
    if (!zone)
        return reading_no_memory(r);
    field area = field_member(f, "area"), factor = field_member(f, "factor");
    if (field_is_absent(&area))
        good = field_misses(r, f, has_unknown, "a zone needs an \"area\", the name of one");
    if (field_is_absent(&factor))
        good = field_misses(r, f, has_unknown,
                            "a zone needs a \"factor\", which speeds are multiplied by");
    good = read_string(r, &area, SCENE_MAX_NAME, &zone->area) && good;
    return read_number(r, &factor, any_factor, &zone->factor) && good;
}

void read_zones(reading *r, const field *f)
{
    read_items(r, f, "a list of zones", read_zone);
}
