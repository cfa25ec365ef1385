set(group_sources
)
