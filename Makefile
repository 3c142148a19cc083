# Lux needs Python 3.11 or newer with venv, gcc and make; everything else goes into .venv.
#
#   make play     build Lux and play against it in the terminal
#   make test     build Lux and run its tests
#   make build    rebuild what is out of date (LUX_ARCH, LUX_PGO, LUX_WERROR: see setup.py)
#   make lint     check the style of the sources
#   make debug    build with C asserts and sanitizers and run the tests; `make build` goes back
#   make clean    remove everything that was built, .venv too

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: play test build lint debug clean

play: build
	$(BIN)/lux play

test: build .venv/.test
	$(BIN)/python -m pytest -n auto --dist loadfile

# The compiler's own bookkeeping decides what is out of date: half a second where nothing is.
build: .venv/.lux
	$(BIN)/python setup.py -q build_ext --inplace

lint: .venv/.lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cython-lint lux/

debug: .venv/.lux .venv/.test
	LUX_DEBUG=1 $(BIN)/python setup.py -q build_ext --inplace
	ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" $(BIN)/python -m pytest

clean:
	rm -rf .venv build dist *.egg-info lux/*.so lux/*/*.so

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

.venv/.test .venv/.lint: .venv/.%: .venv/.lux
	$(PIP) install -q --no-build-isolation -e '.[$*]'
	touch $@
