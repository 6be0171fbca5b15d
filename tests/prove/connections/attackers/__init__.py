"""P6: sixteen kinds of attackers beside honest players."""
