"""Tests of app/web/socket."""
