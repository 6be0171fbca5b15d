"""Proofs about what a house keeps: that the log is the game, that nobody sees more than is theirs, and that the forgotten are gone."""
