// SPDX-License-Identifier: MIT
// Pictures as maps (PGM, PNG) and ROS maps.
#include "tests/formats/import_support.h"

#include "formats/ros.h"

#include <cairo.h>
#include <unistd.h>

// ---- PGM ----------------------------------------------------------------------------------------

static void test_plain_pgm(void **state)
{
    (void)state;
    scene *s = read_good(scene_read_pgm, "P2\n# made by hand\n3 2 # columns, rows\n255\n"
                                         "0 255 100\n255 89 90\n");
    // 0.65 * 255 = 165.75: a pixel is a wall if it is darker than 89.25.
    assert_int_equal(solid_at(s, (wend_vec2){0.5, 1.5}), 1);
    assert_int_equal(solid_at(s, (wend_vec2){2.5, 1.5}), 0);
    assert_int_equal(solid_at(s, (wend_vec2){1.5, 0.5}), 1);
    assert_int_equal(solid_at(s, (wend_vec2){2.5, 0.5}), 0);
    assert_true(free_area(s) == 4);
    assert_sound(s);
    scene_free(s);
}

static void test_raw_pgm(void **state)
{
    (void)state;
    static const char eight[] = "P5 2 2 200\n\x00\xc8\xc7\x01";
    static const char sixteen[] = "P5\n2\n1\n65535\n\xff\x00\x00\xff";
    problem_list problems = {0};
    scene *s = read_bytes(scene_read_pgm, eight, sizeof eight - 1, &problems);
    assert_non_null(s);
    assert_int_equal(solid_at(s, (wend_vec2){0.5, 1.5}), 1);
    assert_int_equal(solid_at(s, (wend_vec2){1.5, 1.5}), 0);
    assert_int_equal(solid_at(s, (wend_vec2){0.5, 0.5}), 0);
    assert_int_equal(solid_at(s, (wend_vec2){1.5, 0.5}), 1);
    scene_free(s);
    s = read_bytes(scene_read_pgm, sixteen, sizeof sixteen - 1, &problems);
    assert_non_null(s);
    assert_int_equal(solid_at(s, (wend_vec2){0.5, 0.5}), 0);
    assert_int_equal(solid_at(s, (wend_vec2){1.5, 0.5}), 1);
    scene_free(s);
}

static void test_bad_pgm(void **state)
{
    (void)state;
    read_bad(scene_read_pgm, "", "1:1", "not a PGM");
    read_bad(scene_read_pgm, "P6 1 1 255\n...", "1:1", "not a PGM");
    read_bad(scene_read_pgm, "P2\n0 4\n255\n", "", "no pixels");
    read_bad(scene_read_pgm, "P2\nx 4\n255\n", "2:1", "the width");
    read_bad(scene_read_pgm, "P2\n1 1\n0\n0\n", "", "largest brightness is 0");
    read_bad(scene_read_pgm, "P2\n1 1\n65536\n0\n", "3:1", "largest brightness");
    read_bad(scene_read_pgm, "P2\n2 1\n255\n0 256\n", "4:3", "'256'");
    read_bad(scene_read_pgm, "P2\n2 1\n255\n0\n", "5:1", "ends where a pixel");
    read_bad(scene_read_pgm, "P2\n1 1\n255\n0 0\n", "4:3", "more after");
    read_bad(scene_read_pgm, "P5\n2 2\n255\nabc", "4:4", "after 3 of 4 bytes");
    read_bad(scene_read_pgm, "P5\n2 2\n255", "3:4", "after 0 of 4 bytes");
    read_bad(scene_read_pgm, "P5\n2 1\n99\n\x01z", "", "row 1, column 2 is 122");
    read_bad(scene_read_pgm, "P5\n4000000000 4000000000\n255\n", "", "too short");
}

// ---- PNG ----------------------------------------------------------------------------------------

typedef struct bytes {
    unsigned char data[5000];
    size_t size;
} bytes;

static cairo_status_t keep_bytes(void *closure, const unsigned char *data, unsigned length)
{
    bytes *to = closure;
    assert_true(length <= sizeof to->data - to->size);
    memcpy(to->data + to->size, data, length);
    to->size += length;
    return CAIRO_STATUS_SUCCESS;
}

