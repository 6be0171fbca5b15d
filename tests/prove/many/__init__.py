"""P20: several processes serve one database, and each table outlives the one that runs it."""
