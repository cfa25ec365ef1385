// SPDX-License-Identifier: MIT
// Convex cells: on floors full of ties and contacts they must be sound by their own checker, which
// applies the rule of merging from scratch, and cover what the triangles cover; after edits they
// must be as if made afresh, and the components as counted by hand.
#include "tests/support/support.h"

#include "formats/formats.h"
#include "mesh/cells.h"
#include "scene/build/floor.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

// ---- floors -------------------------------------------------------------------------------------

enum { MAX_SHAPES = 3000, MAX_POINTS = 16000 };

/// Shapes as they are put together.
typedef struct plan {
    wend_vec2 points[MAX_POINTS];
    wend_shape shapes[MAX_SHAPES];
    uint32_t point_count, shape_count;
    wend_vec2 bounds[MAX_POINTS];
    uint32_t bounds_count;
} plan;

static void add(plan *p, const wend_vec2 *points, uint32_t count)
{
    assert_true(p->point_count + count <= MAX_POINTS && p->shape_count < MAX_SHAPES);
    memcpy(p->points + p->point_count, points, count * sizeof *points);
    p->shapes[p->shape_count++] =
        (wend_shape){.points = p->points + p->point_count, .point_count = count};
    p->point_count += count;
}

static void add_box(plan *p, double x0, double y0, double x1, double y1)
{
    add(p, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4);
}

static void add_segment(plan *p, double x0, double y0, double x1, double y1)
{
    add(p, (wend_vec2[]){{x0, y0}, {x1, y1}}, 2);
}

static void add_point(plan *p, double x, double y)
{
    add(p, (wend_vec2[]){{x, y}}, 1);
}

static void bound(plan *p, double x0, double y0, double x1, double y1)
{
    const wend_vec2 box[4] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    memcpy(p->bounds, box, sizeof box);
    p->bounds_count = 4;
}

