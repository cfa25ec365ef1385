// SPDX-License-Identifier: MIT
// Maps with weights at corners on random floors: against all sequences of corners (time_oracle.h),
// forward against backward, along their own paths, and updated against built anew.
#include "tests/map/time_maps.h"
#include "tests/oracle/time.h"
#include "tests/plan/point_paths.h"

/// Few different weights, so that layers have several corners; 1 is none.
static const double WEIGHTS[] = {1, 1.3, 2, 3.5};
enum { WEIGHT_KINDS = 4, QUESTIONS = 12 };

static double size_of(const fixture *f)
{
    return 3 * f->p.size; // floors without bounds have a frame of that width
}

// ---- what maps are made of ----------------------------------------------------------------------

/// A place that the oracle can be asked about.
static wend_vec2 clear_place(const fixture *f, wend_random *random)
{
    wend_vec2 p;
    do
        p = random_place(f, random);
    while (!is_clear_place(f->w.floor, p));
    return p;
}

/// Points and segments; those that run into walls are the subject of other tests.
static void random_source(const fixture *f, wend_random *random, wend_map_source *source)
{
    source->a = source->b = clear_place(f, random);
    if (wend_random_below(random, 3) == 0) {
        wend_vec2 other = clear_place(f, random);
        if (!wend_equal(source->a, other) &&
            sides_at_end(f->w.floor, source->a, other, ON_BOTH) == ON_BOTH)
            source->b = other;
    }
    source->offset = wend_random_below(random, 3) == 0 ? on_grid(random, 2, 3) : 0;
}

static void random_weight(const fixture *f, wend_random *random, wend_map_boost *weight)
{
    const wend_floor *floor = f->w.floor;
    weight->position = floor->points[wend_random_below(random, floor->wall_count)];
    weight->factor = WEIGHTS[wend_random_below(random, WEIGHT_KINDS)];
}

static void random_recipe(const fixture *f, wend_random *random, wend_time_form form, recipe *r)
{
    set_recipe(r, form);
    r->def.source_count = 1 + wend_random_below(random, MOST_SOURCES);
    for (uint32_t i = 0; i < r->def.source_count; ++i)
        random_source(f, random, &r->sources[i]);
    r->def.boost_count = 1 + wend_random_below(random, MOST_WEIGHTS);
    for (uint32_t i = 0; i < r->def.boost_count; ++i)
        random_weight(f, random, &r->weights[i]);
    r->speeds[0] = WEIGHTS[wend_random_below(random, WEIGHT_KINDS)];
    r->def.speed_count = wend_random_below(random, 2);
}

static void print_recipe(const fixture *f, const recipe *r)
{
    print_plan(f);
    print_message("%s sources\n", r->def.form == WEND_TIME_TO_SOURCES ? "to" : "from");
    for (uint32_t i = 0; i < r->def.source_count; ++i)
        print_message("  source %.17g,%.17g %.17g,%.17g offset %g\n", r->sources[i].a.x,
                      r->sources[i].a.y, r->sources[i].b.x, r->sources[i].b.y,
                      r->sources[i].offset);
    for (uint32_t i = 0; i < r->def.boost_count; ++i)
        print_message("  weight %.17g,%.17g %g\n", r->weights[i].position.x,
                      r->weights[i].position.y, r->weights[i].factor);
}

/// A random floor with at least one wall. The seed also chooses what is asked.
static wend_random set_up_random(fixture *f, uint64_t seed)
{
    f->seed = seed;
    do
        plan_random(&f->p, seed += 1000003);
    while (f->p.shape_count == 0);
    set_up(f);
    return wend_random_stream(f->seed, 2);
}

// ---- against the oracle -------------------------------------------------------------------------

/// A question, and what the oracle says.
typedef struct riddle {
    wend_vec2 at;
    uint32_t layer;
    double truth;
} riddle;

/// Makes up questions; the usual one of maps from sources is about all speeds.
static void ask_oracle(const fixture *f, wend_random *random, time_oracle *oracle,
                       riddle riddles[QUESTIONS])
{
    bool usual = oracle->form == WEND_TIME_FROM_SOURCES;
    for (uint32_t i = 0; i < QUESTIONS; ++i)
        riddles[i] = (riddle){clear_place(f, random),
                              usual ? WEND_TIME_DEFAULT_LAYER
                                    : wend_random_below(random, oracle->speed_count),
                              INFINITY};
    for (uint32_t speed = 0; speed < oracle->speed_count; ++speed) {
        time_oracle_show(oracle, speed);
        for (uint32_t i = 0; i < QUESTIONS; ++i)
            if (usual || riddles[i].layer == speed)
                riddles[i].truth = fmin(riddles[i].truth, time_oracle_at(oracle, riddles[i].at));
    }
}

