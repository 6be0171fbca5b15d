"""The shared parts of all proofs: their shape, patience, temporary servers and run history."""
