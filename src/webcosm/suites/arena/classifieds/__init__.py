"""Tasks on the classifieds, classifieds.test."""
