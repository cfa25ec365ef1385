// SPDX-License-Identifier: MIT
// Reads ROS maps. The meaning of the keys is that of map_server (http://wiki.ros.org/map_server):
// with v the brightness from 0 to 1, a pixel is occupied with the probability p = 1 - v, or p = v
// with negate; p > occupied_thresh is occupied, p < free_thresh is free, what lies between is
// unknown (mode trinary) or partly known (mode scale). Keys unknown to map_server are ignored,
// unless they are similar to a known one.
//
// libyaml's events are read one by one: no tree is built and aliases are not followed, so neither
// depth nor repetition costs memory.
#include "formats/ros.h"

#include "base/suggest.h"
#include "base/tokens.h"
#include "formats/formats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <yaml.h>

// Maximum size of a description, which usually has a few hundred bytes.
enum { YAML_MAX_SIZE = 1 << 20 };
// Defaults of map_server and map_saver.
#define DEFAULT_OCCUPIED_THRESH 0.65
#define DEFAULT_FREE_THRESH     0.196
// Limits on the resolution: a millimetre to a kilometre per pixel.
#define LEAST_RESOLUTION 1e-3
#define MOST_RESOLUTION  1e3

typedef enum key {
    KEY_IMAGE,
    KEY_RESOLUTION,
    KEY_ORIGIN,
    KEY_NEGATE,
    KEY_OCCUPIED,
    KEY_FREE,
    KEY_MODE,
    KEY_COUNT,
} key;

static const char *const key_names[KEY_COUNT] = {
    "image", "resolution", "origin", "negate", "occupied_thresh", "free_thresh", "mode",
};

typedef struct reader {
    yaml_parser_t parser;
    ros_map *map;
    problem_list *problems;
    bool seen[KEY_COUNT];
} reader;

static text_position position_of(yaml_mark_t mark)
{
    return (text_position){mark.line + 1, mark.column + 1};
}

#define problem_here(r, event, ...)                                                                \
    problem_at((r)->problems, position_of((event)->start_mark), __VA_ARGS__)

// The next event; the caller deletes it. False with a problem if the text is not YAML.
static bool next_event(reader *r, yaml_event_t *event)
{
    if (yaml_parser_parse(&r->parser, event))
        return true;
    if (r->parser.error == YAML_MEMORY_ERROR)
        return problem_no_memory(r->problems);
    return problem_at(r->problems, position_of(r->parser.problem_mark), "not YAML: %s",
                      r->parser.problem ? r->parser.problem : "cannot be read");
}

// ---- values -------------------------------------------------------------------------------------

static bool scalar_number(const reader *r, const yaml_event_t *event, const char *name,
                          double least, double most, double *out)
{
    if (event->type == YAML_SCALAR_EVENT &&
        number_parse((const char *)event->data.scalar.value, event->data.scalar.length, out) &&
        *out >= least && *out <= most)
        return true;
    return problem_here(r, event, "'%s' must be a number from %g to %g", name, least, most);
}

static bool scalar_is(const yaml_event_t *event, const char *word)
{
    return event->type == YAML_SCALAR_EVENT && event->data.scalar.length == strlen(word) &&
           memcmp(event->data.scalar.value, word, strlen(word)) == 0;
}

static bool read_negate(const reader *r, const yaml_event_t *event)
{
    static const char *const yes[] = {"1", "true", "True", "TRUE", "yes", "on"};
    static const char *const no[] = {"0", "false", "False", "FALSE", "no", "off"};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; ++i)
        if (scalar_is(event, yes[i]) || scalar_is(event, no[i])) {
            r->map->negate = scalar_is(event, yes[i]);
            return true;
        }
    return problem_here(r, event, "'negate' must be 0 or 1");
}

static bool read_mode(const reader *r, const yaml_event_t *event)
{
    static const char *const modes[] = {"trinary", "scale", "raw"};
    for (int i = 0; i < 3; ++i)
        if (scalar_is(event, modes[i])) {
            r->map->mode = (ros_mode)i;
            return true;
        }
    return problem_here(r, event, "'mode' must be trinary, scale or raw");
}

static bool read_image_name(const reader *r, const yaml_event_t *event)
{
    if (event->type != YAML_SCALAR_EVENT || event->data.scalar.length == 0 ||
        memchr(event->data.scalar.value, 0, event->data.scalar.length))
        return problem_here(r, event, "'image' must be the path of a picture");
    r->map->image = malloc(event->data.scalar.length + 1);
    if (!r->map->image)
        return problem_no_memory(r->problems);
    memcpy(r->map->image, event->data.scalar.value, event->data.scalar.length + 1);
    r->map->image_at = position_of(event->start_mark);
    return true;
}

