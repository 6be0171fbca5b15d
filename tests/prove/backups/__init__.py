"""The proof `backups`: a damaged file never comes back, and saving never stops for good."""
