# make run    set everything up and serve the table at http://127.0.0.1:8000
# make demo   set everything up and play the example in the terminal, with its odds and who wins
# make test   set everything up and run all tests, compiled and uncompiled
# make check  lint and types
# make bench  the benchmarks, into bench/RESULTS.md
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.toml' -o -path '*/static/*') pyproject.toml setup.py

.PHONY: run demo test test-compiled test-plain check bench install format house clean

run: $(VENV)/.installed
	@$(BIN)/affray --version
	@$(BIN)/affray serve

demo: $(VENV)/.installed
	@$(BIN)/affray --version
	@$(BIN)/affray fight causeway --seed 7
	@echo
	@$(BIN)/affray odds causeway --attacker Brynn --target "City Spearman"
	@echo
	@$(BIN)/affray simulate causeway -n 20000

install: $(VENV)/.installed

$(VENV)/.tools: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb')); \
	    print('\n'.join(p['project']['dependencies'] + sum(p['project']['optional-dependencies'].values(), [])))" \
	    > $(VENV)/wanted.txt
	$(BIN)/pip install --quiet -r $(VENV)/wanted.txt
	@touch $@

# Without a C compiler the same code is installed uncompiled.
$(VENV)/.installed: $(VENV)/.tools $(SOURCES)
	@if command -v gcc >/dev/null || command -v cc >/dev/null; then \
	    echo "compiling (a minute or two) ..."; \
	    $(BIN)/pip install --quiet --no-build-isolation --no-deps --force-reinstall . || \
	    { echo "it did not compile; installing uncompiled"; \
	      AFFRAY_COMPILE=0 $(BIN)/pip install --quiet --no-build-isolation --no-deps --force-reinstall .; }; \
	else \
	    echo "no C compiler: installing uncompiled"; \
	    AFFRAY_COMPILE=0 $(BIN)/pip install --quiet --no-build-isolation --no-deps --force-reinstall .; \
	fi
	@touch $@

test: test-compiled test-plain

# What is installed: compiled, where there is a C compiler.
test-compiled: $(VENV)/.installed
	AFFRAY_EXPECT=$$( (command -v gcc || command -v cc) >/dev/null && echo compiled || echo plain) \
	    $(BIN)/pytest -n auto

# The same sources as they stand, uncompiled: all that is compiled otherwise, the engine and the rules.
test-plain: $(VENV)/.installed
	AFFRAY_EXPECT=plain PYTHONPATH=src $(BIN)/pytest -n auto \
	    tests/core tests/space tests/rulebook $(wildcard tests/test_*.py)

check: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# what the rules read of house rules, from the rulebooks
house:
	$(PYTHON) tools/house_rules.py

bench: $(VENV)/.peers
	AFFRAY_NPM=$(VENV)/npm $(BIN)/python -m bench

# what cannot be installed here is named in the results as not installed
$(VENV)/.peers: bench/peers.txt $(VENV)/.installed
	-$(BIN)/pip install -q -r bench/peers.txt
	-command -v npm >/dev/null && npm install --silent --no-audit --no-fund --ignore-scripts \
		--omit=optional --prefix $(VENV)/npm "pokemon-showdown@>=0.11"
	@touch $@

clean:
	rm -rf $(VENV) build src/*.egg-info
