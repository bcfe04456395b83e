"""The pages of the storefront."""
