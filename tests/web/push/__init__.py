"""Tests of app/web/push."""
