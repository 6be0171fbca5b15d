"""Pictures of matches that are over, made in a process. Imports replay and below."""
