// SPDX-License-Identifier: MIT
// Sites come, go and move at random among others that they touch. What is let in must be what
// looking at the whole floor says; after each of a sample the checker must agree, and now and then
// the diagram must equal one that is built afresh. `make test-long` makes 100,000 changes.
#include "tests/oracle/voronoi.h"

#include "voronoi/diagram.h"

enum { SEED = 62, MOST_OBSTACLES = 48, MOST_PEOPLE = 40, SIZE = 24 };

// What is in a diagram, kept apart from it.
typedef struct world {
    wend_vec2 bounds[16];
    uint32_t bounds_count;
    double tolerance;
    double cosine, sine; // how the whole is turned; what touches then does so at corners only
    uint32_t count, people_count;
    scene plain[MOST_OBSTACLES];     // on the grid, one shape each
    scene obstacles[MOST_OBSTACLES]; // turned
    wend_site_id ids[MOST_OBSTACLES];
    agent_site people[MOST_PEOPLE];
    wend_voronoi *voronoi;
    wend_random random;
    uint32_t number, steps, refused;
} world;

static world one; // too large for the stack

static void print_world(const world *w)
{
    print_message("bounds");
    for (uint32_t i = 0; i < w->bounds_count; ++i)
        print_message(" %.17g,%.17g", w->bounds[i].x, w->bounds[i].y);
    print_message("\n");
    for (uint32_t i = 0; i < w->count; ++i)
        print_scene(&w->obstacles[i]);
    for (uint32_t i = 0; i < w->people_count; ++i)
        print_message("agent %.17g,%.17g\n", w->people[i].place.x, w->people[i].place.y);
}

static void stumble(const world *w, const char *when, const wend_error *error)
{
    print_world(w);
    fail_msg("world %u of seed %d, step %u, %s: %s at %.17g %.17g", (unsigned)w->number, SEED,
             (unsigned)w->steps, when, wend_error_text(error), error->position.x,
             error->position.y);
}

// ---- what should be -----------------------------------------------------------------------------

static wend_floor *floor_of(const world *w, const scene *extra, uint32_t without)
{
    wend_shape shapes[MOST_OBSTACLES + 1];
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->count; ++i)
        if (i != without)
            shapes[count++] = w->obstacles[i].shapes[0];
    if (extra)
        shapes[count++] = extra->shapes[0];
    wend_floor_def def = wend_default_floor_def();
    def.shapes = shapes;
    def.shape_count = count;
    def.bounds = w->bounds;
    def.bounds_count = w->bounds_count;
    def.tolerance = w->tolerance;
    wend_floor *floor;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    return floor;
}

// Outside of everything, on a wall, or inside of something or out of bounds.
static wend_side where_is(const world *w, const scene *extra, uint32_t without, wend_vec2 p)
{
    wend_side worst = (wend_side)-wend_polygon_locate(w->bounds, w->bounds_count, p);
    for (uint32_t i = 0; i <= w->count; ++i) {
        const scene *s = i < w->count ? &w->obstacles[i] : extra;
        wend_side side = s && i != without ? shape_side(&s->shapes[0], p) : WEND_OUTSIDE;
        worst = side > worst ? side : worst;
    }
    return worst;
}

// Agents are put on a grid; whether one that is as near to a wall as that is on it, nobody says.
static bool is_nearly_on(const world *w, const wend_shape *shape, wend_vec2 p)
{
    return shape_distance(shape, p) < 2 * WEND_AGENT_TOLERANCES * w->tolerance &&
           shape_side(shape, p) != WEND_ON;
}

static bool is_unclear(const world *w, const scene *extra, wend_vec2 p)
{
    wend_shape outline = {w->bounds, &w->bounds_count, 1, w->bounds_count};
    bool unclear = is_nearly_on(w, &outline, p) || (extra && is_nearly_on(w, &extra->shapes[0], p));
    for (uint32_t i = 0; i < w->count && !unclear; ++i)
        unclear = is_nearly_on(w, &w->obstacles[i].shapes[0], p);
    return unclear;
}

