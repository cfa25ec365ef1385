// SPDX-License-Identifier: MIT
// What a replay tells for some moments: the multi-agent navigation graph, held against one that is
// built here from the recorded places, and the first goals.
#define _XOPEN_SOURCE 700 // open_memstream
#include "scene/shape.h"
#include "tests/replay/replay_reader.h"

#include "polygon/polygons.h"
#include "record/recording_build.h"
#include "replay/replay.h"
#include "scene/build/floor.h"
#include "scene/frames.h"
#include "tests/support/failing_malloc.h"
#include "wend/geometry.h"
#include "wend/mang.h"
#include "wend/random.h"

enum { FRAMES = 60, AGENTS = 9 };

/// Radii of the agents, whom somebody tells. [Units: m]
#define RADIUS 0.3

// ---- a recording --------------------------------------------------------------------------------

/// A room with a wall, a door and something that moves.
static scene *make_room(void)
{
    static const wend_vec2 bounds[] = {{0, 0}, {20, 0}, {20, 12}, {0, 12}};
    static const wend_vec2 wall[] = {{10, 0}, {10, 5}}, gate[] = {{10, 5}, {10, 7}};
    static const wend_vec2 cart[] = {{2, 1}, {3, 1}, {3, 2}, {2, 2}};
    scene *s = scene_new();
    assert_non_null(s);
    s->bounds = pool_allocate(&s->memory, 4, sizeof *bounds);
    memcpy(s->bounds, bounds, sizeof bounds);
    s->bounds_count = 4;
    scene_obstacle *low = scene_add_obstacle(s);
    low->kind = SCENE_SEGMENT;
    scene_door *door = scene_add_door(s);
    door->body.kind = SCENE_SEGMENT;
    assert_true(scene_shape_ring(s, wall, 2, &low->shape) &&
                scene_shape_ring(s, gate, 2, &door->body.shape) &&
                scene_shape_ring(s, cart, 4, &scene_add_mover(s)->body.shape));
    return s;
}

static wend_vec2 place_of(uint32_t agent, uint32_t frame)
{
    double turn = 0.05 * frame + 0.7 * agent;
    return (wend_vec2){2 + 2.0 * agent + 0.3 * sin(turn), 8 + 2.5 * cos(turn)};
}

/// Agents who turn on the spot while the door shuts and the cart goes on.
static recording make_run(double flipped)
{
    recording_build b;
    recording_build_start(&b);
    scene *s = make_room();
    s->flipped = flipped;
    for (uint32_t a = 0; a < AGENTS; ++a) {
        uint32_t number;
        assert_true(recording_build_agent(&b, 10 * a, &number));
        assert_true(recording_build_name(&b, "mang", &b.agents.data[number].planner));
        b.agents.data[number].radius = RADIUS;
        for (uint32_t f = 0; f < FRAMES; ++f)
            if (a != 4 || f > 20) // one comes later
                assert_true(
                    recording_build_row(&b, 10 * a, f, frames_to_metres(s, place_of(a, f))));
    }
    recording r;
    assert_true(recording_build_finish(&b, &(recording_rate){.stated = 10}, &r));
    recording_build_free(&b);
    r.s = s;
    r.shut = calloc(FRAMES, sizeof *r.shut);
    r.movers = calloc(FRAMES, sizeof *r.movers);
    r.aims = calloc(r.row_count, sizeof *r.aims);
    assert_true(r.shut && r.movers && r.aims);
    for (uint32_t f = 0; f < FRAMES; ++f) {
        r.shut[f] = f >= 30;
        r.movers[f] = (wend_vec2){0.1 * f, 0};
    }
    for (size_t i = 0; i < r.row_count; ++i) // of one in three nothing is known
        r.aims[i] = i % 3 == 0 ? (wend_vec2){NAN, NAN}
                               : (wend_vec2){r.at[i].x + 0.01 * (double)(i % 70), r.at[i].y + 1};
    return r;
}

// ---- the graph as it should be ------------------------------------------------------------------

typedef struct truth {
    wend_voronoi *voronoi;
    wend_mang *mang;
    double black, red; ///< lengths
} truth;

static void insert(wend_voronoi *voronoi, wend_shape shape, double radius)
{
    wend_site_id id;
    assert_int_equal(wend_voronoi_insert(voronoi, &shape, radius, &id, NULL), WEND_OK);
}

