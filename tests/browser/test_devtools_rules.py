"""Outside DevTools clients may do everything within the world's pages, and nothing that leads out of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from webcosm.browser.devtools_rules import rule_on


def verdict(method: str, **parameters: Any) -> str:
    return rule_on(method, parameters, lambda file: file == Path("/task/receipt.txt")).verdict


@pytest.mark.parametrize(
    "method",
    [
        "Accessibility.getFullAXTree",
        "Browser.getVersion",
        "DOM.getDocument",
        "DOMSnapshot.captureSnapshot",
        "Emulation.setDeviceMetricsOverride",
        "Fetch.enable",
        "Input.dispatchMouseEvent",
        "Network.setCookie",
        "Page.captureScreenshot",
        "Runtime.evaluate",
        "Target.setAutoAttach",
        "Target.createBrowserContext",
    ],
)
def test_what_concerns_pages_is_forwarded(method: str) -> None:
    assert verdict(method) == "forward"


@pytest.mark.parametrize("method", ["Browser.close", "Browser.setDownloadBehavior", "Page.setDownloadBehavior"])
def test_what_clients_do_by_habit_is_answered_and_not_done(method: str) -> None:
    assert verdict(method, behavior="allow", downloadPath="/tmp") == "pretend"


@pytest.mark.parametrize(
    "method",
    [
        "Browser.crash",
        "Browser.executeBrowserCommand",
        "Browser.getBrowserCommandLine",
        "Extensions.loadUnpacked",
        "FileSystem.getDirectory",
        "Network.loadNetworkResource",
        "SystemInfo.getProcessInfo",
        "Target.attachToBrowserTarget",
        "Target.exposeDevToolsProtocol",
        "Tethering.bind",
        "Nonsense.do",
        "",
    ],
)
def test_what_leads_out_is_refused_by_name(method: str) -> None:
    ruling = rule_on(method, {}, lambda _: True)
    assert ruling.verdict == "refuse"
    assert method in ruling.why


@pytest.mark.parametrize("method", ["Page.navigate", "Target.createTarget"])
@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://shop.test/", "forward"),
        ("HTTP://shop.test/", "forward"),
        ("about:blank", "forward"),
        ("data:text/html,x", "forward"),
        ("", "forward"),
        ("file:///etc/passwd", "refuse"),
        (" FILE:///etc/passwd", "refuse"),
        ("view-source:http://shop.test/", "refuse"),
        ("chrome://version", "refuse"),
        ("devtools://devtools/bundled/inspector.html", "refuse"),
        ("filesystem:http://shop.test/x", "refuse"),
        ("about:blankets", "refuse"),
    ],
)
def test_addresses_that_can_be_opened(method: str, url: str, expected: str) -> None:
    assert verdict(method, url=url) == expected


@pytest.mark.parametrize("name", ["proxyServer", "proxyBypassList"])
def test_a_context_with_a_proxy_of_its_own_is_refused(name: str) -> None:
    assert verdict("Target.createBrowserContext", **{name: "direct://"}) == "refuse"


def test_only_the_tasks_files_can_be_uploaded() -> None:
    assert verdict("DOM.setFileInputFiles", files=["/task/receipt.txt"], nodeId=1) == "forward"
    assert verdict("DOM.setFileInputFiles", files=["/task/receipt.txt", "/etc/passwd"], nodeId=1) == "refuse"
    assert verdict("Input.dispatchDragEvent", type="drop", x=1, y=1, data={"files": ["/etc/passwd"]}) == "refuse"
    assert verdict("Input.dispatchDragEvent", type="drop", x=1, y=1, data={"items": []}) == "forward"
