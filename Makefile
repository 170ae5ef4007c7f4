# Each target prepares .venv by itself when it is needed; nothing happens when it is up to date.
PYTHON ?= python3
BIN := .venv/bin
PAGE := localdiscord/web

.PHONY: play test test-page test-faults mutants check check-page bench cluster authority schema texts words pictures messages lock

play: .venv/play.stamp  ## the local Discord: a browser, no token
	$(BIN)/adjutant local

test: .venv/dev.stamp  ## every test but those in a browser
	$(BIN)/pytest -n auto --dist worksteal --ignore tests/page

test-page: .venv/dev.stamp  ## the page of the local Discord in the Chromium that is installed
	$(BIN)/pytest -q tests/page

test-faults: .venv/dev.stamp  ## kills, power cuts, full disks and a failing Discord, for some minutes
	FAULTS=long $(BIN)/python -m pytest -q -n 2 tests/faults

mutants: .venv/dev.stamp  ## how many small changes to the code no test notices
	$(BIN)/python -m tests.faults.mutants

check: .venv/dev.stamp check-page  ## style, types, borders
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

bench: .venv/dev.stamp  ## the cost of a command beside the cheapest possible one
	$(BIN)/python -m tests.bench

authority: .venv/dev.stamp  ## docs/authority.md: who may do what
	$(BIN)/python -m tests.authority

schema: .venv/dev.stamp  ## docs/record.schema.json: what the record of a campaign can hold
	$(BIN)/python -m tests.schema

cluster: .venv/dev.stamp  ## a thousand campaigns on four processes and one PostgreSQL, with kills
	$(BIN)/python -m tests.cluster 1000 4 8

texts: .venv/dev.stamp  ## every string that a player can read, once
	$(BIN)/python -m tests.texts

pictures: .venv/dev.stamp  ## the pictures of the README, from the local Discord in the Chromium that is installed
	$(BIN)/python -m tests.pictures

words: .venv/dev.stamp  ## what the scripts of the goldens cost their reader: messages, words, presses
	$(BIN)/python -m tests.words

messages: .venv/dev.stamp  ## the catalogues of the languages, brought up to date with the texts
	$(BIN)/python -m tests.messages

lock:  ## renew the pinned versions (needs uv)
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header \
		--python-version 3.11 pyproject.toml --group build -o requirements.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header \
		--python-version 3.11 pyproject.toml --group dev -o requirements-dev.lock

.venv/play.stamp: requirements.lock pyproject.toml
	$(call install,requirements.lock)
	touch $@

.venv/dev.stamp: requirements-dev.lock pyproject.toml
	$(call install,requirements-dev.lock)
	touch .venv/play.stamp $@

define install
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
endef
