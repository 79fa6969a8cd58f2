# A thin front door: CMake and Ninja do the building (CMakeLists.txt), tools/ the rest.
#
#   make             build/burl and build/libburl.a
#   make run         installs what is missing, builds, renders the gallery into out/gallery/
#   make test        installs what is missing, builds, runs every test
#   make check-all   the tests at full length, and on other architectures
#   make setup       installs what all of these need
#   make fuzz        a minute of libFuzzer on the compiler
#   make coverage    which lines the tests reach
#   make bits        the same bits from every compiler, instruction set and architecture
#   make size        what the library weighs and what it may; ARGS=--times also what building takes
#   make bench       measures burl and others beside it; ARGS=--ratios for times beside
#                    each other alone, see bench/run --help
#   make shader-page two articles' noises, drawn by the text that burl code prints of them: out/shaders/index.html
#   make studio      installs what is missing, builds the page in which recipes are edited and seen, serves it, and prints
#                    its address; RECIPE=FILE opens one
#   make golden      rewrites test/golden.txt: only together with BURL_OUTPUT_VERSION
#   make trees       rewrites src/code/evaluate/trees.inc, from which burl code prints, of the headers in src/noise;
#                    and src/lang/library.inc, the text of recipes/library
#   make format      clang-format over all C sources but the generated ones
#   make install     the tool, both libraries, headers, burl.pc, the CMake package, these pages and the
#                    recipes under PREFIX, by default /usr/local; DESTDIR=FOLDER puts them under FOLDER/PREFIX, and
#                    BUILD=FOLDER builds there instead of in build/
#   make deb         a Debian package of the same, but burl-mpi, which would need an MPI: build/deb/burl_*.deb
#   make windows     the library and the command for 64-bit Windows: dist/burl-windows-x64.zip
#   make single      the library as two files for any project: build/burl.c and build/burl.h
#   make clean       removes build/, dist/ and out/

SETUP ?= tools/setup
PREFIX ?= /usr/local
BUILD ?= build

.PHONY: all run test check-all setup fuzz coverage bits size bench shader-page studio golden trees format install deb \
        windows single clean

all:
	@command -v cmake >/dev/null && command -v ninja >/dev/null || \
	  { echo "cmake and ninja are needed: make setup installs them" >&2; exit 1; }
	@tools/configure --once build -DCMAKE_BUILD_TYPE=Release
	@cmake --build build

run:
	@$(SETUP) build
	@$(MAKE) --no-print-directory all
	@tools/gallery

test:
	@$(SETUP) test
	@tools/check

check-all:
	@$(SETUP) all
	@tools/check --all

setup:
	@$(SETUP)

fuzz coverage:
	@$(SETUP) test
	@tools/check $@

bits:
	@$(SETUP) all
	@tools/bits $(ARGS)

size:
	@$(SETUP) test
	@$(MAKE) --no-print-directory all
	@tools/size $(ARGS)

bench:
	@$(SETUP) bench
	@for compiler in gcc clang; do \
	  tools/configure build/bench/$$compiler -DCMAKE_BUILD_TYPE=Release \
	    -DCMAKE_C_COMPILER=$$compiler -DBURL_BENCH=ON -DBURL_TOOL=OFF && \
	    cmake --build build/bench/$$compiler --target burl_bench || exit 1; \
	done >&2
	@bench/run --json build/bench/bench.json $(ARGS)

shader-page:
	@$(SETUP) build
	@$(MAKE) --no-print-directory all
	@tools/shader-page

studio:
	@$(SETUP) studio
	@$(MAKE) --no-print-directory all
	@tools/studio
	@build/burl studio $(RECIPE)

golden:
	@$(SETUP) build
	@$(MAKE) --no-print-directory all
	@cmake --build build --target golden
	build/test/golden > build/golden.txt
	@mv build/golden.txt test/golden.txt

trees:
	@$(SETUP) test
	@tools/trees
	@tools/library

format:
	@tools/rooms --sources | xargs clang-format -i

install:
	@tools/configure $(BUILD) -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=$(abspath $(PREFIX))
	@cmake --build $(BUILD)
	@cmake --install $(BUILD)

deb:
	@$(SETUP) build
	@tools/configure build/deb -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DBURL_MPI=OFF
	@cmake --build build/deb
	@cd build/deb && cpack

windows:
	@$(SETUP) windows
	@tools/configure build/windows -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE=tools/windows.cmake
	@cmake --build build/windows
	@cd build/windows && cpack
	@mkdir -p dist && cp build/windows/burl-windows-x64.zip* dist

single:
	@tools/single build

clean:
	rm -rf build dist out
