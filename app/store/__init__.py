"""The database: SQLAlchemy rows next to their queries, and the log that tables write to. Knows no game and no HTTP."""
