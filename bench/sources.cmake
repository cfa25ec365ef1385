set(bench_sources
  bench.c
  bench_index.c
  bench_predicates.c
)
