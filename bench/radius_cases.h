// SPDX-License-Identifier: MIT
// Hard cases for paths of discs: scenes, radii near half their gaps, and positions that touch
// walls. The benchmark and the tests use the same queries.
#ifndef WEND_BENCH_RADIUS_CASES_H
#define WEND_BENCH_RADIUS_CASES_H

#include "wend/floor.h"
#include "wend/random.h"

enum {
    RADIUS_SCENES = 13,    ///< the benchmark takes the first ten
    RADIUS_CLASSES = 5,    ///< radii for each scene, growing
    RADIUS_POINTS = 1024,  ///< in a scene at most
    RADIUS_SHAPES = 160,   ///< shapes, and rings of shapes, at most
    RADIUS_GAPS_MAX = 512, ///< maximum number of gaps stored
};

/// A scene that can be copied, and reduced shape by shape.
typedef struct radius_scene {
    wend_vec2 points[RADIUS_POINTS];
    uint32_t ring_ends[RADIUS_SHAPES]; ///< in the points of the ring's shape
    struct {
        uint32_t first_point, point_count, first_ring, ring_count;
    } shapes[RADIUS_SHAPES];
    uint32_t point_count, ring_count, shape_count;
    wend_vec2 bounds[64];
    uint32_t bounds_count; ///< 0: none
} radius_scene;

/// A point where two walls (or corners) are near each other and nothing else is nearer.
typedef struct radius_gap {
    wend_vec2 a, b;
    double width;
    bool exact; ///< axis-parallel, with an exactly representable width
} radius_gap;

typedef struct radius_case {
    const char *name;
    uint64_t seed;
    radius_scene scene;
    wend_floor *floor;
    radius_gap gaps[RADIUS_GAPS_MAX];
    uint32_t gap_count;
    double radii[RADIUS_CLASSES];
} radius_case;

/// NULL if there is no scene of that number.
const char *radius_case_name(uint32_t number);

/// Makes a scene; the seed varies it and its radii. Built-in ones vary in their radii only. False:
/// out of memory.
bool radius_case_make(uint32_t number, uint64_t seed, radius_case *c);
void radius_case_free(radius_case *c);

/// Moves the scene; the radii stay. False: out of memory.
bool radius_case_shift(radius_case *c, wend_vec2 by);

/// The floor of a scene. NULL: out of memory.
wend_floor *radius_floor(const radius_scene *s);

/// Removes one shape from a scene.
void radius_scene_drop(radius_scene *s, uint32_t shape);

/// A position for the centre of a disc: anywhere, or as near to a corner or a wall as the radius
/// permits, or in the middle of a gap. False if none was found in many tries.
bool radius_place(const radius_case *c, double radius, wend_random *random, wend_vec2 *place);

/// The k-th query for a disc of radius radii[rank]: always the same. False if no position was
/// found.
bool radius_query(const radius_case *c, uint32_t rank, uint32_t k, wend_vec2 *from, wend_vec2 *to);

#endif
