"""Live play: one actor for each room. No game, database or HTTP here; the folders below say what lives where."""
