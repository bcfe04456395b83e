"""What outside DevTools clients may do: everything within the world's pages, nothing that leads out of them.

DevTools can read files of this machine, open browser contexts that go round the proxy, move downloads and end the
browser. Calls that can are refused with a reason, or answered without being made where clients make them by habit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

__all__ = ["Ruling", "rule_on"]

DOMAINS = frozenset(
    re.findall(
        r"\w+",
        """
        Accessibility Animation Audits Browser CSS CacheStorage Console DOM DOMDebugger DOMSnapshot DOMStorage
        Debugger Emulation EventBreakpoints Fetch HeapProfiler IO IndexedDB Input Inspector LayerTree Log Media Memory
        Network Overlay Page Performance PerformanceTimeline Profiler Runtime Schema Security ServiceWorker Storage
        Target Tracing WebAudio WebAuthn
        """,
    )
)
"""What concerns pages."""
BROWSER_CALLS = frozenset(
    f"Browser.{name}"
    for name in (
        "getVersion",
        "getWindowForTarget",
        "getWindowBounds",
        "setWindowBounds",
        "cancelDownload",
        "grantPermissions",
        "resetPermissions",
        "setPermission",
    )
)
PRETENDED = frozenset(("Browser.close", "Browser.setDownloadBehavior", "Page.setDownloadBehavior"))
"""Answered and not made: the browser and its downloads are the episode's."""
REFUSED: Mapping[str, str] = {
    "Network.loadNetworkResource": "pages load what they need themselves",
    "Target.attachToBrowserTarget": "there is one session with the browser",
    "Target.exposeDevToolsProtocol": "pages have no DevTools",
    "Target.setRemoteLocations": "there are no other browsers here",
    "Target.openDevTools": "there is nobody to look at them",
    "Storage.runBounceTrackingMitigations": "it is the browser's own business",
}
OPENED = re.compile(r"(?:https?|data|blob):|about:blank\b|about:srcdoc\b|$", re.IGNORECASE)
"""How addresses begin that may be opened; http is answered by the world alone, and https not at all."""
PROXY = ("proxyServer", "proxyBypassList")


@dataclass(frozen=True)
class Ruling:
    """What becomes of a call."""

    verdict: Literal["forward", "pretend", "refuse"]
    why: str = ""


FORWARD, PRETEND = Ruling("forward"), Ruling("pretend")


def rule_on(method: str, parameters: Mapping[str, Any], may_upload: Callable[[Path], bool]) -> Ruling:
    """The ruling on one call of a client."""
    domain = method.partition(".")[0]
    if method in PRETENDED:
        return PRETEND
    if method in REFUSED:
        return Ruling("refuse", f"{method} is not available here: {REFUSED[method]}")
    if domain not in DOMAINS or (domain == "Browser" and method not in BROWSER_CALLS):
        return Ruling("refuse", f"{method} is not available here: it would reach beyond the pages of this web")
    match method:
        case "Page.navigate" | "Target.createTarget":
            url = str(parameters.get("url", ""))
            if not OPENED.match(url.strip()):
                return Ruling("refuse", f"{url} cannot be opened: only http:// addresses of this web can be")
        case "Target.createBrowserContext":
            if any(name in parameters for name in PROXY):
                return Ruling("refuse", "a context cannot have a proxy of its own: all go through this web's")
        case "DOM.setFileInputFiles":
            return _on_files(parameters.get("files", ()), may_upload)
        case "Input.dispatchDragEvent":
            return _on_files((parameters.get("data") or {}).get("files", ()), may_upload)
    return FORWARD


def _on_files(files: Any, may_upload: Callable[[Path], bool]) -> Ruling:
    for file in files or ():
        if not may_upload(Path(str(file))):
            return Ruling("refuse", f"{file} is not among the files that come with the task")
    return FORWARD
