// SPDX-License-Identifier: MIT
// Doors open and close at random in real floor plans of three sizes. The mesh must pass its checker
// and equal one built afresh, and what an edit costs must not depend on the plan's size: it is
// printed, not tested, as it depends on the machine.
#include "tests/support/support.h"

#include "formats/formats.h"
#include "wend/geometry.h"
#include "wend/mesh.h"
#include "wend/random.h"

#include <math.h>
#include <time.h>

enum { DOORS = 40, MOST_SHAPES = 20000 };

typedef struct door {
    wend_vec2 points[4];
    uint32_t count;
    wend_mesh_shape_id id; // null: open
} door;

typedef struct plan {
    scene *scene;
    wend_shape *shapes; // of the scene, with room for the doors
    wend_floor_def def;
    wend_mesh *mesh;
    door doors[DOORS];
} plan;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static wend_mesh *build(const wend_floor_def *def)
{
    wend_floor *floor;
    wend_mesh *mesh = NULL;
    wend_mesh_def mesh_def = wend_default_mesh_def();
    wend_error error;
    if (wend_floor_create(def, &floor, &error) != WEND_OK ||
        wend_mesh_create(floor, &mesh_def, &mesh, &error) != WEND_OK)
        fail_msg("%s at (%g, %g)", wend_error_text(&error), error.position.x, error.position.y);
    wend_floor_destroy(floor);
    return mesh;
}

// False where the file is absent.
static bool load(plan *p, const char *name)
{
    char path[1000];
    problem_list problems = {.file = path};
    snprintf(path, sizeof path, "%s/%s", data_folder(), name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        print_message("%s is not here\n", path);
        return false;
    }
    fclose(file);
    p->scene = scene_load(path, &problems);
    problem_print(&problems, stderr);
    assert_non_null(p->scene);
    problem_free(&problems);
    assert_true(p->scene->obstacle_count <= MOST_SHAPES);
    p->shapes = malloc((MOST_SHAPES + DOORS) * sizeof *p->shapes);
    for (uint32_t i = 0; i < p->scene->obstacle_count; i++) {
        scene_shape *shape = &p->scene->obstacles[i].shape;
        p->shapes[i] =
            (wend_shape){shape->points, shape->ring_ends, shape->ring_count, shape->point_count};
    }
    p->def = wend_default_floor_def();
    p->def.bounds = p->scene->bounds;
    p->def.bounds_count = p->scene->bounds_count;
    p->def.shapes = p->shapes;
    p->def.shape_count = p->scene->obstacle_count;
    p->mesh = build(&p->def);
    p->def.tolerance = wend_mesh_tolerance(p->mesh);
    return true;
}

static void unload(plan *p)
{
    wend_mesh_destroy(p->mesh);
    scene_free(p->scene);
    free(p->shapes);
    free(p);
}

// ---- doors --------------------------------------------------------------------------------------

static wend_vec2 free_place(const plan *p, wend_random *random)
{
    wend_box box = wend_mesh_box(p->mesh);
    wend_vec2 at;
    do
        at = (wend_vec2){wend_random_between(random, box.min.x, box.max.x),
                         wend_random_between(random, box.min.y, box.max.y)};
    while (wend_mesh_locate(p->mesh, at) != WEND_LOCATION_FREE);
    return at;
}

static wend_ray look(const plan *p, wend_vec2 from, double dx, double dy)
{
    wend_ray ray;
    wend_vec2 to = {from.x + dx, from.y + dy};
    assert_int_equal(wend_mesh_raycast(p->mesh, from, to, &ray, NULL), WEND_OK);
    return ray;
}

// A wall straight across, from what is on the left to what is on the right.
static void make_straight(const plan *p, wend_vec2 at, bool upright, door *d)
{
    double far = 1e5;
    wend_ray one = look(p, at, upright ? 0 : far, upright ? far : 0);
    wend_ray other = look(p, at, upright ? 0 : -far, upright ? -far : 0);
    *d = (door){.points = {one.at, other.at}, .count = 2};
}

// From one corner that can be seen to another.
static void make_slanted(const plan *p, wend_vec2 at, double angle, door *d)
{
    wend_ray one = look(p, at, 1e5 * cos(angle), 1e5 * sin(angle));
    wend_ray other = look(p, at, -1e5 * cos(angle), -1e5 * sin(angle));
    *d = (door){.points = {one.a, other.b}, .count = 2};
}

// A slab that stands free.
static void make_slab(wend_vec2 at, double angle, double size, door *d)
{
    double x = size * cos(angle), y = size * sin(angle);
    *d = (door){.count = 4};
    for (int i = 0; i < 4; i++) {
        double along = i == 0 || i == 3 ? -1 : 1, across = i < 2 ? -0.1 : 0.1;
        d->points[i] = (wend_vec2){at.x + along * x - across * y, at.y + along * y + across * x};
    }
}

