// SPDX-License-Identifier: MIT
// Half of the lines start in the west and half in the east. All agents walk equally far, and the
// agent at the upper end of a line goes to its lower end, so they meet in the middle. Paths are as
// long as in UFRGS 2010.
#include "scene/builtin/lines.h"

#include "scene/builtin/parts.h"

enum {
    LINE = 10,         ///< agents in a line
    MANY_AGENTS = 200, ///< from this number on, paths are longer, as in the paper
};
#define PLAIN      1000.0 ///< from the centre to each side [Units: m]
#define WAY        760.0  ///< path length from west to east [Units: m]
#define LONG_WAY   1880.0 ///< with many agents
#define NEIGHBOURS 20.0   ///< distance of agents in a line [Units: m]
#define LINES      6.0    ///< distance of lines [Units: m]

scene *builtin_lines(uint32_t agents)
{
    scene *s = builtin_simulation("Lines of ten people change places on an empty plain, 0.5 to "
                                  "1.5 m a step (simulation 1)");
    bool good = s && builtin_bounds(s, (wend_box){{-PLAIN, -PLAIN}, {PLAIN, PLAIN}});
    wend_random random = wend_random_stream(1, agents);
    double half = (agents < MANY_AGENTS ? WAY : LONG_WAY) / 2;
    for (uint32_t i = 0; good && i < agents; ++i) {
        uint32_t line = i / LINE;
        double side = line % 2 ? 1 : -1, back = LINES * (line / 2);
        double y = NEIGHBOURS * (i % LINE - (LINE - 1) / 2.0);
        wend_vec2 from = {side * (half + back), y}, to = {side * (back - half), -y};
        good = builtin_walker(s, from, to, builtin_stride(&random));
    }
    if (good)
        s->duration = 6000;
    return builtin_whole(s, good);
}
