# A thin front to CMake: every target installs what it needs first (tools/setup), then configures,
# builds and runs. The work itself is described in CMakeLists.txt.
MAKEFLAGS += --no-print-directory
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CMAKE_FLAGS ?=
PREFIX ?= /usr/local

.PHONY: all demo gallery test test-long bench fuzz hunt format install clean

all: build/wend

# The command and the library. Always asks CMake, which knows what has changed.
.PHONY: build/wend
build/wend:
	@tools/setup build
	@cmake -S . -B build -DCMAKE_BUILD_TYPE=Release $(CMAKE_FLAGS) >/dev/null
	@cmake --build build -j $(JOBS) --target wend_command wend_static wend_shared wend_peers

demo: build/wend
	@tools/demo

# The pictures of the README and the docs.
gallery: build/wend
	@tools/gallery

.PHONY: build-tests
build-tests:
	@tools/setup test
	@cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DWEND_TESTS=ON $(CMAKE_FLAGS) >/dev/null
	@cmake --build build -j $(JOBS)

test: build-tests
	@cd build && ctest --output-on-failure -j $(JOBS)

test-long: build-tests
	@cd build && WEND_LONG=1 ctest --output-on-failure -j $(JOBS)

bench:
	@tools/setup bench
	@$(MAKE) build/wend
	@for name in $$(build/wend bench --quiet); do build/wend bench $$name || exit 1; done

# SECONDS_EACH seconds for each reader.
SECONDS_EACH ?= 60
fuzz:
	@tools/setup ci
	@tools/fuzz $(SECONDS_EACH)

# Random scenes with every planner and motion model; locked agents are failures, shrunk to small scenes in build/locks.
SCENES ?= 10000
FIRST_SEED ?= 0
hunt: build-tests
	@mkdir -p build/locks
	@build/tests/hunt --scenes $(SCENES) --first-seed $(FIRST_SEED) --processes $(JOBS) --list --output build/locks

format:
	@tools/setup ci
	@git ls-files -z '*.c' '*.h' | xargs -0 clang-format -i

install: build/wend
	@cmake --install build --prefix "$(PREFIX)"

clean:
	rm -rf build build-debug build-fuzz build-threads demo
