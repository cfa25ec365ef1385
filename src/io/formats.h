// SPDX-License-Identifier: MIT
// The formats a scene can be read from and written to: one table, one line per format.
#ifndef WEND_IO_FORMATS_H
#define WEND_IO_FORMATS_H

#include "io/scene.h"

/// Reads a scene from a text. `path` is the file's own path, or NULL for bytes with no file:
/// formats that name a second file (a ROS map's image) look beside it. Returns NULL with at least
/// one problem, never a half-read scene. Must stand any bytes: no crash, no unbounded time or
/// memory. A reader checks form and ranges; whether the geometry is sound is for scene_check.
typedef scene *scene_read_fn(const text *t, const char *path, problem_list *problems);

/// Writes a scene; false if out fails (the caller reports errno), or, with errno EDOM, if there is
/// nothing in the scene that the format could hold (scene_format.nothing says it).
typedef bool scene_write_fn(const scene *s, FILE *out);

/// Parts of a scene that a written format may have no place for.
typedef enum scene_part {
    SCENE_PART_OBSTACLES = 1 << 0, ///< as such: what is kept is the ground around them
    SCENE_PART_SEGMENTS = 1 << 1,
    SCENE_PART_POINTS = 1 << 2,
    SCENE_PART_CIRCLES = 1 << 3, ///< as such: they become polygons
    SCENE_PART_LABELS = 1 << 4,  ///< names and roles of obstacles
    SCENE_PART_AREAS = 1 << 5,
    SCENE_PART_AGENTS = 1 << 6,
    SCENE_PART_TITLE = 1 << 7, ///< name and about
    SCENE_PART_RUN = 1 << 8,   ///< guide, motion, bias, seconds, until, step, seed
    SCENE_PART_DOORS = 1 << 9, ///< doors, movers and zones
} scene_part;

typedef struct scene_format {
    const char *name;       ///< "wkt"
    const char *extensions; ///< separated by spaces, in lower case, without the dot
    const char *about;      ///< for --help
    scene_read_fn *read;    ///< NULL: write only
    scene_write_fn *write;  ///< NULL: read only
    unsigned leaves_out;    ///< the scene_parts that write can't keep
    const char *nothing;    ///< what it means that write failed with EDOM; NULL: it never does
} scene_format;

// The readers and writers, each in its own file.
scene_read_fn scene_read_json, scene_read_wkt, scene_read_geojson, scene_read_vadere,
    scene_read_map, scene_read_poly, scene_read_mesh, scene_read_nav, scene_read_pgm,
    scene_read_png, scene_read_ros;
scene_write_fn scene_write_json, scene_write_wkt, scene_write_geojson, scene_write_mesh;

extern const scene_format scene_formats[];
extern const size_t scene_format_count;

/// By the path's extension, without regard to case; NULL: unknown.
const scene_format *scene_format_of(const char *path);

/// By its name; NULL: unknown.
const scene_format *scene_format_named(const char *name);

/// Adds the words for everything in the scene that the format can't keep ("12 areas"), one entry
/// each; nothing if it keeps all.
void scene_format_losses(const scene_format *format, const scene *s, problem_list *losses);

/// Reads a scene from a file of any format, or a built-in by its name, which goes before a file
/// that is called the same. "-" is standard input and holds JSON. NULL with problems.
scene *scene_load(const char *path_or_name, problem_list *problems);

/// Reads a file ("-" is standard input) as a format that can be read, whatever its extension.
scene *scene_load_as(const char *path, const scene_format *format, problem_list *problems);

/// Adds a problem for everything that is unsound in a scene (see docs/scene.md); true if none.
bool scene_check(const scene *s, problem_list *problems);

/// Repairs a scene in place: unites, cleans and snaps obstacles (GEOS). Prints a line for each
/// change, at most 100, to `changes` [opt] and adds their number to *count [opt]. False with a
/// problem if it can't.
bool scene_repair(scene *s, FILE *changes, size_t *count, problem_list *problems);

#endif
