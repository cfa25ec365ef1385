// SPDX-License-Identifier: MIT
// A scene's description of itself, heard by a wend_draw that writes everything down; and a picture
// of it while memory runs out.
#include "tests/support/failing_malloc.h"
#include "tests/support/support.h"

#include "draw/canvas.h"
#include "scene/draw/draw.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

enum { MOST_LAYERS = 20, MOST_TEXTS = 40 };

typedef struct heard_layer {
    char name[32], title[120];
    wend_ink sample;
    int polygons, lines, dots, circles, texts;
} heard_layer;

typedef struct heard {
    const char *refused; // a layer that is not wanted
    heard_layer layers[MOST_LAYERS];
    int layer_count;
    bool refusing; // what comes now was not wanted
    int broken_promises;
    char texts[MOST_TEXTS][200];
    wend_box text_boxes[MOST_TEXTS];
    int text_count;
    wend_colour circle_colours[64]; // of all circles in their order
    int circle_count;
    wend_box box; // around all points of polygons
} heard;

static heard_layer *now(heard *h)
{
    assert_true(h->layer_count > 0);
    h->broken_promises += h->refusing;
    return &h->layers[h->layer_count - 1];
}

static bool hear_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    heard *h = context;
    assert_true(h->layer_count < MOST_LAYERS);
    heard_layer *layer = &h->layers[h->layer_count++];
    snprintf(layer->name, sizeof layer->name, "%s", name);
    snprintf(layer->title, sizeof layer->title, "%s", title);
    layer->sample = sample;
    h->refusing = h->refused && strcmp(h->refused, name) == 0;
    return !h->refusing;
}

static void hear_polygon(void *context, const wend_vec2 *points, const uint32_t *ring_ends,
                         uint32_t ring_count, wend_ink ink)
{
    heard *h = context;
    assert_true(ring_count > 0 && ink.fill != 0);
    h->box = wend_box_join(h->box, wend_box_of(points, ring_ends[ring_count - 1]));
    ++now(h)->polygons;
}

static void hear_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    assert_true(points && count > 0 && ink.line != 0);
    heard_layer *layer = now(context);
    ++*(count == 1 ? &layer->dots : &layer->lines);
}

static void hear_circle(void *context, wend_vec2 centre, double radius, wend_ink ink)
{
    heard *h = context;
    assert_true(isfinite(centre.x) && radius >= 0);
    if (h->circle_count < 64)
        h->circle_colours[h->circle_count++] = ink.line;
    ++now(h)->circles;
}

static void hear_text(void *context, wend_box box, const char *words, double size,
                      wend_colour colour)
{
    heard *h = context;
    assert_true(size > 0 && colour != 0);
    assert_true(h->text_count < MOST_TEXTS);
    snprintf(h->texts[h->text_count], sizeof h->texts[0], "%s", words);
    h->text_boxes[h->text_count++] = box;
    ++now(h)->texts;
}

static heard *listen(const scene *s, const char *refused)
{
    heard *h = calloc(1, sizeof *h);
    assert_non_null(h);
    h->refused = refused;
    h->box = wend_box_empty();
    const wend_draw draw = {h, hear_layer, hear_polygon, hear_line, hear_circle, hear_text, NULL};
    assert_true(scene_describe(s, &draw));
    assert_int_equal(h->broken_promises, 0);
    return h;
}

static const heard_layer *find(const heard *h, const char *name, const char *title)
{
    for (int i = 0; i < h->layer_count; ++i)
        if (strcmp(h->layers[i].name, name) == 0 && strcmp(h->layers[i].title, title) == 0)
            return &h->layers[i];
    fail_msg("no layer %s \"%s\"", name, title);
    return NULL;
}

// ---- making scenes ------------------------------------------------------------------------------

static void add_bounds(scene *s, const wend_vec2 *points, uint32_t count)
{
    s->bounds = pool_allocate(&s->memory, count, sizeof *points);
    assert_non_null(s->bounds);
    memcpy(s->bounds, points, count * sizeof *points);
    s->bounds_count = count;
}