// A PNG of one row of pixels, 0xAARRGGBB with the parts not multiplied.
static bytes make_png(const uint32_t *pixels, int count, cairo_format_t format)
{
    cairo_surface_t *surface = cairo_image_surface_create(format, count, 1);
    cairo_t *pen = cairo_create(surface);
    cairo_set_operator(pen, CAIRO_OPERATOR_SOURCE);
    for (int i = 0; i < count; ++i) {
        cairo_set_source_rgba(pen, (pixels[i] >> 16 & 255) / 255.0, (pixels[i] >> 8 & 255) / 255.0,
                              (pixels[i] & 255) / 255.0, (pixels[i] >> 24) / 255.0);
        cairo_rectangle(pen, i, 0, 1, 1);
        cairo_fill(pen);
    }
    cairo_destroy(pen);
    bytes png = {.size = 0};
    assert_int_equal(cairo_surface_write_to_png_stream(surface, keep_bytes, &png),
                     CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy(surface);
    return png;
}

static void test_png(void **state)
{
    (void)state;
    static const uint32_t colours[] = {0xff000000, 0xffffffff, 0xff0000ff,
                                       0xff00ff00, 0xff595959, 0xff5a5a5a};
    static const unsigned walls[] = {1, 0, 1, 0, 1, 0};
    bytes png = make_png(colours, 6, CAIRO_FORMAT_RGB24);
    problem_list problems = {0};
    scene *s = read_bytes(scene_read_png, png.data, png.size, &problems);
    assert_non_null(s);
    for (int i = 0; i < 6; ++i)
        assert_int_equal(solid_at(s, (wend_vec2){i + 0.5, 0.5}), walls[i]);
    assert_sound(s);
    scene_free(s);
}

static void test_transparent_png(void **state)
{
    (void)state;
    static const uint32_t colours[] = {0xff000000, 0x00000000, 0x80000000, 0xf0000000};
    static const unsigned walls[] = {1, 0, 0, 1};
    bytes png = make_png(colours, 4, CAIRO_FORMAT_ARGB32);
    problem_list problems = {0};
    scene *s = read_bytes(scene_read_png, png.data, png.size, &problems);
    assert_non_null(s);
    for (int i = 0; i < 4; ++i)
        assert_int_equal(solid_at(s, (wend_vec2){i + 0.5, 0.5}), walls[i]);
    scene_free(s);
    // The same under a ROS map: what cannot be seen is unknown, and the unknown is no place to go.
    text t;
    image picture;
    ros_map map = {.resolution = 1, .occupied_thresh = 0.65, .free_thresh = 0.196};
    assert_true(text_copy(png.data, png.size, &t, &problems));
    assert_true(image_read(&t, &picture, &problems));
    s = ros_map_scene(&map, &picture, &problems);
    assert_non_null(s);
    assert_true(free_area(s) == 0);
    scene_free(s);
    image_free(&picture);
    text_free(&t);
}

static void test_bad_png(void **state)
{
    (void)state;
    static const uint32_t colours[] = {0xff000000, 0xffffffff};
    bytes png = make_png(colours, 2, CAIRO_FORMAT_RGB24);
    // Cut off anywhere, and with any byte changed: refused or read, never more.
    for (size_t size = 0; size < png.size; ++size) {
        problem_list problems = {0};
        scene *s = read_bytes(scene_read_png, png.data, size, &problems);
        if (size + 12 < png.size) // the last chunk, which only says that it is the last
            assert_null(s);
        assert_true(s != NULL || problems.count > 0);
        scene_free(s);
        problem_free(&problems);
    }
    for (size_t i = 0; i < png.size; ++i) {
        problem_list problems = {0};
        png.data[i] ^= 0x41;
        scene *s = read_bytes(scene_read_png, png.data, png.size, &problems);
        assert_true(s != NULL || problems.count > 0);
        scene_free(s);
        problem_free(&problems);
        png.data[i] ^= 0x41;
    }
    read_bad(scene_read_png, "", "", "not a PNG");
    read_bad(scene_read_png, "GIF89a", "", "not a PNG");
    // A few bytes must not ask for gigabytes.
    problem_list problems = {0};
    memcpy(png.data + 16, "\x00\x00\x20\x00\x00\x00\x20\x00", 8);
    assert_null(read_bytes(scene_read_png, png.data, png.size, &problems));
    assert_non_null(strstr(problems.items[0].what, "too short for 8192 x 8192"));
    problem_free(&problems);
}

// ---- ROS ----------------------------------------------------------------------------------------

#define MAP  "image: map.pgm\nresolution: 0.5\norigin: [-1.0, 2, 0.0]\n"
#define REST "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"

// Black, dark, grey as map_saver writes the unknown, nearly white, white.
static const char five_pixels[] = "P2\n5 1\n255\n0 60 205 250 255\n";

static scene *map_scene(const char *yaml)
{
    problem_list problems = {.file = "test"};
    text t, pgm;
    ros_map map;
    image picture;
    assert_true(text_copy(yaml, strlen(yaml), &t, &problems));
    assert_true(text_copy(five_pixels, sizeof five_pixels - 1, &pgm, &problems));
    bool good = ros_map_parse(&t, &map, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    assert_string_equal(map.image, "map.pgm");
    assert_true(image_read(&pgm, &picture, &problems));
    scene *s = ros_map_scene(&map, &picture, &problems);
    assert_non_null(s);
    ros_map_free(&map);
    image_free(&picture);
    text_free(&pgm);
    text_free(&t);
    return s;
}

// Which of the five pixels are walls, as bits.
static void expect_walls(const char *yaml, unsigned expected)
{
    scene *s = map_scene(yaml);
    unsigned walls = 0;
    for (unsigned i = 0; i < 5; ++i)
        walls = walls << 1 | solid_at(s, (wend_vec2){-1 + 0.5 * (i + 0.5), 2.25});
    assert_int_equal(walls, expected);
    assert_sound(s);
    scene_free(s);
}

static void test_ros_meaning(void **state)
{
    (void)state;
    expect_walls(MAP REST, 0x1c);
    expect_walls(MAP, 0x1c);
    expect_walls("# comment\n---\n" MAP "mode: scale\nother: {a: [1, {b: c}], d: *e}\n", 0x1c);
    expect_walls("{resolution: 5e-1, image: 'map.pgm', origin: [-1., +2, 0]}", 0x1c);
    expect_walls("resolution: .5\norigin:\n- -1\n- 2\n- 0\nimage: \"map.pgm\"\n", 0x1c);
    expect_walls(MAP "free_thresh: 0.3\n", 0x18);
    expect_walls(MAP "negate: 1\n", 0x0f);
    expect_walls(MAP "negate: true\nfree_thresh: 0.3\n", 0x07);
    expect_walls(MAP "mode: raw\n", 0x0f);
}

static void test_ros_origin(void **state)
{
    (void)state;
    scene *s = map_scene("image: map.pgm\nresolution: 0.5\norigin: [10, 20, 1.5708]\n");
    // The row of pixels runs up from (10, 20).
    assert_int_equal(solid_at(s, (wend_vec2){9.75, 20.25}), 1);
    assert_int_equal(solid_at(s, (wend_vec2){9.75, 22.25}), 0);
    assert_sound(s);
    scene_free(s);
    s = map_scene("image: map.pgm\nresolution: 0.5\norigin: [500000, 5400000, 0.5]\n");
    assert_true(s->origin.x != 0);
    assert_sound(s);
    scene_free(s);
}

static void test_bad_ros(void **state)
{
    (void)state;
    read_bad(scene_read_ros, "", "1:1", "not a ROS map");
    read_bad(scene_read_ros, "hello", "1:1", "not a ROS map");
    read_bad(scene_read_ros, "- image", "1:1", "not a ROS map");
    read_bad(scene_read_ros, "image: {]", "1:8", "path of");
    read_bad(scene_read_ros, "image: map.pgm\n\tresolution: 1\n", "2:1", "not YAML");
    read_bad(scene_read_ros, "other: [", "2:1", "not YAML");
    read_bad(scene_read_ros, "image: map.pgm\n", "", "no 'resolution'");
    read_bad(scene_read_ros, MAP "image: b.pgm\n", "4:1", "twice");
    read_bad(scene_read_ros, "image: [a]\n", "1:8", "path of a picture");
    read_bad(scene_read_ros, "image: ''\n", "1:8", "path of a picture");
    read_bad(scene_read_ros, "resolution: fine\n", "1:13", "'resolution' must be a number");
    read_bad(scene_read_ros, "resolution: 0\n", "1:13", "'resolution' must be a number");
    read_bad(scene_read_ros, "resolution: .nan\n", "1:13", "'resolution' must be a number");
    read_bad(scene_read_ros, "resolution: *a\n", "1:13", "'resolution' must be a number");
    read_bad(scene_read_ros, "origin: 3\n", "1:9", "[x, y, yaw]");
    read_bad(scene_read_ros, "origin: [1, 2]\n", "1:14", "three numbers");
    read_bad(scene_read_ros, "origin: [1, 2, 3, 4]\n", "1:19", "three numbers");
    read_bad(scene_read_ros, "origin: [1, [2], 3]\n", "1:13", "'y of origin'");
    read_bad(scene_read_ros, "negate: 2\n", "1:9", "0 or 1");
    read_bad(scene_read_ros, "mode: fast\n", "1:7", "trinary, scale or raw");
    read_bad(scene_read_ros, MAP "occupied_tresh: 0.5\n", "4:1", "did you mean 'occupied_thresh'");
    read_bad(scene_read_ros, MAP "free_thresh: 0.9\n", "", "must not be above");
    read_bad(scene_read_ros, MAP "occupied_thresh: 1.5\n", "4:18", "from 0 to 1");
    read_bad(scene_read_ros, MAP, "1:8", "give the map as a file");
    read_bad(scene_read_ros, "image: \xff\n", "1:8", "UTF-8");
}

static void write_file(const char *path, const char *string)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(string, 1, strlen(string), out), strlen(string));
    assert_int_equal(fclose(out), 0);
}

