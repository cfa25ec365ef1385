// SPDX-License-Identifier: MIT
// The files of a run, each alone: what stands in them, numbers, names, pictures of videos; and
// memory that runs out.
#include "tests/support/failing_command.h"
#include "tests/support/support.h"

#include "cli/run/run.h"
#include "formats/formats.h"
#include "scene/builtin/builtin.h"
#include "video/discs.h"
#include "video/picture.h"
#include "video/sink.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/wend-test-XXXXXX";

static int setup(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    return descriptor < 0 ? -1 : close(descriptor);
}

static int teardown(void **state)
{
    (void)state;
    return remove(path);
}

static void read_file(char *content, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    content[fread(content, 1, size - 1, file)] = 0;
    fclose(file);
}

// ---- tables -------------------------------------------------------------------------------------

static const record_row first_rows[] = {{.number = 0, .at = {1, -2.5}},
                                        {.number = 1, .at = {-0.000001, 999999999.999996}}};
static const record_row last_rows[] = {{.number = 1, .at = {0.123455, -0.00001}}};
static const record_frame frames[] = {
    {.number = 0, .rows = first_rows, .row_count = 2},
    {.number = 1},
    {.number = 2, .rows = last_rows, .row_count = 1},
};
enum { FRAMES = sizeof frames / sizeof frames[0] };

/// Tells a sink of that kind all frames. False with a problem: it could not be kept.
static bool tell(const record_kind *kind, const record_about *about, problem_list *problems)
{
    record_sink *sink = kind->open(path, about, problems);
    if (!sink)
        return false;
    assert_ptr_equal(sink->kind, kind);
    bool good = true;
    for (int i = 0; i < FRAMES && good; ++i)
        good = kind->frame(sink, &frames[i]);
    return kind->close(sink, &(record_end){.summary = "{}", .whole = true}, problems) && good;
}

static void assert_content(const record_kind *kind, const char *wanted)
{
    const record_about about = {.file = "plans/my plan.json", .fps = 12.5};
    problem_list problems = {0};
    char content[1000];
    assert_true(tell(kind, &about, &problems));
    assert_int_equal(problems.count, 0);
    read_file(content, sizeof content);
    assert_string_equal(content, wanted);
}

static void test_tables(void **state)
{
    (void)state;
    assert_content(&record_csv, "frame,id,x,y\n"
                                "0,0,1.00000,-2.50000\n"
                                "0,1,0.00000,1000000000.00000\n"
                                "2,1,0.12346,-0.00001\n");
    assert_content(&record_txt, "# PeTrack project: my_plan.json\n"
                                "# framerate: 12.5 fps\n"
                                "# z: can be 3d position or height of person (alternating or not)\n"
                                "# id frame x/m y/m z/m\n"
                                "0 0 1.00000 -2.50000 0\n"
                                "1 0 0.00000 1000000000.00000 0\n"
                                "1 2 0.12346 -0.00001 0\n");
    assert_content(&record_json, "{}\n");
}

/// Numbers of all sizes are within half of the last digit, also where a line ends at the end of the
/// buffer.
static void test_numbers(void **state)
{
    (void)state;
    enum { ROWS = 20000 };
    static record_row rows[ROWS];
    wend_random random = wend_random_stream(5, 0);
    for (uint32_t i = 0; i < ROWS; ++i) {
        double size = pow(10, wend_random_between(&random, -6, 9));
        rows[i] = (record_row){.number = i,
                               .at = {wend_random_between(&random, -size, size),
                                      wend_random_between(&random, -size, size)}};
    }
    problem_list problems = {0};
    record_sink *sink = record_csv.open(path, &(record_about){0}, &problems);
    assert_non_null(sink);
    assert_true(record_csv.frame(sink, &(record_frame){.rows = rows, .row_count = ROWS}));
    assert_true(record_csv.close(sink, &(record_end){.whole = true}, &problems));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    unsigned frame, number;
    double x, y;
    assert_int_equal(fscanf(file, "frame,id,x,y\n"), 0);
    for (uint32_t i = 0; i < ROWS; ++i) {
        assert_int_equal(fscanf(file, "%u,%u,%lf,%lf\n", &frame, &number, &x, &y), 4);
        assert_true(frame == 0 && number == i);
        assert_true(fabs(x - rows[i].at.x) <= 0.5001e-5 + 1e-15 * fabs(x));
        assert_true(fabs(y - rows[i].at.y) <= 0.5001e-5 + 1e-15 * fabs(y));
    }
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

static void test_discard(void **state)
{
    (void)state;
    static const record_kind *const kinds[] = {&record_csv, &record_txt, &record_json};
    const record_about about = {.file = "x", .fps = 1};
    char content[100];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        problem_list problems = {0};
        assert_true(tell(&record_json, &about, &problems));
        record_sink *sink = kinds[i]->open(path, &about, &problems);
        assert_non_null(sink);
        assert_true(kinds[i]->frame(sink, &frames[0]));
        kinds[i]->discard(sink);
        read_file(content, sizeof content);
        assert_string_equal(content, "{}\n"); // as it was before
    }
    // A summary that is not known is no file.
    problem_list problems = {0};
    record_sink *sink = record_json.open(path, &about, &problems);
    assert_false(record_json.close(sink, &(record_end){.whole = true}, &problems));
    assert_int_equal(problems.count, 1);
    problem_free(&problems);
}

