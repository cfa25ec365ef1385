// SPDX-License-Identifier: MIT
// Trajectories in text files: what is read, what is assumed, what is refused and where.
#include "tests/record/recording_check.h"
#include "tests/support/failing_malloc.h"
#include "tests/support/support.h"

#include "record/recording_readers.h"
#include "wend/random.h"

#include <locale.h>
#include <string.h>

static bool read_text(recording_read_fn *read, const char *file, size_t size,
                      const recording_hints *hints, recording *out, problem_list *problems)
{
    const recording_hints none = {0};
    text t = {0};
    recording_build b;
    *out = (recording){0};
    recording_build_start(&b);
    bool good =
        text_copy(file, size, &t, problems) && read(&t, hints ? hints : &none, &b, out, problems);
    recording_build_free(&b);
    text_free(&t);
    return good;
}

static recording must_read(recording_read_fn *read, const char *file, const recording_hints *hints)
{
    recording out;
    problem_list problems = {.file = "test"};
    bool good = read_text(read, file, strlen(file), hints, &out, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    assert_int_equal(problems.count, 0);
    const char *wrong = recording_wrong(&out);
    if (wrong)
        fail_msg("%s", wrong);
    return out;
}

static void refused(recording_read_fn *read, const char *file, const char *where, const char *words)
{
    recording out;
    problem_list problems = {.file = "test"};
    assert_false(read_text(read, file, strlen(file), NULL, &out, &problems));
    assert_int_equal(problems.count, 1);
    if (strcmp(problems.items[0].where, where) != 0 || !strstr(problems.items[0].what, words))
        fail_msg("for \"%s\":\n  expected %s: %s\n  got      %s: %s", file, where, words,
                 problems.items[0].where, problems.items[0].what);
    assert_int_equal(out.agent_count, 0);
    assert_null(out.at);
    problem_free(&problems);
}

// ---- CSV ----------------------------------------------------------------------------------------

static void test_csv(void **state)
{
    (void)state;
    recording r = must_read(recording_read_csv,
                            "frame,id,x,y\n0,7,1.5,-2\n0,3,10,20\n1,7,1.75,-2.25\n\n# pause\n"
                            "2,3,12,20\r\n3,3,13,20\n4,3,14,20\n",
                            NULL);
    assert_int_equal(r.agent_count, 2);
    assert_int_equal(r.row_count, 6);
    assert_int_equal(r.frame_count, 5);
    assert_true(r.agents[0].id == 3 && r.agents[0].count == 4);
    assert_true(r.agents[1].id == 7 && r.agents[1].first == 4);
    assert_true(r.at[4].x == 1.5 && r.at[4].y == -2 && r.at[5].y == -2.25);
    assert_true(r.frames[1] == 2 && r.frames[3] == 4);
    assert_true(r.fps == 10 && !r.has_fps && r.unit == 1 && !r.has_unit);
    assert_non_null(strstr(r.note, "10 frames per second are assumed"));
    assert_true(isnan(r.agents[0].left) && r.agents[1].left == 0.1);
    wend_box box = recording_box(&r);
    assert_true(box.min.x == 1.5 && box.max.x == 14 && box.min.y == -2.25 && box.max.y == 20);
    assert_string_equal(r.source, "csv");
    recording_free(&r);
    r = must_read(recording_read_csv, "frame,id,x,y", NULL);
    assert_int_equal(r.row_count, 0);
    recording_free(&r);
}

static void test_other_csv(void **state)
{
    (void)state;
    static const char *const same[] = {
        "frame,id,x,y\n10,1,0.5,2\n20,1,3,4\n",
        ("\xef\xbb\xbf"
         "FRAME,ID,X,Y\n10,1,0.5,2\n20,1,3,4\n"),
        "z;id;y;x;frame\n0.1; 1 ;2;5e-1;10\n0.2;1;4;+3.0;20\n",
        "# framerate: 25\n# id frame x/m y/m z/m\n1 10 0.5 2 1.7\n1\t20  3 4\t1.7\n",
        "  frame   id x y  \n 10 1 0.5 2 \n20 1 3 4\n",
        "frame,id,x,y\n20,1,3,4\n10,1,0.5,2\n",
        "# frame,id,x,y\n10,1.0,0.5,2\n20.0,1,3,4,extra\n",
        "\"\",\"frame\",\"id\",\"x\",\"y\"\n\"1\",10,\"1\",0.5,2\n\"2\",20,1,3,4\n",
        "frame,id,x/cm,y/cm\n10,1,50,200\n20,1,300,400\n",
        "frame,id,x/mm,y/mm\n10,1,500,2000\n20,1,3000,4000\n",
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; ++i) {
        recording r = must_read(recording_read_csv, same[i], NULL);
        if (r.agent_count != 1 || r.row_count != 2)
            fail_msg("table %zu", i);
        assert_true(r.agents[0].id == 1);
        assert_true(r.at[0].x == 0.5 && r.at[0].y == 2 && r.at[1].x == 3 && r.at[1].y == 4);
        assert_true(r.first_frame == 10 && r.frame_step == 10 && r.frame_count == 2);
        recording_free(&r);
    }
}

static void test_csv_rate(void **state)
{
    (void)state;
    static const char rows[] = "frame,id,x,y\n10,1,0.5,2\n12,1,3,4\n";
    recording r = must_read(recording_read_csv, rows, &(recording_hints){.fps = 50, .unit = 0.5});
    assert_true(r.fps == 25 && !r.has_fps && !r.note);
    assert_true(r.at[1].x == 1.5 && r.unit == 0.5 && !r.has_unit);
    recording_free(&r);
    // What the file says goes before what the caller says.
    char file[200];
    snprintf(file, sizeof file, "# framerate: 8.5 fps\n%s", rows);
    r = must_read(recording_read_csv, file, &(recording_hints){.fps = 50});
    assert_true(r.fps == 4.25 && r.has_fps && !r.note);
    recording_free(&r);
    // A column of times says it, too.
    r = must_read(recording_read_csv,
                  "time,frame,id,x,y\n3.5,12,1,0,0\n2.5,10,1,0,0\n3,11,1,0,0\n2,9,2,1,1\n", NULL);
    assert_true(r.fps == 2 && r.has_fps);
    recording_free(&r);
    r = must_read(recording_read_csv, "time,frame,id,x,y\n2,9,2,1,1\n2,10,2,1,1\n", NULL);
    assert_true(!r.has_fps && r.fps == 10);
    recording_free(&r);
}

static void test_bad_csv(void **state)
{
    (void)state;
    recording_read_fn *csv = recording_read_csv;
    refused(csv, "", "1:1", "is empty");
    refused(csv, "\n \n", "3:1", "is empty");
    refused(csv, "# nothing\n", "2:1", "is empty");
    refused(csv, "0,0,1,2\n", "1:1", "no column frame");
    refused(csv, "frame,id,x\n", "1:1", "no column y");
    refused(csv, "frame,id,x/px,y/px\n", "1:1", "no column x");
    refused(csv, "frame,id,x,y\n0,0,1\n", "2:1", "fewer fields");
    refused(csv, "frame,id,x,y\n0,0,1,\n", "2:1", "fewer fields");
    refused(csv, "frame,id,x,y\n0,0,,2\n", "2:5", "x must be a number");
    refused(csv, "frame,id,x,y\n0,0,nan,2\n", "2:5", "not 'nan'");
    refused(csv, "frame,id,x,y\n0,0,.,2\n", "2:5", "not '.'");
    refused(csv, "frame,id,x,y\n0,0,-,2\n", "2:5", "not '-'");
    refused(csv, "frame,id,x,y\n0,0,1.2.3,2\n", "2:5", "not '1.2.3'");
    refused(csv, "frame,id,x,y\n0,0,1,2e9\n", "2:7", "y must be a number of at most 1e9 m");
    refused(csv, "frame,id,x,y\n0,0,1,1e999\n", "2:7", "y must be a number");
    refused(csv, "frame,id,x,y\n-1,0,1,2\n", "2:1", "the frame must be a whole number");
    refused(csv, "frame,id,x,y\n0.5,0,1,2\n", "2:1", "the frame must be a whole number");
    refused(csv, "frame,id,x,y\n4294967296,0,1,2\n", "2:1", "the frame");
    refused(csv, "frame,id,x,y\n0,1e16,1,2\n", "2:3", "the id");
    refused(csv, "frame,id,x,y\n0,\"a\",1,2\n", "2:4", "the id");
    refused(csv, "frame,id,x,y\n5,4,1,2\n5,3,1,2\n5,4,1,2\n", "4:1",
            "agent 4 is in frame 5 already");
    refused(csv, "frame,id,x,y\n0,0,1,2\n1,0,1,2\n4294967295,0,1,2\n", "", "spans more than");
    recording out;
    problem_list problems = {0};
    static const char zero[] = "frame,id,x,y\n0,0,1,2\0\n1,0,1,2\n";
    assert_false(read_text(csv, zero, sizeof zero - 1, NULL, &out, &problems));
    assert_string_equal(problems.items[0].where, "2:7");
    problem_free(&problems);
    static const char far[] = "frame,id,x,y\n0,0,9e8,0\n";
    assert_false(
        read_text(csv, far, sizeof far - 1, &(recording_hints){.unit = 1000}, &out, &problems));
    assert_non_null(strstr(problems.items[0].what, "makes coordinates beyond"));
    assert_null(out.at);
    problem_free(&problems);
}

/// Numbers are those that strtod reads, to the last bit, whatever the locale.
static void test_numbers(void **state)
{
    (void)state;
    const char *was = setlocale(LC_NUMERIC, NULL);
    int rounds = long_tier() ? 300000 : 20000;
    for (int i = 0; i < rounds; ++i) {
        wend_random random = wend_random_stream(15, (uint64_t)i);
        char number[60], file[200];
        double size = pow(10, wend_random_between(&random, -8, 8.9));
        double value = wend_random_between(&random, -size, size);
        snprintf(number, sizeof number, i % 3 == 0 ? "%.*g" : "%.*f",
                 (int)wend_random_below(&random, 18), value);
        int length = snprintf(file, sizeof file, "frame,id,x,y\n0,0,%s,0\n", number);
        recording r;
        problem_list problems = {0};
        assert_true(read_text(recording_read_csv, file, (size_t)length, NULL, &r, &problems));
        if (r.at[0].x != strtod(number, NULL))
            fail_msg("round %d: %s is %.17g", i, number, r.at[0].x);
        recording_free(&r);
    }
    assert_string_equal(was, setlocale(LC_NUMERIC, NULL));
}

// ---- PeTrack and its relatives ------------------------------------------------------------------

static void test_txt(void **state)
{
    (void)state;
    recording r = must_read(recording_read_txt,
                            "# PeTrack project: multicolor.pet\n# framerate: 25 fps\n"
                            "# z: can be 3d position or height of person (alternating or not)\n"
                            "# id frame x/m y/m z/m\n1 0 13.7271 1.02799 1.58\n1 1 14 2 1.58\n",
                            NULL);
    assert_true(r.has_fps && r.fps == 25 && r.has_unit && r.unit == 1 && !r.note);
    assert_true(r.at[0].x == 13.7271 && r.at[1].y == 2 && r.agents[0].id == 1);
    assert_string_equal(r.source, "txt");
    recording_free(&r);
    // jpsreport.
    r = must_read(recording_read_txt,
                  "#description: none\n#framerate: 16.00\n#geometry: hall.xml\n#ID: the agent ID\n"
                  "#FR: the current frame\n#X,Y,Z: the agents coordinates (in metres)\n"
                  "#ID\tFR\tX\tY\tZ\tA\tB\tANGLE\tCOLOR\n3\t7\t50\t60\t0\t1\t1\t0\t5\n"
                  "3\t8\t51\t60\t0\t1\t1\t0\t5\n",
                  NULL);
    assert_true(r.has_fps && r.fps == 16 && r.has_unit && r.unit == 1 && r.at[1].x == 51);
    assert_true(r.agents[0].id == 3 && r.first_frame == 7);
    recording_free(&r);
    // Columns in another order, and centimetres.
    r = must_read(recording_read_txt, "# frame id y/cm x/cm\n4 9 100 250\n", NULL);
    assert_true(r.agents[0].id == 9 && r.first_frame == 4 && r.has_unit);
    assert_true(r.at[0].x == 2.5 && r.at[0].y == 1);
    recording_free(&r);
    r = must_read(recording_read_txt, "# trajectories in cm\n4 9 100 250\n", NULL);
    assert_true(r.agents[0].id == 4 && r.has_unit && r.at[0].x == 1);
    recording_free(&r);
    refused(recording_read_txt, "", "1:1", "is empty");
    refused(recording_read_txt, "1 2 3\n", "1:1", "fewer than 4 fields");
    refused(recording_read_txt, "1 2 3 four\n", "1:7", "y must be a number");
    refused(recording_read_txt, "1 2 3 4\n1 2 3 4\n", "2:1", "agent 1 is in frame 2 already");
    r = must_read(recording_read_txt, "# framerate: 5\n", NULL);
    assert_true(r.row_count == 0 && r.fps == 5);
    recording_free(&r);
}

/// Agents that walk at 0.3 to 2 m/s, filmed with 10 to 30 frames a second, in each unit.
static void test_units(void **state)
{
    (void)state;
    static const double units[] = {1, 0.01};
    for (int i = 0; i < 90; ++i) {
        wend_random random = wend_random_stream(16, (uint64_t)i);
        double unit = units[i % 2], fps = wend_random_between(&random, 10, 30);
        double speed = wend_random_between(&random, 0.3, 2);
        char file[4000];
        int used = 0;
        for (int f = 0; f < 50; ++f)
            used += snprintf(file + used, sizeof file - (size_t)used, "1 %d %.5f 0 170\n", f,
                             f * speed / fps / unit);
        recording r = must_read(recording_read_txt, file, NULL);
        assert_true(r.unit == unit && !r.has_unit && r.fps == 25 && !r.has_fps);
        assert_non_null(strstr(r.note, "from the agents' speed"));
        assert_true(fabs(r.at[49].x - 49 * speed / fps) < 1e-4);
        recording_free(&r);
        r = must_read(recording_read_txt, file, &(recording_hints){.unit = 0.5, .fps = 10});
        assert_true(r.unit == 0.5 && r.fps == 10 && !r.note);
        recording_free(&r);
    }
}

static recording load_real(const char *name, const recording_hints *hints)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/trajectories/%s", data_folder(), name);
    recording r;
    problem_list problems = {.file = path};
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("%s is not here\n", path);
        skip();
    }
    fclose(file);
    bool good = recording_load(path, hints, &r, &problems);
    problem_print(&problems, stderr);
    assert_true(good);
    const char *wrong = recording_wrong(&r);
    if (wrong)
        fail_msg("%s: %s", name, wrong);
    return r;
}

