set(core_sources arena.c array.c heap.c ids.c memory.c random.c tasks.c)
