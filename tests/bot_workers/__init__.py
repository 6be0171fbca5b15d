"""Tests of the processes that search."""
