"""Pages for administrators. Every route depends on access.administrator."""