// An agent may stand on a wall, but not between two that leave no free space right beside it. All
// walls lie between points of a small grid, so no angle is sharper than what is looked at.
static bool may_stand(const world *w, const scene *extra, uint32_t without, wend_vec2 p)
{
    enum { DIRECTIONS = 1440 };
    const double beside = 1e-3;
    wend_side side = where_is(w, extra, without, p);
    for (uint32_t i = 0; i < DIRECTIONS && side == WEND_ON; ++i) {
        double angle = 2 * 3.14159265358979323846 * (i + 0.4) / DIRECTIONS;
        wend_vec2 q = {p.x + beside * cos(angle), p.y + beside * sin(angle)};
        side = where_is(w, extra, without, q) == WEND_OUTSIDE ? WEND_OUTSIDE : WEND_ON;
    }
    return side == WEND_OUTSIDE;
}

static bool is_sound(const world *w, const scene *extra, uint32_t without)
{
    wend_floor *floor = floor_of(w, extra, without);
    uint32_t count;
    (void)wend_floor_validate(floor, NULL, 0, &count, NULL);
    wend_floor_destroy(floor);
    for (uint32_t i = 0; i < w->people_count && count == 0; ++i)
        if (!may_stand(w, extra, without, w->people[i].place))
            return false;
    return count == 0;
}

static bool is_unclear_for_people(const world *w, const scene *extra)
{
    for (uint32_t i = 0; i < w->people_count; ++i)
        if (is_unclear(w, extra, w->people[i].place))
            return true;
    return false;
}

static wend_voronoi *fresh_diagram(world *w)
{
    wend_floor *floor = floor_of(w, NULL, UINT32_MAX);
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_voronoi *voronoi;
    wend_error error;
    agent_site people[MOST_PEOPLE];
    memcpy(people, w->people, sizeof people);
    if (wend_voronoi_create(floor, &def, &voronoi, &error) != WEND_OK)
        stumble(w, "building afresh", &error);
    wend_floor_destroy(floor);
    if (add_agents(voronoi, people, w->people_count, &error) != WEND_OK)
        stumble(w, "building afresh, agents", &error);
    return voronoi;
}

static void check_world(world *w, bool whole)
{
    wend_error error;
    if (wend_voronoi_check(w->voronoi, &error) != WEND_OK)
        stumble(w, "check", &error);
    if (!whole)
        return;
    wend_voronoi *fresh = fresh_diagram(w);
    if (wend_voronoi_equal(w->voronoi, fresh, &error) != WEND_OK)
        stumble(w, "not as built afresh", &error);
    assert_int_equal(wend_voronoi_measure(w->voronoi).sites, 1 + w->count + w->people_count);
    wend_voronoi_destroy(fresh);
}

// ---- changes ------------------------------------------------------------------------------------

static void expect(world *w, const char *what, wend_vec2 place, bool sound, wend_result result,
                   const wend_error *error)
{
    if (sound == (result == WEND_OK) && (sound || result == WEND_INVALID_GEOMETRY)) {
        w->refused += !sound;
        return;
    }
    wend_error wrong = {.text = "was let in, but is not sound", .position = place};
    stumble(w, what, result == WEND_OK ? &wrong : error);
}

static wend_vec2 turned(const world *w, wend_vec2 p)
{
    return (wend_vec2){w->cosine * p.x - w->sine * p.y, w->sine * p.x + w->cosine * p.y};
}

static void turn_scene(const world *w, scene *to, const scene *plain)
{
    copy_scene(to, plain);
    for (uint32_t i = 0; i < to->shapes[0].point_count; ++i)
        to->points[0][i] = turned(w, plain->points[0][i]);
}

static wend_vec2 some_place(world *w)
{
    wend_vec2 p = {wend_random_between(&w->random, 0, SIZE),
                   wend_random_between(&w->random, 0, SIZE)};
    uint32_t kind = wend_random_below(&w->random, 6);
    if (kind == 0) // on whole numbers, where the walls are
        p = (wend_vec2){floor(p.x), floor(p.y)};
    p = turned(w, p);
    if (kind == 1 && w->people_count > 0) { // almost or exactly where somebody is
        p = w->people[wend_random_below(&w->random, w->people_count)].place;
        p.x += w->tolerance * WEND_AGENT_TOLERANCES * 0.25 * wend_random_below(&w->random, 32);
    }
    return p;
}

