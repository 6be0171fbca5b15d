"""The WebSocket of a table: decoding, sending, closing. Imports context and below."""
