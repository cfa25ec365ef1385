// SPDX-License-Identifier: MIT
// Runs a scene to its end: makes its world and steps it while a tracker follows the agents, a
// monitor checks walls and overlaps, and a recorder writes frames to a sink.
//
//     scene_run r;
//     if (run_open(&r, &(run_def){.s = s, .seconds = s->seconds, .monitored = true}))
//         run_to_end(&r, NULL, NULL);
//     printf("%llu arrived\n", (unsigned long long)r.figures.arrived);
//     run_close(&r);
//
// Missing memory ends the process (base/xalloc.h).
#ifndef WEND_RUN_RUN_H
#define WEND_RUN_RUN_H

#include "measure/coherence.h"
#include "record/recorder.h"
#include "run/monitor.h"
#include "wend/world_gates.h"

enum { RUN_EVENT_KINDS = TRACKER_EVENT_KINDS };

enum { RUN_MOST_LISTED = 16 }; ///< of gates, and of stuck agents

/// Narrow passages with a right of way.
typedef struct run_gates {
    uint64_t count;                              ///< that ever acted
    uint64_t changes;                            ///< of direction, of all
    double waited;                               ///< agent-seconds before all of them
    wend_world_gate_state list[RUN_MOST_LISTED]; ///< those with the longest waits, longest first
} run_gates;

/// Agents that are stuck when the run ends.
typedef struct run_stuck {
    uint64_t count;
    tracked_agent list[RUN_MOST_LISTED]; ///< those that have been stuck the longest
    wend_vec2 positions[RUN_MOST_LISTED];
} run_stuck;

/// The figures of one run. Times are simulated unless stated otherwise.
typedef struct run_figures {
    uint64_t seed;
    uint64_t agents;  ///< number of agents that came
    uint64_t arrived; ///< of these, those that reached the end of their route
    uint64_t inside;  ///< at the end, without those that arrived and stay or have no goal
    uint64_t to_come; ///< not yet spawned
    uint64_t stuck;   ///< agents that made no progress for a while, at least once
    uint64_t blocked[TRACKER_BLOCKERS]; ///< events of stuck agents by what blocked them
    uint64_t lost;                      ///< agents inside that have no path to their goal
    double seconds;                     ///< duration
    double last_s;                      ///< time of the last arrival; NAN: none
    double mean_s;                      ///< mean time from coming to arriving; NAN: none arrived
    uint64_t steps;
    uint64_t agent_steps;        ///< number of agents after each step, added up
    double cost;                 ///< of all steps [Units: s on the clock]
    double phases[WEND_PHASES];  ///< of each phase, one thread [Units: s]
    double measuring;            ///< of tracker and monitor [Units: s on the clock]
    double recording;            ///< of the recorder and its sink [Units: s on the clock]
    uint64_t walls_crossed;      ///< agent-steps: the centre crossed a wall, or is not free
    uint64_t in_walls;           ///< agent-steps: deeper than WALL_CHECK_DEPTH in a wall
    uint64_t overlaps;           ///< agent-steps: deeper than OVERLAPS_DEPTH in another agent
    double deepest;              ///< deepest overlap, as a share of the smaller radius
    wend_pursuit_totals pursued; ///< of all pursuits
    uint64_t barriers;           ///< number of barriers placed across jams
    wend_event first_barrier;    ///< the first of them
    run_stuck stuck_now;         ///< at the end
    uint64_t priorities;         ///< times that an agent got priority
    run_gates gates;             ///< narrow passages where opposing agents were stuck
    coherence_totals coherence;  ///< of coherent groups
    uint64_t events[RUN_EVENT_KINDS];
    uint64_t hash;
} run_figures;

typedef struct run_def {
    const scene *s;
    scene_world_options world; ///< what differs from the scene
    double seconds;            ///< duration
    bool until_empty;          ///< ends when no agent is inside or to come
    bool monitored;            ///< walls and overlaps are checked after each step
    uint64_t every;            ///< coherence is measured every so many steps; 0: not at all
    double (*clock)(void);     ///< for `cost`; NULL: wend_clock [Units: s]
} run_def;

typedef enum run_outcome {
    RUN_COMPLETE,    ///< its time is over, or it is empty
    RUN_STOPPED,     ///< `before` returned false
    RUN_SINK_FAILED, ///< the sink's close states why
    RUN_FAILED,      ///< a step failed with run.error
} run_outcome;

/// A run in progress.
typedef struct scene_run {
    run_def def;
    double step; ///< [Units: s]
    wend_world *world;
    scene_names names;
    tracker agents;
    run_monitor *monitor; ///< NULL: not monitored
    recorder *recorder;   ///< NULL: not recorded
    coherence groups;     ///< of coherent groups
    record_about groups_about;
    record_sink *groups_sink;  ///< NULL: coherence is not measured
    recorder *groups_recorder; ///< for that sink
    run_figures figures; ///< up to date after each step; lost, mean_s, hash and so on at the end
    wend_error error;    ///< of run_open or RUN_FAILED
} scene_run;

/// Makes the world. False with r->error: the scene cannot be run. Call run_close in any case.
bool run_open(scene_run *r, const run_def *def);
void run_close(scene_run *r);

/// What sinks are to know of the run, recorded every `every` steps. Valid while the run is open.
record_about run_about(const scene_run *r, const char *file, uint64_t every);
/// Starts to record a run that has not been stepped. The sink and *about must outlive the run.
/// False: the sink failed.
bool run_record(scene_run *r, const record_about *about, uint64_t every, record_sink *sink);

/// One step, followed by tracker, monitor and recorder. RUN_COMPLETE, RUN_SINK_FAILED or
/// RUN_FAILED.
run_outcome run_step(scene_run *r);

/// Steps to the end. before [opt] is called before each step; false stops the run. The figures are
/// complete unless it failed.
run_outcome run_to_end(scene_run *r, bool (*before)(void *context), void *context);

#endif
