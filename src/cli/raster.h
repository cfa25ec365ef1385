// SPDX-License-Identifier: MIT
// Rasters as files, for `wend map` and `wend flow`: a PNG image, and arrays with their frame for
// other programs.
//
// - .asc is an ESRI grid of the first plane: a header with the frame, then the values as text, rows
//   from top to bottom. Every GIS reads it, and so does numpy.loadtxt(skiprows=6).
// - .npy is a NumPy array of doubles, plane by plane, rows from bottom to top. Its frame and the
//   names of the planes are in a JSON file beside it.
#ifndef WEND_CLI_RASTER_H
#define WEND_CLI_RASTER_H

#include "cli/command.h"
#include "draw/pen.h"
#include "draw/ramp.h"
#include "scene/scene.h"

#include <jansson.h>

/// Square cells over a part of the plane.
typedef struct raster_frame {
    wend_box box;
    double cell; ///< side of a cell [Units: m]
    uint32_t columns, rows;
} raster_frame;

/// Number of cells along the longer side without --size and --cell.
enum { RASTER_USUAL_SIZE = 1000 };

/// Frame of cells of that side that covers the box from its lower left corner on.
raster_frame raster_frame_of(wend_box box, double cell);

/// The frame of --raster and --array by --size or --cell; without columns if neither was given.
/// EXIT_DONE, or the exit code of a reported error.
int raster_read_frame(const arguments *args, wend_box box, raster_frame *frame);

/// The value of a plane in a cell, row by row from the bottom.
typedef double raster_value_fn(const void *context, uint32_t plane, size_t cell);

typedef struct raster_file {
    const scene *s;
    raster_frame frame;
    const char *const *planes; ///< names, up to NULL
    raster_value_fn *value;    ///< -1 in the first plane: no value
    const void *context;
    const char *missing; ///< key of -1 in the frame's JSON: "unreachable"
    ramp ramp;           ///< of the PNG
    double most;         ///< value of the ramp's last colour
    const char *unit;    ///< "m"
} raster_file;

/// Colour of a value between 0 and most; none for -1.
wend_colour raster_colour(ramp colours, double value, double most);

/// True if --array is a file with all planes.
bool raster_has_planes(const arguments *args);

/// Writes --raster and --array, and adds their names to files. EXIT_DONE, or the exit code of a
/// reported error.
int raster_write(const arguments *args, const raster_file *what, json_t *files);

// Options of a command that uses these functions and has CHOICES(raster_files, {"png", NULL}).
#define OPTION_RASTER                                                                              \
    OUTPUT("raster", raster_files, "Image with one pixel per cell and a colour scale")
#define OPTION_RASTER_SIZE                                                                         \
    TEXT("size", "W[xH]", "Cells of raster and array (default: 1000 on the longer side)"),         \
        .needs = "raster array", .excludes = "cell"
#define OPTION_RASTER_CELL                                                                         \
    NUMBER("cell", "M", 1e-6, 1e9, "Side of a cell in metres (default: by --size)"),               \
        .needs = "raster array"
#endif