// [x, y, yaw]; the start of the sequence has been read.
static bool read_origin(reader *r, const yaml_event_t *start)
{
    static const char *const names[] = {"x of origin", "y of origin", "yaw of origin"};
    const double most = WEND_MAX_COORDINATE;
    if (start->type != YAML_SEQUENCE_START_EVENT)
        return problem_here(r, start, "'origin' must be [x, y, yaw]");
    for (int i = 0; i < 4; ++i) {
        yaml_event_t event;
        if (!next_event(r, &event))
            return false;
        bool ends = event.type == YAML_SEQUENCE_END_EVENT;
        bool good;
        if (ends != (i == 3))
            good = problem_here(r, &event, "'origin' must have three numbers: x, y and yaw");
        else
            good = ends || scalar_number(r, &event, names[i], -most, most, &r->map->origin[i]);
        yaml_event_delete(&event);
        if (!good)
            return false;
    }
    return true;
}

static bool read_value(reader *r, key k, const yaml_event_t *event)
{
    ros_map *map = r->map;
    switch (k) {
    case KEY_IMAGE:
        return read_image_name(r, event);
    case KEY_RESOLUTION:
        return scalar_number(r, event, key_names[k], LEAST_RESOLUTION, MOST_RESOLUTION,
                             &map->resolution);
    case KEY_ORIGIN:
        return read_origin(r, event);
    case KEY_NEGATE:
        return read_negate(r, event);
    case KEY_OCCUPIED:
        return scalar_number(r, event, key_names[k], 0, 1, &map->occupied_thresh);
    case KEY_FREE:
        return scalar_number(r, event, key_names[k], 0, 1, &map->free_thresh);
    default:
        return read_mode(r, event);
    }
}

// Skips the rest of a value whose first event has been read.
static bool skip_value(reader *r, const yaml_event_t *first)
{
    size_t depth =
        first->type == YAML_MAPPING_START_EVENT || first->type == YAML_SEQUENCE_START_EVENT;
    while (depth > 0) {
        yaml_event_t event;
        if (!next_event(r, &event))
            return false;
        if (event.type == YAML_MAPPING_START_EVENT || event.type == YAML_SEQUENCE_START_EVENT)
            ++depth;
        if (event.type == YAML_MAPPING_END_EVENT || event.type == YAML_SEQUENCE_END_EVENT)
            --depth;
        yaml_event_delete(&event);
    }
    return true;
}

// ---- the mapping --------------------------------------------------------------------------------

// KEY_COUNT: an unknown key. False with a problem for a misspelt or repeated key.
static bool read_key(reader *r, const yaml_event_t *event, key *out)
{
    *out = KEY_COUNT;
    if (event->type != YAML_SCALAR_EVENT)
        return problem_here(r, event, "expected one of the keys of a ROS map, such as 'image'");
    for (int k = 0; k < KEY_COUNT; ++k)
        if (scalar_is(event, key_names[k])) {
            if (r->seen[k])
                return problem_here(r, event, "'%s' is given twice", key_names[k]);
            r->seen[k] = true;
            *out = (key)k;
            return true;
        }
    const char *meant = suggest_name((const char *)event->data.scalar.value, key_names, KEY_COUNT);
    return !meant || problem_here(r, event, "unknown key: did you mean '%s'?", meant);
}

// One key with its value; *done: the mapping has ended.
static bool read_entry(reader *r, bool *done)
{
    yaml_event_t event;
    key k = KEY_COUNT;
    if (!next_event(r, &event))
        return false;
    *done = event.type == YAML_MAPPING_END_EVENT;
    bool good = *done || read_key(r, &event, &k);
    yaml_event_delete(&event);
    if (!good || *done)
        return good;
    if (!next_event(r, &event))
        return false;
    good = k == KEY_COUNT ? skip_value(r, &event) : read_value(r, k, &event);
    yaml_event_delete(&event);
    return good;
}

static bool read_mapping(reader *r)
{
    const yaml_event_type_t opening[] = {YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT,
                                         YAML_MAPPING_START_EVENT};
    for (int i = 0; i < 3; ++i) {
        yaml_event_t event;
        if (!next_event(r, &event))
            return false;
        bool good = event.type == opening[i] ||
                    problem_here(r, &event,
                                 "this is not a ROS map: it must have lines such as 'image: FILE'");
        yaml_event_delete(&event);
        if (!good)
            return false;
    }
    for (bool done = false; !done;)
        if (!read_entry(r, &done))
            return false;
    for (int k = KEY_IMAGE; k <= KEY_ORIGIN; ++k)
        if (!r->seen[k])
            return problem_add(r->problems, "this ROS map has no '%s'", key_names[k]);
    if (r->map->free_thresh > r->map->occupied_thresh)
        return problem_add(r->problems,
                           "free_thresh is %g, but must not be above occupied_thresh, "
                           "which is %g",
                           r->map->free_thresh, r->map->occupied_thresh);
    return true;
}

