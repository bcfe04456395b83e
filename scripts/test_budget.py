"""Says how long the tests of each folder took in the last run of pytest, and which took more than their share.

Example: make test && .venv/bin/python scripts/test_budget.py
The last run must have been one of all tests; the exit status is 1 if a folder exceeds its share.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.budget import CACHE_KEY, budget_of, over_budget  # noqa: E402


def main() -> int:
    kept = ROOT / ".pytest_cache" / "v" / CACHE_KEY
    if not kept.exists():
        print(f"{kept} does not exist; run the tests first", file=sys.stderr)
        return 2
    seconds: dict[str, float] = json.loads(kept.read_text())
    over = over_budget(seconds)
    for folder, spent in sorted(seconds.items(), key=lambda item: -item[1]):
        print(f"{spent:7.1f} s  of {budget_of(folder):4.0f} s  {folder}{'  too long' if folder in over else ''}")
    print(f"{sum(seconds.values()):7.1f} s in all")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
