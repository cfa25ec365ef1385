// The host owns the positions: wend computes velocities, the game moves the agents by its own rules
// (here: they slide on ice) and passes the resulting positions back to wend.
#include <wend/wend.h>

#include <stdio.h>

enum { PEOPLE = 8 };

typedef struct person {
    wend_agent_id agent;
    wend_vec2 position, velocity;
    int arrived;
} person;

// The game's physics. On ice, from x = 8 to x = 12, velocities change by a tenth only.
static void move(person *p, wend_vec2 wanted, double seconds)
{
    double grip = p->position.x > 8 && p->position.x < 12 ? 0.1 : 1;
    p->velocity.x += grip * (wanted.x - p->velocity.x);
    p->velocity.y += grip * (wanted.y - p->velocity.y);
    p->position.x += seconds * p->velocity.x;
    p->position.y += seconds * p->velocity.y;
}

static wend_result add_people(wend_world *world, person *people, wend_error *error)
{
    const wend_vec2 ends[2][4] = {{{18, 0}, {20, 0}, {20, 6}, {18, 6}},
                                  {{0, 0}, {2, 0}, {2, 6}, {0, 6}}};
    wend_goal_id goals[2];
    wend_result result = WEND_OK;
    for (int i = 0; i < 2 && result == WEND_OK; i++)
        result = wend_world_add_goal(world, &(wend_goal){ends[i], 4}, &goals[i], error);
    for (int i = 0; i < PEOPLE && result == WEND_OK; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_vec2){i % 2 ? 17 : 3, 1.2 + 1.2 * (i / 2)};
        def.goal = goals[i % 2];
        people[i] = (person){.position = def.position};
        result = wend_world_add_agent(world, &def, &people[i].agent, error);
    }
    return result;
}

static wend_result run(wend_world *world, person *people, wend_error *error)
{
    const double seconds = 0.1;
    int arrived = 0;
    for (int frame = 0; arrived < PEOPLE && frame < 600; frame++) {
        wend_result result = wend_world_step(world, error);
        if (result != WEND_OK)
            return result;
        for (int i = 0; i < PEOPLE; i++) {
            person *p = &people[i];
            wend_agent_def agent;
            if (p->arrived)
                continue;
            if (wend_world_agent(world, p->agent, &agent, error) != WEND_OK) {
                // The agent has reached its goal, a sink, and was removed.
                p->arrived = 1;
                arrived++;
                continue;
            }
            move(p, agent.velocity, seconds);
            result = wend_world_place_agent(world, p->agent, p->position, &p->velocity, error);
            if (result != WEND_OK)
                return result;
        }
    }
    printf("%d of %d have crossed the ice\n", arrived, PEOPLE);
    return WEND_OK;
}

int main(void)
{
    const wend_vec2 bounds[] = {{0, 0}, {20, 0}, {20, 6}, {0, 6}};
    wend_floor_def floor_def = wend_default_floor_def();
    floor_def.bounds = bounds;
    floor_def.bounds_count = 4;

    wend_error error = {0};
    wend_floor *floor = NULL;
    wend_world *world = NULL;
    wend_world_def def = wend_default_world_def();
    person people[PEOPLE];
    wend_result result = wend_floor_create(&floor_def, &floor, &error);
    def.floor = floor;
    def.host_moves = true;
    if (result == WEND_OK)
        result = wend_world_create(&def, &world, &error);
    if (result == WEND_OK)
        result = add_people(world, people, &error);
    if (result == WEND_OK)
        result = run(world, people, &error);
    if (result != WEND_OK)
        fprintf(stderr, "%s\n", wend_error_text(&error));
    wend_world_destroy(world);
    wend_floor_destroy(floor);
    return result == WEND_OK ? 0 : 1;
}

// Prints: 8 of 8 have crossed the ice
