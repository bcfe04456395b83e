"""The switches of all sites together: one name means one thing in a world."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from webcosm.worlds import Switch

if TYPE_CHECKING:
    from webcosm.sites.kit.site import Site

__all__ = ["all_switches", "own_switches"]


def own_switches(site: str, switches: Sequence[Switch[Any]]) -> Mapping[str, Switch[Any]]:
    """The switches of a site by name. One with a dot in its name is its own alone: ``shop.page_size``."""
    found: dict[str, Switch[Any]] = {}
    for switch in switches:
        if switch.name in found:
            raise ValueError(f"the site {site!r} declares the switch {switch.name!r} twice")
        if "." in switch.name and not switch.name.startswith(f"{site}."):
            raise ValueError(f"the site {site!r} declares the switch {switch.name!r}, which would be another site's")
        found[switch.name] = switch
    return found


def all_switches(universal: Sequence[Switch[Any]], sites: Iterable[Site]) -> list[Switch[Any]]:
    """The universal switches and those of the sites. Sites may share one that they declare alike; a ValueError names
    two that clash."""
    owners = {switch.name: ("every site", switch) for switch in universal}
    for site in sites:
        for switch in site.switches.values():
            owner, known = owners.setdefault(switch.name, (site.name, switch))
            if owner == "every site":
                raise ValueError(
                    f"the site {site.name!r} declares the switch {switch.name!r}, which every site has; "
                    f"call it {site.name}.{switch.name}"
                )
            if known != switch:
                raise ValueError(
                    f"the sites {owner!r} and {site.name!r} declare the switch {switch.name!r} differently; "
                    f"call them {owner}.{switch.name} and {site.name}.{switch.name}"
                )
    return [switch for _, switch in owners.values()]
