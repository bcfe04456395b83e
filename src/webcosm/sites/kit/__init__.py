"""What a site is made of: routing, forms, sessions, lists, permissions, look."""

from starlette.responses import Response

from webcosm.sites.kit.account import Account
from webcosm.sites.kit.api import Items, add_session_api, read_body
from webcosm.sites.kit.client import VisitedPage, Visitor
from webcosm.sites.kit.errors import (
    BadRequest,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    PageError,
    SignInNeeded,
    TooLarge,
)
from webcosm.sites.kit.forms import BoundForm, Field, Form, Upload
from webcosm.sites.kit.grid import Column, Grid, GridView, MassAction
from webcosm.sites.kit.listing import Listing, Sorting, highlighted, match_query
from webcosm.sites.kit.login import add_login
from webcosm.sites.kit.markdown import Document, render_markdown, site_link
from webcosm.sites.kit.mass import each_selected
from webcosm.sites.kit.permissions import Permissions
from webcosm.sites.kit.request import Addresses, Request
from webcosm.sites.kit.session import check_password, hash_password
from webcosm.sites.kit.site import Site

__all__ = [
    "Account",
    "Addresses",
    "BadRequest",
    "BoundForm",
    "Column",
    "Conflict",
    "Document",
    "Field",
    "Forbidden",
    "Form",
    "Grid",
    "GridView",
    "Invalid",
    "Items",
    "Listing",
    "MassAction",
    "NotFound",
    "PageError",
    "Permissions",
    "Request",
    "Response",
    "SignInNeeded",
    "Site",
    "Sorting",
    "TooLarge",
    "Upload",
    "VisitedPage",
    "Visitor",
    "add_login",
    "add_session_api",
    "check_password",
    "each_selected",
    "hash_password",
    "highlighted",
    "match_query",
    "read_body",
    "render_markdown",
    "site_link",
]