static void add_obstacle(scene *s, scene_obstacle_kind kind, const wend_vec2 *points, size_t count)
{
    scene_obstacle *obstacle = scene_add_obstacle(s);
    assert_non_null(obstacle);
    obstacle->kind = kind;
    assert_true(scene_shape_ring(s, points, count, &obstacle->shape));
}

static void add_area(scene *s, const char *name, const char *role, const wend_vec2 *points,
                     size_t count)
{
    scene_area *area = scene_add_area(s);
    assert_non_null(area);
    area->name = name;
    area->role = role;
    assert_true(scene_shape_ring(s, points, count, &area->shape));
}

static scene_agents *add_agents(scene *s, const char *in, uint32_t count)
{
    scene_agents *agents = scene_add_agents(s);
    assert_non_null(agents);
    agents->in = in;
    agents->def.count = count;
    agents->def.agent.radius = 0.25;
    return agents;
}

// The scene of the design, and a courtyard.
static scene *example(void)
{
    scene *s = scene_new();
    assert_non_null(s);
    add_bounds(s, (wend_vec2[]){{0, 0}, {40, 0}, {40, 20}, {0, 20}}, 4);
    add_obstacle(s, SCENE_POLYGON, (wend_vec2[]){{10, 5}, {12, 5}, {12, 15}, {10, 15}}, 4);
    add_obstacle(s, SCENE_SEGMENT, (wend_vec2[]){{20, 0}, {20, 8}}, 2);
    add_obstacle(s, SCENE_POINT, (wend_vec2[]){{30, 10}}, 1);
    assert_true(scene_circle(s, scene_add_obstacle(s), (wend_vec2){34, 4}, 1));
    add_area(s, "left", NULL, (wend_vec2[]){{0, 0}, {3, 0}, {3, 20}, {0, 20}}, 4);
    add_area(s, "exit", NULL, (wend_vec2[]){{38, 8}, {40, 8}, {40, 12}, {38, 12}}, 4);
    scene_agents *agents = add_agents(s, "left", 200);
    agents->goal = (scene_goal){.kind = SCENE_GOAL_AREA, .area = "exit"};
    return s;
}

// ---- tests --------------------------------------------------------------------------------------

static void test_example(void **state)
{
    (void)state;
    scene *s = example();
    heard *h = listen(s, NULL);
    assert_int_equal(find(h, "bounds", "outside the bounds")->polygons, 1);
    assert_int_equal(find(h, "areas", "goals, 1")->polygons, 1);
    assert_int_equal(find(h, "areas", "starts, 1")->polygons, 1);
    const heard_layer *obstacles = find(h, "obstacles", "obstacles, 4");
    assert_int_equal(obstacles->polygons, 1);
    assert_int_equal(obstacles->lines, 1);
    assert_int_equal(obstacles->dots, 1);
    assert_int_equal(obstacles->circles, 1);
    // Nobody has a place yet, so nobody is drawn; the area tells.
    assert_int_equal(find(h, "agents", "")->circles, 0);
    assert_int_equal(find(h, "labels", "")->texts, 2);
    assert_string_equal(h->texts[0], "left\n200 agents");
    assert_string_equal(h->texts[1], "exit");
    // What is out reaches far beyond the bounds.
    assert_true(h->box.min.x <= -40 && h->box.max.x >= 80 && h->box.max.y >= 60);
    free(h);
    scene_free(s);
}

static void test_refused_layers(void **state)
{
    (void)state;
    scene *s = example();
    scene_agents *agents = add_agents(s, NULL, 1);
    agents->goal = (scene_goal){.kind = SCENE_GOAL_POINT, .segment.a = {1, 1}};
    static const char *const names[] = {"bounds", "areas", "obstacles", "agents", "labels"};
    heard *all = listen(s, NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        heard *h = listen(s, names[i]); // asserts that nothing is drawn after a refusal
        // All layers are offered all the same.
        assert_int_equal(h->layer_count, all->layer_count);
        free(h);
    }
    free(all);
    scene_free(s);
}

