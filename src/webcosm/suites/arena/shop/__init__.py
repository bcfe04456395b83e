"""Tasks on the storefront, shop.test."""