static wend_mesh *make_mesh(const plan *p)
{
    wend_floor_def def = wend_default_floor_def();
    def.shapes = p->shapes;
    def.shape_count = p->shape_count;
    def.bounds = p->bounds_count > 0 ? p->bounds : NULL;
    def.bounds_count = p->bounds_count;
    wend_floor *floor;
    wend_error error;
    if (wend_floor_create(&def, &floor, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_mesh_def mesh_def = wend_default_mesh_def();
    wend_mesh *mesh;
    if (wend_mesh_create(floor, &mesh_def, &mesh, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    return mesh;
}

// ---- what must hold -----------------------------------------------------------------------------

static void check_sound(const wend_mesh *mesh, const char *name, uint32_t step)
{
    wend_error error = {0};
    if (wend_cells_check(mesh, &error) != WEND_OK)
        fail_msg("%s, step %u: %s (at %.17g, %.17g)", name, (unsigned)step, wend_error_text(&error),
                 error.position.x, error.position.y);
}

static double cell_area(const wend_mesh *mesh, uint32_t cell)
{
    const wend_cell_side *ring = mesh->sides + mesh->cells[cell].first;
    double area = 0;
    for (uint32_t i = 2; i < mesh->cells[cell].count; ++i)
        area += 0.5 * ((ring[i - 1].at.x - ring[0].at.x) * (ring[i].at.y - ring[0].at.y) -
                       (ring[i - 1].at.y - ring[0].at.y) * (ring[i].at.x - ring[0].at.x));
    return area;
}

/// The cells cover what the triangles cover, and no edge remains without need: at a vertex of a
/// wall at most 2 edges can be needed, around one without walls at most 3 (Hertel and Mehlhorn).
static void check_worth(const wend_mesh *mesh, const char *name)
{
    wend_mesh_size size = wend_mesh_measure(mesh);
    double area = 0;
    for (uint32_t cell = 0; cell < mesh->cell_limit; ++cell)
        if (mesh->cells[cell].count > 0)
            area += cell_area(mesh, cell);
    if (!(fabs(area - size.area) <= 1e-9 * size.area))
        fail_msg("%s: cells of %.17g, triangles of %.17g", name, area, size.area);
    uint32_t remaining = 0, needed = 0;
    for (uint32_t side = 0; side < mesh->side_limit; ++side)
        remaining += mesh->sides[side].edge != WEND_NONE && mesh->sides[side].twin != WEND_NONE;
    for (uint32_t v = 4; v < mesh->vertices.count; ++v) {
        if (mesh->vertices.data[v].uses == 0)
            continue;
        bool has_wall = false;
        uint32_t first = mesh->vertices.data[v].spoke, h = first;
        do {
            has_wall = has_wall || wend_is_fixed(mesh, h);
            h = wend_turn_left(mesh, h);
        } while (h != first);
        needed += has_wall ? 2 : 3;
    }
    if (remaining / 2 > needed)
        fail_msg("%s: %u edges between cells, %u needed", name, (unsigned)(remaining / 2),
                 (unsigned)needed);
}

// ---- kinds of floors ----------------------------------------------------------------------------

typedef void make_fn(plan *p, wend_random *random);

static void make_nothing(plan *p, wend_random *random)
{
    (void)p;
    (void)random;
}

static void make_empty_room(plan *p, wend_random *random)
{
    (void)random;
    bound(p, 0, 0, 3, 2);
}

static void make_squares(plan *p, wend_random *random)
{
    (void)random;
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 8; ++k)
            add_box(p, 2 * i, 2 * k, 2 * i + 1, 2 * k + 1);
}

/// Squares that touch in their corners, and free squares between them that do, too.
static void make_checkers(plan *p, wend_random *random)
{
    (void)random;
    bound(p, 0, 0, 8, 8);
    for (int i = 0; i < 8; ++i)
        for (int k = i % 2; k < 8; k += 2)
            add_box(p, i, k, i + 1, k + 1);
}

/// Squares that share walls here and there.
static void make_blocks(plan *p, wend_random *random)
{
    bound(p, -1, -1, 13, 13);
    for (int i = 0; i < 12; ++i)
        for (int k = 0; k < 12; ++k)
            if (wend_random_below(random, 5) < 2)
                add_box(p, i, k, i + 1, k + 1);
}

static void make_chains(plan *p, wend_random *random)
{
    (void)random;
    bound(p, 0, 0, 20, 10);
    for (int i = 0; i < 8; ++i)
        add_segment(p, 2 + i, 3, 3 + i, 3);
    for (int i = 0; i < 8; ++i)
        add_point(p, 2 + 2 * i, 6);
    for (int i = 0; i < 5; ++i)
        add_segment(p, 12 + i, 4 + i, 13 + i, 5 + i);
    for (int i = 1; i < 10; ++i)
        add_point(p, 0, i);
}

/// Segments from one point to all sides.
static void make_star(plan *p, wend_random *random)
{
    (void)random;
    for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y)
            if (x * x == 4 || y * y == 4)
                add_segment(p, 0, 0, x, y);
}

static void make_lattice(plan *p, wend_random *random)
{
    (void)random;
    for (int i = 0; i < 12; ++i)
        for (int k = 0; k < 12; ++k)
            add_point(p, i, k);
}

/// A round room, whose corners all lie on one circle, with something in the middle.
static void make_round(plan *p, wend_random *random)
{
    uint32_t count = 40;
    for (uint32_t i = 0; i < count; ++i) {
        double angle = 6.283185307179586 * i / count;
        p->bounds[i] = (wend_vec2){5 * cos(angle), 5 * sin(angle)};
    }
    p->bounds_count = count;
    if (wend_random_below(random, 2))
        add_point(p, 0, 0);
    else
        add_segment(p, -1, 0, 1, 0);
}

static void make_comb(plan *p, wend_random *random)
{
    (void)random;
    wend_vec2 points[100];
    uint32_t count = 0;
    points[count++] = (wend_vec2){40, -1};
    points[count++] = (wend_vec2){40, 0};
    for (int i = 20; i > 0; --i) {
        points[count++] = (wend_vec2){2 * i - 1, 0};
        points[count++] = (wend_vec2){2 * i - 1, 10};
        points[count++] = (wend_vec2){2 * i - 1.5, 10};
        points[count++] = (wend_vec2){2 * i - 2, 0};
    }
    points[count++] = (wend_vec2){0, -1};
    add(p, points, count);
}

/// Polygons with corners around their middles, one in each square of a grid.
static void make_blobs(plan *p, wend_random *random)
{
    for (int i = 0; i < 36; ++i) {
        wend_vec2 points[12], middle = {i % 6, i / 6};
        uint32_t count = 3 + wend_random_below(random, 10);
        for (uint32_t k = 0; k < count; ++k) {
            double angle = 6.28 * k / count, far = wend_random_between(random, 0.1, 0.49);
            points[k] = (wend_vec2){middle.x + far * cos(angle), middle.y + far * sin(angle)};
        }
        add(p, points, count);
    }
}

static void make_scatter(plan *p, wend_random *random)
{
    for (int i = 0; i < 200; ++i) {
        double x = wend_random_unit(random), y = wend_random_unit(random);
        add_point(p, x, y);
    }
}

/// Nearly on a line: the triangles are as flat as they get.
static void make_slivers(plan *p, wend_random *random)
{
    bound(p, -1, -1, 60, 1);
    for (int i = 0; i < 50; ++i)
        add_point(p, i, wend_random_unit(random) * 1e-7);
}

static void make_far_away(plan *p, wend_random *random)
{
    make_blocks(p, random);
    for (uint32_t i = 0; i < p->point_count; ++i)
        p->points[i].x += 1e8;
    for (uint32_t i = 0; i < p->bounds_count; ++i)
        p->bounds[i].x += 1e8;
}

typedef struct kind {
    const char *name;
    make_fn *make;
} kind;

static const kind kinds[] = {
    {"nothing", make_nothing},   {"empty room", make_empty_room}, {"squares", make_squares},
    {"checkers", make_checkers}, {"blocks", make_blocks},         {"chains", make_chains},
    {"star", make_star},         {"lattice", make_lattice},       {"round", make_round},
    {"comb", make_comb},         {"blobs", make_blobs},           {"scatter", make_scatter},
    {"slivers", make_slivers},   {"far away", make_far_away},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static plan *make_plan(const kind *k, uint64_t seed)
{
    plan *p = calloc(1, sizeof *p);
    assert_non_null(p);
    wend_random random = wend_random_stream(seed, 3);
    k->make(p, &random);
    return p;
}

static void test_kinds(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < KIND_COUNT; ++i) {
        for (uint64_t seed = 0; seed < (long_tier() ? 50 : 6); ++seed) {
            plan *p = make_plan(&kinds[i], seed);
            wend_mesh *mesh = make_mesh(p);
            check_sound(mesh, kinds[i].name, (uint32_t)seed);
            check_worth(mesh, kinds[i].name);
            wend_mesh_destroy(mesh);
            free(p);
        }
    }
}

/// How many cells there are where that can be told by hand.
static void test_counts(void **state)
{
    (void)state;
    plan *p = calloc(1, sizeof *p);
    assert_non_null(p);
    bound(p, 0, 0, 3, 2);
    wend_mesh *mesh = make_mesh(p);
    assert_int_equal(mesh->cell_count, 1);
    assert_int_equal(mesh->side_count, 4);
    assert_int_equal(mesh->part_count, 1);
    wend_mesh_destroy(mesh);
    // A wall across: two rooms. The corners of the ring are the wall's ends, too.
    add_segment(p, 1, 0, 1, 2);
    mesh = make_mesh(p);
    assert_int_equal(mesh->cell_count, 2);
    assert_int_equal(mesh->part_count, 2);
    wend_mesh_destroy(mesh);
    // A point in the second room: two cells with an edge through it, if it lies well.
    add_point(p, 2, 0.5);
    mesh = make_mesh(p);
    assert_in_range(mesh->cell_count, 3, 4);
    assert_int_equal(mesh->part_count, 2);
    wend_mesh_destroy(mesh);
    free(p);
}

// ---- edits --------------------------------------------------------------------------------------

/// Touching triangles without changing anything leaves everything as it was.
static void test_touches(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < KIND_COUNT; ++i) {
        plan *p = make_plan(&kinds[i], 1);
        wend_mesh *mesh = make_mesh(p);
        wend_random random = wend_random_stream(i, 5);
        uint32_t cells = mesh->cell_count, sides = mesh->side_count, parts = mesh->part_count;
        for (uint32_t step = 0; step < (long_tier() ? 1000 : 40); ++step) {
            uint32_t count = 1 + wend_random_below(&random, 1 + wend_random_below(&random, 30));
            for (uint32_t k = 0; k < count; ++k) {
                uint32_t t = wend_random_below(&random, mesh->triangle_count);
                wend_mesh_touch(mesh, t);
                // A mark that a touched triangle carries along says nothing.
                uint32_t h = 3 * t + wend_random_below(&random, 3), twin = wend_twin(mesh, h);
                if (twin != WEND_NONE && (mesh->state[twin / 3] & WEND_TRIANGLE_TOUCHED))
                    mesh->flags[h] ^= WEND_EDGE_MERGED;
            }
            wend_cells_update(mesh);
            wend_mesh_forget_touched(mesh);
            check_sound(mesh, kinds[i].name, step);
            assert_int_equal(mesh->cell_count, cells);
            assert_int_equal(mesh->side_count, sides);
            assert_int_equal(mesh->part_count, parts);
        }
        wend_mesh_destroy(mesh);
        free(p);
    }
}

/// A small shape at random, with its corners on a grid or not.
static uint32_t make_shape(wend_random *random, wend_box box, bool on_grid, wend_vec2 points[4])
{
    double x = wend_random_between(random, box.min.x, box.max.x);
    double y = wend_random_between(random, box.min.y, box.max.y);
    double w = wend_random_between(random, 0.05, 1), h = wend_random_between(random, 0.05, 1);
    if (on_grid) {
        x = floor(x);
        y = floor(y);
        w = 1 + wend_random_below(random, 2);
        h = 1 + wend_random_below(random, 2);
    }
    points[0] = (wend_vec2){x, y};
    points[1] = (wend_vec2){x + w, y};
    points[2] = (wend_vec2){x + w, y + h};
    points[3] = (wend_vec2){x, y + h};
    uint32_t which = wend_random_below(random, 4);
    if (which == 1)
        points[1] = points[2];
    return which == 0 ? 1 : which == 1 ? 2 : 4;
}

/// Obstacles come and go on a floor; what does not fit is refused and changes nothing.
static void edit_at_random(const kind *k, uint64_t seed, uint32_t steps)
{
    plan *p = make_plan(k, seed);
    wend_mesh *mesh = make_mesh(p);
    wend_random random = wend_random_stream(seed, 7);
    wend_box box = wend_mesh_box(mesh);
    wend_mesh_shape_id ids[30];
    uint32_t count = 0, inserted = 0;
    for (uint32_t step = 0; step < steps; ++step) {
        wend_error error = {0};
        wend_vec2 points[4];
        if (count == 30 || (count > 0 && wend_random_below(&random, 3) == 0)) {
            uint32_t i = wend_random_below(&random, count);
            assert_int_equal(wend_mesh_remove(mesh, ids[i], &error), WEND_OK);
            ids[i] = ids[--count];
        } else {
            uint32_t n = make_shape(&random, box, wend_random_below(&random, 2), points);
            wend_shape shape = {.points = points, .point_count = n};
            wend_result result = wend_mesh_insert(mesh, &shape, &ids[count], &error);
            count += result == WEND_OK;
            inserted += result == WEND_OK;
        }
        check_sound(mesh, k->name, step);
    }
    if (inserted == 0 && steps > 20)
        fail_msg("%s: nothing could be inserted", k->name);
    check_worth(mesh, k->name);
    wend_mesh_destroy(mesh);
    free(p);
}

static void test_edits(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < KIND_COUNT; ++i)
        for (uint64_t seed = 0; seed < (long_tier() ? 40 : 2); ++seed)
            edit_at_random(&kinds[i], seed, long_tier() ? 200 : 100);
}

