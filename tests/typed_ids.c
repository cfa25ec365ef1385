// SPDX-License-Identifier: MIT
// Compiled by typed_ids.cmake for each id type: only wend_agent_id may compile.
#include "wend/wend.h"

wend_result remove_agent(wend_world *world, ID id)
{
    return wend_world_remove_agent(world, id, NULL);
}