static truth make_truth(const recording *r, uint32_t frame)
{
    truth t = {0};
    wend_floor *floor;
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_mang_def options = wend_default_mang_def();
    assert_int_equal(scene_floor(r->s, &floor, NULL), WEND_OK);
    assert_int_equal(wend_voronoi_create(floor, &def, &t.voronoi, NULL), WEND_OK);
    wend_floor_destroy(floor);
    wend_vec2 cart[4];
    for (int i = 0; i < 4; ++i)
        cart[i] = (wend_vec2){r->s->movers[0].body.shape.points[i].x + 0.1 * frame,
                              r->s->movers[0].body.shape.points[i].y};
    insert(t.voronoi, (wend_shape){.points = cart, .point_count = 4}, 0);
    if (r->shut[frame])
        insert(t.voronoi, shape_view(&r->s->doors[0].body.shape), 0);
    for (uint32_t a = 0; a < AGENTS; ++a) {
        wend_vec2 place = place_of(a, frame);
        if (a != 4 || frame > 20)
            insert(t.voronoi, (wend_shape){.points = &place, .point_count = 1}, RADIUS);
    }
    assert_int_equal(wend_mang_create(NULL, &t.mang, NULL), WEND_OK);
    assert_int_equal(wend_mang_build(t.mang, t.voronoi, &options, NULL, NULL), WEND_OK);
    const wend_mang_graph *graph = wend_mang_graph_of(t.mang);
    for (uint32_t i = 0; i < graph->edge_count; ++i)
        t.red += graph->edges[i].length;
    for (uint32_t i = 0; i < graph->cell_count; ++i)
        for (uint32_t k = 0; k < graph->cells[i].link_count; ++k)
            t.black += graph->links[graph->cells[i].first_link + k].length;
    return t;
}

static void free_truth(truth *t)
{
    wend_mang_destroy(t->mang);
    wend_voronoi_destroy(t->voronoi);
}

// ---- what was packed ----------------------------------------------------------------------------

static char *pack(const recording *r, const replay_options *options, size_t *size)
{
    char *packed = NULL;
    problem_list problems = {0};
    FILE *out = open_memstream(&packed, size);
    assert_non_null(out);
    assert_true(replay_write(r, options, out, NULL, &problems));
    assert_int_equal(fclose(out), 0);
    return packed;
}

typedef struct moment_reader {
    const recording *r;
    replay_in in;
    double unit, x, y; ///< the place that was read last, in units
} moment_reader;

/// A place of the page in the scene's own frame.
static wend_vec2 next_place(moment_reader *m)
{
    m->x += replay_signed(&m->in);
    m->y += replay_signed(&m->in);
    // The page's y is up, as the scene's is; a recording that is mirrored has its zero elsewhere.
    return (wend_vec2){m->x * m->unit, m->y * m->unit + m->r->s->flipped};
}

/// Reads lines; returns their length. All their ends are in the middle between two sites: on the
/// Voronoi graph, or on that without the agent in whose cell they are.
static double read_lines(moment_reader *m, const truth *t, bool red)
{
    double length = 0;
    uint32_t count = replay_number(&m->in);
    assert_true(count > AGENTS);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t parts = replay_number(&m->in);
        wend_vec2 last = next_place(m);
        assert_true(parts > 0);
        for (uint32_t k = 0; k < parts; ++k) {
            wend_vec2 p = next_place(m);
            length += hypot(p.x - last.x, p.y - last.y);
            last = p;
        }
        wend_nearest_site first, second;
        if (red && wend_voronoi_nearest_two(t->voronoi, last, &first, &second, NULL) == WEND_OK) {
            // Those of one site end in a corner of it.
            bool between = second.distance - first.distance <= 4 * m->unit;
            wend_circle circle;
            assert_true(
                between ||
                (wend_voronoi_embedding_circle(t->voronoi, last, &circle, NULL, NULL) == WEND_OK &&
                 hypot(circle.centre.x - last.x, circle.centre.y - last.y) <= 4 * m->unit) ||
                first.distance <= 2 * m->unit);
        }
    }
    return length;
}

static void read_goals(moment_reader *m, uint32_t frame)
{
    uint32_t count = replay_number(&m->in), agent = 0, told = 0;
    for (uint32_t i = 0; i < count; ++i, ++agent) {
        agent += replay_number(&m->in);
        wend_vec2 p = next_place(m);
        size_t row = recording_row(m->r, agent, frame);
        assert_true(row != SIZE_MAX && !isnan(m->r->aims[row].x));
        wend_vec2 wanted = frames_from_metres(m->r->s, m->r->aims[row]);
        assert_true(fabs(p.x - wanted.x) <= m->unit && fabs(p.y - wanted.y) <= m->unit);
    }
    for (size_t i = m->r->frame_starts[frame]; i < m->r->frame_starts[frame + 1]; ++i)
        told += !isnan(m->r->aims[m->r->by_frame[i]].x);
    assert_int_equal(count, told);
}

