"""What the shop knows: prices, carts, orders and what may be done with them."""
