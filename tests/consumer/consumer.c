/* What a program that links the installed library can rely on: from a predicate to a world in which
 * an agent walks to a door. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>

#include <wend/wend.h>

static wend_floor *make_room(void)
{
    const wend_vec2 room[] = {{0, 0}, {10, 0}, {10, 6}, {0, 6}};
    wend_floor_def def = wend_default_floor_def();
    wend_floor *floor = NULL;
    def.bounds = room;
    def.bounds_count = 4;
    assert(wend_orient2d(room[0], room[1], room[2]) == 1);
    assert(wend_floor_create(&def, &floor, NULL) == WEND_OK);
    assert(wend_floor_clearance(floor, (wend_vec2){4, 2}, NULL, NULL) == 2);
    assert(wend_floor_locate(floor, (wend_vec2){4, 7}, NULL) == WEND_LOCATION_OUTSIDE);
    return floor;
}

/* 8 m at 1.3 m/s, minus the distance at which the goal counts as reached. */
static void walk_to_a_door(const wend_floor *floor)
{
    const wend_vec2 door = {9, 3};
    const wend_goal goal = {&door, 1};
    wend_world_def def = wend_default_world_def();
    wend_agent_def agent = wend_default_agent_def();
    wend_world *world = NULL;
    double seconds = 0;
    def.floor = floor;
    agent.position = (wend_vec2){1, 3};
    assert(wend_world_create(&def, &world, NULL) == WEND_OK);
    assert(wend_world_add_goal(world, &goal, &agent.goal, NULL) == WEND_OK);
    assert(wend_world_add_agent(world, &agent, NULL, NULL) == WEND_OK);
    for (; wend_world_agents(world).count > 0 && seconds < 10; seconds += def.step)
        assert(wend_world_step(world, NULL) == WEND_OK);
    assert(seconds > 5.5 && seconds < 6.5);
    wend_world_destroy(world);
}

int main(void)
{
    wend_floor *floor = make_room();
    walk_to_a_door(floor);
    wend_floor_destroy(floor);
    printf("wend %s\n", WEND_VERSION);
    return 0;
}