/// The line of that number; free data.
static replay_in line_of(const char *packed, size_t number)
{
    for (; number > 0; --number)
        packed = strchr(packed, '\n') + 1;
    return replay_line_read(packed, (size_t)(strchr(packed, '\n') - packed));
}

static double moments_field(const replay_read *read, const char *key)
{
    const json_t *moments = json_object_get(read->about, "moments");
    assert_non_null(moments);
    return json_number_value(json_object_get(moments, key));
}

static void check_moments(const recording *r, const char *packed, size_t size)
{
    replay_read read = replay_read_text(packed, size);
    uint32_t every = (uint32_t)moments_field(&read, "every");
    uint32_t count = (uint32_t)moments_field(&read, "count");
    uint32_t group = (uint32_t)moments_field(&read, "group");
    size_t line = 1 + json_array_size(json_object_get(read.about, "layers"));
    assert_int_equal(count, (FRAMES - 1) / every + 1);
    moment_reader m = {.r = r, .unit = moments_field(&read, "unit")};
    for (uint32_t i = 0; i < count; ++i) {
        if (i % group == 0) {
            assert_int_equal(m.in.at, m.in.size);
            free(m.in.data);
            m.in = line_of(packed, line++);
        }
        m.x = m.y = 0;
        truth t = make_truth(r, i * every);
        double black = read_lines(&m, &t, false), red = read_lines(&m, &t, true);
        read_goals(&m, i * every);
        assert_true(fabs(black - t.black) <= 0.02 * t.black);
        assert_true(fabs(red - t.red) <= 0.02 * t.red);
        free_truth(&t);
    }
    assert_int_equal(m.in.at, m.in.size);
    free(m.in.data);
    replay_read_free(&read);
}

static void test_graph_and_goals(void **state)
{
    (void)state;
    for (int mirrored = 0; mirrored <= 1; ++mirrored) {
        recording r = make_run(mirrored ? 12 : 0);
        size_t size;
        char *packed = pack(&r, &(replay_options){.precision = 0.01}, &size);
        check_moments(&r, packed, size);
        free(packed);
        recording_free(&r);
    }
}

/// The fewer bytes there may be, the fewer moments there are, down to none.
static void test_size(void **state)
{
    (void)state;
    recording r = make_run(0);
    double last = 0;
    size_t limits[] = {1000000, 60000, 20000}, size;
    for (int i = 0; i < 3; ++i) {
        char *packed = pack(&r, &(replay_options){.size = limits[i]}, &size);
        replay_read read = replay_read_text(packed, size);
        double every = moments_field(&read, "every");
        assert_true(i == 0 ? every == 1 : every > last);
        last = every;
        check_moments(&r, packed, size);
        replay_read_free(&read);
        free(packed);
    }
    char *packed = pack(&r, &(replay_options){.size = 1}, &size);
    replay_read read = replay_read_text(packed, size);
    assert_null(json_object_get(read.about, "moments"));
    replay_read_free(&read);
    free(packed);
    recording_free(&r);
}

/// Nobody is guided by the graph, or the floor is not sound: there are no moments.
static void test_none(void **state)
{
    (void)state;
    for (int way = 0; way < 2; ++way) {
        recording r = make_run(0);
        static const wend_vec2 across[] = {{8, 2}, {12, 2}};
        if (way == 0)
            r.names[r.agents[0].planner] = "mesh";
        else
            assert_true(
                scene_shape_ring(r.s, across, 2, &scene_add_obstacle(r.s)->shape)); // crosses
        size_t size;
        char *packed = pack(&r, &(replay_options){0}, &size);
        replay_read read = replay_read_text(packed, size);
        assert_null(json_object_get(read.about, "moments"));
        replay_read_free(&read);
        free(packed);
        recording_free(&r);
    }
}

static bool write_it(const void *r)
{
    FILE *out = tmpfile();
    problem_list problems = {0};
    bool good = out && replay_write(r, &(replay_options){.size = 30000}, out, NULL, &problems);
    problem_free(&problems);
    if (out)
        fclose(out);
    return good;
}

/// Whatever allocation fails: false, unless it can be done without, and nothing leaks. Every n-th
/// is enough.
static void test_memory(void **state)
{
    (void)state;
    recording r = make_run(0);
    size_t failed = 0;
    bool reached = true;
    for (size_t i = 1; reached; i += 1 + i / (long_tier() ? 100 : 12)) {
        allocations = 0;
        failing_allocation = i;
        failed += !write_it(&r);
        failing_allocation = 0;
        reached = allocations >= i;
    }
    assert_true(failed > 50);
    recording_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graph_and_goals),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
