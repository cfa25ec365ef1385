# find_package(wend CONFIG) gives wend::wend (static) and wend::shared.
include(CMakeFindDependencyMacro)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/wend-targets.cmake)
