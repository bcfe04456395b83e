"""Copying a window's visible state: where its tabs are, how far they are scrolled, what their forms hold."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from webcosm.browser import Patience, Refused, Window
from webcosm.browser.storage import StorageState

__all__ = ["TabState", "restore_tabs", "take_tabs"]

# Fields are found again by their order among the page's fields, checked by tag, type and name.
_FIELDS = """
  const fields = [...document.querySelectorAll("input, textarea, select, [contenteditable]")];
  const label = (field) => [field.localName, field.type || "", field.name || "", field.id || ""].join("|");
"""
_TAKE = (
    "(() => {"
    + _FIELDS
    + """
  return {
    scroll: [scrollX, scrollY],
    focused: fields.indexOf(document.activeElement),
    session: Object.fromEntries(Object.entries(sessionStorage)),
    fields: fields.map((field) => [label(field),
      field.localName === "select" ? [...field.options].map((option) => option.selected)
      : ["checkbox", "radio"].includes(field.type) ? field.checked
      : field.type === "file" ? null
      : field.isContentEditable && !("value" in field) ? field.innerHTML : field.value]),
  };
})()"""
)
_GIVE = (
    "((state) => {"
    + _FIELDS
    + """
  state.fields.forEach(([name, value], index) => {
    const field = fields[index];
    if (!field || label(field) !== name || value === null) return;
    if (field.localName === "select") [...field.options].forEach((option, at) => { option.selected = !!value[at]; });
    else if (["checkbox", "radio"].includes(field.type)) field.checked = value;
    else if (field.isContentEditable && !("value" in field)) field.innerHTML = value;
    else if (field.value !== value) field.value = value;
  });
  if (fields[state.focused]) fields[state.focused].focus({ preventScroll: true });
  scrollTo(...state.scroll);
  return true;
})"""
)
# Before the page's own scripts run, since they may look at it.
_SESSION = """
  if (window === top && location.origin === new URL(%s).origin)
    for (const [key, value] of Object.entries(%s)) sessionStorage.setItem(key, value);
"""


@dataclass(frozen=True)
class TabState:
    url: str
    contents: dict[str, Any]


async def take_tabs(window: Window) -> tuple[list[TabState], StorageState]:
    """The tabs' states, and the cookies and storage of the window."""
    for tab in window.tabs:
        if tab.dialog is not None:  # its page cannot be asked for anything
            raise RuntimeError(
                f"a page shows a dialog ({tab.dialog.message!r}); answer it before a plain fork, or take an exact one"
            )
    # A page without storage (an error page, a sandbox) has nothing to copy.
    tabs = [TabState(tab.url, await tab.evaluate(_TAKE) or {}) for tab in window.tabs]
    return tabs, await window.storage.read()


async def restore_tabs(window: Window, tabs: list[TabState], active: int, patience: Patience) -> None:
    for number, state in enumerate(tabs):
        if number:
            await window.new_tab()
        if state.url.startswith("http"):
            early = _SESSION % (json.dumps(state.url), json.dumps(state.contents.get("session", {})))
            added = await window.tab.send("Page.addScriptToEvaluateOnNewDocument", source=early)
            try:
                await window.goto(state.url)
                await window.settle(patience)
            except Refused:
                continue  # it showed an error page, and shows one again
            finally:  # not before: it runs when the page's own scripts begin to
                await window.tab.send("Page.removeScriptToEvaluateOnNewDocument", **added)
            if state.contents:
                await window.tab.evaluate(f"{_GIVE}({json.dumps(state.contents)})")
                await window.tab.draw_frame()
    if len(tabs) > 1:
        await window.focus(active)
