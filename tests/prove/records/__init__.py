"""P10, P14, P15: replays, what administrators can see, and erasure."""
