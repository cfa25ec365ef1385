set(flow_sources
  curve.c
  query.c
  solve.c
)
