"""What a site is made of: routing, forms, sessions, paging, search, look."""
