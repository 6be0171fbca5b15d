"""P5, P6, P8, P12: what networks and clients can do to a real server."""
