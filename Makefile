# Two commands matter: `make play` and `make test`. Each does its own set-up first.
# Another interpreter: make test PYTHON=python3.13

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMPS := $(VENV)/.stamps

SETUP  := $(STAMPS)/project $(STAMPS)/node $(STAMPS)/system
SOURCE := docs engines firmware hardware host scripts tests
UV_LOCK := uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet

PYTEST_ARGS ?= -n auto --dist loadfile
GAME        ?= armada
MUTANTS_ARGS ?=
SOAK_ARGS   ?= --events 20000 --faults light --driver stepped --runtime cpython

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
# The tests start many processes. Without compiled modules on disk each of them compiles all that it imports.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play test check format lint types imports firmware soak bench mutants screenshots docs setup wheel release lock clean

help:  ## list the targets
	@echo "Deadfall: make play | make test; each does its own set-up."
	@echo
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

play: $(SETUP)  ## open the app: play on a virtual table or on your own
	@$(BIN)/deadfall play

test: $(SETUP)  ## run all tests
	@echo "tests: pytest"
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

check: $(SETUP) $(STAMPS)/typings lint types docs test  ## format, lint, types, documentation, import rules, firmware syntax and all tests

format: $(SETUP)  ## format the sources in place
	@$(BIN)/ruff format $(SOURCE)
	@$(BIN)/ruff check --fix-only --quiet $(SOURCE)

lint: $(SETUP)  ## check format and lint rules
	@echo "lint: ruff"
	@$(BIN)/ruff format --check $(SOURCE)
	@$(BIN)/ruff check $(SOURCE)

types: $(SETUP) $(STAMPS)/typings  ## check types: strict on the host side, MicroPython's stubs for the firmware
	@echo "types: mypy, host side"
	@$(BIN)/mypy
	@echo "types: mypy, firmware"
	@$(BIN)/mypy --config-file firmware-mypy.ini

imports: $(SETUP)  ## check only the import rules
	@$(BIN)/python -m pytest -q tests/project/test_imports.py

firmware: $(SETUP)  ## compile the firmware and write all that belongs on a board into build/board
	@rm -rf build/board
	@$(BIN)/python -m hardware.board_files build/board

soak: $(SETUP)  ## shake the link (SOAK_ARGS="--events 1000000 --faults heavy"), then the tests in their large sizes
	@$(BIN)/deadfall soak link $(SOAK_ARGS)
	@echo "soak: the slow tests"
	@$(BIN)/python -m pytest -m slow $(PYTEST_ARGS)

bench: $(SETUP)  ## measure the link, the firmware, the engines, the referee and the app
	@$(BIN)/deadfall bench link
	@$(BIN)/deadfall bench firmware
	@$(BIN)/deadfall bench engines --game $(GAME)
	@$(BIN)/deadfall bench referee --game $(GAME)
	@QT_QPA_PLATFORM=offscreen $(BIN)/deadfall bench app

mutants: $(SETUP)  ## change sources in small ways; their tests must notice 90 % (GAME=armada, or AREA=link)
	@$(BIN)/python -m tests.mutants $(or $(AREA),$(GAME)) $(MUTANTS_ARGS)

screenshots: $(SETUP)  ## write a picture of every screen into docs/screens
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m host.app.screens docs/screens

docs: $(SETUP)  ## build the documentation as a site into build/docs
	@$(BIN)/sphinx-build -q -E -W --keep-going -j auto -c docs -d build/doctrees . build/docs
	@echo "docs: build/docs/index.html"

setup: $(SETUP) $(STAMPS)/typings  ## only set up: .venv, node_modules, typings, system libraries

wheel: $(SETUP)  ## build the wheel into dist/
	@$(BIN)/python -m build --wheel --no-isolation

release: $(SETUP) $(STAMPS)/typings  ## check, build and tag this version (DRY_RUN=1: everything but the tag)
	@$(BIN)/python scripts/release.py $(if $(DRY_RUN),--dry-run) $(RELEASE_ARGS)

lock:  ## pin all packages anew (needs uv); look at the result before committing it
	@rm -f requirements.lock typings.lock
	@$(UV_LOCK) --no-config --extra app --extra dev pyproject.toml -o requirements.lock
	@echo 'micropython-rp2-stubs>=1.27,<2' | $(UV_LOCK) --no-config - -o typings.lock

clean:  ## remove everything that make has made
	rm -rf $(VENV) node_modules typings dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find $(SOURCE) -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up. A stamp is newer than all it depends on, so each step runs again only when its input changes.

$(STAMPS)/venv:
	@sh scripts/check-python.sh "$(PYTHON)"
	@echo "set-up: .venv with $$($(PYTHON) --version 2>&1)"
	@$(PYTHON) -m venv --clear $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/packages: requirements.lock $(STAMPS)/venv
	@echo "set-up: packages"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 --require-hashes -r requirements.lock
	@touch $@

$(STAMPS)/project: pyproject.toml $(STAMPS)/packages
	@echo "set-up: deadfall itself"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index --editable .
	@touch $@

$(STAMPS)/node: package.json package-lock.json .npmrc $(STAMPS)/packages
	@echo "set-up: MicroPython interpreter for the tests"
	@$(BIN)/npm ci --ignore-scripts --loglevel=error >/dev/null
	@touch $@

$(STAMPS)/typings: typings.lock $(STAMPS)/venv
	@echo "set-up: MicroPython stubs"
	@rm -rf typings
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --target typings -r typings.lock
	@touch $@

$(STAMPS)/system: scripts/system-libraries.sh $(STAMPS)/venv
	@if sh scripts/system-libraries.sh; then touch $@; fi