static void test_tables_memory(void **state)
{
    (void)state;
    static const record_kind *const kinds[] = {&record_csv, &record_txt, &record_json};
    const record_about about = {.file = "x", .fps = 1};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        bool done = false;
        for (size_t n = 1; !done; ++n) {
            problem_list problems = {0};
            assert_true(n < 100);
            allocations = 0;
            failing_allocation = n;
            done = tell(kinds[i], &about, &problems);
            failing_allocation = 0;
            assert_true(done || problems.count > 0);
            problem_free(&problems);
        }
    }
}

// ---- kinds --------------------------------------------------------------------------------------

static void test_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const record_kind *kind;
    } known[] = {
        {"-", &record_csv},
        {"a.csv", &record_csv},
        {"b/a.CSV", &record_csv},
        {"x.sqlite", &record_sqlite},
        {"x.db", &record_sqlite},
        {"x.csv.txt", &record_txt},
        {"x.json", &record_json},
        {"x.mp4", &record_video},
        {"x.Gif", &record_video},
        {"x.sq", NULL},
        {"csv", NULL},
        {".csv", NULL},
        {"", NULL},
        {"x.", NULL},
        {"x.mp4 gif", NULL},
        {"x csv", NULL},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
        assert_ptr_equal(record_kind_of(known[i].name), known[i].kind);
    int growing = 0;
    for (const record_kind *const *kind = run_kinds; *kind; ++kind) {
        assert_true((*kind)->name && (*kind)->about && (*kind)->open && (*kind)->frame);
        assert_true((*kind)->close && (*kind)->discard);
        growing += (*kind)->grows;
    }
    assert_int_equal(growing, 1);
}

static void test_bytes(void **state)
{
    (void)state;
    static const struct {
        uint64_t bytes;
        const char *words;
    } known[] = {
        {0, "0 bytes"},        {999, "999 bytes"},         {1000, "1.0 kB"},
        {1234, "1.2 kB"},      {999949, "999.9 kB"},       {999951, "1.0 MB"},
        {40000000, "40.0 MB"}, {123456789012, "123.5 GB"}, {UINT64_MAX, "18446744.1 TB"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        char words[RUN_BYTES_SIZE];
        assert_string_equal(run_bytes_words(known[i].bytes, words), known[i].words);
    }
}

// ---- pictures -----------------------------------------------------------------------------------

/// A disc has its area and its centre, wherever it lies between pixels.
static void test_discs(void **state)
{
    (void)state;
    enum { SIDE = 128 };
    wend_random random = wend_random_stream(8, 0);
    video_discs *discs = calloc(1, sizeof *discs);
    assert_non_null(discs);
    for (int i = 0; i < 300; ++i) {
        double radius = wend_random_between(&random, 1, DISC_MOST_RADIUS + 4);
        wend_vec2 centre = {wend_random_between(&random, 40, 88),
                            wend_random_between(&random, 40, 88)};
        cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, SIDE, SIDE);
        cairo_t *cr = cairo_create(surface);
        video_discs_draw(discs, cr, centre, radius);
        cairo_destroy(cr);
        cairo_surface_flush(surface);
        const unsigned char *bytes = cairo_image_surface_get_data(surface);
        double area = 0, x = 0, y = 0;
        for (int row = 0; row < SIDE; ++row)
            for (int column = 0; column < SIDE; ++column) {
                double share =
                    bytes[row * cairo_image_surface_get_stride(surface) + column] / 255.0;
                area += share;
                x += share * (column + 0.5);
                y += share * (row + 0.5);
            }
        cairo_surface_destroy(surface);
        double found = sqrt(area / 3.14159265358979);
        if (fabs(found - radius) > 0.2 || fabs(x / area - centre.x) > 0.2)
            print_message("%g at %g, %g: %g at %g, %g\n", radius, centre.x, centre.y, found,
                          x / area, y / area);
        assert_true(fabs(found - radius) <= 0.2);
        assert_true(fabs(x / area - centre.x) <= 0.2 && fabs(y / area - centre.y) <= 0.2);
    }
    video_discs_free(discs);
    free(discs);
}

static scene *load(const char *name)
{
    problem_list problems = {0};
    scene *s = scene_load(name, &problems);
    assert_non_null(s);
    return s;
}

