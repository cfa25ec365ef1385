// A game loop: 200 people leave a hall through a door, at 10 frames per second.
#include <wend/wend.h>

#include <stdio.h>

enum { PEOPLE = 200 };

// A game would draw the agents of a frame here. This one counts those still in the hall.
static int draw(wend_agents agents)
{
    int inside = 0;
    for (uint32_t i = 0; i < agents.slots; i++)
        if (agents.bodies[i].radius >= 0 && agents.bodies[i].position.x < 20)
            inside++;
    return inside;
}

static wend_result make_floor(wend_floor **floor, wend_error *error)
{
    // A hall of 20 m by 20 m and a street; the wall between them has a door of 2 m.
    const wend_vec2 bounds[] = {{0, 0}, {40, 0}, {40, 20}, {0, 20}};
    const wend_vec2 below[] = {{20, 0}, {20, 9}}, above[] = {{20, 11}, {20, 20}};
    const wend_shape walls[] = {{.points = below, .point_count = 2},
                                {.points = above, .point_count = 2}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = walls;
    def.shape_count = 2;
    return wend_floor_create(&def, floor, error);
}

static wend_result add_people(wend_world *world, wend_error *error)
{
    const wend_vec2 hall[] = {{0, 0}, {18, 0}, {18, 20}, {0, 20}};
    const wend_vec2 street[] = {{38, 0}, {40, 0}, {40, 20}, {38, 20}};
    wend_spawner_def people = wend_default_spawner_def();
    wend_result result =
        wend_world_add_goal(world, &(wend_goal){street, 4}, &people.agent.goal, error);
    if (result != WEND_OK)
        return result;
    people.area = (wend_goal){hall, 4};
    people.count = PEOPLE;
    people.agent.radius = 0.2;
    people.preferred_speed = (wend_spread){.std = 0.2, .min = 0.8, .max = 1.8};
    return wend_world_add_spawner(world, &people, NULL, error);
}

static wend_result run(wend_world *world, wend_error *error)
{
    wend_result result = WEND_OK;
    int printed = 0;
    while (result == WEND_OK && wend_world_agents(world).count > 0 &&
           wend_world_time(world) < 120) {
        result = wend_world_step(world, error);
        int through = PEOPLE - draw(wend_world_agents(world));
        for (; printed + 50 <= through; printed += 50)
            printf("%d have passed the door\n", printed + 50);
    }
    printf("%u remain after two minutes\n", (unsigned)wend_world_agents(world).count);
    return result;
}

int main(void)
{
    wend_error error = {0};
    wend_floor *floor = NULL;
    wend_world *world = NULL;
    wend_world_def def = wend_default_world_def();
    wend_result result = make_floor(&floor, &error);
    def.floor = floor;
    if (result == WEND_OK)
        result = wend_world_create(&def, &world, &error);
    if (result == WEND_OK)
        result = add_people(world, &error);
    if (result == WEND_OK)
        result = run(world, &error);
    if (result != WEND_OK)
        fprintf(stderr, "%s\n", wend_error_text(&error));
    wend_world_destroy(world);
    wend_floor_destroy(floor);
    return result == WEND_OK ? 0 : 1;
}

// Prints: 50 have passed the door
// Prints: 100 have passed the door
// Prints: 150 have passed the door
// Prints: 200 have passed the door
// Prints: 0 remain after two minutes
