# Everything a person or CI needs. Each target sets up what it needs by itself.
PYTHON ?= python3
BIN := .venv/bin
# Container images like to forbid Python to keep what it compiled. The tests start many processes, and each would then
# compile anew all that it imports, which takes as long as the importing itself.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run serve test check sweep bench lock clean
.DEFAULT_GOAL := run

run: .venv/ready  ## a first study: oracle and null agent on a dozen tasks, with a report
	@$(BIN)/webcosm doctor --install --quiet
	@rm -rf runs/quickstart
	$(BIN)/webcosm run arena --sample 12 --agent oracle --out runs/quickstart/oracle
	$(BIN)/webcosm run arena --sample 12 --agent null --out runs/quickstart/null
	$(BIN)/webcosm report runs/quickstart/oracle runs/quickstart/null

serve: .venv/ready  ## the sites for a person, at http://home.localhost:8000/
	$(BIN)/webcosm serve

test: check  ## everything that must hold, in ten minutes or so
	@$(BIN)/webcosm doctor --install --quiet
	$(BIN)/pytest -n 2 --dist worksteal -m "not sweep"

check: .venv/ready  ## format, lint, types, direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy src tests scripts
	$(BIN)/lint-imports --no-cache

sweep: .venv/ready  ## the long tests
	@$(BIN)/webcosm doctor --install --quiet
	$(BIN)/pytest -n 2 -m sweep

bench: .venv/ready  ## what worlds cost on this machine
	$(BIN)/webcosm bench worlds

lock: .venv/ready  ## renew the pinned versions
	$(BIN)/uv pip compile -q --no-annotate --no-header --group dev --extra mini pyproject.toml -o constraints.txt

.venv/ready: pyproject.toml constraints.txt scripts/setup
	@scripts/setup $(PYTHON)
	@touch .venv/ready

clean:  ## away with the environment and the caches of the tools
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
