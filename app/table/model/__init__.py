"""The values of a live table: room, messages of clients and server, errors. Imports rules only."""
