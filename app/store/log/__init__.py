"""The log that tables write to: lines of all tables share commits."""
