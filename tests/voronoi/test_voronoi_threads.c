// SPDX-License-Identifier: MIT
// Threads: large batches of changes give the same bits for any number of workers, and any number of
// threads may ask one diagram at once, and plan on it, each with its own search.
#include "tests/voronoi/voronoi_support.h"
#include "wend/roadmap.h"

enum { SEED = 17, ACROSS = 12, AGENTS = 300, ROUNDS = 4, QUESTIONS = 256, TRIPS = 16 };

static wend_tasks *make_tasks(uint32_t workers)
{
    wend_tasks_def def = wend_default_tasks_def();
    wend_tasks *tasks;
    def.worker_count = workers;
    assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
    return tasks;
}

// Squares in rows and columns, streets between them.
static wend_voronoi *make_city(wend_tasks *tasks)
{
    static wend_vec2 points[ACROSS * ACROSS][4];
    static wend_shape shapes[ACROSS * ACROSS];
    for (uint32_t i = 0; i < ACROSS * ACROSS; ++i) {
        double x = 10.0 * (i % ACROSS), y = 10.0 * (i / ACROSS);
        const wend_vec2 box[4] = {{x, y}, {x + 7, y}, {x + 7, y + 7}, {x, y + 7}};
        memcpy(points[i], box, sizeof box);
        shapes[i] = (wend_shape){points[i], NULL, 0, 4};
    }
    wend_floor_def def = wend_default_floor_def();
    wend_floor *floor;
    def.shapes = shapes;
    def.shape_count = ACROSS * ACROSS;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    wend_voronoi_def voronoi_def = wend_default_voronoi_def();
    wend_voronoi *voronoi;
    voronoi_def.tasks = tasks;
    assert_int_equal(wend_voronoi_create(floor, &voronoi_def, &voronoi, NULL), WEND_OK);
    wend_floor_destroy(floor);
    return voronoi;
}

// A place in a street that runs upwards.
static wend_vec2 place_in_street(wend_random *random)
{
    double street = 10 * wend_random_below(random, ACROSS);
    return (wend_vec2){street + wend_random_between(random, 7.1, 9.9),
                       wend_random_between(random, 0, 10 * ACROSS)};
}

// Everybody comes, walks and some leave, in batches.
static void change_all(wend_voronoi *voronoi)
{
    static wend_site_change changes[AGENTS];
    static wend_vec2 places[AGENTS];
    wend_random random = wend_random_stream(SEED, 0);
    wend_error error;
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        for (uint32_t i = 0; i < AGENTS; ++i) {
            places[i] = place_in_street(&random);
            changes[i].kind = round == 0 ? WEND_SITE_INSERT : WEND_SITE_MOVE;
            changes[i].shape = (wend_shape){&places[i], NULL, 0, 1};
            changes[i].radius = 0.25;
        }
        if (wend_voronoi_change(voronoi, changes, AGENTS, NULL, &error) != WEND_OK)
            fail_msg("%s", wend_error_text(&error));
    }
    for (uint32_t i = 0; i < AGENTS / 3; ++i)
        changes[i].kind = WEND_SITE_REMOVE;
    assert_int_equal(wend_voronoi_change(voronoi, changes, AGENTS / 3, NULL, NULL), WEND_OK);
}

static void assert_same_bits(const wend_voronoi *a, const wend_voronoi *b)
{
    assert_int_equal(a->cells.count, b->cells.count);
    for (uint32_t i = 0; i < a->cells.count; ++i) {
        wend_voronoi_cell_record one = a->cells.data[i], other = b->cells.data[i];
        assert_int_equal(one.count, other.count);
        for (uint32_t k = 0; k < one.count; ++k) {
            const wend_voronoi_arc *mine = &a->arcs.data[one.first + k];
            const wend_voronoi_arc *yours = &b->arcs.data[other.first + k];
            assert_true(mine->at.x == yours->at.x && mine->at.y == yours->at.y);
            assert_true(mine->radius == yours->radius && mine->degree == yours->degree);
            assert_true(mine->other == yours->other && mine->twin == yours->twin &&
                        mine->vertex == yours->vertex);
        }
    }
}

static void test_batches(void **state)
{
    (void)state;
    wend_voronoi *alone = make_city(NULL);
    change_all(alone);
    assert_int_equal(wend_voronoi_check(alone, NULL), WEND_OK);
    for (uint32_t workers = 2; workers <= 8; workers *= 4) {
        wend_tasks *tasks = make_tasks(workers);
        wend_voronoi *together = make_city(tasks);
        change_all(together);
        assert_same_bits(alone, together);
        wend_voronoi_destroy(together);
        wend_tasks_destroy(tasks);
    }
    wend_voronoi_destroy(alone);
}

// A ring of agents around a wall, which has a cell so wide that the memory a worker has at first is
// too little for it.
static wend_voronoi *make_ring_floor(void)
{
    static const wend_vec2 room[4] = {{-20, -20}, {20, -20}, {20, 20}, {-20, 20}};
    static const wend_vec2 wall[3] = {{0, 0}, {1, 0}, {1, 1}};
    const wend_shape shape = {wall, NULL, 0, COUNT(wall)};
    wend_floor_def def = wend_default_floor_def();
    wend_voronoi_def voronoi_def = wend_default_voronoi_def();
    wend_floor *floor;
    wend_voronoi *voronoi;
    def.bounds = room;
    def.bounds_count = COUNT(room);
    def.shapes = &shape;
    def.shape_count = 1;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_create(floor, &voronoi_def, &voronoi, NULL), WEND_OK);
    wend_floor_destroy(floor);
    return voronoi;
}

