"""Matches as they are stored: rows, summaries, and records to replay and verify."""
