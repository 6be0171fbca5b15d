"""The rules' vocabulary, in values only: no I/O, no clock, no chance, no asyncio."""
