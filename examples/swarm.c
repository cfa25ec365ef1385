// Four robots cross a hall at once. Each is an obstacle to the others but not to itself: one graph
// of walls and robots has a path for each of them, and no two have the same first goal. In every
// step the robots move, the diagram is updated, and all replan.
#include <wend/wend.h>

#include <math.h>
#include <stdio.h>

enum { ROBOTS = 4 };
static const double radius = 0.3, stride = 0.25;

typedef struct swarm {
    wend_voronoi *voronoi;
    wend_mang *graph;
    wend_mang_planner *planner;
    wend_site_id ids[ROBOTS];
    wend_vec2 positions[ROBOTS], goals[ROBOTS], firsts[ROBOTS];
} swarm;

/// The next target of a robot: its goal, if the robot is nearest to that; otherwise the first goal
/// on its path.
static wend_result plan(swarm *s, int robot, wend_error *error)
{
    const wend_mang_graph *graph = wend_mang_graph_of(s->graph);
    wend_nearest_site nearest;
    wend_mang_goal goal;
    wend_mang_path path;
    wend_mang_request request = wend_default_mang_request();
    request.cell = graph->cell_of[s->ids[robot].raw.slot1 - 1];
    request.from = s->positions[robot];
    request.radius = radius;
    request.reach = stride;
    request.goal = &goal;
    wend_result result = wend_voronoi_nearest(s->voronoi, s->goals[robot], &nearest, error);
    if (result == WEND_OK && wend_site_id_equal(nearest.site, s->ids[robot])) {
        s->firsts[robot] = s->goals[robot];
        return WEND_OK;
    }
    if (result == WEND_OK)
        result = wend_mang_join(s->planner, s->graph, s->voronoi, (wend_goal){&s->goals[robot], 1},
                                radius, &goal, error);
    if (result == WEND_OK)
        result = wend_mang_find(s->planner, graph, &request, &path, error);
    if (result == WEND_OK)
        s->firsts[robot] = path.first;
    return result;
}

static int count_shared(const swarm *s)
{
    int shared = 0;
    for (int i = 0; i < ROBOTS; ++i)
        for (int k = 0; k < i; ++k)
            shared += wend_distance(s->firsts[i], s->firsts[k]) == 0;
    return shared;
}

static double min_gap(const swarm *s)
{
    double gap = INFINITY;
    for (int i = 0; i < ROBOTS; ++i)
        for (int k = 0; k < i; ++k)
            gap = fmin(gap, wend_distance(s->positions[i], s->positions[k]) - 2 * radius);
    return gap;
}

/// All plan, then all move by one stride, or to a target that is nearer.
static wend_result step(swarm *s, wend_error *error)
{
    const wend_mang_def def = wend_default_mang_def();
    wend_result result = wend_mang_build(s->graph, s->voronoi, &def, NULL, error);
    for (int i = 0; i < ROBOTS && result == WEND_OK; ++i)
        result = plan(s, i, error);
    for (int i = 0; i < ROBOTS && result == WEND_OK; ++i) {
        wend_vec2 *p = &s->positions[i], to = s->firsts[i];
        double part = stride / fmax(wend_distance(*p, to), stride);
        *p = (wend_vec2){p->x + part * (to.x - p->x), p->y + part * (to.y - p->y)};
        result = wend_voronoi_move(s->voronoi, s->ids[i], *p, error);
    }
    return result;
}

static wend_result drive(swarm *s, wend_error *error)
{
    wend_result result = WEND_OK;
    for (int i = 0; i < ROBOTS && result == WEND_OK; ++i)
        result = wend_voronoi_insert(s->voronoi,
                                     &(wend_shape){.points = &s->positions[i], .point_count = 1},
                                     radius, &s->ids[i], error);
    int steps = 0, shared = 0, arrived = 0;
    double gap = min_gap(s);
    while (arrived < ROBOTS && steps < 1000 && result == WEND_OK) {
        result = step(s, error);
        shared += count_shared(s);
        gap = fmin(gap, min_gap(s));
        arrived = 0;
        for (int i = 0; i < ROBOTS; ++i)
            arrived += wend_distance(s->positions[i], s->goals[i]) < radius;
        if (++steps == 1 && result == WEND_OK)
            for (int i = 0; i < ROBOTS; ++i)
                printf("robot %d heads for (%.2f, %.2f)\n", i, s->firsts[i].x, s->firsts[i].y);
    }
    if (result == WEND_OK)
        printf("%d arrived after %d steps; shared first goals: %d; minimum gap: %.2f m\n", arrived,
               steps, shared, gap);
    return result;
}

int main(void)
{
    // A hall of 12 m by 12 m with a pillar; each robot goes to the opposite corner.
    const wend_vec2 hall[] = {{0, 0}, {12, 0}, {12, 12}, {0, 12}};
    const wend_vec2 pillar[] = {{5.5, 5}, {6.5, 5}, {6.5, 6}, {5.5, 6}};
    const wend_shape shapes[] = {{.points = pillar, .point_count = 4}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = hall;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = 1;

    swarm s = {.positions = {{1, 1}, {11, 1.5}, {10.5, 11}, {1, 10}},
               .goals = {{10.5, 10.5}, {1.5, 10.5}, {1.5, 1.5}, {10.5, 1.5}}};
    wend_error error = {0};
    wend_floor *floor = NULL;
    wend_voronoi_def voronoi_def = wend_default_voronoi_def();
    wend_result result = wend_floor_create(&def, &floor, &error);
    if (result == WEND_OK)
        result = wend_voronoi_create(floor, &voronoi_def, &s.voronoi, &error);
    if (result == WEND_OK)
        result = wend_mang_create(NULL, &s.graph, &error);
    if (result == WEND_OK)
        result = wend_mang_planner_create(NULL, &s.planner, &error);
    if (result == WEND_OK)
        result = drive(&s, &error);
    if (result != WEND_OK)
        fprintf(stderr, "%s\n", wend_error_text(&error));

    wend_mang_planner_destroy(s.planner);
    wend_mang_destroy(s.graph);
    wend_voronoi_destroy(s.voronoi);
    wend_floor_destroy(floor);
    return result == WEND_OK ? 0 : 1;
}

// Prints: robot 0 heads for (3.06, 3.17)
// Prints: robot 1 heads for (9.01, 3.39)
// Prints: robot 2 heads for (8.39, 8.70)
// Prints: robot 3 heads for (3.20, 8.19)
// Prints: 4 arrived after 60 steps; shared first goals: 0; minimum gap: 2.93 m
