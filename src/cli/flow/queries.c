// SPDX-License-Identifier: MIT
// --query: the flow at points, and the nearest lane.
#include "cli/flow/flow.h"
#include "cli/position.h"
#include "cli/report.h"
#include "scene/frames.h"

#include <math.h>

int flow_read_queries(flow_job *job)
{
    const char *typed[OPTION_VALUES_MAX];
    int count = option_values(job->args, "query", typed), code = EXIT_DONE;
    if (count > 0 && job->turns)
        return fail(job->args,
                    "%s: sources and sinks alternate along the walls: there are no levels for "
                    "--query",
                    job->file);
    for (int i = 0; code == EXIT_DONE && i < count; ++i) {
        const char *rest = typed[i];
        wend_vec2 at;
        if (!place_point(&rest, &at) || *rest != 0)
            return fail_usage(job->args, "--query %s: invalid value (expected a point X,Y)",
                              typed[i]);
        at = frames_from_file(job->s, at);
        code = place_check_range(job->args, "query", typed[i], &at, 1);
        if (code == EXIT_DONE && !wend_array_push(&job->queries, NULL, at))
            code = fail(job->args, "%s: out of memory", job->file);
    }
    return code;
}

/// The lane nearest to a point; null if there are none.
static json_t *lane_to_json(const flow_job *job, wend_vec2 at)
{
    uint32_t count = 0, nearest = 0;
    double least = INFINITY, along = 0;
    if (job->lanes)
        wend_lanes_all(job->lanes, &count);
    for (uint32_t i = 0; i < count; ++i) {
        double distance, here = wend_lane_along(job->lanes, i, at, &distance);
        if (distance < least)
            least = distance, along = here, nearest = i;
    }
    return count == 0 ? json_null()
                      : json_pack("{s:i, s:f, s:f}", "lane", (int)nearest, "distance", least,
                                  "along", along);
}

json_t *flow_queries_to_json(const flow_job *job)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < job->queries.count; ++i) {
        wend_vec2 at = job->queries.data[i];
        wend_flow_result result = wend_flow_query(job->flow, at);
        bool inside = result.level >= 0;
        double mirrored = frames_mirrored(job->s) ? -1 : 1;
        const figure rows[] = {
            {"at", NULL, NULL, VALUE(point_to_json(job->s, at))},
            {"level", NULL, "m", VALUE(inside ? result.level : NAN)},
            {"direction", NULL, NULL,
             VALUE(inside ? json_pack("[f, f]", result.direction.x, mirrored * result.direction.y)
                          : json_null())},
            {"useful", NULL, NULL,
             VALUE(inside ? json_boolean(wend_flow_is_useful(job->flow, at)) : json_null())},
            {"body", NULL, NULL, VALUE(inside ? json_integer(result.body) : json_null())},
            {"nearest_lane", NULL, NULL, VALUE(lane_to_json(job, at))},
        };
        list = list_add(list, FIGURES(rows, NULL));
    }
    return list;
}
