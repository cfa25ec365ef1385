// The nearest wall of a thousand robots: the spatial index, queried by several threads.
#include <wend/wend.h>

#include <math.h>
#include <stdio.h>

enum { ROBOTS = 1000 };

typedef struct query {
    const wend_index *walls;
    wend_vec2 robots[ROBOTS];
    wend_near results[ROBOTS];
} query;

// Queries are const, so any number of threads may run them; each writes only its own results.
static void find_nearest(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    query *q = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        q->results[i] = wend_index_nearest(q->walls, q->robots[i], INFINITY);
}

int main(void)
{
    // Eleven walls across a hall, each 8 m long.
    wend_item items[11];
    for (int i = 0; i < 11; ++i)
        items[i] = (wend_item){{10.0 * i, 0}, {10.0 * i, 8}, WEND_ITEM_SEGMENT};

    wend_error error;
    wend_index *walls;
    if (wend_failed(wend_index_create(items, 11, NULL, &walls, &error))) {
        fprintf(stderr, "%s\n", wend_error_text(&error));
        return 1;
    }
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = 2;
    wend_tasks *tasks;
    if (wend_failed(wend_tasks_create(&def, &tasks, &error))) {
        fprintf(stderr, "%s\n", wend_error_text(&error));
        return 1;
    }

    static query q;
    q.walls = walls;
    wend_random random = wend_random_stream(1, 0);
    for (int i = 0; i < ROBOTS; ++i) {
        q.robots[i].x = wend_random_between(&random, 0, 100);
        q.robots[i].y = wend_random_between(&random, 0, 8);
    }
    wend_parallel_for(tasks, ROBOTS, 64, find_nearest, &q);

    int safest = 0;
    for (int i = 1; i < ROBOTS; ++i)
        if (q.results[i].distance > q.results[safest].distance)
            safest = i;
    printf("robot %d has the largest clearance: %.3f m to wall %u\n", safest,
           q.results[safest].distance, q.results[safest].number);

    wend_tasks_destroy(tasks);
    wend_index_destroy(walls);
    return 0;
}

// Prints: robot 133 has the largest clearance: 4.996 m to wall 7
