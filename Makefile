# make run    set up what serving needs and serve the table at http://127.0.0.1:8000
# make demo   play the example in the terminal, with its odds and who wins
# make test   set everything up and run the tests, the rules compiled and uncompiled
# make same   prove that a change changed nothing: fights, odds and duels against tests/same.json
# make soak   what is long by nature: a million fights, load, killed servers, whole evenings
# make check  lint and types
# make bench  the benchmarks, into build/benchmarks.md; bench/RESULTS.md has the ratios
# make docs   the documentation site, into build/site
# make pictures  the pictures of the documents, from the running page
# make house  write what the rules read of house rules, from the rulebooks
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet
WHEEL := build/wheel/.done
SOURCES := $(shell find src -name '*.py' -o -name '*.toml' -o -path '*/static/*') \
    pyproject.toml setup.py tools/build/state_methods.py
PAGE_TOOLS = $(VENV)/page-tools/node_modules/.bin

# One more than there are processors: tests of servers and of the page wait for them now and then.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

# Every process of the tests would read and rewrite all of them anew.
unexport PYTHONDONTWRITEBYTECODE
MAKEFLAGS += --no-print-directory

.PHONY: run demo test test-compiled test-plain test-units read-tests same soak check bench install format docs pictures house clean

# Serves at once. If the rules are not compiled yet, compiles them meanwhile for the next start.
run: $(VENV)/.packages
	@if $(MAKE) --question $(WHEEL) 2>/dev/null; then $(MAKE) install; else $(MAKE) $(VENV)/.plain; fi
	@$(BIN)/affray --version
	@if $(MAKE) --question $(WHEEL) 2>/dev/null; then exec $(BIN)/affray serve; fi; \
	    nice $(MAKE) $(WHEEL) & trap "kill $$! 2>/dev/null" EXIT; trap exit INT TERM; \
	    AFFRAY_COMPILING=1 $(BIN)/affray serve

demo: install
	@$(BIN)/affray --version
	@$(BIN)/affray fight causeway --seed 7
	@echo
	@$(BIN)/affray odds causeway --attacker Brynn --target "City Spearman"
	@echo
	@$(BIN)/affray simulate causeway -n 20000

install: $(VENV)/.native

$(VENV)/.compiler: pyproject.toml
	@test -x $(BIN)/python || { echo "making a Python environment"; $(PYTHON) -m venv $(VENV); }
	@echo "installing packages that build the project"
	@$(BIN)/python tools/build/wanted.py build > $(VENV)/compiler.txt
	@$(PIP) install --no-compile -r $(VENV)/compiler.txt
	@touch $@

$(VENV)/.packages: $(VENV)/.compiler
	@echo "installing packages that it runs with"
	@$(BIN)/python tools/build/wanted.py run > $(VENV)/packages.txt
	@$(PIP) install --no-compile -r $(VENV)/packages.txt
	@touch $@

$(VENV)/.tools: $(VENV)/.packages
	@echo "installing packages that tests need"
	@$(BIN)/python tools/build/wanted.py test > $(VENV)/tools.txt
	@$(PIP) install --no-compile -r $(VENV)/tools.txt
	@touch $@

$(VENV)/.train: $(VENV)/.tools
	@$(BIN)/python tools/build/wanted.py train > $(VENV)/train.txt
	@$(PIP) install --no-index --no-deps torch 2>/dev/null || true  # one at hand saves gigabytes
	@$(PIP) install --no-compile -r $(VENV)/train.txt
	@touch $@

# The rules compiled, in a wheel; uncompiled if there is no C compiler. C files that have not changed
# are not compiled again.
$(WHEEL): $(SOURCES) | $(VENV)/.plain
	@echo "compiling the rules, which takes two minutes on two cores"
	@rm -rf build/lib* build/wheel  # else sources that are gone come along
	@$(BIN)/python setup.py --quiet bdist_wheel --dist-dir build/wheel
	@touch $@
	@echo "compiled: $$(ls build/wheel)"

# The sources as they stand, uncompiled, in the place of what was installed before.
$(VENV)/.plain: $(VENV)/.packages $(SOURCES)
	@rm -rf build/lib
	@AFFRAY_COMPILE=0 $(PIP) install --no-build-isolation --no-deps --force-reinstall .
	@touch $@

