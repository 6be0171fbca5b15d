"""PostgreSQL itself: pools, connections, their limits, the server's lock, what rows share."""
