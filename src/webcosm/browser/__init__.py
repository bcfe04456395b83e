"""Find, launch and share one Chromium; windows, tabs and their time."""

from webcosm.browser.chromium import BrowserMissing, find, install
from webcosm.browser.errors import BrowserError, BrowserHung, BrowserLost, DialogOpen
from webcosm.browser.launch import Browser, Browsers
from webcosm.browser.settle import Patience, Settled
from webcosm.browser.tab import Pace, PictureFormat, Tab, Viewport
from webcosm.browser.window import Downloaded, Refused, Window

__all__ = [
    "Browser",
    "BrowserError",
    "BrowserHung",
    "BrowserLost",
    "BrowserMissing",
    "Browsers",
    "DialogOpen",
    "Downloaded",
    "Pace",
    "Patience",
    "PictureFormat",
    "Refused",
    "Settled",
    "Tab",
    "Viewport",
    "Window",
    "find",
    "install",
]
