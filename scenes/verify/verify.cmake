# The scenes of `wend verify`.
set(verify_files
)
