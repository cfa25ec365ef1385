set(record_sources
)
