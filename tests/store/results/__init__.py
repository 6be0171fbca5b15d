"""Tests of app/store/results."""