# The wheel, in the place of what was installed before.
$(VENV)/.native: $(VENV)/.packages $(WHEEL)
	@$(PIP) install --no-deps --force-reinstall build/wheel/*.whl
	@touch $(VENV)/.plain $@

# Tests of the uncompiled rules run while the others are compiled.
test:
	@$(MAKE) --jobs=4 $(WHEEL) $(VENV)/.page-tools test-plain read-tests
	@$(MAKE) test-compiled test-units

# All tests and libraries are read once and kept as bytecode: else every process that runs tests does
# so at its start, each for itself. What is wrong with a test is said when it is run.
read-tests: $(VENV)/.tools $(VENV)/.plain
	@$(BIN)/pytest --collect-only -qq >/dev/null 2>&1 || true

# What is installed: compiled, where there is a C compiler.
test-compiled: $(VENV)/.tools $(VENV)/.native $(VENV)/.page-tools
	AFFRAY_EXPECT=$$( (command -v gcc || command -v cc) >/dev/null && echo compiled || echo plain) \
	    $(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not soak"

# What the page's state and plans compute, without a browser.
test-units:
	@if command -v node >/dev/null; then node --test tests/web/page/unit/; \
	else echo "no node: the page's units are not tested"; test -z "$$CI"; fi

# The same sources as they stand, uncompiled: all that is compiled otherwise, the engine and the
# rules, but not what plays or counts by the hundred, nor what looks at the sources alone.
test-plain: $(VENV)/.tools $(VENV)/.plain
	AFFRAY_EXPECT=plain PYTHONPATH=src nice $(BIN)/pytest -n auto --dist worksteal -m "not soak and not once" \
	    tests/core tests/space tests/rulebook \
	    $(patsubst %,tests/test_%.py,rulesets rulings_anywhere adding_a_ruleset docs tokens) \
	    tests/cli/test_random_keys.py

# `make same WITH="--ruleset olde"` compares one ruleset, `make same WITH=--write` writes the reference.
same: $(VENV)/.tools $(VENV)/.native
	$(BIN)/python tools/same.py $(WITH)

# The training example is tried where its library is installed; CI installs it. What plays or counts
# by the hundred is played uncompiled here.
soak: $(VENV)/.tools $(VENV)/.native $(VENV)/.page-tools $(if $(CI),$(VENV)/.train)
	$(BIN)/pytest -n 2 --dist loadscope --timeout 900 -m soak
	AFFRAY_EXPECT=plain PYTHONPATH=src $(BIN)/pytest -n auto --dist worksteal --timeout 900 -m "once and not soak" \
	    tests/rulebook tests/test_rulesets.py tests/test_rulings_anywhere.py

check: $(VENV)/.tools $(VENV)/.page-tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if [ -x $(PAGE_TOOLS)/tsc ]; then $(PAGE_TOOLS)/tsc -p jsconfig.json \
	    && $(PAGE_TOOLS)/eslint src/affray/web/static/js tests/web/page/unit \
	    && $(PAGE_TOOLS)/stylelint "src/affray/web/static/css/*.css"; \
	else echo "no npm: the page's JavaScript and CSS are not checked"; test -z "$$CI"; fi

# What the page and a user's script are checked with: TypeScript and pyright for types, axe-core for
# those who cannot see the page. In CI nothing is left out.
$(VENV)/.page-tools: $(VENV)/.tools
	command -v npm >/dev/null && npm install --silent --no-audit --no-fund --ignore-scripts \
		--prefix $(VENV)/page-tools "typescript@>=5.6" "axe-core@>=4.10" "pyright@>=1.1.380" \
		"eslint@>=9.10" "stylelint@>=16" \
		|| { echo "npm has not installed what the page is checked with"; test -z "$$CI"; }
	@touch $@

format: $(VENV)/.tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/.tools $(VENV)/.plain
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

pictures: $(VENV)/.tools $(VENV)/.native
	$(BIN)/python tools/pictures.py

house:
	$(PYTHON) tools/house_rules.py

bench: $(VENV)/.peers
	AFFRAY_NPM=$(VENV)/npm $(BIN)/python -m bench

# what cannot be installed here is named in the results as not installed
$(VENV)/.peers: bench/peers.txt $(VENV)/.tools $(VENV)/.native
	-$(BIN)/pip install -q -r bench/peers.txt
	-command -v npm >/dev/null && npm install --silent --no-audit --no-fund --ignore-scripts \
		--omit=optional --prefix $(VENV)/npm "pokemon-showdown@>=0.11"
	@touch $@

clean:
	rm -rf $(VENV) build src/*.egg-info