static wend_result close_door(plan *p, door *d)
{
    wend_shape shape = {d->points, NULL, 0, d->count};
    return wend_mesh_insert(p->mesh, &shape, &d->id, NULL);
}

static void open_door(plan *p, door *d)
{
    assert_int_equal(wend_mesh_remove(p->mesh, d->id, NULL), WEND_OK);
    d->id = (wend_mesh_shape_id){0};
}

// Walls that are neither upright nor level can hardly be hit exactly, so after some tries a door is
// a slab.
static void make_doors(plan *p, wend_random *random)
{
    for (uint32_t i = 0; i < DOORS; i++) {
        door *d = &p->doors[i];
        uint32_t tries = 0;
        do {
            wend_vec2 at = free_place(p, random);
            double angle = wend_random_between(random, 0, 6.28);
            if (i % 4 == 1 || ++tries > 50)
                make_slab(at, angle, wend_random_between(random, 0.01, 0.5), d);
            else if (i % 4 == 0)
                make_slanted(p, at, angle, d);
            else
                make_straight(p, at, i % 4 == 2, d);
        } while (close_door(p, d) != WEND_OK);
        open_door(p, d);
    }
}

// ---- tests --------------------------------------------------------------------------------------

static void assert_as_new(plan *p)
{
    wend_error error = {0};
    uint32_t count = p->scene->obstacle_count;
    for (uint32_t i = 0; i < DOORS; i++)
        if (!wend_mesh_shape_id_is_null(p->doors[i].id))
            p->shapes[count++] = (wend_shape){p->doors[i].points, NULL, 0, p->doors[i].count};
    p->def.shape_count = count;
    wend_mesh *fresh = build(&p->def);
    if (wend_mesh_check(p->mesh, &error) != WEND_OK ||
        wend_mesh_equal(p->mesh, fresh, &error) != WEND_OK)
        fail_msg("%s at (%.17g, %.17g)", error.text, error.position.x, error.position.y);
    assert_int_equal(wend_mesh_measure(p->mesh).components, wend_mesh_measure(fresh).components);
    wend_mesh_destroy(fresh);
}

static int compare_times(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double part(double *times, uint32_t count, double share)
{
    qsort(times, count, sizeof *times, compare_times);
    return count ? times[(uint32_t)(share * (count - 1))] : 0;
}

static void use_doors(const char *name, uint32_t edits, uint32_t checks)
{
    plan *p = calloc(1, sizeof *p);
    if (!load(p, name)) {
        free(p);
        skip();
    }
    wend_random random = wend_random_stream(21, 0);
    make_doors(p, &random);
    double *closing = malloc(edits * sizeof *closing), *opening = malloc(edits * sizeof *opening);
    uint32_t closed = 0, opened = 0;
    for (uint32_t i = 0; i < edits; i++) {
        door *d = &p->doors[wend_random_below(&random, DOORS)];
        double before = now();
        if (!wend_mesh_shape_id_is_null(d->id)) {
            open_door(p, d);
            opening[opened++] = now() - before;
        } else if (close_door(p, d) == WEND_OK) { // another door may be in its way
            closing[closed++] = now() - before;
        }
        if ((i + 1) % (edits / checks) == 0)
            assert_as_new(p);
    }
    for (uint32_t i = 0; i < DOORS; i++)
        if (!wend_mesh_shape_id_is_null(p->doors[i].id))
            open_door(p, &p->doors[i]);
    assert_as_new(p);
    print_message("%s: %u vertices; closing %.1f us at the median (99 %%: %.1f), opening %.1f "
                  "(%.1f)\n",
                  name, (unsigned)wend_mesh_measure(p->mesh).vertices, part(closing, closed, 0.5),
                  part(closing, closed, 0.99), part(opening, opened, 0.5),
                  part(opening, opened, 0.99));
    free(closing);
    free(opening);
    unload(p);
}

static void test_office(void **state)
{
    (void)state;
    use_doors("jupedsim/office_rooms.wkt", long_tier() ? 10000 : 400, 40);
}

static void test_building(void **state)
{
    (void)state;
    use_doors("jupedsim/Geometrie_verwinkelt_v1.wkt", long_tier() ? 10000 : 400, 20);
}

static void test_campus(void **state)
{
    (void)state;
    use_doors("jupedsim/BUW.wkt", long_tier() ? 10000 : 400, 20);
}

static void test_game_map(void **state)
{
    (void)state;
    use_doors("movingai/orz900d.map", long_tier() ? 10000 : 400, long_tier() ? 20 : 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_office),
        cmocka_unit_test(test_building),
        cmocka_unit_test(test_campus),
        cmocka_unit_test(test_game_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
