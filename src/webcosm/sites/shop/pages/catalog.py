"""Home, categories, search, products, reviews, wish list, comparison, contact and written pages."""

from __future__ import annotations

from webcosm.sites.kit import NotFound, Request, Response
from webcosm.sites.shop import media
from webcosm.sites.shop.pages import lists as list_pages
from webcosm.sites.shop.pages import own_lists, storefront
from webcosm.sites.shop.pages import products as product_pages
from webcosm.sites.shop.pages import written as written_pages
from webcosm.sites.shop.pages.lists import category_page, find_category
from webcosm.sites.shop.pages.products import find_product, product_page
from webcosm.sites.shop.site import site

__all__ = ["list_pages", "media", "own_lists", "product_pages", "show", "site", "storefront", "written_pages"]


@site.get("/{path:path}.html")
def show(request: Request, path: str) -> Response:
    """A category or a product, both of which are served at an address with this ending."""
    if category := find_category(request, path):
        return category_page(request, category)
    product = find_product(request, path)
    if product is None:
        raise NotFound("We have no such product or category. It may have been removed, or the address has a typo.")
    if product.url_key != path:
        return request.redirect(f"/{product.url_key}.html")
    return product_page(request, product)


# Last of all, since any name without a slash fits it.
site.get("/{url_key}")(written_pages.written_page)
