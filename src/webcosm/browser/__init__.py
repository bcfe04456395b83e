"""Find, launch and share one Chromium; windows, tabs and their time."""

from webcosm.browser.chromium import BrowserMissing, find, install
from webcosm.browser.clock import ClockMode
from webcosm.browser.downloads import Downloaded
from webcosm.browser.emulation import Viewport
from webcosm.browser.errors import BrowserError, BrowserHung, BrowserLost, DialogOpen, ProtocolError, ScriptFailed
from webcosm.browser.frames import PictureFormat
from webcosm.browser.launch import Browser, Browsers
from webcosm.browser.settle import Patience, Settled
from webcosm.browser.tab import Tab
from webcosm.browser.window import Refused, Window

__all__ = [
    "Browser",
    "BrowserError",
    "BrowserHung",
    "BrowserLost",
    "BrowserMissing",
    "Browsers",
    "ClockMode",
    "DialogOpen",
    "Downloaded",
    "Patience",
    "PictureFormat",
    "ProtocolError",
    "Refused",
    "ScriptFailed",
    "Settled",
    "Tab",
    "Viewport",
    "Window",
    "find",
    "install",
]