// Reads folder/map.yaml after writing it.
static scene *read_map_file(const char *folder, const char *yaml, problem_list *problems)
{
    char path[200];
    text t;
    snprintf(path, sizeof path, "%s/map.yaml", folder);
    write_file(path, yaml);
    assert_true(text_read_file(path, &t, problems));
    scene *s = scene_read_ros(&t, path, problems);
    text_free(&t);
    remove(path);
    return s;
}

static void test_ros_finds_its_picture(void **state)
{
    (void)state;
    char folder[] = "/tmp/wend-ros-XXXXXX", picture[200], yaml[500];
    assert_non_null(mkdtemp(folder));
    snprintf(picture, sizeof picture, "%s/map.pgm", folder);
    write_file(picture, five_pixels);
    problem_list problems = {0};

    scene *s = read_map_file(folder, MAP, &problems);
    assert_non_null(s);
    assert_true(free_area(s) == 0.5);
    scene_free(s);
    snprintf(yaml, sizeof yaml, "image: %s\nresolution: 1\norigin: [0, 0, 0]\n", picture);
    s = read_map_file(folder, yaml, &problems);
    assert_non_null(s);
    assert_true(free_area(s) == 2);
    scene_free(s);

    assert_null(
        read_map_file(folder, "image: no.pgm\nresolution: 1\norigin: [0, 0, 0]\n", &problems));
    assert_string_equal(problems.items[0].where, "1:8");
    assert_non_null(strstr(problems.items[0].what, "the picture 'no.pgm': cannot be opened"));
    assert_null(read_map_file(folder, "image: .\nresolution: 1\norigin: [0, 0, 0]\n", &problems));
    assert_non_null(strstr(problems.items[1].what, "is not a file"));
    write_file(picture, "P2\n2 1\n255\n0 999\n");
    assert_null(read_map_file(folder, MAP, &problems));
    assert_non_null(strstr(problems.items[2].what, "the picture 'map.pgm' at 4:3: "));
    problem_free(&problems);
    remove(picture);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_pgm),       cmocka_unit_test(test_raw_pgm),
        cmocka_unit_test(test_bad_pgm),         cmocka_unit_test(test_png),
        cmocka_unit_test(test_transparent_png), cmocka_unit_test(test_bad_png),
        cmocka_unit_test(test_ros_meaning),     cmocka_unit_test(test_ros_origin),
        cmocka_unit_test(test_bad_ros),         cmocka_unit_test(test_ros_finds_its_picture),
    };
    return cmocka_run_group_tests_name("import_pictures", tests, NULL, NULL);
}
