"""Clients of a real server that several proofs share, and what they remember."""
