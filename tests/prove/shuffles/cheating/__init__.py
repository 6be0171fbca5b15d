"""A server that cheats, against the real pages' code and the verifier."""
