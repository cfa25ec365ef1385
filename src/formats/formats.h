// SPDX-License-Identifier: MIT
// Formats that scenes are read from and written to: one table row per format.
#ifndef WEND_FORMATS_FORMATS_H
#define WEND_FORMATS_FORMATS_H

#include "scene/json.h"

typedef struct scene_format {
    const char *name;       ///< "wkt"
    const char *extensions; ///< separated by spaces, in lower case, without the dot
    const char *about;      ///< for --help
    scene_read_fn *read;    ///< NULL: write only
    scene_write_fn *write;  ///< NULL: read only
    unsigned leaves_out;    ///< scene_parts that write cannot store
    const char *nothing;    ///< message if write fails with EDOM; NULL: it never does
} scene_format;

// Readers and writers, each in its own file.
scene_read_fn scene_read_wkt, scene_read_geojson, scene_read_vadere, scene_read_map,
    scene_read_poly, scene_read_mesh, scene_read_nav, scene_read_pgm, scene_read_png,
    scene_read_ros;
scene_write_fn scene_write_wkt, scene_write_geojson, scene_write_mesh;

struct polygons;
/// Writes polygons as well-known text, with points in the frame of `to_file`.
void wkt_write(FILE *out, const scene *s, const struct polygons *area,
               wend_vec2 (*to_file)(const scene *s, wend_vec2 p));

/// Finishes reading a scene. good: returns it, shifted near the origin; otherwise frees it and
/// returns NULL.
scene *scene_finish(scene *s, bool good);

extern const scene_format scene_formats[];
extern const size_t scene_format_count;

/// By the extension of a path, in either case; NULL: unknown.
const scene_format *scene_format_of(const char *path);

/// By its name; NULL: unknown.
const scene_format *scene_format_named(const char *name);

/// Adds an entry for each part of the scene that the format cannot store ("12 areas").
void scene_format_losses(const scene_format *format, const scene *s, problem_list *losses);

/// Reads a scene from a file of any format, or a built-in scene by its name, which has precedence
/// over a file with the same name. "-" is standard input, as JSON. NULL with problems.
scene *scene_load(const char *path_or_name, problem_list *problems);

/// Reads a file ("-" is standard input) in a readable format, whatever its extension.
scene *scene_load_as(const char *path, const scene_format *format, problem_list *problems);

#endif
