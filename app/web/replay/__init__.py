"""Finished matches replayed from their entries, for pages. Imports rendering and below."""
