"""Tests of app/store/database."""