/// A half-edge that tells a triangle's cell from others; WEND_NONE: it is not in use.
static uint32_t cell_name(const wend_mesh *mesh, uint32_t triangle)
{
    uint32_t cell = mesh->cell_of[triangle];
    return cell == WEND_NONE ? WEND_NONE : mesh->sides[mesh->cells[cell].first].edge;
}

/// Where all edges are equal, an edit still changes only what is near it.
static void test_local(void **state)
{
    (void)state;
    plan *p = calloc(1, sizeof *p);
    assert_non_null(p);
    for (int i = 0; i < 50; ++i)
        for (int k = 0; k < 50; ++k)
            add_point(p, i, k);
    wend_mesh *mesh = make_mesh(p);
    wend_random random = wend_random_stream(2, 9);
    uint32_t edits = 50, changed = 0;
    uint32_t *before = calloc(mesh->capacity + 4, sizeof *before); // the edits add 4 at most
    assert_non_null(before);
    for (uint32_t i = 0; i < edits; ++i) {
        uint32_t count = mesh->triangle_count;
        for (uint32_t t = 0; t < count; ++t)
            before[t] = cell_name(mesh, t);
        wend_vec2 at = {wend_random_below(&random, 49) + 0.25,
                        wend_random_below(&random, 49) + 0.5};
        wend_vec2 points[2] = {at, {at.x + 0.5, at.y}};
        wend_shape shape = {.points = points, .point_count = 2};
        wend_error error;
        wend_mesh_shape_id id;
        assert_int_equal(wend_mesh_insert(mesh, &shape, &id, &error), WEND_OK);
        for (uint32_t t = 0; t < count; ++t)
            changed += before[t] != cell_name(mesh, t);
        assert_int_equal(wend_mesh_remove(mesh, id, &error), WEND_OK);
    }
    free(before);
    // Of 5000 triangles.
    assert_true(changed <= 40 * edits);
    wend_mesh_destroy(mesh);
    free(p);
}

