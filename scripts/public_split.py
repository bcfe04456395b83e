"""Writes the public split: of every template of our suites some seeds, in a file per group.

    .venv/bin/python scripts/public_split.py

Tasks that stand in the list already stay; new templates are added behind them.
"""

from __future__ import annotations

from webcosm.sites import all_sites
from webcosm.suites import GROUPS
from webcosm.suites.public import PUBLIC_UNIVERSE, public_file
from webcosm.tasks import find_templates
from webcosm.worlds import Universe

SEEDS = 2
"""Of each template, unless its pool is smaller: many kinds of tasks tell more of an agent than many of a kind."""
HEAD = "# The public tasks of {group}: template and seed, in universe 0. Made by scripts/public_split.py.\n"


def main() -> None:
    total = 0
    blueprints = [site.blueprint for site in all_sites() if site.blueprint]
    with Universe(blueprints, seed=PUBLIC_UNIVERSE) as universe, universe.open() as world:
        for group in GROUPS:
            file = public_file(group)
            kept = [line for line in file.read_text().splitlines() if line and line[0] != "#"] if file.exists() else []
            for template in find_templates([group]):
                for seed in range(min(SEEDS, len(template().pool(world)))):
                    line = f"{template.id} {seed}"
                    if line not in kept:
                        kept.append(line)
            file.write_text(HEAD.format(group=group) + "\n".join(sorted(kept, key=_order)) + "\n")
            print(f"{len(kept)} tasks of {group}")
            total += len(kept)
    print(f"{total} tasks")


def _order(line: str) -> tuple[str, int]:
    name, seed = line.split()
    return name, int(seed)


if __name__ == "__main__":
    main()
