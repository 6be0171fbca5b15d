"""Records of matches as pages show them, made in a process. Imports server and below."""
