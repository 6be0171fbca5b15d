"""Tests of app/web/rendering."""
