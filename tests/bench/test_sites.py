"""`webcosm bench sites`: every page is asked for and answered, and promises are about the shop and its back office."""

from __future__ import annotations

from webcosm.bench.sites import PAGES, measure


def test_every_page_is_timed() -> None:
    told: list[int] = []
    records = measure(2, "small", lambda done, total, doing: told.append(done))
    names = {record.name for record in records}
    assert {f"{site}.{page}.p50" for site, pages in PAGES.items() for page in pages} <= names
    assert all(record.value > 0 for record in records)
    assert [record.name for record in records if record.target] == [
        "shop.all pages.p50",
        "admin.all pages.p50",
        "forum.all pages.p50",
        "classifieds.all pages.p50",
    ]
    assert told == [1, 2, 3]
