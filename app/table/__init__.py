"""Live play: one actor per room, its clocks and its chairs. Asyncio lives here; games, database and HTTP do not."""