/// As MANIFEST.md of the data says.
static void test_real(void **state)
{
    (void)state;
    recording r = load_real("040_c_56_h-.txt", NULL);
    assert_true(r.agent_count == 75 && r.row_count == 63110 && r.fps == 25 && r.has_fps);
    assert_true(r.unit == 1 && r.has_unit && fabs(r.frame_count / r.fps - 66.2) < 0.1);
    recording_free(&r);
    r = load_real("uo-180-180-070.txt", &(recording_hints){.fps = 16});
    assert_true(r.agent_count == 148 && r.row_count == 75336 && !r.has_fps);
    assert_true(r.unit == 0.01 && !r.has_unit && fabs(r.frame_count / r.fps - 99.9) < 0.1);
    recording_free(&r);
    r = load_real("seq_eth/obsmat.txt", NULL);
    assert_true(r.agent_count == 360 && r.row_count == 8908);
    assert_true(r.fps == 2.5 && r.frame_step == 6);
    for (size_t i = 1; i < r.row_count; ++i)
        assert_true(r.row_agent[i] != r.row_agent[i - 1] || r.frames[i] == r.frames[i - 1] + 1);
    wend_box box = recording_box(&r);
    assert_true(box.max.x - box.min.x < 30 && box.max.y - box.min.y > 5);
    recording_free(&r);
}

