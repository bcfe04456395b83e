"""A cache of the commands' own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.images import copy_images


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of our own with the images of universe 0."""
    folder = tmp_path_factory.mktemp("cache")
    copy_images(folder)
    return folder


@pytest.fixture
def environment(cache: Path) -> dict[str, str]:
    return os.environ | {"WEBCOSM_CACHE": str(cache), "PYTHONUNBUFFERED": "1"}