static void check_against_oracle(const fixture *f, wend_random *random, time_oracle *oracle,
                                 const recipe *r)
{
    wend_time_map *map = make_map(f->w.mesh, r);
    uint32_t layers;
    const double *speeds = wend_time_map_speeds(map, &layers);
    time_oracle_spread(oracle, &r->def, speeds, layers);
    riddle riddles[QUESTIONS];
    ask_oracle(f, random, oracle, riddles);
    for (uint32_t i = 0; i < QUESTIONS; ++i) {
        const riddle *q = &riddles[i];
        double time = wend_time_map_query(map, q->layer, q->at).time;
        if (same_time(time, q->truth, size_of(f)))
            continue;
        print_recipe(f, r);
        fail_msg("at %.17g,%.17g, layer %d: %.17g, truth %.17g", q->at.x, q->at.y, (int)q->layer,
                 time, q->truth);
    }
    wend_time_map_destroy(map);
}

static void all_sequences(void **state)
{
    (void)state;
    uint64_t count = long_tier() ? 3000 : 40;
    for (uint64_t seed = 0; seed < count; ++seed) {
        fixture f;
        wend_random random = set_up_random(&f, seed);
        time_oracle *oracle = time_oracle_make(f.w.floor);
        for (int form = WEND_TIME_TO_SOURCES; form <= WEND_TIME_FROM_SOURCES; ++form) {
            recipe r;
            random_recipe(&f, &random, (wend_time_form)form, &r);
            check_against_oracle(&f, &random, oracle, &r);
        }
        time_oracle_free(oracle);
        tear_down(&f);
    }
}

// Weights in the open, which are points on the oracle's floor.
static void open_places(void **state)
{
    (void)state;
    uint64_t count = long_tier() ? 500 : 12;
    for (uint64_t seed = 0; seed < count; ++seed) {
        fixture f;
        wend_random random = set_up_random(&f, seed);
        plan with_points = f.p;
        for (uint32_t i = 0; i < with_points.shape_count; ++i)
            with_points.shapes[i].points = with_points.points + (f.p.shapes[i].points - f.p.points);
        recipe r;
        random_recipe(&f, &random, seed % 2 ? WEND_TIME_TO_SOURCES : WEND_TIME_FROM_SOURCES, &r);
        for (uint32_t i = 0; i < r.def.boost_count; i += 2) {
            wend_vec2 p = clear_place(&f, &random);
            if (wend_floor_locate(f.w.floor, p, NULL) == WEND_LOCATION_FREE &&
                plan_add(&with_points, &p, 1))
                r.weights[i].position = p;
        }
        wend_floor *floor = plan_floor(&with_points);
        time_oracle *oracle = time_oracle_make(floor);
        check_against_oracle(&f, &random, oracle, &r);
        time_oracle_free(oracle);
        wend_floor_destroy(floor);
        tear_down(&f);
    }
}

// ---- forward and backward -----------------------------------------------------------------------

static double time_between(const fixture *f, recipe *r, wend_time_form form, wend_vec2 source,
                           wend_vec2 other)
{
    r->def.form = form;
    r->def.source_count = 1;
    r->sources[0] = (wend_map_source){source, source, 0};
    wend_time_map *map = make_map(f->w.mesh, r);
    double time = wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, other).time;
    wend_time_map_destroy(map);
    return time;
}

static void both_ways(void **state)
{
    (void)state;
    uint64_t count = long_tier() ? 5000 : 200;
    for (uint64_t seed = 0; seed < count; ++seed) {
        fixture f;
        wend_random random = set_up_random(&f, seed);
        recipe r;
        random_recipe(&f, &random, WEND_TIME_TO_SOURCES, &r);
        for (uint32_t i = 0; i < 3; ++i) {
            wend_vec2 start = random_place(&f, &random), end = random_place(&f, &random);
            double onward = time_between(&f, &r, WEND_TIME_FROM_SOURCES, start, end);
            double back = time_between(&f, &r, WEND_TIME_TO_SOURCES, end, start);
            if (fabs(onward - back) <= SAME_TIME * size_of(&f))
                continue;
            print_recipe(&f, &r);
            fail_msg("from %.17g,%.17g to %.17g,%.17g: %.17g or %.17g", start.x, start.y, end.x,
                     end.y, onward, back);
        }
        tear_down(&f);
    }
}

