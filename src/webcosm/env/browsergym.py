"""Observations in the shape of BrowserGym 0.14, so that agents written for it run unchanged.

The same keys and types, read by the same functions (`flatten_axtree_to_str`, `flatten_dom_to_str`, `overlay_som`).
What differs, on purpose:

- Ids are not written into the page, and live values only into `dom_object`.
- `visibility` is at least 0.5 for what can really be seen and 0 for what cannot, as 0.5 is where agents draw the line.
- Time is the world's: `timestamp` and `elapsed_time` are the same in every run.
- Layout is told in `extra_element_properties`; the `layout` of `dom_object` is empty.
- A dialog is dismissed at once (and leaving a page allowed), as in BrowserGym, whose agents know no dialogs.

Episodes end as those of BrowserGym's WebArena tasks do: when the last message is the agent's, which is its answer; when
it reports that the task cannot be done; and when a task to go somewhere or to do something is achieved.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium import spaces

from webcosm.act import ActionSet
from webcosm.browser import Viewport
from webcosm.env.browsergym_dom import dom_object
from webcosm.env.chat import Message
from webcosm.env.episode import Episode
from webcosm.env.observation import Observation
from webcosm.env.options import Look, Options
from webcosm.env.shape import LATEST, Pictures, chat_space, with_parts
from webcosm.env.spaces import Facts, Unicode
from webcosm.observe.lines import clean
from webcosm.observe.records import Element, PageView, State
from webcosm.tasks import Goal

__all__ = ["BrowserGymShape", "axtree_object", "chat_entries", "dom_object", "extra_element_properties"]

NAMELESS_ROLES = ("", "none", "presentation", "InlineTextBox")
"""Nodes that Chromium's tree gives no name, which its readers therefore pass over."""
RANGE_ROLES = ("slider", "spinbutton", "progressbar", "meter", "scrollbar")
MOST_DIALOGS = 20
"""A page that opens one dialog after another is left alone after so many."""


class BrowserGymShape:
    """BrowserGym's sixteen keys."""

    def options(self, given: Options | None) -> Options:
        given = given or Options(look=Look(format="browsergym"), actions=ActionSet.preset("browsergym"))
        given = replace(
            given,
            end_on_message=given.end_on_message is not False,
            end_on_success=given.end_on_success is not False,
        )
        return with_parts(given, "text", "screenshot")

    def space(self, viewport: Viewport, options: Options) -> spaces.Dict:
        return spaces.Dict(
            {
                "chat_messages": chat_space("message", "timestamp"),
                "goal": Unicode(),
                "goal_object": spaces.Sequence(Facts()),
                "open_pages_urls": spaces.Sequence(Unicode()),
                "open_pages_titles": spaces.Sequence(Unicode()),
                "active_page_index": spaces.Box(0, 255, (1,), np.int64),
                "url": Unicode(),
                "screenshot": spaces.Box(0, 255, Pictures(viewport).size, np.uint8),
                "dom_object": Facts(),
                "axtree_object": Facts(),
                "extra_element_properties": Facts(),
                "focused_element_bid": Unicode(),
                "last_action": Unicode(),
                "last_action_error": Unicode(),
                "elapsed_time": spaces.Box(0, LATEST, (1,), np.float64),
            }
        )

    async def fetch(self, episode: Episode, seen: Observation) -> tuple[Observation, str]:
        for _ in range(MOST_DIALOGS):
            tab = episode.window.tab
            if tab.dialog is None:
                return seen, await tab.guard(episode.hands.reader(tab).html("bid"))
            await tab.answer_dialog(tab.dialog.type == "beforeunload")
            await episode.window.settle(episode.patience)
            seen = await episode.observe()
        return seen, ""

    def build(self, observation: Observation, fetched: str, pictures: Pictures) -> dict[str, Any]:
        view, chat = observation.view, observation.chat
        elapsed = (observation.now - chat[0].when).total_seconds() if chat else 0.0
        return {
            "chat_messages": tuple(entry for message in chat for entry in chat_entries(message)),
            "goal": observation.goal.told,
            "goal_object": _goal_object(observation.goal),
            "open_pages_urls": tuple(tab.url for tab in observation.tabs),
            "open_pages_titles": tuple(tab.title for tab in observation.tabs),
            "active_page_index": np.array([observation.active_tab], np.int64),
            "url": observation.url,
            "screenshot": pictures.get("screenshot", observation.screenshot),
            "dom_object": dom_object(fetched, view, observation.url),
            "axtree_object": axtree_object(view),
            "extra_element_properties": extra_element_properties(view, observation.scale),
            "focused_element_bid": observation.focused,
            "last_action": observation.last_action,
            "last_action_error": observation.last_error,
            "elapsed_time": np.array([elapsed], np.float64),
        }


