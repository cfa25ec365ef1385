# Flags of wend's own targets, carried by an interface target so that none reaches a consumer.
include(CheckCSourceCompiles)
add_library(wend_flags INTERFACE)
target_compile_features(wend_flags INTERFACE c_std_17)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  # No contraction: the same bits on machines with and without fused multiply-add.
  target_compile_options(wend_flags INTERFACE -ffp-contract=off
    $<$<COMPILE_LANGUAGE:C>:-Wall;-Wextra;-Wshadow;-Wvla;-Wstrict-prototypes;-Wmissing-prototypes>)
  # x87 has excess precision, which core/strict_math.h refuses.
  check_c_source_compiles("#ifndef __i386__\n#error\n#endif\nint main(void) { return 0; }" WEND_I386)
  if(WEND_I386)
    target_compile_options(wend_flags INTERFACE -msse2 -mfpmath=sse)
  endif()
  if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    # ISO C lets gcc for s390x compute floats in double. This changes nothing where FLT_EVAL_METHOD is 0.
    target_compile_options(wend_flags INTERFACE $<$<COMPILE_LANGUAGE:C>:-fexcess-precision=fast>)
    # Messages are cut to their buffers on purpose; gcc's guesses about it differ by optimisation.
    target_compile_options(wend_flags INTERFACE $<$<COMPILE_LANGUAGE:C>:-Wno-format-truncation>)
    # A vector of two doubles comes in two registers. gcc writes them to memory one by one to read
    # them back as one, and waits for that: 2 to 9 % of a world's step.
    target_compile_options(wend_flags INTERFACE $<$<COMPILE_LANGUAGE:C>:-fno-tree-slp-vectorize>)
  endif()
  if(WEND_WERROR)
    target_compile_options(wend_flags INTERFACE -Werror)
  endif()
endif()
if(WEND_SANITIZE)
  target_compile_options(wend_flags INTERFACE -fsanitize=${WEND_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer -g1)
  target_link_options(wend_flags INTERFACE -fsanitize=${WEND_SANITIZE})
endif()
# What libFuzzer steers by. Of the library it is told which code has run. Of the tools, whose readers look for
# words and numbers, also what was compared with what, at twice the time. Tests are not its business.
set(wend_library_coverage)
set(wend_tools_coverage)
if(WEND_FUZZ AND CMAKE_C_COMPILER_ID MATCHES Clang)
  set(wend_library_coverage -fsanitize-coverage=inline-8bit-counters,pc-table)
  set(wend_tools_coverage -fsanitize=fuzzer-no-link)
  target_link_options(wend_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
