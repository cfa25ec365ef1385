# Compiles the exact predicates and a kernel of lanes as they are, which must succeed, and then with flags that break IEEE
# arithmetic, which must fail with the sources' own message.
# cmake -DCOMPILER=cc -DSOURCE_DIR=... -DOBJECT=scratch.o -P fast_math.cmake
function(compile source expected_message)
  execute_process(
    COMMAND ${COMPILER} -std=c17 -O2 -I${SOURCE_DIR}/include -I${SOURCE_DIR}/src ${ARGN}
      -c ${SOURCE_DIR}/src/${source} -o ${OBJECT}
    RESULT_VARIABLE result ERROR_VARIABLE messages)
  if(expected_message STREQUAL "")
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "${source} does not compile without the flags either:\n${messages}")
    endif()
  elseif(result EQUAL 0)
    message(FATAL_ERROR "${source} compiles with ${ARGN}")
  elseif(NOT messages MATCHES "${expected_message}")
    message(FATAL_ERROR "${source} with ${ARGN} fails for another reason:\n${messages}")
  endif()
endfunction()

foreach(source geometry/predicates.c geometry/exact.c motion/orca_lanes1.c)
  compile(${source} "")
  foreach(flag -ffast-math -Ofast -ffinite-math-only)
    compile(${source} "wend needs IEEE arithmetic" ${flag})
  endforeach()
  # float.h shows 1 on s390x (floats are computed in double) and 2 with -mfpmath=387 (x87).
  foreach(method 1 2)
    compile(${source} "wend needs arithmetic without excess precision"
      -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=${method})
  endforeach()
endforeach()
file(REMOVE ${OBJECT})
