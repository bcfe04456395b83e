"""The images that a study needs, built before its first episode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from webcosm.sites import all_sites
from webcosm.study.record import EpisodeKey
from webcosm.tasks import extra_sites, make_task
from webcosm.worlds import Universe

__all__ = ["OnBuild", "build_images", "image_hashes", "needed_databases"]

OnBuild = Callable[[str, int, int], None]
"""Called before each image: the database's name, how many are there, how many are needed."""


def needed_databases(keys: Iterable[EpisodeKey]) -> dict[int, list[str]]:
    """By universe: those of the sites that its tasks are about and begin on."""
    databases = {site.host: site.database for site in (*all_sites(), *extra_sites())}
    hosts: dict[str, tuple[str, ...]] = {}
    found: dict[int, set[str]] = {}
    for key in keys:
        if key.task not in hosts:
            hosts[key.task] = make_task(key.task, key.seed, key.universe).hosts
        found.setdefault(key.universe, set()).update(databases[host] for host in hosts[key.task] if host in databases)
    return {universe: sorted(names) for universe, names in sorted(found.items())}


def build_images(keys: Sequence[EpisodeKey], scale: str, on_build: OnBuild = lambda *_: None) -> dict[str, str]:
    """Builds what the episodes need and is not in the cache; returns the images' hashes, which were checked."""
    blueprints = [site.blueprint for site in (*all_sites(), *extra_sites()) if site.blueprint]
    needed = needed_databases(keys)
    total = sum(len(names) for names in needed.values())
    hashes: dict[str, str] = {}
    for seed, names in needed.items():
        with Universe(blueprints, seed=seed, scale=scale) as universe:
            for name in names:
                on_build(name, len(hashes), total)
                universe.image(name).verify()  # 18 MB take 0.1 s; a study on other data would not be what it says
                hashes |= image_hashes(universe, [name])
    return hashes


def image_hashes(universe: Universe, databases: Iterable[str]) -> Mapping[str, str]:
    """By database and universe, as a study's manifest keeps them."""
    return {f"{name}@{universe.seed}": universe.image(name).sha256 for name in databases}