// What a cell comes to does not depend on the memory that its worker had: a copy has none yet.
static void test_wide_cells(void **state)
{
    (void)state;
    enum { MOVES = 40 };
    static wend_site_change changes[AGENTS];
    static wend_vec2 places[AGENTS];
    wend_random random = wend_random_stream(SEED, 1);
    wend_voronoi *voronoi = make_ring_floor();
    for (uint32_t i = 0; i < AGENTS; ++i) {
        double angle = 2 * 3.14159265358979 * i / AGENTS;
        places[i] = (wend_vec2){0.5 + 8 * cos(angle), 0.4 + 8 * sin(angle)};
        changes[i] = (wend_site_change){
            .kind = WEND_SITE_INSERT, .shape = {&places[i], NULL, 0, 1}, .radius = 0.01};
    }
    assert_int_equal(wend_voronoi_change(voronoi, changes, AGENTS, NULL, NULL), WEND_OK);
    for (int k = 0; k < MOVES; ++k) {
        wend_voronoi *copy;
        assert_int_equal(wend_voronoi_copy(voronoi, NULL, &copy, NULL), WEND_OK);
        for (uint32_t i = 0; i < AGENTS; ++i) {
            changes[i].kind = WEND_SITE_MOVE;
            places[i].x += wend_random_between(&random, -0.001, 0.001);
            places[i].y += wend_random_between(&random, -0.001, 0.001);
        }
        assert_int_equal(wend_voronoi_change(voronoi, changes, AGENTS, NULL, NULL), WEND_OK);
        assert_int_equal(wend_voronoi_change(copy, changes, AGENTS, NULL, NULL), WEND_OK);
        assert_same_bits(voronoi, copy);
        wend_voronoi_destroy(copy);
    }
    wend_voronoi_destroy(voronoi);
}

typedef struct answers {
    const wend_voronoi *voronoi;
    wend_roadmap *roadmaps[8]; // by worker
    double clearance[QUESTIONS], largest[QUESTIONS], cost[TRIPS];
    uint32_t within[QUESTIONS];
} answers;

static void ask(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    answers *a = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_random random = wend_random_stream(SEED, 100 + i);
        wend_vec2 p = place_in_street(&random);
        wend_circle circle = {{0, 0}, 0};
        wend_site_id ids[64];
        a->clearance[i] = wend_voronoi_clearance(a->voronoi, p, (wend_site_id){0});
        (void)wend_voronoi_largest_circle(a->voronoi, p, &circle, NULL);
        a->largest[i] = circle.radius;
        (void)wend_voronoi_within(a->voronoi, p, 9, ids, COUNT(ids), &a->within[i], NULL);
    }
}

static void plan(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    answers *a = argument;
    for (uint32_t i = begin; i < end; ++i) {
        wend_random random = wend_random_stream(SEED, 900 + i);
        wend_roadmap_request request = wend_default_roadmap_request();
        wend_roadmap_path path = {.cost = -1};
        wend_vec2 goal = place_in_street(&random);
        request.from = place_in_street(&random);
        request.goal = (wend_goal){&goal, 1};
        request.radius = 0.2;
        request.clearance_weight = 0.5;
        (void)wend_roadmap_find(a->roadmaps[worker], a->voronoi, &request, &path, NULL);
        a->cost[i] = path.cost;
    }
}

static void answer(answers *a, const wend_voronoi *voronoi, wend_tasks *tasks)
{
    memset(a, 0, sizeof *a);
    a->voronoi = voronoi;
    for (uint32_t i = 0; i < wend_tasks_workers(tasks); ++i)
        assert_int_equal(wend_roadmap_create(NULL, &a->roadmaps[i], NULL), WEND_OK);
    wend_parallel_for(tasks, QUESTIONS, 8, ask, a);
    wend_parallel_for(tasks, TRIPS, 1, plan, a);
    for (uint32_t i = 0; i < wend_tasks_workers(tasks); ++i)
        wend_roadmap_destroy(a->roadmaps[i]);
}

static void test_questions(void **state)
{
    (void)state;
    static answers alone, together;
    wend_tasks *tasks = make_tasks(8);
    wend_voronoi *voronoi = make_city(tasks);
    change_all(voronoi);
    answer(&alone, voronoi, NULL);
    answer(&together, voronoi, tasks);
    assert_memory_equal(alone.clearance, together.clearance, sizeof alone.clearance);
    assert_memory_equal(alone.largest, together.largest, sizeof alone.largest);
    assert_memory_equal(alone.within, together.within, sizeof alone.within);
    assert_memory_equal(alone.cost, together.cost, sizeof alone.cost);
    wend_voronoi_destroy(voronoi);
    wend_tasks_destroy(tasks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_wide_cells),
        cmocka_unit_test(test_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
