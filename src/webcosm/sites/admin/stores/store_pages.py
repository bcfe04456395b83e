"""Settings of the shop: general, tax, shipping, payment, websites and store views."""

from __future__ import annotations

from webcosm.sites.admin.rows import tell_saved
from webcosm.sites.admin.site import site
from webcosm.sites.admin.stores import method_pages, tax_pages, website_pages
from webcosm.sites.admin.stores.settings import GROUPS, Group, form_of, save, shown
from webcosm.sites.kit import BoundForm, NotFound, Request, Response

__all__ = ["change_settings", "method_pages", "settings_page", "tax_pages", "website_pages"]

SETTINGS = "/stores/settings"


@site.get(SETTINGS, needs="stores.view")
def first_settings(request: Request) -> Response:
    return settings_page(request, group="general")


@site.post(SETTINGS, needs="stores.edit")
def save_first_settings(request: Request) -> Response:
    return change_settings(request, group="general")


@site.get(f"{SETTINGS}/{{group}}", needs="stores.view")
def settings_page(request: Request, group: str) -> Response:
    chosen = _group(group)
    form = form_of(request.db, chosen)
    return _show(request, chosen, form.show(shown(request.db, form.fields)))


@site.post(f"{SETTINGS}/{{group}}", needs="stores.edit")
def change_settings(request: Request, group: str) -> Response:
    chosen = _group(group)
    form = form_of(request.db, chosen).read(request.form)
    if not form.valid:
        return _show(request, chosen, form, status=422)
    changed = save(request.db, form)
    tell_saved(request, changed, "You saved the settings.")
    return request.redirect(request.path)


def _group(key: str) -> Group:
    if key not in GROUPS:
        raise NotFound(f"There are no settings called {key}; there are {', '.join(GROUPS)}.")
    return GROUPS[key]


def _show(request: Request, group: Group, form: BoundForm, *, status: int = 200) -> Response:
    request.shows("settings", group=group.key)
    return request.render("stores/settings.html", status=status, group=group, groups=GROUPS.values(), form=form)
