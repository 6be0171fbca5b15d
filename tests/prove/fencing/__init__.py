"""P4: two processes write to the same tables, and one is frozen."""
