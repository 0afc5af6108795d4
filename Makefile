# Wintertide: `make help` lists what there is. Every target leaves nothing running.

SHELL := /bin/bash
.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The first Python of at least 3.11 that starts; `make PYTHON=... run` names another.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# Pins are installed again when the file differs from the copy kept at the last installation.
define install
	@cmp -s $(1) $(VENV)/$(1) || { \
	test -n "$(PYTHON)" || { echo "Wintertide needs Python 3.11 or newer."; exit 1; }; \
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }; \
	echo "Installing $(1) into $(VENV) ..."; \
	$(BIN)/python -m pip install --quiet --require-hashes -r $(1) && cp $(1) $(VENV)/$(1); }
endef

.PHONY: setup
setup: ## Make .venv with everything for work on the code
	$(call install,requirements-dev.txt)
	@cp requirements.txt $(VENV)/requirements.txt

.PHONY: setup-run
setup-run: ## Make .venv with what the site needs to run
	$(call install,requirements.txt)

.PHONY: run
run: setup-run ## Run the whole site with its demo campaign (PORT=8000 HOST=127.0.0.1)
	@exec $(BIN)/python manage.py serve --demo

.PHONY: test
test: setup ## Run the whole suite, on SQLite and on PostgreSQL (ARGS= for pytest)
	@$(BIN)/python -m tests.run -n 3 --dist worksteal $(ARGS)

.PHONY: check
check: setup ## Everything but the tests that CI insists on
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run

.PHONY: format
format: setup ## Bring the code into the house's form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: bench
bench: setup ## Measure the site; writes var/bench.json and prints a table
	$(call install,requirements-bench.txt)
	@$(BIN)/python manage.py bench

.PHONY: pins
pins: ## Renew the pins: newest versions that the .in files allow
	@test -x var/uv/bin/uv || { mkdir -p -m 700 var && $(PYTHON) -m venv var/uv \
	&& var/uv/bin/python -m pip install --quiet uv; }
	@for name in requirements requirements-dev requirements-bench; do var/uv/bin/uv pip compile --quiet --upgrade --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url --no-header $$name.in -o $$name.txt || exit 1; done

.PHONY: clean
clean: ## Remove what can be made again; var/ with its database stays
	rm -rf $(VENV) staticfiles .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
