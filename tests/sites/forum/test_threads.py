"""The written threads: whatever is drawn of them can be shown."""

from __future__ import annotations

from webcosm.lore import Lore
from webcosm.sites.forum.seed.archetypes import content
from webcosm.sites.forum.seed.check import faults


def test_every_look_of_a_thread_can_be_drawn() -> None:
    found = [str(fault) for fault in faults(content(), Lore(0)) if "bad look" in str(fault)]

    assert not found