// An empty scene offers every layer, and draws nothing.
static void test_empty(void **state)
{
    (void)state;
    scene *s = scene_new();
    heard *h = listen(s, NULL);
    static const char *const names[] = {"bounds", "areas", "zones",  "fields", "obstacles", "doors",
                                        "movers", "flow",  "groups", "agents", "labels"};
    assert_int_equal(h->layer_count, 11);
    for (int i = 0; i < 11; ++i) {
        const heard_layer *layer = &h->layers[i];
        assert_string_equal(layer->name, names[i]);
        assert_string_equal(layer->title, "");
        assert_int_equal(layer->polygons + layer->lines + layer->circles + layer->texts, 0);
    }
    free(h);
    scene_free(s);
}

static void test_areas(void **state)
{
    (void)state;
    const wend_vec2 square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    scene *s = scene_new();
    add_area(s, "plain", NULL, square, 4);
    add_area(s, "a", "exit", square, 4);
    add_area(s, "b", "distribution", square, 4);
    add_area(s, "c", "waypoint", square, 4);
    add_area(s, "line", NULL, square, 2);
    add_area(s, "both", NULL, square, 4);
    add_area(s, "point", "target", square, 1);
    // Two entries in one area are counted together; an unknown area is left alone.
    add_agents(s, "both", 3)->goal = (scene_goal){.kind = SCENE_GOAL_AREA, .area = "both"};
    add_agents(s, "both", 4)->goal = (scene_goal){.kind = SCENE_GOAL_AREA, .area = "nowhere"};
    add_agents(s, "nowhere", 4);
    add_agents(s, "b", 1);
    heard *h = listen(s, NULL);
    const heard_layer *goals = find(h, "areas", "goals, 3");
    assert_int_equal(goals->polygons, 2);
    assert_int_equal(goals->dots, 1);
    assert_int_equal(find(h, "areas", "starts, 2")->polygons, 2);
    const heard_layer *others = find(h, "areas", "areas, 3");
    assert_int_equal(others->polygons, 2);
    assert_int_equal(others->lines, 1);
    // Areas with a part to play have their labels first.
    assert_int_equal(h->text_count, 7);
    assert_string_equal(h->texts[0], "a");
    assert_string_equal(h->texts[1], "b\n1 agent");
    assert_string_equal(h->texts[2], "both\n7 agents");
    assert_string_equal(h->texts[4], "plain");
    free(h);
    scene_free(s);
}

static void add_door(scene *s, const wend_vec2 *points, size_t count, bool shut)
{
    scene_door *door = scene_add_door(s);
    assert_non_null(door);
    door->body.kind = count == 2 ? SCENE_SEGMENT : SCENE_POLYGON;
    door->def.shut = shut;
    assert_true(scene_shape_ring(s, points, count, &door->body.shape));
}

static void add_mover(scene *s, wend_vec2 *path, uint32_t count, wend_loop_mode way)
{
    scene_mover *mover = scene_add_mover(s);
    assert_non_null(mover);
    assert_true(scene_circle(s, &mover->body, path[0], 0.5));
    mover->def.path = path;
    mover->def.path_count = count;
    mover->def.loop = way;
}

static void add_zone(scene *s, const char *area, double factor)
{
    scene_zone *zone = scene_add_zone(s);
    assert_non_null(zone);
    *zone = (scene_zone){area, factor};
}

