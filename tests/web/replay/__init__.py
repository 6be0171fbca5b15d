"""Tests of app/web/replay."""
