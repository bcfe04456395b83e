"""Writes the public split: of every template of the arena some seeds, more where there are few templates.

    .venv/bin/python scripts/public_split.py

Tasks that stand in the list already stay; new templates are added behind them.
"""

from __future__ import annotations

from collections import Counter

from webcosm.sites import all_sites
from webcosm.suites.arena import TEMPLATES
from webcosm.suites.public import FILE, PUBLIC_UNIVERSE
from webcosm.worlds import Universe

SEEDS = 2
"""Of each template, unless its pool is smaller: many kinds of tasks tell more of an agent than many of a kind."""
HEAD = "# The public tasks of the arena: template and seed, in universe 0. Made by scripts/public_split.py.\n"


def main() -> None:
    kept = [line for line in FILE.read_text().splitlines() if line and line[0] != "#"] if FILE.exists() else []
    blueprints = [site.blueprint for site in all_sites() if site.blueprint]
    with Universe(blueprints, seed=PUBLIC_UNIVERSE) as universe, universe.open() as world:
        for template in TEMPLATES:
            for seed in range(min(SEEDS, len(template().pool(world)))):
                line = f"{template.id} {seed}"
                if line not in kept:
                    kept.append(line)
    FILE.write_text(HEAD + "\n".join(sorted(kept, key=_order)) + "\n")
    groups = Counter(line.split(".")[1] for line in kept)
    print(f"{len(kept)} tasks: " + ", ".join(f"{count} {name}" for name, count in sorted(groups.items())))


def _order(line: str) -> tuple[str, int]:
    name, seed = line.split()
    return name, int(seed)


if __name__ == "__main__":
    main()
