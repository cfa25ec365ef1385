// SPDX-License-Identifier: MIT
// Path queries (see bench_trips.h).
#include "bench/bench_trips.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench_scenes.h"

#define MAX_TRIPS 100000

void bench_trips_free(trips *t)
{
    free(t->data);
    *t = (trips){0};
}

// ---- files --------------------------------------------------------------------------------------

// One line: bucket, map, width, height, start, goal, length on the grid. y points down in the file
// and up in wend.
static bool read_trip(FILE *file, trip *t)
{
    double height, from_y, to_y;
    if (fscanf(file, "%*s %*s %*s %lf %lf %lf %lf %lf %*s", &height, &t->from.x, &from_y, &t->to.x,
               &to_y) != 5)
        return false;
    t->from.y = height - from_y;
    t->to.y = height - to_y;
    t->truth = NAN;
    return true;
}

// The same queries in the same order: start, goal, true length, length on the grid.
static void read_truth(const char *map, trips *t)
{
    char name[100], path[1000];
    snprintf(name, sizeof name, "truth/%s.csv", map);
    FILE *file = bench_data(name, path, sizeof path) ? fopen(path, "r") : NULL;
    if (!file)
        return;
    double from_x, to_x;
    int read = fscanf(file, "%*[^\n]"); // header line
    for (uint32_t i = 0; read != EOF && i < t->count; ++i) {
        double truth;
        read = fscanf(file, "%lf,%*f,%lf,%*f,%lf,%*[^\n]", &from_x, &to_x, &truth);
        if (read == 3 && from_x == t->data[i].from.x && to_x == t->data[i].to.x)
            t->data[i].truth = truth;
    }
    fclose(file);
}

bool bench_trips_read(const char *map, trips *t)
{
    char name[100], path[1000];
    snprintf(name, sizeof name, "movingai/%s.map.scen", map);
    FILE *file = bench_data(name, path, sizeof path) ? fopen(path, "r") : NULL;
    *t = (trips){.data = file ? malloc(MAX_TRIPS * sizeof *t->data) : NULL};
    if (t->data && fscanf(file, "%*[^\n]") != EOF) // version
        while (t->count < MAX_TRIPS && read_trip(file, &t->data[t->count]))
            ++t->count;
    if (file)
        fclose(file);
    if (t->count == 0) {
        bench_trips_free(t);
        return false;
    }
    read_truth(map, t);
    return true;
}

// ---- random -------------------------------------------------------------------------------------

wend_vec2 bench_free_place(const wend_mesh *mesh, wend_random *random)
{
    wend_box box = wend_mesh_box(mesh);
    wend_vec2 p;
    do {
        p.x = wend_random_between(random, box.min.x, box.max.x);
        p.y = wend_random_between(random, box.min.y, box.max.y);
    } while (wend_mesh_locate(mesh, p) != WEND_LOCATION_FREE);
    return p;
}

bool bench_trips_random(const wend_mesh *mesh, uint32_t count, trips *t)
{
    *t = (trips){.data = malloc(count * sizeof *t->data)};
    if (!t->data)
        return false;
    wend_random random = wend_random_stream(5, count);
    while (t->count < count) {
        wend_vec2 from = bench_free_place(mesh, &random), to = bench_free_place(mesh, &random);
        if (wend_mesh_connected(mesh, from, to))
            t->data[t->count++] = (trip){from, to, NAN};
    }
    return true;
}