def axtree_object(view: PageView | None) -> dict[str, Any]:
    """The page as CDP's ``Accessibility.getFullAXTree`` tells it, with a ``browsergym_id`` for each element."""
    elements = view.elements if view else (Element("", "RootWebArea"),)
    children: list[list[str]] = [[] for _ in elements]
    for index, element in enumerate(elements):
        if element.parent >= 0:
            children[element.parent].append(str(index))
    return {"nodes": [_node(index, element, children[index]) for index, element in enumerate(elements)]}


def _node(index: int, element: Element, children: list[str]) -> dict[str, Any]:
    node: dict[str, Any] = {
        "nodeId": str(index),
        "ignored": element.role in NAMELESS_ROLES,
        "role": {"type": "role", "value": element.role},
        "properties": [_property(name, value) for name, value in element.states.items()],
        "childIds": children,
    }
    if element.role not in NAMELESS_ROLES:
        node["name"] = {"type": "computedString", "value": element.name}
    if element.description:
        node["description"] = {"type": "computedString", "value": element.description}
    if element.value:
        node["value"] = _value(element)
    if element.parent >= 0:
        node["parentId"] = str(element.parent)
    if element.id and element.role != "RootWebArea":
        node["browsergym_id"] = element.id
    return node


def _value(element: Element) -> dict[str, Any]:
    if element.role in RANGE_ROLES:
        try:
            number = float(element.value or "")
        except ValueError:
            pass
        else:
            return {"type": "number", "value": int(number) if number.is_integer() else number}
    return {"type": "string", "value": element.value}


def _property(name: str, value: State) -> dict[str, Any]:
    if name in ("checked", "pressed"):
        kind, value = "tristate", str(value).lower()
    elif isinstance(value, bool):
        kind = "boolean"
    elif isinstance(value, str):
        kind = "token"
    else:
        kind = "number"
    return {"name": clean(name), "value": {"type": kind, "value": value}}


def extra_element_properties(view: PageView | None, scale: float = 1.0) -> dict[str, dict[str, Any]]:
    """Visibility, box in pixels of the screenshot, clickability and mark of each element, by id."""
    return {
        element.id: {
            "visibility": max(0.5, element.visible_fraction) if element.visible else 0.0,
            "bbox": [side * scale for side in element.box] if element.box else None,
            "clickable": element.clickable,
            "set_of_marks": element.mark,
        }
        for element in (view.elements if view else ())
        if element.id
    }


def chat_entries(message: Message) -> Iterator[dict[str, Any]]:
    """A message as BrowserGym's chat has it, its pictures one by one."""
    when = message.when.timestamp()
    yield {"role": message.role, "timestamp": when, "message": message.text}
    for picture in message.pictures:
        yield {"role": f"{message.role}_image", "timestamp": when, "message": _data_url(picture)}


def _goal_object(goal: Goal) -> tuple[dict[str, Any], ...]:
    pictures = ({"type": "image_url", "image_url": {"url": _data_url(picture)}} for picture in goal.pictures)
    return ({"type": "text", "text": goal.told}, *pictures)


def _data_url(picture: bytes) -> str:
    kind = "png" if picture.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"
