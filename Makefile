# Each target prepares .venv by itself when it is needed; nothing happens when it is up to date.
# Another Python has an environment of its own: `make test PYTHON=python3.13` makes .venv-python3.13.
PYTHON ?= python3
VENV := .venv$(if $(filter-out python3,$(PYTHON)),-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
PAGE := localdiscord/web
# with the bytecode that Python keeps, a start costs half; some machines are told to keep none
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play simulation test test-long test-changed golden-diff words-only figures test-map coverage test-page test-faults soak mutants check check-page bench cluster authority schema reference docs texts words way pictures messages lock

play: $(VENV)/play.stamp  ## the local Discord: a browser, no token
	$(BIN)/adjutant local

SEED ?= 1
test: $(VENV)/dev.stamp  ## every test but those in a browser, with the same draws each time: `make test SEED=7` has others
	ADJUTANT_COUNTED=tests $(BIN)/pytest -n auto --dist worksteal --randomly-seed=$(SEED) --ignore tests/page

test-long: $(VENV)/dev.stamp  ## every test with every seed, and the long rounds of the faults, with new draws: for the night; `SEED=7` repeats them
	ADJUTANT_LONG=1 $(BIN)/python -m pytest -n auto --dist worksteal --timeout 1800 --ignore tests/page $(if $(filter command,$(firstword $(origin SEED))),--randomly-seed=$(SEED))

test-changed: $(VENV)/dev.stamp  ## the tests that run the changed lines, by the map that `make test-map` keeps
	$(BIN)/python -m tests.changed

test-map: $(VENV)/dev.stamp  ## which test runs which lines; takes as long as all tests
	$(BIN)/python -m tests.changed map

golden-diff: $(VENV)/dev.stamp  ## what became of the goldens, sorted: `make golden-diff OLD=main NEW=HEAD`, by default since the last commit
	$(BIN)/python -m tests.golden_diff $(or $(OLD),HEAD) $(NEW)

COMMITS ?= -50
words-only: $(VENV)/dev.stamp  ## refuses a commit whose subject begins with "Reword" and that moved a decision
	$(BIN)/python -m tests.golden_diff words $(COMMITS)

figures: $(VENV)/dev.stamp  ## docs/testing.md: what the last runs of the tests counted
	$(BIN)/python -m tests.figures

coverage: $(VENV)/dev.stamp  ## how much of the code the tests run, line by line and branch by branch
	$(BIN)/pytest -q -n auto --dist worksteal --ignore tests/page --cov --cov-report=
	$(BIN)/python -m tests.covered

test-page: $(VENV)/dev.stamp  ## the page of the local Discord in the Chromium that is installed
	ADJUTANT_COUNTED=page $(BIN)/pytest -q -n 2 --dist loadfile tests/page

test-faults: $(VENV)/dev.stamp  ## kills, power cuts, full disks and a failing Discord, for some minutes
	ADJUTANT_LONG=1 $(BIN)/python -m pytest -q -n 2 --timeout 1800 tests/faults

WORLDS ?= 1
simulation: $(VENV)/dev.stamp  ## one world of the simulation again, with all that happens in it: `make simulation SEED=7`; from there on so many: `WORLDS=1000`
	$(BIN)/python -m tests.simulation $(SEED) $(WORLDS)

SOAK ?= 50000
soak: $(VENV)/dev.stamp  ## so many commands, about three minutes, under ceilings of memory, descriptors, log and processor time
	$(BIN)/python -m tests.soak $(SOAK)


mutants: $(VENV)/dev.stamp  ## how many small changes to the code no test notices
	$(BIN)/python -m tests.faults.mutants

check: $(VENV)/dev.stamp check-page  ## style, types, borders
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports

check-page:  ## types and style of the page's JavaScript, where there is npm
	@if command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory $(PAGE)/node_modules/.package-lock.json && cd $(PAGE) && npm run --silent check; \
	else echo "npm is not installed, so the page's JavaScript was not checked."; fi

$(PAGE)/node_modules/.package-lock.json: $(PAGE)/package-lock.json
	cd $(PAGE) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

bench: $(VENV)/dev.stamp  ## the cost of a command beside the cheapest possible one
	$(BIN)/python -m tests.bench $(PARTS)

authority: $(VENV)/dev.stamp  ## docs/authority.md: who may do what
	$(BIN)/python -m tests.authority

schema: $(VENV)/dev.stamp  ## docs/record.schema.json: what the record of a campaign can hold
	$(BIN)/python -m tests.schema

reference: schema  ## docs/reference: the commands, the settings and the record, as the bot has them
	$(BIN)/python -m tests.reference

docs: .venv/docs.stamp  ## the site of the documents, in site/
	NO_MKDOCS_2_WARNING=1 .venv/docs/bin/mkdocs build --strict --quiet

CLUSTER ?= 1000 4 8
cluster: $(VENV)/dev.stamp  ## a thousand campaigns on four processes and one PostgreSQL, with kills
	$(BIN)/python -m tests.cluster $(CLUSTER)

texts: $(VENV)/dev.stamp  ## every string that a player can read, once
	$(BIN)/python -m tests.texts

pictures: $(VENV)/dev.stamp  ## the pictures of the README, from the local Discord in the Chromium that is installed
	$(BIN)/python -m tests.pictures

words: $(VENV)/dev.stamp  ## what the scripts of the goldens cost their reader: messages, words, presses
	$(BIN)/python -m tests.words $(SCRIPT)

way: $(VENV)/dev.stamp  ## the way of each command of a script through the code: files, calls, changes of file
	$(BIN)/python -m tests.way $(SCRIPT)

messages: $(VENV)/dev.stamp  ## the catalogues of the languages, brought up to date with the texts
	$(BIN)/python -m tests.messages

lock:  ## pin what pyproject.toml asks for; `make lock UPGRADE=--upgrade` takes the newest versions (needs uv)
	uv pip compile $(UPGRADE) --universal --generate-hashes --no-strip-extras --no-emit-index-url --no-emit-find-links --no-annotate --no-header \
		--python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile $(UPGRADE) --universal --generate-hashes --no-strip-extras --no-emit-index-url --no-emit-find-links --no-annotate --no-header \
		--python-version 3.11 --group pyproject.toml:build -o requirements-build.lock
	uv pip compile $(UPGRADE) --universal --generate-hashes --no-strip-extras --no-emit-index-url --no-emit-find-links --no-annotate --no-header \
		--python-version 3.11 pyproject.toml --group dev -o requirements-dev.lock
	uv pip compile $(UPGRADE) --universal --generate-hashes --no-strip-extras --no-emit-index-url --no-emit-find-links --no-annotate --no-header \
		--python-version 3.11 --group pyproject.toml:docs -o requirements-docs.lock

$(VENV)/play.stamp: requirements.lock requirements-build.lock pyproject.toml
	$(call install,requirements.lock -r requirements-build.lock)
	touch $@

$(VENV)/dev.stamp: requirements-dev.lock pyproject.toml
	$(call install,requirements-dev.lock)
	touch $(VENV)/play.stamp $@

# the site's own libraries stay apart, so that none of the tests waits for them
.venv/docs.stamp: requirements-docs.lock
	test -x .venv/docs/bin/python || $(PYTHON) -m venv .venv/docs
	.venv/docs/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	touch $@

define install
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
endef
