"""Changes of a room as pure functions: seats, membership, settings. Imports model and ports."""
