"""Tests of app/store/rooms."""
