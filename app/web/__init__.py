"""Pages, JSON endpoints and the table socket. Knows table and store; holds no rules and no SQL."""
