// SPDX-License-Identifier: MIT
// RiMEA 16: the fundamental diagram in single file on an oval, compared with the band between the
// 10th and 90th percentile of measured speeds. The band is that of the single-file data of
// data.c, not of RiMEA's own table, whose licence does not permit changes.
#include "verify/guidelines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEEDS = 3, CASES = 6, QUARTERS = 4, MAX_BINS = 24, MIN_VALUES = 20 };

/// The oval of scenes/verify/rimea-16.json: half the length of its straights, which lie above and
/// below y = 0, and the part where people are measured. [Units: m]
#define HALF_STRAIGHT 4.0
#define HALF_MEASURED 2.5
#define RING_LENGTH   26.05

/// Measurements start after this time. [Units: s]
#define TRANSIENT 20.0

/// Required share of bins in the band (JuPedSim's authors).
#define SHARE_IN_BAND 0.75

/// Speeds by the density of a person: two over the distance from the one behind to the one ahead.
typedef struct bins {
    double sum[MAX_BINS];
    size_t count[MAX_BINS];
    size_t values;
} bins;

typedef struct person {
    double x;
    size_t row;
} person;

static int by_x(const void *a, const void *b)
{
    double x = ((const person *)a)->x, y = ((const person *)b)->x;
    return (x > y) - (x < y);
}

/// Adds the people on one straight in a frame.
static void add_straight(const recording *r, uint32_t frame, bool upper, person *people, bins *out)
{
    size_t count = 0;
    for (size_t k = r->frame_starts[frame]; k < r->frame_starts[frame + 1]; ++k) {
        wend_vec2 at = r->at[r->by_frame[k]];
        if (fabs(at.x) < HALF_STRAIGHT && (at.y > 0) == upper)
            people[count++] = (person){at.x, r->by_frame[k]};
    }
    qsort(people, count, sizeof *people, by_x);
    const wend_vec2 along = {upper ? -1 : 1, 0};
    for (size_t i = 1; i + 1 < count; ++i) {
        double density = 2 / (people[i + 1].x - people[i - 1].x);
        double speed = measure_speed_along(r, people[i].row, measure_default_window(r), along);
        double bin = density / verify_file_speeds.bin;
        if (fabs(people[i].x) > HALF_MEASURED || isnan(speed) || !(bin < MAX_BINS))
            continue;
        out->sum[(int)bin] += speed;
        ++out->count[(int)bin];
        ++out->values;
    }
}

static void look(void *context, const recording *r, uint32_t seed)
{
    person *people = xcalloc((size_t)r->agent_count + 1, sizeof *people);
    (void)seed;
    for (uint32_t f = (uint32_t)(TRANSIENT * r->fps); f < r->frame_count; ++f) {
        add_straight(r, f, false, people, context);
        add_straight(r, f, true, people, context);
    }
    free(people);
}

static bool run_16(verify *v)
{
    static const uint32_t per_quarter[CASES] = {2, 3, 5, 7, 9, 11};
    bins found = {0};
    for (int i = 0; i < CASES; ++i) {
        scene *s = verify_scene("rimea-16");
        for (int k = 0; k < QUARTERS; ++k)
            s->agents[k].def.count = per_quarter[i];
        bool good = verify_each_seed(v, s, SEEDS, look, &found);
        if (good && i == 2) {
            recording r;
            good = verify_run(v, s, 0, &r);
            if (good) {
                verify_paths(v, "Paths of 20 people", &r);
                recording_free(&r);
            }
        }
        scene_free(s);
        if (!good)
            return false;
    }
    const verify_speed_data *data = &verify_file_speeds;
    wend_vec2 points[MAX_BINS];
    size_t inside = 0, count = 0;
    double worst = 0, worst_at = 0;
    for (size_t i = 0; i < data->count; ++i) {
        int bin = (int)(data->bands[i].density / data->bin);
        if (found.count[bin] < MIN_VALUES)
            continue;
        double speed = found.sum[bin] / (double)found.count[bin];
        points[count++] = (wend_vec2){data->bands[i].density, speed};
        inside += speed >= data->bands[i].low && speed <= data->bands[i].high;
        if (fabs(speed - data->bands[i].median) > fabs(worst)) {
            worst = speed - data->bands[i].median;
            worst_at = data->bands[i].density;
        }
    }
    chart *c = verify_chart(v, "Speed and density", "density [1/m]", "speed [m/s]");
    verify_band(v, c, data);
    chart_series *line = verify_series(v, c, "wend", CHART_LINE, points, count);
    if (line)
        line->colour = WEND_VERMILION;
    double share = count > 0 ? (double)inside / (double)count : NAN;
    return verify_verdict(v, share >= SHARE_IN_BAND, share,
                          "%zu of %zu densities in the band, %zu of %zu bins reached; largest "
                          "difference from the median at %.2f /m: %+.2f m/s",
                          inside, count, count, data->count, worst_at, worst);
}

const verify_test verify_ring[] = {
    {.name = "rimea-16",
     .source = "RiMEA 16, Jülich, single file",
     .title = "Single file on an oval",
     .setting =
         "8 to 44 people walk in single file around an oval of 26 m, 60 s without the first 20 s. "
         "The density of a person is 2 over the distance from the one behind to the one ahead, on "
         "the straights. Bins of 0.25 /m with 20 values or more. Three seeds.",
     .criterion = "mean speed between the 10th and 90th percentile of the measured speeds in 75 % "
                  "of the bins",
     .figure = "share within",
     .cost = 0.6,
     .run = run_16},
    {0},
};
