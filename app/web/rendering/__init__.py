"""Turning values into what browsers read: templates, static files, JSON. Imports no request."""
