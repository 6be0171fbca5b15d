"""P12: the server is frozen while clocks run."""
