# Two commands matter: `make demo` and `make test`. Each sets up what it needs.
PYTHON ?= python3
VENV   := .venv
RUN    := $(VENV)/bin

# Byte code is wanted here even where the shell says otherwise: without it every start is slow.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup demo up test test-fast test-versions check bench fuzz lock clean

help: ## Show this help
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

setup: $(VENV)/ready ## Make .venv with everything in it, by the lock file

$(VENV)/ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

GAME := $(if $(KIND),--kind $(KIND)) $(if $(FORM),--form $(FORM))

demo: setup ## A whole game by real mail, then one with a seat for you; NO_INPUT=1: the first only; KIND=hog
ifeq ($(strip $(NO_INPUT)$(ARGS)),)
	$(RUN)/pigpost demo --no-input $(GAME)
	@echo && echo "That was the whole of it. Now the same with a seat for you:"
	$(RUN)/pigpost demo $(GAME)
else
	$(RUN)/pigpost demo $(if $(NO_INPUT),--no-input) $(GAME) $(ARGS)
endif

up: setup ## Run the service of ./site (made if missing)
	@test -e site/pigpost.toml || $(RUN)/pigpost init --yes site
	$(RUN)/pigpost --config site/pigpost.toml up

test: test-fast ## All tests, real servers included; what is missing is installed where possible
	$(RUN)/python -m pytest -n auto --dist loadfile -m "servers or slow"

test-fast: setup ## The tests that need no server: about a minute
	$(RUN)/python -m pytest -n auto -m "not servers and not slow"

test-versions: setup ## The fast tests on every newer Python that is found here
	ops/test_versions.sh

check: setup ## Style, types, layers, dead code, dependencies
	$(RUN)/ruff check
	$(RUN)/ruff format --check
	$(RUN)/mypy
	$(RUN)/lint-imports
	$(RUN)/vulture
	$(RUN)/deptry service workers

bench: setup ## Hot paths as ratios to a limit or a peer in the same run
	@for file in ops/bench/*.py; do echo "== $$file"; $(RUN)/python $$file || exit 1; done

fuzz: setup ## Feed the readers of orders and of mails with grown bytes, a minute each; ARGS go to libFuzzer
	$(RUN)/python -m pip install --quiet --disable-pip-version-check atheris==3.0.0
	$(RUN)/python ops/fuzz/read_orders.py $(or $(ARGS),-max_total_time=60)
	$(RUN)/python ops/fuzz/read_mails.py $(or $(ARGS),-max_total_time=60)

lock: setup ## Resolve the dependencies anew into requirements.lock
	$(RUN)/python -m pip install --quiet uv
	$(RUN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	  --no-annotate --no-emit-index-url --extra demo --extra postgres --group dev \
	  pyproject.toml -o requirements.lock

clean: ## Remove what was built
	rm -rf $(VENV) .fuzz dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
