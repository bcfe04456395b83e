"""Tasks at the back office, admin.shop.test."""
