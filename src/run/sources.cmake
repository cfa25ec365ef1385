set(run_sources
  monitor.c
  run.c
  wall_check.c
)