static void test_annotations(void **state)
{
    (void)state;
    recording r = must_read(recording_read_txt,
                            "  7.8e+02 1.0e+00 8.4 0.0e+00 3.5 1.6 0 0.17\n"
                            "  7.86e+02 1.0e+00 9.1 0.0e+00 3.6 1.6 0 0.32\n",
                            NULL);
    assert_true(r.agents[0].id == 1 && r.first_frame == 780 && r.frame_step == 6 && r.fps == 2.5);
    assert_true(r.at[0].x == 8.4 && r.at[0].y == 3.5 && r.unit == 1 && !r.has_fps);
    recording_free(&r);
    // Somebody who was marked in other frames of the video.
    r = must_read(recording_read_txt,
                  "780 1 8.4 0 3.5 1 0 1\n786 1 8.4 0 3.5 1 0 1\n802 2 7 0 3.5 1 0 1\n"
                  "808 2 7 0 3.5 1 0 1\n",
                  NULL);
    assert_true(r.frame_step == 6 && r.frames[2] == 3 && r.frames[3] == 4 && r.frame_count == 5);
    recording_free(&r);
    r = must_read(recording_read_txt, "780 1 8.4 0 3.5 1.6 0 0.17\n",
                  &(recording_hints){.fps = 15});
    assert_true(r.fps == 15);
    recording_free(&r);
}

