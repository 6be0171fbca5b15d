"""Players that see only a view and its legal moves. Pure: no clock, no I/O; chance is handed in."""
