// SPDX-License-Identifier: MIT
// The table of formats, and reading of scenes in any format.
#include "formats/formats.h"

#include "scene/builtin/builtin.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/// Parts omitted by a format that stores only free ground and thin walls.
#define GROUND_ONLY                                                                                \
    (SCENE_PART_OBSTACLES | SCENE_PART_POINTS | SCENE_PART_CIRCLES | SCENE_PART_LABELS |           \
     SCENE_PART_AREAS | SCENE_PART_AGENTS | SCENE_PART_DOORS | SCENE_PART_TITLE | SCENE_PART_RUN)
#define NO_GROUND                                                                                  \
    "there is no free area to write: all is covered, or the scene is empty and has no bounds"

const scene_format scene_formats[] = {
    {"json", "json", "wend's own scenes (docs/scene.md)", scene_read_json, scene_write_json, 0,
     NULL},
    {"wkt", "wkt", "well-known text: a walkable area, its holes are obstacles", scene_read_wkt,
     scene_write_wkt, GROUND_ONLY | SCENE_PART_SEGMENTS, NO_GROUND},
    {"geojson", "geojson", "polygons in longitude and latitude, or in metres", scene_read_geojson,
     scene_write_geojson,
     SCENE_PART_CIRCLES | SCENE_PART_AGENTS | SCENE_PART_DOORS | SCENE_PART_RUN, NULL},
    {"vadere", "scenario", "Vadere scenarios", scene_read_vadere, NULL, 0, NULL},
    {"map", "map", "MovingAI grid maps", scene_read_map, NULL, 0, NULL},
    {"poly", "poly", "polygon files of Polyanya and Triangle", scene_read_poly, NULL, 0, NULL},
    {"mesh", "mesh", "meshes of Polyanya", scene_read_mesh, scene_write_mesh, GROUND_ONLY,
     NO_GROUND},
    {"nav", "nav", "navigation meshes of Menge", scene_read_nav, NULL, 0, NULL},
    {"pgm", "pgm", "grey pictures: dark is solid", scene_read_pgm, NULL, 0, NULL},
    {"png", "png", "pictures: dark is solid", scene_read_png, NULL, 0, NULL},
    {"ros", "yaml yml", "ROS maps: a description beside a picture", scene_read_ros, NULL, 0, NULL},
};
const size_t scene_format_count = sizeof scene_formats / sizeof scene_formats[0];

const scene_format *scene_format_of(const char *path)
{
    for (size_t i = 0; i < scene_format_count; ++i)
        if (path_has_extension(path, scene_formats[i].extensions))
            return &scene_formats[i];
    return NULL;
}

const scene_format *scene_format_named(const char *name)
{
    for (size_t i = 0; i < scene_format_count; ++i)
        if (strcmp(scene_formats[i].name, name) == 0)
            return &scene_formats[i];
    return NULL;
}

scene *scene_finish(scene *s, bool good)
{
    if (good) {
        scene_localise(s);
        return s;
    }
    scene_free(s);
    return NULL;
}

scene *scene_load_as(const char *path, const scene_format *format, problem_list *problems)
{
    text t;
    if (!text_read_file(path, &t, problems))
        return NULL;
    scene *s = format->read(&t, strcmp(path, "-") == 0 ? NULL : path, problems);
    text_free(&t);
    if (s)
        scene_clear_zeros(s);
    return s;
}

/// Reports a name that is neither a built-in scene nor a file of a known format.
static scene *not_a_scene(const char *path, problem_list *problems)
{
    struct stat status;
    const char *meant = builtin_suggest(path);
    if (stat(path, &status) == 0) {
        char extensions[200] = "";
        size_t used = 0;
        for (size_t i = 0; i < scene_format_count && used < sizeof extensions; ++i)
            if (scene_formats[i].read)
                used += (size_t)snprintf(
                    extensions + used, sizeof extensions - used, "%s.%.*s", used ? " " : "",
                    (int)strcspn(scene_formats[i].extensions, " "), scene_formats[i].extensions);
        problem_add(problems, "unknown file extension (supported: %s); use --format to override",
                    extensions);
    } else if (errno != ENOENT) {
        problem_add(problems, "cannot be opened: %s", strerror(errno));
    } else if (meant) {
        problem_add(problems, "no such file or built-in scene: did you mean %s?", meant);
    } else {
        problem_add(problems,
                    "no such file or built-in scene: wend scenes lists the built-in ones");
    }
    return NULL;
}

scene *scene_load(const char *path_or_name, problem_list *problems)
{
    builtin_scene builtin;
    if (builtin_find(path_or_name, &builtin))
        return builtin_load(builtin, problems);
    if (strcmp(path_or_name, "-") == 0)
        return scene_load_as("-", scene_format_named("json"), problems);
    const scene_format *format = scene_format_of(path_or_name);
    return format ? scene_load_as(path_or_name, format, problems)
                  : not_a_scene(path_or_name, problems);
}