// ---- paths --------------------------------------------------------------------------------------

/// What is wrong with a path; NULL: nothing.
static const char *fault_of(const fixture *f, const recipe *r, const wend_time_result *answer,
                            wend_vec2 p, const wend_time_point *stops, uint32_t count)
{
    bool to_sources = r->def.form == WEND_TIME_TO_SOURCES;
    if (!wend_equal(stops[0].position, p) || stops[0].time != answer->time)
        return "starts elsewhere";
    if (stops[count - 1].speed != 0 || answer->source >= r->def.source_count)
        return "does not end";
    const wend_map_source *source = &r->sources[answer->source];
    wend_segment way = {source->a, source->b};
    if (!same_time(wend_segment_distance(way, stops[count - 1].position), 0, size_of(f)) ||
        !same_time(stops[count - 1].time, source->offset, size_of(f)))
        return "does not end at its source";
    double speed = stops[0].speed;
    for (uint32_t i = 0; i + 1 < count; ++i) {
        double length = sight_distance(stops[i].position, stops[i + 1].position);
        if (length == 0 || !is_open_way(f, stops[i].position, stops[i + 1].position))
            return "goes through a wall";
        if (!same_time(stops[i].time - stops[i + 1].time, length / stops[i].speed, size_of(f)))
            return "takes another time than is told";
        if (i > 0 && stops[i].speed != speed && stops[i].boost == WEND_MAP_NONE)
            return "changes its speed where there is no weight";
        if (i > 0 && (to_sources ? stops[i].speed < speed : stops[i].speed > speed))
            return "gets slower";
        if (stops[i].boost != WEND_MAP_NONE &&
            (!wend_equal(r->weights[stops[i].boost].position, stops[i].position) ||
             (to_sources ? stops[i].speed : speed) != r->weights[stops[i].boost].factor))
            return "takes a weight that is not there";
        speed = stops[i].speed;
    }
    return NULL;
}

static void paths(void **state)
{
    (void)state;
    uint64_t count = long_tier() ? 3000 : 100;
    uint32_t changes = 0;
    for (uint64_t seed = 0; seed < count; ++seed) {
        fixture f;
        wend_random random = set_up_random(&f, seed);
        recipe r;
        random_recipe(&f, &random, seed % 2 ? WEND_TIME_TO_SOURCES : WEND_TIME_FROM_SOURCES, &r);
        wend_time_map *map = make_map(f.w.mesh, &r);
        for (uint32_t i = 0; i < QUESTIONS; ++i) {
            wend_vec2 p = clear_place(&f, &random);
            wend_time_result answer = wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, p);
            wend_time_point stops[MOST_STOPS];
            uint32_t stop_count;
            wend_result result =
                wend_time_map_path(map, WEND_TIME_DEFAULT_LAYER, p, stops, MOST_STOPS, &stop_count);
            assert_int_equal(result, answer.time < 0 ? WEND_NOT_FOUND : WEND_OK);
            if (result != WEND_OK)
                continue;
            const char *fault = fault_of(&f, &r, &answer, p, stops, stop_count);
            if (fault) {
                print_recipe(&f, &r);
                for (uint32_t k = 0; k < stop_count; ++k)
                    print_message("  %.17g,%.17g time %.17g speed %g weight %d\n",
                                  stops[k].position.x, stops[k].position.y, stops[k].time,
                                  stops[k].speed, (int)stops[k].boost);
                fail_msg("the path from %.17g,%.17g %s", p.x, p.y, fault);
            }
            for (uint32_t k = 0; k < stop_count; ++k)
                changes += stops[k].boost != WEND_MAP_NONE;
        }
        wend_time_map_destroy(map);
        tear_down(&f);
    }
    assert_true(changes > count); // or this proves nothing
}

// ---- changes ------------------------------------------------------------------------------------

