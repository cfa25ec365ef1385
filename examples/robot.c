// A robot in a warehouse: distance to the nearest obstacle, a maximum-clearance path, and
// replanning when a forklift moves. One dynamic diagram serves robots of any radius.
#include <wend/wend.h>

#include <stdio.h>

static const wend_vec2 robot = {2, 5};

/// Plans a path to the dock, and a smooth curve that a controller can follow.
static wend_result plan(const wend_voronoi *voronoi, wend_roadmap *roadmap, const char *when,
                        wend_error *error)
{
    const wend_vec2 dock = {18, 5};
    wend_roadmap_request request = wend_default_roadmap_request();
    request.from = robot;
    request.goal = (wend_goal){&dock, 1};
    request.radius = 0.4;
    request.clearance_weight = 0.5; // 0: shortest path; larger: more clearance
    request.comfort = 1;            // clearance beyond 1 m has no value

    wend_roadmap_path path;
    wend_result result = wend_roadmap_find(roadmap, voronoi, &request, &path, error);
    if (result == WEND_NOT_FOUND) {
        printf("%s: %s\n", when, wend_error_text(error));
        return WEND_OK;
    }
    const wend_vec2 *curve;
    uint32_t count;
    double clearance;
    if (result == WEND_OK)
        result = wend_roadmap_curve(roadmap, 0.01, &curve, &count, &clearance, error);
    if (result == WEND_OK)
        printf("%s: %.1f m, %.2f m clearance; the curve %s\n", when, path.length, path.clearance,
               clearance >= request.radius ? "keeps the radius" : "violates the radius");
    return result;
}

static wend_result drive(wend_voronoi *voronoi, wend_roadmap *roadmap, wend_error *error)
{
    wend_nearest_site nearest;
    wend_result result = wend_voronoi_nearest(voronoi, robot, &nearest, error);
    if (result != WEND_OK)
        return result;
    printf("%.1f m to (%.1f, %.1f)\n", nearest.distance, nearest.point.x, nearest.point.y);
    result = plan(voronoi, roadmap, "initially", error);

    // A forklift appears, then drives into the lower aisle.
    wend_vec2 forklift[] = {{2, 0.6}, {4, 0.6}, {4, 2}, {2, 2}};
    wend_site_change change = {.kind = WEND_SITE_INSERT,
                               .shape = {.points = forklift, .point_count = 4}};
    if (result == WEND_OK)
        result = wend_voronoi_change(voronoi, &change, 1, NULL, error);
    if (result == WEND_OK)
        result = plan(voronoi, roadmap, "with a forklift", error);
    for (int i = 0; i < 4; ++i)
        forklift[i].x += 6;
    change.kind = WEND_SITE_MOVE; // the id was written by the insertion
    if (result == WEND_OK)
        result = wend_voronoi_change(voronoi, &change, 1, NULL, error);
    if (result == WEND_OK)
        result = plan(voronoi, roadmap, "aisle blocked", error);
    return result;
}

int main(void)
{
    // A hall of 20 m by 10 m, a shelf with a wide aisle below it and a narrow one above.
    const wend_vec2 hall[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    const wend_vec2 shelf[] = {{6, 2.6}, {14, 2.6}, {14, 8.8}, {6, 8.8}};
    const wend_shape shapes[] = {{.points = shelf, .point_count = 4}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = hall;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = 1;

    wend_error error = {0};
    wend_floor *floor = NULL;
    wend_voronoi *voronoi = NULL;
    wend_roadmap *roadmap = NULL;
    wend_voronoi_def voronoi_def = wend_default_voronoi_def();
    wend_result result = wend_floor_create(&def, &floor, &error);
    if (result == WEND_OK)
        result = wend_voronoi_create(floor, &voronoi_def, &voronoi, &error);
    if (result == WEND_OK)
        result = wend_roadmap_create(NULL, &roadmap, &error);
    if (result == WEND_OK)
        result = drive(voronoi, roadmap, &error);
    if (result != WEND_OK)
        fprintf(stderr, "%s\n", wend_error_text(&error));

    wend_roadmap_destroy(roadmap);
    wend_voronoi_destroy(voronoi);
    wend_floor_destroy(floor);
    return result == WEND_OK ? 0 : 1;
}

// Prints: 2.0 m to (0.0, 5.0)
// Prints: initially: 21.1 m, 1.30 m clearance; the curve keeps the radius
// Prints: with a forklift: 20.6 m, 1.04 m clearance; the curve keeps the radius
// Prints: aisle blocked: 21.8 m, 0.60 m clearance; the curve keeps the radius
