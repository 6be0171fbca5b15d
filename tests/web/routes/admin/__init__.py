"""Tests of app/web/routes/admin."""