static int channel_error(uint32_t a, uint32_t b)
{
    int most = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int error = abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff));
        most = error > most ? error : most;
    }
    return most;
}

/// A picture with agents all over it.
static const uint32_t *crowd_picture(video_picture *p, const scene *s)
{
    static const bool shut[100] = {true};
    static const wend_vec2 movers[100];
    wend_box box = scene_box(s);
    wend_random random = wend_random_stream(1, 0);
    video_picture_start(p, 12.34, shut, movers);
    for (int i = 0; i < 300; ++i) {
        double x = wend_random_between(&random, box.min.x, box.max.x);
        double y = wend_random_between(&random, box.min.y, box.max.y);
        video_picture_agent(p, (wend_vec2){x, y}, 0.25, wend_random_between(&random, 0, 1.5));
    }
    video_picture_agent(p, (wend_vec2){1e9, -1e9}, 0.25, 1); // beyond the picture
    video_picture_agent(p, (wend_vec2){NAN, 0}, 0.25, 1);
    return video_picture_end(p, 12.34, 300, 7);
}

/// The palette of a GIF has something close to every colour of a picture.
static void test_pictures(void **state)
{
    (void)state;
    static const char *const names[] = {"hall", "museum", "corridor", "infinity"};
    uint32_t palette[VIDEO_COLOURS];
    video_picture_palette(palette);
    int transparent = 0;
    for (int i = 0; i < VIDEO_COLOURS; ++i)
        transparent += palette[i] >> 24 == 0;
    assert_int_equal(transparent, 1);
    for (size_t n = 0; n < sizeof names / sizeof names[0]; ++n) {
        scene *s = load(names[n]);
        video_picture *p = video_picture_create(&(video_picture_def){s, names[n], 1.3, 720, 540});
        assert_non_null(p);
        uint32_t width = video_picture_width(p), height = video_picture_height(p);
        assert_true(width % 2 == 0 && height % 2 == 0 && width <= 722 && height <= 542);
        const uint32_t *pixels = crowd_picture(p, s);
        assert_non_null(pixels);
        size_t far = 0, count = (size_t)width * height;
        for (size_t i = 0; i < count; ++i) {
            int least = 255;
            for (int k = 0; k < VIDEO_COLOURS && least > 0; ++k) {
                int error = palette[k] >> 24 ? channel_error(palette[k], pixels[i]) : 255;
                least = error < least ? error : least;
            }
            far += least > 32;
        }
        if (far * 1000 > count)
            print_message("%s: %zu of %zu pixels\n", names[n], far, count);
        assert_true(far * 1000 <= count);
        video_picture_free(p);
        scene_free(s);
    }
}

/// 10 by 5 metres.
static scene *make_room(void)
{
    static const wend_vec2 bounds[] = {{100, 50}, {110, 50}, {110, 55}, {100, 55}};
    scene *s = scene_new();
    assert_non_null(s);
    s->bounds = pool_allocate(&s->memory, 4, sizeof *s->bounds);
    assert_non_null(s->bounds);
    memcpy(s->bounds, bounds, sizeof bounds);
    s->bounds_count = 4;
    return s;
}

/// An agent lies where it should, in the colour of its speed; a goal is where it is at the time.
static void test_agents(void **state)
{
    (void)state;
    scene *s = make_room();
    wend_goal_frame train[] = {{1, {103, 52.5}, {105, 52.5}}, {2, {105, 52.5}, {107, 52.5}}};
    scene_goal_place *goal = scene_add_goal(s);
    assert_non_null(goal);
    goal->name = "train";
    goal->def.frames = train;
    goal->def.frame_count = 2;
    goal->def.end = 3;
    video_picture *p = video_picture_create(&(video_picture_def){s, "room", 2, 1024, 900});
    assert_non_null(p);
    uint32_t width = video_picture_width(p); // 100 pixels to a metre, 12 at either side
    assert_int_equal(width, 1024);
    assert_int_equal(video_picture_height(p), 500 + 24 + 40);
    video_picture_start(p, 0, NULL, NULL);
    video_picture_agent(p, (wend_vec2){102, 51}, 0.25, 0);
    video_picture_agent(p, (wend_vec2){108, 54}, 0.1, 5);
    const uint32_t *pixels = video_picture_end(p, 0, 2, 0);
    assert_non_null(pixels);
    assert_true(channel_error(pixels[412 * width + 212], 0x3b0f62) == 0);
    assert_true(channel_error(pixels[112 * width + 812], 0xb8d92f) == 0);
    assert_true(channel_error(pixels[412 * width + 212 + 23], 0x3b0f62) == 0);
    assert_true(channel_error(pixels[412 * width + 212 + 28], 0xffffff) == 0);
    // The next frame starts anew.
    for (int time = 0; time < 4; ++time) {
        uint32_t green = WEND_GREEN >> 8;
        video_picture_start(p, time, NULL, NULL);
        pixels = video_picture_end(p, time, 0, 2);
        assert_true(channel_error(pixels[412 * width + 212], 0xffffff) == 0);
        assert_true(channel_error(pixels[262 * width + 412], time == 1 ? green : 0xffffff) == 0);
        assert_true(channel_error(pixels[262 * width + 612], time == 2 ? green : 0xffffff) == 0);
    }
    video_picture_free(p);
    scene_free(s);
}

