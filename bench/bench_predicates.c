// SPDX-License-Identifier: MIT
// Exact predicates against floating-point formulas, on the same points, in the same loop, through
// the same kind of call. The two alternate in many short rounds, and the fastest round of each
// counts.
#include <stdlib.h>

#include "bench/bench.h"
#include "geometry/predicates.h"
#include "wend/random.h"

/// Tuples of 4 points: 64 kB.
#define TUPLE_COUNT 1024

/// Many short rounds, so that some of them are undisturbed.
#define SECONDS_PER_CONTEST 0.3

typedef int orient2d_fn(wend_vec2 a, wend_vec2 b, wend_vec2 c);
typedef int incircle_fn(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

// ---- floating-point formulas --------------------------------------------------------------------

static int sign_of(double value)
{
    return (value > 0) - (value < 0);
}

static int plain_orient2d(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    return sign_of((a.x - c.x) * (b.y - c.y) - (a.y - c.y) * (b.x - c.x));
}

static int plain_incircle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    double ax = a.x - d.x, ay = a.y - d.y;
    double bx = b.x - d.x, by = b.y - d.y;
    double cx = c.x - d.x, cy = c.y - d.y;
    return sign_of((ax * ax + ay * ay) * (bx * cy - by * cx) +
                   (bx * bx + by * by) * (cx * ay - cy * ax) +
                   (cx * cx + cy * cy) * (ax * by - ay * bx));
}

// ---- points -------------------------------------------------------------------------------------

static wend_vec2 random_point(wend_random *random, double size)
{
    double x = wend_random_between(random, 0, size), y = wend_random_between(random, 0, size);
    return (wend_vec2){x, y};
}

static void fill_random(wend_random *random, wend_vec2 *p)
{
    for (int i = 0; i < 4; i++)
        p[i] = random_point(random, 100);
}

/// Corners of a 16 by 16 grid, 0.25 m apart: one triple in fifty is collinear.
static void fill_grid(wend_random *random, wend_vec2 *p)
{
    for (int i = 0; i < 4; i++) {
        p[i].x = 0.25 * wend_random_below(random, 16);
        p[i].y = 0.25 * wend_random_below(random, 16);
    }
}

/// Three points on a slanted wall, rounded.
static void fill_collinear(wend_random *random, wend_vec2 *p)
{
    p[0] = random_point(random, 100);
    p[1] = random_point(random, 100);
    double t = wend_random_unit(random);
    p[2] = (wend_vec2){p[0].x + t * (p[1].x - p[0].x), p[0].y + t * (p[1].y - p[0].y)};
}

/// The same on a longer line, with points so near an axis that 62 bits are not sufficient.
static void fill_collinear_mixed(wend_random *random, wend_vec2 *p)
{
    double slope = wend_random_between(random, 1, 2);
    for (int i = 0; i < 3; i++) {
        double x = wend_random_between(random, 1, 2) * (i == 0 ? 1e-9 : i == 1 ? 1e-3 : 1e3);
        p[i] = (wend_vec2){x, slope * x};
    }
}

/// The corners of a rectangle at whole coordinates, as in a plan in millimetres: exactly
/// cocircular.
static void fill_rectangle(wend_random *random, wend_vec2 *p)
{
    double x = wend_random_below(random, 100000), y = wend_random_below(random, 100000);
    double w = 1 + wend_random_below(random, 10000), h = 1 + wend_random_below(random, 10000);
    p[0] = (wend_vec2){x, y};
    p[1] = (wend_vec2){x + w, y};
    p[2] = (wend_vec2){x + w, y + h};
    p[3] = (wend_vec2){x, y + h};
}

/// The corners of a rotated square, rounded: cocircular except for the last bits.
static void fill_cocircular(wend_random *random, wend_vec2 *p)
{
    wend_vec2 centre = random_point(random, 100), r = random_point(random, 10);
    p[0] = (wend_vec2){centre.x + r.x, centre.y + r.y};
    p[1] = (wend_vec2){centre.x - r.y, centre.y + r.x};
    p[2] = (wend_vec2){centre.x - r.x, centre.y - r.y};
    p[3] = (wend_vec2){centre.x + r.y, centre.y - r.x};
}

