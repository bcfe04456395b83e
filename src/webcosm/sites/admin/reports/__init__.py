"""The dashboard and the reports."""
