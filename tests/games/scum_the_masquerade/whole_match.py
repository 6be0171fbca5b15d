"""The events that a whole match of the Masquerade has to show on an actor."""

WANTED = {
    "declared",
    "decided",
    "pacts-revealed",
    "exchanged",
    "boon-asked",
    "boon-answered",
    "discipline-used",
    "use-cancelled",
    "hand-played",
    "revolution",
    "round-ended",
}
"""The events without which the match would not show the game."""