// ---- rooms and doors ----------------------------------------------------------------------------

enum { ROOMS = 7, DOORS = 2 * ROOMS * (ROOMS - 1) };

/// ROOMS by ROOMS rooms of 4 m with a gap of 1 m in every wall between two of them.
typedef struct building {
    wend_mesh *mesh;
    wend_vec2 doors[DOORS][2];
    uint32_t rooms[DOORS][2];
    wend_mesh_shape_id ids[DOORS];
    bool shut[DOORS];
} building;

static void add_wall_with_door(plan *p, building *b, uint32_t door, wend_vec2 from, wend_vec2 to)
{
    double x = (to.x - from.x) / 8, y = (to.y - from.y) / 8;
    wend_vec2 left = {from.x + 3 * x, from.y + 3 * y}, right = {from.x + 5 * x, from.y + 5 * y};
    add_segment(p, from.x, from.y, left.x, left.y);
    add_segment(p, right.x, right.y, to.x, to.y);
    b->doors[door][0] = left;
    b->doors[door][1] = right;
}

static void make_building(building *b)
{
    plan *p = calloc(1, sizeof *p);
    assert_non_null(p);
    memset(b, 0, sizeof *b);
    bound(p, 0, 0, 4 * ROOMS, 4 * ROOMS);
    uint32_t door = 0;
    for (uint32_t i = 0; i < ROOMS; ++i)
        for (uint32_t k = 0; k + 1 < ROOMS; ++k) {
            double at = 4.0 * i, wall = 4.0 * (k + 1);
            add_wall_with_door(p, b, door, (wend_vec2){wall, at}, (wend_vec2){wall, at + 4});
            b->rooms[door][0] = i * ROOMS + k;
            b->rooms[door++][1] = i * ROOMS + k + 1;
            add_wall_with_door(p, b, door, (wend_vec2){at, wall}, (wend_vec2){at + 4, wall});
            b->rooms[door][0] = k * ROOMS + i;
            b->rooms[door++][1] = (k + 1) * ROOMS + i;
        }
    b->mesh = make_mesh(p);
    free(p);
}

