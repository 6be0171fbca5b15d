"""The real lobby, tables and games on a seeded event loop, under every trouble."""
