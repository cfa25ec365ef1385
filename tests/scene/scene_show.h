// SPDX-License-Identifier: MIT
// A built-in scene that runs: what the tests share that look at what scenes are there to show.
#ifndef WEND_TESTS_SCENE_SCENE_SHOW_H
#define WEND_TESTS_SCENE_SCENE_SHOW_H

#include "tests/support/support.h"

#include "formats/formats.h"
#include "scene/build/world.h"

typedef struct show {
    const char *name;
    scene *s;
    wend_world *world;
    uint32_t started; ///< agents
} show;

static inline show open_show_with(const char *name, const scene_world_options *options)
{
    show it = {.name = name};
    problem_list problems = {.file = name};
    wend_error error = {0};
    it.s = scene_load(name, &problems);
    problem_print(&problems, stdout);
    assert_non_null(it.s);
    problem_free(&problems);
    if (scene_world(it.s, options, &it.world, NULL, &error) != WEND_OK)
        fail_msg("%s: %s", name, wend_error_text(&error));
    it.started = wend_world_agents(it.world).count + wend_world_pending(it.world);
    return it;
}

static inline show open_show(const char *name)
{
    return open_show_with(name, &(scene_world_options){0});
}

/// Those who are there or to come.
static inline uint32_t left(const show *it)
{
    return wend_world_agents(it->world).count + wend_world_pending(it->world);
}

static inline bool goes_on(const show *it)
{
    return left(it) > 0 && wend_world_time(it->world) < it->s->duration;
}

static inline void step(const show *it)
{
    wend_error error = {0};
    if (wend_world_step(it->world, &error) != WEND_OK)
        fail_msg("%s at %g s: %s", it->name, wend_world_time(it->world), wend_error_text(&error));
}

static inline void close_show(show *it, bool all_arrive)
{
    if (all_arrive && left(it) > 0) {
        wend_agents agents = wend_world_agents(it->world);
        for (uint32_t i = 0; i < agents.slots; ++i)
            if (agents.bodies[i].radius >= 0)
                print_message("%s: still at %.2f, %.2f\n", it->name, agents.bodies[i].position.x,
                              agents.bodies[i].position.y);
        fail_msg("%s: %u of %u have not arrived after %g s", it->name, left(it), it->started,
                 wend_world_time(it->world));
    }
    wend_world_destroy(it->world);
    scene_free(it->s);
}

#endif
