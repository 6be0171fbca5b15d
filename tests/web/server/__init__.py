"""Tests of app/web/server."""
