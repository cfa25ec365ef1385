// SPDX-License-Identifier: MIT
// Runs comparison programs (see peer.h). Input and output are files, so neither process can block,
// whatever their size.
#include "bench/peer.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "geometry/floor.h"

extern char **environ;

// ---- the plan -----------------------------------------------------------------------------------

static void add_frame(peer_plan *plan, wend_box frame)
{
    const wend_vec2 corners[4] = {
        frame.min, {frame.max.x, frame.min.y}, frame.max, {frame.min.x, frame.max.y}};
    memcpy(plan->points + plan->point_count, corners, sizeof corners);
    plan->point_count += 4;
}

bool peer_plan_make(const wend_floor *floor, wend_box frame, peer_plan *plan)
{
    *plan = (peer_plan){.open = !floor->has_bounds};
    plan->points = malloc((floor->wall_count + (size_t)4) * sizeof *plan->points);
    plan->walls = malloc((floor->wall_count + (size_t)1) * sizeof *plan->walls);
    if (!plan->points || !plan->walls) {
        peer_plan_free(plan);
        return false;
    }
    memcpy(plan->points, floor->points, floor->wall_count * sizeof *plan->points);
    plan->point_count = floor->wall_count;
    for (uint32_t i = 0; i < floor->wall_count; ++i) {
        wend_ring ring = floor->rings[floor->ring_of[i]];
        bool is_thin = ring.role == WEND_RING_POINT || ring.role == WEND_RING_SEGMENT;
        // A point has no wall, and a segment's second wall is its other side.
        if (ring.role == WEND_RING_POINT || (is_thin && i != ring.first))
            continue;
        plan->walls[plan->wall_count++] = (peer_wall){i, wend_wall_next(floor, i), !is_thin};
    }
    if (plan->open)
        add_frame(plan, frame);
    return true;
}

void peer_plan_free(peer_plan *plan)
{
    free(plan->points);
    free(plan->walls);
    free(plan->triangles);
    *plan = (peer_plan){0};
}

// ---- the program --------------------------------------------------------------------------------

bool peer_beside(const char *name, char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size);
    if (length <= 0 || (size_t)length >= size)
        return false;
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash + 1 - path) + strlen(name) >= size)
        return false;
    strcpy(slash + 1, name);
    return access(path, F_OK) == 0;
}

static bool write_items(FILE *file, const void *items, size_t size, uint32_t count)
{
    return count == 0 || fwrite(items, size, count, file) == count;
}

static bool write_plan(FILE *file, const peer_plan *plan, uint32_t runs, bool lists)
{
    const peer_header header = {.magic = PEER_MAGIC,
                                .point_count = plan->point_count,
                                .wall_count = plan->wall_count,
                                .runs = runs,
                                .open = plan->open,
                                .lists = lists,
                                .move_count = plan->move_count,
                                .triangle_count = plan->triangle_count,
                                .source_count = plan->source_count};
    return write_items(file, &header, sizeof header, 1) &&
           write_items(file, plan->points, sizeof *plan->points, plan->point_count) &&
           write_items(file, plan->walls, sizeof *plan->walls, plan->wall_count) &&
           write_items(file, plan->moves, sizeof *plan->moves, plan->move_count) &&
           write_items(file, plan->triangles, sizeof *plan->triangles, plan->triangle_count) &&
           write_items(file, plan->move_triangles, sizeof *plan->move_triangles,
                       plan->triangle_count > 0 ? plan->move_count : 0) &&
           fflush(file) == 0 && fseek(file, 0, SEEK_SET) == 0;
}

// Runs a program on files; true if it exited with status 0.
static bool run_child(const char *program, FILE *in, FILE *out)
{
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    char *arguments[] = {(char *)program, NULL};
    pid_t child;
    bool good = posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO) == 0 &&
                posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO) == 0 &&
                posix_spawn(&child, program, &actions, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    int status;
    return good && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

json_t *peer_run(const char *program, const peer_plan *plan, uint32_t runs, bool lists)
{
    FILE *in = tmpfile(), *out = tmpfile();
    json_t *answer = NULL;
    json_error_t error = {.text = "it could not be run to its end"};
    if (in && out && write_plan(in, plan, runs, lists) && run_child(program, in, out) &&
        fseek(out, 0, SEEK_SET) == 0)
        answer = json_loadf(out, 0, &error);
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    if (!answer)
        fprintf(stderr, "wend: %s: %s\n", program, error.text);
    return answer;
}