bool ros_map_parse(const text *t, ros_map *map, problem_list *problems)
{
    *map = (ros_map){
        .occupied_thresh = DEFAULT_OCCUPIED_THRESH,
        .free_thresh = DEFAULT_FREE_THRESH,
    };
    if (t->size > YAML_MAX_SIZE)
        return problem_add(problems, "larger than a ROS map's description can be");
    if (!text_check_utf8(t, problems))
        return false;
    reader r = {.map = map, .problems = problems};
    if (!yaml_parser_initialize(&r.parser))
        return problem_no_memory(problems);
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)t->data, t->size);
    bool good = read_mapping(&r);
    yaml_parser_delete(&r.parser);
    if (!good)
        ros_map_free(map);
    return good;
}

void ros_map_free(ros_map *map)
{
    free(map->image);
    map->image = NULL;
}

// ---- the picture --------------------------------------------------------------------------------

static bool is_wall(const void *context, uint16_t white, uint16_t value)
{
    const ros_map *map = context;
    if (value > white)
        return true; // transparent
    int brightness = map->negate ? white - value : value;
    double occupied = map->mode == ROS_RAW // a percentage, in pictures with 255 steps
                          ? brightness * 255.0 / (white * 100.0)
                          : (double)(white - brightness) / white;
    return !(occupied < map->free_thresh);
}

scene *ros_map_scene(const ros_map *map, const image *picture, problem_list *problems)
{
    grid_frame frame = {
        .cell = map->resolution,
        .origin = {map->origin[0], map->origin[1]},
        .yaw = map->origin[2],
    };
    return image_to_scene(picture, frame, is_wall, map, problems);
}

// The picture's path: unchanged if absolute, otherwise beside the map. Allocated.
static char *picture_path(const char *map_path, const char *name)
{
    const char *slash = strrchr(map_path, '/');
    size_t folder = slash && name[0] != '/' ? (size_t)(slash - map_path) + 1 : 0;
    size_t size = strlen(name) + 1;
    // "./" keeps a picture with the name "-" from being standard input.
    const char *prefix = folder == 0 && name[0] != '/' ? "./" : "";
    char *path = malloc(folder + 2 + size);
    if (path) {
        memcpy(path, map_path, folder);
        memcpy(path + folder, prefix, strlen(prefix));
        memcpy(path + folder + strlen(prefix), name, size);
    }
    return path;
}

// Problems inside the picture are reported at the line that names it.
static bool read_picture(const ros_map *map, const char *map_path, image *out,
                         problem_list *problems)
{
    struct stat status;
    text bytes = {0};
    problem_list inner = {0};
    char *path = picture_path(map_path, map->image);
    if (!path)
        return problem_no_memory(problems);
    bool good;
    if (stat(path, &status) != 0)
        good = problem_add(&inner, "cannot be opened: %s", strerror(errno));
    else if (!S_ISREG(status.st_mode))
        good = problem_add(&inner, "is not a file");
    else
        good = text_read_file(path, &bytes, &inner) && image_read(&bytes, out, &inner);
    for (size_t i = 0; i < problem_kept(&inner); ++i)
        problem_at(problems, map->image_at, "the picture '%s'%s%s: %s", map->image,
                   inner.items[i].where[0] ? " at " : "", inner.items[i].where,
                   inner.items[i].what);
    if (!good && problem_kept(&inner) == 0)
        problem_no_memory(problems); // out of memory for the problem itself
    problem_free(&inner);
    text_free(&bytes);
    free(path);
    return good;
}

scene *scene_read_ros(const text *t, const char *path, problem_list *problems)
{
    ros_map map;
    if (!ros_map_parse(t, &map, problems))
        return NULL;
    image picture;
    scene *s = NULL;
    if (!path) {
        problem_at(problems, map.image_at,
                   "the picture '%s' is looked for beside the map, which has no place itself: "
                   "give the map as a file",
                   map.image);
    } else if (read_picture(&map, path, &picture, problems)) {
        s = ros_map_scene(&map, &picture, problems);
        image_free(&picture);
    }
    ros_map_free(&map);
    return s;
}
