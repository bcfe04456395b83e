"""The public split: tasks that exist, enough of them, each once."""

from __future__ import annotations

from collections import Counter

import pytest

from webcosm.suites.public import public_tasks
from webcosm.tasks import find_templates


def test_the_list_names_every_template_and_nothing_twice() -> None:
    listed = public_tasks()
    assert {name for name, _ in listed} == {template.id for template in find_templates()}
    assert max(Counter(listed).values()) == 1
    assert all(seed >= 0 for _, seed in listed)


def test_the_shop_and_its_office_have_as_many_as_webarena_has() -> None:
    assert len(public_tasks(["arena.shop"])) >= 187
    assert len(public_tasks(["arena.admin"])) >= 182


def test_names_that_are_not_there_are_told() -> None:
    with pytest.raises(LookupError, match=r"no public task is named by arena\.zoo"):
        public_tasks(["arena.zoo"])
