"""Tests of app/web/context."""
