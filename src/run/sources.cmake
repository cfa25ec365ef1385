set(run_sources
  coherence_sink.c
  monitor.c
  run.c
  wall_check.c
)