static void test_doors_movers_and_zones(void **state)
{
    (void)state;
    const wend_vec2 square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    wend_vec2 path[] = {{5, 5}, {9, 5}, {9, 9}};
    scene *s = scene_new();
    add_area(s, "slow", NULL, square, 4);
    add_area(s, "start", NULL, square, 4);
    add_zone(s, "slow", 0.5);
    add_zone(s, "start", 2);
    add_zone(s, "nowhere", 2);
    add_agents(s, "start", 3);
    add_door(s, square, 2, true);
    add_door(s, square, 4, false);
    add_door(s, square, 2, false);
    add_mover(s, path, 3, WEND_LOOP_CYCLE);
    add_mover(s, path, 2, WEND_LOOP_ONCE);
    add_mover(s, path, 1, WEND_LOOP_ONCE);
    heard *h = listen(s, NULL);
    assert_int_equal(find(h, "zones", "slower or faster, 3")->polygons, 2);
    assert_int_equal(find(h, "doors", "doors, initially shut, 1")->lines, 1);
    const heard_layer *open = find(h, "doors", "doors, initially open, 2");
    assert_int_equal(open->polygons, 1);
    assert_int_equal(open->lines, 1);
    assert_true(open->sample.dash > 0);
    const heard_layer *movers = find(h, "movers", "moving obstacles and their paths, 3");
    assert_int_equal(movers->circles, 3);
    assert_int_equal(movers->lines, 3); // the round one's closing line counts
    assert_string_equal(h->texts[0], "slow\nspeed x 0.5");
    assert_string_equal(h->texts[1], "start\n3 agents\nspeed x 2");
    free(h);
    scene_free(s);
}

static void test_goals_of_ways(void **state)
{
    (void)state;
    const wend_vec2 square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const char *both[] = {"a", "b"};
    scene *s = scene_new();
    add_area(s, "a", NULL, square, 4);
    add_area(s, "b", NULL, square, 4);
    add_area(s, "c", NULL, square, 4);
    add_area(s, "d", NULL, square, 4);
    scene_waypoint stops[] = {{.goal = {.kind = SCENE_GOAL_AREA, .area = "c"}},
                              {.goal = {.kind = SCENE_GOAL_POINT, .segment.a = {4, 4}}}};
    for (int i = 0; i < 2; ++i) {
        scene_agents *agents = add_agents(s, NULL, 1);
        agents->goal = (scene_goal){.kind = SCENE_GOAL_AREAS, .areas = both, .area_count = 2};
        agents->waypoints = stops;
        agents->waypoint_count = 2;
    }
    heard *h = listen(s, NULL);
    const heard_layer *goals = find(h, "areas", "goals");
    assert_int_equal(goals->polygons, 3);
    assert_int_equal(goals->dots, 1);
    assert_int_equal(find(h, "areas", "areas, 1")->polygons, 1);
    assert_int_equal(find(h, "agents", "agents to one of several goals, 2")->circles, 2);
    free(h);
    scene_free(s);
}

static void test_agents(void **state)
{
    (void)state;
    static const char *const groups[] = {"a", "b", "c", "d", "e", "f", "g"};
    scene *s = scene_new();
    for (int i = 0; i < 14; ++i) {
        scene_agents *agents = add_agents(s, NULL, 1);
        agents->def.agent.position = (wend_vec2){i, 0};
        agents->group = groups[i % 7];
    }
    heard *h = listen(s, NULL);
    assert_int_equal(find(h, "agents", "group a, 2")->circles, 2);
    assert_int_equal(find(h, "agents", "group e, 2")->circles, 2);
    assert_int_equal(find(h, "agents", "other agents, 4")->circles, 4);
    assert_int_equal(h->circle_count, 14);
    // Two of a group share a colour that no other group has.
    for (int i = 0; i < 14; ++i)
        for (int j = 0; j < 14; ++j)
            assert_int_equal(h->circle_colours[i] == h->circle_colours[j],
                             i / 2 == j / 2 || (i >= 10 && j >= 10));
    free(h);
    scene_free(s);

    s = scene_new();
    for (int i = 0; i < 6; ++i) {
        scene_goal goal = {.kind = SCENE_GOAL_POINT, .segment.a = {9, i / 3}};
        add_agents(s, NULL, 1)->goal = goal;
    }
    add_agents(s, NULL, 1)->goal =
        (scene_goal){.kind = SCENE_GOAL_SEGMENT, .segment = {{1, 2}, {3, 4}}};
    add_agents(s, NULL, 1);
    h = listen(s, NULL);
    const heard_layer *marks = find(h, "areas", "goals");
    assert_int_equal(marks->dots, 2);
    assert_int_equal(marks->lines, 1);
    assert_int_equal(find(h, "agents", "agents to a point, 3")->circles, 3);
    assert_int_equal(find(h, "agents", "agents to a line, 1")->circles, 1);
    assert_int_equal(find(h, "agents", "agents, 1")->circles, 1);
    free(h);
    scene_free(s);

    // More goals that are points than there are colours: no line in the legend for each of them.
    s = scene_new();
    for (int i = 0; i < 12; ++i)
        add_agents(s, NULL, 1)->goal = (scene_goal){.kind = SCENE_GOAL_POINT, .segment.a = {9, i}};
    add_agents(s, NULL, 1)->goal =
        (scene_goal){.kind = SCENE_GOAL_SEGMENT, .segment = {{1, 2}, {3, 4}}};
    h = listen(s, NULL);
    assert_int_equal(find(h, "agents", "agents to points, 12")->circles, 12);
    assert_int_equal(find(h, "agents", "agents to points, 12")->dots, 0);
    assert_int_equal(find(h, "agents", "agents to a line, 1")->circles, 1);
    free(h);
    // From far away they are dots.
    add_agents(s, NULL, 1)->def.agent.position = (wend_vec2){1000, 0};
    h = listen(s, NULL);
    assert_int_equal(find(h, "agents", "agents to points, 12")->dots, 12);
    free(h);
    scene_free(s);
}