/// Such a square with a corner almost at the origin: 62 bits are not sufficient.
static void fill_cocircular_mixed(wend_random *random, wend_vec2 *p)
{
    wend_vec2 start = random_point(random, 1e-9), r = random_point(random, 100);
    p[0] = start;
    p[1] = (wend_vec2){start.x + r.x, start.y + r.y};
    p[2] = (wend_vec2){start.x + r.x - r.y, start.y + r.y + r.x};
    p[3] = (wend_vec2){start.x - r.y, start.y + r.x};
}

// ---- comparison ---------------------------------------------------------------------------------

typedef struct comparison {
    const char *name;
    bool incircle; ///< true: incircle; false: orient2d of the first three points
    void (*fill)(wend_random *random, wend_vec2 *points);
} comparison;

static const comparison comparisons[] = {
    {"orient2d", false, fill_random},
    {"orient2d-grid", false, fill_grid},
    {"orient2d-collinear", false, fill_collinear},
    {"orient2d-collinear-mixed", false, fill_collinear_mixed},
    {"incircle", true, fill_random},
    {"incircle-grid", true, fill_grid},
    {"incircle-rectangle", true, fill_rectangle},
    {"incircle-cocircular", true, fill_cocircular},
    {"incircle-cocircular-mixed", true, fill_cocircular_mixed},
};

/// Nanoseconds per call of one round. The functions are called through pointers that are opaque to
/// the compiler, and the sum of the results is used, so no call can be removed.
static double time_orient2d(orient2d_fn *function, const wend_vec2 *points, volatile int *sink)
{
    orient2d_fn *volatile hidden = function;
    orient2d_fn *call = hidden;
    int total = 0;
    double start = bench_now();
    for (const wend_vec2 *p = points; p < points + 4 * TUPLE_COUNT; p += 4)
        total += call(p[0], p[1], p[2]);
    double seconds = bench_now() - start;
    *sink = total;
    return 1e9 * seconds / TUPLE_COUNT;
}

static double time_incircle(incircle_fn *function, const wend_vec2 *points, volatile int *sink)
{
    incircle_fn *volatile hidden = function;
    incircle_fn *call = hidden;
    int total = 0;
    double start = bench_now();
    for (const wend_vec2 *p = points; p < points + 4 * TUPLE_COUNT; p += 4)
        total += call(p[0], p[1], p[2], p[3]);
    double seconds = bench_now() - start;
    *sink = total;
    return 1e9 * seconds / TUPLE_COUNT;
}

/// Share of the tuples that the filter does not decide.
static double undecided_share(bool incircle, const wend_vec2 *points)
{
    int undecided = 0, sign;
    for (const wend_vec2 *p = points; p < points + 4 * TUPLE_COUNT; p += 4)
        undecided += incircle ? !wend_incircle_filter(p[0], p[1], p[2], p[3], &sign)
                              : !wend_orient2d_filter(p[0], p[1], p[2], &sign);
    return (double)undecided / TUPLE_COUNT;
}

static bool run_contest(const comparison *c, wend_vec2 *points, json_t *rows)
{
    wend_random random = wend_random_stream(1, 0);
    for (int i = 0; i < TUPLE_COUNT; i++)
        c->fill(&random, points + 4 * i);
    volatile int sink;
    double plain = INFINITY, exact = INFINITY, start = bench_now();
    while (bench_now() - start < SECONDS_PER_CONTEST) {
        if (c->incircle) {
            plain = fmin(plain, time_incircle(plain_incircle, points, &sink));
            exact = fmin(exact, time_incircle(wend_incircle, points, &sink));
        } else {
            plain = fmin(plain, time_orient2d(plain_orient2d, points, &sink));
            exact = fmin(exact, time_orient2d(wend_orient2d, points, &sink));
        }
    }
    json_t *row = json_pack("{s:s, s:f, s:f, s:f, s:f}", "case", c->name, "ns", exact, "plain_ns",
                            plain, "ratio_to_plain", exact / plain, "undecided_by_filter",
                            undecided_share(c->incircle, points));
    return json_array_append_new(rows, row) == 0;
}

bool bench_predicates(json_t *rows)
{
    wend_vec2 *points = malloc(4 * TUPLE_COUNT * sizeof *points);
    bool done = points != NULL;
    for (size_t i = 0; done && i < sizeof comparisons / sizeof comparisons[0]; i++)
        done = run_contest(&comparisons[i], points, rows);
    free(points);
    return done;
}
