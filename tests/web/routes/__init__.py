"""Tests of app/web/routes."""