static int make_picture(const void *s)
{
    video_picture_create(&(video_picture_def){s, "museum", 1.3, 300, 300});
    return 0;
}

/// Missing memory ends the process with status 1.
static void test_pictures_memory(void **state)
{
    (void)state;
    scene *s = load("museum");
    for (size_t n = 1;; ++n) {
        int code = run_failing(make_picture, s, n);
        if (code == NOT_REACHED)
            break;
        assert_int_equal(code, 1);
    }
    scene_free(s);
    // A scene with nothing in it has a picture, too.
    s = scene_new();
    video_picture_free(video_picture_create(&(video_picture_def){s, "", 1.3, 300, 300}));
    scene_free(s);
}

// ---- videos -------------------------------------------------------------------------------------

/// Puts a program called ffmpeg before the real one, which writes the pixels as they come.
static void imitate_ffmpeg(char folder[])
{
    char name[100], paths[200];
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/ffmpeg", folder);
    FILE *script = fopen(name, "w");
    assert_non_null(script);
    fputs("#!/bin/sh\nfor word; do file=${word#file:}; done\nexec cat > \"$file\"\n", script);
    fclose(script);
    assert_int_equal(chmod(name, 0755), 0);
    snprintf(paths, sizeof paths, "%s:/usr/bin:/bin", folder);
    setenv("PATH", paths, 1);
}

static void forget_ffmpeg(const char *folder)
{
    char name[100];
    snprintf(name, sizeof name, "%s/ffmpeg", folder);
    assert_int_equal(remove(name), 0);
    assert_int_equal(remove(folder), 0);
}

/// One agent that goes a metre in a tenth of a second, and leaves. False with a problem.
static bool film(const scene *s, const char *name, problem_list *problems)
{
    const record_about about = {.s = s, .file = "room", .fps = 10};
    const record_agent came = {.radius = 0.25};
    const record_leaving left = {.arrived = true, .time = 0.2};
    const record_row rows[] = {{.at = {102, 51}}, {.at = {103, 51}}};
    const record_frame told[] = {
        {.rows = &rows[0], .row_count = 1, .came = &came, .came_count = 1},
        {.number = 1, .time = 0.1, .rows = &rows[1], .row_count = 1},
        {.number = 2, .time = 0.2, .left = &left, .left_count = 1},
    };
    record_sink *sink = record_video.open(name, &about, problems);
    if (!sink)
        return false;
    bool good = true;
    for (int i = 0; i < 3 && good; ++i)
        good = record_video.frame(sink, &told[i]);
    return record_video.close(sink, &(record_end){.whole = true}, problems) && good;
}

/// Between two frames of a run there are pictures of agents on their way, and the last one stays
/// for a second.
static void test_video(void **state)
{
    (void)state;
    enum { WIDTH = 1280, HEIGHT = 628 + 24 + 40, ROW = HEIGHT - 40 - 12 - 126 };
    char folder[] = "/tmp/wend-test-XXXXXX", name[100];
    static uint32_t pixels[WIDTH * HEIGHT];
    imitate_ffmpeg(folder);
    snprintf(name, sizeof name, "%s/video.mp4", folder);
    scene *s = make_room();
    problem_list problems = {0};
    assert_true(film(s, name, &problems));
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    int count = 0;
    while (fread(pixels, sizeof pixels, 1, file) == 1) {
        // It is at 2 m, then goes on by a third each, then has left.
        for (int k = 0; k <= 3; ++k) {
            uint32_t there = pixels[ROW * WIDTH + 12 + (int)((2 + k / 3.0) * 125.6)];
            bool is_there = channel_error(there, 0xffffff) > 0;
            bool should = count < 6 && k == (count < 3 ? count : 3);
            assert_int_equal(is_there, should);
        }
        ++count;
    }
    assert_int_equal(count, 1 + 3 + 3 + 30);
    fclose(file);
    scene_free(s);
    assert_int_equal(remove(name), 0);
    forget_ffmpeg(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),  cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_discard), cmocka_unit_test(test_tables_memory),
        cmocka_unit_test(test_kinds),   cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_discs),   cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_agents),  cmocka_unit_test(test_pictures_memory),
        cmocka_unit_test(test_video),
    };
    return cmocka_run_group_tests_name("record_files", tests, setup, teardown);
}
