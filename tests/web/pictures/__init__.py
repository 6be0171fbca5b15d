"""Tests of app/web/pictures."""
