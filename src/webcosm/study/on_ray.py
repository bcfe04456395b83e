"""Playing a study on a Ray cluster: the same workers and the same records as at home.

Workers write into a folder of their own machine. With a finished episode come its step lines and references to its
pictures and texts; the driver fetches the ones it does not have yet. So nodes need no common file system.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from webcosm.judge.verdict import Verdict
from webcosm.study.plan import Plan
from webcosm.study.pool import OnEpisode, Queue, Worker, lost_record
from webcosm.study.record import EpisodeKey, EpisodeRecord, StudyFolder

__all__ = ["RayMissing", "run_on_ray"]

PER_WORKER = 4
"""Episodes at once in one worker, hence in one browser, on one processor."""


class RayMissing(RuntimeError):
    """Ray is not installed."""


class _Remote:
    """A worker on a node of the cluster."""

    def __init__(self, plan: Plan) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="webcosm-ray-"))
        self.folder = StudyFolder(self.path)
        self.folder.create({})
        self.worker = Worker(plan, self.path)

    async def play(self, key: EpisodeKey, attempt: int) -> tuple[EpisodeRecord, bytes, dict[str, Any]]:
        import ray

        record = await self.worker.play(key, attempt)
        steps = self.folder.steps_file(key)
        blobs = {name: ray.put((self.path / "blobs" / name).read_bytes()) for name in self.folder.blob_names(key)}
        return record, steps.read_bytes() if steps.exists() else b"", blobs

    async def close(self) -> None:
        await self.worker.close()
        shutil.rmtree(self.path, ignore_errors=True)


def run_on_ray(
    plan: Plan,
    keys: Sequence[EpisodeKey],
    out: Path,
    workers: int,
    on_episode: OnEpisode,
    address: str | None = None,
    *,
    tried: Mapping[EpisodeKey, int] = MappingProxyType({}),
) -> None:
    """Plays the episodes as :func:`~webcosm.study.pool.run_local` does. Without an address, Ray is started here."""
    try:
        import ray
    except ImportError:
        raise RayMissing("--on ray needs Ray: pip install 'webcosm[ray]'") from None
    ours = not ray.is_initialized()
    if ours:
        ray.init(address=address, log_to_driver=False, include_dashboard=False, configure_logging=False)
    try:
        _play_all(ray, plan, len(keys), StudyFolder(out), workers, Queue(plan, keys, on_episode, tried))
    finally:
        if ours:
            ray.shutdown()


def _play_all(ray: Any, plan: Plan, episodes: int, folder: StudyFolder, workers: int, queue: Queue) -> None:
    remote = ray.remote(num_cpus=1, max_concurrency=PER_WORKER)(_Remote)
    processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
    number = max(1, min(processors, workers, episodes))
    shares = [min(PER_WORKER, workers // number + (one < workers % number)) for one in range(number)]
    actors = [remote.remote(plan) for _ in range(number)]
    playing: dict[Any, tuple[int, EpisodeKey, int]] = {}
    try:
        while queue or playing:
            for at, actor in enumerate(actors):
                while queue and sum(where == at for where, _, _ in playing.values()) < shares[at]:
                    key, attempt = queue.take()
                    playing[actor.play.remote(key, attempt)] = (at, key, attempt)
            (done, *_), _ = ray.wait(list(playing), num_returns=1)
            at, key, attempt = playing.pop(done)
            try:
                record, steps, blobs = ray.get(done)
            except ray.exceptions.RayActorError as error:
                actors[at] = remote.remote(plan)
                gone = {key: attempt} | {one: tried for where, one, tried in playing.values() if where == at}
                playing = {job: facts for job, facts in playing.items() if facts[0] != at}
                for one, tried in gone.items():
                    queue.settle(lost_record(plan, one, tried, Verdict.error(f"the worker was lost: {error}")))
                continue
            folder.take_in(key, steps, {name: partial(ray.get, ref) for name, ref in blobs.items()})
            queue.settle(record)
        ray.get([actor.close.remote() for actor in actors])
    finally:
        for actor in actors:
            ray.kill(actor)
