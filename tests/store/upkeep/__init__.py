"""Tests of app/store/upkeep."""
