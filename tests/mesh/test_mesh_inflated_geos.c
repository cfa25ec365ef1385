// SPDX-License-Identifier: MIT
// The mesh for the centre of a disc against GEOS: its free area lies between what buffers leave
// that are certainly too narrow, and what those leave that are certainly wide enough.
#include "tests/geometry/geos_shapes.h"

#include "wend/mesh.h"

/// GEOS draws a quarter of an arc with this many chords, whose ends are on the arc.
enum { QUARTER = 64 };

/// So much further out a buffer must be to hold the arc with all of its chords' middles.
#define CHORDS (1 / cos(3.14159265358979323846 / (4 * QUARTER)))

/// GEOS leaves out dents in a line that are flatter than 1 % of the distance, which takes away
/// from the free area what it should not; and both round. As a share of the area of everything.
#define GEOS_ERROR 1e-6

typedef struct trial {
    GEOSContextHandle_t geos;
    scene s;
    double radius, arc_error;
} trial;

// Takes what is within the distance of a geometry out of the free space; destroys both.
static GEOSGeometry *take_out(GEOSContextHandle_t geos, GEOSGeometry *free, GEOSGeometry *solid,
                              double distance)
{
    GEOSGeometry *grown = GEOSBuffer_r(geos, solid, distance, QUARTER);
    GEOSGeometry *left = GEOSDifference_r(geos, free, grown);
    assert_true(grown && left);
    GEOSGeom_destroy_r(geos, free);
    GEOSGeom_destroy_r(geos, solid);
    GEOSGeom_destroy_r(geos, grown);
    return left;
}

// What is left of the box, or the bounds, when everything has grown by the distance.
static double free_area(trial *t, wend_box box, double distance)
{
    GEOSContextHandle_t geos = t->geos;
    const scene *s = &t->s;
    const wend_vec2 corners[4] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    GEOSGeometry *free = s->bounds_count
                             ? geos_shape(geos, s, WEND_BOUNDS)
                             : GEOSGeom_createPolygon_r(geos, geos_ring(geos, corners, 4), NULL, 0);
    if (s->bounds_count)
        free = take_out(geos, free, geos_ring(geos, s->bounds, s->bounds_count), distance);
    for (uint32_t i = 0; i < s->shape_count; ++i)
        free = take_out(geos, free, geos_shape(geos, s, i), distance);
    double area;
    assert_int_equal(GEOSArea_r(geos, free, &area), 1);
    GEOSGeom_destroy_r(geos, free);
    return area;
}

// Shapes may overlap and leave the bounds, but each must be one that GEOS understands.
static bool are_shapes_sound(const scene *s)
{
    static findings found;
    find_flaws(s, &found);
    for (uint32_t i = 0; i < found.count; ++i)
        if (found.defects[i].shape == found.defects[i].other)
            return false;
    return true;
}

static bool make_trial(trial *t, uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 0);
    make_scene(&t->s, &random);
    t->radius = pow(10, wend_random_between(&random, -2, 1));
    t->arc_error = t->radius * pow(10, wend_random_between(&random, -3, 0));
    return are_shapes_sound(&t->s);
}

static void judge(trial *t, uint64_t seed)
{
    wend_floor *floor = make_floor(&t->s);
    wend_mesh_def def = wend_default_mesh_def();
    wend_mesh *mesh;
    wend_error error;
    if (wend_mesh_create_inflated(floor, t->radius, t->arc_error, &def, &mesh, &error) != WEND_OK ||
        wend_mesh_check(mesh, &error) != WEND_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, wend_error_text(&error));
    wend_box box = wend_mesh_box(mesh);
    double area = wend_mesh_measure(mesh).area;
    double most = free_area(t, box, t->radius);
    double least = free_area(t, box, (t->radius + t->arc_error) * CHORDS);
    double slack = GEOS_ERROR * (box.max.x - box.min.x) * (box.max.y - box.min.y);
    if (!(area <= most + slack && area >= least - slack)) {
        print_scene(&t->s);
        fail_msg("seed %llu, radius %.17g, error %.17g: %.17g is free, not %.17g to %.17g",
                 (unsigned long long)seed, t->radius, t->arc_error, area, least, most);
    }
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

static void areas_agree(void **state)
{
    (void)state;
    static trial t;
    t.geos = GEOS_init_r();
    uint64_t seeds = long_tier() ? 20000 : 300;
    uint32_t judged = 0;
    for (uint64_t seed = 1; seed <= seeds; ++seed)
        if (make_trial(&t, seed)) {
            judge(&t, seed);
            ++judged;
        }
    GEOS_finish_r(t.geos);
    assert_true(judged > seeds / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(areas_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
