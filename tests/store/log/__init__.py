"""Tests of app/store/log."""
