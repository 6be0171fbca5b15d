"""Tests of app/store/matches."""