/// Changes a weight, a source, or what stands on the floor.
static void change(fixture *f, wend_random *random, recipe *r, wend_mesh_shape_id *post)
{
    uint32_t kind = wend_random_below(random, 4);
    if (kind == 0) {
        random_source(f, random, &r->sources[wend_random_below(random, r->def.source_count)]);
    } else if (kind == 1) {
        if (!wend_mesh_shape_id_is_null(*post))
            assert_int_equal(wend_mesh_remove(f->w.mesh, *post, NULL), WEND_OK);
        *post = (wend_mesh_shape_id){0};
        wend_vec2 p = point_on_grid(random, f->p.size, 2);
        wend_vec2 corners[] = {p, {p.x + 0.75, p.y + 0.25}, {p.x + 0.25, p.y + 0.75}};
        wend_mesh_insert(f->w.mesh, &(wend_shape){.points = corners, .point_count = 3}, post, NULL);
    } else {
        random_weight(f, random, &r->weights[wend_random_below(random, r->def.boost_count)]);
    }
}

static void check_same(const fixture *f, wend_random *random, const recipe *r,
                       const wend_time_map *map)
{
    wend_time_map *fresh = make_map(f->w.mesh, r);
    uint32_t layers, fresh_layers;
    wend_time_map_speeds(map, &layers);
    wend_time_map_speeds(fresh, &fresh_layers);
    assert_int_equal(layers, fresh_layers);
    for (uint32_t i = 0; i < QUESTIONS; ++i) {
        wend_vec2 p = random_place(f, random);
        uint32_t layer = wend_random_below(random, layers + 1);
        layer = layer == layers ? WEND_TIME_DEFAULT_LAYER : layer;
        double time = wend_time_map_query(map, layer, p).time;
        double truth = wend_time_map_query(fresh, layer, p).time;
        if (fabs(time - truth) <= SAME_TIME * size_of(f))
            continue;
        print_recipe(f, r);
        fail_msg("at %.17g,%.17g, layer %d: updated %.17g, built %.17g", p.x, p.y, (int)layer, time,
                 truth);
    }
    wend_time_map_destroy(fresh);
}

static void updates(void **state)
{
    (void)state;
    uint64_t count = long_tier() ? 1000 : 40;
    uint64_t kept = 0;
    for (uint64_t seed = 0; seed < count; ++seed) {
        fixture f;
        wend_random random = set_up_random(&f, seed);
        recipe r;
        random_recipe(&f, &random, seed % 2 ? WEND_TIME_TO_SOURCES : WEND_TIME_FROM_SOURCES, &r);
        wend_time_map *map = make_map(f.w.mesh, &r);
        wend_mesh_shape_id post = {0};
        for (uint32_t i = 0; i < 12; ++i) {
            change(&f, &random, &r, &post);
            wend_error error = {0};
            if (wend_time_map_update(map, f.w.mesh, &r.def, &error) != WEND_OK ||
                wend_time_map_check(map, &error) != WEND_OK)
                fail_msg("seed %d: %s", (int)seed, wend_error_text(&error));
            kept += wend_time_map_measure(map).kept;
            check_same(&f, &random, &r, map);
        }
        wend_time_map_destroy(map);
        tear_down(&f);
    }
    assert_true(kept > count); // or nothing was gained
}

// ---- threads ------------------------------------------------------------------------------------

static void many_at_once(void **state)
{
    (void)state;
    enum { POINTS = 20000 };
    fixture f;
    wend_random random = set_up_random(&f, 5);
    recipe r;
    random_recipe(&f, &random, WEND_TIME_FROM_SOURCES, &r);
    wend_time_map *map = make_map(f.w.mesh, &r);
    wend_vec2 *points = malloc(POINTS * sizeof *points);
    wend_time_result *answers = malloc(POINTS * sizeof *answers);
    assert_non_null(points);
    assert_non_null(answers);
    for (uint32_t i = 0; i < POINTS; ++i)
        points[i] = random_place(&f, &random);
    for (uint32_t workers = 1; workers <= 8; workers *= 2) {
        wend_tasks_def def = wend_default_tasks_def();
        def.worker_count = workers;
        wend_tasks *tasks;
        assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
        memset(answers, 0, POINTS * sizeof *answers);
        wend_time_map_query_batch(map, WEND_TIME_DEFAULT_LAYER, points, POINTS, answers, tasks);
        for (uint32_t i = 0; i < POINTS; ++i) {
            wend_time_result alone = wend_time_map_query(map, WEND_TIME_DEFAULT_LAYER, points[i]);
            assert_memory_equal(&alone, &answers[i], sizeof alone);
        }
        wend_tasks_destroy(tasks);
    }
    free(points);
    free(answers);
    wend_time_map_destroy(map);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sequences), cmocka_unit_test(open_places),
        cmocka_unit_test(both_ways),     cmocka_unit_test(paths),
        cmocka_unit_test(updates),       cmocka_unit_test(many_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