// ---- Vadere -------------------------------------------------------------------------------------

#define VADERE                                                                                     \
    "pedestrianId simTime endTime-PID1 startX-PID1 startY-PID1 endX-PID1 endY-PID1 "               \
    "targetId-PID2\n"

static wend_vec2 place_of(const recording *r, uint32_t agent, uint32_t frame)
{
    size_t row = recording_row(r, agent, frame);
    assert_true(row != SIZE_MAX);
    return r->at[row];
}

static void test_traj(void **state)
{
    (void)state;
    // Agent 2 makes a step of a second, rests for a second, and makes another; agent 1 a short one.
    recording r = must_read(recording_read_traj,
                            VADERE "2 2.0 3.0 2.0 5.0 3.0 6.0 1\n1 0.4 0.42 7.0 8.0 7.5 8.0 1\n"
                                   "2 0.0 1.0 1.0 5.0 2.0 5.0 1\n",
                            NULL);
    assert_true(r.fps == 10 && r.has_fps && r.unit == 1 && r.has_unit);
    assert_string_equal(r.source, "traj");
    assert_true(r.agent_count == 2 && r.frame_count == 31 && r.agents[1].count == 31);
    assert_true(r.agents[0].id == 1 && r.agents[0].count == 1 && r.agents[0].left == 0.4);
    assert_true(place_of(&r, 0, 4).x == 7);
    assert_true(place_of(&r, 1, 0).x == 1 && place_of(&r, 1, 10).x == 2);
    assert_true(fabs(place_of(&r, 1, 3).x - 1.3) < 1e-12 && place_of(&r, 1, 15).x == 2);
    assert_true(fabs(place_of(&r, 1, 25).y - 5.5) < 1e-12 && place_of(&r, 1, 30).y == 6);
    recording_free(&r);
    r = must_read(recording_read_traj, VADERE "1 0.5 1.5 0 0 4 0 1\n",
                  &(recording_hints){.fps = 4});
    assert_true(r.fps == 4 && r.first_frame == 2 && r.frame_count == 5 && r.at[1].x == 1);
    recording_free(&r);
    // Without ends of steps.
    r = must_read(recording_read_traj,
                  "pedestrianId simTime startX-PID1 startY-PID1\n1 0 0 0\n1 1 2 0\n", NULL);
    assert_true(r.frame_count == 11 && r.at[5].x == 1 && r.at[10].x == 2);
    recording_free(&r);
    refused(recording_read_traj, VADERE "1 2 1 0 0 0 0 1\n", "2:1", "before it starts");
    refused(recording_read_traj, VADERE "1 -2 1 0 0 0 0 1\n", "2:3", "the time must be");
    refused(recording_read_traj, "pedestrianId simTime startX-PID1\n", "1:1", "no column startY");
    refused(recording_read_traj, "", "1:1", "is empty");
    // A few bytes must not ask for much memory.
    refused(recording_read_traj, VADERE "1 0 10000000 0 0 1 1 1\n", "2:1",
            "use a lower frame rate");
    refused(recording_read_traj, VADERE "1 0 50001 0 0 1 1 1\n2 0 50001 0 0 1 1 1\n", "3:1",
            "use a lower frame rate");
    recording out;
    problem_list problems = {0};
    static const char late[] = VADERE "1 1e7 1e7 0 0 0 0 1\n";
    assert_false(read_text(recording_read_traj, late, sizeof late - 1,
                           &(recording_hints){.fps = 1e5}, &out, &problems));
    assert_non_null(strstr(problems.items[0].what, "frames per second give too many"));
    problem_free(&problems);
}

