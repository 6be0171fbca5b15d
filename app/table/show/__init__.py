"""The messages for each client: room, frames, chat and shuffles. Imports turn and below."""
