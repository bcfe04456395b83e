"""Settings of the store: shipping, payment, taxes, websites."""