/// Steps of one agent against looking for the step of each frame.
static void test_random_steps(void **state)
{
    (void)state;
    int rounds = long_tier() ? 3000 : 200;
    for (int i = 0; i < rounds; ++i) {
        wend_random random = wend_random_stream(17, (uint64_t)i);
        enum { MOST = 20 };
        double steps[MOST][4]; // start, end, from and to
        uint32_t count = 1 + wend_random_below(&random, MOST);
        char file[4000] = VADERE;
        size_t used = strlen(file);
        double time = wend_random_between(&random, 0, 3), x = 0;
        for (uint32_t k = 0; k < count; ++k) {
            steps[k][0] = time += wend_random_below(&random, 2) * 0.37;
            steps[k][1] = time += wend_random_between(&random, 0.02, 0.8);
            steps[k][2] = x;
            steps[k][3] = x += wend_random_between(&random, -0.5, 0.7);
            used += (size_t)snprintf(file + used, sizeof file - used,
                                     "5 %.17g %.17g %.17g 0 %.17g 0 1\n", steps[k][0], steps[k][1],
                                     steps[k][2], steps[k][3]);
        }
        recording r = must_read(recording_read_traj, file, NULL);
        assert_true(r.agent_count == 1);
        for (size_t k = 0; k < r.row_count; ++k) {
            double now = (double)(r.first_frame + r.frames[k]) / 10, wanted = steps[0][2];
            for (uint32_t n = 0; n < count; ++n)
                if (now >= steps[n][0])
                    wanted = steps[n][2] +
                             (steps[n][3] - steps[n][2]) *
                                 fmin(1, (now - steps[n][0]) / (steps[n][1] - steps[n][0]));
            if (fabs(r.at[k].x - wanted) > 1e-9)
                fail_msg("round %d: frame %zu is at %g, not %g", i, k, r.at[k].x, wanted);
        }
        assert_true(r.frame_count == r.row_count);
        recording_free(&r);
    }
}

