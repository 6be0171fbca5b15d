"""The vocabulary: what every card game here is made of. Values only; no I/O, no clock, no chance, no asyncio."""