static void new_obstacle(world *w, scene *s)
{
    do {
        memset(s, 0, sizeof *s);
        add_random_shape(s, &w->random, 6);
    } while (s->shapes[0].point_count < 2); // points are agents, and may share a place
    double x = (double)wend_random_below(&w->random, SIZE - 6);
    double y = (double)wend_random_below(&w->random, SIZE - 6);
    for (uint32_t i = 0; i < s->shapes[0].point_count; ++i)
        s->points[0][i] = (wend_vec2){s->points[0][i].x + x, s->points[0][i].y + y};
}

static void insert_obstacle(world *w)
{
    scene plain, s;
    wend_site_id id;
    wend_error error = {0};
    if (w->count == MOST_OBSTACLES)
        return;
    new_obstacle(w, &plain);
    turn_scene(w, &s, &plain);
    bool sound = is_sound(w, &s, UINT32_MAX);
    if (is_unclear_for_people(w, &s) || (!sound && w->sine != 0))
        return;
    wend_result result = wend_voronoi_insert(w->voronoi, &s.shapes[0], 0, &id, &error);
    if (sound != (result == WEND_OK))
        print_scene(&s);
    expect(w, "inserting an obstacle", s.points[0][0], sound, result, &error);
    if (!sound)
        return;
    copy_scene(&w->plain[w->count], &plain);
    copy_scene(&w->obstacles[w->count], &s);
    w->ids[w->count++] = id;
}

static void remove_obstacle(world *w)
{
    wend_error error = {0};
    if (w->count == 0)
        return;
    uint32_t i = wend_random_below(&w->random, w->count);
    expect(w, "removing an obstacle", w->obstacles[i].points[0][0], true,
           wend_voronoi_remove(w->voronoi, w->ids[i], &error), &error);
    assert_int_equal(wend_voronoi_remove(w->voronoi, w->ids[i], NULL), WEND_STALE);
    --w->count;
    copy_scene(&w->plain[i], &w->plain[w->count]);
    copy_scene(&w->obstacles[i], &w->obstacles[w->count]);
    w->ids[i] = w->ids[w->count];
}

// A car: the same shape a little further on, or something else somewhere else.
static void move_obstacle(world *w)
{
    scene plain, s;
    wend_error error = {0};
    if (w->count == 0)
        return;
    uint32_t i = wend_random_below(&w->random, w->count);
    if (wend_random_below(&w->random, 4) == 0) {
        new_obstacle(w, &plain);
    } else {
        copy_scene(&plain, &w->plain[i]);
        double dx = wend_random_below(&w->random, 3) - 1.0;
        double dy = 0.5 * (wend_random_below(&w->random, 3) - 1.0);
        for (uint32_t k = 0; k < plain.shapes[0].point_count; ++k)
            plain.points[0][k] = (wend_vec2){plain.points[0][k].x + dx, plain.points[0][k].y + dy};
    }
    turn_scene(w, &s, &plain);
    bool sound = is_sound(w, &s, i);
    if (is_unclear_for_people(w, &s) || (!sound && w->sine != 0))
        return;
    wend_site_change change = {.kind = WEND_SITE_MOVE, .id = w->ids[i], .shape = s.shapes[0]};
    wend_result result = wend_voronoi_change(w->voronoi, &change, 1, NULL, &error);
    if (sound != (result == WEND_OK))
        print_scene(&s);
    expect(w, "moving an obstacle", s.points[0][0], sound, result, &error);
    if (sound) {
        copy_scene(&w->plain[i], &plain);
        copy_scene(&w->obstacles[i], &s);
    }
}

static void insert_agent(world *w)
{
    wend_error error = {0};
    if (w->people_count == MOST_PEOPLE)
        return;
    agent_site agent = {some_place(w), wend_random_between(&w->random, 0, 0.5), {{0, 0}}};
    if (is_unclear(w, NULL, agent.place))
        return;
    bool sound = may_stand(w, NULL, UINT32_MAX, agent.place);
    wend_shape shape = {&agent.place, NULL, 0, 1};
    expect(w, "inserting an agent", agent.place, sound,
           wend_voronoi_insert(w->voronoi, &shape, agent.radius, &agent.id, &error), &error);
    if (sound)
        w->people[w->people_count++] = agent;
}

