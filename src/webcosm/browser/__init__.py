"""Find, launch and share one Chromium; windows, tabs and their time.

From the outside in:

* :mod:`chromium`, :mod:`process`, :mod:`launch`, :mod:`own`: finding a Chromium, running it, sharing it between windows
* :mod:`window`: one browser context with its tabs, its :mod:`storage` and :mod:`downloads`
* :mod:`driver`, :mod:`devtools`: ways in for Playwright and for outside clients
* :mod:`settle`, :mod:`live`: when a page has come to rest after an action
* :mod:`tab`: one page, made of a :mod:`connection`, :mod:`requests` (over :mod:`pending`), :mod:`frames` and
  :mod:`virtual_time`; all tabs of a window share a :mod:`clock` and a :mod:`request_queue`, all windows of a browser a
  :mod:`frame_lock`
* :mod:`cdp`: the Chrome DevTools Protocol itself

The words that these use are explained in ``docs/time.md``.
"""

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
