"""P8: the server is closed and opened again under play."""
