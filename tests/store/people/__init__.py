"""Tests of app/store/people."""
