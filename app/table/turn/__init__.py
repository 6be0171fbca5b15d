"""One turn: from a message to what it changes, written in one go. Imports clients and below."""