static void use_door(building *b, uint32_t door)
{
    wend_error error = {0};
    wend_result result;
    if (b->shut[door]) {
        result = wend_mesh_remove(b->mesh, b->ids[door], &error);
    } else {
        wend_shape shape = {.points = b->doors[door], .point_count = 2};
        result = wend_mesh_insert(b->mesh, &shape, &b->ids[door], &error);
    }
    if (result != WEND_OK)
        fail_msg("door %u: %s", (unsigned)door, wend_error_text(&error));
    b->shut[door] = !b->shut[door];
}

/// The components by hand: labels that spread through open doors until nothing changes.
static uint32_t label_rooms(const building *b, uint32_t labels[ROOMS * ROOMS])
{
    for (uint32_t i = 0; i < ROOMS * ROOMS; ++i)
        labels[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < DOORS; ++i) {
            uint32_t *one = &labels[b->rooms[i][0]], *other = &labels[b->rooms[i][1]];
            if (b->shut[i] || *one == *other)
                continue;
            *one = *other = *one < *other ? *one : *other;
            changed = true;
        }
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < ROOMS * ROOMS; ++i)
        count += labels[i] == i;
    return count;
}

static uint32_t part_at(const wend_mesh *mesh, uint32_t room)
{
    wend_vec2 p = {4.0 * (room % ROOMS) + 2.1, 4.0 * (room / ROOMS) + 1.9};
    wend_spot spot = wend_mesh_find(mesh, p);
    assert_true(spot.kind != WEND_SPOT_OUT);
    return mesh->cells[mesh->cell_of[spot.edge / 3]].part;
}

