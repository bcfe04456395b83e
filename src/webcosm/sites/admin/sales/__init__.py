"""Orders, invoices, shipments, credit memos and transactions."""
