"""Tests of app/store/admin."""