static void check_building(const building *b, uint32_t step)
{
    uint32_t labels[ROOMS * ROOMS], parts[ROOMS * ROOMS];
    uint32_t count = label_rooms(b, labels);
    if (b->mesh->part_count != count)
        fail_msg("step %u: %u parts, not %u", (unsigned)step, (unsigned)b->mesh->part_count,
                 (unsigned)count);
    for (uint32_t i = 0; i < ROOMS * ROOMS; ++i) {
        parts[i] = part_at(b->mesh, i);
        if (parts[i] != parts[labels[i]])
            fail_msg("step %u: rooms %u and %u", (unsigned)step, (unsigned)i, (unsigned)labels[i]);
    }
}

static void test_doors(void **state)
{
    (void)state;
    building *b = malloc(sizeof *b);
    assert_non_null(b);
    make_building(b);
    wend_random random = wend_random_stream(11, 0);
    check_building(b, 0);
    uint32_t steps = long_tier() ? 20000 : 1200, highest = 0, closed_up = 0;
    for (uint32_t step = 1; step <= steps; ++step) {
        // In phases with most doors open and with most of them shut.
        uint32_t door = wend_random_below(&random, DOORS);
        bool shut = step / 300 % 2 == 0;
        if (b->shut[door] == shut && wend_random_below(&random, 4) > 0)
            continue;
        highest = b->mesh->side_limit;
        use_door(b, door);
        closed_up += b->mesh->side_limit < highest;
        check_building(b, step);
        if (step % 10 == 0)
            check_sound(b->mesh, "building", step);
    }
    check_sound(b->mesh, "building", steps);
    // The sides have been moved together at least once.
    assert_true(closed_up > 0);
    wend_mesh_destroy(b->mesh);
    free(b);
}

// ---- real maps ----------------------------------------------------------------------------------

/// The number of polygons that a Polyanya mesh of the map has: the second of the third line.
static uint32_t read_polygon_count(const char *name)
{
    char path[600];
    unsigned long count = 0;
    snprintf(path, sizeof path, "%s/mesh/%s-merged.mesh", data_folder(), name);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    if (fscanf(file, "mesh %*d %*d %lu", &count) != 1)
        count = 0;
    fclose(file);
    return (uint32_t)count;
}

/// Fewer cells than the merged meshes that Polyanya was published with.
static void test_maps(void **state)
{
    (void)state;
    const char *const names[] = {"arena", "brc202d", "orz900d"};
    for (uint32_t i = 0; i < 3; ++i) {
        uint32_t polygons = read_polygon_count(names[i]);
        if (polygons == 0) {
            print_message("no %s-merged.mesh in %s\n", names[i], data_folder());
            skip();
        }
        char path[600];
        snprintf(path, sizeof path, "%s/movingai/%s.map", data_folder(), names[i]);
        problem_list problems = {.file = path};
        scene *s = scene_load(path, &problems);
        assert_non_null(s);
        wend_error error = {0};
        wend_floor *floor;
        wend_mesh *mesh;
        wend_mesh_def def = wend_default_mesh_def();
        assert_int_equal(scene_floor(s, &floor, &error), WEND_OK);
        assert_int_equal(wend_mesh_create(floor, &def, &mesh, &error), WEND_OK);
        check_sound(mesh, names[i], 0);
        check_worth(mesh, names[i]);
        assert_true(mesh->cell_count < polygons);
        wend_mesh_destroy(mesh);
        wend_floor_destroy(floor);
        scene_free(s);
        problem_free(&problems);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds), cmocka_unit_test(test_counts), cmocka_unit_test(test_touches),
        cmocka_unit_test(test_edits), cmocka_unit_test(test_local),  cmocka_unit_test(test_doors),
        cmocka_unit_test(test_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