static void remove_agent(world *w)
{
    wend_error error = {0};
    if (w->people_count == 0)
        return;
    uint32_t i = wend_random_below(&w->random, w->people_count);
    expect(w, "removing an agent", w->people[i].place, true,
           wend_voronoi_remove(w->voronoi, w->people[i].id, &error), &error);
    w->people[i] = w->people[--w->people_count];
}

static void move_agent(world *w)
{
    wend_error error = {0};
    if (w->people_count == 0)
        return;
    agent_site *agent = &w->people[wend_random_below(&w->random, w->people_count)];
    wend_vec2 to = some_place(w);
    if (wend_random_below(&w->random, 2)) // a step
        to = (wend_vec2){agent->place.x + wend_random_between(&w->random, -1, 1),
                         agent->place.y + wend_random_between(&w->random, -1, 1)};
    if (is_unclear(w, NULL, to))
        return;
    bool sound = may_stand(w, NULL, UINT32_MAX, to);
    expect(w, "moving an agent", to, sound, wend_voronoi_move(w->voronoi, agent->id, to, &error),
           &error);
    if (sound)
        agent->place = to;
}

// Everybody takes a step, in one batch: all or none.
static void move_everybody(world *w)
{
    wend_site_change changes[MOST_PEOPLE];
    wend_vec2 to[MOST_PEOPLE] = {{0, 0}};
    wend_error error = {0};
    uint32_t wrong = UINT32_MAX, failed = UINT32_MAX;
    for (uint32_t i = 0; i < w->people_count; ++i) {
        to[i] = (wend_vec2){w->people[i].place.x + wend_random_between(&w->random, -0.1, 0.1),
                            w->people[i].place.y + wend_random_between(&w->random, -0.1, 0.1)};
        changes[i] = (wend_site_change){
            WEND_SITE_MOVE, w->people[i].id, {&to[i], NULL, 0, 1}, w->people[i].radius};
        if (is_unclear(w, NULL, to[i]))
            return;
        if (wrong == UINT32_MAX && !may_stand(w, NULL, UINT32_MAX, to[i]))
            wrong = i;
    }
    wend_result result = wend_voronoi_change(w->voronoi, changes, w->people_count, &failed, &error);
    expect(w, "moving everybody", to[0], wrong == UINT32_MAX, result, &error);
    if (wrong != UINT32_MAX) {
        assert_int_equal(failed, wrong);
        return;
    }
    for (uint32_t i = 0; i < w->people_count; ++i)
        w->people[i].place = to[i];
}

static void change_something(world *w)
{
    uint32_t kind = wend_random_below(&w->random, 100);
    ++w->steps;
    if (kind < 40)
        move_agent(w);
    else if (kind < 55)
        insert_agent(w);
    else if (kind < 65)
        remove_agent(w);
    else if (kind < 80)
        insert_obstacle(w);
    else if (kind < 90)
        remove_obstacle(w);
    else if (kind < 97)
        move_obstacle(w);
    else
        move_everybody(w);
}

// ---- many of them -------------------------------------------------------------------------------

static void start(world *w, uint32_t number)
{
    static const wend_vec2 square[] = {{0, 0}, {SIZE, 0}, {SIZE, SIZE}, {0, SIZE}};
    static const wend_vec2 angle[] = {{0, 0},     {SIZE, 0},      {SIZE, SIZE},
                                      {10, SIZE}, {10, SIZE - 8}, {0, SIZE - 8}};
    memset(w, 0, sizeof *w);
    w->number = number;
    w->random = wend_random_stream(SEED, number);
    w->bounds_count = number % 2 ? COUNT(angle) : COUNT(square);
    w->cosine = number % 3 == 2 ? cos(number) : 1;
    w->sine = number % 3 == 2 ? sin(number) : 0;
    for (uint32_t i = 0; i < w->bounds_count; ++i)
        w->bounds[i] = turned(w, number % 2 ? angle[i] : square[i]);
    w->tolerance = wend_tolerance((wend_box){{-2 * SIZE, -2 * SIZE}, {2 * SIZE, 2 * SIZE}});
    w->voronoi = fresh_diagram(w);
}

