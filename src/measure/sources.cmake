set(measure_sources
)