// The middle of a label's box is in the area, whatever its shape, and so is the box's width there.
static void test_label_boxes(void **state)
{
    (void)state;
    uint64_t seed = 20;
    wend_random random = wend_random_stream(seed, 0);
    enum { MOST = 12 };
    for (int round = 0; round < 300; ++round) {
        // A star around (0, 0) has a simple ring; sharp spikes make it hard.
        uint32_t count = 3 + wend_random_below(&random, MOST - 2);
        wend_vec2 ring[MOST];
        for (uint32_t i = 0; i < count; ++i) {
            double angle = 6.283185307179586 * i / count;
            double radius = wend_random_below(&random, 2) ? 10 : 1;
            ring[i] = (wend_vec2){radius * cos(angle), radius * sin(angle)};
        }
        scene *s = scene_new();
        add_area(s, "star", NULL, ring, count);
        heard *h = listen(s, NULL);
        wend_box box = h->text_boxes[0];
        double y = box.min.y / 2 + box.max.y / 2;
        for (double part = 0.05; part < 1; part += 0.1) {
            wend_vec2 p = {box.min.x + (box.max.x - box.min.x) * part, y};
            if (wend_polygon_locate(ring, count, p) == WEND_OUTSIDE)
                fail_msg("seed %d round %d: the label is outside its area", (int)seed, round);
        }
        free(h);
        scene_free(s);
    }
}

static bool describe(const void *subject, const wend_draw *draw)
{
    return scene_describe(subject, draw);
}

static bool drop_bytes(void *context, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)context += size;
    return true;
}

static void test_out_of_memory(void **state)
{
    (void)state;
    scene *s = example();
    add_agents(s, NULL, 1);
    for (int kind = CANVAS_SVG; kind <= CANVAS_PDF; ++kind) {
        canvas_outcome outcome = CANVAS_FAILED;
        size_t failing = 1;
        for (; outcome != CANVAS_DONE; ++failing) {
            assert_true(failing < 1000);
            size_t size = 0;
            canvas_def def = {.world = scene_box(s),
                              .kind = (canvas_kind)kind,
                              .write = drop_bytes,
                              .write_context = &size};
            canvas_report report;
            allocations = 0;
            failing_allocation = failing;
            outcome = canvas_paint(&def, describe, s, &report);
            failing_allocation = 0;
            if (outcome == CANVAS_FAILED)
                assert_string_equal(report.error, "out of memory");
        }
        assert_true(failing > 5); // some have failed
    }
    scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example),
        cmocka_unit_test(test_refused_layers),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_areas),
        cmocka_unit_test(test_doors_movers_and_zones),
        cmocka_unit_test(test_goals_of_ways),
        cmocka_unit_test(test_agents),
        cmocka_unit_test(test_label_boxes),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
