"""How every page is looked at: the same size, language, time zone and taste on all machines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Viewport", "metrics_of", "setup_calls"]

_TIME_ORIGIN = (Path(__file__).parent / "origin.js").read_text()
"""Runs before a page's own scripts, where page time is ours."""
_NO_SERVICE_WORKERS = """if (globalThis.ServiceWorkerContainer)
  ServiceWorkerContainer.prototype.register = { register() {
    return Promise.reject(new DOMException("There are no service workers in this web.", "SecurityError"));
  } }.register;"""
"""Runs before a page's own scripts everywhere: what a service worker fetched would not be the page's."""
_NO_CLOSE = """if (window === top)
  Object.defineProperty(window, "close", {
    ...Object.getOwnPropertyDescriptor(window, "close"), value: { close() {} }.close });"""
"""Runs so in the window's first tab: Chromium lets a page close a tab that has shown no other, but a person's first tab
has shown one before."""
_APPEARANCE = (
    ("Emulation.setFocusEmulationEnabled", {"enabled": True}),
    (
        "Emulation.setEmulatedMedia",
        {
            "features": [
                {"name": "prefers-color-scheme", "value": "light"},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ]
        },
    ),
)
"""Every page is looked at alike, on all machines."""


@dataclass(frozen=True)
class Viewport:
    """The visible part of a page."""

    width: int = 1280
    height: int = 720
    scale: float = 1.0
    """Device pixels per CSS pixel."""


def setup_calls(viewport: Viewport, *, own_time: bool, stays: bool) -> list[tuple[str, dict[str, Any]]]:
    """What is asked of a page before its scripts run: to tell what it does, to look as we want it, and to stay open."""
    scripts = [_NO_SERVICE_WORKERS, *([_TIME_ORIGIN] if own_time else []), *([_NO_CLOSE] if stays else [])]
    domains = ("Performance.enable", "Network.enable", "Page.enable", "Inspector.enable")
    return [
        *((domain, {}) for domain in domains),
        *_APPEARANCE,
        ("Emulation.setDeviceMetricsOverride", metrics_of(viewport, viewport.width, viewport.height)),
        ("Page.addScriptToEvaluateOnNewDocument", {"source": "\n".join(scripts)}),
    ]


def metrics_of(viewport: Viewport, width: int, height: int) -> dict[str, Any]:
    """A screen as large as the viewport, on which the page has a size, which is the same unless a full picture is
    taken."""
    return {
        "width": width,
        "height": height,
        "screenWidth": viewport.width,
        "screenHeight": viewport.height,
        "deviceScaleFactor": viewport.scale,
        "mobile": False,
    }