// ---- memory -------------------------------------------------------------------------------------

static void test_memory(void **state)
{
    (void)state;
    static const struct {
        recording_read_fn *read;
        const char *file;
        size_t rows;
    } cases[] = {
        {recording_read_csv, "frame,id,x,y\n0,0,1,2\n1,0,1,2\n3,0,1,2\n0,1,5,6\n", 4},
        {recording_read_csv, "frame,id,x,y\n3,0,1,2\n1,0,1,2\n0,0,1,2\n0,1,5,6\n", 4},
        {recording_read_txt, "0 0 1 2\n0 1 30 2\n", 2},
        {recording_read_traj, VADERE "1 0 1 0 0 4 0 1\n", 11},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        bool done = false;
        for (size_t n = 1; !done; ++n) {
            problem_list problems = {0};
            recording r;
            allocations = 0;
            failing_allocation = n;
            bool good =
                read_text(cases[i].read, cases[i].file, strlen(cases[i].file), NULL, &r, &problems);
            done = allocations < n;
            failing_allocation = 0;
            assert_true(good == (problems.count == 0));
            assert_true(!done || (good && r.row_count == cases[i].rows));
            recording_free(&r);
            problem_free(&problems);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_csv),          cmocka_unit_test(test_other_csv),
        cmocka_unit_test(test_csv_rate),     cmocka_unit_test(test_bad_csv),
        cmocka_unit_test(test_numbers),      cmocka_unit_test(test_txt),
        cmocka_unit_test(test_units),        cmocka_unit_test(test_real),
        cmocka_unit_test(test_annotations),  cmocka_unit_test(test_traj),
        cmocka_unit_test(test_random_steps), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("recording_text", tests, NULL, NULL);
}
