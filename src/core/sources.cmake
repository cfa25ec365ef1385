set(core_sources angle.c arena.c array.c clock.c heap.c ids.c memory.c random.c tasks.c)
