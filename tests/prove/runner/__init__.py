"""What every proof shares: its shape, its patience, its server, and the history of long runs."""