static void test_changes(void **state)
{
    (void)state;
    uint32_t worlds = long_tier() ? 50 : 6, steps = long_tier() ? 2000 : 1000;
    uint32_t refused = 0;
    for (uint32_t i = 0; i < worlds; ++i) {
        world *w = &one;
        start(w, i);
        for (uint32_t k = 1; k <= steps; ++k) {
            change_something(w);
            if (k % 4 == 0)
                check_world(w, k % 64 == 0 || k == steps);
        }
        refused += w->refused;
        wend_voronoi_destroy(w->voronoi);
    }
    assert_true(refused > worlds);
}

// One that goes in and out again leaves what was there before.
static void test_there_and_back(void **state)
{
    (void)state;
    world *w = &one;
    start(w, 1000);
    for (uint32_t i = 0; i < 60; ++i)
        change_something(w);
    wend_voronoi *before;
    wend_error error;
    assert_int_equal(wend_voronoi_copy(w->voronoi, NULL, &before, NULL), WEND_OK);
    for (uint32_t i = 0; i < 100; ++i) {
        agent_site agent = {some_place(w), 0.2, {{0, 0}}};
        wend_shape shape = {&agent.place, NULL, 0, 1};
        if (is_unclear(w, NULL, agent.place) || !may_stand(w, NULL, UINT32_MAX, agent.place))
            continue;
        assert_int_equal(wend_voronoi_insert(w->voronoi, &shape, 0.2, &agent.id, NULL), WEND_OK);
        assert_int_equal(wend_voronoi_remove(w->voronoi, agent.id, NULL), WEND_OK);
        if (wend_voronoi_equal(w->voronoi, before, &error) != WEND_OK)
            stumble(w, "there and back", &error);
    }
    wend_voronoi_destroy(before);
    wend_voronoi_destroy(w->voronoi);
}

// ---- memory -------------------------------------------------------------------------------------

static void test_out_of_memory(void **state)
{
    (void)state;
    world *w = &one;
    start(w, 2004);
    for (uint32_t i = 0; i < 40; ++i)
        insert_agent(w);
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_error error;
    for (size_t fail = 1, done = 0; !done; ++fail) {
        wend_voronoi *copy;
        memory.fail_at = 0;
        assert_int_equal(wend_voronoi_copy(w->voronoi, &allocator, &copy, NULL), WEND_OK);
        memory.fail_at = memory.calls + fail;
        wend_vec2 ring[] = {{1, 1}, {2, 1}, {2, 2}, {1, 2}}, place = {0.5, 0.5};
        wend_site_id id;
        wend_result result =
            wend_voronoi_insert(copy, &(wend_shape){&place, NULL, 0, 1}, 0.1, &id, &error);
        if (result == WEND_OK)
            result = wend_voronoi_insert(copy, &(wend_shape){ring, NULL, 0, 4}, 0, &id, &error);
        done = memory.calls < memory.fail_at;
        if (!done)
            assert_int_equal(result, WEND_OUT_OF_MEMORY);
        // Questions are answered or refused meanwhile.
        wend_circle circle;
        result = wend_voronoi_embedding_circle(copy, (wend_vec2){12, 12}, &circle, NULL, NULL);
        assert_int_equal(result, copy->stale ? WEND_OUT_OF_MEMORY : WEND_OK);
        assert_true(isfinite(wend_voronoi_clearance(copy, (wend_vec2){12, 12}, (wend_site_id){0})));
        assert_true((wend_voronoi_measure(copy).pieces == 0) == copy->stale);
        // After the next change it is whole, whatever happened.
        memory.fail_at = 0;
        place = (wend_vec2){0.25, 0.75};
        assert_int_equal(
            wend_voronoi_insert(copy, &(wend_shape){&place, NULL, 0, 1}, 0.1, &id, &error),
            WEND_OK);
        if (wend_voronoi_check(copy, &error) != WEND_OK)
            stumble(w, "after running out of memory", &error);
        wend_voronoi_destroy(copy);
        assert_int_equal(memory.bytes, 0);
    }
    wend_voronoi_destroy(w->voronoi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
