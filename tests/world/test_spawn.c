// SPDX-License-Identifier: MIT
// Agents that come: how many, when, where, and what they are like.
#include "tests/support/support.h"

#include "wend/wend.h"
#include "world/goals/spread.h"

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// ---- worlds -------------------------------------------------------------------------------------

typedef struct setting {
    wend_floor *floor;
    wend_world *world;
} setting;

static void make_floor(setting *s, double width, double height, const wend_shape *shapes,
                       uint32_t count)
{
    const wend_vec2 bounds[] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = count;
    assert_int_equal(wend_floor_create(&def, &s->floor, NULL), WEND_OK);
}

static void make_world(setting *s, double step, uint64_t seed)
{
    wend_world_def def = wend_default_world_def();
    def.floor = s->floor;
    def.step = step;
    def.seed = seed;
    wend_error error = {0};
    if (wend_world_create(&def, &s->world, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

// An empty hall.
static setting make_hall(double width, double height, double step)
{
    setting s;
    make_floor(&s, width, height, NULL, 0);
    make_world(&s, step, 1);
    return s;
}

static void end(setting *s)
{
    wend_world_destroy(s->world);
    wend_floor_destroy(s->floor);
}

static void step(setting *s)
{
    wend_error error = {0};
    if (wend_world_step(s->world, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

static wend_spawner_id add(setting *s, const wend_spawner_def *def)
{
    wend_error error = {0};
    wend_spawner_id id;
    if (wend_world_add_spawner(s->world, def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static uint32_t count_of(const setting *s)
{
    return wend_world_agents(s->world).count;
}

static uint32_t count_events(const setting *s, wend_event_kind kind)
{
    uint32_t count, found = 0;
    const wend_event *events = wend_world_events(s->world, &count);
    for (uint32_t i = 0; i < count; i++)
        found += events[i].kind == kind;
    return found;
}

// ---- where --------------------------------------------------------------------------------------

// Everybody is in the area, in free space, clear of the walls and of each other. Returns how many.
static uint32_t check_places(const setting *s, const wend_goal *area)
{
    wend_agents agents = wend_world_agents(s->world);
    for (uint32_t i = 0; i < agents.slots; i++) {
        const wend_body *one = &agents.bodies[i];
        if (one->radius < 0)
            continue;
        wend_vec2 p = one->position;
        assert_int_equal(wend_polygon_locate(area->points, area->count, p), WEND_INSIDE);
        assert_int_equal(wend_floor_locate(s->floor, p, NULL), WEND_LOCATION_FREE);
        double slack = 1e-12; // between two ways to compute the same distance
        assert_true(wend_floor_clearance(s->floor, p, NULL, NULL) >= one->radius - slack);
        for (uint32_t k = 0; k < i; k++) {
            const wend_body *other = &agents.bodies[k];
            if (other->radius < 0)
                continue;
            double away = hypot(p.x - other->position.x, p.y - other->position.y);
            assert_true(away >= (double)one->radius + other->radius - slack);
        }
    }
    return agents.count;
}

static const wend_vec2 whole[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};

static void test_at_once(void **state)
{
    (void)state;
    setting s = make_hall(20, 10, 0.1);
    wend_spawner_def def = wend_default_spawner_def();
    def.area = (wend_goal){whole, 4};
    def.count = 200;
    add(&s, &def);
    assert_int_equal(check_places(&s, &def.area), 200);
    assert_int_equal(count_events(&s, WEND_EVENT_SPAWNED), 200);
    assert_int_equal(count_events(&s, WEND_EVENT_SPAWN_WAITING), 0);
    assert_int_equal(wend_world_pending(s.world), 0);
    // More of them, among those who are there.
    def.agent.radius = 0.1;
    add(&s, &def);
    assert_int_equal(check_places(&s, &def.area), 400);
    step(&s);
    assert_int_equal(count_of(&s), 400);
    end(&s);
}

// As dense as in a packed train, in a room with pillars.
static void test_dense(void **state)
{
    (void)state;
    const wend_vec2 a[] = {{5, 3}, {6, 3}, {6, 4}, {5, 4}}, b[] = {{12, 0}, {12, 6}},
                    c[] = {{15, 5}};
    const wend_shape shapes[] = {{.points = a, .point_count = 4},
                                 {.points = b, .point_count = 2},
                                 {.points = c, .point_count = 1}};
    const uint32_t counts[] = {300, 500, 600, 700};
    for (size_t i = 0; i < COUNT(counts); i++) {
        setting s;
        make_floor(&s, 20, 10, shapes, 3);
        make_world(&s, 0.1, i);
        wend_spawner_def def = wend_default_spawner_def();
        def.area = (wend_goal){whole, 4};
        def.count = counts[i];
        add(&s, &def);
        assert_int_equal(check_places(&s, &def.area), counts[i]);
        end(&s);
    }
}

// The area may be larger than the floor, or lie across obstacles, or be an odd shape.
static void test_odd_areas(void **state)
{
    (void)state;
    const wend_vec2 block[] = {{8, 2}, {12, 2}, {12, 8}, {8, 8}};
    const wend_shape shape = {.points = block, .point_count = 4};
    const wend_vec2 larger[] = {{-1000, -1000}, {1000, -1000}, {1000, 1000}, {-1000, 1000}};
    const wend_vec2 across[] = {{6, 4}, {6, 6}, {14, 6}, {14, 4}};
    const wend_vec2 strip[] = {{1, 0.5}, {19, 9.2}, {18.6, 9.6}, {0.6, 0.9}};
    const wend_vec2 comb[] = {{1, 1},  {19, 1}, {19, 9}, {18, 9}, {18, 2}, {14, 2},
                              {14, 9}, {13, 9}, {13, 2}, {2, 2},  {2, 9},  {1, 9}};
    const struct {
        wend_goal area;
        uint32_t count;
    } cases[] = {{{larger, 4}, 300}, {{across, 4}, 20}, {{strip, 4}, 20}, {{comb, 12}, 60}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        setting s;
        make_floor(&s, 20, 10, &shape, 1);
        make_world(&s, 0.1, i);
        wend_spawner_def def = wend_default_spawner_def();
        def.area = cases[i].area;
        def.count = cases[i].count;
        add(&s, &def);
        assert_int_equal(check_places(&s, &def.area), def.count);
        end(&s);
    }
}

// Nobody is where there is a mover, be it so large that its middle is far from its outline.
static void test_mover(void **state)
{
    (void)state;
    setting s = make_hall(20, 10, 0.1);
    const wend_vec2 cart[] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}};
    const wend_vec2 path[] = {{0, 0}, {10, 0}};
    wend_moving_obstacle_def mover = wend_default_moving_obstacle_def();
    mover.shape = (wend_shape){.points = cart, .point_count = 4};
    mover.path = path;
    mover.path_count = 2;
    mover.speed = 50;
    assert_int_equal(wend_world_add_moving_obstacle(s.world, &mover, NULL, NULL), WEND_OK);
    for (int i = 0; i < 5; i++)
        step(&s);
    // It is at its other end now.
    wend_spawner_def def = wend_default_spawner_def();
    def.area = (wend_goal){whole, 4};
    def.count = 300;
    add(&s, &def);
    wend_agents agents = wend_world_agents(s.world);
    assert_int_equal(agents.count, 300);
    for (uint32_t i = 0; i < agents.slots; i++) {
        wend_vec2 p = agents.bodies[i].position;
        wend_box box = {{10, 0}, {16, 6}};
        assert_true(wend_box_distance(box, p) >= agents.bodies[i].radius - 1e-9);
    }
    end(&s);
}

// All places of an area are equally likely: in each of 20 parts of a comb as many as its size says.
static void test_evenly(void **state)
{
    (void)state;
    setting s = make_hall(200, 100, 0.1);
    const wend_vec2 area[] = {{10, 10}, {190, 10}, {190, 90}, {150, 30}, {100, 90}, {50, 30}};
    wend_spawner_def def = wend_default_spawner_def();
    def.area = (wend_goal){area, COUNT(area)};
    def.agent.radius = 0.01;
    def.count = 20000;
    add(&s, &def);
    wend_agents agents = wend_world_agents(s.world);
    assert_int_equal(agents.count, def.count);
    double size = wend_polygon_area(area, COUNT(area)), sum = 0;
    enum { PARTS = 18, SLICES = 1000 };
    for (int part = 0; part < PARTS; part++) {
        double low = 10 + 10 * part, expected = 0;
        uint32_t found = 0;
        for (uint32_t i = 0; i < agents.slots; i++)
            found += agents.bodies[i].position.x >= low && agents.bodies[i].position.x < low + 10;
        for (int i = 0; i < SLICES; i++) {
            double x = low + 10 * (i + 0.5) / SLICES;
            double top = x < 50    ? 10 + (x - 10) * 0.5
                         : x < 100 ? 30 + (x - 50) * 1.2
                         : x < 150 ? 90 - (x - 100) * 1.2
                                   : 30 + (x - 150) * 1.5;
            expected += (top - 10) * 10 / SLICES / size * def.count;
        }
        sum += (found - expected) * (found - expected) / expected;
    }
    // Chi-square with 17 degrees of freedom: 1 in a million is above 61.
    if (!(sum < 61))
        fail_msg("chi-square is %g", sum);
    end(&s);
}

// ---- when ---------------------------------------------------------------------------------------

// How many should have come in all steps before time t.
static uint32_t expected_at(const wend_spawner_def *def, double t)
{
    uint32_t due = 0;
    const double slack = 1e-9;
    while (due < def->count) {
        double when = def->start + due / def->rate;
        if (when >= fmin(t, def->end) - slack)
            break;
        due++;
    }
    return due;
}

static void test_rates(void **state)
{
    (void)state;
    const double steps[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 1.0 / 60};
    const double rates[] = {0.4, 1, 3, 7.7, 50};
    for (size_t i = 0; i < COUNT(steps); i++)
        for (size_t k = 0; k < COUNT(rates); k++) {
            setting s = make_hall(100, 100, steps[i]);
            const wend_vec2 area[] = {{1, 1}, {99, 1}, {99, 99}, {1, 99}};
            wend_spawner_def def = wend_default_spawner_def();
            def.area = (wend_goal){area, 4};
            def.agent.radius = 0.1;
            def.count = 100;
            def.rate = rates[k];
            def.start = k % 2 ? 0.37 : 0;
            def.end = k == 2 ? 5 : INFINITY;
            add(&s, &def);
            assert_int_equal(count_of(&s), 0);
            uint32_t all = expected_at(&def, INFINITY), told = 0;
            assert_int_equal(wend_world_pending(s.world), all);
            for (int n = 0; wend_world_time(s.world) < 6; n++) {
                step(&s);
                told += count_events(&s, WEND_EVENT_SPAWNED);
                uint32_t expected = expected_at(&def, (n + 1) * steps[i]);
                if (count_of(&s) != expected || told != expected)
                    fail_msg("step %g, rate %g, after %d steps: %u, not %u", steps[i], rates[k],
                             n + 1, count_of(&s), expected);
                if (wend_world_time(s.world) < def.end)
                    assert_int_equal(wend_world_pending(s.world), all - expected);
                else
                    assert_int_equal(wend_world_pending(s.world), 0);
            }
            end(&s);
        }
}

// n agents come in n / rate seconds, to the step, for any step that divides it.
static void test_exact_rate(void **state)
{
    (void)state;
    for (uint32_t parts = 1; parts <= 30; parts++) {
        setting s = make_hall(50, 50, 3.0 / parts);
        const wend_vec2 area[] = {{1, 1}, {49, 1}, {49, 49}, {1, 49}};
        wend_spawner_def def = wend_default_spawner_def();
        def.area = (wend_goal){area, 4};
        def.count = 1000;
        def.rate = 7;
        add(&s, &def);
        for (uint32_t i = 0; i < parts; i++)
            step(&s);
        assert_int_equal(count_of(&s), 21);
        end(&s);
    }
}

// A spawner that is added later starts then, and does not make up for the past.
static void test_added_later(void **state)
{
    (void)state;
    setting s = make_hall(20, 10, 0.1);
    for (int i = 0; i < 50; i++)
        step(&s);
    wend_spawner_def def = wend_default_spawner_def();
    def.area = (wend_goal){whole, 4};
    def.count = 50;
    def.rate = 2;
    add(&s, &def);
    for (int i = 0; i < 30; i++)
        step(&s);
    assert_int_equal(count_of(&s), 6);
    def.rate = 0;
    def.start = 9;
    add(&s, &def);
    for (int i = 0; i < 10; i++)
        step(&s);
    assert_int_equal(count_of(&s), 8);
    step(&s);
    assert_int_equal(count_of(&s), 59);
    def.end = 9.05;
    assert_int_equal(wend_world_add_spawner(s.world, &def, NULL, NULL), WEND_BAD_ARGUMENT);
    end(&s);
}

// ---- no room ------------------------------------------------------------------------------------

static void remove_some(setting *s, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        wend_agents agents = wend_world_agents(s->world);
        uint32_t slot = 0;
        while (wend_agent_id_is_null(agents.ids[slot]))
            slot++;
        assert_int_equal(wend_world_remove_agent(s->world, agents.ids[slot], NULL), WEND_OK);
    }
}

static void test_full(void **state)
{
    (void)state;
    setting s = make_hall(20, 10, 0.1);
    const wend_vec2 area[] = {{2, 2}, {5, 2}, {5, 5}, {2, 5}};
    wend_spawner_def def = wend_default_spawner_def();
    def.area = (wend_goal){area, 4};
    def.count = 1000;
    wend_spawner_id id = add(&s, &def);
    uint32_t first = check_places(&s, &def.area);
    // Centres in 3 x 3 m, 0.5 m apart: 7 rows of 7 and 6 in turn.
    assert_in_range(first, 42, 52);
    assert_int_equal(wend_world_pending(s.world), 1000 - first);
    assert_int_equal(count_events(&s, WEND_EVENT_SPAWN_WAITING), 1);
    uint32_t count;
    const wend_event *events = wend_world_events(s.world, &count);
    assert_true(wend_spawner_id_equal(events[count - 1].spawner, id));
    assert_int_equal(events[count - 1].number, 1000 - first);

    // They stand, so for each that is taken away one more comes, and nothing is said again.
    for (int i = 0; i < 50; i++) {
        step(&s);
        assert_int_equal(count_events(&s, WEND_EVENT_SPAWN_WAITING), 0);
        remove_some(&s, 5);
    }
    uint32_t later = 1000 - wend_world_pending(s.world);
    assert_true(later > first + 150);
    assert_true(later <= first + 250);
    end(&s);
}

// One place: each comes when the one before has made room.
static void test_place(void **state)
{
    (void)state;
    setting s = make_hall(20, 10, 0.1);
    const wend_vec2 place[] = {{2, 5}}, there[] = {{18, 5}};
    wend_goal_id goal;
    assert_int_equal(wend_world_add_goal(s.world, &(wend_goal){there, 1}, &goal, NULL), WEND_OK);
    wend_spawner_def def = wend_default_spawner_def();
    def.area = (wend_goal){place, 1};
    def.agent.goal = goal;
    def.count = 10;
    add(&s, &def);
    assert_int_equal(count_of(&s), 1);
    assert_int_equal(count_events(&s, WEND_EVENT_SPAWN_WAITING), 1);
    for (int i = 0; i < 200 && wend_world_pending(s.world) > 0; i++) {
        step(&s);
        uint32_t count;
        const wend_event *events = wend_world_events(s.world, &count);
        for (uint32_t k = 0; k < count; k++)
            if (events[k].kind == WEND_EVENT_SPAWNED)
                assert_true(events[k].position.x == 2 && events[k].position.y == 5);
    }
    assert_int_equal(wend_world_pending(s.world), 0);
    // 9 more at 0.5 m apart and 1.3 m/s take 3.5 s; a little longer because they step on.
    assert_true(wend_world_time(s.world) > 3.4 && wend_world_time(s.world) < 8);
    end(&s);
}

// ---- what they are like -------------------------------------------------------------------------

// Mean and deviation of the normal distribution between the limits, by summing.
static void moments(double mean, const wend_spread *spread, double *m, double *d)
{
    enum { SLICES = 20000 };
    double weight = 0, first = 0, second = 0;
    for (int i = 0; i < SLICES; i++) {
        double x = spread->min + (spread->max - spread->min) * (i + 0.5) / SLICES;
        double z = (x - mean) / spread->std, w = exp(-z * z / 2);
        weight += w;
        first += w * x;
        second += w * x * x;
    }
    *m = first / weight;
    *d = sqrt(second / weight - *m * *m);
}

static void check_spread(const double *values, uint32_t count, double mean,
                         const wend_spread *spread, const char *what)
{
    double sum = 0, squares = 0, m, d;
    for (uint32_t i = 0; i < count; i++) {
        assert_true(values[i] >= spread->min - 1e-6 && values[i] <= spread->max + 1e-6);
        sum += values[i];
    }
    double average = sum / count;
    for (uint32_t i = 0; i < count; i++)
        squares += (values[i] - average) * (values[i] - average);
    moments(mean, spread, &m, &d);
    // Five standard errors; that of the deviation is at most about d / sqrt(count).
    double error = 5 * d / sqrt(count);
    if (!(fabs(average - m) < error) || !(fabs(sqrt(squares / count) - d) < error))
        fail_msg("%s: mean %g, not %g; deviation %g, not %g", what, average, m,
                 sqrt(squares / count), d);
}

static void test_spreads(void **state)
{
    (void)state;
    const wend_spread radii[] = {{.std = 0.03, .min = 0.15, .max = 0.35},
                                 {.std = 0.1, .min = 0.2, .max = 0.22},
                                 {.std = 0.01, .min = 0.05, .max = 0.2}};
    const wend_spread speeds[] = {{.std = 0.2, .min = 0.8, .max = 1.8},
                                  {.std = 0.5, .min = 2, .max = 3},
                                  {.std = 1, .min = 0, .max = 1.2}};
    const wend_spread reactions[] = {{.std = 3, .min = 0, .max = 60},
                                     {.std = 100, .min = 1, .max = 2},
                                     {.std = 1, .min = 8, .max = 12}};
    for (size_t k = 0; k < COUNT(radii); k++) {
        setting s = make_hall(120, 120, 0.1);
        const wend_vec2 area[] = {{0, 0}, {120, 0}, {120, 120}, {0, 120}};
        wend_spawner_def def = wend_default_spawner_def();
        def.area = (wend_goal){area, 4};
        def.count = 4000;
        def.agent.premovement_time = 5;
        def.radius = radii[k];
        def.preferred_speed = speeds[k];
        def.premovement_time = reactions[k];
        add(&s, &def);
        wend_agents agents = wend_world_agents(s.world);
        assert_int_equal(agents.count, 4000);
        static double values[3][4000];
        for (uint32_t i = 0; i < agents.count; i++) {
            wend_agent_def agent;
            assert_int_equal(wend_world_agent(s.world, agents.ids[i], &agent, NULL), WEND_OK);
            values[0][i] = agent.radius;
            values[1][i] = agent.preferred_speed;
            values[2][i] = agent.premovement_time;
            assert_true((float)agent.max_speed >= (float)agent.preferred_speed);
        }
        check_spread(values[0], agents.count, def.agent.radius, &radii[k], "radius");
        check_spread(values[1], agents.count, def.agent.preferred_speed, &speeds[k], "speed");
        check_spread(values[2], agents.count, def.agent.premovement_time, &reactions[k],
                     "reaction");
        end(&s);
    }
}

// Distribution function of one with values above 0, by summing its density, whose parameters come
// from mean and std with the C library's gamma function.
static double below(const wend_spread *spread, double mean, double x, double shape)
{
    enum { SLICES = 4000 };
    double v = spread->std / mean, sum = 0, square = log(1 + v * v);
    for (int i = 0; i < SLICES; i++) {
        double y = x * (i + 0.5) / SLICES, z = 0;
        if (spread->distribution == WEND_DISTRIBUTION_LOGNORMAL) {
            z = (log(y / mean) + square / 2) / sqrt(square);
            sum += exp(-z * z / 2) / (y * sqrt(2 * acos(-1) * square));
        } else {
            z = y * shape / mean;
            sum += exp((shape - 1) * log(z) - z - lgamma(shape)) * shape / mean;
        }
    }
    if (spread->distribution == WEND_DISTRIBUTION_UNIFORM)
        return (x - spread->min) / (spread->max - spread->min);
    return spread->distribution == WEND_DISTRIBUTION_WEIBULL
               ? 1 - exp(-pow(x / mean * tgamma(1 + 1 / shape), shape))
               : sum * x / SLICES;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Kolmogorov and Smirnov's distance to the distribution, within the 1 % bound.
static void test_distributions(void **state)
{
    (void)state;
    enum { VALUES = 4000 };
    static const struct {
        wend_distribution distribution;
        double std, min, max, shape;
    } cases[] = {
        {WEND_DISTRIBUTION_UNIFORM, 1, 10, 110, 0},   {WEND_DISTRIBUTION_LOGNORMAL, 20, 0, 1e4, 0},
        {WEND_DISTRIBUTION_LOGNORMAL, 90, 0, 1e5, 0}, {WEND_DISTRIBUTION_GAMMA, 30, 0, 1e4, 4},
        {WEND_DISTRIBUTION_GAMMA, 60, 0, 1e4, 1},     {WEND_DISTRIBUTION_GAMMA, 6, 0, 1e4, 100},
        {WEND_DISTRIBUTION_WEIBULL, 60, 0, 1e4, 1},   {WEND_DISTRIBUTION_WEIBULL, 0, 0, 1e4, 2},
        {WEND_DISTRIBUTION_WEIBULL, 0, 0, 1e4, 3.5},  {WEND_DISTRIBUTION_WEIBULL, 0, 0, 1e4, 0.6},
    };
    static double values[VALUES];
    const double mean = 60;
    for (size_t k = 0; k < COUNT(cases); k++) {
        double shape = cases[k].shape, std = cases[k].std, worst = 0;
        if (std == 0)
            std = mean * sqrt(tgamma(1 + 2 / shape) / pow(tgamma(1 + 1 / shape), 2) - 1);
        wend_spread spread = {std, cases[k].min, cases[k].max, cases[k].distribution};
        wend_random random = wend_random_stream(7, k);
        assert_int_equal(wend_spread_check(mean, &spread, "time", NULL), WEND_OK);
        for (int i = 0; i < VALUES; i++) {
            values[i] = wend_spread_draw(mean, &spread, &random);
            assert_true(values[i] >= spread.min && values[i] <= spread.max);
        }
        qsort(values, VALUES, sizeof *values, by_value);
        for (int i = 0; i < VALUES; i += 37) {
            double share = below(&spread, mean, values[i], shape);
            worst = fmax(worst, fabs((i + 0.5) / VALUES - share));
        }
        if (worst > 1.63 / sqrt(VALUES))
            fail_msg("case %zu: distance %g", k, worst);
    }
    // Limits that leave a narrow part, on either side of the peak.
    for (int kind = WEND_DISTRIBUTION_NORMAL; kind <= WEND_DISTRIBUTION_WEIBULL; kind++)
        for (int side = 0; side < 2; side++) {
            wend_spread spread = {20, side ? 90 : 30, side ? 91 : 31, (wend_distribution)kind};
            wend_random random = wend_random_stream(7, 0);
            for (int i = 0; i < 1000; i++) {
                double value = wend_spread_draw(mean, &spread, &random);
                assert_true(value >= spread.min && value <= spread.max);
            }
        }
}

// What agent k is like does not depend on when there was room for it.
static void test_same_agents(void **state)
{
    (void)state;
    double radii[2][30];
    for (int crowded = 0; crowded < 2; crowded++) {
        setting s = make_hall(20, 10, 0.1);
        const wend_vec2 area[] = {{2, 2}, {3, 2}, {3, 3}, {2, 3}};
        wend_spawner_def def = wend_default_spawner_def();
        def.area = crowded ? (wend_goal){area, 4} : (wend_goal){whole, 4};
        def.count = 30;
        def.radius = (wend_spread){.std = 0.1, .min = 0.1, .max = 0.4};
        add(&s, &def);
        uint32_t got = 0;
        for (int i = 0; got < 30; i++) {
            assert_true(i < 10000);
            uint32_t count;
            const wend_event *events = wend_world_events(s.world, &count);
            for (uint32_t k = 0; k < count; k++) {
                if (events[k].kind != WEND_EVENT_SPAWNED)
                    continue;
                wend_agent_def agent;
                assert_int_equal(wend_world_agent(s.world, events[k].agent, &agent, NULL), WEND_OK);
                radii[crowded][got++] = agent.radius;
            }
            remove_some(&s, count_of(&s));
            step(&s);
        }
        end(&s);
    }
    assert_memory_equal(radii[0], radii[1], sizeof radii[0]);
}

// ---- the same again -----------------------------------------------------------------------------

static void add_mixed(setting *s)
{
    static const wend_vec2 left[] = {{1, 1}, {4, 1}, {4, 9}, {1, 9}},
                           exit_line[] = {{19, 4}, {19, 6}};
    wend_goal_id goal;
    assert_int_equal(wend_world_add_goal(s->world, &(wend_goal){exit_line, 2}, &goal, NULL),
                     WEND_OK);
    wend_spawner_def def = wend_default_spawner_def();
    def.area = (wend_goal){left, 4};
    def.agent.goal = goal;
    def.count = 60;
    def.radius = (wend_spread){.std = 0.05, .min = 0.1, .max = 0.4};
    add(s, &def);
    def.rate = 12;
    def.count = 300;
    add(s, &def);
}

static void test_threads(void **state)
{
    (void)state;
    const uint32_t workers[] = {1, 2, 8};
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) {
        setting s = make_hall(20, 10, 0.1);
        wend_tasks_def def = wend_default_tasks_def();
        wend_tasks *tasks;
        def.worker_count = workers[i];
        assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
        wend_world_set_tasks(s.world, tasks);
        add_mixed(&s);
        for (int k = 0; k < 60; k++)
            step(&s);
        hashes[i] = wend_world_hash(s.world);
        end(&s);
        wend_tasks_destroy(tasks);
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

static void test_snapshot(void **state)
{
    (void)state;
    setting s = make_hall(20, 10, 0.1);
    add_mixed(&s);
    for (int i = 0; i < 20; i++)
        step(&s);
    wend_snapshot *snapshot = NULL;
    assert_int_equal(wend_world_save(s.world, &snapshot, NULL), WEND_OK);
    uint64_t before = wend_world_hash(s.world), after = 0;
    uint32_t to_come = wend_world_pending(s.world);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 20; i++)
            step(&s);
        assert_true(round == 0 || wend_world_hash(s.world) == after);
        after = wend_world_hash(s.world);
        assert_true(after != before && wend_world_pending(s.world) < to_come);
        assert_int_equal(wend_world_restore(s.world, snapshot, NULL), WEND_OK);
        assert_true(wend_world_hash(s.world) == before);
        assert_int_equal(wend_world_pending(s.world), to_come);
    }
    wend_snapshot_destroy(snapshot);
    end(&s);
}

// Other seeds give others in other places.
static void test_seeds(void **state)
{
    (void)state;
    wend_vec2 first[2] = {{0, 0}, {0, 0}};
    for (uint64_t seed = 0; seed < 2; seed++) {
        setting s;
        make_floor(&s, 20, 10, NULL, 0);
        make_world(&s, 0.1, seed);
        add_mixed(&s);
        first[seed] = wend_world_agents(s.world).bodies[0].position;
        end(&s);
    }
    assert_true(first[0].x != first[1].x && first[0].y != first[1].y);
}

// ---- memory -------------------------------------------------------------------------------------

// Whatever allocation fails, the world goes on as if it had not when it is tried again.
static void test_no_memory(void **state)
{
    (void)state;
    uint64_t expected = 0;
    for (size_t fail_at = 0;; fail_at++) {
        failing_allocator memory = {.fail_at = 0};
        setting s;
        make_floor(&s, 20, 10, NULL, 0);
        wend_world_def def = wend_default_world_def();
        def.floor = s.floor;
        def.allocator = failing_allocator_of(&memory);
        assert_int_equal(wend_world_create(&def, &s.world, NULL), WEND_OK);
        wend_spawner_def spawner = wend_default_spawner_def();
        spawner.area = (wend_goal){whole, 4};
        spawner.count = 20;
        spawner.radius = (wend_spread){.std = 0.05, .min = 0.1, .max = 0.4};
        size_t before = memory.calls;
        memory.fail_at = fail_at ? before + fail_at : 0;
        bool failed = false;
        while (wend_world_add_spawner(s.world, &spawner, NULL, NULL) != WEND_OK) {
            assert_false(failed);
            failed = true;
            assert_int_equal(count_of(&s), 0);
            assert_int_equal(wend_world_pending(s.world), 0);
        }
        spawner.rate = 100;
        while (wend_world_add_spawner(s.world, &spawner, NULL, NULL) != WEND_OK) {
            assert_false(failed);
            failed = true;
            assert_int_equal(wend_world_pending(s.world), 0);
        }
        for (int i = 0; i < 3;) {
            wend_result result = wend_world_step(s.world, NULL);
            assert_true(result == WEND_OK || (result == WEND_OUT_OF_MEMORY && !failed));
            failed |= result != WEND_OK;
            i += result == WEND_OK;
        }
        uint64_t hash = wend_world_hash(s.world);
        if (fail_at == 0)
            expected = hash;
        // An event that there was no memory for is lost, which is no failure.
        assert_true(hash == expected);
        assert_int_equal(count_of(&s), 40);
        bool all = fail_at > 0 && memory.calls < memory.fail_at;
        end(&s);
        assert_int_equal(memory.bytes, 0);
        if (all)
            break;
    }
}

// A spawner that waits, and one that is done, take no memory.
static void test_warm(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    setting s;
    make_floor(&s, 20, 10, NULL, 0);
    wend_world_def def = wend_default_world_def();
    def.floor = s.floor;
    def.allocator = failing_allocator_of(&memory);
    assert_int_equal(wend_world_create(&def, &s.world, NULL), WEND_OK);
    const wend_vec2 area[] = {{2, 2}, {5, 2}, {5, 5}, {2, 5}};
    wend_spawner_def spawner = wend_default_spawner_def();
    spawner.area = (wend_goal){area, 4};
    spawner.count = 1000;
    add(&s, &spawner);
    spawner.rate = 5;
    add(&s, &spawner);
    // One comes where another was taken away, on and on.
    for (int i = 0; i < 400; i++) {
        size_t calls = memory.calls;
        step(&s);
        if (i >= 200)
            assert_int_equal(memory.calls, calls);
        if (i % 3 == 0)
            remove_some(&s, 2);
    }
    end(&s);
    assert_int_equal(memory.bytes, 0);
}

// ---- refusals -----------------------------------------------------------------------------------

static void refuse(setting *s, const wend_spawner_def *def, wend_result result, const char *words)
{
    wend_error error = {0};
    wend_spawner_id id;
    assert_int_equal(wend_world_add_spawner(s->world, def, &id, &error), result);
    assert_true(wend_spawner_id_is_null(id));
    if (!strstr(error.text, words))
        fail_msg("\"%s\" does not speak of \"%s\"", error.text, words);
    assert_int_equal(wend_world_pending(s->world), 0);
}

static void test_refusals(void **state)
{
    (void)state;
    setting s;
    const wend_vec2 block[] = {{8, 2}, {12, 2}, {12, 8}, {8, 8}};
    make_floor(&s, 20, 10, &(wend_shape){.points = block, .point_count = 4}, 1);
    make_world(&s, 0.1, 1);
    wend_spawner_def good = wend_default_spawner_def(), def;
    good.area = (wend_goal){whole, 4};

    refuse(&s, &(wend_spawner_def){0}, WEND_BAD_ARGUMENT, "wend_default_spawner_def");
    def = good, def.count = 0;
    refuse(&s, &def, WEND_BAD_ARGUMENT, "count");
    def = good, def.rate = -1;
    refuse(&s, &def, WEND_BAD_ARGUMENT, "rate");
    def = good, def.rate = NAN;
    refuse(&s, &def, WEND_BAD_ARGUMENT, "rate");
    def = good, def.start = 5, def.end = 5;
    refuse(&s, &def, WEND_BAD_ARGUMENT, "end after start");
    def = good, def.start = INFINITY;
    refuse(&s, &def, WEND_BAD_ARGUMENT, "start must be finite");
    def = good, def.area.count = 0;
    refuse(&s, &def, WEND_BAD_ARGUMENT, "area");
    def = good, def.area.count = 2;
    refuse(&s, &def, WEND_BAD_ARGUMENT, "found 2 points");
    def = good, def.area.points = NULL;
    refuse(&s, &def, WEND_BAD_ARGUMENT, "area");
    def = good, def.area = (wend_goal){(wend_vec2[]){{0, 0}, {NAN, 0}, {1, 1}}, 3};
    refuse(&s, &def, WEND_BAD_ARGUMENT, "corner 1");
    def = good, def.area = (wend_goal){(wend_vec2[]){{0, 0}, {2, 2}, {2, 0}, {0, 2}}, 4};
    refuse(&s, &def, WEND_INVALID_GEOMETRY, "");
    def = good, def.area = (wend_goal){(wend_vec2[]){{10, 5}}, 1};
    refuse(&s, &def, WEND_BAD_ARGUMENT, "free space");
    def = good, def.area = (wend_goal){(wend_vec2[]){{30, 5}, {31, 5}, {31, 6}}, 3};
    refuse(&s, &def, WEND_BAD_ARGUMENT, "outside");
    def = good, def.agent.radius = 0;
    refuse(&s, &def, WEND_BAD_ARGUMENT, "radius");
    def = good, def.agent.goal = (wend_goal_id){{7, 1}};
    refuse(&s, &def, WEND_STALE, "goal");
    def = good, def.radius = (wend_spread){.std = 0.1, .min = 0, .max = 0.3};
    refuse(&s, &def, WEND_BAD_ARGUMENT, "radius");
    def = good, def.radius = (wend_spread){.std = -0.1, .min = 0.1, .max = 0.3};
    refuse(&s, &def, WEND_BAD_ARGUMENT, "std of");
    def = good, def.preferred_speed = (wend_spread){.std = 0.1, .min = 0.5, .max = 0.3};
    refuse(&s, &def, WEND_BAD_ARGUMENT, "min <= max");
    def = good, def.preferred_speed = (wend_spread){.std = 0.1, .min = 0.5, .max = INFINITY};
    refuse(&s, &def, WEND_BAD_ARGUMENT, "finite limits");
    def = good;
    def.premovement_time = (wend_spread){1, 0, 1, (wend_distribution)5};
    refuse(&s, &def, WEND_BAD_ARGUMENT, "must be a wend_distribution, found 5");
    def = good; // its mean is 0
    def.premovement_time = (wend_spread){1, 0, 1, WEND_DISTRIBUTION_GAMMA};
    refuse(&s, &def, WEND_BAD_ARGUMENT, "mean and max must be above 0");
    def = good, def.premovement_time = (wend_spread){.std = 0.1, .min = -1, .max = 1};
    refuse(&s, &def, WEND_BAD_ARGUMENT, "premovement_time");
    end(&s);
}

// ---- many ---------------------------------------------------------------------------------------

static void test_many(void **state)
{
    (void)state;
    uint32_t count = long_tier() ? 100000 : 20000;
    double side = sqrt(count / 3.5); // 3.5 to the square metre: no chance by chance
    setting s = make_hall(side, side, 0.1);
    const wend_vec2 area[] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    wend_spawner_def def = wend_default_spawner_def();
    def.area = (wend_goal){area, 4};
    def.count = count;
    add(&s, &def);
    assert_int_equal(count_of(&s), count);
    assert_int_equal(wend_world_pending(s.world), 0);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_at_once),     cmocka_unit_test(test_dense),
        cmocka_unit_test(test_odd_areas),   cmocka_unit_test(test_mover),
        cmocka_unit_test(test_evenly),      cmocka_unit_test(test_rates),
        cmocka_unit_test(test_exact_rate),  cmocka_unit_test(test_added_later),
        cmocka_unit_test(test_full),        cmocka_unit_test(test_place),
        cmocka_unit_test(test_spreads),     cmocka_unit_test(test_distributions),
        cmocka_unit_test(test_same_agents), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_snapshot),    cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_no_memory),   cmocka_unit_test(test_warm),
        cmocka_unit_test(test_refusals),    cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests_name("spawn", tests, NULL, NULL);
}
